//! Taste: what computer players prefer, and that it is worth something.

use super::drawn::*;
use crate::fighting_marines::{Action, FightingMarines};
use kernel::{Evaluate, Game, Play, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn worth(position: Position, id: &str) -> i32 {
    let table = position.table();
    table.game().evaluate(&table.moment().state, seat(&table, id))
}

/// FM-16
#[test]
fn a_man_on_neutral_ground_is_worth_more_than_one_in_the_line_of_fire() {
    // With the arrow at 27, a man before 19 faces a black circle after an even throw; before 8 he is safe.
    let fire = "13 15 17 19 21";
    let safe = worth(arrow(4, 27).men("red", "/ 8").men("black", fire), "red");
    let shot_at = worth(arrow(4, 27).men("red", "/ 11").men("black", fire), "red");
    assert!(safe > shot_at, "{safe} {shot_at}");
}

/// FM-20, FM-21, FM-25
#[test]
fn more_men_landed_fewer_lost_and_nearer_to_victory_is_better() {
    let base = worth(arrow(4, 27).men("red", "/ 8 26"), "red");
    assert!(worth(arrow(4, 27).men("red", "/ 8"), "red") < base);
    assert!(worth(arrow(4, 27).men("red", "/ 8 26 / black:p"), "red") < base);
    assert!(worth(arrow(4, 27).men("red", "/ 8 26"), "black") < worth(arrow(4, 27).men("red", "/ 8"), "black"));
    let step = |men: &str| worth(arrow(4, 27).men("red", men), "red");
    let early = step("/ 8 26 3") - step("/ 8 26");
    let late = step("/ 8 26 3 4 5 6c 7c") - step("/ 8 26 3 4 5 6c");
    assert!(late > early, "{late} {early}");
}

/// One seat looks one action ahead by the evaluation, the others always enter, capture, regain.
fn wins_against_greed(players: u8, matches: u32) -> f32 {
    let table = opening(players);
    let game: &FightingMarines = table.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(43);
    let mut won = 0.0;
    for number in 0..matches {
        let hero = Seat((number % u32::from(players)) as u8);
        let mut play = Play::start(game);
        loop {
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut lots = Vec::new();
                    game.chances(&play.state, &mut lots);
                    let mut left = dice.random_range(0..36);
                    let drawn = lots.iter().find(|(_, weight)| {
                        let hit = left < *weight;
                        left = left.saturating_sub(*weight);
                        hit
                    });
                    play.befall(game, drawn.unwrap().0);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let mut actions = Vec::new();
                    game.legal(&play.state, seat, &mut actions);
                    let value = |action: &Action| {
                        if seat != hero {
                            return game.promise(&play.state, seat, *action);
                        }
                        let mut next = play.clone();
                        next.apply(game, seat, *action);
                        let end = game.outcome(&next.state).map(|outcome| (outcome.share(seat) * 1e6) as i32 - 500_000);
                        end.unwrap_or_else(|| game.evaluate(&next.state, seat))
                    };
                    let best = actions.iter().map(|action| (value(action), dice.random::<u32>(), *action)).max();
                    play.apply(game, seat, best.unwrap().2);
                }
            }
        }
        won += game.outcome(&play.state).unwrap().share(hero);
    }
    won / matches as f32
}

/// FM-25
#[test]
fn one_look_ahead_beats_greed_for_every_number_of_players() {
    for (players, least) in [(2, 0.56), (3, 0.38), (4, 0.27)] {
        let share = wins_against_greed(players, 4_000);
        assert!(share > least, "{players} players: {share}");
    }
}
