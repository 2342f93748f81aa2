//! `boxtop bench scale`: what a large site costs, by formulas and by a simulation.

use crate::common::{Usage, count, print};
use load::scale::{Cost, Site};

/// Bytes of the database's own log for an append, as measured (docs/scaling.md).
const LOGGED_BYTES: f64 = 1_900.0;
/// Bytes of a message to a player or spectator, as measured (docs/performance.md).
const MESSAGE_BYTES: f64 = 575.0;
/// Statements per second of a node that has nothing to do: sweeps and health checks.
const IDLE_STATEMENTS: f64 = 2.0;

/// Computes what a large site costs
///
/// Players, spectators and nodes are placed at random, and statements, hints and messages
/// are counted in a simulation, beside the formulas of docs/scaling.md. Nothing is started.
#[derive(clap::Args)]
#[command(after_help = "Example:
  boxtop bench scale --players 1000000 --nodes 50")]
pub(crate) struct Args {
    /// Number of players, each at one match of two
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = count::<u64>)]
    players: u64,
    /// Number of nodes
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    nodes: u32,
    /// Spectators for each match
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    spectators: u32,
    /// Seconds between two actions at a match
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    seconds_per_action: f64,
    /// Milliseconds of a statement that appends
    #[arg(long, value_name = "MS", default_value_t = 3.0)]
    append_ms: f64,
    /// Number of actions to simulate
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = count::<u64>)]
    actions: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if !(0.01..=1e6).contains(&args.seconds_per_action) || !(0.01..=1e4).contains(&args.append_ms) {
        return Err(Usage(
            "the times must lie between 0.01 and a million seconds, or ten seconds for an append".into(),
        )
        .into());
    }
    if !(2..=1_000_000_000).contains(&args.players) || !(1..=10_000_000).contains(&args.actions) {
        return Err(Usage("from 2 players to a billion, and from 1 action to ten million".into()).into());
    }
    let site = Site {
        players: args.players,
        seats: 2,
        spectators: args.spectators,
        nodes: args.nodes,
        seconds_per_action: args.seconds_per_action,
        append_seconds: args.append_ms / 1_000.0,
        keeps_all: false,
    };
    print(written(&site, &site.model(), &site.simulate(args.actions, 1)).as_bytes())
}

fn written(site: &Site, model: &Cost, counted: &Cost) -> String {
    let rate = site.actions_per_second();
    let idle = IDLE_STATEMENTS * f64::from(site.nodes) / rate;
    let row = |what: &str, of: &dyn Fn(&Cost) -> f64| {
        let (model, counted) = (of(model), of(counted));
        format!("| {what} | {model:.3} | {counted:.3} | {:.0} |\n", counted * rate)
    };
    [
        format!("{} matches, {rate:.0} actions per second, {} nodes\n\n", site.matches(), site.nodes),
        "| | formula, per action | simulated, per action | simulated, per second |\n|---|---|---|---|\n".to_owned(),
        row("statements that append; hints sent", &|cost| cost.appends),
        row("reads of what is new", &|cost| cost.catch_ups),
        row("reads of whole matches", &|cost| cost.loads),
        row("all statements, sweeps and checks included", &|cost| cost.statements() + idle),
        row("hints received", &|cost| cost.hints_received),
        row("messages to players and spectators", &|cost| cost.stream_messages),
        row("bytes of the database's log", &|_| LOGGED_BYTES),
        row("bytes to players and spectators", &|cost| cost.stream_messages * MESSAGE_BYTES),
    ]
    .concat()
}
