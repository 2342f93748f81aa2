//! Secrets: shown once, and stored only as fingerprints.

use crate::entropy;
use std::fmt;

/// A secret of one person. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// 128 random bits, for a cookie.
    pub(crate) fn for_cookie() -> Self {
        Secret(entropy::hex::<16>())
    }

    /// 256 random bits, for a link.
    pub(crate) fn for_link() -> Self {
        Secret(entropy::hex::<32>())
    }

    /// 256 random bits with a prefix that secret scanners recognise.
    pub(crate) fn for_token() -> Self {
        Secret(format!("boxtop_{}", entropy::hex::<32>()))
    }

    /// A secret from a request; `None` if it does not have the form of ours.
    pub(crate) fn sent(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        ((32..=80).contains(&text.len()) && text.bytes().all(plain)).then(|| Secret(text.to_owned()))
    }

    /// The hash that is stored.
    pub(crate) fn fingerprint(&self) -> String {
        table::fingerprint(self.0.as_bytes())
    }

    /// The secret itself, for its owner.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A new secret for a password reset link, and its fingerprint for the store.
pub fn reset_link() -> (String, String) {
    let secret = Secret::for_link();
    (secret.0.clone(), secret.fingerprint())
}

/// Compares fingerprints in constant time.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).fold(0, |found, (a, b)| std::hint::black_box(found | (a ^ b)));
    one.len() == other.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_long_and_not_shown_by_debug() {
        for secret in [Secret::for_cookie(), Secret::for_link(), Secret::for_token()] {
            assert_eq!(Secret::sent(secret.reveal()).as_ref(), Some(&secret));
            assert!(!format!("{secret:?}").contains(&secret.reveal()[8..]));
            assert_eq!(secret.fingerprint().len(), 64);
        }
        assert_ne!(Secret::for_cookie(), Secret::for_cookie());
        assert_eq!(Secret::sent("short"), None);
        assert_eq!(Secret::sent(&"é".repeat(20)), None);
    }

    #[test]
    fn fingerprints_are_compared() {
        assert!(same("abcd", "abcd") && same("", ""));
        assert!(!same("abcd", "abce") && !same("xbcd", "abcd") && !same("abc", "abcd") && !same("", "a"));
    }
}
