//! Who is asking: a guest with a secret in a cookie.
//!
//! The secret is 128 random bits and never leaves the cookie; everyone else knows
//! the person by a fingerprint of it. The name is what the person last called
//! himself, or a word drawn from the fingerprint.

use crate::entropy;
use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponseParts, ResponseParts};
use std::convert::Infallible;

const SECRET: &str = "boxtop_guest";
const NAME: &str = "boxtop_name";
const YEAR: u32 = 365 * 24 * 60 * 60;
const LONGEST_NAME: usize = 24;

/// The person asking.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    /// Fingerprint of the secret.
    pub(crate) key: String,
    /// The name others see.
    pub(crate) name: String,
    /// The secret, when it was made for this very request.
    fresh: Option<String>,
}

impl Guest {
    /// Reads the cookies; makes a secret when there is none.
    pub(crate) fn read(headers: &HeaderMap) -> Self {
        let known = cookie(headers, SECRET).filter(|secret| is_secret(secret)).map(str::to_owned);
        let fresh = known.is_none().then(entropy::hex::<16>);
        let secret = known.as_ref().or(fresh.as_ref()).map_or("", String::as_str);
        let key = table::fingerprint(secret.as_bytes());
        let said = cookie(headers, NAME).and_then(table::unhex).and_then(|bytes| String::from_utf8(bytes).ok());
        let name = said.as_deref().and_then(tidy_name).unwrap_or_else(|| word_for(&key));
        Guest { key, name, fresh }
    }

    /// The same person under the name just typed; a blank keeps the old one.
    pub(crate) fn called(mut self, typed: Option<&str>) -> Self {
        if let Some(name) = typed.and_then(tidy_name) {
            self.name = name;
        }
        self
    }

    /// As a cookie that remembers the name.
    pub(crate) fn name_cookie(&self) -> HeaderValue {
        set(NAME, &table::hex(self.name.as_bytes()))
    }

    /// As cookies to send back: the secret, when it is new.
    pub(crate) fn cookie(&self) -> Option<HeaderValue> {
        self.fresh.as_ref().map(|secret| set(SECRET, secret))
    }
}

fn set(name: &str, value: &str) -> HeaderValue {
    let text = format!("{name}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax");
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

/// A name as others may see it: no control characters, one blank between words, not long.
fn tidy_name(typed: &str) -> Option<String> {
    let plain: String = typed.chars().filter(|c| !c.is_control() && !is_invisible(*c)).collect();
    let name: String = plain.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST_NAME).collect();
    (!name.is_empty()).then_some(name)
}

/// Signs that turn text around or hide in it.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// “Guest Heron”: easier to tell apart than numbers.
fn word_for(key: &str) -> String {
    const WORDS: [&str; 32] = [
        "Alder", "Badger", "Birch", "Bramble", "Cedar", "Cobalt", "Copper", "Crane", "Dapple", "Ember", "Falcon",
        "Fern", "Flint", "Hazel", "Heron", "Indigo", "Juniper", "Kestrel", "Lantern", "Linden", "Marten", "Nutmeg",
        "Otter", "Pepper", "Quill", "Rowan", "Saffron", "Sparrow", "Thistle", "Umber", "Walnut", "Wren",
    ];
    let number = table::unhex(&key[..2]).and_then(|bytes| bytes.first().copied()).unwrap_or(0);
    format!("Guest {}", WORDS[usize::from(number) % WORDS.len()])
}

impl<S: Send + Sync> FromRequestParts<S> for Guest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Guest::read(&parts.headers))
    }
}

/// Put beside a response, sends the secret when it is new.
impl IntoResponseParts for Guest {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        if let Some(cookie) = self.cookie() {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_tidied_and_never_blank() {
        assert_eq!(tidy_name("  Anna \n  Maria "), Some("Anna Maria".into()));
        assert_eq!(tidy_name("\u{202e}evil\u{200b}"), Some("evil".into()));
        assert_eq!(tidy_name(" \t "), None);
        assert_eq!(tidy_name(&"x".repeat(99)).map(|name| name.len()), Some(LONGEST_NAME));
    }

    #[test]
    fn the_same_cookie_is_the_same_person_and_a_bad_one_is_replaced() {
        let with = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::try_from(format!("a=b; {SECRET}={value}")).unwrap());
            Guest::read(&headers)
        };
        let secret = "00112233445566778899aabbccddeeff";
        assert_eq!(with(secret).key, with(secret).key);
        assert_eq!(with(secret).key, table::fingerprint(secret.as_bytes()));
        assert!(with(secret).cookie().is_none());
        let stranger = with("short");
        let cookie = stranger.cookie().unwrap();
        assert!(cookie.to_str().unwrap().contains("HttpOnly; SameSite=Lax"));
        assert!(stranger.name.starts_with("Guest "));
    }
}
