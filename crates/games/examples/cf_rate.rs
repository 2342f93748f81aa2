//! How fast Conflict runs: random matches on one thread, and how long it takes to list
//! the moves of a throw.
//!
//! `cargo run --release -p boxtop-games --example cf_rate [players] [seconds] [option …]`, where an
//! option is a switch such as `partnership`.

use boxtop_games::conflict::board::CfBoard;
use boxtop_games::conflict::{CfOptions, Conflict, Phase, State};
use kernel::{Board, Chosen, Game, OptionValue, Options, Play, Turn};
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

/// Plays on at random by one step.
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
            if let Some(chance) = game.toss(&play.state, |n| below(dice, n), lots) {
                play.befall(game, chance);
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
    let chosen: Chosen = words.map(|word| (word, OptionValue::Switch(true))).collect();
    let Ok((options, _)) = CfOptions::choose(&chosen) else { return eprintln!("the options have faults") };
    let Ok(game) = Conflict::new(Arc::new(board), options, players) else { return eprintln!("nobody plays so") };
    println!("state: {} bytes, action: {} bytes", size_of::<State>(), size_of::<<Conflict as Game>::Action>());
    println!("board and tables: {:.0} ms", began.elapsed().as_secs_f64() * 1e3);
    speed(&game, time);
    listing(&game);
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
    println!("actions: {:.0} a second of this thread, {} in all", tally.actions as f64 / seconds, tally.actions);
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

/// Throws whose moves are listed.
const SAMPLE: usize = 200_000;

/// Lists all moves before the first move of each throw and tells how long that took.
fn listing(game: &Conflict) {
    let states = sample(game);
    let mut actions = Vec::with_capacity(1 << 16);
    let (mut sum, mut most) = (0, 0);
    let (began, before) = (Instant::now(), thread_seconds());
    for state in &states {
        list(game, state, &mut actions);
        (sum, most) = (sum + actions.len(), most.max(actions.len()));
    }
    let seconds = before.zip(thread_seconds()).map_or(began.elapsed().as_secs_f64(), |(then, now)| now - then);
    let count = states.len().max(1) as f64;
    println!("first moves of a throw: {:.0} on average, {most} at most", sum as f64 / count);
    println!("listing them: {:.2} µs on average", seconds / count * 1e6);
    let mut spent: Vec<u128> = Vec::new();
    for state in &states {
        let start = Instant::now();
        list(game, state, &mut actions);
        spent.push(start.elapsed().as_nanos());
    }
    spent.sort_unstable();
    for share in [0.1, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1.0] {
        let at = ((spent.len() as f64 * share) as usize).min(spent.len().saturating_sub(1));
        println!(
            "  {:5.1} % within {:.2} µs by the clock",
            share * 100.0,
            spent.get(at).map_or(0.0, |n| *n as f64 / 1e3)
        );
    }
    histogram(&spent);
}

/// How many throws took how long, each bar twice as long a time as the one before.
fn histogram(spent: &[u128]) {
    let (mut most, mut from) = (250, 0);
    while from < spent.len() {
        let until = spent.partition_point(|time| *time < most);
        let share = (until - from) as f64 / spent.len() as f64;
        let bar = "#".repeat((share * 60.0).round() as usize);
        println!("  under {:8.2} µs {:6.2} % {bar}", most as f64 / 1e3, share * 100.0);
        (most, from) = (most * 2, until);
    }
}

fn list(game: &Conflict, state: &State, actions: &mut Vec<<Conflict as Game>::Action>) {
    actions.clear();
    if let Turn::Seats(seats) = game.turn(state)
        && let Some(seat) = seats.iter().next()
    {
        game.legal(state, seat, actions);
    }
}

/// Positions of random play before the first move of a throw.
fn sample(game: &Conflict) -> Vec<State> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut play = Play::start(game);
    let (mut room, mut lots, mut tally) = (Vec::with_capacity(4096), Vec::with_capacity(32), Tally::default());
    let mut states = Vec::with_capacity(SAMPLE);
    while states.len() < SAMPLE {
        if play.state.phase() == Phase::Move {
            states.push(play.state);
        }
        step(game, &mut play, &mut dice, &mut room, &mut lots, &mut tally);
    }
    states
}

/// Time this thread has spent on a processor (Linux).
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
