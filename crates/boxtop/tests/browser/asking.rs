//! Two people who ask each other, come late and go early; and two at one screen
//! with dice of their own.

use crate::person::Person;
use crate::stage;

const ACTS: &str = "document.title.startsWith('● Your move') && document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')";

/// Does the first thing there is to do.
async fn move_on(person: &Person) {
    let mut now = person.my_turn().await;
    while now.my_turn() {
        person.look::<bool>("document.querySelector('#moves button').click() ?? true").await;
        now = person.newer(&now).await;
    }
}

#[test]
fn people_leave_come_back_and_take_back_by_consent() {
    stage::play("asking", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/games/three-musketeers").await;
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

        // What is done stays, unless the other agrees.
        let stood = first.reach(second.table().await.version).await;
        for (answer, stays) in [("#asked-no", true), ("#asked-yes", false)] {
            first.until("it can be asked", "!document.querySelector('#undo').disabled").await;
            assert_eq!(first.text("#undo").await, "Ask to take back");
            first.click("#undo").await;
            second.until("it is asked", "!document.querySelector('#asked').hidden").await;
            assert!(second.text("#asked-words").await.contains("asks to take back"));
            assert!(first.sees("#asked-no").await && !first.sees("#asked-yes").await, "who asks may ask no longer");
            second.click(answer).await;
            first.until("it is answered", "document.querySelector('#asked').hidden").await;
            assert_eq!(first.table().await.log.len() == stood.log.len(), stays, "{answer}");
        }

        // Somebody looks elsewhere; the head of every page counts the table, and the table tells what he missed.
        move_on(first).await;
        second.my_turn().await;
        second.go("/").await;
        second.until("one table waits", "document.querySelector('#waiting-count').textContent === '1'").await;
        second.go("/me/tables").await;
        assert!(second.text("#waiting-for-me").await.contains("wait for you"));
        second.go(&path).await;
        second.connected().await;
        assert!(!second.sees("#waiting-count").await, "the table that is looked at does not count");
        move_on(second).await;
        second.go("/rules/three-musketeers").await;
        move_on(first).await;
        second.go(&path).await;
        second.connected().await;
        assert!(second.text("#since").await.contains("(1)"), "one thing was missed");
        second.press("y").await;
        second.until("it is told", "document.querySelectorAll('#missed li').length === 1").await;
        assert!(!second.sees("#since").await, "told once");
    });
}

#[test]
fn dice_of_ones_own_are_entered_and_marked() {
    stage::play("own-dice", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/games/fighting-marines").await;
        anna.click("label[for=players-2]").await;
        assert!(!anna.sees(".own-dice").await, "only where all sit around them");
        anna.click("label[for=mode-home]").await;
        anna.click(".own-dice input").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;
        anna.until("what may fall is listed", "document.querySelectorAll('#own-outcome option').length > 5").await;
        assert!(!anna.sees("#throw").await, "the house does not throw here");
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
