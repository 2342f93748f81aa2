//! `boxtop perft`: counts the sequences of turns.

use super::sim::{Setting, unfit};
use crate::common::print;

/// Counts the sequences of turns from the start of a game
///
/// Prints a line for each depth: the depth, the number of sequences of turns, and
/// the number of different positions they lead to. A series of jumps is one turn,
/// and so is a throw: each of its outcomes counts once, however likely. If several
/// seats act together, every order of their actions counts.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    setting: Setting,
    /// Number of turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let config = args.setting.config()?;
    let mut printed = Ok(());
    let mut report = |count: lab::perft::Count| {
        if printed.is_ok() {
            printed = print(format!("{} {} {}\n", count.depth, count.sequences, count.positions).as_bytes());
        }
    };
    lab::perft::run(&args.setting.game, &config, args.depth, &mut report).map_err(unfit)?;
    printed
}
