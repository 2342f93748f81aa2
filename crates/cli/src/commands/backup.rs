//! `boxtop backup`: a verified copy of the store, while the server runs.

use super::sim::Progress;
use crate::common::print;
use crate::place::PlaceArgs;
use crate::replaying::{unpacked, words};
use crate::running::run_until_stopped;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::time::Instant;
use store::data::{Draft, Location, back_up};

/// Writes a backup of all matches and accounts to one file, while the server runs
///
/// The backup is one consistent state: of a data folder a SQLite file with a
/// checksum, of a PostgreSQL database a dump of its schema by pg_dump. Then it is
/// unpacked beside FILE and every match in it is replayed; for this there must be
/// room for a second copy. FILE is there only when all of this went well. It
/// contains passwords' hashes and the seeds of unfinished matches: keep it safe.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop backup /var/backups/boxtop-$(date +%F).backup
  boxtop backup club.backup --data /srv/boxtop
  BOXTOP_STORE=postgres://boxtop@db/boxtop boxtop backup club.dump")]
pub(crate) struct Args {
    /// The file to write
    file: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Replace FILE if it exists
    #[arg(long)]
    force: bool,
    /// Do not unpack the backup and replay its matches
    #[arg(long)]
    no_verify: bool,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let from = args.place.existing()?;
    run_until_stopped(write(&args, &from), "no backup was written")
}

async fn write(args: &Args, from: &Location) -> anyhow::Result<()> {
    let file = std::path::absolute(&args.file).context("the file cannot be named")?;
    if file.exists() && !args.force {
        bail!("{} exists; name another file, or replace it with --force", file.display());
    }
    let begin = Instant::now();
    let draft = Draft::of(&file);
    let bar = Progress::of_file(draft.path());
    back_up(from, &draft).await?;
    bar.done();
    let size = std::fs::metadata(draft.path()).map_or(0, |found| found.len());
    let verified = match args.no_verify {
        true => "not verified".to_owned(),
        false => verified(draft.path(), &file).await?,
    };
    draft.publish(&file, args.force).with_context(|| format!("{} cannot be written", file.display()))?;
    let (mib, seconds) = (size as f64 / 1_048_576.0, begin.elapsed().as_secs_f64());
    print(format!("{}: {mib:.1} MiB in {seconds:.1} s; {verified}\n", file.display()).as_bytes())
}

/// Unpacks a backup and replays its matches; says what it has.
async fn verified(backup: &Path, file: &Path) -> anyhow::Result<String> {
    let scratch = Draft::of(file);
    let checked = unpacked(backup, &scratch, true).await;
    let hint = "the backup is not sound and was not kept; --no-verify keeps it all the same";
    let (database, counts) = checked.context(hint)?;
    database.close().await?;
    Ok(format!("every match replayed: {}", words(&counts)))
}
