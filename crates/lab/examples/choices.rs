//! Counts the legal actions of a seat, in positions of matches between random players and between captains.
//!
//! `cargo run --release -p boxtop-lab --example choices [RANDOM-MATCHES] [CAPTAIN-MATCHES]`. The figures are in
//! docs/web.md: they show how far normal play stays below `table::MOST_LEGAL_MOVES`.

use games::{SLUGS, Visitor, visit};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Play, Turn};
use players::{Level, PlayerKind};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Maximum number of steps of a match.
const MOST_STEPS: usize = 3_000;

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse().unwrap_or(0));
    let (random, captains) = (words.next().unwrap_or(1_000), words.next().unwrap_or(20));
    println!("| game | players | play | matches | choices | 99.9 % | most |\n|---|---|---|---|---|---|---|");
    for slug in SLUGS {
        visit(slug, Counting { kind: PlayerKind::Random, matches: random });
        visit(slug, Counting { kind: PlayerKind::Level(Level::Captain), matches: captains });
    }
}

struct Counting {
    kind: PlayerKind,
    matches: u64,
}

impl Visitor for Counting {
    type Output = ();

    fn visit<G: FullGame>(self) {
        for players in G::INFO.players {
            let Ok(game_match) = TypedMatch::<G>::open(&MatchConfig { players: *players, ..MatchConfig::default() })
            else {
                return;
            };
            let mut counts = Vec::new();
            for seed in 0..self.matches {
                count(&**game_match.game(), self.kind, seed, &mut counts);
            }
            counts.sort_unstable();
            let (Some(most), Some(rare)) = (counts.last(), counts.get(counts.len() * 999 / 1000)) else { return };
            let (slug, kind, matches) = (G::INFO.slug, self.kind, self.matches);
            println!("| {slug} | {players} | {kind} | {matches} | {} | {rare} | {most} |", counts.len());
        }
    }
}

/// Plays one match and adds the number of legal actions at every decision.
fn count<G: FullGame>(game: &G, kind: PlayerKind, seed: u64, counts: &mut Vec<usize>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut player = players::player::<G>(kind, seed);
    let (mut play, mut actions) = (Play::<G>::start(game), Vec::new());
    for _ in 0..MOST_STEPS {
        match play.turn(game) {
            Turn::Over => return,
            Turn::Chance => {
                let chance = game.sample_chance(&play.state, |sum| rng.random_range(0..sum), &mut Vec::new());
                let Some(chance) = chance else { return };
                play.apply_chance(game, chance);
            }
            Turn::Seats(seats) => {
                let Some(seat) = seats.iter().next() else { return };
                actions.clear();
                game.legal_actions(&play.state, seat, &mut actions);
                counts.push(actions.len());
                let Some(thought) = player.choose(game, &play.known_to(game, seat)) else { return };
                play.apply(game, seat, thought.action);
            }
        }
    }
}
