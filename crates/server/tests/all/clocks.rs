//! Clocks: display, running out, and restarts.

use super::*;
use boxtop_server::{Site, Timing};
use store::{Append, StreamId, Version};

fn timed(store: &Arc<dyn EventStore>) -> Router {
    let pace = Timing { between_actions: Duration::ZERO, beat: Duration::from_secs(60), ..Default::default() };
    let site = Site::with_timing(store.clone(), pace);
    site.keep_time();
    boxtop_server::app(site)
}

#[tokio::test]
async fn a_timed_table_shows_its_clocks_and_a_bad_time_control_is_a_fault() {
    let mut anna = Person::at(&site());
    let order = json!({ "mode": "home", "pace": { "kind": "clock", "initial": 60, "increment": 2 } });
    let table = anna.open(order).await;
    let clocks = anna.view(&table).await["clocks"].clone();
    assert_eq!(clocks["pace"]["kind"], "clock");
    assert_eq!((&clocks["left"], &clocks["running"]), (&json!([60_000, 60_000]), &json!(["attack"])));
    let form = anna.form("/tables", "game=three-musketeers&mode=home&pace=clock&minutes=3&increment=1").await;
    let view = anna.view(&form.location()).await;
    assert_eq!(view["clocks"]["pace"]["initial"], 180);
    let untimed = anna.open(json!({})).await;
    assert_eq!(anna.view(&untimed).await["clocks"], Value::Null);
}

#[tokio::test]
async fn a_flag_falls_even_when_the_time_ran_out_while_the_server_was_down() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({ "mode": "home", "pace": { "kind": "days", "days": 1 } })).await;
    let id = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    // The same match, opened three days ago, on another server.
    let stored = store.read(&id, Version::NONE).await.unwrap();
    let mut opened: Value = serde_json::from_str(&stored[0].body).unwrap();
    let at = opened["at"].as_i64().unwrap();
    opened["at"] = (at - 3 * 24 * 60 * 60 * 1000).into();
    let came = json!({ "at": opened["at"], "event": "arrived", "seat": "attack" });
    let other: Arc<dyn EventStore> = Arc::new(Memory::new());
    let entry = store.list(store::Filter::default()).await.unwrap().remove(0).entry;
    assert!(entry.owners.contains(&"timed".to_owned()));
    let append = Append {
        stream: id,
        expected: Version::NONE,
        key: None,
        events: vec![opened.to_string(), came.to_string()],
        entry,
    };
    other.append(append).await.unwrap();
    let mut late = Person { app: timed(&other), cookies: anna.cookies.clone() };
    let view = late.wait(&table, |view| view["phase"] == "over").await;
    assert!(view["verdict"]["text"].as_str().unwrap().to_lowercase().contains("time"), "{}", view["verdict"]);
}

/// The time left after the first move of a match with a clock that was opened ten seconds ago, and how long that may
/// have taken in addition on a busy machine, in milliseconds.
async fn left_after(held: Option<i64>) -> (i64, i64) {
    let begun = Instant::now();
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({ "pace": { "kind": "clock", "initial": 60, "increment": 0 } })).await;
    let id = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    let stored = store.read(&id, Version::NONE).await.unwrap();
    let mut opened: Value = serde_json::from_str(&stored[0].body).unwrap();
    opened["at"] = (opened["at"].as_i64().unwrap() - 10_000).into();
    let came = json!({ "at": opened["at"], "event": "arrived", "seat": "attack" });
    let other: Arc<dyn EventStore> = Arc::new(Memory::new());
    let entry = store.list(store::Filter::default()).await.unwrap().remove(0).entry;
    let append = Append {
        stream: id,
        expected: Version::NONE,
        key: None,
        events: vec![opened.to_string(), came.to_string()],
        entry,
    };
    other.append(append).await.unwrap();
    let mut anna = Person { app: site_on(other), cookies: anna.cookies.clone() };
    let mut body = json!({ "version": 2, "key": "first-move", "seat": "attack", "action": "d6-d7" });
    if let Some(held) = held {
        body["held"] = held.into();
    }
    let answer = anna.command(&table, "play", body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let late = i64::try_from(begun.elapsed().as_millis()).unwrap() + 1;
    (anna.view(&table).await["clocks"]["left"][0].as_i64().unwrap(), late)
}

#[tokio::test]
async fn network_lag_is_forgiven_up_to_a_limit() {
    let (honest, late) = left_after(Some(9_800)).await;
    assert!((50_200 - late..=50_200).contains(&honest), "thinking time counts, whatever the lag: {honest}, {late}");
    assert!(left_after(None).await.0 <= 50_000, "without `held` no lag is forgiven");
    let (cheat, late) = left_after(Some(0)).await;
    let gain = "claiming no thinking time gains no more than the limit";
    assert!((50_000 - late..=50_500).contains(&cheat), "{gain}: {cheat}, {late}");
    assert!(left_after(Some(4_000_000_000)).await.0 <= 50_000, "nobody pays for more than they thought");
}
