//! Deciding: turns a command into events, or declines it. Nothing changes here.

use crate::command::{MatchCommand, Now};
use crate::decline::Decline;
use crate::devices;
use crate::dice;
use crate::event::{Event, Stamped};
use crate::occupant::Occupant;
use crate::opening::check_nonce;
use crate::order::DiceFrom;
use crate::table::Table;
use kernel::dynamic::{CheckedStep, DynAction};
use kernel::record::Step;
use kernel::{Refusal, Seat, SeatSet};

/// An event that a command leads to. Its action or throw has been read and checked, so applying it does not read the
/// text again.
#[derive(Clone, Debug)]
pub struct DecidedEvent {
    /// The event as it is stored.
    pub stamped: Stamped,
    /// The checked step, if the event is an action or a throw.
    pub(crate) checked: Option<CheckedStep>,
}

/// Actions and throws, each as the event that is stored and the step that is played.
type Played = Vec<(Event, CheckedStep)>;

impl Table {
    /// Turns a command into events, or declines it. Changes nothing.
    pub fn decide(&self, command: &MatchCommand, now: Now) -> Result<Vec<DecidedEvent>, Decline> {
        let events = match self.decide_play(command) {
            Some(played) => played?.into_iter().map(|(event, checked)| (event, Some(checked))).collect(),
            None => self.decide_other(command, now)?.into_iter().map(|event| (event, None)).collect(),
        };
        self.stamped(command, events, now)
    }

    /// Actions and throws; `None` for every other command.
    fn decide_play(&self, command: &MatchCommand) -> Option<Result<Played, Decline>> {
        Some(match command {
            MatchCommand::Act { seat, text } => self.decide_act(seat, text),
            MatchCommand::Choose { seat, action } => self.decide_choice(seat, action),
            MatchCommand::Throw { seat, link } => self.decide_throw(seat.as_deref(), link.as_deref()),
            MatchCommand::ThrowOwn { seat, outcome } => self.decide_own(seat, outcome),
            _ => return None,
        })
    }

    fn decide_other(&self, command: &MatchCommand, now: Now) -> Result<Vec<Event>, Decline> {
        match command {
            MatchCommand::Sit { seat, who, nonce, anchor } => {
                self.decide_sit(seat.as_deref(), who, nonce, anchor.as_deref())
            }
            MatchCommand::Commit { seat, anchor } => self.decide_commit(seat, anchor),
            MatchCommand::Reveal { seat, link } => self.decide_reveal(seat, link),
            MatchCommand::NewDevice { seat, anchor } => self.decide_new_device(seat, anchor),
            MatchCommand::AddNonce { seat, nonce } => self.decide_add(seat, nonce),
            MatchCommand::Leave { seat } => self.decide_leave(seat),
            MatchCommand::TakeBack { seat } => self.decide_take_back(seat),
            MatchCommand::AskBack { seat, steps } => self.decide_ask_back(seat, *steps),
            MatchCommand::OfferDraw { seat } => self.decide_offer_draw(seat),
            MatchCommand::Relieve { seat, absent, level } => self.decide_relieve(seat, absent, level),
            MatchCommand::Answer { seat, yes } => self.decide_answer(seat, *yes),
            MatchCommand::Return { seat, key } => self.decide_return(seat, key),
            MatchCommand::NoteOutages => Ok(Vec::new()),
            MatchCommand::Flag => self.decide_flag(now),
            MatchCommand::Resign { seat } => self.decide_resign(seat),
            MatchCommand::Follow { by } => self.decide_follow(by),
            MatchCommand::OfferRematch { seat } => self.decide_offer_rematch(seat),
            MatchCommand::Arrive { key } => Ok(self.decide_arrive(key, now)),
            MatchCommand::Close { reason } => Ok(self.decide_close(reason)),
            MatchCommand::Absent { seat, choice, last_seen } => self.decide_absent(seat, choice, *last_seen, now),
            MatchCommand::Act { .. }
            | MatchCommand::Choose { .. }
            | MatchCommand::Throw { .. }
            | MatchCommand::ThrowOwn { .. } => Ok(Vec::new()),
        }
    }

    fn decide_sit(
        &self,
        seat: Option<&str>,
        who: &Occupant,
        nonce: &str,
        anchor: Option<&str>,
    ) -> Result<Vec<Event>, Decline> {
        let wanted = seat.map(|seat| self.seat(seat)).transpose()?;
        let open = |seat: &Seat| self.seats[seat.index()] == Occupant::Open;
        let at = wanted.or_else(|| self.all_seats().iter().find(open)).filter(open).ok_or(Decline::Taken)?;
        let (seat, who) = (self.id(at).to_owned(), who.clone());
        if self.opened.format < 3 {
            check_nonce(nonce)?;
            return Ok(vec![Event::Sat { seat, who, nonce: nonce.to_owned() }]);
        }
        anchor.map(devices::read_link).transpose()?;
        let anchor = anchor.filter(|_| self.chains_matter());
        let committed = anchor.map(|anchor| Event::Committed { seat: seat.clone(), anchor: anchor.to_owned() });
        Ok([Event::Sat { seat, who, nonce: String::new() }].into_iter().chain(committed).collect())
    }

    fn decide_act(&self, seat: &str, text: &str) -> Result<Played, Decline> {
        self.must_be_on()?;
        let checked = self.game_match.check(self.seat(seat)?, text)?;
        Ok(checked.into_iter().map(acted).collect())
    }

    /// An action that a computer player chose. It is judged, but never read from text.
    fn decide_choice(&self, seat: &str, action: &DynAction) -> Result<Played, Decline> {
        self.must_be_on()?;
        let checked = self.game_match.check_action(self.seat(seat)?, action)?;
        Ok(vec![acted(checked)])
    }

    /// A seat that is already taken adds to the dice, once, before the first throw.
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

    /// A player may leave before anything was played; the seat is open again.
    fn decide_leave(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        if self.is_over() {
            return Err(Decline::Over);
        }
        if self.has_begun() {
            return Err(Decline::Begun);
        }
        match self.seats[at.index()].key() {
            Some(_) => Ok(vec![Event::Left { seat: seat.to_owned() }]),
            None => Err(Decline::NoPerson),
        }
    }

    fn decide_throw(&self, seat: Option<&str>, link: Option<&str>) -> Result<Played, Decline> {
        self.must_be_on()?;
        self.must_be_the_thrower(seat)?;
        let nothing = || Refusal::new(self.game_match.info().shared_rules.turn, "There is nothing to throw now.");
        let purpose = dice::purpose(&*self.game_match).ok_or_else(nothing)?;
        if self.own_throw().is_some() {
            return Err(Decline::OwnDice);
        }
        self.must_have_all_dice()?;
        let number = self.numbers.next(self.game_match.played());
        let (at, link) = match self.chains {
            Some(_) => self.drawn_with(&purpose, link)?,
            None => (self.dice().draw(number, &purpose).ok_or_else(nothing)?.at, None),
        };
        let outcome = &purpose.outcomes[at].0;
        Ok(vec![(Event::Threw { outcome: outcome.clone(), link }, self.game_match.check_chance(outcome)?)])
    }

    /// A throw that a player made with their own dice.
    fn decide_own(&self, seat: &str, outcome: &str) -> Result<Played, Decline> {
        self.must_be_on()?;
        self.must_be_the_thrower(Some(seat))?;
        if self.opened.dice != DiceFrom::Own || self.game_match.has_hidden() {
            return Err(Decline::TableDice);
        }
        let checked = self.game_match.check_chance(outcome)?;
        // The table makes a hidden draw itself.
        if self.own_throw().is_none() {
            return Err(Decline::TableDice);
        }
        let outcome = checked.notation().to_owned();
        Ok(vec![(Event::Entered { seat: seat.to_owned(), outcome }, checked)])
    }

    /// The seat that throws its own dice now.
    pub fn own_throw(&self) -> Option<Seat> {
        let own = self.opened.dice == DiceFrom::Own && !self.game_match.has_hidden();
        self.game_match.thrower().filter(|seat| own && self.seats[seat.index()].key().is_some())
    }

    /// The seats that still have to add to the dice: none in games without chance, and none after the first throw.
    /// Open seats add theirs when somebody sits down; computers that stand in for a player need none.
    pub fn wants_nonce(&self) -> SeatSet {
        if self.opened.format != 2 || self.numbers.any() || !self.game_match.has_chance() || self.is_over() {
            return SeatSet::EMPTY;
        }
        let wants = |seat: &Seat| {
            self.lacks_nonce(*seat) && self.seats[seat.index()] != Occupant::Open && !self.stands_in(*seat)
        };
        self.all_seats().iter().filter(wants).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// Is the seat's nonce missing before the first throw?
    pub(crate) fn lacks_nonce(&self, seat: Seat) -> bool {
        let matters = self.opened.format == 2 && !self.numbers.any() && self.game_match.has_chance();
        matters && self.nonces[seat.index()].is_empty()
    }

    fn must_have_all_dice(&self) -> Result<(), Decline> {
        let name = |seat: Seat| self.game_match.seat_name(seat).to_owned();
        if let Some(seat) = self.wants_nonce().iter().next() {
            return Err(Decline::NonceMissing(name(seat)));
        }
        self.wants_dice().iter().next().map_or(Ok(()), |seat| Err(Decline::DiceAwaited(name(seat))))
    }

    /// Do devices add to the dice of this match?
    fn chains_matter(&self) -> bool {
        self.opened.dice == DiceFrom::Table && self.game_match.has_chance()
    }

    /// A person throws for their own seat; the table throws for computers, and when no seat throws.
    fn must_be_the_thrower(&self, seat: Option<&str>) -> Result<(), Decline> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        let Some(thrower) = self.hand() else { return Ok(()) };
        let right = seat.map_or(self.is_computer(thrower), |seat| seat == thrower);
        if right {
            return Ok(());
        }
        let name = self.game_match.seat_name(thrower);
        let refusal = Refusal::new(self.game_match.info().shared_rules.turn, "It is not your throw.");
        Err(refusal.instead(format!("Now {name} throws.")).into())
    }

    /// A player who resigns loses. If several others are left and at least one is a person, a computer plays on;
    /// otherwise the match ends. Eliminated players cannot resign.
    fn decide_resign(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let at = self.seat(seat)?;
        self.must_contend(at)?;
        let relief = self.relief_of(at);
        let winners = self.winners_without(at, relief.as_ref());
        Ok(vec![Event::Resigned { seat: seat.to_owned(), relief, winners }])
    }

    /// Who plays on for this seat when it resigns or runs out of time; `None` if that ends the match. Eliminated
    /// players do not count.
    pub(crate) fn relief_of(&self, seat: Seat) -> Option<Occupant> {
        let others = self.game_match.contenders().without(seat);
        let people_left = others.iter().any(|seat| self.seats[seat.index()].key().is_some());
        (others.len() > 1 && people_left).then(Occupant::relief)
    }

    /// The ids of the seats that share the win when this seat ends the match: all that are not eliminated and not on
    /// its side. Empty if a computer plays on for it.
    pub(crate) fn winners_without(&self, seat: Seat, relief: Option<&Occupant>) -> Vec<String> {
        if relief.is_some() {
            return Vec::new();
        }
        let winners = self.game_match.contenders().without(seat);
        self.ids(self.game_match.partner(seat).map_or(winners, |partner| winners.without(partner)))
    }

    pub(crate) fn ids(&self, seats: SeatSet) -> Vec<String> {
        seats.iter().map(|seat| self.id(seat).to_owned()).collect()
    }

    /// May this seat still resign? Not if the match is over or the player is eliminated.
    pub fn may_resign(&self, seat: Seat) -> bool {
        !self.is_over() && self.game_match.contenders().contains(seat)
    }

    pub(crate) fn must_contend(&self, seat: Seat) -> Result<(), Decline> {
        if self.game_match.contenders().contains(seat) { Ok(()) } else { Err(Decline::Out) }
    }

    /// The host closes the table: a match that is not over ends without a result.
    fn decide_close(&self, reason: &str) -> Vec<Event> {
        let first = self.all_seats().iter().next().map_or("", |seat| self.id(seat));
        let end = || Event::Aborted { seat: first.to_owned(), reason: Some(reason.to_owned()) };
        (!self.is_over()).then(end).into_iter().collect()
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
}

/// The event of a checked action.
fn acted(checked: CheckedStep) -> (Event, CheckedStep) {
    let event = match checked.step().clone() {
        Step::Act { seat, action } => Event::Acted { seat, action },
        other => Event::Acted { seat: String::new(), action: other.words() },
    };
    (event, checked)
}
