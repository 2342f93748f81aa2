//! What is kept about people: who they are, how they prove it, what they said at tables. Plain data, the trait every store
//! fulfils, and the erasing that both engines share. What a name, a password or a scope *means* is not known here.
//!
//! No secret is ever kept: of secrets, tokens and links only the fingerprint (SHA-256) comes to a store, of passwords only
//! what a slow hash made of them; and `Debug` shows neither.

pub(crate) mod memory;

use std::fmt;

use serde_json::Value;

use crate::{StoreError, StoreFuture, StreamId};

/// What people are called that have asked to be forgotten.
pub const FORGOTTEN: &str = "a guest";

/// The last messages of a table are kept, and no more than these.
pub(crate) const MOST_MESSAGES: u64 = 500;
const LONGEST_ID: usize = 200;
const LONGEST_TEXT: usize = 4_000;

/// Somebody who is known.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// Unguessable, and the key by which seats know the person: the fingerprint of the first secret.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// The name that is this person's alone, whatever its case.
    pub claimed: Option<String>,
    /// What a slow hash made of the password.
    pub password: Option<String>,
    /// Since when, in milliseconds since 1970.
    pub created_ms: i64,
}

/// Neither the id nor the password's hash belongs into a log.
impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person").field("name", &self.name).field("claimed", &self.claimed).finish_non_exhaustive()
    }
}

/// Whose a secret is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// This person's.
    Person(Person),
    /// It was somebody's and is worth nothing any more.
    Revoked,
    /// Nothing is kept about it.
    Unknown,
}

/// A device that knows a secret of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Since when.
    pub created_ms: i64,
}

/// A token a program uses in the name of a person.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    /// Names it in lists; no secret.
    pub id: String,
    /// Fingerprint of the token.
    pub hash: String,
    /// Whose.
    pub person: String,
    /// What its person calls it.
    pub label: String,
    /// What it may do, in words with blanks between.
    pub scopes: String,
    /// Since when. The store writes it.
    pub created_ms: i64,
    /// When it was last used, roughly.
    pub used_ms: Option<i64>,
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("label", &self.label).field("scopes", &self.scopes).finish_non_exhaustive()
    }
}

/// Who may read a message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Who sits at the table.
    Seats,
    /// Whoever looks at it.
    Everyone,
}

impl Audience {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Audience::Seats => "seats",
            Audience::Everyone => "everyone",
        }
    }

    /// From a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Audience::Seats, Audience::Everyone].into_iter().find(|audience| audience.word() == word)
    }
}

/// Something said at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its number at that table, from 1. The store counts.
    pub number: u64,
    /// Where.
    pub table: StreamId,
    /// By whom.
    pub person: String,
    /// As others saw him then.
    pub name: String,
    /// What; empty when its person has asked to be forgotten.
    pub text: String,
    /// Who may read it.
    pub audience: Audience,
    /// When. The store writes it.
    pub at_ms: i64,
    /// Idempotency key: a person says something once with it at a table.
    pub key: Option<String>,
}

impl Message {
    /// Do both say the same to the same people?
    pub(crate) fn is_same(&self, other: &Message) -> bool {
        (&self.text, self.audience) == (&other.text, other.audience)
    }
}

/// Everything that is kept about one person beside seats at tables.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Belongings {
    /// Who; `None` when nothing is kept.
    pub person: Option<Person>,
    /// Devices that are logged in.
    pub devices: Vec<Device>,
    /// Tokens, the oldest first.
    pub tokens: Vec<Token>,
    /// What he said, the oldest first.
    pub messages: Vec<Message>,
}

/// Something to be changed. Each is done whole or not at all.
#[derive(Clone, PartialEq, Eq)]
pub enum Change {
    /// Keep this guest from now on, known by a secret whose fingerprint is the id. Known already: nothing.
    Meet {
        /// Fingerprint of the guest's secret.
        id: String,
        /// The name others see.
        name: String,
    },
    /// Call the person otherwise.
    Rename {
        /// Who.
        id: String,
        /// The new name.
        name: String,
    },
    /// Give the person a name for themselves alone, and a password. The device gets a new secret, and its old one is
    /// worth nothing. Somebody who had a password already changes it: then no other device, link or token is good.
    Claim {
        /// Who.
        id: String,
        /// The name.
        name: String,
        /// Hash of the password.
        password: String,
        /// Fingerprint of the device's secret until now.
        device: String,
        /// Fingerprint of its new secret.
        secret: String,
    },
    /// One more device.
    AddSecret {
        /// Who.
        id: String,
        /// Fingerprint of the secret.
        hash: String,
    },
    /// This device no more.
    DropSecret {
        /// Fingerprint of the secret.
        hash: String,
    },
    /// No device, link or token any more.
    DropAll {
        /// Who.
        id: String,
    },
    /// A token. The times in it do not matter.
    AddToken(Token),
    /// This token no more.
    DropToken {
        /// Whose.
        person: String,
        /// Which.
        id: String,
    },
    /// The token was used.
    TouchToken {
        /// Fingerprint of the token.
        hash: String,
    },
    /// A link that makes another device this person's, once. Links that are over are swept away.
    AddLink {
        /// Fingerprint of the link's secret.
        hash: String,
        /// Whose.
        id: String,
        /// How long it is good, in milliseconds.
        lasts_ms: i64,
    },
    /// Uses a link up, for a device with this secret.
    UseLink {
        /// Fingerprint of the link's secret.
        hash: String,
        /// Fingerprint of the new device's secret.
        secret: String,
    },
    /// A link by which the person's lost password can be replaced, once. Earlier ones are worth nothing.
    AddReset {
        /// Fingerprint of the link's secret.
        hash: String,
        /// Whose.
        id: String,
        /// How long it is good, in milliseconds.
        lasts_ms: i64,
    },
    /// Uses such a link up: another password, and no device, link or token but the one with this secret.
    UseReset {
        /// Fingerprint of the link's secret.
        hash: String,
        /// Hash of the new password.
        password: String,
        /// Fingerprint of the device's secret.
        secret: String,
    },
    /// Say something, once for each key. Number and time in it do not matter.
    Say(Message),
    /// Keep nothing: what he said is blanked, and in every match the seat is a guest's with a key that is nobody's.
    Forget {
        /// Who.
        id: String,
        /// The key seats get instead.
        alias: String,
    },
}

/// What became of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It was done.
    Done,
    /// There was nothing to do it to.
    Nothing,
    /// The name is somebody else's, or the key was used for another message.
    Taken,
    /// It was said, as this message.
    Said(Message),
    /// The link was good; this is whose it was.
    Welcome(Person),
}

/// Keeps people.
pub trait PeopleStore: Send + Sync {
    /// Whose the secret with this fingerprint is.
    fn holder<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Holder>;

    /// Who has claimed this name, whatever its case.
    fn claimant<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Person>>;

    /// Whose the token with this fingerprint is.
    fn bearer<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<(Person, Token)>>;

    /// Who has claimed a name that looks like this one. Of several from before looks counted: one of them.
    fn namesake<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Person>>;

    /// Is there a link with this fingerprint that is still good? Does not use it up.
    fn link<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<Person>>;

    /// The same for a link that replaces a lost password.
    fn reset<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<Person>>;

    /// Everything that is kept about a person.
    fn belongings<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Belongings>;

    /// What was said at a table after a message, the oldest first, at most so many; only what everyone may read, or all.
    fn messages<'a>(&'a self, table: &'a StreamId, after: u64, limit: u32, all: bool) -> StoreFuture<'a, Vec<Message>>;

    /// Changes something. `Ok` means: safe.
    fn change(&self, change: Change) -> StoreFuture<'_, Changed>;
}

impl Change {
    /// Refuses what no store should take.
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

/// The event without the person: whatever has his key gets the alias and is called a guest. `None`: he is not in it.
/// The names taken out are added to `names`.
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
        // Anything else that names him does it by his key.
        Value::String(text) if text == id => *text = alias.to_owned(),
        _ => {}
    }
}

/// The title of a match, in which these names stand between dashes, without them.
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
    fn a_person_is_taken_out_of_an_event_and_nobody_else() {
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
        let person = Person {
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
