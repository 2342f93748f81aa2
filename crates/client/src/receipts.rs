//! Checks receipts: was this really signed with that key?
//!
//! No I/O: the caller brings the receipt and the public key, which the server serves at `/.well-known/boxtop-keys.json`.
//! The server makes receipts in `server::signing`; `tests/receipt_vector.json` has one, for checks in other languages.

use protocol::Receipt;
use ring::digest::{SHA256, digest};
use ring::signature::{ED25519, UnparsedPublicKey};
use std::fmt::Write;

/// Is the receipt signed with the secret key that belongs to this public one? False as well if the key or the signature
/// is not hexadecimal of the right length. [`Receipt::key`] is not looked at: it only says which key to try.
pub fn signature_is_valid(receipt: &Receipt, public_hex: &str) -> bool {
    let (Some(public), Some(signature)) = (read::<32>(public_hex), read::<64>(&receipt.signature)) else {
        return false;
    };
    UnparsedPublicKey::new(&ED25519, public).verify(receipt.signed_text().as_bytes(), &signature).is_ok()
}

/// The id of a public key: the first 16 hexadecimal digits of its SHA-256. `None` if it is not a key.
///
/// ```
/// assert_eq!(boxtop_client::key_id(&"00".repeat(32)).as_deref(), Some("66687aadf862bd77"));
/// assert_eq!(boxtop_client::key_id("00"), None);
/// ```
pub fn key_id(public_hex: &str) -> Option<String> {
    let hash = digest(&SHA256, &read::<32>(public_hex)?);
    let mut id = String::with_capacity(16);
    hash.as_ref().iter().take(8).try_for_each(|byte| write!(id, "{byte:02x}")).ok()?;
    Some(id)
}

/// Reads lower-case hexadecimal digits.
fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{Ed25519KeyPair, KeyPair};
    use serde::{Deserialize, Serialize};

    /// What a check in any language must agree with.
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Vector {
        seed: String,
        public: String,
        text: String,
        receipt: Receipt,
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A receipt signed with a key that is no secret.
    fn made() -> Vector {
        let seed: [u8; 32] = std::array::from_fn(|at| at as u8);
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).expect("a key");
        let public = hex(pair.public_key().as_ref());
        let (of, opening, head) = ("k7Qw2ZtPa9c".to_owned(), "5a".repeat(32), "c3".repeat(32));
        let text = Receipt::text(&of, 12, 9, &opening, &head);
        let key = key_id(&public).expect("a key");
        let signature = hex(pair.sign(text.as_bytes()).as_ref());
        let receipt = Receipt { of, version: 12, steps: 9, opening, head, key, signature };
        Vector { seed: hex(&seed), public, text, receipt }
    }

    fn stored() -> Vector {
        serde_json::from_str(include_str!("../tests/receipt_vector.json")).expect("a vector")
    }

    #[test]
    fn the_test_vector_is_what_the_key_signs() {
        let made = made();
        let shown = serde_json::to_string_pretty(&made).expect("JSON");
        assert_eq!(made, stored(), "tests/receipt_vector.json should be\n{shown}");
        assert!(signature_is_valid(&made.receipt, &made.public));
    }

    #[test]
    fn a_receipt_with_anything_changed_is_not_valid() {
        let Vector { public, receipt, .. } = stored();
        let changes: [fn(&mut Receipt); 6] = [
            |receipt| receipt.of.push('x'),
            |receipt| receipt.version += 1,
            |receipt| receipt.steps -= 1,
            |receipt| receipt.opening = receipt.head.clone(),
            |receipt| receipt.head = receipt.opening.clone(),
            |receipt| receipt.signature = receipt.signature.replacen(['0', '1', '2', '3', '4'], "5", 1),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut changed = receipt.clone();
            change(&mut changed);
            assert_ne!(changed, receipt, "{number}");
            assert!(!signature_is_valid(&changed, &public), "{number}");
        }
    }

    #[test]
    fn another_key_or_no_key_at_all_makes_no_receipt_valid() {
        let Vector { public, receipt, .. } = stored();
        let upper = public.to_uppercase();
        for wrong in ["", "00", &"00".repeat(32), &"é".repeat(32), &upper, &format!("{public}00")] {
            assert!(!signature_is_valid(&receipt, wrong), "{wrong}");
        }
        for wrong in [String::new(), receipt.signature.to_uppercase(), receipt.signature.repeat(2), "é".repeat(64)] {
            let changed = Receipt { signature: wrong, ..receipt.clone() };
            assert!(!signature_is_valid(&changed, &public), "{}", changed.signature);
        }
        assert_eq!(key_id(&public).as_ref(), Some(&receipt.key));
        assert_eq!(key_id(&upper), None);
    }
}
