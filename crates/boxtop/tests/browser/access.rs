//! Every page for those who do not see it, or see it badly.

use crate::person::Person;
use crate::stage;
use serde_json::json;

const FAULTS: &str = include_str!("access.js");

/// Fails when a page has faults, in light or in dark.
async fn check(person: &Person, what: &str) {
    for scheme in ["light", "dark"] {
        person.prefer(&[("prefers-color-scheme", scheme)]).await;
        let faults: Vec<String> = person.look(FAULTS).await;
        assert!(faults.is_empty(), "{what}, {scheme}: {faults:#?}");
    }
}

#[test]
fn every_page_can_be_read_out() {
    stage::play("access", async |stage| {
        let anna = stage.person("anna").await;
        anna.forgive("status of 404");
        for path in [
            "/",
            "/games/three-musketeers",
            "/games/conflict",
            "/rules/three-musketeers",
            "/how-to-play/three-musketeers",
            "/boards/three-musketeers",
            "/nowhere",
        ] {
            anna.go(path).await;
            check(&anna, path).await;
        }

        anna.open_table(json!({ "mode": "friend", "side": "attack" })).await;
        check(&anna, "a table that waits").await;
        anna.open_table(json!({ "mode": "home" })).await;
        for _ in 0..6 {
            let look = anna.my_turn().await;
            anna.click_move(&look.offers[0]).await;
        }
        anna.my_turn().await;
        anna.click("#show-moves").await;
        anna.click(".settings summary").await;
        check(&anna, "a table in play").await;
        let names: Vec<String> = anna
            .look("[...document.querySelectorAll('#board [role=button]')].map((one) => one.getAttribute('aria-label'))")
            .await;
        assert_eq!(names.len(), 67, "every point can be reached");
        assert!(names.iter().any(|name| name.contains("musketeer")) && names.iter().any(|name| name.contains("empty")));
        anna.click("#log .chip").await;
        anna.until("the rule is open", "document.querySelector('#rule').open && document.querySelector('#rule h2')")
            .await;
        check(&anna, "a rule over the table").await;
        anna.press("Escape").await;
        anna.click("#resign").await;
        anna.click("#resign-yes").await;
        anna.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
        check(&anna, "a table whose match is over").await;
        anna.go("/").await;
        check(&anna, "the shelf of a player").await;
    });
}
