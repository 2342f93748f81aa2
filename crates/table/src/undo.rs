//! Undo.
//!
//! During your turn you can undo, without asking, what you did since the last throw or reveal or
//! since somebody else acted. If you are the only person at the table, undo takes back your last
//! decision and the computers' replies to it, but no throw. Any other undo needs the consent of
//! all other people, and may include throws. Undone steps stay in the record, and an undone throw
//! has the same outcome again if the same steps are played again (see [`crate::dice::Numbers`]).

use crate::apply::Applied;
use crate::decline::Decline;
use crate::event::{Event, Proposal};
use crate::table::{Happened, Remark, Table};
use kernel::Seat;
use kernel::dynamic::PlayedStep;
use kernel::record::Step;
use std::sync::Arc;

impl Table {
    pub(crate) fn decide_take_back(&self, seat: &str) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        let steps = if self.at_home() { self.undoable() } else { self.free_steps(at).min(1) };
        match steps {
            0 if !self.at_home() && !self.retractable().is_empty() && !self.is_over() => Err(Decline::AskFirst),
            0 => Err(Decline::NothingToUndo),
            steps => Ok(vec![Event::TookBack { seat: seat.to_owned(), steps }]),
        }
    }

    pub(crate) fn decide_ask_back(&self, seat: &str, steps: Option<u32>) -> Result<Vec<Event>, Decline> {
        self.must_be_on()?;
        let at = self.seat(seat)?;
        let most = self.retractable().len() as u32;
        let steps = steps.or_else(|| self.since_last_action(at)).filter(|steps| (1..=most).contains(steps));
        let steps = steps.ok_or(Decline::NothingToUndo)?;
        self.decide_ask(at, Proposal::Undo { steps })
    }

    /// Number of steps from the seat's last action on, including it.
    fn since_last_action(&self, seat: Seat) -> Option<u32> {
        let place = self.retractable().iter().rev().position(|step| self.acted(step) == Some(seat))?;
        Some(place as u32 + 1)
    }

    fn acted(&self, played: &PlayedStep) -> Option<Seat> {
        match &played.step {
            Step::Act { seat, .. } => self.game_match().seat(seat),
            _ => None,
        }
    }

    /// Number of steps the seat can undo without asking: its own steps of this turn since the last
    /// throw or reveal. None if anything is hidden, because an action may have revealed it.
    pub fn free_steps(&self, seat: Seat) -> u32 {
        if !self.acting().contains(seat) || self.game_match().has_hidden() {
            return 0;
        }
        let mine = |step: &&Arc<PlayedStep>| self.acted(step) == Some(seat);
        self.retractable().iter().rev().take_while(mine).count() as u32
    }

    /// Number of steps that an undo takes back when only one person is at the table: up to their
    /// last decision, but never a throw or a change of hands. 0 if there is nothing to undo.
    pub fn undoable(&self) -> u32 {
        if self.ending().is_some() {
            return 0;
        }
        for (back, step) in self.retractable().iter().rev().enumerate() {
            let Some(seat) = self.acted(step) else { return 0 };
            if self.seats()[seat.index()].key().is_some() {
                return back as u32 + 1;
            }
        }
        0
    }

    /// The steps since a seat last changed hands.
    fn retractable(&self) -> &[Arc<PlayedStep>] {
        let changes_hands = |remark: &&Remark| !matches!(remark.what, Happened::Paused(_) | Happened::NewDevice);
        let fixed = self.remarks.iter().rfind(changes_hands).map_or(0, |remark| remark.after);
        self.game_match().played().get(fixed..).unwrap_or_default()
    }

    pub(crate) fn apply_take_back(&mut self, steps: u32) -> Result<Applied, String> {
        if self.retractable().len() < steps as usize {
            return Err("it undoes more steps than were played".into());
        }
        for _ in 0..steps {
            self.numbers.take_back(self.game_match.played());
            self.game_match.undo();
        }
        // The log is cut here; the record keeps the outage.
        let played = self.game_match.played().len();
        self.remarks.retain(|remark| remark.after <= played);
        Ok(Step::Undo { undo: steps }.into())
    }
}
