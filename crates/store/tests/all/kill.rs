//! An acknowledged append survives a kill of the process. A child process — this test binary again, marked by its
//! environment — appends as fast as it can and prints what was acknowledged; the parent kills it at random moments, opens
//! the file and checks it. The delays only choose the moment: the checks must always hold.

use std::collections::HashMap;
use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use boxtop_store::{EventLog, EventStore, Sqlite, Version};
use tokio::task::JoinSet;

use crate::{body, folder, id, keyed, many, repeated};

const CHILD: &str = "BOXTOP_STORE_KILL_TEST_FILE";
const STREAMS: u64 = 8;
/// Events in one append, which must stay together.
const EVENTS: u64 = 3;
const KILLS: u64 = 12;

/// The version of each stream.
type Versions = HashMap<String, u64>;

#[test]
fn acknowledged_appends_survive_kills_at_random_moments() {
    let (_folder, path) = folder();
    let (mut acknowledged, mut kept) = (Versions::new(), Versions::new());
    for round in 0..KILLS {
        kill_a_writer(&path, round, &mut acknowledged);
        if path.exists() {
            kept = check(&path, &acknowledged, &kept);
        }
    }
    assert_eq!(acknowledged.len() as u64, STREAMS, "every stream was written: {acknowledged:?}");
}

/// Every other round it is killed while starting, the first time while creating the file; otherwise after some appends.
fn kill_a_writer(path: &Path, round: u64, acknowledged: &mut Versions) {
    let (mut child, mut lines) = start_child(path);
    let patience = if round.is_multiple_of(2) { 0 } else { 1 + random() % 200 };
    let mut heard = 0;
    while heard < patience {
        heard += u64::from(hear(&mut lines, acknowledged).expect("the child goes on until it is killed"));
    }
    std::thread::sleep(Duration::from_micros(random() % 20_000));
    child.kill().expect("a kill");
    child.wait().expect("a death");
    while hear(&mut lines, acknowledged).is_some() {}
}

fn start_child(path: &Path) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env::current_exe().expect("this test"))
        .args(["--exact", "kill::child_writes_until_killed", "--nocapture"])
        .env(CHILD, path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a child");
    let lines = BufReader::new(child.stdout.take().expect("its output"));
    (child, lines)
}

/// Reads one line; `Some(true)` if it acknowledged something, `None` at the end. A last line cut off by the kill does not
/// count.
fn hear(lines: &mut impl BufRead, acknowledged: &mut Versions) -> Option<bool> {
    let mut line = String::new();
    lines.read_line(&mut line).expect("text");
    let line = line.strip_suffix('\n')?;
    let Some((_, words)) = line.split_once("acknowledged ") else { return Some(false) };
    let (stream, version) = words.split_once(' ').expect("a stream and a version");
    let version = version.parse().expect("a number");
    assert!(acknowledged.insert(stream.to_owned(), version).is_none_or(|before| before < version));
    Some(true)
}

/// Everything acknowledged is there, complete and without gaps, and at most one unacknowledged append.
/// Returns what was found, for the next round.
#[tokio::main(flavor = "current_thread")]
async fn check(path: &Path, acknowledged: &Versions, before: &Versions) -> Versions {
    let store = Sqlite::open(path).await.expect("the store opens after a kill");
    store.check().await.expect("a whole file");
    let mut found = Versions::new();
    for stream in streams() {
        let events = store.read(&id(&stream), Version::NONE).await.expect("events");
        let said = acknowledged.get(&stream).copied().unwrap_or_default();
        let known = said.max(before.get(&stream).copied().unwrap_or_default());
        let kept = events.len() as u64;
        assert!((known..=known + EVENTS).contains(&kept), "{stream}: {said} acknowledged, {known} known, {kept} kept");
        assert_eq!(kept % EVENTS, 0, "{stream}: an append was torn");
        assert!(events.iter().map(|event| event.version.0).eq(1..=kept), "{stream}: a gap");
        assert!(events.iter().all(|event| event.body == body(event.version.0)), "{stream}: other bytes");
        if said > 0 {
            assert_eq!(store.append(step(&stream, said - EVENTS)).await, repeated(said), "{stream}: a forgotten key");
        }
        found.insert(stream, kept);
    }
    store.close().await.expect("closing");
    found
}

fn streams() -> impl Iterator<Item = String> {
    (0..STREAMS).map(|number| format!("m{number}"))
}

fn step(stream: &str, version: u64) -> boxtop_store::Append {
    keyed(many(stream, version, EVENTS), &format!("k{version}"))
}

/// Not a test: does nothing unless started by the one above.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child_writes_until_killed() {
    let Some(path) = env::var_os(CHILD) else { return };
    let store = Arc::new(Sqlite::open(path).await.expect("a store"));
    let mut writers = JoinSet::new();
    for stream in streams() {
        writers.spawn(write_for_ever(store.clone(), stream));
    }
    writers.join_all().await;
}

async fn write_for_ever(store: Arc<Sqlite>, stream: String) {
    let mut version = store.read(&id(&stream), Version::NONE).await.expect("events").len() as u64;
    loop {
        version = store.append(step(&stream, version)).await.expect("an append").version.0;
        println!("acknowledged {stream} {version}");
    }
}

fn random() -> u64 {
    RandomState::new().hash_one(0)
}
