//! `boxtop learn`.

use super::play::usage_or_failure;
use crate::common::{Usage, game, surroundings};
use tui::Look;

/// Teaches a game in a few minutes, step by step
///
/// A guided first match in lines of text: do what each step asks for, and read why. Type
/// hint, back or help; quit says how to go on later. It works through a pipe as well.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop learn three-musketeers
  boxtop learn conflict --step 5")]
pub(crate) struct Args {
    /// The game, such as three-musketeers or fighting-marines
    game: Option<String>,
    /// The step to begin with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    step: u16,
    /// Use only ASCII and no colours
    #[arg(long)]
    plain: bool,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let Some(slug) = &args.game else {
        let taught = catalog::games().iter().filter(|game| game.lesson().is_some());
        let slugs: Vec<_> = taught.map(|game| game.info().slug).collect();
        return Err(Usage(format!("which game? Write boxtop learn GAME, where GAME is {}", slugs.join(", "))).into());
    };
    let surroundings = surroundings();
    let look = Look { ascii: args.plain || surroundings.ascii, colour: !args.plain && surroundings.colour };
    tui::learn(game(slug)?, usize::from(args.step) - 1, look).map_err(usage_or_failure)
}
