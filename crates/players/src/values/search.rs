//! Search with trained values.
//!
//! Every action is judged by its seat's share of the win after it. Then the best are searched over all outcomes of the
//! next throw, and of the throw after that, as long as the budget lasts: in between, each seat takes the action after
//! which its own share is largest.

use super::{Shares, Values};
use crate::clock::{Clock, Deadline};
use crate::search::odds;
use crate::{Limits, Thought, actions_of};
use kernel::{Evaluate, Game, Known, Play, Seat, Turn};

/// Maximum number of actions between two throws.
const MOST_ACTIONS: u32 = 64;
/// Maximum number of actions that are searched over throws.
const MOST_CANDIDATES: usize = 12;
/// After each depth, this part of the candidates is searched on.
const KEPT: usize = 2;
/// Minimum number of candidates searched to the full depth.
const LEAST_CANDIDATES: usize = 2;
/// Candidates this far behind the best are not searched, by depth.
const BEHIND: [f64; 3] = [0.12, 0.06, 0.04];

/// A player that searches with trained values.
#[derive(Debug)]
pub struct ValueSearch {
    values: Values,
    limits: Limits,
    turn_breadth: usize,
    clock: Clock,
}

impl ValueSearch {
    /// A player with these values and limits: the depth counts throws, and with depth 0 the values alone decide.
    pub fn new(values: Values, limits: Limits) -> Self {
        ValueSearch { values, limits, turn_breadth: 0, clock: Clock::NONE }
    }

    /// Judges this many of the best first actions of a turn by their best second action; 0 turns this off.
    #[must_use]
    pub fn with_turn_breadth(mut self, actions: usize) -> Self {
        self.turn_breadth = actions;
        self
    }

    /// Stops when this clock says that [`Limits::time`] has passed.
    #[must_use]
    pub fn timed(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// The best action of the seat; `None` if it has none.
    pub fn choose<G: Evaluate>(&self, game: &G, known: Known<G>) -> Option<Thought<G>> {
        let seat = known.seat();
        let actions = actions_of(game, known.state(), seat);
        if actions.len() <= 1 {
            return actions.first().map(|action| Thought::unthinking(*action));
        }
        let mut search = Search {
            game,
            values: &self.values,
            most: self.limits.nodes,
            deadline: self.clock.deadline(self.limits.time),
            late: false,
            nodes: 0,
            play: known.into_play(),
            actions: Vec::new(),
        };
        let mut candidates: Vec<_> = actions.into_iter().map(|action| search.candidate(seat, action)).collect();
        search.judge_by_second_action(&mut candidates, seat, self.turn_breadth);
        let reached = search.deepen_all(&mut candidates, seat, self.limits.depth);
        let best = candidates.first()?;
        let value = odds::value(best.share, game.players());
        Some(Thought {
            action: best.action,
            value,
            depth: reached,
            nodes: search.nodes,
            stopped_by_clock: search.late,
            line: vec![best.action],
        })
    }
}

/// An action that may be chosen, with the seat's share of the win after it.
struct Candidate<A> {
    action: A,
    share: f64,
}

/// The search for one decision.
struct Search<'a, G: Game> {
    game: &'a G,
    values: &'a Values,
    /// Maximum number of positions.
    most: u64,
    deadline: Deadline,
    /// Has the deadline passed?
    late: bool,
    nodes: u64,
    play: Play<G>,
    actions: Vec<G::Action>,
}

impl<G: Evaluate> Search<'_, G> {
    /// The action with the seat's share after it.
    fn candidate(&mut self, seat: Seat, action: G::Action) -> Candidate<G::Action> {
        Candidate { action, share: self.share_after(seat, action) }
    }

    /// Judges the best first actions of a turn by their best second action.
    fn judge_by_second_action(&mut self, candidates: &mut Vec<Candidate<G::Action>>, seat: Seat, breadth: usize) {
        if breadth == 0 {
            return;
        }
        rank(candidates);
        candidates.truncate(breadth);
        let now = self.play.bookmark();
        for candidate in candidates {
            self.play.apply(self.game, seat, candidate.action);
            if self.game.mid_turn(&self.play.state) {
                let best = self.values.reply(self.game, &mut self.play, seat, &mut self.actions);
                if let Some(best) = best {
                    self.nodes += best.nodes;
                    let only = best.nodes == 0;
                    candidate.share = if only { self.share_after(seat, best.action) } else { best.share };
                }
            }
            self.play.back_to(now);
        }
    }

    /// The seat's share after this action.
    fn share_after(&mut self, seat: Seat, action: G::Action) -> f64 {
        let (share, nodes) = self.values.share_after(self.game, &mut self.play, seat, action);
        self.nodes += nodes;
        share
    }

    /// Searches deeper and deeper, with fewer and fewer candidates, and leaves the best first. Returns the depth.
    fn deepen_all(&mut self, candidates: &mut Vec<Candidate<G::Action>>, seat: Seat, depth: u32) -> u32 {
        rank(candidates);
        candidates.truncate(MOST_CANDIDATES);
        for reached in 0..depth {
            if reached > 0 {
                candidates.truncate((candidates.len() / KEPT).max(LEAST_CANDIDATES));
            }
            let most = candidates.first().map_or(0.0, |best| best.share);
            let behind = BEHIND[(reached as usize).min(BEHIND.len() - 1)];
            candidates.retain(|candidate| candidate.share >= most - behind);
            if candidates.len() <= 1 || !self.deepen(candidates, seat, reached + 1) {
                return reached;
            }
            rank(candidates);
        }
        depth
    }

    /// Searches all candidates to this depth. Returns `false` and changes nothing if the budget was too small.
    fn deepen(&mut self, candidates: &mut [Candidate<G::Action>], seat: Seat, depth: u32) -> bool {
        let now = self.play.bookmark();
        let mut found = [0.0; MOST_CANDIDATES];
        for (candidate, share) in candidates.iter().zip(&mut found) {
            self.play.apply(self.game, seat, candidate.action);
            *share = self.ahead(depth)[seat.index()];
            self.play.back_to(now);
            if self.spent() {
                return false;
            }
        }
        candidates.iter_mut().zip(found).for_each(|(candidate, share)| candidate.share = share);
        true
    }

    fn spent(&self) -> bool {
        self.late || self.nodes >= self.most
    }

    /// The best action of the seat to act.
    fn reply(&mut self, seat: Seat) -> Option<G::Action> {
        let reply = self.values.reply(self.game, &mut self.play, seat, &mut self.actions)?;
        self.nodes += reply.nodes;
        Some(reply.action)
    }

    /// The shares of all seats, averaged over this many throws from here.
    fn ahead(&mut self, throws: u32) -> Shares {
        let before = self.play.bookmark();
        let mut actions = 0;
        let shares = loop {
            match self.play.turn(self.game) {
                Turn::Chance if throws > 0 && !self.spent() => break self.over_throws(throws - 1),
                Turn::Seats(seats) if actions < MOST_ACTIONS => {
                    let reply = seats.iter().next().and_then(|seat| Some((seat, self.reply(seat)?)));
                    let Some((seat, action)) = reply else { break self.here() };
                    self.play.apply(self.game, seat, action);
                    actions += 1;
                }
                _ => break self.here(),
            }
        };
        self.play.back_to(before);
        shares
    }

    fn here(&mut self) -> Shares {
        self.nodes += 1;
        self.values.shares(self.game, &self.play.state)
    }

    /// The mean over all outcomes of the throw that comes now.
    fn over_throws(&mut self, then: u32) -> Shares {
        self.late |= self.deadline.has_passed();
        let mut outcomes = Vec::new();
        self.game.chance_outcomes(&self.play.state, &mut outcomes);
        let before = self.play.bookmark();
        let (mut sums, mut weights) = (Shares::default(), 0.0);
        for (chance, weight) in outcomes {
            self.play.apply_chance(self.game, chance);
            let shares = self.ahead(then);
            let weight = f64::from(weight);
            sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += weight * share);
            weights += weight;
            self.play.back_to(before);
        }
        if weights > 0.0 { sums.map(|sum| sum / weights) } else { self.here() }
    }
}

/// Sorts the best first; equals keep their order.
fn rank<A>(candidates: &mut [Candidate<A>]) {
    candidates.sort_by(|one, other| other.share.total_cmp(&one.share));
}
