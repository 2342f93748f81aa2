//! How fast the engines are, on one thread.

use crate::course::Course;
use crate::{Unfit, seated, visit};
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
    /// How many seats there are at the table.
    pub players: u8,
    /// Random matches from start to end in a second.
    pub playouts_per_second: f64,
    /// Actions in a second: generated, drawn, played, judged.
    pub actions_per_second: f64,
    /// One action.
    pub nanoseconds_per_action: f64,
    /// Actions in a random match, on average.
    pub mean_actions: f64,
    /// Actions and outcomes of chance in a second.
    pub steps_per_second: f64,
    /// Outcomes of chance in a random match, on average.
    pub mean_throws: f64,
    /// Size of a state.
    pub state_bytes: usize,
    /// Positions that the strongest player looks at in a second.
    pub search_nodes_per_second: f64,
    /// `cpu` where the system tells a thread's own time, else `wall`.
    pub clock: &'static str,
}

/// Measures the game for about this long with this number of players; 0 for its default.
pub fn run(slug: &str, players: u8, time: Duration) -> Result<Measured, Unfit> {
    visit(slug, Bench { players, time })?
}

struct Bench {
    players: u8,
    time: Duration,
}

/// Playouts between two looks at the clock.
const BATCH: u64 = 256;

impl Visitor for Bench {
    type Output = Result<Measured, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let seated = seated::<G>(&MatchConfig { players: self.players, ..MatchConfig::default() })?;
        let game = &**seated.game();
        let mut rng = Rng::new(1);
        let mut course = Course::new(game);
        (0..BATCH).for_each(|_| _ = black_box(course.playout(&mut rng)));
        let (began, clock) = (Instant::now(), Stopwatch::start());
        let (mut playouts, mut actions, mut throws) = (0, 0, 0);
        while began.elapsed() < self.time {
            for _ in 0..BATCH {
                let gone = black_box(course.playout(&mut rng));
                actions += u64::from(gone.actions);
                throws += u64::from(gone.throws);
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
            clock: clock.name(),
        })
    }
}

/// How many positions the strongest player looks at, in positions of random matches.
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

/// The thread's own time, where the system tells it; others' work does not count.
struct Stopwatch {
    wall: Instant,
    cpu: Option<u64>,
}

impl Stopwatch {
    fn start() -> Self {
        Stopwatch { cpu: thread_nanoseconds(), wall: Instant::now() }
    }

    fn seconds(&self) -> f64 {
        let cpu = self.cpu.zip(thread_nanoseconds()).map(|(then, now)| (now.saturating_sub(then)) as f64 / 1e9);
        cpu.filter(|seconds| *seconds > 0.0).unwrap_or_else(|| self.wall.elapsed().as_secs_f64()).max(1e-9)
    }

    fn name(&self) -> &'static str {
        if self.cpu.is_some() { "cpu" } else { "wall" }
    }
}

/// Time this thread has spent on a processor (Linux).
fn thread_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().filter(|nanoseconds| *nanoseconds > 0)
}
