//! Options: house rules chosen when a table is made.

use crate::{Choice, Fault, RuleId};
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
/// let spec = OptionSpec::typed::<u16>("limit", Some((0, 100)), 50, "Throws before a draw.", RuleId::new("HB", 29));
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
    /// An option of this type; the bounds are for numbers.
    pub fn typed<T: OptionType>(
        key: &'static str,
        bounds: Option<(i64, i64)>,
        default: T,
        about: &'static str,
        rule: RuleId,
    ) -> Self {
        Self::new(key, T::kind(bounds), default.value(), about, rule)
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

/// A type that an option can have: `bool`, `u16` or a [`Choice`].
pub trait OptionType: Sized {
    /// What may be chosen; the bounds are for numbers.
    fn kind(bounds: Option<(i64, i64)>) -> OptionKind;
    /// The value as it is stored.
    fn value(self) -> OptionValue;
    /// The stored value as this type, if it fits.
    fn from_value(value: &OptionValue) -> Option<Self>;
}

impl OptionType for bool {
    fn kind(_: Option<(i64, i64)>) -> OptionKind {
        OptionKind::Switch
    }

    fn value(self) -> OptionValue {
        OptionValue::Switch(self)
    }

    fn from_value(value: &OptionValue) -> Option<Self> {
        if let OptionValue::Switch(on) = value { Some(*on) } else { None }
    }
}

impl OptionType for u16 {
    fn kind(bounds: Option<(i64, i64)>) -> OptionKind {
        let (min, max) = bounds.unwrap_or((0, u16::MAX.into()));
        OptionKind::Number { min, max }
    }

    fn value(self) -> OptionValue {
        OptionValue::Number(self.into())
    }

    fn from_value(value: &OptionValue) -> Option<Self> {
        if let OptionValue::Number(number) = value { u16::try_from(*number).ok() } else { None }
    }
}

impl<C: Choice> OptionType for C {
    fn kind(_: Option<(i64, i64)>) -> OptionKind {
        OptionKind::Word(C::WORDS)
    }

    fn value(self) -> OptionValue {
        OptionValue::Word(self.word().to_owned())
    }

    fn from_value(value: &OptionValue) -> Option<Self> {
        if let OptionValue::Word(word) = value { C::called(word) } else { None }
    }
}

/// Declares a game's options, each in one place: name, type, default, bounds, earlier defaults and rule. The comment
/// above an option is the sentence that players read. The result implements [`Options`].
///
/// ```
/// use boxtop_kernel::{Chosen, OptionValue, Options, RuleId};
///
/// boxtop_kernel::choice! {
///     /// Who begins.
///     pub enum First {
///         /// Red.
///         Red = "red",
///         /// The highest throw.
///         Highest = "highest",
///     }
/// }
///
/// boxtop_kernel::options! {
///     /// House rules.
///     pub struct HouseRules {
///         /// A throw must be used if it can be.
///         pub must_move: bool = false, rule RuleId::new("X", 4);
///         /// Throws after which the match is a draw; 0 for no limit.
///         pub throw_limit: u16 = 200, from 0 to 1_000, rule RuleId::new("X", 9);
///         /// Who begins.
///         pub first: First = First::Highest, before version 2 First::Red, rule RuleId::new("X", 3);
///     }
/// }
///
/// let chosen = Chosen::from([("throw_limit".to_owned(), OptionValue::Number(50))]);
/// let (rules, _) = HouseRules::choose(&chosen, 2).unwrap();
/// assert_eq!(rules, HouseRules { must_move: false, throw_limit: 50, first: First::Highest });
/// let (earlier, _) = HouseRules::choose(&chosen, 1).unwrap();
/// assert_eq!(earlier.first, First::Red);
/// assert_eq!(HouseRules::specs()[0].about, "A throw must be used if it can be.");
/// ```
#[macro_export]
macro_rules! options {
    (@bounds) => { None };
    (@bounds $min:literal $max:literal) => { Some(($min, $max)) };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $about:literal])+
                $field_vis:vis $field:ident: $type:ty = $default:expr
                $(, from $min:literal to $max:literal)?
                $(, before version $version:literal $earlier:expr)*
                , rule $rule:expr;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        $vis struct $name {
            $($(#[doc = $about])+ $field_vis $field: $type),+
        }

        impl $crate::Options for $name {
            fn specs() -> Vec<$crate::OptionSpec> {
                vec![$(
                    $crate::OptionSpec::typed::<$type>(
                        stringify!($field),
                        $crate::options!(@bounds $($min $max)?),
                        $default,
                        // Every line of a comment begins with a space.
                        concat!($($about),+).trim_ascii_start(),
                        $rule,
                    )
                    $(.before($version, $crate::OptionType::value($earlier)))*
                ),+]
            }

            fn build(chosen: &$crate::Chosen) -> Self {
                $name {
                    $($field: chosen.get(stringify!($field)).and_then($crate::OptionType::from_value).unwrap_or($default)),+
                }
            }
        }
    };
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
