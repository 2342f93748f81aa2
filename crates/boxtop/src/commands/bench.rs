//! `boxtop bench`: how fast the engines are, and, in a file of its own, how much a server bears.

use super::bench_serve;
use super::sim::unfit;
use crate::common::{Usage, print, title};
use lab::bench::Measured;
use std::time::Duration;

/// Measure the engines on one thread.
///
/// A playout is a whole random match: every action is generated, drawn, played
/// and judged, endings and repetition included. Time is the thread's own where
/// the system tells it, so other work on the machine does not count.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// The game; all of them when left out
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// How many play; each game's usual number when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    players: Option<u8>,
    /// How many seconds to measure each game
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    seconds: f64,
    /// Print one JSON object for each game, a line each
    #[arg(long)]
    json: bool,
}

/// What else can be measured.
#[derive(clap::Subcommand)]
enum What {
    Serve(bench_serve::Args),
}

/// Runs it.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    if let Some(What::Serve(args)) = args.what {
        return bench_serve::run(args);
    }
    if !(0.001..=3_600.0).contains(&args.seconds) {
        return Err(Usage("--seconds must lie between 0.001 and 3600".into()).into());
    }
    let time = Duration::from_secs_f64(args.seconds);
    let slugs = match args.game {
        Some(slug) => vec![title(&slug)?.info().slug],
        None => catalog::games().iter().map(|title| title.info().slug).collect(),
    };
    for slug in slugs {
        let measured = lab::bench::run(slug, args.players.unwrap_or(0), time).map_err(unfit)?;
        let text = if args.json { serde_json::to_string(&measured)? + "\n" } else { written(&measured) };
        print(text.as_bytes())?;
    }
    Ok(())
}

fn written(measured: &Measured) -> String {
    format!(
        "{}, {} players\n  playouts per second      {:.0}\n  actions per second       {:.0}\n  nanoseconds per action   {:.1}\n  \
         actions per playout      {:.1}\n  steps, throws included   {:.0}\n  throws per playout       {:.1}\n  bytes of a state         {}\n  search nodes per second  {:.0}\n  \
         clock                    {}\n",
        measured.game,
        measured.players,
        measured.playouts_per_second,
        measured.actions_per_second,
        measured.nanoseconds_per_action,
        measured.mean_actions,
        measured.steps_per_second,
        measured.mean_throws,
        measured.state_bytes,
        measured.search_nodes_per_second,
        measured.clock,
    )
}
