//! Players at a game for two without dice: legal, repeatable, within limits and sensible.

use boxtop_players::{self as players, AlphaBeta, Budget, Level, Limits, PlayerKind, Rng, Uct, WIN, is_won, player};
use games::three_musketeers::{ATTACK, Action, MUSKETEERS, Setup, ThreeMusketeers};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{Evaluate, Game, Play, Positions, Seat, Turn};
use std::sync::Arc;
use std::time::Duration;

type Tm = ThreeMusketeers;

fn game() -> Arc<Tm> {
    TypedMatch::<Tm>::open(&MatchConfig::default()).expect("a match").game().clone()
}

fn limits(nodes: u64, depth: u32) -> Limits {
    Limits { nodes, depth, noise: 0, mistakes: 0, time: Duration::from_secs(600) }
}

fn to_act(game: &Tm, play: &Play<Tm>) -> Option<Seat> {
    match play.turn(game) {
        Turn::Seats(seats) => seats.iter().next(),
        _ => None,
    }
}

/// Positions of random matches in which a seat is to act, about one in `every`.
fn positions(game: &Tm, matches: u64, every: u32) -> Vec<Play<Tm>> {
    let mut found = Vec::new();
    let mut buffer = Vec::new();
    for number in 0..matches {
        let mut rng = Rng::stream(9, number);
        let mut play = Play::start(game);
        while let Some(seat) = to_act(game, &play) {
            if rng.below(every) == 0 {
                found.push(play.clone());
            }
            let action = game.sample_action(&play.state, seat, |n| rng.below(n), &mut buffer).expect("an action");
            play.apply(game, seat, action);
        }
    }
    found
}

fn placed(game: &Tm, attackers: &str, musketeers: &str, to_act: &str) -> Play<Tm> {
    let names = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let setup = Setup {
        waited: 0,
        attackers: names(attackers),
        musketeers: names(musketeers),
        to_act: to_act.into(),
        jumper: None,
        quiet: 0,
        earlier: Vec::new(),
    };
    let (state, history) = game.place(setup).expect("a playable position");
    Play { state, history }
}

#[test]
fn every_kind_plays_legal_actions_only() {
    let game = game();
    let tested = positions(&game, 60, 4);
    assert!(tested.len() > 1_500);
    for (kind, step) in PlayerKind::ALL.into_iter().zip([1, 1, 1, 4, 40, 400]) {
        let mut player = player::<Tm>(kind, 3);
        for play in tested.iter().step_by(step) {
            let seat = to_act(&game, play).expect("a seat");
            let thought = player.choose(&game, &play.known_to(&game, seat)).expect("an action");
            let mut legal = Vec::new();
            game.legal_actions(&play.state, seat, &mut legal);
            assert!(legal.contains(&thought.action), "{kind}: {:?}", thought.action);
            assert_eq!(thought.line.first(), Some(&thought.action), "{kind}");
        }
    }
}

#[test]
fn a_player_has_no_choice_on_the_other_players_turn() {
    let game = game();
    for kind in PlayerKind::ALL {
        assert!(player::<Tm>(kind, 1).choose(&game, &Play::start(&*game).known_to(&game, MUSKETEERS)).is_none());
    }
}

#[test]
fn the_expected_line_can_be_played() {
    let game = game();
    let mut general = AlphaBeta::<Tm>::new(limits(20_000, 64), 1);
    for play in positions(&game, 20, 40) {
        let mut play = play.clone();
        let seat = to_act(&game, &play).expect("a seat");
        let thought = general.choose(&game, play.known_to(&game, seat)).expect("an action");
        for action in thought.line {
            let seat = to_act(&game, &play).expect("the line is not longer than the match");
            let mut legal = Vec::new();
            game.legal_actions(&play.state, seat, &mut legal);
            assert!(legal.contains(&action));
            play.apply(&game, seat, action);
        }
    }
}

#[test]
fn the_same_seed_chooses_the_same_regardless_of_earlier_searches() {
    let game = game();
    let tested = positions(&game, 5, 60);
    for level in Level::ALL {
        let (mut fresh, mut used) =
            (player::<Tm>(PlayerKind::Level(level), 7), player::<Tm>(PlayerKind::Level(level), 7));
        for play in &tested {
            let seat = to_act(&game, play).expect("a seat");
            used.choose(&game, &Play::start(&*game).known_to(&game, ATTACK));
            let (one, other) =
                (fresh.choose(&game, &play.known_to(&game, seat)), used.choose(&game, &play.known_to(&game, seat)));
            let found = |thought: Option<players::Thought<Tm>>| thought.map(|t| (t.action, t.value, t.depth, t.nodes));
            assert_eq!(found(one), found(other), "{level}");
        }
    }
}

#[test]
fn no_level_exceeds_its_limits() {
    let game = game();
    for level in Level::ALL {
        let mut player = player::<Tm>(PlayerKind::Level(level), 1);
        for play in positions(&game, 3, 60) {
            let seat = to_act(&game, &play).expect("a seat");
            let thought = player.choose(&game, &play.known_to(&game, seat)).expect("an action");
            assert!(thought.nodes <= level.limits().nodes, "{level}: {}", thought.nodes);
            assert!(thought.depth <= level.limits().depth, "{level}: {}", thought.depth);
        }
    }
}

/// Plain minimax by definition: whole turns, exchanges played out, endings by their
/// distance, repetitions by the rules.
struct Minimax<'g> {
    game: &'g Tm,
    depth: u32,
    path: Vec<u64>,
}

impl Minimax<'_> {
    fn value(&mut self, play: &mut Play<Tm>, seat: Seat, depth: i32, ply: usize) -> i32 {
        let Some(mover) = to_act(self.game, play) else {
            return match self.game.outcome(&play.state).and_then(|outcome| outcome.winner()) {
                Some(winner) if winner == seat => WIN - ply as i32,
                Some(_) => ply as i32 - WIN,
                None => 0,
            };
        };
        let quiet = self.game.is_quiet(&play.state) && !self.game.mid_turn(&play.state);
        if depth <= 0 && quiet {
            return self.game.evaluate(&play.state, seat);
        }
        let key = self.game.hash_key(&play.state) ^ self.game.counters(&play.state);
        if ply > 0 && self.path.contains(&key) {
            return if seat == MUSKETEERS { WIN - ply as i32 } else { ply as i32 - WIN };
        }
        self.path.push(key);
        let mut actions = Vec::new();
        self.game.legal_actions(&play.state, mover, &mut actions);
        let forced = actions.len() == 1 && ply + 1 < 2 * self.depth as usize;
        let mark = play.bookmark();
        let mut best = None;
        for action in actions {
            play.apply(self.game, mover, action);
            let next = if forced || self.game.mid_turn(&play.state) { depth } else { depth - 1 };
            let value = self.value(play, seat, next, ply + 1);
            play.back_to(mark);
            let better = best.is_none_or(|best| if mover == seat { value > best } else { value < best });
            if better {
                best = Some(value);
            }
        }
        self.path.pop();
        best.expect("an action")
    }
}

#[test]
fn alpha_beta_agrees_with_plain_minimax() {
    let game = game();
    let mut compared = 0;
    for play in positions(&game, 12, 60) {
        let seat = to_act(&game, &play).expect("a seat");
        for depth in 1..=3 {
            let mut search = AlphaBeta::<Tm>::new(limits(u64::MAX, depth), 1).exact();
            let thought = search.choose(&game, play.known_to(&game, seat)).expect("an action");
            if is_won(thought.value.abs()) {
                continue; // it may have stopped before the full depth
            }
            let mut plain = Minimax { game: &game, depth, path: Vec::new() };
            assert_eq!(thought.value, plain.value(&mut play.clone(), seat, depth as i32, 0), "depth {depth}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

/// All castle points but e9 are held; a man stands on e8's file behind it.
const STORMING: &str = "b9 c9 d9 f9 g9 h9 c8 d8 e8 f8 g8 c7 d7 e7 f7 g7 e6 a3 b3";

#[test]
fn the_attack_takes_the_last_point_at_once() {
    let game = game();
    let play = placed(&game, STORMING, "a4 i4 i3", "attack");
    let mut general = player::<Tm>(PlayerKind::Level(Level::General), 1);
    let mut now = play.clone();
    let thought = general.choose(&game, &play.known_to(&game, ATTACK)).expect("an action");
    assert!(is_won(thought.value), "{}", thought.value);
    let line = thought.line.len() as i32;
    assert!(WIN - thought.value <= line.max(3), "the shortest way: {} in {line}", WIN - thought.value);
    for action in thought.line {
        let seat = to_act(&game, &now).expect("not over");
        now.apply(&game, seat, action);
    }
    assert_eq!(game.outcome(&now.state).and_then(|outcome| outcome.winner()), Some(ATTACK));
}

/// Does an action of the seat to act win at once?
fn wins_at_once(game: &Tm, play: &Play<Tm>) -> bool {
    let Some(seat) = to_act(game, play) else { return false };
    let mut actions = Vec::new();
    game.legal_actions(&play.state, seat, &mut actions);
    actions.into_iter().any(|action| winner_after(game, play, seat, action) == Some(seat))
}

fn winner_after(game: &Tm, play: &Play<Tm>, seat: Seat, action: Action) -> Option<Seat> {
    let mut play = play.clone();
    play.apply(game, seat, action);
    game.outcome(&play.state)?.winner()
}

/// The last two positions of random matches.
fn last_two(game: &Tm, matches: u64) -> Vec<[Play<Tm>; 2]> {
    let mut buffer = Vec::new();
    let pair = |number| {
        let mut rng = Rng::stream(10, number);
        let mut play = Play::start(game);
        let mut last = [play.clone(), play.clone()];
        while let Some(seat) = to_act(game, &play) {
            last = [last[1].clone(), play.clone()];
            let action = game.sample_action(&play.state, seat, |n| rng.below(n), &mut buffer).expect("an action");
            play.apply(game, seat, action);
        }
        last
    };
    (0..matches).map(pair).collect()
}

#[test]
fn uct_takes_a_win_in_one_and_avoids_a_loss_in_one() {
    let game = &*game();
    let (mut wins, mut threats, mut avoided) = (0, 0, 0);
    for [before, last] in last_two(game, 60) {
        let choose = |play: &Play<Tm>| {
            let seat = to_act(game, play).expect("a seat");
            let thought = Uct::new(Budget::Playouts(1_500), 3).choose(game, play.known_to(game, seat));
            (seat, thought.expect("an action").action)
        };
        if wins_at_once(game, &last) {
            let (seat, action) = choose(&last);
            assert_eq!(winner_after(game, &last, seat, action), Some(seat));
            wins += 1;
        }
        let after = |action| {
            let mut play = before.clone();
            play.apply(game, to_act(game, &before).expect("a seat"), action);
            play
        };
        let mut actions = Vec::new();
        let seat = to_act(game, &before).expect("a seat");
        game.legal_actions(&before.state, seat, &mut actions);
        let lost = |action: &Action| {
            let play = after(*action);
            to_act(game, &play) != Some(seat) && wins_at_once(game, &play)
        };
        let losing = actions.iter().filter(|action| lost(action)).count();
        if !wins_at_once(game, &before) && 0 < losing && losing < actions.len() {
            threats += 1;
            avoided += u32::from(!lost(&choose(&before).1));
        }
    }
    assert!(wins > 5 && threats > 0, "{wins} {threats}");
    // Where everything loses soon, it may not matter which way.
    assert!(avoided * 10 >= threats * 9, "{avoided} of {threats}");
}

#[test]
fn no_level_overlooks_a_win_at_hand() {
    let game = &*game();
    let mut wins = 0;
    for [_, last] in last_two(game, 30).into_iter().filter(|[_, last]| wins_at_once(game, last)) {
        for (level, seed) in
            [Level::Private, Level::Captain].into_iter().flat_map(|level| [1, 2, 3].map(|seed| (level, seed)))
        {
            let seat = to_act(game, &last).expect("a seat");
            let thought = player::<Tm>(PlayerKind::Level(level), seed).choose(game, &last.known_to(game, seat));
            assert_eq!(winner_after(game, &last, seat, thought.expect("an action").action), Some(seat), "{level}");
        }
        wins += 1;
    }
    assert!(wins > 2, "{wins}");
}

#[test]
fn uct_repeats_its_choice_whatever_it_searched_before() {
    let game = &*game();
    let mut used = Uct::new(Budget::Playouts(1_000), 3);
    for play in positions(game, 1, 10) {
        let seat = to_act(game, &play).expect("a seat");
        let found = |uct: &mut Uct<Tm>| {
            uct.choose(game, play.known_to(game, seat)).map(|thought| (thought.action, thought.value, thought.depth))
        };
        assert_eq!(found(&mut used), found(&mut Uct::new(Budget::Playouts(1_000), 3)));
    }
}

#[test]
fn a_musketeer_takes_the_longer_series() {
    let game = game();
    // From e5: over e4 to e3, and over d6 to c7, then over b6 and on.
    let many = "e4 d6 b6 b4 c1 d1 e1 f1 g1 c2 g2 h6 i6 i5 i4 i3 h3 g3 h4 h5";
    let play = placed(&game, many, "e5 e9 f9", "musketeers");
    for kind in
        [PlayerKind::Level(Level::Captain), PlayerKind::Level(Level::Colonel), PlayerKind::Level(Level::General)]
    {
        let mut play = play.clone();
        let mut player = player::<Tm>(kind, 1);
        let before = play.state.attackers.count_ones();
        while to_act(&game, &play) == Some(MUSKETEERS) {
            let thought = player.choose(&game, &play.known_to(&game, MUSKETEERS)).expect("an action");
            play.apply(&game, MUSKETEERS, thought.action);
        }
        assert!(before - play.state.attackers.count_ones() >= 2, "{kind}");
    }
}
