//! A host's data: backup, restore, export, import and migrate, beside a running server.

use crate::support::{BOXTOP, Server, request, view_of};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A finished run of the program.
fn boxtop(args: &[&str]) -> Output {
    let mut command = Command::new(BOXTOP);
    command.args(args).env_remove("BOXTOP_STORE").env_remove("BOXTOP_DATA").stdin(Stdio::null());
    command.output().expect("it ends")
}

/// What it prints if all is well.
fn done(args: &[&str]) -> String {
    let output = boxtop(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What it complains about.
fn refused(args: &[&str]) -> String {
    let output = boxtop(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
    said
}

fn path(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// Opens a table of this game for one person; its path.
fn open(address: &str, game: &str) -> String {
    let (status, opened) =
        request(address, "POST", "/tables", Some(&json!({ "game": game, "mode": "home" }))).expect("an answer");
    assert_eq!(status, 201, "{opened}");
    opened["url"].as_str().expect("a path").to_owned()
}

/// Plays legal moves and throws, the same in every run of a table.
fn play(address: &str, table: &str, moves: usize) {
    for number in 0..moves {
        let view = view_of(address, table).expect("a view");
        let command = if let Some(thrower) = view["chance"]["thrower"].as_str() {
            json!({ "type": "throw", "seat": thrower })
        } else {
            let own = &view["legal_moves"][0];
            let Some(moves) = own["moves"].as_array().filter(|moves| !moves.is_empty()) else { return };
            let action = &moves[(number * 7919) % moves.len()]["action"];
            json!({ "type": "play", "seat": own["seat"], "action": action })
        };
        let key = format!("data-{:08}", view["version"].as_u64().expect("a version"));
        let body = json!({ "version": view["version"], "key": key, "command": command });
        let (status, answer) =
            request(address, "POST", &format!("/api/v1{table}/commands"), Some(&body)).expect("an answer");
        assert_eq!(status, 200, "{answer}");
    }
}

fn version(address: &str, table: &str) -> Option<u64> {
    view_of(address, table)?["version"].as_u64()
}

#[test]
fn a_backup_beside_a_running_server_is_served_from_a_new_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    let server = Server::start(&old);
    let table = open(&server.address, "three-musketeers");
    play(&server.address, &table, 3);
    let file = folder.path().join("club.backup");
    let said = done(&["backup", path(&file), "--data", path(&old)]);
    assert!(said.contains("every match replayed: 1 match, 4 events"), "{said}");
    play(&server.address, &table, 1);
    assert_eq!(version(&server.address, &table), Some(5), "the server goes on");
    assert!(refused(&["backup", path(&file), "--data", path(&old)]).contains("--force"));
    let used = refused(&["restore", path(&file), "--data", path(&old), "--force"]);
    assert!(used.contains("another Boxtop server uses the folder"), "{used}");
    let said = done(&["restore", path(&file), "--data", path(&new)]);
    assert!(said.contains("1 match, 4 events"), "{said}");
    assert!(refused(&["restore", path(&file), "--data", path(&new)]).contains("has matches or accounts"));
    let copy = Server::start(&new);
    assert_eq!(version(&copy.address, &table), Some(4), "as it was at the backup");
    play(&copy.address, &table, 1);
    assert_eq!(version(&copy.address, &table), Some(5));
}

#[test]
fn a_damaged_backup_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = Server::start(&data);
    open(&server.address, "three-musketeers");
    drop(server);
    let file = folder.path().join("club.backup");
    done(&["backup", path(&file), "--data", path(&data)]);
    let before = done(&["export", "--data", path(&data)]);
    let whole = fs::read(&file).expect("the backup");
    for (what, bytes) in
        [("cut", whole[..whole.len() - 5000].to_vec()), ("empty", Vec::new()), ("other", vec![b'x'; 9999])]
    {
        fs::write(&file, bytes).expect("a damaged backup");
        let said = refused(&["restore", path(&file), "--data", path(&data), "--force"]);
        assert!(said.contains("club.backup"), "{what}: {said}");
        assert_eq!(done(&["export", "--data", path(&data)]), before, "{what}");
    }
    let names = fs::read_dir(&data).expect("the folder").map(|entry| entry.expect("an entry").file_name());
    let drafts: Vec<_> = names.filter(|name| name.to_string_lossy().contains(".new-")).collect();
    assert!(drafts.is_empty(), "{drafts:?}");
}

/// Every game, exported from one server and imported beside another one that runs.
#[test]
fn matches_of_all_games_are_the_same_after_export_and_import() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    let server = Server::start(&one);
    let tables: Vec<String> = catalog::games()
        .iter()
        .map(|game| {
            let table = open(&server.address, game.info().slug);
            play(&server.address, &table, 12);
            table
        })
        .collect();
    let file = folder.path().join("matches.jsonl");
    done(&["export", "--data", path(&one), "--out", path(&file)]);
    let lines = fs::read_to_string(&file).expect("lines");
    assert_eq!(lines.lines().count(), tables.len());
    let there = Server::start(&other);
    done(&["import", path(&file), "--data", path(&other)]);
    for table in &tables {
        assert_eq!(version(&there.address, table), version(&server.address, table), "{table}");
        play(&there.address, table, 1);
    }
    // The matches have gone on there; they are not written again.
    let again = boxtop(&["import", path(&file), "--data", path(&other)]);
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success() && said.contains("0 matches imported, 5 there already"), "{said}");
    let third = folder.path().join("third");
    done(&["import", path(&file), "--data", path(&third)]);
    assert_eq!(done(&["export", "--data", path(&third)]), lines, "byte for byte");
}

#[test]
fn bad_lines_are_refused_by_number_and_the_others_are_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    let server = Server::start(&one);
    let table = open(&server.address, "three-musketeers");
    play(&server.address, &table, 4);
    let good = done(&["export", "--data", path(&one)]).trim_end().to_owned();
    let mut changed: Value = serde_json::from_str(&good).expect("JSON");
    changed["events"][2]["event"]["action"] = json!("a1-h8");
    let mut newer: Value = serde_json::from_str(&good).expect("JSON");
    newer["version"] = json!(2);
    let mut shorter: Value = serde_json::from_str(&good).expect("JSON");
    shorter["events"].as_array_mut().expect("events").truncate(3);
    shorter["events"][2]["at"] = json!(1);
    let lines = [
        "{\"format\":\"other\"}".to_owned(),
        changed.to_string(),
        "not JSON".to_owned(),
        newer.to_string(),
        good.clone(),
        String::new(),
        good.replacen("\"id\":\"", "\"id\":\"x", 1),
        shorter.to_string(),
    ];
    let file = folder.path().join("bad.jsonl");
    fs::write(&file, lines.join("\n")).expect("lines");
    let said = refused(&["import", path(&file), "--data", path(&other)]);
    for (line, words) in [
        (1, "its format is not “boxtop-match”"),
        (2, "cannot"),
        (3, "not JSON"),
        (4, "its version is 2"),
        (7, "those of the match"),
        (8, "another match with this id"),
    ] {
        let number = format!("bad.jsonl:{line}: refused: ");
        assert!(said.lines().any(|said| said.contains(&number) && said.contains(words)), "{line}: {said}");
    }
    assert!(said.contains("1 match imported, 0 there already, 6 refused"), "{said}");
    assert_eq!(done(&["export", "--data", path(&other)]).trim_end(), good);
}

#[test]
fn exports_for_others_have_only_finished_matches_and_nobody_in_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = Server::start(&data);
    let table = open(&server.address, "three-musketeers");
    play(&server.address, &table, 2);
    assert_eq!(done(&["export", "--public", "--data", path(&data)]), "");
    let view = view_of(&server.address, &table).expect("a view");
    let seat = &view["legal_moves"][0]["seat"];
    let command = json!({ "type": "resign", "seat": seat });
    let body = json!({ "version": view["version"], "key": "data-resign", "command": command });
    let (status, answer) =
        request(&server.address, "POST", &format!("/api/v1{table}/commands"), Some(&body)).expect("an answer");
    assert_eq!(status, 200, "{answer}");
    let all: Value = serde_json::from_str(&done(&["export", "--data", path(&data)])).expect("one line");
    let person = all["events"][0]["event"]["seats"][0].clone();
    let public = done(&["export", "--public", "--data", path(&data)]);
    assert!(public.contains("Player 1"), "{public}");
    for secret in [&person["key"], &person["name"]] {
        assert!(!public.contains(&format!("\"{}\"", secret.as_str().expect("text"))), "{secret}: {public}");
    }
    assert_eq!(done(&["export", "--since", "2999-01-01", "--data", path(&data)]), "");
    let file = folder.path().join("public.jsonl");
    fs::write(&file, public).expect("a file");
    done(&["import", path(&file), "--data", path(&folder.path().join("research"))]);
}

#[test]
fn a_match_goes_on_in_a_database_after_the_migration_and_a_lost_one_is_brought_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, back) = (folder.path().join("data"), folder.path().join("back"));
    let server = Server::start(&data);
    let (table, other) = (open(&server.address, "three-musketeers"), open(&server.address, "fighting-marines"));
    play(&server.address, &table, 3);
    play(&server.address, &other, 3);
    let url = testkit::postgres::address(&testkit::postgres::new_schema());
    let (from, to) = (format!("sqlite:{}", path(&data)), url.as_str());
    let used = refused(&["migrate", "--from", &from, "--to", to]);
    assert!(used.contains("another Boxtop server uses the folder"), "{used}");
    drop(server);
    let said = done(&["migrate", "--from", &from, "--to", to]);
    assert!(said.contains("2 matches") && said.contains("every match replayed"), "{said}");
    let dump = folder.path().join("club.dump");
    {
        let node = Server::start_with(&folder.path().join("none"), &["--store", to]);
        play(&node.address, &table, 1);
        assert_eq!(version(&node.address, &table), Some(5));
        let said = done(&["backup", path(&dump), "--store", to]);
        assert!(said.contains("every match replayed: 2 matches"), "{said}");
        let id = table.rsplit('/').next().expect("an id");
        let said = done(&["restore", path(&dump), "--match", id, "--store", to]);
        assert!(said.contains("brought back 0 matches; 1 were there already"), "{said}");
        let fresh = testkit::postgres::address(&testkit::postgres::new_schema());
        done(&["restore", path(&dump), "--store", &fresh]);
        assert_eq!(done(&["export", "--store", &fresh]), done(&["export", "--store", to]));
        assert!(refused(&["restore", path(&dump), "--store", &fresh]).contains("is not empty"));
    }
    done(&["restore", path(&dump), "--data", path(&back)]);
    let copy = Server::start(&back);
    assert_eq!(version(&copy.address, &table), Some(5));
    play(&copy.address, &table, 1);
}
