//! The table of this terminal: every event is in the store before anybody sees it.

use crate::archive::{OWNER, head};
use crate::{Archive, Seen, Trouble};
use kernel::Turn;
use kernel::door::{Deal, Session, Title};
use rand::TryRng;
use rand::rngs::SysRng;
use shelf::Level;
use std::sync::Arc;
use table::{Command, Contest, Event, Occupant, Order, Table};

/// Who plays here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// One person at this seat, by its id; computers at the others.
    Seat(String),
    /// All seats are played here.
    Both,
}

/// How a new match is to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Wish {
    /// Players, options, board.
    pub deal: Deal,
    /// Who plays here; the first seat when nothing is said.
    pub side: Option<Side>,
    /// How strong the computer is.
    pub level: Level,
    /// A contest of two games with sides changed.
    pub contest: bool,
}

/// A match at this terminal, kept in the archive.
pub struct Local {
    archive: Arc<Archive>,
    title: &'static dyn Title,
    /// Everything that happened; the table is what these make of it.
    events: Vec<Event>,
    /// How many of them are in the archive: all, or none before the first action.
    kept: usize,
    table: Table,
}

impl Local {
    /// Begins a match. Its opening is kept together with the first action, so that
    /// nobody is asked about matches in which nothing was played.
    pub fn begin(archive: Arc<Archive>, title: &'static dyn Title, wish: &Wish) -> Result<Local, Trouble> {
        let seats = sit(title, wish)?;
        let points = vec![0.0; seats.len()];
        let contest = wish.contest.then_some(Contest { game: 1, of: 2, points });
        let (id, entropy) = (fresh_id()?, fresh_bytes()?);
        let order = Order { id, deal: wish.deal.clone(), seats, contest, previous: None, start: None, entropy };
        let mut local = Local::open(archive, title, order)?;
        local.throw()?;
        Ok(local)
    }

    /// Goes on with a match of the archive, named by its id or the beginning of it.
    pub fn resume(archive: Arc<Archive>, title: &'static dyn Title, id: &str) -> Result<Local, Trouble> {
        let id = whole_id(&archive, title, id)?;
        let mut local = Local::read(archive, title, &id)?;
        local.throw()?;
        Ok(local)
    }

    fn read(archive: Arc<Archive>, title: &'static dyn Title, id: &str) -> Result<Local, Trouble> {
        let events = archive.events(id)?;
        let table = fold(title, id, &events)?;
        Ok(Local { archive, title, kept: events.len(), events, table })
    }

    /// The next match of the same people, with seats changed. It is kept before
    /// this one is marked as followed: a crash between the two loses nothing.
    pub fn rematch(&mut self) -> Result<Local, Trouble> {
        if !self.table.is_over() {
            return Err(table::Decline::NotOver.into());
        }
        let order = self.table.rematch(fresh_id()?, fresh_bytes()?);
        let by = order.id.clone();
        let mut next = Local::open(self.archive.clone(), self.title, order)?;
        next.keep(Vec::new())?;
        next.throw()?;
        self.one(&Command::Follow { by })?;
        Ok(next)
    }

    fn open(archive: Arc<Archive>, title: &'static dyn Title, order: Order) -> Result<Local, Trouble> {
        let (table, event) = Table::open(title, order)?;
        Ok(Local { archive, title, events: vec![event], kept: 0, table })
    }

    /// Carries a command out: decided, kept, and only then played.
    pub fn command(&mut self, command: &Command) -> Result<(), Trouble> {
        self.one(command)?;
        self.throw()
    }

    fn one(&mut self, command: &Command) -> Result<(), Trouble> {
        let events = self.table.decide(command)?;
        if events.is_empty() {
            return Ok(());
        }
        self.keep(events)
    }

    /// Writes what is not yet in the archive, then these events, and only then plays them.
    fn keep(&mut self, events: Vec<Event>) -> Result<(), Trouble> {
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
            Err(Trouble::MovedOn) => {
                *self = Local::read(self.archive.clone(), self.title, &id)?;
                Err(Trouble::MovedOn)
            }
            Err(other) => Err(other),
        }
    }

    /// Chance has nobody to wait for.
    fn throw(&mut self) -> Result<(), Trouble> {
        while self.table.turn() == Turn::Chance {
            self.one(&Command::Throw { seat: None })?;
        }
        Ok(())
    }

    /// What is seen here.
    pub fn seen(&self) -> Seen {
        Seen::of(&self.table, OWNER)
    }

    /// The position, to think about.
    pub fn position(&self) -> Box<dyn Session> {
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
    pub fn title(&self) -> &'static dyn Title {
        self.title
    }

    /// Where it is kept.
    pub fn archive(&self) -> &Arc<Archive> {
        &self.archive
    }
}

fn fold(title: &dyn Title, id: &str, events: &[Event]) -> Result<Table, Trouble> {
    Table::fold(title, events.iter().cloned()).map_err(|why| Trouble::Corrupt { id: id.into(), why })
}

/// Who sits where: this terminal at its side, computers at the others.
fn sit(title: &dyn Title, wish: &Wish) -> Result<Vec<Occupant>, Trouble> {
    let session = title.open(&wish.deal).map_err(table::Decline::Faulty)?;
    let infos = session.seats();
    let first = infos.first().map_or("", |info| info.id);
    let person = |name: &str| Occupant::Person { key: OWNER.into(), name: name.into() };
    let mine = match &wish.side {
        Some(Side::Both) => {
            let names = ["First player", "Second player", "Third player", "Fourth player"];
            return Ok(infos.iter().zip(names).map(|(_, name)| person(name)).collect());
        }
        Some(Side::Seat(id)) => id.as_str(),
        None => first,
    };
    if !infos.iter().any(|info| info.id.eq_ignore_ascii_case(mine)) {
        let known: Vec<_> = infos.iter().map(|info| info.id).collect();
        let shown: String = mine.chars().take(40).collect();
        return Err(Trouble::Usage(format!("there is no side “{shown}”; there are {} and both", known.join(", "))));
    }
    let seat = |info: &kernel::SeatInfo| match info.id.eq_ignore_ascii_case(mine) {
        true => person("You"),
        false => Occupant::Computer { level: wish.level.word().into() },
    };
    Ok(infos.iter().map(seat).collect())
}

/// The match of this terminal whose id begins so.
fn whole_id(archive: &Archive, title: &dyn Title, start: &str) -> Result<String, Trouble> {
    let all = archive.unfinished(title.info().slug)?;
    let mut fitting = all.iter().map(|listed| listed.stream.as_str()).filter(|id| id.starts_with(start));
    match (fitting.next(), fitting.next()) {
        (Some(id), None) => Ok(id.to_owned()),
        (Some(_), Some(_)) => Err(Trouble::Usage(format!("several matches begin with {start}; write more of the id"))),
        (None, _) => {
            let shown: String = start.chars().take(40).collect();
            let game = title.info().title;
            Err(Trouble::Usage(format!(
                "there is no unfinished match “{shown}” of {game} at this terminal; --resume without an id finds the last one"
            )))
        }
    }
}

fn fresh_bytes<const N: usize>() -> Result<[u8; N], Trouble> {
    let mut bytes = [0; N];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    let why = |error: rand::rngs::SysError| std::io::Error::other(error.to_string());
    drawn.map_err(|error| Trouble::System { what: "no randomness to be had", why: why(error) })?;
    Ok(bytes)
}

fn fresh_id() -> Result<String, Trouble> {
    Ok(table::hex(&fresh_bytes::<16>()?))
}

/// What a computer player's whims are drawn from.
pub(crate) fn fresh_seed() -> Result<u64, Trouble> {
    Ok(u64::from_le_bytes(fresh_bytes()?))
}
