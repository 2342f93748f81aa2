//! The stream: the latest view, numbered, resumed where it was left.

use super::*;
use axum::body::BodyDataStream;
use futures_util::StreamExt;

/// A browser listening.
struct Listening {
    body: BodyDataStream,
    text: String,
}

impl Listening {
    async fn to(person: &Person, table: &str, since: Option<u64>, last: Option<u64>) -> Listening {
        let query = since.map_or(String::new(), |since| format!("?since={since}"));
        Listening::at(person, &format!("/api/v1{table}/events{query}"), last).await
    }

    async fn at(person: &Person, path: &str, last: Option<u64>) -> Listening {
        let mut request = person.request(Method::GET, path);
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        let response = person.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        Listening { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// The next message's id and view; `None` when nothing comes.
    async fn next(&mut self) -> Option<(u64, Value)> {
        loop {
            if let Some((message, rest)) = self.text.split_once("\n\n") {
                let message = message.to_owned();
                self.text = rest.to_owned();
                let field = |name: &str| message.lines().find_map(|line| line.strip_prefix(name).map(str::to_owned));
                if field("event: ").as_deref() == Some("view") {
                    let view = serde_json::from_str(&field("data: ").unwrap()).unwrap();
                    return Some((field("id: ").unwrap().parse().unwrap(), view));
                }
                continue;
            }
            let chunk = tokio::time::timeout(Duration::from_millis(250), self.body.next()).await.ok()??.unwrap();
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}

#[tokio::test]
async fn a_new_listener_gets_the_view_at_once_and_every_change_after() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let mut stream = Listening::to(&anna, &table, None, None).await;
    let (id, view) = stream.next().await.unwrap();
    assert_eq!((id, &view["version"], &view["log_from"]), (1, &json!(1), &json!(0)));
    anna.act(&table, 1, "attack", "d6-d7").await;
    let (id, view) = stream.next().await.unwrap();
    assert_eq!((id, &view["log_from"], view["log"].as_array().unwrap().len()), (2, &json!(0), 1));
    anna.act(&table, 2, "musketeers", "e7-e8").await;
    let (id, view) = stream.next().await.unwrap();
    assert_eq!((id, &view["log_from"], view["log"].as_array().unwrap().len()), (3, &json!(1), 1), "only what is new");
    anna.command(&table, "undo", json!({ "version": 3, "key": "undo-0001", "seat": "attack" })).await;
    let (id, view) = stream.next().await.unwrap();
    assert_eq!((id, &view["log_from"], view["log"].as_array().unwrap().len()), (4, &json!(1), 0), "and what is gone");
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn who_comes_back_gets_what_was_missed_and_nothing_twice() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    anna.act(&table, 1, "attack", "d6-d7").await;
    let mut behind = Listening::to(&anna, &table, Some(1), Some(1)).await;
    let (id, view) = behind.next().await.unwrap();
    assert_eq!((id, view["log"].as_array().unwrap().len()), (2, 1));
    let mut up_to_date = Listening::to(&anna, &table, Some(1), Some(2)).await;
    assert!(up_to_date.next().await.is_none(), "the header counts, not the address of the first time");
    let mut page = Listening::to(&anna, &table, Some(2), None).await;
    assert!(page.next().await.is_none());
    anna.act(&table, 2, "musketeers", "e7-e8").await;
    for stream in [&mut behind, &mut up_to_date, &mut page] {
        let (id, view) = stream.next().await.unwrap();
        assert_eq!((id, &view["log_from"]), (3, &json!(1)));
    }
}

#[tokio::test]
async fn two_browsers_stay_in_step_and_each_gets_its_own_offers() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack" })).await;
    bert.get(&table).await;
    let mut hers = Listening::to(&anna, &table, Some(1), None).await;
    bert.form(&format!("{table}/sit"), "seat=musketeers").await;
    let mut his = Listening::to(&bert, &table, None, None).await;
    let ((_, hers_view), (_, his_view)) = (hers.next().await.unwrap(), his.next().await.unwrap());
    assert_eq!(hers_view["offers"].as_array().unwrap().len(), 2);
    assert_eq!(his_view["offers"], json!([]));
    anna.act(&table, 2, "attack", "d6-d7").await;
    let ((a, hers_view), (b, his_view)) = (hers.next().await.unwrap(), his.next().await.unwrap());
    assert_eq!((a, b), (3, 3));
    assert_eq!(hers_view["tokens"], his_view["tokens"]);
    assert_eq!(hers_view["offers"], json!([]));
    assert!(!his_view["offers"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_stream_ends_when_the_site_closes() {
    let site = boxtop_server::Site::new(Arc::new(Memory::new()));
    let mut anna = Person::at(&boxtop_server::app(site.clone()));
    let table = anna.open(json!({})).await;
    let mut stream = Listening::to(&anna, &table, Some(1), None).await;
    site.close();
    let end = tokio::time::timeout(Duration::from_secs(2), stream.body.next()).await.unwrap();
    assert!(end.is_none());
}

#[tokio::test]
async fn empty_rooms_are_cleared_away_and_a_room_with_a_listener_stays() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let mut stream = Listening::to(&anna, &table, Some(1), None).await;
    for _ in 0..600 {
        let other = anna.open(json!({})).await;
        anna.get_json(&format!("/api/v1{other}/why?seat=attack&action=d6-d7")).await;
    }
    anna.act(&table, 1, "attack", "d6-d7").await;
    assert_eq!(stream.next().await.unwrap().0, 2);
}

/// An offer of a row, as the page reads it.
fn in_full(row: &Value, said: &Value) -> Value {
    let word = |at: usize| row[at].as_u64().map(|number| said[number as usize].clone());
    let list = |at: usize| row[at].as_str().unwrap().split(',').filter(|id| !id.is_empty()).collect::<Vec<_>>();
    let mut offer = json!({
        "seat": word(4), "action": row[0], "steps": list(2), "label": row[1], "rules": word(5), "path": list(3),
        "tone": word(6),
    });
    if !row[7].is_null() {
        offer["die"] = row[7].clone();
    }
    if let Some(kind) = word(8) {
        offer["kind"] = kind;
    }
    offer
}

#[tokio::test]
async fn offers_in_short_say_the_same_in_fewer_bytes() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({ "game": "conflict", "players": 2 })).await;
    anna.thrown(&table).await;
    let full = Listening::at(&anna, &format!("/api/v1{table}/events"), None).await.next().await.unwrap().1;
    let short =
        Listening::at(&anna, &format!("/api/v1{table}/events?offers=short"), None).await.next().await.unwrap().1;
    let rows = short["offers"]["rows"].as_array().unwrap();
    let read: Vec<Value> = rows.iter().map(|row| in_full(row, &short["offers"]["said"])).collect();
    assert!(!read.is_empty());
    assert_eq!(Value::from(read), full["offers"], "nothing is lost");
    let size = |view: &Value| view["offers"].to_string().len();
    assert!(size(&short) * 100 < size(&full) * 60, "{} of {} bytes", size(&short), size(&full));
}

/// The next number of watchers that a stream tells; `None` when it only beats.
async fn told(stream: &mut Listening) -> Option<u64> {
    for _ in 0..30 {
        while let Some((message, rest)) = stream.text.split_once("\n\n") {
            let watching = message.strip_prefix("event: watching\ndata: ").map(str::to_owned);
            stream.text = rest.to_owned();
            if let Some(count) = watching {
                return count.parse().ok();
            }
        }
        let chunk = tokio::time::timeout(Duration::from_millis(500), stream.body.next()).await.ok()??.unwrap();
        stream.text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    None
}

#[tokio::test]
async fn who_watches_is_counted_and_nobody_is_sent_a_view_for_it() {
    let pace = boxtop_server::Pace { between_actions: Duration::ZERO, beat: Duration::from_millis(10) };
    let app = boxtop_server::app(boxtop_server::Site::with_pace(Arc::new(Memory::new()), pace));
    let mut anna = Person::at(&app);
    let [mut carl, mut dora] = [Person::at(&app), Person::at(&app)];
    let table = anna.open(json!({})).await;
    for person in [&mut carl, &mut dora] {
        person.get(&table).await;
    }
    let mut hers = Listening::to(&anna, &table, Some(1), None).await;
    assert_eq!(told(&mut hers).await, None, "who plays does not watch, and nothing is said of nobody");
    let mut his = Listening::to(&carl, &table, Some(1), None).await;
    assert_eq!((told(&mut his).await, told(&mut hers).await), (Some(1), Some(1)));
    let again = Listening::to(&carl, &table, Some(1), None).await;
    let other = Listening::to(&dora, &table, Some(1), None).await;
    assert_eq!(told(&mut hers).await, Some(2), "a person counts once");
    drop((again, other));
    assert_eq!(told(&mut hers).await, Some(1));
    assert_eq!(anna.view(&table).await["version"], 1);
}
