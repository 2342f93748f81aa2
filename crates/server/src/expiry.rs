//! Tables at which nobody has played are removed after a while.
//!
//! A slow job in small steps: it looks at a few tables at a time and rests between them. A table stays if anything has
//! been played at it, if its clocks run, or if anybody is there now, at a seat, waiting for somebody or watching.

use crate::problem::Problem;
use crate::room;
use crate::site::Site;
use std::time::Duration;
use store::{Filter, Listed, StreamId};
use table::{Event, Stamped};

/// Tables that are looked at in one step.
const A_STEP: u32 = 20;
/// The rest between two steps.
const REST: Duration = Duration::from_millis(200);
/// How often all tables are gone through.
const ROUND: Duration = Duration::from_secs(3600);
/// With more events than this somebody has played; such a table need not be read.
const MOST_EVENTS: u64 = 40;

/// Goes through the tables for as long as the site is open.
pub(crate) async fn keep(site: Site, after: Duration) {
    loop {
        if let Err(problem) = round(&site, after).await {
            tracing::error!(error = problem.error, "tables at which nobody plays could not be looked through");
        }
        tokio::time::sleep(ROUND).await;
    }
}

/// Goes through all tables once; how many were removed.
pub(crate) async fn round(site: &Site, after: Duration) -> Result<usize, Problem> {
    let cutoff = room::now().at.saturating_sub(i64::try_from(after.as_millis()).unwrap_or(i64::MAX));
    let mut removed = 0;
    // The list has the newest first: it begins behind whatever has changed since then.
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

/// Removes the table if nobody has played there and nobody is there.
async fn expire(site: &Site, listed: &Listed) -> Result<bool, Problem> {
    let timed = listed.head.owners.iter().any(|owner| owner == room::TIMED);
    if timed || listed.version.0 > MOST_EVENTS || site.presence.is_anybody_at(&listed.stream) {
        return Ok(false);
    }
    let events = site.store.read(&listed.stream, store::Version::NONE).await?;
    let played = events.iter().any(|event| serde_json::from_str(&event.body).is_ok_and(|event| is_play(&event)));
    if played || !site.rooms.forget_empty(&listed.stream) {
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
    use crate::room::Ask;
    use kernel::dynamic::MatchConfig;
    use std::sync::Arc;
    use table::{Command, Occupant, Order, Pace};

    /// A table of two open at a time long ago.
    async fn open(site: &Site, id: &str, pace: Pace) {
        let anna = Occupant::Person { key: "anna".into(), name: "Anna".into() };
        let order =
            Order { pace, ..Order::plain(id.into(), MatchConfig::default(), vec![anna.clone(), anna], [7; 32]) };
        let title = catalog::game("three-musketeers").expect("a game");
        site.rooms.open(title, order, false, "opened").await.expect("a table");
    }

    #[tokio::test]
    async fn what_nobody_plays_goes_and_everything_else_stays() {
        let long_ago = store::Clock::new(|| 1_000);
        let site = Site::new(Arc::new(store::Memory::with_clock(long_ago)));
        for id in ["untouched", "watched", "played"] {
            open(&site, id, Pace::Untimed).await;
        }
        open(&site, "timed", Pace::Days { days: 3 }).await;
        let watched = StreamId::new("watched").expect("a name");
        let there = site.presence.come(&watched, "anna");
        let room = site.rooms.find("played").await.expect("a table");
        let command = Command::Act { seat: "attack".into(), text: "d6-d7".into() };
        let ask = Ask { command, version: None, key: None, held: None };
        site.rooms.ask(&room, ask).await.expect("a move");
        drop(room);
        let day = Duration::from_secs(86_400);
        assert_eq!(round(&site, day).await.expect("a round"), 1);
        assert!(site.rooms.find("untouched").await.is_err());
        for id in ["watched", "played", "timed"] {
            assert!(site.rooms.find(id).await.is_ok(), "{id}");
        }
        drop(there);
        assert_eq!(round(&site, day).await.expect("a round"), 1, "nobody is there any more");
        assert!(site.rooms.find("watched").await.is_err());
        let centuries = Duration::from_secs(200 * 365 * 86_400);
        open(&site, "new", Pace::Untimed).await;
        assert_eq!(round(&site, centuries).await.expect("a round"), 0, "its time has not come");
    }
}
