//! How fast Conflict runs: random matches on one thread, and how long it takes to list
//! the moves of a throw.
//!
//! `cargo run --release -p boxtop-games --example cf_rate [players] [seconds]`

use boxtop_games::conflict::board::CfBoard;
use boxtop_games::conflict::{CfOptions, Conflict, Phase, State};
use kernel::{Board, Chosen, Game, Options, Play, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A number below `n`, near enough even for a measurement.
fn below(dice: &mut Xoshiro256PlusPlus, n: u32) -> u32 {
    ((u64::from(dice.next_u32()) * u64::from(n)) >> 32) as u32
}

/// What random play came to.
#[derive(Default)]
struct Tally {
    actions: u64,
    throws: u64,
    matches: u64,
    drawn: u64,
    wins: [f64; 4],
}

/// Plays on at random by one step; `true` before the first move of a throw.
fn step(
    game: &Conflict,
    play: &mut Play<Conflict>,
    dice: &mut Xoshiro256PlusPlus,
    room: &mut Vec<<Conflict as Game>::Action>,
    lots: &mut Vec<(<Conflict as Game>::Chance, u32)>,
    tally: &mut Tally,
) {
    match play.turn(game) {
        Turn::Seats(seats) => {
            let Some(seat) = seats.iter().next() else { return };
            let Some(action) = game.draw(&play.state, seat, |n| below(dice, n), room) else { return };
            play.apply(game, seat, action);
            tally.actions += 1;
        }
        Turn::Chance => {
            lots.clear();
            game.chances(&play.state, lots);
            let mut left = below(dice, lots.iter().map(|(_, weight)| weight).sum());
            let drawn = lots.iter().find(|(_, weight)| {
                let hit = left < *weight;
                left = left.wrapping_sub(*weight);
                hit
            });
            if let Some((chance, _)) = drawn {
                play.befall(game, *chance);
            }
            tally.throws += 1;
        }
        Turn::Over => {
            tally.matches += 1;
            tally.drawn += u64::from(play.state.phase() == Phase::Drawn);
            if let Some(outcome) = game.outcome(&play.state) {
                (0..4).for_each(|seat| tally.wins[seat] += f64::from(outcome.shares[seat]));
            }
            play.restart(game);
        }
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let players = words.next().and_then(|word| word.parse().ok()).unwrap_or(4);
    let time = Duration::from_secs(words.next().and_then(|word| word.parse().ok()).unwrap_or(5));
    let began = Instant::now();
    let Ok(board) = CfBoard::load(CfBoard::STANDARD) else { return eprintln!("the board has faults") };
    let Ok((options, _)) = CfOptions::choose(&Chosen::default()) else { return eprintln!("the options have faults") };
    let Ok(game) = Conflict::new(Arc::new(board), options, players) else { return eprintln!("nobody plays so") };
    println!("state: {} bytes, action: {} bytes", size_of::<State>(), size_of::<<Conflict as Game>::Action>());
    println!("board and tables: {:.0} ms", began.elapsed().as_secs_f64() * 1e3);
    speed(&game, time);
    listing(&game, time);
}

fn speed(game: &Conflict, time: Duration) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut play = Play::start(game);
    let (mut room, mut lots, mut tally) = (Vec::with_capacity(4096), Vec::with_capacity(32), Tally::default());
    let began = (Instant::now(), thread_seconds());
    while began.0.elapsed() < time {
        for _ in 0..10_000 {
            step(game, &mut play, &mut dice, &mut room, &mut lots, &mut tally);
        }
    }
    let seconds = began.1.zip(thread_seconds()).map_or(began.0.elapsed().as_secs_f64(), |(then, now)| now - then);
    let matches = tally.matches.max(1) as f64;
    println!("actions: {:.0} a second of this thread", tally.actions as f64 / seconds);
    println!("throws: {:.0} a second", tally.throws as f64 / seconds);
    println!(
        "matches: {:.1} a second, {:.0} throws and {:.0} actions each, {:.1} % drawn",
        matches / seconds,
        tally.throws as f64 / matches,
        tally.actions as f64 / matches,
        100.0 * tally.drawn as f64 / matches
    );
    println!("wins by seat: {:.3?}", tally.wins.map(|won| won / matches));
}

/// Lists all moves before the first move of each throw and tells how long that took.
fn listing(game: &Conflict, time: Duration) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut play = Play::start(game);
    let (mut room, mut lots, mut tally) = (Vec::with_capacity(4096), Vec::with_capacity(32), Tally::default());
    let mut actions = Vec::with_capacity(4096);
    let mut spent: Vec<u64> = Vec::new();
    let mut counts: Vec<usize> = Vec::new();
    let began = Instant::now();
    while began.elapsed() < time {
        for _ in 0..1_000 {
            if play.state.phase() == Phase::Move
                && let Turn::Seats(seats) = play.turn(game)
                && let Some(seat) = seats.iter().next()
            {
                actions.clear();
                let start = Instant::now();
                game.legal(&play.state, seat, &mut actions);
                spent.push(start.elapsed().as_nanos() as u64);
                counts.push(actions.len());
            }
            step(game, &mut play, &mut dice, &mut room, &mut lots, &mut tally);
        }
    }
    let mean = |sum: f64| sum / spent.len().max(1) as f64;
    println!(
        "first moves of a throw: {:.0} on average, {} at most",
        mean(counts.iter().sum::<usize>() as f64),
        counts.iter().max().unwrap_or(&0)
    );
    println!("listing them: {:.2} µs on average", mean(spent.iter().sum::<u64>() as f64) / 1e3);
    spent.sort_unstable();
    for part in [10, 50, 75, 90, 95, 99, 100] {
        let at = (spent.len() * part / 100).min(spent.len().saturating_sub(1));
        println!("  {part:3} % within {:.2} µs", spent.get(at).copied().unwrap_or(0) as f64 / 1e3);
    }
}

/// Time this thread has spent on a processor (Linux).
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
