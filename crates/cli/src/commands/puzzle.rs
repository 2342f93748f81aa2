//! `boxtop puzzle`.

use super::play::usage_or_failure;
use crate::common::{Usage, game, surroundings};
use std::time::{SystemTime, UNIX_EPOCH};
use tui::Look;

/// Solve puzzles: find the best move
///
/// Positions from matches between computer players in which one move is clearly the best. Type the move as in a match.
/// You may try without limit; solution shows the best move and why. Every day another one is today's, by UTC. It works
/// without a server, and through a pipe as well.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop puzzle three-musketeers
  boxtop puzzle hit-the-beach 17")]
pub(crate) struct Args {
    /// The game, such as three-musketeers or fighting-marines
    game: Option<String>,
    /// The number of the puzzle, from 1, or today
    #[arg(value_name = "N|today", default_value = "today")]
    number: String,
    /// Use only ASCII and no colours
    #[arg(long)]
    plain: bool,
}

/// Seconds of a day.
const A_DAY: u64 = 24 * 60 * 60;

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let Some(slug) = &args.game else {
        let with = catalog::games().iter().filter(|game| game.puzzles().is_some());
        let slugs: Vec<_> = with.map(|game| game.info().slug).collect();
        return Err(Usage(format!("which game? Write boxtop puzzle GAME, where GAME is {}", slugs.join(", "))).into());
    };
    let game = game(slug)?;
    let number = match args.number.as_str() {
        "today" => game.puzzles().and_then(|stock| stock.daily(today())).unwrap_or(1),
        number => number.parse().map_err(|_| Usage(format!("“{number}” is neither a number nor today")))?,
    };
    let surroundings = surroundings();
    let look = Look { ascii: args.plain || surroundings.ascii, colour: !args.plain && surroundings.colour };
    tui::puzzle(game, number, look).map_err(usage_or_failure)
}

/// Days since 1970-01-01 (UTC).
fn today() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    i64::try_from(since / A_DAY).unwrap_or(0)
}
