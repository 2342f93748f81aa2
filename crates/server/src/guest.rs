//! The sender of a request: a guest with a secret in a cookie, or a program with a token.
//!
//! The secret is 128 random bits and never leaves the cookie. Seats store a key, the fingerprint of the first secret, so
//! guests can play without anything else being stored about them. [`crate::accounts`] has those with an account.

use crate::accounts::Scopes;
use crate::moderation;
use crate::names::{tidy_name, word_for};
use crate::problem::Problem;
use crate::secret::Secret;
use crate::settings::CookieScope;
use crate::site::Site;
use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{AppendHeaders, IntoResponseParts, ResponseParts};
use std::convert::Infallible;
use std::fmt;
use store::{Account, SecretOwner};

const SECRET: &str = "boxtop_guest";
const NAME: &str = "boxtop_name";
const YEAR: u32 = 365 * 24 * 60 * 60;

/// The sender of a request.
#[derive(Clone)]
pub(crate) struct Guest {
    /// Identifies the person at tables. It is never sent to anyone.
    pub(crate) key: String,
    /// The name that others see.
    pub(crate) name: String,
    /// The name they have claimed.
    pub(crate) claimed: Option<String>,
    /// Is something stored about them?
    pub(crate) known: bool,
    /// Fingerprint of this device's secret.
    pub(crate) device: String,
    /// What the token allows; `None` for a person with a cookie.
    pub(crate) scopes: Option<Scopes>,
    /// The host has banned them: they can only read.
    pub(crate) banned: bool,
    /// The secret, if it was created for this request.
    fresh: Option<Secret>,
    /// Where cookies are valid.
    scope: CookieScope,
    /// The browser has old cookies without the prefix.
    outdated: bool,
}

/// Leaves out key and secret, which must not be logged.
impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guest").field("name", &self.name).field("known", &self.known).finish_non_exhaustive()
    }
}

impl Guest {
    /// Reads the cookies; creates a secret if there is no valid one.
    async fn read(site: &Site, headers: &HeaderMap) -> Result<Self, Problem> {
        let scope = CookieScope::of(site.settings, headers);
        let outdated = scope.secure && cookie(headers, SECRET).is_some();
        let mut guest = Guest::found(site, headers, scope).await?;
        if outdated && guest.fresh.is_none() && cookie(headers, &format!("{}{SECRET}", scope.prefix())).is_none() {
            guest.fresh = cookie_secret(headers);
        }
        guest.outdated = outdated;
        site.accounts.with_allowed_name(guest).await
    }

    async fn found(site: &Site, headers: &HeaderMap, scope: CookieScope) -> Result<Self, Problem> {
        if let Some(secret) = cookie_secret(headers) {
            let device = secret.fingerprint();
            match site.accounts.holder(&device).await? {
                SecretOwner::Account(person) => return Ok(Guest::person(person, device, scope)),
                SecretOwner::Unknown => return Ok(Guest::stranger(device, headers, None, scope)),
                SecretOwner::Revoked => {}
            }
        }
        Ok(Guest::new_here(headers, scope))
    }

    /// A stored person.
    pub(crate) fn person(person: Account, device: String, scope: CookieScope) -> Self {
        let Account { id: key, name, claimed, .. } = person;
        let (known, scopes, banned, fresh, outdated) = (true, None, false, None, false);
        Guest { key, name, claimed, known, device, scopes, banned, fresh, scope, outdated }
    }

    /// A new visitor, with a new secret.
    pub(crate) fn new_here(headers: &HeaderMap, scope: CookieScope) -> Self {
        let secret = Secret::for_cookie();
        Guest::stranger(secret.fingerprint(), headers, Some(secret), scope)
    }

    fn stranger(key: String, headers: &HeaderMap, fresh: Option<Secret>, scope: CookieScope) -> Self {
        let said = either(headers, NAME).and_then(table::unhex).and_then(|bytes| String::from_utf8(bytes).ok());
        let name = said.as_deref().and_then(tidy_name).unwrap_or_else(|| word_for(&key));
        let device = key.clone();
        let (claimed, known, scopes, banned, outdated) = (None, false, None, false, false);
        Guest { device, key, name, claimed, known, scopes, banned, fresh, scope, outdated }
    }

    /// The same person, limited to the scopes of a token.
    pub(crate) fn within(self, scopes: Scopes) -> Self {
        Guest { scopes: Some(scopes), ..self }
    }

    /// The key by which they count as present. A banned person counts as absent from their seats.
    pub(crate) fn present_key(&self) -> String {
        if self.banned { format!("banned {}", self.key) } else { self.key.clone() }
    }

    /// Where cookies are valid.
    pub(crate) fn cookie_scope(&self) -> CookieScope {
        self.scope
    }

    /// The same person on a device with this new secret.
    pub(crate) fn with_secret(mut self, secret: Secret) -> Self {
        self.device = secret.fingerprint();
        self.fresh = Some(secret);
        self
    }

    /// The cookies to send: the secret, if it is new, and the name.
    pub(crate) fn cookies(&self) -> AppendHeaders<Vec<(HeaderName, HeaderValue)>> {
        let name = (self.scopes.is_none()).then(|| set(NAME, &table::hex(self.name.as_bytes()), YEAR, self.scope));
        AppendHeaders(self.secret_cookies().into_iter().chain(name).map(|cookie| (SET_COOKIE, cookie)).collect())
    }

    /// The cookie with a new secret, and the deletion of old cookies without the prefix.
    fn secret_cookies(&self) -> Vec<HeaderValue> {
        let fresh = self.fresh.as_ref().map(|secret| set(SECRET, secret.reveal(), YEAR, self.scope));
        let old = self.outdated.then(|| [SECRET, NAME].map(|name| written(name, "", 0, self.scope)));
        fresh.into_iter().chain(old.into_iter().flatten()).collect()
    }
}

/// Deletes the cookies.
pub(crate) fn clear_cookies(scope: CookieScope) -> AppendHeaders<Vec<(HeaderName, HeaderValue)>> {
    let old = scope.secure.then(|| [SECRET, NAME].map(|name| written(name, "", 0, scope)));
    let all = [SECRET, NAME].map(|name| set(name, "", 0, scope)).into_iter().chain(old.into_iter().flatten());
    AppendHeaders(all.map(|cookie| (SET_COOKIE, cookie)).collect())
}

/// The secret in the cookie, if there is one of the right form.
pub(crate) fn cookie_secret(headers: &HeaderMap) -> Option<Secret> {
    either(headers, SECRET).filter(|text| is_secret(text)).and_then(Secret::sent)
}

/// A cookie with any prefix, or without one.
fn either<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    ["__Host-", "__Secure-", ""].iter().find_map(|prefix| cookie(headers, &format!("{prefix}{name}")))
}

/// A cookie with its prefix.
fn set(name: &str, value: &str, seconds: u32, scope: CookieScope) -> HeaderValue {
    written(&format!("{}{name}", scope.prefix()), value, seconds, scope)
}

fn written(name: &str, value: &str, seconds: u32, scope: CookieScope) -> HeaderValue {
    let (path, secure) = (scope.path(), if scope.secure { "; Secure" } else { "" });
    let text = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

fn is_secret(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl FromRequestParts<Site> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Problem> {
        let guest = Guest::read(site, &parts.headers).await?;
        moderation::admitted(site, guest, parts).await
    }
}

/// Adds the cookie with a new secret to a response.
impl IntoResponseParts for Guest {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        for cookie in self.secret_cookies() {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use store::{Change, EventStore, Memory};

    const COOKIE_SECRET: &str = "00112233445566778899aabbccddeeff";

    async fn with(site: &Site, value: &str) -> Guest {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::try_from(format!("a=b; {SECRET}={value}")).unwrap());
        Guest::read(site, &headers).await.unwrap()
    }

    #[tokio::test]
    async fn the_same_cookie_is_the_same_person_and_a_bad_one_is_replaced() {
        let site = Site::new(Arc::new(Memory::new()));
        let guest = with(&site, COOKIE_SECRET).await;
        assert_eq!(guest.key, table::fingerprint(COOKIE_SECRET.as_bytes()), "the key never changes");
        assert!(guest.secret_cookies().is_empty());
        let stranger = with(&site, "short").await;
        let cookie = stranger.secret_cookies().remove(0);
        assert!(cookie.to_str().unwrap().ends_with("HttpOnly; SameSite=Lax"));
        assert!(stranger.name.starts_with("Guest "));
        let shown = format!("{stranger:?} {guest:?}");
        assert!(!shown.contains(&guest.key[..8]) && !shown.contains(&stranger.key[..8]), "{shown}");
    }

    #[tokio::test]
    async fn a_guest_who_is_stored_keeps_their_key_and_a_revoked_secret_makes_a_stranger() {
        let store = Arc::new(Memory::new());
        let site = Site::new(store.clone());
        let guest = with(&site, COOKIE_SECRET).await;
        site.accounts.change(Change::Meet { id: guest.key.clone(), name: "Anna".into() }).await.unwrap();
        let known = with(&site, COOKIE_SECRET).await;
        assert_eq!((&known.key, known.name.as_str(), known.known), (&guest.key, "Anna", true));
        site.accounts.change(Change::DropAll { id: guest.key.clone() }).await.unwrap();
        let stranger = with(&site, COOKIE_SECRET).await;
        assert_ne!(stranger.key, guest.key);
        assert_eq!(stranger.secret_cookies().len(), 1);
        store.close().await.unwrap();
    }
}
