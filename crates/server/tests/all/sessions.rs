//! Secrets of devices: replaced when an old one may be known to others, in cookies that no other host can set.

use super::*;
use boxtop_server::{Site, SiteSettings};
use store::Change;

#[tokio::test]
async fn claiming_a_name_revokes_the_old_secret() {
    let app = site();
    let mut anna = Person::at(&app);
    let table = anna.open(json!({})).await;
    // Somebody knows the old cookie, or has planted it.
    let mut thief = Person { app: app.clone(), cookies: anna.cookies.clone() };
    let before = anna.secret().to_owned();
    let claimed = anna.form("/me/claim", "name=Annabel&password=correct+horse").await;
    assert_eq!(claimed.status, StatusCode::SEE_OTHER);
    assert_ne!(anna.secret(), before);
    assert_eq!(anna.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::OK, "her seat is hers");
    assert_eq!(thief.act(&table, 2, "musketeers", "e7-e8").await.status, StatusCode::FORBIDDEN);
    assert_eq!(thief.get_json("/me/export").await.json()["claimed"], Value::Null);
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions_and_tokens() {
    let app = site();
    let (mut anna, mut phone) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({})).await;
    anna.form("/me/claim", "name=Annabel&password=correct+horse").await;
    assert_eq!(phone.form("/login", "name=annabel&password=correct+horse").await.status, StatusCode::SEE_OTHER);
    let token = anna.token(&["play"]).await;
    let old = Person { app: app.clone(), cookies: anna.cookies.clone() };
    let sent = json!({ "name": "Annabel", "password": "better horse", "old": "correct horse" });
    assert_eq!(anna.call(Method::POST, "/me/claim", sent).await.status, StatusCode::NO_CONTENT);
    for mut other in [phone, old] {
        assert_eq!(other.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::FORBIDDEN);
    }
    let with_token = call_with(&app, &token, Method::GET, "/me", Value::Null).await;
    check_details(&with_token, StatusCode::UNAUTHORIZED, "unknown-token");
    assert_eq!(anna.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_reset_link_sets_a_new_password_once() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let app = site_on(store.clone());
    let mut anna = Person::at(&app);
    let key = {
        anna.get("/").await;
        anna.key()
    };
    anna.form("/me/claim", "name=Annabel&password=correct+horse").await;
    let (link, hash) = boxtop_server::reset_link();
    store.people().change(Change::AddReset { hash, id: key, lasts_ms: 60_000 }).await.expect("a link");

    let mut laptop = Person::at(&app);
    let page = laptop.get(&format!("/reset/{link}")).await;
    assert!(page.status == StatusCode::OK && page.text.contains("Annabel"), "{}", page.text);
    let short = laptop.form(&format!("/reset/{link}"), "password=short").await;
    assert_eq!(short.status, StatusCode::UNPROCESSABLE_ENTITY, "a refused password does not use the link");
    let set = laptop.form(&format!("/reset/{link}"), "password=another+horse").await;
    assert_eq!((set.status, set.location().as_str()), (StatusCode::SEE_OTHER, "/me"), "{}", set.text);
    assert_eq!(laptop.get_json("/me/export").await.json()["claimed"], "Annabel");
    assert_eq!(anna.get_json("/me/export").await.json()["claimed"], Value::Null, "logged out elsewhere");
    let sent = json!({ "link": format!("http://box.test/reset/{link}"), "password": "thief horse" });
    let again = Person::at(&app).call(Method::POST, "/reset", sent).await;
    check_details(&again, StatusCode::NOT_FOUND, "missing");
    for (password, status) in [("correct+horse", StatusCode::FORBIDDEN), ("another+horse", StatusCode::SEE_OTHER)] {
        let login = Person::at(&app).form("/login", &format!("name=annabel&password={password}")).await;
        assert_eq!(login.status, status, "{password}");
    }
}

fn by_tls(person: &Person, path: &str) -> Request<Body> {
    person.request(Method::GET, path).header("x-forwarded-proto", "https").body(Body::empty()).unwrap()
}

fn set_cookies(answer: &Answer) -> Vec<String> {
    answer.headers.get_all(header::SET_COOKIE).iter().map(|line| line.to_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn cookies_have_the_host_prefix_under_tls_and_old_ones_get_it() {
    let settings = SiteSettings { trusted_proxy: true, ..SiteSettings::default() };
    let app = boxtop_server::app(Site::new(Arc::new(Memory::new())).with_settings(settings));
    let mut new = Person::at(&app);
    let answer = new.send(by_tls(&new, "/me")).await;
    let line = set_cookies(&answer).remove(0);
    assert!(
        line.starts_with("__Host-boxtop_guest=") && line.contains("; Secure") && line.contains("Path=/;"),
        "{line}"
    );
    assert!(!line.contains("Domain"), "{line}");
    let again = new.send(by_tls(&new, "/me")).await;
    assert_eq!(set_cookies(&again), [""; 0], "it is known");

    let secret = "00112233445566778899aabbccddeeff";
    let mut old = Person::at(&app);
    old.cookies.push(("boxtop_guest".into(), secret.into()));
    let answer = old.send(by_tls(&old, "/me")).await;
    let lines = set_cookies(&answer);
    assert!(lines[0].starts_with(&format!("__Host-boxtop_guest={secret};")), "{lines:?}");
    assert!(lines[1].starts_with("boxtop_guest=; Path=/; Max-Age=0"), "{lines:?}");

    // A neighbouring host can set the old cookie name, but not the new one.
    let mut planted = Person::at(&app);
    planted.cookies.push(("__Host-boxtop_guest".into(), secret.into()));
    planted.cookies.push(("boxtop_guest".into(), "ff".repeat(16)));
    let answer = planted.send(by_tls(&planted, "/me")).await;
    assert!(set_cookies(&answer).iter().all(|line| !line.contains(&"ff".repeat(16))), "the planted cookie is not used");
    let plain = Person::at(&app).get("/me").await;
    assert!(set_cookies(&plain)[0].starts_with("boxtop_guest="), "without TLS a browser would refuse the prefix");
}

#[tokio::test]
async fn the_list_of_board_faults_is_limited() {
    let mut anna = Person::at(&site());
    let board: String = (0..200).map(|number| format!("nonsense_{number} = 1\n")).collect();
    let order = json!({ "game": GAME, "mode": "home", "board": board });
    let refused = anna.call(Method::POST, "/tables", order).await;
    check_details(&refused, StatusCode::UNPROCESSABLE_ENTITY, "faulty");
    let faults = refused.json()["faults"].as_array().unwrap().clone();
    assert_eq!(faults.len(), 21, "{}", refused.text);
    let last = faults[20]["what"].as_str().unwrap();
    assert!(last.starts_with("and 1") && last.ends_with(" more"), "{last}");
}
