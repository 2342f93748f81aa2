//! The page of a lesson, and the reasons it asks for.

use super::*;

/// The data of the page.
fn lesson(page: &str) -> Value {
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/json\">").expect("data");
    let (text, _) = rest.split_once("</script>").expect("an end");
    serde_json::from_str(text).expect("JSON")
}

#[tokio::test]
async fn every_game_has_a_lesson_whose_steps_are_in_the_page() {
    let anna = &mut Person::at(&site());
    for game in catalog::games() {
        let (slug, lesson_file) = (game.info().slug, game.lesson().unwrap());
        let page = anna.get(&format!("/learn/{slug}")).await;
        assert_eq!(page.status, StatusCode::OK, "{slug}");
        let data = lesson(&page.text);
        let steps = data["steps"].as_array().unwrap();
        assert_eq!(steps.len(), lesson_file.steps.len(), "{slug}");
        for step in steps {
            for task in step["tasks"].as_array().unwrap() {
                let (view, expect) = (&task["view"], &task["expect"]);
                assert_eq!(view["mine"].as_array().unwrap().len(), 1, "{slug}");
                let listed = view["legal_moves"][0]["moves"].as_array().cloned().unwrap_or_default();
                let can = match expect["type"].as_str().unwrap() {
                    "throw" => view["chance"]["mine"] == true,
                    _ => listed.iter().any(|one| one["action"] == expect["action"]),
                };
                assert!(can, "{slug}: {expect}");
            }
        }
        let last = &steps[steps.len() - 1]["done"];
        assert_eq!(last["phase"], "over", "{slug}");
        assert!(page.text.len() < 2 << 20, "{slug}: {} bytes", page.text.len());
    }
    assert_eq!(anna.get("/learn/chess").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_illegal_move_in_a_lesson_gets_its_rule() {
    let anna = &mut Person::at(&site());
    let path = "/learn/three-musketeers/why";
    let answer = anna.get_json(&format!("{path}?step=0&task=0&steps=d5,d6")).await;
    let why: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!((&why["legal"], &why["rule"]), (&json!(false), &json!("TM-12")));
    let answer = anna.get_json(&format!("{path}?step=8&task=1&steps=c1,c2")).await;
    assert!(answer.text.contains("TM-11"), "in the middle of a series: {}", answer.text);
    for query in ["step=9&task=0&steps=d5,d6", "step=0&task=2&steps=d5,d6", "step=0&task=18446744073709551615&steps=d5"]
    {
        assert_eq!(anna.get_json(&format!("{path}?{query}")).await.status, StatusCode::NOT_FOUND, "{query}");
    }
    for query in ["", "step=x&task=0&steps=d5", "step=0&task=0&steps=", "step=-1&task=0&steps=d5,d6"] {
        assert_eq!(anna.get_json(&format!("{path}?{query}")).await.status, StatusCode::BAD_REQUEST, "{query}");
    }
}
