//! Random bytes from the system. No other module asks for them.
//!
//! Bytes that decide a match can be fixed in tests: see `fixed_entropy`. Secrets of people never are.

use rand::TryRng;
use rand::rngs::SysRng;

/// Fresh random bytes from the system.
///
/// # Panics
/// If the system has none: no secret can be created then, and the request fails.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// Fresh random bytes in hexadecimal.
pub(crate) fn hex<const N: usize>() -> String {
    table::hex(&bytes::<N>())
}

/// What random bytes decide about a match that is not open yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum NewMatch {
    /// Its id.
    Id,
    /// The side of a player who chose none.
    Side,
}

/// What random bytes decide about a match that has an id.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum OfMatch {
    /// The secret seed of its dice.
    Seed,
    /// The nonce of a person who takes a seat without one.
    SeatNonce,
}

/// Random bytes for a match that is not open yet.
pub(crate) fn for_new_match<const N: usize>(decides: NewMatch) -> [u8; N] {
    #[cfg(all(feature = "fixed-entropy", debug_assertions))]
    if let Some(fixed) = crate::fixed_entropy::of_process() {
        return fixed.next(&format!("{decides:?}"));
    }
    let _ = decides;
    bytes()
}

/// Random bytes for the match with this id.
pub(crate) fn for_match<const N: usize>(decides: OfMatch, id: &str) -> [u8; N] {
    #[cfg(all(feature = "fixed-entropy", debug_assertions))]
    if let Some(fixed) = crate::fixed_entropy::of_process() {
        return fixed.of(&format!("{decides:?}"), id);
    }
    let _ = (decides, id);
    bytes()
}
