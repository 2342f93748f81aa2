//! The life of a move, as ARCHITECTURE.md tells it: every hop is there and calls the next one.

use std::fs;
use std::path::{Path, PathBuf};

/// A hop: a function in a file.
#[derive(Debug)]
struct Hop {
    file: PathBuf,
    function: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The hops of the section "The life of a move": each item begins with a file and a function in backticks.
fn hops() -> Vec<Hop> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let section = page.split("## The life of a move").nth(1).expect("the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let items =
        section.lines().filter(|line| line.split_once(". `").is_some_and(|(number, _)| number.parse::<u8>().is_ok()));
    let hop = |line: &str| {
        let mut words = line.split('`').skip(1).step_by(2);
        let (file, function) = (words.next().expect("a file"), words.next().expect("a function"));
        Hop { file: root().join(file), function: function.to_owned() }
    };
    items.map(hop).collect()
}

/// The source from the function on, to the end of its file: what it calls may be in helpers below it.
fn source_from(hop: &Hop) -> String {
    let source = fs::read_to_string(&hop.file).unwrap_or_else(|error| panic!("{hop:?}: {error}"));
    let rust = [format!("fn {}(", hop.function), format!("fn {}<", hop.function)];
    let script = format!("  {}(", hop.function);
    let is_rust = hop.file.extension().is_some_and(|extension| extension == "rs");
    let start = match is_rust {
        true => rust.iter().filter_map(|text| source.find(text.as_str())).min(),
        false => source.find(&script),
    };
    source[start.unwrap_or_else(|| panic!("{hop:?} is not there"))..].to_owned()
}

#[test]
fn every_hop_of_a_move_is_where_the_architecture_says_and_leads_to_the_next() {
    let hops = hops();
    // What each hop does to reach the next: a call, a route, or a channel.
    let reaches = [
        "post(\"commands\"",
        "commands::execute(",
        "site.matches.execute(",
        "handle.execute(",
        "table.decide(",
        "session.check(",
        "next.apply(",
        "append_queued(",
        "version.send_replace(",
        "next_changes(",
    ];
    assert_eq!(hops.len(), reaches.len());
    for (hop, call) in hops.iter().zip(reaches) {
        assert!(source_from(hop).contains(call), "{hop:?} does not contain {call}");
    }
    let actor = source_from(&hops[4]);
    for part in ["table.decide(", ".after(", "log.append(", "publisher.publish("] {
        assert!(actor.contains(part), "the actor does not call {part}");
    }
}
