//! Checks a strategy, using only legal actions, their effects and outcomes.
//!
//! This is a plain walk that knows nothing of the search. It follows a strategy from its first position: where the
//! winner acts, the action must be legal; where the opponent acts, every legal action needs a node; and every match
//! that is over must be won.
//!
//! Rules on repetition look at the past, which a graph has not. The check makes sure that they cannot matter. A node
//! belongs to one position and a position to one node, so that a finite strategy, in which nodes only lead to nodes
//! with higher numbers, never repeats a position. Its states have all counters as they are in the match: each node is
//! walked through with every state in which it can be reached. A holding strategy may repeat positions, as the rules
//! give endless play to the winner.

use super::dfpn::{Aim, seat_of};
use super::graph::ending_rule;
use super::strategy::{Strategy, StrategyKind, StrategyNode};
use kernel::{FullGame, History, Mixer, Seat};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::BuildHasherDefault;

type Hasher = BuildHasherDefault<Mixer>;

/// What was checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The largest number of actions until the win; `None` if only a rule against endless play may end the match.
    pub length: Option<u32>,
    /// Number of positions.
    pub positions: usize,
}

/// Why a strategy proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The match is already over in its first position.
    AlreadyOver,
    /// A holding strategy, but the rules do not give endless play to this seat.
    NotHeld,
    /// A finite strategy leads back from one node to another.
    LeadsBack(usize),
    /// There is no such node.
    NoNode {
        /// The node that leads there.
        from: usize,
        /// The number.
        to: u32,
    },
    /// The action of a node cannot be played.
    Illegal {
        /// The node.
        node: usize,
        /// The action.
        action: String,
        /// Why.
        why: String,
    },
    /// The node is for the other side, or for a match that is over.
    OtherTurn(usize),
    /// The number of replies is not that of the legal actions.
    Replies {
        /// The node.
        node: usize,
        /// How many it has.
        found: usize,
        /// How many there are.
        legal: usize,
    },
    /// The match is over, but not won.
    NotWon {
        /// The node.
        node: usize,
        /// The rule that ended it.
        rule: String,
    },
    /// The match ended by another rule.
    OtherRule {
        /// The node.
        node: usize,
        /// The rule in the strategy.
        named: String,
        /// The rule that ended it.
        found: String,
    },
    /// The node is reached in two different positions.
    TwoPositions(usize),
    /// Two nodes are reached in the same position.
    TwoNodes(usize, usize),
    /// The node is never reached.
    Unreached(usize),
    /// It takes more steps to check than allowed.
    TooLarge(u64),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::AlreadyOver => write!(f, "the match is already over in its first position"),
            Flaw::NotHeld => {
                write!(f, "it lets play go on for ever, but the rules do not make that a win for this seat")
            }
            Flaw::LeadsBack(node) => write!(f, "node {node} leads back to a node that comes before it"),
            Flaw::NoNode { from, to } => write!(f, "node {from} leads to node {to}, which does not exist"),
            Flaw::Illegal { node, action, why } => write!(f, "node {node}: {action} cannot be played. {why}"),
            Flaw::OtherTurn(node) => write!(f, "node {node} is not for the side that acts in its position"),
            Flaw::Replies { node, found, legal } => {
                write!(f, "node {node} has {found} replies, but its position has {legal} legal actions")
            }
            Flaw::NotWon { node, rule } => write!(f, "node {node}: the match ends there by {rule}, but it is not won"),
            Flaw::OtherRule { node, named, found } => {
                write!(f, "node {node}: the match ends there by {found}, not by {named}")
            }
            Flaw::TwoPositions(node) => write!(f, "node {node} is reached in two different positions"),
            Flaw::TwoNodes(one, other) => write!(f, "nodes {one} and {other} are reached in the same position"),
            Flaw::Unreached(node) => write!(f, "node {node} is never reached"),
            Flaw::TooLarge(most) => write!(f, "it takes more than {most} steps to check"),
        }
    }
}

impl std::error::Error for Flaw {}

/// Checks that this seat wins with this strategy from this state, whatever the other one does: without earlier
/// positions that count for repetition, and if it is a holding strategy, whatever came before. Gives up after `most`
/// steps.
pub fn check_strategy<G: FullGame>(
    game: &G,
    root: &G::State,
    seat: Seat,
    strategy: &Strategy,
    most: u64,
) -> Result<Checked, Flaw> {
    check_aim(game, root, Aim { reacher: seat, winner: seat }, strategy, most)
}

/// The same for a side that wants to reach any aim.
pub(super) fn check_aim<G: FullGame>(
    game: &G,
    root: &G::State,
    aim: Aim,
    strategy: &Strategy,
    most: u64,
) -> Result<Checked, Flaw> {
    if seat_of(game, root).is_none() {
        return Err(Flaw::AlreadyOver);
    }
    let holding = strategy.kind == StrategyKind::Holding;
    if holding && game.endless_winner() != Some(aim.winner) {
        return Err(Flaw::NotHeld);
    }
    let mut walk = Walk {
        game,
        aim,
        strategy,
        open: Vec::new(),
        seen: HashSet::default(),
        positions: vec![None; strategy.nodes.len()],
        nodes: HashMap::default(),
        over: vec![false; strategy.nodes.len()],
        history: G::History::default(),
    };
    walk.check_order()?;
    walk.arrive(0, 0, *root)?;
    let mut steps = 0;
    while let Some((node, state)) = walk.open.pop() {
        steps += 1;
        if steps > most {
            return Err(Flaw::TooLarge(most));
        }
        walk.step(node, &state)?;
    }
    walk.all_reached()?;
    Ok(Checked { length: strategy.length(), positions: walk.nodes.len() })
}

/// The walk through all positions of a strategy.
struct Walk<'a, G: FullGame> {
    game: &'a G,
    aim: Aim,
    strategy: &'a Strategy,
    open: Vec<(usize, G::State)>,
    /// Nodes with the states in which they were reached.
    seen: HashSet<(usize, G::State), Hasher>,
    /// The position of each node.
    positions: Vec<Option<G::State>>,
    /// The node of each position.
    nodes: HashMap<G::State, usize, Hasher>,
    /// Endings that were reached.
    over: Vec<bool>,
    history: G::History,
}

impl<G: FullGame> Walk<'_, G> {
    /// Nodes lead to nodes that exist and, in a finite strategy, have higher numbers.
    fn check_order(&self) -> Result<(), Flaw> {
        let count = self.strategy.nodes.len();
        for (from, node) in self.strategy.nodes.iter().enumerate() {
            for &to in node.next() {
                if to as usize >= count {
                    return Err(Flaw::NoNode { from, to });
                }
                if to as usize <= from && self.strategy.kind == StrategyKind::Finite {
                    return Err(Flaw::LeadsBack(from));
                }
            }
        }
        Ok(())
    }

    /// Comes to a node in this state, from another node.
    fn arrive(&mut self, from: usize, node: usize, state: G::State) -> Result<(), Flaw> {
        let Some(found) = self.strategy.nodes.get(node) else { return Err(Flaw::NoNode { from, to: node as u32 }) };
        if let Some(outcome) = self.game.outcome(&state) {
            return self.ending(node, &state, self.aim.is_met(&outcome));
        }
        if let StrategyNode::Over(_) = found {
            return Err(Flaw::OtherTurn(node));
        }
        let position = self.game.timeless(&state);
        if *self.positions[node].get_or_insert(position) != position {
            return Err(Flaw::TwoPositions(node));
        }
        let other = *self.nodes.entry(position).or_insert(node);
        if other != node {
            return Err(Flaw::TwoNodes(other.min(node), other.max(node)));
        }
        let state = if self.strategy.kind == StrategyKind::Holding { position } else { state };
        if self.seen.insert((node, state)) {
            self.open.push((node, state));
        }
        Ok(())
    }

    /// Comes to the end of the match.
    fn ending(&mut self, node: usize, state: &G::State, won: bool) -> Result<(), Flaw> {
        let found = ending_rule(self.game, state);
        if !won {
            return Err(Flaw::NotWon { node, rule: found });
        }
        let StrategyNode::Over(named) = &self.strategy.nodes[node] else { return Err(Flaw::OtherTurn(node)) };
        if found != *named {
            return Err(Flaw::OtherRule { node, named: named.clone(), found });
        }
        self.over[node] = true;
        Ok(())
    }

    /// Plays the action of a node, or every reply.
    fn step(&mut self, node: usize, state: &G::State) -> Result<(), Flaw> {
        let Some(seat) = seat_of(self.game, state) else { return Err(Flaw::OtherTurn(node)) };
        let strategy = self.strategy;
        match &strategy.nodes[node] {
            StrategyNode::Own { action, then } if seat == self.aim.reacher => {
                let legal = self.legal(state, seat);
                let found = legal.into_iter().find(|(text, _)| text == action);
                let Some((_, typed)) = found else { return Err(self.illegal(node, state, seat, action)) };
                self.play(node, state, seat, typed, *then)
            }
            StrategyNode::Replies(nodes) if seat != self.aim.reacher => {
                let legal = self.legal(state, seat);
                if legal.len() != nodes.len() {
                    return Err(Flaw::Replies { node, found: nodes.len(), legal: legal.len() });
                }
                legal.into_iter().zip(nodes).try_for_each(|((_, typed), &to)| self.play(node, state, seat, typed, to))
            }
            _ => Err(Flaw::OtherTurn(node)),
        }
    }

    /// All legal actions in the order of their notation.
    fn legal(&self, state: &G::State, seat: Seat) -> Vec<(String, G::Action)> {
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        let mut written: Vec<_> = actions.iter().map(|&action| (self.game.write(state, action), action)).collect();
        written.sort();
        written
    }

    fn illegal(&self, node: usize, state: &G::State, seat: Seat, action: &str) -> Flaw {
        let refusal = self.game.read(state, seat, action).and_then(|read| self.game.judge(state, seat, read));
        let why = refusal.err().map_or("It is written in another way.".to_owned(), |refusal| refusal.to_string());
        Flaw::Illegal { node, action: action.chars().take(40).collect(), why }
    }

    fn play(&mut self, from: usize, state: &G::State, seat: Seat, action: G::Action, to: u32) -> Result<(), Flaw> {
        let mut after = *state;
        self.history.rewind(0);
        self.game.apply(&mut after, &mut self.history, seat, action);
        self.arrive(from, to as usize, after)
    }

    fn all_reached(&self) -> Result<(), Flaw> {
        let reached = |node: usize| self.positions[node].is_some() || self.over[node];
        (0..self.strategy.nodes.len()).find(|&node| !reached(node)).map_or(Ok(()), |node| Err(Flaw::Unreached(node)))
    }
}
