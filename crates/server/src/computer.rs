//! The background task of a match: throws that no person makes, and the actions of computers. It starts whenever a match
//! changes, and its commands take the same path as those of people.
//!
//! Computers that act in the same phase think at the same time and act in the order of their seats. Accounts who act
//! meanwhile do not disturb them. A computer's action depends only on the match, the version it thought about and its
//! seat, never on timing.

use crate::match_handle::{MatchHandle, pending};
use crate::registry::MatchRegistry;
use crate::search_queue::Permit;
use catalog::{Advice, Level, PlayerKind};
use kernel::Seat;
use kernel::dynamic::DynMatch;
use matches::{BackgroundTask, IdempotencyKey, PendingCommand};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{MatchCommand, Occupant, Table};
use tracing::Instrument;

/// If a node dies while it plays for a match, another takes over after this time.
const LEASE: Duration = Duration::from_secs(10);

/// Starts the background task of this match, if there is something to do.
pub(crate) fn wake(matches: &Arc<MatchRegistry>, handle: &Arc<MatchHandle>) {
    if handle.begin_work() {
        tokio::spawn(play_on(matches.clone(), handle.clone()));
    }
}

async fn play_on(matches: Arc<MatchRegistry>, handle: Arc<MatchHandle>) {
    loop {
        let finished = play_with_lease(&matches, &handle).await;
        handle.end_work();
        // A change since the last look is not lost.
        if !finished || !handle.begin_work() {
            return;
        }
    }
}

/// Plays until there is nothing left to do, unless another node does; `false` if it stopped before.
async fn play_with_lease(matches: &Arc<MatchRegistry>, handle: &Arc<MatchHandle>) -> bool {
    let lease = format!("think/{}", handle.id());
    if !matches.leases.take(&lease, LEASE).await {
        return false;
    }
    let finished = play_on_leased(matches, handle, &lease).await;
    matches.leases.release(&lease).await;
    finished.is_some()
}

async fn play_on_leased(matches: &Arc<MatchRegistry>, handle: &Arc<MatchHandle>, lease: &str) -> Option<()> {
    let (mut first, mut taken) = (true, Instant::now());
    while let Some((task, table)) = handle.next_task() {
        // A pause between actions, so that people can follow. The first comes at once.
        if !std::mem::take(&mut first) {
            tokio::time::sleep(matches.timing.between_actions).await;
        }
        if taken.elapsed() >= LEASE / 3 {
            taken = Instant::now();
            matches.leases.take(lease, LEASE).await.then_some(())?;
        }
        match task {
            BackgroundTask::Throw => throw(matches, handle, table.version()).await?,
            BackgroundTask::Think(seats) => act(matches, handle, &table, seats).await?,
        }
    }
    Some(())
}

async fn throw(matches: &Arc<MatchRegistry>, handle: &Arc<MatchHandle>, version: u64) -> Option<()> {
    let key = IdempotencyKey::plain(&format!("house-{version}"));
    execute(matches, handle, pending(MatchCommand::Throw { seat: None, link: None }).at_version(version).with_key(key))
        .await
}

/// Lets each of these seats act once.
async fn act(
    matches: &Arc<MatchRegistry>,
    handle: &Arc<MatchHandle>,
    table: &Table,
    seats: Vec<(Seat, String)>,
) -> Option<()> {
    let (position, version) = (table.game_match(), table.version());
    let think = |(seat, level): &(Seat, String)| {
        let kind = level.parse().unwrap_or(PlayerKind::Level(Level::Private));
        let (person, seed) = (queue_owner(table), seed(table, version, *seat));
        tokio::spawn(advise(matches.clone(), person, position.fork(), *seat, kind, seed))
    };
    let thoughts: Vec<_> = seats.iter().map(think).collect();
    let infos = position.seats();
    for ((seat, _), thought) in seats.into_iter().zip(thoughts) {
        let action = thought.await.ok()??.chosen?;
        let command = MatchCommand::Choose { seat: infos.get(seat.index())?.id.to_owned(), action };
        let key = IdempotencyKey::plain(&format!("computer-{version}-{}", seat.0));
        execute(matches, handle, pending(command).at_version(version).with_key(key)).await?;
    }
    Some(())
}

/// Executes the command. A conflict counts as done: the task looks at the match again.
async fn execute(matches: &Arc<MatchRegistry>, handle: &Arc<MatchHandle>, pending: PendingCommand) -> Option<()> {
    match matches.execute(handle, pending).await {
        Ok(_) => Some(()),
        Err(problem) => problem.version.is_some().then_some(()),
    }
}

/// The person in whose queue a match's computers wait: the first player.
fn queue_owner(table: &Table) -> String {
    table.seats().iter().find_map(Occupant::key).unwrap_or_default().to_owned()
}

/// The choice of a player of this kind, after waiting in this person's queue. A player that panics is logged and gives no
/// advice.
pub(crate) async fn advise(
    matches: Arc<MatchRegistry>,
    person: String,
    position: Box<dyn DynMatch>,
    seat: Seat,
    kind: PlayerKind,
    seed: u64,
) -> Option<Advice> {
    let (permit, metrics) = (permit(&matches, &person).await?, matches.metrics.clone());
    let slug = position.info().slug;
    let thinking = tokio::task::spawn_blocking(move || {
        let (_permit, _counted, began) = (permit, metrics.searches.hold(), Instant::now());
        let advice = catalog::timed_player_for(slug, kind, seed, catalog::Clock::system())?.choose(&*position, seat);
        let stopped = advice.as_ref().is_some_and(|advice| advice.stopped_by_clock);
        metrics.thought(kind, began.elapsed(), stopped);
        advice
    });
    match thinking.instrument(tracing::debug_span!("think", game = slug, level = %kind)).await {
        Ok(advice) => advice,
        Err(error) => {
            tracing::error!(%error, slug, %kind, "a computer player panicked");
            None
        }
    }
}

/// Waits in this person's queue for a permit to search.
pub(crate) async fn permit(matches: &MatchRegistry, person: &str) -> Option<Permit> {
    let (_waits, asked) = (matches.metrics.search_queue.hold(), Instant::now());
    let permit = matches.search_queue.acquire(person).await?;
    matches.metrics.search_wait_seconds.observe(asked.elapsed());
    Some(permit)
}

/// The RNG seed: depends only on match, version and seat. The match's secret is in it, so that nobody can foresee a computer's
/// choices; it is revealed when the match is over.
pub(crate) fn seed(table: &Table, version: u64, seat: Seat) -> u64 {
    let secret = table.opened().secret();
    let print = table::fingerprint(format!("boxtop computer {secret} {version} {}", seat.0).as_bytes());
    u64::from_str_radix(&print[..16], 16).unwrap_or(version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dynamic::MatchConfig;
    use table::Order;

    #[test]
    fn the_choices_of_a_computer_follow_from_the_secret_of_the_match_and_not_from_its_id_alone() {
        let game = catalog::game("three-musketeers").expect("a game");
        let seed = |secret: u8| {
            let person = Occupant::Person { key: "anna".into(), name: "Anna".into() };
            let order = Order::plain("m".into(), MatchConfig::default(), vec![person.clone(), person], [secret; 32]);
            super::seed(&Table::open(game, order, 0).expect("a table").0, 3, Seat(1))
        };
        assert_eq!(seed(1), seed(1));
        assert_ne!(seed(1), seed(2));
    }
}
