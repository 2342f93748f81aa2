//! People about whom something is kept: proving who one is, and what belongs to whom.
//!
//! Nothing is kept about a guest until he asks for something that needs it: a
//! name of his own, another device, a token, a word at a table.

use crate::bounded::Bounded;
use crate::door::CookieScope;
use crate::entropy;
use crate::guest::Guest;
use crate::names::{is_claimable, is_reserved, marked, tidy_name, unmarked, word_for};
use crate::problem::Problem;
use crate::secret::{self, Secret};
use argon2::password_hash::PasswordHasher;
use argon2::{Argon2, PasswordVerifier};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Belongings, Change, Changed, Clock, EventStore, Holder, Person, Token};
use tokio::sync::Semaphore;

/// A link to another device is good so long.
pub(crate) const LINK_LASTS: Duration = Duration::from_secs(10 * 60);
/// What the store said of a secret is believed so long.
const BELIEVED: Duration = Duration::from_secs(10);
/// So many secrets are remembered.
const MOST_REMEMBERED: usize = 20_000;
/// So many passwords are hashed at the same time: each takes 19 MiB.
const MOST_HASHING: usize = 2;
/// Nobody has more tokens.
const MOST_TOKENS: usize = 20;
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// What a token allows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scopes {
    /// Looking at what its person may see.
    pub(crate) read: bool,
    /// Opening tables, sitting down, acting, talking.
    pub(crate) play: bool,
}

impl Scopes {
    /// From words with blanks or commas between.
    pub(crate) fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut scopes = Scopes { read: false, play: false };
        for word in words {
            match word {
                "read" => scopes.read = true,
                // Who plays must see.
                "play" => (scopes.read, scopes.play) = (true, true),
                _ => return None,
            }
        }
        scopes.read.then_some(scopes)
    }

    /// In words.
    pub(crate) fn words(self) -> &'static str {
        if self.play { "read play" } else { "read" }
    }
}

/// What the store said of secrets and names, for a while.
struct Memory {
    holders: Bounded<String, (Instant, Holder)>,
    /// By what a name looks like: the id of who has claimed it.
    namesakes: Bounded<String, (Instant, Option<String>)>,
    /// How many changes there have been.
    changes: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { holders: Bounded::new(MOST_REMEMBERED), namesakes: Bounded::new(MOST_REMEMBERED), changes: 0 }
    }
}

impl Memory {
    /// Keeps what was read, unless something was changed meanwhile.
    fn keep(&mut self, hash: &str, holder: &Holder, changes: u64) {
        if self.changes == changes {
            self.holders.insert(hash.to_owned(), (Instant::now(), holder.clone()));
        }
    }

    fn keep_namesake(&mut self, looks: String, id: Option<String>, changes: u64) {
        if self.changes == changes {
            self.namesakes.insert(looks, (Instant::now(), id));
        }
    }

    /// Forgets the secret with this fingerprint, and all secrets of the person with this key.
    fn lose(&mut self, about: &str) {
        self.changes += 1;
        let theirs = |holder: &Holder| matches!(holder, Holder::Person(person) if person.id == about);
        self.holders.retain(|hash, (_, holder)| hash != about && !theirs(holder));
        self.namesakes.retain(|_, (_, id)| id.as_deref().is_some_and(|id| id != about));
    }
}

/// The person's key or the fingerprint of the secret that a change is about, when it changes who somebody is.
fn about(change: &Change) -> Option<String> {
    match change {
        Change::Meet { id, .. }
        | Change::Rename { id, .. }
        | Change::Claim { id, .. }
        | Change::DropAll { id }
        | Change::Forget { id, .. } => Some(id.clone()),
        Change::AddSecret { hash, .. } | Change::DropSecret { hash } => Some(hash.clone()),
        Change::UseLink { secret, .. } | Change::UseReset { secret, .. } => Some(secret.clone()),
        Change::AddToken(_)
        | Change::DropToken { .. }
        | Change::TouchToken { .. }
        | Change::AddLink { .. }
        | Change::AddReset { .. }
        | Change::Say(_) => None,
    }
}

/// All people.
pub(crate) struct People {
    store: Arc<dyn EventStore>,
    remembered: Mutex<Memory>,
    hashing: Arc<Semaphore>,
}

impl People {
    pub(crate) fn new(store: Arc<dyn EventStore>) -> Self {
        People { store, remembered: Mutex::default(), hashing: Arc::new(Semaphore::new(MOST_HASHING)) }
    }

    /// Whose the secret with this fingerprint is.
    pub(crate) async fn holder(&self, hash: &str) -> Result<Holder, Problem> {
        let changes = {
            let memory = self.memory();
            match memory.holders.get(&hash.to_owned()) {
                Some((since, holder)) if since.elapsed() < BELIEVED => return Ok(holder.clone()),
                _ => memory.changes,
            }
        };
        let holder = self.store.people().holder(hash).await?;
        self.memory().keep(hash, &holder, changes);
        Ok(holder)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something; whoever it is about is looked up anew.
    pub(crate) async fn change(&self, change: Change) -> Result<Changed, Problem> {
        let about = about(&change);
        let changed = self.store.people().change(change).await?;
        if let Some(about) = about {
            self.memory().lose(&about);
        }
        Ok(changed)
    }

    /// Keeps this guest from now on.
    pub(crate) async fn meet(&self, guest: &Guest) -> Result<(), Problem> {
        if !guest.known {
            self.change(Change::Meet { id: guest.key.clone(), name: guest.name.clone() }).await?;
        }
        Ok(())
    }

    /// Who else has claimed this name, or one that looks like it?
    async fn is_anothers(&self, name: &str, guest: &Guest) -> Result<bool, Problem> {
        let looks = store::skeleton(name);
        if guest.claimed.as_deref().is_some_and(|own| store::skeleton(own) == looks) {
            return Ok(false);
        }
        let changes = {
            let memory = self.memory();
            match memory.namesakes.get(&looks) {
                Some((since, id)) if since.elapsed() < BELIEVED => {
                    return Ok(id.as_deref().is_some_and(|id| !secret::same(id, &guest.key)));
                }
                _ => memory.changes,
            }
        };
        let id = self.store.people().namesake(name).await?.map(|person| person.id);
        let anothers = id.as_deref().is_some_and(|id| !secret::same(id, &guest.key));
        self.memory().keep_namesake(looks, id, changes);
        Ok(anothers)
    }

    /// The guest under a name that is theirs to use: whatever the cookie says, nobody goes by somebody else's name
    /// without a mark, or by a computer's.
    pub(crate) async fn honest(&self, mut guest: Guest) -> Result<Guest, Problem> {
        // Nobody can claim the name of a new guest.
        if guest.claimed.as_ref() == Some(&guest.name) || guest.name == word_for(&guest.key) {
            return Ok(guest);
        }
        let Some(plain) = unmarked(&guest.name).filter(|plain| !is_reserved(plain)) else {
            guest.name = word_for(&guest.key);
            return Ok(guest);
        };
        guest.name = if self.is_anothers(&plain, &guest).await? { marked(&plain) } else { plain };
        Ok(guest)
    }

    /// The same person under the name just typed; a blank keeps the old one. A name that
    /// somebody else has claimed is marked. A program with a token takes the name at this table only: it cannot rename
    /// its owner.
    pub(crate) async fn called(&self, mut guest: Guest, typed: Option<&str>) -> Result<Guest, Problem> {
        let Some(typed) = typed.and_then(tidy_name).filter(|typed| *typed != guest.name) else { return Ok(guest) };
        if is_reserved(&typed) {
            return Err(Problem::refused(
                "This name is reserved for computers and marked guests.",
                "Choose a name without “Computer” or “(guest)”.",
            ));
        }
        guest.name = if self.is_anothers(&typed, &guest).await? { marked(&typed) } else { typed };
        if guest.known && guest.scopes.is_none() {
            self.change(Change::Rename { id: guest.key.clone(), name: guest.name.clone() }).await?;
        }
        Ok(guest)
    }

    /// Gives this guest a name of their own; somebody who has one already changes name or password. The answer is the
    /// device's new secret.
    pub(crate) async fn claim(&self, guest: &Guest, name: &str, password: &str) -> Result<Secret, Problem> {
        let name = tidy_name(name).filter(|name| is_claimable(name)).ok_or_else(|| {
            Problem::refused(
                "This cannot be a name of one's own.",
                "Take 3 to 24 letters or digits, not beginning with “Guest” or “Computer”.",
            )
        })?;
        let password = self.new_password(password).await?;
        self.meet(guest).await?;
        let fresh = Secret::for_cookie();
        let (id, device, secret) = (guest.key.clone(), guest.device.clone(), fresh.fingerprint());
        match self.change(Change::Claim { id, name, password, device, secret }).await? {
            Changed::Done => Ok(fresh),
            Changed::Taken => Err(Problem::refused(
                "This name is somebody's already, or looks like somebody's.",
                "Choose another one.",
            )),
            _ => Err(Problem::forbidden("You are logged out.", "Open the page again and start over.")),
        }
    }

    async fn new_password(&self, password: &str) -> Result<String, Problem> {
        if !PASSWORD_LENGTH.contains(&password.chars().count()) {
            return Err(Problem::refused("A password has 8 to 200 characters.", "Four random words make a good one."));
        }
        self.hash(password.to_owned()).await
    }

    /// Whose password this link replaces, if it is still good. It stays so.
    pub(crate) async fn look_at_reset(&self, link: &str) -> Result<Person, Problem> {
        let link = Secret::sent(link).ok_or_else(no_reset)?;
        self.store.people().reset(&link.fingerprint()).await?.ok_or_else(no_reset)
    }

    /// Uses such a link up: another password, and only this device is logged in.
    pub(crate) async fn use_reset(&self, link: &str, password: &str) -> Result<(Person, Secret), Problem> {
        let person = self.look_at_reset(link).await?;
        let password = self.new_password(password).await?;
        let (link, device) = (Secret::sent(link).ok_or_else(no_reset)?, Secret::for_cookie());
        let change = Change::UseReset { hash: link.fingerprint(), password, secret: device.fingerprint() };
        let used = self.change(change).await?;
        self.memory().lose(&person.id);
        match used {
            Changed::Welcome(person) => Ok((person, device)),
            _ => Err(no_reset()),
        }
    }

    /// Is this the password of the person with this name?
    pub(crate) async fn prove(&self, name: &str, password: &str) -> Result<Person, Problem> {
        let person = match tidy_name(name) {
            Some(name) => self.store.people().claimant(&name).await?,
            None => None,
        };
        // Who asks for a name nobody has waits as long as for one that somebody has.
        let hash = person.as_ref().and_then(|person| person.password.clone()).unwrap_or_else(|| NOBODY.clone());
        let right = self.verify(password.chars().take(*PASSWORD_LENGTH.end()).collect(), hash).await?;
        person.filter(|_| right).ok_or_else(|| {
            Problem::forbidden("Name and password do not belong together.", "Look at both again; small letters count.")
        })
    }

    /// A secret by which another device is this person from now on.
    pub(crate) async fn add_device(&self, id: &str) -> Result<Secret, Problem> {
        let secret = Secret::for_cookie();
        self.change(Change::AddSecret { id: id.to_owned(), hash: secret.fingerprint() }).await?;
        Ok(secret)
    }

    /// A link that makes another device this person's, once.
    pub(crate) async fn make_link(&self, guest: &Guest) -> Result<Secret, Problem> {
        self.meet(guest).await?;
        let link = Secret::for_link();
        let lasts_ms = LINK_LASTS.as_millis() as i64;
        self.change(Change::AddLink { hash: link.fingerprint(), id: guest.key.clone(), lasts_ms }).await?;
        Ok(link)
    }

    /// Whose link this is, if it is still good. It stays so.
    pub(crate) async fn look_at_link(&self, link: &str) -> Result<Person, Problem> {
        let link = Secret::sent(link).ok_or_else(no_link)?;
        self.store.people().link(&link.fingerprint()).await?.ok_or_else(no_link)
    }

    /// Uses a link up: the person, and the secret of the new device.
    pub(crate) async fn use_link(&self, link: &str) -> Result<(Person, Secret), Problem> {
        let link = Secret::sent(link).ok_or_else(no_link)?;
        let device = Secret::for_cookie();
        let change = Change::UseLink { hash: link.fingerprint(), secret: device.fingerprint() };
        match self.change(change).await? {
            Changed::Welcome(person) => Ok((person, device)),
            _ => Err(no_link()),
        }
    }

    /// A new token: what lists show of it, and the token itself, which is never shown again.
    pub(crate) async fn make_token(
        &self,
        guest: &Guest,
        label: &str,
        scopes: Scopes,
    ) -> Result<(Token, Secret), Problem> {
        if self.belongings(&guest.key).await?.tokens.len() >= MOST_TOKENS {
            return Err(Problem::refused(format!("You have {MOST_TOKENS} tokens."), "Revoke one that is not used."));
        }
        self.meet(guest).await?;
        let secret = Secret::for_token();
        let token = Token {
            id: entropy::hex::<8>(),
            hash: secret.fingerprint(),
            person: guest.key.clone(),
            label: tidy_name(label).unwrap_or_else(|| "a token".into()),
            scopes: scopes.words().to_owned(),
            created_ms: now_ms(),
            used_ms: None,
        };
        self.change(Change::AddToken(token.clone())).await?;
        Ok((token, secret))
    }

    /// This token no more.
    pub(crate) async fn drop_token(&self, guest: &Guest, id: &str) -> Result<(), Problem> {
        let id: String = id.chars().take(64).collect();
        match self.change(Change::DropToken { person: guest.key.clone(), id }).await? {
            Changed::Nothing => Err(Problem::missing("You have no such token.", "See /me for those you have.")),
            _ => Ok(()),
        }
    }

    /// Whose this token is, and what it allows.
    pub(crate) async fn bearer(&self, token: &str, scope: CookieScope) -> Result<Guest, Problem> {
        let token = Secret::sent(token).ok_or_else(no_token)?;
        let hash = token.fingerprint();
        let (person, token) = self.store.people().bearer(&hash).await?.ok_or_else(no_token)?;
        if !secret::same(&token.hash, &hash) {
            return Err(no_token());
        }
        // A minute is exact enough for a list, and spares the disk.
        if token.used_ms.is_none_or(|used| now_ms() - used > 60_000) {
            self.change(Change::TouchToken { hash: hash.clone() }).await?;
        }
        let scopes = Scopes::parse(token.scopes.split(' ')).ok_or_else(no_token)?;
        self.honest(Guest::person(person, hash, scope).within(scopes)).await
    }

    /// Everything that is kept about a person beside seats at tables.
    pub(crate) async fn belongings(&self, id: &str) -> Result<Belongings, Problem> {
        Ok(self.store.people().belongings(id).await?)
    }

    /// Keeps nothing.
    pub(crate) async fn forget(&self, id: &str) -> Result<(), Problem> {
        let alias = format!("gone-{}", entropy::hex::<16>());
        self.change(Change::Forget { id: id.to_owned(), alias }).await.map(drop)
    }

    async fn hash(&self, password: String) -> Result<String, Problem> {
        let _turn = self.hashing.acquire().await.map_err(Problem::broken)?;
        let hashed = tokio::task::spawn_blocking(move || hashed(&password)).await.map_err(Problem::broken)?;
        hashed.map_err(Problem::broken)
    }

    async fn verify(&self, password: String, hash: String) -> Result<bool, Problem> {
        let _turn = self.hashing.acquire().await.map_err(Problem::broken)?;
        let check = move || Argon2::default().verify_password(password.as_bytes(), hash.as_str()).is_ok();
        tokio::task::spawn_blocking(check).await.map_err(Problem::broken)
    }
}

/// The hash of a password that nobody has.
static NOBODY: LazyLock<String> = LazyLock::new(|| hashed(&entropy::hex::<16>()).unwrap_or_default());

/// Argon2id with 19 MiB, two passes, one lane; the parameters stand in the hash.
fn hashed(password: &str) -> Result<String, argon2::password_hash::Error> {
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &entropy::bytes::<16>())?;
    Ok(hash.to_string())
}

fn no_link() -> Problem {
    Problem::missing("This link is used up, too old or none of ours.", "Make a new one on the device you are known at.")
}

fn no_reset() -> Problem {
    Problem::missing("This link is used up, too old or none of ours.", "Ask whoever runs this server for a new one.")
}

/// A token that is worth nothing.
pub(crate) fn no_token() -> Problem {
    Problem::unknown_token()
}

pub(crate) fn now_ms() -> i64 {
    Clock::system().now_ms()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_words_and_who_plays_may_look() {
        assert_eq!(Scopes::parse(["read"]).map(Scopes::words), Some("read"));
        assert_eq!(Scopes::parse(["play"]).map(Scopes::words), Some("read play"));
        assert_eq!(Scopes::parse(["read", "play"]).map(Scopes::words), Some("read play"));
        assert_eq!(Scopes::parse(["admin"]), None);
        assert_eq!(Scopes::parse([]), None);
    }
}
