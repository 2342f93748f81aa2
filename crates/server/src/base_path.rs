//! The base path: the path below which pages and API are reached, such as `/boxtop` behind a proxy.
//!
//! Every URL that the server sends is made by [`BasePath::url`]: links, forms, redirects, assets, cookie paths. A
//! request may arrive with the base path or without it, because some proxies remove it and others do not.

use axum::http::Uri;
use axum::http::uri::PathAndQuery;

/// Maximum length of a base path in bytes.
const MAX_LENGTH: usize = 100;

/// Paths of pages: a base path that begins with one of them would be ambiguous.
const TAKEN: [&str; 23] = [
    ".well-known",
    "api",
    "assets",
    "boards",
    "check",
    "favicon.ico",
    "games",
    "healthz",
    "how-to-play",
    "learn",
    "link",
    "livez",
    "lobby",
    "login",
    "me",
    "privacy",
    "puzzles",
    "readyz",
    "reset",
    "robots.txt",
    "rules",
    "tables",
    "terms",
];

/// The path below which the server is reached; empty at the root of a host.
///
/// ```
/// use boxtop_server::BasePath;
///
/// let base = BasePath::parse("/boxtop/")?;
/// assert_eq!(base.url("/lobby"), "/boxtop/lobby");
/// assert_eq!(BasePath::default().url("/lobby"), "/lobby");
/// # Ok::<(), String>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct BasePath(&'static str);

impl BasePath {
    /// Reads a base path: segments of letters, digits, `.`, `_`, `~` and `-`, each after a `/`.
    ///
    /// The text is leaked, because it lasts as long as the process.
    pub fn parse(text: &str) -> Result<BasePath, String> {
        let path = text.trim_end_matches('/');
        if path.is_empty() {
            return Ok(BasePath::default());
        }
        let mut segments = path.split('/');
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._~-".contains(&byte);
        let good = |segment: &str| !matches!(segment, "" | "." | "..") && segment.bytes().all(plain);
        if segments.next() != Some("") || path.len() > MAX_LENGTH || !segments.clone().all(good) {
            return Err(format!("“{text}” is not a base path; write it like /boxtop"));
        }
        match segments.next().filter(|first| TAKEN.contains(first)) {
            Some(first) => Err(format!("“/{first}” is the path of a page; choose another base path, such as /boxtop")),
            None => Ok(BasePath(Box::leak(path.to_owned().into_boxed_str()))),
        }
    }

    /// The URL of a path of this server, which begins with `/`.
    #[must_use]
    pub fn url(self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// The base path itself, without a slash at its end.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// The URI without the base path; one that has none stays as it is.
    pub(crate) fn strip(self, uri: Uri) -> Uri {
        let all = uri.path_and_query().map_or("/", PathAndQuery::as_str);
        let rest = match all.strip_prefix(self.0) {
            Some("") => "/".to_owned(),
            Some(rest) if rest.starts_with('/') => rest.to_owned(),
            Some(rest) if rest.starts_with('?') => format!("/{rest}"),
            _ => return uri,
        };
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = PathAndQuery::try_from(rest).ok();
        Uri::from_parts(parts).unwrap_or(uri)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_has_plain_segments_and_is_not_a_page() {
        for (text, wanted) in
            [("", ""), ("/", ""), ("/boxtop", "/boxtop"), ("/boxtop/", "/boxtop"), ("/a.b/c-d", "/a.b/c-d")]
        {
            assert_eq!(BasePath::parse(text).map(BasePath::as_str), Ok(wanted), "{text}");
        }
        for text in [
            "boxtop",
            "/a//b",
            "/..",
            "/a/../b",
            "/a b",
            "/a?b",
            "/a#b",
            "/ä",
            "http://x/y",
            "/tables",
            "/api/v1",
            "/privacy",
            "/.well-known",
            "/rules",
        ] {
            assert!(BasePath::parse(text).is_err(), "{text}");
        }
        assert!(BasePath::parse(&format!("/{}", "a".repeat(MAX_LENGTH))).is_err());
    }

    #[test]
    fn a_request_loses_the_base_path_whether_or_not_a_proxy_has_removed_it() {
        let base = BasePath::parse("/boxtop").unwrap();
        for (sent, wanted) in [
            ("/boxtop", "/"),
            ("/boxtop/", "/"),
            ("/boxtop?x=1", "/?x=1"),
            ("/boxtop/tables/a?b=c", "/tables/a?b=c"),
            ("/tables/a", "/tables/a"),
            ("/boxtopping", "/boxtopping"),
            ("http://host/boxtop/lobby", "http://host/lobby"),
        ] {
            assert_eq!(base.strip(sent.parse().unwrap()).to_string(), wanted, "{sent}");
        }
        assert_eq!(BasePath::default().strip("/lobby?a".parse().unwrap()).to_string(), "/lobby?a");
    }
}
