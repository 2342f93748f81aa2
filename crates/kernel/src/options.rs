//! Options: house rules chosen when a table is made.

use crate::{Fault, RuleId};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// The values that an option can take.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Switch,
    /// A whole number between two bounds.
    Number {
        /// The lowest value.
        min: i64,
        /// The highest value.
        max: i64,
    },
    /// One of these words.
    Word(&'static [&'static str]),
}

/// The value given to an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// A switch.
    Switch(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Switch(on) => on.fmt(f),
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Word(word) => word.fmt(f),
        }
    }
}

/// The description of one option.
///
/// ```
/// use boxtop_kernel::{OptionSpec, OptionValue, RuleId};
///
/// let spec = OptionSpec::number("limit", (0, 100), 50, "Throws before a draw.", RuleId::new("HB", 29));
/// assert_eq!(spec.read("20"), Ok(OptionValue::Number(20)));
/// let fault = spec.read("many").unwrap_err();
/// assert_eq!(fault.to_string(), "options.limit: `many` is not a whole number from 0 to 100");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name in files and on the command line.
    pub key: &'static str,
    /// Its possible values.
    pub kind: OptionKind,
    /// The value if nothing is chosen.
    pub default: OptionValue,
    /// The defaults before a rules version, oldest version first.
    pub earlier: Vec<(u32, OptionValue)>,
    /// One sentence on what it changes.
    pub about: &'static str,
    /// The rule it belongs to.
    pub rule: RuleId,
}

impl OptionSpec {
    /// A switch.
    pub fn switch(key: &'static str, default: bool, about: &'static str, rule: RuleId) -> Self {
        Self::new(key, OptionKind::Switch, OptionValue::Switch(default), about, rule)
    }

    /// A whole number from `min` to `max`.
    pub fn number(key: &'static str, (min, max): (i64, i64), default: i64, about: &'static str, rule: RuleId) -> Self {
        Self::new(key, OptionKind::Number { min, max }, OptionValue::Number(default), about, rule)
    }

    /// One of several words.
    pub fn word(
        key: &'static str,
        words: &'static [&'static str],
        default: &str,
        about: &'static str,
        rule: RuleId,
    ) -> Self {
        Self::new(key, OptionKind::Word(words), OptionValue::Word(default.to_owned()), about, rule)
    }

    /// An option of any kind.
    pub fn new(key: &'static str, kind: OptionKind, default: OptionValue, about: &'static str, rule: RuleId) -> Self {
        OptionSpec { key, kind, default, earlier: Vec::new(), about, rule }
    }

    /// Before this rules version, a match that does not name the option played with `value`.
    /// Call it in ascending order of versions.
    pub fn before(mut self, rules_version: u32, value: OptionValue) -> Self {
        self.earlier.push((rules_version, value));
        self
    }

    /// The default under this rules version.
    pub fn default_in(&self, rules_version: u32) -> &OptionValue {
        let earlier = self.earlier.iter().find(|(version, _)| rules_version < *version);
        earlier.map_or(&self.default, |(_, value)| value)
    }

    /// Reads a value typed by a person.
    pub fn read(&self, text: &str) -> Result<OptionValue, Fault> {
        let value = match self.kind {
            OptionKind::Switch => text.parse().map(OptionValue::Switch).ok(),
            OptionKind::Number { .. } => text.parse().map(OptionValue::Number).ok(),
            OptionKind::Word(_) => Some(OptionValue::Word(text.to_owned())),
        };
        let value = value.unwrap_or_else(|| OptionValue::Word(text.to_owned()));
        self.check(&value)?;
        Ok(value)
    }

    /// Checks that the option can take this value.
    pub fn check(&self, value: &OptionValue) -> Result<(), Fault> {
        let fits = match (self.kind, value) {
            (OptionKind::Switch, OptionValue::Switch(_)) => true,
            (OptionKind::Number { min, max }, OptionValue::Number(n)) => (min..=max).contains(n),
            (OptionKind::Word(words), OptionValue::Word(word)) => words.contains(&word.as_str()),
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let wanted = match self.kind {
            OptionKind::Switch => "true or false".to_owned(),
            OptionKind::Number { min, max } => format!("a whole number from {min} to {max}"),
            OptionKind::Word(words) => words.join(" or "),
        };
        Err(Fault::new(format!("options.{}", self.key), format!("`{value}` is not {wanted}")))
    }
}

/// Chosen options by name; an option that is not named keeps its default.
pub type Chosen = BTreeMap<String, OptionValue>;

/// Is the switch on? `usual` if it is not chosen or not a switch.
///
/// ```
/// use boxtop_kernel::{Chosen, OptionValue, switch_in};
///
/// let chosen = Chosen::from([("eager".to_owned(), OptionValue::Switch(true))]);
/// assert!(switch_in(&chosen, "eager", false));
/// assert!(!switch_in(&chosen, "unknown", false));
/// ```
pub fn switch_in(chosen: &Chosen, key: &str, usual: bool) -> bool {
    match chosen.get(key) {
        Some(OptionValue::Switch(on)) => *on,
        _ => usual,
    }
}

/// The chosen number; `usual` if none is chosen or it does not fit.
///
/// ```
/// use boxtop_kernel::{Chosen, OptionValue, number_in};
///
/// let chosen = Chosen::from([("ante".to_owned(), OptionValue::Number(5))]);
/// assert_eq!(number_in(&chosen, "ante", 10), 5);
/// assert_eq!(number_in(&chosen, "limit", 200), 200);
/// ```
pub fn number_in(chosen: &Chosen, key: &str, usual: u16) -> u16 {
    match chosen.get(key) {
        Some(OptionValue::Number(number)) => u16::try_from(*number).unwrap_or(usual),
        _ => usual,
    }
}

/// A game's options as a typed value.
pub trait Options: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// All options of the game.
    fn specs() -> Vec<OptionSpec>;
    /// Builds the typed value from a complete and checked choice.
    fn build(chosen: &Chosen) -> Self;

    /// Fills in the defaults of a rules version, checks names and values, lists every fault.
    fn choose(chosen: &Chosen, rules_version: u32) -> Result<(Self, Chosen), Vec<Fault>> {
        let specs = Self::specs();
        let mut faults = Vec::new();
        for (key, value) in chosen {
            match specs.iter().find(|spec| spec.key == key) {
                Some(spec) => faults.extend(spec.check(value).err()),
                None => faults.push(unknown(key, &specs)),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let complete: Chosen = specs
            .iter()
            .map(|spec| {
                let value = chosen.get(spec.key).unwrap_or_else(|| spec.default_in(rules_version));
                (spec.key.to_owned(), value.clone())
            })
            .collect();
        Ok((Self::build(&complete), complete))
    }
}

/// A game without options.
impl Options for () {
    fn specs() -> Vec<OptionSpec> {
        Vec::new()
    }

    fn build(_: &Chosen) -> Self {}
}

impl From<bool> for OptionValue {
    fn from(on: bool) -> Self {
        OptionValue::Switch(on)
    }
}

impl From<i64> for OptionValue {
    fn from(number: i64) -> Self {
        OptionValue::Number(number)
    }
}

impl From<&str> for OptionValue {
    fn from(word: &str) -> Self {
        OptionValue::Word(word.to_owned())
    }
}

fn unknown(key: &str, specs: &[OptionSpec]) -> Fault {
    let known: Vec<_> = specs.iter().map(|spec| spec.key).collect();
    Fault::new(format!("options.{key}"), format!("unknown option; the options are {}", known.join(", ")))
}
