//! `boxtop bench serve`: measures a server under load.

use crate::common::{Usage, count, game, print};
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use load::{Cluster, Fault, FaultPlan, Figures, Plan};
use std::path::PathBuf;
use std::time::Duration;

/// Starts a server and measures it under load
///
/// The server is this program in a separate process, on a new SQLite file, with
/// every action on disk before it is acknowledged. Simulated players and spectators
/// use it over real HTTP, on the same machine. At the end every match is compared
/// with its record: nothing may be lost or doubled. With --nodes, a cluster is started
/// instead (scripts/cluster, in the folder of the sources): nodes behind a proxy, on
/// PostgreSQL with a synchronous standby.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop bench serve --tables 200 --spectators 5000 --seconds 20
  boxtop bench serve --tables 0 --idle-tables 10000
  boxtop bench serve --tables 20 --spectators 100 --kills 6
  boxtop bench serve --nodes 3 --tables 20 --spectators 100 --kills 20 --faults bus,database,primary,freeze,replace
  boxtop bench serve --compare --tables 100 --spectators 300 --rate 0")]
pub(crate) struct Args {
    /// Number of tables, with players at every seat
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count::<usize>)]
    tables: usize,
    /// Number of spectators' streams, spread over the tables
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = count::<usize>)]
    spectators: usize,
    /// How long to play, in seconds
    #[arg(long, value_name = "S", default_value_t = 15.0)]
    seconds: f64,
    /// Stop after this number of acknowledged actions
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = count::<u64>)]
    actions: u64,
    /// Actions per second to attempt, at all tables together; 0 for as many as possible
    #[arg(long, value_name = "N", default_value_t = 2_000.0)]
    rate: f64,
    /// The game [default: all games in turn]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Kill and restart the server, or one of the nodes, this many times during the test
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u32>)]
    kills: u32,
    /// Start a cluster with this number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=16))]
    nodes: Option<u32>,
    /// Use the cluster in this folder, which scripts/cluster has started
    #[arg(long, value_name = "FOLDER", conflicts_with = "nodes")]
    cluster: Option<PathBuf>,
    /// Clients of a cluster choose nodes themselves, instead of asking its proxy
    #[arg(long)]
    direct: bool,
    /// Faults of a cluster besides kills: bus, database, primary, freeze, replace
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    faults: Vec<Fault>,
    /// The seed of the order of faults, and of the nodes they meet
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long the database is cut off, in seconds
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    cut: f64,
    /// How long a node is frozen, in seconds
    #[arg(long, value_name = "S", default_value_t = 20.0)]
    frozen: f64,
    /// Measure SQLite, PostgreSQL with one node, and with three nodes, and print them side by side
    #[arg(long, conflicts_with_all = ["nodes", "cluster", "kills", "faults", "idle_tables"])]
    compare: bool,
    /// First open this many unfinished tables, measure their memory, kill the server and time its restart
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<usize>)]
    idle_tables: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let plan = plan(&args)?;
    if args.compare {
        return compare(&plan, args.json);
    }
    let figures = measure(&Plan { cluster: cluster(&args)?, ..plan })?;
    let text = if args.json { serde_json::to_string(&figures)? + "\n" } else { written(&figures) };
    print(text.as_bytes())?;
    sound(&figures)
}

fn sound(figures: &Figures) -> anyhow::Result<()> {
    if !figures.is_sound() {
        bail!("actions were lost, doubled or failed, streams fell behind, or time ran out: see the figures");
    }
    Ok(())
}

/// The cluster that is asked for.
fn cluster(args: &Args) -> anyhow::Result<Option<Cluster>> {
    match (args.nodes, &args.cluster) {
        (Some(nodes), _) => Cluster::start(nodes).map(Some),
        (None, Some(folder)) => Cluster::open(folder).map(Some),
        (None, None) => Ok(None),
    }
}

/// The same load on SQLite and on clusters of one and three nodes, one after the other.
fn compare(plan: &Plan, json: bool) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for nodes in [0, 1, 3] {
        let cluster = if nodes > 0 { Some(Cluster::start(nodes)?) } else { None };
        all.push(measure(&Plan { cluster, ..plan.clone() })?);
    }
    let text = if json { serde_json::to_string(&all)? + "\n" } else { side_by_side(&all) };
    print(text.as_bytes())?;
    all.iter().try_for_each(sound)
}

fn measure(plan: &Plan) -> anyhow::Result<Figures> {
    let files = plan.spectators + 4 * plan.tables + 200;
    raise_file_limit(files as u64)?;
    let bar = bar(plan);
    // One thread, to leave as much of the machine as possible to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let figures = runtime.block_on(load::run(plan, &|actions| bar.set_position(actions)));
    bar.finish_and_clear();
    figures
}

fn plan(args: &Args) -> anyhow::Result<Plan> {
    if !(0.1..=3_600.0).contains(&args.seconds) {
        return Err(Usage("--seconds must lie between 0.1 and 3600".into()).into());
    }
    if !(0.0..=1e6).contains(&args.rate) {
        return Err(Usage("--rate must lie between 0 and 1000000".into()).into());
    }
    if args.tables > 100_000 || args.spectators > 100_000 || args.idle_tables > 1_000_000 || args.kills > 1_000 {
        return Err(Usage("at most 100000 tables, 100000 spectators, 1000000 idle tables, 1000 kills".into()).into());
    }
    if args.tables == 0 && args.idle_tables == 0 {
        return Err(Usage("there is nothing to do without --tables or --idle-tables".into()).into());
    }
    if !(0.0..=600.0).contains(&args.cut) || !(0.0..=600.0).contains(&args.frozen) {
        return Err(Usage("--cut and --frozen must lie between 0 and 600".into()).into());
    }
    let in_cluster = args.nodes.is_some() || args.cluster.is_some();
    if in_cluster && args.idle_tables > 0 {
        return Err(Usage("--idle-tables measures one server, without --nodes".into()).into());
    }
    if !in_cluster && !args.faults.is_empty() {
        return Err(Usage("--faults needs a cluster: add --nodes 3".into()).into());
    }
    let games = match &args.game {
        Some(slug) => vec![game(slug)?],
        None => catalog::games().to_vec(),
    };
    let fewest = |info: &kernel::GameInfo| info.players.first().copied().unwrap_or(2);
    Ok(Plan {
        tables: args.tables,
        spectators: if args.tables == 0 { 0 } else { args.spectators },
        time: Duration::from_secs_f64(args.seconds),
        actions: args.actions,
        rate: args.rate,
        games: games.iter().map(|game| (game.info().slug, fewest(game.info()))).collect(),
        kills: args.kills,
        idle: args.idle_tables,
        cluster: None,
        direct: args.direct,
        faults: in_cluster.then(|| faults(args)).filter(|plan| !plan.faults.is_empty()),
    })
}

fn faults(args: &Args) -> FaultPlan {
    let mut faults = vec![Fault::Kill; args.kills as usize];
    faults.extend(&args.faults);
    let seconds = Duration::from_secs_f64;
    FaultPlan { faults, seed: args.seed, cut: seconds(args.cut), frozen: seconds(args.frozen) }
}

/// A progress bar on standard error, if that is a terminal.
fn bar(plan: &Plan) -> ProgressBar {
    let expected = (plan.rate * plan.time.as_secs_f64()) as u64;
    let bar = ProgressBar::new(expected.min(plan.actions));
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} actions {per_sec}") {
        bar.set_style(style);
    }
    bar
}

/// Raises the limit of open files. Every stream is an open file, here and in the server, which raises its own limit.
fn raise_file_limit(needed: u64) -> anyhow::Result<()> {
    let granted = rlimit::increase_nofile_limit(needed).unwrap_or(0);
    if granted < needed {
        bail!(
            "{needed} files must be open at the same time, but the limit is {granted}; \
             raise it (ulimit -n {needed}, or LimitNOFILE), or use fewer --spectators and --tables"
        );
    }
    Ok(())
}

fn written(figures: &Figures) -> String {
    let mut lines = Vec::new();
    let mut say = |what: &str, value: String| lines.push(format!("{what:<34}{value}\n"));
    if figures.idle_tables > 0 {
        say("unfinished tables", figures.idle_tables.to_string());
        say("memory per idle table", kib(figures.bytes_per_idle_table));
        say("restart until it answers", ms(figures.restart_ms));
    }
    if figures.tables > 0 {
        say("tables, spectators", format!("{}, {}", figures.tables, figures.spectators));
        say("games", figures.games.join(", "));
        say("acknowledged actions", format!("{} in {:.1} s", figures.actions, figures.seconds));
        say("acknowledged actions per second", format!("{:.0}", figures.actions_per_second));
        let (p50, p99) = (ms(figures.acknowledged_p50_ms), ms(figures.acknowledged_p99_ms));
        say("acknowledgement p50, p99, longest", format!("{p50}, {p99}, {}", ms(figures.acknowledged_max_ms)));
        let (p50, p99) = (ms(figures.stream_delay_p50_ms), ms(figures.stream_delay_p99_ms));
        say("stream delay p50, p99", format!("{p50}, {p99}"));
        say("messages to spectators", figures.messages.to_string());
        say("bytes per answer, per message", format!("{}, {}", figures.bytes_per_answer, figures.bytes_per_message));
        let (p50, p95) = (bytes(figures.message_bytes_p50), bytes(figures.actor_message_bytes_p95));
        say("message of an action, p50", p50);
        say("message to the acting seat, p95", p95);
        say("memory per stream", kib(figures.bytes_per_stream));
        say("cores busy: server, clients", format!("{}, {}", cores(figures.server_cores), cores(figures.client_cores)));
        say("server's work for an action", ms(figures.server_ms_per_action));
        say("matches compared with records", figures.matches_checked.to_string());
        say("sent too late, not executed", figures.too_late.to_string());
        say("lost, doubled", format!("{}, {}", figures.lost, figures.doubled));
        say("received twice, streams behind", format!("{}, {}", figures.received_twice, figures.streams_behind));
        say("commands failed, out of time", format!("{}, {}", figures.failed, figures.flags));
        say(
            "streams resumed, requests repeated",
            format!("{}, {}", figures.streams_resumed, figures.requests_repeated),
        );
        for fault in &figures.faults {
            let (p50, p99) = (ms(fault.gap_p50_ms), ms(fault.gap_p99_ms));
            let gaps =
                format!("{} streams, gap p50, p99, longest {p50}, {p99}, {}", fault.streams, ms(fault.gap_max_ms));
            say(&format!("fault: {} × {}", fault.fault, fault.times), gaps);
        }
        if let Some(cluster) = &figures.cluster {
            say("nodes", figures.nodes.to_string());
            let (all, appends) = (cluster.statements_per_action, cluster.append_statements_per_action);
            say("SQL statements per action, appends", format!("{all:.2}, {appends:.2}"));
            say("database's log per action", format!("{:.0} bytes", cluster.wal_bytes_per_action));
            let (sent, received) = (cluster.bus_in_per_action, cluster.bus_out_per_action);
            say("bus messages per action: in, out", format!("{sent:.2}, {received:.2}"));
            let others = (cluster.database_ms_per_action, cluster.proxy_ms_per_action, cluster.bus_ms_per_action);
            say("work: databases, proxies, bus", format!("{:.2}, {:.2}, {:.2} ms", others.0, others.1, others.2));
        }
    }
    let (start, end) = (kib(figures.server_bytes_at_start), kib(figures.server_bytes_at_end));
    say("server's memory, start and end", format!("{start}, {end}"));
    say("size of the store", kib(Some(figures.stored_bytes)));
    for error in &figures.troubles {
        say("error", error.clone());
    }
    lines.concat()
}

/// The figures that matter for the choice of a store, as a table in Markdown.
fn side_by_side(all: &[Figures]) -> String {
    let name = |figures: &Figures| match figures.nodes {
        0 => "SQLite".to_owned(),
        1 => "PostgreSQL, 1 node".to_owned(),
        nodes => format!("PostgreSQL, {nodes} nodes"),
    };
    let row = |what: &str, value: &dyn Fn(&Figures) -> String| {
        let values: Vec<String> = all.iter().map(value).collect();
        format!("| {what} | {} |\n", values.join(" | "))
    };
    let per_action = |of: fn(&load::ClusterFigures) -> f64| {
        move |figures: &Figures| figures.cluster.as_ref().map_or("–".into(), |cluster| format!("{:.2}", of(cluster)))
    };
    [
        row("", &name),
        format!("|---{}|\n", "|---".repeat(all.len())),
        row("acknowledged actions per second", &|one| format!("{:.0}", one.actions_per_second)),
        row("acknowledgement p50", &|one| ms(one.acknowledged_p50_ms)),
        row("acknowledgement p99", &|one| ms(one.acknowledged_p99_ms)),
        row("stream delay p50", &|one| ms(one.stream_delay_p50_ms)),
        row("stream delay p99", &|one| ms(one.stream_delay_p99_ms)),
        row("servers' work per action", &|one| ms(one.server_ms_per_action)),
        row("databases' work per action, ms", &per_action(|cluster| cluster.database_ms_per_action)),
        row("proxies' work per action, ms", &per_action(|cluster| cluster.proxy_ms_per_action)),
        row("SQL statements per action", &per_action(|cluster| cluster.statements_per_action)),
        row("of them appends of a batch", &per_action(|cluster| cluster.append_statements_per_action)),
        row("bytes of the database's log per action", &per_action(|cluster| cluster.wal_bytes_per_action)),
        row("bus messages per action, sent", &per_action(|cluster| cluster.bus_in_per_action)),
        row("bus messages per action, received", &per_action(|cluster| cluster.bus_out_per_action)),
        row("messages to spectators per action", &|one| {
            format!("{:.2}", one.messages as f64 / one.actions.max(1) as f64)
        }),
    ]
    .concat()
}

fn ms(time: Option<f64>) -> String {
    time.map_or(
        "not measured".into(),
        |time| if time < 10.0 { format!("{time:.2} ms") } else { format!("{time:.0} ms") },
    )
}

fn kib(bytes: Option<u64>) -> String {
    bytes.map_or("not measured".into(), |bytes| format!("{:.1} KiB", bytes as f64 / 1024.0))
}

fn bytes(length: Option<u64>) -> String {
    length.map_or("not measured".into(), |length| format!("{length} bytes"))
}

fn cores(busy: Option<f64>) -> String {
    busy.map_or("not measured".into(), |busy| format!("{busy:.2}"))
}
