//! Two programs play a match against each other over the public API: the
//! binary's own bot, and the example of sixty lines in Python.

mod support;

use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::{BOXTOP, Server, request, request_as};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");

/// A token of somebody who is known by this cookie.
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
        if begun.elapsed() > Duration::from_secs(90) {
            let _ = bot.kill();
            panic!("{what} does not come to an end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = bot.wait_with_output().expect("its words");
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_bot_and_the_example_play_a_match_to_its_end() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let order = json!({ "game": "three-musketeers", "seats": ["open", "open"], "options": { "quiet_limit": 10 } });
    let (status, opened) = request(&server.address, "POST", "/tables", Some(&order)).expect("an answer");
    assert_eq!(status, 201, "{opened}");
    let table = opened["table"].as_str().expect("an id");
    let tokens = ["11", "22"].map(|digits| token(&server, &format!("boxtop_guest={}", digits.repeat(16))));
    let bot = Command::new(BOXTOP)
        .args(["bot", "--url", &server.url("/"), "--table", table, "--level", "random"])
        .env("BOXTOP_TOKEN", &tokens[0])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the bot starts");
    let example = Command::new("python3")
        .args([EXAMPLE, &server.url(""), table])
        .env("BOXTOP_TOKEN", &tokens[1])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 is there");
    let said = wait(bot, "the bot");
    assert!(said.contains("sits at"), "{said}");
    wait(example, "the example");
    let record: Value = request(&server.address, "GET", &format!("/tables/{table}/record"), None).expect("an answer").1;
    assert!(record["result"].is_object(), "the match is over: {record}");
}

#[test]
fn the_example_has_sixty_lines_and_needs_nothing_but_python() {
    let text = std::fs::read_to_string(EXAMPLE).expect("the example");
    assert!(text.lines().count() <= 60, "it has {} lines", text.lines().count());
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
    let output = run(&["--url", "https://box.test/", "--table", "abc", "--token", "x"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("https is not spoken"));
}
