//! What a host owes to visitors and crawlers: `robots.txt`, `security.txt`, the keys that sign receipts, privacy and terms.

use crate::pages;
use crate::problem::Problem;
use crate::site::Site;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use maud::Markup;
use std::future::{Ready, ready};

/// What crawlers should leave alone: tables, uploaded records, people and the API. Games, rules and guides are for everyone.
const NOT_FOR_CRAWLERS: [&str; 11] = [
    "/analysis/",
    "/api/",
    "/learn/*/why",
    "/link/",
    "/lobby",
    "/login",
    "/me$",
    "/me/",
    "/puzzles/*/*/why",
    "/reset/",
    "/tables",
];

/// `GET /robots.txt` (RFC 9309)
pub(super) fn robots(State(site): State<Site>) -> Ready<Response> {
    let rule = |path: &&str| format!("Disallow: {}\n", site.url(path));
    ready(file(format!("User-agent: *\n{}", NOT_FOR_CRAWLERS.iter().map(rule).collect::<String>())))
}

/// `GET /.well-known/security.txt` (RFC 9116)
pub(super) fn security(State(site): State<Site>) -> Ready<Result<Response, Problem>> {
    ready(site.settings.texts.security_txt.map(|text| file(text.to_owned())).ok_or_else(Problem::no_page))
}

/// `GET /.well-known/boxtop-keys.json`. A copy that is a minute old may lack a new key, so whoever misses one asks again.
pub(super) async fn keys(State(site): State<Site>) -> Result<Response, Problem> {
    // Reads the keys if nothing has yet.
    site.moderation.current().await?;
    Ok(([(CACHE_CONTROL, "public, max-age=60")], Json(&*site.signing.published())).into_response())
}

/// `GET /privacy`
pub(super) fn privacy(State(site): State<Site>) -> Ready<Markup> {
    ready(pages::host::privacy(&site))
}

/// `GET /terms`
pub(super) fn terms(State(site): State<Site>) -> Ready<Result<Markup, Problem>> {
    let page = |text| pages::host::terms(&site, text);
    ready(site.settings.texts.terms.map(page).ok_or_else(Problem::no_page))
}

fn file(text: String) -> Response {
    ([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "public, max-age=3600")], text).into_response()
}
