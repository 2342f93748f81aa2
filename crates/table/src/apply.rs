//! Applying events to a match.

use crate::decide::DecidedEvent;
use crate::decline::Corrupt;
use crate::dice;
use crate::event::{Event, Stamped};
use crate::history::StepRecord;
use crate::occupant::Occupant;
use crate::question::Question;
use crate::shared_win::shared_win;
use crate::table::{Ending, Happened, Remark, Table};
use kernel::dynamic::CheckedStep;
use kernel::record::{Purpose, Step, Thrown};
use kernel::{Outcome, Refusal, Seat, SeatSet};
use std::sync::Arc;

/// What an event adds to the record.
#[derive(Default)]
pub(crate) struct Applied {
    step: Option<Step>,
    thrown: Option<Thrown>,
}

impl From<Step> for Applied {
    fn from(step: Step) -> Self {
        Applied { step: Some(step), thrown: None }
    }
}

impl Table {
    /// The match after these events. This one stays as it is.
    pub fn after(&self, events: &[DecidedEvent]) -> Result<Table, Corrupt> {
        let mut next = self.clone();
        events.iter().try_for_each(|event| next.apply(event))?;
        Ok(next)
    }

    /// Applies an event that was decided here. If it cannot be applied, the table stays as it was.
    pub fn apply(&mut self, decided: &DecidedEvent) -> Result<(), Corrupt> {
        self.apply_event(&decided.stamped, decided.checked.as_ref())
    }

    /// Applies a stored event. Its action or outcome is read from text.
    pub fn apply_stored(&mut self, stamped: &Stamped) -> Result<(), Corrupt> {
        self.apply_event(stamped, None)
    }

    fn apply_event(&mut self, stamped: &Stamped, checked: Option<&CheckedStep>) -> Result<(), Corrupt> {
        let version = self.version() + 1;
        let Stamped { at, spent, paused, event } = stamped;
        let actor = self.actor(event);
        let mut record = StepRecord::before(self, *at, event, actor);
        self.note_declined(event);
        let applied = self.happen(event, checked).map_err(|what| Corrupt { version, what })?;
        match paused {
            Some(outage) => self.apply_outage(outage, *at),
            None => {
                self.lapse(event, actor);
                self.attend(*at, event, actor);
            }
        }
        let clocked = if self.opened.pace.is_untimed() { SeatSet::EMPTY } else { self.clocked() };
        self.clocks.turn_to(*at, actor, *spent, clocked);
        if let Some(step) = &applied.step {
            self.note_step(step);
        }
        record.step = applied.step.map(Arc::new);
        record.thrown = applied.thrown;
        record.log_length = self.log_length() as u32;
        self.history.push(record);
        Ok(())
    }

    /// The seat that acted or threw, if the event is an action or a throw.
    pub(crate) fn actor(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::Acted { seat, .. } | Event::Entered { seat, .. } => self.game_match.seat(seat),
            Event::Threw { .. } => self.hand(),
            _ => None,
        }
    }

    fn happen(&mut self, event: &Event, checked: Option<&CheckedStep>) -> Result<Applied, String> {
        let at = |seat: &str| self.seat(seat).map_err(|decline| decline.to_string());
        match event {
            Event::Opened(_) => return Err("a match is opened once".into()),
            Event::Sat { seat, who, nonce } => return Ok(self.apply_sit(at(seat)?, who, nonce)),
            Event::Added { seat, nonce } => {
                let at = at(seat)?;
                self.nonces[at.index()] = nonce.clone();
            }
            Event::Committed { seat, anchor } => return self.apply_commit(at(seat)?, anchor),
            Event::Revealed { seat, link } => return self.apply_reveal(at(seat)?, link),
            Event::Left { seat } => {
                let at = at(seat)?;
                let committed = self.devices().contains(at);
                self.chains.iter_mut().for_each(|chains| chains.drop_out(at));
                self.seats[at.index()] = Occupant::Open;
                self.nonces[at.index()].clear();
                let step = committed.then(|| Step::Withdraw { withdraw: seat.clone() });
                return Ok(Applied { step, thrown: None });
            }
            Event::Acted { seat, action } => return self.apply_act(seat, action, checked),
            Event::Threw { outcome, link } => return self.apply_throw(outcome, link.as_deref(), checked),
            Event::Entered { outcome, .. } => {
                self.play_chance(outcome, checked)?;
                self.numbers.played();
                return Ok(Step::Entered { entered: outcome.clone() }.into());
            }
            Event::TookBack { steps, .. } => return self.apply_take_back(*steps),
            Event::Resigned { seat, relief, winners } => {
                let at = at(seat)?;
                let relief = self.relieve(at, relief.as_ref(), winners, Happened::Resigned, Ending::Resigned);
                return Ok(Step::Resign { resign: seat.clone(), relief }.into());
            }
            Event::Flagged { seat, relief, winners } => {
                let at = at(seat)?;
                let relief = self.relieve(at, relief.as_ref(), winners, Happened::Flagged, Ending::Flagged);
                return Ok(Step::Flag { flag: seat.clone(), relief }.into());
            }
            Event::Asked { seat, proposal } => self.question = Some(Question::new(at(seat)?, proposal.clone())),
            Event::Answered { seat, yes } => {
                let at = at(seat)?;
                self.apply_answer(at, *yes);
            }
            Event::Drawn { winners } => {
                self.ending = Some(Ending::Drawn);
                self.shared = Some(self.shared_by(winners, self.all_seats()));
                return Ok(Step::Draw { draw: true }.into());
            }
            Event::Relieved { seat, who } => return Ok(self.apply_relief(at(seat)?, who)),
            Event::Returned { seat } => return self.apply_return(at(seat)?),
            Event::Followed { by } => self.followed = Some(by.clone()),
            Event::Arrived { seat } | Event::TimeUp { seat } => drop(at(seat)?),
            Event::Claimed { seat, absent } => return self.apply_claim(seat, absent),
            Event::Aborted { seat, reason } => return Ok(self.apply_abort(seat, reason.as_deref())),
            Event::Vacated { seat } => return Ok(self.apply_vacate(at(seat)?)),
        }
        Ok(Applied::default())
    }

    fn apply_sit(&mut self, seat: Seat, who: &Occupant, nonce: &str) -> Applied {
        let applied = if self.is_vacated(seat) { self.apply_take_over(seat, who) } else { Applied::default() };
        self.seats[seat.index()] = who.clone();
        // Throws that were already made depend on the seat's first nonce.
        if !self.numbers.any() {
            self.nonces[seat.index()] = nonce.to_owned();
        }
        applied
    }

    fn apply_act(&mut self, seat: &str, action: &str, checked: Option<&CheckedStep>) -> Result<Applied, String> {
        let at = self.seat(seat).map_err(|decline| decline.to_string())?;
        let because = |refusal: Refusal| refusal.to_string();
        let played = match checked {
            Some(checked) => self.game_match.play_checked(checked).map(|_| 1),
            None => self.game_match.play(at, action).map(|played| played.len()),
        };
        for _ in 0..played.map_err(because)? {
            self.numbers.played();
        }
        Ok(Step::Act { seat: seat.to_owned(), action: action.to_owned() }.into())
    }

    fn apply_throw(
        &mut self,
        outcome: &str,
        link: Option<&str>,
        checked: Option<&CheckedStep>,
    ) -> Result<Applied, String> {
        let purpose = dice::purpose(&*self.game_match).ok_or("there is nothing to throw")?;
        let number = self.numbers.next(self.game_match.played());
        let step = self.mix(&purpose, outcome, link)?;
        self.play_chance(outcome, checked)?;
        self.numbers.threw(number);
        let known = self.purposes.iter().position(|known| *known == purpose);
        let purpose = known.unwrap_or_else(|| {
            Arc::make_mut(&mut self.purposes).push(purpose);
            self.purposes.len() - 1
        });
        Ok(Applied { step: Some(step), thrown: Some(Thrown { number, purpose }) })
    }

    /// Makes the throw with the chains of the match, and returns its step. Older dice have no chains.
    fn mix(&mut self, purpose: &Purpose, outcome: &str, link: Option<&str>) -> Result<Step, String> {
        let Some(mut chains) = self.chains.clone() else { return Ok(Step::chance(outcome)) };
        let thrower = self.link_of_throw(&chains, link).map_err(|decline| decline.to_string())?;
        let (_, _, server) = self.key_of_throw(&mut chains, purpose, thrower)?;
        self.chains = Some(chains);
        Ok(Step::Chance {
            chance: outcome.to_owned(),
            link: thrower.map(|(_, link)| link.to_string()),
            by: thrower.map(|(seat, _)| self.id(seat).to_owned()),
            server: server.map(|link| link.to_string()),
        })
    }

    fn play_chance(&mut self, outcome: &str, checked: Option<&CheckedStep>) -> Result<(), String> {
        let played = match checked {
            Some(checked) => self.game_match.play_checked(checked),
            None => self.game_match.apply_chance(outcome),
        };
        played.map(drop).map_err(|refusal| refusal.to_string())
    }

    /// Gives the seat to the computer that plays on, and returns its name. If there is none, the match ends.
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
            // The seat's nonce stays: throws that were already made depend on it.
            (Some(who), Some(by)) => {
                self.seats[seat.index()] = who.clone();
                self.note_relief(seat);
                self.remark(seat, what(by));
            }
            _ => {
                self.ending = Some(ending(seat));
                self.shared = Some(self.shared_by(winners, self.all_seats().without(seat)));
            }
        }
        by
    }

    /// A computer plays the seat from now on.
    pub(crate) fn note_relief(&mut self, seat: Seat) {
        if self.unrevealed().contains(seat) {
            self.remark(seat, Happened::Unrevealed);
        }
        self.chains.iter_mut().for_each(|chains| chains.relieve(seat));
    }

    pub(crate) fn remark(&mut self, seat: Seat, what: Happened) {
        self.remarks.push(Remark { seat, after: self.game_match.played().len(), what });
    }

    pub(crate) fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
    }

    pub(crate) fn occupy(&mut self, seat: Seat, who: Occupant) {
        self.seats[seat.index()] = who;
    }

    /// The win shared by the winners that an event names. Old events name none: then `otherwise` share it.
    fn shared_by(&self, winners: &[String], otherwise: SeatSet) -> Outcome {
        let seats = winners.iter().filter_map(|id| self.game_match.seat(id)).fold(SeatSet::EMPTY, SeatSet::with);
        if seats.is_empty() { Outcome::shared(otherwise) } else { shared_win(&*self.game_match, seats) }
    }
}
