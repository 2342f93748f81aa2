//! `boxtop replay` and `boxtop verify`.

use crate::common::{print, read_text, title};
use anyhow::Context;
use kernel::record::{Record, Step};
use std::path::{Path, PathBuf};

/// Plays a record again and prints what happened
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record (- for standard input)
    file: PathBuf,
    /// Print only the result
    #[arg(long)]
    quiet: bool,
}

/// Checks a record: every step legal, the result as claimed, every throw from the published seed
#[derive(clap::Args)]
pub(crate) struct VerifyArgs {
    /// The record (- for standard input)
    file: PathBuf,
}

/// Prints the match in sentences.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let (record, replay) = play(&args.file)?;
    let mut text = String::new();
    if !args.quiet {
        for (number, told) in replay.session.told().iter().enumerate() {
            let what = match &told.step {
                Step::Act { seat, action } => format!("{seat} {action}"),
                Step::Chance { chance } => format!("throw {chance}"),
                Step::Undo { .. } | Step::Resign { .. } => String::new(),
            };
            let lines: Vec<_> = told.lines.iter().map(|line| format!("{} {:?}", line.text, line.rules)).collect();
            text += &format!("{:>4}. {what:<22} {}\n", number + 1, lines.join(" "));
        }
    }
    text += &match &record.result {
        Some(result) => format!("Result: {} [{}]\n", result.reason, result.rules.join(", ")),
        None => "The match is not over.\n".to_owned(),
    };
    print(text.as_bytes())
}

/// Prints what was checked.
pub(crate) fn verify(args: VerifyArgs) -> anyhow::Result<()> {
    let (record, replay) = play(&args.file)?;
    let steps = record.steps.len();
    let dice = match (&record.commitment, &record.seed) {
        (Some(_), Some(_)) => {
            format!("The seed belongs to the published fingerprint; {} throws follow from it.", replay.throws_checked)
        }
        (Some(_), None) => "The seed has not been revealed yet; the throws could not be checked.".into(),
        _ => "The record has no fingerprint of dice.".into(),
    };
    print(format!("All {steps} steps are legal, and the result is as claimed. {dice}\n").as_bytes())
}

fn play(path: &Path) -> anyhow::Result<(Record, table::Replay)> {
    let text = read_text(path)?;
    let name = path.display();
    let record: Record = serde_json::from_str(&text).with_context(|| format!("{name} is not a record of Boxtop"))?;
    let replay = table::replay(title(&record.game)?, &record).with_context(|| format!("{name} cannot be replayed"))?;
    Ok((record, replay))
}
