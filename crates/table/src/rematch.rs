//! Rematches: one player offers, and every other player accepts or declines.
//!
//! The offer is a question like any other ([`Proposal::Rematch`]) that is asked when the match is over, so it is
//! stored and survives a restart. Computers are not asked: they accept at once. When everybody has accepted,
//! [`Table::rematch_agreed`] says so, and the caller opens the next match and follows it ([`MatchCommand::Follow`]).
//!
//! [`MatchCommand::Follow`]: crate::MatchCommand::Follow

use crate::decline::Decline;
use crate::event::{Event, Proposal};
use crate::question::Question;
use crate::table::Table;
use kernel::Seat;

impl Table {
    /// Offers a rematch, or accepts the one that is already offered.
    pub(crate) fn decide_offer_rematch(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        let by = self.seat(seat)?;
        if !self.is_over() {
            return Err(Decline::NotOver);
        }
        match self.offered_rematch() {
            _ if self.followed_by().is_some() => Ok(Vec::new()),
            Some(_) if self.to_answer().contains(by) => self.decide_answer(seat, true),
            Some(_) => Ok(Vec::new()),
            None => Ok(vec![Event::Asked { seat: seat.to_owned(), proposal: Proposal::Rematch }]),
        }
    }

    fn offered_rematch(&self) -> Option<&Question> {
        self.question().filter(|question| question.proposal == Proposal::Rematch)
    }

    /// Has everybody accepted the rematch, and is it not open yet?
    pub fn rematch_agreed(&self) -> bool {
        self.offered_rematch().is_some() && self.to_answer().is_empty() && self.followed_by().is_none()
    }

    /// The player who declined the last rematch that was offered.
    pub fn rematch_declined(&self) -> Option<Seat> {
        self.declined
    }

    /// Remembers who declined a rematch, until another one is offered.
    pub(crate) fn note_declined(&mut self, event: &Event) {
        match event {
            Event::Asked { .. } | Event::Followed { .. } | Event::TookBack { .. } => self.declined = None,
            Event::Answered { seat, yes: false } => {
                let by = self.offered_rematch().map(|question| question.by);
                let seat = self.game_match().seat(seat);
                self.declined = seat.filter(|seat| by.is_some_and(|by| by != *seat));
            }
            _ => {}
        }
    }

    /// The key of the person who answers a question of this kind for the seat. A rematch is for the people for whom
    /// computers stood in; everything else is decided by the people who play now.
    pub(crate) fn holder(&self, proposal: &Proposal, seat: Seat) -> Option<&str> {
        let stood_in = self.away(seat).filter(|_| *proposal == Proposal::Rematch);
        stood_in.or(self.seats().get(seat.index())).and_then(|who| who.key())
    }
}
