//! A strategy as a graph of numbered nodes, in notation.

/// How a winning strategy wins.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StrategyKind {
    /// Every line ends after a limited number of actions, and no position comes up twice.
    Finite,
    /// No line ends in any other way than by a win, and endless play is a win by the rules
    /// ([`kernel::Evaluate::endless_winner`]).
    Holding,
}

/// What to do in one position of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrategyNode {
    /// The winner acts: the action in notation, and the node after it.
    Own {
        /// The action.
        action: String,
        /// The node after it.
        then: u32,
    },
    /// The opponent acts: the node after each legal action, in the order of their notation (by bytes).
    Replies(Vec<u32>),
    /// The match is over, by this rule.
    Over(String),
}

/// What to do in every position that can come up; node 0 is where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// How it wins.
    pub kind: StrategyKind,
    /// The nodes. In a finite strategy every node leads to nodes with higher numbers.
    pub nodes: Vec<StrategyNode>,
}

impl StrategyNode {
    /// The nodes that come after this one.
    pub fn next(&self) -> &[u32] {
        match self {
            StrategyNode::Own { then, .. } => std::slice::from_ref(then),
            StrategyNode::Replies(nodes) => nodes,
            StrategyNode::Over(_) => &[],
        }
    }
}

impl Strategy {
    /// The number of actions in the longest line; `None` if lines can be endless.
    pub fn length(&self) -> Option<u32> {
        let count = self.nodes.len();
        let mut entries = vec![0_u32; count];
        for &next in self.nodes.iter().flat_map(StrategyNode::next) {
            *entries.get_mut(next as usize)? += 1;
        }
        // A node is ready once the longest way to it is known. On a circle no node ever is.
        let mut ready = if entries.first() == Some(&0) { vec![0] } else { Vec::new() };
        let (mut done, mut lengths) = (0, vec![0_u32; count]);
        while let Some(at) = ready.pop() {
            done += 1;
            for next in self.nodes[at].next().iter().map(|&next| next as usize) {
                lengths[next] = lengths[next].max(lengths[at] + 1);
                entries[next] -= 1;
                if entries[next] == 0 {
                    ready.push(next);
                }
            }
        }
        lengths.into_iter().max().filter(|_| done == count)
    }
}
