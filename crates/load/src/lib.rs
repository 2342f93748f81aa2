//! A load test of a real server or cluster: many tables with players and spectators, over real HTTP on this machine,
//! optionally with faults.
//!
//! - `servers.rs`: what is under load: `server_process.rs`, one server, or `cluster.rs`, several nodes.
//! - `faults.rs`: what goes wrong in a cluster.
//! - `simulated_person.rs`: a person with a connection to a server.
//! - `players.rs`: the players at one table. `spectator.rs`: a spectator.
//! - `scale.rs`: the cost of a large site, by formulas and simulated.
//! - `counters.rs`: the counters. `figures.rs`: the results. `http.rs`: a small HTTP client that costs as little as possible.
//!
//! [`run`] runs the test and returns the figures; `boxtop bench serve` prints them.
#![forbid(unsafe_code)]

mod cluster;
mod counters;
mod faults;
mod figures;
mod http;
mod players;
pub mod scale;
mod server_process;
mod servers;
mod simulated_person;
mod spectator;

pub use cluster::{Cluster, Work};
pub use faults::{Fault, FaultPlan};
pub use figures::{ClusterFigures, FaultFigures, Figures};

use anyhow::{Context, bail, ensure};
use counters::Counters;
use players::{Players, TablePlan, TableStatus};
use protocol::Pace;
use serde_json::json;
use server_process::ServerProcess;
use servers::Servers;
use simulated_person::{Hosts, SimulatedPerson};
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

/// At every table with this index there are clocks, generous enough for players who act.
const TIMED_TABLES: usize = 3;
const CLOCK: Pace = Pace::Clock { initial: 120, increment: 10 };

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
    /// Number of times the server is killed under load, if it is one server.
    pub kills: u32,
    /// The cluster; without one, a server is started.
    pub cluster: Option<Cluster>,
    /// Do clients of a cluster choose nodes themselves, instead of asking its proxy?
    pub direct: bool,
    /// The faults of a cluster.
    pub faults: Option<FaultPlan>,
    /// Number of unfinished tables, to measure their memory and a restart.
    pub idle: usize,
}

/// Called regularly with the number of actions acknowledged so far.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Starts a server, unless there is a cluster, and runs the plan.
pub async fn run(plan: &Plan, progress: Progress<'_>) -> anyhow::Result<Figures> {
    let mut servers = match &plan.cluster {
        Some(cluster) => Servers::Cluster { cluster: cluster.clone(), by_proxy: !plan.direct },
        None => Servers::One(ServerProcess::start_new()?),
    };
    let mut figures = Figures {
        games: plan.games.iter().map(|(game, _)| *game).collect(),
        tables: plan.tables,
        spectators: plan.spectators,
        nodes: plan.cluster.as_ref().map_or(0, Cluster::nodes),
        kills: plan.kills,
        idle_tables: plan.idle,
        server_bytes_at_start: servers.memory(),
        ..Figures::default()
    };
    if let Servers::One(server) = &mut servers
        && plan.idle > 0
    {
        figures.bytes_per_idle_table = open_idle_tables(plan, server).await?;
        figures.restart_ms = Some(restart(server).await?);
    }
    if plan.tables > 0 {
        load_tables(plan, &mut servers, &mut figures, progress).await?;
    }
    figures.server_bytes_at_end = servers.memory();
    figures.stored_bytes = servers.stored_bytes();
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
    let mut person = SimulatedPerson::new(Hosts::new([host]), Arc::default());
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
    let mut person = SimulatedPerson::new(Hosts::new([server.host.clone()]), Arc::default());
    let response = person.get("/healthz").await?;
    ensure!(response.status == 200, "the health check failed: {} {}", response.status, response.text());
    Ok(begun.elapsed().as_secs_f64() * 1_000.0)
}

// ---- Tables with players ----

async fn load_tables(
    plan: &Plan,
    servers: &mut Servers,
    figures: &mut Figures,
    progress: Progress<'_>,
) -> anyhow::Result<()> {
    let (counters, hosts) = (Arc::new(Counters::default()), servers.hosts()?);
    let tables = open_tables(plan, &hosts, &counters).await?;
    let statuses: Vec<Arc<TableStatus>> = tables.iter().map(|(_, status)| status.clone()).collect();
    let mut watching = JoinSet::new();
    let before = servers.memory();
    let spectators = open_streams(plan, &hosts, &statuses, &counters, &mut watching).await?;
    let grown = servers.memory().zip(before).map(|(now, before)| now.saturating_sub(before));
    figures.bytes_per_stream = grown.filter(|_| plan.spectators > 0).map(|grown| grown / plan.spectators as u64);

    let (work_before, clients_before) = (servers.work().await?, server_process::cpu_seconds("self"));
    let begin = Instant::now();
    let (stop, stopped) = watch::channel(false);
    let mut playing = JoinSet::new();
    for (players, _) in tables {
        playing.spawn(players.play(begin, stopped.clone()));
    }
    play_on(plan, servers, begin, &counters, progress, &mut playing).await?;
    let seconds = begin.elapsed().as_secs_f64();
    figures.actions = counters.actions();
    let work = servers.work().await?.since(&work_before);
    note_work(plan, figures, &work, seconds);
    figures.client_cores =
        server_process::cpu_seconds("self").zip(clients_before).map(|(now, then)| (now - then) / seconds);
    stop.send_replace(true);
    while let Some(ended) = playing.join_next().await {
        ended??;
    }
    figures.streams_behind = wait_for_streams(&spectators).await;
    watching.abort_all();
    figures.sum_up(&counters, seconds);
    Ok(())
}

/// What the servers did for an action. A server that was killed has taken its count with it.
fn note_work(plan: &Plan, figures: &mut Figures, work: &Work, seconds: f64) {
    let counted = plan.kills == 0 && plan.faults.is_none();
    let per_action = |cores: f64| cores * seconds * 1_000.0 / figures.actions.max(1) as f64;
    figures.server_cores = Some(work.node_cpu_seconds / seconds).filter(|cores| counted && *cores > 0.0);
    figures.server_ms_per_action = figures.server_cores.map(per_action);
    let in_cluster = counted && plan.cluster.is_some();
    figures.cluster = in_cluster.then(|| ClusterFigures::new(work, figures.actions));
}

/// Opens all tables with their players.
async fn open_tables(
    plan: &Plan,
    hosts: &Hosts,
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
        // One server that is killed is away for as long as it takes to start.
        let timed = plan.cluster.is_some() && number % TIMED_TABLES == 0;
        let pace = if timed { CLOCK } else { Pace::Untimed };
        let table_plan = TablePlan { hosts: hosts.clone(), game, players, seed, interval, pace };
        let (status, counters) = (TableStatus::new(), counters.clone());
        opening.spawn(async move { anyhow::Ok((Players::open(table_plan, status.clone(), counters).await?, status)) });
    }
    while let Some(players) = opening.join_next().await {
        tables.push(players??);
    }
    Ok(tables)
}

/// Opens the streams of all spectators.
async fn open_streams(
    plan: &Plan,
    hosts: &Hosts,
    statuses: &[Arc<TableStatus>],
    counters: &Arc<Counters>,
    watching: &mut JoinSet<()>,
) -> anyhow::Result<Vec<(Arc<TableStatus>, Arc<AtomicU64>)>> {
    let mut spectators = Vec::with_capacity(plan.spectators);
    for number in 0..plan.spectators {
        let status = statuses[number % statuses.len()].clone();
        let spectator = Spectator::new(hosts.beginning_at(number), status, counters.clone());
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
    Ok(spectators)
}

/// Waits for the end of the measured time and of all faults. One server is killed each time when all streams are open, so
/// that all of them break.
async fn play_on(
    plan: &Plan,
    servers: &mut Servers,
    begin: Instant,
    counters: &Arc<Counters>,
    progress: Progress<'_>,
    playing: &mut JoinSet<anyhow::Result<()>>,
) -> anyhow::Result<()> {
    // The kills of a cluster are among its faults.
    let kills = if plan.cluster.is_some() { 0 } else { plan.kills };
    let mut kills = (1..=kills).map(|kill| plan.time.mul_f64(f64::from(kill) / f64::from(kills + 1)));
    let mut next_kill = kills.next();
    let mut faults = begin_faults(plan, counters);
    let is_over = |kills_left: bool, faults: &JoinSet<_>| {
        let all_done = begin.elapsed() >= plan.time && !kills_left && faults.is_empty();
        all_done || (counters.actions() >= plan.actions && faults.is_empty())
    };
    while !is_over(next_kill.is_some(), &faults) {
        tokio::time::sleep(Duration::from_millis(20)).await;
        progress(counters.actions());
        // Players do not stop by themselves: one that does has met an error.
        if let Some(ended) = playing.try_join_next() {
            ended??;
        }
        if let Some(ended) = faults.try_join_next() {
            ended??;
        }
        if let Servers::One(server) = servers
            && next_kill.is_some_and(|at| begin.elapsed() >= at)
            && all_open(plan, counters, begin)?
        {
            counters.fault_begins(Fault::Kill);
            server.kill()?;
            server.start_again()?;
            next_kill = kills.next();
        }
    }
    Ok(())
}

/// Carries out the faults of a cluster in a task.
fn begin_faults(plan: &Plan, counters: &Arc<Counters>) -> JoinSet<anyhow::Result<()>> {
    let mut faults = JoinSet::new();
    if let (Some(cluster), Some(of_cluster)) = (&plan.cluster, &plan.faults) {
        faults.spawn(faults::run(cluster.clone(), of_cluster.clone(), plan.spectators, counters.clone()));
    }
    faults
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
