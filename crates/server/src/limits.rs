//! How much one person and one address may ask: a bucket of tokens each, refilled with time.
//!
//! Kept in memory and bounded: when a map is full, whoever asked longest ago is forgotten. An IPv6 address counts with
//! its networks (/64, /56, /48), for everybody has many addresses, and some have many networks; larger ones may ask more.

use crate::bounded::Bounded;
use crate::door;
use crate::guest::{Guest, cookie_secret};
use crate::names::tidy_name;
use crate::problem::Problem;
use crate::site::Site;
use crate::work::Cost;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Maximum number of buckets kept in memory, for requests and for guesses each.
const MOST_BUCKETS: usize = 1 << 16;
/// How much more a /56 and a /48 may ask than a /64.
const WIDER: [f64; 3] = [1.0, 4.0, 16.0];

/// How fast a bucket is refilled, and how much it holds.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rate {
    /// Requests a second, for as long as one likes.
    pub per_second: f64,
    /// Requests at once.
    pub burst: f64,
}

impl Rate {
    fn times(self, factor: f64) -> Rate {
        Rate { per_second: self.per_second * factor, burst: self.burst * factor }
    }
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
pub(crate) struct Limiter {
    buckets: Mutex<Bounded<(Kind, u128), Bucket>>,
    /// Guesses at passwords have a map of their own: no other traffic can push them out.
    guesses: Mutex<Bounded<u128, Bucket>>,
}

impl Default for Limiter {
    fn default() -> Self {
        Limiter { buckets: Mutex::new(Bounded::new(MOST_BUCKETS)), guesses: Mutex::new(Bounded::new(MOST_BUCKETS)) }
    }
}

impl Bucket {
    fn full(rate: Rate, now: Instant) -> Self {
        Bucket { tokens: rate.burst, at: now }
    }

    /// Takes a token, or tells after how many seconds there will be one.
    fn take(&mut self, rate: Rate, now: Instant) -> Result<(), u16> {
        let refilled = now.saturating_duration_since(self.at).as_secs_f64() * rate.per_second;
        self.tokens = (self.tokens + refilled).min(rate.burst);
        self.at = now;
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return Ok(());
        }
        let seconds = (1.0 - self.tokens) / rate.per_second.max(1e-6);
        Err(seconds.ceil().clamp(1.0, 3600.0) as u16)
    }
}

impl Limiter {
    /// Takes a token, or tells after how many seconds there will be one.
    fn take(&self, kind: Kind, who: u128, rate: Rate, now: Instant) -> Result<(), u16> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.entry((kind, who), || Bucket::full(rate, now)).take(rate, now)
    }

    /// One more guess at the password of this name, from wherever. Names that look alike are one name. A device on which
    /// the person is logged in has an allowance of its own, which strangers cannot use up.
    pub(crate) fn guess(&self, limits: &Limits, name: &str, guest: &Guest) -> Result<(), Problem> {
        let looks = |name: &str| tidy_name(name).map(|name| store::skeleton(&name)).unwrap_or_default();
        let own = guest.claimed.as_deref().is_some_and(|claimed| looks(claimed) == looks(name));
        let who = if own { format!("device {}", guest.device) } else { format!("name {}", looks(name)) };
        let (rate, now) = (limits.proving.person, Instant::now());
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        guesses.entry(number(who.as_bytes()), || Bucket::full(rate, now)).take(rate, now).map_err(Problem::too_many)
    }
}

/// Turns away requests of a sender who asks too much.
pub(crate) async fn check(State(site): State<Site>, request: Request, next: Next) -> Response {
    let Some(kind) = kind(request.method(), request.uri().path()) else { return next.run(request).await };
    let sender = Sender::new(&site, request.headers(), request.extensions());
    if let Err(problem) = sender.take(&site, kind) {
        return problem.into_response();
    }
    let payers = sender.payers(&site);
    let now = Instant::now();
    if let Some(seconds) = payers.iter().filter_map(|(who, rate)| site.work.check(*who, *rate, now).err()).max() {
        return Problem::too_many(seconds).into_response();
    }
    let response = next.run(request).await;
    if let Some(cost) = response.extensions().get::<Cost>() {
        payers.iter().for_each(|(who, rate)| site.work.charge(*who, *rate, Instant::now(), *cost));
    }
    response
}

/// Who sends a request, as far as that can be told without looking anything up.
pub(crate) struct Sender {
    /// The networks of the address, and how much more each may ask than a single one.
    networks: Vec<(u128, f64)>,
    person: Option<u128>,
    /// Does the request come from this machine? What comes through a proxy never does.
    here: bool,
}

impl Sender {
    fn new(site: &Site, headers: &HeaderMap, extensions: &Extensions) -> Sender {
        let from = door::address(site.door, headers, extensions);
        let here = !site.door.trusted_proxy && from.is_none_or(|address| address.is_loopback());
        Sender { networks: networks(from), person: identity(headers), here }
    }

    /// Takes a token for this kind of request out of each of the sender's buckets.
    pub(crate) fn take(&self, site: &Site, kind: Kind) -> Result<(), Problem> {
        let factor = if kind == Kind::Proving { 1.0 } else { self.factor(site) };
        let (Both { person, address }, now) = (site.door.limits.of(kind), Instant::now());
        let networks = self.networks.iter().map(|(network, wider)| (*network, address.times(factor * wider)));
        for (who, rate) in networks.chain(self.person.map(|who| (who, person.times(factor)))) {
            site.limiter.take(kind, who, rate, now).map_err(Problem::too_many)?;
        }
        Ok(())
    }

    /// Who pays for the work that a request costs.
    fn payers(&self, site: &Site) -> Vec<(u128, Rate)> {
        let (Both { person, address }, factor) = (site.door.limits.working, self.factor(site));
        let network = self.networks.first().map_or(0, |(network, _)| *network);
        let person = self.person.map(|who| (who, person.times(factor)));
        [(network, address.times(factor))].into_iter().chain(person).collect()
    }

    fn factor(&self, site: &Site) -> f64 {
        if self.here { site.door.limits.at_home } else { 1.0 }
    }
}

impl FromRequestParts<Site> for Sender {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(Sender::new(site, &parts.headers, &parts.extensions))
    }
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
        // A branch is a table as well; so is a rematch, which takes its token when it is offered.
        _ if path.starts_with("/tables/") && path.ends_with("/branches") => Kind::Opening,
        _ if path.starts_with("/tables/") => Kind::Moving,
        _ => Kind::Proving,
    })
}

/// The person, as far as that can be told without looking anything up.
fn identity(headers: &HeaderMap) -> Option<u128> {
    let token = headers.get(AUTHORIZATION).map(|token| number(token.as_bytes()));
    token.or_else(|| cookie_secret(headers).map(|secret| number(secret.reveal().as_bytes())))
}

/// The smallest network an address counts with, as a number.
pub(crate) fn network(address: Option<IpAddr>) -> u128 {
    networks(address).first().map_or(0, |(network, _)| *network)
}

/// The networks an address counts with, and how much more than a single one each may ask.
fn networks(address: Option<IpAddr>) -> Vec<(u128, f64)> {
    match address {
        None => vec![(0, 1.0)],
        Some(IpAddr::V4(address)) => vec![(number(&address.octets()), 1.0)],
        Some(IpAddr::V6(address)) => {
            let octets = address.octets();
            // Networks of different sizes have octets of different lengths: no two are confused.
            [8, 7, 6].map(|length| number(&octets[..length])).into_iter().zip(WIDER).collect()
        }
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
    use crate::door::CookieScope;
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

    const SLOW: Rate = Rate { per_second: 0.001, burst: 1.0 };

    /// Filling the map used to empty it, and with it everybody's count.
    #[test]
    fn a_full_map_forgets_who_asked_longest_ago_and_nobody_else() {
        let (limiter, now) = (Limiter::default(), Instant::now());
        let take = |who| limiter.take(Kind::Reading, who, SLOW, now);
        for who in 0..MOST_BUCKETS as u128 {
            assert_eq!(take(who), Ok(()));
        }
        assert!(take(0).is_err(), "and 0 is now the last who asked");
        for who in 0..10 {
            assert_eq!(take(1_000_000 + who), Ok(()));
        }
        assert_eq!(limiter.buckets.lock().unwrap().len(), MOST_BUCKETS);
        assert!(take(0).is_err() && take(11).is_err() && take(60_000).is_err(), "their counts are kept");
        assert_eq!(take(1), Ok(()), "whoever asked longest ago is as good as new");
    }

    #[test]
    fn guesses_are_counted_by_what_a_name_looks_like_and_no_traffic_forgets_them() {
        let (limiter, now) = (Limiter::default(), Instant::now());
        let limits = Limits { proving: Both { person: SLOW, address: SLOW }, ..Limits::default() };
        let stranger = Guest::new_here(&HeaderMap::new(), CookieScope::default());
        assert!(limiter.guess(&limits, "Annabel", &stranger).is_ok());
        for who in 0..MOST_BUCKETS as u128 + 10 {
            let _ = limiter.take(Kind::Reading, who, SLOW, now);
        }
        for alike in ["annabel", " Anna\u{200b}bel", "Аnnabel", "Annabe1", "ＡＮＮＡＢＥＬ"] {
            assert!(limiter.guess(&limits, alike, &stranger).is_err(), "{alike}");
        }
        let claimed = Some("Annabel".to_owned());
        let person = store::Person { id: "anna".into(), name: "Anna".into(), claimed, password: None, created_ms: 0 };
        let owner = Guest::person(person, "her laptop".into(), CookieScope::default());
        assert!(limiter.guess(&limits, "annabel", &owner).is_ok(), "who is logged in has guesses of their own");
        assert!(limiter.guess(&limits, "annabel", &owner).is_err(), "and not more of them");
        assert!(limiter.guess(&limits, "Bertram", &owner).is_ok());
        assert!(limiter.guess(&limits, "Bertram", &stranger).is_err(), "other names are guessed at as a stranger");
    }

    #[test]
    fn an_address_counts_with_its_networks() {
        let of = |text: &str| networks(Some(text.parse().unwrap()));
        assert_eq!(of("203.0.113.1").len(), 1);
        let one = of("2001:db8:0:7::1");
        assert_eq!(one, of("2001:db8:0:7:ffff::1"), "a /64 is one network");
        let (near, far, other) = (of("2001:db8:0:8::1"), of("2001:db8:0:107::1"), of("2001:db8:1:7::1"));
        let same = |with: &[(u128, f64)]| one.iter().zip(with).filter(|(a, b)| a == b).count();
        assert_eq!((same(&near), same(&far), same(&other)), (2, 1, 0));
        assert!(one.windows(2).all(|pair| pair[0].1 < pair[1].1), "larger ones may ask more");
    }

    #[test]
    fn requests_are_told_apart() {
        let kinds = [
            (Method::GET, "/tables/x", Some(Kind::Reading)),
            (Method::POST, "/tables", Some(Kind::Opening)),
            (Method::POST, "/api/v1/tables", Some(Kind::Opening)),
            (Method::POST, "/api/v1/tables/x/commands", Some(Kind::Moving)),
            (Method::POST, "/api/v1/tables/x/branches", Some(Kind::Opening)),
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
