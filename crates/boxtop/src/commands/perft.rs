//! `boxtop perft`: how many ways a match can go.

use super::sim::{Setting, unfit};
use crate::common::print;

/// Count the ways a match can go, in whole turns.
///
/// Prints a line for each depth as it is known: the depth, the sequences of
/// turns, and the different positions they lead to. A series of jumps is one
/// turn, and so is a throw: each of its outcomes is counted once, however
/// likely. Where several seats act together, every order of their actions is
/// counted.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    setting: Setting,
    /// How many turns to count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

/// Runs it.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let config = args.setting.config()?;
    let mut printed = Ok(());
    let mut tell = |count: lab::perft::Count| {
        if printed.is_ok() {
            printed = print(format!("{} {} {}\n", count.depth, count.sequences, count.positions).as_bytes());
        }
    };
    lab::perft::run(&args.setting.game, &config, args.depth, &mut tell).map_err(unfit)?;
    printed
}
