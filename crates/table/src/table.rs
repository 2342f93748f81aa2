//! The table itself: events folded into a match, commands decided into events.

use crate::dice::Dice;
use crate::event::{Command, Event, Occupant, Opened, Order};
use crate::trace::Trace;
use crate::{board_hash, fingerprint, hex, unhex};
use kernel::door::{Deal, Session, Title, Told};
use kernel::record::{self, Record, Sitting, Step};
use kernel::{Fault, Line, Outcome, Refusal, Seat, SeatSet, Turn};

/// Version of the event format.
const FORMAT: u32 = 1;

/// A command that was not carried out; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Decline {
    /// A rule of the game forbids it.
    #[error("{0}")]
    Refused(Refusal),
    /// There is no such seat.
    #[error("there is no seat “{0}” at this table")]
    NoSuchSeat(String),
    /// Somebody sits there already.
    #[error("somebody sits there already; watch, or open a table of your own")]
    Taken,
    /// The match waits for people.
    #[error("not everybody has sat down yet; send the link to a friend")]
    Waiting,
    /// The match is over.
    #[error("the match is over; start a rematch")]
    Over,
    /// The match is still on.
    #[error("the match is not over yet; play on or resign first")]
    NotOver,
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Taking back is for matches at home.
    #[error("moves are taken back at home only, and somebody else plays at this table")]
    NotAtHome,
    /// The order makes no sense.
    #[error("{}", list(.0))]
    Faulty(Vec<Fault>),
}

fn list(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
}

impl From<Refusal> for Decline {
    fn from(refusal: Refusal) -> Self {
        Decline::Refused(refusal)
    }
}

/// Stored events that do not make a match: a fault of ours or of the disk.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {version} of this match cannot be played: {what}")]
pub struct Corrupt {
    /// Which event.
    pub version: u64,
    /// What is wrong with it.
    pub what: String,
}

/// A seat that went from somebody who gave up to somebody who plays on.
#[derive(Clone, Debug)]
pub(crate) struct Relief {
    pub(crate) seat: Seat,
    /// So many steps stood when it happened.
    pub(crate) after: usize,
    /// The name of who plays on.
    pub(crate) by: String,
}

/// A match under way, with the people at it.
pub struct Table {
    opened: Opened,
    seats: Vec<Occupant>,
    nonces: Vec<String>,
    session: Box<dyn Session>,
    steps: Vec<Step>,
    traces: Vec<Trace>,
    throws: u64,
    resigned: Option<Seat>,
    reliefs: Vec<Relief>,
    followed: Option<String>,
    version: u64,
}

impl Table {
    /// Opens a table: the table, and the event that makes it.
    pub fn open(title: &dyn Title, order: Order) -> Result<(Table, Event), Decline> {
        let session = open_session(title, &order.deal, order.start.as_ref()).map_err(Decline::Faulty)?;
        let wanted = session.seats().len();
        if order.seats.len() != wanted {
            let what = format!("{} seats are given, and the game has {wanted}", order.seats.len());
            return Err(Decline::Faulty(vec![Fault::new("seats", what)]));
        }
        let deal = session.deal();
        let opened = Opened {
            format: FORMAT,
            id: order.id,
            game: title.info().slug.to_owned(),
            rules_version: title.info().rules_version,
            board_hash: board_hash(deal.board.as_deref().unwrap_or(title.standard_board())),
            board: deal.board.clone(),
            players: deal.players,
            options: deal.options.clone(),
            seats: order.seats,
            contest: order.contest,
            previous: order.previous,
            start: order.start,
            listed: order.listed,
            seed: hex(&order.entropy),
            commitment: fingerprint(&order.entropy),
        };
        let event = Event::Opened(Box::new(opened.clone()));
        Ok((Table::seated(opened, session), event))
    }

    /// Rebuilds a table from its events.
    pub fn fold(title: &dyn Title, events: impl IntoIterator<Item = Event>) -> Result<Table, Corrupt> {
        let mut events = events.into_iter();
        let corrupt = |what: String| Corrupt { version: 1, what };
        let Some(Event::Opened(opened)) = events.next() else {
            return Err(corrupt("a match begins with its opening".into()));
        };
        if opened.rules_version != title.info().rules_version {
            let ours = title.info().rules_version;
            return Err(corrupt(format!("it is played under rules version {}, ours is {ours}", opened.rules_version)));
        }
        let deal = Deal { players: opened.players, options: opened.options.clone(), board: opened.board.clone() };
        let session = open_session(title, &deal, opened.start.as_ref()).map_err(|faults| corrupt(list(&faults)))?;
        let mut table = Table::seated(*opened, session);
        for event in events {
            table.apply(&event)?;
        }
        Ok(table)
    }

    fn seated(opened: Opened, session: Box<dyn Session>) -> Table {
        let seats = opened.seats.clone();
        let nonces = vec![String::new(); seats.len()];
        Table {
            opened,
            seats,
            nonces,
            session,
            steps: Vec::new(),
            traces: Vec::new(),
            throws: 0,
            resigned: None,
            reliefs: Vec::new(),
            followed: None,
            version: 1,
        }
    }

    /// What the command would do, as events; or why it is declined. Changes nothing.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Decline> {
        match command {
            Command::Sit { seat, who, nonce } => self.decide_sit(seat.as_deref(), who, nonce),
            Command::Act { seat, text } => self.decide_act(seat, text),
            Command::Throw { seat } => self.decide_throw(seat.as_deref()),
            Command::TakeBack { seat } => self.decide_take_back(seat),
            Command::Resign { seat } => self.decide_resign(seat),
            Command::Follow { by } => self.decide_follow(by),
        }
    }

    fn decide_sit(&self, seat: Option<&str>, who: &Occupant, nonce: &str) -> Result<Vec<Event>, Decline> {
        let wanted = seat.map(|seat| self.seat(seat)).transpose()?;
        let open = |seat: &Seat| self.seats[seat.index()] == Occupant::Open;
        let at = wanted.or_else(|| self.all_seats().iter().find(open)).filter(open).ok_or(Decline::Taken)?;
        Ok(vec![Event::Sat { seat: self.id(at).to_owned(), who: who.clone(), nonce: nonce.to_owned() }])
    }

    fn decide_act(&self, seat: &str, text: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let at = self.seat(seat)?;
        let events = self.session.foresee(at, text)?.into_iter().filter_map(|step| match step {
            Step::Act { seat, action } => Some(Event::Acted { seat, action }),
            _ => None,
        });
        Ok(events.collect())
    }

    fn decide_throw(&self, hand: Option<&str>) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        self.must_be_the_hand_of(hand)?;
        let lots = self.session.lots();
        let weights: Vec<u32> = lots.iter().map(|lot| lot.weight).collect();
        match self.dice().pick(self.throws, &weights) {
            Some(at) => Ok(vec![Event::Threw { outcome: lots[at].outcome.clone() }]),
            None => Err(Refusal::new(self.session.info().manners.turn, "There is nothing to throw now.").into()),
        }
    }

    /// Whoever's throw it is throws with his own hand; the house throws for
    /// computers, and where nobody's hand is asked for.
    fn must_be_the_hand_of(&self, hand: Option<&str>) -> Result<(), Decline> {
        let hand = hand.map(|seat| self.seat(seat)).transpose()?;
        let Some(thrower) = self.session.thrower() else { return Ok(()) };
        let right = hand.map_or(self.is_computer(thrower), |hand| hand == thrower);
        if right {
            return Ok(());
        }
        let name = self.session.seats()[thrower.index()].name;
        let refusal = Refusal::new(self.session.info().manners.turn, "It is not your throw.");
        Err(refusal.instead(format!("Now {name} throws.")).into())
    }

    /// Who gives up has lost. The match ends with it, unless there are people among
    /// several others: they play on, and a computer takes the seat.
    fn decide_resign(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let at = self.seat(seat)?;
        let others = self.all_seats().without(at);
        let people_left = others.iter().any(|seat| self.seats[seat.index()].key().is_some());
        let relief = (others.len() > 1 && people_left).then(Occupant::relief);
        Ok(vec![Event::Resigned { seat: seat.to_owned(), relief }])
    }

    fn decide_take_back(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        self.seat(seat)?;
        if !self.at_home() {
            return Err(Decline::NotAtHome);
        }
        match self.undoable() {
            0 => Err(Decline::NothingToUndo),
            steps => Ok(vec![Event::TookBack { seat: seat.to_owned(), steps }]),
        }
    }

    fn decide_follow(&self, by: &str) -> Result<Vec<Event>, Decline> {
        if !self.is_over() {
            return Err(Decline::NotOver);
        }
        if self.followed.is_some() {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Followed { by: by.to_owned() }])
    }

    /// Folds an event in. An event that cannot be played leaves the table as it was.
    pub fn apply(&mut self, event: &Event) -> Result<(), Corrupt> {
        let version = self.version + 1;
        let corrupt = |what: String| Corrupt { version, what };
        let actor = if let Event::Acted { seat, .. } = event { self.session.seat(seat) } else { None };
        let trace = Trace::before(self, actor);
        match event {
            Event::Opened(_) => return Err(corrupt("a match is opened once".into())),
            Event::Sat { seat, who, nonce } => {
                let at = self.seat(seat).map_err(|decline| corrupt(decline.to_string()))?;
                self.seats[at.index()] = who.clone();
                self.nonces[at.index()] = nonce.clone();
            }
            Event::Acted { seat, action } => {
                let at = self.seat(seat).map_err(|decline| corrupt(decline.to_string()))?;
                self.session.play(at, action).map_err(|refusal| corrupt(refusal.to_string()))?;
                self.steps.push(Step::Act { seat: seat.clone(), action: action.clone() });
            }
            Event::Threw { outcome } => {
                self.session.befall(outcome).map_err(|refusal| corrupt(refusal.to_string()))?;
                self.throws += 1;
                self.steps.push(Step::Chance { chance: outcome.clone() });
            }
            Event::TookBack { steps, .. } => self.apply_take_back(*steps).map_err(corrupt)?,
            Event::Resigned { seat, relief } => {
                let at = self.seat(seat).map_err(|decline| corrupt(decline.to_string()))?;
                self.apply_resign(at, relief.as_ref());
            }
            Event::Followed { by } => self.followed = Some(by.clone()),
        }
        self.traces.push(trace);
        self.version = version;
        Ok(())
    }

    fn apply_resign(&mut self, seat: Seat, relief: Option<&Occupant>) {
        let by = relief.map(Occupant::name);
        self.steps.push(Step::Resign { resign: self.id(seat).to_owned(), relief: by.clone() });
        match (relief, by) {
            // What the seat has added to the dice stays: throws already made rest on it.
            (Some(who), Some(by)) => {
                self.seats[seat.index()] = who.clone();
                self.reliefs.push(Relief { seat, after: self.session.told().len(), by });
            }
            _ => self.resigned = Some(seat),
        }
    }

    fn apply_take_back(&mut self, steps: u32) -> Result<(), String> {
        if self.retractable().len() < steps as usize {
            return Err("more is taken back than was played".into());
        }
        for _ in 0..steps {
            self.session.undo();
        }
        self.steps.push(Step::Undo { undo: steps });
        Ok(())
    }

    /// How many steps an undo at home takes back: up to the last decision of a
    /// person, never over a throw or a giving up; none when there is nothing to take back.
    pub fn undoable(&self) -> u32 {
        if self.resigned.is_some() {
            return 0;
        }
        for (back, told) in self.retractable().iter().rev().enumerate() {
            let Step::Act { seat, .. } = &told.step else { return 0 };
            let by_person = self.session.seat(seat).is_some_and(|seat| self.seats[seat.index()].key().is_some());
            if by_person {
                return back as u32 + 1;
            }
        }
        0
    }

    /// What was played since a seat last changed hands.
    fn retractable(&self) -> &[Told] {
        let fixed = self.reliefs.last().map_or(0, |relief| relief.after);
        self.session.told().get(fixed..).unwrap_or_default()
    }

    /// Does just one person play here, alone or for all seats?
    pub fn at_home(&self) -> bool {
        let mut keys: Vec<_> = self.seats.iter().filter_map(Occupant::key).collect();
        keys.dedup();
        keys.len() <= 1 && !self.seats.contains(&Occupant::Open)
    }

    fn must_be_on(&self) -> Result<(), Decline> {
        match self.is_over() {
            true => Err(Decline::Over),
            false if self.seats.contains(&Occupant::Open) => Err(Decline::Waiting),
            false => Ok(()),
        }
    }

    fn seat(&self, id: &str) -> Result<Seat, Decline> {
        self.session.seat(id).ok_or_else(|| Decline::NoSuchSeat(id.to_owned()))
    }

    fn id(&self, seat: Seat) -> &'static str {
        self.session.seats().get(seat.index()).map_or("", |info| info.id)
    }

    fn all_seats(&self) -> SeatSet {
        SeatSet::first(self.seats.len() as u8)
    }

    fn is_computer(&self, seat: Seat) -> bool {
        matches!(self.seats.get(seat.index()), Some(Occupant::Computer { .. }))
    }

    pub(crate) fn traces(&self) -> &[Trace] {
        &self.traces
    }

    pub(crate) fn reliefs(&self) -> &[Relief] {
        &self.reliefs
    }

    fn dice(&self) -> Dice {
        Dice::new(&unhex(&self.opened.seed).unwrap_or_default(), &self.opened.id, &self.nonces)
    }

    /// How the table was opened.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The match in play.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Who sits where now.
    pub fn seats(&self) -> &[Occupant] {
        &self.seats
    }

    /// The seats this person holds.
    pub fn seats_of(&self, key: &str) -> SeatSet {
        let held = self.seats.iter().enumerate().filter(|(_, who)| who.key() == Some(key));
        held.fold(SeatSet::EMPTY, |set, (seat, _)| set.with(Seat(seat as u8)))
    }

    /// How many events there are.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Is it over, by rule or by giving up?
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.session.turn() == Turn::Over
    }

    /// Does it wait for people to sit down?
    pub fn is_waiting(&self) -> bool {
        self.seats.contains(&Occupant::Open) && !self.is_over()
    }

    /// Who is to act.
    pub fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { self.session.turn() }
    }

    /// The computers that are to act now, with their levels, in the order of the seats.
    pub fn computers_to_act(&self) -> Vec<(Seat, &str)> {
        let level = |seat: Seat| match &self.seats[seat.index()] {
            Occupant::Computer { level } => Some((seat, level.as_str())),
            _ => None,
        };
        self.acting().iter().filter_map(level).collect()
    }

    /// Is there a throw to be made that no person makes?
    pub fn house_throws(&self) -> bool {
        let chance = self.turn() == Turn::Chance && !self.is_waiting();
        chance && self.session.thrower().is_none_or(|thrower| self.is_computer(thrower))
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        let Some(quitter) = self.resigned else { return self.session.outcome() };
        Some(Outcome::shared(self.all_seats().without(quitter)))
    }

    /// Why it ended.
    pub fn verdict(&self) -> Option<Line> {
        let Some(quitter) = self.resigned else { return self.session.verdict() };
        let name = self.session.seats()[quitter.index()].name;
        let text = format!("{} resigned.", capital(name));
        Some(Line::new(text, &[self.session.info().manners.resign]))
    }

    /// The seat that gave up.
    pub fn quitter(&self) -> Option<Seat> {
        self.resigned
    }

    /// The match that follows this one.
    pub fn followed_by(&self) -> Option<&str> {
        self.followed.as_deref()
    }

    /// The match on paper. The seed is in it only when the match is over.
    pub fn record(&self) -> Record {
        let opened = &self.opened;
        let sitting = |(info, who): (kernel::SeatInfo, &Occupant)| Sitting { seat: info.id.into(), name: who.name() };
        let over = self.is_over();
        Record {
            program: record::Program::Boxtop,
            format: record::FORMAT,
            id: Some(opened.id.clone()),
            game: opened.game.clone(),
            rules_version: opened.rules_version,
            board_hash: opened.board_hash.clone(),
            board: opened.board.clone(),
            options: opened.options.clone(),
            seats: self.session.seats().into_iter().zip(&self.seats).map(sitting).collect(),
            start: opened.start.clone(),
            commitment: Some(opened.commitment.clone()),
            seed: over.then(|| opened.seed.clone()),
            nonces: self.nonces.clone(),
            steps: self.steps.clone(),
            result: self.result(),
        }
    }

    fn result(&self) -> Option<record::Result> {
        let (outcome, verdict) = (self.outcome()?, self.verdict()?);
        Some(record::Result {
            shares: outcome.shares[..self.seats.len()].to_vec(),
            account: self.session.account(&outcome),
            reason: verdict.text,
            rules: verdict.rules.iter().map(ToString::to_string).collect(),
        })
    }
}

fn open_session(
    title: &dyn Title,
    deal: &Deal,
    start: Option<&serde_json::Value>,
) -> Result<Box<dyn Session>, Vec<Fault>> {
    let mut session = title.open(deal)?;
    if let Some(position) = start {
        session.place(position.clone())?;
    }
    Ok(session)
}

pub(crate) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
