//! Players use no hidden information: a choice depends only on what the seat may know.
//!
//! *Guess*: one seat hides a pebble in one of three hands, then both act together:
//! the other seat points at a hand while the first may shake or keep still. A die is
//! thrown, and a guesser who pointed right wins most of the time. A player who knew
//! where the pebble is would always point at it.

use boxtop_players::{PlayerKind, player};
use kernel::scene::{Gesture, Plan, Scene};
use kernel::{
    Difficulty, Evaluate, Explain, Fault, Game, GameInfo, Notation, Outcome, Play, Positions, Refusal, RuleId, Seat,
    SeatInfo, SeatSet, Sentence, SharedRules, Show, Turn, Viewer,
};
use std::sync::Arc;

const G1: RuleId = RuleId::new("G", 1);

const INFO: GameInfo = GameInfo {
    slug: "guess",
    title: "Guess",
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
    shared_rules: SharedRules { turn: G1, notation: G1, resign: G1 },
};

/// Hands are 1 to 3; 0 is none yet.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    pebble: u8,
    pointed: u8,
    still: bool,
    die: u8,
}

/// A pebble that is hidden from the viewer.
const UNSEEN: u8 = 9;
const HIDER: Seat = Seat(0);
const GUESSER: Seat = Seat(1);

struct Guess;

impl Game for Guess {
    type Options = ();
    type Board = ();
    type State = State;
    type History = ();
    type Action = u8;
    type Chance = u8;
    const INFO: &'static GameInfo = &INFO;

    fn new(_: Arc<()>, _: (), _: u8, _: u32) -> Result<Self, Vec<Fault>> {
        Ok(Guess)
    }
    fn players(&self) -> u8 {
        2
    }
    fn seat(&self, seat: Seat) -> SeatInfo {
        SeatInfo { id: ["hider", "guesser"][seat.index()], name: "a player" }
    }
    fn start(&self, (): &mut ()) -> State {
        State { pebble: 0, pointed: 0, still: false, die: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        let both = SeatSet::only(HIDER).with(GUESSER);
        match state {
            State { pebble: 0, .. } => Turn::Seats(SeatSet::only(HIDER)),
            State { pointed: 0, still: false, .. } => Turn::Seats(both),
            State { pointed: 0, .. } => Turn::Seats(SeatSet::only(GUESSER)),
            State { still: false, .. } => Turn::Seats(SeatSet::only(HIDER)),
            State { die: 0, .. } => Turn::Chance,
            _ => Turn::Over,
        }
    }
    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<u8>) {
        if matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat)) {
            actions.extend(if seat == HIDER && state.pebble != 0 { 4..=5 } else { 1..=3 });
        }
    }
    fn apply(&self, state: &mut State, (): &mut (), seat: Seat, action: u8) {
        match seat {
            HIDER if state.pebble == 0 => state.pebble = action,
            HIDER => state.still = true,
            _ => state.pointed = action,
        }
    }
    fn chance_outcomes(&self, _: &State, outcomes: &mut Vec<(u8, u32)>) {
        outcomes.extend([(1, 5), (2, 1)]);
    }
    fn apply_chance(&self, state: &mut State, (): &mut (), die: u8) {
        state.die = die;
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let right = (state.pebble == state.pointed) == (state.die == 1);
        (state.die != 0).then(|| Outcome::win(if right { GUESSER } else { HIDER }))
    }
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let may_see = matches!(viewer, Viewer::Referee | Viewer::Seat(HIDER)) || state.pebble == 0 || state.die != 0;
        State { pebble: if may_see { state.pebble } else { UNSEEN }, ..*state }
    }
}

impl Explain for Guess {
    fn judge(&self, _: &State, _: Seat, _: u8) -> Result<(), Refusal> {
        Ok(())
    }
    fn cite(&self, _: &State, _: Seat, _: u8) -> Vec<RuleId> {
        vec![G1]
    }
    fn tell(&self, _: &State, _: Seat, _: u8, _: &State) -> Vec<Sentence> {
        Vec::new()
    }
    fn verdict(&self, _: &State) -> Option<Sentence> {
        None
    }
}

impl Notation for Guess {
    fn write(&self, _: &State, action: u8) -> String {
        action.to_string()
    }
    fn read(&self, _: &State, _: Seat, text: &str) -> Result<u8, Refusal> {
        text.parse().map_err(|_| Refusal::new(G1, "Which hand?"))
    }
    fn write_chance(&self, die: u8) -> String {
        die.to_string()
    }
    fn read_chance(&self, _: &State, text: &str) -> Result<u8, Refusal> {
        text.parse().map_err(|_| Refusal::new(G1, "Which side?"))
    }
}

impl Positions for Guess {
    type Setup = ();
    fn position(&self, _: &State, (): &()) {}
    fn place(&self, (): ()) -> Result<(State, ()), Vec<Fault>> {
        Ok((self.start(&mut ()), ()))
    }
}

impl Show for Guess {
    fn plan(&self) -> Plan {
        unreachable!("nobody looks at it")
    }
    fn scene(&self, _: &State) -> Scene {
        unreachable!("nobody looks at it")
    }
    fn gesture(&self, _: &State, _: Seat, _: u8) -> Gesture {
        unreachable!("nobody looks at it")
    }
}

impl Evaluate for Guess {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let found = i32::from(state.pointed != 0 && state.pebble == state.pointed) * 100;
        if seat == GUESSER { found } else { -found }
    }
    fn order_score(&self, state: &State, _: Seat, action: u8) -> i32 {
        i32::from(action == state.pebble)
    }
    fn hash_key(&self, state: &State) -> u64 {
        u64::from(state.pebble) << 16 | u64::from(state.pointed) << 8 | u64::from(state.still)
    }
}

/// The guesser's position when the pebble is in this hand.
fn hidden_in(game: &Guess, pebble: u8, still: bool) -> Play<Guess> {
    let mut play = Play::start(game);
    play.apply(game, HIDER, pebble);
    if still {
        play.apply(game, HIDER, 4);
    }
    play
}

#[test]
fn a_choice_depends_only_on_what_the_seat_may_know() {
    let game = Guess::new(Arc::new(()), (), 2, 1).unwrap_or_else(|_| unreachable!("no faults"));
    for (kind, seeds) in PlayerKind::ALL.into_iter().zip([40, 40, 40, 40, 4, 1]) {
        for still in [false, true] {
            for seed in 0..seeds {
                let choose = |pebble| {
                    let play = hidden_in(&game, pebble, still);
                    let thought =
                        player::<Guess>(kind, seed).choose(&game, &play.known_to(&game, GUESSER)).expect("an action");
                    (thought.action, thought.value, thought.depth, thought.nodes, thought.line)
                };
                let first = choose(1);
                assert_eq!(choose(2), first, "{kind} has looked at the pebble");
                assert_eq!(choose(3), first, "{kind} has looked at the pebble");
            }
        }
    }
}

#[test]
fn the_hider_sees_the_pebble_and_may_act() {
    let game = Guess::new(Arc::new(()), (), 2, 1).unwrap_or_else(|_| unreachable!("no faults"));
    // The hider sees the pebble itself; the guesser does not.
    let play = hidden_in(&game, 2, false);
    assert_eq!(game.redact(&play.state, Viewer::Seat(HIDER)).pebble, 2);
    assert_eq!(game.redact(&play.state, Viewer::Seat(GUESSER)).pebble, UNSEEN);
    for kind in PlayerKind::ALL {
        assert!(
            player::<Guess>(kind, 1).choose(&game, &play.known_to(&game, HIDER)).is_some(),
            "{kind}: two act together"
        );
    }
}
