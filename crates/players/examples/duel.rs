//! Lets two players play groups of matches that share their throws, to tune levels and constants.
//!
//! `cargo run --release -p boxtop-players --example duel -- GAME PLAYERS A B GROUPS [FIRST]`
//!
//! A plays one seat of each match and B all others; in a group, A plays every seat once, with the same throws. A and B
//! are kinds of players (`captain`, `uct:2000`), `uct:2000@0.7` for another exploration constant, or
//! `limits:NODES,DEPTH,NOISE,MISTAKES` for a level with limits of its own (`rollouts:…` and `expectimax:…` for another
//! search than the game's).
//! Prints A's share of the wins with a 95 % interval over groups, and the processor time for each decision.

use boxtop_players::{Limits, Player, PlayerKind, Rng, SearchMethod, SearchProfile, Uct, limited_player, player};
use games::Visitor;
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Play, Seat, Turn};

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, players, a, b, groups, first @ ..] = &args[..] else {
        return Err("usage: duel GAME PLAYERS A B GROUPS [FIRST]".into());
    };
    let number = |text: &String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let first = first.first().map_or(Ok(0), number)?;
    let duel =
        Duel { players: number(players)? as u8, a: a.clone(), b: b.clone(), groups: first..first + number(groups)? };
    games::visit(game, duel).ok_or_else(|| format!("there is no game {game}"))?
}

struct Duel {
    players: u8,
    a: String,
    b: String,
    groups: std::ops::Range<u64>,
}

/// The player that this text describes.
fn made<G: FullGame>(text: &str, seed: u64) -> Result<Box<dyn Player<G>>, String> {
    let read = |kind: &str| kind.parse::<PlayerKind>().map_err(|error| error.to_string());
    if let Some((kind, constant)) = text.split_once('@') {
        let constant = constant.parse().map_err(|error| format!("{constant}: {error}"))?;
        let PlayerKind::Uct(budget) = read(kind)? else { return Err(format!("{kind} has no constant")) };
        return Ok(Box::new(Uct::new(budget, seed).exploring(constant)));
    }
    let profile = SearchProfile::of(G::INFO.slug);
    let method = match text.split_once(':') {
        Some(("limits", _)) => profile.method,
        Some(("rollouts", _)) => SearchMethod::Rollouts,
        Some(("expectimax", _)) => SearchMethod::Expectimax,
        _ => return read(text).map(|kind| player(kind, seed)),
    };
    let numbers = text.split_once(':').map_or("", |(_, numbers)| numbers).split(',');
    let numbers: Vec<u32> = numbers.map(|number| number.parse().unwrap_or(0)).collect();
    let [nodes, depth, noise, mistakes] = numbers[..] else { return Err(format!("{text}: four numbers")) };
    let limits = Limits { nodes: nodes.into(), depth, noise, mistakes, time: Limits::MOST_TIME };
    Ok(limited_player(SearchProfile { method, ..profile }, limits, seed))
}

impl Visitor for Duel {
    type Output = Result<(), String>;

    fn visit<G: FullGame>(self) -> Result<(), String> {
        let config = MatchConfig { players: self.players, ..MatchConfig::default() };
        let game = TypedMatch::<G>::open(&config).map_err(|faults| format!("{faults:?}"))?.game().clone();
        let mut scores = Vec::new();
        let mut times = [Vec::new(), Vec::new()];
        for group in self.groups.clone() {
            let mut sum = 0.0;
            for seat in 0..game.players() {
                sum += self.played(&*game, group, Seat(seat), &mut times)?;
            }
            scores.push(sum / f64::from(game.players()));
            if scores.len().is_multiple_of(50) {
                report(&scores, &mut times);
            }
        }
        println!("{} {} {} {}", G::INFO.slug, self.players, self.a, self.b);
        report(&scores, &mut times);
        Ok(())
    }
}

impl Duel {
    /// A's share of the win in one match.
    fn played<G: FullGame>(&self, game: &G, group: u64, ours: Seat, times: &mut [Vec<u64>; 2]) -> Result<f64, String> {
        let mut rng = Rng::stream(77, group);
        let mut minds = Vec::new();
        for seat in 0..game.players() {
            let text = if Seat(seat) == ours { &self.a } else { &self.b };
            minds.push(made::<G>(text, group * 64 + u64::from(seat) * 8 + u64::from(ours.0))?);
        }
        let (mut play, mut outcomes, mut throws) = (Play::start(game), Vec::new(), 0);
        loop {
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut dice = Rng::stream(group, throws);
                    throws += 1;
                    let chance =
                        game.sample_chance(&play.state, |sum| dice.below(sum), &mut outcomes).ok_or("no outcome")?;
                    play.apply_chance(game, chance);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().nth(rng.below(seats.len()) as usize).ok_or("no seat")?;
                    let began = nanoseconds();
                    let thought = minds[seat.index()].choose(game, &play.known_to(game, seat)).ok_or("no action")?;
                    if thought.nodes > 0 {
                        times[usize::from(seat != ours)].push(nanoseconds().saturating_sub(began));
                    }
                    play.apply(game, seat, thought.action);
                }
            }
        }
        game.outcome(&play.state).map(|outcome| outcome.share(ours)).ok_or_else(|| "no outcome".into())
    }
}

fn report(scores: &[f64], times: &mut [Vec<u64>; 2]) {
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / (n - 1.0).max(1.0);
    let half = 1.96 * (variance / n).sqrt();
    print!("n {n:>5}  score {mean:.3} [{:.3}, {:.3}]", mean - half, mean + half);
    for (name, times) in ["a", "b"].iter().zip(times) {
        times.sort_unstable();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, |time| *time as f64 / 1e6);
        let mean = times.iter().sum::<u64>() as f64 / times.len().max(1) as f64 / 1e6;
        print!(
            "  {name} {mean:.2} ms, 99 % {:.1}, 99.9 % {:.1}, max {:.1}",
            at(0.99),
            at(0.999),
            times.last().map_or(0.0, |time| *time as f64 / 1e6)
        );
    }
    println!();
}

/// Processor time of this thread (Linux).
fn nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}
