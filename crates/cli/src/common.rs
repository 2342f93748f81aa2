//! What several subcommands share: finding a game, reading a file, printing.

use anyhow::Context;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::{BoardFault, Chosen};
use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The command line itself is wrong: exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// What the environment says about the terminal.
pub(crate) fn surroundings() -> tui::TerminalInfo {
    tui::TerminalInfo::of(|name| std::env::var(name).ok())
}

/// The game with this slug, or an error that lists all games.
pub(crate) fn game(slug: &str) -> anyhow::Result<&'static dyn DynGame> {
    catalog::game(slug).ok_or_else(|| Usage(catalog::unknown_game(slug)).into())
}

/// Maximum number of bytes that are read of a board file or record.
const LARGEST: u64 = 64 << 20;

/// Reads a text file, or standard input for `-`.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(LARGEST).read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(LARGEST).read_to_string(&mut text))
    };
    read.with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(text)
}

/// Writes a file, or standard output for `-`.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return print(bytes);
    }
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

/// Prints to standard output. A closed pipe is not an error.
pub(crate) fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("standard output cannot be written"),
    }
}

/// Reads a count: `1000000`, `1_000_000` or `1e6`.
pub(crate) fn count<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = whole_number(text).ok_or("it is not a whole number; write 1000000, 1_000_000 or 1e6")?;
    T::try_from(number).map_err(|_| "it is too large".to_owned())
}

fn whole_number(text: &str) -> Option<u64> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let tidy = |part: &str| !part.starts_with('_') && !part.ends_with('_') && !part.contains("__");
    if whole.is_empty() || !tidy(whole) || !tidy(fraction) || (digits.contains('.') && fraction.is_empty()) {
        return None;
    }
    let exponent: usize = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?;
    let (whole, fraction) = (whole.replace('_', ""), fraction.replace('_', ""));
    // The exponent must cover all digits after the point.
    let zeros = exponent.checked_sub(fraction.trim_end_matches('0').len())?;
    let all = whole + fraction.trim_end_matches('0');
    if zeros > 20 || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    (all + &"0".repeat(zeros)).parse().ok()
}

/// The number of threads to use, at most [`lab::MOST_THREADS`].
pub(crate) fn threads(wanted: usize) -> usize {
    if wanted > lab::MOST_THREADS {
        eprintln!("boxtop: --threads {wanted} is too many; using {}", lab::MOST_THREADS);
    }
    wanted.min(lab::MOST_THREADS)
}

/// Board and options of a match, as several subcommands take them.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct ConfigArgs {
    /// Your own board file (see boxtop board GAME)
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,
    /// An option of the game, such as quiet_limit=50; repeat --option for more
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

impl ConfigArgs {
    /// Reads the board file and the options, checked against the game.
    pub(crate) fn config(&self, game: &dyn DynGame, players: u8) -> anyhow::Result<MatchConfig> {
        let specs = game.options();
        let mut options = Chosen::new();
        for given in &self.options {
            let (key, value) = given
                .split_once('=')
                .ok_or_else(|| Usage(format!("`{given}` is not an option; write --option key=value")))?;
            let spec = specs.iter().find(|spec| spec.key == key).ok_or_else(|| {
                let known: Vec<_> = specs.iter().map(|spec| spec.key).collect();
                Usage(format!("{} has no option `{key}`; it has {}", game.info().title, known.join(", ")))
            })?;
            let value = spec.read(value).map_err(|fault| Usage(fault.to_string()))?;
            if options.insert(key.to_owned(), value).is_some() {
                return Err(Usage(format!("--option {key} is given more than once; give it once")).into());
            }
        }
        let board = self.board.as_deref().map(|path| checked_board(game, path)).transpose()?;
        Ok(MatchConfig { players, options, board, ..MatchConfig::default() })
    }
}

/// Reads a board file, or reports all its faults.
pub(crate) fn checked_board(game: &dyn DynGame, path: &Path) -> anyhow::Result<String> {
    let text = read_text(path)?;
    let faults = game.check_board(&text);
    if faults.is_empty() {
        return Ok(text);
    }
    anyhow::bail!("{}", faults_report(&path.display().to_string(), &text, &faults))
}

/// Maximum number of faults shown for one board file.
const MOST_FAULTS: usize = 20;

/// The faults of a board file with their places, as a compiler would show them.
pub(crate) fn faults_report(path: &str, text: &str, faults: &[BoardFault]) -> String {
    use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
    let renderer = Renderer::plain();
    let mut report = String::new();
    for fault in faults.iter().take(MOST_FAULTS) {
        let place = fault.line_column(text).map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
        let heading = format!("{path}{place}: {}", fault.what);
        let title = Level::ERROR.primary_title(heading);
        let group = match fault.at.clone().filter(|_| !text.is_empty()) {
            Some(at) => {
                let annotation = AnnotationKind::Primary.span(within(text, at)).label(fault.hint.as_str());
                title.element(Snippet::source(text).path(path).annotation(annotation))
            }
            None if fault.hint.is_empty() => Group::with_title(title),
            None => title.element(Level::HELP.message(fault.hint.as_str())),
        };
        report.push_str(&renderer.render(&[group]));
        report.push_str("\n\n");
    }
    let count = faults.len();
    if count > MOST_FAULTS {
        report.push_str(&format!("and {} more\n\n", count - MOST_FAULTS));
    }
    report + &format!("{path} has {count} fault{}", if count == 1 { "" } else { "s" })
}

/// The range, cut to character boundaries of the text.
fn within(text: &str, at: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = floor(at.start);
    start..floor(at.end).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_several_notations() {
        for (text, number) in [
            ("0", 0),
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("1E+6", 1_000_000),
            ("2.5e3", 2_500),
            ("1.50e1", 15),
            ("2.0", 2),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count::<u64>(text), Ok(number), "{text}");
        }
        for text in [
            "",
            "e6",
            "1e",
            "1e-3",
            "-1",
            "+1",
            "1.5",
            "2.55e1",
            ".5e1",
            "1.",
            "1_",
            "_1",
            "1__0",
            "1e6e6",
            "10k",
            "1e30",
            "0x10",
            "18446744073709551616",
            "٣",
        ] {
            assert!(count::<u64>(text).is_err(), "{text}");
        }
        assert_eq!(count::<u32>("1e10"), Err("it is too large".into()));
    }
}
