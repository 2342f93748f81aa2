//! Exercises in line mode: the puzzles of a game.

use boxtop_tui::{Look, lines};
use kernel::dynamic::DynGame;
use kernel::exercise::Exercise;

struct Stock(&'static dyn DynGame);

impl lines::Exercises for Stock {
    fn game(&self) -> &'static dyn DynGame {
        self.0
    }

    fn get(&self, at: usize) -> Option<&Exercise> {
        self.0.puzzles()?.puzzles.get(at).map(|puzzle| &puzzle.exercise)
    }

    fn name(&self, at: usize) -> String {
        format!("Puzzle {}", at + 1)
    }
}

/// Types these lines at the puzzles from this index on. Returns the output, and the index of the last puzzle.
fn solve(slug: &str, from: usize, script: &str) -> (String, usize) {
    let (stock, mut output) = (Stock(catalog::game(slug).unwrap()), Vec::new());
    let at = lines::exercise(&stock, from, Look::PLAIN, true, script.as_bytes(), &mut output).unwrap();
    (String::from_utf8(output).unwrap(), at)
}

#[test]
fn a_puzzle_of_every_game_is_tried_and_solved_by_typing() {
    for game in catalog::games() {
        let (slug, puzzles) = (game.info().slug, &game.puzzles().unwrap().puzzles);
        let exercise = &puzzles[1].exercise;
        let wrong = exercise.judged.iter().find(|judged| judged.loss > 0.0).unwrap();
        let best = exercise.best().next().unwrap();
        let (output, at) = solve(slug, 1, &format!("{}\n{best}\nnext\n", wrong.notation));
        let flat = output.replace('\n', " ");
        assert!(flat.contains("of the win. Try again."), "{slug}: {output}");
        let before = flat.find(&exercise.reason.text.replace('’', "'")).expect("the reason");
        assert!(flat.find("Right!").is_some_and(|right| right < before), "{slug}: only after it is solved: {output}");
        assert!(output.contains("Puzzle 3"), "{slug}: {output}");
        assert_eq!(at, 2);
        assert!(output.is_ascii(), "{slug}");
    }
}

#[test]
fn what_is_typed_wrong_is_explained_and_changes_nothing() {
    let (output, at) =
        solve("three-musketeers", 0, "nonsense\nthrow\nback\nundo\nrules 5\nrules 999\nhelp\n\nsolution\nquit\n");
    assert!(output.contains("! There is nothing to throw now"), "{output}");
    assert!(output.contains("! This is the first one."), "{output}");
    assert!(output.contains("! This word means nothing in a puzzle."), "{output}");
    assert!(output.contains("TM-5"), "{output}");
    assert!(output.contains("There is no rule 999"), "{output}");
    assert!(output.contains("The best move: "), "{output}");
    assert_eq!(at, 0);
    let last = catalog::game("three-musketeers").unwrap().puzzles().unwrap().puzzles.len() - 1;
    let (output, at) = solve("three-musketeers", last, "next\n");
    assert!(output.contains("! This is the last one."), "{output}");
    assert_eq!(at, last);
}
