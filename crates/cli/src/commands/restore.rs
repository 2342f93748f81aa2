//! `boxtop restore`: brings back everything, or single matches.

use super::sim::Progress;
use crate::common::print;
use crate::place::{PlaceArgs, lock, must_exist};
use crate::replaying::{plural, unpacked, words};
use crate::running::run_until_stopped;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use store::StreamId;
use store::data::{Copied, Database, Draft, Inserted, Location, Replacing, restore};

/// Restores a backup into an empty place, or brings back single matches
///
/// The backup is checked and every match in it replayed before anything is
/// changed. Without --match everything is restored, all or nothing: no server may
/// use the place meanwhile; other folders and schemas may be in use. With --match
/// only these matches are brought back if the store has lost them, with their
/// messages; this works while the server runs. A backup of a data folder can be
/// restored into a database, and the other way round.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop restore club.backup --data /srv/boxtop-new
  boxtop restore club.dump --store postgres://boxtop@db/boxtop
  boxtop restore club.backup --match k3jf8s0d --data /srv/boxtop")]
pub(crate) struct Args {
    /// A file of boxtop backup
    file: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Bring back only this match; repeat it for more
    #[arg(long = "match", value_name = "ID")]
    matches: Vec<StreamId>,
    /// Replace everything that is in the place
    #[arg(long, conflicts_with = "matches")]
    force: bool,
    /// Do not replay the matches of the backup first; its checksum is checked all the same
    #[arg(long)]
    no_verify: bool,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let to = args.place.location()?;
    if !args.matches.is_empty() {
        must_exist(&to)?;
        return run_until_stopped(bring_back(&args, &to), "the matches written until now are there");
    }
    let _lock = lock(&to)?;
    run_until_stopped(restore_all(&args, &to), "nothing was changed")
}

async fn restore_all(args: &Args, to: &Location) -> anyhow::Result<()> {
    let restored = match to {
        Location::File(path) => restore_file(args, path).await?,
        Location::Database(_) => restore_database(args, to).await?,
    };
    print(format!("{to}: restored {restored}\n").as_bytes())
}

// ---- Everything ----

async fn restore_file(args: &Args, path: &Path) -> anyhow::Result<String> {
    if path.exists() && !args.force {
        must_be_empty(path).await?;
    }
    let draft = Draft::of(path);
    let (database, counts) = unpacked(&args.file, &draft, !args.no_verify).await?;
    database.close().await?;
    if path.exists() {
        fold_log(path).await?;
    }
    draft.publish(path, true).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(words(&counts))
}

async fn must_be_empty(path: &Path) -> anyhow::Result<()> {
    let mut database = Database::open(&Location::File(path.to_owned())).await?;
    let empty = database.is_empty().await?;
    database.close().await?;
    if !empty {
        bail!("{} has matches or accounts; choose another folder, or replace them with --force", path.display());
    }
    Ok(())
}

/// A log belongs to its file: none may be left beside the new one.
async fn fold_log(path: &Path) -> anyhow::Result<()> {
    if let Ok(database) = Database::open(&Location::File(path.to_owned())).await {
        database.close().await?;
    }
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|found| found.len() > 0) {
        bail!(
            "{} has a log beside it (-wal) that belongs to it: stop the program that uses it, or move both away",
            path.display()
        );
    }
    Ok(())
}

async fn restore_database(args: &Args, to: &Location) -> anyhow::Result<String> {
    let scratch = scratch(&args.file)?;
    let (backup, counts) = unpacked(&args.file, &scratch, !args.no_verify).await?;
    let replacing = if args.force { Replacing::Everything } else { Replacing::Nothing };
    let bar = Progress::new(0);
    restore(backup, to, replacing, &mut |Copied { rows, total, .. }| bar.reach(rows, total)).await?;
    bar.done();
    Ok(words(&counts))
}

/// Room for an unpacked backup: beside it, or in the folder for temporary files if that cannot be written.
fn scratch(backup: &Path) -> anyhow::Result<Draft> {
    let backup = std::path::absolute(backup).context("the file cannot be named")?;
    let beside = Draft::of(&backup);
    if std::fs::write(beside.path(), "").is_ok() {
        std::fs::remove_file(beside.path()).context("a temporary file cannot be removed")?;
        return Ok(beside);
    }
    Ok(Draft::of(&std::env::temp_dir().join(backup.file_name().unwrap_or_default())))
}

// ---- Single matches ----

async fn bring_back(args: &Args, to: &Location) -> anyhow::Result<()> {
    let scratch = scratch(&args.file)?;
    let (mut backup, _) = unpacked(&args.file, &scratch, false).await?;
    let mut found = Vec::new();
    for id in &args.matches {
        let Some(listed) = backup.find(id).await? else { bail!("{} has no match {id}", args.file.display()) };
        let events = backup.events_of(&listed).await?;
        if !args.no_verify {
            matches::verify_listed(&listed, &events, catalog::game)
                .with_context(|| format!("the match {id} in {} is not sound", args.file.display()))?;
        }
        found.push(backup.whole_match(listed).await?);
    }
    backup.close().await?;
    let mut target = Database::open(to).await?;
    let (mut written, mut different) = (0, Vec::new());
    for (id, whole) in args.matches.iter().zip(&found) {
        match target.insert_match(whole).await? {
            Inserted::Written => written += 1,
            Inserted::Present => {}
            Inserted::Different => different.push(id.as_str()),
        }
    }
    target.close().await?;
    let present = found.len() - written - different.len();
    let brought = plural(written as u64, "match", "matches");
    print(format!("{to}: brought back {brought}; {present} were there already\n").as_bytes())?;
    if !different.is_empty() {
        bail!("{to} has other matches of these names, which were left as they are: {}", different.join(", "));
    }
    Ok(())
}
