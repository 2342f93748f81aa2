//! Runs `boxtop bench serve --nodes 3`, which loads a whole cluster and lets it fail in every way: nothing that was acknowledged is
//! lost, doubled or reordered, every stream ends at the last version, no command fails, and nobody runs out of time.

use crate::support::BOXTOP;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Is this the long run?
fn is_long() -> bool {
    std::env::var_os("BOXTOP_LONG").is_some_and(|value| value == "1")
}

/// Loads a cluster of three nodes; returns the figures.
fn bench(args: &[&str]) -> Value {
    let output = Command::new(BOXTOP)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args(["bench", "serve", "--nodes", "3", "--json"])
        .args(args)
        .output()
        .expect("it runs");
    let (said, complaint) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{complaint}\n{said}");
    println!("{said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn number(figures: &Value, name: &str) -> u64 {
    figures[name].as_u64().unwrap_or_else(|| panic!("no {name} in {figures}"))
}

/// How often there was this fault.
fn times(figures: &Value, fault: &str) -> u64 {
    let faults = figures["faults"].as_array().expect("faults");
    faults.iter().find(|one| one["fault"] == fault).map_or(0, |one| number(one, "times"))
}

fn check_sound(figures: &Value) {
    for never in ["lost", "doubled", "received_twice", "streams_behind", "failed", "flags"] {
        assert_eq!(number(figures, never), 0, "{never}: {figures}");
    }
    assert_eq!(figures["troubles"], serde_json::json!([]));
}

#[test]
fn nodes_that_are_killed_again_and_again_lose_and_double_nothing() {
    let kills = if is_long() { "200" } else { "20" };
    let figures = bench(&["--tables", "9", "--spectators", "30", "--rate", "60", "--seconds", "1", "--kills", kills]);
    check_sound(&figures);
    assert_eq!(times(&figures, "kill").to_string(), kills);
    assert!(number(&figures, "actions") > 200, "the load was no load: {figures}");
    assert!(number(&figures, "streams_resumed") >= 20, "streams broke: {figures}");
    assert!(number(&figures, "matches_checked") >= 9);
}

#[test]
fn bus_database_and_frozen_nodes_may_fail_and_all_nodes_be_replaced_under_load() {
    let (cut, frozen) = if is_long() { ("5", "20") } else { ("2", "6") };
    let plan =
        ["--tables", "9", "--spectators", "30", "--rate", "60", "--seconds", "1", "--cut", cut, "--frozen", frozen];
    let figures = bench(&[&plan[..], &["--faults", "bus,database,primary,freeze,replace"]].concat());
    check_sound(&figures);
    for fault in ["bus", "database", "primary", "freeze", "replace"] {
        assert_eq!(times(&figures, fault), 1, "{fault}: {figures}");
    }
    assert!(number(&figures, "actions") > 100, "the load was no load: {figures}");
}

/// Whatever ends the process that a cluster belongs to, nothing is left behind.
#[cfg(target_os = "linux")]
#[test]
fn a_cluster_ends_with_its_process() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/cluster");
    let mut owner = Command::new("sleep").arg("600").spawn().expect("a process");
    let start = ["start", "--nodes", "1", "--program", BOXTOP, &owner.id().to_string()];
    let started = Command::new(script).args(start).stdin(Stdio::null()).output().expect("it runs");
    let said = String::from_utf8_lossy(&started.stdout);
    assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
    let folder = said.lines().find_map(|line| line.strip_prefix("FOLDER=")).expect("a folder").to_owned();
    assert!(processes_of(&folder) >= 4, "databases, node, bus and proxies run");
    owner.kill().expect("it ends");
    owner.wait().expect("it has ended");
    let begun = Instant::now();
    while Path::new(&folder).exists() || processes_of(&folder) > 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "{} processes are left", processes_of(&folder));
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The number of running processes that name this folder, or run in it.
fn processes_of(folder: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let runs_there = |process: &std::fs::DirEntry| {
        let named = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        let here = std::fs::read_link(process.path().join("cwd")).unwrap_or_default();
        String::from_utf8_lossy(&named).contains(folder) || here.starts_with(folder)
    };
    processes.filter(runs_there).count()
}
