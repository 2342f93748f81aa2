//! Replays every match of a store, to see that a backup or a copy is sound.

use crate::commands::sim::Progress;
use anyhow::bail;
use std::path::Path;
use store::data::{Counts, Database, Draft, unpack};

/// Number of faults that are reported.
const MOST_FAULTS: usize = 5;

/// Replays every match; returns what the store has, or reports the matches that are not sound.
pub(crate) async fn replay_all(database: &mut Database) -> anyhow::Result<Counts> {
    let counts = database.counts().await?;
    let bar = Progress::new(counts.matches);
    let (mut after, mut events, mut faults) = (None, 0, Vec::new());
    loop {
        let batch = database.matches_after(after.as_ref()).await?;
        for listed in &batch {
            let stored = database.events_of(listed).await?;
            events += stored.len() as u64;
            if let Err(why) = matches::verify_listed(listed, &stored, catalog::game) {
                faults.push(format!("{}: {why}", listed.stream));
            }
            bar.step();
        }
        let Some(last) = batch.into_iter().last() else { break };
        after = Some(last.stream);
    }
    bar.done();
    if events != counts.events {
        faults.push(format!("{} events belong to no match", counts.events.saturating_sub(events)));
    }
    report(&faults)?;
    Ok(counts)
}

fn report(faults: &[String]) -> anyhow::Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let more = faults.len().saturating_sub(MOST_FAULTS);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    let shown = &faults[..faults.len().min(MOST_FAULTS)];
    bail!("{} cannot be replayed:\n  {}{more}", plural(faults.len() as u64, "match", "matches"), shown.join("\n  "))
}

/// A backup in a file of its own, checked and, if wanted, with every match replayed.
pub(crate) async fn unpacked(backup: &Path, scratch: &Draft, replay: bool) -> anyhow::Result<(Database, Counts)> {
    unpack(backup, scratch).await?;
    let mut database = Database::open_draft(scratch).await?;
    let counts = if replay { replay_all(&mut database).await? } else { database.counts().await? };
    Ok((database, counts))
}

/// What a store has, in words.
pub(crate) fn words(counts: &Counts) -> String {
    format!(
        "{}, {}, {}, {}",
        plural(counts.matches, "match", "matches"),
        plural(counts.events, "event", "events"),
        plural(counts.accounts, "account or guest", "accounts and guests"),
        plural(counts.messages, "message", "messages")
    )
}

/// A number with its noun.
pub(crate) fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
