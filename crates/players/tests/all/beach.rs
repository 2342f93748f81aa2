//! Expectimax at a game with one die and two to four seats.

use boxtop_players::{
    Budget, Expectimax, Level, Limits, PlayerKind, Rng, SearchMethod, SearchProfile, Thought, Uct, player,
};
use games::hit_the_beach::{Forces, HitTheBeach, Setup};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{Game, Notation, Play, Positions, Seat, Turn};
use std::sync::Arc;
use std::time::{Duration, Instant};

type Hb = HitTheBeach;

fn game(players: u8) -> Arc<Hb> {
    let config = MatchConfig { players, ..MatchConfig::default() };
    TypedMatch::<Hb>::open(&config).expect("a match").game().clone()
}

/// Positions with a real choice from matches between captains, and the seat to act.
fn positions(game: &Hb, matches: u64, every: u32) -> Vec<(Play<Hb>, Seat)> {
    let mut found = Vec::new();
    for number in 0..matches {
        let mut rng = Rng::stream(3, number);
        let mut captain = player::<Hb>(PlayerKind::Level(Level::Captain), number);
        let mut play = Play::start(game);
        loop {
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance =
                        game.sample_chance(&play.state, |n| rng.below(n), &mut Vec::new()).expect("an outcome");
                    play.apply_chance(game, chance);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().expect("a seat");
                    let thought = captain.choose(game, &play.known_to(game, seat)).expect("an action");
                    if thought.nodes > 1 && rng.below(every) == 0 {
                        found.push((play.clone(), seat));
                    }
                    play.apply(game, seat, thought.action);
                }
            }
        }
    }
    found
}

/// The seat's choice with this search depth in throws.
fn thought(game: &Hb, play: &Play<Hb>, seat: Seat, depth: u32, nodes: u64) -> Thought<Hb> {
    let limits = Limits { nodes, depth, noise: 0, mistakes: 0, time: Duration::from_secs(60) };
    Expectimax::new(limits, 1).choose(game, play.known_to(game, seat)).expect("an action")
}

#[test]
fn every_kind_plays_legal_actions_with_any_number_of_players() {
    for players in [2, 3, 4] {
        let game = game(players);
        assert_eq!(SearchProfile::of(Hb::INFO.slug).method, SearchMethod::Expectimax);
        let tested = positions(&game, 2, 8);
        for (kind, step) in PlayerKind::ALL.into_iter().zip([1, 1, 1, 1, 4, 24]) {
            let mut player = player::<Hb>(kind, 3);
            for (play, seat) in tested.iter().step_by(step) {
                let thought = player.choose(&game, &play.known_to(&game, *seat)).expect("an action");
                let mut legal = Vec::new();
                game.legal_actions(&play.state, *seat, &mut legal);
                assert!(legal.contains(&thought.action), "{kind}: {:?}", thought.action);
            }
        }
    }
}

#[test]
fn a_deeper_search_costs_more_and_keeps_to_its_budget() {
    let game = game(2);
    for (play, seat) in positions(&game, 1, 6) {
        let mut last = 0;
        for depth in 0..3 {
            let thought = thought(&game, &play, seat, depth, u64::MAX);
            assert_eq!(thought.depth, depth);
            assert!(thought.nodes > last);
            last = thought.nodes;
        }
        let limited = thought(&game, &play, seat, 3, 300);
        assert!(limited.depth < 3 && limited.nodes < 1_000, "{} {}", limited.depth, limited.nodes);
    }
}

#[test]
fn the_same_seed_chooses_the_same_again() {
    let game = game(4);
    for (play, seat) in positions(&game, 1, 20) {
        let choose = || {
            player::<Hb>(PlayerKind::Level(Level::Colonel), 9)
                .choose(&game, &play.known_to(&game, seat))
                .map(|it| it.action)
        };
        assert_eq!(choose(), choose());
    }
}

/// A position for two players in which Red has thrown; marines come first.
fn placed(game: &Hb, red: [&str; 4], blue: [&str; 4], die: u8) -> Play<Hb> {
    let forces = |at: [&str; 4]| {
        let at = at.map(str::to_owned);
        Forces { marines: at[..2].to_vec(), armies: at[2..].to_vec(), ship: "start".into(), plane: "start".into() }
    };
    let defenders = "R7 R8 B7 G6 G13 K6 K13 G16 K16 E5 G7 G8 G9 K7";
    let setup = Setup {
        phase: "move".into(),
        turn: "red".into(),
        throws: 9,
        die,
        forces: [("red".to_owned(), forces(red)), ("blue".to_owned(), forces(blue))].into(),
        defenders: defenders.split(' ').map(str::to_owned).collect(),
        removed_from: None,
        in_the_running: Vec::new(),
        first_throws: Default::default(),
    };
    let (state, history) = game.place(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    Play { state, history }
}

#[test]
fn a_win_at_hand_is_taken_and_one_that_threatens_is_stopped() {
    let game = game(2);
    let name = |play: &Play<Hb>, depth| game.write(&play.state, thought(&game, play, Seat(0), depth, u64::MAX).action);
    let win = placed(&game, ["R16", "start", "start", "start"], ["start"; 4], 2);
    // Blue stands next to the objective, and Red can reach the space.
    let stop = placed(&game, ["W4", "start", "R1", "start"], ["W5", "start", "start", "start"], 3);
    for depth in 0..3 {
        assert_eq!(name(&win, depth), "R16-HQ");
        assert_eq!(name(&stop, depth), "W4-W5");
    }
}

#[test]
fn uct_takes_a_win_at_hand() {
    let game = game(2);
    let win = placed(&game, ["R16", "start", "start", "start"], ["start"; 4], 2);
    for seed in 0..3 {
        let thought = Uct::new(Budget::Playouts(400), seed).choose(&*game, win.known_to(&*game, Seat(0)));
        assert_eq!(game.write(&win.state, thought.expect("an action").action), "R16-HQ");
    }
}

#[test]
fn no_decision_takes_two_seconds() {
    let game = game(4);
    let mut general = player::<Hb>(PlayerKind::Level(Level::General), 1);
    for (play, seat) in positions(&game, 2, 60) {
        let began = Instant::now();
        general.choose(&game, &play.known_to(&game, seat)).expect("an action");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    }
}
