//! A search says whether the wall clock ended it.

use boxtop_players::{AlphaBeta, Budget, Clock, Expectimax, Limits, PlayerKind, Rng, Rollouts, Uct, timed_player};
use games::{hit_the_beach::HitTheBeach, three_musketeers::ThreeMusketeers};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{Evaluate, FullGame, Known, Play, Seat, Turn};
use std::sync::Arc;
use std::time::Duration;

fn game<G: FullGame>() -> Arc<G> {
    TypedMatch::<G>::open(&MatchConfig::default()).expect("a match").game().clone()
}

/// A position in which the seat to act has a choice, some random actions after the start.
fn choice<G: Evaluate>(game: &G) -> (Play<G>, Seat) {
    let mut rng = Rng::new(5);
    let mut play = Play::start(game);
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for played in 0.. {
        match play.turn(game) {
            Turn::Over => unreachable!("the match is long enough"),
            Turn::Chance => {
                let chance = game.sample_chance(&play.state, |sum| rng.below(sum), &mut outcomes).expect("an outcome");
                play.apply_chance(game, chance);
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("a seat");
                actions.clear();
                game.legal_actions(&play.state, seat, &mut actions);
                if played > 30 && actions.len() > 3 {
                    return (play, seat);
                }
                play.apply(game, seat, rng.one(&actions).expect("an action"));
            }
        }
    }
    unreachable!("the loop returns")
}

/// Does the search say so if there is no time, enough time, and no clock?
fn check<G: Evaluate>(stopped: impl Fn(Known<G>, Clock, Duration) -> bool, game: &G) {
    let (play, seat) = choice(game);
    let known = || play.known_to(game, seat);
    let stands_still = Clock::new(|| Duration::from_secs(1));
    assert!(stopped(known(), stands_still, Duration::ZERO), "no time");
    assert!(!stopped(known(), stands_still, Duration::from_millis(1)), "enough time");
    assert!(!stopped(known(), Clock::NONE, Duration::ZERO), "no clock");
}

fn limits(time: Duration) -> Limits {
    Limits { nodes: 20_000, depth: 3, noise: 0, mistakes: 0, time }
}

#[test]
fn alpha_beta_says_whether_the_clock_ended_it() {
    let game = game::<ThreeMusketeers>();
    let search =
        |known, clock, time| AlphaBeta::new(Limits { depth: 30, ..limits(time) }, 1).timed(clock).choose(&*game, known);
    check(|known, clock, time| search(known, clock, time).expect("an action").stopped_by_clock, &*game);
}

#[test]
fn expectimax_says_whether_the_clock_ended_it() {
    let game = game::<HitTheBeach>();
    let search = |known, clock, time| Expectimax::new(limits(time), 1).timed(clock).choose(&*game, known);
    check(|known, clock, time| search(known, clock, time).expect("an action").stopped_by_clock, &*game);
}

#[test]
fn rollouts_say_whether_the_clock_ended_them() {
    let game = game::<HitTheBeach>();
    let search = |known, clock, time| Rollouts::new(limits(time), 1).timed(clock).choose(&*game, known);
    check(|known, clock, time| search(known, clock, time).expect("an action").stopped_by_clock, &*game);
}

#[test]
fn uct_stops_by_the_clock_or_after_its_playouts() {
    let game = game::<ThreeMusketeers>();
    let (play, seat) = choice(&*game);
    let search = |budget, clock| {
        let thought = Uct::new(budget, 1).timed(clock).choose(&*game, play.known_to(&*game, seat)).expect("an action");
        (thought.stopped_by_clock, thought.nodes)
    };
    let late = Clock::new(|| {
        use std::sync::atomic::{AtomicU64, Ordering};
        static READ: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(READ.fetch_add(1, Ordering::Relaxed))
    });
    let (stopped, playouts) = search(Budget::Milliseconds(3), late);
    assert!(stopped && (8..100).contains(&playouts), "{playouts}");
    assert_eq!(search(Budget::Milliseconds(3), Clock::NONE), (false, 3 * Budget::PER_MILLISECOND));
    assert_eq!(search(Budget::Playouts(40), late), (false, 40));
}

#[test]
fn players_without_a_search_are_never_stopped() {
    let game = game::<ThreeMusketeers>();
    let (play, seat) = choice(&*game);
    for kind in [PlayerKind::Random, PlayerKind::Greedy] {
        let mut player = timed_player::<ThreeMusketeers>(kind, 1, Clock::new(|| Duration::from_secs(1)));
        assert!(!player.choose(&game, &play.known_to(&*game, seat)).expect("an action").stopped_by_clock);
    }
}
