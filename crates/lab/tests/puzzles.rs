//! Generating puzzles, and the stocks that come with the games.

use boxtop_lab::puzzles::{Plan, best_of, run};
use kernel::puzzle::Stock;
use std::collections::BTreeSet;
use table::{ExerciseRun, Tried};

/// Maximum size of a game's stock.
const MOST_BYTES: usize = 400_000;

#[test]
fn the_same_seed_finds_the_same_puzzles_on_any_number_of_threads() {
    let plan = |threads| Plan { threads, matches: 12, ..Plan::new("hit-the-beach", 2, 5) }.quick();
    let stock = run(&plan(1), &(), &|_| ()).unwrap();
    assert_eq!(stock.puzzles.len(), 2);
    assert_eq!(run(&plan(2), &(), &|_| ()).unwrap(), stock);
    assert_eq!(Stock::read(&stock.write()), Ok(stock));
}

#[test]
fn every_game_has_a_stock_that_is_of_its_rules_and_board() {
    for game in catalog::games() {
        let (info, stock) = (game.info(), game.puzzles().expect("a stock that can be read"));
        assert_eq!(stock.head.game, info.slug);
        assert!((1..=info.rules_version).contains(&stock.head.rules_version), "{}", info.slug);
        assert_eq!(stock.head.board_hash, table::board_hash(game.standard_board()), "{}", info.slug);
        assert!(stock.write().len() <= MOST_BYTES, "{}: {} bytes", info.slug, stock.write().len());
        assert!((60..=100).contains(&stock.puzzles.len()), "{}: {}", info.slug, stock.puzzles.len());
    }
}

#[test]
fn every_puzzle_can_be_played_and_its_judged_actions_are_legal() {
    for game in catalog::games() {
        let (slug, stock, mut seen) = (game.info().slug, game.puzzles().unwrap(), BTreeSet::new());
        for puzzle in &stock.puzzles {
            let (id, exercise) = (&puzzle.id, &puzzle.exercise);
            let run = ExerciseRun::open(*game, exercise).unwrap_or_else(|fault| panic!("{slug} {id}: {fault}"));
            assert!(seen.insert((exercise.start.as_ref().map(ToString::to_string), &exercise.seat)), "{slug} {id}");
            assert!((1..=3).contains(&puzzle.difficulty), "{slug} {id}");
            for judged in &exercise.judged {
                let legal =
                    matches!(run.judge(&judged.notation), Tried::Legal { notation, .. } if notation == judged.notation);
                assert!(legal, "{slug} {id}: {}", judged.notation);
            }
            let losses: Vec<f64> = exercise.judged.iter().map(|judged| judged.loss).collect();
            assert!(losses.is_sorted() && losses[0] == 0.0, "{slug} {id}: the best come first: {losses:?}");
            assert!(losses.iter().all(|loss| *loss == 0.0 || *loss >= 0.055), "{slug} {id}: one is clearly the best");
            assert!(losses.iter().any(|loss| *loss > 0.0), "{slug} {id}: not all are the best");
            assert!(exercise.best().any(|best| best == exercise.line[0]), "{slug} {id}: the line begins with the best");
            assert!(run.after(&exercise.line[0]).is_ok(), "{slug} {id}");
            assert!(!exercise.reason.text.is_empty() && !exercise.reason.text.contains("was played"), "{slug} {id}");
            for rule in &exercise.reason.rules {
                assert!(game.rule_book().get(rule).is_some(), "{slug} {id}: {rule}");
            }
        }
        let easy = stock.puzzles.iter().filter(|puzzle| puzzle.difficulty == 1).count();
        assert!(2 * easy <= stock.puzzles.len(), "{slug}: {easy} are solved by the greedy player");
    }
}

#[test]
fn another_search_finds_the_best_action_of_some_puzzles_again() {
    for game in catalog::games() {
        let stock = game.puzzles().unwrap();
        for puzzle in stock.puzzles.iter().step_by(45) {
            let found = best_of(game.info().slug, &puzzle.exercise, 99).unwrap();
            assert!(
                puzzle.exercise.best().any(|best| best == found),
                "{} {}: {found} instead of {:?}",
                game.info().slug,
                puzzle.id,
                puzzle.exercise.line[0]
            );
        }
    }
}
