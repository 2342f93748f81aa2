//! `boxtop arena`: how much stronger is one computer player than another?

use super::sim::{Setting, unfit};
use crate::common::{count, threads};
use crate::experiment::{Follow, Signed, and_then_interrupted, seconds, sides, thinking};
use catalog::PlayerKind;
use lab::arena::{Plan, Standing};
use lab::watch::Ending;
use std::time::Duration;

/// Measures how much stronger one computer player is than another
///
/// Player a has one seat, or two seats if partners play together; it changes seats
/// from match to match. Player b has all the others. The score is a's share of the
/// wins. If both players were equally strong, it would be one divided by the number
/// of sides, printed as "fair".
///
/// Matches come in groups: in a group, a plays every side once, with the same throws,
/// so that much of the luck cancels out. The score has two 95 % intervals: low95 and
/// high95 take every match by itself; paired_low95 and paired_high95 take groups, and
/// are narrower where luck has cancelled out.
///
/// Ctrl-C and --seconds end the arena early, with the groups that are complete. To
/// decide whether a player is stronger in as few matches as possible, use boxtop sprt.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop arena three-musketeers --a general --b private --matches 200 --seed 1
  boxtop arena three-musketeers --a colonel --b captain --json
  boxtop arena fighting-marines --players 4 --a general --b greedy --matches 400
  boxtop arena conflict --players 2 --a captain --b greedy --seconds 600")]
pub(crate) struct Args {
    #[command(flatten)]
    setting: Setting,
    /// The player on one side: random, greedy, private, captain, colonel or general; or a
    /// reference player: general-v1, general-v1:8x (eight times its positions), uct,
    /// uct:20000 (playouts), uct:500ms
    #[arg(long, value_name = "KIND")]
    a: PlayerKind,
    /// The player on all other sides
    #[arg(long, value_name = "KIND")]
    b: PlayerKind,
    /// Number of matches, such as 1000, 1_000_000 or 1e6 [default: 100, or no limit
    /// with --seconds]
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    matches: Option<u64>,
    /// Stop after this time, with the groups that are complete
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,
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

/// The number of matches without `--matches` and `--seconds`.
const USUAL_MATCHES: u64 = 100;

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let plan = Plan {
        config: args.setting.config()?,
        game: args.setting.game,
        a: args.a,
        b: args.b,
        matches: args.matches.unwrap_or(if args.seconds.is_some() { u64::MAX } else { USUAL_MATCHES }),
        time: args.seconds,
        seed: args.seed,
        threads: threads(args.threads),
    };
    lab::arena::check(&plan).map_err(unfit)?;
    let follow = Follow::matches(args.matches, plan.time)?;
    let standing = lab::arena::run(&plan, &follow).map_err(unfit)?;
    follow.done();
    let text = if args.json { Signed::json(&standing)? } else { written(&standing) };
    and_then_interrupted(&text, standing.interrupted, standing.groups)
}

fn written(standing: &Standing) -> String {
    let Standing { game, players, a, b, matches, a_wins, b_wins, ties, interval, fair, groups, .. } = standing;
    let mut text = format!("game      {game}, {players} players\nmatches   {matches}{}\n", ending(standing.ending));
    text += &format!("a_wins    {a_wins} ({a})\nb_wins    {b_wins} ({b})\nties      {ties}\n");
    text += &format!("score     {:.3}\n", interval.score);
    text += &format!("low95     {:.3}\nhigh95    {:.3}\nfair      {fair:.3}\n", interval.low95, interval.high95);
    text += &format!("paired    {:.3} to {:.3}, ", standing.paired_low95, standing.paired_high95);
    let removed = standing.variance_removed.map(|part| format!("; {:.0} % less variance", 100.0 * part));
    text += &format!("from {groups} groups with the same throws{}\n", removed.unwrap_or_default());
    text += &sides(a, &standing.sides);
    text += &thinking(a, &standing.a_thinking, &standing.conditions);
    text += &thinking(b, &standing.b_thinking, &standing.conditions);
    text += &format!("mean length {:.1} actions, {:.1} s\n", standing.mean_length, standing.seconds);
    text
}

/// What is said after the number of matches if there were to be more.
fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Complete | Ending::Decided => "",
        Ending::Time => ", then time was up",
        Ending::Interrupted => ", then it was interrupted",
    }
}
