//! A real server process for tests, and just enough HTTP to talk to it.

#![allow(dead_code)] // Each test file uses its own part.

use serde_json::Value;
use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};

/// The binary under test.
pub(crate) const BOXTOP: &str = env!("CARGO_BIN_EXE_boxtop");

/// The environment variable with the text from which the dice of a server follow.
pub(crate) const FIXED_ENTROPY: &str = "BOXTOP_FIXED_ENTROPY";

/// The text for the dice of the next server of this test: its name and a number. A server that is started again needs
/// another text, because it would give its tables the same ids.
fn next_dice() -> String {
    thread_local!(static STARTED: Cell<u32> = const { Cell::new(0) });
    let number = STARTED.replace(STARTED.get() + 1);
    format!("{} {number}", std::thread::current().name().unwrap_or_default())
}

/// A server process that is killed when the test is done with it.
pub(crate) struct Server {
    process: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
}

impl Server {
    /// Starts a server on a free port; returns once it is listening.
    pub(crate) fn start(data: &Path) -> Server {
        Server::start_at(data, 0)
    }

    /// Starts a server on this port.
    pub(crate) fn start_at(data: &Path, port: u16) -> Server {
        Server::start_as(data, port, &[])
    }

    /// Starts a server on a free port with these arguments besides.
    pub(crate) fn start_with(data: &Path, args: &[&str]) -> Server {
        Server::start_as(data, 0, args)
    }

    /// Starts a server on this port with these arguments besides.
    pub(crate) fn start_as(data: &Path, port: u16, args: &[&str]) -> Server {
        Server::start_with_dice(data, port, args, &next_dice())
    }

    /// The same, with dice that follow from this text.
    pub(crate) fn start_with_dice(data: &Path, port: u16, args: &[&str], dice: &str) -> Server {
        let mut command = Command::new(BOXTOP);
        command.args(["serve", "--port", &port.to_string(), "--data"]).arg(data).args(args);
        command.env(FIXED_ENTROPY, dice);
        Server::run(command)
    }

    /// Starts a server with a given command, which must become the server's process.
    pub(crate) fn run(mut command: Command) -> Server {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let address = loop {
            let line = lines.next().expect("the server says its address before it ends").expect("text");
            if let Some(rest) = line.split("http://").nth(1) {
                break rest.split('/').next().unwrap_or_default().trim().to_owned();
            }
        };
        Server { process, address }
    }

    /// Its process id.
    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }

    /// The address of a page.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Waits for its end; returns its exit code.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        self.process.wait().expect("it ends").code()
    }

    /// Kills the process at once, as a power cut would.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("it can be killed");
        self.process.wait().expect("it ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A free port for a server that is killed and started again. No other program gets it meanwhile, because it is below
/// those that the system gives to programs that want any.
pub(crate) fn port_to_keep() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = (std::process::id() % 500) as u16 * 20;
    let mut ports =
        std::iter::repeat_with(|| 20_000 + (first + NEXT.fetch_add(1, Ordering::Relaxed) % 10_000) % 10_000);
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("a free port")
}

/// The cookie of a guest.
pub(crate) const COOKIE: &str = "boxtop_guest=000102030405060708090a0b0c0d0e0f";

/// Status and body of an answer; `None` if the server is gone.
pub(crate) fn request(address: &str, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
    request_as(COOKIE, address, method, path, body)
}

/// The same for a person with this cookie.
pub(crate) fn request_as(
    cookie: &str,
    address: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Option<(u16, Value)> {
    let (status, body) = answer(cookie, address, method, path, body)?;
    Some((status, serde_json::from_str(&body).unwrap_or(Value::Null)))
}

/// A page or file as text; `None` if the server is gone.
pub(crate) fn text(address: &str, path: &str) -> Option<String> {
    answer(COOKIE, address, "GET", path, None).map(|(_, text)| text)
}

fn answer(cookie: &str, address: &str, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let body = body.map_or(String::new(), Value::to_string);
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         Accept: application/json\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let text = String::from_utf8(answer).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length =
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    if length.is_some_and(|length: usize| length != body.len()) {
        return None; // Cut off half way.
    }
    Some((status, body.to_owned()))
}

/// The current view of the table for our cookie; `None` if the server is gone.
pub(crate) fn view_of(address: &str, table: &str) -> Option<Value> {
    let (status, view) = request(address, "GET", &format!("/api/v1{table}"), None)?;
    (status == 200).then_some(view)
}
