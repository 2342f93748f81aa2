//! Rate limits for people and addresses: a token bucket each.
//!
//! Buckets are in memory and bounded: a full map drops the least recently used one. For logins and opening tables, all
//! nodes count together as well ([`shared`]). An IPv6 address counts with its
//! networks (/64, /56, /48), because everyone has many addresses and some have many networks; larger networks have higher limits.

mod shared;

use crate::bounded::Bounded;
use crate::guest::{Guest, cookie_secret};
use crate::health;
use crate::names::tidy_name;
use crate::problem::Problem;
use crate::settings;
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
/// Factors for the limits of a /64, a /56 and a /48.
const WIDER: [f64; 3] = [1.0, 4.0, 16.0];

/// How fast a bucket is refilled, and how much it holds.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rate {
    /// Requests per second, sustained.
    pub per_second: f64,
    /// Requests at once.
    pub burst: f64,
}

impl Rate {
    fn times(self, factor: f64) -> Rate {
        Rate { per_second: self.per_second * factor, burst: self.burst * factor }
    }
}

/// The rates of one kind of request.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Limit {
    /// For one person, known by cookie or token.
    pub person: Rate,
    /// For all people at one address.
    pub address: Rate,
}

/// All limits.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Limits {
    /// Pages, views, streams.
    pub reading: Limit,
    /// Commands: acting, throwing, everything that changes a match.
    pub moving: Limit,
    /// Opening tables.
    pub opening: Limit,
    /// Chat messages.
    pub talking: Limit,
    /// Login, claiming a name, links, tokens: everything that could be guessed.
    pub proving: Limit,
    /// Processor work for views, odds and records, in actions considered.
    pub working: Limit,
    /// Factor for requests from this machine, except logins.
    pub at_home: f64,
}

impl Default for Limits {
    fn default() -> Self {
        let both = |person: (f64, f64), address: (f64, f64)| Limit {
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
pub(crate) enum RequestKind {
    Reading,
    Moving,
    Opening,
    Talking,
    Proving,
}

impl Limits {
    fn of(&self, kind: RequestKind) -> Limit {
        match kind {
            RequestKind::Reading => self.reading,
            RequestKind::Moving => self.moving,
            RequestKind::Opening => self.opening,
            RequestKind::Talking => self.talking,
            RequestKind::Proving => self.proving,
        }
    }
}

struct Bucket {
    tokens: f64,
    at: Instant,
}

/// All buckets.
pub(crate) struct Limiter {
    buckets: Mutex<Bounded<(RequestKind, u128), Bucket>>,
    /// Password guesses are in a separate map, so that other traffic cannot evict them.
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

    /// Takes a token, or returns the seconds until there is one.
    fn take(&mut self, rate: Rate, now: Instant) -> Result<(), u16> {
        let refilled = now.saturating_duration_since(self.at).as_secs_f64() * rate.per_second;
        self.tokens = (self.tokens + refilled).min(rate.burst);
        self.at = now;
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return Ok(());
        }
        Err(whole_seconds((1.0 - self.tokens) / rate.per_second.max(1e-6)))
    }
}

/// The seconds that a person is told to wait.
fn whole_seconds(seconds: f64) -> u16 {
    seconds.ceil().clamp(1.0, 3600.0) as u16
}

impl Limiter {
    /// Takes a token, or returns the seconds until there is one.
    fn take(&self, kind: RequestKind, who: u128, rate: Rate, now: Instant) -> Result<(), u16> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.entry((kind, who), || Bucket::full(rate, now)).take(rate, now)
    }

    /// Counts a guess by this guesser.
    fn guess(&self, rate: Rate, who: u128) -> Result<(), Problem> {
        let now = Instant::now();
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        guesses.entry(who, || Bucket::full(rate, now)).take(rate, now).map_err(Problem::too_many)
    }
}

/// Counts a guess at the password of this name, from any address and at any node.
pub(crate) async fn guess(site: &Site, name: &str, guest: &Guest) -> Result<(), Problem> {
    let (who, rate) = (guesser(name, guest), site.settings.limits.proving.person);
    site.limiter.guess(rate, who)?;
    shared::take(&*site.store, "guess", &[(who, rate)]).await
}

/// The bucket of guesses at the password of this name. Names that look alike count as one. A device on which the person is
/// logged in has its own bucket, which strangers cannot empty.
fn guesser(name: &str, guest: &Guest) -> u128 {
    let looks = |name: &str| tidy_name(name).map(|name| store::skeleton(&name)).unwrap_or_default();
    let own = guest.claimed.as_deref().is_some_and(|claimed| looks(claimed) == looks(name));
    let who = if own { format!("device {}", guest.device) } else { format!("name {}", looks(name)) };
    number(who.as_bytes())
}

/// Refuses requests beyond the sender's limits.
pub(crate) async fn check(State(site): State<Site>, request: Request, next: Next) -> Response {
    let Some(kind) = kind(request.method(), request.uri().path()) else { return next.run(request).await };
    let sender = Sender::new(&site, request.headers(), request.extensions());
    if let Err(problem) = sender.take(&site, kind).await {
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

/// The sender of a request, as far as it is known without the store.
pub(crate) struct Sender {
    /// The networks of the address, each with its factor.
    networks: Vec<(u128, f64)>,
    person: Option<u128>,
    /// Does the request come from this machine? Never if it comes through a proxy.
    here: bool,
}

impl Sender {
    fn new(site: &Site, headers: &HeaderMap, extensions: &Extensions) -> Sender {
        let from = settings::address(site.settings, headers, extensions);
        let here = !site.settings.trusted_proxy && from.is_none_or(|address| address.is_loopback());
        Sender { networks: networks(from), person: identity(headers), here }
    }

    /// Takes a token from each of the sender's buckets for this kind of request.
    pub(crate) async fn take(&self, site: &Site, kind: RequestKind) -> Result<(), Problem> {
        let (buckets, now) = (self.buckets(site, kind), Instant::now());
        for (who, rate) in &buckets {
            site.limiter.take(kind, *who, *rate, now).map_err(Problem::too_many)?;
        }
        match shared::name(kind) {
            Some(name) => shared::take(&*site.store, name, &buckets).await,
            None => Ok(()),
        }
    }

    /// The sender's buckets for this kind of request.
    fn buckets(&self, site: &Site, kind: RequestKind) -> Vec<(u128, Rate)> {
        let factor = if kind == RequestKind::Proving { 1.0 } else { self.factor(site) };
        let Limit { person, address } = site.settings.limits.of(kind);
        let networks = self.networks.iter().map(|(network, wider)| (*network, address.times(factor * wider)));
        networks.chain(self.person.map(|who| (who, person.times(factor)))).collect()
    }

    /// The buckets that are charged for the work of a request.
    fn payers(&self, site: &Site) -> Vec<(u128, Rate)> {
        let (Limit { person, address }, factor) = (site.settings.limits.working, self.factor(site));
        let network = self.networks.first().map_or(0, |(network, _)| *network);
        let person = self.person.map(|who| (who, person.times(factor)));
        [(network, address.times(factor))].into_iter().chain(person).collect()
    }

    fn factor(&self, site: &Site) -> f64 {
        if self.here { site.settings.limits.at_home } else { 1.0 }
    }
}

impl FromRequestParts<Site> for Sender {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(Sender::new(site, &parts.headers, &parts.extensions))
    }
}

/// The network a request comes from, for limits by address.
pub(crate) struct Network(pub(crate) u128);

impl FromRequestParts<Site> for Network {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(Network(network(settings::address(site.settings, &parts.headers, &parts.extensions))))
    }
}

/// The kind of a request; `None` for files and health checks, which are not limited.
fn kind(method: &Method, path: &str) -> Option<RequestKind> {
    let path = path.strip_prefix("/api/v1").unwrap_or(path);
    if path.starts_with("/assets/") || path == "/favicon.ico" || health::is_check(path) {
        return None;
    }
    if method == Method::GET || method == Method::HEAD {
        return Some(RequestKind::Reading);
    }
    Some(match path {
        // An uploaded record is checked and analysed, which takes longer than opening a table.
        "/tables" | "/analyses" => RequestKind::Opening,
        _ if path.ends_with("/chat") || path.ends_with("/reports") => RequestKind::Talking,
        // A branch opens a table too. So does a rematch, which takes its token when it is offered.
        _ if path.starts_with("/tables/") && path.ends_with("/branches") => RequestKind::Opening,
        _ if ["/tables/", "/analyses/", "/puzzles/"].iter().any(|start| path.starts_with(start)) => RequestKind::Moving,
        _ => RequestKind::Proving,
    })
}

/// The person, by token or cookie, without asking the store.
fn identity(headers: &HeaderMap) -> Option<u128> {
    let token = headers.get(AUTHORIZATION).map(|token| number(token.as_bytes()));
    token.or_else(|| cookie_secret(headers).map(|secret| number(secret.reveal().as_bytes())))
}

/// The smallest network of an address, as a number.
pub(crate) fn network(address: Option<IpAddr>) -> u128 {
    networks(address).first().map_or(0, |(network, _)| *network)
}

/// The networks of an address, each with its factor.
fn networks(address: Option<IpAddr>) -> Vec<(u128, f64)> {
    match address {
        None => vec![(0, 1.0)],
        Some(IpAddr::V4(address)) => vec![(number(&address.octets()), 1.0)],
        Some(IpAddr::V6(address)) => {
            let octets = address.octets();
            // Networks of different sizes have different numbers of octets, so they cannot collide.
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
    use crate::settings::CookieScope;
    use std::time::Duration;

    #[test]
    fn a_bucket_is_emptied_and_refilled() {
        let (limiter, start) = (Limiter::default(), Instant::now());
        let rate = Rate { per_second: 0.5, burst: 3.0 };
        let take = |who, after: u64| limiter.take(RequestKind::Moving, who, rate, start + Duration::from_secs(after));
        assert_eq!([take(1, 0), take(1, 0), take(1, 0), take(1, 0)], [Ok(()), Ok(()), Ok(()), Err(2)]);
        assert_eq!(take(2, 0), Ok(()), "each person has a bucket");
        assert_eq!(limiter.take(RequestKind::Talking, 1, rate, start), Ok(()), "each kind has a bucket");
        assert_eq!([take(1, 1), take(1, 2), take(1, 2)], [Err(1), Ok(()), Err(2)]);
        assert_eq!([take(1, 999), take(1, 999), take(1, 999), take(1, 999)], [Ok(()), Ok(()), Ok(()), Err(2)]);
    }

    const SLOW: Rate = Rate { per_second: 0.001, burst: 1.0 };

    /// Filling the map used to clear it, and with it all counts.
    #[test]
    fn a_full_map_drops_only_the_least_recently_used_bucket() {
        let (limiter, now) = (Limiter::default(), Instant::now());
        let take = |who| limiter.take(RequestKind::Reading, who, SLOW, now);
        for who in 0..MOST_BUCKETS as u128 {
            assert_eq!(take(who), Ok(()));
        }
        assert!(take(0).is_err(), "0 is now the most recently used");
        for who in 0..10 {
            assert_eq!(take(1_000_000 + who), Ok(()));
        }
        assert_eq!(limiter.buckets.lock().unwrap().len(), MOST_BUCKETS);
        assert!(take(0).is_err() && take(11).is_err() && take(60_000).is_err(), "their counts are kept");
        assert_eq!(take(1), Ok(()), "the least recently used bucket was dropped");
    }

    #[test]
    fn guesses_count_by_lookalike_name_and_other_traffic_does_not_evict_them() {
        let (limiter, now) = (Limiter::default(), Instant::now());
        let guess = |name: &str, guest: &Guest| limiter.guess(SLOW, guesser(name, guest));
        let stranger = Guest::new_here(&HeaderMap::new(), CookieScope::default());
        assert!(guess("Annabel", &stranger).is_ok());
        for who in 0..MOST_BUCKETS as u128 + 10 {
            let _ = limiter.take(RequestKind::Reading, who, SLOW, now);
        }
        for alike in ["annabel", " Anna\u{200b}bel", "Аnnabel", "Annabe1", "ＡＮＮＡＢＥＬ"] {
            assert!(guess(alike, &stranger).is_err(), "{alike}");
        }
        let claimed = Some("Annabel".to_owned());
        let person = store::Account { id: "anna".into(), name: "Anna".into(), claimed, password: None, created_ms: 0 };
        let owner = Guest::person(person, "her laptop".into(), CookieScope::default());
        assert!(guess("annabel", &owner).is_ok(), "a logged-in device has its own guesses");
        assert!(guess("annabel", &owner).is_err(), "and they are limited too");
        assert!(guess("Bertram", &owner).is_ok());
        assert!(guess("Bertram", &stranger).is_err(), "for other names it counts as a stranger");
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
        assert!(one.windows(2).all(|pair| pair[0].1 < pair[1].1), "larger networks have higher limits");
    }

    #[test]
    fn requests_are_classified() {
        let kinds = [
            (Method::GET, "/tables/x", Some(RequestKind::Reading)),
            (Method::POST, "/tables", Some(RequestKind::Opening)),
            (Method::POST, "/api/v1/tables", Some(RequestKind::Opening)),
            (Method::POST, "/api/v1/analyses", Some(RequestKind::Opening)),
            (Method::POST, "/api/v1/tables/x/analysis", Some(RequestKind::Moving)),
            (Method::POST, "/api/v1/tables/x/commands", Some(RequestKind::Moving)),
            (Method::POST, "/api/v1/puzzles/x/1/attempts", Some(RequestKind::Moving)),
            (Method::POST, "/api/v1/tables/x/branches", Some(RequestKind::Opening)),
            (Method::POST, "/tables/x/chat", Some(RequestKind::Talking)),
            (Method::POST, "/login", Some(RequestKind::Proving)),
            (Method::POST, "/link/abc", Some(RequestKind::Proving)),
            (Method::DELETE, "/api/v1/me/tokens/x", Some(RequestKind::Proving)),
            (Method::GET, "/assets/x/base.css", None),
            (Method::GET, "/healthz", None),
            (Method::GET, "/livez", None),
            (Method::GET, "/readyz", None),
        ];
        for (method, path, expected) in kinds {
            assert_eq!(kind(&method, path), expected, "{method} {path}");
        }
    }
}
