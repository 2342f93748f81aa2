//! Measures the speed of the engines on one thread.

use crate::course::Course;
use crate::stopwatch::{self, Stopwatch};
use crate::{Unfit, open_match, visit};
use games::Visitor;
use kernel::dynamic::MatchConfig;
use kernel::{FullGame, Play, Turn};
use players::{Clock, Level, PlayerKind, Rng};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What was measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The game's slug.
    pub game: &'static str,
    /// Number of seats.
    pub players: u8,
    /// Complete random matches per second.
    pub playouts_per_second: f64,
    /// Actions per second: generated, sampled, played and checked.
    pub actions_per_second: f64,
    /// Time of one action.
    pub nanoseconds_per_action: f64,
    /// Mean number of actions in a random match.
    pub mean_actions: f64,
    /// Actions and chance outcomes per second.
    pub steps_per_second: f64,
    /// Mean number of chance outcomes in a random match.
    pub mean_throws: f64,
    /// Size of a state, in bytes.
    pub state_bytes: usize,
    /// Nodes per second of the strongest player.
    pub search_nodes_per_second: f64,
    /// `cpu` if the system reports the thread's processor time, otherwise `wall`.
    pub clock: &'static str,
}

/// Measures the game for about `time` with this number of players; 0 for its default.
pub fn run(slug: &str, players: u8, time: Duration) -> Result<Measured, Unfit> {
    visit(slug, Bench { players, time })?
}

struct Bench {
    players: u8,
    time: Duration,
}

/// Playouts between two checks of the clock.
const BATCH: u64 = 256;

impl Visitor for Bench {
    type Output = Result<Measured, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let game_match = open_match::<G>(&MatchConfig { players: self.players, ..MatchConfig::default() })?;
        let game = &**game_match.game();
        let mut rng = Rng::new(1);
        let mut course = Course::new(game);
        (0..BATCH).for_each(|_| _ = black_box(course.playout(&mut rng)));
        let (began, clock) = (Instant::now(), Stopwatch::start());
        let (mut playouts, mut actions, mut throws) = (0, 0, 0);
        // At least one batch, however busy the machine is.
        while playouts == 0 || began.elapsed() < self.time {
            for _ in 0..BATCH {
                let played = black_box(course.playout(&mut rng));
                actions += u64::from(played.actions);
                throws += u64::from(played.throws);
            }
            playouts += BATCH;
        }
        let seconds = clock.seconds();
        Ok(Measured {
            game: G::INFO.slug,
            players: game.players(),
            playouts_per_second: playouts as f64 / seconds,
            actions_per_second: actions as f64 / seconds,
            nanoseconds_per_action: seconds * 1e9 / actions.max(1) as f64,
            mean_actions: actions as f64 / playouts as f64,
            steps_per_second: (actions + throws) as f64 / seconds,
            mean_throws: throws as f64 / playouts as f64,
            state_bytes: size_of::<G::State>(),
            search_nodes_per_second: nodes_per_second(game, self.time / 2),
            clock: stopwatch::clock(),
        })
    }
}

/// Nodes per second of the strongest player, in positions of random matches.
fn nodes_per_second<G: FullGame>(game: &G, time: Duration) -> f64 {
    let mut rng = Rng::new(2);
    let mut play = Play::start(game);
    let mut player = players::timed_player::<G>(PlayerKind::Level(Level::General), 1, Clock::system());
    let (mut actions, mut chances) = (Vec::new(), Vec::new());
    let (began, clock) = (Instant::now(), Stopwatch::start());
    let mut nodes = 0;
    while began.elapsed() < time {
        match play.turn(game) {
            Turn::Seats(seats) => {
                let Some(seat) = seats.iter().next() else { break };
                nodes += player.choose(game, &play.known_to(game, seat)).map_or(0, |thought| thought.nodes);
                let Some(action) = game.sample_action(&play.state, seat, |n| rng.below(n), &mut actions) else { break };
                play.apply(game, seat, action);
            }
            Turn::Chance => {
                let Some(chance) = game.sample_chance(&play.state, |n| rng.below(n), &mut chances) else { break };
                play.apply_chance(game, chance);
            }
            Turn::Over => play.restart(game),
        }
    }
    nodes as f64 / clock.seconds()
}
