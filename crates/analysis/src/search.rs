//! Analysis of games for alpha-beta: two seats, no chance, nothing hidden.

use crate::decisions::{Better, Compared, MOST_LINE};
use crate::estimate::{Shares, odds};
use kernel::{FullGame, MAX_SEATS, Play, Seat, Turn};
use players::{AlphaBeta, Limits, Thought, is_won};
use protocol::Verdict;

/// A difference below this is smaller than what another turn of depth may change.
const CERTAIN: f64 = 0.01;

/// Maximum number of actions, besides the best one and the one that was played, that a mistake is compared with.
pub(crate) const MOST_OTHERS: usize = 6;

/// Searches positions of one match.
pub(crate) struct Searcher<'a, G: FullGame> {
    game: &'a G,
    /// Maximum number of positions for one search.
    each: u64,
    /// Number of positions so far.
    pub(crate) nodes: u64,
}

/// What a search found in a position: every seat's share, and the thought of the seat to act.
pub(crate) struct Found<G: FullGame> {
    pub(crate) shares: Shares,
    thought: Option<Thought<G>>,
}

impl<'a, G: FullGame> Searcher<'a, G> {
    pub(crate) fn new(game: &'a G, each: u64) -> Self {
        Searcher { game, each, nodes: 0 }
    }

    /// Searches a position as far as the budget allows.
    pub(crate) fn look(&mut self, play: &Play<G>) -> Found<G> {
        self.search(play, u32::MAX)
    }

    fn search(&mut self, play: &Play<G>, depth: u32) -> Found<G> {
        let Turn::Seats(seats) = play.turn(self.game) else { return Found { shares: self.ended(play), thought: None } };
        let seat = seats.iter().next().unwrap_or(Seat(0));
        let time = Limits::MOST_TIME;
        let limits = Limits { nodes: self.each, depth, noise: 0, mistakes: 0, time };
        // A fresh table each time, so that no search depends on another.
        let thought = AlphaBeta::new(limits, 0).choose(self.game, play.known_to(self.game, seat));
        self.nodes += thought.as_ref().map_or(1, |thought| thought.nodes);
        let share = odds(self.game, thought.as_ref().map_or(0, |thought| thought.value), seat);
        Found { shares: both(seat, share), thought }
    }

    fn ended(&self, play: &Play<G>) -> Shares {
        self.game.outcome(&play.state).map_or([0.5; MAX_SEATS], |outcome| outcome.shares)
    }

    /// Compares the action that was played with the best one that was found, to the same depth.
    pub(crate) fn judge(
        &mut self,
        play: &Play<G>,
        seat: Seat,
        played: G::Action,
        found: &Found<G>,
    ) -> Compared<G::Action> {
        let Some(thought) = found.thought.as_ref().filter(|thought| thought.action != played) else {
            return Compared::equal();
        };
        let (mut depth, most_tries) = (thought.depth.max(1), 4);
        for _ in 0..most_tries {
            let (best, best_depth) = self.after(play, seat, thought.action, depth);
            let (own, own_depth) = self.after(play, seat, played, depth);
            let reached = best_depth.min(own_depth).min(depth);
            if reached == depth || reached == 0 {
                let loss = best - own;
                if loss < CERTAIN {
                    return Compared::equal();
                }
                let better = Better { line: self.line(play, thought), wins: is_won(thought.value) };
                let alternatives = match Verdict::on(loss) {
                    Some(_) => self.alternatives(play, seat, [(thought.action, 0.0), (played, loss)], best, depth),
                    None => Vec::new(),
                };
                return Compared { loss, better: Some(better), alternatives };
            }
            depth = reached;
        }
        Compared::equal()
    }

    /// The two actions that were compared, and others with a good standing that the same depth suffices for.
    fn alternatives(
        &mut self,
        play: &Play<G>,
        seat: Seat,
        compared: [(G::Action, f64); 2],
        best: f64,
        depth: u32,
    ) -> Vec<(G::Action, f64)> {
        let mut listed = compared.to_vec();
        for action in self.others(play, seat, compared.map(|(action, _)| action)) {
            let (share, reached) = self.after(play, seat, action, depth);
            if reached >= depth {
                let loss = best - share;
                listed.push((action, if loss < CERTAIN { 0.0 } else { loss }));
            }
        }
        // Stable: the best one stays first.
        listed.sort_by(|one, other| one.1.total_cmp(&other.1));
        listed
    }

    /// The legal actions besides these with the best standing right after them.
    fn others(&mut self, play: &Play<G>, seat: Seat, besides: [G::Action; 2]) -> Vec<G::Action> {
        let (game, mut play, mut actions) = (self.game, play.clone(), Vec::new());
        game.legal_actions(&play.state, seat, &mut actions);
        actions.retain(|action| !besides.contains(action));
        let standing = |action: &G::Action| {
            let before = play.bookmark();
            play.apply(game, seat, *action);
            let standing = game
                .outcome(&play.state)
                .map_or_else(|| odds(game, game.evaluate(&play.state, seat), seat), |outcome| outcome.share(seat));
            play.back_to(before);
            standing
        };
        let mut others: Vec<_> = actions.iter().map(standing).zip(actions.iter().copied()).collect();
        self.nodes += others.len() as u64;
        others.sort_by(|one, other| other.0.total_cmp(&one.0));
        others.into_iter().map(|(_, action)| action).take(MOST_OTHERS).collect()
    }

    /// The seat's share after the action by a search to this depth, and the depth that it reached. A position that is
    /// decided reaches any depth.
    fn after(&mut self, play: &Play<G>, seat: Seat, action: G::Action, depth: u32) -> (f64, u32) {
        let mut next = play.clone();
        next.apply(self.game, seat, action);
        let found = self.search(&next, depth);
        let decided = |thought: &Thought<G>| is_won(thought.value.abs());
        let reached = match &found.thought {
            Some(thought) if !decided(thought) => thought.depth,
            _ => depth,
        };
        (found.shares[seat.index()], reached)
    }

    /// The line of a thought, with the seats that act.
    fn line(&self, play: &Play<G>, thought: &Thought<G>) -> Vec<(Seat, G::Action)> {
        line(self.game, play, thought)
    }
}

/// The line of a thought, with the seats that act.
pub(crate) fn line<G: FullGame>(game: &G, play: &Play<G>, thought: &Thought<G>) -> Vec<(Seat, G::Action)> {
    let (mut play, mut line) = (play.clone(), Vec::new());
    for &action in thought.line.iter().take(MOST_LINE) {
        let Turn::Seats(seats) = play.turn(game) else { break };
        let Some(seat) = seats.iter().next() else { break };
        line.push((seat, action));
        play.apply(game, seat, action);
    }
    line
}

/// The shares of two seats.
fn both(seat: Seat, share: f64) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    shares[seat.index()] = share;
    shares[1 - seat.index().min(1)] = 1.0 - share;
    shares
}
