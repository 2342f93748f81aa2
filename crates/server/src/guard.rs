//! Middleware for every request: security headers, the host check, the cross-site check of POST requests, HTML pages for
//! problems, and the response after a panic.

use crate::health;
use crate::observe::metrics::{Rejection, rejection};
use crate::observe::request::Observed;
use crate::pages;
use crate::problem::Problem;
use crate::settings;
use crate::site::Site;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderName, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use std::any::Any;
use tower_http::csrf::ProtectionError;
use tracing::Instrument;

/// Content security policy: nothing from other sites, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Finishes every response: problems in the form that the client reads, the headers of every response, metrics and logs.
pub(crate) async fn finish(State(site): State<Site>, request: Request, next: Next) -> Response<Body> {
    let observed = Observed::new(&site, &request);
    let response = observed.within(respond(&site, request, next).instrument(observed.span())).await;
    observed.finish(&site, response)
}

async fn respond(site: &Site, request: Request, next: Next) -> Response<Body> {
    let secure = settings::by_https(site.settings, request.headers());
    let (browser, api) = (wants_page(request.headers()), is_api(request.uri().path()));
    let response = next.run(request).await;
    if let Some(reason) = rejection(&response) {
        site.metrics.reject(reason);
    }
    let mut response = readable(site, response, browser, api);
    set_headers(response.headers_mut(), secure);
    response
}

fn set_headers(headers: &mut HeaderMap, secure: bool) {
    let set = |headers: &mut HeaderMap, name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(headers, CONTENT_SECURITY_POLICY, POLICY);
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    // Anyone with the address of a table can take its open seats, so other sites do not get it.
    set(headers, REFERRER_POLICY, "same-origin");
    set(headers, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(headers, HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(headers, X_FRAME_OPTIONS, "DENY");
    set(headers, HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()");
    // Only if a proxy reports https: otherwise it would lock people out.
    if secure {
        set(headers, STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if !headers.contains_key(CACHE_CONTROL) {
        set(headers, CACHE_CONTROL, "private, no-store");
    }
}

/// Replaces problem details by an HTML page for browsers.
fn readable(site: &Site, response: Response<Body>, browser: bool, api: bool) -> Response<Body> {
    match response.extensions().get::<Problem>() {
        Some(problem) if browser && !api => {
            let mut page = (problem.status, pages::problem::page(site, problem)).into_response();
            problem.mark(page.headers_mut());
            page
        }
        None if api && (response.status().is_client_error() || response.status().is_server_error()) => {
            Problem::of_status(response.status()).details()
        }
        _ => response,
    }
}

fn is_api(path: &str) -> bool {
    path == "/api/v1" || path.starts_with("/api/v1/")
}

/// Removes cookie and origin from requests with a token. The API ignores cookies if there is a token, so another site's
/// page cannot misuse one.
fn drop_cookies_beside_tokens(request: &mut Request) {
    if is_api(request.uri().path()) && request.headers().contains_key(AUTHORIZATION) {
        for name in ["origin", "sec-fetch-site"] {
            request.headers_mut().remove(name);
        }
        request.headers_mut().remove(COOKIE);
    }
}

pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

/// Refuses requests for a host name that is not ours; health checks accept any. Other requests go on with a token or with
/// cookies, not with both.
pub(crate) async fn admit(State(site): State<Site>, mut request: Request, next: Next) -> Response<Body> {
    let named = request.uri().authority().map(|authority| authority.as_str());
    let named = named.or_else(|| request.headers().get(HOST).and_then(|host| host.to_str().ok())).unwrap_or_default();
    if site.hosts.admits(named) || health::is_check(request.uri().path()) {
        drop_cookies_beside_tokens(&mut request);
        return next.run(request).await;
    }
    let named: String = named.chars().take(80).collect();
    let instead = format!("Go to {}. If this is your server, add names with --host.", site.hosts.listed());
    Problem::new(StatusCode::MISDIRECTED_REQUEST, format!("This server is not “{named}”."), instead)
        .rejected(Rejection::Host)
        .into_response()
}

/// The response to a POST from another site's page.
pub(crate) fn foreign(_: ProtectionError) -> Response<Body> {
    Problem::forbidden(
        "This request comes from another site's page.",
        "Open Boxtop itself and play there. A proxy must forward Origin and Host.",
    )
    .rejected(Rejection::Origin)
    .into_response()
}

/// The response after a panic in a handler.
pub(crate) fn panicked(cause: Box<dyn Any + Send>) -> Response<Body> {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into());
    Problem::broken(format!("panic: {text}")).into_response()
}
