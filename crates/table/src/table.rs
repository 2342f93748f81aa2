//! The table itself: events folded into a match, commands decided into events.

use crate::absence::Attendance;
use crate::clock::Clocks;
use crate::dice::{self, Dice, Numbers};
use crate::event::{Command, DiceFrom, Event, Now, Occupant, Opened, Order, Stamped};
use crate::motion::Pending;
use crate::trace::Trace;
use crate::view::MOST_OFFERS;
use crate::{board_hash, fingerprint, hex, unhex};
use kernel::dynamic::{Choices, DynGame, DynMatch, MatchConfig};
use kernel::record::{Purpose, Step, Thrown};
use kernel::{Fault, Outcome, Refusal, Seat, SeatSet, Sentence, Turn};

/// Version of the event format: also that of the dice. Matches of format 1 throw by
/// the first arithmetic and want no nonces.
const FORMAT: u32 = 2;

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
    #[error("this seat is taken; watch, or open a table of your own")]
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
    /// The others must agree.
    #[error("this is taken back only when everybody agrees; ask the others")]
    AskFirst,
    /// There is nobody who could agree.
    #[error("there is no other person here who could agree; computers play on")]
    NobodyToAsk,
    /// Something is asked already.
    #[error("something has been asked already; answer it or take it back first")]
    AskedAlready,
    /// Nothing is asked, or not this seat.
    #[error("there is nothing for this seat to answer; it may have been taken back, or play has gone on")]
    NothingAsked,
    /// Some seats have added nothing to the dice.
    #[error("no dice fall before every seat has added to them: {0} has not; add a nonce first")]
    NonceMissing(String),
    /// It is not a nonce.
    #[error("what a seat adds to the dice is 16 to 64 hexadecimal digits; draw them at random")]
    BadNonce,
    /// The seat has added to the dice.
    #[error("this seat has added to the dice already; what was added stays")]
    NonceGiven,
    /// The match has begun.
    #[error("the match has begun; resign, or ask for a draw")]
    Begun,
    /// Only a person's seat can be left or relieved.
    #[error("no person sits there; choose another seat")]
    NoPerson,
    /// The seat is not kept for this person.
    #[error("this seat is not kept for you; watch, or open a table of your own")]
    NotKept,
    /// The player has been eliminated.
    #[error("this player is already out; the others play on, and the match ends without them")]
    Out,
    /// The seat's time has run out.
    #[error("your time has run out; the match goes on without you")]
    TimeUp,
    /// The table throws its own dice.
    #[error("at this table people throw dice of their own; enter what has fallen")]
    OwnDice,
    /// The table throws the house's dice.
    #[error("at this table the house's dice are thrown; press Throw")]
    HouseDice,
    /// Nobody is gone, or not for this seat to choose.
    #[error("nobody is missing at this table; play on, or offer a draw")]
    NobodyGone,
    /// The other player was there too recently.
    #[error("the other player has not been away for long enough; wait for them, or offer a draw")]
    NotGoneYet,
    /// There is no such place in the match.
    #[error("the match has no step {0}; choose one that stands")]
    NoSuchStep(usize),
    /// Something is hidden at that place.
    #[error("something is still hidden there; wait until the match is over")]
    Hidden,
    /// The match is over at that place.
    #[error("the match is over there; choose an earlier step")]
    OverThere,
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

/// Something about a seat that stands in the log between what was played.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    pub(crate) seat: Seat,
    /// So many steps stood when it happened.
    pub(crate) after: usize,
    pub(crate) what: Happened,
}

/// What a remark tells, with the name of who plays on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Happened {
    Resigned(String),
    Flagged(String),
    Relieved(String),
    Returned(String),
    Vacated,
    SatDown(String),
}

/// How a match ended otherwise than by its rules.
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

/// A match under way, with the people at it. A copy is a picture of one moment that others may look at in peace.
#[derive(Clone)]
pub struct Table {
    opened: Opened,
    began: i64,
    seats: Vec<Occupant>,
    nonces: Vec<String>,
    pub(crate) session: Box<dyn DynMatch>,
    pub(crate) steps: Vec<Step>,
    /// When each step was made.
    times: Vec<i64>,
    traces: Vec<Trace>,
    pub(crate) numbers: Numbers,
    purposes: Vec<Purpose>,
    /// Every throw of the house, those taken back included.
    thrown: Vec<Thrown>,
    /// Which steps that stand were entered by people.
    pub(crate) entered: Vec<bool>,
    ending: Option<Ending>,
    /// Who shares the win, when it ended otherwise than by its rules.
    shared: Option<Outcome>,
    pub(crate) remarks: Vec<Remark>,
    /// The people for whom computers play while they are away.
    pub(crate) away: Vec<Option<Occupant>>,
    pub(crate) pending: Option<Pending>,
    pub(crate) clocks: Clocks,
    pub(crate) attendance: Attendance,
    /// Who declined the last rematch that was offered.
    pub(crate) declined: Option<Seat>,
    followed: Option<String>,
    version: u64,
}

impl Table {
    /// Opens a table: the table, and the event that makes it.
    pub fn open(title: &dyn DynGame, order: Order, now: i64) -> Result<(Table, Stamped), Decline> {
        let session = open_session(title, &order.config, order.start.as_ref()).map_err(Decline::Faulty)?;
        let faults = faults(&order, &*session);
        if !faults.is_empty() {
            return Err(Decline::Faulty(faults));
        }
        let config = session.config();
        let opened = Opened {
            format: FORMAT,
            id: order.id,
            game: title.info().slug.to_owned(),
            rules_version: config.rules_version,
            board_hash: board_hash(config.board.as_deref().unwrap_or(title.standard_board())),
            board: config.board.clone(),
            players: config.players,
            options: config.options.clone(),
            seats: order.seats,
            contest: order.contest,
            previous: order.previous,
            start: order.start,
            listed: order.listed,
            branch: order.branch,
            pace: order.pace,
            clocks_wait: order.clocks_wait,
            dice: order.dice,
            nonces: order.nonces,
            seed: hex(&order.entropy),
            commitment: fingerprint(&order.entropy),
        };
        let event = Stamped { at: now, spent: None, event: Event::Opened(Box::new(opened.clone())) };
        Ok((Table::seated(opened, session, now), event))
    }

    /// Rebuilds a table from its events.
    pub fn fold(title: &dyn DynGame, events: impl IntoIterator<Item = Stamped>) -> Result<Table, Corrupt> {
        let mut events = events.into_iter();
        let corrupt = |what: String| Corrupt { version: 1, what };
        let Some(Stamped { at, event: Event::Opened(opened), .. }) = events.next() else {
            return Err(corrupt("a match begins with its opening".into()));
        };
        let newest = title.info().rules_version;
        if !(1..=newest).contains(&opened.rules_version) {
            let theirs = opened.rules_version;
            return Err(corrupt(format!(
                "it is played under rules version {theirs}; this program plays 1 to {newest}"
            )));
        }
        let config = opened.config();
        let session = open_session(title, &config, opened.start.as_ref()).map_err(|faults| corrupt(list(&faults)))?;
        let mut table = Table::seated(*opened, session, at);
        for event in events {
            table.apply(&event)?;
        }
        Ok(table)
    }

    fn seated(opened: Opened, session: Box<dyn DynMatch>, at: i64) -> Table {
        let seats = opened.seats.clone();
        let mut nonces = opened.nonces.clone();
        nonces.resize(seats.len(), String::new());
        let mut table = Table {
            began: at,
            nonces,
            session,
            steps: Vec::new(),
            times: Vec::new(),
            traces: Vec::new(),
            numbers: Numbers::default(),
            purposes: Vec::new(),
            thrown: Vec::new(),
            entered: Vec::new(),
            ending: None,
            shared: None,
            remarks: Vec::new(),
            away: vec![None; seats.len()],
            pending: None,
            clocks: Clocks::new(opened.pace, seats.len()),
            attendance: Attendance::new(seats.len(), at),
            declined: None,
            followed: None,
            version: 1,
            opened,
            seats,
        };
        let clocked = table.clocked();
        table.clocks.turn_to(at, None, None, clocked);
        table.begin_waiting();
        table
    }

    /// What the command would do at this moment, as events; or why it is declined.
    /// Changes nothing.
    pub fn decide(&self, command: &Command, now: Now) -> Result<Vec<Stamped>, Decline> {
        let events = match command {
            Command::Sit { seat, who, nonce } => self.decide_sit(seat.as_deref(), who, nonce),
            Command::AddNonce { seat, nonce } => self.decide_add(seat, nonce),
            Command::Leave { seat } => self.decide_leave(seat),
            Command::Act { seat, text } => self.decide_act(seat, text),
            Command::Throw { seat } => self.decide_throw(seat.as_deref()),
            Command::ThrowOwn { seat, outcome } => self.decide_own(seat, outcome),
            Command::TakeBack { seat } => self.decide_take_back(seat),
            Command::AskBack { seat, steps } => self.decide_ask_back(seat, *steps),
            Command::OfferDraw { seat } => self.decide_offer_draw(seat),
            Command::Relieve { seat, absent, level } => self.decide_relieve(seat, absent, level),
            Command::Answer { seat, yes } => self.decide_answer(seat, *yes),
            Command::Return { seat, key } => self.decide_return(seat, key),
            Command::Flag => self.decide_flag(now),
            Command::Resign { seat } => self.decide_resign(seat),
            Command::Follow { by } => self.decide_follow(by),
            Command::OfferRematch { seat } => self.decide_offer_rematch(seat),
            Command::Arrive { key } => Ok(self.decide_arrive(key, now)),
            Command::Absent { seat, choice, last_seen } => self.decide_absent(seat, choice, *last_seen, now),
        };
        self.stamped(command, events?, now)
    }

    fn decide_sit(&self, seat: Option<&str>, who: &Occupant, nonce: &str) -> Result<Vec<Event>, Decline> {
        let wanted = seat.map(|seat| self.seat(seat)).transpose()?;
        let open = |seat: &Seat| self.seats[seat.index()] == Occupant::Open;
        let at = wanted.or_else(|| self.all_seats().iter().find(open)).filter(open).ok_or(Decline::Taken)?;
        check_nonce(nonce)?;
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

    /// Somebody who sits there already adds to the dice, once, before they fall.
    fn decide_add(&self, seat: &str, nonce: &str) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        if self.seats[at.index()] == Occupant::Open {
            return Err(Decline::NoPerson);
        }
        if !self.wants_nonce().contains(at) {
            return Err(Decline::NonceGiven);
        }
        check_nonce(nonce)?;
        Ok(vec![Event::Added { seat: seat.to_owned(), nonce: nonce.to_owned() }])
    }

    /// Before anything was played a seat can be left, and is open again.
    fn decide_leave(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        if self.is_over() {
            return Err(Decline::Over);
        }
        if !self.steps.is_empty() {
            return Err(Decline::Begun);
        }
        match self.seats[at.index()].key() {
            Some(_) => Ok(vec![Event::Left { seat: seat.to_owned() }]),
            None => Err(Decline::NoPerson),
        }
    }

    fn decide_throw(&self, hand: Option<&str>) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        self.must_be_the_hand_of(hand)?;
        let nothing = || Refusal::new(self.session.info().shared_rules.turn, "There is nothing to throw now.");
        let purpose = dice::purpose(&*self.session).ok_or_else(nothing)?;
        if self.own_throw().is_some() {
            return Err(Decline::OwnDice);
        }
        self.must_have_all_nonces()?;
        let drawn = self.dice().draw(self.numbers.next(self.session.played()), &purpose).ok_or_else(nothing)?;
        Ok(vec![Event::Threw { outcome: purpose.lots[drawn.at].0.clone() }])
    }

    /// What somebody says his own dice have shown.
    fn decide_own(&self, seat: &str, outcome: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        self.must_be_the_hand_of(Some(seat))?;
        if self.opened.dice != DiceFrom::Own || self.session.has_hidden() {
            return Err(Decline::HouseDice);
        }
        let told = self.session.fork().apply_chance(outcome)?;
        let Step::Chance { chance } = told.step else { return Ok(Vec::new()) };
        // A hidden draw asks for nobody's hand: it stays the house's.
        if self.own_throw().is_none() {
            return Err(Decline::HouseDice);
        }
        Ok(vec![Event::Entered { seat: seat.to_owned(), outcome: chance }])
    }

    /// The person whose own dice are to be thrown now.
    pub fn own_throw(&self) -> Option<Seat> {
        let own = self.opened.dice == DiceFrom::Own && !self.session.has_hidden();
        self.session.thrower().filter(|seat| own && self.seats[seat.index()].key().is_some())
    }

    /// The seats that have still to add to the dice: none in games without chance, and
    /// none once dice have fallen. Open seats bring theirs when somebody sits down; computers that stand in for
    /// somebody need none.
    pub fn wants_nonce(&self) -> SeatSet {
        if self.opened.format < 2 || self.numbers.any() || !self.session.has_chance() || self.is_over() {
            return SeatSet::EMPTY;
        }
        let wants = |seat: &Seat| {
            self.lacks_nonce(*seat) && self.seats[seat.index()] != Occupant::Open && !self.stands_in(*seat)
        };
        self.all_seats().iter().filter(wants).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// Has the seat added nothing to dice that have still to fall?
    pub(crate) fn lacks_nonce(&self, seat: Seat) -> bool {
        let matters = self.opened.format >= 2 && !self.numbers.any() && self.session.has_chance();
        matters && self.nonces[seat.index()].is_empty()
    }

    fn must_have_all_nonces(&self) -> Result<(), Decline> {
        match self.wants_nonce().iter().next() {
            Some(seat) => Err(Decline::NonceMissing(self.session.seats()[seat.index()].name.to_owned())),
            None => Ok(()),
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
        let refusal = Refusal::new(self.session.info().shared_rules.turn, "It is not your throw.");
        Err(refusal.instead(format!("Now {name} throws.")).into())
    }

    /// A player who resigns has lost. If people are left among several others, a computer
    /// plays on for that player; otherwise the match ends. A player who is out decides nothing.
    fn decide_resign(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let at = self.seat(seat)?;
        self.must_contend(at)?;
        let relief = self.relief_of(at);
        let winners = self.winners_without(at, relief.as_ref());
        Ok(vec![Event::Resigned { seat: seat.to_owned(), relief, winners }])
    }

    /// Who plays on for this seat when it resigns or runs out of time; nobody when the
    /// match ends with it. Players who are out do not count as left.
    pub(crate) fn relief_of(&self, seat: Seat) -> Option<Occupant> {
        let others = self.session.contenders().without(seat);
        let people_left = others.iter().any(|seat| self.seats[seat.index()].key().is_some());
        (others.len() > 1 && people_left).then(Occupant::relief)
    }

    /// The ids of those who share the win when this seat ends the match: everybody who is not
    /// out and not on its side. Nobody while somebody plays on for it.
    pub(crate) fn winners_without(&self, seat: Seat, relief: Option<&Occupant>) -> Vec<String> {
        if relief.is_some() {
            return Vec::new();
        }
        let winners = self.session.contenders().without(seat);
        self.ids(self.session.partner(seat).map_or(winners, |partner| winners.without(partner)))
    }

    pub(crate) fn ids(&self, seats: SeatSet) -> Vec<String> {
        seats.iter().map(|seat| self.id(seat).to_owned()).collect()
    }

    /// May this seat still resign? Not when the match is over or the player is out.
    pub fn may_resign(&self, seat: Seat) -> bool {
        !self.is_over() && self.session.contenders().contains(seat)
    }

    pub(crate) fn must_contend(&self, seat: Seat) -> Result<(), Decline> {
        if self.session.contenders().contains(seat) { Ok(()) } else { Err(Decline::Out) }
    }

    /// The win shared by those an event names; by all these where it is of a time before winners were named.
    fn shared_by(&self, winners: &[String], otherwise: SeatSet) -> Outcome {
        let seats = winners.iter().filter_map(|id| self.session.seat(id)).fold(SeatSet::EMPTY, SeatSet::with);
        if seats.is_empty() { Outcome::shared(otherwise) } else { self.session.shared_win(seats) }
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
    pub fn apply(&mut self, stamped: &Stamped) -> Result<(), Corrupt> {
        let version = self.version + 1;
        let Stamped { at, spent, event } = stamped;
        let actor = self.actor(event);
        let trace = Trace::before(self, event, actor);
        let steps = self.steps.len();
        self.note_declined(event);
        self.happen(event).map_err(|what| Corrupt { version, what })?;
        self.lapse(event, actor);
        self.attend(*at, event, actor);
        self.times.resize(self.steps.len().max(steps), *at);
        let clocked = if self.opened.pace.is_untimed() { SeatSet::EMPTY } else { self.clocked() };
        self.clocks.turn_to(*at, actor, *spent, clocked);
        self.traces.push(trace);
        self.version = version;
        Ok(())
    }

    /// Who did it with his own hand, when it is part of the play.
    pub(crate) fn actor(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::Acted { seat, .. } | Event::Entered { seat, .. } => self.session.seat(seat),
            Event::Threw { .. } => self.session.thrower(),
            _ => None,
        }
    }

    fn happen(&mut self, event: &Event) -> Result<(), String> {
        let at = |seat: &str| self.seat(seat).map_err(|decline| decline.to_string());
        match event {
            Event::Opened(_) => return Err("a match is opened once".into()),
            Event::Sat { seat, who, nonce } => {
                let at = at(seat)?;
                if self.is_vacated(at) {
                    self.apply_take_over(at, who);
                }
                self.seats[at.index()] = who.clone();
                // Throws that were made rest on what the seat had added.
                if !self.numbers.any() {
                    self.nonces[at.index()] = nonce.clone();
                }
            }
            Event::Added { seat, nonce } => {
                let at = at(seat)?;
                self.nonces[at.index()] = nonce.clone();
            }
            Event::Left { seat } => {
                let at = at(seat)?;
                self.seats[at.index()] = Occupant::Open;
                self.nonces[at.index()].clear();
            }
            Event::Acted { seat, action } => {
                let at = at(seat)?;
                let told = self.session.play(at, action).map_err(|refusal| refusal.to_string())?;
                for _ in told {
                    self.numbers.played();
                    self.entered.push(false);
                }
                self.steps.push(Step::Act { seat: seat.clone(), action: action.clone() });
            }
            Event::Threw { outcome } => self.apply_throw(outcome)?,
            Event::Entered { outcome, .. } => {
                self.session.apply_chance(outcome).map_err(|refusal| refusal.to_string())?;
                self.numbers.played();
                self.entered.push(true);
                self.steps.push(Step::Entered { entered: outcome.clone() });
            }
            Event::TookBack { steps, .. } => self.apply_take_back(*steps)?,
            Event::Resigned { seat, relief, winners } => {
                let at = at(seat)?;
                let by = self.relieve(at, relief.as_ref(), winners, Happened::Resigned, Ending::Resigned);
                self.steps.push(Step::Resign { resign: seat.clone(), relief: by });
            }
            Event::Flagged { seat, relief, winners } => {
                let at = at(seat)?;
                let by = self.relieve(at, relief.as_ref(), winners, Happened::Flagged, Ending::Flagged);
                self.steps.push(Step::Flag { flag: seat.clone(), relief: by });
            }
            Event::Asked { seat, motion } => {
                let at = at(seat)?;
                self.pending = Some(Pending::new(at, motion.clone()));
            }
            Event::Answered { seat, yes } => {
                let at = at(seat)?;
                self.apply_answer(at, *yes);
            }
            Event::Drawn { winners } => {
                self.ending = Some(Ending::Drawn);
                self.shared = Some(self.shared_by(winners, self.all_seats()));
                self.steps.push(Step::Draw { draw: true });
            }
            Event::Relieved { seat, who } => {
                let at = at(seat)?;
                self.apply_relief(at, who);
            }
            Event::Returned { seat } => {
                let at = at(seat)?;
                self.apply_return(at)?;
            }
            Event::Followed { by } => self.followed = Some(by.clone()),
            Event::Arrived { seat } | Event::TimeUp { seat } => {
                at(seat)?;
            }
            Event::Claimed { seat, absent } => self.apply_claim(seat, absent)?,
            Event::Aborted { seat } => self.apply_abort(seat),
            Event::Vacated { seat } => {
                let at = at(seat)?;
                self.apply_vacate(at);
            }
        }
        Ok(())
    }

    fn apply_throw(&mut self, outcome: &str) -> Result<(), String> {
        let purpose = dice::purpose(&*self.session).ok_or("there is nothing to throw")?;
        let number = self.numbers.next(self.session.played());
        self.session.apply_chance(outcome).map_err(|refusal| refusal.to_string())?;
        self.numbers.threw(number);
        self.entered.push(false);
        let known = self.purposes.iter().position(|known| *known == purpose);
        let purpose = known.unwrap_or_else(|| {
            self.purposes.push(purpose);
            self.purposes.len() - 1
        });
        self.thrown.push(Thrown { number, purpose });
        self.steps.push(Step::Chance { chance: outcome.to_owned() });
        Ok(())
    }

    /// The seat goes to who plays on, and his name is told; without one the match ends.
    fn relieve(
        &mut self,
        seat: Seat,
        relief: Option<&Occupant>,
        winners: &[String],
        what: fn(String) -> Happened,
        ending: fn(Seat) -> Ending,
    ) -> Option<String> {
        let by = relief.map(Occupant::name);
        match (relief, by.clone()) {
            // What the seat has added to the dice stays: throws already made rest on it.
            (Some(who), Some(by)) => {
                self.seats[seat.index()] = who.clone();
                self.remark(seat, what(by));
            }
            _ => {
                self.ending = Some(ending(seat));
                self.shared = Some(self.shared_by(winners, self.all_seats().without(seat)));
            }
        }
        by
    }

    pub(crate) fn remark(&mut self, seat: Seat, what: Happened) {
        self.remarks.push(Remark { seat, after: self.session.played().len(), what });
    }

    pub(crate) fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
    }

    pub(crate) fn occupy(&mut self, seat: Seat, who: Occupant) {
        self.seats[seat.index()] = who;
    }

    /// Does just one person play here, alone or for all seats?
    pub fn at_home(&self) -> bool {
        one_person(&self.seats) && self.away.iter().all(Option::is_none)
    }

    pub(crate) fn must_be_on(&self) -> Result<(), Decline> {
        match self.is_over() {
            true => Err(Decline::Over),
            false if self.seats.contains(&Occupant::Open) => Err(Decline::Waiting),
            false => Ok(()),
        }
    }

    pub(crate) fn seat(&self, id: &str) -> Result<Seat, Decline> {
        self.session.seat(id).ok_or_else(|| Decline::NoSuchSeat(id.to_owned()))
    }

    pub(crate) fn id(&self, seat: Seat) -> &'static str {
        self.session.seats().get(seat.index()).map_or("", |info| info.id)
    }

    pub(crate) fn all_seats(&self) -> SeatSet {
        SeatSet::first(self.seats.len() as u8)
    }

    fn is_computer(&self, seat: Seat) -> bool {
        matches!(self.seats.get(seat.index()), Some(Occupant::Computer { .. }))
    }

    pub(crate) fn traces(&self) -> &[Trace] {
        &self.traces
    }

    /// The version of its dice.
    pub(crate) fn dice_version(&self) -> u32 {
        self.opened.format.min(dice::VERSION)
    }

    fn dice(&self) -> Dice {
        let seed = unhex(&self.opened.seed).unwrap_or_default();
        Dice::of_version(self.dice_version(), &seed, &self.opened.id, &self.nonces)
    }

    pub(crate) fn nonces(&self) -> &[String] {
        &self.nonces
    }

    pub(crate) fn began(&self) -> i64 {
        self.began
    }

    pub(crate) fn times(&self) -> &[i64] {
        &self.times
    }

    pub(crate) fn purposes(&self) -> &[Purpose] {
        &self.purposes
    }

    pub(crate) fn thrown(&self) -> &[Thrown] {
        &self.thrown
    }

    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How the table was opened.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The match in play.
    pub fn session(&self) -> &dyn DynMatch {
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

    /// Is it over, by rule, by giving up, by the clock or by agreement?
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.session.turn() == Turn::Over
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
        let chance = self.turn() == Turn::Chance && !self.is_waiting() && self.wants_nonce().is_empty();
        chance && self.session.thrower().is_none_or(|thrower| self.is_computer(thrower))
    }

    /// How it ended; nothing while it is on, and when it was ended without a result.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.ending {
            Some(Ending::Claimed(gone)) => Some(self.won_without(gone)),
            Some(Ending::Aborted) => None,
            _ => self.shared.or_else(|| self.session.outcome()),
        }
    }

    /// Why it ended.
    pub fn verdict(&self) -> Option<Sentence> {
        let rule = self.session.info().shared_rules.resign;
        let name = |seat: Seat| capital(self.session.seats()[seat.index()].name);
        match self.ending {
            None => self.session.verdict(),
            Some(Ending::Drawn) => Some(Sentence::new("Everybody agreed to a draw.", &[])),
            Some(Ending::Resigned(seat)) => Some(Sentence::new(format!("{} resigned.", name(seat)), &[rule])),
            Some(Ending::Flagged(seat)) => Some(Sentence::new(format!("{} ran out of time.", name(seat)), &[])),
            Some(Ending::Claimed(gone)) => Some(self.claimed(gone)),
            Some(Ending::Aborted) => Some(Sentence::new("The match was ended without a result.", &[])),
        }
    }

    /// The seat that gave up or ran out of time, and ended the match with it.
    pub fn quitter(&self) -> Option<Seat> {
        match self.ending {
            Some(Ending::Resigned(seat) | Ending::Flagged(seat)) => Some(seat),
            _ => None,
        }
    }

    /// The match that follows this one.
    pub fn followed_by(&self) -> Option<&str> {
        self.followed.as_deref()
    }
}

/// What is wrong with an order for this match.
fn faults(order: &Order, session: &dyn DynMatch) -> Vec<Fault> {
    let wanted = session.seats().len();
    if order.seats.len() != wanted {
        let what =
            format!("{} given, and the game has {wanted}", kernel::counted(order.seats.len(), "seat is", "seats are"));
        return vec![Fault::new("seats", what)];
    }
    let mut faults: Vec<Fault> = order.pace.fault().into_iter().collect();
    let nonces = order.nonces.iter().filter(|nonce| !nonce.is_empty());
    if order.nonces.len() > wanted || nonces.into_iter().any(|nonce| check_nonce(nonce).is_err()) {
        faults.push(Fault::new("nonces", Decline::BadNonce.to_string()));
    }
    if order.dice == DiceFrom::Own {
        if !session.has_chance() {
            faults.push(Fault::new("dice", "this game has no dice"));
        } else if !one_person(&order.seats) {
            faults.push(Fault::new("dice", "dice of one's own are thrown where all people sit at one screen"));
        }
    }
    faults.extend(too_many_choices(order, session));
    faults
}

/// A position of one's own may not give a seat more to choose from than a view lists. What comes in the box never does.
fn too_many_choices(order: &Order, session: &dyn DynMatch) -> Option<Fault> {
    let place = match (&order.start, &order.config.board) {
        (None, None) => return None,
        (Some(_), _) => "start",
        (None, Some(_)) => "board",
    };
    let Choices { most, .. } = session.choices();
    let what = format!(
        "a seat would have {most} actions to choose from, and {MOST_OFFERS} are the most; use fewer or scattered pieces"
    );
    (most > MOST_OFFERS).then(|| Fault::new(place, what))
}

/// Does just one person play here, alone or for all seats?
fn one_person(seats: &[Occupant]) -> bool {
    let mut keys: Vec<_> = seats.iter().filter_map(Occupant::key).collect();
    keys.dedup();
    keys.len() <= 1 && !seats.contains(&Occupant::Open)
}

fn check_nonce(nonce: &str) -> Result<(), Decline> {
    let right = (16..=64).contains(&nonce.len()) && nonce.bytes().all(|byte| byte.is_ascii_hexdigit());
    if right { Ok(()) } else { Err(Decline::BadNonce) }
}

fn open_session(
    title: &dyn DynGame,
    config: &MatchConfig,
    start: Option<&serde_json::Value>,
) -> Result<Box<dyn DynMatch>, Vec<Fault>> {
    let mut session = title.open(config)?;
    if let Some(position) = start {
        session.place(position.clone())?;
    }
    Ok(session)
}

pub(crate) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
