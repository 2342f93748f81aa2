//! Choosing an action by the values alone.

use super::{Shares, Values};
use kernel::{Evaluate, Never, Play, Seat, Turn};
use std::any::TypeId;

/// Maximum number of actions that [`Values::expected`] plays.
const MOST_ACTIONS: u32 = 64;

/// The action after which its seat has the largest share.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Reply<A> {
    /// The action; the first of several that are equal.
    pub action: A,
    /// The seat's share after it; 1 if there was no other action.
    pub share: f64,
    /// Number of positions that were evaluated.
    pub nodes: u64,
}

impl Values {
    /// The seat's share after this action, and the number of positions that were evaluated. While others act at the same
    /// time, it is the larger one of two: the seat goes on, or it waits.
    #[inline]
    pub fn share_after<G: Evaluate>(&self, game: &G, play: &mut Play<G>, seat: Seat, action: G::Action) -> (f64, u64) {
        let before = play.bookmark();
        play.apply(game, seat, action);
        let state = play.state;
        play.back_to(before);
        let share = self.shares(game, &state)[seat.index()];
        let may_go_on = matches!(game.turn(&state), Turn::Seats(seats) if seats.contains(seat));
        if !may_go_on || game.foreseen(&state, Some(seat)) == state {
            return (share, 1);
        }
        let waits = self.shares_if_waiting(game, &state, Some(seat))[seat.index()];
        (if waits > share { waits } else { share }, 2)
    }

    /// The seat's best action by these values; `None` if it is not to act. `buffer` is memory to work in.
    pub fn reply<G: Evaluate>(
        &self,
        game: &G,
        play: &mut Play<G>,
        seat: Seat,
        buffer: &mut Vec<G::Action>,
    ) -> Option<Reply<G::Action>> {
        buffer.clear();
        game.legal_actions(&play.state, seat, buffer);
        buffer.retain(|action| game.for_computers(&play.state, seat, *action));
        if let [action] = buffer[..] {
            return Some(Reply { action, share: 1.0, nodes: 0 });
        }
        let mut best: Option<Reply<G::Action>> = None;
        let mut nodes = 0;
        for &action in buffer.iter() {
            let (share, evaluated) = self.share_after(game, play, seat, action);
            nodes += evaluated;
            if best.is_none_or(|best| share > best.share) {
                best = Some(Reply { action, share, nodes });
            }
        }
        best.map(|best| Reply { nodes, ..best })
    }

    /// The shares of all seats before the next throw, if until then each seat takes its best action by these values. In
    /// games without chance, and if too many actions come before a throw, those of the position itself.
    pub fn expected<G: Evaluate>(&self, game: &G, play: &Play<G>) -> Shares {
        let mut ahead = play.clone();
        let mut buffer = Vec::new();
        if TypeId::of::<G::Chance>() == TypeId::of::<Never>() {
            return self.shares(game, &play.state);
        }
        for _ in 0..MOST_ACTIONS {
            let Turn::Seats(seats) = ahead.turn(game) else { return self.shares(game, &ahead.state) };
            let reply =
                seats.iter().next().and_then(|seat| Some((seat, self.reply(game, &mut ahead, seat, &mut buffer)?)));
            let Some((seat, reply)) = reply else { break };
            ahead.apply(game, seat, reply.action);
        }
        self.shares(game, &play.state)
    }
}
