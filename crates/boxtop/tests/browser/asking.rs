//! Two people who ask each other questions, join late and leave early; and two at one screen with their own
//! dice.

use crate::person::Person;
use crate::stage;
use crate::table::Look;
use serde_json::json;

const ACTS: &str = "document.title.startsWith('● Your move') && document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')";

/// Throws, or plays the first legal move.
async fn move_on(person: &Person) {
    let mut now = person.my_turn().await;
    while now.my_turn() {
        person.look::<bool>("document.querySelector('#moves button').click() ?? true").await;
        now = person.newer(&now).await;
    }
}

#[test]
fn people_leave_come_back_and_undo_by_consent() {
    stage::play("asking", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/games/three-musketeers").await;
        anna.unfold().await;
        anna.click("label[for=mode-friend]").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;
        let path = anna.path().await;

        // Before the start a seat can be left, and taken again.
        anna.follow(anna.click("#leave")).await;
        assert!(anna.sees("#sit").await, "the seat is free again");
        anna.follow(anna.click("#sit button[type=submit]")).await;
        anna.connected().await;
        assert!(anna.sees("#share").await);
        let bert = stage.person("bert").await;
        bert.go(&path).await;
        bert.follow(bert.click("#sit button[type=submit]")).await;
        bert.connected().await;
        let anna_begins = anna.reach(bert.table().await.version).await.my_turn();
        let (first, second) = if anna_begins { (&anna, &bert) } else { (&bert, &anna) };

        // Title and icon say whose turn it is.
        first.until("the title calls", ACTS).await;
        assert!(!second.look::<bool>(ACTS).await);
        move_on(first).await;
        second.until("the title calls the other", ACTS).await;

        // An undo needs the other player's consent.
        let stood = first.reach(second.table().await.version).await;
        for (answer, stays) in [("#asked-no", true), ("#asked-yes", false)] {
            first.until("it can be asked", "!document.querySelector('#undo').disabled").await;
            assert_eq!(first.text("#undo").await, "Ask to undo");
            first.click("#undo").await;
            second.until("it is asked", "!document.querySelector('#asked').hidden").await;
            assert!(second.text("#asked-words").await.contains("asks to undo"));
            assert!(first.sees("#asked-no").await && !first.sees("#asked-yes").await, "who asks may ask no longer");
            second.click(answer).await;
            first.until("it is answered", "document.querySelector('#asked').hidden").await;
            assert_eq!(first.table().await.log.len() == stood.log.len(), stays, "{answer}");
        }

        // A player looks elsewhere: the head of every page counts the table, and the table shows what they missed.
        move_on(first).await;
        second.my_turn().await;
        second.go("/").await;
        second.until("one table waits", "document.querySelector('#waiting-count').textContent === '1'").await;
        second.go("/me/tables").await;
        assert!(second.text("#waiting-for-me").await.contains("Waiting for you"));
        second.go(&path).await;
        second.connected().await;
        assert!(!second.sees("#waiting-count").await, "the table that is looked at does not count");
        move_on(second).await;
        second.go("/rules/three-musketeers").await;
        move_on(first).await;
        second.go(&path).await;
        second.connected().await;
        assert!(second.text("#since").await.contains("(1)"), "one thing was missed");
        let now = second.table().await;
        second.hold_timers().await;
        second.press("y").await;
        second.until("the board shows what was before", "document.querySelector('#table').dataset.past").await;
        assert!(!second.sees("#since").await, "shown once");
        assert_ne!(second.table().await.men, now.men, "that is another position");
        assert!(second.text("#status").await.starts_with("Replay"), "and it is said so");
        second.release_timers().await;
        second.until("it is shown", "document.querySelectorAll('#missed li').length === 1").await;
        second.until("it is now again", "document.querySelector('#table').dataset.past === undefined").await;
        let after = second.table().await;
        assert_eq!((after.men, after.movable), (now.men.clone(), now.movable.clone()), "and one can go on");
        back_and_forth(second, &now).await;
        notified(first, second).await;
    });
}

/// The slider replays the match by keys and buttons, without animation if motion is reduced.
async fn back_and_forth(person: &Person, now: &Look) {
    let past = |step: usize| format!("document.querySelector('#table').dataset.past === '{step}'");
    let live = "document.querySelector('#table').dataset.past === undefined";
    person.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    person.look::<bool>("(document.querySelector('#step').focus(), true)").await;
    person.press("Home").await;
    person.until("it is the beginning", &past(0)).await;
    let beginning = person.table().await;
    assert!(beginning.last.is_empty() && beginning.movable.is_empty(), "nothing has happened, nothing can be done");
    person.press("ArrowRight").await;
    person.until("the first step", &past(1)).await;
    let words: String = person.look("document.querySelector('#step').getAttribute('aria-valuetext')").await;
    assert!(words.starts_with(&format!("Step 1 of {}: ", now.log.len())), "{words}");
    person.picture("looking-back", false).await;
    person.press("End").await;
    person.until("it is now", live).await;
    assert_eq!(person.table().await.men, now.men);
    person.click("#step-back").await;
    person.until("one step back", &past(now.log.len() - 1)).await;
    let still = "document.querySelector('#board').getAnimations({ subtree: true }).length";
    assert_eq!(person.look::<usize>(still).await, 0, "men do not glide");
    // Pointing at the board during a replay only says so.
    person.click("#board .spaces [data-space]").await;
    assert!(person.text("#announce").await.contains("replay"), "it is said where one is");
    person.press("Escape").await;
    person.until("it is now again", live).await;
    person.hold_timers().await;
    person.press("y").await;
    person.until("the last step is played", &past(now.log.len() - 1)).await;
    person.press("Escape").await;
    person.until("it is skipped", live).await;
    person.release_timers().await;
    person.until("and shown", "document.querySelectorAll('#missed li').length === 1").await;
    person.prefer(&[]).await;
}

/// A player who looks elsewhere and allows it gets one notification when it is their turn.
async fn notified(first: &Person, second: &Person) {
    move_on(second).await;
    let stub = "(() => { globalThis.notes = []; localStorage.setItem('boxtop.notify', '1'); \
                globalThis.Notification = class extends EventTarget { static permission = 'granted'; close() {} \
                constructor(title, { body }) { super(); notes.push(`${title}: ${body}`); } }; \
                Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }); return true; })()";
    second.look::<bool>(stub).await;
    move_on(first).await;
    second.until("there is a notification", "notes.length === 1").await;
    assert!(second.look::<String>("notes[0]").await.starts_with("The Three Musketeers"), "and where");
    second.look::<bool>("delete document.hidden").await;
    move_on(second).await;
    move_on(first).await;
    second.my_turn().await;
    assert_eq!(second.look::<usize>("notes.length").await, 1, "no notification while the page is visible");
}

#[test]
fn own_dice_are_entered_and_marked() {
    stage::play("own-dice", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/games/fighting-marines").await;
        anna.unfold().await;
        anna.click("label[for=players-2]").await;
        assert!(!anna.sees(".own-dice").await, "only where all sit around them");
        anna.click("label[for=mode-home]").await;
        anna.click(".own-dice input").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;
        anna.until("what may fall is listed", "document.querySelectorAll('#own-outcome option').length > 5").await;
        assert!(!anna.sees("#throw").await, "the table does not throw here");
        anna.picture("own-dice", false).await;
        let before = anna.table().await;
        anna.look::<bool>("(document.querySelector('#own-outcome').selectedIndex = 3, true)").await;
        let chosen: String = anna.look("document.querySelector('#own-outcome').value").await;
        anna.click("#own-throw button").await;
        let after = anna.newer(&before).await;
        assert_eq!(after.log.last(), Some(&chosen));
        assert!(anna.text("#log").await.contains("entered by hand"));
    });
}

/// Makes the page send its next command with the version of the opening.
const FALL_BEHIND: &str = r##"(() => {
    const whole = window.fetch;
    window.fetch = (path, sent) => {
        if (!String(path).endsWith("/commands")) return whole(path, sent);
        return whole(path, { ...sent, body: JSON.stringify({ ...JSON.parse(sent.body), version: 1 }) });
    };
    return true;
})()"##;

/// Resigning used to be refused if computers had moved meanwhile.
#[test]
fn resigning_while_computers_move_ends_the_match_at_once() {
    stage::play("resigning", async |stage| {
        let anna = stage.person("anna").await;
        let order =
            json!({ "game": "hit-the-beach", "players": 3, "seats": ["me", "private", "private"], "name": "Anna" });
        anna.open_table(order).await;
        let before = anna.my_turn().await;
        anna.look::<bool>("document.querySelector('#throw').click() ?? true").await;
        anna.newer(&before).await;
        anna.look::<bool>(FALL_BEHIND).await;
        anna.click("#resign").await;
        assert_eq!(anna.text("#confirm-words").await, "The match ends, and the others share the win.");
        anna.click("#resign-yes").await;
        anna.until("it is over", "document.querySelector('#table').dataset.phase === 'over'").await;
        assert_eq!(anna.table().await.error, "", "nothing went wrong");
        assert!(anna.text("#result").await.contains("Red resigned"), "{}", anna.text("#result").await);
        assert!(!anna.sees("#resign").await);
    });
}
