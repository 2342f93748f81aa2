//! How many playouts `uct` makes each second, compared with matches of random players, from the start of each game.
//!
//! `cargo run --release -p boxtop-players --example playouts -- [SECONDS]`
//!
//! Prints playouts for each second of processor time: plain random matches, uct, and the ratio.

use boxtop_players::{Budget, Rng, Uct};
use games::Visitor;
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Game, Play, Turn};

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2.0);
    for (slug, players) in games::SLUGS.iter().flat_map(|slug| [2, 4].map(|players| (*slug, players))) {
        games::visit(slug, Speed { players, seconds });
    }
}

struct Speed {
    players: u8,
    seconds: f64,
}

impl Visitor for Speed {
    type Output = ();

    fn visit<G: FullGame>(self) {
        if !G::INFO.players.contains(&self.players) {
            return;
        }
        let config = MatchConfig { players: self.players, ..MatchConfig::default() };
        let game = TypedMatch::<G>::open(&config).expect("a match").game().clone();
        let start = first_choice(&*game);
        // Taken in turns, so that a change of the machine's pace counts for both.
        let (mut plain, mut uct) = (Rate::default(), Rate::default());
        let mut seed = 0;
        while uct.seconds < self.seconds {
            seed += 1;
            plain.add(random_matches(&*game, &start, seed));
            uct.add(uct_playouts(&*game, &start, seed));
        }
        let (plain, uct) = (plain.each_second(), uct.each_second());
        println!(
            "{:<17} {}  random {plain:>9.0}  uct {uct:>9.0}  ratio {:.2}",
            G::INFO.slug,
            self.players,
            uct / plain
        );
    }
}

/// Playouts, and the processor time for them.
#[derive(Default)]
struct Rate {
    playouts: u64,
    seconds: f64,
}

impl Rate {
    fn add(&mut self, work: impl FnOnce() -> u64) {
        let began = nanoseconds();
        self.playouts += work();
        self.seconds += (nanoseconds() - began) as f64 / 1e9;
    }

    fn each_second(&self) -> f64 {
        self.playouts as f64 / self.seconds
    }
}

/// The first position in which a seat has a choice.
fn first_choice<G: Game>(game: &G) -> Play<G> {
    let (mut play, mut rng) = (Play::start(game), Rng::new(1));
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    loop {
        match play.turn(game) {
            Turn::Chance => {
                let chance = game.sample_chance(&play.state, |sum| rng.below(sum), &mut outcomes).expect("an outcome");
                play.apply_chance(game, chance);
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("a seat");
                actions.clear();
                game.legal_actions(&play.state, seat, &mut actions);
                if actions.len() > 1 {
                    return play;
                }
                play.apply(game, seat, actions[0]);
            }
            Turn::Over => unreachable!("nobody has a choice"),
        }
    }
}

const BATCH: u32 = 10_000;

fn random_matches<G: Game>(game: &G, start: &Play<G>, seed: u64) -> impl FnOnce() -> u64 {
    let (mut play, mut rng) = (start.clone(), Rng::new(seed));
    move || {
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        let begin = play.bookmark();
        let mut playouts = 0;
        let began = nanoseconds();
        while playouts < u64::from(BATCH) && nanoseconds() - began < 100_000_000 {
            for _ in 0..64 {
                play.back_to(begin);
                while let Some(()) = step(game, &mut play, &mut rng, &mut actions, &mut outcomes) {}
                playouts += 1;
            }
        }
        playouts
    }
}

/// One random step; `None` if the match is over.
#[inline(always)]
fn step<G: Game>(
    game: &G,
    play: &mut Play<G>,
    rng: &mut Rng,
    actions: &mut Vec<G::Action>,
    outcomes: &mut Vec<(G::Chance, u32)>,
) -> Option<()> {
    match play.turn(game) {
        Turn::Over => return None,
        Turn::Chance => {
            let chance = game.sample_chance(&play.state, |sum| rng.below(sum), outcomes)?;
            play.apply_chance(game, chance);
        }
        Turn::Seats(seats) => {
            let seat = seats.iter().next()?;
            let action = game.sample_action(&play.state, seat, |below| rng.below(below), actions)?;
            play.apply(game, seat, action);
        }
    }
    Some(())
}

fn uct_playouts<G: FullGame>(game: &G, start: &Play<G>, seed: u64) -> impl FnOnce() -> u64 {
    let Turn::Seats(seats) = start.turn(game) else { unreachable!("a seat has a choice") };
    let known = start.known_to(game, seats.iter().next().expect("a seat"));
    // As many playouts as a decision at the table has.
    let playouts = if G::INFO.slug == "conflict" { 1_000 } else { BATCH };
    let mut uct = Uct::new(Budget::Playouts(playouts), seed);
    move || uct.choose(game, known).expect("an action").nodes
}

/// Processor time of this thread (Linux).
fn nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}
