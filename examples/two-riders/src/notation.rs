//! What people type, and positions as they are written down.

use crate::{HOME, State, TwoRiders, rule};
use kernel::{Fault, Notation, Positions, Refusal, Seat};

impl Notation for TwoRiders {
    fn write(&self, _state: &State, from: u8) -> String {
        from.to_string()
    }

    fn read(&self, _state: &State, _seat: Seat, text: &str) -> Result<u8, Refusal> {
        let hint = "Write the milestone of the rider that moves, or 0 for the stable.";
        text.trim().parse().map_err(|_| Refusal::new(rule(8), "That is not a place.").instead(hint))
    }

    fn write_chance(&self, pips: u8) -> String {
        pips.to_string()
    }
}

impl Positions for TwoRiders {
    type Setup = State;

    fn position(&self, state: &State, _history: &()) -> State {
        *state
    }

    fn place(&self, setup: State) -> Result<(State, ()), Vec<Fault>> {
        let mut road: Vec<u8> = setup.riders.concat().into_iter().filter(|at| (1..HOME).contains(at)).collect();
        road.sort_unstable();
        let checks = [
            (setup.riders.concat().iter().any(|at| *at > HOME), "riders", "a rider is at 0 to 21 (TR-1)"),
            (road.windows(2).any(|pair| pair[0] == pair[1]), "riders", "two riders on one milestone (TR-5)"),
            (setup.turn > 1 || setup.die > 6, "turn, die", "the turn is 0 or 1, the die 0 to 6"),
        ];
        let faults: Vec<_> = checks.iter().filter(|check| check.0).map(|check| Fault::new(check.1, check.2)).collect();
        if faults.is_empty() { Ok((setup, ())) } else { Err(faults) }
    }
}
