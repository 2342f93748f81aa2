//! `boxtop puzzles generate`: finds puzzles in self-play and writes them to a file.

use super::sim::{Progress, unfit};
use crate::common::{Usage, count, print, threads, write_bytes};
use crate::running::Interrupt;
use crate::version::SHORT;
use anyhow::bail;
use kernel::puzzle::{MOST_PUZZLES, Stock};
use lab::puzzles::{Plan, SoFar};
use lab::watch::Spectator;
use std::path::{Path, PathBuf};

/// Makes stocks of puzzles
///
/// To solve puzzles, see boxtop puzzle.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Generate(Generate),
}

/// Finds puzzles in matches between computer players and writes them to a file
///
/// A puzzle is a decision with one clearly best action, which a deeper search confirms. The puzzles depend on the game,
/// the seed and the program alone, not on the number of threads. Ctrl-C ends the search early; the file then has the
/// puzzles that were complete, which are the first ones of the whole run.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop puzzles generate three-musketeers --out puzzles.jsonl
  boxtop puzzles generate conflict --seed 7 --count 20 --out conflict.jsonl")]
struct Generate {
    /// The game, as listed by boxtop games
    #[arg(value_name = "GAME")]
    game: String,
    /// The RNG seed; the same seed finds the same puzzles
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count::<usize>)]
    count: usize,
    /// Maximum number of matches to search
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = count::<u64>)]
    matches: u64,
    /// The file (- for standard output)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of threads, at most 256; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<usize>)]
    threads: usize,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let What::Generate(args) = args.what;
    generate(args)
}

fn generate(args: Generate) -> anyhow::Result<()> {
    if args.count > MOST_PUZZLES {
        return Err(Usage(format!("--count {}: a stock has at most {MOST_PUZZLES} puzzles", args.count)).into());
    }
    let plan = Plan {
        matches: args.matches,
        threads: threads(args.threads),
        program: SHORT.to_owned(),
        ..Plan::new(&args.game, args.count, args.seed)
    };
    let (watch, progress) = (Watch(Interrupt::listen()?), Progress::new(args.count as u64));
    let follow = |so_far: SoFar| progress.reach(so_far.puzzles as u64, args.count as u64);
    let stock = lab::puzzles::run(&plan, &watch, &follow).map_err(unfit)?;
    progress.done();
    save(&args.out, &stock)?;
    let found = stock.puzzles.len();
    match found {
        _ if watch.interrupted() => bail!("stopped; the first {found} puzzles are in {}", args.out.display()),
        _ if found < args.count => bail!(
            "only {found} puzzles were found in {} matches; they are in {}. Try --matches with a larger number",
            args.matches,
            args.out.display()
        ),
        _ => Ok(()),
    }
}

fn save(out: &Path, stock: &Stock) -> anyhow::Result<()> {
    let text = stock.write();
    if out == Path::new("-") { print(text.as_bytes()) } else { write_bytes(out, text.as_bytes()) }
}

struct Watch(Interrupt);

impl Spectator for Watch {
    fn interrupted(&self) -> bool {
        self.0.came()
    }
}
