//! Perft: counts the ways a match can go, in whole turns.
//!
//! A turn is all actions up to the next change of who is to act; a series of
//! jumps is one. A throw is a turn of its own, with each outcome counted once whatever
//! its probability, and when several seats act together every order is counted.

use kernel::{Game, Play, Turn};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The counts at one depth.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Whole turns from the start.
    pub depth: u32,
    /// Sequences of turns, by path.
    pub sequences: u64,
    /// Different positions they lead to.
    pub positions: u64,
}

/// Counts every depth from 1 to `depth` and reports each to `tell`. A match that is over
/// has no further turns.
pub fn perft<G: Game>(game: &G, start: &Play<G>, depth: u32, mut tell: impl FnMut(Count)) {
    for depth in 1..=depth {
        let mut walk = Walk { game, sequences: 0, seen: HashSet::new() };
        walk.turns(&mut start.clone(), depth);
        tell(Count { depth, sequences: walk.sequences, positions: walk.seen.len() as u64 });
    }
}

struct Walk<'g, G: Game> {
    game: &'g G,
    sequences: u64,
    seen: HashSet<u128>,
}

impl<G: Game> Walk<'_, G> {
    fn turns(&mut self, play: &mut Play<G>, left: u32) {
        if left == 0 {
            self.sequences += 1;
            self.seen.insert(print(&self.game.canonical(&play.state)));
            return;
        }
        match play.turn(self.game) {
            Turn::Over => {}
            Turn::Chance => self.chance(play, left),
            Turn::Seats(seats) => {
                for seat in seats.iter() {
                    let mut actions = Vec::new();
                    self.game.legal_actions(&play.state, seat, &mut actions);
                    for action in actions {
                        let mark = play.bookmark();
                        play.apply(self.game, seat, action);
                        let same_turn = self.game.mid_turn(&play.state);
                        self.turns(play, if same_turn { left } else { left - 1 });
                        play.back_to(mark);
                    }
                }
            }
        }
    }

    fn chance(&mut self, play: &mut Play<G>, left: u32) {
        let mut outcomes = Vec::new();
        self.game.chance_outcomes(&play.state, &mut outcomes);
        for (chance, _) in outcomes {
            let mark = play.bookmark();
            play.apply_chance(self.game, chance);
            self.turns(play, left - 1);
            play.back_to(mark);
        }
    }
}

/// Two independent hashes of a state, so that collisions do not matter in practice.
fn print<S: Hash>(state: &S) -> u128 {
    let mut first = DefaultHasher::new();
    state.hash(&mut first);
    let mut second = DefaultHasher::new();
    (0x9E37_79B9_u32, state).hash(&mut second);
    u128::from(first.finish()) << 64 | u128::from(second.finish())
}
