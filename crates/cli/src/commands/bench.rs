//! `boxtop bench`: measures the engines. `bench serve` and `bench scale`, in separate files, measure a server and compute a large site.

use super::sim::unfit;
use super::{bench_scale, bench_serve};
use crate::common::{Usage, game, print};
use lab::bench::Measured;
use std::time::Duration;

/// Measures the engines on one thread
///
/// A playout is a whole random match: legal actions are generated, one is sampled,
/// played and checked for the end of the match and repetition. If possible, the
/// thread's processor time is measured, so other work on the machine does not count.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// The game [default: all games]
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Number of players [default: the game's maximum]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    players: Option<u8>,
    /// Seconds to measure each game
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    seconds: f64,
    /// Print one JSON object per game, one per line
    #[arg(long)]
    json: bool,
}

/// What else can be measured.
#[derive(clap::Subcommand)]
enum What {
    Serve(bench_serve::Args),
    Scale(bench_scale::Args),
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    match args.what {
        Some(What::Serve(args)) => return bench_serve::run(args),
        Some(What::Scale(args)) => return bench_scale::run(&args),
        None => {}
    }
    if !(0.001..=3_600.0).contains(&args.seconds) {
        return Err(Usage("--seconds must lie between 0.001 and 3600".into()).into());
    }
    let time = Duration::from_secs_f64(args.seconds);
    let slugs = match args.game {
        Some(slug) => vec![game(&slug)?.info().slug],
        None => catalog::games().iter().map(|game| game.info().slug).collect(),
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
