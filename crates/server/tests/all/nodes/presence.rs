//! Presence, spectators and first clocks at two nodes.

use super::*;
use store::SharedStore;

/// Waits until a node knows from the others whether this person is at a table.
async fn until_seen(node: &Node, table: &str, person: &Person, here: bool) {
    let (stream, key) = (stream(table), person.key());
    let begun = Instant::now();
    loop {
        let seen = node.store.presence().seen_elsewhere(&stream).await.expect("an answer");
        if seen.iter().any(|one| one.person == key && one.left.is_none()) == here {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{seen:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn stream(table: &str) -> StreamId {
    StreamId::new(table.trim_start_matches("/tables/")).expect("a table")
}

/// Anna at the first of two nodes, with a table for three; Bert and Carl sit at the second.
async fn three(one: &Node, other: &Node) -> ([Person; 3], String, Vec<String>) {
    let mut people = [Person::at(&one.app), Person::at(&other.app), Person::at(&other.app)];
    let seats = json!(["me", "open", "open"]);
    let order = json!({ "game": "fighting-marines", "mode": "seats", "players": 3, "seats": seats, "name": "Anna" });
    let table = people[0].open(order).await;
    let names = people[0].view(&table).await["seats"].as_array().unwrap().clone();
    let names: Vec<String> = names.iter().map(|seat| seat["id"].as_str().unwrap().to_owned()).collect();
    for (person, (seat, name)) in people[1..].iter_mut().zip([(&names[1], "Bert"), (&names[2], "Carl")]) {
        person.form(&format!("{table}/sit"), &format!("seat={seat}&name={name}")).await;
    }
    (people, table, names)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_with_a_stream_at_another_node_is_not_away() {
    let settings = SiteSettings { absent_after: Duration::ZERO, ..SiteSettings::default() };
    let (one, other) = two_nodes(Plan { settings, ..Plan::default() }).await;
    let ([mut anna, bert, _carl], table, seats) = three(&one, &other).await;
    let playing = anna.wait(&table, |view| view["phase"] == "playing").await;
    let mut propose = async |number: u32| {
        let absent = json!({ "seat": seats[0], "absent": seats[1], "level": "captain" });
        let sent = json!({ "version": playing["version"], "key": format!("propose-{number}") });
        anna.command(&table, "propose_computer", with(sent, absent)).await
    };
    let stream = Stream::at(&bert, &table, 0).await;
    until_seen(&one, &table, &bert, true).await;
    let refused = propose(1).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    assert!(refused.text.contains("not away"), "{}", refused.text);
    drop(stream);
    until_seen(&one, &table, &bert, false).await;
    let proposed = propose(2).await;
    assert_eq!(proposed.status, StatusCode::OK, "{}", proposed.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_whose_node_was_restarted_has_time_to_come_back() {
    let settings = SiteSettings { absent_after: PATIENCE * 10, ..SiteSettings::default() };
    let (one, other) = two_nodes(Plan { settings, ..Plan::default() }).await;
    let ([mut anna, bert, _carl], table, seats) = three(&one, &other).await;
    let playing = anna.wait(&table, |view| view["phase"] == "playing").await;
    let stream = Stream::at(&bert, &table, 0).await;
    until_seen(&one, &table, &bert, true).await;
    other.site.close();
    drop(stream);
    until_seen(&one, &table, &bert, false).await;
    let sent = json!({ "version": playing["version"], "key": "propose-1", "seat": seats[0], "absent": seats[1] });
    let refused = anna.command(&table, "propose_computer", with(sent, json!({ "level": "captain" }))).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_at_all_nodes_are_counted_once_until_their_node_dies() {
    let (one, other) = two_nodes(Plan { beat: Duration::from_millis(50), ..Plan::default() }).await;
    let mut anna = Person::at(&one.app);
    let table = anna.open(json!({ "name": "Anna" })).await;
    let mut seen = Stream::at(&anna, &table, 0).await;
    let mut cid = Person::at(&other.app);
    cid.get("/").await;
    let cid_here = Person { app: one.app.clone(), cookies: cid.cookies.clone() };
    let mut dan = Person::at(&other.app);
    dan.get("/").await;
    let streams =
        [Stream::at(&cid, &table, 0).await, Stream::at(&dan, &table, 0).await, Stream::at(&cid_here, &table, 0).await];
    let anna_elsewhere = Person { app: other.app.clone(), cookies: anna.cookies.clone() };
    let also_anna = Stream::at(&anna_elsewhere, &table, 0).await;
    seen.until("event: spectators\ndata: 2\n").await;
    assert!(!seen.text.contains("data: 3\n"), "nobody counts twice: {}", seen.text);
    let [by_cid, by_dan, here] = streams;
    drop(here);
    drop(by_cid);
    seen.text.clear();
    seen.until("event: spectators\ndata: 1\n").await;
    // The node dies: nobody says that they have left.
    other.site.close();
    seen.text.clear();
    seen.until("event: spectators\ndata: 0\n").await;
    drop((by_dan, also_anna));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_clock_starts_when_its_player_is_connected_at_another_node() {
    let (one, other) = two_nodes(Plan::default()).await;
    let (mut anna, mut bert) = (Person::at(&one.app), Person::at(&other.app));
    let pace = json!({ "kind": "clock", "initial": 600, "increment": 0 });
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "pace": pace })).await;
    bert.form(&format!("{table}/sit"), "seat=musketeers&name=Bert").await;
    let _stream = Stream::at(&bert, &table, 0).await;
    let view = anna.wait(&table, |view| view["clocks"]["running"] == json!(["attack"])).await;
    let moved = anna.act(&table, view["version"].as_u64().unwrap(), "attack", "d6-d7").await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    anna.wait(&table, |view| view["clocks"]["running"] == json!(["musketeers"])).await;
}
