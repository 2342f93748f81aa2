//! Hash chains: a secret committed to at once and revealed link by link.
//!
//! Link [`LENGTH`] is the secret, and each link is the SHA-256 of the one after it. Link 0 is the *anchor*, which is
//! published first. A link proves that its owner knew it when they published the anchor, and says nothing about later
//! links. Servers and devices make their parts of fair dice with these chains; secrets come from the caller.
//!
//! ```
//! use boxtop_chain::{Chain, Link};
//!
//! let chain = Chain::new(Link::new([7; 32]));
//! let (anchor, third) = (chain.anchor(), chain.link(3));
//! assert_eq!(third.back(3), anchor);
//! assert_eq!(Link::read(&third.to_string()), Some(third));
//! ```

#![forbid(unsafe_code)]

use sha2::{Digest, Sha256};
use std::fmt;

/// Number of links after the anchor.
pub const LENGTH: u64 = 4096;

/// Every link with a number that this divides is kept, so that a link costs at most as many hashes.
const KEPT: u64 = 64;

/// One link of a chain: 32 bytes, written as 64 hexadecimal digits.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Link([u8; 32]);

impl Link {
    /// The link with these bytes.
    pub fn new(bytes: [u8; 32]) -> Link {
        Link(bytes)
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Reads 64 lower-case hexadecimal digits.
    pub fn read(text: &str) -> Option<Link> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; 32];
        if text.len() != 64 {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Link(bytes))
    }

    /// The link this many places before this one.
    #[must_use]
    pub fn back(self, places: u64) -> Link {
        (0..places).fold(self, |link, _| Link(Sha256::digest(link.0).into()))
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Shows nothing: a link may be secret.
impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Link")
    }
}

/// A whole chain, for the one who knows its secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Chain {
    /// Links 0, 64, 128 and so on, up to the secret.
    kept: Vec<Link>,
}

impl Chain {
    /// The chain with this secret. Takes [`LENGTH`] hashes.
    pub fn new(secret: Link) -> Chain {
        let mut kept = vec![secret];
        for _ in 0..LENGTH / KEPT {
            kept.extend(kept.last().map(|link| link.back(KEPT)));
        }
        kept.reverse();
        Chain { kept }
    }

    /// Link 0, which is published first.
    pub fn anchor(&self) -> Link {
        self.link(0)
    }

    /// The link with this number; the last one if the chain is used up.
    pub fn link(&self, number: u64) -> Link {
        let number = number.min(LENGTH);
        let after = number.div_ceil(KEPT);
        self.kept[after as usize].back(after * KEPT - number)
    }
}

/// Shows nothing: it is secret.
impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chain")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_is_the_hash_of_the_next() {
        let secret = Link::new([9; 32]);
        let chain = Chain::new(secret);
        let mut link = secret;
        for number in (0..LENGTH).rev() {
            link = link.back(1);
            if number % 31 == 0 || number < 130 {
                assert_eq!(chain.link(number), link, "{number}");
            }
        }
        assert_eq!(chain.link(LENGTH), secret);
        assert_eq!(chain.link(LENGTH + 9), secret, "a chain that is used up repeats its last link");
    }

    #[test]
    fn a_link_is_64_lower_case_digits() {
        let text = "0f".repeat(32);
        assert_eq!(Link::read(&text).unwrap().to_string(), text);
        for wrong in ["", "0f", &"0F".repeat(32), &"0g".repeat(32), &"é".repeat(32), &"0f".repeat(33)] {
            assert_eq!(Link::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn debug_output_has_no_secret() {
        assert_eq!(format!("{:?} {:?}", Link::new([1; 32]), Chain::new(Link::new([1; 32]))), "Link Chain");
    }
}
