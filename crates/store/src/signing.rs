//! The keys with which a site signs receipts. One is in use at a time; the public keys of earlier ones are kept for ever,
//! so that what they signed can be checked. The secret of a key that is retired is erased.
//!
//! Keys come from the caller, as text: the store does not know how they sign.

use std::fmt;

/// A key that signs receipts.
#[derive(Clone, PartialEq, Eq)]
pub struct SiteKey {
    /// Its id, which receipts name.
    pub id: String,
    /// The public key.
    pub public: String,
    /// The secret key; `None` once the key is retired.
    pub secret: Option<String>,
    /// When it was stored, in milliseconds since 1970. The store sets it.
    pub created_ms: i64,
    /// When another key replaced it; `None` for the one in use. The store sets it.
    pub retired_ms: Option<i64>,
}

impl SiteKey {
    /// A new key.
    pub fn new(id: String, public: String, secret: String) -> Self {
        SiteKey { id, public, secret: Some(secret), created_ms: 0, retired_ms: None }
    }

    /// Is it the one in use?
    pub fn is_in_use(&self) -> bool {
        self.retired_ms.is_none()
    }

    /// Texts to be checked.
    pub(crate) fn parts(&self) -> Vec<&str> {
        // A key without a secret would sign nothing: the empty text is refused.
        vec![&self.id, &self.public, self.secret.as_deref().unwrap_or_default()]
    }
}

/// Leaves out the secret.
impl fmt::Debug for SiteKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SiteKey");
        shown.field("id", &self.id).field("created_ms", &self.created_ms).field("retired_ms", &self.retired_ms);
        shown.finish_non_exhaustive()
    }
}

/// The keys of a store in memory, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct SiteKeys(Vec<SiteKey>);

impl SiteKeys {
    /// The one in use first, then the last retired.
    pub(crate) fn all(&self) -> Vec<SiteKey> {
        self.0.iter().rev().cloned().collect()
    }

    /// Stores a key if none is in use.
    pub(crate) fn add_first(&mut self, key: SiteKey, now_ms: i64) -> bool {
        let missing = !self.0.iter().any(SiteKey::is_in_use);
        if missing {
            self.0.push(SiteKey { created_ms: now_ms, retired_ms: None, ..key });
        }
        missing
    }

    /// Retires the key in use, erases its secret and stores another one.
    pub(crate) fn rotate(&mut self, key: &SiteKey, now_ms: i64) -> bool {
        if self.0.iter().any(|known| known.id == key.id) {
            return false;
        }
        for old in self.0.iter_mut().filter(|old| old.is_in_use()) {
            (old.secret, old.retired_ms) = (None, Some(now_ms));
        }
        self.add_first(key.clone(), now_ms)
    }
}
