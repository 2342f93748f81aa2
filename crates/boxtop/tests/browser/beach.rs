//! Hit the Beach in the browser: throws, ends and paths before and after the throw, and a turn of two parts
//! that is undone as a whole.

use crate::person::Person;
use crate::pictures::in_all_lights;
use crate::stage;
use crate::table::{Look, at};
use serde_json::{Value, json};

/// Maximum number of steps of a match in these tests.
const PATIENCE: usize = 900;

/// Clicks the move that clears the player's first beach soonest: landing, ship and plane, one marine; or passes.
const LANDING: &str = r##"(() => {
    const all = [...document.querySelectorAll("#moves button")];
    const action = (pattern) => all.find((one) => pattern.test(one.dataset.action));
    const own = all[0].dataset.seat[0].toUpperCase();
    const seat = [...document.querySelectorAll("#seats .seat")].findIndex((one) => one.dataset.seat === all[0].dataset.seat);
    const out = [...document.querySelectorAll(`#board [data-seat="${seat}"][data-kind*=marine]`)].some((one) => !one.dataset.at.includes("-"));
    const clears = (one) => one.textContent.includes("clears") && !one.dataset.action.startsWith("marine");
    const best = all.find(clears)
        ?? action(new RegExp(`^(ship|plane)-${own}6$`))
        ?? (out ? undefined : action(new RegExp(`^marine-${own}[1-5]$`)))
        ?? action(/^pass$/);
    return [best.dataset.action, clears(best)];
})()"##;

async fn beach(person: &Person, mut order: Value) {
    order["game"] = json!("hit-the-beach");
    person.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    person.open_table(order).await;
}

async fn throw(person: &Person, before: &Look) -> Look {
    person.look::<bool>("document.querySelector('#throw').click() ?? true").await;
    person.newer(before).await
}

async fn list(person: &Person, before: &Look, action: &str) -> Look {
    let press = format!("document.querySelector(\"#moves button[data-action='{action}']\").click() ?? true");
    person.look::<bool>(&press).await;
    person.newer(before).await
}

#[test]
fn a_match_against_a_computer_to_its_end() {
    stage::play("beach", async |stage| {
        let anna = stage.person("anna").await;
        let order =
            json!({ "players": 2, "seats": ["me", "private"], "name": "Anna", "options": { "throw_limit": 16 } });
        beach(&anna, order).await;
        let (mut moved, mut foreseen) = (0, false);
        for _ in 0..PATIENCE {
            let now = anna.my_turn().await;
            if now.phase == "over" {
                break;
            }
            if now.throws {
                // Throws for the first turn bring nothing on the board, however often they are repeated.
                foreseen = foreseen || moved > 0 && odds(&anna).await;
                anna.click("#throw").await;
                anna.newer(&now).await;
            } else if now.targets.is_empty() {
                anna.click("#choices button[data-action=pass]").await;
                anna.newer(&now).await;
            } else {
                straight(&anna, &now).await;
                moved += 1;
            }
        }
        assert!(moved > 0 && foreseen, "{moved} moves by hand; odds: {foreseen}");
        let result = anna.text("#result").await;
        assert!(result.contains("HB-29") || result.contains("HB-28"), "the result names its rule: {result}");
        assert!(anna.sees("#rematch").await && !anna.sees("#throw").await);
    });
}

/// Before the throw, every end shows its chance.
async fn odds(anna: &Person) -> bool {
    anna.until("what may come is there", "document.querySelectorAll('#lots .lot').length === 6").await;
    anna.click("#show-odds").await;
    let signs: Vec<String> =
        anna.look("[...document.querySelectorAll('.odds-sign')].map((one) => one.textContent)").await;
    assert!(!signs.is_empty() && signs.iter().all(|one| one.ends_with('%')), "{signs:?}");
    true
}

/// Points at an end; its path is shown with as many steps as were thrown.
async fn straight(anna: &Person, now: &Look) {
    let end = &now.targets[0];
    anna.hover(&at(end)).await;
    let steps: usize = anna.look("document.querySelectorAll('#board .step-sign').length").await;
    assert_eq!(steps, usize::from(now.pips[0]), "the way to {end} in numbered steps");
    anna.click(&at(end)).await;
    // Several divisions may have come there.
    anna.until(
        "it is played or asked",
        &format!(
            "document.querySelector('#chooser').open || Number(document.querySelector('#table').dataset.version) > {}",
            now.version
        ),
    )
    .await;
    if anna.look::<bool>("document.querySelector('#chooser').open").await {
        anna.click("#chooser li:first-child button").await;
    }
    anna.newer(now).await;
}

/// Plays on until a beach can be cleared. Returns that action.
async fn until_landing(anna: &Person) -> (Look, String) {
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        assert_eq!(now.phase, "playing");
        if now.throws {
            throw(anna, &now).await;
            continue;
        }
        let (action, clears): (String, bool) = anna.look(LANDING).await;
        if clears {
            return (now, action);
        }
        list(anna, &now, &action).await;
    }
    panic!("nobody hits the beach");
}

/// The move and placing the removed defender are undone together until the defender is placed.
#[test]
fn a_landing_is_undone_whole_and_a_refusal_names_its_rule() {
    stage::play("beach-landing", async |stage| {
        let anna = stage.person("anna").await;
        beach(&anna, json!({ "players": 2, "seats": ["me", "me"], "name": "Anna" })).await;
        let (before, action) = until_landing(&anna).await;
        let (from, circle) = action.split_once('-').expect("from and to");
        let defenders = before.count("defender");
        refused_march(&anna, &before, from).await;

        anna.click(&at(from)).await;
        let gain = format!("#board .marks.choice [data-mark=gain][data-on='{circle}']");
        assert!(anna.look::<bool>(&format!("Boolean(document.querySelector(\"{gain}\"))")).await, "{circle} is marked");
        anna.click(&at(circle)).await;
        let half = anna.newer(&before).await;
        assert!(
            anna.text("#status").await.contains("place"),
            "what is to be done next: {}",
            anna.text("#status").await
        );
        assert_eq!(anna.text("#undo").await, "Undo this turn");
        assert_eq!(half.count("defender"), defenders - 1, "one is in the hand");
        assert!(half.targets.len() > 10 && !half.targets.contains(&circle.to_owned()), "{:?}", half.targets);

        // Neither a dot at sea nor a beach takes a defender.
        for elsewhere in ["N1", circle] {
            anna.click(&at(elsewhere)).await;
            anna.until("the rule is named", "document.querySelector('#error .chip')").await;
            assert!(anna.text("#error").await.contains("HB-"), "{}", anna.text("#error").await);
            anna.press("Escape").await;
        }

        anna.click("#undo").await;
        let back = anna.newer(&half).await;
        assert_eq!(back.men, before.men, "the whole turn is as it was before");
        assert_eq!(back.moves, before.moves);

        let half = list(&anna, &back, &action).await;
        let end = half.targets[0].clone();
        anna.click(&at(&end)).await;
        let after = anna.newer(&half).await;
        assert_eq!(after.men.get(&end).map(String::as_str), Some("defender"), "it stands on {end}");
        assert_eq!(after.count("defender"), defenders, "none is lost");
        assert!(after.throws, "the turn has gone on");
    });
}

/// An illegal target names the rule.
async fn refused_march(anna: &Person, before: &Look, from: &str) {
    anna.click(&at(from)).await;
    anna.until(
        "the man is picked",
        &format!("document.querySelector(\"{}\").matches('[aria-pressed=true]')", at(from)),
    )
    .await;
    anna.click(&at("HQ")).await;
    anna.until("the rule is named", "document.querySelector('#error .chip')").await;
    anna.press("Escape").await;
    anna.press("Escape").await;
    assert_eq!(anna.table().await.version, before.version, "nothing has been done");
}

/// Throws until a marine can set out. Returns its seat.
async fn until_move(anna: &Person) -> (Look, String) {
    let mut now = anna.my_turn().await;
    while !now.moves.iter().any(|action| action.starts_with("marine-")) {
        now = if now.throws { throw(anna, &now).await } else { list(anna, &now, "pass").await };
    }
    let seat = anna.look("document.querySelector('#moves button').dataset.seat").await;
    (now, seat)
}

/// Of two identical divisions, only one could be clicked; the other was refused with an id in the message.
#[test]
fn either_of_two_like_divisions_is_clicked_or_dragged() {
    stage::play("beach-alike", async |stage| {
        let anna = stage.person("anna").await;
        beach(&anna, json!({ "players": 2, "seats": ["me", "me"], "name": "Anna" })).await;
        for (number, dragged) in [(1, false), (1, true), (2, false)] {
            let (now, seat) = until_move(&anna).await;
            let berth = |number: usize| format!("{seat}-marine-{number}");
            assert!([1, 2].map(berth).iter().all(|berth| now.movable.contains(berth)), "{:?}", now.movable);
            let end =
                now.moves.iter().find_map(|action| action.strip_prefix("marine-")).expect("it sets out").to_owned();
            let from = berth(number);
            if dragged {
                anna.drag(&at(&from), &at(&end)).await;
            } else {
                anna.click(&at(&from)).await;
                assert_eq!(anna.table().await.picked.as_deref(), Some(from.as_str()));
                anna.click(&at(&end)).await;
            }
            let after = anna.newer(&now).await;
            assert_eq!(after.log[now.log.len()], format!("marine-{end}"), "no question, no refusal: {}", after.error);
            assert!(after.men.contains_key(&berth(1)) && !after.men.contains_key(&berth(2)), "one closes up");
            // Back to where both wait.
            anna.click("#undo").await;
            let back = anna.newer(&after).await;
            assert_eq!(back.men, now.men);
        }
        explained(&anna).await;
    });
}

/// Refusals use names, for pieces, empty spaces and trays.
async fn explained(anna: &Person) {
    let (_, seat) = until_move(anna).await;
    anna.click(&at(&format!("{seat}-marine-1"))).await;
    anna.click(&at("HQ")).await;
    anna.until("the rule is named", "document.querySelector('#error .chip')").await;
    let words = "[...document.querySelectorAll('#error, #note, #announce')].map((one) => one.textContent).join(' ')";
    let said: String = anna.look(words).await;
    assert!(!said.contains("-marine") && said.contains("HB-"), "{said}");
    let labels: String =
        anna.look("[...document.querySelectorAll('#board .space')].map((one) => `${one.getAttribute('aria-label')} ${one.querySelector('title')?.textContent}`).join('\\n')")
            .await;
    let leaks = |word: &&str| ["-marine", "-army", "-ship", "-plane"].iter().any(|part| word.contains(part));
    assert_eq!(labels.split([' ', ',']).find(leaks), None, "what a screen reader says");
    anna.press("Escape").await;
}

/// Screenshots of Hit the Beach, in both themes, on a desktop and on a phone.
#[test]
fn pictures_of_hit_the_beach() {
    stage::play("pictures-beach", async |stage| {
        let anna = stage.person("anna").await;
        beach(&anna, json!({ "players": 2, "seats": ["me", "me"], "name": "Anna" })).await;
        let (now, action) = until_landing(&anna).await;
        in_all_lights(&anna, "beach-move").await;
        let half = list(&anna, &now, &action).await;
        in_all_lights(&anna, "beach-place").await;
        let after = list(&anna, &half, &half.moves[0]).await;
        assert!(after.throws);
        anna.until("what may come is there", "document.querySelectorAll('#lots .lot').length === 6").await;
        anna.click("#show-odds").await;
        in_all_lights(&anna, "beach-odds").await;
    });
}
