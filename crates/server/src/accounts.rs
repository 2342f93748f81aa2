//! Accounts: login, names, devices, tokens and stored data.
//!
//! Nothing is stored about a guest until they do something that needs it: claim a name, link a device, create a token,
//! write a chat message.

use crate::bounded::Bounded;
use crate::entropy;
use crate::guest::Guest;
use crate::names::{is_claimable, is_reserved, marked, tidy_name, unmarked, word_for};
use crate::problem::Problem;
use crate::secret::{self, Secret};
use crate::settings::CookieScope;
use argon2::password_hash::PasswordHasher;
use argon2::{Argon2, PasswordVerifier};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Account, AccountData, Change, Changed, Clock, EventStore, PuzzleResult, SecretOwner, Token};
use tokio::sync::Semaphore;

/// Lifetime of a device link.
pub(crate) const LINK_LASTS: Duration = Duration::from_secs(10 * 60);
/// Lifetime of cached answers of the store.
const CACHE_LIFETIME: Duration = Duration::from_secs(10);
/// Maximum number of cached secrets, and of cached names.
const MOST_CACHED: usize = 20_000;
/// Maximum number of passwords hashed at the same time: each takes 19 MiB.
const MOST_HASHING: usize = 2;
/// Maximum number of tokens for one person.
const MOST_TOKENS: usize = 20;
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// What a token allows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scopes {
    /// Reading what the owner can see.
    pub(crate) read: bool,
    /// Opening tables, taking seats, acting, chatting.
    pub(crate) play: bool,
}

impl Scopes {
    /// From the words `read` and `play`; `None` for any other word.
    pub(crate) fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut scopes = Scopes { read: false, play: false };
        for word in words {
            match word {
                "read" => scopes.read = true,
                // Playing includes reading.
                "play" => (scopes.read, scopes.play) = (true, true),
                _ => return None,
            }
        }
        scopes.read.then_some(scopes)
    }

    /// As stored and shown.
    pub(crate) fn words(self) -> &'static str {
        if self.play { "read play" } else { "read" }
    }
}

/// Cached answers of the store about secrets and names.
struct Memory {
    holders: Bounded<String, (Instant, SecretOwner)>,
    /// By skeleton of a name: the id of the person who has claimed it.
    namesakes: Bounded<String, (Instant, Option<String>)>,
    /// The number of changes so far.
    changes: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { holders: Bounded::new(MOST_CACHED), namesakes: Bounded::new(MOST_CACHED), changes: 0 }
    }
}

impl Memory {
    /// Caches an answer, unless something has changed since it was asked for.
    fn keep(&mut self, hash: &str, holder: &SecretOwner, changes: u64) {
        if self.changes == changes {
            self.holders.insert(hash.to_owned(), (Instant::now(), holder.clone()));
        }
    }

    fn keep_namesake(&mut self, looks: String, id: Option<String>, changes: u64) {
        if self.changes == changes {
            self.namesakes.insert(looks, (Instant::now(), id));
        }
    }

    /// Drops the secret with this fingerprint, and all secrets of the person with this key.
    fn invalidate(&mut self, about: &str) {
        self.changes += 1;
        let theirs = |holder: &SecretOwner| matches!(holder, SecretOwner::Account(person) if person.id == about);
        self.holders.retain(|hash, (_, holder)| hash != about && !theirs(holder));
        self.namesakes.retain(|_, (_, id)| id.as_deref().is_some_and(|id| id != about));
    }
}

/// What to drop from the cache after a change: a person's key or the fingerprint of a secret.
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
        | Change::Say(_)
        | Change::Puzzle(_)
        | Change::Report(_)
        | Change::Moderate(_)
        | Change::FirstKey(_)
        | Change::KeepAnalysis(_)
        | Change::Upload(_) => None,
    }
}

/// All accounts.
pub(crate) struct Accounts {
    store: Arc<dyn EventStore>,
    remembered: Mutex<Memory>,
    hashing: Arc<Semaphore>,
}

impl Accounts {
    pub(crate) fn new(store: Arc<dyn EventStore>) -> Self {
        Accounts { store, remembered: Mutex::default(), hashing: Arc::new(Semaphore::new(MOST_HASHING)) }
    }

    /// The owner of the secret with this fingerprint.
    pub(crate) async fn holder(&self, hash: &str) -> Result<SecretOwner, Problem> {
        let changes = {
            let memory = self.memory();
            match memory.holders.get(&hash.to_owned()) {
                Some((since, holder)) if since.elapsed() < CACHE_LIFETIME => return Ok(holder.clone()),
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

    /// Makes a change, and drops the cached answers about that person.
    pub(crate) async fn change(&self, change: Change) -> Result<Changed, Problem> {
        let about = about(&change);
        let changed = self.store.people().change(change).await?;
        if let Some(about) = about {
            self.memory().invalidate(&about);
        }
        Ok(changed)
    }

    /// Stores this guest, if they are not stored yet.
    pub(crate) async fn meet(&self, guest: &Guest) -> Result<(), Problem> {
        if !guest.known {
            self.change(Change::Meet { id: guest.key.clone(), name: guest.name.clone() }).await?;
        }
        Ok(())
    }

    /// Has somebody else claimed this name, or one that looks like it?
    async fn is_claimed_by_another(&self, name: &str, guest: &Guest) -> Result<bool, Problem> {
        let looks = store::skeleton(name);
        if guest.claimed.as_deref().is_some_and(|own| store::skeleton(own) == looks) {
            return Ok(false);
        }
        let changes = {
            let memory = self.memory();
            match memory.namesakes.get(&looks) {
                Some((since, id)) if since.elapsed() < CACHE_LIFETIME => {
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

    /// The guest with a name they may use. Whatever the cookie says, a name that somebody else has claimed gets the guest
    /// suffix, and reserved names are replaced.
    pub(crate) async fn with_allowed_name(&self, mut guest: Guest) -> Result<Guest, Problem> {
        // Default names of guests cannot be claimed.
        if guest.claimed.as_ref() == Some(&guest.name) || guest.name == word_for(&guest.key) {
            return Ok(guest);
        }
        let Some(plain) = unmarked(&guest.name).filter(|plain| !is_reserved(plain)) else {
            guest.name = word_for(&guest.key);
            return Ok(guest);
        };
        guest.name = if self.is_claimed_by_another(&plain, &guest).await? { marked(&plain) } else { plain };
        Ok(guest)
    }

    /// Changes the guest's name to what was typed; an empty text keeps the old one. A name that somebody else has claimed
    /// gets the guest suffix. A program with a token uses the name at this table only: it cannot rename its owner.
    pub(crate) async fn called(&self, mut guest: Guest, typed: Option<&str>) -> Result<Guest, Problem> {
        let Some(typed) = typed.and_then(tidy_name).filter(|typed| *typed != guest.name) else { return Ok(guest) };
        if is_reserved(&typed) {
            return Err(Problem::refused("This name is reserved.", "Choose a name without “Computer” or “(guest)”."));
        }
        guest.name = if self.is_claimed_by_another(&typed, &guest).await? { marked(&typed) } else { typed };
        if guest.known && guest.scopes.is_none() {
            self.change(Change::Rename { id: guest.key.clone(), name: guest.name.clone() }).await?;
        }
        Ok(guest)
    }

    /// Claims a name for this guest, or changes their name or password. Returns the device's new secret.
    pub(crate) async fn claim(&self, guest: &Guest, name: &str, password: &str) -> Result<Secret, Problem> {
        let name = tidy_name(name).filter(|name| is_claimable(name)).ok_or_else(|| {
            Problem::refused(
                "This name cannot be claimed.",
                "Use 3 to 24 letters or digits; do not begin with “Guest” or “Computer”.",
            )
        })?;
        let password = self.new_password(password).await?;
        self.meet(guest).await?;
        let fresh = Secret::for_cookie();
        let (id, device, secret) = (guest.key.clone(), guest.device.clone(), fresh.fingerprint());
        match self.change(Change::Claim { id, name, password, device, secret }).await? {
            Changed::Done => Ok(fresh),
            Changed::Taken => {
                Err(Problem::refused("This name is taken, or looks like one that is.", "Choose another name."))
            }
            _ => Err(Problem::forbidden("You are logged out.", "Open the page again and start over.")),
        }
    }

    async fn new_password(&self, password: &str) -> Result<String, Problem> {
        if !PASSWORD_LENGTH.contains(&password.chars().count()) {
            return Err(Problem::refused(
                "A password needs 8 to 200 characters.",
                "Four random words make a good one.",
            ));
        }
        self.hash(password.to_owned()).await
    }

    /// The person whose password this link resets. Does not use the link.
    pub(crate) async fn look_at_reset(&self, link: &str) -> Result<Account, Problem> {
        let link = Secret::sent(link).ok_or_else(no_reset)?;
        self.store.people().reset(&link.fingerprint()).await?.ok_or_else(no_reset)
    }

    /// Uses a reset link: sets the password, and logs in only this device.
    pub(crate) async fn use_reset(&self, link: &str, password: &str) -> Result<(Account, Secret), Problem> {
        let person = self.look_at_reset(link).await?;
        let password = self.new_password(password).await?;
        let (link, device) = (Secret::sent(link).ok_or_else(no_reset)?, Secret::for_cookie());
        let change = Change::UseReset { hash: link.fingerprint(), password, secret: device.fingerprint() };
        let used = self.change(change).await?;
        self.memory().invalidate(&person.id);
        match used {
            Changed::Welcome(person) => Ok((person, device)),
            _ => Err(no_reset()),
        }
    }

    /// The person with this name and password.
    pub(crate) async fn prove(&self, name: &str, password: &str) -> Result<Account, Problem> {
        let person = match tidy_name(name) {
            Some(name) => self.store.people().claimant(&name).await?,
            None => None,
        };
        // An unknown name takes as long as a known one.
        let hash = person.as_ref().and_then(|person| person.password.clone()).unwrap_or_else(|| NOBODY.clone());
        let right = self.verify(password.chars().take(*PASSWORD_LENGTH.end()).collect(), hash).await?;
        person
            .filter(|_| right)
            .ok_or_else(|| Problem::forbidden("Wrong name or password.", "Check both; passwords are case-sensitive."))
    }

    /// A new secret for another device of this person.
    pub(crate) async fn add_device(&self, id: &str) -> Result<Secret, Problem> {
        let secret = Secret::for_cookie();
        self.change(Change::AddSecret { id: id.to_owned(), hash: secret.fingerprint() }).await?;
        Ok(secret)
    }

    /// A link that logs in another device, once.
    pub(crate) async fn make_link(&self, guest: &Guest) -> Result<Secret, Problem> {
        self.meet(guest).await?;
        let link = Secret::for_link();
        let lasts_ms = LINK_LASTS.as_millis() as i64;
        self.change(Change::AddLink { hash: link.fingerprint(), id: guest.key.clone(), lasts_ms }).await?;
        Ok(link)
    }

    /// The person whose link this is. Does not use the link.
    pub(crate) async fn look_at_link(&self, link: &str) -> Result<Account, Problem> {
        let link = Secret::sent(link).ok_or_else(no_link)?;
        self.store.people().link(&link.fingerprint()).await?.ok_or_else(no_link)
    }

    /// Uses a link: the person, and the secret of the new device.
    pub(crate) async fn use_link(&self, link: &str) -> Result<(Account, Secret), Problem> {
        let link = Secret::sent(link).ok_or_else(no_link)?;
        let device = Secret::for_cookie();
        let change = Change::UseLink { hash: link.fingerprint(), secret: device.fingerprint() };
        match self.change(change).await? {
            Changed::Welcome(person) => Ok((person, device)),
            _ => Err(no_link()),
        }
    }

    /// A new token: its entry in lists, and the token itself, which is shown only once.
    pub(crate) async fn make_token(
        &self,
        guest: &Guest,
        label: &str,
        scopes: Scopes,
    ) -> Result<(Token, Secret), Problem> {
        if self.account_data(&guest.key).await?.tokens.len() >= MOST_TOKENS {
            return Err(Problem::refused(
                format!("You have {MOST_TOKENS} tokens, the maximum."),
                "Revoke one that you don't use.",
            ));
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

    /// Revokes a token.
    pub(crate) async fn drop_token(&self, guest: &Guest, id: &str) -> Result<(), Problem> {
        let id: String = id.chars().take(64).collect();
        match self.change(Change::DropToken { person: guest.key.clone(), id }).await? {
            Changed::Nothing => Err(Problem::missing("You have no such token.", "See your tokens on /me.")),
            _ => Ok(()),
        }
    }

    /// The owner of this token, limited to its scopes.
    pub(crate) async fn bearer(&self, token: &str, scope: CookieScope) -> Result<Guest, Problem> {
        let token = Secret::sent(token).ok_or_else(no_token)?;
        let hash = token.fingerprint();
        let (person, token) = self.store.people().bearer(&hash).await?.ok_or_else(no_token)?;
        if !secret::same(&token.hash, &hash) {
            return Err(no_token());
        }
        // Precise to a minute, to save writes.
        if token.used_ms.is_none_or(|used| now_ms() - used > 60_000) {
            self.change(Change::TouchToken { hash: hash.clone() }).await?;
        }
        let scopes = Scopes::parse(token.scopes.split(' ')).ok_or_else(no_token)?;
        self.with_allowed_name(Guest::person(person, hash, scope).within(scopes)).await
    }

    /// Everything stored about a person, except their seats at tables.
    pub(crate) async fn account_data(&self, id: &str) -> Result<AccountData, Problem> {
        Ok(self.store.people().account_data(id).await?)
    }

    /// What a person made of puzzles, the oldest first.
    pub(crate) async fn puzzle_results(&self, id: &str) -> Result<Vec<PuzzleResult>, Problem> {
        Ok(self.store.people().puzzle_results(id).await?)
    }

    /// Deletes everything about a person.
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

/// Argon2id with 19 MiB, two passes, one lane; the parameters are in the hash.
fn hashed(password: &str) -> Result<String, argon2::password_hash::Error> {
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &entropy::bytes::<16>())?;
    Ok(hash.to_string())
}

fn no_link() -> Problem {
    Problem::missing(
        "This link was used, has expired or is wrong.",
        "Make a new one on a device where you are logged in.",
    )
}

fn no_reset() -> Problem {
    Problem::missing("This link was used, has expired or is wrong.", "Ask the operator of this server for a new one.")
}

/// The problem of an unknown token.
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
    fn scopes_are_words_and_playing_includes_reading() {
        assert_eq!(Scopes::parse(["read"]).map(Scopes::words), Some("read"));
        assert_eq!(Scopes::parse(["play"]).map(Scopes::words), Some("read play"));
        assert_eq!(Scopes::parse(["read", "play"]).map(Scopes::words), Some("read play"));
        assert_eq!(Scopes::parse(["admin"]), None);
        assert_eq!(Scopes::parse([]), None);
    }
}
