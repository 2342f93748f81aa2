//! Two Riders, a small dice game: the code of the tutorial in `docs/adding-a-game.md`.

mod notation;
mod rules;
mod show;

use kernel::{Difficulty, Explain, Fault, Game, GameInfo, Outcome, RuleId, Seat, SeatInfo, SeatSet, SharedRules, Turn};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The game's description of itself.
pub const INFO: GameInfo = GameInfo {
    slug: "two-riders",
    title: "Two Riders",
    imprint: "Made for the tutorial",
    summary: "Bring two riders home along a road of milestones. If you meet the other player’s rider, it starts again.",
    players: &[2],
    minutes: (5, 10),
    difficulty: Difficulty::Easy,
    rules_version: 1,
    rules: include_str!("../RULES.md"),
    how_to_play: include_str!("../HOW-TO-PLAY.md"),
    box_art: include_str!("../boxtop.svg"),
    quick_rules: &[rule(4), rule(5), rule(6)],
    shared_rules: SharedRules { turn: rule(3), notation: rule(8), resign: rule(9) },
};

/// A rule of `RULES.md` by its number.
const fn rule(number: u16) -> RuleId {
    RuleId::new("TR", number)
}

const SEATS: [SeatInfo; 2] = [SeatInfo { id: "red", name: "Red" }, SeatInfo { id: "blue", name: "Blue" }];
const STABLE: u8 = 0;
const HOME: u8 = 21;

/// A position: where the riders are, whose turn it is, and what was thrown.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The two riders of red, then those of blue.
    riders: [[u8; 2]; 2],
    /// 0 for red, 1 for blue.
    turn: u8,
    /// What was thrown; 0 before the throw.
    die: u8,
}

impl State {
    fn winner(&self) -> Option<Seat> {
        [Seat(0), Seat(1)].into_iter().find(|seat| self.riders[seat.index()] == [HOME, HOME])
    }

    /// Where a rider goes from here (TR-4, TR-6).
    fn target(&self, from: u8) -> u8 {
        (from + self.die).min(HOME)
    }

    /// Whether a rider of the other player stands there, on the road (TR-5).
    fn meets(&self, seat: Seat, to: u8) -> bool {
        to != HOME && self.riders[seat.next(2).index()].contains(&to)
    }
}

/// The rules in force at one table.
pub struct TwoRiders {
    plan: Arc<kernel::scene::Plan>,
}

impl Game for TwoRiders {
    type Options = ();
    type Board = ();
    type State = State;
    type History = ();
    /// The place of the rider that moves.
    type Action = u8;
    /// The number on the die.
    type Chance = u8;

    const INFO: &'static GameInfo = &INFO;

    fn new(_board: Arc<()>, _options: (), _players: u8, _rules_version: u32) -> Result<Self, Vec<Fault>> {
        Ok(TwoRiders { plan: Arc::new(show::plan()) })
    }

    fn seat(&self, seat: Seat) -> SeatInfo {
        SEATS[seat.index()].clone()
    }

    fn start(&self, _history: &mut ()) -> State {
        State { riders: [[STABLE; 2]; 2], turn: 0, die: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        match state {
            _ if state.winner().is_some() => Turn::Over,
            State { die: 0, .. } => Turn::Chance,
            State { turn, .. } => Turn::Seats(SeatSet::only(Seat(*turn))),
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<u8>) {
        let riders = state.riders[seat.index()];
        let different = if riders[0] == riders[1] { &riders[..1] } else { &riders };
        actions.extend(different.iter().filter(|from| self.judge(state, seat, **from).is_ok()));
    }

    fn apply(&self, state: &mut State, _history: &mut (), seat: Seat, from: u8) {
        let to = state.target(from);
        let [own, theirs] = [seat, seat.next(2)].map(Seat::index);
        let mover = usize::from(state.riders[own][0] != from);
        state.riders[own][mover] = to;
        if to != HOME {
            state.riders[theirs] = state.riders[theirs].map(|at| if at == to { STABLE } else { at });
        }
        (state.turn, state.die) = (seat.next(2).0, 0);
    }

    fn chance_outcomes(&self, _state: &State, outcomes: &mut Vec<(u8, u32)>) {
        outcomes.extend((1..=6).map(|pips| (pips, 1)));
    }

    fn apply_chance(&self, state: &mut State, _history: &mut (), pips: u8) {
        state.die = pips;
    }

    fn thrower(&self, state: &State) -> Option<Seat> {
        Some(Seat(state.turn))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.winner().map(Outcome::win)
    }
}
