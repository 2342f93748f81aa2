//! `boxtop admin`: tasks for the host of a server. It works on the server's store, a folder or a database, even while
//! servers run: they look at the audit log every second and act on what is new there.
//!
//! - `admin/store.rs`: opening the store, and who acts.
//! - `admin/people.rs`: finding people; bans and links for lost passwords.
//! - `admin/tables.rs`: tables and their messages.
//! - `admin/reports.rs`: reports.
//! - `admin/keys.rs`: the keys that sign receipts.
//! - `admin/log.rs`: the audit log and statistics.
//! - `admin/print.rs`: tables of text, times and safe texts.

mod keys;
mod log;
mod people;
mod print;
mod reports;
mod store;
mod tables;

use crate::common::print as write;
use anyhow::{Context, bail};

/// Tasks for the host of a server
///
/// Works on the server's folder or database, whether servers run or not. They act on it within seconds.
/// Every action is written to the audit log.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: store::Place,
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Tables(tables::List),
    Close(tables::Close),
    /// Hides a table: it is in no list, and only its players can see it
    Hide(tables::Named),
    /// Shows a hidden table again
    Unhide(tables::Named),
    Ban(people::Ban),
    /// Ends a ban
    Unban(people::Named),
    /// Lists the bans
    Bans(Json),
    Messages(tables::Messages),
    RemoveMessage(tables::RemoveMessage),
    Reports(reports::List),
    Handle(reports::Handle),
    ResetLink(people::ResetLink),
    /// Replaces the key that signs receipts, for example because a stranger may have read the store or a backup
    ///
    /// Servers sign with the new key within seconds. The old one stays published, so that receipts it signed can be
    /// checked. Its secret is erased from the store, but not from backups.
    RotateKey,
    /// Lists the keys that sign receipts, the one in use first
    Keys(Json),
    /// Shows how much is stored, and what happened lately
    Stats(Json),
    Audit(log::Audit),
}

#[derive(clap::Args)]
struct Json {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let text = runtime.block_on(carry_out(args))?;
    write(text.as_bytes())
}

/// Opens the store, does what is asked for, and says what was done.
async fn carry_out(args: Args) -> anyhow::Result<String> {
    let host = args.place.open().await?;
    let done = match args.what {
        What::Tables(args) => tables::list(&host, args).await,
        What::Close(args) => tables::close(&host, args).await,
        What::Hide(args) => tables::hide(&host, &args, true).await,
        What::Unhide(args) => tables::hide(&host, &args, false).await,
        What::Ban(args) => people::ban(&host, args).await,
        What::Unban(args) => people::unban(&host, &args).await,
        What::Bans(Json { json }) => people::bans(&host, json).await,
        What::Messages(args) => tables::messages(&host, &args).await,
        What::RemoveMessage(args) => tables::remove_message(&host, &args).await,
        What::Reports(args) => reports::list(&host, &args).await,
        What::Handle(args) => reports::handle(&host, args).await,
        What::ResetLink(args) => people::reset_link(&host, &args).await,
        What::RotateKey => keys::rotate(&host).await,
        What::Keys(args) => keys::list(&host, &args).await,
        What::Stats(Json { json }) => log::stats(&host, json).await,
        What::Audit(args) => log::audit(&host, &args).await,
    };
    let closed = host.store.close().await;
    let text = done?;
    closed?;
    Ok(text)
}

/// Reads a reason or a note: one line that is not empty, without control characters.
fn words(text: &str) -> Result<String, String> {
    let text = text.trim();
    match text {
        "" => Err("write something".into()),
        _ if text.chars().count() > MOST_WORDS => Err(format!("write at most {MOST_WORDS} characters")),
        _ if text.chars().any(char::is_control) => Err("write one line, without control characters".into()),
        _ => Ok(text.to_owned()),
    }
}

/// Maximum length of a reason or a note, in characters.
const MOST_WORDS: usize = 1_000;

/// The result of an action that finds something to do or fails.
fn must_be_done(changed: ::store::Changed, otherwise: impl FnOnce() -> String) -> anyhow::Result<()> {
    if changed != ::store::Changed::Done {
        bail!(otherwise());
    }
    Ok(())
}
