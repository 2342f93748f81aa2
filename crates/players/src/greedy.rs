//! The action after which the position looks best.

use crate::search::{Judge, ended};
use crate::{Luck, Player, Thought, actions_of};
use kernel::{Boxed, Evaluate, Play, Seat, Viewer};

/// Looks one action ahead; among equals luck decides.
pub(crate) struct Greedy {
    luck: Luck,
}

impl Greedy {
    pub(crate) fn new(seed: u64) -> Self {
        Greedy { luck: Luck::new(seed) }
    }
}

impl<G: Boxed> Player<G> for Greedy {
    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<Thought<G>> {
        best(game, play, seat, Judge::plain(), &mut self.luck)
    }
}

/// The best of one action ahead, for any game: several seats, chance and
/// hidden information included, since it looks at nothing but the next state.
pub(crate) fn best<G: Evaluate>(
    game: &G,
    play: &Play<G>,
    seat: Seat,
    judge: Judge,
    luck: &mut Luck,
) -> Option<Thought<G>> {
    let mut known = Play::<G> { state: game.hide(&play.state, Viewer::Seat(seat)), history: play.history.clone() };
    let actions = actions_of(game, &known.state, seat);
    let mark = known.bookmark();
    let mut best = i32::MIN;
    let mut equals = Vec::new();
    for &action in &actions {
        known.apply(game, seat, action);
        let value = match game.outcome(&known.state) {
            Some(outcome) => ended(&outcome, seat, 1),
            None => judge.value(game, &known.state, seat),
        };
        known.back_to(mark);
        if value > best {
            best = value;
            equals.clear();
        }
        if value == best {
            equals.push(action);
        }
    }
    let action = luck.one(&equals)?;
    Some(Thought { action, value: best, depth: 1, nodes: actions.len() as u64, line: vec![action] })
}
