//! `boxtop migrate`: everything from one store to another.

use super::sim::Progress;
use crate::common::print;
use crate::place::{in_folder, lock, must_exist};
use crate::replaying::{replay_all, words};
use crate::running::run_until_stopped;
use std::time::Instant;
use store::data::{Location, Migration};

/// Copies everything from one store to another: matches, accounts, messages
///
/// From a data folder to PostgreSQL or back. Stop the server first. The target must
/// be empty; no server opens it before the migration is finished. It may be
/// interrupted at any time, even killed: the same command goes on where it was. At
/// the end the rows of every table are compared and every match is replayed.
/// A password may also come from PGPASSWORD or PGPASSFILE.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop migrate --from sqlite:/srv/boxtop --to postgres://boxtop@db/boxtop
  boxtop migrate --from postgres://boxtop@db/boxtop --to sqlite:/srv/boxtop/matches.sqlite")]
pub(crate) struct Args {
    /// The source: sqlite:PATH of a file or a data folder, or postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(long, value_name = "STORE")]
    from: Location,
    /// The target, in the same form
    #[arg(long, value_name = "STORE")]
    to: Location,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let (from, to) = (in_folder(args.from)?, in_folder(args.to)?);
    must_exist(&from)?;
    let _locks = (lock(&from)?, lock(&to)?);
    run_until_stopped(migrate(&from, &to), "run the same command again to go on")
}

async fn migrate(from: &Location, to: &Location) -> anyhow::Result<()> {
    let begin = Instant::now();
    let mut migration = Migration::begin(from, to).await?;
    if let Some(copied) = migration.progress().filter(|copied| copied.rows > 0) {
        eprintln!("Going on after {} of {} rows.", copied.rows, copied.total);
    }
    let bar = Progress::new(0);
    while let Some(copied) = migration.step().await? {
        bar.reach(copied.rows, copied.total);
    }
    bar.done();
    migration.compare().await?;
    let counts = replay_all(migration.target()).await?;
    migration.finish().await?;
    let (words, seconds) = (words(&counts), begin.elapsed().as_secs_f64());
    print(format!("{to}: {words}; all tables equal, every match replayed, {seconds:.1} s\n").as_bytes())
}
