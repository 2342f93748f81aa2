//! Puzzles in the browser.

use crate::person::Person;
use crate::{access, stage};
use kernel::dynamic::{DynGame, LegalMove};
use kernel::puzzle::Puzzle;
use table::ExerciseRun;

/// The first puzzle of the game whose action here is made by pointing at spaces, with its number and the move.
fn pointed<'a>(game: &'static dyn DynGame, action: impl Fn(&'a Puzzle) -> &'a str) -> (usize, LegalMove) {
    let puzzles = &game.puzzles().expect("a stock").puzzles;
    let found = (1..).zip(puzzles).find_map(|(number, puzzle)| {
        let run = ExerciseRun::open(game, &puzzle.exercise).ok()?;
        let moves = run.table().game_match().legal_moves(run.seat());
        let wanted = action(puzzle);
        let legal = moves.iter().find(|legal| legal.action == wanted)?;
        let same = |one: &&LegalMove| one.gesture.steps == legal.gesture.steps;
        let alone = legal.gesture.steps.len() == 2 && moves.iter().filter(same).count() == 1;
        alone.then(|| (number, legal.clone()))
    });
    found.expect("a puzzle that is solved by pointing")
}

fn best(puzzle: &'static Puzzle) -> &'static str {
    puzzle.exercise.best().next().expect("a best action")
}

async fn state(anna: &Person, state: &str) {
    let shown = format!("document.querySelector('#exercise').dataset.state === '{state}'");
    anna.until(&format!("the exercise is {state}"), &shown).await;
}

fn place(id: &str) -> String {
    format!("[data-tray=\"{id}\"], #board .space[data-space=\"{id}\"]")
}

/// A wrong move, the right one, the solution of another puzzle, and what is kept.
#[test]
fn a_puzzle_is_tried_solved_and_kept() {
    stage::play("puzzles", async |stage| {
        let anna = stage.person("anna").await;
        anna.prefer(&[("prefers-reduced-motion", "reduce")]).await;
        anna.size(1366, 768).await;
        anna.go("/puzzles").await;
        access::check(&anna, "the puzzles").await;
        anna.picture("puzzles", true).await;
        let game = catalog::game("three-musketeers").expect("a game");
        let (number, right) = pointed(game, best);
        anna.go(&format!("/puzzles/three-musketeers/{number}")).await;
        state(&anna, "asking").await;
        access::check(&anna, "a puzzle").await;
        anna.picture("puzzle", false).await;
        let puzzle = &game.puzzles().expect("a stock").puzzles[number - 1];
        let run = ExerciseRun::open(game, &puzzle.exercise).expect("a position");
        let moves = run.table().game_match().legal_moves(run.seat());
        let wrong = moves.iter().find(|legal| legal.action != right.action).expect("another move");
        let [from, to] = &wrong.gesture.steps[..] else { panic!("two steps") };
        anna.drag(&place(from), &place(to)).await;
        anna.until("it is judged", "document.querySelector('#verdict').innerText.includes('Try again')").await;
        let [from, to] = &right.gesture.steps[..] else { panic!("two steps") };
        anna.drag(&place(from), &place(to)).await;
        state(&anna, "solved").await;
        assert!(anna.text("#right").await.starts_with("Right!"));
        assert!(anna.text("#why").await.contains(&puzzle.exercise.reason.text));
        access::check(&anna, "a solved puzzle").await;
        anna.picture("puzzle-solved", false).await;
        anna.click("#again").await;
        state(&anna, "asking").await;
        anna.click("#next").await;
        state(&anna, "asking").await;
        anna.click("#solution").await;
        state(&anna, "shown").await;
        anna.go("/puzzles/three-musketeers").await;
        assert!(anna.text("main").await.contains("Solved: 1 of"));
        access::check(&anna, "the puzzles of a game").await;
        anna.go("/me").await;
        assert!(anna.text("main").await.contains("You have solved 1 puzzle."));
    });
}

/// Only keys: the cursor is on the board, and spaces are found by their names.
#[test]
fn a_puzzle_is_solved_with_the_keyboard_and_fits_a_phone() {
    stage::play("puzzle-keys", async |stage| {
        let anna = stage.person("anna").await;
        anna.prefer(&[("prefers-reduced-motion", "reduce")]).await;
        let (number, right) = pointed(catalog::game("three-musketeers").expect("a game"), best);
        anna.go(&format!("/puzzles/three-musketeers/{number}")).await;
        state(&anna, "asking").await;
        // The first Tab reaches the skip link; the board is one tab stop.
        for _ in 0..40 {
            anna.press("Tab").await;
            if anna.look("document.activeElement.matches('#board .space')").await {
                break;
            }
        }
        for id in &right.gesture.steps {
            for letter in id.chars() {
                anna.press(&letter.to_string()).await;
            }
            anna.until("the space is found", &format!("document.activeElement.dataset.space === '{id}'")).await;
            anna.press("Enter").await;
        }
        state(&anna, "solved").await;
        assert!(anna.text("#announce").await.starts_with("Right!"));
        assert!(anna.look::<bool>("document.activeElement.id === 'next'").await, "Next has the focus");
        anna.phone().await;
        for game in catalog::games() {
            let slug = game.info().slug;
            anna.go(&format!("/puzzles/{slug}/1")).await;
            state(&anna, "asking").await;
            access::check(&anna, &format!("a puzzle of {slug} on a phone")).await;
            let wide: f64 = anna.look("document.documentElement.scrollWidth").await;
            assert!(wide <= 391.0, "{slug} is {wide} wide");
            anna.picture(&format!("puzzle-{slug}-phone"), false).await;
        }
        anna.go("/puzzles").await;
        let wide: f64 = anna.look("document.documentElement.scrollWidth").await;
        assert!(wide <= 391.0, "the list is {wide} wide");
    });
}
