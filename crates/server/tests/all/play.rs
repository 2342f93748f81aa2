//! Playing: on one device, with others, against the computer, rematches.

use super::*;

#[tokio::test]
async fn an_action_is_played_and_answered_with_its_result() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let view = anna.view(&table).await;
    assert_eq!(view["phase"], "playing");
    assert_eq!(view["mine"], json!(["attack", "musketeers"]));
    let actions: Vec<_> = moves(&view).iter().map(|one| one["action"].clone()).collect();
    assert_eq!(actions, ["d6-d7", "f6-f7"]);
    let done = anna.act(&table, 1, "attack", "d6-d7").await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    let mut said = done.json();
    let receipt = said.as_object_mut().unwrap().remove("receipt").unwrap();
    assert_eq!(said, json!({ "version": 2, "repeated": false }));
    assert_eq!((&receipt["version"], &receipt["steps"]), (&json!(2), &json!(1)));
    let view = anna.view(&table).await;
    assert_eq!((&view["version"], &view["turn"]), (&json!(2), &json!(["musketeers"])));
    assert_eq!(view["log"][0]["lines"][0]["rules"], json!(["TM-5"]));
    assert!(view["last"].as_array().unwrap().contains(&json!({ "space": "d7", "mark": "last-to" })));
}

#[tokio::test]
async fn the_same_key_again_is_the_same_action() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let body = json!({ "version": 1, "key": "0123456789abcdef", "seat": "attack", "action": "d6-d7" });
    let first = anna.command(&table, "play", body.clone()).await.json();
    for _ in 0..3 {
        let again = anna.command(&table, "play", body.clone()).await;
        assert_eq!((again.status, again.json()["version"].clone()), (StatusCode::OK, first["version"].clone()));
        assert_eq!(again.json()["repeated"], true);
    }
    assert_eq!(anna.view(&table).await["version"], 2, "nothing happens twice");
}

#[tokio::test]
async fn the_same_key_with_another_command_is_refused_even_after_a_restart() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({})).await;
    let body = |action: &str| json!({ "version": 1, "key": "0123456789abcdef", "seat": "attack", "action": action });
    assert_eq!(anna.command(&table, "play", body("d6-d7")).await.status, StatusCode::OK);
    for _ in 0..2 {
        let other = anna.command(&table, "play", body("f6-f7")).await;
        check_details(&other, StatusCode::UNPROCESSABLE_ENTITY, "refused");
        assert!(other.text.contains("used for another request"), "{}", other.text);
        anna.app = site_on(store.clone());
    }
    assert_eq!(anna.view(&table).await["version"], 2);
}

#[tokio::test]
async fn the_same_key_is_remembered_after_a_restart() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({})).await;
    let body = json!({ "version": 1, "key": "0123456789abcdef", "seat": "attack", "action": "d6-d7" });
    anna.command(&table, "play", body.clone()).await;
    anna.app = site_on(store);
    let again = anna.command(&table, "play", body).await;
    assert_eq!((again.status, again.json()["repeated"].clone()), (StatusCode::OK, json!(true)));
    assert_eq!(anna.view(&table).await["version"], 2);
}

#[tokio::test]
async fn two_nodes_on_one_store_do_not_overwrite_each_other() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({})).await;
    anna.view(&table).await;
    let here = anna.app.clone();
    anna.app = site_on(store);
    assert_eq!(anna.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::OK);
    anna.app = here;
    let late = anna.act(&table, 1, "attack", "f6-f7").await;
    assert_eq!((late.status, late.json()["version"].clone()), (StatusCode::CONFLICT, json!(2)));
    assert_eq!(anna.view(&table).await["log"][0]["action"], "d6-d7", "the match was read again from the store");
}

#[tokio::test]
async fn two_people_meet_by_a_link() {
    let app = site();
    let (mut anna, mut bert, mut carl) = (Person::at(&app), Person::at(&app), Person::at(&app));
    let opened = anna.form("/tables", "game=three-musketeers&mode=friend&side=musketeers&games=1&name=Anna").await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let table = opened.location();
    assert_eq!(anna.view(&table).await["phase"], "waiting");
    let page = anna.get(&table).await.text;
    assert!(page.contains(&format!("value=\"http://box.test{table}\"")), "the link to send");
    let early = anna.act(&table, 1, "musketeers", "e7-e8").await;
    assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(bert.get(&table).await.text.contains("Play the attack"));
    let sat = bert.form(&format!("{table}/sit"), "seat=attack&name=Bert+%3Cb%3E").await;
    assert_eq!(sat.status, StatusCode::SEE_OTHER);
    let twice = bert.form(&format!("{table}/sit"), "seat=attack&name=Bert").await;
    assert_eq!(twice.status, StatusCode::SEE_OTHER, "taking the seat twice is allowed");
    let taken = carl.form(&format!("{table}/sit"), "seat=attack&name=Carl").await;
    assert_eq!(taken.location(), format!("{table}?taken=1"), "back to the page");
    assert!(carl.get(&taken.location()).await.text.contains("Somebody else took the last seat. You are a spectator."));
    let view = anna.view(&table).await;
    assert_eq!((&view["phase"], &view["seats"][0]["who"]), (&json!("playing"), &json!("Bert <b>")));
    assert!(!anna.get(&table).await.text.contains("<b>"), "names are text");
    let version = view["version"].as_u64().unwrap();
    assert_eq!(anna.act(&table, version, "attack", "d6-d7").await.status, StatusCode::FORBIDDEN, "Bert's seat");
    assert_eq!(carl.act(&table, version, "attack", "d6-d7").await.status, StatusCode::FORBIDDEN);
    assert_eq!(bert.act(&table, version, "attack", "d6-d7").await.status, StatusCode::OK);
    assert_eq!(moves(&anna.view(&table).await)[0]["seat"], "musketeers");
    assert_eq!(carl.view(&table).await["legal_moves"], json!([]), "who watches is offered nothing");
    let seat = json!({ "version": version + 1, "key": "undo-0001", "seat": "attack" });
    let undo = bert.command(&table, "undo", seat).await;
    assert_eq!(undo.status, StatusCode::UNPROCESSABLE_ENTITY, "no undo against a person");
    let hint =
        anna.post(&format!("/api/v1{table}/hint"), json!({ "version": version + 1, "seat": "musketeers" })).await;
    assert_eq!(hint.status, StatusCode::UNPROCESSABLE_ENTITY, "no hint against a person");
}

#[tokio::test]
async fn the_computer_replies_and_undo_undoes_both() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({ "mode": "computer", "side": "attack", "level": "private" })).await;
    assert_eq!(anna.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::OK);
    let view = anna.wait(&table, |view| view["turn"] == json!(["attack"])).await;
    assert!(view["log"].as_array().unwrap().len() >= 2);
    let version = view["version"].as_u64().unwrap();
    let undone =
        anna.command(&table, "undo", json!({ "version": version, "key": "undo-0001", "seat": "attack" })).await;
    assert_eq!(undone.status, StatusCode::OK, "{}", undone.text);
    assert_eq!(anna.view(&table).await["log"], json!([]));
}

#[tokio::test]
async fn the_computer_begins_when_the_table_is_opened_and_after_a_restart() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({ "mode": "computer", "side": "musketeers", "level": "private" })).await;
    // Nobody has opened the table, so nobody has moved; another process takes over.
    anna.app = site_on(store);
    anna.wait(&table, |view| view["turn"] == json!(["musketeers"])).await;
}

#[tokio::test]
async fn a_hint_names_a_legal_action_with_its_rules() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let hint = anna.post(&format!("/api/v1{table}/hint"), json!({ "version": 1, "seat": "attack" })).await;
    assert_eq!(hint.status, StatusCode::OK, "{}", hint.text);
    let hint = hint.json();
    assert!(["d6-d7", "f6-f7"].contains(&hint["action"].as_str().unwrap()));
    assert_eq!((&hint["rules"], hint["steps"].as_array().unwrap().len()), (&json!(["TM-5"]), 2));
    let not_yet = anna.post(&format!("/api/v1{table}/hint"), json!({ "version": 1, "seat": "musketeers" })).await;
    assert_eq!(not_yet.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn why_gives_the_rule_that_forbids_or_allows() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let legal = anna.get_json(&format!("/api/v1{table}/why?seat=attack&action=d6%20d7")).await.json();
    assert_eq!(legal, json!({ "legal": true, "rules": ["TM-5"] }));
    let illegal = anna.get_json(&format!("/api/v1{table}/why?seat=attack&action=a6%20a7")).await.json();
    assert_eq!(illegal["legal"], false);
    assert!(illegal["rule"].as_str().unwrap().starts_with("TM-"));
    let stranger = Person::at(&anna.app).get_json(&format!("/api/v1{table}/why?seat=attack&action=d6-d7")).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_contest_continues_with_sides_switched_and_counts_points() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "games": 2, "name": "Anna" })).await;
    bert.form(&format!("{table}/sit"), "seat=musketeers&name=Bert").await;
    let early = anna.rematch(&table).await;
    assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY, "not before the end");
    anna.command(&table, "resign", json!({ "version": 2, "key": "resign-1", "seat": "attack" })).await;
    let over = anna.view(&table).await;
    assert_eq!(over["phase"], "over");
    assert_eq!(over["contest"], json!({ "game": 1, "of": 2, "points": [0.0, 1.0], "unit": "games", "goes_on": true }));
    assert_eq!(over["verdict"]["rules"], json!(["TM-22"]));
    let offered = anna.rematch(&table).await;
    assert_eq!(offered.json()["next"], Value::Null, "the next game is an offer");
    let two = bert.rematch(&table).await;
    let one = anna.rematch(&table).await;
    assert_eq!(one.json()["next"], two.json()["next"], "both come to the same table");
    assert_eq!(anna.view(&table).await["next"], one.json()["next"]);
    let next = format!("/tables/{}", one.json()["next"].as_str().unwrap());
    let second = anna.view(&next).await;
    assert_eq!((&second["seats"][0]["who"], &second["seats"][1]["who"]), (&json!("Bert"), &json!("Anna")));
    assert_eq!(
        second["contest"],
        json!({ "game": 2, "of": 2, "points": [1.0, 0.0], "unit": "games", "goes_on": false })
    );
    let stranger = Person::at(&app).rematch(&table).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_record_is_downloaded_and_replays() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    anna.act(&table, 1, "attack", "d6-d7").await;
    let answer = anna.get_json(&format!("{table}/record")).await;
    assert!(answer.headers[header::CONTENT_DISPOSITION].to_str().unwrap().starts_with("attachment"));
    let record: kernel::record::Record = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(record.steps.len(), 1);
    table::replay(catalog::game(GAME).unwrap(), &record).unwrap();
}

#[tokio::test]
async fn options_and_boards_are_taken_from_the_form() {
    let mut anna = Person::at(&site());
    let form = "game=three-musketeers&mode=home&options=1&option.repetition=draw&option.quiet_limit=7";
    let table = anna.form("/tables", form).await.location();
    let record = anna.get_json(&format!("{table}/record")).await.json();
    assert_eq!(
        record["options"],
        json!({ "forward_only": false, "quiet_limit": 7, "repetition": "draw", "rescue": "at_once" })
    );
    let board = catalog::game(GAME).unwrap().standard_board().replace("The board in the box", "Mine");
    let table = anna.open(json!({ "board": board })).await;
    let record = anna.get_json(&format!("{table}/record")).await.json();
    assert_eq!(record["board_hash"], table::board_hash(&board));
}
