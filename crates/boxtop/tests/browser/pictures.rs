//! Screenshots of all pages: light, dark, and on a phone.

use crate::person::Person;
use crate::stage;
use crate::table::at;
use serde_json::json;

/// A fixed position in the middle of a game: a musketeer half way through a series.
const MIDGAME: &str = "f6-f7 e7-f8 f5-f6 g7xe7 f4-f5 f8-f9 h7-g7 c7-d8 i7-h7 d8-c7 f3-f4 f9-e9 g7-g8 e9-d9 h6-g7 c7-d8 \
    i5-h6 d9-c9 i4-i5 c9-b9 f2-f3 d8-e9 b7-c7 e9-d8 a7-b7 e7-f7 e1-f2 f7-e7 f6-f7 d8-c9 f5-f6 c9-d8 \
    d6-d7 d8xd6 f4-f5 d6xf4 d5-d6 e7xe5 d6-e7 e5-d6 g7-f8 d6-e6 g6-g7 e6xe8 c7-c8 b9-c9 c6-c7 e8-e7 \
    f8-e9 c9-d8 a6-a7 f4-e5 g5-g6 e5xg5";

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
            anna.click_move(action).await;
        }
        let table = anna.path().await;
        for scheme in ["light", "dark"] {
            anna.prefer(&[("prefers-color-scheme", scheme)]).await;
            all_pages(&anna, &table, scheme).await;
        }
        anna.phone().await;
        for scheme in ["light", "dark"] {
            anna.prefer(&[("prefers-color-scheme", scheme)]).await;
            all_pages(&anna, &table, &format!("phone-{scheme}")).await;
        }
        let cleo = stage.person("cleo").await;
        moments(&cleo).await;
        assert!(stage::folder().join("table-light.png").is_file(), "{} are there", stage.name());
    });
}

const MARINES: [(&str, &str); 4] = [
    ("game", "/games/fighting-marines"),
    ("rules", "/rules/fighting-marines#reading-a-board"),
    ("how-to-play", "/how-to-play/fighting-marines"),
    ("board", "/boards/fighting-marines"),
];

/// Screenshots of Fighting Marines, in both themes, on a desktop and on a phone.
#[test]
fn pictures_of_fighting_marines() {
    stage::play("pictures-marines", async |stage| {
        let anna = stage.person("anna").await;
        for (name, path) in MARINES {
            anna.go(path).await;
            anna.picture(&format!("marines-{name}-light"), false).await;
        }
        let seats = json!(["me", "captain", "private", "private"]);
        let order = json!({ "game": "fighting-marines", "players": 4, "seats": seats, "name": "Anna", "options": { "throw_limit": 40 } });
        anna.open_table(order).await;
        in_all_lights(&anna, "marines-start").await;
        let (mut assault, mut foreseen) = (false, false);
        for step in 0.. {
            assert!(step < 600, "the match has no end");
            let now = anna.my_turn().await;
            if now.phase == "over" {
                break;
            }
            if now.throws && !foreseen && now.log.len() > 50 {
                anna.until("what may come is there", "document.querySelector('#lots .lot')").await;
                anna.look::<bool>("document.querySelector('.lot[data-ends]')?.focus() ?? true").await;
                in_all_lights(&anna, "marines-foresight").await;
                anna.press("Escape").await;
                foreseen = true;
            } else if !now.throws && !assault && now.log.len() > 30 && now.moves.len() > 2 {
                in_all_lights(&anna, "marines-assault").await;
                assault = true;
            }
            let press = if now.throws { "#throw" } else { "#moves button" };
            anna.look::<bool>(&format!("document.querySelector('{press}').click() ?? true")).await;
            anna.newer(&now).await;
        }
        in_all_lights(&anna, "marines-end").await;
    });
}

/// Screenshots of the same moment in both themes, large and small.
pub(crate) async fn in_all_lights(person: &Person, moment: &str) {
    for phone in [false, true] {
        if phone {
            person.phone().await;
        }
        for scheme in ["light", "dark"] {
            person.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]).await;
            let size = if phone { "phone-" } else { "" };
            person.picture(&format!("{moment}-{size}{scheme}"), false).await;
        }
    }
    person.desktop().await;
}

/// Screenshots of a table at other moments.
async fn moments(cleo: &Person) {
    cleo.prefer(&[("prefers-color-scheme", "light")]).await;
    cleo.open_table(json!({ "mode": "friend", "name": "Cleo", "side": "attack" })).await;
    cleo.picture("moment-waiting", false).await;
    cleo.open_table(json!({ "mode": "home", "name": "Cleo" })).await;
    for action in MIDGAME.split_whitespace().take(32) {
        cleo.click_move(action).await;
    }
    cleo.my_turn().await;
    cleo.click(&at("f7")).await;
    cleo.picture("moment-picked", false).await;
    cleo.click(&at("h9")).await;
    cleo.until("the refusal is shown", "document.querySelector('#error .chip')").await;
    cleo.picture("moment-refused", false).await;
    cleo.press("Escape").await;
    cleo.click("#show-moves").await;
    cleo.click("#hint").await;
    cleo.until("the hint is drawn", "document.querySelector('#board .hint-line')").await;
    cleo.press("Tab").await;
    cleo.picture("moment-hint", false).await;
    cleo.click("#log .chip").await;
    cleo.until("the rule is open", "document.querySelector('#rule').open && document.querySelector('#rule h2')").await;
    cleo.picture("moment-rule", false).await;
    cleo.press("Escape").await;
    cleo.press("?").await;
    cleo.until("the keys are listed", "document.querySelector('#keys').open").await;
    cleo.picture("moment-keys", false).await;
    cleo.press("Escape").await;
    cleo.click("#resign").await;
    cleo.picture("moment-resigning", false).await;
    cleo.click("#resign-yes").await;
    cleo.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
    assert!(!cleo.sees("#moves-box").await, "no moves are listed when it is over");
    cleo.picture("moment-over", false).await;
    cleo.phone().await;
    cleo.picture("moment-over-phone", false).await;
    cleo.go("/games/three-musketeers").await;
    cleo.picture("game-phone-whole", true).await;
}
