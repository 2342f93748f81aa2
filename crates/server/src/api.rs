//! `/api/v1`: everything a page can do, for programs.
//!
//! Who is asking is known by the cookie or by `Authorization: Bearer`; when there
//! is a token, no cookie is looked at. The OpenAPI document is made from the
//! handlers themselves: a route that is not in it cannot be added here.

mod games;
mod me;
mod tables;

use crate::door;
use crate::guest::Guest;
use crate::people::no_token;
use crate::problem::Problem;
use crate::site::Site;
use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::routing::get;
use protocol::Problem as ProblemDetails;
use std::sync::LazyLock;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

const PREFIX: &str = "/api/v1";

/// Routes that answer in time.
pub(crate) fn timed() -> Router<Site> {
    let document = || async { ([(CONTENT_TYPE, "application/json")], DOCUMENT.as_str()) };
    Router::from(described()).route("/api/v1/openapi.json", get(document))
}

/// Routes that stay open.
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

/// The document, made once.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let router = OpenApiRouter::with_openapi(Described::openapi()).merge(described()).merge(streaming());
    let mut document = router.into_openapi();
    Problems.modify(&mut document);
    document.to_pretty_json().unwrap_or_else(|error| {
        tracing::error!(%error, "the API could not be described");
        "{}".into()
    })
});

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Boxtop",
        description = "Lost board games, for programs: everything a page can do. See docs/api.md for the ways of it.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(protocol::Problem, protocol::StreamEvent)),
    modifiers(&Keys),
    security((), ("cookie" = []), ("token" = []))
)]
struct Described;

/// How a program says who it is.
struct Keys;

impl Modify for Keys {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("boxtop_…");
        let token = token.description(Some("A personal token with the scope `read` or `play`, made on the page /me."));
        components.add_security_scheme("token", SecurityScheme::Http(token.build()));
        let cookie = ApiKeyValue::with_description(
            "boxtop_guest",
            "What a browser has; set by the first answer. Under https its name is `__Host-boxtop_guest`.",
        );
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// Whatever is not said of an operation (too many requests, no such table, not JSON) is a problem in the same words.
struct Problems;

impl Modify for Problems {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        let problem = ResponseBuilder::new().description("Anything else: a problem, and what to do about it");
        let problem = RefOr::T(problem.content("application/problem+json", content).build());
        for item in document.paths.paths.values_mut() {
            let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete, &mut item.patch];
            for operation in operations.into_iter().flatten() {
                operation.responses.responses.insert("default".into(), problem.clone());
            }
        }
    }
}

/// Somebody who looks: a token needs `read`.
pub(crate) struct Reader(pub(crate) Guest);
/// Somebody who plays: a token needs `play`.
pub(crate) struct Player(pub(crate) Guest);
/// The person himself: no token will do.
pub(crate) struct Owner(pub(crate) Guest);

async fn who(parts: &mut Parts, site: &Site) -> Result<Guest, Problem> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else {
        return Guest::from_request_parts(parts, site).await;
    };
    let token = header.to_str().ok().and_then(|text| text.split_once(' '));
    let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).ok_or_else(no_token)?;
    site.people.bearer(token.1.trim(), door::by_https(site.door, &parts.headers)).await
}

impl FromRequestParts<Site> for Reader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Problem> {
        who(parts, site).await.map(Reader)
    }
}

impl FromRequestParts<Site> for Player {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Problem> {
        let guest = who(parts, site).await?;
        if guest.scopes.is_some_and(|scopes| !scopes.play) {
            return Err(Problem::forbidden("This token may only look.", "Make one with the scope “play”."));
        }
        Ok(Player(guest))
    }
}

impl FromRequestParts<Site> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Problem> {
        let guest = who(parts, site).await?;
        if guest.scopes.is_some() {
            return Err(Problem::forbidden(
                "No token may do this.",
                "Do it yourself, in the browser, on the page /me.",
            ));
        }
        Ok(Owner(guest))
    }
}

/// The answer with what a new guest needs to come back.
fn known(guest: &Guest, answer: impl IntoResponse) -> axum::response::Response {
    (guest.cookies(), answer).into_response()
}
