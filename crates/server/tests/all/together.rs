//! Simultaneous play: concurrent requests, and computers that do not wait for people.

use super::*;
use std::collections::BTreeSet;
use std::future::Future;
use store::{Append, Filter, StreamId, Version};

const MARINES: &str = "fighting-marines";
const COLOURS: [&str; 4] = ["red", "black", "yellow", "green"];

/// A request that can run at the same time as others.
fn posting(person: &Person, path: String, body: Value) -> impl Future<Output = Answer> + Send + 'static {
    let request = person
        .request(Method::POST, &path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ORIGIN, "http://box.test")
        .body(Body::from(body.to_string()))
        .unwrap();
    let app = person.app.clone();
    async move { Answer::read(app.oneshot(request).await.unwrap()).await }
}

/// Sends all of them at once, on several threads, and collects the answers in order.
async fn at_once(requests: Vec<impl Future<Output = Answer> + Send + 'static>) -> Vec<Answer> {
    let gate = Arc::new(tokio::sync::Barrier::new(requests.len()));
    let under_way: Vec<_> = requests
        .into_iter()
        .map(|request| {
            let gate = gate.clone();
            tokio::spawn(async move {
                gate.wait().await;
                request.await
            })
        })
        .collect();
    let mut answers = Vec::new();
    for answer in under_way {
        answers.push(answer.await.unwrap());
    }
    answers
}

/// Four people at a table of four, in the order of the seats.
async fn four(app: &Router) -> (Vec<Person>, String) {
    let mut people: Vec<Person> = COLOURS.iter().map(|_| Person::at(app)).collect();
    let order = json!({ "game": MARINES, "mode": "seats", "players": 4, "seats": ["me", "open", "open", "open"] });
    let table = people[0].open(order).await;
    for (person, colour) in people.iter_mut().zip(COLOURS).skip(1) {
        person.form(&format!("{table}/sit"), &format!("seat={colour}")).await;
    }
    (people, table)
}

fn seat_of(name: &Value) -> usize {
    COLOURS.iter().position(|colour| name == colour).unwrap()
}

/// Throws and passes until this many seats may act at once; the view then.
async fn until_together(people: &mut [Person], table: &str, seats: usize) -> Value {
    loop {
        let view = people[0].view(table).await;
        let version = view["version"].as_u64().unwrap();
        let turn = view["turn"].as_array().unwrap();
        if turn.len() >= seats {
            return view;
        }
        let answer = match (&view["chance"]["thrower"], turn.first()) {
            (Value::String(thrower), _) => {
                let throw = json!({ "version": version, "key": format!("throw-{version:05}"), "seat": thrower });
                people[seat_of(&json!(thrower))].command(table, "throw", throw).await
            }
            (_, Some(seat)) => {
                let seat = seat.as_str().unwrap();
                people[seat_of(&json!(seat))].act(table, version, seat, "pass").await
            }
            _ => panic!("nobody is to act: {view}"),
        };
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
}

/// The first legal move of each seat, as requests for this view.
async fn first_offers(people: &mut [Person], table: &str, view: &Value) -> Vec<(usize, Value)> {
    let mut wishes = Vec::new();
    for name in view["turn"].as_array().unwrap() {
        let seat = seat_of(name);
        let own = people[seat].view(table).await;
        let action = moves(&own)[0]["action"].clone();
        let body =
            json!({ "version": own["version"], "key": format!("first-{seat:05}"), "seat": name, "action": action });
        wishes.push((seat, body));
    }
    wishes
}

async fn act_at_once(people: &[Person], table: &str, wishes: &[(usize, Value)]) -> Vec<Answer> {
    let request = |(seat, body): &(usize, Value)| {
        posting(&people[*seat], format!("/api/v1{table}/commands"), super::request("play", body.clone()))
    };
    at_once(wishes.iter().map(request).collect()).await
}

/// FM-11
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn people_who_click_at_the_same_time_all_move() {
    let app = site();
    let (mut people, table) = four(&app).await;
    let view = until_together(&mut people, &table, 3).await;
    let seen = view["version"].as_u64().unwrap();
    let log = view["log"].as_array().unwrap().len() as u64;
    let wishes = first_offers(&mut people, &table, &view).await;
    let answers = act_at_once(&people, &table, &wishes).await;
    let mut reached = BTreeSet::new();
    for answer in &answers {
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        reached.insert(answer.json()["version"].as_u64().unwrap());
    }
    let all = wishes.len() as u64;
    assert_eq!(reached, (seen + 1..=seen + all).collect(), "each move is its own event");
    let after = people[0].view(&table).await;
    let acted = after["log"].as_array().unwrap()[log as usize..].iter().map(|entry| (&entry["seat"], &entry["action"]));
    let acted: BTreeSet<String> = acted.map(|(seat, action)| format!("{seat} {action}")).collect();
    let wished: BTreeSet<String> =
        wishes.iter().map(|(_, body)| format!("{} {}", body["seat"], body["action"])).collect();
    assert_eq!(acted, wished);
    let again = act_at_once(&people, &table, &wishes).await;
    assert!(again.iter().all(|answer| answer.json()["repeated"] == true), "the same keys are the same moves");
    assert_eq!(people[0].view(&table).await["version"], json!(seen + all));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn they_all_move_even_through_two_servers_on_one_store() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let (mut people, table) = four(&site_on(store.clone())).await;
    let view = until_together(&mut people, &table, 3).await;
    let wishes = first_offers(&mut people, &table, &view).await;
    let other = site_on(store);
    for (seat, _) in wishes.iter().skip(1) {
        people[*seat].app = other.clone();
        people[*seat].view(&table).await;
    }
    for answer in act_at_once(&people, &table, &wishes).await {
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_seat_in_two_browsers_moves_once_and_a_throw_is_thrown_once() {
    let app = site();
    let (mut people, table) = four(&app).await;
    let throws = |keys: [&str; 3]| {
        keys.map(|key| {
            let throw = super::request("throw", json!({ "version": 4, "key": key, "seat": "red" }));
            posting(&people[0], format!("/api/v1{table}/commands"), throw)
        })
    };
    let same = at_once(throws(["throw-0001"; 3]).into()).await;
    assert!(same.iter().all(|answer| answer.status == StatusCode::OK && answer.json()["version"] == 5));
    assert_eq!(same.iter().filter(|answer| answer.json()["repeated"] == false).count(), 1);
    let others = at_once(throws(["throw-0002", "throw-0003", "throw-0004"]).into()).await;
    assert!(others.iter().all(|answer| answer.status == StatusCode::CONFLICT));
    let view = until_together(&mut people, &table, 2).await;
    let (seat, body) = first_offers(&mut people, &table, &view).await.remove(0);
    let twice = ["twice-001", "twice-002"].map(|key| {
        let mut body = body.clone();
        body["key"] = json!(key);
        (seat, body)
    });
    let answers = act_at_once(&people, &table, &twice).await;
    let mut statuses = [answers[0].status, answers[1].status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
    assert_eq!(people[0].view(&table).await["version"], json!(view["version"].as_u64().unwrap() + 1));
}

#[tokio::test]
async fn a_late_click_is_refused_when_it_no_longer_means_the_same() {
    let app = site();
    let (mut people, table) = four(&app).await;
    let view = until_together(&mut people, &table, 2).await;
    let seen = view["version"].as_u64().unwrap();
    let turn = view["turn"].as_array().unwrap().clone();
    let (first, second) = (seat_of(&turn[0]), seat_of(&turn[1]));
    assert_eq!(people[second].act(&table, seen, COLOURS[second], "pass").await.status, StatusCode::OK);
    let nonsense = people[first].act(&table, seen, COLOURS[first], "44x").await;
    assert_eq!(nonsense.status, StatusCode::CONFLICT, "a stale request gets a conflict first");
    assert_eq!(nonsense.json()["version"], json!(seen + 1));
    assert_eq!(people[first].act(&table, seen, COLOURS[first], "pass").await.status, StatusCode::OK);
    let late = people[second].act(&table, seen, COLOURS[second], "pass").await;
    assert_eq!((late.status, late.json()["repeated"].clone()), (StatusCode::OK, json!(true)), "the same key");
    let other = json!({ "version": seen, "key": "another-key", "seat": COLOURS[second], "action": "pass" });
    assert_eq!(people[second].command(&table, "play", other).await.status, StatusCode::CONFLICT);
}

/// Waits until the match waits only for this person, or is over.
async fn settled(person: &mut Person, table: &str) -> Value {
    let waits = |view: &Value| {
        let mine = view["mine"][0].as_str().unwrap();
        view["phase"] == "over" || view["chance"]["mine"] == true || view["turn"] == json!([mine])
    };
    person.wait(table, waits).await
}

#[tokio::test]
async fn computers_throw_act_together_and_do_not_wait_for_people() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let options = json!({ "throw_limit": 8 });
    let seats = json!(["private", "me", "private", "private"]);
    let table = anna.open(json!({ "game": MARINES, "mode": "seats", "seats": seats, "options": options })).await;
    let table = with_known_dice(&*store, &*store, &table).await;
    let view = settled(&mut anna, &table).await;
    let due = json!({ "thrower": "black", "mine": true, "forced": true });
    assert_eq!(view["chance"], due, "red has thrown, black is a person");
    let mut stops = 0;
    let view = loop {
        let view = settled(&mut anna, &table).await;
        let version = view["version"].as_u64().unwrap();
        if view["phase"] == "over" {
            break view;
        }
        let answer = if view["chance"]["mine"] == true {
            let throw = json!({ "version": version, "key": format!("throw-{version:05}"), "seat": "black" });
            anna.command(&table, "throw", throw).await
        } else {
            stops += 1;
            assert_eq!(view["thinking"], false, "the others are done");
            anna.act(&table, version, "black", "pass").await
        };
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    };
    assert!(stops > 0);
    let account: Vec<i64> = serde_json::from_value(view["account"].clone()).unwrap();
    assert!((-3..=0).contains(&account.iter().sum::<i64>()), "the account adds up: {account:?}");
    let record = anna.get_json(&format!("{table}/record")).await;
    let record: kernel::record::Record = serde_json::from_str(&record.text).unwrap();
    let replay = table::replay(catalog::game(MARINES).unwrap(), &record).unwrap();
    let throws = record.steps.iter().filter(|step| matches!(step, kernel::record::Step::Chance { .. })).count();
    assert_eq!(replay.throws_checked, throws as u64);
}

/// A copy of the table, in this or another store, with a fixed id and seed.
async fn with_known_dice(from: &dyn EventStore, to: &dyn EventStore, table: &str) -> String {
    let mut opened: Value = serde_json::from_str(&stored(from, table).await[0]).unwrap();
    opened["id"] = json!("known");
    // In version 1 of the dice, throws depend only on these two.
    opened["format"] = json!(1);
    opened["nonces"] = json!([]);
    opened["seed"] = json!("07".repeat(32));
    opened.as_object_mut().unwrap().remove("chain");
    opened.as_object_mut().unwrap().remove("devices");
    opened["commitment"] = json!(table::fingerprint(&[7; 32]));
    let entry = from.list(Filter::default()).await.unwrap().remove(0).entry;
    let (stream, events) = (StreamId::new("known").unwrap(), vec![opened.to_string()]);
    to.append(Append { stream, expected: Version::NONE, key: None, events, entry }).await.unwrap();
    "/tables/known".into()
}

/// All stored events of a table.
async fn stored(store: &dyn EventStore, table: &str) -> Vec<String> {
    let stream = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    store.read(&stream, Version::NONE).await.unwrap().into_iter().map(|event| event.body).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn computers_that_think_at_the_same_time_play_the_same_again() {
    let (one, two): (Arc<dyn EventStore>, Arc<dyn EventStore>) = (Arc::new(Memory::new()), Arc::new(Memory::new()));
    let mut anna = Person::at(&site_on(one.clone()));
    let seats = json!(["me", "captain", "private", "captain"]);
    let table = anna.open(json!({ "game": MARINES, "mode": "seats", "seats": seats })).await;
    // The same table on two servers.
    with_known_dice(&*one, &*two, &table).await;
    let table = with_known_dice(&*one, &*one, &table).await;
    for house in [site_on(one.clone()), site_on(two.clone())] {
        anna.app = house;
        for turn in 0..6 {
            let view = settled(&mut anna, &table).await;
            let version = view["version"].as_u64().unwrap();
            if view["chance"]["mine"] == true {
                let throw = json!({ "version": version, "key": format!("throw-{turn:05}"), "seat": "red" });
                anna.command(&table, "throw", throw).await;
            } else {
                anna.act(&table, version, "red", "pass").await;
            }
        }
        settled(&mut anna, &table).await;
    }
    let timeless = |events: Vec<String>| {
        let read = events.iter().map(|body| serde_json::from_str::<table::Stamped>(body).unwrap().event);
        read.collect::<Vec<_>>()
    };
    let (first, second) = (timeless(stored(&*one, &table).await), timeless(stored(&*two, &table).await));
    assert_eq!(first, second);
    assert!(first.len() > 10, "{} events", first.len());
}

/// FM-32
#[tokio::test]
async fn a_computer_replaces_a_player_who_resigns_and_the_others_play_on() {
    let app = site();
    let (mut people, table) = four(&app).await;
    let view = people[2].view(&table).await;
    let resign = json!({ "version": view["version"], "key": "resign-01", "seat": "yellow" });
    let answer = people[2].command(&table, "resign", resign).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let view = people[0].view(&table).await;
    assert_eq!((&view["phase"], &view["seats"][2]["who"]), (&json!("playing"), &json!("Computer (captain)")));
    assert_eq!(view["log"][0]["lines"][0]["text"], "Yellow resigned; Computer (captain) plays on.");
    assert_eq!(people[2].view(&table).await["mine"], json!([]));
    assert!(!people[2].get("/").await.text.contains(&table), "the table is not hers any more");
    for seat in [0, 1] {
        let version = people[seat].view(&table).await["version"].clone();
        let throw = json!({ "version": version, "key": format!("throw-{seat:05}"), "seat": COLOURS[seat] });
        assert_eq!(people[seat].command(&table, "throw", throw).await.status, StatusCode::OK);
    }
    let green_throws = |view: &Value| view["chance"]["thrower"] == "green";
    people[3].wait(&table, green_throws).await;
}

/// FM-31
#[tokio::test]
async fn a_contest_carries_points_over() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let order = json!({ "game": MARINES, "mode": "friend", "players": 2, "side": "red-black", "games": 3 });
    let table = anna.open(order).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    let resign = json!({ "version": 2, "key": "resign-01", "seat": "red-black" });
    anna.command(&table, "resign", resign).await;
    let over = anna.view(&table).await;
    assert_eq!(over["account"], json!([-10, 10]));
    let contest = json!({ "game": 1, "of": 3, "points": [-10.0, 10.0], "unit": "points", "goes_on": true });
    assert_eq!(over["contest"], contest);
    bert.rematch(&table).await;
    let next = anna.rematch(&table).await.json()["next"].as_str().unwrap().to_owned();
    let view = bert.view(&format!("/tables/{next}")).await;
    assert_eq!((&view["mine"], &view["contest"]["points"]), (&json!(["red-black"]), &json!([10.0, -10.0])));
    assert_eq!((&view["contest"]["game"], &view["account"]), (&json!(2), &Value::Null));
}

#[tokio::test]
async fn a_table_waits_for_answers_and_for_devices() {
    async fn waits(person: &mut Person) -> bool {
        person.get_json("/me/waiting").await.json()["waiting"] == 1
    }
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let order = json!({ "game": "fighting-marines", "players": 2, "mode": "seats", "seats": ["open", "me"], "anchor_later": true });
    let table = anna.open(order).await;
    assert!(!waits(&mut anna).await, "somebody else has to come first");
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    let seats = bert.view(&table).await["seats"].clone();
    let [red, black] = [0, 1].map(|at| seats[at]["id"].as_str().unwrap().to_owned());
    assert!(waits(&mut anna).await, "no throw before Anna's device has committed");
    assert!(waits(&mut bert).await, "and the first throw is Bert's");
    let chain = chain::Chain::new(chain::Link::new([5; 32]));
    let body = json!({ "version": 2, "key": "annas-commit", "seat": black, "anchor": chain.anchor().to_string() });
    assert_eq!(anna.command(&table, "commit", body).await.status, StatusCode::OK);
    let view = anna.view(&table).await;
    let link = json!([{ "seat": black, "index": 1, "anchor": chain.anchor().to_string(), "now": "reveal" }]);
    assert_eq!((&view["wants_link"], &view["links"]), (&json!([black]), &link));
    assert_eq!(bert.view(&table).await["links"], json!([]), "Bert has no device");
    let body = json!({ "version": 3, "key": "annas-reveal", "seat": black, "link": chain.link(1).to_string() });
    let revealed = anna.command(&table, "reveal", body).await;
    assert_eq!(revealed.status, StatusCode::OK, "{}", revealed.text);
    assert!(!waits(&mut anna).await && waits(&mut bert).await, "now it is only Bert's throw");
    let body = json!({ "version": 4, "key": "berts-draw", "seat": red });
    assert_eq!(bert.command(&table, "offer_draw", body).await.status, StatusCode::OK);
    assert!(waits(&mut anna).await, "she has to answer");
    let body = json!({ "version": 5, "key": "annas-answer", "seat": black, "accept": false });
    assert_eq!(anna.command(&table, "answer", body).await.status, StatusCode::OK);
    assert!(!waits(&mut anna).await && waits(&mut bert).await);
}
