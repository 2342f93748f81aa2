//! The table of this terminal: every event is in the store before anybody sees it.

use crate::archive::{OWNER, head};
use crate::table_source::{self, Reply, TableSource};
use crate::{Archive, TableView, TuiError};
use catalog::{Level, PlayerKind};
use kernel::dynamic::{DynGame, DynMatch, MatchConfig};
use kernel::{Seat, SeatSet, Turn};
use rand::TryRng;
use rand::rngs::SysRng;
use std::sync::Arc;
use table::{Command, Contest, Event, Now, Occupant, Order, Stamped, Table};

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

/// Who is to play a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatChoice {
    /// Somebody at this terminal, by name if one is given.
    Person(Option<String>),
    /// A computer player.
    Computer(PlayerKind),
}

/// How a new match is to be.
#[derive(Clone, PartialEq, Debug)]
pub struct NewMatch {
    /// Players, options, board.
    pub config: MatchConfig,
    /// Who plays here; the first seat when nothing is said.
    pub side: Option<Side>,
    /// The level of computers for which none is named.
    pub level: Level,
    /// A contest of as many games as there are seats, with seats changed each time.
    pub contest: bool,
}

/// A match at this terminal, kept in the archive.
pub struct Local {
    archive: Arc<Archive>,
    title: &'static dyn DynGame,
    /// Everything that happened; the table is what these make of it.
    events: Vec<Stamped>,
    /// How many of them are in the archive: all, or none before the first action.
    kept: usize,
    table: Table,
}

impl Local {
    /// Begins a match. Its opening is kept together with the first action, so that
    /// nobody is asked about matches in which nothing was played.
    pub fn begin(archive: Arc<Archive>, title: &'static dyn DynGame, new_match: &NewMatch) -> Result<Local, TuiError> {
        let order = ordered(title, new_match, fresh_id()?, fresh_bytes()?)?;
        let mut local = Local::open(archive, title, order)?;
        local.let_happen()?;
        Ok(local)
    }

    /// The same with an id and a seed of one's own, whose dice are known beforehand: they
    /// are thrown by the first arithmetic, to which no seat adds anything.
    pub fn begin_with(
        archive: Arc<Archive>,
        title: &'static dyn DynGame,
        new_match: &NewMatch,
        id: String,
        entropy: [u8; 32],
    ) -> Result<Local, TuiError> {
        let (_, mut opened) = Table::open(title, ordered(title, new_match, id.clone(), entropy)?, now().at)?;
        if let Event::Opened(opened) = &mut opened.event {
            opened.format = 1;
        }
        let table = fold(title, &id, std::slice::from_ref(&opened))?;
        let mut local = Local { archive, title, events: vec![opened], kept: 0, table };
        local.let_happen()?;
        Ok(local)
    }

    /// Goes on with a match of the archive, named by its id or the beginning of it.
    pub fn resume(archive: Arc<Archive>, title: &'static dyn DynGame, id: &str) -> Result<Local, TuiError> {
        let id = whole_id(&archive, title, id)?;
        let mut local = Local::read(archive, title, &id)?;
        local.let_happen()?;
        Ok(local)
    }

    fn read(archive: Arc<Archive>, title: &'static dyn DynGame, id: &str) -> Result<Local, TuiError> {
        let events = archive.events(id)?;
        let table = fold(title, id, &events)?;
        Ok(Local { archive, title, kept: events.len(), events, table })
    }

    /// The next match of the same people, with seats changed. It is kept before
    /// this one is marked as followed: a crash between the two loses nothing.
    pub fn rematch(&mut self) -> Result<Local, TuiError> {
        if !self.table.is_over() {
            return Err(table::Decline::NotOver.into());
        }
        let order = self.table.rematch(fresh_id()?, fresh_bytes()?);
        let by = order.id.clone();
        let mut next = Local::open(self.archive.clone(), self.title, order)?;
        next.keep(Vec::new())?;
        next.let_happen()?;
        self.one(&Command::Follow { by })?;
        Ok(next)
    }

    fn open(archive: Arc<Archive>, title: &'static dyn DynGame, order: Order) -> Result<Local, TuiError> {
        // Everybody at this terminal adds to the dice through the house, computers too.
        let order = order.with_house_nonces(fresh_bytes()?, true);
        let (table, event) = Table::open(title, order, now().at)?;
        Ok(Local { archive, title, events: vec![event], kept: 0, table })
    }

    /// Carries a command out: decided, kept, and only then played.
    pub fn command(&mut self, command: &Command) -> Result<(), TuiError> {
        self.one(command)?;
        self.let_happen()
    }

    /// Plays what was typed for a seat. When it makes no sense for that seat but
    /// for exactly one other that is played here, that one is meant.
    pub fn play(&mut self, seat: &str, text: &str) -> Result<(), TuiError> {
        let seat = self.meant(seat, text);
        self.command(&Command::Act { seat, text: text.to_owned() })
    }

    /// Plays what a computer thought about the match as it was at a version; nothing
    /// happens when it has gone another way since.
    pub fn play_thought(&mut self, seat: &str, text: &str, version: u64) -> Result<(), TuiError> {
        let command = Command::Act { seat: seat.to_owned(), text: text.to_owned() };
        if self.table.stands(&command, version) { self.command(&command) } else { Ok(()) }
    }

    /// The rule that forbids what pointing at these in order means.
    pub fn refusal(&self, seat: &str, steps: &[String]) -> Option<kernel::Refusal> {
        table_source::refusal(self.table.session(), seat, steps)
    }

    fn meant(&self, seat: &str, text: &str) -> String {
        let mine = self.table.seats_of(OWNER);
        let acting = self.table.acting().iter().filter(|who| mine.contains(*who)).fold(SeatSet::EMPTY, SeatSet::with);
        table_source::meant(self.table.session(), acting, seat, text)
    }

    fn one(&mut self, command: &Command) -> Result<(), TuiError> {
        let events = self.table.decide(command, now())?;
        if events.is_empty() {
            return Ok(());
        }
        self.keep(events)
    }

    /// Writes what is not yet in the archive, then these events, and only then plays them.
    fn keep(&mut self, events: Vec<Stamped>) -> Result<(), TuiError> {
        // Played on a copy first, so that lists show the match as it will be.
        let id = self.table.opened().id.clone();
        let mut all = self.events.clone();
        all.extend(events);
        let ahead = fold(self.title, &id, &all)?;
        match self.archive.append(&id, self.kept as u64, &all[self.kept..], head(&ahead)) {
            Ok(()) => {
                self.kept = all.len();
                (self.events, self.table) = (all, ahead);
                Ok(())
            }
            Err(TuiError::MovedOn) => {
                *self = Local::read(self.archive.clone(), self.title, &id)?;
                Err(TuiError::MovedOn)
            }
            Err(other) => Err(other),
        }
    }

    /// A chance that asks for nobody's hand has nobody to wait for.
    fn let_happen(&mut self) -> Result<(), TuiError> {
        while self.table.turn() == Turn::Chance && self.table.session().thrower().is_none() {
            self.one(&Command::Throw { seat: None })?;
        }
        Ok(())
    }

    /// What is seen here.
    pub fn view(&self) -> TableView {
        TableView::of(&self.table, OWNER)
    }

    /// The position, to think about.
    pub fn position(&self) -> Box<dyn DynMatch> {
        self.table.session().fork()
    }

    /// How many events the match has.
    pub fn version(&self) -> u64 {
        self.table.version()
    }

    /// Is it in the archive? Not before anything was played.
    pub fn is_kept(&self) -> bool {
        self.kept > 0
    }

    /// The box it comes from.
    pub fn title(&self) -> &'static dyn DynGame {
        self.title
    }

    /// Where it is kept.
    pub fn archive(&self) -> &Arc<Archive> {
        &self.archive
    }
}

/// Everything is answered at once, and nothing happens but what is done here.
impl TableSource for Local {
    fn title(&self) -> &'static dyn DynGame {
        self.title
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

    fn command(&mut self, command: &Command) -> Result<Reply, TuiError> {
        Local::command(self, command).map(|()| Reply::Done)
    }

    fn play(&mut self, seat: &str, text: &str) -> Result<Reply, TuiError> {
        Local::play(self, seat, text).map(|()| Reply::Done)
    }

    fn play_thought(&mut self, seat: &str, text: &str, version: u64) -> Result<Reply, TuiError> {
        Local::play_thought(self, seat, text, version).map(|()| Reply::Done)
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
}

/// What this machine's clock shows.
fn now() -> Now {
    Now::at(store::Clock::system().now_ms())
}

/// The order for a match as it is wished for.
fn ordered(title: &dyn DynGame, new_match: &NewMatch, id: String, entropy: [u8; 32]) -> Result<Order, TuiError> {
    let seats = sit(title, new_match)?;
    let points = vec![0.0; seats.len()];
    let contest = new_match.contest.then_some(Contest { game: 1, of: seats.len() as u8, points });
    Ok(Order { contest, ..Order::plain(id, new_match.config.clone(), seats, entropy) })
}

fn fold(title: &dyn DynGame, id: &str, events: &[Stamped]) -> Result<Table, TuiError> {
    Table::fold(title, events.iter().cloned()).map_err(|why| TuiError::Corrupt { id: id.into(), why })
}

/// Who sits where: this terminal at its side, computers at the others.
fn sit(title: &dyn DynGame, new_match: &NewMatch) -> Result<Vec<Occupant>, TuiError> {
    let session = title.open(&new_match.config).map_err(table::Decline::Faulty)?;
    let infos = session.seats();
    let ids: Vec<&str> = infos.iter().map(|info| info.id).collect();
    match &new_match.side {
        Some(Side::Both) => Ok(seated(&vec![SeatChoice::Person(None); infos.len()])),
        Some(Side::Seats(seat_choices)) if seat_choices.len() == infos.len() => Ok(seated(seat_choices)),
        Some(Side::Seats(seat_choices)) => Err(wrong_number(title, &ids, seat_choices.len())),
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
    Ok(seated(&ids.iter().map(seat_choice).collect::<Vec<_>>()))
}

fn wrong_number(title: &dyn DynGame, ids: &[&str], given: usize) -> TuiError {
    let example: Vec<&str> = std::iter::once("me").chain(ids.iter().skip(1).map(|_| "captain")).collect();
    TuiError::Usage(format!(
        "{} named, and {} has {} here: {}; write --seats {}",
        kernel::counted(given, "seat is", "seats are"),
        title.info().title,
        ids.len(),
        ids.join(", "),
        example.join(",")
    ))
}

fn seated(seat_choices: &[SeatChoice]) -> Vec<Occupant> {
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

/// What people at one terminal are called who have not said their names.
const NAMES: [&str; 4] = ["First player", "Second player", "Third player", "Fourth player"];

/// The match of this terminal whose id begins so.
fn whole_id(archive: &Archive, title: &dyn DynGame, start: &str) -> Result<String, TuiError> {
    let all = archive.unfinished(title.info().slug)?;
    let mut fitting = all.iter().map(|listed| listed.stream.as_str()).filter(|id| id.starts_with(start));
    match (fitting.next(), fitting.next()) {
        (Some(id), None) => Ok(id.to_owned()),
        (Some(_), Some(_)) => Err(TuiError::Usage(format!("several matches begin with {start}; write more of the id"))),
        (None, _) => {
            let shown: String = start.chars().take(40).collect();
            let game = title.info().title;
            Err(TuiError::Usage(format!(
                "there is no unfinished match “{shown}” of {game} at this terminal; --resume without an id finds the last one"
            )))
        }
    }
}

fn fresh_bytes<const N: usize>() -> Result<[u8; N], TuiError> {
    let mut bytes = [0; N];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    let why = |error: rand::rngs::SysError| std::io::Error::other(error.to_string());
    drawn.map_err(|error| TuiError::System { what: "no randomness to be had", why: why(error) })?;
    Ok(bytes)
}

fn fresh_id() -> Result<String, TuiError> {
    Ok(table::hex(&fresh_bytes::<16>()?))
}

/// What a computer player's whims are drawn from.
pub(crate) fn fresh_seed() -> Result<u64, TuiError> {
    Ok(u64::from_le_bytes(fresh_bytes()?))
}
