//! The sentences beside the board: whose turn it is, what everybody needs, and what a throw means.

use super::super::FightingMarines;
use super::super::rules;
use super::super::state::{Phase, State, Throw};
use kernel::scene::{Need, Tone};
use kernel::{Explain, Game, Seat, Sentence, Voice};

impl FightingMarines {
    pub(super) fn headline(&self, state: &State, voice: Voice) -> String {
        let name = |seat: Seat| self.seat(seat).name;
        // A seat with two colours is several people in a sentence.
        let (is, throws) = if self.seating.per_seat == 2 { ("are", "throw") } else { ("is", "throws") };
        match state.phase {
            Phase::Opening => self.next_first(state).map_or("Nobody throws.".into(), |seat| {
                let everyone = format!("{} {throws} for the first turn.", name(seat));
                voice.say(seat, everyone, "Your turn: throw for the first turn.")
            }),
            Phase::Throw => {
                let everyone = format!("{} {is} to throw and turn the platform.", name(state.thrower));
                voice.say(state.thrower, everyone, "Your turn: throw and turn the platform.")
            }
            Phase::Assault => {
                let open = voice.names(state.open.iter().map(|seat| (seat, name(seat))), "and");
                let together = if state.open.iter().count() > 1 { ", all at once" } else { "" };
                format!("Assault: {open} may move{together}.")
            }
            Phase::Regroup => {
                let everyone = format!("Regroup: {} {is} to exchange, ransom or fill circles.", name(state.asked));
                voice.say(state.asked, everyone, "Regroup, your turn: exchange, ransom or fill circles.")
            }
            Phase::Victory | Phase::Spent => self.verdict(state).map(|line| line.text).unwrap_or_default(),
        }
    }

    /// The headline at the end, as the player of this seat reads it.
    pub(super) fn ended(&self, state: &State, seat: Seat) -> Option<String> {
        let (outcome, voice) = (self.outcome(state)?, Voice::to(seat));
        let one = state.open.len() == 1;
        let winners = voice.names(state.open.iter().map(|seat| (seat, self.seat(seat).name)), "and");
        let has = if one && self.seating.per_seat == 1 && !state.open.contains(seat) { "has" } else { "have" };
        let why = match state.phase {
            Phase::Victory => format!("{winners} {has} all men on the platform"),
            _ if one => format!("{winners} {has} most men on the platform"),
            _ => format!("{winners} have equally many men on the platform"),
        };
        Some(format!("{}: {why}.", outcome.said_to(seat)))
    }

    pub(super) fn needs(&self, state: &State) -> Vec<Need> {
        let need = |seat: Seat| Need { seat, line: self.need(state, seat, Voice::EVERYONE) };
        self.all_seats().iter().map(need).collect()
    }

    pub(super) fn need(&self, state: &State, seat: Seat, voice: Voice) -> Sentence {
        let landed = self.landed(state, seat);
        let held: usize = (self.colours(seat).iter())
            .flat_map(|colour| state.captives.iter().map(|held| held[colour.index()].men().count()))
            .sum();
        let captive = if held == 0 { String::new() } else { format!(", {held} in captivity") };
        let army = self.army();
        let all = voice.say(seat, format!("All {army} men onto"), format!("You need all {army} men on"));
        Sentence::new(format!("{all} the platform: {landed} there{captive}."), &[rules::VICTORY])
    }

    /// What a throw means for a seat, in a few words.
    pub(super) fn foreseen(&self, chance: Throw, after: &State, best: Option<Tone>) -> String {
        if let Throw::First(_, total) = chance {
            return format!("throws {total} for the first turn");
        }
        match best.filter(|_| after.phase == Phase::Assault) {
            None => "no man can enter".into(),
            Some(Tone::Take) => "captures a man".into(),
            Some(_) => "a man can enter".into(),
        }
    }
}
