//! From the command line to the first move, and a word at leaving.

use crate::app::short;
use crate::chooser::describe;
use crate::{Archive, Choice, Chooser, Local, Look, Menu, NewMatch, TableSource, TuiError, lines, terminal};
use kernel::dynamic::DynGame;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Clock, Listed};
use tokio::runtime::Handle;

/// How to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Begin {
    /// Offer what is unfinished, or begin anew.
    Ask,
    /// Begin anew.
    New,
    /// Go on with what was played last, or choose from several.
    Latest,
    /// Go on with this match.
    Match(String),
}

/// Everything the command line says.
pub struct Setup {
    /// The game.
    pub title: &'static dyn DynGame,
    /// How a new match is to be.
    pub new_match: NewMatch,
    /// How to begin.
    pub begin: Begin,
    /// Signs and colours.
    pub look: Look,
    /// A conversation in lines instead of a screen.
    pub lines: bool,
    /// The SQLite file.
    pub file: PathBuf,
    /// The command that resumes; the match's id is added to it.
    pub resume_with: String,
}

/// Plays until somebody leaves.
pub fn run(setup: &Setup) -> Result<(), TuiError> {
    let archive = Arc::new(Archive::open(&setup.file)?);
    let played = play(setup, &archive);
    let closed = archive.close();
    let last = played?;
    closed?;
    match last {
        Some(local) => farewell(&local, setup),
        None => Ok(()),
    }
}

/// The game of an unfinished match at this terminal: of the one whose id begins
/// so, or of the one played last when nothing is said.
pub fn unfinished_game(file: &Path, id: &str) -> Result<String, TuiError> {
    let archive = Archive::open(file)?;
    let all = archive.all_unfinished();
    archive.close()?;
    let all = all?;
    let mut fitting = all.iter().filter(|listed| listed.stream.as_str().starts_with(id));
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Ok(only.entry.game.clone()),
        (Some(latest), Some(_)) if id.is_empty() => Ok(latest.entry.game.clone()),
        (Some(_), Some(_)) => Err(TuiError::Usage(format!("several matches begin with {id}; write more of the id"))),
        (None, _) if id.is_empty() => {
            Err(TuiError::Usage("there is no unfinished match at this terminal; leave --resume out".into()))
        }
        (None, _) => {
            let shown: String = id.chars().take(40).collect();
            Err(TuiError::Usage(format!(
                "there is no unfinished match “{shown}” at this terminal; --resume without an id finds the last one"
            )))
        }
    }
}

/// Asks on the screen which of these games is to be played; `None` to leave.
pub fn ask_game(titles: &[&'static dyn DynGame], look: Look) -> Result<Option<&'static dyn DynGame>, TuiError> {
    let lines = titles.iter().map(|title| format!("{}: {}", title.info().title, title.info().summary)).collect();
    let chosen = choose("Which game?", lines, look)?;
    Ok(chosen.and_then(|at| titles.get(at)).copied())
}

/// Asks a question on the whole screen: which of the answers; `None` to leave.
pub fn choose(question: &'static str, answers: Vec<String>, look: Look) -> Result<Option<usize>, TuiError> {
    terminal::ask(Menu::new(question, answers), "Boxtop", look)
}

fn play(setup: &Setup, archive: &Arc<Archive>) -> Result<Option<Local>, TuiError> {
    let unfinished = archive.unfinished(setup.title.info().slug)?;
    if setup.lines {
        let local = match begin(setup, archive, &unfinished)? {
            Some(local) => local,
            None => {
                mention(&unfinished, setup)?;
                new(setup, archive)?
            }
        };
        let stdin = io::stdin();
        let echo = !stdin.is_terminal();
        return lines::run(local, setup.look, echo, stdin.lock(), io::stdout().lock()).map(Some);
    }
    let first = begin(setup, archive, &unfinished)?;
    terminal::run(setup.look, archive.handle(), |stage| {
        let local = match first {
            Some(local) => Some(local),
            None => chosen(setup, archive, unfinished, stage)?,
        };
        let Some(mut local) = local else { return Ok(None) };
        stage.play(&mut local)?;
        Ok(Some(local))
    })
}

/// The match that is chosen on the screen; `None` to leave.
fn chosen(
    setup: &Setup,
    archive: &Arc<Archive>,
    unfinished: Vec<Listed>,
    stage: &mut terminal::Stage,
) -> Result<Option<Local>, TuiError> {
    let chooser = Chooser::new(unfinished, Clock::system().now_ms());
    match stage.choose(chooser, setup.title.info().title)? {
        Choice::Leave => Ok(None),
        Choice::New => new(setup, archive).map(Some),
        Choice::Resume(id) => Local::resume(archive.clone(), setup.title, &id).map(Some),
    }
}

/// Plays at a table that is not this terminal's own until somebody leaves: on the whole
/// screen, or as a conversation in lines. Signals are awaited on `runtime`.
pub fn play_at(table: &mut dyn TableSource, look: Look, in_lines: bool, runtime: &Handle) -> Result<(), TuiError> {
    if in_lines {
        let echo = !io::stdin().is_terminal();
        return lines::run_live(table, look, echo, io::BufReader::new(io::stdin()), io::stdout().lock());
    }
    terminal::run(look, runtime, |stage| stage.play(table))
}

fn new(setup: &Setup, archive: &Arc<Archive>) -> Result<Local, TuiError> {
    Local::begin(archive.clone(), setup.title, &setup.new_match)
}

/// The match to play, or `None` when there is something to choose.
fn begin(setup: &Setup, archive: &Arc<Archive>, unfinished: &[Listed]) -> Result<Option<Local>, TuiError> {
    let resume = |id: &str| Local::resume(archive.clone(), setup.title, id).map(Some);
    match (&setup.begin, unfinished) {
        (Begin::New, _) | (Begin::Ask, []) => new(setup, archive).map(Some),
        (Begin::Ask, _) => Ok(None),
        (Begin::Match(id), _) => resume(id),
        (Begin::Latest, []) => {
            let game = setup.title.info().title;
            Err(TuiError::Usage(format!("there is no unfinished match of {game} at this terminal; leave --resume out")))
        }
        (Begin::Latest, [_, _, ..]) if !setup.lines => Ok(None),
        (Begin::Latest, [latest, ..]) => resume(latest.stream.as_str()),
    }
}

/// In a conversation nobody is asked; what is unfinished is mentioned.
fn mention(unfinished: &[Listed], setup: &Setup) -> Result<(), TuiError> {
    let now = Clock::system().now_ms();
    let mut text = String::from("Unfinished matches are kept:\n");
    for listed in unfinished.iter().take(5) {
        text += &format!("  {}\n", describe(listed, now));
    }
    text += &format!("Go on with the last one: {}\n\n", setup.resume_with);
    say(&setup.look.text(&text))
}

fn farewell(local: &Local, setup: &Setup) -> Result<(), TuiError> {
    let seen = local.view();
    let text = match &seen.view.verdict {
        Some(verdict) if !seen.goes_on => {
            let rule = verdict.rules.first().map_or(String::new(), |rule| format!(" ({rule})"));
            let account = seen.account().map_or(String::new(), |account| format!("{account}\n"));
            let score = seen.score().map_or(String::new(), |score| format!("{score}\n"));
            format!("{}{rule}\n{account}{score}", verdict.text)
        }
        _ if !local.is_kept() => "Nothing was played, so nothing is kept.\n".to_owned(),
        _ => format!("The match is kept. Go on with it: {} {}\n", setup.resume_with, short(&seen.id)),
    };
    say(&setup.look.text(&text))
}

fn say(text: &str) -> Result<(), TuiError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(why) if why.kind() != io::ErrorKind::BrokenPipe => {
            Err(TuiError::System { what: "standard output cannot be written", why })
        }
        _ => Ok(()),
    }
}
