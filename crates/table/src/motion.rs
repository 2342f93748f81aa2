//! Questions between players: an undo, a draw, a computer for an absent player.
//!
//! One question is open at a time. Every other person answers once, for all seats they hold. A no
//! ends the question, and the asker may withdraw it. It lapses when play goes on: an undo with any
//! step, a draw when another player than the asker plays, a relief when the absent player plays.
//! Computers are not asked. If there is no other person to ask, only a relief is possible, and it
//! needs no consent.

use crate::apply::Applied;
use crate::decline::Decline;
use crate::event::{Event, Motion};
use crate::occupant::Occupant;
use crate::table::{Happened, Table};
use kernel::record::Step;
use kernel::{Seat, SeatSet};

/// An open question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The seat that asks.
    pub by: Seat,
    /// The proposal.
    pub motion: Motion,
    /// The seats that have agreed. A person agrees for all of their seats.
    pub agreed: SeatSet,
}

impl Pending {
    pub(crate) fn new(by: Seat, motion: Motion) -> Self {
        Pending { by, motion, agreed: SeatSet::EMPTY }
    }
}

impl Table {
    /// The open question. Once the match is over, only a rematch can be asked.
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_ref().filter(|pending| !self.is_over() || pending.motion == Motion::Rematch)
    }

    /// The seats that still have to answer the open question.
    pub fn to_answer(&self) -> SeatSet {
        self.pending().map_or(SeatSet::EMPTY, |pending| self.asked(pending))
    }

    /// The seats that the match waits for, besides those to act: they have a question to answer, a choice to make after
    /// a flag, or a nonce to add to the dice.
    pub fn owing(&self) -> SeatSet {
        let sets = [self.wants_nonce(), self.choosers(), self.to_answer()];
        sets.iter().flat_map(|set| set.iter()).fold(SeatSet::EMPTY, SeatSet::with)
    }

    fn asked(&self, pending: &Pending) -> SeatSet {
        let absent = match &pending.motion {
            Motion::Relief { absent, .. } => self.game_match().seat(absent),
            _ => None,
        };
        let key = |seat: Seat| self.holder(&pending.motion, seat);
        let asked = |seat: &Seat| {
            let other = key(*seat).is_some() && key(*seat) != key(pending.by);
            other && !pending.agreed.contains(*seat) && absent.is_none_or(|absent| key(*seat) != key(absent))
        };
        // Eliminated players have no share of a draw, and are not asked.
        let drawn = pending.motion == Motion::Draw;
        let seats = if drawn { self.game_match().contenders() } else { self.all_seats() };
        seats.iter().filter(asked).fold(SeatSet::EMPTY, SeatSet::with)
    }

    pub(crate) fn decide_ask(&self, by: Seat, motion: Motion) -> Result<Vec<Event>, Decline> {
        if self.pending.is_some() {
            return Err(Decline::AskedAlready);
        }
        let pending = Pending::new(by, motion.clone());
        let alone = self.asked(&pending).is_empty();
        let mut events = vec![Event::Asked { seat: self.id(by).to_owned(), motion }];
        match pending.motion {
            Motion::Relief { .. } if alone => events.extend(self.agreed(&pending)),
            _ if alone => return Err(Decline::NobodyToAsk),
            _ => {}
        }
        Ok(events)
    }

    pub(crate) fn decide_offer_draw(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let by = self.seat(seat)?;
        self.must_contend(by)?;
        self.decide_ask(by, Motion::Draw)
    }

    pub(crate) fn decide_relieve(&self, seat: &str, absent: &str, level: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let (by, of) = (self.seat(seat)?, self.seat(absent)?);
        let key = |seat: Seat| self.seats()[seat.index()].key();
        if key(of).is_none() || key(of) == key(by) {
            return Err(Decline::NoPerson);
        }
        self.decide_ask(by, Motion::Relief { absent: absent.to_owned(), level: level.to_owned() })
    }

    pub(crate) fn decide_answer(&self, seat: &str, yes: bool) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        let pending = self.pending().ok_or(Decline::NothingAsked)?;
        let key = |seat: Seat| self.holder(&pending.motion, seat);
        let taken_back = !yes && key(at).is_some() && key(at) == key(pending.by);
        let asked = self.asked(pending);
        if !asked.contains(at) && !taken_back {
            return Err(Decline::NothingAsked);
        }
        let mut events = vec![Event::Answered { seat: seat.to_owned(), yes }];
        let last = asked.iter().all(|seat| key(seat) == key(at));
        if yes && last {
            events.extend(self.agreed(pending));
        }
        Ok(events)
    }

    /// The event that follows when everybody agrees. A rematch is opened by the caller.
    fn agreed(&self, pending: &Pending) -> Option<Event> {
        match &pending.motion {
            Motion::Back { steps } => Some(Event::TookBack { seat: self.id(pending.by).to_owned(), steps: *steps }),
            Motion::Draw => Some(Event::Drawn { winners: self.ids(self.game_match().contenders()) }),
            Motion::Relief { absent, level } => {
                Some(Event::Relieved { seat: absent.clone(), who: Occupant::Computer { level: level.clone() } })
            }
            Motion::Rematch => None,
        }
    }

    pub(crate) fn apply_answer(&mut self, seat: Seat, yes: bool) {
        self.pending = self.pending.take().and_then(|pending| self.answered(pending, seat, yes));
    }

    /// The question after this answer, which counts for all seats of the person; `None` after a no.
    fn answered(&self, pending: Pending, seat: Seat, yes: bool) -> Option<Pending> {
        let key = |seat: Seat| self.holder(&pending.motion, seat);
        let same = |other: &Seat| *other == seat || (key(*other).is_some() && key(*other) == key(seat));
        let together: Vec<Seat> = self.all_seats().iter().filter(same).collect();
        let agreed = together.into_iter().fold(pending.agreed, SeatSet::with);
        yes.then_some(Pending { agreed, ..pending })
    }

    /// Closes the open question if this event makes it pointless.
    pub(crate) fn lapse(&mut self, event: &Event, actor: Option<Seat>) {
        if self.pending.as_ref().is_some_and(|pending| self.lapses(pending, event, actor)) {
            self.pending = None;
        }
    }

    fn lapses(&self, pending: &Pending, event: &Event, actor: Option<Seat>) -> bool {
        match event {
            Event::Acted { .. } | Event::Threw { .. } | Event::Entered { .. } => match &pending.motion {
                Motion::Back { .. } => true,
                Motion::Draw => actor != Some(pending.by),
                Motion::Relief { absent, .. } => actor.is_some() && actor == self.game_match().seat(absent),
                Motion::Rematch => true,
            },
            Event::Asked { .. } | Event::Answered { .. } | Event::Added { .. } | Event::Arrived { .. } => false,
            _ => true,
        }
    }

    pub(crate) fn apply_relief(&mut self, seat: Seat, who: &Occupant) -> Applied {
        self.away[seat.index()] = Some(self.seats()[seat.index()].clone());
        self.occupy(seat, who.clone());
        self.remark(seat, Happened::Relieved(who.name()));
        Step::Relieve { relieve: self.id(seat).to_owned(), by: who.name() }.into()
    }

    /// The seats kept for this person while computers play them.
    pub fn kept_for(&self, key: &str) -> SeatSet {
        let kept = |seat: &Seat| self.away[seat.index()].as_ref().is_some_and(|who| who.key() == Some(key));
        self.all_seats().iter().filter(kept).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// The person for whom a computer plays this seat.
    pub fn away(&self, seat: Seat) -> Option<&Occupant> {
        self.away.get(seat.index())?.as_ref()
    }

    pub(crate) fn decide_return(&self, seat: &str, key: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        match self.kept_for(key).contains(self.seat(seat)?) {
            true => Ok(vec![Event::Returned { seat: seat.to_owned() }]),
            false => Err(Decline::NotKept),
        }
    }

    pub(crate) fn apply_return(&mut self, seat: Seat) -> Result<Applied, String> {
        let who = self.away[seat.index()].take().ok_or("nobody is away from this seat")?;
        self.remark(seat, Happened::Returned(who.name()));
        self.occupy(seat, who);
        Ok(Step::Return { back: self.id(seat).to_owned() }.into())
    }
}
