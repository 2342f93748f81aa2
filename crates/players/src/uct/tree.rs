//! The tree of UCT: what is known of each sequence of actions.
//!
//! The tree is *open loop*: a node stands for the actions since the root, whatever was thrown between them. So the
//! legal actions of a node differ from visit to visit. A node keeps each list of legal actions that it has met as a
//! [`Set`], with the children that the actions lead to; sets share children. Nodes, sets and children live in vectors
//! and refer to each other by number.

use kernel::{Seat, math};

/// The root.
pub(super) const ROOT: u32 = 0;
/// No number of anything.
const NONE: u32 = u32::MAX;

/// A sequence of actions.
#[derive(Copy, Clone, Debug)]
struct Node {
    /// How often it was played.
    visits: u32,
    /// How often it could have been played.
    available: u32,
    /// Its first set, or [`NONE`].
    sets: u32,
    /// The mean share of the win that the seat had in the end, and one divided by the root of the visits. Choosing reads
    /// these for many nodes, and only a few change with each playout.
    mean: f32,
    doubt: f32,
    /// The shares of the win, summed.
    wins: f64,
}

/// The legal actions of a node on some of its visits.
#[derive(Copy, Clone, Debug)]
struct Set {
    seat: Seat,
    /// Where its children are in [`Tree::children`], and how many.
    first: u32,
    count: u32,
    /// The next set of the same node, or [`NONE`].
    next: u32,
}

/// A legal action of a node, and where it leads.
#[derive(Copy, Clone, Debug)]
struct Child<A> {
    action: A,
    node: u32,
}

/// All nodes of a search. It keeps its memory from one decision to the next.
#[derive(Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    sets: Vec<Set>,
    children: Vec<Child<A>>,
    most: usize,
}

impl<A: Copy + Eq> Tree<A> {
    /// A tree with room for this many nodes, and eight times as many children.
    pub(super) fn new(most: usize) -> Self {
        Tree { nodes: Vec::new(), sets: Vec::new(), children: Vec::new(), most }
    }

    /// Forgets everything but the root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.sets.clear();
        self.children.clear();
        self.push_node();
    }

    /// How often the node was played.
    pub(super) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// Counts a playout through this node, in which the seat that chose it got this share of the win.
    pub(super) fn credit(&mut self, node: u32, share: f64) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.wins += share;
        let visits = f64::from(node.visits);
        node.mean = (node.wins / visits) as f32;
        node.doubt = 1.0 / (visits as f32).sqrt();
    }

    /// The set of the seat's legal actions at this node, made if it is new; `None` if there is no room for it.
    #[inline]
    pub(super) fn set(&mut self, node: u32, seat: Seat, legal: &[A]) -> Option<u32> {
        let mut last = NONE;
        let mut at = self.nodes[node as usize].sets;
        while at != NONE {
            if self.is_set_of(at, seat, legal) {
                return Some(at);
            }
            last = at;
            at = self.sets[at as usize].next;
        }
        self.add_set(node, last, seat, legal)
    }

    /// The only set of this node, in games without chance.
    #[inline]
    pub(super) fn only_set(&self, node: u32) -> Option<u32> {
        Some(self.nodes[node as usize].sets).filter(|set| *set != NONE)
    }

    #[inline]
    fn is_set_of(&self, set: u32, seat: Seat, legal: &[A]) -> bool {
        let set = &self.sets[set as usize];
        set.seat == seat
            && set.count as usize == legal.len()
            && self.children_of(set).iter().zip(legal).all(|(child, action)| child.action == *action)
    }

    #[inline]
    fn children_of(&self, set: &Set) -> &[Child<A>] {
        &self.children[set.first as usize..(set.first + set.count) as usize]
    }

    /// Adds a set behind the last one of the node. Actions that the seat had in other sets keep their nodes.
    fn add_set(&mut self, node: u32, last: u32, seat: Seat, legal: &[A]) -> Option<u32> {
        let enough = self.nodes.len() + legal.len() <= self.most && self.children.len() + legal.len() <= 8 * self.most;
        if !enough {
            return None;
        }
        let (first, number) = (self.children.len() as u32, self.sets.len() as u32);
        for &action in legal {
            let node = self.known(node, seat, action).unwrap_or_else(|| self.push_node());
            self.children.push(Child { action, node });
        }
        self.sets.push(Set { seat, first, count: legal.len() as u32, next: NONE });
        match last {
            NONE => self.nodes[node as usize].sets = number,
            last => self.sets[last as usize].next = number,
        }
        Some(number)
    }

    /// The node of an action that the seat had in another set.
    fn known(&self, node: u32, seat: Seat, action: A) -> Option<u32> {
        let mut at = self.nodes[node as usize].sets;
        while at != NONE {
            let set = &self.sets[at as usize];
            if set.seat == seat
                && let Some(child) = self.children_of(set).iter().find(|child| child.action == action)
            {
                return Some(child.node);
            }
            at = set.next;
        }
        None
    }

    fn push_node(&mut self) -> u32 {
        self.nodes.push(Node { visits: 0, available: 0, sets: NONE, mean: 0.0, doubt: 0.0, wins: 0.0 });
        self.nodes.len() as u32 - 1
    }

    /// Chooses a child of the set: one that was never played, at random (`pick(n)` returns a number below `n`), or
    /// else the one with the highest upper confidence bound. A child competes only in visits where it is legal.
    #[inline]
    pub(super) fn choose(&mut self, set: u32, exploration: f32, pick: impl FnOnce(u32) -> u32) -> (A, u32) {
        let set = self.sets[set as usize];
        let children = &self.children[set.first as usize..(set.first + set.count) as usize];
        let (mut best, mut most, mut unplayed) = (0, f32::NEG_INFINITY, 0);
        for (at, child) in children.iter().enumerate() {
            let node = &mut self.nodes[child.node as usize];
            node.available += 1;
            if node.visits == 0 {
                unplayed += 1;
                continue;
            }
            let bound = node.mean + exploration * root_of_ln(node.available) * node.doubt;
            if bound > most {
                (best, most) = (at, bound);
            }
        }
        if unplayed > 0 {
            let mut skip = pick(unplayed);
            for (at, child) in children.iter().enumerate() {
                if self.nodes[child.node as usize].visits == 0 {
                    if skip == 0 {
                        best = at;
                        break;
                    }
                    skip -= 1;
                }
            }
        }
        (children[best].action, children[best].node)
    }

    /// The root's action that was played most often, with its visits and its mean share; the first of equals.
    pub(super) fn most_played(&self) -> Option<(A, u32, f64)> {
        let set = self.sets.get(self.only_set(ROOT)? as usize)?;
        let mut best: Option<(A, u32, f64)> = None;
        for child in self.children_of(set) {
            let node = &self.nodes[child.node as usize];
            if best.is_none_or(|(_, visits, _)| node.visits > visits) {
                best = Some((child.action, node.visits, node.wins / f64::from(node.visits.max(1))));
            }
        }
        best
    }
}

/// The square root of the natural logarithm of a positive number, off by less than 1 %, which is nothing to a bound that
/// is a guess.
#[inline]
pub(super) fn root_of_ln(number: u32) -> f32 {
    let zeros = number.leading_zeros();
    let after_the_first = number << zeros >> (31 - STEPS_BITS) & (STEPS as u32 - 1);
    ROOTS_OF_LN[((31 - zeros) << STEPS_BITS | after_the_first) as usize % ROOTS_OF_LN.len()]
}

const STEPS_BITS: u32 = 5;
const STEPS: usize = 1 << STEPS_BITS;

/// The roots for every number that is a power of two times 1 + i / [`STEPS`].
static ROOTS_OF_LN: [f32; 32 * STEPS] = roots_of_ln();

const fn roots_of_ln() -> [f32; 32 * STEPS] {
    let mut roots = [0.0; 32 * STEPS];
    let mut at = 0;
    while at < roots.len() {
        let power = (1_u64 << (at / STEPS)) as f32;
        roots[at] = root(math::ln(power * (1.0 + (at % STEPS) as f32 / STEPS as f32)));
        at += 1;
    }
    roots
}

/// The square root by Newton's method, at compile time.
const fn root(square: f32) -> f32 {
    let mut root = 1.0 + square / 2.0;
    let mut step = 0;
    while step < 12 {
        root = (root + square / root) / 2.0;
        step += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: Seat = Seat(0);

    fn tree() -> Tree<u8> {
        let mut tree = Tree::new(100);
        tree.clear();
        tree
    }

    #[test]
    fn the_root_of_the_logarithm_is_close_to_that_of_the_standard_library() {
        assert!(root_of_ln(1) < 1e-3);
        for number in (2..5_000).chain((1..1_000).map(|step| step * 4_000_000)) {
            let exact = (number as f32).ln().sqrt();
            assert!((root_of_ln(number) - exact).abs() < 0.012 * exact, "{number}: {} {exact}", root_of_ln(number));
        }
    }

    #[test]
    fn every_action_is_played_once_before_any_is_played_again() {
        let mut tree = tree();
        let mut seen = Vec::new();
        for _ in 0..5 {
            let set = tree.set(ROOT, US, &[10, 20, 30, 40, 50]).unwrap();
            let (action, node) = tree.choose(set, 1.0, |below| below / 2);
            tree.credit(node, 0.0);
            seen.push(action);
        }
        seen.sort_unstable();
        assert_eq!(seen, [10, 20, 30, 40, 50]);
    }

    #[test]
    fn an_action_keeps_its_node_among_other_legal_actions_but_not_for_another_seat() {
        let mut tree = tree();
        let of = |tree: &mut Tree<u8>, seat, legal: &[u8]| {
            let set = tree.set(ROOT, seat, legal).unwrap();
            assert_eq!(tree.set(ROOT, seat, legal), Some(set));
            let set = tree.sets[set as usize];
            tree.children_of(&set).iter().map(|child| child.node).collect::<Vec<_>>()
        };
        let first = of(&mut tree, US, &[1, 2]);
        let second = of(&mut tree, US, &[2, 3]);
        assert_eq!(first[1], second[0]);
        assert!(!first.contains(&second[1]));
        assert!(of(&mut tree, Seat(1), &[1, 2]).iter().all(|node| !first.contains(node)));
    }

    #[test]
    fn an_action_that_is_seldom_legal_is_not_preferred_for_it() {
        let mut tree = tree();
        let both = tree.set(ROOT, US, &[1, 2]).unwrap();
        let one = tree.set(ROOT, US, &[1]).unwrap();
        for _ in 0..2 {
            let (_, node) = tree.choose(both, 0.7, |_| 0);
            tree.credit(node, 0.5);
        }
        for _ in 0..50 {
            let (_, node) = tree.choose(one, 0.7, |_| 0);
            tree.credit(node, 0.5);
        }
        let node = |action| tree.known(ROOT, US, action).unwrap();
        assert_eq!(tree.nodes[node(2) as usize].available, 2);
        assert_eq!(tree.nodes[node(1) as usize].available, 52);
    }

    #[test]
    fn a_full_tree_takes_no_more() {
        let mut tree = Tree::new(4);
        tree.clear();
        assert!(tree.set(ROOT, US, &[1, 2, 3]).is_some());
        assert_eq!(tree.set(1, US, &[1]), None);
        assert_eq!(tree.nodes.len(), 4);
    }

    #[test]
    fn the_best_action_is_played_most() {
        let mut tree = tree();
        for _ in 0..1_000 {
            let set = tree.set(ROOT, US, &[1, 2, 3]).unwrap();
            let (action, node) = tree.choose(set, 0.7, |_| 0);
            tree.credit(node, if action == 2 { 0.6 } else { 0.4 });
        }
        let (action, visits, share) = tree.most_played().unwrap();
        assert_eq!(action, 2);
        assert!(visits > 400 && (share - 0.6).abs() < 1e-9, "{visits} {share}");
    }
}
