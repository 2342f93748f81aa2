//! The OpenAPI document: `openapi.json` is what the handlers and the types of `protocol` say.

use super::{analyses, games, me, mistakes, puzzles, tables, with_routes};
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{HttpMethod, Ref, RefOr};
use utoipa::{Modify, OpenApi};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");

#[test]
fn the_openapi_document_is_that_of_the_protocol() {
    let document = document().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("BOXTOP_BLESS").is_some() {
        std::fs::write(FILE, &document).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(kept == document, "openapi.json is stale: BOXTOP_BLESS=1 cargo test -p boxtop-server of_the_protocol");
}

#[test]
fn every_route_is_described_with_its_method_and_path() {
    let document = document();
    let described: usize = document.paths.paths.values().map(|item| operations(&mut item.clone()).count()).sum();
    assert_eq!(described, ROUTES.len());
    for (method, path) in ROUTES {
        assert!(document.paths.get_path_operation(format!("/api/v1{path}"), method.clone()).is_some(), "{path}");
    }
}

macro_rules! described {
    ($($method:ident $path:literal $module:ident::$handler:ident),*;
     $($open_method:ident $open_path:literal $open_module:ident::$open_handler:ident),*) => {
        #[derive(OpenApi)]
        #[openapi(paths($($module::$handler,)* $($open_module::$open_handler),*))]
        struct Routes;

        const ROUTES: &[(HttpMethod, &str)] = &[$((method!($method), $path),)* $((method!($open_method), $open_path)),*];
    };
}

macro_rules! method {
    (get) => {
        HttpMethod::Get
    };
    (post) => {
        HttpMethod::Post
    };
    (delete) => {
        HttpMethod::Delete
    };
}

with_routes!(described);

fn document() -> utoipa::openapi::OpenApi {
    let mut document = Described::openapi().nest("/api/v1", Routes::openapi());
    Problems.modify(&mut document);
    document
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Boxtop",
        description = "Lost board games, for programs: everything a page can do. See docs/api.md for a guide.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(protocol::Problem, protocol::SigningKeys, protocol::StreamEvent)),
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
            for operation in operations(item) {
                operation.responses.responses.insert("default".into(), problem.clone());
            }
        }
    }
}

fn operations(item: &mut utoipa::openapi::PathItem) -> impl Iterator<Item = &mut utoipa::openapi::path::Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.delete, &mut item.patch].into_iter().flatten()
}
