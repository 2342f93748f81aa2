//! How requests reach the house: directly, or through a proxy that is trusted.

use crate::limits::Limits;
use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// What a host decides about people: who is let in, and who is taken for gone.
#[derive(Copy, Clone, Debug)]
pub struct Door {
    /// A proxy in front sets `X-Forwarded-For` and `X-Forwarded-Proto`, and nobody gets past it. Otherwise neither
    /// header is believed.
    pub trusted_proxy: bool,
    /// How much one person and one address may ask.
    pub limits: Limits,
    /// Who has had no line to a table for so long is absent from it: the others may let a computer play for him.
    pub absent_after: Duration,
}

impl Default for Door {
    fn default() -> Self {
        Door { trusted_proxy: false, limits: Limits::default(), absent_after: Duration::from_secs(60) }
    }
}

/// Did the request come by https, as far as we can know?
pub(crate) fn by_https(door: Door, headers: &HeaderMap) -> bool {
    door.trusted_proxy && headers.get("x-forwarded-proto").is_some_and(|scheme| scheme.as_bytes() == b"https")
}

/// How the person reached us, for links that are sent to others.
pub(crate) fn base(door: Door, headers: &HeaderMap) -> String {
    let scheme = if by_https(door, headers) { "https" } else { "http" };
    let host = headers.get("host").and_then(|host| host.to_str().ok());
    host.map_or(String::new(), |host| format!("{scheme}://{host}"))
}

/// The address of who is asking; `None` when the request was made in this process.
pub(crate) fn address(door: Door, headers: &HeaderMap, extensions: &Extensions) -> Option<IpAddr> {
    let near = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip().to_canonical());
    if !door.trusted_proxy {
        return near;
    }
    // The last entry is the one our own proxy wrote; what stands before it anybody may have made up.
    let said = headers.get_all("x-forwarded-for").iter().next_back().and_then(|list| list.to_str().ok());
    let last = said.and_then(|list| list.rsplit(',').next()?.trim().parse::<IpAddr>().ok());
    last.map(|address| address.to_canonical()).or(near)
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
    fn what_a_proxy_says_is_believed_only_when_there_is_one() {
        let (headers, extensions) = asked();
        let (open, behind) = (Door::default(), Door { trusted_proxy: true, ..Door::default() });
        assert_eq!(address(open, &headers, &extensions), Some(IpAddr::from([198, 51, 100, 1])));
        assert_eq!(address(behind, &headers, &extensions), Some(IpAddr::from([203, 0, 113, 7])));
        assert_eq!(base(open, &headers), "http://box.test");
        assert_eq!(base(behind, &headers), "https://box.test");
        assert!(!by_https(open, &headers) && by_https(behind, &headers));
    }
}
