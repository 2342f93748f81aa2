//! `boxtop admin`: tasks for the operator of a server. It works on the data folder, even while the server runs: SQLite lets
//! a second process write, and only the fingerprint of a link is written.

use crate::common::print;
use crate::data::store_file;
use anyhow::{Context, bail};
use std::path::PathBuf;
use std::time::Duration;
use store::{Change, Changed, EventStore, Sqlite};

/// How long a link is valid.
const LASTS: Duration = Duration::from_secs(60 * 60);

/// Tasks for the operator of a server
///
/// Works on the data folder, whether the server runs or not.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    ResetLink(ResetLink),
}

/// Prints a link to set a new password, for a person who lost theirs
///
/// The link works once, for an hour, and replaces earlier ones. Setting the new password logs the person out on all
/// other devices and revokes their tokens. Give it only to the person themselves.
#[derive(clap::Args)]
struct ResetLink {
    /// The claimed name
    name: String,
    /// Folder with the matches [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Where people reach the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:1943")]
    url: String,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let What::ResetLink(args) = args.what;
    let file = store_file(args.data.as_deref())?;
    if !file.exists() {
        bail!("there is no file {}; name the server's folder with --data", file.display());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let link = runtime.block_on(reset_link(&args.name, &file))?;
    let text = format!("{}/reset/{link}\nIt works once, within an hour. Give it only to {}.\n", args.url, args.name);
    print(text.as_bytes())
}

async fn reset_link(name: &str, file: &std::path::Path) -> anyhow::Result<String> {
    let store = Sqlite::open(file).await?;
    let Some(person) = store.people().claimant(name.trim()).await? else {
        bail!("nobody has claimed the name {name}; check the spelling (upper and lower case do not matter)");
    };
    let (link, hash) = server::reset_link();
    let add = Change::AddReset { hash, id: person.id, lasts_ms: LASTS.as_millis() as i64 };
    if store.people().change(add).await? != Changed::Done {
        bail!("{name} was deleted meanwhile");
    }
    store.close().await?;
    Ok(link)
}
