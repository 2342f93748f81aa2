//! Fighting Marines with people at every seat: several act together, and each throws for their own seat.

use super::{Kept, act, order, person, position};
use boxtop_table::{Decline, MatchCommand, Order};
use kernel::{Seat, Turn};

const GAME: &str = "fighting-marines";

fn four() -> Kept {
    Kept::open(GAME, order(["ann", "bob", "cid", "dan"].map(person)))
}

/// A table where at least this number of seats may act, and those seats.
fn together(seats: u32) -> (Kept, Vec<Seat>) {
    let mut kept = four();
    kept.until_together(seats);
    let acting = kept.table.acting().iter().collect();
    (kept, acting)
}

/// The seat's first legal move as a command.
fn wish(kept: &Kept, seat: Seat) -> MatchCommand {
    act(kept.id(seat), &kept.table.game_match().legal_moves(seat)[0].action)
}

fn pass(kept: &Kept, seat: Seat) -> MatchCommand {
    act(kept.id(seat), "pass")
}

/// FM-11
#[test]
fn a_command_for_an_earlier_moment_of_the_phase_is_valid_in_any_order() {
    let outcome = |turn_round: bool| {
        let (mut kept, mut seats) = together(2);
        let seen = kept.table.version();
        if turn_round {
            seats.reverse();
        }
        let wishes: Vec<MatchCommand> = seats.iter().map(|seat| wish(&kept, *seat)).collect();
        for wish in wishes {
            assert!(kept.table.stands(&wish, seen), "{wish:?}");
            kept.ask(wish).unwrap();
        }
        assert!(kept.table.version() > seen + 1);
        position(&kept.table)
    };
    assert_eq!(outcome(false), outcome(true));
}

#[test]
fn it_is_outdated_when_the_seat_itself_has_acted() {
    let (mut kept, seats) = together(2);
    let seen = kept.table.version();
    let mine = wish(&kept, seats[0]);
    kept.ask(wish(&kept, seats[1])).unwrap();
    assert!(kept.table.stands(&mine, seen));
    kept.ask(mine.clone()).unwrap();
    assert!(!kept.table.stands(&mine, seen));
    assert!(!kept.table.stands(&mine, seen + 1));
}

#[test]
fn it_is_outdated_when_the_dice_were_thrown_since() {
    let mut kept = four();
    kept.until_together(2);
    let (seen, seats): (_, Vec<Seat>) = (kept.table.version(), kept.table.acting().iter().collect());
    let late = pass(&kept, seats[0]);
    for seat in seats {
        kept.ask(pass(&kept, seat)).unwrap();
    }
    kept.until_together(2);
    assert!(!kept.table.stands(&late, seen));
    // Nor for a seat that was not to act at the time, though it is now.
    let mut fresh = four();
    let before = fresh.table.version();
    fresh.until_together(2);
    let seat = fresh.table.acting().iter().next().unwrap();
    assert!(!fresh.table.stands(&wish(&fresh, seat), before));
}

#[test]
fn it_is_outdated_when_something_was_undone_since() {
    let mut kept = Kept::open(GAME, order(["ann", "ann", "ann", "ann"].map(person)));
    kept.until_together(2);
    let seats: Vec<Seat> = kept.table.acting().iter().collect();
    let (seen, late) = (kept.table.version(), wish(&kept, seats[0]));
    kept.ask(wish(&kept, seats[1])).unwrap();
    kept.ask(MatchCommand::TakeBack { seat: kept.id(seats[1]).into() }).unwrap();
    assert!(!kept.table.stands(&late, seen));
    assert!(kept.table.stands(&late, seen + 2));
}

#[test]
fn only_actions_stay_valid_and_only_for_versions_that_existed() {
    let (mut kept, seats) = together(2);
    let (seen, mine) = (kept.table.version(), wish(&kept, seats[0]));
    kept.ask(wish(&kept, seats[1])).unwrap();
    let seat = kept.id(seats[0]).to_owned();
    assert!(kept.table.stands(&mine, seen));
    for version in [0, seen + 2, u64::MAX] {
        assert!(!kept.table.stands(&mine, version), "{version}");
    }
    let back = MatchCommand::TakeBack { seat: seat.clone() };
    assert!(!kept.table.stands(&back, seen) && kept.table.stands(&back, seen + 1));
    let resign = MatchCommand::Resign { seat };
    assert!(kept.table.stands(&resign, seen), "resigning stands whatever was seen");
    assert!(!kept.table.stands(&act("nobody", "pass"), seen));
}

#[test]
fn validity_is_the_same_at_a_table_read_from_its_events() {
    let (mut kept, seats) = together(3);
    let (seen, mine) = (kept.table.version(), wish(&kept, seats[0]));
    kept.ask(wish(&kept, seats[1])).unwrap();
    kept.ask(wish(&kept, seats[2])).unwrap();
    assert!(kept.folded().stands(&mine, seen));
}

/// FM-8, FM-9
#[test]
fn each_player_throws_for_their_own_seat() {
    let mut kept = four();
    let throw = |seat: Option<&str>| MatchCommand::Throw { seat: seat.map(str::to_owned), link: None };
    assert_eq!((kept.table.turn(), kept.table.game_match().thrower()), (Turn::Chance, Some(Seat(0))));
    assert!(!kept.table.table_throws());
    for wrong in [throw(Some("black")), throw(None)] {
        let Err(Decline::Refused(refusal)) = kept.ask(wrong) else { panic!("thrown") };
        assert_eq!(refusal.instead, "Now Red throws.");
    }
    assert!(matches!(kept.ask(throw(Some("blue"))), Err(Decline::NoSuchSeat(_))));
    kept.ask(throw(Some("red"))).unwrap();
    assert_eq!(kept.table.game_match().thrower(), Some(Seat(1)));
    kept.until_together(1);
    assert!(matches!(kept.ask(throw(Some("red"))), Err(Decline::Refused(_))), "there is nothing to throw");
}

#[test]
fn undo_never_goes_past_a_throw() {
    let mut kept = Kept::open(GAME, order(["ann", "ann"].map(person)));
    kept.until_together(1);
    assert_eq!(kept.table.undoable(), 0, "the throw stands");
    let seat = kept.table.acting().iter().next().unwrap();
    kept.first_move(seat);
    let undo = MatchCommand::TakeBack { seat: kept.id(seat).into() };
    assert_eq!(kept.table.undoable(), 1);
    kept.ask(undo.clone()).unwrap();
    assert_eq!(kept.ask(undo), Err(Decline::NothingToUndo));
    while kept.table.turn() != Turn::Chance {
        let seat = kept.table.acting().iter().next().unwrap();
        kept.act(kept.id(seat), "pass").unwrap();
    }
    assert_eq!(kept.table.undoable(), 1, "the last pass may be taken back before the dice fall");
    kept.throw();
    assert!(!kept.table.view(Some("ann")).can_undo);
}

#[test]
fn a_table_with_three_seats_for_two_players_is_not_opened() {
    let wrong = Order { config: Default::default(), ..order(["ann", "bob", "cid"].map(person)) };
    assert!(matches!(
        boxtop_table::Table::open(catalog::game(GAME).unwrap(), wrong, 0),
        Err(Decline::Faulty(faults)) if faults.len() == 1
    ));
}
