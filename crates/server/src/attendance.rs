//! Records who is present, where the match depends on it: a player's first clock waits for them, and a present player
//! cannot be treated as gone.
//!
//! Presence is in memory ([`crate::presence`]); the match stores what must survive a restart.

use crate::match_handle::{MatchHandle, now, pending};
use crate::registry::MatchRegistry;
use crate::rematch;
use crate::site::Site;
use matches::PendingCommand;
use std::sync::Arc;
use table::{MatchCommand, Occupant};

/// Call when somebody opens a table. It also continues a rematch that a restart interrupted.
pub(crate) async fn welcome(site: &Site, handle: &Arc<MatchHandle>, key: &str) {
    note(&site.matches, handle, key).await;
    if let Err(problem) = rematch::proceed(&site.matches, handle).await {
        tracing::warn!(error = problem.error, "a rematch could not be opened");
    }
}

/// Records that somebody is present. Nothing is stored unless the match depends on it.
pub(crate) async fn note(matches: &Arc<MatchRegistry>, handle: &Arc<MatchHandle>, key: &str) {
    if !handle.table().notes_presence_of(key, now()) {
        return;
    }
    if let Err(problem) = matches.execute(handle, arrive(key)).await {
        tracing::warn!(error = problem.error, "presence could not be recorded");
    }
}

/// Starts first clocks that wait for players who are already present. Each node does it for those who are present there.
pub(crate) async fn start_clocks(matches: &MatchRegistry, handle: &MatchHandle) {
    let waited: Vec<String> = handle.table().clocks_wait_for().into_iter().map(str::to_owned).collect();
    for key in waited.iter().filter(|key| matches.presence.is_here(handle.stream(), key)) {
        match handle.execute(&arrive(key)).await {
            Ok(done) => matches.timekeeper.note(handle.stream(), done.deadline),
            Err(problem) => tracing::warn!(error = problem.error, "a clock could not be started"),
        }
    }
}

fn arrive(key: &str) -> PendingCommand {
    pending(MatchCommand::Arrive { key: key.to_owned() })
}

/// When the player whose turn it is was last present, if known.
pub(crate) async fn last_seen(site: &Site, handle: &Arc<MatchHandle>) -> Option<i64> {
    let table = handle.table();
    let gone = table.absence()?.seats;
    let keys: Vec<&str> = gone.iter().filter_map(|seat| table.seats()[seat.index()].key()).collect();
    for key in keys.iter().filter(|key| site.presence.is_here(handle.stream(), key)) {
        note(&site.matches, handle, key).await;
    }
    let mut last = None;
    for key in &keys {
        last = last.max(site.presence.last_seen(handle.stream(), key, now()).await);
    }
    last
}

/// Do exactly two people play here? Then there is no third player who could agree.
pub(crate) fn is_between_two(seats: &[Occupant]) -> bool {
    let mut keys: Vec<&str> = seats.iter().filter_map(Occupant::key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.len() == 2
}
