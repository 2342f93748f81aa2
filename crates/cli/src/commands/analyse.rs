//! `boxtop analyse`: chances of winning, mistakes and luck of a match that is over.

use crate::commands::sim::Progress;
use crate::common::{Usage, game, print, read_text, write_bytes};
use crate::running::Interrupt;
use analysis::{AnalysedStep, Analysis, DynAnalyser};
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
    let text =
        if args.json { serde_json::to_string(found)? + "\n" } else { report(title, found, args.seat.as_deref()) };
    print(text.as_bytes())
}

/// The analysis as a text.
fn report(title: &str, found: &Analysis, seat: Option<&str>) -> String {
    let mut text = wrapped(&format!("{title}: {}", found.ending), 0);
    if !found.complete {
        text += &format!("\nStopped early: only the first {} steps are analysed.\n", found.steps.len());
    }
    text += &summary(found);
    text += &turning_points(found);
    text + &mistakes(found, seat)
}

fn summary(found: &Analysis) -> String {
    let mut text = format!(
        "\n{:<13} {:<14} {:>8} {:>6} {:>9} {:>6} {:>6} {:>6} {:>8} {:>7} {:>6}\n",
        "seat", "player", "accuracy", "loss", "decisions", "inacc.", "mist.", "blund.", "luck", "result", "fair"
    );
    for (seat, result) in found.seats.iter().zip(&found.result) {
        let accuracy = seat.accuracy.map_or("–".into(), |accuracy| format!("{accuracy:.1}"));
        text += &format!(
            "{:<13} {:<14} {accuracy:>8} {:>6} {:>9} {:>6} {:>6} {:>6} {:>8} {:>7} {:>6}\n",
            cut(&seat.seat, 13),
            cut(&seat.player, 14),
            percent(seat.mean_loss),
            seat.decisions,
            seat.inaccuracies,
            seat.mistakes,
            seat.blunders,
            signed(seat.luck),
            percent(*result),
            percent(seat.adjusted),
        );
    }
    text + "\nLoss: mean of all decisions. Luck: by all throws. Fair: result without luck. In % of the win.\n"
}

fn turning_points(found: &Analysis) -> String {
    let of = |number: &u32| found.steps.get(*number as usize - 1);
    let steps: Vec<_> = found.turning_points.iter().filter_map(of).collect();
    if steps.is_empty() {
        return String::new();
    }
    steps.into_iter().fold("\nTurning points\n".to_owned(), |text, step| text + &turning_point(found, step))
}

fn turning_point(found: &Analysis, step: &AnalysedStep) -> String {
    let who = step.seat.as_deref().unwrap_or("nobody");
    let chances =
        found.seats.iter().zip(&step.chances).map(|(seat, share)| format!("{} {}", seat.seat, percent(*share)));
    let chances = chances.collect::<Vec<_>>().join(", ");
    let what = match (&step.throw, &step.decision) {
        (Some(throw), _) => {
            let luck = throw.luck.iter().fold(0.0_f64, |most, luck| most.max(luck.abs()));
            format!("{who} threw {}, luck of {}", step.notation, percent(luck))
        }
        (None, Some(decision)) => format!("{who} played {}, a loss of {}", step.notation, percent(decision.loss)),
        (None, None) => step.notation.clone(),
    };
    wrapped(&format!("{:>5}  {what}; now {chances}", step.step), 7)
}

fn mistakes(found: &Analysis, seat: Option<&str>) -> String {
    let wanted = |step: &&AnalysedStep| seat.is_none_or(|seat| step.seat.as_deref() == Some(seat));
    let mut text = String::new();
    for step in found.steps.iter().filter(wanted) {
        let Some((decision, verdict)) = step.decision.as_ref().and_then(|found| Some((found, found.verdict?))) else {
            continue;
        };
        let (who, played) = (step.seat.as_deref().unwrap_or_default(), &step.notation);
        let head = format!(
            "{:>5}  {:<10} {who} played {played} and lost {}",
            step.step,
            verdict.word(),
            percent(decision.loss)
        );
        let better = decision.line.split_first().map(|(best, then)| match then {
            [] => format!("better: {best}"),
            then => format!("better: {best}, then {}", then.join(" ")),
        });
        text += &wrapped(&format!("{head}; {}", better.unwrap_or_default()), 18);
        if let Some(reason) = &decision.reason {
            let rules = if reason.rules.is_empty() { String::new() } else { format!(" ({})", reason.rules.join(", ")) };
            text += &wrapped(&format!("{:18}{}{rules}", "", reason.text), 18);
        }
    }
    if text.is_empty() { "\nNo mistakes were found.\n".into() } else { format!("\nMistakes\n{text}") }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn signed(share: f64) -> String {
    format!("{:+.1}", 100.0 * share)
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// The text in lines of at most [`COLUMNS`] characters; all but the first are indented.
fn wrapped(text: &str, indent: usize) -> String {
    let lead: String = text.chars().take_while(|letter| *letter == ' ').collect();
    let (mut lines, mut line) = (String::new(), lead.clone());
    let mut empty = true;
    for word in text.trim_start().split(' ') {
        if !empty && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines += line.trim_end();
            lines += "\n";
            (line, empty) = (" ".repeat(indent), true);
        }
        if !empty {
            line += " ";
        }
        line += word;
        empty = false;
    }
    lines + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_and_indented() {
        let text = wrapped(&format!("    1  {}", "captain ".repeat(20)), 7);
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        assert!(text.starts_with("    1  captain") && text.lines().nth(1).unwrap().starts_with("       captain"));
        assert_eq!(text.matches("captain").count(), 20);
    }
}
