//! An acknowledged action is never lost: the real server is killed at random moments under load and restarted,
//! and then its records are checked.

use crate::support::{Server, request, view_of};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const TABLES: usize = 6;
const ROUNDS: u64 = 8;
/// How long to wait for load before a kill.
const PATIENCE: Duration = Duration::from_secs(60);

/// The games, one without dice and one with, each with an option that keeps it from ending early.
const GAMES: [(&str, &str); 2] = [("three-musketeers", "quiet_limit"), ("fighting-marines", "throw_limit")];

/// A table as its player knows it.
struct Player {
    table: String,
    /// Actions and throws the server has acknowledged, in order.
    /// Throws whose outcome was not seen before the server was gone are `None`.
    acknowledged: Vec<Option<String>>,
    /// Sent without an answer: it may or may not have been carried out.
    in_flight: Option<Value>,
    random: u64,
}

impl Player {
    fn open(address: &str, number: u64) -> Player {
        let (game, limit) = GAMES[number as usize % GAMES.len()];
        let order = json!({"game": game, "mode": "home", "options": {limit: 0}});
        let (status, answer) = request(address, "POST", "/tables", Some(&order)).expect("an answer");
        assert_eq!(status, 201, "{answer}");
        let table = answer["table"].as_str().expect("an id").to_owned();
        Player { table, acknowledged: Vec::new(), in_flight: None, random: number + 1 }
    }

    fn path(&self, rest: &str) -> String {
        format!("/tables/{}{rest}", self.table)
    }

    fn draw(&mut self, below: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % below
    }

    /// Plays until `stop` is set or the server is gone. Counts what is acknowledged.
    fn play(&mut self, address: &str, stop: &AtomicBool, count: &AtomicUsize) {
        let Some(mut view) = view_of(address, &self.path("")) else { return };
        while !stop.load(Ordering::Relaxed) {
            let Some(ask) = self.wish(&view) else { return };
            self.in_flight = Some(ask.clone());
            let Some((status, answer)) = request(address, "POST", &self.commands(), Some(&ask)) else { return };
            assert_eq!(status, 200, "{answer}");
            self.acknowledged.push(ask["command"]["action"].as_str().map(str::to_owned));
            count.fetch_add(1, Ordering::Relaxed);
            self.in_flight = None;
            let Some(next) = view_of(address, &self.path("")) else { return };
            view = next;
            *self.acknowledged.last_mut().expect("what was acknowledged") = Some(last_action(&view));
        }
    }

    /// A legal move or a throw; `None` if the match is over.
    fn wish(&mut self, view: &Value) -> Option<Value> {
        let drawn = self.draw(1 << 16);
        let key = format!("key-{}-{}", view["version"], self.random);
        if let Some(thrower) = view["chance"]["thrower"].as_str() {
            let command = json!({ "type": "throw", "seat": thrower });
            return Some(json!({ "version": view["version"], "key": key, "command": command }));
        }
        let own = &view["legal_moves"][0];
        let moves = own["moves"].as_array().filter(|moves| !moves.is_empty())?;
        let action = &moves[drawn % moves.len()]["action"];
        let command = json!({ "type": "play", "seat": own["seat"], "action": action });
        Some(json!({ "version": view["version"], "key": key, "command": command }))
    }

    fn record(&self, address: &str) -> Option<Value> {
        let (status, record) = request(address, "GET", &self.path("/record"), None)?;
        assert_eq!(status, 200, "{record}");
        Some(record)
    }

    /// Checks after a restart that every acknowledged action is there, in order, and no other except the one
    /// without an answer. Sending that one again carries it out once.
    fn check(&mut self, address: &str) {
        let kept = actions_of(&self.record(address).expect("the record"));
        let known = self.acknowledged.len();
        assert!(kept.len() >= known, "acknowledged actions are lost: {known} of which {} are kept", kept.len());
        for (acknowledged, kept) in self.acknowledged.iter().zip(&kept) {
            assert!(
                acknowledged.as_ref().is_none_or(|action| action == kept),
                "{acknowledged:?} was acknowledged, {kept} is kept"
            );
        }
        assert!(kept.len() <= known + 1, "actions nobody asked for: {:?}", &kept[known..]);
        let Some(ask) = self.in_flight.take() else { return assert_eq!(kept.len(), known) };
        let (status, answer) = request(address, "POST", &self.commands(), Some(&ask)).expect("an answer");
        assert_eq!(status, 200, "{answer}");
        assert_eq!(answer["repeated"], json!(kept.len() == known + 1), "the same key is the same request");
        let now = actions_of(&self.record(address).expect("the record"));
        assert_eq!((now.len(), now.get(..kept.len())), (known + 1, Some(&kept[..])), "sent again, it is done once");
        self.acknowledged = now.into_iter().map(Some).collect();
    }

    fn commands(&self) -> String {
        format!("/api/v1{}", self.path("/commands"))
    }
}

/// The last action in the log: nobody else plays here.
fn last_action(view: &Value) -> String {
    let entry = view["log"].as_array().and_then(|log| log.last()).expect("an entry");
    entry["action"].as_str().expect("text").to_owned()
}

fn actions_of(record: &Value) -> Vec<String> {
    let steps = record["steps"].as_array().cloned().unwrap_or_default();
    steps.iter().filter_map(|step| Some(step["action"].as_str().or(step["chance"].as_str())?.to_owned())).collect()
}

#[test]
fn a_killed_server_remembers_every_acknowledged_action_and_no_other() {
    let data = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(data.path());
    let mut players: Vec<Player> = (0..TABLES as u64).map(|number| Player::open(&server.address, number)).collect();
    for round in 0..ROUNDS {
        let (stop, count) = (AtomicBool::new(false), AtomicUsize::new(0));
        let address = server.address.clone();
        thread::scope(|scope| {
            for player in &mut players {
                scope.spawn(|| player.play(&address, &stop, &count));
            }
            // The moment of the kill is different in each round, and under load even on a busy machine.
            let begun = Instant::now();
            while count.load(Ordering::Relaxed) < TABLES && begun.elapsed() < PATIENCE {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(15 + round * 37 % 160));
            server.kill();
            stop.store(true, Ordering::Relaxed);
        });
        server = Server::start(data.path());
        for player in &mut players {
            player.check(&server.address);
        }
    }
    let played: usize = players.iter().map(|player| player.acknowledged.len()).sum();
    assert!(played > TABLES * 3, "only {played} actions were played; the load was no load");
}
