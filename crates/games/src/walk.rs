//! Walks along lines by an exact count, in which nothing is used twice.

/// What follows a step.
pub(crate) enum Next<C> {
    /// The walk does not go on from here; another is tried.
    Back,
    /// The walk goes on and carries this.
    On(C),
    /// The walk is what was wanted: no other is tried.
    Done,
}

/// Tries all walks of at most `most` steps from a place, depth first and in the order of `links`.
///
/// `links` lists where a step leads from a place, each with a key that a walk uses only once: the number of the line, or
/// the place itself. After each step `visit` gets all places of the walk without the first one, and what the walk
/// carries. Returns the walk that `visit` called [`Next::Done`].
pub(crate) fn walk<P, K, C, L>(
    from: P,
    most: usize,
    carried: C,
    links: impl Fn(P) -> L,
    visit: impl FnMut(&[P], C) -> Next<C>,
) -> Option<Vec<P>>
where
    P: Copy,
    K: PartialEq,
    C: Copy,
    L: IntoIterator<Item = (P, K)>,
{
    let mut walk = Walk { most, links, visit, places: Vec::new(), used: Vec::new() };
    walk.go(from, carried).then_some(walk.places)
}

struct Walk<P, K, F, V> {
    most: usize,
    links: F,
    visit: V,
    places: Vec<P>,
    used: Vec<K>,
}

impl<P: Copy, K: PartialEq, F, V> Walk<P, K, F, V> {
    fn go<C, L>(&mut self, here: P, carried: C) -> bool
    where
        C: Copy,
        L: IntoIterator<Item = (P, K)>,
        F: Fn(P) -> L,
        V: FnMut(&[P], C) -> Next<C>,
    {
        if self.places.len() == self.most {
            return false;
        }
        for (next, key) in (self.links)(here) {
            if self.used.contains(&key) {
                continue;
            }
            self.places.push(next);
            self.used.push(key);
            let done = match (self.visit)(&self.places, carried) {
                Next::Back => false,
                Next::On(carried) => self.go(next, carried),
                Next::Done => true,
            };
            if done {
                return true;
            }
            self.places.pop();
            self.used.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Lines between places: for each place, where its lines lead and their numbers.
    fn links(places: usize, lines: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
        let mut links = vec![Vec::new(); places];
        for (number, &(one, other)) in lines.iter().enumerate() {
            links[one].push((other, number));
            links[other].push((one, number));
        }
        links
    }

    /// Ends of walks of exactly `steps` lines, written plainly.
    fn plain(lines: &[(usize, usize)], at: usize, steps: usize, used: &BTreeSet<usize>) -> BTreeSet<usize> {
        if steps == 0 {
            return BTreeSet::from([at]);
        }
        let mut ends = BTreeSet::new();
        for (number, &(one, other)) in lines.iter().enumerate() {
            let mut used = used.clone();
            let touches = one == at || other == at;
            if touches && used.insert(number) {
                let next = if one == at { other } else { one };
                ends.extend(plain(lines, next, steps - 1, &used));
            }
        }
        ends
    }

    proptest! {
        #[test]
        fn ends_are_those_of_a_plain_walk(
            lines in prop::collection::vec((0usize..7, 0usize..7), 0..12),
            from in 0usize..7,
            steps in 1usize..6,
        ) {
            let links = links(7, &lines);
            let mut ends = BTreeSet::new();
            let found = walk(from, steps, 0, |at: usize| links[at].iter().copied(), |way, carried| {
                assert_eq!(carried + 1, way.len(), "what a walk carries belongs to it");
                if way.len() == steps {
                    ends.insert(way[steps - 1]);
                }
                Next::On(way.len())
            });
            prop_assert_eq!(found, None);
            prop_assert_eq!(ends, plain(&lines, from, steps, &BTreeSet::new()));
        }
    }

    #[test]
    fn a_place_that_is_closed_is_not_crossed() {
        let links = links(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
        let ways = |at: usize| links[at].iter().copied();
        let to_two = |way: &[usize], ()| match way {
            [.., 1] => Next::Back,
            [_, 2] => Next::Done,
            _ => Next::On(()),
        };
        assert_eq!(walk(0, 2, (), ways, to_two), Some(vec![3, 2]));
    }
}
