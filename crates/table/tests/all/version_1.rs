//! Matches of rules version 1, as a server stored them: one in progress and one over for each game.
//!
//! The files in `version_1/` are never regenerated. However the rules change, they are folded, played on and
//! replayed under their own version, with the meaning their options had then.

use super::{GAMES, Kept, START};
use boxtop_table::{Now, ReplayError, Stamped, Table, replay};
use kernel::record::Record;
use kernel::{OptionValue, Seat, Turn};

/// A game with its stored match in progress and its record.
type Stored = (&'static str, &'static str, &'static str);

macro_rules! stored {
    ($slug:literal) => {
        (
            $slug,
            include_str!(concat!("../version_1/", $slug, ".events.jsonl")),
            include_str!(concat!("../version_1/", $slug, ".record.json")),
        )
    };
}

const STORED: [Stored; 3] = [stored!("three-musketeers"), stored!("hit-the-beach"), stored!("fighting-marines")];

fn record(text: &str) -> Record {
    serde_json::from_str(text).unwrap()
}

fn in_progress(game: &'static str, events: &str) -> Kept {
    let events: Vec<Stamped> = events.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let table = Table::fold(catalog::game(game).unwrap(), events.clone()).unwrap();
    let last = events.last().unwrap().at;
    Kept { game, table, events, now: Now::at(last.max(START)), chains: Vec::new() }
}

#[test]
fn a_record_of_version_1_is_replayed_and_verified() {
    for (game, _, text) in STORED {
        let record = record(text);
        assert_eq!((record.game.as_str(), record.rules_version), (game, 1));
        let again = replay(catalog::game(game).unwrap(), &record).unwrap_or_else(|error| panic!("{game}: {error}"));
        let shares = again.outcome.unwrap().shares[..record.seats.len()].to_vec();
        assert_eq!(Some(shares), record.result.as_ref().map(|result| result.shares.clone()), "{game}");
        assert_eq!(again.throws_checked as usize, record.throws.len(), "{game}");
        assert_eq!(serde_json::to_string(&record).unwrap(), text.trim_end(), "it is written again as it was");
    }
}

#[test]
fn a_table_of_version_1_in_progress_is_folded_and_played_on_under_its_version() {
    for (game, events, _) in STORED {
        let mut kept = in_progress(game, events);
        assert_eq!(kept.table.opened().rules_version, 1);
        assert_ne!(kept.table.turn(), Turn::Over, "{game}");
        let before = kept.events.len();
        kept.play_on(40);
        assert!(kept.events.len() > before, "{game} goes on");
        let record = kept.table.record();
        assert_eq!(record.rules_version, 1, "{game}");
        assert_eq!(kept.folded().record(), record, "{game}");
        replay(kept.game(), &record).unwrap_or_else(|error| panic!("{game}: {error}"));
    }
}

#[test]
fn an_option_that_version_1_did_not_have_means_what_was_played_then() {
    // One musketeer could walk to a jump and none can jump at once: version 1 says the attack has won.
    let (game, events, text) = STORED[0];
    let mut old = record(text);
    assert!(!old.options.contains_key("rescue"));
    assert_eq!(old.result.as_ref().map(|result| result.shares.clone()), Some(vec![1.0, 0.0]));
    replay(catalog::game(game).unwrap(), &old).unwrap();
    let mut kept = in_progress(game, events);
    for (seat, action) in [("attack", "i6-i7"), ("musketeers", "e1-e2")] {
        kept.act(seat, action).unwrap();
    }
    assert_eq!(kept.table.outcome().unwrap().winner(), Some(Seat(0)));
    assert_eq!(kept.table.record().result.unwrap().rules, ["TM-15"]);
    old.options.insert("rescue".into(), OptionValue::Word("in_any_way".into()));
    assert_eq!(replay(catalog::game(game).unwrap(), &old).err(), Some(ReplayError::Result), "the option changes it");
}

#[test]
fn an_unknown_rules_version_is_refused() {
    for game in GAMES {
        let played = catalog::game(game).unwrap();
        let newest = played.info().rules_version;
        for version in [0, newest + 1, u32::MAX] {
            let future = Record { rules_version: version, game: game.into(), ..record(STORED[0].2) };
            let said = replay(played, &future).err().unwrap().to_string();
            let wanted = format!(
                "this record was played under version {version} of the rules; this program plays versions 1 to {newest}. Use a newer boxtop to replay it."
            );
            assert_eq!(said, wanted);
        }
    }
    let events = STORED[0].1.replacen("\"rules_version\":1", "\"rules_version\":7", 1);
    let events: Vec<Stamped> = events.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = Table::fold(catalog::game(STORED[0].0).unwrap(), events).err().unwrap().to_string();
    assert!(said.contains("rules version 7; this program plays 1 to"), "{said}");
}
