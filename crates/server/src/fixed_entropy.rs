//! Reproducible matches for tests: ids, sides, seeds and nonces follow from a text.
//!
//! This exists only in builds with the feature `fixed-entropy` and debug assertions, so that no release build has it,
//! and works only if the environment variable `BOXTOP_FIXED_ENTROPY` is set. Seeds and nonces follow from the match's
//! id, and ids from the number of matches opened before: unrelated requests change no dice. The computers' choices follow
//! from the id, too. A server that starts again on the same data needs another text, because ids start again.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The environment variable with the text.
const VARIABLE: &str = "BOXTOP_FIXED_ENTROPY";

/// Bytes that follow from a text.
pub(crate) struct FixedEntropy {
    text: String,
    /// How often each purpose has been asked for.
    counters: Mutex<HashMap<String, u64>>,
}

/// The fixed entropy of this process, if the environment asks for it.
pub(crate) fn of_process() -> Option<&'static FixedEntropy> {
    static OF_PROCESS: LazyLock<Option<FixedEntropy>> =
        LazyLock::new(|| std::env::var(VARIABLE).ok().filter(|text| !text.is_empty()).map(FixedEntropy::new));
    OF_PROCESS.as_ref()
}

/// Warns if the dice of this process are predictable.
pub(crate) fn warn() {
    if of_process().is_some() {
        tracing::warn!("THE DICE ARE PREDICTABLE: {VARIABLE} is set. This is for tests only.");
    }
}

impl FixedEntropy {
    fn new(text: String) -> Self {
        FixedEntropy { text, counters: Mutex::default() }
    }

    /// The next bytes for this purpose.
    pub(crate) fn next<const N: usize>(&self, purpose: &str) -> [u8; N] {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let counter = counters.entry(purpose.to_owned()).or_default();
        *counter += 1;
        self.of(purpose, &counter.to_string())
    }

    /// The bytes for this purpose and this subject: always the same.
    pub(crate) fn of<const N: usize>(&self, purpose: &str, subject: &str) -> [u8; N] {
        let parts = [self.text.as_str(), purpose, subject];
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        let hash: [u8; 32] = hash.finalize().into();
        std::array::from_fn(|at| hash[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> FixedEntropy {
        FixedEntropy::new(text.to_owned())
    }

    #[test]
    fn the_same_text_gives_the_same_bytes_and_another_text_gives_others() {
        let first: [u8; 32] = fixed("a").next("Id");
        assert_eq!(first, fixed("a").next("Id"));
        assert_ne!(first, fixed("b").next("Id"));
        assert_eq!(fixed("a").of::<32>("Seed", "x"), fixed("a").of("Seed", "x"));
        assert_ne!(fixed("a").of::<32>("Seed", "x"), fixed("a").of("Seed", "y"));
    }

    #[test]
    fn each_purpose_has_its_own_counter() {
        let (one, two) = (fixed("a"), fixed("a"));
        let ids: [[u8; 11]; 2] = [one.next("Id"), one.next("Id")];
        assert_ne!(ids[0], ids[1]);
        assert_eq!(two.next::<11>("Id"), ids[0]);
        two.next::<1>("Side");
        assert_eq!(two.next::<11>("Id"), ids[1], "a side between two ids changes no id");
    }
}
