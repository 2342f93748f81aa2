//! Rollouts: a position is played on along sampled throws, and its end is estimated for all seats.
//!
//! Positions that are compared are played out along the same throws and choices, so that luck does not decide between
//! them. The first throw is not sampled but taken in turn, so that its outcomes come in the right proportion.

use crate::estimate::{Estimate, Shares, shares_of};
use kernel::{FullGame, Play, Turn};
use players::Rng;

/// Maximum number of actions between two throws.
const MOST_ACTIONS: u32 = 256;
/// Maximum sum of weights for which the first throw is taken in turn.
const MOST_WEIGHTS: u32 = 256;

/// Plays positions out and counts the positions that it passes.
pub(crate) struct Playout<'a, G: FullGame> {
    pub(crate) game: &'a G,
    pub(crate) estimate: &'a dyn Estimate<G>,
    /// Number of positions so far.
    pub(crate) nodes: u64,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
}

/// Which of the common sequences of throws and choices a rollout follows, and how far.
#[derive(Copy, Clone)]
pub(crate) struct Course {
    /// The seed of everything that is compared with each other.
    pub(crate) seed: u64,
    /// The number of the rollout.
    pub(crate) number: u32,
    /// Maximum number of throws.
    pub(crate) throws: u32,
}

impl<'a, G: FullGame> Playout<'a, G> {
    pub(crate) fn new(game: &'a G, estimate: &'a dyn Estimate<G>) -> Self {
        Playout { game, estimate, nodes: 0, actions: Vec::with_capacity(64), outcomes: Vec::with_capacity(64) }
    }

    /// The estimate of a position as it stands.
    pub(crate) fn standing(&mut self, play: &Play<G>) -> Shares {
        self.nodes += 1;
        shares_of(self.game, self.estimate, &play.state)
    }

    /// Plays one rollout, and goes back to where it began.
    pub(crate) fn run(&mut self, play: &mut Play<G>, course: Course) -> Shares {
        let before = play.bookmark();
        let mut dice = Rng::stream(course.seed, u64::from(course.number));
        let mut rng = Rng::stream(!course.seed, u64::from(course.number));
        let (mut throws, mut actions) = (0, 0);
        while !self.game.only_chance_remains(&play.state) {
            let went_on = match play.turn(self.game) {
                Turn::Chance if throws < course.throws => {
                    let turn = if throws == 0 { Some(course.number) } else { None };
                    (throws, actions) = (throws + 1, 0);
                    self.throw(play, turn, &mut dice)
                }
                Turn::Seats(_) if actions < MOST_ACTIONS => {
                    actions += 1;
                    self.act(play, &mut rng)
                }
                _ => false,
            };
            if !went_on {
                break;
            }
            self.nodes += 1;
        }
        let shares = self.standing(play);
        play.back_to(before);
        shares
    }

    /// Samples a throw, or takes the next outcome in turn for this rollout.
    fn throw(&mut self, play: &mut Play<G>, turn: Option<u32>, dice: &mut Rng) -> bool {
        let pick = |sum: u32| match turn.filter(|_| sum > 0 && sum <= MOST_WEIGHTS) {
            Some(turn) => turn % sum,
            None => dice.below(sum),
        };
        let chance = self.game.sample_chance(&play.state, pick, &mut self.outcomes);
        chance.map(|chance| play.apply_chance(self.game, chance)).is_some()
    }

    /// Lets the first seat to act follow the fast policy. Seats that act together answer one after the other; the rules
    /// of such phases make the order irrelevant.
    fn act(&mut self, play: &mut Play<G>, rng: &mut Rng) -> bool {
        let Turn::Seats(seats) = play.turn(self.game) else { return false };
        let Some(seat) = seats.iter().next() else { return false };
        let pick = |below| rng.below(below);
        let action = self.game.rollout_action(&play.state, seat, pick, &mut self.actions);
        action.map(|action| play.apply(self.game, seat, action)).is_some()
    }
}

/// Adds up shares.
pub(crate) fn add(sum: &mut Shares, shares: &Shares, weight: f64) {
    sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += weight * share);
}

/// Divides a sum by its weight.
pub(crate) fn mean(sum: &Shares, weight: f64) -> Shares {
    sum.map(|sum| if weight > 0.0 { sum / weight } else { 0.0 })
}
