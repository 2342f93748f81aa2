//! Pictures of all pages, for people to look at: light, dark, and on a telephone.

use crate::person::Person;
use crate::stage;
use crate::table::points;
use serde_json::json;

/// The middle of a good game, always the same.
const MIDGAME: &str = "d6-d7";

const PAGES: [(&str, &str); 5] = [
    ("home", "/"),
    ("game", "/games/three-musketeers"),
    ("rules", "/rules/three-musketeers"),
    ("how-to-play", "/how-to-play/three-musketeers"),
    ("board", "/boards/three-musketeers"),
];

async fn all_pages(person: &Person, table: &str, look: &str) {
    for (name, path) in PAGES.into_iter().chain([("table", table)]) {
        person.go(path).await;
        if name == "table" {
            person.connected().await;
        }
        person.picture(&format!("{name}-{look}"), false).await;
    }
}

#[test]
fn pictures_of_all_pages() {
    stage::play("pictures", async |stage| {
        let anna = stage.person("anna").await;
        anna.open_table(json!({ "mode": "home", "name": "Anna" })).await;
        for action in MIDGAME.split_whitespace() {
            points(action);
            anna.click_move(action).await;
        }
        let table = anna.path().await;
        for scheme in ["light", "dark"] {
            anna.prefer(&[("prefers-color-scheme", scheme)]).await;
            all_pages(&anna, &table, scheme).await;
        }
        let bert = stage.person("bert").await;
        bert.phone().await;
        for scheme in ["light", "dark"] {
            bert.prefer(&[("prefers-color-scheme", scheme)]).await;
            all_pages(&bert, &table, &format!("phone-{scheme}")).await;
        }
        assert!(stage::folder().join("table-light.png").is_file(), "{} are there", stage.name());
    });
}
