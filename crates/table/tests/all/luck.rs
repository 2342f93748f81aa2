//! Luck statistics.

use super::{Kept, WITH_DICE, order, person};
use boxtop_table::{DiceFrom, MatchCommand, Order, luck};

#[test]
fn the_throws_of_every_seat_are_compared_with_the_expectation() {
    for game in WITH_DICE {
        let mut kept = Kept::open(game, order(["ann", "bob"].map(person)));
        kept.play_on(120);
        let luck = luck(kept.table.game_match());
        assert_eq!(luck.len(), 2, "{game}");
        for seat in &luck {
            assert!(seat.throws > 3, "{game}: {seat:?}");
            assert!(seat.band.0 < seat.expected && seat.expected < seat.band.1);
            assert!((seat.band.1 - seat.band.0 - 2.0 * 1.96 * seat.deviation).abs() < 1e-9);
            let far = (seat.actual as f64 - seat.expected).abs();
            assert!(far < 5.0 * seat.deviation, "{game}: {seat:?}");
        }
    }
}

#[test]
fn the_numbers_are_those_of_one_die() {
    let mut kept = Kept::open("hit-the-beach", Order { dice: DiceFrom::Own, ..order(["ann", "ann"].map(person)) });
    for pips in ["5", "2"] {
        let thrower = kept.id(kept.table.own_throw().unwrap());
        kept.ask(MatchCommand::ThrowOwn { seat: thrower.into(), outcome: pips.into() }).unwrap();
    }
    let luck = luck(kept.table.game_match());
    assert_eq!(luck.iter().map(|seat| (seat.throws, seat.actual)).collect::<Vec<_>>(), [(1, 5), (1, 2)]);
    assert!((luck[0].expected - 3.5).abs() < 1e-9);
    assert!((luck[0].deviation - (35.0f64 / 12.0).sqrt()).abs() < 1e-9);
}

/// However a game writes its throws, they count their pips.
#[test]
fn a_throw_counts_its_pips() {
    let pips = |outcome: &str| -> i32 {
        outcome.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<i32>().ok()).sum()
    };
    for game in WITH_DICE {
        let mut kept = Kept::open(game, order(["ann", "bob"].map(person)));
        let mut seen = 0;
        for _ in 0..40 {
            for outcome in kept.table.game_match().chance_outcomes() {
                assert_eq!(outcome.counts, Some(pips(&outcome.outcome)), "{game}: {}", outcome.outcome);
                seen += 1;
            }
            kept.play_on(1);
        }
        assert!(seen > 20, "{game}: {seen}");
    }
}

#[test]
fn a_game_without_dice_has_no_luck() {
    let mut kept = Kept::open("three-musketeers", order(["ann", "bob"].map(person)));
    kept.play_on(6);
    assert_eq!(luck(kept.table.game_match()), []);
}
