//! A load test of a real server: many tables with players and spectators, over real HTTP on this machine,
//! optionally with the server killed several times.
//!
//! - `server_process.rs`: the server process.
//! - `simulated_person.rs`: a person with a connection to it.
//! - `players.rs`: the players at one table. `spectator.rs`: a spectator.
//! - `counters.rs`: the counters. `http.rs`: a small HTTP client that costs as little as possible.
//!
//! [`run`] runs the test and returns the figures; `boxtop bench serve` prints them.
#![forbid(unsafe_code)]

mod counters;
mod http;
mod players;
mod server_process;
mod simulated_person;
mod spectator;

use anyhow::{Context, bail, ensure};
use counters::Counters;
use players::{Players, TablePlan, TableStatus};
use serde::Serialize;
use serde_json::json;
use server_process::ServerProcess;
use simulated_person::SimulatedPerson;
use spectator::Spectator;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Timeout for streams to reach the last version at the end.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(60);
/// Number of tables that are opened at the same time.
const OPENED_TOGETHER: usize = 64;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Number of tables.
    pub tables: usize,
    /// Number of spectators' streams.
    pub spectators: usize,
    /// How long to play.
    pub time: Duration,
    /// Stop after this number of acknowledged actions.
    pub actions: u64,
    /// Actions per second to attempt, at all tables together; 0 for as many as possible.
    pub rate: f64,
    /// Games and their numbers of players, assigned to the tables in turn.
    pub games: Vec<(&'static str, u8)>,
    /// Number of times the server is killed under load.
    pub kills: u32,
    /// Number of unfinished tables, to measure their memory and a restart.
    pub idle: usize,
}

/// What was measured.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    /// The games played.
    pub games: Vec<&'static str>,
    /// Number of tables.
    pub tables: usize,
    /// Number of spectators' streams.
    pub spectators: usize,
    /// How long it took.
    pub seconds: f64,
    /// Number of acknowledged actions.
    pub actions: u64,
    /// Acknowledged actions per second.
    pub actions_per_second: f64,
    /// From sending an action to its acknowledgement.
    pub acknowledged_p50_ms: Option<f64>,
    /// The same, 99th percentile.
    pub acknowledged_p99_ms: Option<f64>,
    /// The same, longest.
    pub acknowledged_max_ms: Option<f64>,
    /// From sending an action to its arrival at a spectator.
    pub stream_delay_p50_ms: Option<f64>,
    /// The same, 99th percentile.
    pub stream_delay_p99_ms: Option<f64>,
    /// Messages to spectators.
    pub messages: u64,
    /// Mean length of a response to an action.
    pub bytes_per_answer: u64,
    /// Mean length of a message.
    pub bytes_per_message: u64,
    /// Median length of a message about an action.
    pub message_bytes_p50: Option<u64>,
    /// 95th percentile of the length of a message to the seat to act.
    pub actor_message_bytes_p95: Option<u64>,
    /// The server's memory before the streams were opened.
    pub server_bytes_at_start: Option<u64>,
    /// The server's memory at the end.
    pub server_bytes_at_end: Option<u64>,
    /// The server's memory for an open stream.
    pub bytes_per_stream: Option<u64>,
    /// The server's memory for an unfinished table.
    pub bytes_per_idle_table: Option<u64>,
    /// Cores kept busy by the server.
    pub server_cores: Option<f64>,
    /// The same for the players and spectators.
    pub client_cores: Option<f64>,
    /// The server's work for an action with all its messages, in milliseconds of one core.
    pub server_ms_per_action: Option<f64>,
    /// Size of the store at the end.
    pub stored_bytes: u64,
    /// Matches compared with their records.
    pub matches_checked: u64,
    /// Actions refused because the table had thrown meanwhile.
    pub too_late: u64,
    /// Acknowledged actions that are not in the record.
    pub lost: u64,
    /// Actions that are in the record twice.
    pub doubled: u64,
    /// Number of times the server was killed.
    pub kills: u32,
    /// Streams that went on after a lost connection.
    pub streams_resumed: u64,
    /// Messages with a version that the client had already seen.
    pub received_twice: u64,
    /// Streams that did not reach the last version.
    pub streams_behind: u64,
    /// Number of unfinished tables.
    pub idle_tables: usize,
    /// Time until a restarted server answers.
    pub restart_ms: Option<f64>,
    /// Errors.
    pub troubles: Vec<String>,
}

impl Figures {
    /// Was nothing lost or doubled, and no stream behind?
    pub fn is_sound(&self) -> bool {
        self.lost + self.doubled + self.received_twice + self.streams_behind == 0 && self.troubles.is_empty()
    }
}

/// Called regularly with the number of actions acknowledged so far.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Starts a server and runs the plan.
pub async fn run(plan: &Plan, progress: Progress<'_>) -> anyhow::Result<Figures> {
    let mut server = ServerProcess::start_new()?;
    let games = plan.games.iter().map(|(game, _)| *game).collect();
    let mut figures = Figures {
        games,
        tables: plan.tables,
        spectators: plan.spectators,
        kills: plan.kills,
        idle_tables: plan.idle,
        server_bytes_at_start: server.memory(),
        ..Figures::default()
    };
    if plan.idle > 0 {
        figures.bytes_per_idle_table = open_idle_tables(plan, &server).await?;
        figures.restart_ms = Some(restart(&mut server).await?);
    }
    if plan.tables > 0 {
        load_tables(plan, &mut server, &mut figures, progress).await?;
    }
    figures.server_bytes_at_end = server.memory();
    figures.stored_bytes = server.stored_bytes();
    Ok(figures)
}

// ---- Idle tables ----

/// Opens unfinished tables and reads each once. Returns the memory of one.
async fn open_idle_tables(plan: &Plan, server: &ServerProcess) -> anyhow::Result<Option<u64>> {
    let before = server.memory();
    let mut openers = JoinSet::new();
    for opener in 0..OPENED_TOGETHER.min(plan.idle) {
        let share = (plan.idle - opener).div_ceil(OPENED_TOGETHER);
        openers.spawn(open_some(server.host.clone(), plan.games.clone(), share));
    }
    while let Some(opened) = openers.join_next().await {
        opened??;
    }
    let grown = server.memory().zip(before).map(|(now, before)| now.saturating_sub(before));
    Ok(grown.map(|grown| grown / plan.idle as u64))
}

async fn open_some(host: String, games: Vec<(&'static str, u8)>, count: usize) -> anyhow::Result<()> {
    let mut person = SimulatedPerson::new(&host);
    for (game, players) in games.into_iter().cycle().take(count) {
        let request = json!({ "game": game, "players": players, "mode": "home" });
        let response = person.post("/tables", request.to_string().as_bytes()).await?;
        ensure!(response.status == 201, "cannot open a table: {} {}", response.status, response.text());
        let opened: serde_json::Value = serde_json::from_slice(&response.body)?;
        let table = opened["url"].as_str().context("the table has no address")?;
        let response = person.get(&format!("{table}/record")).await?;
        ensure!(response.status == 200, "cannot get the record: {} {}", response.status, response.text());
    }
    Ok(())
}

/// Kills and restarts the server. Returns the time until it answers again, in milliseconds.
async fn restart(server: &mut ServerProcess) -> anyhow::Result<f64> {
    server.kill()?;
    let begun = Instant::now();
    server.start_again()?;
    let response = SimulatedPerson::new(&server.host).get("/healthz").await?;
    ensure!(response.status == 200, "the health check failed: {} {}", response.status, response.text());
    Ok(begun.elapsed().as_secs_f64() * 1_000.0)
}

// ---- Tables with players ----

async fn load_tables(
    plan: &Plan,
    server: &mut ServerProcess,
    figures: &mut Figures,
    progress: Progress<'_>,
) -> anyhow::Result<()> {
    let counters = Arc::new(Counters::default());
    let tables = open_tables(plan, &server.host, &counters).await?;
    let statuses: Vec<Arc<TableStatus>> = tables.iter().map(|(_, status)| status.clone()).collect();
    let mut watching = JoinSet::new();
    let spectators = open_streams(plan, server, &statuses, &counters, &mut watching, figures).await?;

    let (begin, cpu_before) = (Instant::now(), (server.cpu_seconds(), server_process::cpu_seconds("self")));
    let (stop, stopped) = watch::channel(false);
    let mut playing = JoinSet::new();
    for (players, _) in tables {
        playing.spawn(players.play(begin, stopped.clone()));
    }
    play_on(plan, server, begin, &counters, progress, &mut playing).await?;
    let seconds = begin.elapsed().as_secs_f64();
    let cores = |now: Option<f64>, then: Option<f64>| Some((now? - then?).max(0.0) / seconds);
    figures.server_cores = cores(server.cpu_seconds(), cpu_before.0).filter(|_| plan.kills == 0);
    figures.client_cores = cores(server_process::cpu_seconds("self"), cpu_before.1);
    figures.actions = counters.actions();
    let per_action = |cores: f64| cores * seconds * 1_000.0 / figures.actions.max(1) as f64;
    figures.server_ms_per_action = figures.server_cores.map(per_action);
    stop.send_replace(true);
    while let Some(ended) = playing.join_next().await {
        ended??;
    }
    figures.streams_behind = wait_for_streams(&spectators).await;
    watching.abort_all();
    sum_up(figures, &counters, seconds);
    Ok(())
}

/// Opens all tables with their players.
async fn open_tables(
    plan: &Plan,
    host: &str,
    counters: &Arc<Counters>,
) -> anyhow::Result<Vec<(Players, Arc<TableStatus>)>> {
    let per_second = if plan.rate > 0.0 { plan.rate } else { f64::INFINITY };
    let interval = Duration::from_secs_f64(plan.tables as f64 / per_second);
    let mut tables = Vec::with_capacity(plan.tables);
    let mut opening = JoinSet::new();
    for number in 0..plan.tables {
        if opening.len() == OPENED_TOGETHER {
            tables.extend(opening.join_next().await.transpose()?.transpose()?);
        }
        let (game, players) = plan.games[number % plan.games.len()];
        let seed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let table_plan = TablePlan { host: host.to_owned(), game, players, seed, interval };
        let (status, counters) = (TableStatus::new(), counters.clone());
        opening.spawn(async move { anyhow::Ok((Players::open(table_plan, status.clone(), counters).await?, status)) });
    }
    while let Some(players) = opening.join_next().await {
        tables.push(players??);
    }
    Ok(tables)
}

/// Opens the streams of all spectators, and measures the memory of one.
async fn open_streams(
    plan: &Plan,
    server: &ServerProcess,
    statuses: &[Arc<TableStatus>],
    counters: &Arc<Counters>,
    watching: &mut JoinSet<()>,
    figures: &mut Figures,
) -> anyhow::Result<Vec<(Arc<TableStatus>, Arc<AtomicU64>)>> {
    let before = server.memory();
    let mut spectators = Vec::with_capacity(plan.spectators);
    for number in 0..plan.spectators {
        let spectator = Spectator::new(&server.host, statuses[number % statuses.len()].clone(), counters.clone());
        spectators.push((spectator.status.clone(), spectator.seen.clone()));
        watching.spawn(spectator.watch());
    }
    let begun = Instant::now();
    while (counters.streams() as usize) < plan.spectators {
        if begun.elapsed() > CATCH_UP_TIMEOUT {
            let errors = counters.take_errors();
            bail!("only {} of {} streams could be opened: {errors:?}", counters.streams(), plan.spectators);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let grown = server.memory().zip(before).map(|(now, before)| now.saturating_sub(before));
    figures.bytes_per_stream = grown.filter(|_| plan.spectators > 0).map(|grown| grown / plan.spectators as u64);
    Ok(spectators)
}

/// Waits for the end of the measured time, and kills the server as planned: each time when all streams are open, so that
/// all of them break.
async fn play_on(
    plan: &Plan,
    server: &mut ServerProcess,
    begin: Instant,
    counters: &Counters,
    progress: Progress<'_>,
    playing: &mut JoinSet<anyhow::Result<()>>,
) -> anyhow::Result<()> {
    let mut kills = (1..=plan.kills).map(|kill| plan.time.mul_f64(f64::from(kill) / f64::from(plan.kills + 1)));
    let mut next_kill = kills.next();
    while (begin.elapsed() < plan.time || next_kill.is_some()) && counters.actions() < plan.actions {
        tokio::time::sleep(Duration::from_millis(20)).await;
        progress(counters.actions());
        // Players do not stop by themselves: one that does has met an error.
        if let Some(ended) = playing.try_join_next() {
            ended??;
        }
        if next_kill.is_some_and(|at| begin.elapsed() >= at) && all_open(plan, counters, begin)? {
            server.kill()?;
            server.start_again()?;
            next_kill = kills.next();
        }
    }
    Ok(())
}

/// Are the streams of all spectators open? Fails if that takes too long.
fn all_open(plan: &Plan, counters: &Counters, begin: Instant) -> anyhow::Result<bool> {
    let open = counters.open_streams() as usize;
    if open < plan.spectators && begin.elapsed() > plan.time + CATCH_UP_TIMEOUT {
        bail!("only {open} of {} streams are open: {:?}", plan.spectators, counters.take_errors());
    }
    Ok(open >= plan.spectators)
}

/// Waits for the last messages. Returns the number of streams that did not reach the last version.
async fn wait_for_streams(spectators: &[(Arc<TableStatus>, Arc<AtomicU64>)]) -> u64 {
    let begun = Instant::now();
    loop {
        let behind = spectators.iter().filter(|(status, seen)| !Spectator::is_up_to_date(status, seen)).count();
        if behind == 0 || begun.elapsed() > CATCH_UP_TIMEOUT {
            return behind as u64;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn sum_up(figures: &mut Figures, counters: &Counters, seconds: f64) {
    figures.seconds = seconds;
    figures.actions_per_second = figures.actions as f64 / seconds;
    let (acknowledged, delays) = (counters.take_acknowledgements(), counters.take_delays());
    figures.acknowledged_p50_ms = acknowledged.at(0.5);
    figures.acknowledged_p99_ms = acknowledged.at(0.99);
    figures.acknowledged_max_ms = acknowledged.at(1.0);
    figures.stream_delay_p50_ms = delays.at(0.5);
    figures.stream_delay_p99_ms = delays.at(0.99);
    (figures.bytes_per_answer, figures.bytes_per_message) = counters.mean_bytes(acknowledged.count());
    (figures.message_bytes_p50, figures.actor_message_bytes_p95) = counters.change_bytes();
    (figures.messages, figures.streams_resumed, figures.received_twice) = counters.stream_counts();
    (figures.matches_checked, figures.lost, figures.doubled, figures.too_late) = counters.check_counts();
    figures.troubles = counters.take_errors();
}
