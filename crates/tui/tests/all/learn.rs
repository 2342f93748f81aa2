//! Lessons in line mode.

use boxtop_tui::{Look, TuiError, lines};
use kernel::lesson::ScriptStep;
use table::LessonRun;

/// Types these lines at a lesson. Returns the output, and the index of the step to go on with.
fn learn(slug: &str, from: usize, script: &str) -> (String, Option<usize>) {
    let game = catalog::game(slug).unwrap();
    let mut output = Vec::new();
    let step = lines::learn(game, from, Look::PLAIN, true, script.as_bytes(), &mut output).unwrap();
    (String::from_utf8(output).unwrap(), step)
}

/// Everything that a lesson asks for, as it is typed.
fn all_tasks(slug: &str) -> String {
    let game = catalog::game(slug).unwrap();
    let mut run = LessonRun::at(game, 0).unwrap().unwrap();
    let mut typed = String::new();
    loop {
        while let Some(task) = run.task() {
            match task {
                ScriptStep::Act { action, .. } => typed += action,
                ScriptStep::Throw(_) => typed += "throw",
            }
            typed += "\n";
            run.advance().unwrap();
        }
        if !run.go_on().unwrap() {
            return typed;
        }
    }
}

#[test]
fn every_lesson_is_typed_to_its_end() {
    for game in catalog::games() {
        let (slug, lesson) = (game.info().slug, game.lesson().unwrap());
        let (output, step) = learn(slug, 0, &all_tasks(slug));
        assert_eq!(step, None, "{output}");
        assert_eq!(output.matches("Right! ").count(), lesson.steps.len(), "{output}");
        assert!(!output.contains("\n! "), "nothing is refused: {output}");
        let flat = output.replace('\n', " ");
        assert!(flat.contains(&lesson.closing) && flat.contains(&format!("boxtop play {slug}")), "{output}");
        assert!(output.is_ascii());
    }
}

#[test]
fn what_is_not_asked_changes_nothing_and_says_why() {
    let (output, step) = learn("three-musketeers", 0, "f6-f7\nd5-d6\nthrow\nundo\n\n");
    let flat = output.replace('\n', " ");
    assert!(flat.contains("! That is legal, but the lesson asks for something else. Begin the attack"), "{output}");
    assert!(output.contains("! d6 is occupied. (TM-12)"), "{output}");
    assert!(output.contains("! There is nothing to throw now. (TM-4)"), "{output}");
    assert!(output.contains("! This word means nothing in a lesson."), "{output}");
    assert_eq!(step, Some(0), "the input has ended at the first step");
    let (output, _) = learn("hit-the-beach", 1, "marine-R4\n");
    assert!(output.contains("! The throw comes first."), "{output}");
}

#[test]
fn every_word_of_the_help_is_answered() {
    let script = "help\nhint\nboard\nmoves\nrules\nrules 9\nrules 99\nback\nskip\nback\nquit\nd6-d7\n";
    let (output, step) = learn("three-musketeers", 0, script);
    for part in ["the step before this one", "Hint: ", "Type d6-d7", "2 legal: d6-d7 f6-f7", "TM-4 - The attack begins"]
    {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(output.contains("TM-9 - The jump") && output.contains("! There is no rule 99"), "{output}");
    assert!(output.contains("! This is the first step.") && output.contains("Step 2 of 9"), "{output}");
    assert_eq!(step, Some(0), "nothing is read after quit");
    assert!(!output.contains("Right!"));
}

#[test]
fn a_lesson_begins_at_any_step_and_several_actions_may_be_typed_at_once() {
    let (output, step) = learn("three-musketeers", 8, "e5xe7xg7\n");
    assert_eq!(step, None, "{output}");
    assert!(output.contains("Step 9 of 9") && output.contains("Right! "), "{output}");
    let game = catalog::game("three-musketeers").unwrap();
    let missing = lines::learn(game, 9, Look::PLAIN, true, &b""[..], Vec::new());
    let error = missing.unwrap_err();
    assert!(matches!(&error, TuiError::Usage(text) if text.contains("steps 1 to 9")), "{error}");
}

#[test]
fn nonsense_input_does_no_harm() {
    let long = "x".repeat(10_000);
    let script = format!("{long}\n\u{1b}[2J\nrules {long}\n--\n:\nred: nothing\n");
    let (output, step) = learn("conflict", 1, &script);
    assert!(!output.contains('\u{1b}'));
    assert_eq!(step, Some(1));
    let game = catalog::game("conflict").unwrap();
    lines::learn(game, 0, Look::FULL, true, &b"\xff\xfe\n\0\n"[..], Vec::new()).unwrap();
}
