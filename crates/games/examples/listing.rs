//! How long it takes to list what may be done, in positions of random play.
//!
//! `cargo run --release -p boxtop-games --example listing GAME [PLAYERS]`. How fast matches are
//! played is told by `boxtop bench`.

use boxtop_games::{SLUGS, Visitor, visit};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Play, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::time::{Duration, Instant};

/// Positions in which everything is listed.
const SAMPLE: usize = 100_000;

fn main() {
    let mut words = std::env::args().skip(1);
    let slug = words.next().unwrap_or_default();
    let players = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    if visit(&slug, Listing { players }).is_none() {
        eprintln!("Name a game: {}.", SLUGS.join(", "));
    }
}

struct Listing {
    players: u8,
}

impl Visitor for Listing {
    type Output = ();

    fn visit<G: FullGame>(self) {
        match TypedMatch::<G>::open(&MatchConfig { players: self.players, ..MatchConfig::default() }) {
            Ok(seated) => listing(&**seated.game()),
            Err(faults) => faults.iter().for_each(|fault| eprintln!("{fault}")),
        }
    }
}

/// Lists everything in every position of the sample, and tells how much it was and how long it took.
fn listing<G: FullGame>(game: &G) {
    let mut actions = Vec::new();
    let (mut sum, mut most, mut spent) = (0, 0, Vec::with_capacity(SAMPLE));
    for (state, seat) in sample(game) {
        actions.clear();
        let began = Instant::now();
        game.legal_actions(&state, seat, &mut actions);
        spent.push(began.elapsed());
        (sum, most) = (sum + actions.len(), most.max(actions.len()));
    }
    spent.sort_unstable();
    println!("actions: {:.1} on average, {most} at most", sum as f64 / spent.len() as f64);
    let total: Duration = spent.iter().sum();
    println!("listing them: {:.2} µs on average", micros(total) / spent.len() as f64);
    for share in [0.5, 0.9, 0.99, 0.999, 1.0] {
        let at = ((spent.len() as f64 * share) as usize).min(spent.len() - 1);
        println!("  {:5.1} % within {:.2} µs", share * 100.0, micros(spent[at]));
    }
    histogram(&spent);
}

/// How many took how long, each bar twice as long a time as the one before.
fn histogram(spent: &[Duration]) {
    let (mut most, mut from) = (Duration::from_nanos(125), 0);
    while from < spent.len() {
        let until = spent.partition_point(|time| *time < most);
        let share = (until - from) as f64 / spent.len() as f64;
        let bar = "#".repeat((share * 60.0).round() as usize);
        println!("  under {:8.2} µs {:6.2} % {bar}", micros(most), share * 100.0);
        (most, from) = (most * 2, until);
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Positions of random play in which a seat is to act.
fn sample<G: FullGame>(game: &G) -> Vec<(G::State, Seat)> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut room, mut lots) = (Vec::new(), Vec::new());
    let mut play = Play::start(game);
    let mut states = Vec::with_capacity(SAMPLE);
    while states.len() < SAMPLE {
        match play.turn(game) {
            Turn::Seats(seats) => {
                let Some(seat) = seats.iter().next() else { break };
                states.push((play.state, seat));
                let Some(action) = game.sample_action(&play.state, seat, |n| dice.random_range(0..n), &mut room) else {
                    break;
                };
                play.apply(game, seat, action);
            }
            Turn::Chance => {
                let Some(chance) = game.sample_chance(&play.state, |n| dice.random_range(0..n), &mut lots) else {
                    break;
                };
                play.apply_chance(game, chance);
            }
            Turn::Over => play.restart(game),
        }
    }
    states
}
