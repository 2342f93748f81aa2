//! How requests reach the server: directly or through a trusted proxy, at the root of a host or below a base path.

use crate::base_path::BasePath;
use crate::connections::Caps;
use crate::host_texts::HostTexts;
use crate::limits::Limits;
use crate::observe::Observe;
use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Settings of the operator: how the server is reached, its limits, and when players count as absent.
#[derive(Copy, Clone, Debug)]
pub struct SiteSettings {
    /// All requests come through a proxy that sets `X-Forwarded-For` and `X-Forwarded-Proto`. Otherwise neither header
    /// is trusted.
    pub trusted_proxy: bool,
    /// The path below which pages and API are reached.
    pub base_path: BasePath,
    /// Rate limits of people and addresses.
    pub limits: Limits,
    /// Limits of connections and streams, and their timeouts.
    pub caps: Caps,
    /// Players without a connection to a table for this time are absent: the others can let a computer play for them.
    pub absent_after: Duration,
    /// Tables at which nobody has played are removed after this time; never if `None`.
    pub unplayed_after: Option<Duration>,
    /// Metrics and logs.
    pub observe: Observe,
    /// The host's own texts.
    pub texts: HostTexts,
    /// How long the server goes on after it has said that it is not ready any more, before it ends streams and stops.
    pub drain: Duration,
}

impl Default for SiteSettings {
    fn default() -> Self {
        SiteSettings {
            trusted_proxy: false,
            base_path: BasePath::default(),
            limits: Limits::default(),
            caps: Caps::default(),
            absent_after: Duration::from_secs(60),
            unplayed_after: None,
            observe: Observe::default(),
            texts: HostTexts::default(),
            drain: Duration::ZERO,
        }
    }
}

/// Did the request come by https, according to a trusted proxy?
pub(crate) fn by_https(settings: SiteSettings, headers: &HeaderMap) -> bool {
    settings.trusted_proxy && headers.get("x-forwarded-proto").is_some_and(|scheme| scheme.as_bytes() == b"https")
}

/// The full URL of a path, with the host of the request, for links to share.
pub(crate) fn full_url(settings: SiteSettings, headers: &HeaderMap, path: &str) -> String {
    let scheme = if by_https(settings, headers) { "https" } else { "http" };
    let host = headers.get("host").and_then(|host| host.to_str().ok());
    let origin = host.map_or(String::new(), |host| format!("{scheme}://{host}"));
    origin + &settings.base_path.url(path)
}

/// Where the server's cookies are valid.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct CookieScope {
    /// Only over https.
    pub(crate) secure: bool,
    /// Only below this path.
    pub(crate) base_path: BasePath,
}

impl CookieScope {
    /// The scope of cookies for this request.
    pub(crate) fn of(settings: SiteSettings, headers: &HeaderMap) -> Self {
        CookieScope { secure: by_https(settings, headers), base_path: settings.base_path }
    }

    /// The prefix of cookies' names. Under https browsers take a cookie with `__Host-` only from this very host, for all
    /// of it: no neighbouring host and no plain http can set one. Below a base path the next best is `__Secure-`.
    pub(crate) fn prefix(self) -> &'static str {
        match (self.secure, self.base_path.as_str()) {
            (false, _) => "",
            (true, "") => "__Host-",
            (true, _) => "__Secure-",
        }
    }

    /// The path of cookies.
    pub(crate) fn path(self) -> &'static str {
        if self.base_path.as_str().is_empty() { "/" } else { self.base_path.as_str() }
    }
}

/// The address of the client; `None` for requests made in this process.
pub(crate) fn address(settings: SiteSettings, headers: &HeaderMap, extensions: &Extensions) -> Option<IpAddr> {
    let near = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip().to_canonical());
    if !settings.trusted_proxy {
        return near;
    }
    // The last entry is from the trusted proxy; clients may have made up those before it.
    let Some(said) = headers.get_all("x-forwarded-for").iter().next_back() else { return near };
    let last = said.to_str().ok().and_then(|list| list.rsplit(',').next());
    Some(last.and_then(forwarded).unwrap_or(STRANGER))
}

/// Clients whose address a proxy does not report in a readable form: they share one bucket, and never count as local.
const STRANGER: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// An address as proxies write it: with or without a port, in brackets, in quotation marks.
fn forwarded(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        // A single colon precedes a port; several are IPv6.
        None => text.split_once(':').filter(|(_, port)| !port.contains(':')).map_or(text, |(host, _)| host),
    };
    let bare = bare.split_once('%').map_or(bare, |(address, _)| address);
    bare.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn asked() -> (HeaderMap, Extensions) {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("10.9.9.9, 203.0.113.7"));
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        headers.insert("host", HeaderValue::from_static("box.test"));
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::from(([198, 51, 100, 1], 4000))));
        (headers, extensions)
    }

    #[test]
    fn forwarded_addresses_are_read_in_all_usual_forms() {
        let (_, extensions) = asked();
        let behind = SiteSettings { trusted_proxy: true, ..SiteSettings::default() };
        let from = |said: &[u8]| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", HeaderValue::from_bytes(said).expect("a header"));
            address(behind, &headers, &extensions)
        };
        let v4 = Some(IpAddr::from([203, 0, 113, 7]));
        for said in ["203.0.113.7", "203.0.113.7:4711", "\"203.0.113.7:4711\"", " 203.0.113.7 ", "::ffff:203.0.113.7"] {
            assert_eq!(from(said.as_bytes()), v4, "{said}");
        }
        let v6 = "2001:db8::7".parse::<IpAddr>().ok();
        for said in ["2001:db8::7", "[2001:db8::7]", "[2001:db8::7]:80", "\"[2001:db8::7]:80\"", "2001:db8::7%eth0"] {
            assert_eq!(from(said.as_bytes()), v6, "{said}");
        }
        for said in ["", "unknown", "_hidden", "1.2.3.4, ", "[::1", "localhost", "1.2.3", "\"", "é"] {
            assert_eq!(from(said.as_bytes()), Some(STRANGER), "{said}");
            assert!(!STRANGER.is_loopback());
        }
        assert_eq!(address(behind, &HeaderMap::new(), &extensions), Some(IpAddr::from([198, 51, 100, 1])));
    }

    #[test]
    fn forwarded_headers_are_trusted_only_behind_a_proxy() {
        let (headers, extensions) = asked();
        let (open, behind) = (SiteSettings::default(), SiteSettings { trusted_proxy: true, ..SiteSettings::default() });
        assert_eq!(address(open, &headers, &extensions), Some(IpAddr::from([198, 51, 100, 1])));
        assert_eq!(address(behind, &headers, &extensions), Some(IpAddr::from([203, 0, 113, 7])));
        assert_eq!(full_url(open, &headers, "/me"), "http://box.test/me");
        assert_eq!(full_url(behind, &headers, "/me"), "https://box.test/me");
        let below = SiteSettings { base_path: BasePath::parse("/boxtop").unwrap(), ..behind };
        assert_eq!(full_url(below, &headers, "/me"), "https://box.test/boxtop/me");
        assert!(!by_https(open, &headers) && by_https(behind, &headers));
    }

    #[test]
    fn cookies_are_as_narrow_as_the_browser_allows() {
        let base_path = BasePath::parse("/boxtop").unwrap();
        for (secure, base_path, prefix, path) in [
            (false, BasePath::default(), "", "/"),
            (true, BasePath::default(), "__Host-", "/"),
            (false, base_path, "", "/boxtop"),
            (true, base_path, "__Secure-", "/boxtop"),
        ] {
            let scope = CookieScope { secure, base_path };
            assert_eq!((scope.prefix(), scope.path()), (prefix, path));
        }
    }
}
