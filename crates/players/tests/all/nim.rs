//! UCT at a game whose best moves are known.
//!
//! *Nim*: a seat takes one to three stones, and whoever takes the last one wins. The best move leaves a multiple of four.

use boxtop_players::{Budget, Uct};
use kernel::{
    Difficulty, Evaluate, Fault, Game, GameInfo, Outcome, Play, RuleId, Seat, SeatInfo, SeatSet, SharedRules, Turn,
};
use std::sync::Arc;

const N1: RuleId = RuleId::new("N", 1);

const INFO: GameInfo = GameInfo {
    slug: "nim",
    title: "Nim",
    imprint: "",
    summary: "",
    players: &[2],
    minutes: (1, 1),
    difficulty: Difficulty::Easy,
    rules_version: 1,
    rules: "",
    how_to_play: "",
    box_art: "",
    quick_rules: &[],
    shared_rules: SharedRules { turn: N1, notation: N1, resign: N1 },
};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    stones: u8,
    to_act: Seat,
}

struct Nim;

impl Game for Nim {
    type Options = ();
    type Board = ();
    type State = State;
    type History = ();
    type Action = u8;
    type Chance = kernel::Never;
    const INFO: &'static GameInfo = &INFO;

    fn new(_: Arc<()>, _: (), _: u8, _: u32) -> Result<Self, Vec<Fault>> {
        Ok(Nim)
    }
    fn seat(&self, seat: Seat) -> SeatInfo {
        SeatInfo { id: ["one", "other"][seat.index()], name: "a player" }
    }
    fn start(&self, (): &mut ()) -> State {
        State { stones: 7, to_act: Seat(0) }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.stones == 0 { Turn::Over } else { Turn::Seats(SeatSet::only(state.to_act)) }
    }
    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<u8>) {
        if seat == state.to_act {
            actions.extend(1..=state.stones.min(3));
        }
    }
    fn apply(&self, state: &mut State, (): &mut (), seat: Seat, action: u8) {
        *state = State { stones: state.stones - action, to_act: seat.next(2) };
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.stones == 0).then(|| Outcome::win(state.to_act.next(2)))
    }
}

impl Evaluate for Nim {
    fn evaluate(&self, _: &State, _: Seat) -> i32 {
        0
    }
}

/// The choice of UCT before this many stones.
fn chosen(stones: u8, seed: u64) -> (u8, i32, u64) {
    let play = Play::<Nim> { state: State { stones, to_act: Seat(1) }, history: () };
    let thought = Uct::new(Budget::Playouts(2_000), seed).choose(&Nim, play.known_to(&Nim, Seat(1)));
    let thought = thought.expect("an action");
    (thought.action, thought.value, thought.nodes)
}

#[test]
fn uct_takes_a_win_in_one_and_avoids_a_loss_in_one() {
    for seed in 0..5 {
        for stones in [2, 3] {
            assert_eq!(chosen(stones, seed).0, stones, "the last stones win");
        }
        for stones in [5, 6, 7] {
            assert_eq!(chosen(stones, seed).0, stones - 4, "with three stones or less, the other takes the last");
        }
    }
}

#[test]
fn uct_knows_who_wins_and_keeps_to_its_budget() {
    let (_, won, playouts) = chosen(7, 1);
    let (_, lost, _) = chosen(8, 1);
    assert!(won > 300 && lost < -300, "{won} {lost}");
    assert_eq!(playouts, 2_000);
    assert_eq!(chosen(1, 1), (1, 0, 0), "the only action needs no playouts");
}
