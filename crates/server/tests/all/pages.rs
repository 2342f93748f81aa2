//! Every page exists, is complete, and has the headers.

use super::*;

const PAGES: [&str; 13] = [
    "/",
    "/games/three-musketeers",
    "/games/conflict",
    "/rules/three-musketeers",
    "/rules/three-musketeers/TM-9",
    "/how-to-play/three-musketeers",
    "/learn/three-musketeers",
    "/puzzles",
    "/puzzles/three-musketeers",
    "/puzzles/three-musketeers/1",
    "/boards/three-musketeers",
    "/privacy",
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
async fn every_response_has_the_headers_and_nothing_inline() {
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
async fn the_home_page_has_five_boxes_and_my_unfinished_tables() {
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

/// Text as escaped in a page.
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
async fn one_rule_can_be_read_by_its_number_in_any_case() {
    let mut anna = Person::at(&site());
    let rule = anna.get("/rules/three-musketeers/tm-9").await;
    assert_eq!(rule.status, StatusCode::OK);
    assert!(rule.text.contains("TM-9") && rule.text.contains("inferred") && !rule.text.contains("<html"));
    assert_eq!(anna.get("/rules/three-musketeers/TM-99").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_guide_draws_its_pictures_and_has_the_art_of_the_pieces_once() {
    let mut anna = Person::at(&site());
    for game in catalog::games() {
        let info = game.info();
        let page = anna.get(&format!("/how-to-play/{}", info.slug)).await.text;
        let pictures = info.how_to_play.matches("](picture:").count();
        assert_eq!(page.matches("class=\"layers\"").count(), pictures, "{}", info.slug);
        assert_eq!(page.matches("class=\"definitions\"").count(), 1, "{}", info.slug);
        assert!(page.len() < 150_000, "{}: {} bytes", info.slug, page.len());
        let files: Vec<&str> =
            page.split('"').filter(|text| text.contains("/boards/") && text.ends_with(".svg")).collect();
        assert_eq!(files.len(), 2 * pictures, "{}", info.slug);
        assert_eq!(anna.get(files[0]).await.headers[header::CONTENT_TYPE], "image/svg+xml");
    }
    let page = anna.get("/how-to-play/three-musketeers").await.text;
    assert!(page.contains("data-rule=\"TM-5\""), "rule numbers are links");
}

#[tokio::test]
async fn a_box_starts_a_match_against_beginners_with_one_form() {
    let app = site();
    let mut anna = Person::at(&app);
    let page = anna.get("/").await.text;
    for game in catalog::games() {
        let info = game.info();
        let form = page.split("<form").find(|form| form.contains(&format!("data-game=\"{}\"", info.slug))).unwrap();
        for part in ["action=\"/tables\"", "value=\"computer\"", "value=\"private\"", "Play now"] {
            assert!(form.contains(part), "{}: {part}", info.slug);
        }
        for fact in [info.players_in_words(), info.minutes_in_words(), info.difficulty.word().to_owned()] {
            assert!(page.contains(&format!("<li>{fact}</li>")), "{}: {fact}", info.slug);
        }
    }
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
async fn the_page_of_a_table_is_sent_again_only_when_it_has_changed() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({})).await;
    let tag = anna.get(&table).await.headers[header::ETAG].to_str().unwrap().to_owned();
    let ask = |person: &Person| {
        let request = person.request(Method::GET, &table).header(header::ACCEPT, "text/html");
        request.header(header::IF_NONE_MATCH, &tag).body(Body::empty()).unwrap()
    };
    let request = ask(&anna);
    assert_eq!(anna.send(request).await.status, StatusCode::NOT_MODIFIED);
    let request = ask(&bert);
    assert_eq!(bert.send(request).await.status, StatusCode::OK, "somebody else sees another page");
    anna.act(&table, 1, "attack", "d6-d7").await;
    let request = ask(&anna);
    assert_eq!(anna.send(request).await.status, StatusCode::OK);
}
