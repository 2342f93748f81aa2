//! Ranger Commandos in the browser: a night that turns to day with a whistle, a dial to spin, odds before the
//! spin, walks with numbered steps, and counters that are turned up at the end.

use crate::access;
use crate::person::Person;
use crate::pictures::in_all_lights;
use crate::stage;
use crate::table::{Look, at};
use serde_json::{Value, json};

/// Maximum number of steps of a match in these tests.
const PATIENCE: usize = 900;

/// Does the page ask whether a step is meant?
const ASKS: &str = "document.querySelector('#sure').open";

async fn rangers(person: &Person, mut order: Value) {
    order["game"] = json!("ranger-commandos");
    person.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    person.open_table(order).await;
}

async fn press(person: &Person, selector: &str, before: &Look) -> Look {
    person.look::<bool>(&format!("document.querySelector({}).click() ?? true", json!(selector))).await;
    person.newer(before).await
}

/// Walks where nothing happens, if that is possible.
async fn stroll(person: &Person, before: &Look) -> Look {
    let quiet = "[...document.querySelectorAll('#moves button')].toSorted((a, b) => /alarm/.test(a.textContent) - /alarm/.test(b.textContent))[0]";
    person.look::<bool>(&format!("{quiet}.click() ?? true")).await;
    if person.look::<bool>(ASKS).await {
        person.click("#sure-yes").await;
    }
    person.newer(before).await
}

/// Spins, or walks where nothing happens.
async fn go_on(person: &Person, now: &Look) -> Look {
    if now.throws { press(person, "#throw", now).await } else { stroll(person, now).await }
}

async fn mood(person: &Person) -> String {
    person.look("document.querySelector('#table').dataset.mood").await
}

/// Opacity of the night and day washes over the board.
async fn washes(person: &Person) -> (f64, f64) {
    person.look("['night', 'day'].map((light) => Number(getComputedStyle(document.querySelector(`.wash.${light}`)).opacity))").await
}

/// The acts on the name plates.
async fn acts(person: &Person) -> Vec<String> {
    person.look("[...document.querySelectorAll('#seats .act')].map((one) => one.textContent)").await
}

/// Spaces with this mark.
async fn marked(person: &Person, mark: &str) -> Vec<String> {
    person
        .look(&format!(
            "[...document.querySelectorAll('#board .marks.choice [data-mark={mark}]')].map((one) => one.dataset.on)"
        ))
        .await
}

/// Both choose a colour by pointing at its dock.
async fn colours(anna: &Person) {
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        if !now.throws {
            break;
        }
        press(anna, "#throw", &now).await;
    }
    for left in [4, 3] {
        let now = anna.my_turn().await;
        assert_eq!(now.targets.len(), left, "the docks that are left: {:?}", now.targets);
        anna.click(&at(&now.targets[0])).await;
        anna.newer(&now).await;
    }
    let faces: usize = anna.look("document.querySelectorAll('#seats .seat > svg use').length").await;
    assert_eq!(faces, 2, "the name plates show whom they lead");
}

/// Spins until the headline contains these words; walks go where it is safe.
async fn until_headline(anna: &Person, words: &str) -> Look {
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        assert_eq!(now.phase, "playing");
        if anna.text("#status").await.contains(words) {
            return now;
        }
        go_on(anna, &now).await;
    }
    panic!("never: {words}");
}

#[test]
fn a_match_from_night_to_day_to_its_end() {
    stage::play("rangers", async |stage| {
        let anna = stage.person("anna").await;
        let mut matches = 0;
        while !night(&anna).await {
            matches += 1;
            assert!(matches < 20, "no commando ever takes a counter");
        }
        alarm(&anna).await;
        escape(&anna).await;
        home(&anna).await;
    });
}

/// The night of a new match, until a counter is taken; `false` if sentries leave no other way.
async fn night(anna: &Person) -> bool {
    rangers(anna, json!({ "players": 2, "seats": ["me", "me"], "name": "Anna" })).await;
    assert_eq!(mood(anna).await, "night");
    let (night, day) = washes(anna).await;
    assert!(night > 0.3 && day == 0.0, "the board lies in the dark: {night} {day}");
    colours(anna).await;
    assert_eq!(acts(anna).await, ["The night crossing"; 2]);
    crossing(anna).await;
    raid(anna).await
}

/// The dial shows the spin in both halves, and the odds show where a spin may lead.
async fn crossing(anna: &Person) {
    let mut now = anna.my_turn().await;
    for _ in 0..PATIENCE {
        if now.log.iter().any(|spin| spin.starts_with('E')) {
            break;
        }
        now = press(anna, "#throw", &now).await;
    }
    anna.my_turn().await;
    let cells: Vec<usize> = anna
        .look("['.night .cell', '.day .cell', '.night .at', '.day .at', '.arrow'].map((one) => document.querySelectorAll(`#thrown .dial ${one}`).length)")
        .await;
    assert_eq!(cells, [8, 8, 1, 1, 16], "eight cells by night and by day, one of each spun");
    let label: String = anna.look("document.querySelector('#thrown').getAttribute('aria-label')").await;
    assert!(label.contains("by night") && label.contains("by day"), "{label}");
    assert_eq!(anna.text("#throw").await, anna.text("#throw").await.replace("Throw", "Spin"), "a dial is spun");
    anna.until("eight outcomes are previewed", "document.querySelectorAll('#lots .lot').length === 8").await;
    anna.press("o").await;
    anna.until("the odds are shown", "document.querySelector('.odds-sign')").await;
    let odds: Vec<String> =
        anna.look("[...document.querySelectorAll('.odds-sign')].map((one) => one.textContent)").await;
    assert!(!odds.is_empty() && odds.iter().all(|one| one.ends_with('%')), "waves with their chances: {odds:?}");
}

/// Before the spin, the chance of every circle; after it, every end with its steps; a counter is taken. Returns `false`
/// if no sentry or nothing but sentries can be reached.
async fn raid(anna: &Person) -> bool {
    until_headline(anna, "is to spin a number").await;
    assert!(acts(anna).await.contains(&"The raid".to_owned()));
    anna.until("what may come is there", "document.querySelector('#lots .lot[data-ends]')").await;
    anna.click("#show-odds").await;
    let kinds: (usize, usize) = anna
        .look("['.odds-sign.harm', '.odds-sign:not(.harm)'].map((one) => document.querySelectorAll(one).length)")
        .await;
    assert!(kinds.0 + kinds.1 > 0, "sentries have a different plate: {kinds:?}");
    if kinds.0 == 0 || kinds.1 == 0 {
        return false;
    }
    assert!(anna.text("#foreseen").await.contains('%'), "and in words");
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        if now.throws {
            press(anna, "#throw", &now).await;
            continue;
        }
        assert!(now.picked.is_some(), "the commando is in the hand, its ends are shown: {now:?}");
        let gains = marked(anna, "gain").await;
        let Some(end) = gains.first() else {
            // A spin of 1 may leave nothing but sentries.
            if now.targets.len() == marked(anna, "harm").await.len() {
                return false;
            }
            stroll(anna, &now).await;
            continue;
        };
        anna.hover(&at(end)).await;
        let number: usize =
            anna.look("Number(/walks (\\d)/.exec(document.querySelector('#status').textContent)[1])").await;
        let steps: Vec<usize> = anna
            .look("[...document.querySelectorAll('#board .step-sign')].map((one) => Number(one.textContent))")
            .await;
        assert_eq!(steps, (1..=number).collect::<Vec<_>>(), "the way in numbered steps");
        anna.click(&at(end)).await;
        let after = anna.newer(&now).await;
        assert!(after.tray.contains("face down"), "a counter is taken unseen: {}", after.tray);
        return true;
    }
    panic!("no counter is ever near");
}

/// The whistle: it sounds, is undone silently, and is muted permanently by the keyboard.
async fn alarm(anna: &Person) {
    let sound = async || -> (Option<String>, Option<String>) {
        anna.look("[document.querySelector('#sound').dataset.last ?? null, document.querySelector('#sound').dataset.heard ?? null]").await
    };
    assert_eq!(sound().await, (None, None), "so far it was quiet");
    let now = sentry(anna).await;
    walk_into_sentry(anna, &now).await;
    assert_eq!(sound().await, (Some("whistle".into()), Some("yes".into())));
    let (night, day) = washes(anna).await;
    assert!(night == 0.0 && day > 0.3, "the board lies in daylight: {night} {day}");
    anna.click("#undo").await;
    anna.until("it is night again", "document.querySelector('#table').dataset.mood === 'night'").await;

    anna.look::<bool>("document.querySelector('#sound').focus() ?? true").await;
    anna.press("Enter").await;
    anna.until("sound is off", "document.querySelector('#sound').getAttribute('aria-pressed') === 'false'").await;
    anna.reload().await;
    anna.connected().await;
    assert_eq!(anna.text("#sound .word").await, "Sound off", "it is remembered");
    let now = anna.my_turn().await;
    walk_into_sentry(anna, &now).await;
    assert_eq!(sound().await, (Some("whistle".into()), Some("muted".into())));
    assert!(acts(anna).await.contains(&"The escape".to_owned()));
}

/// Plays until a walk can end at a sentry.
async fn sentry(anna: &Person) -> Look {
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        if now.throws {
            press(anna, "#throw", &now).await;
        } else if marked(anna, "harm").await.is_empty() {
            stroll(anna, &now).await;
        } else {
            return now;
        }
    }
    panic!("there is no sentry");
}

async fn walk_into_sentry(anna: &Person, now: &Look) {
    assert_eq!(mood(anna).await, "night");
    let sentries = marked(anna, "harm").await;
    // A step that ends the night for everyone asks first; another answer changes nothing.
    anna.click(&at(&sentries[0])).await;
    anna.until("it asks", ASKS).await;
    anna.click("#sure button[value=no]").await;
    anna.until("it was answered", &format!("!{ASKS}")).await;
    assert_eq!(anna.table().await.version, now.version, "nothing is played");
    anna.click(&at(&sentries[0])).await;
    anna.until("it asks again", ASKS).await;
    anna.click("#sure-yes").await;
    anna.newer(now).await;
    assert_eq!(mood(anna).await, "day", "the whistle makes it day");
}

/// The round after the whistle: runners spin until they are back or captured, with the distance and the chance
/// before each spin; a player who is still aboard spins a direction.
async fn escape(anna: &Person) {
    let mut runs = 0;
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        let words = anna.text("#status").await;
        if !words.contains("Alarm!") {
            break;
        }
        if words.contains("runs for the barge") {
            assert!(words.contains(" spin: ") && words.contains('%') && words.contains("step"), "{words}");
            runs += 1;
        } else {
            assert!(words.contains("still aboard") && words.contains("direction"), "{words}");
        }
        anna.click("#throw").await;
        anna.newer(&now).await;
    }
    assert!((1..=6).contains(&runs), "{runs} spins of two runners at most");
}

/// The way home, the counters turned up, the account.
async fn home(anna: &Person) {
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        if now.phase == "over" {
            let result = anna.text("#result").await;
            assert!(result.contains("RC-"), "the result names its rules: {result}");
            let rows: usize = anna.look("document.querySelectorAll('#result tbody tr').length").await;
            assert_eq!(rows, 2, "everybody's account");
            assert!(!now.tray.contains("face down"), "nothing is hidden any more: {}", now.tray);
            let acts = acts(anna).await;
            assert!(acts.iter().all(|act| act == "Home" || act == "Captured"), "{acts:?}");
            assert!(anna.sees("#rematch").await && !anna.sees("#throw").await);
            return;
        }
        go_on(anna, &now).await;
    }
    panic!("the match has no end");
}

/// Screenshots of Ranger Commandos, in both themes, on a desktop and on a phone.
#[test]
fn pictures_of_ranger_commandos() {
    stage::play("pictures-rangers", async |stage| {
        let anna = stage.person("anna").await;
        rangers(&anna, json!({ "players": 2, "seats": ["me", "me"], "name": "Anna" })).await;
        colours(&anna).await;
        until_headline(&anna, "is to spin a number").await;
        anna.until("what may come is there", "document.querySelector('#lots .lot[data-ends]')").await;
        anna.click("#show-odds").await;
        in_all_lights(&anna, "rangers-odds").await;
        access::check(&anna, "a table by night").await;
        until_headline(&anna, "walks").await;
        in_all_lights(&anna, "rangers-walk").await;
        let now = sentry(&anna).await;
        walk_into_sentry(&anna, &now).await;
        in_all_lights(&anna, "rangers-alarm").await;
        anna.until("the light has turned", "!document.querySelector('.turning')").await;
        access::check(&anna, "a table by day").await;
        home(&anna).await;
        in_all_lights(&anna, "rangers-end").await;
    });
}
