//! Removes tables at which nobody has played for a while.
//!
//! It runs in small steps with pauses. A table stays if anything has been played there, if it has a clock, or if anyone
//! is connected now, as a player or a spectator.

use crate::match_handle::now;
use crate::problem::Problem;
use crate::site::Site;
use std::time::Duration;
use store::{Filter, Listed, StreamId};
use table::{Event, Stamped};

/// Number of tables in one step.
const A_STEP: u32 = 20;
/// The pause between two steps.
const REST: Duration = Duration::from_millis(200);
/// The pause between two rounds.
const ROUND: Duration = Duration::from_secs(3600);
/// A table with more events than this has been played at, and need not be read.
const MOST_EVENTS: u64 = 40;

/// Goes through the tables until the site closes.
pub(crate) async fn keep(site: Site, after: Duration) {
    loop {
        // One node does it for all.
        let ours = site.matches.leases.take("expiry", ROUND - ROUND / 10).await;
        if ours && let Err(problem) = round(&site, after).await {
            tracing::error!(error = problem.error, "unused tables could not be removed");
        }
        tokio::time::sleep(ROUND).await;
    }
}

/// Goes through all tables once and returns how many were removed.
pub(crate) async fn round(site: &Site, after: Duration) -> Result<usize, Problem> {
    let cutoff = now().saturating_sub(i64::try_from(after.as_millis()).unwrap_or(i64::MAX));
    let mut removed = 0;
    // The list has the newest first: start after the tables that have changed since the cutoff.
    let mut place = (cutoff, StreamId::new("0")?);
    loop {
        let filter = Filter { open: Some(true), after: Some(place), limit: A_STEP, ..Filter::default() };
        let page = site.store.list(filter).await?;
        let Some(last) = page.last() else { return Ok(removed) };
        place = (last.updated_ms, last.stream.clone());
        for listed in &page {
            removed += usize::from(expire(site, listed).await?);
        }
        tokio::time::sleep(REST).await;
    }
}

/// Removes the table if nobody has played there and nobody is connected.
async fn expire(site: &Site, listed: &Listed) -> Result<bool, Problem> {
    let timed = listed.entry.owners.iter().any(|owner| owner == matches::TIMED);
    if timed || listed.version.0 > MOST_EVENTS || site.presence.is_anybody_at(&listed.stream).await {
        return Ok(false);
    }
    let events = site.store.read(&listed.stream, store::Version::NONE).await?;
    let played = events.iter().any(|event| serde_json::from_str(&event.body).is_ok_and(|event| is_play(&event)));
    if played || !site.matches.forget_unused(&listed.stream) {
        return Ok(false);
    }
    Ok(site.store.remove(&listed.stream, listed.version).await?)
}

fn is_play(Stamped { event, .. }: &Stamped) -> bool {
    matches!(event, Event::Acted { .. } | Event::Threw { .. } | Event::Entered { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_handle::pending;
    use kernel::dynamic::MatchConfig;
    use std::sync::Arc;
    use table::{MatchCommand, Occupant, Order, TimeControl};

    /// Opens a table for two.
    async fn open(site: &Site, id: &str, pace: TimeControl) {
        let anna = Occupant::Person { key: "anna".into(), name: "Anna".into() };
        let order =
            Order { pace, ..Order::plain(id.into(), MatchConfig::default(), vec![anna.clone(), anna], [7; 32]) };
        let game = catalog::game("three-musketeers").expect("a game");
        site.matches.open(game, order, "opened").await.expect("a table");
    }

    #[tokio::test]
    async fn only_unused_tables_are_removed() {
        let long_ago = store::Clock::new(|| 1_000);
        let site = Site::new(Arc::new(store::Memory::with_clock(long_ago)));
        for id in ["untouched", "watched", "played"] {
            open(&site, id, TimeControl::Untimed).await;
        }
        open(&site, "timed", TimeControl::Days { days: 3 }).await;
        let watched = StreamId::new("watched").expect("a name");
        let there = site.presence.arrive(&watched, "anna");
        let handle = site.matches.find("played").await.expect("a table");
        let command = MatchCommand::Act { seat: "attack".into(), text: "d6-d7".into() };
        site.matches.execute(&handle, pending(command)).await.expect("a move");
        drop(handle);
        let day = Duration::from_secs(86_400);
        assert_eq!(round(&site, day).await.expect("a round"), 1);
        assert!(site.matches.find("untouched").await.is_err());
        for id in ["watched", "played", "timed"] {
            assert!(site.matches.find(id).await.is_ok(), "{id}");
        }
        drop(there);
        assert_eq!(round(&site, day).await.expect("a round"), 1, "nobody is there any more");
        assert!(site.matches.find("watched").await.is_err());
        let centuries = Duration::from_secs(200 * 365 * 86_400);
        open(&site, "new", TimeControl::Untimed).await;
        assert_eq!(round(&site, centuries).await.expect("a round"), 0, "it is not old enough");
    }
}
