//! Circles taken, last pieces, and what the captor gets.

use super::drawn::*;
use kernel::dynamic::PresentMatch;

/// CF-27
#[test]
fn ending_on_a_circle_by_exact_count_retires_its_owner() {
    let mut table = empty(3).pieces("red", "art x1, art k3").pieces("orange", "gun s3 / ship").dice(4, 2).unsheltered();
    assert!(!may(&table, "4:x1-z3"), "in the lane no step can be wasted");
    play(&mut table, "2:x1-z3");
    assert_eq!(written(&table).retired, ["orange"]);
    assert!(said(&table).contains(
        &"Red has taken the circle of Orange: Orange is retired, and Red gets all he had and held.".to_owned()
    ));
    assert!(force(&table, "red").contains("art z3"));
}

/// CF-27
#[test]
fn passing_over_a_circle_takes_what_stands_there_and_nothing_else() {
    let mut table = empty(3).pieces("red", "art x1, art k3").pieces("orange", "gun z3 / ship").dice(3, 2).unsheltered();
    play(&mut table, "3:x1xz3-aa4");
    assert!(written(&table).retired.is_empty());
    assert_eq!(force(&table, "orange"), " / ship / red: gun");
}

/// CF-2, CF-27
#[test]
fn nothing_at_home_can_be_attacked() {
    let table = empty(3).pieces("red", "plane y2, art k3").pieces("orange", "/ ship art gun").dice(6, 5).unsheltered();
    let offers = table.legal_moves(seat(&table, "red"));
    assert!(!offers.is_empty() && offers.iter().all(|offer| !offer.gesture.label.contains("takes")));
}

/// CF-28
#[test]
fn who_has_no_piece_left_is_retired() {
    let mut table = empty(3)
        .pieces("red", "art k3, art z7")
        .pieces("orange", "gun l3")
        .stripped("orange", "yellow")
        .dice(2, 1)
        .table();
    play(&mut table, "1:k3xl3");
    assert_eq!(written(&table).retired, ["orange"]);
    assert!(
        said(&table)
            .contains(&"Orange has no piece left: Orange is retired, and Red gets all he had and held.".to_owned())
    );
    // What others hold of his stays with them.
    assert!(force(&table, "orange").contains("red: gun") && force(&table, "orange").contains("yellow: plane"));
}

/// CF-28
#[test]
fn a_reserve_keeps_one_in_the_match() {
    let mut table = empty(3).pieces("red", "art k3, art z7").pieces("orange", "gun l3").dice(2, 1).unsheltered();
    play(&mut table, "1:k3xl3");
    assert!(written(&table).retired.is_empty());
}

/// CF-29
#[test]
fn the_captor_gets_everything_and_his_own_pieces_come_home() {
    let mut table = empty(3)
        .pieces("red", "art y2, art k3 / / orange: ship ship")
        .pieces("orange", "gun s3 / plane")
        .pieces("yellow", "art k28 / / orange: plane gun")
        .dice(4, 1)
        .unsheltered();
    play(&mut table, "1:y2-z3");
    assert_eq!(force(&table, "red"), "art k3, art z3 / ship ship / ");
    assert_eq!(force(&table, "yellow"), "art k28 /  / red: plane gun");
    assert_eq!(written(&table).pieces["orange"].held["red"].len(), 12);
    assert!(said(&table).contains(&"2 pieces of Red come home.".to_owned()));
    // They may enter by the second die.
    assert!(may(&table, "4:ship-f7") && may(&table, "4:k3-o3"));
    assert!(moves(&table, "4:z3").is_empty());
}

/// CF-29, CF-21
#[test]
fn a_last_piece_lost_on_a_mine_goes_to_the_owner_of_the_mine() {
    let mut table = empty(3)
        .pieces("red", "ship t20")
        .stripped("red", "orange")
        .pieces("yellow", "art k28 / / red: gun")
        .pieces("orange", "art k3 / / red: plane")
        .dice(5, 1)
        .unsheltered();
    play(&mut table, "1:t20-u19");
    assert_eq!(written(&table).retired, ["red"]);
    assert_eq!(force(&table, "yellow"), "art k28 / gun / ");
    assert_eq!(force(&table, "orange"), "art k3 /  / yellow: plane");
    assert_eq!(written(&table).turn, "orange");
}

/// CF-30
#[test]
fn a_player_can_be_saved_by_what_comes_back_to_him() {
    let mut table = empty(3)
        .pieces("red", "ship t11")
        .stripped("red", "yellow")
        .pieces("orange", "ship u10")
        .stripped("orange", "yellow")
        .dice(3, 1)
        .unsheltered();
    play(&mut table, "1:t11xu10");
    assert_eq!(written(&table).retired, ["orange"]);
    assert!(force(&table, "red").starts_with(" / ship / "), "{}", force(&table, "red"));
    assert_eq!(written(&table).turn, "yellow");
}

/// CF-31
#[test]
fn the_circle_of_who_is_out_is_a_square_like_any_other() {
    let mut table = empty(4).pieces("red", "art y2, art k3").retired("orange", "green").dice(2, 1).table();
    play(&mut table, "1:y2-z3, 2:k3-k5");
    assert_eq!(written(&table).retired, ["orange"]);
    assert_eq!(force(&table, "red"), "art z3, art k5 /  / ");
}
