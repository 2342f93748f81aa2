//! The way into a game: the boxes of the home page, “Play now”, the page of a game and its guide.

use crate::access;
use crate::person::Person;
use crate::stage;
use crate::table::{at, points};
use serde::Deserialize;
use serde_json::json;
use std::time::Instant;

/// A common laptop.
const LAPTOP: (u32, u32) = (1366, 768);
/// Maximum size of a guide's HTML, in bytes.
const LARGEST_GUIDE: usize = 150_000;

/// The boxes of the home page: their sizes, their lower edges, and how many have all that a box must have.
const BOXES: &str = r##"(() => {
    const boxes = [...document.querySelectorAll(".game-box")];
    const seen = (one) => one?.checkVisibility() && one.getBoundingClientRect().bottom <= innerHeight;
    const complete = (one) => one.querySelectorAll(".facts li").length === 3 && seen(one.querySelector("button[type=submit]")) && seen(one.querySelector("a.learn"));
    return {
        sizes: boxes.map((one) => [Math.round(one.getBoundingClientRect().width), Math.round(one.getBoundingClientRect().height)]),
        bottom: Math.max(...boxes.map((one) => one.getBoundingClientRect().bottom)),
        complete: boxes.filter(complete).length,
        scrolled: scrollY,
    };
})()"##;

#[derive(Deserialize, Debug)]
struct Boxes {
    sizes: Vec<(u32, u32)>,
    bottom: f64,
    complete: usize,
    scrolled: f64,
}

async fn check_boxes(anna: &Person, what: &str) {
    let boxes: Boxes = anna.look(BOXES).await;
    assert_eq!((boxes.sizes.len(), boxes.complete), (5, 5), "{what}: {boxes:?}");
    assert!(boxes.sizes.iter().all(|size| *size == boxes.sizes[0]), "{what}: equal sizes: {boxes:?}");
    assert!(boxes.scrolled == 0.0 && boxes.bottom <= f64::from(LAPTOP.1), "{what}: above the fold: {boxes:?}");
}

#[test]
fn five_boxes_of_equal_size_are_above_the_fold() {
    stage::play("boxes", async |stage| {
        let anna = stage.person("anna").await;
        anna.size(LAPTOP.0, LAPTOP.1).await;
        anna.go("/").await;
        check_boxes(&anna, "a new guest").await;
        for _ in 0..7 {
            anna.open_table(json!({ "mode": "computer", "side": "attack" })).await;
        }
        anna.go("/").await;
        assert!(anna.sees(".strip .turn").await, "your games say where it is your turn");
        check_boxes(&anna, "a guest with games").await;
    });
}

#[test]
fn from_home_to_the_first_move_takes_two_clicks() {
    stage::play("two-clicks", async |stage| {
        let anna = stage.person("anna").await;
        // A click that crosses the first events of the table is sent again.
        anna.forgive("status of 409");
        anna.size(LAPTOP.0, LAPTOP.1).await;
        for game in catalog::games() {
            let slug = game.info().slug;
            anna.go("/").await;
            let begun = Instant::now();
            anna.follow(anna.click(&format!("[data-testid=play-{slug}]"))).await;
            anna.connected().await;
            let before = anna.my_turn().await;
            if before.throws {
                anna.click("#throw").await;
            } else if let Some(choice) = before.choices.first() {
                anna.click(&format!("#choices button[data-action='{choice}']")).await;
            } else {
                let (from, to) = points(&before.moves[0]);
                anna.drag(&at(from), &at(to)).await;
            }
            let after = anna.newer(&before).await;
            assert!(after.version > before.version, "{slug}");
            println!("{slug}: two clicks, {} ms", begun.elapsed().as_millis());
        }
    });
}

#[test]
fn play_now_does_what_was_chosen_last() {
    stage::play("last-choices", async |stage| {
        let anna = stage.person("anna").await;
        anna.forgive("status of 409");
        anna.go("/").await;
        let company = ".game-box:has([data-testid=play-fighting-marines]) .with";
        assert_eq!(anna.text(company).await, "Against 3 computers, level private");
        anna.go("/games/fighting-marines").await;
        assert!(!anna.sees("label[for=mode-home]").await, "the choices are folded");
        anna.unfold().await;
        anna.click("label[for=players-2]").await;
        anna.click("label[for=level-captain]").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;

        anna.go("/").await;
        assert_eq!(anna.text(company).await, "Against the computer, level captain");
        anna.follow(anna.click("[data-testid=play-fighting-marines]")).await;
        anna.connected().await;
        assert_eq!(anna.look::<usize>("document.querySelectorAll('#seats .seat').length").await, 2);
        anna.go("/games/fighting-marines").await;
        assert_eq!(anna.text("#start .chosen").await, "You play against the computer, level captain.");

        // A table for friends does not start at once: it is not what “Play now” does.
        anna.unfold().await;
        anna.click("label[for=mode-friend]").await;
        assert_eq!(anna.text("#start button[type=submit]").await, "Open the table");
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;
        anna.go("/").await;
        assert_eq!(anna.text(company).await, "Against the computer, level captain");
    });
}

/// The page's size, where the folds begin and end, and what the pictures show.
const GUIDE: &str = r##"(async () => {
    const folds = [...document.querySelectorAll(".fold")];
    const [first, last] = [folds[0], folds.at(-1)].map((one) => one.getBoundingClientRect());
    const bytes = (await (await fetch(location.href)).arrayBuffer()).byteLength;
    const before = { begin: first.top, end: last.bottom };
    folds.forEach((fold) => { fold.open = true; });
    const boards = [...document.querySelectorAll(".layers img")].filter((one) => one.checkVisibility());
    boards.forEach((one) => { one.loading = "eager"; });
    await Promise.all(boards.map((one) => one.decode()));
    const files = new Set(boards.map((one) => one.src)).size;
    const uses = [...document.querySelectorAll(".layers use")];
    const lost = uses.filter((one) => !document.querySelector(one.getAttribute("href"))).length;
    return { bytes, ...before, pictures: boards.length, files, lost };
})()"##;

#[derive(Deserialize, Debug)]
struct Guide {
    bytes: usize,
    begin: f64,
    end: f64,
    pictures: usize,
    files: usize,
    lost: usize,
}

#[test]
fn a_guide_is_two_screens_and_light() {
    stage::play("guides", async |stage| {
        let anna = stage.person("anna").await;
        anna.size(LAPTOP.0, LAPTOP.1).await;
        for game in catalog::games() {
            let info = game.info();
            for scheme in ["light", "dark"] {
                anna.prefer(&[("prefers-color-scheme", scheme)]).await;
                anna.go(&format!("/how-to-play/{}", info.slug)).await;
                let guide: Guide = anna.look(GUIDE).await;
                println!("{} {scheme}: {guide:?}", info.slug);
                assert!(guide.bytes < LARGEST_GUIDE, "{}: {guide:?}", info.slug);
                let two_screens = f64::from(LAPTOP.1) * 2.0;
                assert!(guide.begin < two_screens && guide.end < two_screens, "{}: {guide:?}", info.slug);
                assert_eq!(guide.pictures, info.how_to_play.matches("](picture:").count(), "{}", info.slug);
                assert!(guide.files <= guide.pictures && guide.lost == 0, "{}: {guide:?}", info.slug);
            }
        }
    });
}

const PAGES: [(&str, &str); 12] = [
    ("home", "/"),
    ("game", "/games/conflict"),
    ("guide", "/how-to-play/conflict"),
    ("rules", "/rules/conflict"),
    ("board", "/boards/conflict"),
    ("lobby", "/lobby"),
    ("tables", "/me/tables"),
    ("me", "/me"),
    ("check", "/check"),
    ("privacy", "/privacy"),
    ("terms", "/terms"),
    ("problem", "/nowhere"),
];

#[test]
fn pages_around_the_table_have_no_findings_and_are_photographed() {
    stage::play("front-pages", async |stage| {
        let anna = stage.person("anna").await;
        anna.forgive("status of 404");
        anna.open_table(json!({ "mode": "computer", "side": "attack" })).await;
        for (name, path) in PAGES {
            for (size, (width, height)) in [("", LAPTOP), ("-phone", (390, 844))] {
                anna.size(width, height).await;
                anna.go(path).await;
                for scheme in ["light", "dark"] {
                    anna.prefer(&[("prefers-color-scheme", scheme)]).await;
                    access::check_every_finding(&anna, &format!("{path}{size}, {scheme}")).await;
                    anna.picture(&format!("front-{name}{size}-{scheme}"), false).await;
                }
                let wide: u32 = anna.look("document.documentElement.scrollWidth").await;
                assert!(wide <= width, "{path} is {wide} wide on a screen of {width}");
            }
        }
        anna.size(LAPTOP.0, LAPTOP.1).await;
        anna.prefer(&[("forced-colors", "active")]).await;
        for (name, path) in [("home", "/"), ("game", "/games/conflict")] {
            anna.go(path).await;
            anna.look::<bool>("(document.querySelector('#more')?.setAttribute('open', ''), true)").await;
            anna.picture(&format!("front-{name}-forced"), false).await;
        }
    });
}
