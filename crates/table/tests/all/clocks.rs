//! Clocks: who is timed, lag, flags.

use super::{GAMES, Kept, START, act, order, person};
use boxtop_table::{
    AbsentChoice, Decline, Event, LAG_A_MOVE, LAG_QUOTA, MatchCommand, Now, Occupant, Order, TimeControl, replay,
};
use kernel::record::Step;
use kernel::{Seat, SeatSet};

const MARINES: &str = "fighting-marines";
const MUSKETEERS: &str = "three-musketeers";
const CLOCK: TimeControl = TimeControl::Clock { initial: 60, increment: 5 };

fn timed<const N: usize>(game: &'static str, pace: TimeControl, seats: [Occupant; N]) -> Kept {
    Kept::open(game, Order { pace, ..order(seats) })
}

fn left(kept: &Kept) -> Vec<Option<i64>> {
    kept.table.clocks().unwrap().left
}

/// The other player claims the win.
fn claim(kept: &mut Kept, seat: &str) {
    let choice = AbsentChoice::ClaimWin;
    kept.ask(MatchCommand::Absent { seat: seat.into(), choice, last_seen: None }).unwrap();
}

#[test]
fn an_untimed_table_has_no_clocks_and_no_flags() {
    for game in GAMES {
        let mut kept = Kept::open(game, order(["ann", "bob"].map(person)));
        kept.play_on(8);
        kept.now.at += 1_000_000_000;
        assert_eq!((kept.table.clocks(), kept.table.next_deadline()), (None, None));
        assert!(kept.table.decide(&MatchCommand::Flag, kept.now).unwrap().is_empty());
    }
}

#[test]
fn a_turn_costs_its_time_and_adds_the_increment() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"].map(person));
    assert_eq!(kept.table.clocks().unwrap().running, SeatSet::only(Seat(0)));
    kept.now.at += 10_000;
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(left(&kept), [Some(55_000), Some(60_000)]);
    assert_eq!(kept.table.clocks().unwrap().running, SeatSet::only(Seat(1)));
    assert_eq!(kept.events.last().unwrap().spent, Some(10_000));
    kept.now.at += 3_000;
    let last = kept.first_move(Seat(1));
    assert!(!last.is_empty());
    assert_eq!(left(&kept), [Some(55_000), Some(62_000)]);
    assert_eq!(kept.folded().clocks(), kept.table.clocks(), "folding is exact");
}

#[test]
fn days_are_counted_for_each_turn() {
    let mut kept = timed(MUSKETEERS, TimeControl::Days { days: 2 }, ["ann", "bob"].map(person));
    let day = 24 * 60 * 60 * 1_000;
    kept.now.at += day;
    assert_eq!(kept.ask(MatchCommand::Flag), Ok(()));
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(left(&kept), [Some(2 * day), Some(2 * day)]);
    kept.now.at = kept.table.next_deadline().unwrap() - 1;
    kept.ask(MatchCommand::Flag).unwrap();
    assert!(!kept.table.is_over(), "not a moment too early");
    kept.now.at += 1;
    kept.ask(MatchCommand::Flag).unwrap();
    claim(&mut kept, "attack");
    assert_eq!(kept.table.verdict().unwrap().text, "The musketeers ran out of time.");
    assert_eq!(kept.table.outcome().unwrap().winner(), Some(Seat(0)));
}

#[test]
fn lag_is_forgiven_up_to_a_cap_and_a_quota_that_grows_back_slowly() {
    let mut kept = timed(MUSKETEERS, TimeControl::Clock { initial: 600, increment: 0 }, ["ann", "bob"].map(person));
    let mut forgiven = Vec::new();
    for _ in 0..20 {
        let seat = kept.until_turn();
        let lag = if seat == Seat(0) { 60_000 } else { 0 };
        kept.now = Now { at: kept.now.at + 1_000, lag };
        kept.first_move(seat);
        let spent = kept.events.last().unwrap().spent.unwrap();
        if seat == Seat(0) { forgiven.push(1_000 - spent) } else { assert_eq!(spent, 1_000) }
    }
    assert_eq!(forgiven[0], LAG_A_MOVE, "a long lag is not all forgiven");
    assert!(forgiven.iter().all(|ms| (0..=LAG_A_MOVE).contains(ms)));
    assert!(forgiven[8..].iter().all(|ms| *ms < LAG_A_MOVE / 2), "the store is used up: {forgiven:?}");
    assert!(forgiven.iter().sum::<i64>() < LAG_QUOTA + 10 * 100 + 100, "{forgiven:?}");
    assert_eq!(kept.folded().clocks(), kept.table.clocks());
}

#[test]
fn nobody_gets_more_time_than_passed() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"].map(person));
    kept.now = Now { at: START + 100, lag: 400 };
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(left(&kept)[0], Some(65_000));
}

/// FM-11
#[test]
fn seats_that_act_together_have_separate_clocks() {
    let mut kept = timed(MARINES, CLOCK, ["ann", "bob", "cid", "dan"].map(person));
    kept.until_together(2);
    let seats: Vec<Seat> = kept.table.acting().iter().collect();
    let before = left(&kept);
    let running = kept.table.clocks().unwrap().running;
    assert_eq!(running, kept.table.acting(), "all who are to act, and nobody else");
    kept.now.at += 4_000;
    kept.act(kept.id(seats[0]), "pass").unwrap();
    let after = left(&kept);
    assert_eq!(after[seats[0].index()].unwrap(), before[seats[0].index()].unwrap() - 4_000 + 5_000);
    assert_eq!(after[seats[1].index()].unwrap(), before[seats[1].index()].unwrap() - 4_000, "it goes on running");
    assert!(!kept.table.clocks().unwrap().running.contains(seats[0]));
    assert!(kept.table.clocks().unwrap().running.contains(seats[1]));
}

#[test]
fn the_clock_runs_for_the_seat_to_throw_and_never_for_computers() {
    let computer = super::computer();
    let mut kept = timed(MARINES, CLOCK, [person("ann"), computer, person("cid")]);
    assert_eq!(kept.table.clocks().unwrap().running, SeatSet::only(Seat(0)), "red is to throw");
    kept.now.at += 2_000;
    kept.throw();
    assert_eq!(left(&kept), [Some(63_000), None, Some(60_000)]);
    assert_eq!(kept.table.clocks().unwrap().running, SeatSet::EMPTY, "a computer throws");
    assert_eq!(kept.table.next_deadline(), None);
}

#[test]
fn no_clock_runs_before_every_seat_is_taken_and_has_added_to_the_dice() {
    let seats = [person("ann"), Occupant::Open];
    let mut kept = Kept::open_older(MARINES, Order { pace: CLOCK, ..order(seats) }, &[]);
    assert_eq!(kept.table.next_deadline(), None);
    kept.now.at += 100_000;
    kept.ask(MatchCommand::Sit { seat: None, who: person("bob"), nonce: super::NONCE.into(), anchor: None }).unwrap();
    assert_eq!(kept.table.next_deadline(), None, "ann has added nothing");
    kept.now.at += 100_000;
    kept.ask(MatchCommand::AddNonce { seat: "red-black".into(), nonce: super::NONCE.into() }).unwrap();
    assert!(kept.table.next_deadline().is_some());
    assert_eq!(left(&kept), [Some(60_000); 2]);
}

#[test]
fn a_computer_plays_on_for_a_player_who_runs_out_of_time() {
    let mut kept = timed(MARINES, CLOCK, ["ann", "bob", "cid"].map(person));
    kept.now.at = kept.table.next_deadline().unwrap();
    kept.ask(MatchCommand::Flag).unwrap();
    assert!(!kept.table.is_over());
    assert_eq!(kept.table.seats()[0], Occupant::relief());
    assert_eq!(kept.table.log()[0].lines[0].text, "Red ran out of time; Computer (captain) plays on.");
    assert_eq!(kept.ask(MatchCommand::Return { seat: "red".into(), key: "ann".into() }), Err(Decline::NotKept));
    assert_eq!(kept.folded().record(), kept.table.record());
}

#[test]
fn a_move_after_the_flag_is_refused_but_one_on_its_way_counts() {
    let late = |ms: i64, lag: u32| {
        let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"].map(person));
        kept.now = Now { at: START + 60_000 + ms, lag };
        kept.ask(act("attack", "d6-d7"))
    };
    assert_eq!(late(0, 0), Ok(()));
    assert_eq!(late(1, 0), Err(Decline::TimeUp));
    assert_eq!(late(LAG_A_MOVE, 9_999), Ok(()));
    assert_eq!(late(LAG_A_MOVE + 1, 9_999), Err(Decline::TimeUp));
    let kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"].map(person));
    let flag = |at| kept.table.decide(&MatchCommand::Flag, Now::at(at)).unwrap();
    assert!(flag(START + 60_000 + LAG_A_MOVE).is_empty());
    let fallen = flag(START + 60_001 + LAG_A_MOVE);
    assert_eq!(
        fallen[0].stamped.event,
        Event::TimeUp { seat: "attack".into() },
        "the other player chooses what follows"
    );
    let alone = timed(MUSKETEERS, CLOCK, [person("ann"), super::computer()]);
    let fallen = alone.table.decide(&MatchCommand::Flag, Now::at(START + 60_001 + LAG_A_MOVE)).unwrap();
    let flagged = Event::Flagged { seat: "attack".into(), relief: None, winners: vec!["musketeers".into()] };
    assert_eq!(fallen[0].stamped.event, flagged, "a computer does not choose");
}

#[test]
fn a_flag_is_in_the_record_and_needs_a_time_control() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"].map(person));
    kept.act("attack", "d6-d7").unwrap();
    kept.now.at = kept.table.next_deadline().unwrap();
    kept.ask(MatchCommand::Flag).unwrap();
    claim(&mut kept, "attack");
    let mut record = kept.table.record();
    assert_eq!(record.steps.last(), Some(&Step::Flag { flag: "musketeers".into(), relief: None }));
    assert_eq!(replay(kept.game(), &record).unwrap().outcome, kept.table.outcome());
    record.pace = None;
    assert!(replay(kept.game(), &record).is_err());
}

#[test]
fn an_invalid_time_control_is_refused() {
    for pace in [
        TimeControl::Clock { initial: 0, increment: 5 },
        TimeControl::Days { days: 0 },
        TimeControl::Days { days: 1_000 },
    ] {
        let wrong = Order { pace, ..order(["ann", "bob"].map(person)) };
        let opened = boxtop_table::Table::open(catalog::game(MUSKETEERS).unwrap(), wrong, 0);
        assert!(matches!(opened, Err(Decline::Faulty(faults)) if faults[0].place == "pace"));
    }
}

#[test]
fn lag_is_never_more_than_the_time_that_passed() {
    let kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"].map(person));
    let lag = |held, passed| kept.table.on_the_way(held, START + passed);
    assert_eq!(lag(9_700, 10_000), 300, "what passed and was not spent in front of the view");
    assert_eq!(lag(0, 200), 200, "no thinking time: at most the time that passed");
    assert_eq!((lag(10_000, 9_000), lag(5, -5)), (0, 0), "no clock runs backwards");
}
