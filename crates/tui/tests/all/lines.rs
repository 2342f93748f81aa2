//! Line mode.

use crate::party::{alone, archive, both, game, whole_match, with_option};
use boxtop_tui::{Local, Look, NewMatch, lines};

/// Plays these lines in line mode. Returns the output and the match.
fn converse(new_match: &NewMatch, script: &str) -> (String, Local) {
    let local = Local::begin(archive(), game(), new_match).unwrap();
    let mut output = Vec::new();
    let local = lines::run(local, Look::PLAIN, true, script.as_bytes(), &mut output).unwrap();
    (String::from_utf8(output).unwrap(), local)
}

#[test]
fn a_whole_match_to_its_end() {
    let new_match = with_option(both(), "quiet_limit", 2);
    let moves = whole_match(&new_match);
    let (output, local) = converse(&new_match, &(moves.join("\n") + "\nlog\nquit\n"));
    let verdict = local.view().view.verdict.expect("it is over");
    assert!(output.contains("The game is over."), "{output}");
    assert!(output.replace('\n', " ").contains(&verdict.text), "{}", verdict.text);
    assert_eq!(local.view().view.log.len(), moves.len());
    assert!(output.is_ascii());
}

#[test]
fn a_match_against_the_computer_goes_on_after_each_move() {
    let (output, local) = converse(&alone("attack"), "d6-d7\nmoves\n");
    assert_eq!(local.view().view.log.len(), 2, "{output}");
    assert!(output.contains("  1. attack d6-d7:") && output.contains("  2. musketeers "), "{output}");
    assert!(output.contains(" legal: "));
}

#[test]
fn refusals_change_nothing_and_name_the_rule() {
    let (output, local) = converse(&both(), "d5-d6\nrules\nz9-z8\nnew\nundo\nrules TM-99\n");
    assert!(output.contains("! d6 is occupied. (TM-12)"), "{output}");
    assert!(output.contains("TM-12 - One man per point"), "{output}");
    assert!(output.contains("! The game is not over."), "{output}");
    assert!(output.contains("! There is nothing to undo."), "{output}");
    assert!(output.contains("! There is no rule TM-99"), "{output}");
    assert!(local.view().view.log.is_empty());
}

#[test]
fn the_word_undo_undoes_once_and_says_so_once() {
    let (output, local) = converse(&both(), "d6-d7\ne7-e8\nundo\n");
    let moves: Vec<String> = local.view().view.log.iter().map(|entry| entry.action.clone()).collect();
    assert_eq!(moves, ["d6-d7"]);
    let answer = output.split("> undo\n").nth(1).expect("an answer");
    assert_eq!(answer.lines().next(), Some("Undone."), "{answer}");
    let words: Vec<&str> =
        answer.lines().filter(|line| line.starts_with(|first: char| first.is_alphabetic())).collect();
    assert_eq!(words.iter().filter(|line| line.contains("d6") || line.contains("e7")).count(), 0, "{answer}");
    // Against a computer, your move is undone with its reply.
    let (output, local) = converse(&alone("attack"), "d6-d7\nundo\n");
    assert!(local.view().view.log.is_empty(), "{output}");
    assert_eq!(output.matches("Undone.").count(), 1, "{output}");
}

#[test]
fn every_word_is_answered() {
    let (output, local) = converse(&both(), "help\nlog\nsave\nboard\nmoves\nrules all\nhint\n\n?\nquit\nd6-d7\n");
    for part in ["every legal move", "Nothing has been played yet.", "saved at once in memory", "2 legal: d6-d7 f6-f7"]
    {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(output.contains("TM-23 Names and notation") && output.contains("A general would play"), "{output}");
    assert!(local.view().view.log.is_empty(), "nothing is read after quit");
}

#[test]
fn a_finished_match_is_analysed_at_this_terminal_and_a_running_one_is_not() {
    let (output, _) = converse(&both(), "analysis\nd6-d7\nresign\nanalysis\n");
    assert!(output.contains("! The game is not over. It can be analysed when it is."), "{output}");
    let report = output.split("> analysis\n").nth(2).expect("the report");
    assert!(report.contains("Analysing the match") && report.contains("accuracy "), "{report}");
    assert!(report.contains("mistakes") && report.contains("First player"), "{report}");
    assert!(report.is_ascii() && report.lines().all(|line| line.chars().count() <= 78), "{report}");
}

#[test]
fn a_contest_by_resigning() {
    let (output, local) = converse(&NewMatch { contest: true, ..both() }, "resign\nnew\nresign\n");
    assert!(output.contains("Type new for the second game"), "{output}");
    assert!(output.contains("Game 2 of 2: Second player 1, First player 1."), "{output}");
    assert!(!local.view().goes_on);
}

#[test]
fn nonsense_input_does_no_harm() {
    let long = "x".repeat(10_000);
    let script = format!("{long}\n\u{1b}[2J\nrules {long}\n--\n:\ne7xe5xg5xe3\n");
    let (output, local) = converse(&both(), &script);
    assert!(!output.contains('\u{1b}'));
    assert_eq!(output.matches("> xxx").count(), 1, "a line that is too long is one line");
    assert!(local.view().view.log.is_empty());
    let local = Local::begin(archive(), game(), &both()).unwrap();
    lines::run(local, Look::FULL, true, &b"\xff\xfe\n\0\n"[..], Vec::new()).unwrap();
}
