//! Old events and records stay readable: a match of two people as the first version stored it, and its record.

use super::{Kept, NONCE, START, position};
use boxtop_table::{Decline, Event, MatchCommand, Now, Stamped, Table, TimeControl, replay};
use kernel::record::Record;
use kernel::{Seat, SeatSet};

const GAME: &str = "fighting-marines";

fn stored() -> Vec<Stamped> {
    let lines = include_str!("../old/events.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn record() -> Record {
    serde_json::from_str(include_str!("../old/record.json")).unwrap()
}

fn kept() -> Kept {
    let events = stored();
    let table = Table::fold(catalog::game(GAME).unwrap(), events.clone()).unwrap();
    Kept { game: GAME, table, events, now: Now::at(START), chains: Vec::new() }
}

#[test]
fn old_events_fold_to_the_same_table() {
    let kept = kept();
    assert!(kept.events.iter().all(|stamped| stamped.at == 0 && stamped.spent.is_none()));
    let opened = kept.table.opened();
    assert_eq!((opened.format, opened.pace, kept.table.version()), (1, TimeControl::Untimed, 16));
    assert_eq!(kept.table.wants_nonce(), SeatSet::EMPTY, "its dice have fallen without");
    assert_eq!(kept.table.record().steps, record().steps[..14]);
}

#[test]
fn an_old_match_continues_with_its_own_dice_to_a_valid_record() {
    let mut kept = kept();
    let add = MatchCommand::AddNonce { seat: "red-black".into(), nonce: NONCE.into() };
    assert_eq!(kept.ask(add), Err(Decline::NonceGiven));
    kept.play_on(30);
    kept.ask(MatchCommand::OfferDraw { seat: kept.id(Seat(0)).into() }).unwrap();
    kept.ask(MatchCommand::Answer { seat: kept.id(Seat(1)).into(), yes: true }).unwrap();
    let record = kept.table.record();
    let winners = vec!["red-black".into(), "yellow-green".into()];
    assert_eq!((record.dice, kept.events.last().unwrap().event.clone()), (1, Event::Drawn { winners }));
    let again = replay(kept.game(), &record).unwrap();
    assert!(again.throws_checked > 4);
    assert_eq!(again.outcome, kept.table.outcome());
    assert_eq!(kept.folded().record(), record);
}

#[test]
fn an_old_record_is_still_verified() {
    let mut old = record();
    let again = replay(catalog::game(GAME).unwrap(), &old).unwrap();
    assert_eq!((old.format, old.dice, again.throws_checked), (1, 1, 4));
    let text = serde_json::to_value(&old).unwrap();
    let written: serde_json::Value = serde_json::from_str(include_str!("../old/record.json")).unwrap();
    assert_eq!(text, written, "it is written back unchanged");
    old.nonces[1] = NONCE.into();
    assert!(replay(catalog::game(GAME).unwrap(), &old).is_err());
}

/// A table of Ranger Commandos, stored under rules version 1 in the middle of an escape, with a commando still
/// aboard.
#[test]
fn a_table_in_progress_continues_under_its_own_rules() {
    let lines = include_str!("../old/rangers.jsonl").lines();
    let events: Vec<Stamped> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    let game = "ranger-commandos";
    let table = Table::fold(catalog::game(game).unwrap(), events.clone()).unwrap();
    let mut kept = Kept { game, table, events, now: Now::at(START), chains: Vec::new() };
    assert_eq!((kept.table.opened().rules_version, position(&kept.table)["phase"].as_str()), (1, Some("escape")));
    kept.play_on(1_000);
    let played = kept.table.record();
    let written: Record = serde_json::from_str(include_str!("../old/rangers-record.json")).unwrap();
    assert_eq!((&played.steps, &played.result), (&written.steps, &written.result));
    assert_eq!((played.rules_version, replay(kept.game(), &written).unwrap().outcome), (1, kept.table.outcome()));
}
