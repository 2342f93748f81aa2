//! NATS servers for tests: one that all tests of a program share, and others that a test may kill.

use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Started by `scripts/nats`; it stops when this program ends.
static SERVER: LazyLock<Nats> = LazyLock::new(Nats::start);

/// The address of the server that all tests share. Tests in different schemas have different subjects.
pub fn server() -> &'static str {
    SERVER.address()
}

/// A NATS server, killed when dropped.
pub struct Nats {
    address: String,
    process: Mutex<String>,
}

impl Nats {
    /// Starts a server on a free port.
    pub fn start() -> Nats {
        let (process, address) = start("0");
        Nats { address, process: Mutex::new(process) }
    }

    /// Its address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Kills it, without a word to its clients.
    pub fn kill(&self) {
        script(&["stop", &self.process.lock().unwrap_or_else(PoisonError::into_inner)]);
    }

    /// Starts it again on the same port.
    pub fn restart(&self) {
        let port = self.address.rsplit(':').next().expect("a port");
        *self.process.lock().unwrap_or_else(PoisonError::into_inner) = start(port).0;
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The process and the address of a new server.
fn start(port: &str) -> (String, String) {
    let said = script(&["start", &std::process::id().to_string(), port]);
    let (process, address) = said.trim().split_once(' ').expect("a process and an address");
    (process.to_owned(), address.to_owned())
}

fn script(args: &[&str]) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/nats");
    let done = Command::new(script).args(args).stdin(Stdio::null()).output().expect("scripts/nats");
    assert!(done.status.success(), "scripts/nats: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}
