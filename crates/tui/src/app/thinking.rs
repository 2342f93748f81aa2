//! Computers: which of them are thinking, and whether their choice is still valid.
//!
//! If several seats act together, several computers think at once, and the person at the terminal
//! acts meanwhile. A choice is valid while only others have acted since, in the same phase, which the
//! table decides. If anything else happens, it is dropped and the computer is asked again.

use super::{App, Effect, Tone};
use crate::{TableView, messages};
use kernel::Seat;
use kernel::dynamic::DynAction;

/// A computer that was asked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    seat: Seat,
    version: u64,
}

impl App {
    /// Asks every computer that is to act and is not thinking yet.
    pub(super) fn let_computers_think(&mut self) -> Vec<Effect> {
        let version = self.seen.view.version;
        let mut effects = Vec::new();
        for (seat, level) in &self.seen.computers {
            if !self.asked.iter().any(|asked| asked.seat == *seat) {
                self.asked.push(Asked { seat: *seat, version });
                effects.push(Effect::Think { seat: *seat, level: level.clone(), version });
            }
        }
        effects
    }

    /// Drops the questions that a change of the table has outdated.
    pub(super) fn drop_stale_questions(&mut self, new: &TableView) {
        let (old_log, log) = (&self.seen.view.log, &new.view.log);
        let grown = new.id == self.seen.id && log.starts_with(old_log);
        let fresh = if grown { &log[old_log.len()..] } else { &[] };
        let holds = |asked: &Asked| {
            let still = new.computers.iter().any(|(seat, _)| *seat == asked.seat);
            grown && still && fresh.iter().all(|entry| entry.seat.is_some_and(|seat| seat != asked.seat))
        };
        self.asked.retain(holds);
    }

    pub(super) fn thought(&mut self, seat: Seat, version: u64, action: Option<DynAction>) -> Vec<Effect> {
        let Some(at) = self.asked.iter().position(|asked| *asked == Asked { seat, version }) else { return Vec::new() };
        self.asked.remove(at);
        match (self.seen.player(seat), action) {
            (Some(player), Some(action)) => vec![Effect::Move { seat: player.id, action, version }],
            _ => {
                self.say(Tone::Refusal, messages::NO_COMPUTER_MOVE.into());
                Vec::new()
            }
        }
    }

    /// Is a computer thinking about its move?
    pub fn is_thinking(&self) -> bool {
        !self.asked.is_empty()
    }

    /// The computers that are thinking, in words.
    pub fn thinkers(&self) -> String {
        let seat = |asked: &Asked| self.seen.player(asked.seat);
        match &self.asked[..] {
            [one] => seat(one).map_or_else(|| "the computer".into(), |player| player.who.clone()),
            several => {
                let names: Vec<&str> = several.iter().filter_map(seat).map(|player| player.word.as_str()).collect();
                names.join(", ")
            }
        }
    }
}
