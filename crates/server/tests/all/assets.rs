//! Scripts, style sheets and pictures: few requests, cached forever, compressed.

use crate::{Person, site};
use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::json;
use tower::ServiceExt;

/// The URLs of assets in a page.
fn assets(page: &str) -> Vec<&str> {
    let urls = page.split('"').filter(|text| text.starts_with("/assets/"));
    let mut urls: Vec<&str> = urls.collect();
    urls.sort_unstable();
    urls.dedup();
    urls
}

#[tokio::test]
async fn assets_are_cached_forever_by_hash_and_revalidated_without() {
    let mut anna = Person::at(&site());
    let page = anna.get("/").await.text;
    for url in assets(&page) {
        let file = anna.get(url).await;
        assert_eq!(file.status, StatusCode::OK);
        assert_eq!(file.headers[header::CACHE_CONTROL], "public, max-age=31536000, immutable", "{url}");
        assert!(file.headers.get_all(header::VARY).iter().any(|vary| vary == "accept-encoding"), "{url}");
    }
    let file = anna.get("/assets/old/icon.svg").await;
    assert_eq!((file.status, &file.headers[header::CACHE_CONTROL]), (StatusCode::OK, &"no-cache".parse().unwrap()));
    let etag = file.headers[header::ETAG].clone();
    let known =
        anna.request(Method::GET, "/assets/old/icon.svg").header(header::IF_NONE_MATCH, etag).body(Body::empty());
    assert_eq!(anna.send(known.unwrap()).await.status, StatusCode::NOT_MODIFIED);
    assert_eq!(anna.get("/assets/x/../Cargo.toml").await.status, StatusCode::NOT_FOUND);
    assert_eq!(anna.get("/assets/x/tsconfig.json").await.status, StatusCode::NOT_FOUND);
    assert_eq!(anna.get("/favicon.ico").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_page_needs_one_module_and_one_style_sheet() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    for path in ["/", "/lobby", "/me", "/check", "/games/conflict", "/rules/conflict", "/boards/conflict", &table] {
        let page = anna.get(path).await.text;
        let count = |end: &str| assets(&page).iter().filter(|url| url.ends_with(end)).count();
        assert_eq!((count(".css"), count(".js")), (1, 2), "{path}: the theme is a script before the first paint");
        assert_eq!(page.matches("rel=\"modulepreload\"").count(), 1, "{path}");
    }
}

#[tokio::test]
async fn the_font_is_one_file_that_is_preloaded_and_not_compressed_again() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    for path in ["/", "/games/conflict", &table] {
        let page = anna.get(path).await.text;
        let fonts: Vec<&str> = assets(&page).into_iter().filter(|url| url.ends_with(".woff2")).collect();
        let [font] = fonts[..] else { panic!("{path}: {fonts:?}") };
        assert_eq!(page.matches("rel=\"preload\"").count(), 1, "{path}");
        let request = anna.request(Method::GET, font).header(header::ACCEPT_ENCODING, "gzip, deflate, br, zstd");
        let answer = anna.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "font/woff2");
        assert!(!answer.headers().contains_key(header::CONTENT_ENCODING));
        assert!(answer.into_body().collect().await.unwrap().to_bytes().len() < 12 << 10);
    }
}

#[tokio::test]
async fn a_browser_gets_assets_compressed_with_brotli() {
    let mut anna = Person::at(&site());
    let page = anna.get("/games/conflict").await.text;
    let (mut plain, mut packed) = (0, 0);
    // A font is compressed already.
    for url in assets(&page).into_iter().filter(|url| !url.ends_with(".woff2")) {
        let request = anna.request(Method::GET, url).header(header::ACCEPT_ENCODING, "gzip, deflate, br, zstd");
        let answer = anna.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], "br", "{url}");
        packed += answer.into_body().collect().await.unwrap().to_bytes().len();
        plain += anna.get(url).await.text.len();
    }
    assert!(packed * 2 < plain, "{packed} of {plain} bytes");
}
