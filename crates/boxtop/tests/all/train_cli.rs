//! `train` on the command line: what it writes, how it is interrupted and resumed, and what it refuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `boxtop train` with a tiny network, in this folder.
fn train(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boxtop"));
    command.current_dir(folder).arg("train").args(args).stdin(Stdio::null());
    command.output().expect("it runs")
}

const TINY: [&str; 10] =
    ["ranger-commandos", "--players", "2", "--matches", "12", "--batch", "4", "--hidden", "6", "--seed=3"];

/// Runs it with more arguments; it succeeds.
fn trained(folder: &Path, more: &[&str]) -> String {
    let output = train(folder, &[&TINY[..], more].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{more:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_file_is_the_same_without_and_with_a_break() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    let told = trained(folder.path(), &["--threads", "2"]);
    assert!(told.contains("matches   12 of 12") && told.contains("file      ranger-commandos-2.values"), "{told}");
    let whole = read("ranger-commandos-2.values");
    assert!(whole.starts_with("boxtop values 1\ngame: ranger-commandos\n"), "{whole}");
    assert!(!folder.path().join("ranger-commandos-2.values.checkpoint").exists());

    let told = trained(folder.path(), &["--out", "part.values", "--steps", "1"]);
    assert!(told.contains("matches   4 of 12"), "{told}");
    assert!(read("part.values").contains("\nmatches: 4\n"));
    let told = trained(folder.path(), &["--out", "part.values", "--resume"]);
    assert!(told.contains("matches   12 of 12"), "{told}");
    let numbers = |text: &str| text.split_once("\n\n").expect("two parts").1.to_owned();
    assert_eq!(numbers(&read("part.values")), numbers(&whole));
}

/// Exit code 2 and these words.
fn refused(folder: &Path, args: &[&str], says: &str) {
    let output = train(folder, args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(error.contains(says) && !error.contains("panicked"), "{args:?} does not say “{says}”: {error}");
}

#[test]
fn what_cannot_be_trained_is_refused_with_a_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    refused(folder.path(), &["chess"], "there is no game called");
    refused(folder.path(), &["ranger-commandos", "--matches", "0"], "no matches to play");
    refused(folder.path(), &["ranger-commandos", "--hidden", "9000"], "hidden layers");
    refused(folder.path(), &["ranger-commandos", "--lambda", "2"], "between 0 and 1");
    refused(folder.path(), &["three-musketeers"], "has no features");
    refused(folder.path(), &[&TINY[..], &["--resume"]].concat(), "start without --resume");
    trained(folder.path(), &["--steps", "1"]);
    refused(folder.path(), &TINY, "add --resume");
    refused(folder.path(), &[&TINY[..], &["--resume", "--lambda", "0.5"]].concat(), "other arguments");
    fs::write(folder.path().join("ranger-commandos-2.values.checkpoint"), "x").expect("written");
    let broken = train(folder.path(), &[&TINY[..], &["--resume"]].concat());
    assert_eq!(broken.status.code(), Some(1), "{}", String::from_utf8_lossy(&broken.stderr));
}
