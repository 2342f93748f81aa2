//! How fast Ranger Commandos runs: random matches on one thread.
//!
//! `cargo run --release -p boxtop-games --example rc_rate [players] [seconds]`

use boxtop_games::ranger_commandos::{RangerCommandos, State};
use kernel::door::{Deal, Seated};
use kernel::{Game, Play, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use std::time::{Duration, Instant};

/// A number below `n`, near enough even for a measurement.
fn below(dice: &mut Xoshiro256PlusPlus, n: u32) -> u32 {
    ((u64::from(dice.next_u32()) * u64::from(n)) >> 32) as u32
}

fn main() {
    let mut words = std::env::args().skip(1);
    let players = words.next().and_then(|word| word.parse().ok()).unwrap_or(4);
    let time = Duration::from_secs(words.next().and_then(|word| word.parse().ok()).unwrap_or(5));
    let seated = match Seated::<RangerCommandos>::open(&Deal { players, ..Deal::default() }) {
        Ok(seated) => seated,
        Err(faults) => return eprintln!("{faults:?}"),
    };
    let game = &**seated.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut play = Play::start(game);
    let (mut actions, mut spins, mut matches) = (0u64, 0u64, 0u64);
    let mut wins = [0.0; 4];
    let (mut room, mut outcomes) = (Vec::with_capacity(64), Vec::with_capacity(16));
    let began = (Instant::now(), thread_seconds());
    while began.0.elapsed() < time {
        for _ in 0..100_000 {
            match play.turn(game) {
                Turn::Seats(seats) => {
                    let Some(seat) = seats.iter().next() else { continue };
                    let Some(action) = game.draw(&play.state, seat, |n| below(&mut dice, n), &mut room) else {
                        continue;
                    };
                    play.apply(game, seat, action);
                    actions += 1;
                }
                Turn::Chance => {
                    if let Some(chance) = game.toss(&play.state, |n| below(&mut dice, n), &mut outcomes) {
                        play.befall(game, chance);
                    }
                    spins += 1;
                }
                Turn::Over => {
                    matches += 1;
                    if let Some(outcome) = game.outcome(&play.state) {
                        (0..4).for_each(|seat| wins[seat] += f64::from(outcome.shares[seat]));
                    }
                    play.restart(game);
                }
            }
        }
    }
    let seconds = began.1.zip(thread_seconds()).map_or(began.0.elapsed().as_secs_f64(), |(then, now)| now - then);
    println!("state: {} bytes", size_of::<State>());
    println!("choices: {:.2} million a second of this thread", actions as f64 / seconds / 1e6);
    println!("choices and spins: {:.2} million a second", (actions + spins) as f64 / seconds / 1e6);
    let each = matches.max(1) as f64;
    println!(
        "matches: {:.0} a second, {:.1} choices and {:.1} spins each",
        matches as f64 / seconds,
        actions as f64 / each,
        spins as f64 / each
    );
    println!("wins by seat: {:.3?}", wins.map(|won| won / each));
}

/// Time this thread has spent on a processor (Linux).
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
