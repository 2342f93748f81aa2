//! Lessons: a guided first match as data, which each game keeps in `lesson.toml` beside its rules.
//!
//! A lesson is a list of steps. Each step asks the learner for one or more actions in a position that is legal by
//! construction: it follows from the steps before it, or from a written position, by actions and forced throws in the
//! notation of records. This module only reads the data; `table::LessonRun` plays it.
//!
//! ```
//! use boxtop_kernel::lesson::{Lesson, ScriptStep};
//!
//! let lesson = Lesson::read(
//!     r#"
//! seat = "red"
//! closing = "You won."
//!
//! [[step]]
//! prompt = "Throw the die and move your man to 4."
//! play = ["throw 3", "red 1-4", "throw 5", "blue 2-7"]
//! hint = "Press Throw."
//! why = "A man goes as far as the die shows."
//! rules = ["XY-1"]
//! "#,
//! )
//! .unwrap();
//! assert_eq!(lesson.steps[0].play[0], ScriptStep::Throw("3".into()));
//! assert_eq!(lesson.steps[0].play[1].to_string(), "red 1-4");
//! ```

use crate::Chosen;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A guided first match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The id of the seat that the learner plays, unless a step names another one.
    pub seat: String,
    /// The number of players; 0 for the game's usual number.
    #[serde(default)]
    pub players: u8,
    /// Options of the match; an option that is not named has its default value.
    #[serde(default)]
    pub options: Chosen,
    /// What the learner reads after the last step.
    pub closing: String,
    /// The steps in order.
    #[serde(rename = "step")]
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// A sentence that says what has changed, if the step does not follow from the one before it.
    #[serde(default)]
    pub scene: Option<String>,
    /// A written position to start from. Without one the step follows from the one before it.
    #[serde(default)]
    pub start: Option<serde_json::Value>,
    /// The id of the seat that the learner plays from here on. It changes only together with the position.
    #[serde(default)]
    pub seat: Option<String>,
    /// What is played before the learner is asked, by anybody.
    #[serde(default)]
    pub before: Vec<ScriptStep>,
    /// What to do, in fewer than 20 words.
    pub prompt: String,
    /// The actions of the learner, their throws with forced results, and the replies of other seats, in order.
    pub play: Vec<ScriptStep>,
    /// Help for a learner who does not see what to do.
    pub hint: String,
    /// Why it was right, shown afterwards.
    pub why: String,
    /// The numbers of the rules that say so.
    pub rules: Vec<String>,
}

/// An action or a throw of a script: `red 1-4`, or `throw 3`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ScriptStep {
    /// A seat acts.
    Act {
        /// The seat's id.
        seat: String,
        /// One action in notation.
        action: String,
    },
    /// A throw with this outcome, in notation.
    Throw(String),
}

impl TryFrom<String> for ScriptStep {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || format!("`{text}` is neither `throw OUTCOME` nor `SEAT ACTION`");
        let (who, what) = text.split_once(' ').ok_or_else(wrong)?;
        if who.is_empty() || what.trim().is_empty() {
            return Err(wrong());
        }
        Ok(match who {
            "throw" => ScriptStep::Throw(what.trim().to_owned()),
            seat => ScriptStep::Act { seat: seat.to_owned(), action: what.trim().to_owned() },
        })
    }
}

impl From<ScriptStep> for String {
    fn from(step: ScriptStep) -> String {
        step.to_string()
    }
}

impl fmt::Display for ScriptStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptStep::Act { seat, action } => write!(f, "{seat} {action}"),
            ScriptStep::Throw(outcome) => write!(f, "throw {outcome}"),
        }
    }
}

impl Lesson {
    /// Reads a lesson file. The error says what is wrong and where.
    pub fn read(text: &str) -> Result<Lesson, String> {
        let lesson: Lesson = toml::from_str(text).map_err(|error| error.to_string())?;
        if lesson.steps.is_empty() {
            return Err("a lesson has at least one step".to_owned());
        }
        let lost = lesson.steps.iter().position(|step| step.seat.is_some() && step.start.is_none());
        match lost {
            Some(at) => Err(format!("step {}: the seat changes only together with the position", at + 1)),
            None => Ok(lesson),
        }
    }

    /// The id of the seat that the learner plays at a step.
    pub fn seat_at(&self, step: usize) -> &str {
        let named = self.steps.iter().take(step + 1).rev().find_map(|step| step.seat.as_deref());
        named.unwrap_or(&self.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: &str = "[[step]]\nprompt = 'p'\nplay = ['red a']\nhint = 'h'\nwhy = 'w'\nrules = []\n";

    fn read(head: &str, steps: &[&str]) -> Result<Lesson, String> {
        Lesson::read(&format!("closing = 'c'\n{head}\n{}", steps.concat()))
    }

    #[test]
    fn a_seat_holds_until_a_step_names_another() {
        let moved = format!("{STEP}seat = 'blue'\nstart = {{ men = [1] }}\n");
        let lesson = read("seat = 'red'", &[STEP, &moved, STEP]).unwrap();
        assert_eq!([0, 1, 2].map(|step| lesson.seat_at(step)), ["red", "blue", "blue"]);
        assert_eq!(lesson.steps[1].start, Some(serde_json::json!({ "men": [1] })));
    }

    #[test]
    fn faults_of_a_lesson_are_named() {
        let faulty = |steps: &[&str]| read("seat = 'red'", steps).unwrap_err();
        assert!(faulty(&[]).contains("missing field `step`"));
        assert!(read("", &[STEP]).unwrap_err().contains("missing field `seat`"));
        assert!(faulty(&[&STEP.replace("red a", "red")]).contains("`red` is neither"));
        assert!(faulty(&[&STEP.replace("red a", "throw ")]).contains("`throw ` is neither"));
        assert!(faulty(&[&format!("{STEP}extra = 1\n")]).contains("unknown field `extra`"));
        assert!(faulty(&[STEP, &format!("{STEP}seat = 'blue'\n")]).contains("step 2: the seat changes"));
    }
}
