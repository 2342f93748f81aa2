//! Gestures: each of several interchangeable pieces can be chosen, and an impossible gesture is explained in names that
//! people read.

use super::*;

const BEACH: &str = "hit-the-beach";

/// A match of Hit the Beach in which an army can set out: the table, the view, and the seat to act.
async fn army_can_set_out(anna: &mut Person) -> (String, Value, String) {
    let table = anna.open(json!({ "game": BEACH, "players": 2 })).await;
    loop {
        let view = anna.view(&table).await;
        let army = |offer: &Value| offer["action"].as_str().is_some_and(|action| action.starts_with("army-"));
        let (what, seat, more) = match view["chance"]["thrower"].as_str() {
            Some(thrower) => ("throw", thrower, json!({})),
            None => ("play", view["turn"][0].as_str().unwrap(), json!({ "action": "pass" })),
        };
        if moves(&view).iter().any(army) {
            let seat = seat.to_owned();
            return (table, view, seat);
        }
        let version = view["version"].as_u64().unwrap();
        let sent = json!({ "version": version, "key": format!("next-{version:05}"), "seat": seat });
        assert_eq!(anna.command(&table, what, with(sent, more)).await.status, StatusCode::OK);
    }
}

async fn why(anna: &mut Person, table: &str, seat: &str, asked: &str) -> Value {
    let page = anna.get_json(&format!("/api/v1{table}/why?seat={seat}&{asked}")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    let api = anna.get_json(&format!("/api/v1{table}/why?seat={seat}&{asked}")).await;
    assert_eq!(api.json(), page.json(), "the same by the API");
    page.json()
}

#[tokio::test]
async fn each_of_two_interchangeable_pieces_can_be_chosen() {
    let mut anna = Person::at(&site());
    let (table, view, seat) = army_can_set_out(&mut anna).await;
    let offers = moves(&view);
    let army = offers.iter().find(|offer| offer["action"].as_str().unwrap().starts_with("army-")).unwrap();
    assert_eq!(army["steps"][0], format!("{seat}-army-2"));
    assert_eq!(army["same"], json!([{ "step": 0, "space": format!("{seat}-army-1") }]));
    let end = army["steps"][1].as_str().unwrap();
    for number in [1, 2] {
        let answer = why(&mut anna, &table, &seat, &format!("steps={seat}-army-{number},{end}")).await;
        assert_eq!((&answer["legal"], &answer["action"]), (&json!(true), &army["action"]));
    }
    let by_api = anna.get_json(&format!("/api/v1{table}")).await.json();
    assert_eq!(by_api["legal_moves"], view["legal_moves"], "the API offers the same");
}

#[tokio::test]
async fn an_impossible_gesture_is_explained_without_ids() {
    let mut anna = Person::at(&site());
    let (table, view, seat) = army_can_set_out(&mut anna).await;
    let spaces = ["HQ", "G13-plane", "blue-ship", "red-marine-1"];
    for from in [format!("{seat}-army-1"), format!("{seat}-ship"), "HQ".into(), "nowhere".into()] {
        for to in spaces {
            let answer = why(&mut anna, &table, &seat, &format!("steps={from},{to}")).await;
            assert_eq!(answer["legal"], false);
            let said = format!("{} {}", answer["detail"].as_str().unwrap(), answer["instead"].as_str().unwrap());
            let parts = ["-army", "-marine", "-ship", "-plane"];
            assert!(!parts.iter().any(|part| said.contains(part)), "{from} to {to}: {said}");
        }
    }
    // For a tray without moves, the explanation says what to do now.
    let conflict = anna.open(json!({ "game": "conflict", "players": 2 })).await;
    let now = anna.thrown(&conflict).await;
    let mover = now["turn"][0].as_str().unwrap();
    let answer = why(&mut anna, &conflict, mover, &format!("steps=captives-{mover}")).await;
    let text = answer["detail"].as_str().unwrap();
    assert!(text.contains("captives now.") && !text.contains("captives-"), "{text}");
    assert_eq!(answer["instead"], now["headline"]);
    let none = anna.get_json(&format!("/api/v1{table}/why?seat={seat}&steps=,")).await;
    assert_eq!(none.status, StatusCode::BAD_REQUEST);
    assert!(moves(&view).len() > 1);
}
