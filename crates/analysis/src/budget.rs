//! How many positions an analysis looks at.

/// The limits of an analysis, in positions: the same on every machine.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Budget {
    /// Maximum number of positions for the whole match, spread over its throws and decisions. Only a match with very
    /// many steps needs more, because each step gets a minimum.
    pub nodes: u64,
    /// Maximum number for one decision or throw, so that a short match does not take as long as a long one.
    pub most_each: u64,
    /// Number of throws that a rollout looks ahead after an action.
    pub decision_throws: u32,
    /// Number of throws that a rollout looks ahead after a throw.
    pub throw_throws: u32,
    /// Maximum number of actions that are compared.
    pub candidates: usize,
    /// For games whose turns have several actions: how many of the best first actions are ranked by their best second
    /// action. 0 turns this off.
    pub turn_breadth: usize,
}

impl Budget {
    /// The budget of a full analysis of this game: a few seconds for a usual match.
    pub fn full(slug: &str) -> Budget {
        let rollouts = Budget {
            nodes: 8_000_000,
            most_each: 100_000,
            decision_throws: 8,
            throw_throws: 6,
            candidates: 8,
            turn_breadth: 0,
        };
        match slug {
            "hit-the-beach" => Budget { nodes: 3_000_000, ..rollouts },
            "conflict" => Budget {
                nodes: 300_000,
                most_each: 8_000,
                decision_throws: 4,
                throw_throws: 2,
                turn_breadth: 8,
                ..rollouts
            },
            _ => rollouts,
        }
    }

    /// The same budget divided by this number, for tests and quick looks.
    #[must_use]
    pub fn divided(self, by: u64) -> Budget {
        let by = by.max(1);
        Budget { nodes: self.nodes / by, most_each: self.most_each / by, ..self }
    }
}
