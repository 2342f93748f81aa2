//! `boxtop export`: matches as JSON lines.

use super::sim::Progress;
use crate::match_line;
use crate::place::PlaceArgs;
use crate::running::run_until_stopped;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use store::data::{Database, Draft, Location};
use store::{Listed, StreamId};

/// Writes matches as JSON lines, one match per line, while the server runs
///
/// A line has all events of a match as they are stored, for boxtop import at
/// another server. Events of unfinished matches contain the seeds of their dice
/// and hidden cards, and all have the keys and names of people: keep the lines safe.
/// With --public only finished matches are written, without people's keys and names.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop export --out matches.jsonl
  boxtop export --finished --since 2026-10-01 | gzip > october.jsonl.gz
  boxtop export --match k3jf8s0d --data /srv/boxtop
  boxtop export --public --out research.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    /// Only this match; repeat it for more
    #[arg(long = "match", value_name = "ID")]
    matches: Vec<StreamId>,
    /// Only matches that are over
    #[arg(long)]
    finished: bool,
    /// Only matches that were changed on this day or later (UTC), as in 2026-10-01
    #[arg(long, value_name = "DATE", value_parser = day)]
    since: Option<i64>,
    /// Only matches that are over, without keys and names of people
    #[arg(long)]
    public: bool,
    /// File to write, which must not exist [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let from = args.place.existing()?;
    run_until_stopped(export(&args, &from), "the export is not complete")
}

async fn export(args: &Args, from: &Location) -> anyhow::Result<()> {
    let Some(file) = &args.out else {
        let written = write_all(args, from, &mut BufWriter::new(io::stdout().lock())).await;
        return written.map(drop).or_else(broken_pipe_is_an_end);
    };
    let file = std::path::absolute(file).context("the file cannot be named")?;
    if file.exists() {
        bail!("{} exists; name another file", file.display());
    }
    let draft = Draft::of(&file);
    let unwritable = || format!("{} cannot be written", file.display());
    let mut out = BufWriter::new(private(draft.path()).with_context(unwritable)?);
    let number = write_all(args, from, &mut out).await?;
    draft.publish(&file, false).with_context(unwritable)?;
    eprintln!("{}: {}", file.display(), crate::replaying::plural(number, "match", "matches"));
    Ok(())
}

/// A new file for its owner only.
fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whoever reads the lines may stop reading.
fn broken_pipe_is_an_end(error: anyhow::Error) -> anyhow::Result<()> {
    match error.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(io::ErrorKind::BrokenPipe) => Ok(()),
        _ => Err(error),
    }
}

/// Writes the wanted matches, one after the other; returns their number.
async fn write_all(args: &Args, from: &Location, out: &mut impl Write) -> anyhow::Result<u64> {
    let mut database = Database::open(from).await?;
    let mut number = 0;
    if args.matches.is_empty() {
        let bar = Progress::new(database.counts().await?.matches);
        let mut after = None;
        loop {
            let batch = database.matches_after(after.as_ref()).await?;
            for listed in &batch {
                number += write_one(args, &mut database, listed, out).await?;
                bar.step();
            }
            let Some(last) = batch.into_iter().last() else { break };
            after = Some(last.stream);
        }
        bar.done();
    }
    for id in &args.matches {
        let Some(listed) = database.find(id).await? else { bail!("{from} has no match {id}") };
        number += write_one(args, &mut database, &listed, out).await?;
    }
    out.flush()?;
    database.close().await?;
    Ok(number)
}

/// Writes a match if it is wanted; returns the number of matches written.
async fn write_one(args: &Args, database: &mut Database, listed: &Listed, out: &mut impl Write) -> anyhow::Result<u64> {
    let unfinished = (args.finished || args.public) && listed.entry.open;
    if unfinished || args.since.is_some_and(|since| listed.updated_ms < since) {
        return Ok(0);
    }
    let events = database.events_of(listed).await?;
    out.write_all(match_line::write(listed, events, args.public)?.as_bytes())?;
    Ok(1)
}

/// The beginning of a day, in milliseconds since 1970.
fn day(text: &str) -> Result<i64, String> {
    let wrong = || "write a day as in 2026-10-01".to_owned();
    let parts: Vec<i64> = text.split('-').map(|part| part.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let &[year, month, day] = parts.as_slice() else { return Err(wrong()) };
    if !((1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day)) {
        return Err(wrong());
    }
    let years: i64 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    let months: i64 = (1..month).map(|month| days_in(year, month)).sum();
    Ok((years + months + day - 1) * 86_400_000)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_their_beginning_in_utc() {
        for (text, days) in [("1970-01-01", 0), ("1970-02-01", 31), ("2000-03-01", 11_017), ("2026-11-18", 20_775)] {
            assert_eq!(day(text), Ok(days * 86_400_000), "{text}");
        }
        for wrong in ["", "2026", "2026-13-01", "2026-02-29", "2026-2-x", "1-1-1", "2026-01-01-01", "yesterday"] {
            assert!(day(wrong).is_err(), "{wrong}");
        }
    }
}
