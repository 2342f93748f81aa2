//! Ranger Commandos: no byte sent by the server reveals what counters show before they are turned up.
//!
//! One match is played on two sites with different seeds. The second site gets the events of the first up to the first
//! counter turned up, so the two differ only in what the counters will show. The fingerprint of the seed, which is
//! public and reveals nothing, is removed before the bytes are compared.

use super::*;
use kernel::{Seat, Turn};
use store::{Append, Clock, ListEntry, StreamId, Version};
use table::{Event, MatchCommand, Now, Stamped, Table};

const RANGERS: &str = "ranger-commandos";
const SEATS: [&str; 3] = ["p1", "p2", "p3"];

/// The table's id, which is a part of the key of its dice.
const ID: &str = "known-counters";

/// The table's first event, with this seed. The match follows from it, because id and nonces are fixed.
fn seeded(opened: &Stamped, seed: [u8; 32]) -> Stamped {
    let Event::Opened(opened) = &opened.event else { panic!("a table begins by being opened") };
    let mut opened = opened.clone();
    // With dice of version 2 the match follows from the seed alone, without devices.
    opened.format = 2;
    opened.chain = String::new();
    opened.devices = Vec::new();
    opened.id = ID.into();
    opened.nonces = SEATS.map(|seat| format!("{seat:0<32}")).into();
    opened.seed = seed.iter().map(|byte| format!("{byte:02x}")).collect();
    opened.commitment = table::fingerprint(&seed);
    Event::Opened(opened).into()
}

fn commitment(events: &[Stamped]) -> String {
    let Event::Opened(opened) = &events[0].event else { panic!("a table begins by being opened") };
    opened.commitment.clone()
}

/// Plays until counters are turned up: all events, and the number of counters taken. Raiders take what they can and
/// avoid sentries.
fn played(opened: Stamped) -> (Vec<Stamped>, usize) {
    let mut events = vec![opened];
    let mut table = Table::fold(catalog::game(RANGERS).unwrap(), events.clone()).unwrap();
    let mut taken = 0;
    loop {
        let game_match = table.game_match();
        let command = match table.turn() {
            Turn::Over => return (events, 0),
            Turn::Chance => match game_match.thrower() {
                None => return (events, taken),
                Some(Seat(seat)) => MatchCommand::Throw { seat: Some(SEATS[usize::from(seat)].into()), link: None },
            },
            Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let offers = game_match.legal_moves(seat);
                let toned = |tone| offers.iter().find(|offer| offer.gesture.tone == tone);
                let gain = toned(kernel::scene::Tone::Gain);
                taken += usize::from(gain.is_some());
                let offer = gain.or(toned(kernel::scene::Tone::Plain)).unwrap_or(&offers[0]);
                MatchCommand::Act { seat: SEATS[seat.index()].into(), text: offer.action.clone() }
            }
        };
        for event in table.decide(&command, Now::default()).unwrap() {
            table.apply(&event).unwrap();
            events.push(event.stamped);
        }
    }
}

/// A site with these events, and a clock that stands still.
async fn site_after(id: &str, events: &[Stamped]) -> Router {
    let store: Arc<dyn EventStore> = Arc::new(Memory::with_clock(Clock::new(|| 1_000_000)));
    let events = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let entry =
        ListEntry { game: RANGERS.into(), open: true, title: "Anna, all on one screen".into(), owners: Vec::new() };
    let stream = StreamId::new(id).unwrap();
    store.append(Append { stream, expected: Version::NONE, key: None, events, entry }).await.unwrap();
    site_on(store)
}

/// The text without the id of its request, which is always another one.
fn without_id(answer: &Answer, text: String) -> String {
    text.replace(answer.headers["x-request-id"].to_str().unwrap(), "<id>")
}

/// Everything that this site sends to this person: page, record, replay, explanations, odds, refusals, stream.
async fn traffic(anna: &Person, id: &str, events: &[Stamped]) -> String {
    let app = site_after(id, events).await;
    let mut anna = Person { app, cookies: anna.cookies.clone() };
    let table = format!("/tables/{id}");
    let mut said = String::new();
    let mut paths = vec![table.clone(), "/".into(), format!("{table}/record")];
    paths.extend(["", "/record", "/chat", "/moments?count=64"].map(|rest| format!("/api/v1{table}{rest}")));
    paths.extend([0, 64, 128].map(|from| format!("/api/v1{table}/moments?from={from}&count=64")));
    paths.extend(["/api/v1/me/tables", "/api/v1/me/export", "/api/v1/openapi.json"].map(str::to_owned));
    for seat in SEATS {
        paths.push(format!("/api/v1{table}/prospects?seat={seat}"));
        paths.push(format!("/api/v1{table}/why?seat={seat}&action=star"));
        paths.push(format!("/api/v1{table}/prospects?seat={seat}"));
        for action in ["n1", "n1+", "red", "star", "face", ""] {
            paths.push(format!("/api/v1{table}/why?seat={seat}&action={action}"));
        }
    }
    for path in paths {
        let answer = anna.get(&path).await;
        said += &without_id(&answer, format!("{path} {} {:?} {}\n", answer.status, answer.headers, answer.text));
    }
    for (version, action) in [(events.len(), "star"), (events.len(), "w17+"), (1, "n1")] {
        let body = json!({ "version": version, "key": "refused-01", "seat": "p1", "action": action });
        let answer = anna.command(&table, "play", body).await;
        said += &without_id(&answer, format!("{} {}\n", answer.status, answer.text));
        let body = json!({ "version": version, "key": "refused-02", "seat": "p1", "action": action });
        let answer = anna.command(&table, "play", body).await;
        said += &without_id(&answer, format!("{} {}\n", answer.status, answer.text));
    }
    let answer = anna.call(Method::POST, &format!("{table}/branches"), json!({ "step": 1, "seats": [] })).await;
    said += &without_id(&answer, format!("{} {}\n", answer.status, answer.text));
    said += &first_frame(&anna, &format!("/api/v1{table}/events")).await;
    said += &first_frame(&anna, &format!("/api/v1{table}/events")).await;
    said.replace(&commitment(events), "<fingerprint of the seed>")
}

async fn first_frame(person: &Person, path: &str) -> String {
    let request = person.request(Method::GET, path).body(Body::empty()).unwrap();
    let mut body = person.app.clone().oneshot(request).await.unwrap().into_body();
    let frame = tokio::time::timeout(PATIENCE, body.frame()).await.unwrap().unwrap().unwrap();
    std::str::from_utf8(frame.data_ref().unwrap()).unwrap().to_owned()
}

/// The record once everything has been turned up.
async fn turned_up(anna: &Person, id: &str, events: &[Stamped]) -> Value {
    let mut anna = Person { app: site_after(id, events).await, cookies: anna.cookies.clone() };
    let table = format!("/tables/{id}");
    anna.wait(&table, |view| view["phase"] == "over").await;
    anna.get_json(&format!("{table}/record")).await.json()
}

#[tokio::test]
async fn matches_that_differ_only_in_hidden_counters_send_the_same_bytes_until_the_reveal() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({ "game": RANGERS, "players": 3, "name": "Anna" })).await;
    let opened_as = table.strip_prefix("/tables/").unwrap();
    let stored = store.read(&StreamId::new(opened_as).unwrap(), Version::NONE).await.unwrap();
    let opened: Stamped = serde_json::from_str(&stored[0].body).unwrap();
    let id = ID;
    let mut matches = (0..40).map(|seed| played(seeded(&opened, [seed; 32])));
    let (events, taken) = matches.find(|(_, taken)| *taken >= 4).expect("somebody brings counters home");
    let mut other = events.clone();
    other[0] = seeded(&opened, [200; 32]);
    assert_ne!(commitment(&events), commitment(&other));
    // The versions with something new, and some of the others.
    let acted = |at: &usize| matches!(events[at - 1].event, Event::Acted { .. });
    for at in (1..events.len()).filter(|at| at % 12 == 1 || acted(at) || at + 3 > events.len()) {
        let (one, two) = (traffic(&anna, id, &events[..at]).await, traffic(&anna, id, &other[..at]).await);
        assert!(one.contains("<fingerprint of the seed>") && one.contains("\"prospects\":"), "something was said");
        assert_eq!(one.len(), two.len(), "version {at}");
        assert!(one == two, "the bytes of version {at} differ");
    }
    // The hidden counters were not the same. They may be equal by chance, but not on every site.
    let steps = |record: &Value| record["steps"].as_array().unwrap().clone();
    let one = steps(&turned_up(&anna, id, &events).await);
    let mut differ = false;
    for seed in 200..208 {
        other[0] = seeded(&opened, [seed; 32]);
        let two = steps(&turned_up(&anna, id, &other).await);
        let alike = one.iter().zip(&two).take_while(|(one, two)| one == two).count();
        assert!(alike + 1 >= events.len(), "until the reveal: {alike} of {}", events.len());
        differ |= one != two;
    }
    assert!(differ, "{taken} counters fell alike in all houses");
}
