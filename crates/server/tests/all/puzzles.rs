//! Puzzles: pages that do not give the solution away, attempts judged on the server, and what is kept of them.

use super::*;
use kernel::puzzle::{Puzzle, Stock};

fn stock(slug: &str) -> &'static Stock {
    catalog::game(slug).unwrap().puzzles().unwrap()
}

/// An action that is judged and loses something.
fn weaker(puzzle: &Puzzle) -> &str {
    &puzzle.exercise.judged.iter().find(|judged| judged.loss >= 0.02).unwrap().notation
}

fn best(puzzle: &Puzzle) -> &str {
    puzzle.exercise.best().next().unwrap()
}

#[tokio::test]
async fn no_page_or_view_of_a_puzzle_gives_its_solution_away() {
    let anna = &mut Person::at(&site());
    for game in catalog::games() {
        let slug = game.info().slug;
        for (number, puzzle) in (1..).zip(&stock(slug).puzzles).step_by(20) {
            let reason = &puzzle.exercise.reason.text;
            let page = anna.get(&format!("/puzzles/{slug}/{number}")).await;
            assert_eq!(page.status, StatusCode::OK, "{slug} {number}");
            let told = anna.get_json(&format!("/api/v1/puzzles/{slug}/{number}")).await;
            let view = &told.json()["view"];
            assert!(moves(view).iter().any(|one| one["action"] == best(puzzle)), "{slug} {number}");
            assert_eq!(view["mine"], json!([puzzle.exercise.seat]), "{slug} {number}");
            let list = anna.get_json(&format!("/api/v1/puzzles/{slug}")).await;
            for text in [&page.text, &told.text, &list.text] {
                assert!(!text.contains(reason.as_str()), "{slug} {number}: the reason");
                for word in ["judged\":", "\"loss\"", "\"line\":[", "\"reason\""] {
                    assert!(!text.contains(word), "{slug} {number}: {word}");
                }
            }
        }
    }
}

#[tokio::test]
async fn an_attempt_is_judged_and_only_the_best_action_brings_the_solution() {
    let anna = &mut Person::at(&site());
    let puzzle = &stock(GAME).puzzles[0];
    let path = format!("/puzzles/{GAME}/1");
    let tried = anna.call(Method::POST, &format!("{path}/attempts"), json!({ "action": weaker(puzzle) })).await.json();
    assert_eq!((&tried["mark"], tried["solution"].is_null()), (&json!("weaker"), true), "{tried}");
    assert!(tried["loss"].as_f64().unwrap() >= 0.02);
    let refused = anna.call(Method::POST, &format!("{path}/attempts"), json!({ "action": "a1-z9" })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    let long = "x".repeat(600);
    let refused = anna.call(Method::POST, &format!("{path}/attempts"), json!({ "action": long })).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.text);
    assert_eq!(anna.get_json("/api/v1/me").await.json()["solved"], 0, "nothing was solved");

    let found = anna.call(Method::POST, &format!("{path}/attempts"), json!({ "action": best(puzzle) })).await.json();
    assert_eq!(found["mark"], "best", "{found}");
    assert_eq!(found["solution"]["reason"]["text"], json!(puzzle.exercise.reason.text));
    assert_eq!(found["solution"]["line"], json!(puzzle.exercise.line));
    assert_eq!(found["solution"]["after"]["legal_moves"], json!([]));
}

#[tokio::test]
async fn the_first_outcome_is_kept_with_the_person_shown_exported_and_deleted() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let puzzles = &stock(GAME).puzzles;
    let solve = |at: usize| (format!("/puzzles/{GAME}/{}/attempts", at + 1), json!({ "action": best(&puzzles[at]) }));
    let look_up = |at: usize| (format!("/puzzles/{GAME}/{}/solution", at + 1), json!({}));
    for (path, body) in [solve(0), look_up(0), look_up(1), solve(1), solve(2)] {
        let answer = anna.call(Method::POST, &path, body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
    let list = anna.get_json(&format!("/api/v1/puzzles/{GAME}")).await.json();
    let results: Vec<_> = list["list"].as_array().unwrap()[..4].iter().map(|entry| entry["result"].clone()).collect();
    assert_eq!(results, [json!("solved"), json!("looked_up"), json!("solved"), Value::Null]);
    assert_eq!(list["solved"], 2);
    assert_eq!(bert.get_json(&format!("/api/v1/puzzles/{GAME}")).await.json()["solved"], 0);
    assert!(anna.get("/me").await.text.contains("You have solved 2 puzzles."));
    assert!(anna.get("/puzzles").await.text.contains("Solved: 2 of"));
    let export = anna.get_json("/api/v1/me/export").await.json();
    let exported: Vec<_> = export["puzzles"].as_array().unwrap().iter().map(|one| one["puzzle"].clone()).collect();
    assert_eq!(exported.len(), 3);
    assert!(exported.contains(&json!(puzzles[1].id)));
    let key = anna.key();
    assert_eq!(anna.call(Method::DELETE, "/me", Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(anna.get_json(&format!("/api/v1/puzzles/{GAME}")).await.json()["solved"], 0);
    assert_ne!(anna.key(), key, "a new guest");
}

#[tokio::test]
async fn what_is_no_puzzle_is_refused_with_the_range() {
    let anna = &mut Person::at(&site());
    for number in ["0", "-1", "100000", "18446744073709551616", "x", "%F0%9F%8E%B2"] {
        for path in [format!("/api/v1/puzzles/{GAME}/{number}"), format!("/puzzles/{GAME}/{number}")] {
            let answer = anna.get_json(&path).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {}", answer.text);
            assert!(answer.text.contains("from 1 to"), "{path}: {}", answer.text);
        }
    }
    assert_eq!(anna.get_json("/api/v1/puzzles/chess").await.status, StatusCode::NOT_FOUND);
    assert_eq!(anna.get_json("/api/v1/puzzles/chess/1").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn todays_puzzle_is_the_same_by_name_and_by_number() {
    let anna = &mut Person::at(&site());
    for about in anna.get_json("/api/v1/puzzles").await.json().as_array().unwrap() {
        let (slug, today) = (about["game"].as_str().unwrap(), &about["today"]);
        let named = anna.get_json(&format!("/api/v1/puzzles/{slug}/today")).await.json();
        // Midnight may pass between two requests.
        assert!(named["number"] == *today || named["today"] != *today, "{about}");
        assert_eq!(anna.get(&format!("/puzzles/{slug}/today")).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn an_illegal_move_in_a_puzzle_gets_its_rule() {
    let anna = &mut Person::at(&site());
    let path = format!("/puzzles/{GAME}/1/why");
    let why = anna.get_json(&format!("{path}?steps=a7,a7")).await;
    assert_eq!((why.status, &why.json()["legal"]), (StatusCode::OK, &json!(false)), "{}", why.text);
    assert_eq!(anna.get_json(&format!("{path}?steps=")).await.status, StatusCode::BAD_REQUEST);
}
