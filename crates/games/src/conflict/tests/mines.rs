//! Mines and their exceptions.

use super::drawn::*;
use crate::conflict::board::CfBoard;
use kernel::Board;
use kernel::dynamic::DynMatch;

/// CF-4
#[test]
fn every_corner_has_three_mines() {
    let table = opening(4);
    let names = |colour: usize| {
        let mines = &table.game().board.mines[colour].0;
        mines.iter().map(|square| square.name()).collect::<Vec<_>>()
    };
    assert_eq!(names(0), ["g7", "j8", "h10"]);
    assert_eq!(names(1), ["v7", "s8", "u10"]);
    assert_eq!(names(2), ["u19", "s21", "v22"]);
    assert_eq!(names(3), ["h19", "j21", "g22"]);
}

/// CF-21
#[test]
fn a_ship_is_lost_on_an_enemy_mine_with_steps_left_over() {
    let mut table = empty(2).pieces("red", "ship t20, art k3").dice(5, 2).table();
    assert!(may(&table, "5:t20-u19") && may(&table, "2:t20-u19"));
    play(&mut table, "5:t20-u19");
    assert_eq!(force(&table, "red"), "art k3 /  / yellow: ship");
    assert_eq!(
        said(&table)[..2],
        [
            "Red’s ship goes 5 from t20 to u19.".to_owned(),
            "Yellow’s mine blows it up, and Yellow holds it now.".to_owned()
        ]
    );
    // Another piece moves by the other die.
    assert!(may(&table, "2:k3-k5"));
}

/// CF-21
#[test]
fn no_ship_goes_on_beyond_a_mine() {
    // Between the coast and a bridge the mine on j21 is in the way.
    let table = empty(4).pieces("red", "ship i20, art k3").dice(2, 1).table();
    assert!(may(&table, "1:i20-j21") && may(&table, "2:i20-j21"));
    assert!(may(&table, "2:i20-k21"), "around it");
    let ends = moves(&table, "2:i20-k22");
    assert!(ends.is_empty(), "only over it: {ends:?}");
}

/// CF-21
#[test]
fn a_move_onto_a_mine_must_be_made_when_there_is_no_other() {
    // A ship in the sea lane of Yellow with a mine laid before it.
    let board = CfBoard::STANDARD.replace("\"v22\"", "\"w23\"");
    let config = kernel::dynamic::MatchConfig { players: 2, board: Some(board), ..Default::default() };
    let mut table = Table::open(&config).unwrap();
    let setup = empty(2).pieces("red", "ship x24").dice(6, 6).setup;
    table.place(serde_json::to_value(setup).unwrap()).unwrap();
    assert_eq!(legal(&table), ["6:x24-w23"]);
}

/// CF-21
#[test]
fn captures_before_a_mine_count() {
    let mut table = empty(2).pieces("red", "ship s20, art k3").pieces("yellow", "ship t20, art k28").dice(5, 2).table();
    play(&mut table, "5:s20xt20-u19");
    assert_eq!(force(&table, "red"), "art k3 /  / yellow: ship");
    assert_eq!(force(&table, "yellow"), "art k28 /  / red: ship");
}

/// CF-21
#[test]
fn own_mines_are_harmless() {
    let mut table = empty(2).pieces("red", "ship g6, art k3").dice(2, 1).table();
    assert!(may(&table, "2:g6-h8"), "over g7");
    play(&mut table, "1:g6-g7");
    assert!(force(&table, "red").contains("ship g7"));
}

/// CF-22
#[test]
fn a_plane_passes_mines_and_is_lost_only_when_it_ends_there() {
    let table = empty(2).pieces("red", "plane t19, art k3").dice(2, 1).table();
    assert!(may(&table, "2:t19-v19"), "over u19");
    let mut lost = table.clone();
    play(&mut lost, "1:t19-u19");
    assert_eq!(force(&lost, "red"), "art k3 /  / yellow: plane");
    let mut safe = table;
    play(&mut safe, "2:t19-u19-v19");
    assert_eq!(force(&safe, "red"), "plane v19, art k3 /  / ");
}

/// CF-23
#[test]
fn a_ship_that_takes_a_ship_on_its_own_mine_is_lost_too() {
    let mut table = empty(2).pieces("red", "ship t20, art k3").pieces("yellow", "ship u19, art k28").dice(5, 1).table();
    assert!(may(&table, "5:t20xu19"), "with steps left over too");
    play(&mut table, "1:t20xu19");
    assert_eq!(force(&table, "red"), "art k3 /  / yellow: ship");
    assert_eq!(force(&table, "yellow"), "art k28 /  / red: ship");
    let rules = &table.played().last().unwrap().lines[0].rules;
    assert!(rules.iter().any(|rule| rule.to_string() == "CF-23"), "{rules:?}");
}

/// CF-23
#[test]
fn a_plane_takes_a_ship_on_its_mine_like_any_other() {
    let table = empty(2).pieces("red", "plane t19, art k3").pieces("yellow", "ship u19, art k28").dice(2, 1).table();
    let mut passing = table.clone();
    play(&mut passing, "2:t19xu19-v19");
    assert_eq!(force(&passing, "red"), "plane v19, art k3 /  / ");
    let mut ending = table;
    play(&mut ending, "1:t19xu19");
    assert_eq!(force(&ending, "red"), "art k3 /  / yellow: plane");
    assert_eq!(force(&ending, "yellow"), "art k28 /  / red: ship");
}

/// CF-23, CF-34
#[test]
fn on_a_partners_mine_the_owner_of_the_mine_gets_the_attacker() {
    let mut table = empty(4)
        .pieces("red", "ship u8, art k3")
        .pieces("green", "ship v7, art k28")
        .dice(2, 1)
        .table_with(&[("partnership", on())]);
    play(&mut table, "1:u8xv7");
    assert_eq!(force(&table, "red"), "art k3 /  / orange: ship");
    assert_eq!(force(&table, "green"), "art k28 /  / red: ship");
}

/// CF-31, CF-21
#[test]
fn mines_of_empty_corners_are_plain_water() {
    let two = empty(2).pieces("red", "ship u8, art k3").dice(2, 1).table();
    assert!(may(&two, "2:u8-w6"), "over the mine of an unused corner");
    let mut retired = empty(3).pieces("red", "ship u8, art k3").retired("orange", "yellow").dice(2, 1).table();
    play(&mut retired, "1:u8-v7");
    assert!(force(&retired, "red").contains("ship v7"));
}
