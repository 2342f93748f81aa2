//! A load test of a real server: many tables with players and spectators, over real HTTP on this machine,
//! optionally with the server killed several times.
//!
//! - `house.rs`: the server process.
//! - `person.rs`: a person with a connection to it.
//! - `party.rs`: the players at one table. `watcher.rs`: a spectator.
//! - `tally.rs`: the counters.
//!
//! This module runs the test and collects the figures; the subcommand prints them.

mod house;
mod party;
mod person;
mod tally;
mod watcher;

use anyhow::{Context, bail, ensure};
use house::House;
use party::{Party, Place, Task};
use person::Person;
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use tally::Tally;
use tokio::sync::watch;
use tokio::task::JoinSet;
use watcher::Spectator;

/// Timeout for streams to reach the last version at the end.
const SETTLING: Duration = Duration::from_secs(10);
/// Number of tables that are opened at the same time.
const ABREAST: usize = 64;

/// What to measure.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) tables: usize,
    pub(crate) spectators: usize,
    pub(crate) time: Duration,
    /// Stop after this number of acknowledged actions.
    pub(crate) actions: u64,
    /// Actions per second to attempt, at all tables together; 0 for as many as possible.
    pub(crate) rate: f64,
    /// Games and their numbers of players, assigned to the tables in turn.
    pub(crate) games: Vec<(&'static str, u8)>,
    /// Number of times the server is killed under load.
    pub(crate) kills: u32,
    /// Number of unfinished tables, to measure their memory and a restart.
    pub(crate) idle: usize,
}

/// What was measured.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Figures {
    pub(crate) games: Vec<&'static str>,
    pub(crate) tables: usize,
    pub(crate) spectators: usize,
    pub(crate) seconds: f64,
    pub(crate) actions: u64,
    pub(crate) actions_per_second: f64,
    /// From sending an action to its acknowledgement.
    pub(crate) acknowledged_p50_ms: Option<f64>,
    pub(crate) acknowledged_p99_ms: Option<f64>,
    pub(crate) acknowledged_max_ms: Option<f64>,
    /// From sending an action to its arrival at a spectator.
    pub(crate) stream_delay_p50_ms: Option<f64>,
    pub(crate) stream_delay_p99_ms: Option<f64>,
    pub(crate) messages: u64,
    pub(crate) bytes_per_answer: u64,
    pub(crate) bytes_per_message: u64,
    /// Median length of a message about an action.
    pub(crate) message_bytes_p50: Option<u64>,
    /// 95th percentile of the length of a message to the seat to act.
    pub(crate) actor_message_bytes_p95: Option<u64>,
    pub(crate) server_bytes_at_start: Option<u64>,
    pub(crate) server_bytes_at_end: Option<u64>,
    pub(crate) bytes_per_stream: Option<u64>,
    pub(crate) bytes_per_idle_table: Option<u64>,
    /// Cores kept busy by the server, and by the players and spectators on the same machine.
    pub(crate) server_cores: Option<f64>,
    pub(crate) client_cores: Option<f64>,
    /// The server's work for an action with all its messages, in milliseconds of one core.
    pub(crate) server_ms_per_action: Option<f64>,
    pub(crate) stored_bytes: u64,
    pub(crate) matches_checked: u64,
    /// Actions refused because the table had thrown meanwhile.
    pub(crate) too_late: u64,
    pub(crate) lost: u64,
    pub(crate) doubled: u64,
    pub(crate) kills: u32,
    pub(crate) streams_resumed: u64,
    /// Messages with a version that the client had already seen.
    pub(crate) heard_twice: u64,
    /// Streams that did not reach the last version.
    pub(crate) streams_behind: u64,
    pub(crate) idle_tables: usize,
    pub(crate) restart_ms: Option<f64>,
    pub(crate) troubles: Vec<String>,
}

impl Figures {
    /// Was nothing lost or doubled, and no stream behind?
    pub(crate) fn is_sound(&self) -> bool {
        self.lost + self.doubled + self.heard_twice + self.streams_behind == 0 && self.troubles.is_empty()
    }
}

/// Called regularly with the number of actions acknowledged so far.
pub(crate) type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Starts a server and runs the plan.
pub(crate) async fn run(plan: &Plan, progress: Progress<'_>) -> anyhow::Result<Figures> {
    let mut house = House::open()?;
    let games = plan.games.iter().map(|(game, _)| *game).collect();
    let mut figures = Figures {
        games,
        tables: plan.tables,
        spectators: plan.spectators,
        kills: plan.kills,
        idle_tables: plan.idle,
        server_bytes_at_start: house.memory(),
        ..Figures::default()
    };
    if plan.idle > 0 {
        figures.bytes_per_idle_table = open_idle_tables(plan, &house).await?;
        figures.restart_ms = Some(restart(&mut house).await?);
    }
    if plan.tables > 0 {
        under_load(plan, &mut house, &mut figures, progress).await?;
    }
    figures.server_bytes_at_end = house.memory();
    figures.stored_bytes = house.stored();
    Ok(figures)
}

// ---- Idle tables ----

/// Opens unfinished tables and reads each once. Returns the memory of one.
async fn open_idle_tables(plan: &Plan, house: &House) -> anyhow::Result<Option<u64>> {
    let before = house.memory();
    let mut openers = JoinSet::new();
    for opener in 0..ABREAST.min(plan.idle) {
        let share = (plan.idle - opener).div_ceil(ABREAST);
        openers.spawn(open_some(house.host.clone(), plan.games.clone(), share));
    }
    while let Some(opened) = openers.join_next().await {
        opened??;
    }
    let grown = house.memory().zip(before).map(|(now, before)| now.saturating_sub(before));
    Ok(grown.map(|grown| grown / plan.idle as u64))
}

async fn open_some(host: String, games: Vec<(&'static str, u8)>, count: usize) -> anyhow::Result<()> {
    let mut person = Person::new(&host);
    for (game, players) in games.into_iter().cycle().take(count) {
        let order = json!({ "game": game, "players": players, "mode": "home" });
        let answer = person.post("/tables", order.to_string().as_bytes()).await?;
        ensure!(answer.status == 201, "no table is opened: {} {}", answer.status, answer.text());
        let opened: serde_json::Value = serde_json::from_slice(&answer.body)?;
        let table = opened["url"].as_str().context("the table has no address")?;
        let answer = person.get(&format!("{table}/record")).await?;
        ensure!(answer.status == 200, "no record: {} {}", answer.status, answer.text());
    }
    Ok(())
}

/// Kills and restarts the server. Returns the time until it answers again, in milliseconds.
async fn restart(house: &mut House) -> anyhow::Result<f64> {
    house.kill()?;
    let begun = Instant::now();
    house.start_again()?;
    let answer = Person::new(&house.host).get("/healthz").await?;
    ensure!(answer.status == 200, "the server is not well: {} {}", answer.status, answer.text());
    Ok(begun.elapsed().as_secs_f64() * 1_000.0)
}

// ---- Tables with players ----

async fn under_load(
    plan: &Plan,
    house: &mut House,
    figures: &mut Figures,
    progress: Progress<'_>,
) -> anyhow::Result<()> {
    let tally = Arc::new(Tally::default());
    let parties = gather(plan, &house.host, &tally).await?;
    let places: Vec<Arc<Place>> = parties.iter().map(|(_, place)| place.clone()).collect();
    let mut watching = JoinSet::new();
    let watchers = watch_all(plan, house, &places, &tally, &mut watching, figures).await?;

    let (begin, worked) = (Instant::now(), (house.worked(), house::worked("self")));
    let (stop, stopped) = watch::channel(false);
    let mut playing = JoinSet::new();
    for (party, _) in parties {
        playing.spawn(party.play(begin, stopped.clone()));
    }
    keep_going(plan, house, begin, &tally, progress, &mut playing).await?;
    let seconds = begin.elapsed().as_secs_f64();
    let cores = |now: Option<f64>, then: Option<f64>| Some((now? - then?).max(0.0) / seconds);
    figures.server_cores = cores(house.worked(), worked.0).filter(|_| plan.kills == 0);
    figures.client_cores = cores(house::worked("self"), worked.1);
    figures.actions = tally.actions();
    let per_action = |cores: f64| cores * seconds * 1_000.0 / figures.actions.max(1) as f64;
    figures.server_ms_per_action = figures.server_cores.map(per_action);
    stop.send_replace(true);
    while let Some(ended) = playing.join_next().await {
        ended??;
    }
    figures.streams_behind = settle(&watchers).await;
    watching.abort_all();
    sum_up(figures, &tally, seconds);
    Ok(())
}

/// Opens all tables with their players.
async fn gather(plan: &Plan, host: &str, tally: &Arc<Tally>) -> anyhow::Result<Vec<(Party, Arc<Place>)>> {
    let per_second = if plan.rate > 0.0 { plan.rate } else { f64::INFINITY };
    let interval = Duration::from_secs_f64(plan.tables as f64 / per_second);
    let mut parties = Vec::with_capacity(plan.tables);
    let mut opening = JoinSet::new();
    for number in 0..plan.tables {
        if opening.len() == ABREAST {
            parties.extend(opening.join_next().await.transpose()?.transpose()?);
        }
        let (game, players) = plan.games[number % plan.games.len()];
        let luck = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let task = Task { host: host.to_owned(), game, players, luck, interval };
        let (place, tally) = (Place::new(), tally.clone());
        opening.spawn(async move { anyhow::Ok((Party::gather(task, place.clone(), tally).await?, place)) });
    }
    while let Some(party) = opening.join_next().await {
        parties.push(party??);
    }
    Ok(parties)
}

/// Opens the streams of all spectators, and measures the memory of one.
async fn watch_all(
    plan: &Plan,
    house: &House,
    places: &[Arc<Place>],
    tally: &Arc<Tally>,
    watching: &mut JoinSet<()>,
    figures: &mut Figures,
) -> anyhow::Result<Vec<(Arc<Place>, Arc<AtomicU64>)>> {
    let before = house.memory();
    let mut watchers = Vec::with_capacity(plan.spectators);
    for number in 0..plan.spectators {
        let watcher = Spectator::new(&house.host, places[number % places.len()].clone(), tally.clone());
        watchers.push((watcher.place.clone(), watcher.seen.clone()));
        watching.spawn(watcher.watch());
    }
    let begun = Instant::now();
    while (tally.streams() as usize) < plan.spectators {
        if begun.elapsed() > SETTLING * 3 {
            let troubles = tally.take_troubles();
            bail!("only {} of {} streams could be opened: {troubles:?}", tally.streams(), plan.spectators);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let grown = house.memory().zip(before).map(|(now, before)| now.saturating_sub(before));
    figures.bytes_per_stream = grown.filter(|_| plan.spectators > 0).map(|grown| grown / plan.spectators as u64);
    Ok(watchers)
}

/// Waits for the end of the measured time, and kills the server as planned.
async fn keep_going(
    plan: &Plan,
    house: &mut House,
    begin: Instant,
    tally: &Tally,
    progress: Progress<'_>,
    playing: &mut JoinSet<anyhow::Result<()>>,
) -> anyhow::Result<()> {
    let mut kills = (1..=plan.kills).map(|kill| plan.time.mul_f64(f64::from(kill) / f64::from(plan.kills + 1)));
    let mut next_kill = kills.next();
    while begin.elapsed() < plan.time && tally.actions() < plan.actions {
        tokio::time::sleep(Duration::from_millis(20)).await;
        progress(tally.actions());
        // Players do not stop by themselves: one that does has met an error.
        if let Some(ended) = playing.try_join_next() {
            ended??;
        }
        if next_kill.is_some_and(|at| begin.elapsed() >= at) {
            house.kill()?;
            house.start_again()?;
            next_kill = kills.next();
        }
    }
    Ok(())
}

/// Waits for the last messages. Returns the number of streams that did not reach the last version.
async fn settle(watchers: &[(Arc<Place>, Arc<AtomicU64>)]) -> u64 {
    let begun = Instant::now();
    loop {
        let behind = watchers.iter().filter(|(place, seen)| !Spectator::is_up_to_date(place, seen)).count();
        if behind == 0 || begun.elapsed() > SETTLING {
            return behind as u64;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn sum_up(figures: &mut Figures, tally: &Tally, seconds: f64) {
    figures.seconds = seconds;
    figures.actions_per_second = figures.actions as f64 / seconds;
    let (acknowledged, delays) = (tally.take_acknowledgements(), tally.take_delays());
    figures.acknowledged_p50_ms = acknowledged.at(0.5);
    figures.acknowledged_p99_ms = acknowledged.at(0.99);
    figures.acknowledged_max_ms = acknowledged.at(1.0);
    figures.stream_delay_p50_ms = delays.at(0.5);
    figures.stream_delay_p99_ms = delays.at(0.99);
    (figures.bytes_per_answer, figures.bytes_per_message) = tally.mean_bytes(acknowledged.count());
    (figures.message_bytes_p50, figures.actor_message_bytes_p95) = tally.change_bytes();
    (figures.messages, figures.streams_resumed, figures.heard_twice) = tally.hearing();
    (figures.matches_checked, figures.lost, figures.doubled, figures.too_late) = tally.checks();
    figures.troubles = tally.take_troubles();
}
