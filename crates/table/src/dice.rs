//! Fair dice: a commitment before, a key after, and arithmetic between.
//!
//! The server draws a secret seed and publishes its SHA-256. Every seat adds a
//! nonce. Throw number `n` of a match is drawn from ChaCha20, keyed by
//! SHA-256 over a label, the seed, the match's id and all nonces, on stream `n`.
//! When the match is over the seed is revealed and anyone can check.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha20Rng;
use sha2::{Digest, Sha256};

/// What the throws of one match are drawn from.
#[derive(Clone, Debug)]
pub struct Dice {
    key: [u8; 32],
}

impl Dice {
    /// The dice of the match `id` with this seed and these nonces, in the order of the seats.
    pub fn new(seed: &[u8], id: &str, nonces: &[String]) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"boxtop dice 1");
        for part in [seed, id.as_bytes()].into_iter().chain(nonces.iter().map(String::as_bytes)) {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Dice { key: hash.finalize().into() }
    }

    /// Throw number `n`: an index into weights that sum to more than 0.
    pub fn pick(&self, n: u64, weights: &[u32]) -> Option<usize> {
        let sum: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
        if sum == 0 {
            return None;
        }
        let mut stream = ChaCha20Rng::from_seed(self.key);
        stream.set_stream(n);
        // Numbers above the last whole multiple are drawn again, so that none is favoured.
        let whole = u64::MAX - u64::MAX % sum;
        let mut drawn = loop {
            let drawn = stream.next_u64();
            if drawn < whole {
                break drawn % sum;
            }
        };
        weights.iter().position(|weight| match drawn.checked_sub(u64::from(*weight)) {
            Some(rest) => {
                drawn = rest;
                false
            }
            None => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_nonces_give_the_same_throws_for_ever() {
        let dice = Dice::new(&[7; 32], "m", &["a".into(), "b".into()]);
        let throws: Vec<_> = (0..12).map(|n| dice.pick(n, &[1; 6]).unwrap() + 1).collect();
        assert_eq!(throws, [1, 1, 3, 6, 6, 5, 3, 6, 6, 2, 4, 2], "a change here breaks every record");
    }

    #[test]
    fn every_part_counts() {
        let throws = |seed: u8, id: &str, nonce: &str| {
            let dice = Dice::new(&[seed; 32], id, &[nonce.into()]);
            (0..32).map(|n| dice.pick(n, &[1; 36]).unwrap()).collect::<Vec<_>>()
        };
        let base = throws(1, "m", "a");
        assert_ne!(base, throws(2, "m", "a"));
        assert_ne!(base, throws(1, "n", "a"));
        assert_ne!(base, throws(1, "m", "b"));
    }

    #[test]
    fn weights_are_kept() {
        let dice = Dice::new(&[1; 32], "m", &[]);
        let mut seen = [0u32; 3];
        for n in 0..6000 {
            seen[dice.pick(n, &[1, 0, 2]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((1800..2200).contains(&seen[0]), "{seen:?}");
        assert_eq!(dice.pick(0, &[0, 0]), None);
    }
}
