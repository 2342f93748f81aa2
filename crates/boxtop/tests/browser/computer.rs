//! A match against the computer with the mouse, from the form to the end and the rematch.

use crate::access;
use crate::person::Person;
use crate::stage;
use crate::table::{Look, at, points};
use serde_json::json;

#[test]
fn a_match_against_the_computer_to_its_end() {
    stage::play("computer", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/games/three-musketeers").await;
        anna.unfold().await;
        anna.click("label[for=level-private]").await;
        anna.click("label[for=side-attack]").await;
        anna.click("details:has([name='option.quiet_limit']) summary").await;
        // So many quiet turns in a row end the match: it does not go on for ever.
        anna.look::<String>("document.querySelector(\"[name='option.quiet_limit']\").value = '12'").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;

        refusals(&anna).await;
        hint_and_undo(&anna).await;
        chances(&anna).await;
        dragging(&anna).await;
        let end = to_the_end(&anna).await;
        the_log(&anna, &end).await;
        result_and_rematch(&anna).await;
    });
}

/// An illegal move is refused with its rule, and changes nothing.
async fn refusals(anna: &Person) {
    let before = anna.my_turn().await;
    assert_eq!(before.movable, ["d6", "f6"]);
    anna.click(&at("d6")).await;
    anna.click(&at("e8")).await;
    anna.until("a refusal with its rule is shown", "document.querySelector('#error .chip')").await;
    let after = anna.table().await;
    assert!(after.error.contains("TM-"), "{}", after.error);
    assert_eq!((after.version, &after.men), (before.version, &before.men), "nothing has changed");
    // The chip opens the rule itself.
    anna.click("#error .chip").await;
    anna.until("the rule is open", "document.querySelector('#rule').open && document.querySelector('#rule h2')").await;
    let rule = anna.text("#rule h2").await;
    assert!(rule.starts_with("TM-"), "{rule}");
    anna.press("Escape").await;
    anna.until("the rule is closed", "!document.querySelector('#rule').open").await;
    // A man without a legal move is refused with its rule as well.
    anna.click(&at("e1")).await;
    anna.click(&at("e8")).await;
    anna.until("a second refusal is shown", "document.querySelector('#error .chip')").await;
    anna.press("Escape").await;
}

/// The chances of winning are shown while they are switched on, and follow the match.
async fn chances(anna: &Person) {
    assert!(!anna.sees("#live-chances").await, "they are off at first");
    anna.click("#tab-more").await;
    anna.click("#set-chances").await;
    anna.until(
        "there is a share for each side",
        "document.querySelectorAll('#live-chances .live-chance').length === 2",
    )
    .await;
    let label: String = anna.look("document.querySelector('#live-chances').getAttribute('aria-label')").await;
    assert!(label.starts_with("Chances of winning: ") && label.matches(" %").count() == 2, "{label}");
    access::check(anna, "chances of winning").await;
    anna.click("#set-chances").await;
    anna.until("they are gone", "document.querySelector('#live-chances').hidden").await;
    anna.click("#tab-log").await;
}

async fn hint_and_undo(anna: &Person) {
    let before = anna.my_turn().await;
    anna.click("#hint").await;
    anna.until("the hint is drawn", "document.querySelector('#board .hint-line')").await;
    let hint = anna.text("#note").await;
    assert!(
        before.moves.iter().any(|action| {
            let (from, to) = points(action);
            hint.contains(from) && hint.contains(to)
        }),
        "{hint}"
    );

    anna.click_move("d6-d7").await;
    let after = anna.my_turn().await;
    assert_ne!(after.men, before.men);
    anna.click("#undo").await;
    anna.until("the opening position is back", "!document.querySelector('#log li[data-action]')").await;
    let back = anna.my_turn().await;
    assert_eq!(back.men, before.men, "undo restores the position");
    assert_eq!(back.movable, before.movable);
}

async fn dragging(anna: &Person) {
    let before = anna.my_turn().await;
    // Dropped on an illegal target, the man goes back.
    anna.drag(&at("f6"), &at("f8")).await;
    anna.until("the refusal is shown", "document.querySelector('#error .chip')").await;
    anna.press("Escape").await;
    assert_eq!(anna.table().await.men, before.men);
    anna.drag(&at("f6"), &at("f7")).await;
    let after = anna.newer(&before).await;
    assert_eq!(after.log.first().map(String::as_str), Some("f6-f7"));
}

/// Plays random legal moves until the match is over.
async fn to_the_end(anna: &Person) -> Look {
    let mut random = 7_usize;
    let mut draw = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    for turn in 0.. {
        assert!(turn < 400, "the match has no end");
        let before = anna.my_turn().await;
        if before.phase == "over" {
            return before;
        }
        if before.movable.is_empty() {
            assert_eq!(before.choices, ["pass"]);
            anna.click("#choices button").await;
            anna.newer(&before).await;
            continue;
        }
        let man = &before.movable[draw(before.movable.len())];
        // In a series of jumps the man is in the hand already.
        if before.picked.as_ref() != Some(man) {
            anna.click(&at(man)).await;
        }
        let picked = anna.table().await;
        assert_eq!(picked.picked.as_ref(), Some(man), "{picked:?}");
        assert!(!picked.targets.is_empty(), "who can be picked can go somewhere");
        let target = &picked.targets[draw(picked.targets.len())];
        anna.click(&at(target)).await;
        let after = anna.newer(&before).await;
        assert!(after.log.len() > before.log.len(), "the log grows");
        assert!(after.chips >= after.log.len(), "every entry names its rule");
        assert!(!after.last.is_empty(), "the last move is marked");
    }
    unreachable!()
}

async fn the_log(anna: &Person, end: &Look) {
    let taken = end.log.iter().filter(|action| action.contains('x')).count();
    assert!(taken > 0, "the private jumps when it must");
    assert_eq!(end.count("attacker"), 50 - taken);
    assert!(end.tray.contains(&format!("{taken} taken")), "{} in {}", taken, end.tray);
    // A chip in the log opens its rule, too.
    anna.click("#log li:last-child .chip").await;
    anna.until("the rule is open", "document.querySelector('#rule').open && document.querySelector('#rule h2')").await;
    anna.click("#rule button").await;
    anna.until("the rule is closed", "!document.querySelector('#rule').open").await;
}

async fn result_and_rematch(anna: &Person) {
    let result = anna.text("#result").await;
    assert!(result.contains("TM-"), "the result names its rule: {result}");
    assert!(["win", "Victory", "tie"].iter().any(|word| result.contains(word)), "{result}");
    let verdict: String =
        anna.look("document.querySelector('#result .chip').parentNode.firstChild.textContent.trim()").await;
    let said = anna.table().await.said;
    assert_eq!(said.matches(&verdict).count(), 1, "the end is announced, once: {said:?} tells {verdict:?}");

    anna.follow(anna.click("#rematch")).await;
    anna.connected().await;
    let mine =
        "[...document.querySelectorAll('#seats .seat')].find((seat) => seat.innerText.includes('(you)'))?.dataset.seat";
    assert_eq!(anna.look::<String>(mine).await, "musketeers", "sides are changed");
    // The computer leads the attack now, and begins.
    let table = anna.my_turn().await;
    assert!(table.log.len() == 1 && !table.movable.is_empty(), "{table:?}");
    for _ in 0..3 {
        let before = anna.my_turn().await;
        anna.click_move(&before.moves[0]).await;
    }
    // Resigning asks first.
    let before = anna.my_turn().await;
    anna.click("#resign").await;
    anna.click("#confirm button[value=no]").await;
    assert_eq!(anna.my_turn().await.version, before.version);
    anna.click("#resign").await;
    anna.click("#resign-yes").await;
    anna.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
    assert!(anna.text("#result").await.contains("TM-22"), "resigning has its rule");
}

/// A form with an error keeps what was filled in.
#[test]
fn a_form_with_a_fault_comes_back_as_it_was() {
    stage::play("form", async |stage| {
        let anna = stage.person("anna").await;
        anna.forgive("status of 422");
        anna.go("/games/three-musketeers").await;
        anna.unfold().await;
        anna.click("label[for=level-general]").await;
        anna.click("details:has(#board-text) summary").await;
        let text = json!("points = 3\n");
        anna.look::<String>(&format!("document.querySelector('#board-text').value = {text}")).await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        assert!(anna.sees("#error").await, "the faults are listed");
        assert!(anna.text("#error").await.contains("line"), "with their places");
        assert!(anna.look::<bool>("document.querySelector('#level-general').checked").await, "nothing is forgotten");
        assert_eq!(anna.look::<String>("document.querySelector('#board-text').value.trim()").await, "points = 3");
    });
}
