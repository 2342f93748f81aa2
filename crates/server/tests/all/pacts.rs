//! Pacts at Conflict: offered, answered and seen through the page's own requests.

use super::*;

const CONFLICT: &str = "conflict";

/// The labels of the legal moves in the view.
fn buttons(view: &Value) -> Vec<String> {
    moves(view).iter().filter_map(|one| one["label"].as_str().map(str::to_owned)).collect()
}

/// Throws for the first turn until somebody may offer a pact.
async fn first_word(person: &mut Person, table: &str) -> Value {
    for _ in 0..100 {
        let mine = |view: &Value| view["chance"]["mine"] == true || !moves(view).is_empty();
        let view = person.wait(table, mine).await;
        let Some(thrower) = view["chance"]["thrower"].as_str() else { return view };
        let key = format!("throw-{:08}", view["version"].as_u64().unwrap());
        let throw = json!({ "version": view["version"], "key": key, "seat": thrower });
        let answer = person.command(table, "throw", throw).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
    panic!("nobody is ever first");
}

/// Plays it for the seat to act, and returns the view then.
async fn say(person: &mut Person, table: &str, view: &Value, action: &str) -> Value {
    let (version, seat) = (view["version"].as_u64().unwrap(), view["turn"][0].as_str().unwrap());
    let answer = person.act(table, version, seat, action).await;
    assert_eq!(answer.status, StatusCode::OK, "{action}: {}", answer.text);
    person.view(table).await
}

#[tokio::test]
async fn a_pact_is_offered_accepted_shown_to_everyone_and_recorded() {
    let app = site();
    let mut anna = Person::at(&app);
    let table = anna.open(json!({ "game": CONFLICT, "players": 4, "options": { "pacts": true } })).await;
    let view = first_word(&mut anna, &table).await;
    let proposer = view["turn"][0].as_str().unwrap().to_owned();
    assert_eq!(moves(&view).len(), 4, "{:?}", buttons(&view));
    assert!(buttons(&view).contains(&"Throw: pacts stay as they are".to_owned()), "{:?}", buttons(&view));
    let other = ["red", "green"].into_iter().find(|seat| *seat != proposer).unwrap();
    let view = say(&mut anna, &table, &view, &format!("pact-{other}")).await;
    assert_eq!((&view["turn"], buttons(&view).len()), (&json!([other]), 2));
    let view = say(&mut anna, &table, &view, "accept").await;
    assert_eq!(view["chance"]["thrower"], json!(proposer));
    let seen = Person::at(&app).view(&table).await;
    let plates = seen["seats"].as_array().unwrap().iter().filter(|seat| seat["standing"].is_string());
    assert_eq!(plates.count(), 2, "a stranger sees it as well");
    let record = anna.get_json(&format!("{table}/record")).await;
    let record: kernel::record::Record = serde_json::from_str(&record.text).unwrap();
    let replay = table::replay(catalog::game(CONFLICT).unwrap(), &record).unwrap();
    assert_eq!(replay.game_match.position(kernel::Viewer::Spectator)["pacts"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn computers_decline() {
    let mut anna = Person::at(&site());
    let seats = json!(["me", "private", "private"]);
    let options = json!({ "pacts": true });
    let table =
        anna.open(json!({ "game": CONFLICT, "players": 3, "mode": "seats", "seats": seats, "options": options })).await;
    let mut view = first_word(&mut anna, &table).await;
    // Computers play their turns and offer no pacts, until it is Anna's turn.
    while !buttons(&view).contains(&"Offer Orange a pact".to_owned()) {
        view = first_word(&mut anna, &table).await;
    }
    say(&mut anna, &table, &view, "pact-orange").await;
    let view = anna.wait(&table, |view| view["chance"]["mine"] == true).await;
    assert!(view["seats"].as_array().unwrap().iter().all(|seat| seat["standing"].is_null()));
    let declined = view["log"].to_string();
    assert!(declined.contains("Orange declines a pact with Red."), "{declined}");
}
