//! `boxtop puzzle` and `boxtop puzzles generate` from outside: input, output and exit code.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn boxtop(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boxtop"))
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("LANG", "C.UTF-8")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A program that has refused its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_puzzle_is_solved_through_a_pipe() {
    let puzzle = &catalog::game("hit-the-beach").unwrap().puzzles().unwrap().puzzles[16];
    let best = puzzle.exercise.best().next().unwrap();
    let output = boxtop(&["puzzle", "hit-the-beach", "17", "--plain"], &format!("{best}\nquit\n"));
    assert!(output.status.success());
    assert!(said(&output).contains("puzzle 17 of ") && said(&output).contains("Right!"), "{}", said(&output));
    assert!(said(&output).ends_with("To go on: boxtop puzzle hit-the-beach 17\n"), "{}", said(&output));
    assert!(said(&output).is_ascii());
    let today = boxtop(&["puzzle", "hit-the-beach"], "quit\n");
    assert!(today.status.success() && said(&today).contains("Find the best move for "), "{}", said(&today));
}

#[test]
fn invalid_arguments_have_exit_code_two_and_one_message() {
    for (args, part) in [
        (&["puzzle"][..], "which game? Write boxtop puzzle GAME, where GAME is three-musketeers"),
        (&["puzzle", "chess"], "there is no game called “chess”"),
        (&["puzzle", "hit-the-beach", "0"], "Hit the Beach has puzzles 1 to "),
        (&["puzzle", "hit-the-beach", "100000"], "Hit the Beach has puzzles 1 to "),
        (&["puzzle", "hit-the-beach", "tomorrow"], "“tomorrow” is neither a number nor today"),
        (&["puzzles", "generate", "chess", "--out", "-"], "there is no game called “chess”"),
        (&["puzzles", "generate", "conflict", "--out", "-", "--count", "0"], "ask for at least one"),
        (&["puzzles", "generate", "conflict", "--out", "-", "--count", "1e6"], "at most 10000 puzzles"),
        (&["puzzles", "generate", "conflict"], "--out"),
    ] {
        let output = boxtop(args, "quit\n");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(part), "{args:?}: {error}");
        assert_eq!(said(&output), "", "{args:?}");
    }
}
