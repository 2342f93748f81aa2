//! Mistakes of a match that is over, as exercises.

use super::analyses::analysed;
use super::*;
use boxtop_server::{Site, Timing, app};

/// A match of one person on both sides who always plays the last legal move, and its analysis.
async fn careless(anna: &mut Person) -> (String, Value) {
    let table = anna.open(json!({})).await;
    for _ in 0..30 {
        let view = anna.view(&table).await;
        let listed = moves(&view);
        let Some(last) = listed.last() else { break };
        let seat = view["turn"][0].as_str().unwrap().to_owned();
        let done = anna.act(&table, view["version"].as_u64().unwrap(), &seat, last["action"].as_str().unwrap()).await;
        assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    }
    let view = anna.view(&table).await;
    if view["phase"] == "playing" {
        let resign = json!({ "version": view["version"], "key": "resign-01", "seat": "attack" });
        assert_eq!(anna.command(&table, "resign", resign).await.status, StatusCode::OK);
    }
    let found = analysed(anna, &format!("{table}/analysis")).await["analysis"].take();
    (table, found)
}

fn quick() -> Router {
    let timing = Timing { between_actions: Duration::ZERO, analysis_divisor: 200, ..Timing::default() };
    app(Site::with_timing(Arc::new(Memory::new()), timing))
}

/// The first mistake of an analysis: its step, the action that was played, and the best one.
fn first(found: &Value) -> (u64, String, String) {
    let steps = found["steps"].as_array().unwrap();
    let step = steps.iter().find(|step| step["decision"]["verdict"].is_string()).expect("a careless player errs");
    let best = step["decision"]["alternatives"][0]["notation"].as_str().unwrap();
    (step["step"].as_u64().unwrap(), step["notation"].as_str().unwrap().to_owned(), best.to_owned())
}

#[tokio::test]
async fn a_mistake_is_an_exercise_that_does_not_give_its_solution_away() {
    let mut anna = Person::at(&quick());
    let (table, found) = careless(&mut anna).await;
    let (step, played, best) = first(&found);
    let page = anna.get(&format!("{table}/mistakes/{step}")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    for word in ["judged\":", "\"loss\"", "\"line\":[", "\"reason\""] {
        assert!(!page.text.contains(word), "{word}");
    }
    let path = format!("{table}/mistakes/{step}/attempts");
    let tried = anna.call(Method::POST, &path, json!({ "action": played })).await.json();
    assert_eq!((&tried["mark"], &tried["solution"]), (&json!("weaker"), &Value::Null), "{tried}");
    let refused = anna.call(Method::POST, &path, json!({ "action": "a1-z9" })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    let right = anna.call(Method::POST, &path, json!({ "action": best })).await.json();
    assert_eq!((&right["mark"], &right["solution"]["line"][0]), (&json!("best"), &json!(best)), "{right}");
    let shown = anna.call(Method::POST, &format!("{table}/mistakes/{step}/solution"), Value::Null).await.json();
    assert_eq!(shown, right["solution"]);
}

#[tokio::test]
async fn there_are_no_mistakes_at_other_steps_and_in_running_matches() {
    let mut anna = Person::at(&quick());
    let (table, found) = careless(&mut anna).await;
    let steps = found["steps"].as_array().unwrap();
    let fine = steps.iter().find(|step| step["decision"]["verdict"].is_null()).expect("a good move")["step"].clone();
    for step in [fine, json!(0), json!(5000)] {
        let missing = anna.call(Method::POST, &format!("{table}/mistakes/{step}/solution"), Value::Null).await;
        check_details(&missing, StatusCode::NOT_FOUND, "missing");
    }
    let running = anna.open(json!({})).await;
    let refused = anna.call(Method::POST, &format!("{running}/mistakes/1/solution"), Value::Null).await;
    check_details(&refused, StatusCode::UNPROCESSABLE_ENTITY, "refused");
    assert_eq!(anna.get(&format!("{running}/mistakes/1")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_mistake_of_an_uploaded_record_is_the_same_exercise() {
    let mut anna = Person::at(&quick());
    let (table, found) = careless(&mut anna).await;
    let (step, _, best) = first(&found);
    let record: Value = serde_json::from_str(&anna.get(&format!("{table}/record")).await.text).unwrap();
    let uploaded = anna.call(Method::POST, "/analyses", record).await.json();
    let id = uploaded["id"].as_str().expect("an id");
    analysed(&mut anna, &format!("/analyses/{id}")).await;
    let path = format!("/analyses/{id}/mistakes/{step}/attempts");
    assert_eq!(anna.call(Method::POST, &path, json!({ "action": best })).await.json()["mark"], "best");
    assert_eq!(anna.get(&format!("/analysis/{id}/mistakes/{step}")).await.status, StatusCode::OK);
}
