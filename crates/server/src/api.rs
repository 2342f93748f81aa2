//! `/api/v1`: everything a page can do, for programs.
//!
//! A request is identified by its cookie or by `Authorization: Bearer`; if there is a token, the cookie is ignored. The
//! OpenAPI document is generated from the handlers, so it lists every route.

mod games;
mod me;
mod tables;

use crate::accounts::no_token;
use crate::base_path::BasePath;
use crate::guest::Guest;
use crate::problem::Problem;
use crate::settings::CookieScope;
use crate::site::Site;
use axum::Router;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::routing::get;
use protocol::Problem as ProblemDetails;
use std::borrow::Cow;
use std::future::ready;
use std::sync::LazyLock;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

const PREFIX: &str = "/api/v1";

/// Routes with a timeout.
pub(crate) fn timed() -> Router<Site> {
    let document =
        |State(site): State<Site>| ready(([(CONTENT_TYPE, "application/json")], document(site.settings.base_path)));
    Router::from(described()).route("/api/v1/openapi.json", get(document))
}

/// Routes that stay open: streams.
pub(crate) fn untimed() -> Router<Site> {
    Router::from(streaming())
}

fn described() -> OpenApiRouter<Site> {
    let routes = OpenApiRouter::new()
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(games::rules))
        .routes(routes!(games::rule))
        .routes(routes!(games::board))
        .routes(routes!(tables::lobby, tables::open))
        .routes(routes!(tables::view))
        .routes(routes!(tables::legal_moves))
        .routes(routes!(tables::command))
        .routes(routes!(tables::branch))
        .routes(routes!(tables::hint))
        .routes(routes!(tables::record))
        .routes(routes!(tables::why))
        .routes(routes!(tables::prospects))
        .routes(routes!(tables::along))
        .routes(routes!(tables::moments))
        .routes(routes!(tables::luck))
        .routes(routes!(tables::hear, tables::say))
        .routes(routes!(me::about, me::forget))
        .routes(routes!(me::tables))
        .routes(routes!(me::export))
        .routes(routes!(me::name))
        .routes(routes!(me::claim))
        .routes(routes!(me::link))
        .routes(routes!(me::use_link))
        .routes(routes!(me::reset))
        .routes(routes!(me::login))
        .routes(routes!(me::logout))
        .routes(routes!(me::tokens, me::make_token))
        .routes(routes!(me::drop_token));
    OpenApiRouter::new().nest(PREFIX, routes)
}

fn streaming() -> OpenApiRouter<Site> {
    OpenApiRouter::new().nest(PREFIX, OpenApiRouter::new().routes(routes!(tables::events)))
}

/// The OpenAPI document of a server with this base path.
fn document(base_path: BasePath) -> Cow<'static, str> {
    if base_path == BasePath::default() {
        return Cow::Borrowed(&DOCUMENT);
    }
    let servers = serde_json::json!([{ "url": base_path.as_str() }]);
    let below = serde_json::from_str::<serde_json::Value>(&DOCUMENT).map(|mut document| {
        document["servers"] = servers;
        document.to_string()
    });
    below.map_or(Cow::Borrowed(&*DOCUMENT), Cow::Owned)
}

/// The OpenAPI document without a base path, generated once.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let router = OpenApiRouter::with_openapi(Described::openapi()).merge(described()).merge(streaming());
    let mut document = router.into_openapi();
    Problems.modify(&mut document);
    document.to_pretty_json().unwrap_or_else(|error| {
        tracing::error!(%error, "the OpenAPI document could not be generated");
        "{}".into()
    })
});

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Boxtop",
        description = "Lost board games, for programs: everything a page can do. See docs/api.md for a guide.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(protocol::Problem, protocol::StreamEvent)),
    modifiers(&Keys),
    security((), ("cookie" = []), ("token" = []))
)]
struct Described;

/// Authentication: token or cookie.
struct Keys;

impl Modify for Keys {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("boxtop_…");
        let token = token.description(Some("A personal token with the scope `read` or `play`, made on the page /me."));
        components.add_security_scheme("token", SecurityScheme::Http(token.build()));
        let cookie = ApiKeyValue::with_description(
            "boxtop_guest",
            "For browsers; set by the first response. Under https its name is `__Host-boxtop_guest`.",
        );
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// Adds the default response of every operation: a problem, for errors that are not listed (rate limits, unknown table, malformed JSON).
struct Problems;

impl Modify for Problems {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        let problem = ResponseBuilder::new().description("Any other error, with what to do about it");
        let problem = RefOr::T(problem.content("application/problem+json", content).build());
        for item in document.paths.paths.values_mut() {
            let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete, &mut item.patch];
            for operation in operations.into_iter().flatten() {
                operation.responses.responses.insert("default".into(), problem.clone());
            }
        }
    }
}

/// A sender who may read; a token needs the scope `read`.
pub(crate) struct Reader(pub(crate) Guest);
/// A sender who may play; a token needs the scope `play`.
pub(crate) struct Player(pub(crate) Guest);
/// The owner of the account, known by cookie: tokens are refused.
pub(crate) struct Owner(pub(crate) Guest);

async fn identify(parts: &mut Parts, site: &Site) -> Result<Guest, Problem> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else {
        return Guest::from_request_parts(parts, site).await;
    };
    let token = header.to_str().ok().and_then(|text| text.split_once(' '));
    let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).ok_or_else(no_token)?;
    site.accounts.bearer(token.1.trim(), CookieScope::of(site.settings, &parts.headers)).await
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
