//! Resigning at a table of several, and the accounts.

use super::{Kept, computer, order, person};
use boxtop_table::{Contest, Decline, MatchCommand, Occupant, Order, ReplayError, replay};
use kernel::record::Step;
use kernel::{Seat, Turn};
use serde_json::json;

const GAME: &str = "fighting-marines";

fn resign(seat: &str) -> MatchCommand {
    MatchCommand::Resign { seat: seat.into() }
}

/// FM-32
#[test]
fn a_computer_takes_the_seat_if_other_people_are_left() {
    let mut kept = Kept::open(GAME, order([person("ann"), computer(), person("bob"), person("cid")]));
    kept.until_together(1);
    kept.ask(resign("red")).unwrap();
    assert!(!kept.table.is_over());
    assert_eq!((kept.table.resigned_or_flagged(), &kept.table.seats()[0]), (None, &Occupant::relief()));
    assert!(kept.table.view(Some("ann")).mine.is_empty(), "who gave up watches");
    let entry = kept.table.log().pop().unwrap();
    assert_eq!((entry.seat, entry.action.as_str()), (Some(Seat(0)), "resigns"));
    assert_eq!(entry.lines[0].text, "Red resigned; Computer (captain) plays on.");
    let stands = kept.table.log().len();
    kept.until_together(2);
    let log = kept.table.log();
    assert_eq!(log[stands - 1], entry, "it stays where it was");
    assert!(log.iter().map(|entry| entry.number).eq(1..=log.len()));
    assert_eq!(kept.table.log_length(), log.len());
    for from in [0, stands - 1, stands, log.len(), log.len() + 9] {
        assert_eq!(kept.table.log_since(from), log[from.min(log.len())..], "from {from}");
    }
    let again = kept.folded();
    assert_eq!((again.log(), again.record(), again.seats()), (log, kept.table.record(), kept.table.seats()));
}

#[test]
fn throws_still_follow_from_the_seed_after_a_resignation() {
    let mut kept = Kept::open(GAME, order([Occupant::Open, person("bob"), person("cid")]));
    kept.ask(MatchCommand::Sit { seat: None, who: person("ann"), nonce: super::NONCE.into(), anchor: None }).unwrap();
    kept.until_together(1);
    kept.ask(resign("red")).unwrap();
    kept.until_together(2);
    kept.ask(resign("black")).unwrap();
    assert_eq!(kept.table.outcome(), None, "cid plays on against two computers");
    kept.ask(resign("green")).unwrap();
    assert_eq!(kept.table.resigned_or_flagged(), Some(Seat(2)), "nobody is left");
    let record = kept.table.record();
    let played = replay(catalog::game(GAME).unwrap(), &record).unwrap();
    let throws = record.steps.iter().filter(|step| matches!(step, Step::Chance { .. })).count();
    assert_eq!((played.throws_checked, played.outcome), (throws as u64, kept.table.outcome()));
}

#[test]
fn the_match_ends_when_the_only_person_or_one_of_two_resigns() {
    let mut alone = Kept::open(GAME, order([computer(), person("ann"), computer(), computer()]));
    alone.ask(resign("black")).unwrap();
    assert!(alone.table.is_over());
    let third = 1.0 / 3.0;
    assert_eq!(alone.table.outcome().unwrap().shares, [third, 0.0, third, third]);
    let mut two = Kept::open(GAME, order([person("ann"), person("bob")]));
    two.ask(resign("red-black")).unwrap();
    assert_eq!(two.table.outcome().unwrap().winner(), Some(Seat(1)));
}

#[test]
fn a_resignation_cannot_be_undone() {
    let mut kept = Kept::open(GAME, order(["ann", "ann", "ann"].map(person)));
    kept.until_together(2);
    let seats: Vec<Seat> = kept.table.acting().iter().collect();
    kept.first_move(seats[0]);
    assert_eq!(kept.table.undoable(), 1);
    let quits = (0..3).map(Seat).find(|seat| *seat != seats[1]).unwrap();
    kept.ask(resign(kept.id(quits))).unwrap();
    assert_eq!(kept.ask(MatchCommand::TakeBack { seat: kept.id(seats[1]).into() }), Err(Decline::NothingToUndo));
    kept.first_move(seats[1]);
    kept.ask(MatchCommand::TakeBack { seat: kept.id(seats[1]).into() }).unwrap();
    assert_eq!(kept.folded().log(), kept.table.log());
}

/// FM-27
#[test]
fn the_account_adds_up_and_the_pool_goes_to_those_who_share_the_win() {
    let mut kept = Kept::open(GAME, order([computer(), person("ann"), computer(), computer()]));
    assert_eq!(kept.table.account(), None, "not before the end");
    kept.ask(resign("black")).unwrap();
    // An ante of 10 from four: 40 for three, 13 each, and 1 stays in the box.
    assert_eq!(kept.table.account(), Some(vec![3, -10, 3, 3]));
    assert_eq!(kept.table.view(None).account, kept.table.account());
    let mut record = kept.table.record();
    assert!(replay(catalog::game(GAME).unwrap(), &record).is_ok());
    record.result.as_mut().unwrap().account = Some(vec![4, -10, 3, 3]);
    assert!(matches!(replay(catalog::game(GAME).unwrap(), &record), Err(ReplayError::Account)));
}

/// FM-31
#[test]
fn a_contest_adds_up_the_accounts_and_everybody_moves_on_by_one_seat() {
    let contest = Contest { game: 1, of: 3, points: vec![0.0; 2] };
    let mut first = Kept::open(GAME, Order { contest: Some(contest), ..order(["ann", "bob"].map(person)) });
    assert_eq!((first.table.unit(), first.table.points()), ("points", Some(vec![0.0, 0.0])));
    first.ask(resign("red-black")).unwrap();
    assert_eq!(first.table.points(), Some(vec![-10.0, 10.0]));
    let mut second = Kept::open(GAME, first.table.rematch("m2".into(), [1; 32]));
    assert_eq!(second.table.seats(), ["bob", "ann"].map(person));
    assert_eq!(second.table.points(), Some(vec![10.0, -10.0]));
    assert_eq!(super::position(&second.table)["purses"], json!({"red-black": 425, "yellow-green": 405}));
    second.ask(resign("yellow-green")).unwrap();
    assert_eq!((second.table.account(), second.table.points()), (Some(vec![10, -10]), Some(vec![20.0, -20.0])));
    let record = second.table.record();
    assert_eq!(record.result.as_ref().unwrap().account, Some(vec![20, -20]), "with what was brought along");
    assert!(replay(catalog::game(GAME).unwrap(), &record).is_ok());
    let mut third = Kept::open(GAME, second.table.rematch("m3".into(), [2; 32]));
    assert_eq!((third.table.points(), third.table.contest_goes_on()), (Some(vec![-20.0, 20.0]), false));
    assert_eq!(third.table.turn(), Turn::Chance);
    third.ask(resign("red-black")).unwrap();
    let rematch = third.table.rematch("m4".into(), [3; 32]);
    assert_eq!((rematch.start, rematch.contest.unwrap().points), (None, vec![0.0; 2]), "a new contest, full purses");
}
