//! Refusals and faults: a [`Refusal`] tells a player which rule forbids an action, a [`Fault`]
//! says what is wrong with an option, a position or a file.

use crate::RuleId;
use std::fmt;

/// Why an action is not allowed, for the person who tried it.
///
/// ```
/// use boxtop_kernel::{Refusal, RuleId};
///
/// fn play() -> Result<(), Box<dyn std::error::Error>> {
///     Err(Refusal::new(RuleId::new("TM", 4), "It is not your turn."))?
/// }
/// assert_eq!(play().unwrap_err().to_string(), "It is not your turn. (TM-4)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// What is wrong, as a sentence.
    pub what: String,
    /// What would be legal instead, as a sentence; empty when there is nothing to add.
    pub instead: String,
}

impl Refusal {
    /// A refusal without a hint.
    pub fn new(rule: RuleId, what: impl Into<String>) -> Self {
        Refusal { rule, what: what.into(), instead: String::new() }
    }

    /// Adds a hint: what would be legal instead.
    #[must_use]
    pub fn instead(mut self, hint: impl Into<String>) -> Self {
        self.instead = hint.into();
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.what, self.rule)?;
        if !self.instead.is_empty() {
            write!(f, " {}", self.instead)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// Something wrong with an option, a position or a file, and where.
///
/// ```
/// use boxtop_kernel::{Fault, Faults};
///
/// let faults = Faults(vec![Fault::new("die", "a die shows 1 to 6"), Fault::new("turn", "nobody sits there")]);
/// assert_eq!(faults.to_string(), "die: a die shows 1 to 6; turn: nobody sits there");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The place in words, such as `options.quiet_limit` or `attackers[3]`.
    pub place: String,
    /// What is wrong there and what would be right.
    pub what: String,
}

impl Fault {
    /// A fault at a place.
    pub fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Fault { place: place.into(), what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl std::error::Error for Fault {}
