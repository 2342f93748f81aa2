//! The core does no I/O: its sources use no clock, thread, file, socket or source of randomness, and neither
//! do its dependencies.
//!
//! `scripts/check-wasm` compiles the same crates for WebAssembly. That alone is not enough: there, a clock
//! compiles and then panics.

mod tree;

use std::fs;
use std::path::Path;
use std::process::Command;
use tree::{root, sources};

/// The crates that `scripts/check-wasm` names.
fn core() -> Vec<String> {
    let script = fs::read_to_string(root().join("scripts/check-wasm")).expect("scripts/check-wasm");
    let list = script.lines().find_map(|line| line.strip_prefix("core=(")?.strip_suffix(')')).expect("core=(…)");
    list.split_whitespace().map(str::to_owned).collect()
}

/// What no source of the core may contain.
const FORBIDDEN: [&str; 9] = [
    "Instant::now",
    "SystemTime",
    "std::thread",
    "thread::spawn",
    "std::fs",
    "std::net",
    "std::env",
    "SysRng",
    "rand::rng()",
];

/// The one place where a clock is read, behind a feature.
const SYSTEM_CLOCK: &str = "crates/players/src/clock.rs";

/// Tests may use all of it.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs")
}

/// The forbidden parts of a source, without its tests.
fn offences(text: &str) -> Vec<&'static str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    FORBIDDEN.into_iter().filter(|word| code.contains(word)).collect()
}

#[test]
fn no_source_of_the_core_reads_a_clock_or_does_io() {
    let mut checked = 0;
    for name in core() {
        for path in sources(&root().join("crates").join(&name).join("src")).expect("sources") {
            let allowed = is_test(&path) || path.ends_with(SYSTEM_CLOCK);
            if !allowed {
                let text = fs::read_to_string(&path).expect("a source");
                assert_eq!(offences(&text), [""; 0], "{}", path.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked}");
    assert_eq!(offences("let now = Instant::now();"), ["Instant::now"]);
}

#[test]
fn nothing_the_core_depends_on_brings_entropy_threads_or_fonts() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "--locked"]);
    cargo.args(["--target", "wasm32-unknown-unknown"]);
    for name in core() {
        cargo.args(["-p", &format!("boxtop-{name}")]);
    }
    let output = cargo.output().expect("cargo tree");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(tree.contains("boxtop-games"), "{tree}");
    for heavy in ["getrandom", "tokio", "rayon", "resvg", "sqlx", "mio"] {
        let named = tree.lines().find(|line| line.split(' ').next() == Some(heavy));
        assert_eq!(named, None, "in what the core depends on");
    }
}
