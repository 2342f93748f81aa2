//! `boxtop play --url`: a real server, and terminals as separate processes at its tables.

use crate::support::{BOXTOP, FIXED_ENTROPY, Server, port_to_keep, request, request_as};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(180);

/// A person at a terminal in line mode, with their own data folder.
struct Person {
    process: Child,
    input: Option<ChildStdin>,
    /// The output so far, and whether it has ended.
    output: Arc<(Mutex<(String, bool)>, Condvar)>,
    /// The number of bytes that have been read.
    read: usize,
}

impl Person {
    fn at(server: &Server, data: &Path, table: &str, args: &[&str]) -> Person {
        Person::through(&server.url(""), data, table, args)
    }

    fn through(url: &str, data: &Path, table: &str, args: &[&str]) -> Person {
        let mut process = Command::new(BOXTOP)
            .args(["play", "--url", url, "--table", table, "--lines", "--plain", "--data"])
            .arg(data)
            .args(args)
            .env_remove("BOXTOP_TOKEN")
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env("LANG", "C.UTF-8")
            .env("SSL_CERT_FILE", fixture("localhost.pem"))
            .env(FIXED_ENTROPY, "a terminal")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the terminal starts");
        let mut stdout = process.stdout.take().expect("its output");
        let output: Arc<(Mutex<(String, bool)>, Condvar)> = Arc::default();
        let writer = output.clone();
        std::thread::spawn(move || {
            let mut some = [0; 4096];
            loop {
                let count = stdout.read(&mut some).unwrap_or(0);
                let mut output = writer.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                output.0.push_str(&String::from_utf8_lossy(&some[..count]));
                output.1 = count == 0;
                writer.1.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        Person { input: process.stdin.take(), process, output, read: 0 }
    }

    fn output(&self) -> std::sync::MutexGuard<'_, (String, bool)> {
        self.output.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn types(&mut self, line: &str) {
        let input = self.input.as_mut().expect("still there");
        input.write_all(format!("{line}\n").as_bytes()).expect("it is read");
    }

    /// Waits until one of these is in the output. Returns which, and the output up to its end.
    #[track_caller]
    fn reads_one_of(&mut self, parts: &[&str]) -> (usize, String) {
        let begun = Instant::now();
        let shared = self.output.clone();
        let mut output = shared.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        loop {
            let new = &output.0[self.read..];
            let found = parts.iter().enumerate().filter_map(|(at, part)| Some((new.find(part)? + part.len(), at)));
            if let Some((end, at)) = found.min() {
                let text = new[..end].to_owned();
                self.read += end;
                return (at, text);
            }
            assert!(!output.1, "it has ended without {parts:?}: {}", output.0);
            let left = PATIENCE.checked_sub(begun.elapsed());
            let left = left.unwrap_or_else(|| panic!("{parts:?} never appears: {}", output.0));
            output = shared.1.wait_timeout(output, left).expect("nobody panics here").0;
        }
    }

    #[track_caller]
    fn reads(&mut self, part: &str) -> String {
        self.reads_one_of(&[part]).1
    }

    /// All output so far.
    fn all(&self) -> String {
        self.output().0.clone()
    }

    /// Leaves, and the exit code.
    fn leaves(mut self) -> (Option<i32>, String) {
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n");
        }
        self.ends()
    }

    /// Waits for the process to end: exit code, and what it says on standard error.
    fn ends(mut self) -> (Option<i32>, String) {
        self.input = None;
        let mut error = String::new();
        if let Some(mut stream) = self.process.stderr.take() {
            let _ = stream.read_to_string(&mut error);
        }
        (self.process.wait().expect("it ends").code(), error)
    }

    /// Plays the first legal move whenever it is their turn, until the game is over or `most` moves were
    /// played. Returns the number of moves.
    fn plays_anything(&mut self, most: usize) -> usize {
        for done in 0..most {
            self.types("wait");
            self.types("moves");
            let (what, _) = self.reads_one_of(&[" legal:", "There is nothing to play now.", "is over. "]);
            if what == 0 {
                let text = self.reads("> ");
                // Many are grouped: `5:plane- u1 v1`.
                let mut words = text.split_whitespace();
                let start = words.next().expect("something is legal");
                let end = words.next().filter(|_| start.ends_with('-')).unwrap_or_default();
                self.types(&format!("{start}{end}"));
            } else if what == 1 && self.all().contains("The game is over.") {
                return done;
            } else if what == 1 {
                self.types("throw");
            } else {
                return done;
            }
        }
        most
    }

    /// The same, and resigns afterwards, so that nobody has to wait.
    fn plays_and_resigns(&mut self, most: usize) {
        self.plays_anything(most);
        self.types("resign");
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn server() -> (TempDir, Server) {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    (data, server)
}

fn folders<const N: usize>() -> [TempDir; N] {
    std::array::from_fn(|_| tempfile::tempdir().expect("a folder"))
}

fn opened(server: &Server, order: &Value) -> String {
    let (status, opened) = request(&server.address, "POST", "/tables", Some(order)).expect("an answer");
    assert_eq!(status, 201, "{opened}");
    opened["table"].as_str().expect("an id").to_owned()
}

fn musketeers(server: &Server) -> String {
    opened(server, &json!({ "game": "three-musketeers", "seats": ["open", "open"] }))
}

fn record(server: &Server, table: &str) -> Value {
    request(&server.address, "GET", &format!("/api/v1/tables/{table}/record"), None).expect("an answer").1
}

fn steps(server: &Server, table: &str) -> Vec<Value> {
    record(server, table)["steps"].as_array().expect("steps").clone()
}

/// The command with these arguments and nothing typed.
fn run(args: &[&str], data: &Path) -> Output {
    Command::new(BOXTOP)
        .args(["play", "--lines", "--data"])
        .arg(data)
        .args(args)
        .env_remove("BOXTOP_TOKEN")
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

#[test]
fn two_terminals_play_a_match_to_its_end() {
    let (_data, server) = server();
    let order = json!({ "game": "three-musketeers", "seats": ["open", "open"], "options": { "quiet_limit": 4 } });
    let table = opened(&server, &order);
    let folders = folders::<2>();
    let mut first = Person::at(&server, folders[0].path(), &table, &["--name", "Anna"]);
    first.reads("Waiting for somebody to sit down.");
    let mut second = Person::at(&server, folders[1].path(), &table, &["--name", "Bea"]);
    second.reads("The attack: Anna, the musketeers: Bea.");
    let (a, b) = std::thread::scope(|scope| {
        let a = scope.spawn(|| first.plays_anything(400));
        let b = scope.spawn(|| second.plays_anything(400));
        (a.join().expect("to its end"), b.join().expect("to its end"))
    });
    let record = record(&server, &table);
    assert!(record["result"].is_object(), "the match is over: {record}");
    assert_eq!(record["steps"].as_array().map(Vec::len), Some(a + b), "nothing lost, nothing doubled");
    assert_eq!(first.leaves().0, Some(0));
    assert_eq!(second.leaves().0, Some(0));
}

#[test]
fn people_talk_ask_answer_resign_and_play_again() {
    let (_data, server) = server();
    let table = musketeers(&server);
    let folders = folders::<3>();
    let mut anna = Person::at(&server, folders[0].path(), &table, &["--name", "Anna", "--seat", "attack"]);
    anna.reads("> ");
    anna.types("d6-d7");
    anna.reads("Waiting for somebody to sit down.");
    let mut bea = Person::at(&server, folders[1].path(), &table, &["--name", "Bea"]);
    bea.reads("> ");
    let mut watcher = Person::at(&server, folders[2].path(), &table, &["--watch"]);
    watcher.reads("You are watching.");
    anna.types("say good luck");
    bea.reads("Anna says: good luck");
    bea.types("say all and to you");
    watcher.reads("Bea says to all: and to you");
    assert!(!watcher.all().contains("good luck"), "messages to the seats are not for spectators");
    anna.types("wait");
    anna.types("d5-d6");
    let refusal = anna.reads("(TM-12)");
    assert!(refusal.contains("! d6 is occupied."), "{refusal}");
    anna.types("d6-d7");
    bea.reads("1. attack d6-d7");
    watcher.reads("1. attack d6-d7");
    anna.types("undo");
    anna.reads("! You can only undo this if everybody agrees");
    anna.types("ask");
    bea.reads("Anna (attack) asks to undo the last step. Type yes or no.");
    bea.types("no");
    anna.reads("It was declined or withdrawn");
    anna.types("ask");
    bea.reads("Type yes or no.");
    bea.types("yes");
    watcher.reads("Undone.");
    anna.reads("Undone.");
    anna.types("d6-d7");
    bea.reads("1. attack d6-d7");
    bea.types("hint");
    bea.reads("no hints in this match");
    bea.types("draw");
    anna.reads("Bea (musketeers) offers a draw.");
    anna.types("no");
    bea.reads("It was declined or withdrawn");
    bea.types("resign");
    anna.reads("The game is over. The musketeers resigned.");
    watcher.reads("The game is over.");
    anna.types("new");
    bea.reads("Anna (attack) offers");
    bea.reads("Type yes or no.");
    bea.types("yes");
    anna.reads("The attack: Bea, the musketeers: Anna.");
    bea.reads("The attack: Bea, the musketeers: Anna.");
    bea.types("d6-d7");
    anna.reads("1. attack d6-d7");
    watcher.reads("Type new to follow them.");
    watcher.types("new");
    watcher.reads("The attack: Bea, the musketeers: Anna.");
    for person in [anna, bea, watcher] {
        assert_eq!(person.leaves().0, Some(0));
    }
    assert_eq!(steps(&server, &table).len(), 4, "a move, its undoing, a move, the resignation");
}

#[test]
fn a_guest_comes_back_to_their_seat() {
    let (_data, server) = server();
    let table = musketeers(&server);
    let folders = folders::<2>();
    let mut guest = Person::at(&server, folders[0].path(), &table, &["--seat", "musketeers"]);
    guest.reads("> ");
    assert_eq!(guest.leaves(), (Some(0), String::new()));
    let mut other = Person::at(&server, folders[1].path(), &table, &[]);
    other.reads("> ");
    other.types("d6-d7");
    other.reads("1. attack d6-d7");
    let lists = run(&["--url", &server.url("")], folders[0].path());
    let listed = String::from_utf8_lossy(&lists.stdout).into_owned();
    assert!(listed.contains("waits for you") && listed.contains(&format!("--table {table}")), "{listed}");
    let address = server.url(&format!("/tables/{table}"));
    let mut guest = Person::at(&server, folders[0].path(), &address, &[]);
    guest.reads("> ");
    guest.types("e7-d6");
    other.reads("2. musketeers e7-d6");
    let third = tempfile::tempdir().expect("a folder");
    let (code, error) = Person::at(&server, third.path(), &table, &[]).ends();
    assert!(code == Some(1) && error.contains("--watch"), "{error}");
}

#[test]
fn several_act_together_with_dice_and_a_spectator_sees_it() {
    let (_data, server) = server();
    let order = json!({ "game": "fighting-marines", "seats": ["open", "open", "captain", "private"] });
    let table = opened(&server, &order);
    let folders = folders::<3>();
    let mut first = Person::at(&server, folders[0].path(), &table, &[]);
    first.reads("> ");
    let mut second = Person::at(&server, folders[1].path(), &table, &[]);
    let mut watcher = Person::at(&server, folders[2].path(), &table, &["--watch"]);
    watcher.reads("You are watching.");
    std::thread::scope(|scope| {
        scope.spawn(|| first.plays_and_resigns(12));
        scope.spawn(|| second.plays_and_resigns(12));
    });
    let steps = steps(&server, &table).len();
    assert!(steps > 24, "{steps}");
    watcher.reads("The game is over.");
    let output = watcher.all();
    // A number, the seat and the action; a wrapped sentence may start with a number, too.
    let entry = |line: &str| {
        let (number, rest) = line.get(..3).zip(line.get(3..)?.strip_prefix(". "))?;
        let who = rest.split(' ').next()?;
        ["red", "black", "yellow", "green", "throw"].contains(&who).then(|| number.trim().parse::<usize>().ok())?
    };
    let entries: Vec<usize> = output.lines().filter_map(entry).collect();
    assert!(entries.len() > 24, "{output}");
    assert!(entries.windows(2).all(|pair| pair[1] == pair[0] + 1), "each step once, in order: {entries:?}\n{output}");
}

/// A request: its head and its body. `None` if the sender has gone.
fn read_request(from: &mut impl Read) -> Option<(String, Vec<u8>)> {
    let mut request = Vec::new();
    let mut some = [0; 16 << 10];
    loop {
        let count = from.read(&mut some).ok().filter(|count| *count > 0)?;
        request.extend_from_slice(&some[..count]);
        let Some(end) = request.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(request[..end].to_vec()).expect("a head in ASCII");
        let length = head.lines().find_map(|line| {
            let line = line.to_ascii_lowercase();
            line.strip_prefix("content-length:").and_then(|length| length.trim().parse::<usize>().ok())
        });
        if request.len() >= end + 4 + length.unwrap_or(0) {
            return Some((head, request[end + 4..].to_vec()));
        }
    }
}

/// Forwards a request to the server on a new connection, and returns that connection.
fn pass_on(server: &str, head: &str, body: &[u8]) -> TcpStream {
    let mut there = TcpStream::connect(server).expect("the server");
    there.write_all(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes()).expect("it is sent");
    there.write_all(body).expect("it is sent");
    there
}

/// A proxy that loses the first answer to a move. Returns its address.
fn lossy_connection(server: &Server) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let address = server.address.clone();
    std::thread::spawn(move || {
        let mut lost = false;
        for here in listener.incoming() {
            let mut here = here.expect("a connection");
            let Some((head, body)) = read_request(&mut here) else { continue };
            let mut there = pass_on(&address, &head, &body);
            if !lost && String::from_utf8_lossy(&body).contains("\"play\"") {
                // The server has stored the move when it answers.
                lost = there.read(&mut [0; 64]).expect("an answer") > 0;
                continue;
            }
            std::thread::spawn(move || std::io::copy(&mut there, &mut here));
        }
    });
    url
}

/// A TLS proxy with the server under `/boxtop`, as nginx or Caddy would do it. Returns its address.
fn secure_proxy(server: &Server) -> String {
    let (certificate, key) = (fixture("localhost.pem"), fixture("localhost-key.pem"));
    let chain = CertificateDer::pem_file_iter(certificate).expect("a certificate").map(|one| one.expect("readable"));
    let key = PrivateKeyDer::from_pem_file(key).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions of TLS")
        .with_no_client_auth()
        .with_single_cert(chain.collect(), key);
    let config = Arc::new(config.expect("they belong together"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let address = server.address.clone();
    std::thread::spawn(move || {
        for here in listener.incoming() {
            let (config, address) = (config.clone(), address.clone());
            std::thread::spawn(move || {
                let connection = ServerConnection::new(config).expect("TLS");
                let mut here = StreamOwned::new(connection, here.expect("a connection"));
                let Some((head, body)) = read_request(&mut here) else { return };
                let inside = head.replacen(" /boxtop/", " /", 1);
                assert_ne!(inside, head, "nothing outside the prefix is asked for: {head}");
                let _ = std::io::copy(&mut pass_on(&address, &inside, &body), &mut here);
                here.conn.send_close_notify();
                let _ = here.flush();
            });
        }
    });
    format!("https://localhost:{port}/boxtop")
}

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

#[test]
fn a_terminal_plays_over_https_under_a_path_prefix() {
    let (_data, server) = server();
    let table = opened(&server, &json!({ "game": "three-musketeers", "seats": ["open", "captain"] }));
    let url = secure_proxy(&server);
    let [folder] = folders::<1>();
    let mut person = Person::through(&url, folder.path(), &table, &["--name", "Anna"]);
    person.reads("> ");
    person.types("save");
    person.reads(&format!("saved at once at {url}"));
    person.types("d6-d7");
    person.reads("2. musketeers ");
    assert_eq!(person.leaves(), (Some(0), String::new()));
    let kept = std::fs::read_dir(folder.path().join("guests")).expect("a guest is kept").count();
    assert_eq!(kept, 1);
}

/// An untrusted certificate is refused, with the reason.
#[test]
fn a_certificate_that_is_not_trusted_is_refused() {
    let (_data, server) = server();
    let url = secure_proxy(&server);
    let [folder] = folders::<1>();
    let output = run(&["--url", &url, "--table", "abc"], folder.path());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("certificate") || error.contains("HTTPS cannot be used"), "{error}");
}

#[test]
fn an_action_whose_answer_is_lost_is_done_once() {
    let (_data, server) = server();
    let table = musketeers(&server);
    let folders = folders::<2>();
    let mut other = Person::at(&server, folders[0].path(), &table, &["--seat", "musketeers"]);
    other.reads("> ");
    let mut person = Person::through(&lossy_connection(&server), folders[1].path(), &table, &[]);
    person.reads("> ");
    person.types("d6-d7");
    person.types("log");
    person.reads("> log");
    assert!(person.all().contains("does not answer"), "{}", person.all());
    assert!(!person.all().contains("has moved on"), "{}", person.all());
    other.reads("1. attack d6-d7");
    assert_eq!(steps(&server, &table).len(), 1);
}

#[test]
fn a_server_that_is_killed_and_comes_back_loses_and_doubles_nothing() {
    let (data, port) = (tempfile::tempdir().expect("a folder"), port_to_keep());
    let server = Server::start_at(data.path(), port);
    let table = musketeers(&server);
    let folders = folders::<2>();
    let mut anna = Person::at(&server, folders[0].path(), &table, &[]);
    anna.reads("> ");
    let mut bea = Person::at(&server, folders[1].path(), &table, &[]);
    bea.reads("> ");
    anna.types("wait");
    anna.types("d6-d7");
    bea.reads("1. attack d6-d7");
    server.kill();
    bea.reads("does not answer");
    anna.reads("does not answer");
    bea.types("e7-d6");
    bea.types("log");
    let server = Server::start_at(data.path(), port);
    bea.reads("Connected again; nothing was lost.");
    anna.reads("2. musketeers e7-d6");
    bea.reads("2. musketeers e7-d6");
    assert_eq!(steps(&server, &table).len(), 2);
    for person in [anna, bea] {
        assert_eq!(person.leaves(), (Some(0), String::new()));
    }
}

/// Two terminals and a spectator at a table of this game, for a few moves. Returns the spectator's output.
fn watched(game: &str, most: usize) -> String {
    let (_data, server) = server();
    let players = catalog::game(game).expect("it is in the catalog").info().players[0];
    let seats: Vec<&str> =
        ["open", "open"].into_iter().chain(std::iter::repeat("private")).take(players.into()).collect();
    let table = opened(&server, &json!({ "game": game, "players": players, "seats": seats }));
    let folders = folders::<3>();
    let mut first = Person::at(&server, folders[0].path(), &table, &[]);
    first.reads("> ");
    let mut second = Person::at(&server, folders[1].path(), &table, &[]);
    let mut watcher = Person::at(&server, folders[2].path(), &table, &["--watch"]);
    watcher.reads("> ");
    std::thread::scope(|scope| {
        scope.spawn(|| first.plays_and_resigns(most));
        scope.spawn(|| second.plays_and_resigns(most));
    });
    let output = watcher.reads("The game is over.");
    for person in [first, second, watcher] {
        assert_eq!(person.leaves(), (Some(0), String::new()));
    }
    output
}

/// A terminal compares its board with the server's pieces at every step, and ends with an error if they differ.
#[test]
fn the_board_is_the_servers_in_other_games() {
    for game in ["hit-the-beach", "conflict"] {
        watched(game, 4);
    }
}

#[test]
fn hidden_counters_have_no_faces() {
    let output = watched("ranger-commandos", 25);
    assert!(output.contains("counter"), "{output}");
    assert!(!output.contains("showing"), "nothing was turned up: {output}");
}

#[test]
fn a_token_identifies_its_owner_and_clocks_are_shown() {
    let (_data, server) = server();
    let order = json!({ "game": "three-musketeers", "seats": ["open", "captain"], "public": true,
        "pace": { "kind": "clock", "initial": 600, "increment": 5 } });
    let cookie = format!("boxtop_guest={}", "33".repeat(16));
    let (_, made) = request_as(&cookie, &server.address, "POST", "/api/v1/tables", Some(&order)).expect("an answer");
    let table = made["table"].as_str().expect("an id").to_owned();
    let wanted = json!({ "label": "terminal", "scopes": ["play"] });
    let (_, made) = request_as(&cookie, &server.address, "POST", "/api/v1/me/tokens", Some(&wanted)).expect("a token");
    let token = made["token"].as_str().expect("a token").to_owned();
    let [folder] = folders::<1>();
    let listed = run(&["--url", &server.url("/"), "--token", &token], folder.path());
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(listed.contains("a seat is open") && listed.contains(&table), "{listed}");
    let mut person = Person::at(&server, folder.path(), &table, &["--token", &token, "--name", "Tom"]);
    let output = person.reads("> ");
    assert!(output.contains("Clocks: attack 10:00") || output.contains("Clocks: attack 9:5"), "{output}");
    person.types("hint");
    person.reads("A general would play ");
    person.types("d6-d7");
    person.reads("2. musketeers ");
    person.types("resign");
    person.reads("The game is over.");
    assert_eq!(person.leaves().0, Some(0));
    assert!(!folder.path().join("guests").exists(), "no guest was made");
    let device = folder.path().join("devices").join(server.address.replace(':', "_")).join(format!("{table}.json"));
    assert!(device.exists(), "what it brings to the dice is kept");
}

#[test]
fn errors_are_one_sentence() {
    let (_data, server) = server();
    let table = musketeers(&server);
    let url = server.url("");
    let [folder] = folders::<1>();
    let no_server = "http://127.0.0.1:1";
    for (args, code, words) in [
        (&["--url", "https://127.0.0.1:1", "--table", "abc"][..], 1, "does not answer"),
        (&["--url", "box.test", "--table", "abc"], 2, "http://localhost:1943"),
        (&["--url", no_server, "--table", "abc"], 1, "is the server running?"),
        (&["--url", &url, "--table", "a b"], 2, "is not a table"),
        (&["--url", &url, "--table", "nosuchtable"], 1, "There is no such table."),
        (&["--url", &url, "--table", &table, "--token", "boxtop_wrong"], 1, "token is unknown"),
        (&["--url", &url, "--table", &table, "--token", "two words"], 2, "token"),
        (&["--url", &url, "--table", &table, "--seat", "cardinal"], 2, "there are attack, musketeers"),
        (&["--url", &url, "--table", &table, "--seat", "attack", "--watch"], 2, "cannot be used with"),
        (&["--table", &table], 2, "--url"),
        (&["three-musketeers", "--url", &url], 2, "cannot be used with"),
        (&["--url", &url, "--level", "general"], 2, "cannot be used with"),
    ] {
        let output = run(args, folder.path());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(words) && !error.contains("panicked"), "{args:?}: {error}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    let none = run(&["--url", &url], folder.path());
    assert!(String::from_utf8_lossy(&none.stdout).contains("No table waits for you"));
    assert_eq!(none.status.code(), Some(0));
}
