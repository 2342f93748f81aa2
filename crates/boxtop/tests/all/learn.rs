//! `boxtop learn` from outside: input, output and exit code.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn learn(locale: &str, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boxtop"))
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("LANG", locale)
        .arg("learn")
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
fn a_lesson_is_left_and_resumed_through_a_pipe() {
    let first = learn("C.UTF-8", &["three-musketeers", "--plain"], "d6-d7\nquit\n");
    assert!(first.status.success());
    assert!(said(&first).contains("Right!"), "{}", said(&first));
    assert!(said(&first).ends_with("To go on: boxtop learn three-musketeers --step 2\n"), "{}", said(&first));
    assert!(said(&first).is_ascii());
    let last = learn("C", &["three-musketeers", "--step", "9"], "e5xe7\ne7xg7\n");
    assert!(last.status.success());
    assert!(said(&last).ends_with("Play it: boxtop play three-musketeers\n"), "{}", said(&last));
    assert!(said(&last).is_ascii(), "the locale has no UTF-8");
}

#[test]
fn invalid_arguments_have_exit_code_two_and_one_message() {
    for (args, part) in [
        (&[][..], "which game? Write boxtop learn GAME, where GAME is three-musketeers, fighting-marines"),
        (&["chess"], "there is no game called “chess”"),
        (&["three-musketeers", "--step", "10"], "the lesson of The Three Musketeers has steps 1 to 9"),
        (&["three-musketeers", "--step", "0"], "--step"),
        (&["three-musketeers", "--step", "many"], "--step"),
    ] {
        let output = learn("C.UTF-8", args, "quit\n");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(part), "{args:?}: {error}");
        assert_eq!(said(&output), "", "{args:?}");
    }
}
