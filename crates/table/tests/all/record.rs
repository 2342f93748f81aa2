//! Records with every kind of step.

use super::{GAMES, Kept, START, order, person};
use boxtop_table::{MatchCommand, Order, ReplayError, TimeControl, replay};
use kernel::Seat;
use kernel::record::{Record, Step};

/// A match with undo, absence, a return, a flag and a draw.
fn eventful(game: &'static str) -> Kept {
    let pace = TimeControl::Clock { initial: 3_600, increment: 5 };
    let mut kept = Kept::open(game, Order { pace, ..order(["ann", "bob"].map(person)) });
    let (one, two) = (kept.id(Seat(0)).to_owned(), kept.id(Seat(1)).to_owned());
    kept.play_on(9);
    kept.ask(MatchCommand::AskBack { seat: one.clone(), steps: Some(4) }).unwrap();
    kept.ask(MatchCommand::Answer { seat: two.clone(), yes: true }).unwrap();
    kept.play_on(6);
    kept.ask(MatchCommand::Relieve { seat: one.clone(), absent: two.clone(), level: "major".into() }).unwrap();
    kept.play_on(4);
    kept.ask(MatchCommand::Return { seat: two.clone(), key: "bob".into() }).unwrap();
    kept.play_on(4);
    kept.ask(MatchCommand::OfferDraw { seat: two }).unwrap();
    kept.ask(MatchCommand::Answer { seat: one, yes: true }).unwrap();
    kept
}

#[test]
fn a_record_with_every_kind_of_step_is_replayed_and_verified() {
    for game in GAMES {
        let kept = eventful(game);
        let text = serde_json::to_string(&kept.table.record()).unwrap();
        let record: Record = serde_json::from_str(&text).unwrap();
        assert_eq!(record, kept.table.record());
        assert_eq!((record.format, record.dice, record.began), (4, 3, Some(START)));
        assert_eq!(record.times.len(), record.steps.len());
        assert!(record.times.iter().sum::<i64>() >= 20_000);
        let again = replay(kept.game(), &record).unwrap();
        assert_eq!(again.outcome, kept.table.outcome());
        assert_eq!(again.throws.len(), record.throws.len());
        assert_eq!(again.game_match.played(), kept.table.game_match().played());
        assert_eq!(kept.folded().record(), record);
    }
}

#[test]
fn false_purposes_numbers_and_times_are_detected() {
    let good = eventful("conflict").table.record();
    let game = catalog::game("conflict").unwrap();
    let check = |change: fn(&mut Record)| {
        let mut record = good.clone();
        change(&mut record);
        replay(game, &record).err().expect("the lie passes")
    };
    assert!(matches!(check(|r| r.purposes[0].outcomes[0].1 += 1), ReplayError::Step { .. }));
    assert!(matches!(check(|r| r.throws[0].number = 9), ReplayError::Step { .. }));
    assert!(matches!(check(|r| r.throws.truncate(1)), ReplayError::Step { .. }));
    assert!(matches!(check(|r| r.times.truncate(1)), ReplayError::Setup(_)));
    assert!(matches!(check(|r| r.dice = 1), ReplayError::Commitment));
    assert!(matches!(check(|r| r.dice = 4), ReplayError::Dice(_)));
    assert!(matches!(check(|r| r.steps.push(Step::Undo { undo: 1 })), ReplayError::Step { .. }));
    assert!(matches!(check(|r| drop(r.steps.pop())), ReplayError::Setup(_) | ReplayError::Result));
}

#[test]
fn every_step_survives_a_json_round_trip() {
    let relief = Some("Computer (captain)".to_owned());
    let steps = [
        Step::Entered { entered: "6".into() },
        Step::Flag { flag: "red".into(), relief: relief.clone() },
        Step::Resign { resign: "red".into(), relief },
        Step::Draw { draw: true },
        Step::Relieve { relieve: "red".into(), by: "Computer (major)".into() },
        Step::Return { back: "red".into() },
        Step::Undo { undo: 2 },
        Step::Commit { commit: "red".into(), anchor: "00".repeat(32) },
        Step::Reveal { reveal: "red".into(), link: "11".repeat(32) },
        Step::Withdraw { withdraw: "red".into() },
        Step::Chance {
            chance: "6".into(),
            link: Some("22".repeat(32)),
            by: Some("red".into()),
            server: Some("33".repeat(32)),
        },
    ];
    for step in steps {
        let text = serde_json::to_string(&step).unwrap();
        assert_eq!(serde_json::from_str::<Step>(&text).unwrap(), step, "{text}");
    }
}

/// A third is a third: three people agree on a draw.
#[test]
fn shares_are_exact_in_table_view_event_and_record() {
    let third = 1.0 / 3.0;
    let mut kept = Kept::open("hit-the-beach", order(["ann", "bob", "cid"].map(person)));
    kept.play_on(12);
    kept.ask(MatchCommand::OfferDraw { seat: "red".into() }).unwrap();
    for seat in ["green", "blue"] {
        kept.ask(MatchCommand::Answer { seat: seat.into(), yes: true }).unwrap();
    }
    assert_eq!(kept.table.outcome().unwrap().shares[..3], [third; 3]);
    let record = kept.table.record();
    assert_eq!(record.result.as_ref().unwrap().shares, [third; 3]);
    let text = serde_json::to_string(&record).unwrap();
    assert!(text.contains("\"shares\":[0.3333333333333333,0.3333333333333333,0.3333333333333333]"), "{text}");
    assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
    let claims = |share: f64| {
        let mut claimed = record.clone();
        claimed.result.as_mut().unwrap().shares = vec![share; 3];
        replay(kept.game(), &claimed).err()
    };
    assert_eq!((claims(third), claims(0.333_333_34)), (None, None), "as it is, and as old records round it");
    for lie in [0.333_333_3, 0.333_333_333, 0.25] {
        assert_eq!(claims(lie), Some(ReplayError::Result), "{lie}");
    }
}
