//! Every refusal: its rule, its sentence and its hint.

use super::drawn::*;
use crate::conflict::{Action, Mover, Square, Taken};
use kernel::Explain;
use testkit::table::{judged, refused};

/// Fails unless the action is refused with these words.
fn check(table: &Table, id: &str, action: &str, words: &str) {
    assert_eq!(refused(table, id, action).to_string(), words, "{action}");
}

fn moving() -> Table {
    empty(2)
        .pieces("red", "art k3, plane n24, ship k8, art m3 / ship")
        .pieces("yellow", "art l3, gun o24")
        .dice(4, 2)
        .table()
}

/// CF-9
#[test]
fn a_player_who_acts_out_of_turn_hears_whose_turn_it_is() {
    let table = moving();
    check(&table, "yellow", "2:l3-l5", "It is not your turn. (CF-9) Now Red must act.");
    assert_eq!(judged(&table, "yellow", "2:l3-l5"), "It is not your turn. (CF-9) Now Red must act.");
    let throw = empty(2).table();
    check(&throw, "red", "pass", "The throw comes first. (CF-9) Throw, then move.");
    assert_eq!(judged(&throw, "red", "pass"), "The throw comes first. (CF-9) Throw, then move.");
    let mut over = empty(2).pieces("red", "art y27, art k3").dice(2, 1).table();
    play(&mut over, "1:y27-z26");
    assert_eq!(judged(&over, "red", "pass"), "The match is over. (CF-9) Start another one.");
}

/// CF-9
#[test]
fn a_die_must_have_been_thrown_and_not_played() {
    let mut table = moving();
    check(&table, "red", "5:k3-k5", "No die shows 5. (CF-9) You have 4 and 2 to play.");
    play(&mut table, "4:k3-o3");
    check(&table, "red", "4:m3-m5", "The 4 has been played. (CF-9) You have 2 to play.");
    check(
        &table,
        "red",
        "2:o3-o5",
        "This piece has been moved by the other die. (CF-9) The second die moves another piece.",
    );
}

/// CF-9, CF-14
#[test]
fn a_player_moves_one_of_their_own_pieces() {
    let table = moving();
    check(&table, "red", "2:l3-l5", "The piece on l3 is Yellow’s artillery. (CF-9) Move one of your own pieces.");
    check(&table, "red", "2:k5-k3", "There is no piece on k5. (CF-9) Move one of your own pieces.");
    check(&table, "red", "2:gun-e1", "You have no anti-aircraft gun at home. (CF-14) Waiting at home: ship.");
    let bare = empty(2).pieces("red", "art k3").dice(4, 2).table();
    check(&bare, "red", "2:gun-e1", "You have no anti-aircraft gun at home. (CF-14) Your home field is empty.");
}

/// CF-11
#[test]
fn a_move_goes_as_far_as_its_die() {
    let table = moving();
    check(
        &table,
        "red",
        "2:k3-n3",
        "n3 is 3 squares away, and the die shows 2. (CF-11) A piece goes exactly as far as its die shows.",
    );
    let lane = empty(2).pieces("red", "art d2, art k3").dice(4, 2).table();
    check(
        &lane,
        "red",
        "2:d2-e1",
        "No path of exactly 2 squares leads to e1. (CF-11) A path enters no square twice and stays on its ground.",
    );
}

/// CF-12, CF-13, CF-19
#[test]
fn an_end_must_be_open_to_the_piece() {
    let table = moving();
    check(&table, "red", "4:k3-k6", "k6 is water, and this is an artillery piece. (CF-12)");
    check(&table, "red", "4:k8-k5", "k5 is land, and this is a ship. (CF-12)");
    check(&table, "red", "4:n24-n15", "n15 is part of the reserve, and this is a plane. (CF-12)");
    check(&table, "red", "4:ship-a1", "a1 is part of a home field, and this is a ship. (CF-12)");
    check(
        &table,
        "red",
        "2:k3-m3",
        "The piece on m3 is Red’s artillery. (CF-13) You may pass over it, but not end on it.",
    );
    check(&table, "red", "2:n24xo24", "The anti-aircraft gun on o24 stops planes. (CF-19)");
    check(&table, "red", "2:k3-k3", "The move starts from k3 and cannot return there. (CF-11)");
    check(&table, "red", "2:ship-c3", "The move starts from c3 and cannot return there. (CF-11)");
}

/// CF-16
#[test]
fn captures_must_lie_on_a_path_of_the_die() {
    let table = moving();
    check(
        &table,
        "red",
        "2:k3xl3-k5",
        "No path of 2 squares to k5 takes l3 and nothing else. (CF-16) There are paths that take nothing.",
    );
    check(&table, "red", "2:k3xm3-n3", "The piece on m3 is your own. (CF-13)");
    let lane = empty(2).pieces("red", "art e1, art k3").pieces("yellow", "art d2").dice(4, 2).table();
    check(
        &lane,
        "red",
        "2:e1-c3",
        "Every path of 2 squares to c3 takes something. (CF-16) There are paths that take d2.",
    );
}

/// CF-13, CF-16, CF-34
#[test]
fn nobody_takes_a_piece_of_their_own_side() {
    let position = empty(4).pieces("red", "art k3, art l3").pieces("yellow", "art l4").dice(4, 2);
    let table = position.table_with(&[("partnership", on())]);
    check(&table, "red", "2:k3xl4-m3", "The piece on l4 is your partner’s. (CF-13)");
    check(&table, "red", "2:k3xl3-m3", "The piece on l3 is your own. (CF-13)");
    check(&table, "red", "k3xl4-m3", "The piece on l4 is your partner’s. (CF-13)");
    check(&table, "red", "k3xl3", "The piece on l3 is your own. (CF-13)");
    // The judge refuses it without the notation as well.
    let (game, state, red) = (table.game(), table.current_play().state, seat(&table, "red"));
    let square = |name: &str| Square::named(name).unwrap();
    for victim in ["l3", "l4"] {
        let (colour, slot) = state.on(square(victim)).unwrap();
        let taken = Taken::one(colour, slot);
        let action = Action::Move { die: 2, mover: Mover::Field(square("k3")), to: square("m3"), taken };
        assert_eq!(game.judge(&state, red, action).unwrap_err().rule.to_string(), "CF-16", "{victim}");
    }
}

/// CF-26
#[test]
fn on_a_seven_the_reserve_comes_first() {
    let mut table = empty(2).pieces("red", "art k3, gun m3").table();
    play(&mut table, "5-2");
    check(
        &table,
        "red",
        "5:k3-p3",
        "First choose what comes from the reserve on this seven. (CF-26) Write +plane, +art, +ship or pass.",
    );
    check(
        &table,
        "red",
        "+gun",
        "You have no anti-aircraft gun in the reserve. (CF-26) Write +plane, +art, +ship or pass.",
    );
    play(&mut table, "pass");
    check(
        &table,
        "red",
        "+ship",
        "A piece comes from the reserve only on a seven, before any move. (CF-26) Move a piece by 5 or 2.",
    );
}

/// CF-25
#[test]
fn after_a_third_double_a_piece_goes_into_the_reserve() {
    let mut table = empty(2).pieces("red", "art k3").doubles(2).table();
    play(&mut table, "4-4");
    check(
        &table,
        "red",
        "4:k3-k5",
        "After a third double a piece goes into the reserve. (CF-25) Name one of your pieces, such as k14-reserve or \
         ship-reserve.",
    );
    check(&table, "red", "ship-reserve", "You have no ship at home. (CF-14) Your home field is empty.");
    check(
        &moving(),
        "red",
        "k3-reserve",
        "A piece goes into the reserve only after a third double. (CF-25) Move a piece by 4 or 2.",
    );
}
