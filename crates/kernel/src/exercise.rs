//! Exercises: a decision of a match with a judgement on each action, for people to practise.
//!
//! A puzzle is an exercise from a stock ([`crate::puzzle`]); a mistake in your own match can be one as well. An
//! exercise has the position, the seat that decides, and what the actions lose against the best one. It holds no rule:
//! which actions are legal, and what they do, comes from the game. This module only reads and judges the data;
//! `table::ExerciseRun` sets up the position.
//!
//! ```
//! use boxtop_kernel::exercise::{Exercise, Marked};
//!
//! let exercise: Exercise = serde_json::from_str(
//!     r#"{
//!         "players": 2, "before": ["throw 5"], "seat": "red",
//!         "judged": [["3-8", 0.0], ["1-6", 0.015], ["2-7", 0.12]],
//!         "reason": {"text": "Leaves no man in reach of a 6.", "rules": ["XY-4"]},
//!         "line": ["3-8"]
//!     }"#,
//! )
//! .unwrap();
//! assert_eq!(exercise.mark("3-8"), Marked::Best);
//! assert_eq!(exercise.mark("1-6"), Marked::Close(0.015));
//! assert_eq!(exercise.mark("2-7"), Marked::Weaker(Some(0.12)));
//! assert_eq!(exercise.mark("9-14"), Marked::Weaker(None), "an action that is not listed is clearly weaker");
//! ```

use crate::Chosen;
use crate::dynamic::MatchConfig;
use crate::lesson::ScriptStep;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An action that loses less than this share of the win is close to the best one.
pub const CLOSE: f64 = 0.02;

/// A decision with a judgement on each action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Exercise {
    /// The number of players.
    pub players: u8,
    /// Options of the match; an option that is not named has its default value.
    #[serde(default, skip_serializing_if = "Chosen::is_empty")]
    pub options: Chosen,
    /// A board file, if the match is not played on the game's standard board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The version of the rules; 0 for the newest.
    #[serde(default, skip_serializing_if = "is_newest")]
    pub rules_version: u32,
    /// A written position to start from, as the seat may know it; without one it is the start of a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Value>,
    /// What was played from there to the decision, by anybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<ScriptStep>,
    /// The id of the seat that decides.
    pub seat: String,
    /// The actions that were compared, the best first. All others are clearly weaker.
    pub judged: Vec<Judged>,
    /// Why the best action is better.
    pub reason: Reason,
    /// The best action and how play could go on, in notation.
    pub line: Vec<String>,
}

fn is_newest(version: &u32) -> bool {
    *version == 0
}

/// An action in notation, and what it loses against the best one: a share of the win, 0 for the best.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(String, f64)", into = "(String, f64)")]
pub struct Judged {
    /// The action in notation.
    pub notation: String,
    /// What it loses.
    pub loss: f64,
}

impl From<(String, f64)> for Judged {
    fn from((notation, loss): (String, f64)) -> Self {
        Judged { notation, loss }
    }
}

impl From<Judged> for (String, f64) {
    fn from(judged: Judged) -> Self {
        (judged.notation, judged.loss)
    }
}

/// A reason in words, with the numbers of the rules it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The words.
    pub text: String,
    /// The numbers of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

/// What an exercise says to a legal action.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Marked {
    /// It is as good as the best.
    Best,
    /// It loses this much, less than [`CLOSE`].
    Close(f64),
    /// It loses this much, or more than anything that was compared.
    Weaker(Option<f64>),
}

impl Exercise {
    /// How the match is set up.
    pub fn config(&self) -> MatchConfig {
        MatchConfig {
            players: self.players,
            options: self.options.clone(),
            board: self.board.clone(),
            rules_version: self.rules_version,
        }
    }

    /// What it says to this action, in notation.
    pub fn mark(&self, notation: &str) -> Marked {
        match self.judged.iter().find(|judged| judged.notation == notation).map(|judged| judged.loss) {
            Some(loss) if loss <= 0.0 => Marked::Best,
            Some(loss) if loss < CLOSE => Marked::Close(loss),
            loss => Marked::Weaker(loss),
        }
    }

    /// The best actions, in notation.
    pub fn best(&self) -> impl Iterator<Item = &str> {
        self.judged.iter().filter(|judged| judged.loss <= 0.0).map(|judged| judged.notation.as_str())
    }
}
