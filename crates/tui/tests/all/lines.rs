//! The conversation in lines.

use crate::party::{alone, archive, both, title, whole_match, with_option};
use boxtop_tui::{Local, Look, NewMatch, lines};

/// Says the lines, one after the other; what was answered, and the match.
fn converse(new_match: &NewMatch, script: &str) -> (String, Local) {
    let local = Local::begin(archive(), title(), new_match).unwrap();
    let mut output = Vec::new();
    let local = lines::run(local, Look::PLAIN, true, script.as_bytes(), &mut output).unwrap();
    (String::from_utf8(output).unwrap(), local)
}

#[test]
fn a_whole_match_to_its_end() {
    let new_match = with_option(both(), "quiet_limit", 2);
    let moves = whole_match(&new_match);
    let (told, local) = converse(&new_match, &(moves.join("\n") + "\nlog\nquit\n"));
    let verdict = local.view().view.verdict.expect("it is over");
    assert!(told.contains("The game is over."), "{told}");
    assert!(told.replace('\n', " ").contains(&verdict.text), "{}", verdict.text);
    assert_eq!(local.view().view.log.len(), moves.len());
    assert!(told.is_ascii());
}

#[test]
fn a_match_against_the_computer_goes_on_after_each_move() {
    let (told, local) = converse(&alone("attack"), "d6-d7\nmoves\n");
    assert_eq!(local.view().view.log.len(), 2, "{told}");
    assert!(told.contains("  1. attack d6-d7:") && told.contains("  2. musketeers "), "{told}");
    assert!(told.contains(" legal: "));
}

#[test]
fn refusals_change_nothing_and_name_the_rule() {
    let (told, local) = converse(&both(), "d5-d6\nrules\nz9-z8\nnew\nundo\nrules TM-99\n");
    assert!(told.contains("! d6 is occupied. (TM-12)"), "{told}");
    assert!(told.contains("TM-12 - One man a point"), "{told}");
    assert!(told.contains("! The game is not over."), "{told}");
    assert!(told.contains("! There is nothing to undo."), "{told}");
    assert!(told.contains("! There is no rule TM-99"), "{told}");
    assert!(local.view().view.log.is_empty());
}

#[test]
fn the_word_undo_undoes_once_and_says_so_once() {
    let (told, local) = converse(&both(), "d6-d7\ne7-e8\nundo\n");
    let moves: Vec<String> = local.view().view.log.iter().map(|entry| entry.action.clone()).collect();
    assert_eq!(moves, ["d6-d7"]);
    let answer = told.split("> undo\n").nth(1).expect("an answer");
    assert_eq!(answer.lines().next(), Some("Taken back."), "{answer}");
    let words: Vec<&str> =
        answer.lines().filter(|line| line.starts_with(|first: char| first.is_alphabetic())).collect();
    assert_eq!(words.iter().filter(|line| line.contains("d6") || line.contains("e7")).count(), 0, "{answer}");
    // Against a computer one’s own move goes back with its answer, and nobody moves before oneself.
    let (told, local) = converse(&alone("attack"), "d6-d7\nundo\n");
    assert!(local.view().view.log.is_empty(), "{told}");
    assert_eq!(told.matches("Taken back.").count(), 1, "{told}");
}

#[test]
fn every_word_is_answered() {
    let (told, local) = converse(&both(), "help\nlog\nsave\nboard\nmoves\nrules all\nhint\n\n?\nquit\nd6-d7\n");
    for part in ["every legal move", "Nothing has been played yet.", "saved at once in memory", "2 legal: d6-d7 f6-f7"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.contains("TM-23 Names and notation") && told.contains("A general would play"), "{told}");
    assert!(local.view().view.log.is_empty(), "nothing is read after quit");
}

#[test]
fn a_contest_by_resigning() {
    let (told, local) = converse(&NewMatch { contest: true, ..both() }, "resign\nnew\nresign\n");
    assert!(told.contains("Type new for the second game"), "{told}");
    assert!(told.contains("Game 2 of 2: Second player 1, First player 1."), "{told}");
    assert!(!local.view().goes_on);
}

#[test]
fn nonsense_is_survived() {
    let long = "x".repeat(10_000);
    let script = format!("{long}\n\u{1b}[2J\nrules {long}\n--\n:\ne7xe5xg5xe3\n");
    let (told, local) = converse(&both(), &script);
    assert!(!told.contains('\u{1b}'));
    assert_eq!(told.matches("> xxx").count(), 1, "a line that is too long is one line");
    assert!(local.view().view.log.is_empty());
    let local = Local::begin(archive(), title(), &both()).unwrap();
    lines::run(local, Look::FULL, true, &b"\xff\xfe\n\0\n"[..], Vec::new()).unwrap();
}
