//! `boxtop analyse`: what it prints and writes for matches of all games, and what it refuses.

use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn boxtop(args: &[&str], input: Stdio) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boxtop")).args(args).stdin(input).output().expect("it runs")
}

fn printed(args: &[&str], input: Stdio) -> String {
    let output = boxtop(args, input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?} is not silent in a pipe");
    String::from_utf8(output.stdout).expect("text")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// The record of a short match between greedy players.
fn record(folder: &Path, game: &str, option: &str) -> PathBuf {
    let folder = folder.join(game);
    let players = ["sim", game, "--players", "2", "--seats", "greedy,greedy", "--matches", "1", "--seed", "4"];
    printed(&[&players[..], &["--option", option, "--records", text(&folder)]].concat(), Stdio::null());
    let mut files = fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    files.find(|path| path.extension().is_some_and(|end| end == "json")).expect("a record")
}

#[test]
fn every_game_is_analysed_in_words_numbers_and_a_chart() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, option) in [
        ("three-musketeers", "quiet_limit=8"),
        ("fighting-marines", "throw_limit=6"),
        ("ranger-commandos", "dawn_round=6"),
        ("hit-the-beach", "throw_limit=12"),
        ("conflict", "throw_limit=5"),
    ] {
        let (file, chart) = (record(folder.path(), game, option), folder.path().join(format!("{game}.svg")));
        let said = printed(&["analyse", text(&file), "--svg", text(&chart)], Stdio::null());
        for part in ["accuracy", "luck", "Loss: mean of all decisions."] {
            assert!(said.contains(part), "{game}: {said}");
        }
        assert!(said.lines().all(|line| line.chars().count() <= 100), "{said}");
        assert!(fs::read_to_string(&chart).expect("a chart").starts_with("<svg"));
        let json = printed(&["analyse", "-", "--json"], File::open(&file).expect("a file").into());
        let found: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(found["complete"], true, "{json}");
        let sum: f64 = found["result"].as_array().expect("shares").iter().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{json}");
        assert_eq!(printed(&["analyse", text(&file), "--json"], Stdio::null()), json, "the same bytes");
    }
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = record(folder.path(), "ranger-commandos", "dawn_round=6");
    let mut running: Value = serde_json::from_str(&fs::read_to_string(&file).expect("a record")).expect("JSON");
    running.as_object_mut().expect("an object").remove("result");
    let unfinished = folder.path().join("running.json");
    fs::write(&unfinished, running.to_string()).expect("a file");
    let broken = folder.path().join("broken.json");
    fs::write(&broken, "no record").expect("a file");
    for (args, code, says) in [
        (&[text(&unfinished)][..], 1, "not over"),
        (&[text(&broken)], 1, "is not a record of Boxtop"),
        (&["missing.json"], 1, "missing.json"),
        (&[text(&file), "--seat", "white"], 2, "there is no seat white; choose one of p1, p2"),
    ] {
        let output = boxtop(&[&["analyse"], args].concat(), Stdio::null());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(says) && !error.contains("panicked"), "{args:?} does not say “{says}”: {error}");
    }
}
