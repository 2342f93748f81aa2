//! Evaluation: what computer players prefer, and that it helps them win.

use super::drawn::*;
use crate::ranger_commandos::rules::WHISTLE;
use crate::ranger_commandos::{Action, Phase, RangerCommandos, State};
use kernel::{Evaluate, Game, Play, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use testkit::watched::one_look_ahead;

/// The nearest arrow with a counter, and never a sentry by choice.
fn greedy(game: &RangerCommandos, state: &State, seat: Seat, action: Action) -> i32 {
    game.heuristic(state, seat, action).unwrap()
}

/// RC-35
#[test]
fn looking_one_spin_ahead_beats_greedy_play_for_every_number_of_players() {
    for (players, least) in [(2, 0.53), (3, 0.35), (4, 0.26)] {
        let share = one_look_ahead(players, 2_000, 42, greedy);
        assert!(share > least, "{players} players: {share}");
    }
}

fn spin(game: &RangerCommandos, play: &mut Play<RangerCommandos>, dice: &mut Xoshiro256PlusPlus) {
    let spin = game.sample_chance(&play.state, |n| dice.random_range(0..n), &mut Vec::new());
    play.apply_chance(game, spin.unwrap());
}

/// Calls `look` at every walk of many matches in which players mostly avoid sentries.
fn at_every_walk(players: u8, seed: u64, mut look: impl FnMut(&RangerCommandos, &Play<RangerCommandos>, &[Action])) {
    let table = opening(players);
    let game: &RangerCommandos = table.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..150 {
        let mut play = Play::start(game);
        while !game.only_chance_remains(&play.state) {
            let Turn::Seats(seats) = play.turn(game) else {
                spin(game, &mut play, &mut dice);
                continue;
            };
            let seat = seats.iter().next().unwrap();
            let mut actions = Vec::new();
            game.legal_actions(&play.state, seat, &mut actions);
            if play.state.phase() == Phase::Walk {
                look(game, &play, &actions);
            }
            let best = actions.iter().max_by_key(|action| (game.heuristic(&play.state, seat, **action), **action));
            let any = actions[dice.random_range(0..actions.len())];
            let action = if dice.random_range(0..8) == 0 { any } else { *best.unwrap() };
            play.apply(game, seat, action);
            if play.turn(game) == Turn::Over {
                break;
            }
        }
    }
}

/// RC-16, RC-23
#[test]
fn the_rollout_action_has_the_best_order_score_of_all_walks() {
    for players in 2..=4 {
        let mut walks = 0;
        at_every_walk(players, 5, |game, play, actions| {
            let score = |action: &Action| game.order_score(&play.state, Seat(0), *action);
            let reply = game.rollout_action(&play.state, Seat(0), |_| 0, &mut Vec::new()).unwrap();
            assert!(actions.contains(&reply), "{reply:?}");
            let best = actions.iter().map(score).max().unwrap();
            assert!((score(&reply) - best).abs() <= 1, "{reply:?}");
            walks += 1;
        });
        assert!(walks > 300, "{walks}");
    }
}

/// RC-21, RC-23
#[test]
fn the_heuristic_takes_counters_and_never_chooses_a_sentry() {
    at_every_walk(3, 6, |game, play, actions| {
        let heuristic = |action: &&Action| game.heuristic(&play.state, Seat(0), **action).unwrap();
        let best = actions.iter().max_by_key(heuristic).unwrap();
        let takes = |action: &Action| matches!(action, Action::Take(_));
        let sentry = |action: &Action| kernel::Explain::cite(game, &play.state, Seat(0), *action).contains(&WHISTLE);
        assert_eq!(takes(best), actions.iter().any(takes));
        assert_eq!(sentry(best), actions.iter().all(sentry));
    });
}

/// RC-24
#[test]
fn nobody_has_anything_to_decide_once_the_whistle_has_sounded() {
    let escape = players(&["red k11 n11 3", "black f9"]).escape("p1", "p2").table();
    assert!(escape.game().only_chance_remains(&escape.current_play().state));
    let start = players(&["red k11 n11 3", "black f9"]).head_start("p2", "p2").table();
    assert!(start.game().only_chance_remains(&start.current_play().state));
    let day = players(&["red c7", "black h9"]).phase("day").table();
    assert!(day.game().only_chance_remains(&day.current_play().state));
    assert!(!opening(4).game().only_chance_remains(&opening(4).current_play().state));
}

/// RC-35
#[test]
fn the_estimated_odds_of_winning_agree_with_the_results() {
    // Players look one action ahead. Positions with estimated odds of about three in four are won about that often.
    let table = opening(2);
    let game: &RangerCommandos = table.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(9);
    let (mut estimated, mut won, mut many) = (0.0, 0.0, 0.0);
    for _ in 0..1_500 {
        let mut play = Play::start(game);
        let mut odds = Vec::new();
        while play.turn(game) != Turn::Over {
            let Turn::Seats(seats) = play.turn(game) else {
                spin(game, &mut play, &mut dice);
                continue;
            };
            let seat = seats.iter().next().unwrap();
            let mut actions = Vec::new();
            game.legal_actions(&play.state, seat, &mut actions);
            let after = |action: &Action| {
                let mut next = play.clone();
                next.apply(game, seat, *action);
                game.evaluate(&next.state, seat)
            };
            let best = *actions.iter().max_by_key(|action| (after(action), dice.random::<u32>())).unwrap();
            play.apply(game, seat, best);
            let odd = (f64::from(game.evaluate(&play.state, Seat(0))) / 250.0).exp();
            odds.push(odd / (1.0 + odd));
        }
        let share = game.outcome(&play.state).unwrap().share(Seat(0));
        for odds in odds.into_iter().filter(|odds| (0.65..0.85).contains(odds)) {
            (estimated, won, many) = (estimated + odds, won + share, many + 1.0);
        }
    }
    assert!(many > 300.0, "{many}");
    assert!(
        ((estimated - won) / many).abs() < 0.08,
        "estimated {:.3}, won {:.3} of {many}",
        estimated / many,
        won / many
    );
}

fn worth(position: Position, id: &str) -> i32 {
    let table = position.table();
    table.game().evaluate(&table.current_play().state, seat(&table, id))
}

/// RC-21, RC-34
#[test]
fn more_counters_and_fewer_with_the_others_are_better() {
    let base = worth(players(&["red k11 n11 2", "black l9 p9 2"]), "p1");
    assert!(worth(players(&["red k11 n11 3", "black l9 p9 2"]), "p1") > base);
    assert!(worth(players(&["red k11 n11 2", "black l9 p9 3"]), "p1") < base);
}

/// RC-25
#[test]
fn near_the_barge_is_better_than_far_from_it() {
    let near = worth(players(&["red k11 n11 3", "black l9 p9 2"]), "p1");
    let far = worth(players(&["red k11 v15 3", "black l9 p9 2"]), "p1");
    assert!(near > far, "{near} {far}");
    let run = |circle: &str| worth(players(&[&format!("red k11 {circle} 3"), "black f9"]).escape("p1", "p2"), "p1");
    assert!(run("n11") > run("w8") && run("w8") > run("w2"));
}

/// RC-28, RC-33
#[test]
fn nearer_home_is_better() {
    let day = |wave: &str| worth(players(&[&format!("red {wave}"), "black h9"]).phase("day"), "p1");
    assert!(day("c7") > day("f9") && day("f9") > day("l9"));
}

/// RC-26
#[test]
fn a_head_start_has_value() {
    // The same landing: aboard when the whistle sounds, or a step from the barge.
    let aboard = worth(players(&["red l9", "black k11 n11"]).head_start("p1", "p1"), "p1");
    let run = worth(players(&["red l9 n9", "black k11 n11"]).escape("p1", "p1"), "p1");
    assert!(aboard > run, "{aboard} {run}");
}

/// RC-32
#[test]
fn being_called_in_costs_more_when_the_last_scores_last() {
    let day = |last: bool| {
        let options = [("last_scores_last", if last { on() } else { off() })];
        let table = players(&["red h9 aboard 1", "black c7"]).phase("day").table_with(&options);
        table.game().evaluate(&table.current_play().state, seat(&table, "p1"))
    };
    assert!(day(true) < day(false), "{} {}", day(true), day(false));
}

/// RC-23
#[test]
fn a_player_near_the_barge_sounds_the_whistle_when_the_others_are_far_from_theirs() {
    // Red leads and stands next to the barge; Black and Green are far inland with much to lose.
    let table = players(&["red k11 n11 4", "black l1 v15 4", "green l17 w2 4"]).walks("S1N").table();
    let (game, state) = (table.game(), table.current_play().state);
    let red = seat(&table, "p1");
    let mut actions = Vec::new();
    game.legal_actions(&state, red, &mut actions);
    let value = |action: &Action| {
        let mut next = state;
        game.apply(&mut next, &mut (), red, *action);
        game.evaluate(&next, red)
    };
    let best = actions.iter().max_by_key(|action| value(action)).unwrap();
    let best = kernel::Notation::write(&**game, &state, *best);
    assert!(["n9", "o10", "o12"].contains(&best.as_str()), "a sentry near the barge, not {best}");
}

/// RC-22
#[test]
fn an_unseen_counter_counts_at_its_average() {
    let table = opening(4);
    assert!((table.game().mean_counter() - 490.0 / 34.0).abs() < 1e-4);
}
