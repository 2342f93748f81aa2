//! Choosing by solved shares: where a game has solved the rest of the match ([`kernel::Evaluate::solved`]), the best action
//! is the one after which its seat's share is largest.

use crate::search::value_of_odds;
use crate::{Thought, actions_of};
use kernel::{Evaluate, Known};

/// The best action of the seat; `None` unless the game has solved the position after each of them.
pub(crate) fn choose<G: Evaluate>(game: &G, known: &Known<G>) -> Option<Thought<G>> {
    let seat = known.seat();
    let mut play = known.play().clone();
    let mut best: Option<(f64, G::Action)> = None;
    let actions = actions_of(game, known.state(), seat);
    for &action in &actions {
        let before = play.bookmark();
        play.apply(game, seat, action);
        let shares = match game.outcome(&play.state) {
            Some(outcome) => outcome.shares,
            None => game.solved(&play.state)?,
        };
        play.back_to(before);
        let share = shares[seat.index()];
        if best.is_none_or(|(most, _)| share > most) {
            best = Some((share, action));
        }
    }
    let (share, action) = best?;
    let (value, nodes) = (value_of_odds(share, game.players()), actions.len() as u64);
    Some(Thought { value, nodes, ..Thought::unthinking(action) })
}
