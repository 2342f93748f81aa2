//! The routes of the site, and the middleware around them.

pub(crate) mod extract;
mod files;
mod host;
mod input_errors;
mod lists;
pub(crate) mod live;
pub(crate) mod me;
mod mistakes;
mod puzzles;
mod reading;
mod tables;

use crate::api;
use crate::base_path::BasePath;
use crate::guard;
use crate::health;
use crate::hosts::Hosts;
use crate::limits;
use crate::moderation;
use crate::problem::Problem;
use crate::site::Site;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::routing::{get, post};
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::csrf::CsrfLayer;
use tower_http::timeout::TimeoutLayer;

/// Maximum size of a request body.
const LARGEST_BODY: usize = 64 << 10;

/// The check of the origin of requests. Pages of the configured hosts are trusted, even if a proxy forwards another `Host`.
fn own_origins(site: &Site) -> CsrfLayer {
    let schemes: &[&str] = if site.settings.trusted_proxy { &["https"] } else { &["https", "http"] };
    let names = if let Hosts::Named(names) = &*site.hosts { names.as_slice() } else { &[] };
    let origins = names.iter().flat_map(|name| schemes.iter().map(move |scheme| format!("{scheme}://{name}")));
    origins.fold(CsrfLayer::new(), |layer, origin| layer.clone().add_trusted_origin(&origin).unwrap_or(layer))
}

/// The whole site as a service; tests call it in process.
pub fn app(site: Site) -> Router {
    let base_path = site.settings.base_path;
    let timed = Router::new()
        .route("/", get(reading::home))
        .route("/games/{slug}", get(reading::game))
        .route("/rules/{slug}", get(reading::rules))
        .route("/rules/{slug}/{id}", get(reading::rule))
        .route("/how-to-play/{slug}", get(reading::how_to_play))
        .route("/learn/{slug}", get(reading::learn))
        .route("/learn/{slug}/why", get(reading::learn_why))
        .route("/puzzles", get(puzzles::games))
        .route("/puzzles/{game}", get(puzzles::list))
        .route("/puzzles/{game}/{number}", get(puzzles::one))
        .route("/puzzles/{game}/{number}/why", get(puzzles::why))
        .route("/boards/{slug}", get(reading::board))
        .route("/boards/{slug}/board.toml", get(reading::board_file))
        .route("/check", get(reading::check))
        .route("/check/boxtop-check.html", get(reading::check_alone))
        .route("/analysis", get(reading::analysis))
        .route("/analysis/{id}", get(reading::analysed))
        .route("/analysis/{id}/mistakes/{step}", get(mistakes::of_record))
        .route("/analysis/{id}/mistakes/{step}/why", get(mistakes::why_of_record))
        .route("/tables/{id}/mistakes/{step}", get(mistakes::of_table))
        .route("/tables/{id}/mistakes/{step}/why", get(mistakes::why_of_table))
        .route("/tables", post(tables::open))
        .route("/tables/{id}", get(tables::show))
        .route("/tables/{id}/sit", post(tables::sit))
        .route("/tables/{id}/record", get(tables::record))
        .route("/tables/{id}/check", get(tables::check))
        .route("/lobby", get(lists::lobby))
        .route("/me", get(me::show))
        .route("/me/tables", get(lists::mine))
        .route("/me/waiting", get(lists::waiting))
        .route("/me/name", post(me::name))
        .route("/me/claim", post(me::claim))
        .route("/me/link", post(me::make_link))
        .route("/me/logout", post(me::logout))
        .route("/me/logout-everywhere", post(me::logout_everywhere))
        .route("/me/export", get(me::export))
        .route("/me/delete", post(me::delete))
        .route("/me/tokens", post(me::make_token))
        .route("/me/tokens/{id}/revoke", post(me::drop_token))
        .route("/login", get(me::login_page).post(me::login))
        .route("/link/{link}", get(me::link).post(me::use_link))
        .route("/reset/{link}", get(me::reset_page).post(me::reset))
        .route("/assets/{tag}/{*name}", get(files::asset))
        .route("/favicon.ico", get(files::icon))
        .route("/livez", get(health::livez))
        .route("/readyz", get(health::readyz))
        .route("/healthz", get(health::readyz))
        .route("/robots.txt", get(host::robots))
        .route("/.well-known/security.txt", get(host::security))
        .route("/.well-known/boxtop-keys.json", get(host::keys))
        .route("/privacy", get(host::privacy))
        .route("/terms", get(host::terms))
        .merge(api::timed())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, site.settings.caps.request))
        // Streams are not compressed: their messages are small and must arrive at once. Fonts are compressed already.
        .layer(
            CompressionLayer::new().compress_when(DefaultPredicate::new().and(NotForContentType::const_new("font/"))),
        );
    let app = timed
        .merge(api::untimed())
        .fallback(|| async { Problem::no_page() })
        .method_not_allowed_fallback(|| async {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "This address does not accept this method.",
                "See docs/web.md and docs/api.md for the routes.",
            )
        })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(axum::middleware::from_fn_with_state(site.clone(), moderation::gate))
        // Inside the check of the origin, so that another site's page cannot use up its visitor's limits.
        .layer(axum::middleware::from_fn_with_state(site.clone(), limits::check))
        .layer(own_origins(&site).with_rejection_response(guard::foreign))
        .layer(axum::middleware::from_fn_with_state(site.clone(), guard::admit))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(axum::middleware::from_fn_with_state(site.clone(), guard::finish))
        .with_state(site);
    below(base_path, app)
}

/// The same below a base path.
fn below(base_path: BasePath, app: Router) -> Router {
    let strip = move |mut request: Request| {
        *request.uri_mut() = base_path.strip(std::mem::take(request.uri_mut()));
        request
    };
    if base_path == BasePath::default() { app } else { Router::new().fallback_service(app.map_request(strip)) }
}
