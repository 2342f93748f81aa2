//! What the host does, as people at tables see it: bans, hidden and closed tables, removed messages, reports.

use super::*;
use boxtop_server::{Site, Timing};
use store::{Change, Changed, HostAction, Moderation, StreamId};

/// A site that follows the host, and its store.
fn hosted() -> (Router, Arc<Memory>) {
    let store = Arc::new(Memory::new());
    let timing = Timing { between_actions: Duration::ZERO, ..Timing::default() };
    let site = Site::with_timing(store.clone(), timing);
    site.follow_host();
    (boxtop_server::app(site), store)
}

/// Anna and Bert at a table of their own, Carl beside it.
async fn company(app: &Router) -> (Person, Person, Person, String) {
    let (mut anna, mut bert, mut carl) = (Person::at(app), Person::at(app), Person::at(app));
    let wanted = json!({ "mode": "friend", "side": "attack", "name": "Anna", "public": true });
    let table = anna.open(wanted).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    carl.get("/").await;
    (anna, bert, carl, table)
}

fn stream(table: &str) -> StreamId {
    StreamId::new(table.rsplit('/').next().unwrap()).unwrap()
}

async fn act(store: &dyn EventStore, action: HostAction) {
    let moderation = Box::new(Moderation { actor: "Eve".into(), action });
    assert_eq!(store.people().change(Change::Moderate(moderation)).await, Ok(Changed::Done));
}

/// Asks again until the answer is as wished.
async fn until(person: &mut Person, path: &str, wished: impl Fn(&Answer) -> bool) -> Answer {
    let since = Instant::now();
    loop {
        let answer = person.get_json(path).await;
        if wished(&answer) {
            return answer;
        }
        assert!(since.elapsed() < PATIENCE, "{path}: {} {}", answer.status, answer.text);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends until the answer has this status.
async fn until_refused(person: &mut Person, path: &str, body: Value) -> Answer {
    let since = Instant::now();
    loop {
        let answer = person.post(path, body.clone()).await;
        if answer.status == StatusCode::FORBIDDEN {
            return answer;
        }
        assert!(since.elapsed() < PATIENCE, "{path}: {} {}", answer.status, answer.text);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_banned_person_changes_nothing_and_can_still_read() {
    let (app, store) = hosted();
    let (mut anna, mut bert, _, table) = company(&app).await;
    let token = anna.token(&["play"]).await;
    let key = anna.key();
    let ban = |lasts_ms| HostAction::Ban { person: key.clone(), reason: "Insults".into(), lasts_ms };
    act(&*store, ban(None)).await;
    let answer = until_refused(&mut anna, &format!("/api/v1{table}/chat"), json!({ "text": "hi" })).await;
    check_details(&answer, StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(answer.json()["detail"], "You are banned: Insults");
    let refused = [
        (Method::POST, "/tables".to_owned(), json!({ "game": GAME, "mode": "home" })),
        (Method::POST, format!("{table}/commands"), request("resign", json!({ "seat": "attack", "version": 2 }))),
        (Method::POST, format!("{table}/reports"), json!({ "reason": "They banned me" })),
        (Method::POST, format!("{table}/branches"), json!({ "step": 0, "seats": ["me", "me"] })),
        (Method::POST, "/me/claim".to_owned(), json!({ "name": "Annabel", "password": "four random words" })),
        (Method::POST, "/me/name".to_owned(), json!({ "name": "Annabel" })),
        (Method::POST, "/me/tokens".to_owned(), json!({ "label": "x", "scopes": ["play"] })),
        (Method::POST, "/me/link".to_owned(), json!({})),
    ];
    for (method, path, body) in refused {
        assert_eq!(anna.call(method.clone(), &path, body.clone()).await.status, StatusCode::FORBIDDEN, "{path}");
        let by_token = call_with(&app, &token, method, &path, body).await;
        assert_eq!(by_token.status, StatusCode::FORBIDDEN, "{path} with a token");
    }
    for (path, form) in [("/tables", "game=three-musketeers&mode=home"), ("/me/name", "name=Annabel")] {
        assert_eq!(anna.form(path, form).await.status, StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(anna.form(&format!("{table}/sit"), "name=Annabel").await.status, StatusCode::FORBIDDEN);
    for path in ["/", "/lobby", "/me", &table] {
        assert_eq!(anna.get(path).await.status, StatusCode::OK, "{path}");
    }
    let said = bert.post(&format!("/api/v1{table}/chat"), json!({ "text": "hi" })).await;
    assert_eq!(said.status, StatusCode::OK, "nobody else is banned");
    act(&*store, ban(Some(86_400_000))).await;
    let since = Instant::now();
    let detail = async |anna: &mut Person| {
        let answer = anna.post(&format!("/api/v1{table}/chat"), json!({ "text": "hi" })).await;
        answer.json()["detail"].as_str().unwrap().to_owned()
    };
    while !detail(&mut anna).await.starts_with("You are banned until 20") {
        assert!(since.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(anna.form("/me/delete", "sure=yes").await.status, StatusCode::OK, "their data is theirs");
}

#[tokio::test]
async fn a_banned_player_is_not_present() {
    let (app, store) = hosted();
    let (mut anna, bert, _, table) = company(&app).await;
    let path = format!("/api/v1{table}/events");
    let open = |person: &Person| {
        let request = person.request(Method::GET, &path).body(Body::empty()).unwrap();
        person.app.clone().oneshot(request)
    };
    let mut stream = open(&bert).await.unwrap().into_body();
    act(&*store, HostAction::Ban { person: bert.key(), reason: "Insults".into(), lasts_ms: None }).await;
    let ended = async {
        while let Some(frame) = stream.frame().await {
            frame.unwrap();
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.expect("the stream ends");
    let mut again = open(&bert).await.unwrap().into_body();
    again.frame().await.unwrap().unwrap();
    let mut heard = open(&anna).await.unwrap().into_body();
    let mut text = String::new();
    while !text.contains("event: spectators\ndata: 1\n") {
        let frame = tokio::time::timeout(PATIENCE, heard.frame()).await.expect("an event").unwrap().unwrap();
        text.push_str(std::str::from_utf8(frame.data_ref().unwrap()).unwrap());
    }
    assert_eq!(anna.view(&table).await["phase"], "playing");
}

#[tokio::test]
async fn a_hidden_table_is_in_no_list_and_only_its_players_see_it() {
    let (app, store) = hosted();
    let (mut anna, mut carl) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna", "public": true })).await;
    let other = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna", "public": true })).await;
    let listed = |answer: &Answer, table: &str| answer.text.contains(stream(table).as_str());
    assert!(listed(&carl.get("/lobby").await, &table));
    act(&*store, HostAction::Hide { table: stream(&table) }).await;
    until(&mut carl, "/api/v1/tables", |answer| !listed(answer, &table)).await;
    for (person, path) in [(&mut carl, "/lobby"), (&mut anna, "/me/tables")] {
        let answer = person.get(path).await;
        assert!(!listed(&answer, &table) && listed(&answer, &other), "{path}");
    }
    let mine = anna.get_json("/api/v1/me/tables").await;
    assert!(!listed(&mine, &table) && listed(&mine, &other), "{}", mine.text);
    assert!(listed(&anna.get_json("/api/v1/me/export").await, &table), "their data is complete");
    for path in ["", "/record", "/check"] {
        let page = carl.get(&format!("{table}{path}")).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        assert!(page.text.contains("The host has hidden this table."), "{path}");
    }
    for path in ["", "/events", "/record", "/chat", "/luck", "/moments"] {
        let answer = carl.get_json(&format!("/api/v1{table}{path}")).await;
        check_details(&answer, StatusCode::NOT_FOUND, "missing");
    }
    let sit = carl.form(&format!("{table}/sit"), "name=Carl").await;
    assert_eq!(sit.status, StatusCode::NOT_FOUND, "nobody new sits down");
    assert_eq!(anna.get(&table).await.status, StatusCode::OK);
    assert_eq!(anna.view(&table).await["version"], 1);
    act(&*store, HostAction::Unhide { table: stream(&table) }).await;
    until(&mut carl, "/api/v1/tables", |answer| listed(answer, &table)).await;
    assert_eq!(carl.get(&table).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_closed_table_takes_nothing_more_and_its_stream_says_so_at_once() {
    let (app, store) = hosted();
    let (mut anna, mut bert, carl, table) = company(&app).await;
    let request = carl.request(Method::GET, &format!("/api/v1{table}/events?since=2")).body(Body::empty()).unwrap();
    let mut stream_of_carl = app.clone().oneshot(request).await.unwrap().into_body();
    assert!(boxtop_server::close_table(store.clone(), &stream(&table), "Eve", "Insults").await.unwrap());
    let mut text = String::new();
    let reason = "The host closed this table: Insults";
    while !(text.contains("event: closed\nid: ") && text.contains(reason)) {
        let frame = tokio::time::timeout(PATIENCE, stream_of_carl.frame()).await.expect("an event").unwrap().unwrap();
        text.push_str(std::str::from_utf8(frame.data_ref().unwrap()).unwrap());
    }
    assert!(text.contains("data: \"Insults\"\n"), "{text}");
    let view = anna.view(&table).await;
    assert_eq!((&view["phase"], &view["outcome"], &view["version"]), (&json!("over"), &Value::Null, &json!(3)));
    let refused = anna.act(&table, 3, "attack", "d6-d7").await;
    check_details(&refused, StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(refused.json()["detail"], reason);
    let said = bert.post(&format!("/api/v1{table}/chat"), json!({ "text": "why?" })).await;
    assert_eq!((said.status, &said.json()["detail"]), (StatusCode::FORBIDDEN, &json!(reason)));
    assert_eq!(bert.rematch(&table).await.status, StatusCode::FORBIDDEN);
    let report = bert.post(&format!("/api/v1{table}/reports"), json!({ "reason": "A mistake" })).await;
    assert_eq!(report.status, StatusCode::CREATED, "the host can still be told");
    let record = anna.get_json(&format!("/api/v1{table}/record")).await.json();
    assert_eq!(record["steps"].as_array().unwrap().last(), Some(&json!({ "abort": "attack", "reason": "Insults" })));
    assert!(record["seed"].is_string() && record.get("result").is_none_or(Value::is_null), "{record}");
    let again = boxtop_server::close_table(store.clone(), &stream(&table), "Eve", "Again").await.unwrap();
    assert!(!again, "it is closed already");
    assert_eq!(store.moderation().audit(0, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_finished_match_keeps_its_result_when_its_table_is_closed() {
    let (app, store) = hosted();
    let (mut anna, mut bert, _, table) = company(&app).await;
    assert_eq!(
        bert.command(&table, "resign", json!({ "seat": "musketeers", "version": 2, "key": "resign-0001" }))
            .await
            .status,
        StatusCode::OK
    );
    let before = anna.view(&table).await;
    assert!(boxtop_server::close_table(store.clone(), &stream(&table), "Eve", "Old").await.unwrap());
    until_refused(&mut anna, &format!("/api/v1{table}/chat"), json!({ "text": "hi" })).await;
    let after = anna.view(&table).await;
    assert_eq!((&after["version"], &after["outcome"]), (&before["version"], &before["outcome"]));
    assert!(!after["outcome"].is_null());
}

#[tokio::test]
async fn a_removed_message_does_not_leave_the_server_any_more() {
    let (app, store) = hosted();
    let (mut anna, mut bert, carl, table) = company(&app).await;
    let chat = format!("/api/v1{table}/chat");
    for text in ["good morning", "abominable words"] {
        bert.post(&chat, json!({ "text": text, "audience": "everyone" })).await;
    }
    let events = |chat: u64| format!("/api/v1{table}/events?since=2&chat={chat}");
    let request = carl.request(Method::GET, &events(2)).body(Body::empty()).unwrap();
    let mut stream_of_carl = app.clone().oneshot(request).await.unwrap().into_body();
    act(&*store, HostAction::RemoveMessage { table: stream(&table), number: 2 }).await;
    let mut text = String::new();
    while !text.contains("\"removed\":true") {
        let frame = tokio::time::timeout(PATIENCE, stream_of_carl.frame()).await.expect("an event").unwrap().unwrap();
        text.push_str(std::str::from_utf8(frame.data_ref().unwrap()).unwrap());
    }
    assert!(text.contains("\"name\":\"Bert\"") && text.contains("\"number\":2"), "{text}");
    assert!(text.contains("id: 2.2\n"), "a stream that goes on after it misses nothing: {text}");
    let heard = anna.get_json(&chat).await;
    let removed = &heard.json()["messages"][1];
    assert_eq!((&removed["text"], &removed["removed"], &removed["name"]), (&json!(""), &json!(true), &json!("Bert")));
    let mut everything = text + &heard.text;
    for path in [table.clone(), format!("/api/v1{table}"), format!("/api/v1{table}/record"), "/me/export".to_owned()] {
        everything += &bert.get(&path).await.text;
    }
    let request = bert.request(Method::GET, &events(0)).body(Body::empty()).unwrap();
    let mut stream_of_bert = app.clone().oneshot(request).await.unwrap().into_body();
    while everything.matches("\"removed\":true").count() < 3 {
        let frame = tokio::time::timeout(PATIENCE, stream_of_bert.frame()).await.expect("an event").unwrap().unwrap();
        everything.push_str(std::str::from_utf8(frame.data_ref().unwrap()).unwrap());
    }
    assert!(!everything.contains("abominable"), "{everything}");
    assert!(everything.contains("good morning"));
}

#[tokio::test]
async fn reports_reach_the_host_and_are_limited() {
    let (app, store) = hosted();
    let (mut anna, mut bert, mut carl, table) = company(&app).await;
    let path = format!("/api/v1{table}/reports");
    bert.post(&format!("/api/v1{table}/chat"), json!({ "text": "between us", "audience": "seats" })).await;
    let sent = anna.post(&path, json!({ "message": 1, "reason": " Rude\u{202e}\n words " })).await;
    assert_eq!((sent.status, &sent.json()["report"]), (StatusCode::CREATED, &json!(1)));
    let again = anna.post(&path, json!({ "message": 1, "reason": "Rude words" })).await;
    assert_eq!((again.status, &again.json()["report"]), (StatusCode::CREATED, &json!(1)), "the same report");
    let report = &store.moderation().reports(false).await.unwrap()[0];
    assert_eq!((report.reason.as_str(), report.message, &report.person), ("Rude words", Some(1), &anna.key()));
    let secret = carl.post(&path, json!({ "message": 1, "reason": "What is it?" })).await;
    check_details(&secret, StatusCode::NOT_FOUND, "missing");
    for (body, status) in [
        (json!({ "reason": "x".repeat(1_001) }), StatusCode::UNPROCESSABLE_ENTITY),
        (json!({ "reason": " " }), StatusCode::UNPROCESSABLE_ENTITY),
        (json!({ "reason": "x", "message": 7 }), StatusCode::NOT_FOUND),
        (json!({ "message": 1 }), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        let answer = anna.post(&path, body.clone()).await;
        assert!(answer.status == status || answer.status == StatusCode::BAD_REQUEST, "{body}: {}", answer.status);
    }
    for number in 2..=store::MOST_REPORTS {
        let answer = anna.post(&path, json!({ "reason": format!("number {number}") })).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{number}");
    }
    let too_many = anna.post(&path, json!({ "reason": "one more" })).await;
    check_details(&too_many, StatusCode::UNPROCESSABLE_ENTITY, "refused");
    assert_eq!(carl.post(&path, json!({ "reason": "spectators can, too" })).await.status, StatusCode::CREATED);
    assert_eq!(
        carl.post("/api/v1/tables/nothing/reports", json!({ "reason": "x" })).await.status,
        StatusCode::NOT_FOUND
    );
}
