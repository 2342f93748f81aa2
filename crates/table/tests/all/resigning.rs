//! Resigning, running out of time and agreeing on a draw where players have been eliminated: those who are out
//! decide nothing and win nothing.

use super::{GAMES, Kept, computer, order, person};
use boxtop_table::{AbsentChoice, Decline, Event, MatchCommand, Occupant, Order, Stamped, Table, TimeControl, replay};
use kernel::dynamic::MatchConfig;
use kernel::{OptionValue, Seat};
use serde_json::{Value, json};

fn resign(seat: &str) -> MatchCommand {
    MatchCommand::Resign { seat: seat.into() }
}

fn shares(table: &Table) -> Vec<f64> {
    table.outcome().expect("it is over").shares[..table.seats().len()].to_vec()
}

/// A match of Conflict in which these colours have been retired; Red holds their pieces.
fn conflict<const N: usize>(seats: [Occupant; N], retired: &[&str], options: &[(&str, OptionValue)]) -> Kept {
    let plain = order(seats);
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let config = MatchConfig { options, ..plain.config.clone() };
    let mut game_match = catalog::game("conflict").unwrap().open(&config).unwrap();
    let mut position = game_match.position(kernel::Viewer::Referee);
    position["phase"] = json!("throw");
    position["turn"] = json!("red");
    position["throws"] = json!(1);
    position["to_throw"] = json!([]);
    position["retired"] = json!(retired);
    for colour in retired {
        let army: Vec<String> = pieces(&position["pieces"][*colour]);
        position["pieces"][*colour] = json!({ "held": { "red": army } });
    }
    game_match.place(position.clone()).unwrap_or_else(|faults| panic!("{faults:?}"));
    Kept::open("conflict", Order { config, start: Some(position), ..plain })
}

/// Every piece of a colour that waits at home or in the reserve.
fn pieces(force: &Value) -> Vec<String> {
    let waiting =
        ["home", "reserve"].into_iter().flat_map(|place| force[place].as_array().cloned().unwrap_or_default());
    waiting.filter_map(|kind| kind.as_str().map(str::to_owned)).collect()
}

/// CF-36, FM-32, HB-30, RC-37
#[test]
fn a_computer_plays_on_for_a_player_who_resigns_in_every_game_of_several() {
    for game in GAMES.into_iter().filter(|game| *game != "three-musketeers") {
        let mut kept = Kept::open(game, order(["ann", "bob", "cid"].map(person)));
        kept.play_on(20);
        let quits = kept.id(Seat(0));
        kept.ask(resign(quits)).unwrap();
        assert!(!kept.table.is_over(), "{game} goes on");
        assert_eq!(kept.table.seats()[0], Occupant::relief(), "{game}");
        kept.play_on(40);
        assert_eq!(kept.folded().log(), kept.table.log(), "{game}");
    }
}

/// CF-27, CF-36
#[test]
fn a_player_who_is_out_cannot_end_the_match_for_the_others() {
    let mut kept = conflict(["ann", "bob", "cid", "dot"].map(person), &["orange", "green"], &[]);
    let before = kept.table.version();
    assert_eq!(kept.ask(resign("orange")), Err(Decline::Out));
    assert_eq!(kept.ask(MatchCommand::OfferDraw { seat: "orange".into() }), Err(Decline::Out));
    assert!(!kept.table.may_resign(Seat(1)) && kept.table.may_resign(Seat(2)));
    assert_eq!((kept.table.version(), kept.table.is_over()), (before, false), "nothing has happened");
}

/// CF-27, CF-36
#[test]
fn a_player_who_is_out_has_no_share_of_a_win_by_resignation() {
    let mut last = conflict(["ann", "bob", "cid"].map(person), &["orange"], &[]);
    last.ask(resign("red")).unwrap();
    assert_eq!(shares(&last.table), [0.0, 0.0, 1.0], "of the two who were left");
    // People who are out do not make the computers play on for them.
    let mut alone = conflict([person("ann"), person("bob"), computer(), computer()], &["orange"], &[]);
    alone.ask(resign("red")).unwrap();
    assert_eq!(shares(&alone.table), [0.0, 0.0, 0.5, 0.5]);
    let record = alone.table.record();
    assert_eq!(replay(alone.game(), &record).unwrap().outcome, alone.table.outcome());
    assert_eq!(shares(&alone.folded()), shares(&alone.table));
}

/// CF-27
#[test]
fn a_player_who_is_out_is_not_asked_for_a_draw_and_gets_nothing_of_it() {
    let mut kept = conflict(["ann", "bob", "cid"].map(person), &["orange"], &[]);
    kept.ask(MatchCommand::OfferDraw { seat: "red".into() }).unwrap();
    assert_eq!(kept.table.to_answer().iter().collect::<Vec<_>>(), [Seat(2)]);
    let answer = |seat: &str| MatchCommand::Answer { seat: seat.into(), yes: true };
    assert_eq!(kept.ask(answer("orange")), Err(Decline::NothingAsked));
    kept.ask(answer("yellow")).unwrap();
    assert_eq!(shares(&kept.table), [0.5, 0.0, 0.5]);
    assert_eq!(replay(kept.game(), &kept.table.record()).unwrap().outcome, kept.table.outcome());
}

/// CF-34, CF-36
#[test]
fn partners_lose_and_win_together_and_a_retired_one_still_belongs_to_the_side() {
    let partnership = [("partnership", OptionValue::Switch(true))];
    let seats = || [person("ann"), computer(), computer(), computer()];
    let mut kept = conflict(seats(), &["green"], &partnership);
    kept.ask(resign("red")).unwrap();
    assert_eq!(
        shares(&kept.table),
        [0.0, 1.0, 0.0, 1.0],
        "Orange wins for Green as well, and Yellow has lost with Red"
    );
    assert_eq!(replay(kept.game(), &kept.table.record()).unwrap().outcome, kept.table.outcome());
    let mut drawn = conflict([person("ann"), person("bob"), computer(), computer()], &[], &partnership);
    drawn.ask(MatchCommand::OfferDraw { seat: "red".into() }).unwrap();
    drawn.ask(MatchCommand::Answer { seat: "orange".into(), yes: true }).unwrap();
    assert_eq!(shares(&drawn.table), [0.5; 4], "each side has half");
}

/// RC-25, RC-37
#[test]
fn a_captured_commando_has_no_share_of_the_win() {
    let mut kept = Kept::open("ranger-commandos", order(["ann", "bob", "cid"].map(person)));
    let captured = |table: &Table| table.game_match().contenders().len() < 3;
    for round in 0.. {
        while !kept.table.is_over() && !captured(&kept.table) {
            kept.play_on(1);
        }
        if captured(&kept.table) && !kept.table.is_over() {
            break;
        }
        assert!(round < 400, "somebody is captured some time");
        let again = Order { id: format!("m{round}"), ..order(["ann", "bob", "cid"].map(person)) };
        kept = Kept::open("ranger-commandos", again);
    }
    let out = (0..3).map(Seat).find(|seat| !kept.table.game_match().contenders().contains(*seat)).unwrap();
    assert_eq!(kept.ask(resign(kept.id(out))), Err(Decline::Out));
    while kept.table.game_match().contenders().len() > 1 && !kept.table.is_over() {
        let quits =
            kept.table.game_match().contenders().iter().find(|seat| kept.table.seats()[seat.index()].key().is_some());
        kept.ask(resign(kept.id(quits.unwrap()))).unwrap();
    }
    assert_eq!(shares(&kept.table)[out.index()], 0.0, "{:?}", shares(&kept.table));
    assert!((shares(&kept.table).iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

/// CF-27
#[test]
fn a_flag_gives_nothing_to_a_player_who_is_out() {
    let mut kept = conflict(["ann", "bob", "cid"].map(person), &["orange"], &[]);
    let order = Order {
        pace: TimeControl::Clock { initial: 60, increment: 0 },
        start: kept.table.opened().start.clone(),
        ..order(["ann", "bob", "cid"].map(person))
    };
    kept = Kept::open("conflict", order);
    kept.now.at = kept.table.next_deadline().unwrap() + 1_000;
    kept.ask(MatchCommand::Flag).unwrap();
    let claim =
        |seat: &str| MatchCommand::Absent { seat: seat.into(), choice: AbsentChoice::ClaimWin, last_seen: None };
    assert_eq!(kept.ask(claim("orange")), Err(Decline::NobodyGone), "a player who is out has nothing to claim");
    kept.ask(claim("yellow")).unwrap();
    assert_eq!(shares(&kept.table), [0.0, 0.0, 1.0]);
}

#[test]
fn resigning_is_valid_whatever_version_was_seen() {
    let mut kept = Kept::open("hit-the-beach", order([person("ann"), computer(), computer()]));
    kept.play_on(30);
    for seen in [0, 1, kept.table.version(), 9_999] {
        assert!(kept.table.stands(&resign("red"), seen), "{seen}");
    }
}

/// Events and records of a time before winners were named: all others shared the win.
#[test]
fn old_events_keep_their_result() {
    let mut kept = conflict([person("ann"), person("bob"), computer(), computer()], &["orange"], &[]);
    kept.ask(resign("red")).unwrap();
    let last = kept.events.last_mut().unwrap();
    let old: Stamped = serde_json::from_value(json!({ "at": last.at, "event": "resigned", "seat": "red" })).unwrap();
    assert!(matches!(&old.event, Event::Resigned { winners, .. } if winners.is_empty()));
    *last = old;
    let folded = kept.folded();
    let third = 1.0 / 3.0;
    assert_eq!(shares(&folded), [0.0, third, third, third]);
    let mut record = folded.record();
    assert_eq!(replay(kept.game(), &record).unwrap().outcome, folded.outcome());
    record.result.as_mut().unwrap().shares = vec![0.0, 1.0, 0.0, 0.0];
    assert!(replay(kept.game(), &record).is_err(), "another result is still found out");
    record.result = None;
    assert!(replay(kept.game(), &record).is_err(), "and so is none");
    let drawn: Event = serde_json::from_value(json!({ "event": "drawn" })).unwrap();
    assert_eq!(drawn, Event::Drawn { winners: Vec::new() });
}
