//! Makes the pictures of `docs/gallery`: every game in ten situations. `scripts/gallery` runs it.

use crate::layout::{act, open, still};
use crate::person::Person;
use crate::stage;

const GAMES: [(&str, usize); 5] =
    [("three-musketeers", 2), ("fighting-marines", 4), ("conflict", 4), ("ranger-commandos", 4), ("hit-the-beach", 4)];

/// Actions before a picture of the middle of a match.
const MIDDLE: usize = 24;

async fn light(person: &Person, scheme: &str) {
    person.prefer(&[("prefers-reduced-motion", "reduce"), ("prefers-color-scheme", scheme)]).await;
}

/// Makes throws until there is something to choose.
async fn until_a_choice(person: &Person) {
    for _ in 0..200 {
        let now = person.my_turn().await;
        if !now.throws {
            return;
        }
        act(person).await;
    }
}

/// Plays on, at least one action, until this is so on the viewer's turn; `false` if the match is over before.
async fn until(person: &Person, state: &str) -> bool {
    loop {
        act(person).await;
        if person.my_turn().await.phase == "over" {
            return false;
        }
        if person.look::<bool>(state).await {
            return true;
        }
    }
}

/// A match against computers: the start, a choice, a hint, what the others did, and the odds or
/// the moves.
async fn beginning(anna: &Person, game: &str, players: usize) {
    let shot = async |name: &str| anna.gallery(&format!("{game}-{name}")).await;
    let mut seats = vec!["private"; players];
    seats[0] = "me";
    anna.size(1366, 768).await;
    still(anna).await;
    open(anna, game, seats.clone()).await;
    anna.my_turn().await;
    shot("01-start").await;
    until_a_choice(anna).await;
    shot("02-choice").await;
    if anna.look::<bool>("document.querySelector('#hint').matches(':enabled:not([hidden])')").await {
        anna.click("#hint").await;
        anna.until("there is a hint", "document.querySelector('.hint-line, #note:not([hidden])')").await;
    }
    shot("03-hint").await;
    while !until(anna, "document.querySelector('#board .trail') !== null").await {
        open(anna, game, seats.clone()).await;
    }
    shot("04-what-happened").await;
    // A game without dice has no odds, but moves to choose from.
    if anna.sees("#tab-odds").await {
        while !until(anna, "document.querySelector('#throw').checkVisibility()").await {
            open(anna, game, seats.clone()).await;
        }
        anna.click("#tab-odds").await;
        anna.until("the odds are shown", "document.querySelector('.lot')").await;
        shot("05-odds").await;
    } else {
        anna.click("#show-moves").await;
        shot("05-moves").await;
    }
}

/// The middle of a match at one screen, on screens of all sizes, and its end.
async fn later(anna: &Person, game: &str, players: usize) {
    let shot = async |name: &str| anna.gallery(&format!("{game}-{name}")).await;
    anna.size(1366, 768).await;
    open(anna, game, vec!["me"; players]).await;
    for _ in 0..MIDDLE {
        act(anna).await;
    }
    light(anna, "dark").await;
    shot("06-dark").await;
    still(anna).await;
    for (name, width, height) in [("07-phone", 390, 844), ("08-landscape", 844, 390), ("09-zoom-200", 683, 384)] {
        anna.size(width, height).await;
        shot(name).await;
    }
    anna.size(1366, 768).await;
    open(anna, game, vec!["me"; 2]).await;
    anna.my_turn().await;
    anna.click("#resign").await;
    anna.click("#resign-yes").await;
    anna.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
    shot("10-end").await;
}

#[test]
#[ignore = "makes the pictures of docs/gallery: run scripts/gallery"]
fn every_game_in_ten_situations() {
    stage::play("gallery", async |stage| {
        let anna = stage.person("anna").await;
        for (game, players) in GAMES {
            beginning(&anna, game, players).await;
            later(&anna, game, players).await;
        }
    });
}
