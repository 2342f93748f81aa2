//! A seeded random number generator with the same output on every machine.

use rand::{Rng as _, SeedableRng, rngs::Xoshiro256PlusPlus};

/// A random number generator with guaranteed stable output (Xoshiro256++).
///
/// ```
/// use boxtop_players::Rng;
///
/// let throws = |seed| {
///     let mut rng = Rng::new(seed);
///     [(); 5].map(|()| 1 + rng.below(6))
/// };
/// assert_eq!(throws(1), throws(1));
/// assert!(throws(2).iter().all(|pips| (1..=6).contains(pips)));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator with this RNG seed.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of several independent streams of the same RNG seed.
    pub fn stream(seed: u64, stream: u64) -> Self {
        Rng::new(mix(seed ^ mix(stream.wrapping_add(0x9E37_79B9_7F4A_7C15))))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `n` (Lemire's method, with rejection); 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.0.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let skip = n.wrapping_neg() % n;
            while (product as u32) < skip {
                product = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A uniform choice from a slice; `None` if it is empty.
    #[inline]
    pub fn one<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len() as u32) as usize).copied()
    }

    /// An index chosen in proportion to its weight; `None` if all weights are 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let sum: u32 = weights.clone().sum();
        let mut left = self.below(sum);
        weights.into_iter().position(|weight| {
            let here = left < weight;
            left = left.wrapping_sub(weight);
            here
        })
    }
}

/// Mixes the bits (SplitMix64).
#[inline]
pub(crate) const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Rng::new(1);
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(50)).collect();
        assert_eq!(drawn, [40, 37, 5, 37, 9, 29, 49, 26]);
    }

    #[test]
    fn numbers_below_n_are_uniform() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 3];
        (0..30_000).for_each(|_| seen[rng.below(3) as usize] += 1);
        assert!(seen.iter().all(|&n| (9_700..10_300).contains(&n)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.one::<u8>(&[]), None);
    }

    #[test]
    fn weights_are_respected() {
        let mut rng = Rng::new(3);
        let mut seen = [0u32; 3];
        (0..40_000).for_each(|_| seen[rng.weighted([1, 0, 3].into_iter()).unwrap()] += 1);
        assert_eq!(seen[1], 0);
        assert!((9_600..10_400).contains(&seen[0]), "{seen:?}");
        assert_eq!(rng.weighted([0u32; 0].into_iter()), None);
    }
}
