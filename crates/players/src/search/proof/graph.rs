//! Turns a solved search into a strategy.
//!
//! For the side that reaches its aim, every action leads to a position from which the way is shorter, so no line
//! repeats a position. For the side that avoids the aim, the graph must be closed: whatever the other side does leads to
//! another node. Positions that were avoided only because of the line that led there are searched again until it is.

use super::dfpn::{Branch, KeyMap, Search, seat_of};
use super::strategy::{Strategy, StrategyKind, StrategyNode};
use kernel::{Evaluate, FullGame, Game, Seat};
use std::cmp::Reverse;

/// A node with the positions after it.
struct Draft<G: Game> {
    state: G::State,
    length: u32,
    branches: Vec<Branch<G>>,
}

/// The positions of a strategy, in the order in which they were found.
pub(super) struct Graph<G: Game> {
    drafts: Vec<Draft<G>>,
    index: KeyMap<usize>,
}

/// Why there is no graph.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum NoGraph {
    /// The aim is reached in a position in which it seemed to be avoided.
    Contradiction,
    /// The budget is spent.
    Stopped,
}

impl<G: Evaluate> Graph<G> {
    /// The strategy of the side that reaches its aim.
    pub(super) fn of_reacher(search: &mut Search<'_, '_, G>, root: &G::State) -> Self {
        let reach = |search: &mut Search<'_, '_, G>, state: &G::State, _: &KeyMap<usize>| {
            let mut branches = search.branches(state, 0);
            if search.reacher_acts(state) {
                branches.retain(|branch| branch.numbers.is_reached());
                branches.sort_by_key(|branch| branch.length);
                branches.truncate(1);
            }
            Ok(branches)
        };
        Graph::collect(search, root, reach).unwrap_or_else(|_| Graph::empty())
    }

    /// The strategy of the side that avoids the aim.
    pub(super) fn of_avoider(search: &mut Search<'_, '_, G>, root: &G::State) -> Result<Self, NoGraph> {
        Graph::collect(search, root, |search, state, index| match search.reacher_acts(state) {
            true => all_avoided(search, state),
            false => one_avoided(search, state, index),
        })
    }

    fn empty() -> Self {
        Graph { drafts: Vec::new(), index: KeyMap::default() }
    }

    /// Follows the branches that `choose` returns for each position, from the root on.
    fn collect<'a, 'w>(
        search: &mut Search<'a, 'w, G>,
        root: &G::State,
        mut choose: impl FnMut(&mut Search<'a, 'w, G>, &G::State, &KeyMap<usize>) -> Result<Vec<Branch<G>>, NoGraph>,
    ) -> Result<Self, NoGraph> {
        let mut graph = Graph::empty();
        let mut open = vec![(search.key(root), *root)];
        while let Some((key, state)) = open.pop() {
            if graph.index.contains_key(&key) {
                continue;
            }
            graph.index.insert(key, graph.drafts.len());
            let branches = choose(search, &state, &graph.index)?;
            open.extend(branches.iter().rev().filter(|branch| !branch.over).map(|branch| (branch.key, branch.state)));
            graph.drafts.push(Draft { state, length: search.length(key), branches });
        }
        Ok(graph)
    }
}

/// All branches of a position in which the reacher acts.
fn all_avoided<G: Evaluate>(search: &mut Search<'_, '_, G>, state: &G::State) -> Result<Vec<Branch<G>>, NoGraph> {
    let branches = search.branches(state, 0);
    for branch in &branches {
        must_be_avoided(search, branch)?;
    }
    Ok(branches)
}

/// One branch that avoids the aim: an ending or a node if possible, so that the graph stays small.
fn one_avoided<G: Evaluate>(
    search: &mut Search<'_, '_, G>,
    state: &G::State,
    index: &KeyMap<usize>,
) -> Result<Vec<Branch<G>>, NoGraph> {
    let mut branches = search.branches(state, 0);
    branches.retain(|branch| !branch.numbers.is_reached());
    let order = |b: &Branch<G>| (!b.numbers.is_avoided(), !b.over, !index.contains_key(&b.key), b.by_line);
    branches.sort_by_key(order);
    for branch in branches {
        match must_be_avoided(search, &branch) {
            Ok(()) => return Ok(vec![branch]),
            Err(NoGraph::Stopped) => return Err(NoGraph::Stopped),
            Err(NoGraph::Contradiction) => {}
        }
    }
    Err(NoGraph::Contradiction)
}

/// Searches a position unless it is known that the aim is avoided in it.
fn must_be_avoided<G: Evaluate>(search: &mut Search<'_, '_, G>, branch: &Branch<G>) -> Result<(), NoGraph> {
    if branch.numbers.is_avoided() {
        return Ok(());
    }
    let numbers = if branch.over { branch.numbers } else { search.solve(&branch.state) };
    match (numbers.is_avoided(), numbers.is_reached()) {
        (true, _) => Ok(()),
        (_, true) => Err(NoGraph::Contradiction),
        _ => Err(NoGraph::Stopped),
    }
}

impl<G: FullGame> Graph<G> {
    /// The strategy of this seat in notation. In a finite one, longer ways come first.
    pub(super) fn written(&self, game: &G, kind: StrategyKind, seat: Seat) -> Strategy {
        let mut order: Vec<usize> = (0..self.drafts.len()).collect();
        if kind == StrategyKind::Finite {
            order.sort_by_key(|&at| Reverse(self.drafts[at].length));
        }
        let mut places = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&at, place)| places[at] = place);
        let mut writer = Writer { game, seat, index: &self.index, places, rules: Vec::new() };
        let mut nodes: Vec<_> = order.iter().map(|&at| writer.node(&self.drafts[at])).collect();
        nodes.extend(writer.rules.into_iter().map(StrategyNode::Over));
        Strategy { kind, nodes }
    }
}

/// Writes nodes with their new numbers.
struct Writer<'a, G> {
    game: &'a G,
    seat: Seat,
    index: &'a KeyMap<usize>,
    /// The new number of each node.
    places: Vec<u32>,
    /// The rules that end lines; each has a node after all others.
    rules: Vec<String>,
}

impl<G: FullGame> Writer<'_, G> {
    fn node(&mut self, draft: &Draft<G>) -> StrategyNode {
        let mut written: Vec<(String, u32)> = draft
            .branches
            .iter()
            .map(|branch| (self.game.write(&draft.state, branch.action), self.place(branch)))
            .collect();
        written.sort();
        if seat_of(self.game, &draft.state) != Some(self.seat) {
            return StrategyNode::Replies(written.into_iter().map(|(_, place)| place).collect());
        }
        let (action, then) = written.pop().unwrap_or_default();
        StrategyNode::Own { action, then }
    }

    fn place(&mut self, branch: &Branch<G>) -> u32 {
        if !branch.over {
            return self.index.get(&branch.key).map_or(u32::MAX, |&at| self.places[at]);
        }
        let rule = ending_rule(self.game, &branch.state);
        let known = self.rules.iter().position(|known| *known == rule);
        let place = known.unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        });
        (self.places.len() + place) as u32
    }
}

/// The rule that ended the match.
pub(super) fn ending_rule<G: FullGame>(game: &G, state: &G::State) -> String {
    game.verdict(state).and_then(|verdict| verdict.rules.first().map(ToString::to_string)).unwrap_or_default()
}
