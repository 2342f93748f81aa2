//! The names of the players.

use crate::Limits;
use std::{fmt, str::FromStr, time::Duration};

/// How strong a thinking player is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// For children and first evenings.
    Private,
    /// Sees the next exchange.
    Captain,
    /// A solid opponent.
    Colonel,
    /// As good as we can make it.
    General,
}

impl Level {
    /// All of them, the weakest first.
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

    /// One sentence for whoever chooses an opponent.
    pub const fn about(self) -> &'static str {
        match self {
            Level::Private => "Looks one turn ahead and blunders now and then; beatable on a first evening.",
            Level::Captain => "Sees the next exchange, but has no plan.",
            Level::Colonel => "Plays solidly and punishes carelessness.",
            Level::General => "Looks as far ahead as it can in the blink of an eye; the strongest we have.",
        }
    }

    /// How far it may think and how it errs. The bound that counts is the number
    /// of positions, which is the same on every machine; the time is a safety net.
    pub const fn limits(self) -> Limits {
        let time = Duration::from_millis(1_200);
        match self {
            Level::Private => Limits { nodes: 300, depth: 1, noise: 40, mistakes: 20, time },
            Level::Captain => Limits { nodes: 2_000, depth: 3, noise: 16, mistakes: 0, time },
            Level::Colonel => Limits { nodes: 12_000, depth: 6, noise: 8, mistakes: 0, time },
            Level::General => Limits { nodes: 120_000, depth: 64, noise: 4, mistakes: 0, time },
        }
    }

    /// The same for games with chance, several seats or secrets, where the depth
    /// is throws that a match is played on, and 0 the look of the next moment.
    pub const fn limits_over_throws(self) -> Limits {
        let time = Duration::from_millis(1_200);
        match self {
            Level::Private => Limits { nodes: 100, depth: 0, noise: 60, mistakes: 45, time },
            Level::Captain => Limits { nodes: 100, depth: 0, noise: 40, mistakes: 22, time },
            Level::Colonel => Limits { nodes: 30_000, depth: 6, noise: 20, mistakes: 16, time },
            Level::General => Limits { nodes: 1_500_000, depth: 10, noise: 0, mistakes: 0, time },
        }
    }

    /// The same for games in which every throw is looked at
    /// ([`kernel::Evaluate::weighs_every_throw`]), the depth being throws.
    pub const fn limits_over_replies(self) -> Limits {
        let time = Duration::from_millis(1_200);
        match self {
            Level::Private => Limits { nodes: 100, depth: 0, noise: 60, mistakes: 35, time },
            Level::Captain => Limits { nodes: 100, depth: 0, noise: 40, mistakes: 15, time },
            Level::Colonel => Limits { nodes: 20_000, depth: 1, noise: 30, mistakes: 8, time },
            Level::General => Limits { nodes: 24_000, depth: 4, noise: 0, mistakes: 0, time },
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

/// How a player decides.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlayerKind {
    /// Any legal action, all alike.
    Random,
    /// The best action by the game's rule of thumb ([`kernel::Evaluate::heuristic`]);
    /// where it has none, the action after which the position looks best.
    Greedy,
    /// One that thinks ahead.
    Level(Level),
}

impl PlayerKind {
    /// All of them, the weakest first.
    pub const ALL: [PlayerKind; 6] = [
        PlayerKind::Random,
        PlayerKind::Greedy,
        PlayerKind::Level(Level::Private),
        PlayerKind::Level(Level::Captain),
        PlayerKind::Level(Level::Colonel),
        PlayerKind::Level(Level::General),
    ];

    /// Its name on the command line and in records.
    pub const fn word(self) -> &'static str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Greedy => "greedy",
            PlayerKind::Level(level) => level.word(),
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for PlayerKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let found = PlayerKind::ALL.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(text.trim()));
        found.ok_or_else(|| UnknownKind::new(text, &PlayerKind::ALL.map(PlayerKind::word)))
    }
}

/// A name that is no player's.
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
        write!(f, "there is no player called “{}”; there are {}", self.name, self.known)
    }
}

impl std::error::Error for UnknownKind {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for kind in PlayerKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!(" General".parse(), Ok(Level::General));
    }

    #[test]
    fn an_unknown_name_lists_the_names_there_are() {
        let error = "major".parse::<PlayerKind>().unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no player called “major”; there are random, greedy, private, captain, colonel, general"
        );
        assert_eq!(
            "random".parse::<Level>().unwrap_err().to_string(),
            "there is no player called “random”; there are private, captain, colonel, general"
        );
    }
}
