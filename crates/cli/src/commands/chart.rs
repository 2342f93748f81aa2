//! `boxtop chart`: draws results of arenas and tests.

use crate::common::{read_text, write_bytes};
use anyhow::Context;
use std::path::PathBuf;

/// Draws results of boxtop arena and boxtop sprt as an SVG chart
///
/// Each result is a line with its score and 95 % interval over groups, under a heading
/// for its game and number of seats. A dashed line marks the score of equally strong
/// players.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop arena conflict --a captain --b greedy --json >> results.json
  boxtop sprt conflict --a colonel --b captain --elo0 0 --elo1 100 --json >> results.json
  boxtop chart results.json --out results.svg")]
pub(crate) struct Args {
    /// A file with the JSON of results, one on each line; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The SVG file, or - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let text = read_text(&args.file)?;
    let scores = lab::chart::read(&text).with_context(|| format!("{} cannot be drawn", args.file.display()))?;
    write_bytes(&args.out, lab::chart::svg(&scores).as_bytes())
}
