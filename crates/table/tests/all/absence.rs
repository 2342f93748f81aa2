//! A player who is gone: when the match may go on or end without them, and how.

use super::{GAMES, Kept, START, act, computer, order, person};
use boxtop_table::{
    AbsenceReason, AbsentChoice, Decline, Event, MatchCommand, Now, Occupant, Order, PRESENCE_NOTED_EVERY, Table,
    TimeControl, replay,
};
use kernel::record::{self, Step};
use kernel::{Seat, SeatSet, Turn};

const MUSKETEERS: &str = "three-musketeers";
const MARINES: &str = "fighting-marines";
const DAY: i64 = 24 * 60 * 60 * 1_000;
const CLOCK: TimeControl = TimeControl::Clock { initial: 60, increment: 5 };

fn choose(seat: &str, choice: AbsentChoice) -> MatchCommand {
    MatchCommand::Absent { seat: seat.into(), choice, last_seen: None }
}

fn every_choice() -> [AbsentChoice; 4] {
    let level = "captain".into();
    [AbsentChoice::ClaimWin, AbsentChoice::Abort, AbsentChoice::Computer { level }, AbsentChoice::OpenSeat]
}

fn arrive(key: &str) -> MatchCommand {
    MatchCommand::Arrive { key: key.into() }
}

/// Ann has moved, and Bob has been gone for a day.
fn bob_is_gone() -> Kept {
    let mut kept = Kept::open(MUSKETEERS, order(["ann", "bob"].map(person)));
    kept.act("attack", "d6-d7").unwrap();
    kept.now.at += DAY;
    kept
}

/// The record verifies, and the stored events fold to the same match.
fn checks_out(kept: &Kept) {
    let record = kept.table.record();
    let text = serde_json::to_string(&record).unwrap();
    let read: record::Record = serde_json::from_str(&text).unwrap();
    assert_eq!(read, record);
    let again = replay(kept.game(), &read).unwrap();
    assert_eq!(again.outcome, kept.table.outcome());
    assert_eq!(again.outcome.is_some() || again.aborted, kept.table.is_over());
    let folded = kept.folded();
    assert_eq!((folded.record(), folded.log()), (record, kept.table.log()));
    assert_eq!((folded.absence(), folded.clocks()), (kept.table.absence(), kept.table.clocks()));
}

#[test]
fn after_a_day_the_other_player_may_choose_and_not_before() {
    for choice in every_choice() {
        let mut kept = bob_is_gone();
        let absence = kept.table.absence().unwrap();
        assert_eq!((absence.seats, absence.why), (SeatSet::only(Seat(1)), AbsenceReason::Away));
        assert_eq!(absence.from, kept.now.at);
        kept.now.at -= 1;
        assert_eq!(kept.ask(choose("attack", choice.clone())), Err(Decline::NotGoneYet));
        kept.now.at += 1;
        assert_eq!(kept.ask(choose("musketeers", choice.clone())), Err(Decline::NobodyGone), "not the one who is gone");
        kept.ask(choose("attack", choice)).unwrap();
        checks_out(&kept);
    }
}

#[test]
fn nobody_is_gone_while_it_is_your_own_turn() {
    let mut kept = Kept::open(MUSKETEERS, order(["ann", "bob"].map(person)));
    kept.now.at += 10 * DAY;
    assert_eq!(kept.ask(choose("attack", AbsentChoice::ClaimWin)), Err(Decline::NobodyGone));
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(kept.ask(choose("attack", AbsentChoice::ClaimWin)), Err(Decline::NotGoneYet), "Bob has had no time");
}

#[test]
fn acting_or_being_present_ends_an_absence() {
    let mut kept = bob_is_gone();
    kept.ask(arrive("bob")).unwrap();
    assert_eq!(kept.events.last().unwrap().event, Event::Arrived { seat: "musketeers".into() });
    assert_eq!(kept.ask(choose("attack", AbsentChoice::ClaimWin)), Err(Decline::NotGoneYet));
    kept.now.at += DAY;
    kept.ask(MatchCommand::OfferDraw { seat: "musketeers".into() }).unwrap();
    assert_eq!(kept.ask(choose("attack", AbsentChoice::ClaimWin)), Err(Decline::NotGoneYet), "who asks is there");
    kept.now.at += DAY;
    let last_seen = Some(kept.now.at - 5);
    let claim = MatchCommand::Absent { seat: "attack".into(), choice: AbsentChoice::ClaimWin, last_seen };
    assert_eq!(kept.ask(claim), Err(Decline::NotGoneYet), "the caller knows that Bob was there");
    kept.first_move(Seat(1));
    assert_eq!(kept.ask(choose("attack", AbsentChoice::ClaimWin)), Err(Decline::NobodyGone));
    assert_eq!(kept.ask(choose("musketeers", AbsentChoice::ClaimWin)), Err(Decline::NotGoneYet));
}

#[test]
fn presence_is_noted_once_an_hour_and_only_where_it_matters() {
    let mut kept = Kept::open(MUSKETEERS, order(["ann", "bob"].map(person)));
    let noted = |kept: &Kept, key| kept.table.notes_presence_of(key, kept.now.at);
    kept.now.at += PRESENCE_NOTED_EVERY - 1;
    assert!(!noted(&kept, "ann"));
    kept.now.at += 1;
    assert!(noted(&kept, "ann"));
    assert!(!noted(&kept, "bob") && !noted(&kept, "eve"), "the match does not wait for them");
    kept.ask(arrive("ann")).unwrap();
    assert!(!noted(&kept, "ann"));
    let mut alone = Kept::open(MUSKETEERS, order([person("ann"), computer()]));
    alone.now.at += DAY;
    assert!(!noted(&alone, "ann"), "a computer does not wait");
    alone.ask(arrive("ann")).unwrap();
    assert_eq!(alone.events.len(), 1);
}

#[test]
fn an_arrival_outdates_no_command() {
    let mut kept = Kept::open(MARINES, order(["ann", "bob"].map(person)));
    kept.until_throw();
    let thrower = kept.table.game_match().thrower().unwrap();
    let seen = kept.table.version();
    kept.now.at += PRESENCE_NOTED_EVERY;
    kept.ask(arrive(["ann", "bob"][thrower.index()])).unwrap();
    assert_eq!(kept.table.version(), seen + 1);
    let throw = MatchCommand::Throw { seat: Some(kept.id(thrower).into()), link: None };
    assert!(kept.table.stands(&throw, seen));
    assert!(kept.table.stands(&MatchCommand::TakeBack { seat: kept.id(thrower).into() }, seen));
}

#[test]
fn a_claimed_win_is_won_in_every_game() {
    for game in GAMES {
        let mut kept = Kept::open(game, order(["ann", "bob"].map(person)));
        kept.play_on(5);
        let (gone, there) = waits_for_one(&mut kept);
        kept.now.at += DAY;
        kept.ask(choose(kept.id(there), AbsentChoice::ClaimWin)).unwrap();
        assert_eq!(kept.table.outcome().unwrap().winner(), Some(there), "{game}");
        let name = kept.table.seat_title(gone);
        assert_eq!(kept.table.verdict().unwrap().text, format!("{name} did not come back; the win was claimed."));
        assert_eq!(kept.table.log().last().unwrap().action, "claim");
        let record = kept.table.record();
        let absent = vec![kept.id(gone).to_owned()];
        assert_eq!(record.steps.last(), Some(&Step::Claim { claim: kept.id(there).into(), absent }));
        assert_eq!(record.format, record::WITH_CHAINS);
        checks_out(&kept);
    }
}

/// Plays on until the match waits for only one seat. Returns that seat and the other.
fn waits_for_one(kept: &mut Kept) -> (Seat, Seat) {
    loop {
        if let Some(absence) = kept.table.absence() {
            let gone = absence.seats.iter().next().unwrap();
            return (gone, Seat(1 - gone.0));
        }
        kept.play_on(1);
    }
}

#[test]
fn a_match_ended_without_a_result_is_over_and_nobody_has_won() {
    let mut kept = bob_is_gone();
    kept.ask(choose("attack", AbsentChoice::Abort)).unwrap();
    assert!(kept.table.is_over());
    assert_eq!((kept.table.outcome(), kept.table.turn()), (None, Turn::Over));
    assert_eq!(kept.table.verdict().unwrap().text, "The match was ended without a result.");
    let record = kept.table.record();
    assert_eq!(record.steps.last(), Some(&Step::Abort { abort: "attack".into(), reason: None }));
    assert!(record.result.is_none() && record.seed.is_some());
    assert!(replay(kept.game(), &record).unwrap().aborted);
    assert_eq!(kept.ask(act("musketeers", "e7-e6")), Err(Decline::Over));
    let mut more = record.clone();
    more.steps.push(Step::Act { seat: "musketeers".into(), action: "e7-e6".into() });
    more.times.clear();
    assert!(replay(kept.game(), &more).is_err(), "nothing is played after it");
    checks_out(&kept);
}

#[test]
fn the_host_ends_a_match_without_a_result_in_every_game() {
    for game in GAMES {
        let mut kept = Kept::open(game, Order { pace: CLOCK, ..order(["ann", "bob"].map(person)) });
        kept.play_on(5);
        let close = MatchCommand::Close { reason: "Spam".into() };
        kept.ask(close.clone()).unwrap();
        assert_eq!((kept.table.outcome(), kept.table.turn()), (None, Turn::Over), "{game}");
        assert_eq!(kept.table.verdict().unwrap().text, "The host closed this table: Spam");
        assert_eq!(kept.table.next_deadline(), None, "{game}: clocks stop");
        let version = kept.table.version();
        kept.ask(close).unwrap();
        assert_eq!(kept.table.version(), version, "{game}: what is over is not ended again");
        checks_out(&kept);
    }
}

#[test]
fn a_computer_takes_the_seat_until_the_player_is_back() {
    let mut kept = bob_is_gone();
    kept.ask(choose("attack", AbsentChoice::Computer { level: "colonel".into() })).unwrap();
    assert_eq!(kept.table.seats()[1], Occupant::Computer { level: "colonel".into() });
    assert_eq!(kept.table.computers_to_act(), [(Seat(1), "colonel")]);
    assert_eq!(kept.table.absence(), None);
    kept.ask(MatchCommand::Return { seat: "musketeers".into(), key: "bob".into() }).unwrap();
    assert_eq!(kept.table.seats()[1], person("bob"));
    assert_eq!(kept.ask(choose("attack", AbsentChoice::ClaimWin)), Err(Decline::NotGoneYet));
    checks_out(&kept);
}

#[test]
fn an_open_seat_is_taken_by_somebody_who_plays_on() {
    let mut kept = bob_is_gone();
    kept.ask(choose("attack", AbsentChoice::OpenSeat)).unwrap();
    assert!(kept.table.is_waiting());
    assert_eq!(kept.table.log().last().unwrap().lines[0].text, "The musketeers did not come back; the seat is open.");
    assert_eq!(kept.ask(act("attack", "d5-d6")), Err(Decline::Waiting));
    kept.ask(MatchCommand::Sit { seat: None, who: person("cid"), nonce: super::NONCE.into(), anchor: None }).unwrap();
    assert_eq!(kept.table.log().last().unwrap().lines[0].text, "CID takes the seat of The musketeers.");
    assert_eq!(kept.table.view(Some("cid")).mine, SeatSet::only(Seat(1)));
    assert_eq!(kept.ask(MatchCommand::Leave { seat: "musketeers".into() }), Err(Decline::Begun));
    kept.first_move(Seat(1));
    kept.play_on(6);
    checks_out(&kept);
}

#[test]
fn while_nobody_takes_the_open_seat_the_other_choices_remain() {
    for choice in every_choice() {
        let mut kept = bob_is_gone();
        kept.ask(choose("attack", AbsentChoice::OpenSeat)).unwrap();
        assert_eq!(kept.table.absence().unwrap().why, AbsenceReason::SeatOpen);
        let before = kept.events.len();
        kept.ask(choose("attack", choice.clone())).unwrap();
        match choice {
            AbsentChoice::ClaimWin => assert_eq!(kept.table.outcome().unwrap().winner(), Some(Seat(0))),
            AbsentChoice::Abort => assert!(kept.table.is_over()),
            AbsentChoice::Computer { .. } => assert_eq!(kept.table.computers_to_act().len(), 1),
            AbsentChoice::OpenSeat => assert_eq!(kept.events.len(), before, "it is open"),
        }
        checks_out(&kept);
    }
}

#[test]
fn throws_stay_valid_when_somebody_else_takes_the_seat() {
    let mut kept = Kept::open(MARINES, order(["ann", "bob"].map(person)));
    kept.play_on(6);
    assert!(!kept.table.record().throws.is_empty());
    let (gone, there) = waits_for_one(&mut kept);
    kept.now.at += DAY;
    kept.ask(choose(kept.id(there), AbsentChoice::OpenSeat)).unwrap();
    kept.ask(MatchCommand::Sit { seat: None, who: person("cid"), nonce: super::NONCE.into(), anchor: None }).unwrap();
    kept.play_on(12);
    kept.ask(MatchCommand::Resign { seat: kept.id(gone).into() }).unwrap();
    let record = kept.table.record();
    assert_eq!(replay(kept.game(), &record).unwrap().throws_checked as usize, record.throws.len());
    checks_out(&kept);
}

#[test]
fn a_player_who_never_adds_to_the_dice_is_gone_too() {
    for choice in every_choice() {
        let mut kept = Kept::open_older(MARINES, order(["ann", "bob"].map(person)), &[super::NONCE, ""]);
        assert_eq!(kept.table.wants_nonce(), SeatSet::only(Seat(1)));
        kept.now.at += DAY;
        kept.ask(choose("red-black", choice.clone())).unwrap();
        if matches!(choice, AbsentChoice::Computer { .. }) {
            assert!(kept.table.wants_nonce().is_empty(), "the computer that stands in has nothing to add");
            kept.throw();
        }
        checks_out(&kept);
    }
}

#[test]
fn with_more_than_two_people_they_decide_together_instead() {
    let mut kept = Kept::open(MARINES, order(["ann", "bob", "cid"].map(person)));
    kept.now.at += 2 * DAY;
    assert_eq!(kept.ask(choose("black", AbsentChoice::ClaimWin)), Err(Decline::NobodyGone));
    let mut home = Kept::open(MUSKETEERS, order(["ann", "ann"].map(person)));
    home.now.at += 2 * DAY;
    assert_eq!(home.ask(choose("musketeers", AbsentChoice::ClaimWin)), Err(Decline::NobodyGone));
}

#[test]
fn after_the_flag_the_other_player_may_choose_at_once() {
    for choice in every_choice() {
        let mut kept = Kept::open(MUSKETEERS, Order { pace: CLOCK, ..order(["ann", "bob"].map(person)) });
        kept.act("attack", "d6-d7").unwrap();
        assert_eq!(kept.ask(choose("attack", choice.clone())), Err(Decline::NobodyGone), "the clock runs");
        kept.now.at = kept.table.next_deadline().unwrap();
        kept.ask(MatchCommand::Flag).unwrap();
        assert!(!kept.table.is_over());
        assert_eq!(kept.table.absence().unwrap().why, AbsenceReason::OutOfTime);
        assert_eq!(kept.table.choosers(), SeatSet::only(Seat(0)));
        let reply = kept.table.game_match().legal_moves(Seat(1))[0].action.clone();
        assert_eq!(kept.ask(act("musketeers", &reply)), Err(Decline::TimeUp), "too late to come back");
        kept.ask(MatchCommand::Flag).unwrap();
        kept.ask(choose("attack", choice.clone())).unwrap();
        match choice {
            AbsentChoice::ClaimWin => {
                assert_eq!(kept.table.verdict().unwrap().text, "The musketeers ran out of time.");
                assert_eq!(kept.table.outcome().unwrap().winner(), Some(Seat(0)));
            }
            AbsentChoice::Abort => assert!(kept.table.is_over() && kept.table.outcome().is_none()),
            AbsentChoice::Computer { .. } => {
                let back = MatchCommand::Return { seat: "musketeers".into(), key: "bob".into() };
                assert_eq!(kept.ask(back), Err(Decline::NotKept), "whose time is up has no seat to come back to");
            }
            AbsentChoice::OpenSeat => {
                kept.ask(MatchCommand::Sit {
                    seat: None,
                    who: person("cid"),
                    nonce: super::NONCE.into(),
                    anchor: None,
                })
                .unwrap();
                assert_eq!(kept.table.clocks().unwrap().left[1], Some(60_000), "a fresh clock for somebody else");
            }
        }
        checks_out(&kept);
    }
}

#[test]
fn without_a_choice_within_a_day_the_flag_decides() {
    let mut kept = Kept::open(MUSKETEERS, Order { pace: CLOCK, ..order(["ann", "bob"].map(person)) });
    kept.now.at = kept.table.next_deadline().unwrap();
    kept.ask(MatchCommand::Flag).unwrap();
    let fell = kept.now.at;
    assert_eq!(kept.table.next_deadline(), Some(fell + DAY));
    kept.now.at = fell + DAY;
    kept.ask(MatchCommand::Flag).unwrap();
    assert_eq!(kept.table.outcome().unwrap().winner(), Some(Seat(1)));
    checks_out(&kept);
}

#[test]
fn a_players_first_clock_waits_until_they_are_present() {
    for (pace, first) in [(CLOCK, 60_000), (TimeControl::Days { days: 2 }, 2 * DAY)] {
        let seats = ["ann", "bob"].map(person);
        let mut kept = Kept::open(MUSKETEERS, Order { pace, clocks_wait: true, ..order(seats) });
        kept.now.at += 100_000;
        assert_eq!((kept.table.next_deadline(), kept.table.clocks_wait_for()), (None, vec!["ann"]));
        kept.ask(arrive("bob")).unwrap();
        assert_eq!(kept.table.next_deadline(), None, "it is not Bob for whom the match waits");
        kept.ask(arrive("ann")).unwrap();
        assert!(kept.table.clocks().unwrap().running.contains(Seat(0)));
        assert_eq!(kept.table.clocks().unwrap().left, [Some(first); 2]);
        kept.now.at += 10_000;
        kept.act("attack", "d6-d7").unwrap();
        assert_eq!(kept.events.last().unwrap().spent, Some(10_000));
        assert_eq!(kept.table.clocks().unwrap().running, SeatSet::EMPTY, "Bob has not come yet");
        kept.now.at += 5_000;
        kept.ask(arrive("bob")).unwrap();
        kept.now.at += 1_000;
        kept.first_move(Seat(1));
        assert_eq!(kept.events.last().unwrap().spent, Some(1_000));
        assert!(kept.table.clocks().unwrap().running.contains(Seat(0)), "only the first clock waits");
        checks_out(&kept);
    }
}

#[test]
fn acting_counts_as_presence_and_a_player_who_never_comes_is_gone() {
    let seats = || ["ann", "bob"].map(person);
    let mut kept = Kept::open(MUSKETEERS, Order { pace: CLOCK, clocks_wait: true, ..order(seats()) });
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(kept.table.clocks().unwrap().left, [Some(60_000); 2], "nothing was counted");
    kept.now.at += DAY;
    kept.ask(choose("attack", AbsentChoice::ClaimWin)).unwrap();
    let pace = TimeControl::Days { days: 3 };
    let mut slow = Kept::open(MUSKETEERS, Order { pace, clocks_wait: true, ..order(seats()) });
    slow.now.at += 3 * DAY - 1;
    assert_eq!(slow.ask(choose("musketeers", AbsentChoice::Abort)), Err(Decline::NotGoneYet));
    slow.now.at += 1;
    slow.ask(choose("musketeers", AbsentChoice::Abort)).unwrap();
}

#[test]
fn tables_stored_before_clocks_could_wait_fold_as_before() {
    let opened = Order { pace: CLOCK, ..order(["ann", "bob"].map(person)) };
    let (_, event) = Table::open(catalog::game(MUSKETEERS).unwrap(), opened, START).unwrap();
    let text = serde_json::to_string(&event).unwrap();
    assert!(!text.contains("clocks_wait"), "what was not there is not written");
    let table = Table::fold(catalog::game(MUSKETEERS).unwrap(), [serde_json::from_str(&text).unwrap()]).unwrap();
    assert!(table.clocks().unwrap().running.contains(Seat(0)), "the clock runs from the opening");
    let flagged = r#"{"at":2000000,"event":"flagged","seat":"attack"}"#;
    let mut over = table;
    over.apply_stored(&serde_json::from_str(flagged).unwrap()).unwrap();
    assert_eq!(over.outcome().unwrap().winner(), Some(Seat(1)));
    assert!(over.decide(&MatchCommand::Flag, Now::at(9_000_000)).unwrap().is_empty());
}
