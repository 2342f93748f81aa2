//! Taking and leaving seats, rematches, players who are gone, first clocks.

use super::*;
use store::{Append, Filter, Version};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Anna and Bert at a table, Anna playing the attack; it is Bert's turn.
async fn two(app: &Router, order: Value) -> (Person, Person, String) {
    let (mut anna, mut bert) = (Person::at(app), Person::at(app));
    let mut wanted = json!({ "mode": "friend", "side": "attack", "name": "Anna" });
    wanted.as_object_mut().unwrap().extend(order.as_object().unwrap().clone());
    let table = anna.open(wanted).await;
    bert.form(&format!("{table}/sit"), "seat=musketeers&name=Bert").await;
    let version = anna.view(&table).await["version"].as_u64().unwrap();
    let moved = anna.act(&table, version, "attack", "d6-d7").await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    (anna, bert, table)
}

/// A server with the same tables, on which everything happened this many milliseconds earlier.
async fn earlier(store: &dyn EventStore, by: i64) -> Router {
    let later: Arc<dyn EventStore> = Arc::new(Memory::new());
    for listed in store.list(Filter { limit: 10, ..Filter::default() }).await.unwrap() {
        let stored = store.read(&listed.stream, Version::NONE).await.unwrap();
        let shift = |body: &str| {
            let mut event: Value = serde_json::from_str(body).unwrap();
            event["at"] = (event["at"].as_i64().unwrap() - by).into();
            event.to_string()
        };
        let events = stored.iter().map(|event| shift(&event.body)).collect();
        let append = Append { stream: listed.stream, expected: Version::NONE, key: None, events, entry: listed.entry };
        later.append(append).await.unwrap();
    }
    site_on(later)
}

async fn choose(person: &mut Person, table: &str, seat: &str, choice: &str) -> Answer {
    let sent =
        json!({ "version": 1, "key": format!("choose-{choice}"), "seat": seat, "choice": choice, "level": "private" });
    person.command(table, "resolve_absence", sent).await
}

#[tokio::test]
async fn after_a_day_without_the_other_player_every_choice_works() {
    for choice in ["claim", "abort", "computer", "open"] {
        let store: Arc<dyn EventStore> = Arc::new(Memory::new());
        let (mut anna, mut bert, table) = two(&site_on(store.clone()), json!({})).await;
        let early = choose(&mut anna, &table, "attack", choice).await;
        assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", early.text);
        assert!(early.text.contains("not been away for long enough"), "{}", early.text);
        anna.app = earlier(&*store, DAY).await;
        bert.app = anna.app.clone();
        let absent = anna.view(&table).await["absence"].clone();
        assert_eq!((&absent["seats"], &absent["mine"]), (&json!(["musketeers"]), &json!(true)));
        let stranger = choose(&mut Person::at(&anna.app), &table, "attack", choice).await;
        assert_eq!(stranger.status, StatusCode::FORBIDDEN);
        let chosen = choose(&mut anna, &table, "attack", choice).await;
        assert_eq!(chosen.status, StatusCode::OK, "{}", chosen.text);
        let view = anna.view(&table).await;
        match choice {
            "claim" => assert_eq!((&view["phase"], &view["outcome"]), (&json!("over"), &json!([1.0, 0.0]))),
            "abort" => assert_eq!((&view["phase"], &view["outcome"]), (&json!("over"), &Value::Null)),
            "computer" => assert_eq!(view["seats"][1]["who"], "Computer (private)"),
            _ => assert_eq!((&view["phase"], &view["seats"][1]["kind"]), (&json!("waiting"), &json!("open"))),
        }
        let record = anna.get_json(&format!("{table}/record")).await;
        let record: kernel::record::Record = serde_json::from_str(&record.text).unwrap();
        table::replay(catalog::game(GAME).unwrap(), &record).unwrap();
        if choice == "open" {
            let mut carl = Person::at(&anna.app);
            carl.form(&format!("{table}/sit"), "seat=musketeers&name=Carl").await;
            assert_eq!(carl.view(&table).await["phase"], "playing");
            assert_eq!(bert.view(&table).await["mine"], json!([]));
        }
    }
}

#[tokio::test]
async fn a_player_who_returns_before_a_choice_is_no_longer_gone() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let (mut anna, mut bert, table) = two(&site_on(store.clone()), json!({})).await;
    anna.app = earlier(&*store, DAY).await;
    bert.app = anna.app.clone();
    bert.view(&table).await;
    let late = choose(&mut anna, &table, "attack", "claim").await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", late.text);
    let nonsense = choose(&mut anna, &table, "attack", "vanish").await;
    assert_eq!(nonsense.status, StatusCode::BAD_REQUEST);
    let relieve =
        json!({ "version": 4, "key": "relieve-1", "seat": "attack", "absent": "musketeers", "level": "captain" });
    let relieved = anna.command(&table, "propose_computer", relieve).await;
    assert_eq!(relieved.status, StatusCode::UNPROCESSABLE_ENTITY, "and no way around it: {}", relieved.text);
}

#[tokio::test]
async fn taking_a_taken_seat_returns_to_the_page_with_the_free_seats() {
    let app = site();
    let (mut anna, mut bert, mut carl) = (Person::at(&app), Person::at(&app), Person::at(&app));
    let seats = json!(["me", "open", "open"]);
    let table = anna
        .open(json!({ "game": "fighting-marines", "mode": "seats", "players": 3, "seats": seats, "name": "Anna" }))
        .await;
    let names: Vec<String> = serde_json::from_value(
        anna.view(&table).await["seats"].as_array().unwrap().iter().map(|seat| seat["id"].clone()).collect(),
    )
    .unwrap();
    bert.form(&format!("{table}/sit"), &format!("seat={}&name=Bert", names[1])).await;
    let late = carl.form(&format!("{table}/sit"), &format!("seat={}&name=Carl", names[1])).await;
    assert_eq!((late.status, late.location()), (StatusCode::SEE_OTHER, format!("{table}?taken=1")));
    let page = carl.get(&late.location()).await.text;
    assert!(page.contains("Somebody else took this seat. Choose one that is still free."));
    assert!(
        page.contains(&format!("value=\"{}\"", names[2])) && !page.contains(&format!("value=\"{}\">Play", names[1]))
    );
    let program = carl.command(&table, "sit", json!({ "seat": names[1] })).await;
    check_details(&program, StatusCode::UNPROCESSABLE_ENTITY, "refused");
    assert!(program.json()["instead"].as_str().unwrap().contains(&names[2]), "{}", program.text);
    carl.form(&format!("{table}/sit"), &format!("seat={}&name=Carl", names[2])).await;
    let none = Person::at(&app).form(&format!("{table}/sit"), "name=Dora").await;
    assert!(Person::at(&app).get(&none.location()).await.text.contains("Somebody else took the last seat."));
}

#[tokio::test]
async fn a_rematch_starts_when_it_is_accepted() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let (mut anna, mut bert, table) = two(&site_on(store.clone()), json!({})).await;
    let resign = json!({ "version": 3, "key": "resign-1", "seat": "attack" });
    anna.command(&table, "resign", resign).await;
    let offered = anna.rematch(&table).await.json();
    assert_eq!(offered["next"], Value::Null, "Bert has not accepted yet");
    assert_eq!(store.list(Filter { limit: 10, ..Filter::default() }).await.unwrap().len(), 1, "nothing is opened yet");
    let listed = bert.call(Method::GET, "/me/tables", Value::Null).await.json();
    assert_eq!(listed["tables"][0]["waiting"], true, "it waits for Bert");
    // A restart does not lose the offer.
    anna.app = site_on(store.clone());
    bert.app = anna.app.clone();
    let view = bert.view(&table).await;
    assert_eq!((&view["question"]["proposal"]["type"], &view["question"]["mine"]), (&json!("rematch"), &json!(true)));
    let mut answer = async |yes: bool, version: &Value| {
        let sent = json!({ "version": version, "key": format!("answer-{yes}"), "seat": "musketeers", "accept": yes });
        bert.command(&table, "answer", sent).await
    };
    assert_eq!(answer(false, &view["version"]).await.status, StatusCode::OK);
    assert_eq!(anna.view(&table).await["declined"], "musketeers");
    anna.rematch(&table).await;
    let version = anna.view(&table).await["version"].clone();
    let accepted = answer(true, &version).await;
    assert_eq!(accepted.status, StatusCode::OK, "{}", accepted.text);
    let next = accepted.json()["next"].as_str().expect("the next table").to_owned();
    let second = anna.view(&format!("/tables/{next}")).await;
    assert_eq!((&second["mine"], &second["phase"]), (&json!(["musketeers"]), &json!("playing")));
    let again = anna.rematch(&table).await.json();
    assert_eq!(again["next"], json!(next), "the old link leads there");
}

#[tokio::test]
async fn computers_accept_a_rematch_at_once() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({ "mode": "computer", "side": "attack", "level": "private" })).await;
    anna.command(&table, "resign", json!({ "version": 1, "key": "resign-1", "seat": "attack" })).await;
    let next = anna.rematch(&table).await.json();
    let next = next["next"].as_str().expect("the computer has accepted");
    assert_eq!(anna.view(&format!("/tables/{next}")).await["mine"], json!(["musketeers"]));
}

#[tokio::test]
async fn a_first_clock_waits_until_its_player_opens_the_table() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let pace = json!({ "kind": "clock", "initial": 60, "increment": 0 });
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "pace": pace })).await;
    bert.form(&format!("{table}/sit"), "seat=musketeers&name=Bert").await;
    let running = |view: &Value| view["clocks"]["running"].clone();
    assert_eq!(running(&bert.view(&table).await), json!([]), "Anna is not there");
    let view = anna.view(&table).await;
    assert_eq!(running(&view), json!(["attack"]));
    anna.act(&table, view["version"].as_u64().unwrap(), "attack", "d6-d7").await;
    assert_eq!(running(&anna.view(&table).await), json!([]), "Bert has not looked since");
    assert_eq!(running(&bert.view(&table).await), json!(["musketeers"]));
}

#[tokio::test]
async fn a_connected_player_is_present_when_the_clock_would_start() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let pace = json!({ "kind": "clock", "initial": 60, "increment": 0 });
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "pace": pace })).await;
    let listen = anna.request(Method::GET, &format!("/api/v1{table}/events?since=0")).body(Body::empty()).unwrap();
    let _stream = app.clone().oneshot(listen).await.unwrap();
    bert.form(&format!("{table}/sit"), "seat=musketeers&name=Bert").await;
    assert_eq!(bert.view(&table).await["clocks"]["running"], json!(["attack"]));
}
