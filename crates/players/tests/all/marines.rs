//! Players at a game with dice, two to four seats, and seats that act together.

use boxtop_players::{Clock, Level, Limits, PlayerKind, Rng, Rollouts, Thought, player};
use games::fighting_marines::{Action, Army, FightingMarines, Setup};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{Game, Play, Positions, Seat, Turn};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Fm = FightingMarines;

fn game(players: u8) -> Arc<Fm> {
    let config = MatchConfig { players, ..MatchConfig::default() };
    TypedMatch::<Fm>::open(&config).expect("a match").game().clone()
}

/// Plays a match, calling `choose` for a random seat of those who may act.
fn play_match(game: &Fm, seed: u64, mut choose: impl FnMut(&Play<Fm>, Seat) -> Action) -> Play<Fm> {
    let mut rng = Rng::new(seed);
    let mut play = Play::start(game);
    loop {
        match play.turn(game) {
            Turn::Over => return play,
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(&play.state, &mut outcomes);
                let at = rng.weighted(outcomes.iter().map(|&(_, weight)| weight)).expect("an outcome");
                play.apply_chance(game, outcomes[at].0);
            }
            Turn::Seats(seats) => {
                let seats: Vec<_> = seats.iter().collect();
                let seat = rng.one(&seats).expect("a seat");
                let action = choose(&play, seat);
                play.apply(game, seat, action);
            }
        }
    }
}

/// Positions of random matches with a real choice, and the seat to act.
fn positions(game: &Fm, matches: u64, every: u32) -> Vec<(Play<Fm>, Seat)> {
    let mut found = Vec::new();
    for number in 0..matches {
        let mut rng = Rng::stream(3, number);
        play_match(game, number, |play, seat| {
            let mut actions = Vec::new();
            game.legal_actions(&play.state, seat, &mut actions);
            if actions.len() > 1 && rng.below(every) == 0 {
                found.push((play.clone(), seat));
            }
            rng.one(&actions).expect("an action")
        });
    }
    found
}

#[test]
fn every_kind_plays_legal_actions_with_any_number_of_players() {
    for players in [2, 3, 4] {
        let game = game(players);
        let tested = positions(&game, 12, 12);
        for (kind, step) in PlayerKind::ALL.into_iter().zip([1, 1, 1, 4, 20, 100]) {
            let mut player = player::<Fm>(kind, 3);
            for (play, seat) in tested.iter().step_by(step) {
                let thought = player.choose(&game, &play.known_to(&game, *seat)).expect("an action");
                let mut legal = Vec::new();
                game.legal_actions(&play.state, *seat, &mut legal);
                assert!(legal.contains(&thought.action), "{kind}: {:?}", thought.action);
                assert_eq!(thought.line, [thought.action], "{kind}");
            }
        }
    }
}

#[test]
fn a_seat_that_is_not_to_act_gets_no_choice() {
    let game = game(4);
    for (play, _) in positions(&game, 4, 10) {
        let Turn::Seats(seats) = play.turn(&game) else { panic!("a seat may act") };
        for seat in (0..4).map(Seat).filter(|seat| !seats.contains(*seat)) {
            assert!(
                player::<Fm>(PlayerKind::Level(Level::Private), 1).choose(&game, &play.known_to(&game, seat)).is_none()
            );
        }
    }
}

fn found(thought: Option<Thought<Fm>>) -> Option<(Action, i32, u32, u64)> {
    thought.map(|thought| (thought.action, thought.value, thought.depth, thought.nodes))
}

#[test]
fn the_same_seed_chooses_the_same_regardless_of_earlier_searches() {
    let game = game(4);
    let limits = Limits { nodes: 4_000, depth: 4, noise: 10, mistakes: 0, time: Duration::from_secs(600) };
    let tested = positions(&game, 2, 10);
    let used = Rollouts::new(limits, 7);
    for (play, seat) in &tested {
        let fresh = Rollouts::new(limits, 7);
        assert_eq!(
            found(used.choose(&*game, play.known_to(&*game, *seat))),
            found(fresh.choose(&*game, play.known_to(&*game, *seat)))
        );
    }
    assert!(tested.len() > 10);
}

#[test]
fn no_search_exceeds_its_number_of_positions() {
    let game = game(4);
    for (play, seat) in positions(&game, 2, 10) {
        for nodes in [0, 10, 500, 5_000] {
            let limits = Limits { nodes, depth: 8, noise: 0, mistakes: 0, time: Duration::from_secs(600) };
            let thought = Rollouts::new(limits, 1).choose(&*game, play.known_to(&*game, seat)).expect("an action");
            // A rollout that has begun is played to its end, and every action is evaluated once.
            assert!(thought.nodes <= nodes + 1_000, "{nodes}: {}", thought.nodes);
            assert!(thought.depth <= 8);
        }
    }
}

#[test]
fn when_time_is_up_the_best_evaluation_is_chosen() {
    let game = game(4);
    let (play, seat) = positions(&game, 1, 5).swap_remove(0);
    let limits = Limits { nodes: 10_000_000, depth: 64, noise: 0, mistakes: 0, time: Duration::ZERO };
    let clock = Clock::new(|| Duration::from_secs(1));
    let thought = Rollouts::new(limits, 1).timed(clock).choose(&*game, play.known_to(&*game, seat)).expect("an action");
    assert!(thought.nodes < 2_000, "{}", thought.nodes);
}

/// An assault of four with the arrow at 27. Men not named wait in the corner.
fn assault(game: &Fm, to_act: &[&str], men: &[(&str, &str, &str)]) -> Play<Fm> {
    let army = |circles: &str, platform: &str| {
        let mut ranks = vec!["private"; 5];
        ranks.splice(0..0, ["colonel", "captain", "captain"]);
        let mut place = |text: &str| -> Vec<String> {
            text.split_whitespace().map(|at| format!("{at} {}", ranks.pop().expect("eight men"))).collect()
        };
        let (circles, platform) = (place(circles), place(platform));
        Army { circles, platform, corner: ranks.iter().map(|rank| (*rank).to_owned()).collect(), held: BTreeMap::new() }
    };
    let colours = ["red", "black", "yellow", "green"];
    let mut armies: BTreeMap<_, _> = colours.map(|colour| (colour.to_owned(), army("", ""))).into();
    armies.extend(men.iter().map(|(colour, circles, platform)| ((*colour).to_owned(), army(circles, platform))));
    let setup = Setup {
        phase: "assault".into(),
        arrow: 27,
        thrower: "red".into(),
        throws: 9,
        thrown: 7,
        men: armies,
        purses: colours.map(|colour| (colour.to_owned(), 194)).into(),
        pool: 40,
        in_box: 0,
        to_act: to_act.iter().map(|id| (*id).to_owned()).collect(),
        waiting: Vec::new(),
        placed: Vec::new(),
        first_throws: BTreeMap::new(),
    };
    let (state, history) = game.place(setup).expect("a playable position");
    Play { state, history }
}

const CAREFUL: [PlayerKind; 4] = [
    PlayerKind::Greedy,
    PlayerKind::Level(Level::Captain),
    PlayerKind::Level(Level::Colonel),
    PlayerKind::Level(Level::General),
];

#[test]
fn the_last_man_enters() {
    let game = game(4);
    let play = assault(&game, &["red"], &[("red", "10", "p5 p6 p7 p8 p9 p10 p11")]);
    for kind in CAREFUL {
        let thought = player::<Fm>(kind, 2).choose(&game, &play.known_to(&game, Seat(0))).expect("an action");
        assert_eq!(thought.action, Action::Enter(10), "{kind}");
    }
}

#[test]
fn a_search_ends_even_if_every_action_ends_the_match_at_once() {
    let game = game(4);
    // Black has all men on the platform, and Red's action, whatever it is, closes the assault.
    let play = assault(&game, &["red"], &[("red", "10", ""), ("black", "", "p5 p6 p7 p8 p9 p10 p11 p12")]);
    let limits = Limits { nodes: 20_000, depth: 8, noise: 0, mistakes: 0, time: Duration::from_secs(600) };
    let began = Instant::now();
    assert!(Rollouts::new(limits, 1).choose(&*game, play.known_to(&*game, Seat(0))).is_some());
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn a_capture_denies_victory_to_another() {
    let game = game(4);
    // Black completes on 19 unless Red captures the man in front of 2.
    let black = ("black", "19", "p5 p6 p7 p9 p10 p11 p19");
    let play = assault(&game, &["red", "black"], &[("red", "2", ""), black]);
    for kind in CAREFUL {
        let thought = player::<Fm>(kind, 2).choose(&game, &play.known_to(&game, Seat(0))).expect("an action");
        assert_eq!(thought.action, Action::Capture(2), "{kind}");
    }
}

#[test]
fn the_greedy_player_always_captures_enters_and_regains() {
    for players in [2, 3, 4] {
        let game = game(players);
        for (play, seat) in positions(&game, 6, 4) {
            let mut actions = Vec::new();
            game.legal_actions(&play.state, seat, &mut actions);
            let chosen = player::<Fm>(PlayerKind::Greedy, 5)
                .choose(&game, &play.known_to(&game, seat))
                .expect("an action")
                .action;
            let class = |action: &Action| match action {
                Action::Capture(_) => 4,
                Action::Enter(_) => 3,
                Action::Exchange { .. } => 2,
                Action::Ransom { .. } => 1,
                Action::Fill { .. } => 0,
                Action::Pass => -1,
            };
            assert_eq!(Some(class(&chosen)), actions.iter().map(class).max(), "{chosen:?} of {actions:?}");
        }
    }
}
