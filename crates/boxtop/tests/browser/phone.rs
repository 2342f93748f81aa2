//! A phone: everything fits, touch targets are large enough, both themes, reduced motion.

use crate::access;
use crate::person::{PHONE_WIDTH, Person};
use crate::stage;
use crate::table::{Look, at, points};
use serde_json::json;

/// Visible controls that are smaller than 24 pixels.
const SMALL: &str = r##"[...document.querySelectorAll("button, summary, select, input:not([type=hidden]):not([type=radio]), .front, #board .hit")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one, (one.matches("[type=checkbox]") ? one.closest("label") ?? one : one).getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
    .map(([one, box]) => `${one.outerHTML.slice(0, 100)} is ${box.width} by ${box.height}`)"##;

/// Text that runs out of the screen, unless it can be scrolled there.
const OUTSIDE: &str = r##"[...document.querySelectorAll("main *, header *")]
    .filter((one) => !one.closest("svg, .unseen, .skip") && one.checkVisibility() && one.getBoundingClientRect().right > WIDTH + 1)
    .filter((one) => { for (let up = one.parentElement; up; up = up.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(up).overflowX)) return false; return true; })
    .map((one) => one.outerHTML.slice(0, 100))"##;

async fn fits(person: &Person, what: &str) {
    let wide: f64 = person.look("document.documentElement.scrollWidth").await;
    assert!(wide <= PHONE_WIDTH, "{what} is {wide} wide on a screen of {PHONE_WIDTH}");
    let out: Vec<String> = person.look(&OUTSIDE.replace("WIDTH", &PHONE_WIDTH.to_string())).await;
    assert!(out.is_empty(), "{what}: outside of the screen: {out:#?}");
    let small: Vec<String> = person.look(SMALL).await;
    assert!(small.is_empty(), "{what}: too small for a finger: {small:#?}");
}

#[test]
fn a_phone_with_touch() {
    stage::play("phone", async |stage| {
        let anna = stage.person("anna").await;
        anna.phone().await;
        anna.prefer(&[("prefers-color-scheme", "light"), ("prefers-reduced-motion", "reduce")]).await;
        for path in [
            "/",
            "/games/three-musketeers",
            "/lobby",
            "/me/tables",
            "/rules/three-musketeers",
            "/how-to-play/three-musketeers",
            "/boards/three-musketeers",
        ] {
            anna.go(path).await;
            fits(&anna, path).await;
        }

        by_the_form(&anna).await;
        anna.open_table(json!({ "mode": "home" })).await;
        fits(&anna, "the table").await;
        let board: Vec<f64> = anna.look("(() => { const box = document.querySelector('#board').getBoundingClientRect(); return [box.left, box.right, innerWidth]; })()").await;
        assert!(board[0] >= -0.5 && board[1] <= board[2] + 0.5, "the board is within the screen: {board:?}");
        assert!(board[1] - board[0] > board[2] * 0.9, "and uses it: {board:?}");

        for _ in 0..6 {
            let before = anna.my_turn().await;
            let action = before.moves[before.moves.len() / 2].clone();
            let (from, to) = points(&action);
            if before.picked.as_deref() != Some(from) {
                anna.tap(&at(from)).await;
                anna.until(
                    "the man is picked",
                    &format!("document.querySelector(\"{}\").matches('[aria-pressed=true]')", at(from)),
                )
                .await;
            }
            anna.tap(&at(to)).await;
            let after = anna.newer(&before).await;
            assert_eq!(after.log.last(), Some(&action));
            let gliding: usize =
                anna.look("document.querySelector('#board').getAnimations({ subtree: true }).length").await;
            assert_eq!(gliding, 0, "who asks for reduced motion gets none");
        }
        assert_eq!(anna.mouse_used(), 0, "fingers alone");

        // With the setting for it, the first tap shows a move and the second plays it.
        anna.tap("label:has(#set-confirm)").await;
        let before = anna.my_turn().await;
        let action = before.moves[0].clone();
        let (from, to) = points(&action);
        if before.picked.as_deref() != Some(from) {
            anna.tap(&at(from)).await;
        }
        anna.tap(&at(to)).await;
        anna.until(
            "the move is shown first",
            "document.querySelector('#note:not([hidden])')?.innerText.includes('again')",
        )
        .await;
        assert_eq!(anna.table().await.version, before.version, "nothing is played yet");
        anna.tap(&at(to)).await;
        anna.newer(&before).await;

        colours(&anna).await;
    });
}

/// The form with all its fields, and a table opened with it.
async fn by_the_form(anna: &Person) {
    anna.go("/games/fighting-marines").await;
    anna.unfold().await;
    anna.tap("label[for=players-3]").await;
    anna.tap("label[for=mode-friend]").await;
    anna.look::<bool>("(document.querySelectorAll('main details').forEach((fold) => { fold.open = true; }), true)")
        .await;
    anna.tap("label[for=pace-clock]").await;
    fits(anna, "the form").await;
    access::check(anna, "the form on a telephone").await;
    anna.prefer(&[("prefers-color-scheme", "light"), ("prefers-reduced-motion", "reduce")]).await;
    anna.follow(anna.tap("#start button[type=submit]")).await;
    anna.connected().await;
    assert_eq!(anna.look::<usize>("document.querySelectorAll('#seats .seat').length").await, 3);
}

/// The theme follows the system, and the button overrides it permanently.
async fn colours(anna: &Person) {
    let paper = "getComputedStyle(document.body).backgroundColor";
    let light: String = anna.look(paper).await;
    anna.prefer(&[("prefers-color-scheme", "dark"), ("prefers-reduced-motion", "reduce")]).await;
    let dark: String = anna.look(paper).await;
    assert_ne!(light, dark, "dark is another paper");
    anna.tap("#theme").await;
    anna.until("the paper is light again", &format!("{paper} === {}", json!(light))).await;
    anna.reload().await;
    assert_eq!(anna.look::<String>(paper).await, light, "and it stays so");
    anna.tap("#theme").await;
    anna.until("the paper is dark again", &format!("{paper} === {}", json!(dark))).await;
}

const CHOOSER: &str = "document.querySelector('#chooser').open";

/// Waits until the events after a tap have arrived.
async fn settled(anna: &Person) {
    anna.look::<f64>("globalThis.begun = performance.now()").await;
    anna.until("a moment has passed", "performance.now() - begun > 400").await;
}

/// A space that several divisions can go to.
fn shared_end(now: &Look) -> Option<String> {
    let several = |end: &&String| now.moves.iter().filter(|action| action.ends_with(&format!("-{end}"))).count() > 1;
    now.targets.iter().find(several).cloned()
}

/// Throws and passes until several divisions can go to the same space.
async fn until_shared_end(anna: &Person) -> (Look, String) {
    loop {
        let now = anna.my_turn().await;
        assert_eq!(now.phase, "playing");
        if let Some(end) = shared_end(&now) {
            return (now, end);
        }
        let press = if now.throws { "#throw" } else { "#moves button[data-action=pass]" };
        anna.look::<bool>(&format!("document.querySelector('{press}').click() ?? true")).await;
        anna.newer(&now).await;
    }
}

/// Taps a space that several divisions can go to, until the page asks which one is meant.
async fn ask_which(anna: &Person, end: &str) {
    anna.tap(&at(end)).await;
    settled(anna).await;
    // If the spaces are too small for a finger, the first tap zooms in.
    if anna.look::<f64>("Number(document.querySelector('#board').dataset.zoom)").await > 1.0
        && !anna.look::<bool>(CHOOSER).await
    {
        anna.tap(&at(end)).await;
        settled(anna).await;
    }
}

/// The tap that asks which piece is meant used to close the question, or to answer it.
#[test]
fn a_finger_chooses_between_moves_that_end_at_the_same_place() {
    stage::play("phone-chooser", async |stage| {
        let anna = stage.person("anna").await;
        anna.phone().await;
        anna.prefer(&[("prefers-color-scheme", "light"), ("prefers-reduced-motion", "reduce")]).await;
        anna.open_table(json!({ "game": "hit-the-beach", "players": 2, "seats": ["me", "me"], "name": "Anna" })).await;
        assert!(anna.my_turn().await.throws, "they throw for the first turn");
        anna.tap("#throw-all").await;
        anna.until("somebody decides", "document.querySelector('#moves button')").await;
        let (now, end) = until_shared_end(&anna).await;
        ask_which(&anna, &end).await;
        assert!(anna.look::<bool>(CHOOSER).await, "the question stays open after the tap that asked it");
        assert_eq!(anna.table().await.version, now.version, "and the tap has not answered it");
        anna.picture("phone-chooser", false).await;

        // A tap beside the window closes it; nothing is played.
        anna.tap_at(PHONE_WIDTH / 2.0, 4.0).await;
        anna.until("the question is closed", &format!("!{CHOOSER}")).await;
        assert_eq!(anna.table().await.version, now.version);

        ask_which(&anna, &end).await;
        let wanted: String =
            anna.look("document.querySelector('#chooser li:nth-child(2) button').dataset.action").await;
        anna.tap("#chooser li:nth-child(2) button").await;
        let after = anna.newer(&now).await;
        assert_eq!(after.log[now.log.len()], wanted, "what the finger chose is played");
        assert_eq!(anna.mouse_used(), 0, "fingers alone");
    });
}
