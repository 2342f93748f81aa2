//! A table in this terminal: every event is in the store before it is shown.

use crate::archive::OWNER;
use crate::outcome::sentence;
use crate::table_source::{self, Analysing, Reply, TableSource};
use crate::{Archive, TableView, TuiError};
use catalog::{Level, PlayerKind};
use kernel::dynamic::{DynAction, DynGame, DynMatch, MatchConfig};
use kernel::{Seat, SeatSet, Turn};
use matches::{MatchActor, MatchError, PendingCommand, Silent};
use rand::TryRng;
use rand::rngs::SysRng;
use std::sync::Arc;
use table::{Contest, Event, MatchCommand, Occupant, Order, Stamped, Table};

/// Who plays here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// One person at this seat, by its id; computers at the others.
    Seat(String),
    /// All seats are played here.
    Both,
    /// Seat by seat, in their order.
    Seats(Vec<SeatChoice>),
}

/// Who plays one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatChoice {
    /// Somebody at this terminal, by name if one is given.
    Person(Option<String>),
    /// A computer player.
    Computer(PlayerKind),
}

/// Settings of a new match.
#[derive(Clone, PartialEq, Debug)]
pub struct NewMatch {
    /// Players, options, board.
    pub config: MatchConfig,
    /// Who plays here; `None` for one person at the first seat.
    pub side: Option<Side>,
    /// Level of computers whose seat does not name one.
    pub level: Level,
    /// Play a contest of as many games as there are seats, with seats changed each time.
    pub contest: bool,
}

/// A match in this terminal, saved in the archive.
pub struct Local {
    archive: Arc<Archive>,
    actor: MatchActor,
}

impl Local {
    /// Starts a match. Its opening is saved together with the first action, so that matches in
    /// which nothing was played do not show up as unfinished.
    pub fn begin(archive: Arc<Archive>, game: &'static dyn DynGame, new_match: &NewMatch) -> Result<Local, TuiError> {
        let order = order_for(game, new_match, fresh_id()?, fresh_bytes()?)?;
        let local = Local::open(archive, game, order)?;
        local.make_table_throws()?;
        Ok(local)
    }

    /// The same with a given id and seed, for predictable dice: they use version 1 of the
    /// arithmetic, without nonces.
    pub fn begin_with(
        archive: Arc<Archive>,
        game: &'static dyn DynGame,
        new_match: &NewMatch,
        id: String,
        entropy: [u8; 32],
    ) -> Result<Local, TuiError> {
        let (_, mut opened) = Table::open(game, order_for(game, new_match, id, entropy)?, now())?;
        if let Event::Opened(opened) = &mut opened.event {
            opened.format = 1;
            opened.seed = std::mem::take(&mut opened.chain);
            opened.commitment = table::fingerprint(&entropy);
        }
        let local = Local::unsaved(archive, game, opened)?;
        local.make_table_throws()?;
        Ok(local)
    }

    /// Resumes a match of the archive, named by its id or the beginning of it.
    pub fn resume(archive: Arc<Archive>, game: &'static dyn DynGame, id: &str) -> Result<Local, TuiError> {
        let id = complete_id(&archive, game, id)?;
        let loaded = archive.wait(MatchActor::load(archive.context(), &id, Box::new(Silent)));
        let actor = loaded.map_err(|error| trouble(&id, error))?;
        let local = Local { archive, actor };
        local.make_table_throws()?;
        Ok(local)
    }

    /// The next match between the same people, with seats changed. It is saved before this one is
    /// marked as followed, so that a crash in between loses nothing.
    pub fn rematch(&mut self) -> Result<Local, TuiError> {
        let table = self.actor.table();
        if !table.is_over() {
            return Err(table::Decline::NotOver.into());
        }
        let order = table.rematch(fresh_id()?, fresh_bytes()?);
        let by = order.id.clone();
        let next = Local::open(self.archive.clone(), self.actor.game(), order)?;
        self.archive.wait(next.actor.save()).map_err(|error| next.trouble(error))?;
        next.make_table_throws()?;
        self.execute(MatchCommand::Follow { by })?;
        Ok(next)
    }

    /// The analysis of the match, which is computed in this terminal.
    pub(crate) fn analysing(&self) -> Analysing {
        let record = self.actor.table().record();
        Box::new(move || {
            let mut analyser = catalog::analyser_for(&record).map_err(|why| sentence(&why.to_string()))?;
            Ok(Box::new(analyser.finish()))
        })
    }

    fn open(archive: Arc<Archive>, game: &'static dyn DynGame, order: Order) -> Result<Local, TuiError> {
        let (_, event) = Table::open(game, order, now())?;
        Local::unsaved(archive, game, event)
    }

    fn unsaved(archive: Arc<Archive>, game: &'static dyn DynGame, opened: Stamped) -> Result<Local, TuiError> {
        let actor = MatchActor::unsaved(archive.context(), game, vec![opened], Box::new(Silent));
        Ok(Local { actor: actor.map_err(|error| trouble("", error))?, archive })
    }

    /// Carries out a command, which is saved before it is shown.
    pub fn command(&mut self, command: &MatchCommand) -> Result<(), TuiError> {
        self.execute(command.clone())?;
        self.make_table_throws()
    }

    /// Plays what was typed for a seat. If it is not legal for that seat, but for exactly one other
    /// seat played here, that one plays it.
    pub fn play(&mut self, seat: &str, text: &str) -> Result<(), TuiError> {
        let seat = self.meant(seat, text);
        self.command(&MatchCommand::Act { seat, text: text.to_owned() })
    }

    /// Plays the action that a computer chose at a version; does nothing if it is outdated.
    pub fn play_thought(&mut self, seat: &str, action: &DynAction, version: u64) -> Result<(), TuiError> {
        let command = MatchCommand::Choose { seat: seat.to_owned(), action: action.clone() };
        if self.actor.table().stands(&command, version) { self.command(&command) } else { Ok(()) }
    }

    /// Why pointing at these places in order is not a legal move.
    pub fn refusal(&self, seat: &str, steps: &[String]) -> Option<kernel::Refusal> {
        table_source::refusal(self.actor.table().game_match(), seat, steps)
    }

    fn meant(&self, seat: &str, text: &str) -> String {
        let table = self.actor.table();
        let mine = table.seats_of(OWNER);
        let acting = table.acting().iter().filter(|who| mine.contains(*who)).fold(SeatSet::EMPTY, SeatSet::with);
        table_source::meant(table.game_match(), acting, seat, text)
    }

    /// Executes a command for the version shown here. If another program has played on, the match is read again.
    fn execute(&self, command: MatchCommand) -> Result<(), TuiError> {
        let pending = PendingCommand::new(command, now()).at_version(self.version());
        self.archive.wait(self.actor.execute(&pending)).map(drop).map_err(|error| self.trouble(error))
    }

    fn trouble(&self, error: MatchError) -> TuiError {
        trouble(self.actor.stream().as_str(), error)
    }

    /// Makes the throws that no seat makes.
    fn make_table_throws(&self) -> Result<(), TuiError> {
        let happens = |table: &Table| table.turn() == Turn::Chance && table.game_match().thrower().is_none();
        while happens(&self.actor.table()) {
            self.execute(MatchCommand::Throw { seat: None, link: None })?;
        }
        Ok(())
    }

    /// The table as it is shown here.
    pub fn view(&self) -> TableView {
        TableView::of(&self.actor.table(), OWNER)
    }

    /// A copy of the match for a computer player.
    pub fn position(&self) -> Box<dyn DynMatch> {
        self.actor.table().game_match().fork()
    }

    /// Number of events of the match.
    pub fn version(&self) -> u64 {
        self.actor.table().version()
    }

    /// Is it saved? Not before anything was played.
    pub fn is_kept(&self) -> bool {
        self.actor.is_saved()
    }

    /// The game.
    pub fn game(&self) -> &'static dyn DynGame {
        self.actor.game()
    }

    /// Where it is saved.
    pub fn archive(&self) -> &Arc<Archive> {
        &self.archive
    }
}

/// Every request is answered at once, and there is never any news.
impl TableSource for Local {
    fn game(&self) -> &'static dyn DynGame {
        self.actor.game()
    }

    fn place(&self) -> String {
        self.archive.place().to_owned()
    }

    fn view(&self) -> TableView {
        Local::view(self)
    }

    fn version(&self) -> u64 {
        Local::version(self)
    }

    fn command(&mut self, command: &MatchCommand) -> Result<Reply, TuiError> {
        Local::command(self, command).map(|()| Reply::Done)
    }

    fn play(&mut self, seat: &str, text: &str) -> Result<Reply, TuiError> {
        Local::play(self, seat, text).map(|()| Reply::Done)
    }

    fn play_thought(&mut self, seat: &str, action: &DynAction, version: u64) -> Result<Reply, TuiError> {
        Local::play_thought(self, seat, action, version).map(|()| Reply::Done)
    }

    fn refusal(&self, seat: &str, steps: &[String]) -> Option<kernel::Refusal> {
        Local::refusal(self, seat, steps)
    }

    fn rematch(&mut self) -> Result<Reply, TuiError> {
        *self = Local::rematch(self)?;
        Ok(Reply::Done)
    }

    fn say(&mut self, _text: &str, _everyone: bool) -> Result<Reply, TuiError> {
        Err(table::Decline::NobodyToAsk.into())
    }

    fn position(&self) -> Option<Box<dyn DynMatch>> {
        Some(Local::position(self))
    }

    fn hint(&mut self, _seat: Seat) -> Result<Reply, TuiError> {
        Ok(Reply::Done)
    }

    fn analysis(&mut self) -> Result<Analysing, TuiError> {
        Ok(self.analysing())
    }
}

/// This machine's clock, in milliseconds since 1970.
fn now() -> i64 {
    store::Clock::system().now_ms()
}

/// The error for the person in front of the terminal.
fn trouble(id: &str, error: MatchError) -> TuiError {
    match error {
        MatchError::Declined(decline) => TuiError::Declined(decline),
        MatchError::Stale { .. } | MatchError::Future { .. } | MatchError::ReusedKey => TuiError::MovedOn,
        MatchError::Corrupt(why) => TuiError::Corrupt { id: id.into(), why },
        MatchError::Store(error) => TuiError::Store(error),
        other @ (MatchError::NoMatch | MatchError::UnknownGame(_) | MatchError::Busy) => {
            TuiError::Usage(other.to_string())
        }
    }
}

/// The order for a new match.
fn order_for(game: &dyn DynGame, new_match: &NewMatch, id: String, entropy: [u8; 32]) -> Result<Order, TuiError> {
    let seats = occupants(game, new_match)?;
    let points = vec![0.0; seats.len()];
    let contest = new_match.contest.then_some(Contest { game: 1, of: seats.len() as u8, points });
    Ok(Order { contest, ..Order::plain(id, new_match.config.clone(), seats, entropy) })
}

/// Who sits at each seat: people of this terminal, and computers.
fn occupants(game: &dyn DynGame, new_match: &NewMatch) -> Result<Vec<Occupant>, TuiError> {
    let game_match = game.open(&new_match.config).map_err(table::Decline::Faulty)?;
    let infos = game_match.seats();
    let ids: Vec<&str> = infos.iter().map(|info| info.id).collect();
    match &new_match.side {
        Some(Side::Both) => Ok(occupants_of(&vec![SeatChoice::Person(None); infos.len()])),
        Some(Side::Seats(seat_choices)) if seat_choices.len() == infos.len() => Ok(occupants_of(seat_choices)),
        Some(Side::Seats(seat_choices)) => Err(wrong_number(game, &ids, seat_choices.len())),
        Some(Side::Seat(id)) => alone_at(&ids, id, new_match.level),
        None => alone_at(&ids, ids.first().unwrap_or(&""), new_match.level),
    }
}

/// One person at this seat and computers at the others.
fn alone_at(ids: &[&str], mine: &str, level: Level) -> Result<Vec<Occupant>, TuiError> {
    if !ids.iter().any(|id| id.eq_ignore_ascii_case(mine)) {
        let all = if ids.len() == 2 { "both" } else { "all" };
        let shown: String = mine.chars().take(40).collect();
        return Err(TuiError::Usage(format!("there is no side “{shown}”; there are {} and {all}", ids.join(", "))));
    }
    let seat_choice = |id: &&str| match id.eq_ignore_ascii_case(mine) {
        true => SeatChoice::Person(None),
        false => SeatChoice::Computer(PlayerKind::Level(level)),
    };
    Ok(occupants_of(&ids.iter().map(seat_choice).collect::<Vec<_>>()))
}

fn wrong_number(game: &dyn DynGame, ids: &[&str], given: usize) -> TuiError {
    let example: Vec<&str> = std::iter::once("me").chain(ids.iter().skip(1).map(|_| "captain")).collect();
    TuiError::Usage(format!(
        "{} named, but {} has {}: {}; write --seats {}",
        kernel::counted(given, "seat is", "seats are"),
        game.info().title,
        ids.len(),
        ids.join(", "),
        example.join(",")
    ))
}

fn occupants_of(seat_choices: &[SeatChoice]) -> Vec<Occupant> {
    let alone = seat_choices.iter().filter(|seat_choice| matches!(seat_choice, SeatChoice::Person(_))).count() == 1;
    let mut nameless = if alone { vec!["You"] } else { NAMES.to_vec() }.into_iter();
    let mut occupant = |seat_choice: &SeatChoice| match seat_choice {
        SeatChoice::Computer(kind) => Occupant::Computer { level: kind.word().into() },
        SeatChoice::Person(Some(name)) => Occupant::Person { key: OWNER.into(), name: name.clone() },
        SeatChoice::Person(None) => {
            Occupant::Person { key: OWNER.into(), name: nameless.next().unwrap_or("Another player").into() }
        }
    };
    seat_choices.iter().map(&mut occupant).collect()
}

/// Names of people at one terminal who have not given their own.
const NAMES: [&str; 4] = ["First player", "Second player", "Third player", "Fourth player"];

/// The id of the match in this terminal that begins with `start`.
fn complete_id(archive: &Archive, game: &dyn DynGame, start: &str) -> Result<String, TuiError> {
    let all = archive.unfinished(game.info().slug)?;
    let mut fitting = all.iter().map(|listed| listed.stream.as_str()).filter(|id| id.starts_with(start));
    match (fitting.next(), fitting.next()) {
        (Some(id), None) => Ok(id.to_owned()),
        (Some(_), Some(_)) => Err(TuiError::Usage(format!("several matches begin with {start}; write more of the id"))),
        (None, _) => {
            let shown: String = start.chars().take(40).collect();
            let title = game.info().title;
            Err(TuiError::Usage(format!(
                "there is no unfinished match “{shown}” of {title} at this terminal; --resume without an id finds the last one"
            )))
        }
    }
}

fn fresh_bytes<const N: usize>() -> Result<[u8; N], TuiError> {
    let mut bytes = [0; N];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    let why = |error: rand::rngs::SysError| std::io::Error::other(error.to_string());
    drawn.map_err(|error| TuiError::System { what: "the system gives no random bytes", why: why(error) })?;
    Ok(bytes)
}

fn fresh_id() -> Result<String, TuiError> {
    Ok(table::hex(&fresh_bytes::<16>()?))
}

/// A fresh RNG seed for a computer player.
pub(crate) fn fresh_seed() -> Result<u64, TuiError> {
    Ok(u64::from_le_bytes(fresh_bytes()?))
}
