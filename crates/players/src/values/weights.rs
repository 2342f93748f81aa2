//! Weights files: a network with what it was trained for and how, as text.
//!
//! A file begins with lines `key: value`, in a fixed order. After an empty line come the numbers of the network, each as
//! the eight hexadecimal digits of its bits. The line `check` is a hash of everything else.

use super::network::Network;
use kernel::Mixer;
use std::fmt;
use std::hash::Hasher;

/// The first line of a file.
const TITLE: &str = "boxtop values 1";
/// Maximum length of a file in bytes.
pub const MOST_BYTES: usize = 300_000;
/// Numbers in one line of a file.
const IN_LINE: usize = 12;

/// A network with what it was trained for.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// What it was trained for.
    pub origin: Origin,
    /// The network.
    pub network: Network,
}

/// What a network was trained for, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The game's slug.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Number of players.
    pub players: u8,
    /// The version of the features ([`kernel::FeatureSet::version`]).
    pub features: u32,
    /// Board and options ([`kernel::FeatureSet::setting`]).
    pub setting: u64,
    /// Number of matches of self-play.
    pub matches: u64,
    /// The RNG seed.
    pub seed: u64,
    /// The command that makes the file again.
    pub command: String,
    /// The version of the program that ran it.
    pub program: String,
}

/// What is wrong with a weights file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadWeights(String);

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is not a usable weights file: {}", self.0)
    }
}

impl std::error::Error for BadWeights {}

fn bad(what: impl Into<String>) -> BadWeights {
    BadWeights(what.into())
}

impl Weights {
    /// The file as text.
    pub fn write(&self) -> String {
        let Origin { game, rules_version, players, features, setting, matches, seed, command, program } = &self.origin;
        let widths: Vec<_> = self.network.widths().iter().map(usize::to_string).collect();
        let head = format!(
            "game: {game}\nrules: {rules_version}\nplayers: {players}\nfeatures: {features}\nsetting: {setting:016x}\n\
            matches: {matches}\nseed: {seed}\ncommand: {command}\nprogram: {program}\nwidths: {}\n",
            widths.join(" ")
        );
        let numbers = write_numbers(self.network.numbers());
        format!("{TITLE}\n{head}check: {:016x}\n\n{numbers}", check(&head, &numbers))
    }

    /// Reads a file and checks everything in it.
    pub fn read(text: &str) -> Result<Self, BadWeights> {
        if text.len() > MOST_BYTES {
            return Err(bad(format!("it has more than {MOST_BYTES} bytes")));
        }
        let rest = text.strip_prefix(TITLE).and_then(|rest| rest.strip_prefix('\n'));
        let rest = rest.ok_or_else(|| bad(format!("it does not begin with `{TITLE}`")))?;
        let (top, numbers) = rest.split_once("\n\n").ok_or_else(|| bad("it ends before the numbers"))?;
        let (head, sum) = top.rsplit_once('\n').ok_or_else(|| bad("it has no line `check`"))?;
        let head = format!("{head}\n");
        let expected = format!("check: {:016x}", check(&head, numbers));
        if sum != expected {
            return Err(bad("it was changed after it was written (the line `check` does not fit)"));
        }
        let mut lines = Lines(head.lines());
        let origin = Origin {
            game: lines.text("game")?,
            rules_version: lines.number("rules")?,
            players: lines.number("players")?,
            features: lines.number("features")?,
            setting: lines.hex("setting")?,
            matches: lines.number("matches")?,
            seed: lines.number("seed")?,
            command: lines.text("command")?,
            program: lines.text("program")?,
        };
        let widths = lines.widths()?;
        let network = read_numbers(numbers).and_then(|numbers| Network::new(&widths, numbers));
        let network = network.ok_or_else(|| bad("its numbers do not fit its widths"))?;
        if usize::from(origin.players) != widths[widths.len() - 1] {
            return Err(bad("it has another number of outputs than players"));
        }
        Ok(Weights { origin, network })
    }
}

/// The hash in the line `check`.
fn check(head: &str, numbers: &str) -> u64 {
    let mut mixer = Mixer::default();
    mixer.write(head.as_bytes());
    mixer.write(numbers.as_bytes());
    mixer.word()
}

/// The lines `key: value`, which come in a fixed order.
struct Lines<'a>(std::str::Lines<'a>);

impl<'a> Lines<'a> {
    fn value(&mut self, key: &str) -> Result<&'a str, BadWeights> {
        let value = self.0.next().and_then(|line| line.strip_prefix(key)).and_then(|rest| rest.strip_prefix(": "));
        value.ok_or_else(|| bad(format!("the line `{key}` is missing")))
    }

    fn text(&mut self, key: &str) -> Result<String, BadWeights> {
        self.value(key).map(str::to_owned)
    }

    fn number<N: std::str::FromStr>(&mut self, key: &str) -> Result<N, BadWeights> {
        self.value(key)?.parse().map_err(|_| bad(format!("the line `{key}` has no such number")))
    }

    fn hex(&mut self, key: &str) -> Result<u64, BadWeights> {
        u64::from_str_radix(self.value(key)?, 16).map_err(|_| bad(format!("the line `{key}` has no such number")))
    }

    fn widths(&mut self) -> Result<Vec<usize>, BadWeights> {
        let widths: Option<Vec<usize>> = self.value("widths")?.split(' ').map(|width| width.parse().ok()).collect();
        widths.filter(|widths| Network::size(widths).is_some()).ok_or_else(|| bad("its widths are not possible"))
    }
}

/// Numbers as hexadecimal digits of their bits, in lines.
pub fn write_numbers(numbers: &[f32]) -> String {
    let mut text = String::with_capacity(numbers.len() * 9);
    for line in numbers.chunks(IN_LINE) {
        line.iter().for_each(|number| text += &format!("{:08x}", number.to_bits()));
        text.push('\n');
    }
    text
}

/// Reads what [`write_numbers`] wrote; `None` for anything else.
pub fn read_numbers(text: &str) -> Option<Vec<f32>> {
    let number = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.len() == 8)?;
        u32::from_str_radix(digits, 16).ok().map(f32::from_bits)
    };
    text.lines().flat_map(|line| line.as_bytes().chunks(8)).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn example() -> Weights {
        let numbers = (0..Network::size(&[3, 4, 2]).unwrap_or(0)).map(|at| at as f32 / 7.0 - 1.0).collect();
        let origin = Origin {
            game: "a-game".into(),
            rules_version: 3,
            players: 2,
            features: 1,
            setting: 0xfeed,
            matches: 1_000,
            seed: 9,
            command: "boxtop train a-game".into(),
            program: "0.2.0".into(),
        };
        Weights { origin, network: Network::new(&[3, 4, 2], numbers).expect("a network") }
    }

    #[test]
    fn a_file_is_read_back_to_the_last_bit() {
        assert_eq!(Weights::read(&example().write()), Ok(example()));
    }

    #[test]
    fn a_changed_file_is_refused_and_never_panics() {
        let text = example().write();
        let mut rng = Rng::new(6);
        for _ in 0..3_000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bytes.len() as u32) as usize;
                match rng.below(3) {
                    0 => bytes[at] = rng.below(256) as u8,
                    1 if bytes.len() > 1 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            let changed = String::from_utf8_lossy(&bytes);
            assert!(changed == text || Weights::read(&changed).is_err(), "{changed}");
        }
    }

    #[test]
    fn a_file_with_a_right_check_is_still_read_with_care() {
        let text = example().write();
        for (from, to) in [
            ("widths: 3 4 2", "widths: 3 4 9"),
            ("widths: 3 4 2", "widths: 3 99999999999999999999 2"),
            ("widths: 3 4 2", "widths: "),
            ("players: 2", "players: 3"),
            ("players: 2", "players: 999"),
            ("seed: 9", "seed: -1"),
            ("rules: 3\n", ""),
            ("bf800000", "7fc00000"),
            ("bf800000", "bf80000"),
            ("bf800000", "bf80000é"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let (top, numbers) = changed.split_once("\n\n").expect("two parts");
            let head = top.split_once('\n').expect("a title").1.rsplit_once('\n').expect("a check").0.to_owned() + "\n";
            let sum = check(&head, numbers);
            let whole = format!("{TITLE}\n{head}check: {sum:016x}\n\n{numbers}");
            assert!(Weights::read(&whole).is_err(), "{from} → {to}");
        }
        assert!(Weights::read(&"x".repeat(MOST_BYTES + 1)).is_err());
    }
}
