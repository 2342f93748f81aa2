//! The one place where this crate asks the system for random bytes.

use rand::TryRng;
use rand::rngs::SysRng;

/// Fresh random bytes from the system.
///
/// # Panics
/// When the system has none: then no secret may be made, and the request fails.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// As many fresh random bytes, in hexadecimal.
pub(crate) fn hex<const N: usize>() -> String {
    table::hex(&bytes::<N>())
}
