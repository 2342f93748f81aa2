//! `boxtop admin` beside running servers: what the host does works without a restart, and is in the audit log.

use crate::support::{BOXTOP, COOKIE, Server, request, request_as};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long to wait until servers act on what the host did.
const PATIENCE: Duration = Duration::from_secs(60);
const BERT: &str = "boxtop_guest=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
const CARL: &str = "boxtop_guest=cccccccccccccccccccccccccccccccc";

/// Which store: arguments for admin.
struct Place(Vec<String>);

impl Place {
    fn folder(data: &Path) -> Place {
        Place(vec!["--data".into(), data.display().to_string()])
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(BOXTOP);
        command.env_remove("BOXTOP_STORE").env_remove("BOXTOP_DATA");
        command.arg("admin").args(args).args(&self.0).args(["--as", "Eve"]).output().expect("it ends")
    }

    fn says(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{args:?}: {said} {}", String::from_utf8_lossy(&output.stderr));
        said
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.says(&[args, &["--json"]].concat())).expect("JSON")
    }

    /// The command fails with this code and these words, and the audit log stays as it is.
    fn fails(&self, args: &[&str], code: i32, words: &str) -> String {
        let before = self.json(&["audit"]);
        let output = self.run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
        assert_eq!(self.json(&["audit"]), before, "{args:?}");
        said
    }
}

/// A table that Anna has opened and where Bert sits; its path.
fn company(server: &Server) -> String {
    let order =
        json!({ "game": "three-musketeers", "mode": "friend", "side": "attack", "name": "Anna", "public": true });
    let (status, opened) = request(&server.address, "POST", "/tables", Some(&order)).expect("an answer");
    assert_eq!(status, 201, "{opened}");
    let table = opened["url"].as_str().expect("a path").to_owned();
    let sit = json!({ "key": "sit-00000001", "version": 1, "command": { "type": "sit", "name": "Bert" } });
    let sat = request_as(BERT, &server.address, "POST", &format!("/api/v1{table}/commands"), Some(&sit));
    assert_eq!(sat.expect("an answer").0, 200);
    table
}

fn say(cookie: &str, server: &Server, table: &str, text: &str) -> (u16, Value) {
    let sent = json!({ "text": text, "audience": "everyone" });
    request_as(cookie, &server.address, "POST", &format!("/api/v1{table}/chat"), Some(&sent)).expect("an answer")
}

/// Asks until the status is this one.
fn until(status: u16, ask: impl Fn() -> (u16, Value)) -> Value {
    let since = Instant::now();
    loop {
        let (now, body) = ask();
        if now == status {
            return body;
        }
        assert!(since.elapsed() < PATIENCE, "{now} instead of {status}: {body}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn id(table: &str) -> &str {
    table.rsplit('/').next().expect("an id")
}

#[test]
fn what_the_host_does_works_at_once_and_is_in_the_audit_log() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let (host, table) = (Place::folder(data.path()), company(&server));
    let see = |cookie, path: &str| request_as(cookie, &server.address, "GET", path, None).expect("an answer");

    // Messages and reports.
    assert_eq!(say(BERT, &server, &table, "abominable \u{1F600} words").0, 200);
    let report = json!({ "message": 1, "reason": "Insults" });
    let path = format!("/api/v1{table}/reports");
    assert_eq!(request(&server.address, "POST", &path, Some(&report)).expect("an answer").0, 201);
    let reported = host.says(&["reports"]);
    assert!(reported.contains("message 1") && reported.contains("Insults"), "{reported}");
    assert_eq!(host.json(&["tables", "--reported"])[0]["reports"], 1);
    assert!(host.says(&["messages", &table]).contains("abominable"));
    host.says(&["remove-message", id(&table), "1"]);
    assert!(host.says(&["messages", id(&table)]).contains("(removed)"));
    let heard = see(CARL, &format!("/api/v1{table}/chat")).1;
    assert_eq!((&heard["messages"][0]["text"], &heard["messages"][0]["removed"]), (&json!(""), &json!(true)));
    host.says(&["handle", "1", "--note", "Removed it"]);
    assert_eq!(host.json(&["reports"]), json!([]));
    assert_eq!(host.json(&["reports", "--all"])[0]["state"], "handled");

    // A ban of a guest, by name.
    let banned = host.says(&["ban", "bert", "--reason", "Insults", "--days", "7"]);
    assert!(banned.starts_with("Bert (") && banned.contains("for 7 days"), "{banned}");
    let refused = until(403, || say(BERT, &server, &table, "still here"));
    assert!(refused["detail"].as_str().expect("words").ends_with(": Insults"), "{refused}");
    assert_eq!(say(COOKIE, &server, &table, "hello").0, 200);
    let bans = host.json(&["bans"]);
    assert_eq!((&bans[0]["by"], &bans[0]["reason"]), (&json!("Eve"), &json!("Insults")));
    let short = &bans[0]["person"].as_str().expect("an id")[..12];
    host.says(&["unban", short]);
    until(200, || say(BERT, &server, &table, "back again"));

    // A hidden table.
    host.says(&["hide", &table]);
    until(404, || see(CARL, &format!("/api/v1{table}")));
    assert_eq!(see(BERT, &format!("/api/v1{table}")).0, 200, "its players see it");
    host.says(&["unhide", &table]);
    until(200, || see(CARL, &format!("/api/v1{table}")));

    // A closed table.
    host.says(&["close", &table, "--reason", "Enough"]);
    let refused = until(403, || say(COOKIE, &server, &table, "why?"));
    assert_eq!(refused["detail"], "The host closed this table: Enough");
    let view = see(CARL, &format!("/api/v1{table}")).1;
    assert_eq!((&view["phase"], &view["outcome"]), (&json!("over"), &Value::Null));
    assert_eq!(host.json(&["tables"])[0]["closed"], "Enough");
    let record = data.path().join("record.json");
    let text = see(CARL, &format!("{table}/record")).1.to_string();
    std::fs::write(&record, text).expect("a file");
    let verified = Command::new(BOXTOP).arg("verify").arg(&record).output().expect("it ends");
    assert!(verified.status.success(), "{verified:?}");

    // A link, without its secret in the log.
    let claim = json!({ "name": "Annabel", "password": "correct horse" });
    assert_eq!(request(&server.address, "POST", "/api/v1/me/claim", Some(&claim)).expect("an answer").0, 204);
    let link = host.says(&["reset-link", "annabel"]);
    let secret = link.lines().next().and_then(|line| line.rsplit('/').next()).expect("a link").to_owned();

    let stats = host.json(&["stats"]);
    assert_eq!((&stats["accounts"], &stats["games"][0]["over"]), (&json!(1), &json!(1)), "{stats}");
    assert!(stats["bytes"].as_u64() > Some(0) && host.says(&["stats"]).contains("open reports"), "{stats}");

    let entries = host.json(&["audit"]);
    let entries = entries.as_array().expect("a list");
    let actions: Vec<&str> = entries.iter().map(|entry| entry["action"].as_str().expect("a word")).collect();
    let expected = ["remove-message", "handle", "ban", "unban", "hide", "unhide", "close", "reset-link"];
    assert_eq!(actions, expected);
    assert!(entries.iter().all(|entry| entry["actor"] == "Eve"), "{entries:?}");
    assert!(entries.iter().map(|entry| entry["number"].as_u64()).eq((1..=8).map(Some)), "{entries:?}");
    let shown = host.says(&["audit", "--limit", "3"]);
    assert!(!shown.contains("abominable") && !shown.contains(&secret) && shown.lines().count() == 4, "{shown}");
}

#[test]
fn what_cannot_be_done_is_explained_and_changes_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let nowhere = Command::new(BOXTOP).args(["admin", "bans", "--data"]).arg(data.path()).output().expect("it ends");
    assert_eq!(nowhere.status.code(), Some(1));
    assert_eq!(std::fs::read_dir(data.path()).expect("the folder").count(), 0, "nothing is made");
    let server = Server::start(data.path());
    let (host, table) = (Place::folder(data.path()), company(&server));
    for (args, code, words) in [
        (&["hide", "nothing"][..], 1, "there is no table nothing"),
        (&["unhide", &table], 1, "is not hidden"),
        (&["close", "nothing", "--reason", "x"], 1, "there is no table nothing"),
        (&["close", &table], 2, "--reason"),
        (&["ban", "Nobody", "--reason", "x"], 1, "there is nobody called Nobody"),
        (&["ban", "Bert", "--reason", " "], 2, "write something"),
        (&["ban", "Bert", "--reason", "two\nlines"], 2, "control characters"),
        (&["ban", "Bert", "--reason", "x", "--days", "0"], 2, "--days"),
        (&["unban", "Bert"], 1, "is not banned"),
        (&["remove-message", &table, "7"], 1, "has no message 7"),
        (&["remove-message", &table, "x"], 2, "invalid value"),
        (&["handle", "3", "--note", "x"], 1, "there is no open report 3"),
        (&["reset-link", "Nobody"], 1, "nobody has claimed"),
        (&["tables", "--game", "chess"], 2, "chess"),
    ] {
        host.fails(args, code, words);
    }
    // Another guest with the same name: the host has to say which one.
    let order = json!({ "game": "three-musketeers", "mode": "home", "name": "Bert" });
    assert_eq!(request_as(CARL, &server.address, "POST", "/tables", Some(&order)).expect("an answer").0, 201);
    let said = host.fails(&["ban", "Bert", "--reason", "x"], 1, "several people are called Bert");
    let ids: Vec<&str> =
        said.lines().filter(|line| line.contains("guest")).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(ids.len(), 2, "{said}");
    host.says(&["ban", ids[0], "--reason", "x"]);
    assert_eq!(host.json(&["bans"]).as_array().map(Vec::len), Some(1));
    assert_eq!(host.json(&["tables", "--person", ids[0]]).as_array().map(Vec::len), Some(1));
}

#[test]
fn a_new_signing_key_is_used_by_every_server_and_the_old_one_stays_published() {
    let schema = testkit::postgres::new_schema();
    let address = testkit::postgres::address(&schema);
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let servers = folders.each_ref().map(|data| Server::start_with(data.path(), &["--store", &address]));
    let host = Place(vec!["--store".into(), address]);
    let published = |server: &Server| {
        let path = "/.well-known/boxtop-keys.json";
        let (status, keys) = request_as(CARL, &server.address, "GET", path, None).expect("an answer");
        assert_eq!(status, 200, "{keys}");
        keys["keys"].as_array().expect("keys").clone()
    };
    let first = published(&servers[0]);
    assert_eq!((first.len(), &first), (1, &published(&servers[1])), "both have one key");
    let said = host.says(&["rotate-key"]);
    let old = first[0]["id"].as_str().expect("an id");
    assert!(said.contains(&format!("Key {old} is retired")), "{said}");
    for server in &servers {
        let since = Instant::now();
        while published(server).len() < 2 {
            assert!(since.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(50));
        }
        let keys = published(server);
        assert!(said.contains(keys[0]["id"].as_str().expect("an id")), "{said}");
        assert_eq!((&keys[1]["id"], &keys[1]["public"]), (&first[0]["id"], &first[0]["public"]));
        assert!(keys[0]["retired"].is_null() && keys[1]["retired"].is_i64(), "{keys:?}");
    }
    let listed = host.json(&["keys"]);
    assert_eq!((&listed[1]["id"], &listed[0]["retired_ms"]), (&first[0]["id"], &Value::Null));
    let shown = host.says(&["keys"]) + &listed.to_string() + &host.json(&["audit"]).to_string();
    assert!(shown.contains("in use") && shown.contains("rotate-key") && !shown.contains("secret"), "{shown}");
}

#[test]
fn an_action_at_one_database_works_at_every_server() {
    let schema = testkit::postgres::new_schema();
    let address = testkit::postgres::address(&schema);
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let servers = folders.each_ref().map(|data| Server::start_with(data.path(), &["--store", &address]));
    let host = Place(vec!["--store".into(), address]);
    let table = company(&servers[0]);
    let view = |server: &Server| {
        request_as(CARL, &server.address, "GET", &format!("/api/v1{table}"), None).expect("an answer")
    };
    for server in &servers {
        assert_eq!(view(server).0, 200);
    }
    host.says(&["ban", "Bert", "--reason", "Insults"]);
    for server in &servers {
        until(403, || say(BERT, server, &table, "hi"));
    }
    host.says(&["close", &table, "--reason", "Enough"]);
    for server in &servers {
        let refused = until(403, || say(COOKIE, server, &table, "hi"));
        assert_eq!(refused["detail"], "The host closed this table: Enough");
        let since = Instant::now();
        while view(server).1["phase"] != "over" {
            assert!(since.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    host.says(&["hide", &table]);
    for server in &servers {
        until(404, || view(server));
    }
    assert_eq!(host.json(&["audit"]).as_array().map(Vec::len), Some(3));
}
