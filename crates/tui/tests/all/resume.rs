//! Resuming matches: everything that was shown is in the store.

use crate::party::{Party, alone, archive, both, game, whole_match};
use boxtop_tui::{Archive, Local, NewMatch, TuiError};
use std::sync::Arc;
use table::MatchCommand;

#[test]
fn a_match_dropped_in_the_middle_is_resumed_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.sqlite");
    let moves = whole_match(&both());
    let before = {
        let archive = Arc::new(Archive::open(&file).unwrap());
        let mut party = Party::at(Local::begin(archive, game(), &both()).unwrap());
        moves.iter().take(25).for_each(|typed| party.line(typed));
        party.keys("u");
        assert_eq!(party.moves().len(), 24);
        party.local.view()
        // Dropped without a word, as a crash would.
    };
    let archive = Arc::new(Archive::open(&file).unwrap());
    let listed = archive.unfinished("three-musketeers").unwrap();
    assert_eq!(listed.len(), 1);
    assert!(listed[0].entry.title.contains("24 moves"), "{}", listed[0].entry.title);
    let local = Local::resume(archive.clone(), game(), &before.id[..6]).unwrap();
    assert_eq!(local.view(), before);
    let mut party = Party::at(local);
    party.line(&moves[24]);
    assert_eq!(party.moves(), moves[..25]);
    archive.close().unwrap();
}

#[test]
fn finished_matches_are_not_offered_and_contests_are_until_their_second_game() {
    let archive = archive();
    let mut party = Party::at(Local::begin(archive.clone(), game(), &both()).unwrap());
    party.keys("Ry");
    assert!(archive.unfinished("three-musketeers").unwrap().is_empty());
    let mut party = Party::at(Local::begin(archive.clone(), game(), &NewMatch { contest: true, ..both() }).unwrap());
    party.keys("Ry");
    let first = party.app.seen().id.clone();
    let offered = || archive.unfinished("three-musketeers").unwrap();
    assert_eq!(offered()[0].stream.as_str(), first);
    party.keys("n");
    let second = party.app.seen().id.clone();
    assert_eq!(offered().iter().map(|listed| listed.stream.as_str()).collect::<Vec<_>>(), [second]);
}

#[test]
fn a_match_continued_elsewhere_is_read_again() {
    let archive = archive();
    let act = |seat: &str, text: &str| MatchCommand::Act { seat: seat.into(), text: text.into() };
    let mut here = Local::begin(archive.clone(), game(), &both()).unwrap();
    here.command(&act("attack", "d6-d7")).unwrap();
    let mut there = Local::resume(archive, game(), &here.view().id).unwrap();
    there.command(&act("musketeers", "e7-e8")).unwrap();
    assert!(matches!(here.command(&act("musketeers", "e7-d6")), Err(TuiError::MovedOn)));
    assert_eq!(here.view(), there.view());
}

#[test]
fn a_match_that_cannot_be_resumed_is_reported_in_one_sentence() {
    let archive = archive();
    let resume = |id: &str| Local::resume(archive.clone(), game(), id).err().unwrap();
    assert!(resume("nothing").is_usage());
    assert!(resume("nothing").to_string().contains("no unfinished match “nothing”"));
    for _ in 0..2 {
        let mut party = Party::at(Local::begin(archive.clone(), game(), &both()).unwrap());
        party.line("d6-d7");
    }
    assert!(resume("").to_string().contains("several matches"));
}

#[test]
fn an_unknown_side_is_refused() {
    let refused = Local::begin(archive(), game(), &alone("cardinal")).err().unwrap();
    assert_eq!(refused.to_string(), "there is no side “cardinal”; there are attack, musketeers and both");
    assert!(refused.is_usage());
}

#[test]
fn a_match_in_which_nothing_was_played_leaves_no_trace() {
    let archive = archive();
    let local = Local::begin(archive.clone(), game(), &both()).unwrap();
    assert!(!local.is_kept());
    assert!(archive.unfinished("three-musketeers").unwrap().is_empty());
    let mut party = Party::at(local);
    party.line("d5-d6");
    assert!(!party.local.is_kept(), "a refusal is no action");
    party.line("d6-d7");
    assert!(party.local.is_kept());
    assert_eq!(archive.unfinished("three-musketeers").unwrap().len(), 1);
}
