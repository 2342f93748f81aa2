//! Reasons: why a move is refused, what a move did, and what computer players think of it.

use crate::{HOME, SEATS, State, TwoRiders, rule};
use kernel::{Evaluate, Explain, Game, Refusal, RuleId, Seat, SeatSet, Sentence, Turn};

impl Explain for TwoRiders {
    fn judge(&self, state: &State, seat: Seat, from: u8) -> Result<(), Refusal> {
        let (own, to) = (state.riders[seat.index()], state.target(from.min(HOME)));
        if self.turn(state) != Turn::Seats(SeatSet::only(seat)) {
            return Err(Refusal::new(rule(3), "It is not your turn to move."));
        }
        if from == HOME || !own.contains(&from) {
            let hint = "Name the milestone of one of your riders, or 0 for the stable.";
            return Err(Refusal::new(rule(4), "None of your riders can move from there.").instead(hint));
        }
        if to != HOME && own.contains(&to) {
            let blocked = format!("Your other rider stands on milestone {to}.");
            return Err(Refusal::new(rule(5), blocked).instead("Move the other rider."));
        }
        Ok(())
    }

    fn cite(&self, state: &State, seat: Seat, from: u8) -> Vec<RuleId> {
        match state.target(from) {
            HOME => vec![rule(4), rule(6)],
            to if state.meets(seat, to) => vec![rule(4), rule(5)],
            _ => vec![rule(4)],
        }
    }

    fn tell(&self, before: &State, seat: Seat, from: u8, after: &State) -> Vec<Sentence> {
        let (name, to) = (SEATS[seat.index()].name, before.target(from));
        let end = match to {
            HOME => "home".to_owned(),
            _ if before.meets(seat, to) => format!("to {to} and sends {} back", SEATS[seat.next(2).index()].name),
            _ => format!("to {to}"),
        };
        let moved = Sentence::new(format!("{name} moves {end}."), &self.cite(before, seat, from));
        [moved].into_iter().chain(self.verdict(after)).collect()
    }

    fn tell_chance(&self, before: &State, pips: u8, _after: &State) -> Vec<Sentence> {
        vec![Sentence::new(format!("{} throws {pips}.", SEATS[usize::from(before.turn)].name), &[rule(3)])]
    }

    fn verdict(&self, state: &State) -> Option<Sentence> {
        let name = SEATS[state.winner()?.index()].name;
        Some(Sentence::new(format!("{name} has both riders at home and wins."), &[rule(7)]))
    }
}

impl Evaluate for TwoRiders {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let ridden = |seat: Seat| state.riders[seat.index()].map(i32::from).iter().sum::<i32>();
        10 * (ridden(seat) - ridden(seat.next(2)))
    }
}
