//! Assets.

use crate::assets::Assets;
use crate::problem::Problem;
use axum::extract::Path;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::future::{Ready, ready};

/// An asset; cached forever if requested by its hash.
pub(super) fn asset(
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Ready<Result<Response, Problem>> {
    ready(find(&hash, &name, &headers))
}

fn find(hash: &str, name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let asset = Assets::get().find(name).ok_or_else(Problem::no_page)?;
    let cache = if hash == asset.hash { "public, max-age=31536000, immutable" } else { "no-cache" };
    let packed = asset.brotli.as_ref().filter(|_| takes_brotli(headers));
    // Each encoding of a file has its own ETag.
    let etag = format!("\"{}{}\"", asset.hash, if packed.is_some() { "-br" } else { "" });
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let marks = [(CACHE_CONTROL, cache), (ETAG, etag.as_str()), (VARY, "accept-encoding")];
    Ok(match packed {
        _ if known => (StatusCode::NOT_MODIFIED, marks).into_response(),
        Some(packed) => (marks, [(CONTENT_TYPE, asset.kind), (CONTENT_ENCODING, "br")], packed.clone()).into_response(),
        None => (marks, [(CONTENT_TYPE, asset.kind)], asset.body.clone()).into_response(),
    })
}

/// Does the client accept brotli? `br;q=0` means no.
fn takes_brotli(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    let mut codings =
        lists.flat_map(|list| list.split(',')).map(|coding| coding.split_once(';').unwrap_or((coding, "")));
    codings.any(|(name, weight)| {
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case("br") && !refused
    })
}

/// The icon that browsers request by themselves.
pub(super) fn icon(headers: HeaderMap) -> Ready<Result<Response, Problem>> {
    ready(find("", "icon.svg", &headers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn brotli_is_sent_to_clients_that_accept_it() {
        for (said, wanted) in [
            ("gzip, deflate, br, zstd", true),
            ("br", true),
            ("BR;q=0.5", true),
            ("gzip", false),
            ("br;q=0", false),
            ("br; q=0.000, gzip", false),
            ("brotli", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(said))]);
            assert_eq!(takes_brotli(&headers), wanted, "{said}");
        }
    }
}
