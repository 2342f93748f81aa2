//! Chat: escaping, length, audience, and independence of the match.

use super::*;

async fn say(person: &mut Person, table: &str, text: &str, audience: &str) -> Answer {
    let sent =
        if audience.is_empty() { json!({ "text": text }) } else { json!({ "text": text, "audience": audience }) };
    person.post(&format!("/api/v1{table}/chat"), sent).await
}

async fn heard(person: &mut Person, table: &str) -> Vec<String> {
    let answer = person.get_json(&format!("/api/v1{table}/chat")).await;
    let messages = answer.json()["messages"].as_array().unwrap().clone();
    messages.iter().map(|message| message["text"].as_str().unwrap().to_owned()).collect()
}

async fn two_and_a_watcher() -> (Person, Person, Person, String) {
    let app = site();
    let (mut anna, mut bert, mut carl) = (Person::at(&app), Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna" })).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    carl.get("/").await;
    (anna, bert, carl, table)
}

#[tokio::test]
async fn messages_reach_only_their_audience() {
    let (mut anna, mut bert, mut carl, table) = two_and_a_watcher().await;
    assert_eq!(say(&mut anna, &table, "just us", "seats").await.status, StatusCode::OK);
    assert_eq!(say(&mut bert, &table, "hello all", "everyone").await.status, StatusCode::OK);
    assert_eq!(say(&mut carl, &table, "nice game", "everyone").await.status, StatusCode::OK);
    assert_eq!(say(&mut carl, &table, "psst", "seats").await.status, StatusCode::FORBIDDEN);
    assert_eq!(heard(&mut bert, &table).await, ["just us", "hello all", "nice game"]);
    assert_eq!(heard(&mut carl, &table).await, ["hello all", "nice game"]);
    let mine = anna.get_json(&format!("/api/v1{table}/chat?after=2")).await.json();
    assert_eq!(mine["messages"][0]["number"], 3);
    let first = anna.get_json(&format!("/api/v1{table}/chat?limit=1")).await.json();
    assert_eq!((&first["messages"][0]["mine"], &first["messages"][0]["seats"]), (&json!(true), &json!(["attack"])));
    assert_eq!(first["next"], 1);
    assert_eq!(anna.view(&table).await["version"], 2, "the match has not changed");
}

#[tokio::test]
async fn messages_are_cleaned_and_limited() {
    let (mut anna, _, _, table) = two_and_a_watcher().await;
    let said = say(&mut anna, &table, "<script>\u{202e}alert(1)</script>\u{0}\n ok", "everyone").await;
    assert_eq!(said.json()["text"], "<script>alert(1)</script> ok", "stored as typed, escaped when shown");
    assert_eq!(said.headers[header::CONTENT_TYPE], "application/json");
    assert_eq!(said.headers["x-content-type-options"], "nosniff");
    let page = anna.get(&table).await;
    assert!(!page.text.contains("<script>alert"), "no page has it as markup");
    assert_eq!(say(&mut anna, &table, &"x".repeat(300), "").await.status, StatusCode::OK);
    assert_eq!(say(&mut anna, &table, &"x".repeat(301), "").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(say(&mut anna, &table, " \u{200b} ", "").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(say(&mut anna, "/tables/nothing", "x", "").await.status, StatusCode::NOT_FOUND);
}

/// Opens a stream.
async fn listen(person: &Person, path: &str, last: Option<&str>) -> Body {
    let mut request = person.request(Method::GET, path);
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    person.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().into_body()
}

/// At least this number of events of a stream, and more until nothing comes: kind, id, data.
async fn events(person: &Person, path: &str, last: Option<&str>, least: usize) -> Vec<(String, String, Value)> {
    told(listen(person, path, last).await, least).await
}

async fn told(mut body: Body, least: usize) -> Vec<(String, String, Value)> {
    let mut text = String::new();
    loop {
        let heard = read(&text);
        let time = if heard.len() < least { PATIENCE } else { QUIET };
        match tokio::time::timeout(time, body.frame()).await {
            Ok(Some(Ok(frame))) => text.push_str(std::str::from_utf8(frame.data_ref().unwrap()).unwrap()),
            _ => return heard,
        }
    }
}

/// The complete events in the text of a stream.
fn read(text: &str) -> Vec<(String, String, Value)> {
    let event = |message: &str| {
        let field = |name: &str| message.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("").to_owned();
        (field("event: "), field("id: "), serde_json::from_str(&field("data: ")).unwrap())
    };
    // Spectator counts are tested elsewhere.
    let talk = |(kind, ..): &(String, String, Value)| kind != "spectators";
    let complete = text.rsplit_once("\n\n").map_or("", |(complete, _)| complete);
    complete.split("\n\n").filter(|message| message.starts_with("event: ")).map(event).filter(talk).collect()
}

#[tokio::test]
async fn the_stream_sends_messages_with_their_own_numbers() {
    let (mut anna, bert, carl, table) = two_and_a_watcher().await;
    say(&mut anna, &table, "one", "seats").await;
    say(&mut anna, &table, "two", "everyone").await;
    let path = format!("/api/v1{table}/events?since=2&chat=0");
    let kinds = |events: &[(String, String, Value)]| {
        events.iter().map(|(kind, id, data)| format!("{kind} {id} {}", data["text"])).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&events(&bert, &path, None, 2).await), ["chat 2.1 \"one\"", "chat 2.2 \"two\""]);
    assert_eq!(kinds(&events(&carl, &path, None, 1).await), ["chat 2.2 \"two\""]);
    assert_eq!(
        kinds(&events(&bert, &path, Some("2.1"), 1).await),
        ["chat 2.2 \"two\""],
        "resumed after the last message"
    );
    assert!(events(&bert, &path, Some("2.2"), 0).await.is_empty());
    assert!(
        events(&bert, &format!("/api/v1{table}/events?since=2"), None, 0).await.is_empty(),
        "earlier messages are sent only on request"
    );
    anna.act(&table, 2, "attack", "d6-d7").await;
    let after = events(&bert, &path, Some("2.2"), 1).await;
    assert_eq!((after.len(), after[0].0.as_str(), after[0].1.as_str()), (1, "view", "3.2"));
}

#[tokio::test]
async fn a_stream_gets_messages_at_once() {
    let (mut anna, bert, _, table) = two_and_a_watcher().await;
    let body = listen(&bert, &format!("/api/v1{table}/events?since=2"), None).await;
    say(&mut anna, &table, "now", "everyone").await;
    let heard = told(body, 1).await;
    assert_eq!((heard.len(), heard[0].0.as_str(), &heard[0].2["text"]), (1, "chat", &json!("now")));
    assert!(!heard[0].2.to_string().contains(&anna.key()[..16]), "nobody's key is in it");
}

#[tokio::test]
async fn a_message_sent_again_with_its_key_appears_once() {
    let (mut anna, mut bert, _, table) = two_and_a_watcher().await;
    let path = format!("/api/v1{table}/chat");
    let message = json!({ "text": "once", "audience": "everyone", "key": "chat-0001" });
    let (first, again) = (anna.post(&path, message.clone()).await, anna.post(&path, message.clone()).await);
    assert_eq!((first.status, first.json()), (again.status, again.json()));
    let other = anna.post(&path, json!({ "text": "another", "key": "chat-0001" })).await;
    assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(bert.post(&path, message).await.json()["number"], 2, "keys are per person");
    assert_eq!(heard(&mut anna, &table).await.len(), 2);
}
