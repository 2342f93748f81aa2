//! Every page is there, is whole, and carries the headers.

use super::*;

const PAGES: [&str; 8] = [
    "/",
    "/games/three-musketeers",
    "/games/conflict",
    "/rules/three-musketeers",
    "/rules/three-musketeers/TM-9",
    "/how-to-play/three-musketeers",
    "/boards/three-musketeers",
    "/no/such/page",
];

fn check_headers(answer: &Answer, path: &str) {
    let policy = answer.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{path}");
    assert!(!policy.contains("unsafe"), "{path}");
    assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
    assert_eq!(answer.headers[header::REFERRER_POLICY], "same-origin", "{path}");
    assert!(answer.headers.contains_key(header::CACHE_CONTROL), "{path}");
}

#[tokio::test]
async fn every_response_carries_the_headers_and_nothing_inline() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    for path in PAGES.into_iter().chain([table.as_str()]) {
        let page = anna.get(path).await;
        check_headers(&page, path);
        for inline in [" style=", "<style", " onclick=", "javascript:", "<script>"] {
            assert!(!page.text.contains(inline), "{path} has {inline}");
        }
        assert_eq!(page.headers[header::CONTENT_TYPE], "text/html; charset=utf-8", "{path}");
    }
    let json_routes =
        [format!("{table}/record"), format!("/api/v1{table}/why?seat=attack&action=d6-d7"), "/healthz".to_owned()];
    for path in json_routes {
        let answer = anna.get_json(&path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        check_headers(&answer, &path);
    }
}

#[tokio::test]
async fn the_shelf_has_five_boxes_and_my_unfinished_tables() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let empty = anna.get("/").await.text;
    assert_eq!(empty.matches("<img ").count(), 5);
    let table = anna.open(json!({ "name": "Anna" })).await;
    assert!(anna.get("/").await.text.contains(&table));
    assert!(!bert.get("/").await.text.contains(&table), "lists are private");
    anna.command(&table, "resign", json!({ "version": 1, "key": "resign-1", "seat": "attack" })).await;
    assert!(!anna.get("/").await.text.contains(&table), "a finished match is not unfinished");
}

#[tokio::test]
async fn the_form_offers_every_level_side_and_option() {
    let page = Person::at(&site()).get("/games/three-musketeers").await.text;
    for part in
        ["private", "captain", "colonel", "general", "value=\"attack\"", "value=\"musketeers\"", "value=\"either\""]
    {
        assert!(page.contains(part), "{part}");
    }
    for option in catalog::game(GAME).unwrap().options() {
        assert!(page.contains(&format!("option.{}", option.key)));
        let plain = maud_free(option.about);
        assert!(page.contains(&plain), "{plain}");
    }
}

/// Text as it stands in a page.
fn maud_free(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[tokio::test]
async fn the_rule_book_has_an_anchor_for_every_rule_with_its_standing() {
    let page = Person::at(&site()).get("/rules/three-musketeers").await.text;
    for rule in &catalog::game(GAME).unwrap().rule_book().rules {
        assert!(page.contains(&format!("<section class=\"rule\" id=\"{}\">", rule.id)), "{}", rule.id);
        assert!(page.contains(&maud_free(&rule.source)), "{}", rule.source);
    }
    assert!(page.contains("id=\"evidence\"") && page.contains("<table>"));
}

#[tokio::test]
async fn one_rule_comes_alone_in_any_case_of_letters() {
    let mut anna = Person::at(&site());
    let rule = anna.get("/rules/three-musketeers/tm-9").await;
    assert_eq!(rule.status, StatusCode::OK);
    assert!(rule.text.contains("TM-9") && rule.text.contains("inferred") && !rule.text.contains("<html"));
    assert_eq!(anna.get("/rules/three-musketeers/TM-99").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_guide_draws_its_pictures() {
    let page = Person::at(&site()).get("/how-to-play/three-musketeers").await.text;
    let guide = catalog::game(GAME).unwrap().info().how_to_play;
    assert_eq!(page.matches("<svg").count(), guide.matches("](picture:").count());
    assert!(page.contains("data-rule=\"TM-5\""), "rule numbers are links");
}

#[tokio::test]
async fn the_board_page_marks_evidence_and_gives_the_file() {
    let mut anna = Person::at(&site());
    let page = anna.get("/boards/three-musketeers").await.text;
    for word in ["told", "seen", "inferred", "invented"] {
        assert!(page.contains(&format!("name=\"{word}\"")), "{word}");
    }
    assert!(page.contains("data-evidence=\"seen\""));
    let file = anna.get("/boards/three-musketeers/board.toml").await;
    assert_eq!(file.text, catalog::game(GAME).unwrap().standard_board());
    assert!(file.headers[header::CONTENT_DISPOSITION].to_str().unwrap().starts_with("attachment"));
}

#[tokio::test]
async fn files_are_kept_for_ever_under_their_tag_and_checked_without() {
    let mut anna = Person::at(&site());
    let page = anna.get("/").await.text;
    let at = page.find("/assets/").unwrap();
    let url = &page[at..at + page[at..].find('"').unwrap()];
    let file = anna.get(url).await;
    assert_eq!(file.status, StatusCode::OK);
    assert!(file.headers[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    let etag = file.headers[header::ETAG].clone();
    let again = anna.request(Method::GET, "/assets/old/base.css").body(Body::empty()).unwrap();
    let again = anna.send(again).await;
    assert_eq!((again.status, &again.headers[header::CACHE_CONTROL]), (StatusCode::OK, &"no-cache".parse().unwrap()));
    let known =
        anna.request(Method::GET, "/assets/old/icon.svg").header(header::IF_NONE_MATCH, etag).body(Body::empty());
    assert_eq!(anna.send(known.unwrap()).await.status, StatusCode::NOT_MODIFIED);
    assert_eq!(anna.get("/assets/x/../Cargo.toml").await.status, StatusCode::NOT_FOUND);
    assert_eq!(anna.get("/favicon.ico").await.status, StatusCode::OK);
}

#[tokio::test]
async fn every_module_that_a_script_names_is_there() {
    let mut anna = Person::at(&site());
    let mut open = vec!["table.js".to_owned(), "start.js".into(), "theme.js".into()];
    let mut seen = Vec::new();
    while let Some(name) = open.pop() {
        let script = anna.get(&format!("/assets/x/{name}")).await;
        assert_eq!(script.status, StatusCode::OK, "{name}");
        let imports = script.text.lines().filter(|line| line.starts_with("import "));
        let names = imports.filter_map(|line| Some(line.split("\"./").nth(1)?.split('"').next()?.to_owned()));
        open.extend(names.filter(|name| !seen.contains(name)));
        seen.push(name);
    }
    assert!(seen.contains(&"board.js".to_owned()), "{seen:?}");
    let table = anna.open(json!({})).await;
    let page = anna.get(&table).await.text;
    seen.retain(|name| name != "start.js");
    assert!(seen.iter().all(|name| page.contains(&format!("/{name}\""))), "all are fetched at the same time");
}
