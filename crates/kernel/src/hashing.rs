//! Hashing of positions for transposition tables.

use std::hash::Hasher;

/// Mixes 64-bit words into one hash, for [`crate::Evaluate::hash_key`].
///
/// ```
/// use boxtop_kernel::Mixer;
///
/// let hash = |words: &[u64]| {
///     let mut mixer = Mixer::default();
///     words.iter().for_each(|word| mixer.mix(*word));
///     mixer.word()
/// };
/// assert_eq!(hash(&[1, 2]), hash(&[1, 2]));
/// assert_ne!(hash(&[1, 2]), hash(&[2, 1]));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Mixer(u64);

impl Default for Mixer {
    #[inline]
    fn default() -> Self {
        Mixer(0x9E37_79B9_7F4A_7C15)
    }
}

impl Mixer {
    /// Mixes in another word.
    #[inline]
    pub fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word).wrapping_mul(0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9);
        self.0 = (product ^ product >> 64) as u64;
        self.0 = self.0.rotate_left(23).wrapping_add(0xA24B_AED4_963E_E407);
    }

    /// The hash.
    #[inline]
    pub fn word(self) -> u64 {
        self.0
    }
}

/// Hashes a state to the same word on 32-bit and 64-bit machines.
impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    fn finish(&self) -> u64 {
        self.word()
    }
}
