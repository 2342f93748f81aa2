//! Taking back.
//!
//! In one's own turn everybody takes back what he has done since the last throw or
//! reveal, or since somebody else acted, without asking. At home, where one person
//! plays, the last decision is taken back together with what computers answered, but
//! no throw. Everything else needs the consent of all other people; it may go over
//! throws. What was taken back stays in the record, and a throw that was taken back
//! falls again as it did when the same line is played again (see
//! [`crate::dice::Numbers`]).

use crate::event::{Event, Motion};
use crate::table::{Decline, Table};
use kernel::Seat;
use kernel::dynamic::PlayedStep;
use kernel::record::Step;

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
        self.decide_ask(at, Motion::Back { steps })
    }

    /// How many steps stand since the seat last acted, and that action.
    fn since_last_action(&self, seat: Seat) -> Option<u32> {
        let place = self.retractable().iter().rev().position(|told| self.acted(told) == Some(seat))?;
        Some(place as u32 + 1)
    }

    fn acted(&self, told: &PlayedStep) -> Option<Seat> {
        match &told.step {
            Step::Act { seat, .. } => self.session().seat(seat),
            _ => None,
        }
    }

    /// How many steps the seat takes back without asking: its own of this turn since
    /// the last throw or reveal. Where anything is hidden an action may have shown
    /// it, so nothing is free.
    pub fn free_steps(&self, seat: Seat) -> u32 {
        if !self.acting().contains(seat) || self.session().has_hidden() {
            return 0;
        }
        let mine = |told: &&PlayedStep| self.acted(told) == Some(seat);
        self.retractable().iter().rev().take_while(mine).count() as u32
    }

    /// How many steps an undo at home takes back: up to the last decision of a
    /// person, never over a throw or a change of hands; none when there is nothing to take back.
    pub fn undoable(&self) -> u32 {
        if self.ending().is_some() {
            return 0;
        }
        for (back, told) in self.retractable().iter().rev().enumerate() {
            let Some(seat) = self.acted(told) else { return 0 };
            if self.seats()[seat.index()].key().is_some() {
                return back as u32 + 1;
            }
        }
        0
    }

    /// What was played since a seat last changed hands.
    fn retractable(&self) -> &[PlayedStep] {
        let fixed = self.remarks.last().map_or(0, |remark| remark.after);
        self.session().played().get(fixed..).unwrap_or_default()
    }

    pub(crate) fn apply_take_back(&mut self, steps: u32) -> Result<(), String> {
        if self.retractable().len() < steps as usize {
            return Err("more is taken back than was played".into());
        }
        for _ in 0..steps {
            self.numbers.take_back(self.session.played());
            self.session.undo();
            self.entered.pop();
        }
        self.steps.push(Step::Undo { undo: steps });
        Ok(())
    }
}
