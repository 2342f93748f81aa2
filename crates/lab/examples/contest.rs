//! Plays arenas and appends each result as one JSON line, like `boxtop arena --json`, but with little to build.
//!
//! `cargo run --release -p boxtop-lab --example contest -- FILE SECONDS GAME PLAYERS A B GROUPS [SEED]`
//!
//! Uses one thread. Stops after SECONDS with the groups that are complete.

use boxtop_lab::arena::{self, Plan};
use kernel::dynamic::MatchConfig;
use std::io::Write;
use std::time::Duration;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [file, seconds, game, players, a, b, groups, seed @ ..] = &words[..] else {
        eprintln!("usage: contest FILE SECONDS GAME PLAYERS A B GROUPS [SEED]");
        std::process::exit(2)
    };
    let number = |text: &str| text.parse::<u64>().unwrap_or(1);
    let config = MatchConfig::players(number(players) as u8);
    let plan = Plan {
        game: (*game).into(),
        config,
        a: a.parse().expect("a player"),
        b: b.parse().expect("a player"),
        matches: number(groups) * number(players),
        time: Some(Duration::from_secs(number(seconds))),
        seed: seed.first().map_or(1, |seed| number(seed)),
        threads: 1,
    };
    let standing = arena::run(&plan, &()).unwrap_or_else(|unfit| panic!("{unfit}"));
    println!(
        "{game} {players} {a} {b}: {:.3} [{:.3}, {:.3}] groups {} removed {:?}, cpu ms {:.2} (p99 {:.1}, max {:.1}, n {}) and {:.2} (p99 {:.1}, n {}), clock {} {}, {:.0} s",
        standing.interval.score,
        standing.paired_low95,
        standing.paired_high95,
        standing.groups,
        standing.variance_removed.map(|part| (part * 100.0).round()),
        standing.a_thinking.cpu_mean * 1e3,
        standing.a_thinking.cpu_p99 * 1e3,
        standing.a_thinking.cpu_max * 1e3,
        standing.a_thinking.decisions,
        standing.b_thinking.cpu_mean * 1e3,
        standing.b_thinking.cpu_p99 * 1e3,
        standing.b_thinking.decisions,
        standing.a_thinking.stopped_by_clock,
        standing.b_thinking.stopped_by_clock,
        standing.seconds,
    );
    let line = serde_json::to_string(&standing).expect("JSON") + "\n";
    let out = std::fs::OpenOptions::new().create(true).append(true).open(file);
    out.and_then(|mut out| out.write_all(line.as_bytes())).expect("a file that can be written");
}
