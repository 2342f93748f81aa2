//! People at one screen throw their own dice and enter the result.

use super::{Kept, START, WITH_DICE, computer, order, person};
use boxtop_table::{Decline, DiceFrom, MatchCommand, Occupant, Order, Table, replay};
use kernel::record::Step;
use kernel::{Seat, Turn};

fn own<const N: usize>(seats: [Occupant; N]) -> Order {
    Order { dice: DiceFrom::Own, ..order(seats) }
}

/// The seat to throw enters the first outcome.
fn enter(kept: &mut Kept) -> Result<(), Decline> {
    let thrower = kept.table.own_throw().unwrap();
    let outcome = kept.table.game_match().chance_outcomes()[0].outcome.clone();
    kept.ask(MatchCommand::ThrowOwn { seat: kept.id(thrower).into(), outcome })
}

#[test]
fn entered_throws_are_marked_and_not_counted_as_checked() {
    for game in WITH_DICE {
        let mut kept = Kept::open(game, own(["ann", "ann"].map(person)));
        for _ in 0..60 {
            match kept.table.turn() {
                Turn::Over => break,
                Turn::Seats(seats) => drop(kept.first_move(seats.iter().next().unwrap())),
                Turn::Chance if kept.table.own_throw().is_some() => enter(&mut kept).unwrap(),
                // No seat throws for a counter that is turned up.
                Turn::Chance => kept.throw(),
            }
        }
        let log = kept.table.log();
        let marked = log.iter().filter(|entry| entry.lines.iter().any(|line| line.text.contains("entered by hand")));
        let entered = kept.table.record().steps.iter().filter(|step| matches!(step, Step::Entered { .. })).count();
        assert!(entered > 3, "{game}");
        assert_eq!(marked.count(), entered);
        if !kept.table.is_over() {
            kept.ask(MatchCommand::Resign { seat: kept.id(Seat(0)).into() }).unwrap();
        }
        let record = kept.table.record();
        let again = replay(kept.game(), &record).unwrap();
        assert_eq!((again.entered, again.throws_checked as usize), (entered as u64, record.throws.len()));
        assert_eq!(kept.folded().log(), kept.table.log());
    }
}

#[test]
fn an_impossible_throw_is_refused_and_the_table_does_not_throw() {
    let mut kept = Kept::open("hit-the-beach", own(["ann", "ann"].map(person)));
    let thrower = kept.id(kept.table.own_throw().unwrap()).to_owned();
    let enter = |outcome: &str| MatchCommand::ThrowOwn { seat: thrower.clone(), outcome: outcome.into() };
    for wrong in ["7", "0", "", "dice"] {
        assert!(matches!(kept.ask(enter(wrong)), Err(Decline::Refused(_))), "{wrong}");
    }
    assert_eq!(kept.ask(MatchCommand::Throw { seat: Some(thrower.clone()), link: None }), Err(Decline::OwnDice));
    let other = kept.table.game_match().seats().iter().find(|info| info.id != thrower).unwrap().id;
    let theirs = MatchCommand::ThrowOwn { seat: other.into(), outcome: "3".into() };
    assert!(matches!(kept.ask(theirs), Err(Decline::Refused(_))));
}

#[test]
fn computers_throw_the_tables_dice() {
    let mut kept = Kept::open("conflict", own([computer(), person("ann")]));
    kept.until_throw();
    while !kept.table.table_throws() {
        let own = kept.table.own_throw();
        if own.is_some() { enter(&mut kept).unwrap() } else { kept.play_on(1) }
    }
    kept.throw();
    assert!(matches!(kept.table.record().steps.last(), Some(Step::Chance { .. })));
}

#[test]
fn own_dice_need_one_screen_and_a_game_with_dice() {
    let refused = |game: &str, order: Order| {
        let opened = Table::open(catalog::game(game).unwrap(), order, START);
        matches!(opened, Err(Decline::Faulty(faults)) if faults[0].place == "dice")
    };
    assert!(refused("conflict", own(["ann", "bob"].map(person))));
    assert!(refused("conflict", own([person("ann"), Occupant::Open])));
    assert!(refused("three-musketeers", own(["ann", "ann"].map(person))));
    let mut kept = Kept::open("hit-the-beach", order(["ann", "ann"].map(person)));
    let thrower = kept.id(kept.table.game_match().thrower().unwrap()).to_owned();
    assert_eq!(kept.ask(MatchCommand::ThrowOwn { seat: thrower, outcome: "3".into() }), Err(Decline::TableDice));
}
