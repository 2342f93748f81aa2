//! A real server under load: many tables with people at them and many who
//! watch, over real HTTP on this machine; and the same with the server killed
//! again and again.
//!
//! - `house.rs`: the server as a process.
//! - `person.rs`: somebody with a line to it.
//! - `party.rs`: the people at one table. `watcher.rs`: who watches it.
//! - `tally.rs`: what is counted meanwhile.
//!
//! Here: the order of events of one run, and its figures. What is printed of
//! them is the subcommand's business.

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

/// Who is slower than this at the end has not arrived.
const SETTLING: Duration = Duration::from_secs(10);
/// So many open their tables at the same time.
const ABREAST: usize = 64;

/// What to measure.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) tables: usize,
    pub(crate) spectators: usize,
    pub(crate) time: Duration,
    /// Stop after so many acknowledged actions.
    pub(crate) actions: u64,
    /// Actions that are asked for in a second, at all tables together; 0 for as many as can be.
    pub(crate) rate: f64,
    /// Games and their numbers of players, dealt out to the tables in turn.
    pub(crate) games: Vec<(&'static str, u8)>,
    /// How often the server is killed under load.
    pub(crate) kills: u32,
    /// Unfinished tables for measuring what they weigh and how long a restart takes.
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
    /// The median length of a message that tells of an action.
    pub(crate) message_bytes_p50: Option<u64>,
    /// The length of a message to the seat that is to act, which 95 of 100 do not exceed.
    pub(crate) actor_message_bytes_p95: Option<u64>,
    pub(crate) server_bytes_at_start: Option<u64>,
    pub(crate) server_bytes_at_end: Option<u64>,
    pub(crate) bytes_per_stream: Option<u64>,
    pub(crate) bytes_per_idle_table: Option<u64>,
    /// Cores that the server kept busy, and the people and spectators on the same machine.
    pub(crate) server_cores: Option<f64>,
    pub(crate) client_cores: Option<f64>,
    /// The server's work for an action with all its messages, in milliseconds of one core.
    pub(crate) server_ms_per_action: Option<f64>,
    pub(crate) stored_bytes: u64,
    pub(crate) matches_checked: u64,
    /// Actions refused because the house had thrown meanwhile; they were not done.
    pub(crate) too_late: u64,
    pub(crate) lost: u64,
    pub(crate) doubled: u64,
    pub(crate) kills: u32,
    pub(crate) streams_resumed: u64,
    /// Messages that a stream sent though its client had seen that version.
    pub(crate) heard_twice: u64,
    /// Streams that did not come to the last version.
    pub(crate) streams_behind: u64,
    pub(crate) idle_tables: usize,
    pub(crate) restart_ms: Option<f64>,
    pub(crate) troubles: Vec<String>,
}

impl Figures {
    /// Is nothing lost, doubled or stuck?
    pub(crate) fn is_sound(&self) -> bool {
        self.lost + self.doubled + self.heard_twice + self.streams_behind == 0 && self.troubles.is_empty()
    }
}

/// Called now and then with the actions acknowledged so far.
pub(crate) type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Starts a server and does what the plan says.
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

// ---- Tables where nobody is ----

/// Opens unfinished tables and looks at each once; tells what one weighs.
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

/// Kills the server and tells how long it takes to answer again, in milliseconds.
async fn restart(house: &mut House) -> anyhow::Result<f64> {
    house.kill()?;
    let begun = Instant::now();
    house.start_again()?;
    let answer = Person::new(&house.host).get("/healthz").await?;
    ensure!(answer.status == 200, "the server is not well: {} {}", answer.status, answer.text());
    Ok(begun.elapsed().as_secs_f64() * 1_000.0)
}

// ---- Tables with people ----

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

/// The people of all tables, seated.
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

/// Everybody who watches, each with his stream open; notes what a stream weighs.
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

/// Waits for the end of the measured time, and kills the server as often as is planned.
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
        // Nobody stops by himself: who does has met something that must not be.
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

/// Waits for the last messages; tells how many streams did not come to the end.
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
