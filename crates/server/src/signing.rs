//! The site's signing key: it signs receipts, so that the site cannot deny later what it said about a match.
//!
//! The keys are in the store, where all nodes find the same ones. The first node that finds none in use stores one.
//! `boxtop admin rotate-key` replaces it; as with everything the host does, nodes notice by the audit log
//! (`moderation`), within about a second and without a statement in a request. Signing itself does no I/O.
//!
//! The text that is signed is [`Receipt::text`]; `client::signature_is_valid` checks a receipt.

use std::sync::{Arc, PoisonError, RwLock};

use crate::entropy;
use protocol::{Receipt, SigningKey, SigningKeys};
use ring::signature::{Ed25519KeyPair, KeyPair};
use store::{Change, EventStore, SiteKey, StoreError};

/// Number of hexadecimal digits of a key's id.
const ID_LENGTH: usize = 16;

/// A new key for receipts, of random bits from the system.
///
/// # Panics
/// If the system has no random bytes.
pub fn new_signing_key() -> SiteKey {
    let seed = entropy::bytes();
    let pair = pair_of(&seed);
    let public = pair.public_key().as_ref();
    SiteKey::new(table::fingerprint(public)[..ID_LENGTH].to_owned(), table::hex(public), table::hex(&seed))
}

fn pair_of(seed: &[u8; 32]) -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(seed).expect("every seed of 32 bytes makes a key")
}

/// Reads hexadecimal digits.
fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != 2 * N || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}

/// A key that is ready to sign.
struct Signer {
    key: SiteKey,
    pair: Ed25519KeyPair,
}

impl Signer {
    /// `None` if the key has no secret, or one that does not belong to its public key.
    fn new(key: &SiteKey) -> Option<Self> {
        let pair = pair_of(&read(key.secret.as_deref()?)?);
        (table::hex(pair.public_key().as_ref()) == key.public).then(|| Signer { key: key.clone(), pair })
    }
}

/// The keys as they were read last.
struct Known {
    signer: Arc<Signer>,
    published: Arc<SigningKeys>,
}

impl Known {
    /// The signer's key is published in any case, also if it could not be stored.
    fn new(signer: Arc<Signer>, keys: &[SiteKey]) -> Self {
        let own = keys.iter().all(|key| key.id != signer.key.id).then_some(&signer.key);
        let published = Arc::new(SigningKeys { keys: own.into_iter().chain(keys).map(published).collect() });
        Known { signer, published }
    }
}

fn published(key: &SiteKey) -> SigningKey {
    let SiteKey { id, public, created_ms, retired_ms, .. } = key;
    SigningKey { id: id.clone(), public: public.clone(), created: *created_ms, retired: *retired_ms }
}

/// Signs receipts.
pub(crate) struct Signing {
    known: RwLock<Known>,
}

impl Default for Signing {
    /// With a new key, which becomes the site's if the store has none. Where the store may only be read, it signs as long
    /// as the process runs.
    fn default() -> Self {
        let signer = Signer::new(&new_signing_key()).expect("a new key can sign");
        Signing { known: RwLock::new(Known::new(Arc::new(signer), &[])) }
    }
}

impl Signing {
    /// The receipt for a match: its id, its version, the number of its steps, and the heads of its transcript before the
    /// first step and after the last one.
    pub(crate) fn receipt(&self, of: &str, version: u64, steps: u64, opening: &str, head: &str) -> Receipt {
        let signer = self.signer();
        let signature = signer.pair.sign(Receipt::text(of, version, steps, opening, head).as_bytes());
        Receipt {
            of: of.to_owned(),
            version,
            steps,
            opening: opening.to_owned(),
            head: head.to_owned(),
            key: signer.key.id.clone(),
            signature: table::hex(signature.as_ref()),
        }
    }

    /// All public keys, the one in use first.
    pub(crate) fn published(&self) -> Arc<SigningKeys> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).published.clone()
    }

    /// Reads the keys. If none is in use, the key of this process becomes the first one, unless another node was faster.
    pub(crate) async fn follow(&self, store: &dyn EventStore) -> Result<(), StoreError> {
        let mut keys = store.moderation().signing_keys().await?;
        if !keys.iter().any(SiteKey::is_in_use) {
            match store.people().change(Change::FirstKey(self.signer().key.clone())).await {
                Ok(_) => keys = store.moderation().signing_keys().await?,
                Err(error @ StoreError::ReadOnly { .. }) => {
                    tracing::warn!(%error, "the key that signs receipts could not be stored");
                }
                Err(error) => return Err(error),
            }
        }
        self.know(&keys);
        Ok(())
    }

    fn know(&self, keys: &[SiteKey]) {
        let in_use = keys.iter().find(|key| key.is_in_use());
        let signer = in_use.and_then(Signer::new).map(Arc::new);
        if let (Some(key), None) = (in_use, &signer) {
            tracing::error!(
                key = key.id,
                "the key that signs receipts is damaged; replace it by boxtop admin rotate-key"
            );
        }
        let known = Known::new(signer.unwrap_or_else(|| self.signer()), keys);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
    }

    fn signer(&self) -> Arc<Signer> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).signer.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ED25519, UnparsedPublicKey};
    use store::{HostAction, Memory, Moderation};

    fn is_signed(receipt: &Receipt, key: &SigningKey) -> bool {
        let (public, signature) = (read::<32>(&key.public).unwrap(), read::<64>(&receipt.signature).unwrap());
        let valid = UnparsedPublicKey::new(&ED25519, public).verify(receipt.signed_text().as_bytes(), &signature);
        valid.is_ok() && receipt.key == key.id
    }

    fn receipt(signing: &Signing) -> Receipt {
        signing.receipt("m", 7, 5, "aa", "bb")
    }

    async fn rotate(store: &Memory) -> SiteKey {
        let key = new_signing_key();
        let moderation = Moderation { actor: "Eve".into(), action: HostAction::RotateKey(key.clone()) };
        store::AccountStore::change(store, Change::Moderate(Box::new(moderation))).await.unwrap();
        key
    }

    #[tokio::test]
    async fn nodes_sign_with_the_one_key_of_their_store() {
        let store = Memory::new();
        let (here, there) = (Signing::default(), Signing::default());
        here.follow(&store).await.unwrap();
        there.follow(&store).await.unwrap();
        assert_eq!(here.published(), there.published());
        let keys = &here.published().keys;
        assert_eq!(keys.len(), 1);
        assert!(is_signed(&receipt(&here), &keys[0]));
        assert_eq!(receipt(&here), receipt(&there));
        assert_ne!(receipt(&here).signature, here.receipt("m", 8, 5, "aa", "bb").signature);
    }

    #[tokio::test]
    async fn after_a_rotation_the_new_key_signs_and_the_old_one_is_still_published() {
        let store = Memory::new();
        let signing = Signing::default();
        signing.follow(&store).await.unwrap();
        let before = receipt(&signing);
        let new = rotate(&store).await;
        assert_eq!(receipt(&signing), before, "nothing is read while signing");
        signing.follow(&store).await.unwrap();
        let keys = &signing.published().keys;
        assert_eq!((keys.len(), &keys[0].id), (2, &new.id));
        assert!(keys[0].retired.is_none() && keys[1].retired.is_some());
        assert!(is_signed(&receipt(&signing), &keys[0]) && is_signed(&before, &keys[1]));
    }

    /// Without a key that can sign, receipts come from a key of the process, which is published as well.
    #[tokio::test]
    async fn a_damaged_key_signs_nothing() {
        let store = Memory::new();
        let damaged = SiteKey { public: "00".repeat(32), ..new_signing_key() };
        store::AccountStore::change(&store, Change::FirstKey(damaged)).await.unwrap();
        let signing = Signing::default();
        signing.follow(&store).await.unwrap();
        let keys = &signing.published().keys;
        assert_eq!(keys.len(), 2);
        assert!(is_signed(&receipt(&signing), &keys[0]));
    }

    #[test]
    fn a_key_has_the_id_that_checks_expect_and_hides_its_secret() {
        let key = new_signing_key();
        assert_eq!(key.id, table::fingerprint(&read::<32>(&key.public).unwrap())[..16]);
        assert_ne!(key, new_signing_key());
        assert!(!format!("{key:?}").contains(&key.secret.clone().unwrap()));
        assert!(Signer::new(&key).is_some() && Signer::new(&SiteKey { secret: None, ..key }).is_none());
        assert_eq!(read::<2>("0aFf"), Some([10, 255]));
        for wrong in ["", "0a", "0g00", "+a00", "é00", "0a0b0c"] {
            assert_eq!(read::<2>(wrong), None, "{wrong}");
        }
    }
}
