//! What is solved for a match of two: the shares after the whistle, checked by a slow solver that knows nothing but the
//! rules, and those of two raids, checked turn by turn.

use super::drawn::*;
use crate::ranger_commandos::{Action, Chance, Phase, RangerCommandos, State};
use kernel::{Evaluate, Game, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

/// Plays one random step; the walks end on a sentry now and then.
fn random_step(game: &RangerCommandos, state: &mut State, dice: &mut impl rand::Rng) {
    match game.turn(state) {
        Turn::Over => *state = game.start(&mut ()),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            let chance = outcomes[dice.random_range(0..outcomes.len())].0;
            game.apply_chance(state, &mut (), chance);
        }
        Turn::Seats(seats) => {
            let seat = seats.iter().next().expect("a seat");
            let mut actions = Vec::new();
            game.legal_actions(state, seat, &mut actions);
            let takes: Vec<Action> =
                actions.iter().copied().filter(|action| matches!(action, Action::Take(_))).collect();
            let among = if takes.is_empty() { actions } else { takes };
            game.apply(state, &mut (), seat, among[dice.random_range(0..among.len())]);
        }
    }
}

/// Share of seat 0 by value iteration over everything that chance can bring, with the rules alone.
fn slow_share(game: &RangerCommandos, start: &State) -> f64 {
    let mut numbers = HashMap::from([(*start, 0)]);
    let mut states = vec![*start];
    let mut after: Vec<Vec<(usize, f64)>> = Vec::new();
    while let Some(state) = states.get(after.len()).copied() {
        let mut outcomes: Vec<(Chance, u32)> = Vec::new();
        game.chance_outcomes(&state, &mut outcomes);
        let whole: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        let next = outcomes.into_iter().map(|(chance, weight)| {
            let mut next = state;
            game.apply_chance(&mut next, &mut (), chance);
            // What was spun last makes no difference.
            let next = game.canonical(&next);
            let number = *numbers.entry(next).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            });
            (number, f64::from(weight) / f64::from(whole))
        });
        after.push(next.collect());
    }
    let share = |state: &State| game.outcome(state).map(|outcome| outcome.share(Seat(0)));
    let ends: Vec<Option<f64>> = states.iter().map(share).collect();
    let mut shares: Vec<f64> = ends.iter().map(|end| end.unwrap_or(0.5)).collect();
    loop {
        let mut change: f64 = 0.0;
        for number in (0..states.len()).rev().filter(|number| ends[*number].is_none()) {
            let share = after[number].iter().map(|(next, odds)| odds * shares[*next]).sum::<f64>();
            change = change.max((share - shares[number]).abs());
            shares[number] = share;
        }
        if change < 1e-12 {
            return shares[0];
        }
    }
}

/// RC-14, RC-23, RC-25, RC-26, RC-28, RC-29, RC-31, RC-32, RC-33, RC-34, RC-35, RC-36
#[test]
fn the_shares_after_the_whistle_are_those_of_a_slow_solver() {
    let table = opening(2);
    let game: &RangerCommandos = table.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut state, mut checked, mut phases) = (game.start(&mut ()), 0, [0; 3]);
    while checked < 40 {
        random_step(game, &mut state, &mut dice);
        let phase = match state.phase() {
            Phase::Escape => 0,
            Phase::HeadStart => 1,
            Phase::Day => 2,
            _ => continue,
        };
        let counters: u8 = state.haul.iter().sum();
        if counters > 5 || phases[phase] > 20 || dice.random_range(0..3) > 0 {
            continue;
        }
        let shares = game.solved(&state).expect("two players after the whistle");
        let slow = slow_share(game, &state);
        assert!((shares[0] - slow).abs() < 1e-6, "{} instead of {slow}: {state:?}", shares[0]);
        assert!((shares[0] + shares[1] - 1.0).abs() < 1e-12);
        (checked, phases[phase]) = (checked + 1, phases[phase] + 1);
    }
    assert!(phases.iter().all(|count| *count >= 3), "{phases:?}");
}

/// Share of the seat whose turn it is, averaged over its spin, if it takes the best action by the solved shares.
fn one_turn(game: &RangerCommandos, state: &State, seat: Seat) -> f64 {
    let mut outcomes = Vec::new();
    game.chance_outcomes(state, &mut outcomes);
    let share = |state: &State| game.solved(state).expect("solved")[seat.index()];
    let (mut sum, mut whole) = (0.0, 0.0);
    for (chance, weight) in outcomes {
        let mut spun = *state;
        game.apply_chance(&mut spun, &mut (), chance);
        let best = if spun.phase() == Phase::Walk {
            let mut actions = Vec::new();
            game.legal_actions(&spun, seat, &mut actions);
            let after = actions.into_iter().map(|action| {
                let mut after = spun;
                game.apply(&mut after, &mut (), seat, action);
                share(&after)
            });
            after.fold(0.0, f64::max)
        } else {
            share(&spun)
        };
        sum += f64::from(weight) * best;
        whole += f64::from(weight);
    }
    sum / whole
}

/// RC-12, RC-13, RC-14, RC-15, RC-16, RC-17, RC-18, RC-19, RC-20, RC-21, RC-23
#[test]
fn the_shares_of_two_raids_agree_with_the_best_of_every_turn() {
    let table = opening(2);
    let game: &RangerCommandos = table.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(6);
    let (mut state, mut both, mut one) = (game.start(&mut ()), 0, 0);
    while both < 40 || one < 40 {
        random_step(game, &mut state, &mut dice);
        let landed = super::super::COLOURS.into_iter().filter(|colour| game.landing(&state, *colour).is_some()).count();
        if state.phase() != Phase::Night || landed == 0 || state.rounds > 20 || state.haul.iter().any(|haul| *haul > 6)
        {
            continue;
        }
        // No objective runs out: one of the assumptions of the tables.
        let mut plenty = state;
        plenty.left = game.start(&mut ()).left.map(|left| left.min(1) * 9);
        plenty.stocked = game.start(&mut ()).stocked;
        let Some(shares) = game.solved(&plenty) else { continue };
        let seat = game.seat_to_move(&plenty);
        let turn = one_turn(game, &plenty, seat);
        assert!((shares[seat.index()] - turn).abs() < 2e-5, "{} instead of {turn}: {plenty:?}", shares[seat.index()]);
        *(if landed == 2 { &mut both } else { &mut one }) += 1;
    }
}

#[test]
fn nothing_is_solved_for_more_than_two_players_or_before_the_first_landing() {
    for players in [2, 3, 4] {
        let table = opening(players);
        let game: &RangerCommandos = table.game();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut state = game.start(&mut ());
        for _ in 0..2_000 {
            random_step(game, &mut state, &mut dice);
            let landed = super::super::COLOURS.into_iter().any(|colour| game.landing(&state, colour).is_some());
            let early =
                matches!(state.phase(), Phase::Lots | Phase::Colours) || state.phase() == Phase::Night && !landed;
            assert!(players == 2 && !early || game.solved(&state).is_none(), "{state:?}");
        }
    }
}
