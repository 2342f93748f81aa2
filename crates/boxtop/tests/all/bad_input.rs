//! Bad input of any kind gets one clear message, changes nothing and never panics.

use crate::support::{BOXTOP, Server};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn boxtop(args: &[&str]) -> Output {
    Command::new(BOXTOP).args(args).stdin(Stdio::null()).output().expect("it runs")
}

/// It fails with this exit code and says each of these things on standard error.
fn check(args: &[&str], code: i32, says: &[&str]) {
    let output = boxtop(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert!(output.stdout.is_empty(), "{args:?} prints to standard output although it fails");
    assert!(!error.contains("panicked"), "{args:?}: {error}");
    for word in says {
        assert!(error.contains(word), "{args:?} does not say “{word}”: {error}");
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn an_unknown_game_lists_the_known_ones() {
    for command in ["rules", "board", "referee", "sim", "play"] {
        check(&[command, "chess"], 2, &["chess", "three-musketeers"]);
    }
    check(&["perft", "chess", "--depth", "1"], 2, &["chess", "three-musketeers"]);
    check(&["rules", "three-musketers"], 2, &["Did you mean three-musketeers?"]);
    check(&["rules", "three-musketeers", "TM-99"], 2, &["TM-99", "TM-1", "TM-23"]);
}

#[test]
fn wrong_arguments_are_explained() {
    check(&["fly"], 2, &["fly", "--help"]);
    check(&["serve", "--port", "99999"], 2, &["99999"]);
    check(&["board", "three-musketeers", "--svg", "--json"], 2, &["cannot be used with"]);
    check(&["board", "three-musketeers", "--png", "/no/such/folder/x.png"], 1, &["/no/such/folder/x.png"]);
    check(&["replay", "/no/such/record.json"], 1, &["/no/such/record.json"]);
}

#[test]
fn a_faulty_board_file_is_reported_with_every_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.toml");
    let standard = boxtop(&["board", "three-musketeers"]).stdout;
    let board = String::from_utf8(standard).expect("text");
    fs::write(&path, &board).expect("written");
    assert!(boxtop(&["board", "three-musketeers", "--check", text(&path)]).status.success());

    let broken = board.replacen("\"told\"", "\"gossip\"", 1).replacen("c9-d8", "c9-z8", 1);
    fs::write(&path, &broken).expect("written");
    let line_of = |needle: &str| 1 + broken[..broken.find(needle).expect("there")].matches('\n').count();
    let (first, second) = (format!(":{}:", line_of("gossip")), format!(":{}:", line_of("c9-z8")));
    check(&["board", "three-musketeers", "--check", text(&path)], 1, &["gossip", &first, "z8", &second, "2 faults"]);
    check(&["sim", "three-musketeers", "--matches", "1", "--board", text(&path)], 1, &["gossip"]);

    fs::write(&path, [0xff, 0xfe, 0x00, 0x41]).expect("written");
    check(&["board", "three-musketeers", "--check", text(&path)], 1, &["mine.toml"]);
    fs::write(&path, "").expect("written");
    check(&["board", "three-musketeers", "--check", text(&path)], 1, &["missing"]);
}

#[test]
fn what_is_not_toml_comes_first_and_another_games_board_is_recognised() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.toml");
    fs::write(&path, "format = 1\ngame = \"conflict\nname = \"mine\"\n").expect("written");
    let output = boxtop(&["board", "conflict", "--check", text(&path)]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let (syntax, missing) = (error.find("this is not TOML"), error.find("is missing here"));
    assert!(syntax.is_some() && missing.is_some() && syntax < missing, "{error}");

    fs::write(&path, boxtop(&["board", "hit-the-beach"]).stdout).expect("written");
    let says = ["the board of another game: of Hit the Beach, not of Conflict", "hit-the-beach", "has 1 fault"];
    check(&["board", "conflict", "--check", text(&path)], 1, &says);
    check(&["sim", "conflict", "--matches", "1", "--board", text(&path)], 1, &says);
}

#[test]
fn a_record_of_another_version_or_no_record_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("records");
    let sim = boxtop(&["sim", "three-musketeers", "--matches", "1", "--seed", "1", "--records", text(&records)]);
    assert!(sim.status.success(), "{}", String::from_utf8_lossy(&sim.stderr));
    let record = fs::read_dir(&records).expect("records").next().expect("one").expect("read").path();
    assert!(boxtop(&["replay", text(&record)]).status.success());
    assert!(boxtop(&["verify", text(&record)]).status.success());

    let good = fs::read_to_string(&record).expect("text");
    let changed = folder.path().join("changed.json");
    let replay = |content: &str, says: &[&str]| {
        fs::write(&changed, content).expect("written");
        check(&["replay", text(&changed)], 1, says);
        check(&["verify", text(&changed)], 1, says);
    };
    let mut other: serde_json::Value = serde_json::from_str(&good).expect("JSON");
    other["rules_version"] = 77.into();
    replay(&other.to_string(), &["version 77"]);
    replay(&good[..good.len() / 2], &["not a record"]);
    replay("", &["not a record"]);
    replay("{}", &["not a record"]);
}

#[test]
fn a_port_in_use_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    check(&["serve", "--port", &port, "--data", text(folder.path())], 1, &[&port, "--port"]);
}

#[test]
fn a_truncated_or_foreign_database_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    Server::start(folder.path()).kill();
    let file = folder.path().join("matches.sqlite");
    for extra in ["-wal", "-shm"] {
        let _ = fs::remove_file(folder.path().join(format!("matches.sqlite{extra}")));
    }
    let whole = fs::read(&file).expect("the database");
    for bytes in [&whole[..whole.len() * 2 / 3], &whole[..10], b"", b"this is my diary, not a database"] {
        fs::write(&file, bytes).expect("written");
        check(&["serve", "--port", "0", "--data", text(folder.path())], 1, &["matches.sqlite"]);
        check(&["play", "three-musketeers", "--lines", "--data", text(folder.path())], 1, &["matches.sqlite"]);
        assert_eq!(fs::read(&file).expect("still there"), bytes, "a refused database was changed");
    }
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "x").expect("written");
    check(&["serve", "--port", "0", "--data", text(&file.join("sub"))], 1, &["--data"]);
}

#[test]
fn help_is_complete() {
    let help = String::from_utf8(boxtop(&["--help"]).stdout).expect("text");
    for command in [
        "serve",
        "play",
        "games",
        "rules",
        "board",
        "referee",
        "replay",
        "verify",
        "sim",
        "arena",
        "sprt",
        "chart",
        "train",
        "bench",
        "bot",
        "perft",
        "analyse",
        "prove",
        "completions",
        "man",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "--help does not list {command}");
        let of = String::from_utf8(boxtop(&[command, "--help"]).stdout).expect("text");
        assert!(of.contains("Usage:"), "{command} --help");
        // Shown in any terminal, and no Markdown.
        assert!(of.is_ascii() && !of.contains('`'), "{of}");
    }
    assert!(help.is_ascii() && !help.contains('`'), "{help}");
}
