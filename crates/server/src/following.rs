//! Follows what other nodes do with the same store. Hints say which matches have changed; a sweep through the store's own
//! order of changes finds what no hint told. Only matches in memory are followed: the others are read when they are needed.
//! A match that cannot be read when it should is looked at again with every sweep. The sweep also takes over the computers
//! of a node that died.

use crate::attendance;
use crate::computer;
use crate::registry::MatchRegistry;
use crate::site::Site;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::{Heard, Hint, Place, SharedStore, StoreError, StreamId};

/// The pause before a failed sweep is repeated.
const AGAIN: Duration = Duration::from_secs(1);

/// Follows the other nodes until it is dropped.
pub(crate) async fn keep(site: Site) {
    let Some(shared) = site.store.shared() else { return };
    let mut listener = shared.listen();
    let mut place = first_place(shared).await;
    let mut waiting = HashMap::new();
    let mut sweeps = tokio::time::interval(site.timing.sweep);
    loop {
        tokio::select! {
            heard = listener.next() => match heard {
                Heard::Hints(hints) => drop(tell(&site, hints)),
                Heard::Missed => place = sweep(&site, shared, place).await,
            },
            _ = sweeps.tick() => {
                place = sweep(&site, shared, place).await;
                catch_up(&site.matches);
                waiting = take_over(&site.matches, &waiting);
            }
        }
    }
}

/// Looks again at the matches that could not be brought up to date.
fn catch_up(matches: &Arc<MatchRegistry>) {
    for id in matches.take_behind() {
        let Some(handle) = matches.in_memory(&id) else { continue };
        let matches = matches.clone();
        tokio::spawn(async move { matches.look_again(&handle).await });
    }
}

/// Plays for computers that have not moved since the last sweep: the node that played for them may be gone. Returns those
/// that wait now.
fn take_over(matches: &Arc<MatchRegistry>, before: &HashMap<StreamId, u64>) -> HashMap<StreamId, u64> {
    let waiting = matches.waiting_for_computers();
    for (handle, version) in &waiting {
        if before.get(handle.stream()) == Some(version) {
            computer::wake(matches, handle);
        }
    }
    waiting.into_iter().map(|(handle, version)| (handle.stream().clone(), version)).collect()
}

/// Matches that are loaded from now on have everything up to here.
async fn first_place(shared: &dyn SharedStore) -> Place {
    loop {
        match shared.place().await {
            Ok(place) => return place,
            Err(error) => wait_after(&error).await,
        }
    }
}

/// Tells of all changes since a place; returns the next place.
async fn sweep(site: &Site, shared: &dyn SharedStore, place: Place) -> Place {
    match shared.changes_since(place).await {
        Ok((hints, next)) => {
            site.metrics.swept.add(tell(site, hints));
            next
        }
        Err(error) => {
            wait_after(&error).await;
            place
        }
    }
}

async fn wait_after(error: &StoreError) {
    tracing::warn!(%error, "changes of other nodes could not be read");
    tokio::time::sleep(AGAIN).await;
}

/// Returns the number of matches that were news.
fn tell(site: &Site, hints: Vec<Hint>) -> usize {
    let mut news = 0;
    for hint in hints {
        if let Some(number) = hint.message {
            site.chats.notify(&hint.stream, number);
        }
        news += usize::from(follow(&site.matches, hint));
    }
    news
}

/// Brings a match in memory up to date, in a task of its own: one slow match holds up no other. `false` if it was.
fn follow(matches: &Arc<MatchRegistry>, hint: Hint) -> bool {
    let Some(handle) = matches.in_memory(&hint.stream) else { return false };
    if handle.table().version() >= hint.version.0 {
        return false;
    }
    let matches = matches.clone();
    tokio::spawn(async move {
        match handle.follow(hint.version.0).await {
            // The node that made the change plays for computers.
            Ok(()) => {
                matches.timekeeper.note(handle.stream(), handle.table().next_deadline());
                attendance::start_clocks(&matches, &handle).await;
            }
            Err(problem) => {
                tracing::warn!(error = problem.error, "a match could not be brought up to date");
                matches.note_behind(handle.stream());
            }
        }
    });
    true
}
