//! Players at a game with two dice, up to four seats, and hundreds of moves a throw.

use boxtop_players::{Level, Limits, PlayerKind, Rng, Rollouts, SearchProfile, player};
use games::conflict::{Action, Colour, Conflict, Force, KINDS, Phase};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{Evaluate, Game, Notation, OptionValue, Play, Positions, Seat, Turn};
use std::sync::Arc;
use std::time::Duration;

/// A position of a match.
struct Position {
    game: Arc<Conflict>,
    play: Play<Conflict>,
}

fn table(players: u8) -> Position {
    let start = TypedMatch::<Conflict>::open(&MatchConfig { players, ..MatchConfig::default() }).expect("a match");
    Position { game: start.game().clone(), play: start.current_play().clone() }
}

/// A match for two in which Red moves by these dice; pieces that are not on the map wait in
/// the reserve.
fn placed(red: &[&str], yellow: &[&str], dice: [u8; 2]) -> Position {
    let mut table = table(2);
    let mut setup = table.game.position(&table.play.state, &());
    (setup.phase, setup.turn, setup.dice, setup.throws) = ("move".into(), "red".into(), dice.to_vec(), 1);
    setup.to_throw.clear();
    for (colour, field) in [("red", red), ("yellow", yellow)] {
        let mut reserve: Vec<String> =
            KINDS.into_iter().flat_map(|kind| vec![kind.word().to_owned(); kind.count()]).collect();
        for piece in field {
            let at = reserve.iter().position(|kind| piece.starts_with(kind.as_str())).expect("there is one left");
            reserve.remove(at);
        }
        let field = field.iter().map(|piece| (*piece).to_owned()).collect();
        setup.pieces.insert(colour.to_owned(), Force { field, reserve, ..Force::default() });
    }
    let (state, history) = table.game.place(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    table.play = Play { state, history };
    table
}

fn limits(nodes: u64, depth: u32) -> Limits {
    Limits { nodes, depth, noise: 0, mistakes: 0, time: Duration::from_secs(600) }
}

fn profile() -> SearchProfile {
    SearchProfile::of(Conflict::INFO.slug)
}

fn chosen(table: &Position, kind: PlayerKind) -> String {
    let (game, play) = (&*table.game, &table.play);
    let thought = player::<Conflict>(kind, 7).choose(game, &play.known_to(game, Seat(0))).expect("something to do");
    game.write(&play.state, thought.action)
}

#[test]
fn every_player_but_the_random_one_takes_a_circle_in_reach() {
    let table = placed(&["art x28", "art k3", "ship k8"], &["art l3", "plane n26"], [3, 2]);
    for kind in [PlayerKind::Greedy, PlayerKind::Level(Level::Colonel), PlayerKind::Level(Level::General)] {
        assert!(chosen(&table, kind).ends_with("z26"), "{kind}: {}", chosen(&table, kind));
    }
}

#[test]
fn the_greedy_player_captures_or_goes_towards_the_nearest_circle() {
    let table = placed(&["art k3", "ship k8"], &["art m3", "ship q20"], [5, 2]);
    assert!(
        chosen(&table, PlayerKind::Greedy).starts_with("5:k3xm3") || chosen(&table, PlayerKind::Greedy) == "2:k3xm3"
    );
    let table = placed(&["art k3", "art k26"], &["ship q20"], [5, 2]);
    assert!(chosen(&table, PlayerKind::Greedy).starts_with("5:"), "{}", chosen(&table, PlayerKind::Greedy));
}

#[test]
fn the_same_seed_thinks_the_same_and_within_its_budget() {
    let table = placed(&["art k3", "ship k8", "plane k12"], &["art m3", "ship q20", "plane q17"], [5, 4]);
    let (game, play) = (&*table.game, &table.play);
    let think = |seed| {
        Rollouts::new(limits(200_000, 4), seed).tuned(&profile()).choose(game, play.known_to(game, Seat(0))).unwrap()
    };
    let (one, two) = (think(3), think(3));
    assert_eq!((one.action, one.value, one.nodes), (two.action, two.value, two.nodes));
    // The last rollout is played to its end.
    assert!(one.nodes <= 200_000 / profile().node_cost + 64, "{}", one.nodes);
    assert!(one.depth > 0, "it has looked beyond its own turn");
}

#[test]
fn first_moves_are_ranked_by_their_best_second_move() {
    // A player who looks at one move at a time sees no value in the quiet move that both dice need.
    let table = placed(&["art k3", "ship k8", "plane k12"], &["art m3", "ship q20", "plane q17"], [5, 4]);
    let (game, play) = (&*table.game, &table.play);
    let at_once = Rollouts::new(limits(1, 0), 1).tuned(&profile()).choose(game, play.known_to(game, Seat(0))).unwrap();
    let together =
        Rollouts::new(limits(1_000_000, 0), 1).tuned(&profile()).choose(game, play.known_to(game, Seat(0))).unwrap();
    assert!(together.value >= at_once.value, "{} {}", together.value, at_once.value);
    assert!(together.nodes > at_once.nodes);
}

#[test]
fn the_rollout_action_has_the_best_order_score_with_any_number_of_players() {
    let mut rng = Rng::new(5);
    for players in [2, 3, 4] {
        let table = table(players);
        let game = &*table.game;
        let mut play = Play::start(game);
        let (mut all, mut buffer, mut outcomes, mut seen) = (Vec::new(), Vec::new(), Vec::new(), 0);
        while seen < 1_500 {
            match play.turn(game) {
                Turn::Over => play.restart(game),
                Turn::Chance => {
                    let chance = game.sample_chance(&play.state, |n| rng.below(n), &mut outcomes).expect("a throw");
                    play.apply_chance(game, chance);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().expect("a seat");
                    all.clear();
                    game.legal_actions(&play.state, seat, &mut all);
                    let rollout_action =
                        game.rollout_action(&play.state, seat, |n| rng.below(n), &mut buffer).expect("something");
                    assert!(all.contains(&rollout_action), "{rollout_action:?} is not legal");
                    let best = all.iter().map(|action| game.order_score(&play.state, seat, *action)).max();
                    assert_eq!(Some(game.order_score(&play.state, seat, rollout_action)), best, "{rollout_action:?}");
                    seen += 1;
                    // Rollout actions and random ones in turn, so that pieces meet.
                    let action = if rng.below(2) == 0 { rollout_action } else { rng.one(&all).expect("something") };
                    play.apply(game, seat, action);
                }
            }
        }
    }
}

#[test]
fn no_computer_offers_or_accepts_a_pact() {
    let options = [("pacts".to_owned(), OptionValue::Switch(true))].into();
    let start =
        TypedMatch::<Conflict>::open(&MatchConfig { players: 4, options, ..MatchConfig::default() }).expect("a match");
    let game = &**start.game();
    let level = PlayerKind::Level;
    for kind in
        [PlayerKind::Random, PlayerKind::Greedy, level(Level::Private), level(Level::Captain), level(Level::Colonel)]
    {
        let mut computer = player::<Conflict>(kind, 7);
        let mut rng = Rng::new(5);
        let (mut play, mut asked) = (Play::start(game), 0);
        while asked < 6 {
            match play.turn(game) {
                Turn::Over => panic!("nobody wins so soon"),
                Turn::Chance => {
                    let chance = game.sample_chance(&play.state, |n| rng.below(n), &mut Vec::new()).expect("a throw");
                    play.apply_chance(game, chance);
                }
                Turn::Seats(seats) if play.state.phase() == Phase::Pact => {
                    let seat = seats.iter().next().expect("a seat");
                    let own = computer.choose(game, &play.known_to(game, seat)).expect("something to do").action;
                    assert_eq!(own, Action::GoOn, "{kind}");
                    // A person in its place would offer one.
                    let other = if game.colour(seat) == Colour::Red { Colour::Green } else { Colour::Red };
                    play.apply(game, seat, Action::Propose(other));
                    let asked_seat = game.seat_of(other).expect("four play");
                    let answer =
                        computer.choose(game, &play.known_to(game, asked_seat)).expect("something to do").action;
                    assert_eq!(answer, Action::Decline, "{kind}");
                    play.apply(game, asked_seat, answer);
                    asked += 1;
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().expect("a seat");
                    let rollout_action =
                        game.rollout_action(&play.state, seat, |n| rng.below(n), &mut Vec::new()).expect("something");
                    play.apply(game, seat, rollout_action);
                }
            }
        }
    }
}
