//! Questions between players: an undo, a draw, a computer for an absent player.
//!
//! One question is open at a time. Every other person answers once, for all seats they hold. A no
//! ends the question, and the asker may withdraw it. It lapses when play goes on: an undo with any
//! step, a draw when another player than the asker plays, a computer when the absent player plays.
//! Computers are not asked. If there is no other person to ask, only a computer or a new device can be
//! proposed, and it needs no consent.

use crate::apply::Applied;
use crate::decline::Decline;
use crate::event::{Event, Proposal};
use crate::occupant::Occupant;
use crate::table::{Happened, Table};
use kernel::record::Step;
use kernel::{Seat, SeatSet};

/// An open question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The seat that asks.
    pub by: Seat,
    /// The proposal.
    pub proposal: Proposal,
    /// The seats that have agreed. A person agrees for all of their seats.
    pub agreed: SeatSet,
}

impl Question {
    pub(crate) fn new(by: Seat, proposal: Proposal) -> Self {
        Question { by, proposal, agreed: SeatSet::EMPTY }
    }

    fn is_for_device(&self) -> bool {
        matches!(self.proposal, Proposal::Device { .. })
    }
}

impl Table {
    /// The open question. Once the match is over, only a rematch can be asked.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref().filter(|question| !self.is_over() || question.proposal == Proposal::Rematch)
    }

    /// The seats that still have to answer the open question.
    pub fn to_answer(&self) -> SeatSet {
        self.question().map_or(SeatSet::EMPTY, |question| self.asked(question))
    }

    /// The seats that the match waits for, besides those to act: they have a question to answer, a choice to make after
    /// a flag, or something to add to the dice.
    pub fn owing(&self) -> SeatSet {
        let sets = [self.wants_dice(), self.choosers(), self.to_answer()];
        sets.iter().flat_map(|set| set.iter()).fold(SeatSet::EMPTY, SeatSet::with)
    }

    fn asked(&self, question: &Question) -> SeatSet {
        let absent = match &question.proposal {
            Proposal::Computer { absent, .. } => self.game_match().seat(absent),
            _ => None,
        };
        let key = |seat: Seat| self.holder(&question.proposal, seat);
        let asked = |seat: &Seat| {
            let other = key(*seat).is_some() && key(*seat) != key(question.by);
            other && !question.agreed.contains(*seat) && absent.is_none_or(|absent| key(*seat) != key(absent))
        };
        // Eliminated players have no share of a draw, and are not asked.
        let drawn = question.proposal == Proposal::Draw;
        let seats = if drawn { self.game_match().contenders() } else { self.all_seats() };
        seats.iter().filter(asked).fold(SeatSet::EMPTY, SeatSet::with)
    }

    pub(crate) fn decide_ask(&self, by: Seat, proposal: Proposal) -> Result<Vec<Event>, Decline> {
        if self.question.is_some() {
            return Err(Decline::AskedAlready);
        }
        let question = Question::new(by, proposal.clone());
        let alone = self.asked(&question).is_empty();
        let mut events = vec![Event::Asked { seat: self.id(by).to_owned(), proposal }];
        match question.proposal {
            Proposal::Computer { .. } | Proposal::Device { .. } if alone => events.extend(self.agreed(&question)),
            _ if alone => return Err(Decline::NobodyToAsk),
            _ => {}
        }
        Ok(events)
    }

    pub(crate) fn decide_offer_draw(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let by = self.seat(seat)?;
        self.must_contend(by)?;
        self.decide_ask(by, Proposal::Draw)
    }

    pub(crate) fn decide_relieve(&self, seat: &str, absent: &str, level: &str) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let (by, of) = (self.seat(seat)?, self.seat(absent)?);
        let key = |seat: Seat| self.seats()[seat.index()].key();
        if key(of).is_none() || key(of) == key(by) {
            return Err(Decline::NoPerson);
        }
        self.decide_ask(by, Proposal::Computer { absent: absent.to_owned(), level: level.to_owned() })
    }

    pub(crate) fn decide_answer(&self, seat: &str, yes: bool) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        let question = self.question().ok_or(Decline::NothingAsked)?;
        let key = |seat: Seat| self.holder(&question.proposal, seat);
        let taken_back = !yes && key(at).is_some() && key(at) == key(question.by);
        let asked = self.asked(question);
        if !asked.contains(at) && !taken_back {
            return Err(Decline::NothingAsked);
        }
        let mut events = vec![Event::Answered { seat: seat.to_owned(), yes }];
        let last = asked.iter().all(|seat| key(seat) == key(at));
        if yes && last {
            events.extend(self.agreed(question));
        }
        Ok(events)
    }

    /// The event that follows when everybody agrees. A rematch is opened by the caller.
    fn agreed(&self, question: &Question) -> Option<Event> {
        match &question.proposal {
            Proposal::Undo { steps } => Some(Event::TookBack { seat: self.id(question.by).to_owned(), steps: *steps }),
            Proposal::Draw => Some(Event::Drawn { winners: self.ids(self.game_match().contenders()) }),
            Proposal::Computer { absent, level } => {
                Some(Event::Relieved { seat: absent.clone(), who: Occupant::Computer { level: level.clone() } })
            }
            Proposal::Device { anchor } => Some(self.device_agreed(question, anchor)),
            Proposal::Rematch => None,
        }
    }

    pub(crate) fn apply_answer(&mut self, seat: Seat, yes: bool) {
        self.question = self.question.take().and_then(|question| self.answered(question, seat, yes));
    }

    /// The question after this answer, which counts for all seats of the person; `None` after a no.
    fn answered(&self, question: Question, seat: Seat, yes: bool) -> Option<Question> {
        let key = |seat: Seat| self.holder(&question.proposal, seat);
        let same = |other: &Seat| *other == seat || (key(*other).is_some() && key(*other) == key(seat));
        let together: Vec<Seat> = self.all_seats().iter().filter(same).collect();
        let agreed = together.into_iter().fold(question.agreed, SeatSet::with);
        yes.then_some(Question { agreed, ..question })
    }

    /// Closes the open question if this event makes it pointless.
    pub(crate) fn lapse(&mut self, event: &Event, actor: Option<Seat>) {
        if self.question.as_ref().is_some_and(|question| self.lapses(question, event, actor)) {
            self.question = None;
        }
    }

    fn lapses(&self, question: &Question, event: &Event, actor: Option<Seat>) -> bool {
        match event {
            Event::Acted { .. } | Event::Threw { .. } | Event::Entered { .. } => match &question.proposal {
                Proposal::Undo { .. } => true,
                Proposal::Draw => actor != Some(question.by),
                Proposal::Computer { absent, .. } => actor.is_some() && actor == self.game_match().seat(absent),
                Proposal::Device { .. } => actor == Some(question.by),
                Proposal::Rematch => true,
            },
            Event::Committed { seat, .. } => {
                self.game_match().seat(seat) == Some(question.by) && question.is_for_device()
            }
            Event::Asked { .. }
            | Event::Answered { .. }
            | Event::Added { .. }
            | Event::Revealed { .. }
            | Event::Arrived { .. } => false,
            _ => true,
        }
    }

    pub(crate) fn apply_relief(&mut self, seat: Seat, who: &Occupant) -> Applied {
        self.away[seat.index()] = Some(self.seats()[seat.index()].clone());
        self.note_relief(seat);
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
        self.chains.iter_mut().for_each(|chains| chains.come_back(seat));
        Ok(Step::Return { back: self.id(seat).to_owned() }.into())
    }
}
