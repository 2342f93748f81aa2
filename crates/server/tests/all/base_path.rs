//! The server below a base path, such as `/boxtop` behind a proxy: every URL it sends begins with that path.

use crate::Person;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use boxtop_server::{BasePath, Site, SiteSettings};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use store::Memory;

const BASE: &str = "/boxtop";

fn below(base: &str) -> Router {
    let settings =
        SiteSettings { base_path: BasePath::parse(base).unwrap(), trusted_proxy: true, ..SiteSettings::default() };
    boxtop_server::app(Site::new(Arc::new(Memory::new())).with_settings(settings))
}

/// The URLs of a page: links, forms, scripts and what scripts fetch.
fn urls(page: &str) -> BTreeSet<String> {
    let marks = [" href=\"", " src=\"", " action=\"", " data-refresh=\"", " data-record=\"", " data-wanted=\""];
    let found = marks.iter().flat_map(|mark| page.split(mark).skip(1)).filter_map(|rest| rest.split('"').next());
    found.filter(|url| !url.starts_with('#')).map(|url| url.replace("&amp;", "&")).collect()
}

#[tokio::test]
async fn no_page_and_no_script_has_a_url_outside_the_base_path() {
    let mut anna = Person::at(&below(BASE));
    let opened =
        anna.post("/boxtop/tables", json!({ "game": "hit-the-beach", "mode": "friend", "public": true })).await;
    assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
    let mut open = BTreeSet::from([format!("{BASE}/"), opened.location()]);
    let mut seen = BTreeSet::new();
    while let Some(url) = open.pop_first() {
        let path = url.split('#').next().unwrap().to_owned();
        // One puzzle of each game stands for all.
        let number = path.split_once("/puzzles/").and_then(|(_, rest)| rest.split('/').nth(1)?.parse::<u32>().ok());
        if !seen.insert(path.clone()) || path.contains("/me/export") || number.is_some_and(|number| number > 1) {
            continue;
        }
        let answer = anna.get(&path).await;
        assert!(
            answer.status.is_success() || answer.status == StatusCode::METHOD_NOT_ALLOWED,
            "{path}: {}",
            answer.status
        );
        let found = if path.contains("/assets/") { BTreeSet::new() } else { urls(&answer.text) };
        for url in &found {
            assert!(url.starts_with("/boxtop/"), "{url} in {path}");
        }
        open.extend(found);
    }
    for part in
        ["/boxtop/lobby", "/boxtop/me", "/boxtop/rules/conflict", "/boxtop/check", "/boxtop/api/v1/openapi.json"]
    {
        assert!(seen.contains(part), "{part} is linked: {seen:?}");
    }
    assert!(seen.iter().any(|path| path.ends_with("/table.js")) && seen.len() > 40, "{seen:?}");
}

/// Scripts make every URL with `url(…)` of `dom.js`, or get it whole from the page.
#[test]
fn no_script_names_a_path_of_the_server_by_itself() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    for entry in std::fs::read_dir(folder)
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "js"))
    {
        let text = std::fs::read_to_string(entry.path()).unwrap();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with(['/', '*'])) {
            for path in ["/api/", "/tables", "/rules/", "/me/", "/lobby", "/games/", "/assets/"] {
                let bare = ["\"", "`"].iter().any(|quote| {
                    line.contains(&format!("{quote}{path}")) && !line.contains(&format!("url({quote}{path}"))
                });
                assert!(!bare, "{}:{}: {line}", entry.path().display(), number + 1);
            }
        }
    }
}

#[tokio::test]
async fn redirects_cookies_links_and_the_api_keep_to_the_base_path() {
    let mut anna = Person::at(&below(BASE));
    let led = anna.form("/boxtop/tables", "game=conflict&mode=home").await;
    assert_eq!(led.status, StatusCode::SEE_OTHER, "{}", led.text);
    assert!(led.location().starts_with("/boxtop/tables/"), "{}", led.location());
    for cookie in led.headers.get_all(header::SET_COOKIE) {
        assert!(cookie.to_str().unwrap().contains("; Path=/boxtop; "), "{cookie:?}");
    }
    let secure =
        anna.request(Method::GET, "/boxtop/").header("x-forwarded-proto", "https").body(Body::empty()).unwrap();
    let secure = Person::at(&below(BASE)).send(secure).await;
    let cookies: Vec<_> =
        secure.headers.get_all(header::SET_COOKIE).iter().map(|line| line.to_str().unwrap()).collect();
    assert!(
        !cookies.is_empty() && cookies.iter().any(|line| line.starts_with("__Secure-boxtop_guest=")),
        "{cookies:?}"
    );
    let linked = anna.form("/boxtop/me/link", "").await.text;
    assert!(linked.contains("http://box.test/boxtop/link/"));
    let opened =
        anna.post("/boxtop/api/v1/tables", json!({ "game": "conflict", "mode": "friend", "public": true })).await;
    assert!(opened.location().starts_with("/boxtop/api/v1/tables/"), "{}", opened.location());
    assert!(opened.json()["url"].as_str().unwrap().starts_with("/boxtop/tables/"), "{}", opened.text);
    assert!(opened.json()["events"].as_str().unwrap().starts_with("/boxtop/api/v1/tables/"), "{}", opened.text);
    let listed = anna.get_json("/boxtop/api/v1/tables").await.json();
    assert!(listed["tables"][0]["url"].as_str().unwrap().starts_with("/boxtop/tables/"), "{listed}");
    assert_eq!(anna.get("/boxtop/api/v1/openapi.json").await.json()["servers"][0]["url"], BASE);
}

#[tokio::test]
async fn a_proxy_may_pass_the_base_path_on_or_remove_it() {
    let mut anna = Person::at(&below(BASE));
    for path in ["/boxtop", "/boxtop/", "/", "/boxtop/lobby", "/lobby", "/boxtop/healthz", "/healthz"] {
        assert_eq!(anna.get(path).await.status, StatusCode::OK, "{path}");
    }
    for path in ["/boxtopping", "/boxtop/boxtop", "/boxtop/nothing"] {
        assert_eq!(anna.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}
