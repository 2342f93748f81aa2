//! `boxtop arena`: is one computer player stronger than another?

use super::sim::{Progress, Setting, unfit};
use crate::common::{count, print, threads};
use catalog::PlayerKind;
use lab::arena::{Plan, Standing};

/// Lets two computer players play a series of matches, changing seats
///
/// Player a has one seat, which moves round the table from match to match;
/// player b has all the others. The score is a's share of the wins, with a 95 %
/// interval. If both players were equally strong, the score would be one divided
/// by the number of seats, printed as "fair".
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop arena three-musketeers --a general --b private --matches 200 --seed 1
  boxtop arena three-musketeers --a colonel --b captain --json
  boxtop arena fighting-marines --players 4 --a general --b greedy --matches 400")]
pub(crate) struct Args {
    #[command(flatten)]
    setting: Setting,
    /// The player in one seat: random, greedy, private, captain, colonel or general
    #[arg(long, value_name = "KIND")]
    a: PlayerKind,
    /// The player in all other seats
    #[arg(long, value_name = "KIND")]
    b: PlayerKind,
    /// Number of matches, such as 1000, 1_000_000 or 1e6
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count::<u64>)]
    matches: u64,
    /// The RNG seed; the same seed plays the same matches
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    /// Number of threads, at most 256; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<usize>)]
    threads: usize,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let plan = Plan {
        config: args.setting.config()?,
        game: args.setting.game,
        a: args.a,
        b: args.b,
        matches: args.matches,
        seed: args.seed,
        threads: threads(args.threads),
    };
    lab::arena::check(&plan).map_err(unfit)?;
    let bar = Progress::new(plan.matches);
    let standing = lab::arena::run(&plan, &bar).map_err(unfit)?;
    bar.done();
    let text = if args.json { serde_json::to_string(&standing)? + "\n" } else { written(&standing) };
    print(text.as_bytes())
}

fn written(standing: &Standing) -> String {
    let Standing { game, players, a, b, matches, a_wins, b_wins, ties, interval, fair, .. } = standing;
    let mut text = format!("game      {game}, {players} players\nmatches   {matches}\n");
    text += &format!("a_wins    {a_wins} ({a})\nb_wins    {b_wins} ({b})\nties      {ties}\n");
    text += &format!("score     {:.3}\n", interval.score);
    text += &format!("low95     {:.3}\nhigh95    {:.3}\nfair      {fair:.3}\n", interval.low95, interval.high95);
    for side in &standing.sides {
        text += &format!(
            "{a} as {}: {} won, {} lost, {} tied of {} ({:.3})\n",
            side.seat, side.a_wins, side.b_wins, side.ties, side.matches, side.score
        );
    }
    for (name, pace) in [(a, standing.a_thinking), (b, standing.b_thinking)] {
        text += &format!("{name} thinks {:.1} ms, at most {:.0} ms\n", pace.mean * 1e3, pace.longest * 1e3);
    }
    text += &format!("mean length {:.1} actions, {:.1} s\n", standing.mean_length, standing.seconds);
    text
}
