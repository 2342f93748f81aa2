//! Winning, drawing, partnership.

use super::drawn::*;
use kernel::Game;
use kernel::dynamic::MatchSetup;

/// CF-32
#[test]
fn the_last_one_left_wins() {
    let mut table = empty(2).pieces("red", "art y27, art k3").pieces("yellow", "gun s3").dice(2, 1).table();
    play(&mut table, "1:y27-z26");
    check_end(&table, &[1.0, 0.0], &["CF-32"]);
    assert_eq!(said(&table).last().unwrap(), "Red is the last one left and wins.");
}

/// CF-10, CF-28, CF-32
#[test]
fn a_move_that_wins_needs_no_second() {
    let mut table = empty(2)
        .pieces("red", "ship e5 / ship")
        .pieces("yellow", "ship d4")
        .stripped("yellow", "red")
        .dice(1, 1)
        .table();
    assert!(may(&table, "1:e5xd4"), "the waiting ship could not follow");
    play(&mut table, "1:e5xd4");
    check_end(&table, &[1.0, 0.0], &["CF-32"]);
}

/// CF-33
#[test]
fn too_many_quiet_throws_are_a_draw() {
    // The throw under way is the three hundredth.
    let mut table = empty(3).pieces("red", "art k3").throws(400, 300).dice(2, 1).table();
    play(&mut table, "1:k3-k4");
    check_end(&table, &[1.0 / 3.0; 3], &["CF-33"]);
    assert_eq!(
        said(&table).last().unwrap(),
        "300 throws have brought no capture and no retirement: Red, Orange and Yellow draw."
    );
}

/// CF-33
#[test]
fn a_capture_or_a_loss_makes_it_loud_again() {
    let quiet = |yellow: &str| {
        empty(2).pieces("red", "art k3, ship t20").pieces("yellow", yellow).throws(400, 250).dice(2, 1).table()
    };
    let mut capture = quiet("art l3");
    play(&mut capture, "1:k3xl3");
    assert_eq!(written(&capture).quiet, 0);
    let mut loss = quiet("art k28");
    play(&mut loss, "1:t20-u19");
    assert_eq!(written(&loss).quiet, 0);
    let mut nothing = quiet("art k28");
    play(&mut nothing, "1:k3-k4");
    assert_eq!(written(&nothing).quiet, 250);
}

/// CF-33
#[test]
fn there_is_a_last_throw() {
    let mut table = empty(2).pieces("red", "art k3").throws(9, 0).table_with(&[("throw_limit", number(10))]);
    play(&mut table, "3-2, 2:k3-k5");
    check_end(&table, &[0.5, 0.5], &["CF-33"]);
    assert_eq!(said(&table).last().unwrap(), "10 throws have been made: Red and Yellow draw.");
    let mut endless = empty(2).pieces("red", "art k3").throws(9_000, 9_000);
    endless.setup.turn = "red".into();
    let mut endless = endless.table_with(&[("throw_limit", number(0)), ("quiet_limit", number(0))]);
    play(&mut endless, "3-2, 2:k3-k5");
    assert_eq!(to_act(&endless), "chance");
}

/// CF-24, CF-33
#[test]
fn a_double_gives_no_throw_beyond_the_limit() {
    let mut table = empty(2).pieces("red", "art k3").throws(9, 0).table_with(&[("throw_limit", number(10))]);
    play(&mut table, "2-2, 2:k3-k5");
    check_end(&table, &[0.5, 0.5], &["CF-33"]);
}

fn partners(position: Position) -> Table {
    position.table_with(&[("partnership", on())])
}

/// CF-34
#[test]
fn partners_sit_across_and_cannot_take_each_other() {
    let table = partners(empty(4).pieces("red", "art k3, art aa25, ship u20").pieces("yellow", "art l3").dice(2, 1));
    let game = table.game();
    assert_eq!((0..4).map(|n| game.partner(kernel::Seat(n)).unwrap().0).collect::<Vec<_>>(), [2, 3, 0, 1]);
    assert!(!legal(&table).iter().any(|name| name.contains("l3")), "not ended on, not taken");
    assert!(may(&table, "2:k3-m3"), "but passed");
    // Yellow's circle and mines are plain squares for Red.
    assert!(may(&table, "1:u20-u19"));
    let mut on_circle = partners(empty(4).pieces("red", "art aa25, art k3").dice(2, 1));
    play(&mut on_circle, "1:aa25-z26");
    assert!(written(&on_circle).retired.is_empty() && force(&on_circle, "red").contains("art z26"));
}

/// CF-34
#[test]
fn what_is_regained_for_a_living_partner_goes_to_his_home_field() {
    let position = || {
        empty(4).pieces("red", "art y2, art k3 / / orange: gun").pieces("yellow", "art k28 / / orange: ship").dice(2, 1)
    };
    let mut table = partners(position());
    play(&mut table, "1:y2-z3");
    assert_eq!(force(&table, "red"), "art k3, art z3 / gun / ");
    assert_eq!(force(&table, "yellow"), "art k28 / ship / ");
    let mut everybody_for_himself = position().table();
    play(&mut everybody_for_himself, "1:y2-z3");
    assert_eq!(force(&everybody_for_himself, "yellow"), "art k28 /  / red: ship");
}

/// CF-32, CF-34
#[test]
fn a_side_wins_when_both_opponents_are_retired() {
    let mut table = partners(
        empty(4).pieces("red", "art y2, art k3").retired("green", "red").retired("yellow", "orange").dice(2, 1),
    );
    play(&mut table, "1:y2-z3");
    check_end(&table, &[1.0, 0.0, 1.0, 0.0], &["CF-32", "CF-34"]);
    assert_eq!(said(&table).last().unwrap(), "Both opponents are retired: Red and Yellow win.");
}

/// CF-33, CF-34
#[test]
fn sides_that_draw_share_evenly() {
    let position = empty(4).pieces("red", "art k3").retired("yellow", "orange").throws(10, 0).dice(2, 1);
    let mut table = position.table_with(&[("partnership", on()), ("throw_limit", number(10))]);
    play(&mut table, "1:k3-k4");
    check_end(&table, &[0.5; 4], &["CF-33", "CF-34"]);
    assert_eq!(said(&table).last().unwrap(), "10 throws have been made: Red and Yellow against Orange and Green draw.");
}

/// CF-36
#[test]
fn resigning_has_its_rule() {
    assert_eq!(opening(2).info().shared_rules.resign.to_string(), "CF-36");
}
