//! The layout of the table page: nothing scrolls where everything fits, nothing covers the board, and the action area
//! stays where it is.

use crate::person::Person;
use crate::{access, stage};
use serde_json::{Value, json};

const GAMES: [(&str, usize); 5] =
    [("three-musketeers", 2), ("fighting-marines", 4), ("conflict", 4), ("ranger-commandos", 4), ("hit-the-beach", 4)];

/// Boxes that scroll although they should not: the document, and the column beside the board.
const SCROLLS: &str = r##"[document.documentElement, document.querySelector(".side")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth} × ${one.scrollHeight} in ${one.clientWidth} × ${one.clientHeight}`)"##;

/// Controls that cover a part of the board or are outside of the window, and whether the board is inside.
const OVERLAPS: &str = r##"(() => {
    const board = document.querySelector("#board").getBoundingClientRect();
    const faults = [];
    if (board.left < -1 || board.top < -1 || board.right > innerWidth + 1 || board.bottom > innerHeight + 1) faults.push(`the board: ${JSON.stringify(board)}`);
    for (const one of document.querySelectorAll("#turn-bar, #action, .side, .masthead, #action button, .masthead a")) {
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        const box = one.getBoundingClientRect();
        const over = Math.min(box.right, board.right) - Math.max(box.left, board.left) > 1 && Math.min(box.bottom, board.bottom) - Math.max(box.top, board.top) > 1;
        if (over) faults.push(`over the board: ${one.outerHTML.slice(0, 80)}`);
        if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) faults.push(`outside: ${one.outerHTML.slice(0, 80)}`);
    }
    return faults;
})()"##;

const BOX: &str = r##"(() => { const box = document.querySelector("#action").getBoundingClientRect();
    const rows = [...document.querySelectorAll("#throwing, .slot, .toolbar, #notice, #undo, #hint")].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top);
    return [box.left, box.top, box.width, box.height, ...rows].map(Math.round); })()"##;

pub(crate) async fn open(person: &Person, game: &str, seats: Vec<&str>) {
    let order = json!({ "game": game, "mode": "seats", "players": seats.len(), "seats": seats, "name": "Anna" });
    person.open_table(order).await;
}

/// Throws or plays the move in the middle of the list.
pub(crate) async fn act(person: &Person) {
    let now = person.my_turn().await;
    if now.phase == "over" {
        return;
    }
    let act = "(() => { const moves = document.querySelectorAll('#moves button'); \
               (document.querySelector('#throw:not([hidden])') ?? moves[moves.length >> 1]).click(); return true; })()";
    person.look::<bool>(act).await;
    if person.look::<bool>("document.querySelector('#sure').open").await {
        person.click("#sure-yes").await;
    }
    person.newer(&now).await;
}

pub(crate) async fn still(person: &Person) {
    person.prefer(&[("prefers-reduced-motion", "reduce"), ("prefers-color-scheme", "light")]).await;
}

#[test]
fn nothing_scrolls_at_1366_by_768_for_two_to_four_players() {
    stage::play("layout-desktop", async |stage| {
        let anna = stage.person("anna").await;
        anna.size(1366, 768).await;
        still(&anna).await;
        for (game, most) in GAMES {
            for players in [2, most] {
                open(&anna, game, vec!["me"; players]).await;
                for step in 0..8 {
                    let faults: Vec<String> = anna.look(SCROLLS).await;
                    assert!(faults.is_empty(), "{game}, {players} players, step {step}: {faults:#?}");
                    act(&anna).await;
                }
                let [board, window]: [f64; 2] = anna
                    .look("(() => { const box = document.querySelector('#board').getBoundingClientRect(); return [Math.max(box.height / innerHeight, box.width / innerWidth), 0.6]; })()")
                    .await;
                assert!(board > window, "{game}: the board is as large as the window allows: {board}");
            }
            anna.picture(&format!("layout-1366-{game}"), false).await;
            let faults: Vec<String> = anna.look(OVERLAPS).await;
            assert!(faults.is_empty(), "{game}: {faults:#?}");
        }
    });
}

#[test]
fn nothing_covers_the_board_on_low_screens() {
    stage::play("layout-low", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        for (game, most) in GAMES {
            open(&anna, game, vec!["me"; most]).await;
            for _ in 0..3 {
                act(&anna).await;
            }
            // A phone in landscape, 1366 × 768 at 200 %, and a large screen.
            for (width, height) in [(844, 390), (683, 384), (1920, 1080)] {
                anna.size(width, height).await;
                let faults: Vec<String> = anna.look(OVERLAPS).await;
                anna.picture(&format!("layout-{width}-{game}"), false).await;
                assert!(faults.is_empty(), "{game} at {width} × {height}: {faults:#?}");
                let left: bool = anna.look("document.querySelector('#board').getBoundingClientRect().right <= document.querySelector('#action').getBoundingClientRect().left").await;
                assert!(left, "{game} at {width} × {height}: the board is on the left");
            }
        }
    });
}

#[test]
fn the_action_area_keeps_its_box_through_ten_actions() {
    stage::play("layout-action", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        for (game, most) in GAMES {
            for (width, height) in [(1366, 768), (390, 844), (844, 390)] {
                anna.size(width, height).await;
                open(&anna, game, vec!["me"; most]).await;
                anna.my_turn().await;
                let before: Vec<i64> = anna.look(BOX).await;
                for step in 0..10 {
                    act(&anna).await;
                    let now: Vec<i64> = anna.look(BOX).await;
                    assert_eq!(now, before, "{game} at {width} × {height}, after action {}", step + 1);
                }
            }
        }
    });
}

/// The second click of a double click would throw for another player.
#[test]
fn a_second_click_hits_no_other_button() {
    stage::play("layout-clicks", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        open(&anna, "conflict", vec!["me"; 4]).await;
        let before = anna.my_turn().await;
        // The page says how many clicks it got, and the second comes when the throw of the first is shown.
        let count = "(globalThis.clicks = 0, addEventListener('click', () => { clicks++; }, true), true)";
        anna.look::<bool>(count).await;
        anna.click("#throw").await;
        let after = anna.newer(&before).await;
        anna.second_click("#throw").await;
        anna.until("both clicks have arrived", "clicks === 2").await;
        assert_eq!(anna.table().await.version, after.version, "the second click does nothing");
        assert!(!anna.look::<bool>("document.body.hasAttribute('aria-busy')").await, "and sends nothing");
        // Throws for order are made in one go: then somebody decides.
        anna.click("#throw-all").await;
        anna.until(
            "somebody decides",
            "document.querySelector('#moves button') && !document.body.hasAttribute('aria-busy')",
        )
        .await;
        assert!(!anna.sees("#throw-all").await);
    });
}

/// The one who is to move, and the other: known when the devices of both have added to the dice.
async fn to_move<'a>(one: &'a Person, other: &'a Person) -> (&'a Person, &'a Person) {
    for _ in 0..1_000 {
        for (first, second) in [(one, other), (other, one)] {
            if first.table().await.my_turn() {
                return (first, second);
            }
        }
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    panic!("nobody is to move");
}

#[test]
fn the_turn_bar_speaks_to_the_viewer() {
    stage::play("layout-turn", async |stage| {
        let (anna, bert) = (stage.person("anna").await, stage.person("bert").await);
        for game in ["three-musketeers", "conflict", "ranger-commandos"] {
            anna.open_table(
                json!({ "game": game, "mode": "seats", "players": 2, "seats": ["me", "open"], "name": "Anna" }),
            )
            .await;
            assert_eq!(anna.text("#turn").await, "Waiting for players");
            bert.go(&anna.path().await).await;
            bert.follow(bert.click("#sit button[type=submit]")).await;
            bert.connected().await;
            anna.reach(bert.table().await.version).await;
            let (first, other) = to_move(&anna, &bert).await;
            let words = match game {
                "three-musketeers" => "Your move",
                "conflict" => "Your roll",
                _ => "Your spin",
            };
            first
                .until("it is their turn", &format!("document.querySelector('#turn').textContent === '{words}'"))
                .await;
            assert!(first.sees("#turn-bar.mine").await, "in the viewer's colour");
            assert!(other.text("#turn").await.starts_with("Waiting for "), "{}", other.text("#turn").await);
            assert!(!other.sees("#turn-bar.mine").await);
        }
        anna.click("#resign").await;
        anna.click("#resign-yes").await;
        bert.until("the winner is told", "document.querySelector('#turn').textContent === 'You won'").await;
        anna.until("and the other, too", "document.querySelector('#turn').textContent === 'You lost'").await;
        assert_eq!(bert.text("#end-title").await, "You won");
        let rows: Vec<String> =
            bert.look("[...document.querySelectorAll('#result tbody th')].map((one) => one.textContent)").await;
        assert!(rows.len() == 2 && rows[0].contains("(you)"), "you first: {rows:?}");
        let first: String = bert.look("document.querySelector('#end button').id").await;
        assert_eq!(first, "rematch");
        bert.picture("end-card", false).await;
    });
}

/// Odds before a throw, in whole percent.
#[test]
fn odds_add_up_to_100() {
    stage::play("layout-odds", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        for game in ["fighting-marines", "conflict", "ranger-commandos", "hit-the-beach"] {
            open(&anna, game, vec!["me"; 2]).await;
            let mut now = anna.my_turn().await;
            while !now.throws || now.log.len() < 9 {
                act(&anna).await;
                now = anna.my_turn().await;
            }
            anna.until("there are odds", "document.querySelector('#lots .lot')").await;
            let sum: i64 = anna
                .look("[...document.querySelectorAll('#lots .lot span')].reduce((sum, one) => sum + parseInt(one.textContent, 10), 0)")
                .await;
            assert_eq!(sum, 100, "{game}");
            let board = "JSON.stringify(document.querySelector('#board').getBoundingClientRect())";
            let before: String = anna.look(board).await;
            anna.click("#tab-odds").await;
            assert_eq!(anna.look::<String>(board).await, before, "{game}: the odds do not push the board");
        }
    });
}

/// After others have moved, numbered trails show it, and a button replays it.
#[test]
fn trails_show_every_move_since_mine() {
    stage::play("layout-trails", async |stage| {
        let (anna, bert) = (stage.person("anna").await, stage.person("bert").await);
        still(&anna).await;
        anna.open_table(json!({ "mode": "seats", "players": 2, "seats": ["me", "open"], "name": "Anna" })).await;
        bert.go(&anna.path().await).await;
        bert.follow(bert.click("#sit button[type=submit]")).await;
        bert.connected().await;
        anna.reach(bert.table().await.version).await;
        let (first, other) = if anna.table().await.my_turn() { (&anna, &bert) } else { (&bert, &anna) };
        still(other).await;
        let action = first.my_turn().await.moves[0].clone();
        let moved = first.click_move(&action).await;
        other.reach(moved.version).await;
        let trails: Value = other
            .look(
                "[...document.querySelectorAll('[data-trail]')].map((one) => [one.dataset.trail, one.dataset.colour])",
            )
            .await;
        let (from, to) = crate::table::points(&action);
        assert_eq!(trails, json!([[format!("{from} {to}"), "attacker"]]), "from, to, and whose it is");
        assert_eq!(other.look::<String>("document.querySelector('.trail-number').textContent").await, "1");
        assert!(first.look::<bool>("!document.querySelector('[data-trail]')").await, "your own move is no news");
        // A page that is opened later has them, too.
        other.reload().await;
        other.connected().await;
        other.until("the trail is there", "document.querySelectorAll('[data-trail]').length === 1").await;
        other.hold_timers().await;
        other.click("#replay").await;
        other.until("it is replayed", "document.querySelector('#table').dataset.past").await;
        other.release_timers().await;
        other.until("and over", "document.querySelector('#table').dataset.past === undefined").await;
        // The speed is a setting that stays.
        let speed = "document.querySelector('#set-speed')";
        other.look::<bool>(&format!("({speed}.value = 'off', {speed}.dispatchEvent(new Event('change')))")).await;
        other.reload().await;
        assert_eq!(other.look::<String>(&format!("{speed}.value")).await, "off");
    });
}

/// With the system's colours, the board keeps its own, and what is chosen stands out.
#[test]
fn forced_colours_keep_the_board_and_show_what_is_chosen() {
    stage::play("forced-colours", async |stage| {
        let anna = stage.person("anna").await;
        anna.size(1366, 768).await;
        for (game, players) in [("fighting-marines", 2), ("conflict", 4), ("ranger-commandos", 2)] {
            anna.prefer(&[("forced-colors", "active"), ("prefers-reduced-motion", "reduce")]).await;
            open(&anna, game, vec!["me"; players]).await;
            act(&anna).await;
            let own: String = anna.look("getComputedStyle(document.querySelector('#board')).forcedColorAdjust").await;
            assert_eq!(own, "none", "{game}");
            let grounds: Vec<String> = anna
                .look("['true', 'false'].map((one) => getComputedStyle(document.querySelector(`[role=tab][aria-selected=${one}]`)).backgroundColor)")
                .await;
            assert_ne!(grounds[0], grounds[1], "{game}: the open tab");
            let frames: Vec<String> = anna
                .look("[...document.querySelectorAll('#turn-bar, .seat, #action button')].filter((one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).borderStyle === 'none').map((one) => one.id)")
                .await;
            assert!(frames.is_empty(), "{game}: without a frame: {frames:?}");
            access::check_with_forced_colours(&anna, &format!("{game} with forced colours")).await;
            anna.picture(&format!("forced-{game}"), false).await;
        }
        anna.go("/learn/ranger-commandos").await;
        access::check_with_forced_colours(&anna, "a lesson with forced colours").await;
        anna.picture("forced-lesson", false).await;
    });
}
