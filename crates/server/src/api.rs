//! `/api/v1`: everything a page can do, for programs.
//!
//! A request is identified by its cookie or by `Authorization: Bearer`; if there is a token, the cookie is ignored. The
//! routes are declared once, for the router and for the OpenAPI document. The document is a file, which a test
//! generates from the handlers ([`schema`]): the server itself needs no code for it.

mod analyses;
mod games;
mod me;
mod mistakes;
mod puzzles;
#[cfg(test)]
mod schema;
mod tables;

use crate::accounts::no_token;
use crate::base_path::BasePath;
use crate::guest::Guest;
use crate::moderation;
use crate::problem::Problem;
use crate::settings::CookieScope;
use crate::site::Site;
use axum::Router;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use std::borrow::Cow;
use std::future::ready;

/// Calls a macro with all routes: first those with a timeout, then those that stay open.
macro_rules! with_routes {
    ($call:ident) => {
        $call! {
            get "/games" games::list,
            get "/games/{game}" games::one,
            get "/games/{game}/rules" games::rules,
            get "/games/{game}/rules/{rule}" games::rule,
            get "/games/{game}/board" games::board,
            get "/puzzles" puzzles::games,
            get "/puzzles/{game}" puzzles::puzzles,
            get "/puzzles/{game}/{number}" puzzles::puzzle,
            post "/puzzles/{game}/{number}/attempts" puzzles::attempt,
            post "/puzzles/{game}/{number}/solution" puzzles::solution,
            get "/tables" tables::lobby,
            post "/tables" tables::open,
            get "/tables/{table}" tables::view,
            get "/tables/{table}/legal-moves" tables::legal_moves,
            post "/tables/{table}/commands" tables::command,
            post "/tables/{table}/branches" tables::branch,
            post "/tables/{table}/hint" tables::hint,
            get "/tables/{table}/record" tables::record,
            get "/tables/{table}/why" tables::why,
            get "/tables/{table}/prospects" tables::prospects,
            get "/tables/{table}/chances" tables::chances,
            get "/tables/{table}/along" tables::along,
            get "/tables/{table}/moments" tables::moments,
            get "/tables/{table}/luck" tables::luck,
            get "/tables/{table}/analysis" analyses::of_table,
            post "/tables/{table}/analysis" analyses::start_of_table,
            post "/analyses" analyses::upload,
            get "/analyses/{id}" analyses::of_record,
            post "/analyses/{id}" analyses::start_of_record,
            post "/tables/{table}/mistakes/{step}/attempts" mistakes::attempt_at_mistake,
            post "/tables/{table}/mistakes/{step}/solution" mistakes::solution_of_mistake,
            post "/analyses/{id}/mistakes/{step}/attempts" mistakes::attempt_at_mistake_of_record,
            post "/analyses/{id}/mistakes/{step}/solution" mistakes::solution_of_mistake_of_record,
            get "/analyses/{id}/moments" analyses::record_moments,
            get "/tables/{table}/receipt" tables::receipt,
            get "/tables/{table}/chat" tables::hear,
            post "/tables/{table}/chat" tables::say,
            post "/tables/{table}/reports" tables::report,
            get "/me" me::about,
            delete "/me" me::forget,
            get "/me/tables" me::tables,
            get "/me/export" me::export,
            post "/me/name" me::name,
            post "/me/claim" me::claim,
            post "/me/link" me::link,
            post "/link" me::use_link,
            post "/reset" me::reset,
            post "/login" me::login,
            post "/me/logout" me::logout,
            get "/me/tokens" me::tokens,
            post "/me/tokens" me::make_token,
            delete "/me/tokens/{id}" me::drop_token;
            get "/tables/{table}/events" tables::events
        }
    };
}
#[cfg(test)]
use with_routes;

macro_rules! routers {
    ($($method:ident $path:literal $module:ident::$handler:ident),*;
     $($open_method:ident $open_path:literal $open_module:ident::$open_handler:ident),*) => {
        /// Routes with a timeout.
        pub(crate) fn timed() -> Router<Site> {
            let router = Router::new()$(.route(concat!("/api/v1", $path), $method($module::$handler)))*;
            router.route("/api/v1/openapi.json", get(openapi))
        }

        /// Routes that stay open: streams.
        pub(crate) fn untimed() -> Router<Site> {
            Router::new()$(.route(concat!("/api/v1", $open_path), $open_method($open_module::$open_handler)))*
        }
    };
}

with_routes!(routers);

/// The OpenAPI document without a base path.
const DOCUMENT: &str = include_str!("../openapi.json");

fn openapi(State(site): State<Site>) -> impl Future<Output = impl IntoResponse> {
    ready(([(CONTENT_TYPE, "application/json")], document(site.settings.base_path)))
}

/// The OpenAPI document of a server with this base path.
fn document(base_path: BasePath) -> Cow<'static, str> {
    if base_path == BasePath::default() {
        return Cow::Borrowed(DOCUMENT);
    }
    let servers = serde_json::json!([{ "url": base_path.as_str() }]);
    let below = serde_json::from_str::<serde_json::Value>(DOCUMENT).map(|mut document| {
        document["servers"] = servers;
        document.to_string()
    });
    below.map_or(Cow::Borrowed(DOCUMENT), Cow::Owned)
}

/// A sender who may read; a token needs the scope `read`.
pub(crate) struct Reader(pub(crate) Guest);
/// A sender who may play; a token needs the scope `play`.
pub(crate) struct Player(pub(crate) Guest);
/// The owner of the account, known by cookie: tokens are refused.
pub(crate) struct Owner(pub(crate) Guest);

/// The sender of a request, by token or cookie.
pub(crate) async fn identify(parts: &mut Parts, site: &Site) -> Result<Guest, Problem> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else {
        return Guest::from_request_parts(parts, site).await;
    };
    let token = header.to_str().ok().and_then(|text| text.split_once(' '));
    let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).ok_or_else(no_token)?;
    let guest = site.accounts.bearer(token.1.trim(), CookieScope::of(site.settings, &parts.headers)).await?;
    moderation::admitted(site, guest, parts).await
}

impl FromRequestParts<Site> for Reader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Problem> {
        identify(parts, site).await.map(Reader)
    }
}

impl FromRequestParts<Site> for Player {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Problem> {
        let guest = identify(parts, site).await?;
        if guest.scopes.is_some_and(|scopes| !scopes.play) {
            return Err(Problem::forbidden("This token can only read.", "Create one with the scope “play”."));
        }
        Ok(Player(guest))
    }
}

impl FromRequestParts<Site> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Problem> {
        let guest = identify(parts, site).await?;
        if guest.scopes.is_some() {
            return Err(Problem::forbidden("Tokens cannot do this.", "Log in with a browser and open the page /me."));
        }
        Ok(Owner(guest))
    }
}

/// The response, with the cookies of a new guest.
fn known(guest: &Guest, answer: impl IntoResponse) -> axum::response::Response {
    (guest.cookies(), answer).into_response()
}
