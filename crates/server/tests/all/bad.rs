//! Bad input gets a clear message, changes nothing and does not panic.

use super::*;

/// An error says what is wrong.
fn check(answer: &Answer, status: StatusCode) {
    assert_eq!(answer.status, status, "{}", answer.text);
    let error = answer.json();
    assert!(error["detail"].as_str().is_some_and(|text| text.ends_with(['.', '!', '?'])), "{error}");
}

#[tokio::test]
async fn an_unknown_game_table_page_or_method() {
    let mut anna = Person::at(&site());
    check(&anna.post("/tables", json!({ "game": "chess", "mode": "home" })).await, StatusCode::NOT_FOUND);
    for path in ["/games/chess", "/rules/chess", "/how-to-play/chess", "/boards/chess", "/tables/nothing", "/nothing"] {
        check(&anna.get_json(path).await, StatusCode::NOT_FOUND);
        let page = anna.get(path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND);
        assert!(page.text.contains("All games"), "{path}: a page says what to do");
    }
    for table in ["nothing", "%00", "a%2Fb", &"x".repeat(200)] {
        check(
            &anna
                .command(&format!("/tables/{table}"), "throw", json!({ "version": 1, "key": "12345678", "seat": "a" }))
                .await,
            StatusCode::NOT_FOUND,
        );
        check(&anna.get_json(&format!("/api/v1/tables/{table}/events")).await, StatusCode::NOT_FOUND);
    }
    let request = anna.request(Method::PUT, "/").body(Body::empty()).unwrap();
    check(&anna.send(request).await, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn malformed_json_a_wrong_type_and_no_json_at_all() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let raw = |anna: &Person, path: &str, kind: &str, body: &str| {
        anna.request(Method::POST, path).header(header::CONTENT_TYPE, kind).body(Body::from(body.to_owned())).unwrap()
    };
    for body in [
        "{",
        "",
        "[]",
        "null",
        "{\"version\":\"1\"}",
        "{\"version\":-1,\"key\":\"12345678\",\"seat\":\"attack\"}",
        "\u{0}",
    ] {
        for path in ["commands", "hint", "branches", "chat"].map(|rest| format!("/api/v1{table}/{rest}")) {
            let request = raw(&anna, &path, "application/json", body);
            let answer = anna.send(request).await;
            assert!([400, 422].contains(&answer.status.as_u16()), "{path} {body}: {}", answer.text);
            check(&answer, StatusCode::BAD_REQUEST);
        }
    }
    let request = raw(&anna, &format!("/api/v1{table}/commands"), "text/plain", "{}");
    check(&anna.send(request).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let request = raw(&anna, "/tables", "application/json", "{");
    check(&anna.send(request).await, StatusCode::BAD_REQUEST);
    check(&anna.get_json(&format!("/api/v1{table}/why")).await, StatusCode::BAD_REQUEST);
    check(&anna.get_json(&format!("/api/v1{table}/events?since=minus")).await, StatusCode::BAD_REQUEST);
    assert_eq!(anna.view(&table).await["version"], 1, "nothing has changed");
}

#[tokio::test]
async fn a_problem_with_json_says_what_is_wrong_and_what_to_do() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let path = format!("/api/v1{table}/commands");
    for (body, detail, instead) in [
        ("{\"version\": 1", "The JSON ends too early at line 1, column 13.", "Correct the JSON"),
        ("{\"version\": 1 ?", "The JSON has a syntax error at line 1, column 15.", "Correct the JSON"),
        ("{}", "The field `command` is missing.", "Add it"),
        ("{\"version\": \"1\"}", "`version` has the text “1” where a whole number from 0 on is expected.", "Correct"),
        ("{\"command\": {\"type\": \"dance\"}}", "There is no command “dance”.", "Use one of `play`, `throw`, "),
        ("{\"command\": {\"type\": \"play\", \"seat\": \"a\"}}", "The field `command.action` is missing.", "Add it"),
        ("{\"command\": \"play\"}", "`command` has the text “play” where an object is expected.", "Correct"),
    ] {
        let request = anna.request(Method::POST, &path).header(header::CONTENT_TYPE, "application/json");
        let answer = anna.send(request.body(Body::from(body)).unwrap()).await;
        check(&answer, StatusCode::BAD_REQUEST);
        let problem = answer.json();
        assert_eq!(problem["detail"], detail, "{body}");
        assert!(problem["instead"].as_str().unwrap().starts_with(instead), "{body}: {problem}");
    }
}

#[tokio::test]
async fn a_problem_with_a_query_names_the_parameter() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    for (query, detail) in [
        ("/why", "The parameter `seat` is missing."),
        ("/why?seat=a&seat=b", "The parameter `seat` is there twice."),
        ("/legal-moves?seat=attack&limit=all", "`limit` must be a whole number."),
        ("/legal-moves?seat=attack&from=99999999999999999999999", "The number in `from` is too large."),
        ("?log=maybe", "`log` must be `true` or `false`."),
    ] {
        let answer = anna.get_json(&format!("/api/v1{table}{query}")).await;
        check(&answer, StatusCode::BAD_REQUEST);
        assert_eq!(answer.json()["detail"], detail, "{query}");
    }
}

#[tokio::test]
async fn a_stale_version_gets_the_current_one() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    anna.act(&table, 1, "attack", "d6-d7").await;
    for (version, status) in [(0, 409), (1, 409), (3, 400), (u64::MAX, 400)] {
        let late = anna.act(&table, version, "musketeers", "e7-e8").await;
        check(&late, StatusCode::from_u16(status).unwrap());
        assert_eq!(late.json()["version"], 2);
    }
}

#[tokio::test]
async fn a_refused_action_names_its_rule_and_changes_nothing() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    for action in ["a6-a7", "d6-d8", "e7-e8", "pass", "d6", "", "💥", "zz-zz"] {
        let refused = anna.act(&table, 1, "attack", action).await;
        check(&refused, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.json()["rule"].as_str().unwrap().starts_with("TM-"), "{action}");
    }
    let turn = anna.act(&table, 1, "musketeers", "e7-e8").await;
    check(&turn, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(turn.json()["rule"], "TM-4");
    check(&anna.act(&table, 1, "cardinal", "d6-d7").await, StatusCode::BAD_REQUEST);
    let long = "d6-d7".repeat(1000);
    check(
        &anna
            .command(&table, "play", json!({ "version": 1, "key": "12345678", "seat": "attack", "action": long }))
            .await,
        StatusCode::BAD_REQUEST,
    );
    check(
        &anna
            .command(&table, "play", json!({ "version": 1, "key": "short", "seat": "attack", "action": "d6-d7" }))
            .await,
        StatusCode::BAD_REQUEST,
    );
    assert_eq!(anna.view(&table).await["version"], 1);
}

#[tokio::test]
async fn a_post_from_another_site_is_refused() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let play = json!({ "version": 1, "key": "12345678", "seat": "attack", "action": "d6-d7" });
    let body = request("play", play).to_string();
    for (name, value) in [
        ("origin", "https://evil.test"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        for path in [format!("/api/v1{table}/commands"), "/tables".to_owned(), format!("{table}/sit")] {
            let request = anna
                .request(Method::POST, &path)
                .header(header::CONTENT_TYPE, "application/json")
                .header(name, value)
                .body(Body::from(body.clone()))
                .unwrap();
            check(&anna.send(request).await, StatusCode::FORBIDDEN);
        }
    }
    assert_eq!(anna.view(&table).await["version"], 1);
}

#[tokio::test]
async fn an_oversized_body_is_not_read() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let big = "x".repeat(70_000);
    check(&anna.command(&table, "play", json!({ "key": big })).await, StatusCode::PAYLOAD_TOO_LARGE);
    check(&anna.post("/tables", json!({ "board": big })).await, StatusCode::PAYLOAD_TOO_LARGE);
    let form = anna.form("/tables", &format!("game=three-musketeers&board={big}")).await;
    assert_eq!(form.status, StatusCode::PAYLOAD_TOO_LARGE);
}

/// Otherwise a typo would quietly open another table than intended.
#[tokio::test]
async fn an_unknown_field_is_refused_with_the_known_ones() {
    let answer = Person::at(&site()).post("/tables", json!({ "game": GAME, "pubilc": true })).await;
    check(&answer, StatusCode::BAD_REQUEST);
    assert!(answer.text.contains("pubilc") && answer.text.contains("`public`"), "{}", answer.text);
}

#[tokio::test]
async fn a_faulty_request_lists_all_its_faults() {
    let mut anna = Person::at(&site());
    let order = json!({
        "game": GAME, "mode": "computer", "side": "cardinal", "level": "marshal", "games": 9, "options": { "quiet_limit": 1 },
    });
    let answer = anna.post("/tables", order).await;
    check(&answer, StatusCode::UNPROCESSABLE_ENTITY);
    let places: Vec<_> =
        answer.json()["faults"].as_array().unwrap().iter().map(|fault| fault["place"].clone()).collect();
    assert_eq!(places, ["level", "side", "games"]);
    let options = json!({ "game": GAME, "mode": "home", "options": { "speed": 3, "quiet_limit": "often" } });
    let answer = anna.post("/tables", options).await;
    check(&answer, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.json()["faults"].as_array().unwrap().len(), 2);
    check(&anna.post("/tables", json!({ "game": GAME, "mode": "alone" })).await, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_board_with_faults_comes_back_with_line_and_column_and_its_text() {
    let mut anna = Person::at(&site());
    let board = "format = 1\ngame = \"three-musketeers\"\nfiles = 7\n";
    let answer = anna.post("/tables", json!({ "game": GAME, "mode": "home", "board": board })).await;
    check(&answer, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.json()["faults"].to_string().contains("board 3:"), "{}", answer.text);
    let form = anna.form("/tables", "game=three-musketeers&mode=home&board=format+%3D+1%0D%0Afiles+%3D+7%0D%0A").await;
    assert_eq!(form.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(form.text.contains("board, line 2, column"), "{}", form.text);
    assert!(form.text.contains("files = 7"), "the text is still in the form");
}
