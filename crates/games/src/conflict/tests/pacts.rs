//! Pacts: making, keeping and ending them.

use super::drawn::*;
use kernel::dynamic::{DynMatch, PresentMatch};
use kernel::{Evaluate, Viewer};
use testkit::table::{judged, refused};

/// A match with pacts and without a compensation for the middle of three.
fn pacts(position: Position) -> Table {
    position.table_with(&[("pacts", on()), ("middle", word("none"))])
}

/// Red is about to begin the turn.
fn before(players: u8) -> Position {
    empty(players).pieces("red", "art k3, art m3").phase("pact")
}

/// CF-39
#[test]
fn a_pact_is_offered_and_accepted_before_a_throw() {
    let mut table = pacts(before(3));
    assert_eq!(legal(&table), ["pact-orange", "pact-yellow", "pass"]);
    play(&mut table, "pact-orange");
    assert_eq!(said(&table), ["Red offers Orange a pact."]);
    assert_eq!((to_act(&table).as_str(), legal(&table)), ("orange", vec!["accept".to_owned(), "decline".into()]));
    play(&mut table, "accept");
    assert_eq!(said(&table), ["Orange accepts.", "Red and Orange have a pact now."]);
    assert_eq!(to_act(&table), "chance", "then Red throws");
    assert_eq!(written(&table).pacts.len(), 1);
    play(&mut table, "2-1");
    assert_eq!(to_act(&table), "red");
}

/// CF-39
#[test]
fn an_offer_may_be_declined_and_is_made_once_a_turn() {
    let mut table = pacts(before(4));
    play(&mut table, "pact-green, decline");
    assert_eq!(said(&table), ["Green declines a pact with Red."]);
    assert_eq!(to_act(&table), "chance");
    assert!(written(&table).pacts.is_empty());
    let mut table = pacts(before(4));
    play(&mut table, "pass");
    assert_eq!(to_act(&table), "chance", "passing is enough");
}

/// CF-39, CF-24
#[test]
fn a_double_brings_no_second_decision_about_pacts() {
    let mut table = pacts(before(3));
    play(&mut table, "pass, 2-2, 2:k3-k5, 2:m3-m5");
    assert_eq!(written(&table).phase, "throw");
}

/// CF-13, CF-39
#[test]
fn allies_are_passed_and_neither_taken_nor_ended_on() {
    let table =
        pacts(empty(3).pieces("red", "art k3, art a10").pieces("orange", "art l3").pact("red", "orange").dice(2, 1));
    assert!(!legal(&table).iter().any(|name| name.contains("l3")));
    assert!(may(&table, "2:k3-m3"), "but passed");
    assert_eq!(
        refused(&table, "red", "1:k3xl3").to_string(),
        "The piece on l3 is Orange’s, and you have a pact with Orange. (CF-39)"
    );
    let enemy =
        pacts(empty(3).pieces("red", "art k3, art a10").pieces("yellow", "art l3").pact("red", "orange").dice(2, 1));
    assert!(may(&enemy, "1:k3xl3"), "others are taken as usual");
}

/// CF-39
#[test]
fn an_allys_circle_is_neither_ended_on_nor_passed() {
    let position = || empty(3).pieces("red", "art y2, art k3").dice(3, 1);
    let free = pacts(position());
    assert!(may(&free, "1:y2-z3") && may(&free, "3:y2-bb5"));
    let table = pacts(position().pact("orange", "red"));
    assert!(!may(&table, "1:y2-z3") && !may(&table, "3:y2-bb5"));
    assert_eq!(
        refused(&table, "red", "1:y2-z3").to_string(),
        "z3 is the circle of Orange, and you have a pact. (CF-39) Cancel the pact before your throw."
    );
    assert_eq!(refused(&table, "red", "3:y2-z3-aa4-bb5").rule.to_string(), "CF-39");
}

/// CF-21, CF-39
#[test]
fn an_allys_mines_stay_live() {
    let position = empty(3).pieces("red", "ship t20, art k3").pact("red", "yellow").dice(2, 1);
    let mut table = pacts(position);
    play(&mut table, "1:t20-u19");
    assert!(said(&table).iter().any(|sentence| sentence.contains("Yellow’s mine")), "{:?}", said(&table));
}

/// CF-39
#[test]
fn a_cancelled_pact_ends_after_the_other_players_next_turn() {
    let mut table = pacts(
        before(3).pieces("orange", "art k26, art m26").pieces("yellow", "art p26, art r26").pact("red", "orange"),
    );
    assert_eq!(legal(&table), ["cancel", "pass"]);
    play(&mut table, "cancel");
    assert_eq!(said(&table), ["Red cancels the pact with Orange; it ends after Orange’s next turn."]);
    assert_eq!(written(&table).pacts[0].ends_after.as_deref(), Some("orange"));
    play(&mut table, "2-1, 2:k3-k5, 1:m3-m4");
    assert_eq!(to_act(&table), "chance", "Orange has nothing to cancel any more");
    assert_eq!(written(&table).pacts.len(), 1);
    play(&mut table, "2-1, 2:k26-k24, 1:m26-m25");
    assert!(said(&table).contains(&"The pact of Orange and Red is over.".to_owned()), "{:?}", said(&table));
    assert!(written(&table).pacts.is_empty());
}

/// CF-24, CF-39
#[test]
fn a_double_belongs_to_the_turn_after_which_a_pact_ends() {
    let position = before(3).turn("orange").pieces("orange", "art k26, art m26").phase("throw");
    let mut position = position.pact("red", "orange");
    position.setup.pacts[0].ends_after = Some("orange".into());
    let mut table = pacts(position);
    play(&mut table, "2-2, 2:k26-k24, 2:m26-m24");
    assert_eq!(written(&table).pacts.len(), 1);
    play(&mut table, "2-1, 2:k24-k26, 1:m24-m25");
    assert!(written(&table).pacts.is_empty());
}

/// CF-27, CF-39
#[test]
fn when_only_the_two_remain_their_pact_is_over_at_once() {
    let position =
        empty(3).pieces("red", "art y27, art k3").pieces("orange", "art l3").pact("red", "orange").dice(2, 1);
    let mut table = pacts(position);
    play(&mut table, "1:y27-z26");
    assert!(
        said(&table).iter().any(|sentence| sentence == "The pact of Red and Orange is over."),
        "{:?}",
        said(&table)
    );
    assert!(may(&table, "2:k3xl3-m3") || legal(&table).iter().any(|name| name.contains("xl3")), "{:?}", legal(&table));
}

/// CF-28, CF-39
#[test]
fn a_retired_player_has_no_pact() {
    let position = empty(4).pieces("red", "art y27, art k3").pact("green", "yellow").dice(2, 1);
    let mut table = pacts(position);
    play(&mut table, "1:y27-z26");
    assert!(written(&table).pacts.is_empty());
    play(&mut table, "2:k3-k5");
    assert_eq!(
        (to_act(&table).as_str(), legal(&table)),
        ("orange", vec!["pact-green".to_owned(), "pact-red".into(), "pass".into()])
    );
}

/// CF-20, CF-29, CF-39
#[test]
fn captives_of_an_ally_stay_captives() {
    let position = empty(4).pieces("red", "art y2, art k3").pieces("green", "art a12 / / orange: ship");
    let mut table = pacts(position.pact("red", "green").dice(2, 1));
    play(&mut table, "1:y2-z3");
    assert_eq!(force(&table, "green"), "art a12 /  / red: ship");
}

/// CF-39
#[test]
fn everybody_has_at_most_one_pact() {
    let table = pacts(before(4).pact("orange", "yellow"));
    assert_eq!(legal(&table), ["pact-green", "pass"]);
    let says = |action: &str| judged(&table, "red", action);
    let hint = "Write pact-green or pass.";
    assert_eq!(says("pact-orange"), format!("Orange has a pact with Yellow already. (CF-39) {hint}"));
    assert_eq!(says("pact-red"), format!("Nobody has a pact with themselves. (CF-39) {hint}"));
    assert_eq!(says("cancel"), format!("You have no pact to cancel. (CF-39) {hint}"));
    assert_eq!(says("accept"), format!("Nobody has offered you a pact. (CF-39) {hint}"));
    assert_eq!(says("2:k3-k5"), format!("First offer or cancel a pact, or pass. (CF-39) {hint}"));
    let allied = pacts(before(4).pact("red", "yellow"));
    assert_eq!(
        judged(&allied, "red", "pact-green"),
        "You have a pact with Yellow already. (CF-39) Write cancel or pass."
    );
    let retired = pacts(before(4).retired("yellow", "red"));
    assert_eq!(
        judged(&retired, "red", "pact-yellow"),
        "Yellow is not in the match. (CF-39) Write pact-orange, pact-green or pass."
    );
    let mut asked = pacts(before(4));
    play(&mut asked, "pact-green");
    assert_eq!(
        judged(&asked, "green", "pass"),
        "You have been offered a pact and must answer first. (CF-39) Write accept or decline."
    );
    assert_eq!(refused(&asked, "red", "accept").to_string(), "It is not your turn. (CF-9) Now Green must act.");
    assert_eq!(refused(&asked, "green", "pact-blue").rule.to_string(), "CF-37");
}

/// CF-39
#[test]
fn pacts_are_made_and_cancelled_only_before_the_throw() {
    let table = pacts(empty(3).pieces("red", "art k3, art m3").dice(2, 1));
    for action in ["pact-orange", "cancel", "accept", "decline"] {
        assert_eq!(refused(&table, "red", action).rule.to_string(), "CF-39", "{action}");
    }
    let without = empty(4).pieces("red", "art k3, art m3").dice(2, 1).table();
    assert_eq!(refused(&without, "red", "pact-orange").rule.to_string(), "CF-39");
}

/// CF-39
#[test]
fn without_a_pact_to_offer_or_cancel_the_throw_comes_at_once() {
    // Both others already have a pact.
    let table = empty(3).pieces("red", "art k3, art m3").pact("orange", "yellow");
    assert_eq!(faults_with(&before(3).pact("orange", "yellow")), ["phase: red has no pact to offer or to cancel"]);
    assert_eq!(to_act(&pacts(table)), "chance");
    let mut last = pacts(before(4).retired("yellow", "red").pieces("orange", "art k26, art m26").phase("throw"));
    play(&mut last, "2-1, 2:k3-k5, 1:m3-m4");
    assert_eq!(to_act(&last), "orange", "three are left");
    let mut two = pacts(before(3).retired("yellow", "red").pieces("orange", "art k26, art m26").phase("throw"));
    play(&mut two, "2-1, 2:k3-k5, 1:m3-m4");
    assert_eq!(to_act(&two), "chance", "two are left");
}

/// The faults of a position in a match with pacts.
fn faults_with(position: &Position) -> Vec<String> {
    let players = position.setup.pieces.len() as u8;
    let mut table = table(players, &[("pacts", on())]);
    let found = table.place(serde_json::to_value(&position.setup).unwrap()).unwrap_err();
    found.iter().map(ToString::to_string).collect()
}

/// CF-39
#[test]
fn a_written_pact_is_between_two_players_who_may_have_one() {
    let fault = |position: &Position| faults_with(position).remove(0);
    assert_eq!(fault(&before(4).pact("red", "red")), "pacts[0].between: nobody has a pact with themselves");
    assert_eq!(fault(&before(4).pact("red", "blue")), "pacts[0].between: nobody is called `blue`");
    let twice = before(4).pact("red", "green").pact("orange", "red");
    assert_eq!(fault(&twice), "pacts[1].between: red has a pact already");
    let retired = before(4).retired("green", "red").pact("red", "green");
    assert_eq!(fault(&retired), "pacts[0].between: green is retired");
    let mut strange = before(4).pact("red", "green");
    strange.setup.pacts[0].ends_after = Some("orange".into());
    assert_eq!(fault(&strange), "pacts[0].ends_after: a pact ends after the turn of one of its players");
    let two = before(3).retired("yellow", "red").pact("red", "orange");
    assert_eq!(fault(&two), "pacts: there are no pacts when only two players are left");
    let mut asked = before(3).phase("answer");
    assert_eq!(fault(&asked), "asked: red cannot offer them a pact");
    asked.setup.asked = Some("yellow".into());
    asked.setup.phase = "pact".into();
    assert_eq!(fault(&asked), "asked: it belongs only to an answer");
    assert_eq!(fault(&before(3).doubles(1)), "doubles: pacts come before the first throw of a turn");
    assert_eq!(faults(&empty(4).pact("red", "green")), ["pacts: this match has no pacts"]);
}

/// CF-39
#[test]
fn pacts_are_shown_to_everybody() {
    let mut table = pacts(before(3));
    let scene = |table: &Table| table.scene(Viewer::Spectator);
    assert_eq!(scene(&table).headline, "Red may offer or cancel a pact, and then throws.");
    let labels = |table: &Table, id: &str| {
        let legal_moves = table.legal_moves(seat(table, id));
        legal_moves.into_iter().map(|legal_move| legal_move.gesture.label).collect::<Vec<_>>()
    };
    assert_eq!(labels(&table, "red"), ["Offer Orange a pact", "Offer Yellow a pact", "Throw: pacts stay as they are"]);
    play(&mut table, "pact-yellow");
    assert_eq!(scene(&table).headline, "Red offers Yellow a pact.");
    assert_eq!(labels(&table, "yellow"), ["Accept the pact with Red", "Decline"]);
    play(&mut table, "accept");
    let plates =
        |table: &Table| scene(table).standings.into_iter().map(|(seat, words)| (seat.0, words)).collect::<Vec<_>>();
    assert_eq!(plates(&table), [(0, "Pact with Yellow"), (2, "Pact with Red")]);
    let mut ending = before(3).pact("red", "orange");
    ending.setup.pacts[0].ends_after = Some("orange".into());
    let ending = pacts(ending.phase("throw"));
    assert_eq!(plates(&ending), [(0, "Pact with Orange, ending"), (1, "Pact with Red, ending")]);
}

/// CF-39
#[test]
fn rollouts_make_no_pacts() {
    let mut table = pacts(before(4));
    let rollout_action = |table: &Table, id: &str| {
        let (game, state) = (table.game(), table.current_play().state);
        let action = game.rollout_action(&state, seat(table, id), |_| 0, &mut Vec::new()).unwrap();
        kernel::Notation::write(&**game, &state, action)
    };
    assert_eq!(rollout_action(&table, "red"), "pass");
    play(&mut table, "pact-green");
    assert_eq!(rollout_action(&table, "green"), "decline");
}

/// CF-34, CF-39
#[test]
fn pacts_are_for_three_or_four_players_without_partnership() {
    let faults = |players: u8, options: &[(&str, kernel::OptionValue)]| {
        testkit::table::config_faults::<crate::conflict::Conflict>(&testkit::table::config(players, options))
    };
    assert_eq!(faults(2, &[("pacts", on())]), ["options.pacts: a pact needs three or four players"]);
    assert_eq!(
        faults(4, &[("pacts", on()), ("partnership", on())]),
        ["options.pacts: there are no pacts in a partnership"]
    );
}
