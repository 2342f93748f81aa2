//! A PostgreSQL server for tests: one for each test program, with a schema of its own for each test.

use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Started by `scripts/postgres`; it stops when this program ends.
static SERVER: LazyLock<String> = LazyLock::new(|| {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres");
    let pid = std::process::id().to_string();
    let started = Command::new(script).args(["start", &pid]).stdin(Stdio::null()).output().expect("scripts/postgres");
    let (said, complaint) = (String::from_utf8_lossy(&started.stdout), String::from_utf8_lossy(&started.stderr));
    let address = said.split_whitespace().nth(1);
    address.unwrap_or_else(|| panic!("PostgreSQL does not start: {complaint}")).to_owned()
});

/// The address of the server, without a schema.
pub fn server() -> &'static str {
    &SERVER
}

/// The name of a schema that no other test of this program has.
pub fn new_schema() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The address of a store in this schema.
pub fn address(schema: &str) -> String {
    format!("{}&schema={schema}", server())
}
