//! Receipts: what the server signs about a match, so that it cannot change the match later.
//!
//! Every acknowledged command returns one. A device keeps them and compares them with the record; `docs/fair-dice.md`
//! says what they prove.

use serde::{Deserialize, Serialize};

/// The server's signed word on a match as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Receipt {
    /// The match's id.
    #[serde(rename = "match")]
    pub of: String,
    /// The version of the match.
    pub version: u64,
    /// The number of steps of its record.
    pub steps: u64,
    /// The head of the transcript before its first step, in hexadecimal: a hash of the opening.
    pub opening: String,
    /// The head of the transcript after its last step, in hexadecimal.
    pub head: String,
    /// The id of the key that signed.
    pub key: String,
    /// The Ed25519 signature of [`Receipt::text`], in hexadecimal.
    pub signature: String,
}

impl Receipt {
    /// The text that is signed.
    ///
    /// ```
    /// let text = boxtop_protocol::Receipt::text("m", 7, 5, "aa", "bb");
    /// assert_eq!(text, "boxtop receipt 1\nm\n7\n5\naa\nbb\n");
    /// ```
    pub fn text(of: &str, version: u64, steps: u64, opening: &str, head: &str) -> String {
        format!("boxtop receipt 1\n{of}\n{version}\n{steps}\n{opening}\n{head}\n")
    }

    /// The text that this receipt's signature is for.
    pub fn signed_text(&self) -> String {
        Receipt::text(&self.of, self.version, self.steps, &self.opening, &self.head)
    }
}

/// The body of `GET /.well-known/boxtop-keys.json`: every key that the site has ever signed with, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SigningKeys {
    /// The keys.
    pub keys: Vec<SigningKey>,
}

/// A public key for receipts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SigningKey {
    /// The first 16 hexadecimal digits of the SHA-256 of the key.
    pub id: String,
    /// The Ed25519 key, 64 hexadecimal digits.
    pub public: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When another key replaced it; absent for the one in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retired: Option<i64>,
}
