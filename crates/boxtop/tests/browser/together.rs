//! Two people at one table by a link, and somebody who watches.

use crate::person::Person;
use crate::stage;
use crate::table::at;
use std::sync::Arc;

#[test]
fn two_browsers_at_one_table_stay_in_step() {
    stage::play("together", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/games/three-musketeers").await;
        anna.click("label[for=mode-friend]").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;
        assert_eq!(anna.table().await.phase, "waiting");
        let link: String = anna.look("document.querySelector('#link').value").await;
        assert_eq!(link, anna.look::<String>("location.href").await);
        let path = anna.path().await;

        // The friend opens the link and sits down; Anna sees it without doing anything.
        let bert = stage.person("bert").await;
        bert.go(&path).await;
        bert.follow(bert.click("#sit button[type=submit]")).await;
        bert.connected().await;
        anna.until("the game begins", "document.querySelector('#table').dataset.phase === 'playing'").await;
        assert!(!anna.sees("#share").await, "the link is not needed any more");
        let cleo = stage.person("cleo").await;
        cleo.go(&path).await;
        cleo.connected().await;

        let people = [anna.clone(), bert.clone()];
        let watcher = [cleo.clone()];
        for turn in 0..8 {
            step(&people[turn % 2], &[&people[..], &watcher].concat()).await;
        }
        only_watching(&cleo).await;

        // Loading the page again loses nothing.
        let before = anna.my_turn().await;
        anna.reload().await;
        anna.connected().await;
        let after = anna.table().await;
        assert_eq!((after.version, &after.men, &after.log), (before.version, &before.men, &before.log));
        step(&anna, &people).await;
        step(&bert, &people).await;

        // Bert's plug is pulled, Anna moves, Bert comes back and sees it.
        bert.forgive("ERR_INTERNET_DISCONNECTED");
        bert.forgive("ERR_NETWORK_CHANGED");
        bert.offline(true).await;
        bert.until(
            "Bert's page says that it is cut off",
            "document.querySelector('#connection').dataset.state === 'reconnecting'",
        )
        .await;
        step(&anna, &[anna.clone(), cleo.clone()]).await;
        let ahead = anna.table().await;
        assert!(bert.table().await.version < ahead.version, "Bert cannot know yet");
        bert.offline(false).await;
        let caught_up = bert.reach(ahead.version).await;
        assert_eq!((caught_up.men, caught_up.log), (ahead.men, ahead.log));
        bert.connected().await;
        step(&bert, &[&people[..], &watcher].concat()).await;

        // Against a person there is no hint, and what is done is done.
        anna.my_turn().await;
        assert!(anna.look::<bool>("document.querySelector('#hint').disabled").await, "no hints among people");

        // Who resigns ends it for everybody.
        bert.click("#resign").await;
        bert.click("#resign-yes").await;
        for person in [&anna, &bert, &cleo] {
            person.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
            let result = person.text("#result").await;
            assert!(result.contains("TM-22"), "{result}");
        }
        // Both are led to the same rematch, with sides changed.
        anna.follow(anna.click("#rematch")).await;
        bert.until("Bert is asked to come along", "document.querySelector('#rematch').textContent.includes('next')")
            .await;
        bert.follow(bert.click("#rematch")).await;
        assert_eq!(anna.path().await, bert.path().await);
        bert.connected().await;
        step(&bert, &people).await;
    });
}

/// One turn of one person, seen by all within the deadline.
async fn step(who: &Person, all: &[Arc<Person>]) {
    let mut before = who.my_turn().await;
    let men = before.men.clone();
    // A series of jumps is one turn.
    while before.my_turn() {
        before = who.click_move(&before.offers[before.offers.len() / 2].clone()).await;
    }
    assert_ne!(before.men, men, "something has moved");
    for person in all {
        let seen = person.reach(before.version).await;
        assert_eq!(seen.men, before.men, "all see the same board");
        assert_eq!(seen.log, before.log, "and the same log");
        assert_eq!(seen.last, before.last, "and the same last move");
    }
}

async fn only_watching(cleo: &Person) {
    let before = cleo.table().await;
    assert!(before.movable.is_empty() && before.offers.is_empty());
    let man = before.men.keys().next().expect("a man").clone();
    cleo.click(&at(&man)).await;
    cleo.click(&at("e8")).await;
    for button in ["#undo", "#hint", "#resign", "#rematch", "#sit"] {
        assert!(!cleo.sees(button).await, "{button} is not for watchers");
    }
    // Not even by going around the page.
    cleo.forgive("status of 403");
    let act = "fetch(location.pathname + '/act', { method: 'POST', headers: { 'content-type': 'application/json' }, \
               body: JSON.stringify({ version: Number(document.querySelector('#table').dataset.version), key: 'cleo-was-here', seat: 'attack', action: 'd6-d7' }) }).then((answer) => answer.status)";
    assert_eq!(cleo.look::<u16>(act).await, 403);
    let after = cleo.table().await;
    assert_eq!((after.version, after.men), (before.version, before.men));
}
