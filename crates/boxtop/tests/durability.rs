//! An acknowledged action is never lost: the real server is killed at random
//! moments under load, started again, and asked what it remembers.

mod support;

use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use support::{Server, first_view, request};

const TABLES: usize = 6;
const ROUNDS: u64 = 8;

/// A table as its player knows it.
struct Player {
    table: String,
    /// Actions the server has acknowledged, in order.
    acknowledged: Vec<String>,
    /// Sent, but no answer came: may or may not have happened.
    in_flight: Option<Value>,
    luck: u64,
}

impl Player {
    fn open(address: &str, number: u64) -> Player {
        let order = json!({"game": "three-musketeers", "mode": "home", "options": {"quiet_limit": 0}});
        let (status, answer) = request(address, "POST", "/tables", Some(&order)).expect("an answer");
        assert_eq!(status, 201, "{answer}");
        let table = answer["table"].as_str().expect("an id").to_owned();
        Player { table, acknowledged: Vec::new(), in_flight: None, luck: number + 1 }
    }

    fn path(&self, rest: &str) -> String {
        format!("/tables/{}{rest}", self.table)
    }

    fn draw(&mut self, below: usize) -> usize {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.luck >> 33) as usize % below
    }

    /// Plays until told to stop or until the server is gone.
    fn play(&mut self, address: &str, stop: &AtomicBool) {
        let Some(mut position) = self.position(address) else { return };
        while !stop.load(Ordering::Relaxed) {
            let Some((version, seat, actions)) = position.take() else { return };
            if actions.is_empty() {
                return; // The match is over.
            }
            let action = actions[self.draw(actions.len())].clone();
            let key = format!("key-{version}-{}", self.luck);
            let ask = json!({"version": version, "key": key, "seat": seat, "action": action});
            self.in_flight = Some(ask.clone());
            let Some((status, answer)) = request(address, "POST", &self.path("/act"), Some(&ask)) else { return };
            assert_eq!(status, 200, "{answer}");
            self.acknowledged.push(action);
            self.in_flight = None;
            position = Some(offers(&answer["view"]));
        }
    }

    /// What may be played now; `None` when the server is gone.
    fn position(&self, address: &str) -> Option<Option<(u64, String, Vec<String>)>> {
        first_view(address, &self.path("/stream")).map(|view| Some(offers(&view)))
    }

    fn record(&self, address: &str) -> Option<Value> {
        let (status, record) = request(address, "GET", &self.path("/record"), None)?;
        assert_eq!(status, 200, "{record}");
        Some(record)
    }

    /// After a restart: every acknowledged action is there, in order, and no other
    /// but the one whose answer never came. Sending that one again does it once.
    fn check(&mut self, address: &str) {
        let kept = actions_of(&self.record(address).expect("the record"));
        let known = self.acknowledged.len();
        assert_eq!(kept.get(..known), Some(&self.acknowledged[..]), "acknowledged actions are lost or changed");
        assert!(kept.len() <= known + 1, "actions nobody asked for: {:?}", &kept[known..]);
        let Some(ask) = self.in_flight.take() else { return assert_eq!(kept.len(), known) };
        let (status, answer) = request(address, "POST", &self.path("/act"), Some(&ask)).expect("an answer");
        assert_eq!(status, 200, "{answer}");
        assert_eq!(answer["repeated"], json!(kept.len() == known + 1), "the same key is the same request");
        self.acknowledged.push(ask["action"].as_str().expect("text").to_owned());
        assert_eq!(actions_of(&self.record(address).expect("the record")), self.acknowledged);
    }
}

fn offers(view: &Value) -> (u64, String, Vec<String>) {
    let offers = view["offers"].as_array().cloned().unwrap_or_default();
    let seat = offers.first().and_then(|offer| offer["seat"].as_str()).unwrap_or_default().to_owned();
    let actions = offers.iter().filter_map(|offer| Some(offer["action"].as_str()?.to_owned())).collect();
    (view["version"].as_u64().unwrap_or(0), seat, actions)
}

fn actions_of(record: &Value) -> Vec<String> {
    let steps = record["steps"].as_array().cloned().unwrap_or_default();
    steps.iter().filter_map(|step| Some(step["action"].as_str()?.to_owned())).collect()
}

#[test]
fn a_killed_server_remembers_every_acknowledged_action_and_no_other() {
    let data = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(data.path());
    let mut players: Vec<Player> = (0..TABLES as u64).map(|number| Player::open(&server.address, number)).collect();
    for round in 0..ROUNDS {
        let stop = AtomicBool::new(false);
        let address = server.address.clone();
        thread::scope(|scope| {
            for player in &mut players {
                scope.spawn(|| player.play(&address, &stop));
            }
            // The moment of the blow: different in each round.
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
