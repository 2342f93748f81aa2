//! Trained values: each seat's share of the win, estimated by a small network.
//!
//! A game describes a position by its features ([`Evaluate::features`]). A [`Network`] makes one number for each seat of
//! them, and these become shares that add up to 1. `boxtop train` trains networks by self-play and writes them to
//! weights files ([`Weights`]); those that come with the program are in [`mod@shipped`]. They are used only for matches
//! like those they were trained for: the same game, number of players, rules, board and options. Every other match is
//! evaluated by the game itself.
//!
//! The same position has the same shares on every machine, to the last bit: only exact or correctly rounded operations
//! are used, in a fixed order.

mod network;
mod reply;
mod search;
pub mod shipped;
mod weights;

pub use network::{LEAK, Layer, MOST_INPUTS, MOST_LAYERS, MOST_WIDTH, Network, rectified};
pub use reply::Reply;
pub use search::ValueSearch;
pub use weights::{BadWeights, MOST_BYTES, Origin, Weights, read_numbers, write_numbers};

use crate::search::odds::exp;
use kernel::{Evaluate, MAX_SEATS, Play, Seat};
use std::sync::Arc;

/// Each seat's share of the win.
pub type Shares = [f64; MAX_SEATS];

/// A trained network for the matches of one game.
#[derive(Clone, Debug)]
pub struct Values {
    network: Arc<Network>,
}

/// The shares of all seats in this position by the values that come with the program ([`Values::expected`]); `None` if
/// there are none for matches like this one. To evaluate many positions, keep the [`Values`] of [`shipped::values`].
///
/// ```
/// use boxtop_players::values;
/// use games::fighting_marines::FightingMarines;
/// use kernel::dynamic::{MatchConfig, TypedMatch};
///
/// let two = TypedMatch::<FightingMarines>::open(&MatchConfig::players(2)).unwrap();
/// if let Some(shares) = values::shares(&**two.game(), two.current_play()) {
///     assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
/// }
/// ```
pub fn shares<G: Evaluate>(game: &G, play: &Play<G>) -> Option<Shares> {
    shipped::values(game).map(|values| values.expected(game, play))
}

impl Values {
    /// The network of a file, if it was trained for matches like this one.
    pub fn fitting<G: Evaluate>(weights: &Weights, game: &G) -> Option<Self> {
        let origin = &weights.origin;
        let of_game = origin.game == G::INFO.slug && origin.rules_version == G::INFO.rules_version;
        if !of_game || origin.players != game.players() {
            return None;
        }
        let features = game.feature_set()?;
        let same = origin.features == features.version && origin.setting == features.setting;
        same.then(|| Self::of(weights.network.clone(), game))?
    }

    /// This network, if it has the right number of inputs and outputs for matches like this one.
    pub fn of<G: Evaluate>(network: Network, game: &G) -> Option<Self> {
        let (inputs, outputs) = (game.feature_set()?.inputs, usize::from(game.players()));
        let widths = network.widths();
        let fits = widths.first() == Some(&inputs) && widths.last() == Some(&outputs);
        fits.then(|| Values { network: Arc::new(network) })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The shares of all seats in this position: of the result if the match is over, and otherwise by the network, after
    /// what seats that act together will most likely do.
    #[inline]
    pub fn shares<G: Evaluate>(&self, game: &G, state: &G::State) -> Shares {
        self.shares_if_waiting(game, state, None)
    }

    /// The same if the seat `waiting` does nothing more while others act.
    #[inline]
    pub(crate) fn shares_if_waiting<G: Evaluate>(&self, game: &G, state: &G::State, waiting: Option<Seat>) -> Shares {
        let state = game.foreseen(state, waiting);
        match game.outcome(&state) {
            Some(outcome) => outcome.shares,
            None => self.by_network(game, &state),
        }
    }

    fn by_network<G: Evaluate>(&self, game: &G, state: &G::State) -> Shares {
        let mut inputs = [0.0; MOST_INPUTS];
        let inputs = &mut inputs[..self.network.widths()[0]];
        let first = game.features(state, inputs);
        let outputs = self.network.outputs(inputs);
        let players = game.players();
        let in_order = softmax(&outputs[..usize::from(players)]);
        let mut shares = [0.0; MAX_SEATS];
        first.round(players).zip(in_order).for_each(|(seat, share)| shares[seat.index()] = share);
        shares
    }
}

/// Positive shares that add up to 1 and grow with the outputs: e to the power of each, divided by their sum.
pub fn softmax(outputs: &[f32]) -> Shares {
    let most = outputs.iter().fold(f32::MIN, |most, output| if *output > most { *output } else { most });
    let mut shares = [0.0; MAX_SEATS];
    let mut sum = 0.0;
    for (share, output) in shares.iter_mut().zip(outputs) {
        *share = exp(f64::from(*output) - f64::from(most));
        sum += *share;
    }
    shares.map(|share| share / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_one_and_keep_the_order_of_the_outputs() {
        for outputs in [&[0.0, 0.0][..], &[3.0, -2.0, 1.0], &[1e6, -1e6], &[0.5, 0.25, -0.25, 1.5]] {
            let shares = softmax(outputs);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{shares:?}");
            assert!(shares[outputs.len()..].iter().all(|share| *share == 0.0));
            for (one, share) in outputs.iter().zip(shares) {
                assert!(outputs.iter().zip(shares).all(|(other, than)| one <= other || share > than));
            }
        }
        assert!((softmax(&[1.0, 0.0])[0] - 0.731_058).abs() < 1e-3);
    }
}
