//! Starts the terminal application from the settings of the command line, and says goodbye at the end.

use crate::app::short;
use crate::chooser::describe;
use crate::{Archive, Choice, Chooser, Local, Look, Menu, NewMatch, TableSource, TuiError, lines, terminal};
use kernel::dynamic::DynGame;
use kernel::exercise::Exercise;
use kernel::puzzle::Stock;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Clock, Listed};
use tokio::runtime::Handle;

/// Which match to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Begin {
    /// Offer unfinished matches, or start a new one if there are none.
    Ask,
    /// Start a new match.
    New,
    /// Resume the latest match, or let the player choose from several.
    Latest,
    /// Resume this match.
    Match(String),
}

/// Settings from the command line.
pub struct Setup {
    /// The game.
    pub game: &'static dyn DynGame,
    /// Settings of a new match.
    pub new_match: NewMatch,
    /// Which match to play.
    pub begin: Begin,
    /// Signs and colours.
    pub look: Look,
    /// Line mode instead of the full screen.
    pub lines: bool,
    /// The SQLite file.
    pub file: PathBuf,
    /// The command that resumes a match, without its id.
    pub resume_with: String,
}

/// Plays until the player leaves.
pub fn run(setup: &Setup) -> Result<(), TuiError> {
    let archive = Arc::new(Archive::open(&setup.file)?);
    let played = play(setup, &archive);
    let closed = archive.close();
    let last = played?;
    closed?;
    match last {
        Some(local) => show_ending(&local, setup),
        None => Ok(()),
    }
}

/// The game of the unfinished match in this terminal whose id begins with `id`, or of the latest
/// one if `id` is empty.
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

/// Teaches a game at standard input and output, from the step with this index. Says at the end how to go on.
pub fn learn(game: &'static dyn DynGame, from: usize, look: Look) -> Result<(), TuiError> {
    let echo = !io::stdin().is_terminal();
    match lines::learn(game, from, look, echo, io::stdin().lock(), io::stdout().lock())? {
        Some(step) => say(&format!("To go on: boxtop learn {} --step {}\n", game.info().slug, step + 1)),
        None => Ok(()),
    }
}

/// A game's stock of puzzles, in the order of their numbers.
struct Puzzles(&'static dyn DynGame, &'static Stock);

impl lines::Exercises for Puzzles {
    fn game(&self) -> &'static dyn DynGame {
        self.0
    }

    fn get(&self, at: usize) -> Option<&Exercise> {
        self.1.puzzles.get(at).map(|puzzle| &puzzle.exercise)
    }

    fn name(&self, at: usize) -> String {
        let difficulty = match self.1.puzzles.get(at).map(|puzzle| puzzle.difficulty) {
            Some(1) => "easy",
            Some(2) => "medium",
            _ => "hard",
        };
        format!("{}, puzzle {} of {}, {difficulty}", self.0.info().title, at + 1, self.1.puzzles.len())
    }
}

/// Asks for the solution of a puzzle at standard input and output, and then for others. `number` counts from 1. Says at
/// the end how to go on.
pub fn puzzle(game: &'static dyn DynGame, number: usize, look: Look) -> Result<(), TuiError> {
    let (title, slug) = (game.info().title, game.info().slug);
    let stock = game.puzzles().ok_or_else(|| TuiError::Usage(format!("{title} has no puzzles")))?;
    if stock.get(number).is_none() {
        return Err(TuiError::Usage(format!("{title} has puzzles 1 to {}", stock.puzzles.len())));
    }
    let echo = !io::stdin().is_terminal();
    let puzzles = Puzzles(game, stock);
    let at = lines::exercise(&puzzles, number - 1, look, echo, io::stdin().lock(), io::stdout().lock())?;
    say(&format!("To go on: boxtop puzzle {slug} {}\n", at + 1))
}

/// Asks on the full screen which of these games to play; `None` to leave.
pub fn ask_game(games: &[&'static dyn DynGame], look: Look) -> Result<Option<&'static dyn DynGame>, TuiError> {
    let lines = games.iter().map(|game| format!("{}: {}", game.info().title, game.info().summary)).collect();
    let chosen = choose("Which game?", lines, look)?;
    Ok(chosen.and_then(|at| games.get(at)).copied())
}

/// Asks a question on the full screen. Returns the index of the answer; `None` to leave.
pub fn choose(question: &'static str, answers: Vec<String>, look: Look) -> Result<Option<usize>, TuiError> {
    terminal::ask(Menu::new(question, answers), "Boxtop", look)
}

fn play(setup: &Setup, archive: &Arc<Archive>) -> Result<Option<Local>, TuiError> {
    let unfinished = archive.unfinished(setup.game.info().slug)?;
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

/// The match that the player chooses on the screen; `None` to leave.
fn chosen(
    setup: &Setup,
    archive: &Arc<Archive>,
    unfinished: Vec<Listed>,
    stage: &mut terminal::Stage,
) -> Result<Option<Local>, TuiError> {
    let chooser = Chooser::new(unfinished, Clock::system().now_ms());
    match stage.choose(chooser, setup.game.info().title)? {
        Choice::Leave => Ok(None),
        Choice::New => new(setup, archive).map(Some),
        Choice::Resume(id) => Local::resume(archive.clone(), setup.game, &id).map(Some),
    }
}

/// Plays at a table of a server until the player leaves, on the full screen or in line mode. Signals
/// are awaited on `runtime`.
pub fn play_at(table: &mut dyn TableSource, look: Look, in_lines: bool, runtime: &Handle) -> Result<(), TuiError> {
    if in_lines {
        let echo = !io::stdin().is_terminal();
        return lines::run_live(table, look, echo, io::BufReader::new(io::stdin()), io::stdout().lock());
    }
    terminal::run(look, runtime, |stage| stage.play(table))
}

fn new(setup: &Setup, archive: &Arc<Archive>) -> Result<Local, TuiError> {
    Local::begin(archive.clone(), setup.game, &setup.new_match)
}

/// The match to play; `None` if the player has to choose.
fn begin(setup: &Setup, archive: &Arc<Archive>, unfinished: &[Listed]) -> Result<Option<Local>, TuiError> {
    let resume = |id: &str| Local::resume(archive.clone(), setup.game, id).map(Some);
    match (&setup.begin, unfinished) {
        (Begin::New, _) | (Begin::Ask, []) => new(setup, archive).map(Some),
        (Begin::Ask, _) => Ok(None),
        (Begin::Match(id), _) => resume(id),
        (Begin::Latest, []) => {
            let game = setup.game.info().title;
            Err(TuiError::Usage(format!("there is no unfinished match of {game} at this terminal; leave --resume out")))
        }
        (Begin::Latest, [_, _, ..]) if !setup.lines => Ok(None),
        (Begin::Latest, [latest, ..]) => resume(latest.stream.as_str()),
    }
}

/// Line mode does not ask; it only mentions unfinished matches.
fn mention(unfinished: &[Listed], setup: &Setup) -> Result<(), TuiError> {
    let now = Clock::system().now_ms();
    let mut text = String::from("You have unfinished matches:\n");
    for listed in unfinished.iter().take(5) {
        text += &format!("  {}\n", describe(listed, now));
    }
    text += &format!("To resume the last one: {}\n\n", setup.resume_with);
    say(&setup.look.text(&text))
}

fn show_ending(local: &Local, setup: &Setup) -> Result<(), TuiError> {
    let seen = local.view();
    let text = match &seen.view.verdict {
        Some(verdict) if !seen.goes_on => {
            let rule = verdict.rules.first().map_or(String::new(), |rule| format!(" ({rule})"));
            let account = seen.account().map_or(String::new(), |account| format!("{account}\n"));
            let score = seen.score().map_or(String::new(), |score| format!("{score}\n"));
            format!("{}{rule}\n{account}{score}", verdict.text)
        }
        _ if !local.is_kept() => "Nothing was played, so nothing was saved.\n".to_owned(),
        _ => format!("The match is saved. To resume it: {} {}\n", setup.resume_with, short(&seen.id)),
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
