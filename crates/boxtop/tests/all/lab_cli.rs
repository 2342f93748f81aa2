//! `sim`, `arena`, `sprt`, `bench` and `perft` on the command line: what they print, and what they refuse.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn boxtop(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boxtop")).args(args).stdin(Stdio::null()).output().expect("it runs")
}

fn printed(args: &[&str]) -> String {
    let output = boxtop(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?} is not silent in a pipe");
    String::from_utf8(output.stdout).expect("text")
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(args)).expect("one JSON object")
}

/// Exit code 2, these words on standard error, nothing on standard output.
fn refused(args: &[&str], says: &[&str]) {
    let output = boxtop(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(output.stdout.is_empty() && !error.contains("panicked"), "{args:?}: {error}");
    for word in says {
        assert!(error.contains(word), "{args:?} does not say “{word}”: {error}");
    }
}

#[test]
fn perft_prints_the_reference_counts() {
    let text = printed(&["perft", "three-musketeers", "--depth", "5"]);
    assert_eq!(text, "1 2 2\n2 22 22\n3 152 145\n4 566 486\n5 4934 3880\n");
}

#[test]
fn a_simulation_is_summed_up_and_repeatable() {
    let args = ["sim", "three-musketeers", "--matches", "200", "--seed", "4", "--json", "--threads"];
    let (one, two) = (json(&[&args[..], &["1"]].concat()), json(&[&args[..], &["2"]].concat()));
    for key in ["game", "matches", "finished", "mean_length", "wins", "ties"] {
        assert!(!one[key].is_null(), "{key} is missing: {one}");
        assert_eq!(one[key], two[key]);
    }
    assert!(one["seconds"].is_number() && one["matches_per_second"].is_number());
    assert_eq!(one["matches"], 200);
    let wins = one["wins"]["attack"].as_u64().unwrap() + one["wins"]["musketeers"].as_u64().unwrap();
    assert_eq!(wins + one["ties"].as_u64().unwrap(), 200);
    assert!(printed(&["sim", "three-musketeers", "--matches", "10"]).contains("mean length"));
}

#[test]
fn counts_may_be_written_short_and_threads_are_capped() {
    for count in ["200", "2e2", "2_00", "0.2e3"] {
        assert_eq!(json(&["sim", "three-musketeers", "--matches", count, "--json"])["matches"], 200);
    }
    let args = ["arena", "three-musketeers", "--a", "greedy", "--b", "random", "--matches", "1e1", "--json"];
    assert_eq!(json(&args)["matches"], 10);
    let output = boxtop(&["sim", "three-musketeers", "--matches", "20", "--json", "--threads", "1e6"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.contains("using 256"), "{error}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a summary");
    assert_eq!(summary["matches"], 20);
}

#[test]
fn records_are_written_once_and_never_over_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("new/matches");
    let path = inside.to_str().expect("a plain path");
    let args = ["sim", "three-musketeers", "--matches", "3", "--seats", "greedy,private", "--records", path];
    printed(&args);
    let first = std::fs::read_to_string(inside.join("match-0001.json")).expect("a record");
    assert_eq!(std::fs::read_dir(&inside).expect("the folder").count(), 3);
    let record: kernel::record::Record = serde_json::from_str(&first).expect("a record");
    assert_eq!((record.game.as_str(), record.seats[1].name.as_str()), ("three-musketeers", "private"));
    assert!(boxtop(&["replay", inside.join("match-0001.json").to_str().unwrap()]).status.success());
    refused(&args, &["match-0001.json", "already exists"]);
    assert_eq!(std::fs::read_to_string(inside.join("match-0001.json")).expect("still there"), first);
}

#[test]
fn the_arena_prints_score_and_interval() {
    let standing = json(&["arena", "three-musketeers", "--a", "captain", "--b", "random", "--matches", "6", "--json"]);
    let sum: u64 = ["a_wins", "b_wins", "ties"].iter().map(|key| standing[key].as_u64().unwrap()).sum();
    assert_eq!(sum, 6);
    let number = |key: &str| standing[key].as_f64().unwrap();
    assert!(number("low95") <= number("score") && number("score") <= number("high95"));
    assert_eq!(standing["sides"][0]["seat"], "attack");
    let text = printed(&["arena", "three-musketeers", "--a", "greedy", "--b", "random", "--matches", "2"]);
    assert!(text.contains("a_wins") && text.contains("low95"), "{text}");
}

#[test]
fn the_arena_says_how_to_repeat_it_and_how_long_players_think() {
    let args =
        ["arena", "ranger-commandos", "--a", "greedy", "--b", "random", "--matches", "12", "--seed", "9", "--json"];
    let standing = json(&[&args[..], &["--players", "2", "--threads", "1"]].concat());
    for key in ["rules_version", "options", "board_hash", "version", "commit", "clock", "paired_low95", "paired_high95"]
    {
        assert!(!standing[key].is_null(), "{key} is missing: {standing}");
    }
    assert_eq!((&standing["seed"], &standing["threads"], &standing["groups"]), (&9.into(), &1.into(), &6.into()));
    assert_eq!((&standing["ending"], &standing["interrupted"]), (&"complete".into(), &false.into()));
    for key in ["cpu_mean", "cpu_p50", "cpu_p99", "cpu_max", "stopped_by_clock", "decisions"] {
        assert!(standing["a_thinking"][key].is_number(), "{key} is missing: {standing}");
    }
}

#[test]
fn the_arena_stops_after_some_time() {
    let args = ["arena", "fighting-marines", "--a", "greedy", "--b", "random", "--seconds", "0.05", "--json"];
    let standing = json(&args);
    assert_eq!((&standing["ending"], &standing["interrupted"]), (&"time".into(), &false.into()));
    assert_eq!(standing["matches"].as_u64(), standing["groups"].as_u64().map(|groups| groups * 4), "whole rotations");
}

#[test]
fn a_test_stops_when_it_is_decided_and_says_what_it_found() {
    let args = ["sprt", "fighting-marines", "--a", "greedy", "--b", "random", "--elo0", "0", "--elo1", "100"];
    let report = |threads| json(&[&args[..], &["--json", "--threads", threads]].concat());
    let (one, two) = (report("1"), report("2"));
    assert_eq!((&one["verdict"], &one["ending"]), (&"stronger".into(), &"decided".into()), "{one}");
    for key in ["llr", "groups", "score", "low95", "elo", "group_scores", "sides", "board_hash", "version", "commit"] {
        assert!(!one[key].is_null(), "{key} is missing: {one}");
        assert_eq!(one[key], two[key], "{key} depends on the number of threads");
    }
    let text = printed(&args);
    for word in ["verdict   elo1: a is stronger by 100 Elo or more", "LLR  ", "greedy as yellow: ", "greedy thinks"] {
        assert!(text.contains(word), "“{word}” is missing: {text}");
    }
}

#[test]
fn a_test_that_may_not_go_on_is_undecided() {
    let args = ["sprt", "fighting-marines", "--a", "greedy", "--b", "greedy", "--elo0=-5", "--elo1", "5"];
    let report = json(&[&args[..], &["--json", "--max-groups", "20"]].concat());
    assert_eq!((&report["verdict"], &report["groups"]), (&"undecided".into(), &20.into()), "{report}");
    let text = printed(&[&args[..], &["--seconds", "0.05"]].concat());
    assert!(text.contains("undecided when time was up"), "{text}");
}

/// Starts a long experiment, interrupts it as Ctrl-C does, and returns what it printed.
#[cfg(target_os = "linux")]
fn interrupted(args: &[&str]) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boxtop"));
    let command = command.args(args).args(["--json", "--threads", "1"]).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let pid = child.id().to_string();
    // The program listens as soon as it has two threads more than the first: one for signals, one that plays.
    while std::fs::read_dir(format!("/proc/{pid}/task")).is_ok_and(|tasks| tasks.count() < 3) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("stopped; the result covers the "), "{error}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_experiment_prints_what_it_has() {
    let players = ["--a", "greedy", "--b", "greedy"];
    let arena = [&["arena", "fighting-marines", "--matches", "1e9"], &players[..]].concat();
    let sprt = [&["sprt", "fighting-marines", "--elo0=-1", "--elo1", "1"], &players[..]].concat();
    for args in [&arena, &sprt] {
        let result = interrupted(args);
        assert_eq!((&result["interrupted"], &result["ending"]), (&true.into(), &"interrupted".into()), "{result}");
        assert_eq!(result["matches"].as_u64(), result["groups"].as_u64().map(|groups| groups * 4), "whole rotations");
    }
    let summary =
        interrupted(&["sim", "fighting-marines", "--matches", "1e9", "--seats", "greedy,greedy,greedy,greedy"]);
    assert_eq!((&summary["interrupted"], &summary["matches"]), (&true.into(), &summary["finished"]), "{summary}");
}

#[test]
fn the_bench_measures_one_game_or_all() {
    let measured = json(&["bench", "three-musketeers", "--seconds", "0.05", "--json"]);
    for key in ["playouts_per_second", "actions_per_second", "nanoseconds_per_action", "search_nodes_per_second"] {
        assert!(measured[key].as_f64().unwrap() > 0.0, "{key}: {measured}");
    }
    assert!(printed(&["bench", "--seconds", "0.05"]).contains("three-musketeers"));
}

#[test]
fn at_a_table_of_four_the_arena_sets_one_against_three() {
    let args = ["arena", "fighting-marines", "--players", "4", "--a", "greedy", "--b", "random", "--matches", "40"];
    let standing = json(&[&args[..], &["--json"]].concat());
    assert_eq!((standing["players"].as_u64(), standing["fair"].as_f64()), (Some(4), Some(0.25)));
    assert!(standing["low95"].as_f64().unwrap() > 0.25, "greedy beats random: {standing}");
    let seats: Vec<_> = standing["sides"].as_array().unwrap().iter().map(|side| side["seat"].clone()).collect();
    assert_eq!(seats, ["red", "black", "yellow", "green"]);
    assert!(standing["a_thinking"]["longest"].as_f64() >= standing["a_thinking"]["mean"].as_f64());
    let text = printed(&args);
    for word in ["fighting-marines, 4 players", "fair      0.250", "greedy as yellow: ", "greedy thinks"] {
        assert!(text.contains(word), "“{word}” is missing: {text}");
    }
}

#[test]
fn a_simulation_of_any_number_of_players_prints_seats_throws_and_endings() {
    for (players, seats) in [("2", 2), ("3", 3), ("4", 4)] {
        let args = ["sim", "fighting-marines", "--players", players, "--matches", "50"];
        let summary = json(&[&args[..], &["--json"]].concat());
        assert_eq!(summary["scores"].as_object().unwrap().len(), seats);
        assert!(summary["mean_throws"].as_f64().unwrap() > 10.0, "{summary}");
        assert!(summary["endings"].as_object().unwrap().contains_key("FM-25"), "{summary}");
        let text = printed(&args);
        assert!(text.contains(" throws\n") && text.contains("by FM-25"), "{text}");
    }
    refused(&["sim", "fighting-marines", "--players", "5"], &["2 or 3 or 4", "not by 5"]);
}

#[test]
fn the_bench_says_for_how_many_players() {
    let measured = json(&["bench", "fighting-marines", "--seconds", "0.05", "--json"]);
    assert_eq!(measured["players"], 4);
    assert!(measured["state_bytes"].as_u64().unwrap() <= 128, "{measured}");
    let text = printed(&["bench", "fighting-marines", "--players", "2", "--seconds", "0.05"]);
    assert!(text.starts_with("fighting-marines, 2 players\n"), "{text}");
}

#[test]
fn perft_counts_a_throw_as_a_turn() {
    let text = printed(&["perft", "fighting-marines", "--players", "2", "--depth", "2"]);
    assert_eq!(text, "1 11 11\n2 121 3\n");
}

#[test]
fn impossible_requests_are_refused_with_a_reason() {
    for command in [&["sim", "chess"][..], &["arena", "chess", "--a", "random", "--b", "random"], &["bench", "chess"]] {
        refused(command, &["chess", "three-musketeers"]);
    }
    refused(&["perft", "three-musketers", "--depth", "2"], &["Did you mean three-musketeers?"]);
    refused(&["perft", "three-musketeers", "--depth", "0"], &["0"]);
    refused(&["sim", "three-musketeers", "--matches", "0"], &["at least one"]);
    refused(&["sim", "three-musketeers", "--seats", "random"], &["2 seats", "1 player is named"]);
    refused(&["sim", "three-musketeers", "--seats", "random,major"], &["major", "general"]);
    refused(&["sim", "three-musketeers", "--players", "3"], &["played by 2"]);
    refused(&["sim", "three-musketeers", "--option", "quiet_limit=soon"], &["quiet_limit", "whole number"]);
    refused(&["sim", "three-musketeers", "--option", "speed=9"], &["speed", "quiet_limit"]);
    refused(&["sim", "three-musketeers", "--option", "quiet_limit"], &["key=value"]);
    let twice = ["sim", "three-musketeers", "--option", "quiet_limit=20", "--option", "quiet_limit=30"];
    refused(&twice, &["--option quiet_limit is given more than once"]);
    for count in ["1.5", "many", "1e-2", "1e40", "-3"] {
        refused(&["sim", "three-musketeers", &format!("--matches={count}")], &["--matches", "1e6"]);
    }
    refused(&["arena", "three-musketeers", "--a", "random", "--b", "random", "--matches", "0"], &["at least one"]);
    let arena = ["arena", "three-musketeers", "--a", "random", "--b", "random", "--seconds"];
    refused(&[&arena[..], &["0"]].concat(), &["--seconds", "between 0.001 and"]);
    let sprt = ["sprt", "three-musketeers", "--a", "greedy", "--b", "random", "--elo0"];
    let with = |args: &[&'static str]| [&sprt[..], args].concat();
    refused(&["sprt", "chess", "--a", "greedy", "--b", "random", "--elo0", "0", "--elo1", "5"], &["three-musketeers"]);
    refused(&["sprt", "three-musketeers", "--a", "major", "--b", "random"], &["major", "general"]);
    refused(&with(&["0"]), &["--elo1"]);
    refused(&with(&["5", "--elo1", "5"]), &["elo1 (5) must be greater than elo0 (5)"]);
    refused(&with(&["NaN", "--elo1", "5"]), &["NaN Elo"]);
    refused(&with(&["0", "--elo1", "1e9"]), &["between -2000 and 2000"]);
    refused(&with(&["0", "--elo1", "5", "--alpha", "2"]), &["2 does not lie between 0 and 0.5"]);
    refused(&with(&["0", "--elo1", "5", "--beta", "0"]), &["0 does not lie between 0 and 0.5"]);
    refused(&with(&["0", "--elo1", "5", "--max-groups", "0"]), &["at least one"]);
    refused(&["bench", "--seconds", "0"], &["--seconds"]);
    refused(&["bench", "--seconds", "NaN"], &["--seconds"]);
}

#[test]
fn a_refused_simulation_leaves_no_folder_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records");
    refused(
        &["sim", "three-musketeers", "--matches", "0", "--records", path.to_str().expect("a plain path")],
        &["at least one"],
    );
    assert!(!Path::new(&path).exists());
}

#[test]
fn results_of_an_arena_are_drawn_and_anything_else_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (results, picture) = (folder.path().join("results.json"), folder.path().join("results.svg"));
    let arena = ["arena", "ranger-commandos", "--a", "greedy", "--b", "random", "--matches", "20", "--json"];
    std::fs::write(&results, printed(&arena)).expect("written");
    let path = |path: &Path| path.to_str().expect("a plain path").to_owned();
    let (from, to) = (path(&results), path(&picture));
    assert_eq!(printed(&["chart", &from, "--out", &to]), "");
    let svg = std::fs::read_to_string(&picture).expect("a picture");
    assert_eq!(svg, printed(&["chart", &from]));
    assert!(svg.starts_with("<svg") && svg.contains("greedy against random"), "{svg}");
    std::fs::write(&results, "{}").expect("written");
    let output = boxtop(&["chart", &from]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && error.contains("line 1 is not"), "{error}");
}
