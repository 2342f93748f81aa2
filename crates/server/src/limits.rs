//! How much one person and one address may ask: a bucket of tokens each, refilled with time.
//!
//! Kept in memory and bounded: who asks for nothing for a while is forgotten. An
//! IPv6 address counts with its whole network, for everybody has many of them.

use crate::door;
use crate::guest::cookie_secret;
use crate::problem::Problem;
use crate::site::Site;
use crate::work::Cost;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// So many buckets are kept.
const MOST_BUCKETS: usize = 1 << 16;

/// How fast a bucket is refilled, and how much it holds.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rate {
    /// Requests a second, for as long as one likes.
    pub per_second: f64,
    /// Requests at once.
    pub burst: f64,
}

/// The same kind of request, by one person and from one address.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Both {
    /// For one person, known by cookie or token.
    pub person: Rate,
    /// For all people at one address.
    pub address: Rate,
}

/// All limits.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Limits {
    /// Pages, views, streams.
    pub reading: Both,
    /// Acting, throwing, whatever changes a table.
    pub moving: Both,
    /// Opening tables.
    pub opening: Both,
    /// Talking.
    pub talking: Both,
    /// Logging in, claiming, links, tokens: whatever could be guessed at.
    pub proving: Both,
    /// Work of the processor, in actions looked at: what views, odds and records cost beyond being asked for.
    pub working: Both,
    /// This machine may ask so many times as much, logging in excepted.
    pub at_home: f64,
}

impl Default for Limits {
    fn default() -> Self {
        let both = |person: (f64, f64), address: (f64, f64)| Both {
            person: Rate { per_second: person.0, burst: person.1 },
            address: Rate { per_second: address.0, burst: address.1 },
        };
        Limits {
            reading: both((20.0, 200.0), (200.0, 1000.0)),
            moving: both((10.0, 60.0), (100.0, 500.0)),
            opening: both((0.1, 20.0), (1.0, 60.0)),
            talking: both((0.5, 8.0), (5.0, 40.0)),
            proving: both((0.05, 10.0), (0.1, 30.0)),
            working: both((4_000.0, 60_000.0), (12_000.0, 120_000.0)),
            at_home: 1000.0,
        }
    }
}

/// A kind of request.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Reading,
    Moving,
    Opening,
    Talking,
    Proving,
}

impl Limits {
    fn of(&self, kind: Kind) -> Both {
        match kind {
            Kind::Reading => self.reading,
            Kind::Moving => self.moving,
            Kind::Opening => self.opening,
            Kind::Talking => self.talking,
            Kind::Proving => self.proving,
        }
    }
}

struct Bucket {
    tokens: f64,
    at: Instant,
}

/// All buckets.
#[derive(Default)]
pub(crate) struct Limiter {
    buckets: Mutex<HashMap<(Kind, u128), Bucket>>,
}

impl Limiter {
    /// Takes a token, or tells after how many seconds there will be one.
    fn take(&self, kind: Kind, who: u128, rate: Rate, now: Instant) -> Result<(), u16> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS && !buckets.contains_key(&(kind, who)) {
            // Who has waited long enough for a few tokens is as good as new.
            buckets.retain(|_, bucket| now.duration_since(bucket.at).as_secs() < 60);
            if buckets.len() >= MOST_BUCKETS {
                buckets.clear();
            }
        }
        let bucket = buckets.entry((kind, who)).or_insert(Bucket { tokens: rate.burst, at: now });
        let refilled = now.saturating_duration_since(bucket.at).as_secs_f64() * rate.per_second;
        bucket.tokens = (bucket.tokens + refilled).min(rate.burst);
        bucket.at = now;
        if bucket.tokens >= 1.0 {
            bucket.tokens -= 1.0;
            return Ok(());
        }
        let seconds = (1.0 - bucket.tokens) / rate.per_second.max(1e-6);
        Err(seconds.ceil().clamp(1.0, 3600.0) as u16)
    }

    /// One more guess at what belongs to this name, from wherever.
    pub(crate) fn guess(&self, limits: &Limits, name: &str) -> Result<(), Problem> {
        let who = number(format!("name {}", name.to_lowercase()).as_bytes());
        self.take(Kind::Proving, who, limits.proving.person, Instant::now()).map_err(Problem::too_many)
    }
}

/// Turns away who asks too much.
pub(crate) async fn check(State(site): State<Site>, request: Request, next: Next) -> Response {
    let Some(kind) = kind(request.method(), request.uri().path()) else { return next.run(request).await };
    let (limits, now) = (site.door.limits, Instant::now());
    let Both { person, address } = limits.of(kind);
    let from = door::address(site.door, request.headers(), request.extensions());
    // What comes through a proxy is never this machine, whatever address it has.
    let here = !site.door.trusted_proxy && from.is_none_or(|address| address.is_loopback());
    let factor = if here && kind != Kind::Proving { limits.at_home } else { 1.0 };
    let scaled = |rate: Rate| Rate { per_second: rate.per_second * factor, burst: rate.burst * factor };
    let mut asked = vec![(network(from), scaled(address))];
    asked.extend(identity(request.headers()).map(|who| (who, scaled(person))));
    for (who, rate) in asked {
        if let Err(seconds) = site.limiter.take(kind, who, rate, now) {
            return Problem::too_many(seconds).into_response();
        }
    }
    let mut payers = vec![(network(from), scaled(limits.working.address))];
    payers.extend(identity(request.headers()).map(|who| (who, scaled(limits.working.person))));
    if let Some(seconds) = payers.iter().filter_map(|(who, rate)| site.work.check(*who, *rate, now).err()).max() {
        return Problem::too_many(seconds).into_response();
    }
    let response = next.run(request).await;
    if let Some(cost) = response.extensions().get::<Cost>() {
        payers.iter().for_each(|(who, rate)| site.work.charge(*who, *rate, Instant::now(), *cost));
    }
    response
}

/// Where a request comes from, for whatever is counted by address.
pub(crate) struct Network(pub(crate) u128);

impl FromRequestParts<Site> for Network {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(Network(network(door::address(site.door, &parts.headers, &parts.extensions))))
    }
}

/// What kind of request this is; `None` for files, which cost nothing.
fn kind(method: &Method, path: &str) -> Option<Kind> {
    let path = path.strip_prefix("/api/v1").unwrap_or(path);
    if path.starts_with("/assets/") || path == "/favicon.ico" || path == "/healthz" {
        return None;
    }
    if method == Method::GET || method == Method::HEAD {
        return Some(Kind::Reading);
    }
    Some(match path {
        "/tables" => Kind::Opening,
        _ if path.ends_with("/chat") => Kind::Talking,
        // A branch and a rematch are tables as well.
        _ if path.starts_with("/tables/") && (path.ends_with("/continue") || path.ends_with("/rematch")) => {
            Kind::Opening
        }
        _ if path.starts_with("/tables/") => Kind::Moving,
        _ => Kind::Proving,
    })
}

/// The person, as far as that can be told without looking anything up.
fn identity(headers: &HeaderMap) -> Option<u128> {
    let token = headers.get(AUTHORIZATION).map(|token| number(token.as_bytes()));
    token.or_else(|| cookie_secret(headers).map(|secret| number(secret.reveal().as_bytes())))
}

/// The address as a number; that of an IPv6 address is its network's.
pub(crate) fn network(address: Option<IpAddr>) -> u128 {
    match address {
        None => 0,
        Some(IpAddr::V4(address)) => number(&address.octets()),
        Some(IpAddr::V6(address)) => number(&address.octets()[..8]),
    }
}

fn number(bytes: &[u8]) -> u128 {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(bytes);
    digest[..16].iter().fold(0, |number, byte| (number << 8) | u128::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_is_emptied_and_refilled() {
        let (limiter, start) = (Limiter::default(), Instant::now());
        let rate = Rate { per_second: 0.5, burst: 3.0 };
        let take = |who, after: u64| limiter.take(Kind::Moving, who, rate, start + Duration::from_secs(after));
        assert_eq!([take(1, 0), take(1, 0), take(1, 0), take(1, 0)], [Ok(()), Ok(()), Ok(()), Err(2)]);
        assert_eq!(take(2, 0), Ok(()), "somebody else has a bucket of his own");
        assert_eq!(limiter.take(Kind::Talking, 1, rate, start), Ok(()), "and so has every kind");
        assert_eq!([take(1, 1), take(1, 2), take(1, 2)], [Err(1), Ok(()), Err(2)]);
        assert_eq!([take(1, 999), take(1, 999), take(1, 999), take(1, 999)], [Ok(()), Ok(()), Ok(()), Err(2)]);
    }

    #[test]
    fn there_are_never_more_buckets_than_fit() {
        let (limiter, now) = (Limiter::default(), Instant::now());
        for who in 0..(MOST_BUCKETS as u128 + 10) {
            limiter.take(Kind::Reading, who, Rate { per_second: 1.0, burst: 1.0 }, now).unwrap();
        }
        assert!(limiter.buckets.lock().unwrap().len() <= MOST_BUCKETS);
    }

    #[test]
    fn requests_are_told_apart() {
        let kinds = [
            (Method::GET, "/tables/x", Some(Kind::Reading)),
            (Method::POST, "/tables", Some(Kind::Opening)),
            (Method::POST, "/api/v1/tables", Some(Kind::Opening)),
            (Method::POST, "/api/v1/tables/x/act", Some(Kind::Moving)),
            (Method::POST, "/api/v1/tables/x/continue", Some(Kind::Opening)),
            (Method::POST, "/tables/x/rematch", Some(Kind::Opening)),
            (Method::POST, "/tables/x/chat", Some(Kind::Talking)),
            (Method::POST, "/login", Some(Kind::Proving)),
            (Method::POST, "/link/abc", Some(Kind::Proving)),
            (Method::DELETE, "/api/v1/me/tokens/x", Some(Kind::Proving)),
            (Method::GET, "/assets/x/base.css", None),
        ];
        for (method, path, expected) in kinds {
            assert_eq!(kind(&method, path), expected, "{method} {path}");
        }
    }
}
