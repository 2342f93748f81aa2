//! Programs play matches against each other over the public API: `boxtop bot`, and the example in Python.

use crate::support::{BOXTOP, FIXED_ENTROPY, Server, request, request_as};
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a bot may play, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(400);

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");

/// A token of the person with this cookie.
fn token(server: &Server, cookie: &str) -> String {
    let wanted = json!({ "label": "a bot", "scopes": ["play"] });
    let (status, made) =
        request_as(cookie, &server.address, "POST", "/api/v1/me/tokens", Some(&wanted)).expect("an answer");
    assert_eq!(status, 201, "{made}");
    made["token"].as_str().expect("a token").to_owned()
}

fn wait(mut bot: Child, what: &str) -> String {
    let begun = Instant::now();
    while bot.try_wait().expect("it is a process").is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = bot.kill();
            panic!("{what} does not come to an end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = bot.wait_with_output().expect("its words");
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Every game, with two players if possible, and with four where all act together.
const MATCHES: [(&str, usize); 5] =
    [("three-musketeers", 2), ("fighting-marines", 4), ("ranger-commandos", 2), ("hit-the-beach", 2), ("conflict", 2)];

/// A player at the table: the example, or `boxtop bot`.
fn sit_down(server: &Server, data: &std::path::Path, table: &str, number: usize) -> Child {
    let token = token(server, &format!("boxtop_guest={}", format!("{:02x}", number + 1).repeat(16)));
    let mut command = match number {
        0 => Command::new("python3"),
        _ => Command::new(BOXTOP),
    };
    match number {
        0 => command.args([EXAMPLE, &server.url(""), table]),
        _ => {
            command.args(["bot", "--url", &server.url("/"), "--table", table, "--level", "greedy", "--data"]).arg(data)
        }
    };
    command.current_dir(data);
    let command = command.env("BOXTOP_TOKEN", token).env(FIXED_ENTROPY, format!("bot {number}"));
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    piped.spawn().expect("python3 and the bot start")
}

#[test]
fn the_bot_and_the_example_play_every_game_to_its_end() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    for (game, players) in MATCHES {
        let order = json!({ "game": game, "players": players, "seats": vec!["open"; players] });
        let (status, opened) = request(&server.address, "POST", "/tables", Some(&order)).expect("an answer");
        assert_eq!(status, 201, "{opened}");
        let table = opened["table"].as_str().expect("an id");
        let bots: Vec<Child> = (0..players).map(|number| sit_down(&server, data.path(), table, number)).collect();
        for (number, bot) in bots.into_iter().enumerate() {
            let said = wait(bot, &format!("number {number} at {game}"));
            assert!(number == 0 || said.contains("sits at"), "{said}");
        }
        let file = data.path().join("record.json");
        verify(&file, &crate::support::text(&server.address, &format!("/tables/{table}/record")));
        let kept_by_bots =
            data.path().join("devices").join(server.address.replace(':', "_")).join(format!("{table}.json"));
        for receipts in [data.path().join(format!("boxtop-{table}.json")), kept_by_bots] {
            compare(&server, &file, &receipts);
        }
    }
}

/// The record agrees with what the players received, and one with another step does not.
fn compare(server: &Server, record: &std::path::Path, receipts: &std::path::Path) {
    let verify = |record: &std::path::Path| {
        let mut command = Command::new(BOXTOP);
        command.args(["verify", "--quiet"]).arg(record).arg("--receipt").arg(receipts);
        command.args(["--url", &server.url("/")]).output().expect("it runs")
    };
    let checked = verify(record);
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{said} {}", String::from_utf8_lossy(&checked.stderr));
    assert!(said.contains("the same steps up to there") && said.contains("the signature is valid"), "{said}");
    let mut forged: Value = serde_json::from_slice(&std::fs::read(record).expect("a record")).expect("JSON");
    forged["seats"][0]["name"] = "Another name".into();
    let file = record.with_file_name("forged.json");
    std::fs::write(&file, forged.to_string()).expect("a file");
    assert!(verify(&file).status.success(), "names are not signed");
    forged["id"] = "another".into();
    std::fs::write(&file, forged.to_string()).expect("a file");
    assert_eq!(verify(&file).status.code(), Some(1), "a match that never happened");
}

/// Checks that the match is over and that its record verifies.
fn verify(file: &std::path::Path, record: &Option<String>) {
    let record = record.as_deref().expect("an answer");
    let read: Value = serde_json::from_str(record).expect("a record");
    assert!(read["result"].is_object(), "the match is over: {record}");
    std::fs::write(file, record).expect("a file");
    let checked = Command::new(BOXTOP).args(["verify", "--quiet"]).arg(file).output().expect("it runs");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn the_example_is_short_and_needs_nothing_but_python() {
    let text = std::fs::read_to_string(EXAMPLE).expect("the example");
    assert!(text.lines().count() <= 115, "it has {} lines", text.lines().count());
}

#[test]
fn a_bot_that_cannot_play_says_why() {
    let run = |args: &[&str]| {
        Command::new(BOXTOP).arg("bot").args(args).env_remove("BOXTOP_TOKEN").output().expect("it runs")
    };
    let table = ["--url", "http://127.0.0.1:1/", "--table", "abc"];
    for (args, words) in [
        (&["--token", "x", "--level", "admiral"][..], "admiral"),
        (&[], "BOXTOP_TOKEN"),
        (&["--token", "two words"], "token"),
    ] {
        let output = run(&[&table[..], args].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    }
    let output = run(&["--url", "ftp://box.test/", "--table", "abc", "--token", "x"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be used"));
}
