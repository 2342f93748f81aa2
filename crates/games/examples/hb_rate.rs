//! How fast Hit the Beach runs: random matches on one thread.
//!
//! `cargo run --release -p boxtop-games --example hb_rate [players] [seconds]`

use boxtop_games::hit_the_beach::{HitTheBeach, Phase, State};
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
    let seated = match Seated::<HitTheBeach>::open(&Deal { players, ..Deal::default() }) {
        Ok(seated) => seated,
        Err(faults) => return eprintln!("{faults:?}"),
    };
    let game = &**seated.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut play = Play::start(game);
    let (mut actions, mut throws, mut matches, mut victories) = (0u64, 0u64, 0u64, 0u64);
    let mut wins = [0.0; 4];
    let (mut room, mut outcomes) = (Vec::with_capacity(64), Vec::with_capacity(16));
    let began = (Instant::now(), thread_seconds());
    while began.0.elapsed() < time {
        for _ in 0..100_000 {
            match play.turn(game) {
                Turn::Seats(seats) => {
                    let at = if seats.len() == 1 { 0 } else { below(&mut dice, seats.len()) };
                    let Some(seat) = seats.iter().nth(at as usize) else { continue };
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
                    throws += 1;
                }
                Turn::Over => {
                    matches += 1;
                    victories += u64::from(play.state.phase() == Phase::Won);
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
    println!("actions: {:.2} million a second of this thread", actions as f64 / seconds / 1e6);
    println!("actions and throws: {:.2} million a second", (actions + throws) as f64 / seconds / 1e6);
    println!("matches: {:.0} a second, {:.0} actions each", matches as f64 / seconds, actions as f64 / matches as f64);
    println!("ended by victory: {:.1} %", 100.0 * victories as f64 / matches as f64);
    println!("wins by seat: {:.3?}", wins.map(|won| won / matches as f64));
}

/// Time this thread has spent on a processor (Linux).
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
