//! Throws: who throws, the odds, and never two throws for one click.

use super::*;

pub(crate) const MARINES: &str = "fighting-marines";

fn throw(version: u64, seat: &str, key: &str) -> Value {
    json!({ "version": version, "key": key, "seat": seat })
}

#[tokio::test]
async fn the_person_whose_throw_it_is_throws_once_for_one_click() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({ "game": MARINES })).await;
    let view = anna.view(&table).await;
    assert_eq!(view["chance"], json!({ "thrower": "red", "mine": true, "forced": true }));
    assert_eq!((&view["throw"], &view["turned"], &view["mood"]), (&Value::Null, &json!(0), &Value::Null));
    let wrong = anna.command(&table, "throw", throw(1, "black", "throw-0001")).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(wrong.json()["instead"], "Now Red throws.");
    for _ in 0..3 {
        let done = anna.command(&table, "throw", throw(1, "red", "throw-0002")).await;
        assert_eq!((done.status, &done.json()["version"]), (StatusCode::OK, &json!(2)), "{}", done.text);
    }
    let view = anna.view(&table).await;
    assert_eq!((&view["version"], &view["chance"]["thrower"]), (&json!(2), &json!("black")), "one click, one throw");
    assert_eq!((&view["throw"]["kind"], view["throw"]["pips"].as_array().unwrap().len()), (&json!("dice"), 2));
    let late = anna.command(&table, "throw", throw(1, "black", "throw-0003")).await;
    assert_eq!(late.status, StatusCode::CONFLICT, "a throw needs the current version");
}

#[tokio::test]
async fn the_prospects_of_a_throw_list_all_outcomes_with_their_odds() {
    let app = site();
    let mut anna = Person::at(&app);
    let table = anna.open(json!({ "game": MARINES })).await;
    let answer = anna.get_json(&format!("/api/v1{table}/prospects?seat=green")).await.json();
    let prospects = answer["prospects"].as_array().unwrap();
    assert_eq!((&answer["version"], prospects.len()), (&json!(1), 11));
    let sum: f64 = prospects.iter().map(|prospect| prospect["p"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(prospects.iter().all(|prospect| prospect["ends"].is_array() && prospect["lines"].is_array()));
    let stranger = Person::at(&app).get_json(&format!("/api/v1{table}/prospects?seat=green")).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
    let still = anna.open(json!({})).await;
    assert_eq!(anna.get_json(&format!("/api/v1{still}/prospects?seat=attack")).await.json()["prospects"], json!([]));
}

#[tokio::test]
async fn the_shares_of_a_draw_of_three_are_exact_in_the_view_and_in_the_record() {
    let mut anna = Person::at(&site());
    let wanted = json!({ "game": "hit-the-beach", "players": 3, "mode": "home", "options": { "throw_limit": 1 } });
    let table = anna.open(wanted).await;
    let view = anna.thrown(&table).await;
    assert_eq!(view["outcome"], json!([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]));
    let said = view["verdict"]["text"].as_str().unwrap();
    assert_eq!(said, "1 throw has been made, and nobody has reached the objective: it is a draw.");
    let record = anna.get_json(&format!("{table}/record")).await.json();
    assert_eq!(record["result"]["shares"], view["outcome"]);
}
