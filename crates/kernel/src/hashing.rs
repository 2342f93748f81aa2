//! Hashing of positions for transposition tables.

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
