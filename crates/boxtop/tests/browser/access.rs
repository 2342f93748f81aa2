//! Accessibility of every page.

use crate::person::Person;
use crate::stage;
use serde_json::json;
use std::path::PathBuf;
use std::sync::LazyLock;

const FAULTS: &str = include_str!("access.js");

/// The version that `scripts/install-test-tools` fetches.
const AXE: &str = "axe-4.10.3.min.js";

/// The script of axe.
fn axe() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache"))).unwrap_or_default();
        let place = set("BOXTOP_TEST_TOOLS").unwrap_or_else(|| cache.join("boxtop-tests")).join(AXE);
        std::fs::read_to_string(&place)
            .unwrap_or_else(|error| panic!("{}: {error}; run scripts/install-test-tools", place.display()))
    });
    &TEXT
}

/// Fails if axe, with these settings, finds anything at all.
async fn check_findings(person: &Person, what: &str, settings: &str) {
    person.look::<bool>(&format!("{}; axe.configure({settings}); true", axe())).await;
    let findings: Vec<String> = person.look(AXE_FINDINGS).await;
    assert!(findings.is_empty(), "{what}: {findings:#?}");
}

/// Fails if axe finds anything at all.
pub(crate) async fn check_every_finding(person: &Person, what: &str) {
    check_findings(person, what, "{}").await;
}

/// The same, but for contrasts, which axe measures with the page's colours instead of the system's.
pub(crate) async fn check_with_forced_colours(person: &Person, what: &str) {
    check_findings(person, what, "{ rules: [{ id: 'color-contrast', enabled: false }] }").await;
}

/// Everything that axe finds, of any level.
const AXE_FINDINGS: &str = r##"axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
    .map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 4).join("; ")}`))"##;

/// Fails if axe finds anything at all, in the light or the dark theme.
async fn check_every_level(person: &Person, what: &str) {
    for scheme in ["light", "dark"] {
        person.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]).await;
        check_every_finding(person, &format!("{what}, {scheme}")).await;
    }
}

/// Fails if a page has faults, in the light or the dark theme.
pub(crate) async fn check(person: &Person, what: &str) {
    for scheme in ["light", "dark"] {
        person.prefer(&[("prefers-color-scheme", scheme)]).await;
        let faults: Vec<String> = person.look(FAULTS).await;
        assert!(faults.is_empty(), "{what}, {scheme}: {faults:#?}");
    }
    check_every_finding(person, &format!("{what}, dark")).await;
}

/// Fails if a table has faults with all its sections open.
async fn check_open(person: &Person, what: &str) {
    person
        .look::<bool>("(document.querySelectorAll('main details').forEach((fold) => { fold.open = true; }), true)")
        .await;
    for tab in ["odds", "chat", "more", "log"] {
        let tab = format!("#tab-{tab}");
        if person.sees(&tab).await {
            person.click(&tab).await;
            check(person, &format!("{what}, {tab}")).await;
        }
    }
}

#[test]
fn every_page_works_with_a_screen_reader() {
    stage::play("access", async |stage| {
        let anna = stage.person("anna").await;
        anna.forgive("status of 404");
        for path in [
            "/",
            "/games/three-musketeers",
            "/games/conflict",
            "/how-to-play/conflict",
            "/login",
            "/rules/three-musketeers",
            "/how-to-play/three-musketeers",
            "/boards/three-musketeers",
            "/games/fighting-marines",
            "/rules/fighting-marines",
            "/how-to-play/fighting-marines",
            "/boards/fighting-marines",
            "/games/ranger-commandos",
            "/rules/ranger-commandos",
            "/how-to-play/ranger-commandos",
            "/boards/ranger-commandos",
            "/games/hit-the-beach",
            "/rules/hit-the-beach",
            "/how-to-play/hit-the-beach",
            "/boards/hit-the-beach",
            "/lobby",
            "/me",
            "/me/tables",
            "/check",
            "/privacy",
            "/terms",
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
            anna.click_move(&look.moves[0]).await;
        }
        anna.my_turn().await;
        anna.click("#show-moves").await;
        check(&anna, "a table in play").await;
        anna.click("#tab-more").await;
        check(&anna, "what is needed rarely").await;
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
        check(&anna, "the home page of a player").await;
    });
}

#[test]
fn a_table_with_throws_and_trays_works_with_a_screen_reader() {
    stage::play("access-throws", async |stage| {
        let anna = stage.person("anna").await;
        anna.open_table(json!({ "game": "fighting-marines", "mode": "home", "players": 4 })).await;
        check(&anna, "a table before the first throw").await;
        loop {
            let now = anna.my_turn().await;
            if !now.throws {
                break;
            }
            anna.click("#throw").await;
            anna.newer(&now).await;
        }
        check(&anna, "an assault").await;
        let trays: Vec<String> = anna
            .look("[...document.querySelectorAll('[data-tray]')].map((one) => one.getAttribute('aria-label'))")
            .await;
        assert_eq!(trays.len(), 13, "corner, captives and purse of each, and the pool: {trays:?}");
        assert!(trays.iter().any(|label| label.contains("2 captains")), "{trays:?}");
        while !anna.my_turn().await.throws {
            let now = anna.table().await;
            anna.look::<bool>("document.querySelector('#moves button').click() ?? true").await;
            anna.newer(&now).await;
        }
        anna.until("what may come is there", "document.querySelector('#lots .lot')").await;
        anna.hover(".lot:nth-child(4)").await;
        check(&anna, "a throw that is looked ahead to").await;
        anna.open_table(json!({ "game": "fighting-marines", "mode": "computer", "side": "red" })).await;
        anna.click("#resign").await;
        anna.click("#resign-yes").await;
        anna.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
        check(&anna, "the account").await;
    });
}

/// Two people play each game, with everything open at once: chat, fair dice, a question, the replay, the banner of a lost
/// connection. Then the end.
#[test]
fn a_table_of_every_game_works_with_a_screen_reader_with_everything_open() {
    stage::play("access-tables", async |stage| {
        let (anna, bert) = (stage.person("anna").await, stage.person("bert").await);
        anna.forgive("ERR_INTERNET_DISCONNECTED");
        anna.forgive("ERR_NETWORK_CHANGED");
        for game in ["three-musketeers", "fighting-marines", "conflict", "ranger-commandos", "hit-the-beach"] {
            let clock = json!({ "kind": "clock", "initial": 600, "increment": 5 });
            let order = json!({ "game": game, "players": 2, "mode": "seats", "seats": ["me", "open"], "pace": clock });
            anna.open_table(order).await;
            bert.go(&anna.path().await).await;
            bert.follow(bert.click("#sit button[type=submit]")).await;
            bert.connected().await;
            let before = anna.my_turn().await;
            anna.look::<bool>("document.querySelector('#throw:not([hidden]), #moves button').click() ?? true").await;
            bert.reach(anna.newer(&before).await.version).await;
            let speak = "(document.querySelector('#words').value = 'hello', document.querySelector('#say').requestSubmit(), \
                         document.querySelector('#offer-draw').click(), true)";
            bert.look::<bool>(speak).await;
            anna.until("the message is shown", "document.querySelector('#talk li')").await;
            anna.until("it is asked", "document.querySelector('#asked-yes').checkVisibility()").await;
            anna.click("#step-back").await;
            anna.until("the past is shown", "document.querySelector('#table').dataset.past").await;
            anna.offline(true).await;
            anna.until("the banner is shown", "!document.querySelector('#banner').hidden").await;
            // Tabs are alike in all games with throws and in all without.
            if matches!(game, "three-musketeers" | "ranger-commandos") {
                check_open(&anna, &format!("{game} with everything open")).await;
            } else {
                check(&anna, &format!("{game} with everything open")).await;
            }
            anna.offline(false).await;
            anna.connected().await;
        }
        anna.click("#asked-yes").await;
        anna.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
        check_open(&anna, "a draw").await;
        anna.prefer(&[("prefers-color-scheme", "light")]).await;
        check_every_finding(&anna, "a draw by day").await;
    });
}

/// The table page of every game with the rows of the players open, and every tab of one.
#[test]
fn axe_finds_nothing_of_any_level_on_a_table_in_light_and_dark() {
    stage::play("access-levels", async |stage| {
        let anna = stage.person("anna").await;
        anna.size(1366, 768).await;
        for game in ["three-musketeers", "fighting-marines", "conflict", "ranger-commandos", "hit-the-beach"] {
            anna.open_table(json!({ "game": game, "players": 2, "seats": ["me", "me"], "name": "Anna" })).await;
            for _ in 0..6 {
                let now = anna.my_turn().await;
                let act = "document.querySelector('#throw:not([hidden]), #moves button').click() ?? true";
                anna.look::<bool>(act).await;
                anna.newer(&now).await;
            }
            anna.look::<bool>("(document.querySelectorAll('.unfold').forEach((one) => one.click()), true)").await;
            check_every_level(&anna, game).await;
            if game == "fighting-marines" {
                for tab in ["#tab-odds", "#tab-more"] {
                    anna.click(tab).await;
                    check_every_level(&anna, &format!("{game}, {tab}")).await;
                }
            }
        }
    });
}
