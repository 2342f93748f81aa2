//! `boxtop prove` and `boxtop verify` on certificates: what they print, write and refuse.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Seventeen attackers are left, and the musketeer on d7 must jump over d6: sixteen cannot fill the castle.
const LAST_JUMP: &str = r#"{"attackers": ["d6", "a3", "b3", "c3", "g3", "h3", "i3", "c2", "d2", "e2", "f2", "g2", "c1", "d1",
    "e1", "f1", "g1"], "musketeers": ["d7", "e9", "g7"], "to_act": "musketeers"}"#;

fn boxtop(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boxtop")).args(args).stdin(Stdio::null()).output().expect("it runs")
}

fn printed(args: &[&str]) -> String {
    let output = boxtop(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?} is not silent in a pipe");
    String::from_utf8(output.stdout).expect("text")
}

fn refused(args: &[&str], code: i32, says: &str) {
    let output = boxtop(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert!(error.contains(says) && !error.contains("panicked"), "{args:?} does not say “{says}”: {error}");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn a_forced_win_is_found_written_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, position) = (folder.path().join("win.json"), folder.path().join("position.json"));
    let found = printed(&["prove", "three-musketeers", "--position", LAST_JUMP, "--out", text(&out)]);
    assert!(found.contains("attack       cannot force a win"), "{found}");
    assert!(found.contains("musketeers   wins in at most 1 action, beginning with d7xd5"), "{found}");
    let verified = printed(&["verify", text(&out)]);
    assert!(verified.contains("The musketeers can force a win of The Three Musketeers"), "{verified}");
    assert!(verified.contains("by TM-13") && verified.contains("whatever came before"), "{verified}");

    fs::write(&position, format!("{{\"ok\": true, \"position\": {LAST_JUMP}}}")).expect("written");
    let json = printed(&["prove", "three-musketeers", "--position", text(&position), "--side", "musketeers", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    assert_eq!((&json["sides"][0]["verdict"], &json["sides"][0]["first"]), (&"won".into(), &"d7xd5".into()));
    let written = printed(&["prove", "three-musketeers", "--position", LAST_JUMP, "--out", "-"]);
    assert_eq!(written, fs::read_to_string(&out).expect("a certificate"));

    let broken = written.replace("d7xd5", "d7xd6");
    fs::write(&out, broken).expect("written");
    refused(&["verify", text(&out)], 1, "the certificate proves nothing: node 0: d7xd6 cannot be played");
    fs::write(&out, written.replace("\"certificate\":1", "\"certificate\":2")).expect("written");
    refused(&["verify", text(&out)], 1, "format 2");
    fs::write(&out, "{\"certificate\": []}").expect("written");
    refused(&["verify", text(&out)], 1, "not a certificate of a forced win");
    refused(&["verify", text(&out), "--explain"], 2, "for records");
}

#[test]
fn a_record_is_searched_before_its_last_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("records");
    printed(&["sim", "three-musketeers", "--matches", "1", "--seats", "greedy,greedy", "--records", text(&records)]);
    let record = records.join("match-0001.json");
    let json = printed(&["prove", "three-musketeers", "--record", text(&record), "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    let verdicts: Vec<_> = json["sides"].as_array().expect("sides").iter().map(|side| &side["verdict"]).collect();
    assert!(verdicts.contains(&&serde_json::json!("won")), "one step before the end: {json}");
    refused(&["prove", "three-musketeers", "--record", text(&record), "--after", "99999"], 2, "the record has only");
    refused(&["prove", "conflict", "--record", text(&record)], 2, "a record of three-musketeers");
    let over = fs::read_to_string(&record).expect("a record").matches("\"action\"").count().to_string();
    refused(&["prove", "three-musketeers", "--record", text(&record), "--after", &over], 2, "the match is over");
}

#[test]
fn what_cannot_be_proven_is_explained() {
    let start = ["prove", "three-musketeers", "--nodes", "1e3"];
    assert!(printed(&start).contains("not decided; try more --nodes"));
    let unwritten = Path::new("/no/such/folder/win.json");
    refused(&[&start[..], &["--out", text(unwritten)]].concat(), 1, "no win was found");
    refused(&[&start[..], &["--side", "cardinal"]].concat(), 2, "there is attack and musketeers");
    refused(&[&start[..], &["--position", "{\"attackers\": []}"]].concat(), 2, "the position cannot be set up");
    refused(&[&start[..], &["--position", "{"]].concat(), 2, "not a position in JSON");
    refused(&[&start[..], &["--position", "/no/such/position.json"]].concat(), 1, "/no/such/position.json");
    refused(&["prove", "conflict"], 2, "only games of two seats without chance");
    refused(&["prove", "chess"], 2, "three-musketeers");
}
