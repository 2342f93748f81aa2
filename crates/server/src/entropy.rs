//! Random bytes from the system. No other module asks for them.

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
