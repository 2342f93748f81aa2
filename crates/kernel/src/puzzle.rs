//! The stock of puzzles of a game: exercises found in self-play, in the file `puzzles.jsonl` beside its rules.
//!
//! The file has JSON lines: a head that says how the puzzles were made, then one puzzle on each line. Their numbers count
//! from 1 in the order of the file. `docs/puzzles.md` describes the format; `lab::puzzles` makes such files.
//!
//! ```
//! use boxtop_kernel::puzzle::Stock;
//!
//! let stock = Stock::read(concat!(
//!     r#"{"program":"boxtop","puzzles":1,"game":"a-game","rules_version":1,"board_hash":"","seed":1,"made_with":"boxtop puzzles generate a-game","version":"0.1"}"#,
//!     "\n",
//!     r#"{"id":"0a1b2c3d4e","difficulty":2,"players":2,"seat":"red","judged":[["1-4",0.0],["2-5",0.1]],"reason":{"text":"Safe."},"line":["1-4"]}"#,
//!     "\n",
//! ))
//! .unwrap();
//! assert_eq!(stock.get(1).unwrap().exercise.seat, "red");
//! assert_eq!(stock.write().lines().count(), 2);
//! ```

use crate::exercise::Exercise;
use crate::record::Program;
use serde::{Deserialize, Serialize};

/// The only format of stocks.
pub const FORMAT: u32 = 1;
/// Maximum number of puzzles in a stock.
pub const MOST_PUZZLES: usize = 10_000;

/// The first line of the file: what the puzzles are, and how they were made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Always `boxtop`.
    pub program: Program,
    /// Format of this document.
    pub puzzles: u32,
    /// The game's slug.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// SHA-256 of the board file, in hexadecimal.
    pub board_hash: String,
    /// The seed of everything.
    pub seed: u64,
    /// The command that makes the same puzzles again.
    pub made_with: String,
    /// The version of the program that made them.
    pub version: String,
}

/// A puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// Ten hexadecimal digits that follow from the position and the seat, so that a puzzle keeps its id when its number
    /// changes.
    pub id: String,
    /// How hard it is: 1 if the greedy player finds the best action, 2 if the level *captain* does, 3 if neither does.
    pub difficulty: u8,
    /// The position, the judged actions and the reason.
    #[serde(flatten)]
    pub exercise: Exercise,
}

/// The puzzles of a game, in the order of their numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Stock {
    /// How they were made.
    pub head: Head,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

impl Stock {
    /// Reads a file of puzzles. The error says what is wrong and on which line.
    pub fn read(text: &str) -> Result<Stock, String> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or("the file is empty")?;
        let head: Head = serde_json::from_str(first).map_err(|error| format!("line 1: {error}"))?;
        if head.puzzles != FORMAT {
            return Err(format!("line 1: this program reads format {FORMAT}, not {}", head.puzzles));
        }
        let read = |(at, line)| serde_json::from_str(line).map_err(|error| format!("line {}: {error}", at + 1));
        let puzzles: Vec<Puzzle> = lines.take(MOST_PUZZLES).map(read).collect::<Result<_, _>>()?;
        Ok(Stock { head, puzzles })
    }

    /// The file of these puzzles.
    pub fn write(&self) -> String {
        let line = |line: Result<String, serde_json::Error>| line.unwrap_or_default() + "\n";
        let head = line(serde_json::to_string(&self.head));
        self.puzzles.iter().fold(head, |text, puzzle| text + &line(serde_json::to_string(puzzle)))
    }

    /// The puzzle with this number, from 1.
    pub fn get(&self, number: usize) -> Option<&Puzzle> {
        self.puzzles.get(number.checked_sub(1)?)
    }

    /// The number of the daily puzzle on this day, counted in days since 1970-01-01 (UTC); `None` without any puzzle.
    pub fn daily(&self, day: i64) -> Option<usize> {
        daily(day, self.puzzles.len())
    }
}

/// The number, from 1, of the daily puzzle among this many. Every puzzle comes once before one comes again, and those of
/// neighbouring numbers, which may be from the same match, are days apart.
///
/// ```
/// use boxtop_kernel::puzzle::daily;
///
/// let mut numbers: Vec<_> = (20_000..20_100).filter_map(|day| daily(day, 100)).collect();
/// numbers.sort_unstable();
/// assert_eq!(numbers, (1..=100).collect::<Vec<_>>());
/// assert_eq!(daily(20_000, 0), None);
/// ```
pub fn daily(day: i64, count: usize) -> Option<usize> {
    let count = i64::try_from(count).ok().filter(|count| *count > 0)?;
    let stride = (1..=count).find(|stride| *stride * 8 > count * 3 && coprime(*stride, count)).unwrap_or(1);
    let at = (day.rem_euclid(count) * stride).rem_euclid(count);
    usize::try_from(at + 1).ok()
}

fn coprime(mut one: i64, mut other: i64) -> bool {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_comes_once_before_one_comes_again_however_many_there_are() {
        for count in 1..=130 {
            let mut numbers: Vec<_> = (-7..count - 7).filter_map(|day| daily(day, count as usize)).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (1..=count as usize).collect::<Vec<_>>());
        }
    }

    #[test]
    fn faults_of_a_file_are_named_with_their_line() {
        let head = r#"{"program":"boxtop","puzzles":1,"game":"g","rules_version":1,"board_hash":"","seed":1,"made_with":"","version":""}"#;
        assert_eq!(Stock::read(""), Err("the file is empty".into()));
        assert!(Stock::read("{}").unwrap_err().starts_with("line 1: missing field"));
        let newer = head.replace("\"puzzles\":1", "\"puzzles\":2");
        assert!(Stock::read(&newer).unwrap_err().contains("reads format 1, not 2"));
        assert!(Stock::read(&format!("{head}\n\n{{}}\n")).unwrap_err().starts_with("line 3: missing field"));
        assert!(Stock::read(head).unwrap().puzzles.is_empty());
    }
}
