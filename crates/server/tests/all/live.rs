//! The event stream: the whole view, then numbered changes; it can be resumed.

use super::*;
use axum::body::BodyDataStream;
use futures_util::StreamExt;
use protocol::{StreamEvent, View};

/// A browser with a stream, which applies the changes.
struct Listening {
    body: BodyDataStream,
    text: String,
    view: Option<View>,
    /// The last message, as it was sent.
    heard: Value,
}

impl Listening {
    async fn to(person: &mut Person, table: &str, since: Option<u64>, last: Option<u64>) -> Listening {
        let query = since.map_or(String::new(), |since| format!("?since={since}"));
        let mut listening = Listening::at(person, &format!("/api/v1{table}/events{query}"), last).await;
        let base: View = serde_json::from_str(&person.get_json(&format!("/api/v1{table}")).await.text).unwrap();
        listening.view = Some(base).filter(|view| last.or(since) == Some(view.version));
        listening
    }

    async fn at(person: &Person, path: &str, last: Option<u64>) -> Listening {
        let mut request = person.request(Method::GET, path);
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        let response = person.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        let body = response.into_body().into_data_stream();
        Listening { body, text: String::new(), view: None, heard: Value::Null }
    }

    /// The id of the next message and the view after it.
    async fn next(&mut self) -> (u64, Value) {
        self.next_within(PATIENCE).await.expect("a message")
    }

    /// Does no message come?
    async fn is_quiet(&mut self) -> bool {
        self.next_within(QUIET).await.is_none()
    }

    /// The same as `next`; `None` if nothing comes for this time.
    async fn next_within(&mut self, time: Duration) -> Option<(u64, Value)> {
        loop {
            if let Some((message, rest)) = self.text.split_once("\n\n") {
                let message = message.to_owned();
                self.text = rest.to_owned();
                let field = |name: &str| message.lines().find_map(|line| line.strip_prefix(name).map(str::to_owned));
                // The first words say only when to come back.
                let (Some(name), Some(data)) = (field("event: "), field("data: ")) else { continue };
                match StreamEvent::read(&name, data.as_bytes()).unwrap().unwrap() {
                    StreamEvent::View(view) => self.view = Some(*view),
                    StreamEvent::Change(change) => self.view.as_mut().unwrap().apply(*change).unwrap(),
                    _ => continue,
                }
                self.heard = json!({ name: serde_json::from_str::<Value>(&data).unwrap() });
                return Some((field("id: ").unwrap().parse().unwrap(), serde_json::to_value(&self.view).unwrap()));
            }
            let chunk = tokio::time::timeout(time, self.body.next()).await.ok()??.unwrap();
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}

#[tokio::test]
async fn a_new_listener_gets_the_whole_view_at_once_and_only_what_changes_after() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let mut stream = Listening::to(&mut anna, &table, None, None).await;
    let (id, view) = stream.next().await;
    assert_eq!((id, &view["version"], &view["log_from"]), (1, &json!(1), &json!(0)));
    assert!(stream.heard["view"].is_object());
    anna.act(&table, 1, "attack", "d6-d7").await;
    let (id, view) = stream.next().await;
    assert_eq!((id, view["log"].as_array().unwrap().len()), (2, 1));
    anna.act(&table, 2, "musketeers", "e7-e8").await;
    let (id, view) = stream.next().await;
    let log = &stream.heard["change"]["log"];
    assert_eq!((id, &log["from"], log["entries"].as_array().unwrap().len()), (3, &json!(1), 1), "only what is new");
    assert_eq!(view, anna.get_json(&format!("/api/v1{table}")).await.json(), "it gives the whole view");
    anna.command(&table, "undo", json!({ "version": 3, "key": "undo-0001", "seat": "attack" })).await;
    let (id, view) = stream.next().await;
    assert_eq!((id, &stream.heard["change"]["log"]), (4, &json!({ "from": 1 })), "and what is gone");
    assert_eq!(view["log"].as_array().unwrap().len(), 1);
    assert!(stream.is_quiet().await);
}

#[tokio::test]
async fn a_resumed_stream_gets_what_was_missed_and_nothing_twice() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    anna.act(&table, 1, "attack", "d6-d7").await;
    let mut behind = Listening::to(&mut anna, &table, Some(1), Some(1)).await;
    let (id, view) = behind.next().await;
    assert_eq!((id, view["log"].as_array().unwrap().len()), (2, 1));
    assert!(behind.heard["view"].is_object(), "changes without listeners are not made");
    let mut up_to_date = Listening::to(&mut anna, &table, Some(1), Some(2)).await;
    assert!(up_to_date.is_quiet().await, "the header overrides the query");
    let mut page = Listening::to(&mut anna, &table, Some(2), None).await;
    assert!(page.is_quiet().await);
    anna.act(&table, 2, "musketeers", "e7-e8").await;
    for stream in [&mut behind, &mut up_to_date, &mut page] {
        let (id, _) = stream.next().await;
        assert_eq!((id, &stream.heard["change"]["log"]["from"]), (3, &json!(1)));
    }
    let mut again = Listening::at(&anna, &format!("/api/v1{table}/events"), Some(2)).await;
    assert_eq!(again.body.next().await.unwrap().unwrap(), "retry: 500\n\n", "a browser comes back soon");
    let chunk = again.body.next().await.unwrap().unwrap();
    assert!(chunk.starts_with(b"event: change\nid: 3\n"), "a short gap is filled by the changes");
}

#[tokio::test]
async fn two_browsers_stay_in_step_and_each_gets_its_own_legal_moves() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack" })).await;
    bert.get(&table).await;
    let mut hers = Listening::to(&mut anna, &table, Some(1), None).await;
    bert.form(&format!("{table}/sit"), "seat=musketeers").await;
    let mut his = Listening::to(&mut bert, &table, None, None).await;
    let ((_, hers_view), (_, his_view)) = (hers.next().await, his.next().await);
    assert_eq!(moves(&hers_view).len(), 2);
    assert_eq!(his_view["legal_moves"], json!([]));
    anna.act(&table, 2, "attack", "d6-d7").await;
    let ((a, hers_view), (b, his_view)) = (hers.next().await, his.next().await);
    assert_eq!((a, b), (3, 3));
    assert_eq!(hers_view["tokens"], his_view["tokens"]);
    assert_eq!(hers_view["legal_moves"], json!([]));
    assert!(!moves(&his_view).is_empty());
}

#[tokio::test]
async fn a_stream_ends_with_a_time_to_come_back_when_the_site_closes() {
    let site = boxtop_server::Site::new(Arc::new(Memory::new()));
    let mut anna = Person::at(&boxtop_server::app(site.clone()));
    let table = anna.open(json!({})).await;
    let mut stream = Listening::to(&mut anna, &table, Some(1), None).await;
    site.close();
    let end = async {
        let mut last = None;
        while let Some(chunk) = stream.body.next().await {
            last = Some(chunk.expect("text"));
        }
        last.expect("a last chunk")
    };
    let last = tokio::time::timeout(PATIENCE, end).await.expect("the stream ends");
    let last = std::str::from_utf8(&last).unwrap();
    let retry: u64 = last.strip_prefix("retry: ").and_then(|rest| rest.trim_end().parse().ok()).expect(last);
    assert!((250..1_250).contains(&retry), "{retry}");
}

#[tokio::test]
async fn unused_matches_are_dropped_from_memory_and_those_with_a_listener_stay() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let mut stream = Listening::to(&mut anna, &table, Some(1), None).await;
    for _ in 0..600 {
        let other = anna.open(json!({})).await;
        anna.get_json(&format!("/api/v1{other}/why?seat=attack&action=d6-d7")).await;
    }
    anna.act(&table, 1, "attack", "d6-d7").await;
    assert_eq!(stream.next().await.0, 2);
}

#[tokio::test]
async fn only_the_seat_to_act_gets_legal_moves_and_long_lists_are_fetched_separately() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "game": "conflict", "players": 2 })).await;
    bert.get(&table).await;
    let view = anna.thrown(&table).await;
    let (list, path) = (&view["legal_moves"][0], format!("/api/v1{table}/legal-moves"));
    let count = list["count"].as_u64().unwrap();
    let seat = list["seat"].as_str().unwrap();
    let all = anna.get_json(&format!("{path}?seat={seat}")).await.json();
    assert_eq!((all["version"].clone(), all["legal_moves"]["count"].as_u64()), (view["version"].clone(), Some(count)));
    let listed = all["legal_moves"]["moves"].as_array().unwrap();
    assert_eq!(listed.len() as u64, count);
    match list["moves"].as_array() {
        Some(moves) => assert_eq!(moves, listed),
        None => assert!(count > 100, "{count} moves fit into a view"),
    }
    let part = anna.get_json(&format!("{path}?seat={seat}&from=1&limit=1")).await.json();
    assert_eq!(part["legal_moves"]["moves"][0]["action"], listed[1]["action"]);
    assert_eq!(anna.get_json(&format!("{path}?seat={seat}&limit=0")).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(bert.get_json(&format!("{path}?seat={seat}")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(bert.view(&table).await["legal_moves"], json!([]), "spectators have nothing to play");
}

/// The next number of spectators on a stream.
async fn told(stream: &mut Listening) -> u64 {
    let number = tokio::time::timeout(PATIENCE, told_before(stream, usize::MAX)).await;
    number.expect("it comes in time").expect("a number of spectators")
}

/// The same; `None` if nothing but this number of heartbeats comes.
async fn told_before(stream: &mut Listening, heartbeats: usize) -> Option<u64> {
    for _ in 0..heartbeats {
        while let Some((message, rest)) = stream.text.split_once("\n\n") {
            let spectators = message.strip_prefix("event: spectators\ndata: ").map(str::to_owned);
            stream.text = rest.to_owned();
            if let Some(count) = spectators {
                return count.parse().ok();
            }
        }
        let chunk = tokio::time::timeout(PATIENCE, stream.body.next()).await.ok()??.unwrap();
        stream.text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    None
}

#[tokio::test]
async fn spectators_are_counted_without_sending_a_view() {
    let pace = boxtop_server::Timing {
        between_actions: Duration::ZERO,
        beat: Duration::from_millis(10),
        ..Default::default()
    };
    let app = boxtop_server::app(boxtop_server::Site::with_timing(Arc::new(Memory::new()), pace));
    let mut anna = Person::at(&app);
    let [mut carl, mut dora] = [Person::at(&app), Person::at(&app)];
    let table = anna.open(json!({})).await;
    for person in [&mut carl, &mut dora] {
        person.get(&table).await;
    }
    let mut hers = Listening::to(&mut anna, &table, Some(1), None).await;
    assert_eq!(told_before(&mut hers, 30).await, None, "players are not spectators, and zero is not sent");
    let mut his = Listening::to(&mut carl, &table, Some(1), None).await;
    assert_eq!((told(&mut his).await, told(&mut hers).await), (1, 1));
    let again = Listening::to(&mut carl, &table, Some(1), None).await;
    let other = Listening::to(&mut dora, &table, Some(1), None).await;
    assert_eq!(told(&mut hers).await, 2, "a person counts once");
    drop((again, other));
    assert_eq!(told(&mut hers).await, 1);
    assert_eq!(anna.view(&table).await["version"], 1);
}
