//! What several subcommands share: finding a game, reading a file, printing.

use anyhow::Context;
use kernel::door::{Deal, Title};
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

/// The game with this slug, or a message that lists the ones there are.
pub(crate) fn title(slug: &str) -> anyhow::Result<&'static dyn Title> {
    shelf::title(slug).ok_or_else(|| Usage(shelf::unknown_game(slug)).into())
}

/// Files larger than this are not board files or records.
const LARGEST: u64 = 64 << 20;

/// Reads a text file, `-` being standard input.
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

/// Prints to standard output; a reader who has left is no fault.
pub(crate) fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("standard output cannot be written"),
    }
}

/// Board and options of a match, as several subcommands take them.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct DealArgs {
    /// A board file of your own (see `boxtop board GAME`)
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,
    /// A house rule, such as `quiet_limit=50`; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

impl DealArgs {
    /// Reads the board file and the options, checked against the game.
    pub(crate) fn deal(&self, title: &dyn Title, players: u8) -> anyhow::Result<Deal> {
        let specs = title.options();
        let mut options = Chosen::new();
        for given in &self.options {
            let (key, value) = given
                .split_once('=')
                .ok_or_else(|| Usage(format!("`{given}` is not an option; write --option key=value")))?;
            let spec = specs.iter().find(|spec| spec.key == key).ok_or_else(|| {
                let known: Vec<_> = specs.iter().map(|spec| spec.key).collect();
                Usage(format!("{} has no option `{key}`; it has {}", title.info().title, known.join(", ")))
            })?;
            options.insert(key.to_owned(), spec.read(value).map_err(|fault| Usage(fault.to_string()))?);
        }
        let board = self.board.as_deref().map(|path| checked_board(title, path)).transpose()?;
        Ok(Deal { players, options, board, ..Deal::default() })
    }
}

/// Reads a board file and refuses it with all its faults.
pub(crate) fn checked_board(title: &dyn Title, path: &Path) -> anyhow::Result<String> {
    let text = read_text(path)?;
    let faults = title.check_board(&text);
    if faults.is_empty() {
        return Ok(text);
    }
    anyhow::bail!("{}", faults_report(&path.display().to_string(), &text, &faults))
}

/// Maximum number of faults shown of one board file.
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

/// The range cut to whole characters of the text.
fn within(text: &str, at: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = floor(at.start);
    start..floor(at.end).max(start)
}
