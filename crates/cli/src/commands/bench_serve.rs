//! `boxtop bench serve`: measures a server under load.

use crate::common::{Usage, count, game, print};
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use load::{Figures, Plan};
use std::time::Duration;

/// Starts a server and measures it under load
///
/// The server is this program in a separate process, on a new SQLite file, with
/// every action on disk before it is acknowledged. Simulated players and spectators
/// use it over real HTTP, on the same machine. At the end every match is compared
/// with its record: nothing may be lost or doubled.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop bench serve --tables 200 --spectators 5000 --seconds 20
  boxtop bench serve --tables 0 --idle-tables 10000
  boxtop bench serve --tables 20 --spectators 100 --kills 6")]
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
    /// Kill and restart the server this many times during the test
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u32>)]
    kills: u32,
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
    let files = plan.spectators + 4 * plan.tables + 200;
    raise_file_limit(files as u64)?;
    let bar = bar(&plan);
    // One thread, to leave as much of the machine as possible to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let figures = runtime.block_on(load::run(&plan, &|actions| bar.set_position(actions)));
    bar.finish_and_clear();
    let figures = figures?;
    let text = if args.json { serde_json::to_string(&figures)? + "\n" } else { written(&figures) };
    print(text.as_bytes())?;
    if !figures.is_sound() {
        bail!("acknowledged actions were lost or doubled, or streams fell behind: see the figures");
    }
    Ok(())
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
    })
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
        if figures.kills > 0 {
            say("kills, streams resumed", format!("{}, {}", figures.kills, figures.streams_resumed));
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
