//! Seats that others take while a page is open, a player whose time has run out, and rematches.

use crate::person::Person;
use crate::stage;
use serde_json::json;

/// The ids of the seats that can be taken, as the page shows them.
async fn free(person: &Person) -> Vec<String> {
    person.look("[...document.querySelectorAll('#sit:not([hidden]) #free-seats button')].map((one) => one.value)").await
}

#[test]
fn open_seats_are_live_and_a_taken_one_is_no_dead_end() {
    stage::play("seats", async |stage| {
        let anna = stage.person("anna").await;
        let seats = json!(["me", "open", "open", "open"]);
        anna.open_table(json!({ "game": "fighting-marines", "mode": "seats", "players": 4, "seats": seats })).await;
        let path = anna.path().await;
        let (bert, carl) = (stage.person("bert").await, stage.person("carl").await);
        for person in [&bert, &carl] {
            person.go(&path).await;
            person.connected().await;
            assert_eq!(free(person).await, ["black", "yellow", "green"]);
        }
        bert.follow(bert.click("#free-seats button[value=yellow]")).await;
        bert.connected().await;
        carl.until("the seat is gone", "document.querySelectorAll('#free-seats button').length === 2").await;
        assert_eq!(free(&carl).await, ["black", "green"]);
        assert!(carl.text("#sit-notice").await.contains("took Yellow"), "{}", carl.text("#sit-notice").await);
        anna.until("the link's words follow", "document.querySelector('#free-now').textContent === 'Black and Green'")
            .await;

        // Both press the same button; the second one sees a message on the same page.
        let late = "(() => { const button = document.querySelector('#free-seats button').cloneNode(true); \
                    button.value = 'yellow'; document.querySelector('#free-seats').append(button); button.id = 'late'; return true; })()";
        carl.look::<bool>(late).await;
        carl.follow(carl.click("#late")).await;
        assert_eq!(carl.path().await, path, "the same page");
        assert!(carl.text("#sit-notice").await.contains("Somebody else took this seat"));
        assert_eq!(free(&carl).await, ["black", "green"]);
        carl.phone().await;
        carl.picture("seats-taken-phone", false).await;
        carl.desktop().await;

        // A player who leaves opens the seat again, and everybody sees it.
        bert.follow(bert.click("#leave")).await;
        carl.until("it is back", "document.querySelectorAll('#free-seats button').length === 3").await;
        assert_eq!(free(&carl).await, ["black", "yellow", "green"]);
    });
}

#[test]
fn after_the_flag_the_other_player_chooses_and_a_rematch_is_an_offer() {
    stage::play("absent", async |stage| {
        let anna = stage.person("anna").await;
        // Long enough for a click on a busy machine.
        let pace = json!({ "kind": "clock", "initial": 20, "increment": 0 });
        anna.open_table(json!({ "mode": "friend", "side": "attack", "pace": pace })).await;
        let path = anna.path().await;
        let bert = stage.person("bert").await;
        bert.go(&path).await;
        bert.follow(bert.click("#sit button[type=submit]")).await;
        bert.connected().await;
        let now = anna.my_turn().await;
        anna.click_move(&now.moves[0].clone()).await;
        assert!(!anna.sees("#absent").await);

        anna.until("Bert is out of time", "!document.querySelector('#absent').hidden").await;
        assert!(anna.text("#absent-words").await.contains("has run out of time"));
        assert!(!bert.sees("#absent").await, "it is not for Bert to choose");
        let buttons: Vec<String> =
            anna.look("[...document.querySelectorAll('#absent button')].map((one) => one.textContent)").await;
        assert_eq!(
            buttons,
            ["Claim the win", "End without a result", "Open the seat to someone else", "Let a computer play"]
        );
        anna.picture("absent-light", false).await;
        anna.phone().await;
        anna.look::<bool>("(document.querySelector('#absent').scrollIntoView({ block: 'center' }), true)").await;
        anna.picture("absent-phone", false).await;
        anna.desktop().await;
        anna.click("#absent-open").await;
        bert.until("the seat is open", "!document.querySelector('#sit').hidden").await;
        assert!(anna.sees("#share").await && !anna.sees("#absent-open").await);
        anna.click("#absent-abort").await;
        for person in [&anna, &bert] {
            person.until("it is over", "document.querySelector('#table').dataset.phase === 'over'").await;
            assert_eq!(person.text("#turn").await, "No result");
        }
    });
}

#[test]
fn a_rematch_is_declined_and_offered_again() {
    stage::play("rematch", async |stage| {
        let anna = stage.person("anna").await;
        anna.open_table(json!({ "mode": "friend", "side": "attack" })).await;
        let path = anna.path().await;
        let bert = stage.person("bert").await;
        bert.go(&path).await;
        bert.follow(bert.click("#sit button[type=submit]")).await;
        bert.connected().await;
        bert.click("#resign").await;
        bert.click("#resign-yes").await;
        let offered = "!document.querySelector('#asked').hidden && !document.querySelector('#asked-yes').hidden && document.querySelector('#asked-words').textContent.includes('rematch')";
        anna.until("it is over", "document.querySelector('#table').dataset.phase === 'over'").await;
        assert_eq!(anna.text("#rematch").await, "Offer a rematch");
        anna.click("#rematch").await;
        bert.until("it is offered", offered).await;
        bert.phone().await;
        bert.look::<bool>("(document.querySelector('#asked').scrollIntoView({ block: 'center' }), true)").await;
        bert.picture("rematch-phone", false).await;
        bert.desktop().await;
        bert.click("#asked-no").await;
        anna.until("it is declined", "document.querySelector('#asked-words').textContent.includes('declined')").await;
        assert_eq!(anna.path().await, path, "nobody was led away");
        bert.click("#rematch").await;
        anna.until("Bert offers it", offered).await;
        assert_eq!(anna.text("#asked-yes").await, "Accept");
        bert.follow(async { anna.follow(anna.click("#asked-yes")).await }).await;
        assert_ne!(anna.path().await, path);
        assert_eq!(anna.path().await, bert.path().await, "both are led to the same table");
        bert.connected().await;
    });
}
