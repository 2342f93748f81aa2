//! Drawn paths: the game says which action a path means.

use super::*;

/// The URL that asks what a path means.
fn along(table: &str, seat: &str, way: &str) -> String {
    format!("/api/v1{table}/along?seat={seat}&way={way}")
}

#[tokio::test]
async fn a_drawn_path_gives_its_action() {
    let app = site();
    let mut anna = Person::at(&app);
    let table = anna.open(json!({ "game": "conflict", "players": 2 })).await;
    let view = anna.thrown(&table).await;
    let seat = view["turn"][0].as_str().unwrap();
    // A path of one step, all that two ones allow, need not be drawn.
    let longer = |offer: &Value| offer["path"].as_array().is_some_and(|path| path.len() > 1);
    let all = anna.all_moves(&table, &view).await;
    assert_eq!(view["can_draw"], json!(all.iter().any(longer)));
    let moves = all.iter().filter(|offer| offer["die"].is_number());
    // At the start all pieces are at home, and planes can take the same paths: the kind is given.
    for offer in moves {
        let squares = offer["path"].as_array().unwrap().iter().filter_map(Value::as_str);
        let from = [&offer["steps"][0], &offer["kind"]].into_iter().filter_map(Value::as_str);
        let way: Vec<&str> = from.chain(squares).collect();
        let answer = anna.get_json(&along(&table, seat, &way.join(","))).await;
        let expected = json!({ "version": view["version"], "notation": offer["action"], "refusal": null });
        assert_eq!((answer.status, answer.json()), (StatusCode::OK, expected), "{way:?}");
    }
    let stranger = Person::at(&app).get_json(&along(&table, seat, "c3,d4,e5")).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_path_without_action_is_explained() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({ "game": "conflict", "players": 2 })).await;
    let view = anna.thrown(&table).await;
    let seat = view["turn"][0].as_str().unwrap();
    for nothing in ["", "c3", "no,such,space", "home-red"] {
        let answer = anna.get_json(&along(&table, seat, nothing)).await;
        assert_eq!((answer.status, &answer.json()["notation"]), (StatusCode::OK, &Value::Null), "{nothing}");
    }
    let long = anna.get_json(&along(&table, seat, &vec!["a1"; 101].join(","))).await;
    assert_eq!(long.status, StatusCode::BAD_REQUEST);
    // A game where paths do not matter has none.
    let other = anna.open(json!({})).await;
    assert_eq!(anna.view(&other).await["can_draw"], json!(false));
    let answer = anna.get_json(&along(&other, "attack", "d6,d7")).await.json();
    assert_eq!((&answer["notation"], &answer["version"]), (&Value::Null, &json!(1)));
}
