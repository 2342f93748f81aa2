//! UCT, the player that general game systems offer: a reference opponent that knows the rules and nothing else.
//!
//! Each iteration walks down a [`tree`] of action sequences, adds to it, plays the match on at random to its end, and
//! credits every action of the walk with the share of the win of the seat that chose it (so several seats play maxⁿ).
//! The action that was played most often is chosen. Throws are sampled anew in every iteration (*open loop*), and only
//! actions that are legal after these throws compete, each by how often it was legal. Hidden information is handled
//! alike: the player gets what its seat may know, and what is hidden is drawn when it matters.
//!
//! It has no evaluation, no heuristic and no policy for its playouts, and it stays like this: other players are measured
//! against it. Only what [`Tuning`] says differs from game to game (`docs/strength.md` has the figures).

#[cfg(test)]
mod plain;
mod tree;

use self::tree::{ROOT, Tree};
use crate::clock::Deadline;
use crate::rng::mix;
use crate::search::value_of_odds;
use crate::{Budget, Clock, Player, Rng, Thought, actions_of};
use kernel::{Evaluate, FullGame, Game, Known, Outcome, Play, Seat, Turn};
use std::any::TypeId;

/// Maximum number of nodes in the tree; beyond it, playouts begin at its leaves.
const MOST_NODES: usize = 1 << 19;
/// Maximum number of actions of a playout; a longer match counts as shared.
const MOST_ACTIONS: u32 = 100_000;
/// Number of playouts between two readings of the clock.
const CLOCK_EVERY: u64 = 8;
/// A player that searches with UCT and random playouts.
///
/// ```
/// use boxtop_players::{Budget, Uct};
/// use games::three_musketeers::{ATTACK, ThreeMusketeers};
/// use kernel::dynamic::{MatchConfig, TypedMatch};
///
/// let position = TypedMatch::<ThreeMusketeers>::open(&MatchConfig::default()).map_err(kernel::Faults)?;
/// let known = position.current_play().known_to(position.game(), ATTACK);
/// let mut uct = Uct::new(Budget::Playouts(500), 1);
/// let thought = uct.choose(&**position.game(), known).ok_or("nothing to do")?;
/// assert_eq!(thought.nodes, 500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Uct<G: Game> {
    budget: Budget,
    tuning: Tuning,
    clock: Clock,
    seed: u64,
    tree: Tree<G::Action>,
    buffers: Buffers<G>,
}

/// Memory that is used again and again.
#[derive(Debug)]
struct Buffers<G: Game> {
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
    path: Vec<(u32, Seat)>,
}

impl<G: Evaluate> Uct<G> {
    /// A player with this budget, and the exploration constant of the game.
    pub fn new(budget: Budget, seed: u64) -> Self {
        Uct {
            budget,
            tuning: Tuning::of(G::INFO.slug),
            clock: Clock::NONE,
            seed: mix(seed),
            tree: Tree::new(MOST_NODES),
            buffers: Buffers { actions: Vec::new(), outcomes: Vec::new(), path: Vec::new() },
        }
    }

    /// Explores with another constant: the higher, the more evenly the actions are played.
    #[must_use]
    pub fn exploring(mut self, exploration: f32) -> Self {
        self.tuning.exploration = exploration;
        self
    }

    /// Measures a budget of time with this clock.
    #[must_use]
    pub fn timed(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// The best action of the seat; `None` if it is not to act. [`Thought::nodes`] is the number of playouts.
    pub fn choose(&mut self, game: &G, known: Known<G>) -> Option<Thought<G>> {
        let (seat, play) = (known.seat(), known.into_play());
        let actions = actions_of(game, &play.state, seat);
        if actions.len() <= 1 {
            return actions.first().map(|&action| Thought::unthinking(action));
        }
        self.tree.clear();
        let mut search = Search {
            game,
            seat,
            rng: Rng::stream(self.seed, game.hash_key(&play.state) ^ game.counters(&play.state)),
            play,
            tuning: self.tuning,
            no_chance: TypeId::of::<G::Chance>() == TypeId::of::<kernel::Never>(),
            tree: &mut self.tree,
            buffers: &mut self.buffers,
            depths: 0,
        };
        let (playouts, stopped_by_clock) = search.run(self.budget, self.clock);
        let depth = (search.depths / playouts.max(1)) as u32;
        let (action, _, share) = self.tree.most_played()?;
        let value = value_of_odds(share, game.players());
        Some(Thought { value, depth, nodes: playouts, stopped_by_clock, ..Thought::unthinking(action) })
    }
}

impl<G: FullGame> Player<G> for Uct<G> {
    fn choose(&mut self, game: &G, known: &Known<G>) -> Option<Thought<G>> {
        Uct::choose(self, game, known.clone())
    }
}

/// What is tuned, game by game.
#[derive(Copy, Clone, Debug)]
struct Tuning {
    /// The exploration constant: the best of those tried.
    exploration: f32,
    /// A node gets children when it was played this often.
    expanded_after: u32,
    /// Playouts for each walk down the tree. More than one is for matches so short that a walk would cost as much as
    /// they do.
    playouts: u64,
}

impl Tuning {
    const USUAL: Tuning = Tuning { exploration: 0.7, expanded_after: 1, playouts: 1 };

    fn of(slug: &str) -> Tuning {
        match slug {
            "ranger-commandos" => Tuning { expanded_after: 8, playouts: 2, ..Tuning::USUAL },
            _ => Tuning::USUAL,
        }
    }
}

/// The search for one decision.
struct Search<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    rng: Rng,
    play: Play<G>,
    tuning: Tuning,
    /// Has the game no chance, so that a node always has the same actions?
    no_chance: bool,
    tree: &'a mut Tree<G::Action>,
    buffers: &'a mut Buffers<G>,
    /// Lengths of all walks down the tree, summed.
    depths: u64,
}

impl<G: Evaluate> Search<'_, G> {
    /// Iterates until the budget is spent. Returns the number of playouts, and whether the clock ended them.
    fn run(&mut self, budget: Budget, clock: Clock) -> (u64, bool) {
        let most = match budget.time().filter(|_| clock.is_set()) {
            Some(_) => u64::MAX,
            None => budget.playouts_without_clock(),
        };
        let deadline = budget.time().map_or(Deadline::NEVER, |time| clock.deadline(time));
        let now = self.play.bookmark();
        let mut playouts = 0;
        while playouts < most {
            let several = self.tuning.playouts.min(most - playouts);
            self.iterate(several);
            self.play.back_to(now);
            playouts += several;
            if playouts % CLOCK_EVERY < several && deadline.has_passed() {
                return (playouts, true);
            }
        }
        (playouts, false)
    }

    /// One walk down the tree, some playouts from where it ends, and the credit for them.
    fn iterate(&mut self, playouts: u64) {
        self.descend();
        self.depths += playouts * self.buffers.path.len() as u64;
        let leaf = self.play.bookmark();
        for _ in 0..playouts {
            let shares = self.play_out();
            for &(node, seat) in &self.buffers.path {
                self.tree.credit(node, shares.share(seat));
            }
            self.play.back_to(leaf);
        }
    }

    /// Plays actions of the tree until one is played that is new to it, or the match is over.
    fn descend(&mut self) {
        self.buffers.path.clear();
        let mut node = ROOT;
        while let Some(seat) = self.seat_to_act() {
            let Some(set) = self.legal_set(node, seat) else { return };
            let (action, child) = self.tree.choose(set, self.tuning.exploration, |below| self.rng.below(below));
            self.play.apply(self.game, seat, action);
            self.buffers.path.push((child, seat));
            if self.tree.visits(child) < self.tuning.expanded_after {
                return;
            }
            node = child;
        }
    }

    /// Samples throws until a seat acts: the player's own at the root, otherwise the first of those that act together.
    fn seat_to_act(&mut self) -> Option<Seat> {
        if self.buffers.path.is_empty() {
            return Some(self.seat);
        }
        loop {
            match self.play.turn(self.game) {
                Turn::Seats(seats) => return seats.iter().next(),
                Turn::Chance => self.throw()?,
                Turn::Over => return None,
            }
        }
    }

    fn throw(&mut self) -> Option<()> {
        let pick = |below| self.rng.below(below);
        let chance = self.game.sample_chance(&self.play.state, pick, &mut self.buffers.outcomes)?;
        self.play.apply_chance(self.game, chance);
        Some(())
    }

    /// The set of the seat's legal actions; `None` if the tree has no room for it.
    fn legal_set(&mut self, node: u32, seat: Seat) -> Option<u32> {
        if self.no_chance
            && let Some(set) = self.tree.only_set(node)
        {
            return Some(set);
        }
        let (game, state, actions) = (self.game, &self.play.state, &mut self.buffers.actions);
        actions.clear();
        game.legal_actions(state, seat, actions);
        actions.retain(|action| game.for_computers(state, seat, *action));
        if actions.is_empty() { None } else { self.tree.set(node, seat, actions) }
    }

    /// Plays on at random to the end of the match.
    fn play_out(&mut self) -> Outcome {
        let mut actions = 0;
        loop {
            match self.play.turn(self.game) {
                Turn::Over => break,
                Turn::Chance => {
                    if self.throw().is_none() {
                        break;
                    }
                }
                Turn::Seats(seats) => {
                    let Some(seat) = seats.iter().next() else { break };
                    let pick = |below| self.rng.below(below);
                    let sampled = self.game.sample_action(&self.play.state, seat, pick, &mut self.buffers.actions);
                    let Some(action) = sampled.filter(|_| actions < MOST_ACTIONS) else { break };
                    self.play.apply(self.game, seat, action);
                    actions += 1;
                }
            }
        }
        let shared = || Outcome::shared(self.game.contenders(&self.play.state));
        self.game.outcome(&self.play.state).unwrap_or_else(shared)
    }
}
