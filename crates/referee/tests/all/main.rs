//! Requests to the referee and its answers.

mod marines;
mod musketeers;
mod positions;
mod shares;
mod three;

use boxtop_referee::Referee;
use serde_json::{Value, json};

pub(crate) struct Talk(pub(crate) Referee);

impl Talk {
    pub(crate) fn about(game: &str) -> Talk {
        Talk(Referee::new(catalog::game(game).unwrap()).ok().unwrap())
    }

    pub(crate) fn say(&mut self, line: &str) -> Value {
        serde_json::from_str(&self.0.line(line).expect("an answer")).expect("JSON")
    }

    pub(crate) fn ask(&mut self, ask: Value) -> Value {
        self.say(&ask.to_string())
    }

    pub(crate) fn position(&mut self) -> Value {
        self.ask(json!({"cmd": "position"}))["position"].take()
    }

    pub(crate) fn play(&mut self, seat: &str, action: &str) -> Value {
        let answer = self.ask(json!({"cmd": "play", "seat": seat, "action": action}));
        assert_eq!(answer["ok"], true, "{seat} {action}: {answer}");
        answer
    }

    pub(crate) fn throw(&mut self, outcome: &str) -> Value {
        let answer = self.ask(json!({"cmd": "chance", "outcome": outcome}));
        assert_eq!(answer["ok"], true, "{outcome}: {answer}");
        answer
    }
}
