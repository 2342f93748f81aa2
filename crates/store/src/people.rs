//! Accounts: names, secrets, tokens, links and chat messages. Plain data, the trait that every store implements, and the
//! erasing that all stores share. The meaning of names, passwords and scopes is not known here.
//!
//! No secret is stored: secrets, tokens and links only as fingerprints (SHA-256), passwords only as slow hashes; and
//! `Debug` shows neither.

pub(crate) mod memory;

use std::fmt;

use serde_json::Value;

use crate::{KeptAnalysis, Moderation, Report, SiteKey, StoreError, StoreFuture, StreamId, UploadedRecord, Version};

/// The name of deleted people.
pub const FORGOTTEN: &str = "a guest";

/// Maximum number of messages kept at a table; the oldest are dropped.
pub(crate) const MOST_MESSAGES: u64 = 500;
const LONGEST_ID: usize = 200;
const LONGEST_TEXT: usize = 4_000;

/// A person with an account.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// The person's key at seats, which cannot be guessed: the fingerprint of the first secret.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// The name that the person has claimed, regardless of case.
    pub claimed: Option<String>,
    /// The hash of the password.
    pub password: Option<String>,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: i64,
}

/// Leaves out id and password hash, which must not be logged.
impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").field("name", &self.name).field("claimed", &self.claimed).finish_non_exhaustive()
    }
}

/// The owner of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretOwner {
    /// This person's.
    Account(Account),
    /// It was revoked.
    Revoked,
    /// Nothing is stored about it.
    Unknown,
}

/// A device that is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// When it was added, in milliseconds since 1970.
    pub created_ms: i64,
}

/// A token with which a program acts for a person.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    /// Identifies it in lists; not secret.
    pub id: String,
    /// Fingerprint of the token.
    pub hash: String,
    /// The id of its owner.
    pub person: String,
    /// The owner's name for it.
    pub label: String,
    /// Its scopes, separated by spaces.
    pub scopes: String,
    /// When it was created. The store sets it.
    pub created_ms: i64,
    /// When it was last used, to the minute.
    pub used_ms: Option<i64>,
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("label", &self.label).field("scopes", &self.scopes).finish_non_exhaustive()
    }
}

/// Who can read a message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The players at the table.
    Seats,
    /// Spectators as well.
    Everyone,
}

impl Audience {
    /// The stored word.
    pub fn word(self) -> &'static str {
        match self {
            Audience::Seats => "seats",
            Audience::Everyone => "everyone",
        }
    }

    /// Reads the stored word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Audience::Seats, Audience::Everyone].into_iter().find(|audience| audience.word() == word)
    }
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its number at the table, from 1. The store sets it.
    pub number: u64,
    /// The table.
    pub table: StreamId,
    /// The id of the sender.
    pub person: String,
    /// The name of the sender at that time.
    pub name: String,
    /// The text; empty if the sender was deleted.
    pub text: String,
    /// Who can read it.
    pub audience: Audience,
    /// When it was sent. The store sets it.
    pub at_ms: i64,
    /// Idempotency key: unique for a person at a table.
    pub key: Option<String>,
    /// The host removed its text.
    pub removed: bool,
}

impl Message {
    /// Do both have the same text and audience? The text of a removed message is not known any more.
    pub(crate) fn is_same(&self, other: &Message) -> bool {
        (&self.text, self.audience) == (&other.text, other.audience) || self.removed
    }
}

/// What a person made of a puzzle. The first outcome counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleResult {
    /// The person's id.
    pub person: String,
    /// The game's slug.
    pub game: String,
    /// The puzzle's id.
    pub puzzle: String,
    /// Was it solved? If not, the solution was looked up.
    pub solved: bool,
    /// When. The store sets it.
    pub at_ms: i64,
}

/// Everything stored about one person, except seats at tables.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AccountData {
    /// The person; `None` if nothing is stored.
    pub person: Option<Account>,
    /// Devices that are logged in.
    pub devices: Vec<Device>,
    /// Tokens, the oldest first.
    pub tokens: Vec<Token>,
    /// Messages, the oldest first.
    pub messages: Vec<Message>,
    /// Results of puzzles, the oldest first.
    pub puzzles: Vec<PuzzleResult>,
}

/// A change. Each is atomic.
#[derive(Clone, PartialEq, Eq)]
pub enum Change {
    /// Stores a guest, whose secret has the id as its fingerprint. No effect if they are stored already.
    Meet {
        /// Fingerprint of the guest's secret.
        id: String,
        /// The name that others see.
        name: String,
    },
    /// Changes the name.
    Rename {
        /// The person's id.
        id: String,
        /// The new name.
        name: String,
    },
    /// Claims a name and sets a password. The device gets a new secret, and its old one is revoked. If there was a password
    /// before, all other devices, links and tokens are revoked.
    Claim {
        /// The person's id.
        id: String,
        /// The name.
        name: String,
        /// Hash of the password.
        password: String,
        /// Fingerprint of the device's current secret.
        device: String,
        /// Fingerprint of its new secret.
        secret: String,
    },
    /// Adds a device.
    AddSecret {
        /// The person's id.
        id: String,
        /// Fingerprint of the secret.
        hash: String,
    },
    /// Logs out a device.
    DropSecret {
        /// Fingerprint of the secret.
        hash: String,
    },
    /// Revokes all devices, links and tokens.
    DropAll {
        /// The person's id.
        id: String,
    },
    /// Adds a token. Its times are ignored.
    AddToken(Token),
    /// Revokes a token.
    DropToken {
        /// The id of its owner.
        person: String,
        /// The token's id.
        id: String,
    },
    /// Records that a token was used.
    TouchToken {
        /// Fingerprint of the token.
        hash: String,
    },
    /// Adds a link that logs in another device, once. Expired links are removed.
    AddLink {
        /// Fingerprint of the link's secret.
        hash: String,
        /// The person's id.
        id: String,
        /// Its lifetime in milliseconds.
        lasts_ms: i64,
    },
    /// Uses a link, for a device with this secret.
    UseLink {
        /// Fingerprint of the link's secret.
        hash: String,
        /// Fingerprint of the new device's secret.
        secret: String,
    },
    /// Adds a link that resets the password, once. Earlier ones are revoked.
    AddReset {
        /// Fingerprint of the link's secret.
        hash: String,
        /// The person's id.
        id: String,
        /// Its lifetime in milliseconds.
        lasts_ms: i64,
    },
    /// Uses a reset link: sets the password, and revokes all devices, links and tokens except the device with this secret.
    UseReset {
        /// Fingerprint of the link's secret.
        hash: String,
        /// Hash of the new password.
        password: String,
        /// Fingerprint of the device's secret.
        secret: String,
    },
    /// Sends a message, once for each key. Its number and time are ignored.
    Say(Message),
    /// Stores what a stored person made of a puzzle, unless there is a result already. Its time is ignored.
    Puzzle(PuzzleResult),
    /// Sends a report. Its number, time and state are ignored.
    Report(Report),
    /// An action of the host, with its entry in the audit log.
    Moderate(Box<Moderation>),
    /// Stores a key that signs receipts, if none is in use. Its times are ignored.
    FirstKey(SiteKey),
    /// Keeps a finished analysis, unless there is one with the same key. The oldest ones go if there are too many.
    KeepAnalysis(Box<KeptAnalysis>),
    /// Keeps an uploaded record for some days, from now on. The oldest ones go if there are too many.
    Upload(Box<UploadedRecord>),
    /// Deletes a person: messages are emptied, and seats in all matches get a new key and the name of a guest.
    Forget {
        /// The person's id.
        id: String,
        /// The new key of the seats.
        alias: String,
    },
}

/// The result of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It was done.
    Done,
    /// There was nothing to change.
    Nothing,
    /// The name is taken, or the key was used for another message.
    Taken,
    /// The message as stored.
    Said(Message),
    /// The report is stored, under this number.
    Reported(u64),
    /// There are too many open reports.
    TooMany,
    /// The match has another version than expected: this one.
    Outdated(Version),
    /// The link was valid; this is its owner.
    Welcome(Account),
}

/// Stores accounts.
pub trait AccountStore: Send + Sync {
    /// The owner of the secret with this fingerprint.
    fn holder<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, SecretOwner>;

    /// The person who has claimed this name, regardless of case.
    fn claimant<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Account>>;

    /// The token with this fingerprint, and its owner.
    fn bearer<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<(Account, Token)>>;

    /// A person who has claimed a name that looks like this one. Old stores may have several.
    fn namesake<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Account>>;

    /// The owner of a valid link with this fingerprint. Does not use it.
    fn link<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<Account>>;

    /// The same for a link that resets the password.
    fn reset<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<Account>>;

    /// Everything stored about a person.
    fn account_data<'a>(&'a self, id: &'a str) -> StoreFuture<'a, AccountData>;

    /// What a person made of puzzles, the oldest first.
    fn puzzle_results<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Vec<PuzzleResult>>;

    /// Messages of a table after a number, the oldest first, up to a limit: all of them, or only those for everyone.
    fn messages<'a>(&'a self, table: &'a StreamId, after: u64, limit: u32, all: bool) -> StoreFuture<'a, Vec<Message>>;

    /// Makes a change. `Ok` means that it is durable.
    fn change(&self, change: Change) -> StoreFuture<'_, Changed>;
}

impl Change {
    /// Checks ids and texts.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let (ids, texts): (Vec<&str>, Vec<&str>) = match self {
            Change::Meet { id, name } | Change::Rename { id, name } => (vec![id], vec![name]),
            Change::Claim { id, name, password, device, secret } => (vec![id, device, secret], vec![name, password]),
            Change::AddSecret { id, hash } => (vec![id, hash], vec![]),
            Change::AddLink { id, hash, .. } | Change::AddReset { id, hash, .. } => (vec![id, hash], vec![]),
            Change::UseReset { hash, password, secret } => (vec![hash, secret], vec![password]),
            Change::DropSecret { hash } | Change::TouchToken { hash } => (vec![hash], vec![]),
            Change::DropAll { id } => (vec![id], vec![]),
            Change::AddToken(token) => (vec![&token.id, &token.hash, &token.person], vec![&token.label, &token.scopes]),
            Change::DropToken { person, id } => (vec![person, id], vec![]),
            Change::UseLink { hash, secret } => (vec![hash, secret], vec![]),
            Change::Say(message) => (vec![&message.person], vec![&message.name, &message.text]),
            Change::Puzzle(result) => (vec![&result.person, &result.game, &result.puzzle], vec![]),
            Change::Report(report) => (vec![&report.person], vec![&report.reason]),
            Change::Moderate(moderation) => {
                let (mut ids, texts) = moderation.action.parts();
                ids.push(&moderation.actor);
                (ids, texts)
            }
            Change::FirstKey(key) => (key.parts(), vec![]),
            Change::KeepAnalysis(analysis) => {
                analysis.check()?;
                (vec![&analysis.key.fingerprint], vec![])
            }
            Change::Upload(uploaded) => {
                uploaded.check()?;
                (vec![&uploaded.id], vec![])
            }
            Change::Forget { id, alias } => (vec![id, alias], vec![]),
        };
        let fits = |text: &str, longest| text.len() <= longest && !text.contains('\0');
        let good = ids.iter().all(|id| !id.is_empty() && fits(id, LONGEST_ID));
        if good && texts.iter().all(|text| fits(text, LONGEST_TEXT)) {
            return Ok(());
        }
        Err(StoreError::BadRequest(format!(
            "ids have 1 to {LONGEST_ID} bytes, texts at most {LONGEST_TEXT}, without NUL"
        )))
    }
}

/// The event without the person: objects with their key get the alias and the name of a guest. `None` if they are not in it.
/// The removed names are added to `names`.
pub(crate) fn without(body: &str, id: &str, alias: &str, names: &mut Vec<String>) -> Option<String> {
    if !body.contains(id) {
        return None;
    }
    let mut event: Value = serde_json::from_str(body).ok()?;
    erase(&mut event, id, alias, names);
    serde_json::to_string(&event).ok()
}

fn erase(value: &mut Value, id: &str, alias: &str, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if fields.get("key").and_then(Value::as_str) == Some(id) {
                fields.insert("key".into(), alias.into());
                if let Some(Value::String(name)) = fields.insert("name".into(), FORGOTTEN.into()) {
                    names.push(name);
                }
            }
            fields.values_mut().for_each(|field| erase(field, id, alias, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| erase(item, id, alias, names)),
        // Anything else refers to the person by key.
        Value::String(text) if text == id => *text = alias.to_owned(),
        _ => {}
    }
}

/// The title of a match, with these names, which are between dashes, replaced.
pub(crate) fn retitled(title: &str, names: &[String]) -> String {
    let part = |part: &str| match names.iter().find_map(|name| part.strip_prefix(name.as_str())) {
        Some(rest) if rest.is_empty() || rest.starts_with(',') => format!("{FORGOTTEN}{rest}"),
        _ => part.to_owned(),
    };
    title.split(" – ").map(part).collect::<Vec<_>>().join(" – ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_person_is_removed_from_an_event() {
        let body = r#"{"event":"opened","seats":[{"kind":"person","key":"aa11","name":"Ann"},{"kind":"person","key":"bb22","name":"Ann B"}]}"#;
        let mut names = Vec::new();
        let left = without(body, "aa11", "gone-1", &mut names).expect("she is in it");
        assert_eq!(left, body.replace("aa11", "gone-1").replace(r#""Ann""#, r#""a guest""#));
        assert_eq!(names, ["Ann"]);
        assert_eq!(without(body, "cc33", "gone-1", &mut names), None);
        assert_eq!(retitled("Ann – Ann B", &names), "a guest – Ann B");
        assert_eq!(retitled("Ann, all on one screen", &names), "a guest, all on one screen");
    }

    #[test]
    fn no_secret_is_shown() {
        let person = Account {
            id: "0123abcd".into(),
            name: "Ann".into(),
            claimed: None,
            password: Some("$argon2id$x".into()),
            created_ms: 1,
        };
        let shown = format!("{person:?}");
        assert!(!shown.contains("0123abcd") && !shown.contains("argon2"), "{shown}");
    }
}
