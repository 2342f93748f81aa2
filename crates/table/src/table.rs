//! [`Table`]: the state of a match and of the people at it, built from events.

use crate::absence::Attendance;
use crate::chains::Chains;
use crate::clock::Clocks;
use crate::decline::{Corrupt, Decline, list};
use crate::devices::{ServerChain, at_opening};
use crate::dice::{self, Dice, Numbers};
use crate::event::{Event, Stamped};
use crate::history::StepRecord;
use crate::occupant::Occupant;
use crate::opening::{one_person, open_match};
use crate::order::Opened;
use crate::question::Question;
use crate::transcript;
use crate::unhex;
use chain::Link;
use kernel::dynamic::{DynGame, DynMatch};
use kernel::record::{Purpose, Step, Thrown};
use kernel::{Outcome, Seat, SeatSet, Sentence, Turn};
use std::sync::Arc;

/// Something that happened besides the steps, for the log: a seat changed hands, its player is back, or clocks stood
/// still.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    pub(crate) seat: Seat,
    /// Number of steps played when it happened, without those that were undone.
    pub(crate) after: usize,
    pub(crate) what: Happened,
}

/// What happened to a seat, with the name of the person or computer that plays it from then on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Happened {
    Resigned(String),
    Flagged(String),
    Relieved(String),
    Returned(String),
    Vacated,
    SatDown(String),
    /// Nobody could take a move for these milliseconds. This is not about the seat.
    Paused(i64),
    /// The seat goes on with a new device.
    NewDevice,
    /// The seat's device did not reveal its contribution to the dice, so that its player does not play on it.
    Unrevealed,
}

/// How a match ended, if not by the rules of the game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    Resigned(Seat),
    Flagged(Seat),
    Drawn,
    /// These seats' player was gone, and the other one claimed the win.
    Claimed(SeatSet),
    /// Without a result.
    Aborted,
}

/// A match in play, with the people at it.
///
/// A clone is cheap: what grows with the match is shared between clones.
#[derive(Clone)]
pub struct Table {
    pub(crate) opened: Arc<Opened>,
    began: i64,
    pub(crate) seats: Vec<Occupant>,
    pub(crate) nonces: Vec<String>,
    pub(crate) game_match: Box<dyn DynMatch>,
    /// One record for each event after the opening.
    pub(crate) history: Vec<StepRecord>,
    pub(crate) numbers: Numbers,
    /// What the seats bring to the dice, with dice of version 3.
    pub(crate) chains: Option<Chains>,
    pub(crate) server: ServerChain,
    /// The heads of the transcript before the first step and after the last one.
    pub(crate) opening: Link,
    pub(crate) head: Link,
    /// The number of steps of the record.
    pub(crate) recorded: u64,
    /// The distinct purposes of all throws so far.
    pub(crate) purposes: Arc<Vec<Purpose>>,
    pub(crate) ending: Option<Ending>,
    /// Why the host ended the match, if they did.
    pub(crate) closed: Option<Arc<str>>,
    /// The seat that owed something to the dice when the match was ended without a result.
    pub(crate) withheld: Option<Seat>,
    /// Who shares the win, if the match did not end by the rules of the game.
    pub(crate) shared: Option<Outcome>,
    pub(crate) remarks: Vec<Remark>,
    /// By seat: the person who is away while a computer plays the seat.
    pub(crate) away: Vec<Option<Occupant>>,
    pub(crate) question: Option<Question>,
    pub(crate) clocks: Clocks,
    pub(crate) attendance: Attendance,
    /// Who declined the last rematch that was offered.
    pub(crate) declined: Option<Seat>,
    pub(crate) followed: Option<String>,
}

impl Table {
    /// Rebuilds a table from its events.
    pub fn fold(game: &dyn DynGame, events: impl IntoIterator<Item = Stamped>) -> Result<Table, Corrupt> {
        let mut events = events.into_iter();
        let corrupt = |what: String| Corrupt { version: 1, what };
        let Some(Stamped { at, event: Event::Opened(opened), .. }) = events.next() else {
            return Err(corrupt("a match begins with its opening".into()));
        };
        let newest = game.info().rules_version;
        if !(1..=newest).contains(&opened.rules_version) {
            let theirs = opened.rules_version;
            return Err(corrupt(format!(
                "it is played under rules version {theirs}; this program plays 1 to {newest}"
            )));
        }
        let config = opened.config();
        let game_match = open_match(game, &config, opened.start.as_ref()).map_err(|faults| corrupt(list(&faults)))?;
        let mut table = Table::new(*opened, game_match, at);
        for event in events {
            table.apply_stored(&event)?;
        }
        Ok(table)
    }

    pub(crate) fn new(opened: Opened, game_match: Box<dyn DynMatch>, at: i64) -> Table {
        let seats = opened.seats.clone();
        let mut nonces = opened.nonces.clone();
        nonces.resize(seats.len(), String::new());
        let chains = (opened.format >= 3).then(|| at_opening(&opened.id, &opened.devices, &*game_match));
        let opening = opening_head(&opened, &*game_match);
        let mut table = Table {
            began: at,
            chains,
            server: ServerChain::default(),
            opening,
            head: opening,
            recorded: 0,
            nonces,
            game_match,
            history: Vec::new(),
            numbers: Numbers::default(),
            purposes: Arc::default(),
            ending: None,
            closed: None,
            withheld: None,
            shared: None,
            remarks: Vec::new(),
            away: vec![None; seats.len()],
            question: None,
            clocks: Clocks::new(opened.pace, seats.len()),
            attendance: Attendance::new(seats.len(), at),
            declined: None,
            followed: None,
            opened: Arc::new(opened),
            seats,
        };
        let clocked = table.clocked();
        table.clocks.turn_to(at, None, None, clocked);
        table.begin_waiting();
        table
    }

    /// Is only one person at the table, for one seat or for several?
    pub fn at_home(&self) -> bool {
        one_person(&self.seats) && self.away.iter().all(Option::is_none)
    }

    /// May players ask for hints and see the chances of winning? Only where everybody wants it: one person alone, or a
    /// table that was opened for practice.
    pub fn allows_help(&self) -> bool {
        self.at_home() || self.opened.practice
    }

    pub(crate) fn must_be_on(&self) -> Result<(), Decline> {
        match self.is_over() {
            true => Err(Decline::Over),
            false if self.seats.contains(&Occupant::Open) => Err(Decline::Waiting),
            false => Ok(()),
        }
    }

    pub(crate) fn seat(&self, id: &str) -> Result<Seat, Decline> {
        self.game_match.seat(id).ok_or_else(|| Decline::NoSuchSeat(id.to_owned()))
    }

    pub(crate) fn id(&self, seat: Seat) -> &'static str {
        self.game_match.seats().get(seat.index()).map_or("", |info| info.id)
    }

    pub(crate) fn all_seats(&self) -> SeatSet {
        SeatSet::first(self.seats.len() as u8)
    }

    pub(crate) fn is_computer(&self, seat: Seat) -> bool {
        matches!(self.seats.get(seat.index()), Some(Occupant::Computer { .. }))
    }

    /// Version of the dice arithmetic.
    pub(crate) fn dice_version(&self) -> u32 {
        self.opened.format.min(dice::VERSION)
    }

    pub(crate) fn dice(&self) -> Dice {
        let seed = unhex(&self.opened.seed).unwrap_or_default();
        Dice::of_version(self.dice_version(), &seed, &self.opened.id, &self.nonces)
    }

    pub(crate) fn nonces(&self) -> &[String] {
        &self.nonces
    }

    pub(crate) fn began(&self) -> i64 {
        self.began
    }

    pub(crate) fn purposes(&self) -> &[Purpose] {
        &self.purposes
    }

    /// The heads of the transcript: before the first step and now, in hexadecimal. Receipts sign them.
    pub fn heads(&self) -> (String, String) {
        (self.opening.to_string(), self.head.to_string())
    }

    /// The number of steps of the record.
    pub fn recorded(&self) -> u64 {
        self.recorded
    }

    /// Does the match have a transcript that receipts can sign? Older ones have none.
    pub fn has_transcript(&self) -> bool {
        self.opened.format >= 3
    }

    pub(crate) fn note_step(&mut self, step: &Step) {
        self.head = transcript::after(self.head, step);
        self.recorded += 1;
    }

    /// Every throw of the table's dice, including those that were undone.
    pub(crate) fn thrown(&self) -> Vec<Thrown> {
        self.history.iter().filter_map(|record| record.thrown).collect()
    }

    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How the table was opened.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The match in play.
    pub fn game_match(&self) -> &dyn DynMatch {
        &*self.game_match
    }

    /// Who sits at each seat now.
    pub fn seats(&self) -> &[Occupant] {
        &self.seats
    }

    /// The seats this person holds.
    pub fn seats_of(&self, key: &str) -> SeatSet {
        let held = self.seats.iter().enumerate().filter(|(_, who)| who.key() == Some(key));
        held.fold(SeatSet::EMPTY, |set, (seat, _)| set.with(Seat(seat as u8)))
    }

    /// Number of events.
    pub fn version(&self) -> u64 {
        self.history.len() as u64 + 1
    }

    /// Is the match over: by the rules, by resignation, on time or by agreement?
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.game_match.turn() == Turn::Over
    }

    /// Does the match wait for somebody to take a seat?
    pub fn is_waiting(&self) -> bool {
        self.seats.contains(&Occupant::Open) && !self.is_over()
    }

    /// Who is to act.
    pub fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { self.game_match.turn() }
    }

    /// The computers to act now, with their levels, in seat order.
    pub fn computers_to_act(&self) -> Vec<(Seat, &str)> {
        let level = |seat: Seat| match &self.seats[seat.index()] {
            Occupant::Computer { level } => Some((seat, level.as_str())),
            _ => None,
        };
        self.acting().iter().filter_map(level).collect()
    }

    /// Is the next step a throw that the table makes by itself?
    pub fn table_throws(&self) -> bool {
        let chance = self.turn() == Turn::Chance && !self.is_waiting() && self.wants_dice().is_empty();
        chance && self.hand().is_none_or(|hand| self.is_computer(hand))
    }

    /// The result; `None` while the match is on, or if it ended without a result.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.ending {
            Some(Ending::Claimed(gone)) => Some(self.won_without(gone)),
            Some(Ending::Aborted) => None,
            _ => self.shared.or_else(|| self.game_match.outcome()),
        }
    }

    /// Why the match ended.
    pub fn verdict(&self) -> Option<Sentence> {
        let Some(ending) = self.ending else { return self.game_match.verdict() };
        let rules = match ending {
            Ending::Resigned(_) => vec![self.game_match.info().shared_rules.resign],
            _ => Vec::new(),
        };
        Some(Sentence::new(self.said_of(ending, None), &rules))
    }

    /// How the match ended other than by its rules, as everybody reads it, or as the player of this seat does.
    pub(crate) fn said_of(&self, ending: Ending, to: Option<Seat>) -> String {
        let who = |seat: Seat| if to == Some(seat) { "You".into() } else { self.seat_title(seat) };
        match ending {
            Ending::Drawn => "Everybody agreed to a draw.".into(),
            Ending::Resigned(seat) => format!("{} resigned.", who(seat)),
            Ending::Flagged(seat) => format!("{} ran out of time.", who(seat)),
            Ending::Claimed(gone) => {
                let names: Vec<String> = gone.iter().map(who).collect();
                format!("{} did not come back; the win was claimed.", names.join(" and "))
            }
            Ending::Aborted => match &self.closed {
                Some(reason) => format!("The host closed this table: {reason}"),
                None => match self.withheld {
                    Some(seat) => format!(
                        "{} did not reveal a contribution to the dice; the match was ended without a result.",
                        who(seat)
                    ),
                    None => "The match was ended without a result.".into(),
                },
            },
        }
    }

    /// The seat that ended the match by resigning or running out of time.
    pub fn resigned_or_flagged(&self) -> Option<Seat> {
        match self.ending {
            Some(Ending::Resigned(seat) | Ending::Flagged(seat)) => Some(seat),
            _ => None,
        }
    }

    /// The id of the next match between the same people.
    pub fn followed_by(&self) -> Option<&str> {
        self.followed.as_deref()
    }
}

/// The head of the transcript of a match that has just been opened.
fn opening_head(opened: &Opened, game_match: &dyn DynMatch) -> Link {
    let seats = game_match.seats();
    let opening = transcript::Opening {
        id: &opened.id,
        game: &opened.game,
        rules_version: opened.rules_version,
        board_hash: &opened.board_hash,
        options: &opened.options,
        commitment: &opened.commitment,
        start: opened.start.as_ref(),
        seats: seats.iter().map(|seat| seat.id).collect(),
    };
    opening.head()
}
