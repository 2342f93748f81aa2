//! People at one screen throw dice of their own and enter what fell.

use super::{Kept, START, WITH_DICE, computer, order, person};
use boxtop_table::{Command, Decline, DiceFrom, Occupant, Order, Table, replay};
use kernel::record::Step;
use kernel::{Seat, Turn};

fn own<const N: usize>(seats: [Occupant; N]) -> Order {
    Order { dice: DiceFrom::Own, ..order(seats) }
}

/// The hand whose throw it is enters the first outcome there is.
fn enter(kept: &mut Kept) -> Result<(), Decline> {
    let hand = kept.table.own_throw().unwrap();
    let outcome = kept.table.session().chance_outcomes()[0].outcome.clone();
    kept.ask(Command::ThrowOwn { seat: kept.id(hand).into(), outcome })
}

#[test]
fn own_throws_are_entered_marked_and_told_apart_from_those_that_are_checked() {
    for game in WITH_DICE {
        let mut kept = Kept::open(game, own(["ann", "ann"].map(person)));
        for _ in 0..60 {
            match kept.table.turn() {
                Turn::Over => break,
                Turn::Seats(seats) => drop(kept.first_offer(seats.iter().next().unwrap())),
                Turn::Chance if kept.table.own_throw().is_some() => enter(&mut kept).unwrap(),
                // A counter that is turned up asks for nobody's hand.
                Turn::Chance => kept.throw(),
            }
        }
        let log = kept.table.log();
        let marked = log.iter().filter(|entry| entry.lines.iter().any(|line| line.text.contains("entered by hand")));
        let entered = kept.table.record().steps.iter().filter(|step| matches!(step, Step::Entered { .. })).count();
        assert!(entered > 3, "{game}");
        assert_eq!(marked.count(), entered);
        if !kept.table.is_over() {
            kept.ask(Command::Resign { seat: kept.id(Seat(0)).into() }).unwrap();
        }
        let record = kept.table.record();
        let again = replay(kept.title(), &record).unwrap();
        assert_eq!((again.entered, again.throws_checked as usize), (entered as u64, record.throws.len()));
        assert_eq!(kept.folded().log(), kept.table.log());
    }
}

#[test]
fn what_cannot_fall_is_refused_and_the_house_does_not_throw() {
    let mut kept = Kept::open("hit-the-beach", own(["ann", "ann"].map(person)));
    let hand = kept.id(kept.table.own_throw().unwrap()).to_owned();
    let enter = |outcome: &str| Command::ThrowOwn { seat: hand.clone(), outcome: outcome.into() };
    for wrong in ["7", "0", "", "dice"] {
        assert!(matches!(kept.ask(enter(wrong)), Err(Decline::Refused(_))), "{wrong}");
    }
    assert_eq!(kept.ask(Command::Throw { seat: Some(hand.clone()) }), Err(Decline::OwnDice));
    let other = kept.table.session().seats().iter().find(|info| info.id != hand).unwrap().id;
    let theirs = Command::ThrowOwn { seat: other.into(), outcome: "3".into() };
    assert!(matches!(kept.ask(theirs), Err(Decline::Refused(_))));
}

#[test]
fn computers_throw_the_house_s_dice() {
    let mut kept = Kept::open("conflict", own([computer(), person("ann")]));
    kept.until_throw();
    while !kept.table.house_throws() {
        let own = kept.table.own_throw();
        if own.is_some() { enter(&mut kept).unwrap() } else { kept.play_on(1) }
    }
    kept.throw();
    assert!(matches!(kept.table.record().steps.last(), Some(Step::Chance { .. })));
}

#[test]
fn only_at_one_screen_and_only_where_there_are_dice() {
    let refused = |game: &str, order: Order| {
        let opened = Table::open(catalog::game(game).unwrap(), order, START);
        matches!(opened, Err(Decline::Faulty(faults)) if faults[0].place == "dice")
    };
    assert!(refused("conflict", own(["ann", "bob"].map(person))));
    assert!(refused("conflict", own([person("ann"), Occupant::Open])));
    assert!(refused("three-musketeers", own(["ann", "ann"].map(person))));
    let mut kept = Kept::open("hit-the-beach", order(["ann", "ann"].map(person)));
    let hand = kept.id(kept.table.session().thrower().unwrap()).to_owned();
    assert_eq!(kept.ask(Command::ThrowOwn { seat: hand, outcome: "3".into() }), Err(Decline::HouseDice));
}
