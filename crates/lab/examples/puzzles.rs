//! Makes a stock of puzzles and says of what kinds they are, without building the whole program.
//!
//! `cargo run --release -p boxtop-lab --example puzzles GAME SEED COUNT OUT [SECONDS]`. The file is the same as that of
//! `boxtop puzzles generate GAME --seed SEED --count COUNT --out OUT`, but for the commit
//! in its head, or the beginning of it if the time is up before.

use boxtop_lab::puzzles::{Plan, SoFar, run};
use boxtop_lab::watch::Spectator;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Ends the search at this time.
struct Until(Instant);

impl Spectator for Until {
    fn interrupted(&self) -> bool {
        Instant::now() >= self.0
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, seed, count, out, rest @ ..] = words.as_slice() else {
        return eprintln!("puzzles GAME SEED COUNT OUT [SECONDS]");
    };
    let seconds = rest.first().and_then(|seconds| seconds.parse().ok()).unwrap_or(86_400);
    let (seed, count) = (seed.parse().unwrap_or(1), count.parse().unwrap_or(100));
    let plan = Plan { threads: 1, ..Plan::new(game, count, seed) };
    let (began, last) = (Instant::now(), AtomicUsize::new(0));
    let follow = |so_far: SoFar| {
        if last.swap(so_far.puzzles, Ordering::Relaxed) != so_far.puzzles {
            eprintln!("{game}: {} puzzles, {} matches, {:?}", so_far.puzzles, so_far.matches, began.elapsed());
        }
    };
    match run(&plan, &Until(began + Duration::from_secs(seconds)), &follow) {
        Ok(stock) => {
            let of = |difficulty: u8| stock.puzzles.iter().filter(|puzzle| puzzle.difficulty == difficulty).count();
            eprintln!("{game}: difficulty 1, 2, 3: {}, {}, {}", of(1), of(2), of(3));
            if let Err(error) = std::fs::write(out, stock.write()) {
                eprintln!("{out}: {error}");
            }
        }
        Err(error) => eprintln!("{error}"),
    }
}
