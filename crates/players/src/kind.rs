//! Levels and kinds of computer players, by name.

use crate::{Budget, Limits};
use std::{fmt, str::FromStr};

/// The strength of a searching player.
///
/// ```
/// use boxtop_players::Level;
///
/// let names: Vec<_> = Level::ALL.map(Level::word).into();
/// assert_eq!(names, ["private", "captain", "colonel", "general"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// For a first match.
    Private,
    /// Sees the next exchange.
    Captain,
    /// A solid opponent.
    Colonel,
    /// The strongest.
    General,
}

impl Level {
    /// All, weakest first.
    pub const ALL: [Level; 4] = [Level::Private, Level::Captain, Level::Colonel, Level::General];

    /// Its name on the command line and in addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Private => "private",
            Level::Captain => "captain",
            Level::Colonel => "colonel",
            Level::General => "general",
        }
    }

    /// One sentence for people who choose an opponent.
    pub const fn about(self) -> &'static str {
        match self {
            Level::Private => {
                "Looks at the move itself, not at the reply, and overlooks things; good for a first match."
            }
            Level::Captain => "Sees the next exchange, but has no plan.",
            Level::Colonel => "Plays solidly and punishes carelessness.",
            Level::General => "Looks as far ahead as it can in about a second; the strongest player.",
        }
    }

    /// The limits of alpha-beta at this level. The number of positions is the bound that counts, because it is the
    /// same on every machine; the time is a safety net. Other searches use a [`crate::SearchProfile`].
    pub const fn limits(self) -> Limits {
        let time = Limits::MOST_TIME;
        match self {
            Level::Private => Limits { nodes: 300, depth: 1, noise: 40, mistakes: 20, time },
            Level::Captain => Limits { nodes: 2_000, depth: 3, noise: 24, mistakes: 8, time },
            Level::Colonel => Limits { nodes: 12_000, depth: 6, noise: 8, mistakes: 0, time },
            Level::General => Limits { nodes: 120_000, depth: 64, noise: 4, mistakes: 0, time },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Level {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        match text.parse()? {
            PlayerKind::Level(level) => Ok(level),
            _ => Err(UnknownKind::new(text, &Level::ALL.map(Level::word))),
        }
    }
}

/// How a computer player decides.
///
/// People choose among random, greedy and the levels. [`PlayerKind::GeneralV1`] and [`PlayerKind::Uct`] are reference
/// opponents for measurements: their play never changes.
///
/// ```
/// use boxtop_players::{Budget, Level, PlayerKind};
///
/// assert_eq!("colonel".parse(), Ok(PlayerKind::Level(Level::Colonel)));
/// assert_eq!(PlayerKind::Greedy.to_string(), "greedy");
/// assert_eq!("uct:500ms".parse(), Ok(PlayerKind::Uct(Budget::Milliseconds(500))));
/// assert!("major".parse::<PlayerKind>().is_err());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlayerKind {
    /// Any legal action, uniformly at random.
    Random,
    /// The best action by the game's heuristic ([`kernel::Evaluate::heuristic`]), or by the evaluation after it.
    Greedy,
    /// A player that searches.
    Level(Level),
    /// The general of version 0.2.0, which never changes.
    GeneralV1,
    /// The same with this many times its number of positions, to give it the time of another player: `general-v1:8x`.
    GeneralV1Times(u16),
    /// Plain UCT with random playouts and this budget: `uct`, `uct:20000` (playouts) or `uct:500ms`.
    Uct(Budget),
}

impl PlayerKind {
    /// All, with the default budget: random, greedy and the levels, weakest first, and then the reference opponents.
    pub const ALL: [PlayerKind; 8] = [
        PlayerKind::Random,
        PlayerKind::Greedy,
        PlayerKind::Level(Level::Private),
        PlayerKind::Level(Level::Captain),
        PlayerKind::Level(Level::Colonel),
        PlayerKind::Level(Level::General),
        PlayerKind::GeneralV1,
        PlayerKind::Uct(Budget::DEFAULT),
    ];

    /// Its name without a budget, on the command line and in records.
    pub const fn word(self) -> &'static str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Greedy => "greedy",
            PlayerKind::Level(level) => level.word(),
            PlayerKind::GeneralV1 | PlayerKind::GeneralV1Times(_) => "general-v1",
            PlayerKind::Uct(_) => "uct",
        }
    }

    /// The kind with this name in small letters.
    fn named(name: &str) -> Option<PlayerKind> {
        match name.split_once(':') {
            Some(("uct", budget)) => budget.parse().map(PlayerKind::Uct).ok(),
            Some(("general-v1", times)) => {
                let plain = times.strip_suffix('x').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
                plain?.parse().ok().filter(|times| *times > 1).map(PlayerKind::GeneralV1Times)
            }
            _ => PlayerKind::ALL.into_iter().find(|kind| kind.word() == name),
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::GeneralV1Times(times) => f.pad(&format!("general-v1:{times}x")),
            PlayerKind::Uct(budget) if *budget != Budget::DEFAULT => f.pad(&format!("uct:{budget}")),
            _ => f.pad(self.word()),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let known = || UnknownKind::new(text, &PlayerKind::ALL.map(PlayerKind::word));
        PlayerKind::named(&text.trim().to_ascii_lowercase()).ok_or_else(known)
    }
}

/// The name of no known player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownKind {
    name: String,
    known: String,
}

impl UnknownKind {
    fn new(name: &str, known: &[&str]) -> Self {
        UnknownKind { name: name.chars().take(40).collect(), known: known.join(", ") }
    }
}

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let budget = self.name.split_once(':').filter(|(name, _)| name.trim().eq_ignore_ascii_case("uct"));
        match budget.map(|(_, budget)| budget.parse::<Budget>()) {
            Some(Err(error)) => error.fmt(f),
            _ => write!(f, "there is no player called “{}”; there are {}", self.name, self.known),
        }
    }
}

impl std::error::Error for UnknownKind {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        let budgets = [Budget::Playouts(7), Budget::Milliseconds(250), Budget::DEFAULT].map(PlayerKind::Uct);
        let longer = PlayerKind::GeneralV1Times(8);
        for kind in PlayerKind::ALL.into_iter().chain(budgets).chain([longer]) {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!(" General".parse(), Ok(Level::General));
        assert_eq!(PlayerKind::Uct(Budget::DEFAULT).to_string(), "uct");
        assert_eq!(format!("{:>10}", PlayerKind::Uct(Budget::Playouts(7))), "     uct:7");
    }

    #[test]
    fn an_unknown_name_lists_the_names_there_are() {
        let error = |text: &str| text.parse::<PlayerKind>().unwrap_err().to_string();
        let known = "there are random, greedy, private, captain, colonel, general, general-v1, uct";
        for name in ["major", "general:5", "general-v1:9", "general-v1:1x", "general-v1:+8x", "general-v1:70000x"] {
            assert_eq!(error(name), format!("there is no player called “{name}”; {known}"));
        }
        assert!(error("UCT:soon").starts_with("“soon” is no budget; write playouts"), "{}", error("uct:soon"));
        for kind in PlayerKind::ALL.into_iter().filter(|kind| !matches!(kind, PlayerKind::Level(_))) {
            assert_eq!(
                kind.to_string().parse::<Level>().unwrap_err().to_string(),
                format!("there is no player called “{kind}”; there are private, captain, colonel, general")
            );
        }
    }
}
