//! Resigning: at any moment, once, and only by players who are still in the match.

use super::*;

const BEACH: &str = "hit-the-beach";

fn resigning(version: u64, key: &str, seat: &str) -> Value {
    json!({ "version": version, "key": key, "seat": seat })
}

/// Two people and a computer, in the order of the seats.
async fn two_and_a_computer(app: &Router) -> (Person, Person, String) {
    let (mut anna, mut bert) = (Person::at(app), Person::at(app));
    let table =
        anna.open(json!({ "game": BEACH, "mode": "seats", "players": 3, "seats": ["me", "open", "private"] })).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    (anna, bert, table)
}

#[tokio::test]
async fn resigning_does_not_need_the_newest_version() {
    for seen in [1, 0, 9_999_999, u64::MAX] {
        let mut anna = Person::at(&site());
        let order = json!({ "game": BEACH, "mode": "seats", "players": 3, "seats": ["me", "private", "private"] });
        let table = anna.open(order).await;
        // The computers throw and move as soon as it is their turn.
        let view = anna.view(&table).await;
        let thrower = view["chance"]["thrower"].as_str().unwrap();
        let throw = json!({ "version": view["version"], "key": "throw-0001", "seat": thrower });
        assert_eq!(anna.command(&table, "throw", throw).await.status, StatusCode::OK);
        let answer = anna.command(&table, "resign", resigning(seen, "resign-01", "red")).await;
        assert_eq!(answer.status, StatusCode::OK, "having seen {seen}: {}", answer.text);
        let view = anna.view(&table).await;
        assert_eq!((&view["phase"], &view["outcome"]), (&json!("over"), &json!([0.0, 0.5, 0.5])));
        let late = anna.command(&table, "resign", resigning(seen, "resign-02", "red")).await;
        assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY, "it is over, and that is said: {}", late.text);
    }
}

#[tokio::test]
async fn resigning_again_with_the_same_key_is_the_same_request() {
    let (mut anna, mut bert, table) = two_and_a_computer(&site()).await;
    let first = anna.command(&table, "resign", resigning(1, "resign-01", "red")).await;
    assert_eq!((first.status, &first.json()["repeated"]), (StatusCode::OK, &json!(false)), "{}", first.text);
    let seats = bert.view(&table).await["seats"].clone();
    assert_eq!((&seats[0]["kind"], &seats[1]["kind"]), (&json!("computer"), &json!("person")), "the others play on");
    for _ in 0..2 {
        let again = anna.command(&table, "resign", resigning(1, "resign-01", "red")).await;
        assert_eq!((again.status, &again.json()["repeated"]), (StatusCode::OK, &json!(true)), "{}", again.text);
        assert_eq!(again.json()["version"], first.json()["version"]);
    }
    let other = anna.command(&table, "resign", resigning(1, "resign-02", "red")).await;
    assert_eq!(other.status, StatusCode::FORBIDDEN, "the seat is no longer Anna's");
    assert_eq!(bert.view(&table).await["phase"], "playing");
}

/// A position of Conflict in which Orange has been retired by Red.
fn without_orange() -> Value {
    let config = kernel::dynamic::MatchConfig { players: 3, ..Default::default() };
    let mut position = catalog::game("conflict").unwrap().open(&config).unwrap().position(kernel::Viewer::Referee);
    let force = position["pieces"]["orange"].clone();
    let waiting = ["home", "reserve"].map(|place| force[place].as_array().cloned().unwrap_or_default()).concat();
    position["pieces"]["orange"] = json!({ "held": { "red": waiting } });
    for (field, value) in [("phase", json!("throw")), ("turn", json!("red")), ("throws", json!(1))] {
        position[field] = value;
    }
    (position["to_throw"], position["retired"]) = (json!([]), json!(["orange"]));
    position
}

#[tokio::test]
async fn a_player_who_is_out_cannot_resign_and_the_view_says_who_is() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let order = json!({
        "game": "conflict", "mode": "seats", "players": 3, "seats": ["me", "open", "private"], "start": without_orange(),
    });
    let table = anna.open(order).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    let view = bert.view(&table).await;
    let out: Vec<&Value> = view["seats"].as_array().unwrap().iter().map(|seat| &seat["out"]).collect();
    assert_eq!(out, [&json!(false), &json!(true), &json!(false)]);
    let answer = bert.command(&table, "resign", resigning(1, "resign-01", "orange")).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    assert!(answer.text.contains("already out"), "{}", answer.text);
    assert_eq!(bert.view(&table).await["phase"], "playing");
    // One of the last two resigns: the other wins alone.
    anna.command(&table, "resign", resigning(1, "resign-01", "red")).await;
    assert_eq!(anna.view(&table).await["outcome"], json!([0.0, 0.0, 1.0]));
}
