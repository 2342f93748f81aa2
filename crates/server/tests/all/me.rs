//! Accounts: guests, device links, claimed names, export and deletion.

use super::*;

/// The link on the page.
fn link_on(page: &Answer) -> String {
    let link = page.text.split_once("http://box.test/link/").expect("a link").1;
    format!("/link/{}", link.split('"').next().unwrap())
}

#[tokio::test]
async fn a_link_logs_in_another_device_once() {
    let app = site();
    let (mut anna, mut phone, mut thief) = (Person::at(&app), Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "name": "Anna" })).await;
    let page = anna.form("/me/link", "").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    let link = link_on(&page);
    for _ in 0..3 {
        let seen = phone.get(&link).await;
        assert_eq!(seen.status, StatusCode::OK, "opening the page does not use the link");
        assert!(seen.text.contains("Anna") && seen.text.contains("method=\"post\""));
    }
    let used = phone.form(&link, "").await;
    assert_eq!((used.status, used.location().as_str()), (StatusCode::SEE_OTHER, "/me"));
    assert_ne!(phone.secret(), anna.secret(), "every device has its own secret");
    let acted = phone.act(&table, 1, "attack", "d6-d7").await;
    assert_eq!(acted.status, StatusCode::OK, "{}", acted.text);
    for again in [thief.form(&link, "").await, thief.get(&link).await, thief.get("/link/nonsense").await] {
        assert_eq!(again.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(thief.act(&table, 2, "musketeers", "e7-e8").await.status, StatusCode::FORBIDDEN);
    let foreign = anna.request(Method::POST, &link).header("sec-fetch-site", "cross-site").body(Body::empty()).unwrap();
    assert_eq!(anna.send(foreign).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_name_is_claimed_once_and_its_password_works_anywhere() {
    let app = site();
    let (mut anna, mut bert, mut laptop) = (Person::at(&app), Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "name": "Guest" })).await;
    let claimed = anna.form("/me/claim", "name=Annabel&password=correct+horse").await;
    assert_eq!(claimed.status, StatusCode::SEE_OTHER, "{}", claimed.text);
    for (form, status) in [
        ("name=ANNABEL&password=zebra+crossing", StatusCode::UNPROCESSABLE_ENTITY),
        ("name=Computer&password=zebra+crossing", StatusCode::UNPROCESSABLE_ENTITY),
        ("name=Bertram&password=short", StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        let refused = bert.form("/me/claim", form).await;
        assert_eq!(refused.status, status, "{form}");
        assert!(refused.text.contains("id=\"error\"") && !refused.text.contains("zebra crossing"));
    }
    let theirs = bert.open(json!({ "name": "annabel" })).await;
    assert_eq!(bert.view(&theirs).await["seats"][0]["who"], "annabel (guest)", "others with a claimed name are marked");

    for form in ["name=annabel&password=wrong+horse", "name=nobody&password=correct+horse", "name=&password="] {
        let refused = laptop.form("/login", form).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{form}");
    }
    let welcome = laptop.form("/login", "name=annabel&password=correct+horse").await;
    assert_eq!(welcome.status, StatusCode::SEE_OTHER, "{}", welcome.text);
    assert_eq!(laptop.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::OK);

    let unproved = laptop.form("/me/claim", "name=Annabel&password=stolen+name&old=wrong").await;
    assert_eq!(unproved.status, StatusCode::FORBIDDEN, "changing the password needs the current one");
    let changed = laptop.form("/me/claim", "name=Annabel&password=better+horse&old=correct+horse").await;
    assert_eq!(changed.status, StatusCode::SEE_OTHER);

    laptop.form("/me/logout-everywhere", "").await;
    assert_eq!(anna.act(&table, 2, "musketeers", "e7-e8").await.status, StatusCode::FORBIDDEN, "logged out everywhere");
    let mut phone = Person::at(&app);
    assert_eq!(phone.form("/login", "name=annabel&password=correct+horse").await.status, StatusCode::FORBIDDEN);
    phone.form("/login", "name=annabel&password=better+horse").await;
    assert_eq!(phone.act(&table, 2, "musketeers", "e7-e8").await.status, StatusCode::OK);
}

#[tokio::test]
async fn logging_out_here_leaves_a_stranger() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let (before, cookies) = (anna.key(), anna.cookies.clone());
    anna.form("/me/logout", "").await;
    anna.cookies = cookies;
    assert_eq!(anna.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::FORBIDDEN, "the old cookie is revoked");
    anna.get("/").await;
    assert_ne!(anna.key(), before);
}

#[tokio::test]
async fn stored_data_is_listed_exported_and_deleted() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let app = site_on(store.clone());
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let over = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Annabel" })).await;
    bert.form(&format!("{over}/sit"), "name=Bert").await;
    anna.command(&over, "resign", json!({ "version": 2, "key": "resign-1", "seat": "attack" })).await;
    let on = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Annabel" })).await;
    bert.form(&format!("{on}/sit"), "name=Bert").await;
    let waiting = anna.open(json!({ "mode": "friend", "side": "attack" })).await;
    anna.post(&format!("/api/v1{on}/chat"), json!({ "text": "my secret recipe" })).await;
    let token = anna.token(&["play"]).await;
    let key = anna.key();
    anna.form("/me/claim", "name=Annabel&password=correct+horse").await;

    let page = anna.get("/me").await;
    assert!(page.text.contains("1 messages") && page.text.contains("my bot"), "{}", page.text);
    let export = anna.get_json("/me/export").await;
    let all = export.json();
    assert_eq!((&all["claimed"], &all["password"]), (&json!("Annabel"), &json!(true)));
    assert_eq!(all["messages"][0]["text"], "my secret recipe");
    assert_eq!(all["tables"].as_array().unwrap().len(), 3);
    for secret in [token.as_str(), anna.secret(), &key, "argon2"] {
        assert!(!export.text.contains(secret) && !page.text.contains(secret));
    }
    assert_eq!(bert.call(Method::GET, "/me/export", Value::Null).await.json()["messages"], json!([]));

    assert_eq!(anna.form("/me/delete", "").await.status, StatusCode::UNPROCESSABLE_ENTITY, "not by accident");
    let cookies = anna.cookies.clone();
    let gone = anna.form("/me/delete", "sure=yes").await;
    assert_eq!(gone.status, StatusCode::OK, "{}", gone.text);
    anna.cookies = cookies;
    for table in [&over, &on, &waiting] {
        let page = bert.get(table).await;
        assert!(!page.text.contains("Annabel"), "her name is in no page");
        let stream = store::StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
        let events = store.read(&stream, store::Version::NONE).await.unwrap();
        assert!(events.iter().all(|event| !event.body.contains(&key) && !event.body.contains("Annabel")));
    }
    assert_eq!(bert.view(&over).await["seats"][0]["who"], "a guest");
    assert_eq!(bert.view(&on).await["phase"], "over", "a running match is resigned");
    assert_eq!(bert.view(&waiting).await["seats"][0]["kind"], "open", "a waiting seat is free again");
    let said = bert.get_json(&format!("/api/v1{on}/chat")).await;
    assert!(!said.text.contains("recipe") && said.text.contains("a guest"), "{}", said.text);
    let listed = bert.call(Method::GET, "/me/tables", Value::Null).await;
    assert!(listed.text.contains("a guest") && !listed.text.contains("Annabel"));
    check_details(
        &call_with(&app, &token, Method::GET, "/me", Value::Null).await,
        StatusCode::UNAUTHORIZED,
        "unknown-token",
    );
    assert_eq!(bert.form("/login", "name=Annabel&password=correct+horse").await.status, StatusCode::FORBIDDEN);
    assert_eq!(anna.call(Method::GET, "/me/tables", Value::Null).await.json()["tables"], json!([]), "a stranger now");
    anna.get("/").await;
    assert_ne!(anna.key(), key);
}

#[tokio::test]
async fn cookies_are_for_https_only_where_a_trusted_proxy_says_so() {
    let app = |trusted_proxy| {
        let settings = boxtop_server::SiteSettings { trusted_proxy, ..Default::default() };
        boxtop_server::app(boxtop_server::Site::new(Arc::new(Memory::new())).with_settings(settings))
    };
    for (trusted, header_sent, secure) in [(true, true, true), (true, false, false), (false, true, false)] {
        let mut anna = Person::at(&app(trusted));
        let mut request = anna.request(Method::GET, "/");
        if header_sent {
            request = request.header("x-forwarded-proto", "https");
        }
        let answer = anna.send(request.body(Body::empty()).unwrap()).await;
        let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
        assert_eq!(cookie.contains("; Secure"), secure, "{cookie}");
        assert_eq!(answer.headers.contains_key("strict-transport-security"), secure);
    }
}
