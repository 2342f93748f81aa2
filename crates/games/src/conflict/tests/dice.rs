//! Doubles, third doubles and sevens.

use super::drawn::*;

/// CF-24
#[test]
fn a_double_is_played_and_gives_another_throw() {
    let mut table = empty(2).pieces("red", "art f1, art k3").table();
    play(&mut table, "3-3");
    assert_eq!(said(&table), ["Red throws 3 and 3, a double."]);
    play(&mut table, "3:f1-i1, 3:k3-n3");
    assert_eq!(said(&table).last().unwrap(), "Red throws again.");
    play(&mut table, "2-2, 2:i1-i3, 2:n3-n5");
    assert_eq!((written(&table).turn.as_str(), written(&table).doubles), ("red", 2));
    play(&mut table, "6-1, pass, 6:i3-o1, 1:n5-n4");
    assert_eq!((written(&table).turn.as_str(), written(&table).doubles), ("yellow", 0));
}

/// CF-24
#[test]
fn the_two_dice_of_a_double_are_one_choice() {
    let table = empty(2).pieces("red", "art f1, art k3").dice(3, 3).table();
    assert!(legal(&table).iter().all(|name| name.starts_with("3:")));
}

/// CF-25
#[test]
fn a_third_double_is_not_played_and_costs_a_piece() {
    let mut table = empty(2).pieces("red", "art f1, ship k8 / plane ship ship").doubles(2).table();
    play(&mut table, "4-4");
    assert_eq!(said(&table), ["Red throws 4 and 4, a third double, which is not played."]);
    assert_eq!(legal(&table), ["f1-reserve", "k8-reserve", "plane-reserve", "ship-reserve"]);
    play(&mut table, "k8-reserve");
    assert_eq!(force(&table, "red"), "art f1 / plane ship ship / ");
    assert_eq!((written(&table).turn.as_str(), written(&table).doubles), ("yellow", 0));
    assert_eq!(said(&table)[0], "Red puts the ship from k8 into the reserve.");
}

/// CF-25
#[test]
fn a_player_with_nothing_to_put_into_the_reserve_just_ends_the_turn() {
    let mut table = empty(2).doubles(2).table();
    play(&mut table, "4-4");
    assert_eq!(said(&table)[1..], ["Red has no piece to put into the reserve.", "Yellow is next to throw."]);
}

/// CF-25
#[test]
fn with_the_option_a_third_double_is_played_first() {
    let table = empty(2).pieces("red", "art f1, art k3").doubles(2);
    let mut table = table.table_with(&[("third_double_plays", on())]);
    play(&mut table, "4-4, 4:f1-j1, 4:k3-o3");
    assert_eq!(written(&table).phase, "forfeit");
    play(&mut table, "o3-reserve");
    assert_eq!((force(&table, "red").as_str(), written(&table).turn.as_str()), ("art j1 /  / ", "yellow"));
}

/// CF-26
#[test]
fn a_seven_brings_a_piece_from_the_reserve() {
    let mut table = empty(2).pieces("red", "art f1, art k3").table();
    play(&mut table, "5-2");
    assert_eq!(said(&table), ["Red throws 5 and 2.", "Red may bring a piece from the reserve."]);
    assert_eq!(legal(&table), ["+art", "+gun", "+plane", "+ship", "pass"]);
    play(&mut table, "+plane");
    assert_eq!(force(&table, "red"), "art f1, art k3 / plane / ");
    assert!(may(&table, "5:plane-h1"), "it may move by the same throw");
    play(&mut table, "5:plane-h1, 2:f1-f3");
    assert_eq!(written(&table).turn, "yellow");
}

/// CF-26
#[test]
fn nobody_has_to_bring_anything() {
    let mut table = empty(2).pieces("red", "art f1, art k3").table();
    play(&mut table, "4-3, pass");
    assert_eq!(said(&table), ["Red leaves the reserve as it is."]);
    assert!(may(&table, "4:f1-j1"));
}

/// CF-26
#[test]
fn a_seven_counts_on_every_throw_of_a_turn_and_only_with_a_reserve() {
    let mut second = empty(2).pieces("red", "art f1, art k3").doubles(1).table();
    play(&mut second, "6-1");
    assert_eq!(written(&second).phase, "seven");
    let without = empty(2).pieces("red", "art f1, art k3").stripped("red", "yellow");
    let mut without = without.table();
    play(&mut without, "6-1");
    assert_eq!(written(&without).phase, "move");
}

/// CF-26, CF-10
#[test]
fn a_player_with_everything_in_the_reserve_waits_for_a_seven() {
    let mut table = empty(2).table();
    play(&mut table, "6-5");
    assert_eq!(written(&table).turn, "yellow");
    play(&mut table, "6-5, 6-1, +ship");
    assert!(may(&table, "6:ship-h9") && may(&table, "1:ship-d4"));
    play(&mut table, "1:ship-d4");
    assert_eq!(to_act(&table), "chance");
}
