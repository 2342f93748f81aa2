//! What a seat may know of a position: neither its state nor its history has what is hidden from it.
//!
//! *Numbers*: the seats write down secret numbers in turn. The state has the last number of each seat, the history has
//! all of them.

use boxtop_kernel::{
    Difficulty, Fault, Game, GameInfo, Outcome, Play, RuleId, Seat, SeatInfo, SeatSet, SharedRules, Turn, Viewer,
};
use std::sync::Arc;

const N1: RuleId = RuleId::new("N", 1);
const INFO: GameInfo = GameInfo {
    slug: "numbers",
    title: "Numbers",
    imprint: "",
    summary: "",
    players: &[3],
    minutes: (1, 1),
    difficulty: Difficulty::Easy,
    rules_version: 1,
    rules: "",
    how_to_play: "",
    box_art: "",
    quick_rules: &[],
    shared_rules: SharedRules { turn: N1, notation: N1, resign: N1 },
};
const SEATS: u8 = 3;
const LENGTH: usize = 12;
/// Stands for a number that the viewer may not know. Nobody writes it down.
const UNKNOWN: u64 = 0;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    last: [u64; SEATS as usize],
    steps: usize,
}

struct Numbers;

fn may_see(viewer: Viewer, owner: Seat) -> bool {
    viewer == Viewer::Referee || viewer == Viewer::Seat(owner)
}

/// The seat that writes the number with this index.
fn writer(index: usize) -> Seat {
    Seat((index % usize::from(SEATS)) as u8)
}

impl Game for Numbers {
    type Options = ();
    type Board = ();
    type State = State;
    type History = Vec<u64>;
    type Action = u64;
    type Chance = boxtop_kernel::Never;
    const INFO: &'static GameInfo = &INFO;

    fn new(_: Arc<()>, (): (), _: u8, _: u32) -> Result<Self, Vec<Fault>> {
        Ok(Numbers)
    }
    fn seat(&self, _: Seat) -> SeatInfo {
        SeatInfo { id: "one", name: "a player" }
    }
    fn start(&self, _: &mut Vec<u64>) -> State {
        State { last: [UNKNOWN; SEATS as usize], steps: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.steps == LENGTH { Turn::Over } else { Turn::Seats(SeatSet::only(writer(state.steps))) }
    }
    fn legal_actions(&self, _: &State, _: Seat, _: &mut Vec<u64>) {}
    fn apply(&self, state: &mut State, history: &mut Vec<u64>, seat: Seat, number: u64) {
        state.last[seat.index()] = number;
        state.steps += 1;
        history.push(number);
    }
    fn outcome(&self, _: &State) -> Option<Outcome> {
        None
    }
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let mut known = *state;
        for seat in (0..SEATS).map(Seat).filter(|seat| !may_see(viewer, *seat)) {
            known.last[seat.index()] = UNKNOWN;
        }
        known
    }
    fn redact_history(&self, history: &Vec<u64>, viewer: Viewer) -> Vec<u64> {
        let seen = |(index, number): (usize, &u64)| if may_see(viewer, writer(index)) { *number } else { UNKNOWN };
        history.iter().enumerate().map(seen).collect()
    }
}

/// The number that a seat writes: each is written once, so that it can be found wherever it is.
fn number(step: usize) -> u64 {
    7_919 * (step as u64 + 1)
}

#[test]
fn a_seat_knows_its_own_numbers_and_none_of_the_others() {
    let mut play = Play::start(&Numbers);
    for step in 0..LENGTH {
        play.apply(&Numbers, writer(step), number(step));
        for seat in (0..SEATS).map(Seat) {
            let known = play.known_to(&Numbers, seat);
            let text = format!("{:?} {:?}", known.state(), known.play().history);
            for earlier in 0..=step {
                let number = number(earlier).to_string();
                let found = text.split(|c: char| !c.is_ascii_digit()).any(|word| word == number);
                assert_eq!(found, writer(earlier) == seat, "{number} of {:?}, to {seat:?}: {text}", writer(earlier));
            }
            assert_eq!(known.play().history.len(), step + 1, "the length is no secret");
            assert_eq!(format!("{:?}", known.clone().into_play().history), format!("{:?}", known.play().history));
        }
    }
    assert!(play.history.iter().all(|number| *number != UNKNOWN), "the match itself keeps everything");
}

#[test]
fn two_matches_that_differ_in_secrets_only_are_the_same_to_a_seat() {
    let (mut one, mut other) = (Play::start(&Numbers), Play::start(&Numbers));
    for step in 0..LENGTH {
        let own = writer(step) == Seat(0);
        one.apply(&Numbers, writer(step), number(step));
        other.apply(&Numbers, writer(step), if own { number(step) } else { 1_000_003 + number(step) });
        let (one, other) = (one.known_to(&Numbers, Seat(0)), other.known_to(&Numbers, Seat(0)));
        assert_eq!((one.state(), &one.play().history), (other.state(), &other.play().history));
    }
}
