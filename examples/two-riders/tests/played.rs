//! Two Riders played in every way that Boxtop offers: against the laws, through the binary as a
//! referee, in the terminal and as a page, and by computer players.

use kernel::dynamic::{DynGame, MatchConfig, TypedGame};
use kernel::{Match, Refusal, RuleBook, Seat};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use two_riders::{INFO, TwoRiders};

fn start() -> Match {
    let game: &dyn DynGame = &TypedGame::<TwoRiders>::new();
    game.start().expect("it has no options")
}

/// Plays throws and moves in turn; a throw is written `=4`.
fn after(steps: &str) -> Result<Match, Refusal> {
    let mut game = start();
    for step in steps.split(' ') {
        match step.strip_prefix('=') {
            Some(pips) => game.throw(pips)?,
            None => game.play(step)?,
        };
    }
    Ok(game)
}

/// TR-1, TR-2, TR-7
#[test]
fn it_keeps_the_laws_of_every_game() {
    testkit::laws::check::<TwoRiders>(&MatchConfig::default(), 300, 1);
    assert_eq!(RuleBook::read(INFO.rules).expect("the rule book").rules.len(), 9);
}

/// TR-3, TR-4
#[test]
fn a_turn_is_a_throw_and_a_move() {
    let game = after("=4 0 =6 0 =3").expect("legal");
    assert_eq!(game.to_act(), Some(Seat(0)));
    assert_eq!(game.legal_moves(), ["4", "0"]);
}

/// TR-5
#[test]
fn riders_that_meet_do_not_stay_together() {
    let met = after("=4 0 =4 0 =1").expect("legal");
    assert_eq!(met.legal_moves(), ["0"], "red starts again");
    let refusal = after("=4 0 =6 0 =4 0").expect_err("the own rider is there");
    assert_eq!(refusal.to_string(), "Your other rider stands on milestone 4. (TR-5) Move the other rider.");
}

/// TR-8, TR-9
#[test]
fn the_referee_plays_it() {
    let mut referee = boxtop(&["referee", "two-riders"]).spawn().expect("the binary starts");
    let asked = [json!({"cmd": "chance", "outcome": "4"}), json!({"cmd": "play", "seat": "red", "action": "0"})];
    let mut input = referee.stdin.take().expect("a pipe");
    asked.iter().for_each(|ask| writeln!(input, "{ask}").expect("it listens"));
    drop(input);
    let output = referee.wait_with_output().expect("it ends");
    let answers: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(answers.len() >= 2 && answers.iter().all(|answer| answer["ok"] != false), "{answers:?}");
}

/// TR-6
#[test]
fn the_terminal_plays_it_against_a_computer() {
    let data = tempfile::tempdir().expect("a folder");
    let mut terminal = boxtop(&["play", "two-riders", "--plain", "--side", "red", "--level", "captain", "--data"])
        .arg(data.path())
        .spawn()
        .expect("the binary starts");
    let mut input = terminal.stdin.take().expect("a pipe");
    input.write_all(b"throw\n0\nmoves\nlog\nquit\n").expect("it listens");
    drop(input);
    let output = terminal.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("red 0") && said.contains("blue 0"), "both have moved: {said}");
}

#[test]
fn the_page_shows_it() {
    let data = tempfile::tempdir().expect("a folder");
    let server = boxtop(&["serve", "--port", "0", "--data"]).arg(data.path()).spawn().expect("the binary starts");
    let mut server = Server(server);
    let mut said = BufReader::new(server.0.stdout.take().expect("a pipe"));
    let address = loop {
        let mut line = String::new();
        assert!(said.read_line(&mut line).expect("text") > 0, "it says its address");
        if let Some((_, rest)) = line.split_once("http://") {
            break rest.split(['/', ' ', '\n']).next().unwrap_or_default().to_owned();
        }
    };
    assert!(page(&address, "/").contains("Two Riders"));
    let own = page(&address, "/games/two-riders");
    assert!(own.contains("milestone") || own.contains("Two Riders"), "{own}");
}

/// A server that is stopped at the end of its test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn boxtop(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_two-riders"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn page(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: text/html\r\nConnection: close\r\n\r\n")
        .expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("a page");
    assert!(text.starts_with("HTTP/1.1 200"), "{path}: {text}");
    text
}
