//! Experiments with trained values: trains networks, and plays them against other players. See `USAGE`.

use boxtop_lab::train::{self, Checkpoint, Plan, Report, Watcher};
use games::Visitor;
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Known, Play, Seat, Turn};
use players::values::{ValueSearch, Values, Weights};
use players::{Clock, Limits, Player, PlayerKind, Rng, Rollouts};
use rayon::prelude::*;
use std::time::{Duration, Instant};

const USAGE: &str = "\
Trains values, and plays them against other players.

  values train GAME PLAYERS FILE [key=value …]
                               train and write FILE; keys: matches batch begin lambda explore rate hidden relabel
                               rollouts seed threads, for example hidden=48,24 lambda=0.8
  values compare GAME PLAYERS A B GROUPS [SEED]
                               matches of A in each seat against B in all others, with the same throws;
                               a player is random, greedy, a level, FILE:DEPTH:NODES (search with a
                               weights file; :BREADTH after it ranks first actions by second ones) or FILE:rDEPTH:NODES (rollouts; - for no file)
                               with BOXTOP_RESULTS=FILE, the result is appended to FILE for boxtop chart
  values speed GAME PLAYERS FILE
                               time of one evaluation

Example:
  cargo run --release -p boxtop-lab --example values compare fighting-marines 2 fm2.values:1:100000 colonel 50";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match &words[..] {
        ["train", game, players, file, keys @ ..] => train(game, players, file, keys),
        ["compare", game, players, a, b, groups, seed @ ..] => {
            let groups = groups.parse().unwrap_or(10);
            let seed = seed.first().and_then(|seed| seed.parse().ok()).unwrap_or(1);
            let plan = Compare { config: config(players), a: (*a).into(), b: (*b).into(), groups, seed };
            games::visit(game, plan).unwrap_or_else(|| Err(format!("no game {game}")))
        }
        ["speed", game, players, file] => {
            let plan = Speed { config: config(players), file: (*file).into() };
            games::visit(game, plan).unwrap_or_else(|| Err(format!("no game {game}")))
        }
        _ => Err(USAGE.to_owned()),
    };
    if let Err(what) = done {
        eprintln!("{what}");
        std::process::exit(2);
    }
}

fn config(players: &str) -> MatchConfig {
    MatchConfig::players(players.parse().unwrap_or(0))
}

struct Print {
    began: Instant,
    every: u64,
    file: String,
}

impl Watcher for Print {
    fn passed(&mut self, report: &Report, checkpoint: &dyn Fn() -> Checkpoint) -> bool {
        if report.step.is_multiple_of(self.every) || report.step == report.steps {
            let seconds = self.began.elapsed().as_secs_f64();
            println!(
                "{}/{} {seconds:.0} s, {} positions, error {:.4}, {:.1} a match",
                report.step, report.steps, report.positions, report.error, report.length
            );
            if let Err(error) = std::fs::write(&self.file, checkpoint().weights().write()) {
                eprintln!("{error}");
            }
        }
        true
    }
}

fn train(game: &str, players: &str, file: &str, keys: &[&str]) -> Result<(), String> {
    let mut plan = Plan::new(game, config(players));
    for pair in keys {
        let (key, value) = pair.split_once('=').ok_or(USAGE)?;
        let number = || value.parse::<u64>().map_err(|_| format!("{pair}?"));
        let real = || value.parse::<f32>().map_err(|_| format!("{pair}?"));
        match key {
            "matches" => plan.matches = number()?,
            "batch" => plan.batch = number()?,
            "begin" => plan.begin = number()?,
            "lambda" => plan.lambda = real()?,
            "rate" => plan.rate = real()?,
            "explore" => plan.explore = number()? as u32,
            "relabel" => plan.relabel = number()?,
            "rollouts" => plan.rollouts = number()? as u32,
            "seed" => plan.seed = number()?,
            "threads" => plan.threads = number()? as usize,
            "hidden" => plan.hidden = value.split(',').filter_map(|width| width.parse().ok()).collect(),
            _ => return Err(USAGE.into()),
        }
    }
    let every = (plan.steps() / 40).max(1);
    let mut print = Print { began: Instant::now(), every, file: file.into() };
    let end = train::run(&plan, None, &mut print).map_err(|error| error.to_string())?;
    std::fs::write(file, end.weights().write()).map_err(|error| error.to_string())
}

/// A player of an experiment.
enum Mind<G: FullGame> {
    Kind(Box<dyn Player<G>>),
    Values(ValueSearch),
    Rollouts(Rollouts),
}

impl<G: FullGame> Mind<G> {
    fn of(text: &str, game: &G, seed: u64) -> Result<Self, String> {
        if let Ok(kind) = text.parse::<PlayerKind>() {
            return Ok(Mind::Kind(players::timed_player(kind, seed, Clock::system())));
        }
        let parts: Vec<&str> = text.split(':').collect();
        let [file, depth, nodes, ref breadth @ ..] = parts[..] else {
            return Err(format!("`{text}` is no player\n\n{USAGE}"));
        };
        let breadth = breadth.first().and_then(|breadth| breadth.parse().ok()).unwrap_or(0);
        let rollouts = depth.strip_prefix('r');
        let (depth, nodes) = (rollouts.unwrap_or(depth).parse().unwrap_or(0), nodes.parse().unwrap_or(0));
        let limits = Limits { nodes, depth, noise: 0, mistakes: 0, time: Duration::from_secs(5) };
        let values = if file == "-" { None } else { Some(values(file, game)?) };
        let Some(values) = values.filter(|_| rollouts.is_none()) else {
            let values = if file == "-" { None } else { Some(self::values(file, game)?) };
            return Ok(Mind::Rollouts(Rollouts::new(limits, seed).with_values(values)));
        };
        Ok(Mind::Values(ValueSearch::new(values, limits).with_turn_breadth(breadth)))
    }

    fn choose(&mut self, game: &G, known: &Known<G>) -> Option<(G::Action, u64)> {
        let thought = match self {
            Mind::Kind(player) => player.choose(game, known),
            Mind::Values(search) => search.choose(game, known.clone()),
            Mind::Rollouts(search) => search.choose(game, known.clone()),
        };
        thought.map(|thought| (thought.action, thought.nodes))
    }
}

fn values<G: FullGame>(file: &str, game: &G) -> Result<Values, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let weights = Weights::read(&text).map_err(|error| error.to_string())?;
    Values::fitting(&weights, game).ok_or_else(|| format!("{file} is for other matches"))
}

struct Compare {
    config: MatchConfig,
    a: String,
    b: String,
    groups: u64,
    seed: u64,
}

/// The score of `a`, and times of thinking decisions.
#[derive(Default)]
struct Played {
    score: f64,
    times: [Vec<f64>; 2],
}

impl Visitor for Compare {
    type Output = Result<(), String>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let opened = TypedMatch::<G>::open(&self.config).map_err(|faults| format!("{faults:?}"))?;
        let game = &**opened.game();
        let players = game.players();
        let began = Instant::now();
        Mind::<G>::of(&self.a, game, 1)?;
        Mind::<G>::of(&self.b, game, 1)?;
        let groups: Vec<Played> = (0..self.groups as usize)
            .into_par_iter()
            .with_max_len(1)
            .map(|group| {
                let group = group as u64;
                let mut sum = Played::default();
                for seat in game.all_seats().iter() {
                    let played = self.one_match(game, group, seat);
                    sum.score += played.score / f64::from(players);
                    sum.times.iter_mut().zip(played.times).for_each(|(all, more)| all.extend(more));
                }
                eprint!(".");
                sum
            })
            .collect();
        eprintln!();
        let scores: Vec<f64> = groups.iter().map(|group| group.score).collect();
        let count = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / count;
        let variance = scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / (count - 1.0).max(1.0);
        let error = 1.96 * (variance / count).sqrt();
        println!(
            "{} {players}: {} against {}: {mean:.3} [{:.3}, {:.3}], {count} groups, fair {:.3}, {:.0} s",
            G::INFO.slug,
            self.a,
            self.b,
            mean - error,
            mean + error,
            1.0 / f64::from(players),
            began.elapsed().as_secs_f64()
        );
        if let Ok(file) = std::env::var("BOXTOP_RESULTS") {
            let (low, high) = ((mean - error).max(0.0), (mean + error).min(1.0));
            let result = serde_json::json!({
                "game": G::INFO.slug, "players": players, "a": self.a, "b": self.b, "score": mean, "low95": low,
                "high95": high, "fair": 1.0 / f64::from(players), "groups": scores.len(), "seed": self.seed
            });
            append(&file, &format!("{result}\n")).map_err(|error| format!("{file}: {error}"))?;
        }
        for (which, name) in [&self.a, &self.b].into_iter().enumerate() {
            let mut times: Vec<f64> = groups.iter().flat_map(|group| group.times[which].iter().copied()).collect();
            times.sort_by(f64::total_cmp);
            let at = |part: f64| times.get(((times.len() as f64 - 1.0) * part) as usize).copied().unwrap_or(0.0) * 1e3;
            let mean = times.iter().sum::<f64>() / times.len().max(1) as f64 * 1e3;
            println!(
                "  {name}: {} searches, mean {mean:.2} ms, p99 {:.1} ms, most {:.1} ms",
                times.len(),
                at(0.99),
                at(1.0)
            );
        }
        Ok(())
    }
}

impl Compare {
    fn one_match<G: FullGame>(&self, game: &G, group: u64, seat: Seat) -> Played {
        let mut rng = Rng::stream(self.seed, group * 8 + u64::from(seat.0));
        let mut throws = 0;
        let mut chances = Vec::new();
        let mut play = Play::start(game);
        let name = |at: Seat| if at == seat { &self.a } else { &self.b };
        let mut minds: Vec<_> = game.all_seats().iter().map(|at| Mind::of(name(at), game, rng.bits()).ok()).collect();
        let mut played = Played::default();
        for _ in 0..100_000 {
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut dice = Rng::stream(self.seed ^ 0x5eed, group << 32 | throws);
                    throws += 1;
                    let chance = game.sample_chance(&play.state, |n| dice.below(n), &mut chances);
                    let Some(chance) = chance else { break };
                    play.apply_chance(game, chance);
                }
                Turn::Seats(seats) => {
                    let Some(to_act) = seats.iter().nth(rng.below(seats.len()) as usize) else { break };
                    let began = Instant::now();
                    let known = play.known_to(game, to_act);
                    let chosen = minds[to_act.index()].as_mut().and_then(|mind| mind.choose(game, &known));
                    let Some((action, nodes)) = chosen else { break };
                    if nodes > 0 {
                        played.times[usize::from(to_act != seat)].push(began.elapsed().as_secs_f64());
                    }
                    play.apply(game, to_act, action);
                }
            }
        }
        played.score = game.outcome(&play.state).map_or(1.0 / f64::from(game.players()), |outcome| outcome.share(seat));
        played
    }
}

fn append(file: &str, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    std::io::Write::write_all(&mut file, text.as_bytes())
}

struct Speed {
    config: MatchConfig,
    file: String,
}

impl Visitor for Speed {
    type Output = Result<(), String>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let opened = TypedMatch::<G>::open(&self.config).map_err(|faults| format!("{faults:?}"))?;
        let game = &**opened.game();
        let values = values(&self.file, game)?;
        let mut positions = Vec::new();
        let mut rng = Rng::new(1);
        let (mut play, mut actions, mut chances) = (Play::start(game), Vec::new(), Vec::new());
        while positions.len() < 2_000 {
            match play.turn(game) {
                Turn::Over => play.restart(game),
                Turn::Chance => {
                    positions.push(play.state);
                    let chance = game.sample_chance(&play.state, |n| rng.below(n), &mut chances);
                    chance.into_iter().for_each(|chance| play.apply_chance(game, chance));
                }
                Turn::Seats(seats) => {
                    let Some(seat) = seats.iter().next() else { break };
                    let action = game.sample_action(&play.state, seat, |n| rng.below(n), &mut actions);
                    action.into_iter().for_each(|action| play.apply(game, seat, action));
                    positions.push(play.state);
                }
            }
        }
        let rounds = 200;
        let mut sum = 0.0;
        let began = Instant::now();
        for _ in 0..rounds {
            sum += positions.iter().map(|state| values.shares(game, state)[0]).sum::<f64>();
        }
        let shares = began.elapsed().as_secs_f64() / f64::from(rounds) / positions.len() as f64;
        let inputs = vec![0.5; values.network().widths()[0]];
        let began = Instant::now();
        for _ in 0..200_000 {
            sum += f64::from(std::hint::black_box(values.network()).outputs(&inputs)[0]);
        }
        let network = began.elapsed().as_secs_f64() / 200_000.0;
        let began = Instant::now();
        for _ in 0..rounds {
            sum += positions.iter().map(|state| f64::from(game.evaluate(state, Seat(0)))).sum::<f64>();
        }
        let evaluation = began.elapsed().as_secs_f64() / f64::from(rounds) / positions.len() as f64;
        println!(
            "{}: a position {:.2} µs, of which the network {:.2} µs at most; the hand-written evaluation {:.2} µs ({sum:.0})",
            G::INFO.slug,
            shares * 1e6,
            network * 1e6,
            evaluation * 1e6
        );
        Ok(())
    }
}
