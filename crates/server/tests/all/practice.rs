//! Help during a match: hints with reasons and the chances of winning, only where everybody wants them.

use super::*;

async fn hint(person: &mut Person, table: &str, seat: &str) -> Answer {
    let version = person.view(table).await["version"].clone();
    person.post(&format!("/api/v1{table}/hint"), json!({ "version": version, "seat": seat })).await
}

async fn chances(person: &mut Person, table: &str, seat: &str) -> Answer {
    person.get_json(&format!("/api/v1{table}/chances?seat={seat}")).await
}

/// Anna opens this table for two with the attack, and Bert sits down.
async fn two(order: Value) -> (Person, Person, String) {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(with(json!({ "mode": "friend", "side": "attack", "name": "Anna" }), order)).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    (anna, bert, table)
}

fn check_chances(answer: &Answer, seats: usize) {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let chances: Vec<f64> = serde_json::from_value(answer.json()["chances"].clone()).unwrap();
    assert_eq!(chances.len(), seats);
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{chances:?}");
}

/// Throws and plays single moves until somebody has a choice; that seat then.
async fn until_a_choice(person: &mut Person, table: &str) -> String {
    loop {
        let view = person.view(table).await;
        if let Some(thrower) = view["chance"]["thrower"].as_str() {
            let key = format!("throw-{:08}", view["version"].as_u64().unwrap());
            let throw = json!({ "version": view["version"], "key": key, "seat": thrower });
            assert_eq!(person.command(table, "throw", throw).await.status, StatusCode::OK);
            continue;
        }
        let first = &view["legal_moves"][0];
        let seat = first["seat"].as_str().expect("somebody acts").to_owned();
        match first["moves"].as_array().map(Vec::as_slice) {
            Some([only]) => {
                let (version, action) = (view["version"].as_u64().unwrap(), only["action"].as_str().unwrap());
                assert_eq!(person.act(table, version, &seat, action).await.status, StatusCode::OK);
            }
            _ => return seat,
        }
    }
}

#[tokio::test]
async fn a_hint_says_why_with_a_rule_or_what_follows() {
    for game in ["three-musketeers", "ranger-commandos", "hit-the-beach", "fighting-marines", "conflict"] {
        let mut anna = Person::at(&site());
        let table = anna.open(json!({ "game": game, "mode": "home", "players": 2 })).await;
        let seat = until_a_choice(&mut anna, &table).await;
        let asked = hint(&mut anna, &table, &seat).await;
        assert_eq!(asked.status, StatusCode::OK, "{}", asked.text);
        let reason = asked.json()["reason"].clone();
        let text = reason["text"].as_str().unwrap();
        let compared = text.starts_with("Compared with ") && text.contains(", it ");
        assert!(text.ends_with('.') && (compared || text.starts_with("It ")), "{game}: {text}");
        assert_eq!(compared, !reason["rules"].as_array().unwrap().is_empty(), "{game}: {reason}");
    }
}

#[tokio::test]
async fn against_other_people_there_are_no_hints_and_no_chances() {
    let (mut anna, _, table) = two(json!({})).await;
    let view = anna.view(&table).await;
    assert_eq!((&view["can_hint"], &view["practice"]), (&json!(false), &json!(false)));
    check_details(&hint(&mut anna, &table, "attack").await, StatusCode::UNPROCESSABLE_ENTITY, "refused");
    check_details(&chances(&mut anna, &table, "attack").await, StatusCode::UNPROCESSABLE_ENTITY, "refused");
}

#[tokio::test]
async fn at_a_practice_table_everybody_gets_hints_and_chances_and_nobody_else_does() {
    let (mut anna, mut bert, table) = two(json!({ "practice": true })).await;
    for (person, seat) in [(&mut anna, "attack"), (&mut bert, "musketeers")] {
        assert_eq!(person.view(&table).await["practice"], true);
        check_chances(&chances(person, &table, seat).await, 2);
    }
    assert_eq!(hint(&mut anna, &table, "attack").await.status, StatusCode::OK);
    let mut stranger = Person::at(&Router::clone(&anna.app));
    stranger.get("/").await;
    check_details(&chances(&mut stranger, &table, "attack").await, StatusCode::FORBIDDEN, "forbidden");
    check_details(&chances(&mut bert, &table, "attack").await, StatusCode::FORBIDDEN, "forbidden");
    let nobody = chances(&mut anna, &table, "nobody").await;
    assert!(nobody.status.is_client_error(), "{}", nobody.text);
}

#[tokio::test]
async fn people_read_that_a_table_is_for_practice_before_they_sit_down() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    for (practice, told) in [(true, true), (false, false)] {
        let table = anna.open(json!({ "mode": "friend", "practice": practice })).await;
        assert_eq!(bert.get(&table).await.text.contains("This is a practice table"), told);
    }
}

#[tokio::test]
async fn a_rematch_of_a_practice_table_is_for_practice() {
    let (mut anna, mut bert, table) = two(json!({ "practice": true })).await;
    let resigning = json!({ "version": 2, "key": "resign-01", "seat": "attack" });
    assert_eq!(anna.command(&table, "resign", resigning).await.status, StatusCode::OK);
    anna.rematch(&table).await;
    let next = bert.rematch(&table).await.json()["next"].clone();
    let next = format!("/tables/{}", next.as_str().expect("the next match"));
    assert_eq!(anna.view(&next).await["practice"], true);
}

#[tokio::test]
async fn at_one_screen_the_chances_of_every_game_add_up_to_one() {
    for (game, players) in [("hit-the-beach", 4), ("fighting-marines", 3), ("conflict", 2), ("ranger-commandos", 4)] {
        let mut anna = Person::at(&site());
        let table = anna.open(json!({ "game": game, "mode": "home", "players": players })).await;
        let view = anna.view(&table).await;
        let seat = view["mine"][0].as_str().unwrap().to_owned();
        check_chances(&chances(&mut anna, &table, &seat).await, players);
    }
}
