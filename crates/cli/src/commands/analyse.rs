//! `boxtop analyse`: chances of winning, mistakes and luck of a match that is over.

use crate::commands::sim::Progress;
use crate::common::{Usage, game, print, read_text, write_bytes};
use crate::running::Interrupt;
use analysis::{Analysis, DynAnalyser};
use anyhow::{Context, bail};
use kernel::record::Record;
use std::path::PathBuf;

/// Analyses a match that is over: chances of winning, mistakes, luck
///
/// Says for every seat how well it played and what luck it had, which steps decided the match, and for each mistake what
/// would have been better and why. The same record gives the same analysis on every machine. If it is stopped with
/// Ctrl-C, it prints what it has found so far.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop analyse match.json
  boxtop analyse match.json --seat attack
  boxtop analyse match.json --svg chances.svg
  boxtop analyse match.json --json | jq '.seats[].accuracy'

docs/analysis.md says what each number means.")]
pub(crate) struct Args {
    /// The record (- for standard input)
    file: PathBuf,
    /// Print the whole analysis as one JSON object
    #[arg(long)]
    json: bool,
    /// Write a chart of the chances of winning to this SVG file (- for standard output, and nothing else)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// List only the mistakes of this seat
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
}

/// Width of the report.
const COLUMNS: usize = 100;

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let name = args.file.display();
    let text = read_text(&args.file)?;
    let record: Record = serde_json::from_str(&text).with_context(|| format!("{name} is not a record of Boxtop"))?;
    let title = game(&record.game)?.info().title;
    check_seat(args.seat.as_deref(), &record)?;
    let mut analyser = catalog::analyser_for(&record).with_context(|| format!("{name} cannot be analysed"))?;
    let found = watched(&mut *analyser, &Interrupt::listen()?);
    write_found(&args, title, &found)?;
    if !found.complete {
        bail!("stopped; what was found in the first {} steps is above", found.steps.len());
    }
    Ok(())
}

fn check_seat(wanted: Option<&str>, record: &Record) -> anyhow::Result<()> {
    let known: Vec<_> = record.seats.iter().map(|seat| seat.seat.as_str()).collect();
    match wanted {
        Some(seat) if !known.contains(&seat) => {
            Err(Usage(format!("there is no seat {seat}; choose one of {}", known.join(", "))).into())
        }
        _ => Ok(()),
    }
}

/// Analyses with a progress bar, until it is done or somebody stops it.
fn watched(analyser: &mut dyn DynAnalyser, interrupt: &Interrupt) -> Analysis {
    let bar = Progress::new(u64::from(analyser.progress().of));
    while !interrupt.came() {
        let progress = analyser.step();
        bar.reach(u64::from(progress.done), u64::from(progress.of));
        if progress.is_complete() {
            break;
        }
    }
    bar.done();
    analyser.analysis()
}

fn write_found(args: &Args, title: &str, found: &Analysis) -> anyhow::Result<()> {
    if let Some(path) = &args.svg {
        write_bytes(path, analysis::chart(found).as_bytes())?;
        if path.as_os_str() == "-" {
            return Ok(());
        }
    }
    let text = if args.json {
        serde_json::to_string(found)? + "\n"
    } else {
        analysis::report(title, found, args.seat.as_deref(), COLUMNS)
    };
    print(text.as_bytes())
}
