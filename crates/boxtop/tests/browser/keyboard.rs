//! Keyboard only: from the home page to a table, a dozen moves, the list of moves, undo, the help, always with a
//! visible focus.

use crate::person::Person;
use crate::stage;
use crate::table::{Look, points};

/// Empty if the focus is visible; otherwise what is wrong.
const FOCUS: &str = r##"(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "nothing has the focus";
    const ringed = (one) => one && getComputedStyle(one).outlineStyle !== "none" && parseFloat(getComputedStyle(one).outlineWidth) > 0;
    const next = element.id && document.querySelector(`label[for="${element.id}"]`);
    if (element.closest("#board")) return document.querySelector("#board circle.cursor") ? "" : "the board shows no cursor";
    return ringed(element) || ringed(next) ? "" : `${element.outerHTML.slice(0, 120)} shows no focus`;
})()"##;

/// Presses a key, and checks that the focus is visible afterwards.
async fn press(person: &Person, key: &str) {
    person.press(key).await;
    let fault: String = person.look(FOCUS).await;
    assert_eq!(fault, "", "after {key}");
}

/// Tabs to an element, once around the page if need be.
async fn tab_to(person: &Person, selector: &str) {
    let mut around = 0;
    for _ in 0..80 {
        if person.look::<bool>(&format!("document.activeElement.matches({})", serde_json::json!(selector))).await {
            return;
        }
        person.press("Tab").await;
        if person.look::<bool>("document.activeElement === document.body").await {
            around += 1;
            assert_eq!(around, 1, "no Tab leads to {selector}");
            continue;
        }
        let fault: String = person.look(FOCUS).await;
        assert_eq!(fault, "", "on the way to {selector}");
    }
    panic!("no Tab leads to {selector}");
}

async fn focused(person: &Person) -> String {
    person.look("document.activeElement.dataset.space ?? ''").await
}

/// Goes to a point by its name.
async fn name(person: &Person, point: &str) {
    for key in point.chars() {
        press(person, &key.to_string()).await;
    }
    assert_eq!(focused(person).await, point);
}

/// Goes to a point by the arrows.
async fn walk(person: &Person, point: &str) {
    let (file, rank) = (point.as_bytes()[0], point.as_bytes()[1]);
    for _ in 0..20 {
        let here = focused(person).await;
        let (at_file, at_rank) = (here.as_bytes()[0], here.as_bytes()[1]);
        let key = match (at_rank.cmp(&rank), at_file.cmp(&file)) {
            (std::cmp::Ordering::Less, _) => "ArrowUp",
            (std::cmp::Ordering::Greater, _) => "ArrowDown",
            (_, std::cmp::Ordering::Less) => "ArrowRight",
            (_, std::cmp::Ordering::Greater) => "ArrowLeft",
            _ => return,
        };
        press(person, key).await;
    }
    panic!("the arrows do not lead to {point}");
}

/// Plays an action with the keys.
async fn play(person: &Person, action: &str, typed: bool) -> Look {
    let before = person.my_turn().await;
    let (from, to) = points(action);
    let picked = before.picked.as_deref() == Some(from);
    for point in [from, to].into_iter().skip(usize::from(picked)) {
        if typed {
            name(person, point).await
        } else {
            walk(person, point).await
        }
        press(person, "Enter").await;
    }
    let after = person.newer(&before).await;
    assert_eq!(after.log.last().map(String::as_str), Some(action));
    let line = person.text("#log li:last-child span").await;
    let sentence = line.split(" TM-").next().unwrap_or_default().trim().to_owned();
    assert!(
        after.said.contains(sentence.trim_end_matches(|c: char| c.is_ascii_digit())),
        "{:?} tells of {sentence:?}",
        after.said
    );
    let fault: String = person.look(FOCUS).await;
    assert_eq!(fault, "", "after {action}");
    after
}

#[test]
fn a_game_with_the_keyboard_alone() {
    stage::play("keyboard", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/").await;
        press(&anna, "Tab").await;
        assert!(
            anna.look::<bool>("document.activeElement.matches('.skip')").await,
            "the way past the masthead comes first"
        );
        tab_to(&anna, "[data-testid=box-three-musketeers]").await;
        anna.follow(anna.press("Enter")).await;
        assert!(
            anna.look::<bool>("document.querySelector('#start button[type=submit]').checkVisibility()").await,
            "the match can start without a choice"
        );
        tab_to(&anna, "#more > summary").await;
        press(&anna, "Enter").await;
        tab_to(&anna, "[name=mode]").await;
        press(&anna, "ArrowRight").await;
        assert!(anna.look::<bool>("document.querySelector('#mode-home').checked").await);
        tab_to(&anna, "#start button[type=submit]").await;
        anna.follow(anna.press("Enter")).await;
        anna.connected().await;

        // The board is one stop, and says where one is.
        tab_to(&anna, "#board [data-space]").await;
        let label: String = anna.look("document.activeElement.getAttribute('aria-label')").await;
        assert!(label.contains("attacker") && label.contains("can move"), "{label}");
        let stops: usize = anna.look("document.querySelectorAll('#board [tabindex=\"0\"]').length").await;
        assert_eq!(stops, 1, "one stop for the whole board");

        for turn in 0..12 {
            let look = anna.my_turn().await;
            let action = look.moves[(turn * 5) % look.moves.len()].clone();
            play(&anna, &action, turn % 2 == 0).await;
        }

        refusal_and_escape(&anna).await;
        words(&anna).await;
        undo(&anna).await;
        help(&anna).await;
        list_of_moves(&anna).await;
        buttons(&anna).await;
        assert_eq!(anna.mouse_used(), 0, "no mouse was needed");
    });
}

async fn refusal_and_escape(anna: &Person) {
    let before = anna.my_turn().await;
    if before.picked.is_none() {
        let man = before.movable[0].clone();
        name(anna, &man).await;
        press(anna, "Enter").await;
        assert_eq!(anna.table().await.picked, Some(man));
        let far = ["b9", "h9", "c9", "g9"];
        let far = far.into_iter().find(|point| !before.men.contains_key(*point)).expect("an empty point far away");
        name(anna, far).await;
        press(anna, "Enter").await;
        anna.until("the refusal is shown", "document.querySelector('#error .chip')").await;
        assert!(!anna.table().await.said.is_empty(), "and said");
        press(anna, "Escape").await;
        assert_eq!(anna.table().await.picked, None, "Escape puts the man back");
    }
}

/// The board can be read out in words.
async fn words(anna: &Person) {
    for (key, part) in [("w", "attack"), ("l", ""), ("n", "From ")] {
        anna.look::<String>("document.querySelector('#announce').textContent = ''").await;
        press(anna, key).await;
        anna.until("an answer is said", "document.querySelector('#announce').textContent").await;
        let said = anna.table().await.said;
        assert!(said.to_lowercase().contains(&part.to_lowercase()), "{key}: {said}");
    }
}

async fn undo(anna: &Person) {
    let before = anna.my_turn().await;
    press(anna, "u").await;
    let after = anna.newer(&before).await;
    assert!(after.log.len() < before.log.len(), "the last move is taken back");
    assert!(after.said.contains("Undone"), "{}", after.said);
    anna.my_turn().await;
}

async fn help(anna: &Person) {
    press(anna, "?").await;
    anna.until("the keys are listed", "document.querySelector('#keys').open").await;
    assert!(
        anna.look::<bool>("document.activeElement.closest('#keys') !== null").await,
        "the focus is in the list of keys"
    );
    press(anna, "Escape").await;
    anna.until("the list is closed", "!document.querySelector('#keys').open").await;
    assert!(!focused(anna).await.is_empty(), "the focus is back on the board");
}

async fn list_of_moves(anna: &Person) {
    let before = anna.my_turn().await;
    press(anna, "m").await;
    anna.until("the list has the focus", "document.activeElement.matches('#moves button')").await;
    press(anna, "Tab").await;
    let action: String = anna.look("document.activeElement.dataset.action ?? ''").await;
    anna.press("Enter").await;
    let after = anna.newer(&before).await;
    if !action.is_empty() {
        assert_eq!(after.log.last(), Some(&action));
    }
    let fault: String = anna.look(FOCUS).await;
    assert_eq!(fault, "", "after a move from the list");
}

/// A button that gets disabled does not swallow the focus.
async fn buttons(anna: &Person) {
    let before = anna.my_turn().await;
    tab_to(anna, "#hint").await;
    press(anna, "Enter").await;
    anna.until("the hint is drawn", "document.querySelector('#board .hint-line')").await;
    press(anna, "Escape").await;
    tab_to(anna, "#undo").await;
    for left in (0..before.log.len()).rev() {
        anna.press("Enter").await;
        let taken = format!("document.querySelectorAll('#log li[data-action]').length <= {left}");
        anna.until("a move is taken back", &taken).await;
        if anna.my_turn().await.log.is_empty() {
            break;
        }
    }
    let fault: String = anna.look(FOCUS).await;
    assert_eq!(fault, "", "when nothing is left to take back");
}
