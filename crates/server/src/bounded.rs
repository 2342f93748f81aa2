//! A map of bounded size that evicts the least recently used entry.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// A map with a maximum number of entries.
pub(crate) struct Bounded<K, V> {
    most: usize,
    entries: HashMap<K, (u64, V)>,
    /// Keys in the order of their last use.
    order: BTreeMap<u64, K>,
    uses: u64,
}

impl<K: Clone + Eq + Hash, V> Bounded<K, V> {
    pub(crate) fn new(most: usize) -> Self {
        Bounded { most: most.max(1), entries: HashMap::new(), order: BTreeMap::new(), uses: 0 }
    }

    /// The entry of this key, created if there is none. It counts as used.
    pub(crate) fn entry(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        if self.entries.len() >= self.most && !self.entries.contains_key(&key) {
            self.evict();
        }
        self.uses += 1;
        let uses = self.uses;
        self.order.insert(uses, key.clone());
        let (used, value) = self.entries.entry(key).or_insert_with(|| (uses, make()));
        if *used != uses {
            self.order.remove(used);
            *used = uses;
        }
        value
    }

    /// Stores the value. It counts as used.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.remove(&key);
        self.entry(key, || value);
    }

    fn remove(&mut self, key: &K) {
        if let Some((used, _)) = self.entries.remove(key) {
            self.order.remove(&used);
        }
    }

    /// The value of this key. It does not count as used.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key).map(|(_, value)| value)
    }

    /// Keeps only the entries that fit.
    pub(crate) fn retain(&mut self, fits: impl Fn(&K, &V) -> bool) {
        let order = &mut self.order;
        self.entries.retain(|key, (used, value)| {
            let kept = fits(key, value);
            if !kept {
                order.remove(used);
            }
            kept
        });
    }

    fn evict(&mut self) {
        if let Some((_, key)) = self.order.pop_first() {
            self.entries.remove(&key);
        }
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        assert_eq!(self.entries.len(), self.order.len(), "every entry is in the order once");
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_entry_is_evicted() {
        let mut map = Bounded::new(3);
        for key in ["a", "b", "c", "a"] {
            *map.entry(key, || 0) += 1;
        }
        map.entry("d", || 9);
        assert_eq!([map.get(&"a"), map.get(&"b"), map.get(&"c"), map.get(&"d")], [Some(&2), None, Some(&1), Some(&9)]);
        map.insert("c", 7);
        map.insert("e", 8);
        assert_eq!([map.get(&"a"), map.get(&"c"), map.get(&"e")], [None, Some(&7), Some(&8)]);
        map.retain(|key, _| *key != "c");
        assert_eq!((map.get(&"c"), map.len()), (None, 2));
    }
}
