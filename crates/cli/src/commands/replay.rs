//! `boxtop replay` and `boxtop verify`.

use super::prove::{is_certificate, verify_certificate};
use crate::common::{Usage, game, print, read_text};
use crate::receipts::{Kept, compare, keys_of};
use anyhow::{Context, bail};
use kernel::record::{Record, Step};
use protocol::{SigningKey, SigningKeys};
use std::path::{Path, PathBuf};

/// Replays a record and prints what happened
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record (- for standard input)
    file: PathBuf,
    /// Print only the result
    #[arg(long)]
    quiet: bool,
}

/// Checks a record: every step legal, the result as claimed, every throw from what was committed to
///
/// Also checks a certificate of a forced win (see boxtop prove): every legal reply is followed, and every line is won.
///
/// With receipts, also checks that this is the match that was played, with no step changed or missing. A page
/// saves them with "Save receipts"; boxtop play --url and boxtop bot store them in the data folder, in
/// devices/SERVER/MATCH.json.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop verify match.json --receipt receipts.json --url https://example.org/boxtop
  boxtop verify win.json")]
pub(crate) struct VerifyArgs {
    /// The record or certificate (- for standard input)
    file: PathBuf,
    /// Print the complete arithmetic of every throw
    #[arg(long)]
    explain: bool,
    /// Print only what was checked, not every throw
    #[arg(long, conflicts_with = "explain")]
    quiet: bool,
    /// Compare the record with the receipts in this file; repeat --receipt for more
    #[arg(long = "receipt", value_name = "FILE")]
    receipts: Vec<PathBuf>,
    /// Check the signatures of the receipts with the keys in this file, as the site serves it at
    /// /.well-known/boxtop-keys.json
    #[arg(long, value_name = "FILE", requires = "receipts", conflicts_with = "url")]
    keys: Option<PathBuf>,
    /// Check the signatures with the keys that the server at this address publishes
    #[arg(long, value_name = "URL", requires = "receipts")]
    url: Option<String>,
}

/// Prints the match in sentences.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let (record, replay) = replayed(&args.file)?;
    let mut text = String::new();
    if !args.quiet {
        let remarks = remarks(&record);
        for (index, played) in replay.game_match.played().iter().enumerate() {
            add_remarks(&remarks, index, &mut text);
            let what = played.step.words();
            let lines: Vec<_> = played.lines.iter().map(|line| format!("{} {:?}", line.text, line.rules)).collect();
            text += &format!("{:>4}. {what:<22} {}\n", index + 1, lines.join(" "));
        }
        add_remarks(&remarks, replay.game_match.played().len(), &mut text);
    }
    text += &match &record.result {
        Some(result) => format!("Result: {} [{}]\n", result.reason, result.rules.join(", ")),
        None => "The match is not over.\n".to_owned(),
    };
    if let Some(account) = record.result.as_ref().and_then(|result| result.account.as_ref()) {
        let parts = record.seats.iter().zip(account).map(|(sitting, points)| format!("{} {points:+}", sitting.seat));
        text += &format!("Won and lost: {}\n", parts.collect::<Vec<_>>().join(", "));
    }
    print(text.as_bytes())
}

/// What happened besides play, such as a resignation, and after how many steps (without those that were undone).
fn remarks(record: &Record) -> Vec<(usize, String)> {
    let (mut steps, mut remarks) = (0_usize, Vec::new());
    for step in &record.steps {
        match step {
            Step::Undo { undo } => steps = steps.saturating_sub(*undo as usize),
            step if step.is_play() => steps += 1,
            step => remarks.push((steps, format!("{}.", step.words()))),
        }
    }
    remarks
}

/// Adds the remarks before this step.
fn add_remarks(remarks: &[(usize, String)], step: usize, text: &mut String) {
    for (_, what) in remarks.iter().filter(|(after, _)| *after == step) {
        *text += &format!("      {what}\n");
    }
}

/// Prints what was checked, and every throw in words.
pub(crate) fn verify(args: VerifyArgs) -> anyhow::Result<()> {
    let text = read_text(&args.file)?;
    if is_certificate(&text) {
        return certificate(&args, &text);
    }
    let (record, replay) = play(&args.file, &text)?;
    let dice = replay.dice_words(&record);
    let steps = match record.steps.len() {
        1 => "The only step is".to_owned(),
        many => format!("All {many} steps are"),
    };
    let mut text = format!("{steps} legal, and the result is as claimed. {dice}\n");
    let indented = |lines: Vec<String>| lines.iter().map(|line| format!("      {line}\n")).collect::<String>();
    if args.explain {
        text += &indented(replay.key_arithmetic(&record));
    }
    for throw in replay.throws.iter().filter(|throw| !args.quiet && throw.draw.is_some()) {
        text += &format!("{}\n", throw.words());
        if args.explain {
            text += &indented(throw.arithmetic());
        }
    }
    print(text.as_bytes())?;
    compare_receipts(&record, &args)
}

/// Prints what the receipts say about the record; an error if anything differs.
fn compare_receipts(record: &Record, args: &VerifyArgs) -> anyhow::Result<()> {
    let keys = if args.receipts.is_empty() { None } else { published_keys(args)? };
    let mut differs = false;
    for path in &args.receipts {
        let kept = Kept::read(&read_text(path)?).with_context(|| format!("{} has no receipts", path.display()))?;
        let comparison = compare(record, &kept, keys.as_deref());
        print(format!("{}\n", comparison.lines.join("\n")).as_bytes())?;
        differs |= comparison.differs;
    }
    if differs {
        bail!("the record does not agree with the receipts");
    }
    Ok(())
}

/// The keys to check signatures with, if any are given.
fn published_keys(args: &VerifyArgs) -> anyhow::Result<Option<Vec<SigningKey>>> {
    if let Some(path) = &args.keys {
        let read: Result<SigningKeys, _> = serde_json::from_str(&read_text(path)?);
        let keys = read.with_context(|| {
            format!("{} has no keys; save the site’s /.well-known/boxtop-keys.json", path.display())
        })?;
        return Ok(Some(keys.keys));
    }
    args.url.as_deref().map(keys_of).transpose()
}

/// Certificates have neither throws nor receipts.
fn certificate(args: &VerifyArgs, text: &str) -> anyhow::Result<()> {
    if args.explain || !args.receipts.is_empty() {
        let name = args.file.display();
        return Err(Usage(format!("{name} is a certificate; --explain and --receipt are for records")).into());
    }
    verify_certificate(&args.file, text)
}

/// Reads and replays a record.
pub(crate) fn replayed(path: &Path) -> anyhow::Result<(Record, table::Replay)> {
    play(path, &read_text(path)?)
}

fn play(path: &Path, text: &str) -> anyhow::Result<(Record, table::Replay)> {
    let name = path.display();
    let record: Record = serde_json::from_str(text).with_context(|| format!("{name} is not a record of Boxtop"))?;
    let replay = table::replay(game(&record.game)?, &record).with_context(|| format!("{name} cannot be replayed"))?;
    Ok((record, replay))
}
