//! A rematch: offered, accepted by everybody, declined by one.

use super::{GAMES, Kept, computer, order, person};
use boxtop_table::{Decline, Event, MatchCommand, Occupant, Order, Proposal, TimeControl};
use kernel::{Seat, SeatSet};

const MUSKETEERS: &str = "three-musketeers";
const MARINES: &str = "fighting-marines";

fn offer(seat: &str) -> MatchCommand {
    MatchCommand::OfferRematch { seat: seat.into() }
}

fn answer(seat: &str, yes: bool) -> MatchCommand {
    MatchCommand::Answer { seat: seat.into(), yes }
}

/// A match that is over because its first seat resigned.
fn over<const N: usize>(game: &'static str, seats: [Occupant; N]) -> Kept {
    let mut kept = Kept::open(game, order(seats));
    let seat = kept.id(Seat(0)).to_owned();
    kept.ask(MatchCommand::Resign { seat }).unwrap();
    kept
}

#[test]
fn a_rematch_is_offered_and_the_other_player_accepts_it() {
    for game in GAMES {
        let mut kept = Kept::open(game, order(["ann", "bob"].map(person)));
        let (one, two) = (kept.id(Seat(0)).to_owned(), kept.id(Seat(1)).to_owned());
        assert_eq!(kept.ask(offer(&one)), Err(Decline::NotOver));
        kept.ask(MatchCommand::Resign { seat: one.clone() }).unwrap();
        kept.ask(offer(&one)).unwrap();
        assert_eq!(kept.table.question().unwrap().proposal, Proposal::Rematch);
        assert_eq!(kept.table.to_answer(), SeatSet::only(Seat(1)));
        assert!(!kept.table.rematch_agreed(), "{game}: nobody is dragged into a match");
        kept.ask(offer(&one)).unwrap();
        assert!(!kept.table.rematch_agreed(), "offering twice accepts nothing");
        kept.ask(answer(&two, true)).unwrap();
        assert!(kept.table.rematch_agreed());
        assert!(kept.folded().rematch_agreed(), "a restart before the next match is opened loses nothing");
        kept.ask(MatchCommand::Follow { by: "m2".into() }).unwrap();
        assert!(!kept.table.rematch_agreed() && kept.table.question().is_none());
        assert_eq!(kept.ask(offer(&two)), Ok(()), "there is one already");
        assert_eq!(kept.table.followed_by(), Some("m2"));
    }
}

#[test]
fn offering_a_rematch_accepts_the_one_that_is_offered() {
    let mut kept = over(MUSKETEERS, ["ann", "bob"].map(person));
    kept.ask(offer("attack")).unwrap();
    kept.ask(offer("musketeers")).unwrap();
    assert!(matches!(kept.events.last().unwrap().event, Event::Answered { yes: true, .. }));
    assert!(kept.table.rematch_agreed());
}

#[test]
fn a_declined_offer_is_gone_and_everybody_sees_who_declined() {
    let mut kept = over(MUSKETEERS, ["ann", "bob"].map(person));
    kept.ask(offer("attack")).unwrap();
    kept.ask(answer("musketeers", false)).unwrap();
    assert!(kept.table.question().is_none() && !kept.table.rematch_agreed());
    assert_eq!(kept.table.view(Some("ann")).declined, Some(Seat(1)));
    assert_eq!(kept.folded().rematch_declined(), Some(Seat(1)));
    kept.ask(offer("musketeers")).unwrap();
    assert_eq!(kept.table.rematch_declined(), None, "another offer starts again");
    kept.ask(answer("musketeers", false)).unwrap();
    assert_eq!((kept.table.question(), kept.table.rematch_declined()), (None, None), "taken back by who made it");
}

#[test]
fn computers_accept_at_once_and_of_several_people_each_one_answers() {
    let mut kept = over(MUSKETEERS, [person("ann"), computer()]);
    kept.ask(offer("attack")).unwrap();
    assert!(kept.table.rematch_agreed());
    let mut kept = Kept::open(MARINES, order([person("ann"), person("bob"), computer(), person("cid")]));
    kept.ask(MatchCommand::OfferDraw { seat: "red".into() }).unwrap();
    kept.ask(answer("black", true)).unwrap();
    kept.ask(answer("green", true)).unwrap();
    kept.ask(offer("red")).unwrap();
    kept.ask(answer("black", true)).unwrap();
    assert!(!kept.table.rematch_agreed());
    kept.ask(answer("green", true)).unwrap();
    assert!(kept.table.rematch_agreed());
}

#[test]
fn a_player_for_whom_a_computer_stood_in_is_asked_as_well() {
    let mut kept = Kept::open(MUSKETEERS, order(["ann", "bob"].map(person)));
    let (absent, level) = ("musketeers".into(), "captain".into());
    kept.ask(MatchCommand::Relieve { seat: "attack".into(), absent, level }).unwrap();
    kept.ask(MatchCommand::Resign { seat: "attack".into() }).unwrap();
    kept.ask(offer("attack")).unwrap();
    assert_eq!(kept.table.to_answer(), SeatSet::only(Seat(1)), "the rematch is between people");
    kept.ask(answer("musketeers", true)).unwrap();
    assert!(kept.table.rematch_agreed());
}

#[test]
fn an_open_question_does_not_block_a_rematch() {
    let mut kept = Kept::open(MUSKETEERS, order(["ann", "bob"].map(person)));
    kept.ask(MatchCommand::OfferDraw { seat: "attack".into() }).unwrap();
    kept.ask(MatchCommand::Resign { seat: "attack".into() }).unwrap();
    assert_eq!((kept.table.question(), kept.table.to_answer()), (None, SeatSet::EMPTY));
    kept.ask(offer("musketeers")).unwrap();
    assert_eq!(kept.table.question().unwrap().proposal, Proposal::Rematch);
}

#[test]
fn clocks_of_the_rematch_wait_as_those_of_the_match_did() {
    let pace = TimeControl::Clock { initial: 60, increment: 0 };
    let mut kept = Kept::open(MUSKETEERS, Order { pace, clocks_wait: true, ..order(["ann", "bob"].map(person)) });
    kept.ask(MatchCommand::Resign { seat: "attack".into() }).unwrap();
    let next = kept.table.rematch("m2".into(), [1; 32]);
    assert!(next.clocks_wait && next.pace == pace);
}
