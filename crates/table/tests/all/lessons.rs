//! The lessons of all games, played through.

use boxtop_table::{Attempt, Judgement, LEARNER, LessonRun};
use kernel::Turn;
use kernel::dynamic::DynGame;
use kernel::lesson::{Lesson, ScriptStep};

fn lessons() -> impl Iterator<Item = (&'static dyn DynGame, &'static Lesson)> {
    catalog::games().iter().map(|game| (*game, game.lesson().unwrap_or_else(|| panic!("{}", game.info().slug))))
}

fn at(game: &'static dyn DynGame, step: usize) -> LessonRun<'static> {
    let slug = game.info().slug;
    LessonRun::at(game, step).unwrap().unwrap_or_else(|fault| panic!("{slug}: {fault}"))
}

/// Does what is asked until the step is done.
fn do_it(run: &mut LessonRun<'_>) {
    while let Some(task) = run.task() {
        let attempt = match task {
            ScriptStep::Act { action, .. } => Attempt::Act(action),
            ScriptStep::Throw(_) => Attempt::Throw,
        };
        assert_eq!(run.judge(attempt), Judgement::Expected(1), "{task}");
        if let (ScriptStep::Act { action, .. }, Some(seat)) = (task, run.seat()) {
            let legal = run.table().game_match().legal_moves(seat);
            assert!(legal.iter().any(|legal| legal.action == *action), "{action} is legal and in canonical notation");
        }
        run.advance().unwrap();
    }
}

#[test]
fn every_lesson_has_eight_to_twelve_steps_and_ends_with_a_win() {
    for (game, lesson) in lessons() {
        let slug = game.info().slug;
        assert!((8..=12).contains(&lesson.steps.len()), "{slug}: {}", lesson.steps.len());
        let mut run = at(game, 0);
        for step in 0..lesson.steps.len() {
            assert_eq!(run.number(), step, "{slug}");
            do_it(&mut run);
            let more = run.go_on().unwrap_or_else(|fault| panic!("{slug}: {fault}"));
            assert_eq!(more, step + 1 < lesson.steps.len(), "{slug}");
        }
        let seat = run.seat().unwrap();
        assert_eq!(run.table().turn(), Turn::Over, "{slug}");
        assert_eq!(run.table().outcome().unwrap().shares[seat.index()], 1.0, "{slug}");
    }
}

#[test]
fn a_lesson_resumed_at_any_step_is_where_it_was_left() {
    for (game, lesson) in lessons() {
        let mut run = at(game, 0);
        for step in 0..lesson.steps.len() {
            let resumed = at(game, step);
            assert_eq!(resumed.task(), run.task());
            assert_eq!(resumed.story(), run.story());
            assert_eq!(resumed.table().view(Some(LEARNER)), run.table().view(Some(LEARNER)));
            do_it(&mut run);
            run.go_on().unwrap();
        }
        assert!(LessonRun::at(game, lesson.steps.len()).is_none());
        assert!(at(game, 0).back().is_none());
        assert_eq!(at(game, 3).back().unwrap().unwrap().number(), 2);
    }
}

#[test]
fn prompts_are_short_and_every_rule_exists() {
    for (game, lesson) in lessons() {
        for (number, step) in lesson.steps.iter().enumerate() {
            let place = format!("{} step {}", game.info().slug, number + 1);
            assert!(step.prompt.split_whitespace().count() < 20, "{place}: {}", step.prompt);
            assert!(!step.rules.is_empty(), "{place} cites no rule");
            for rule in &step.rules {
                assert!(game.rule_book().get(rule).is_some(), "{place} cites {rule}");
            }
            for text in [&step.prompt, &step.hint, &step.why] {
                assert!(text.ends_with('.') && text.len() > 5, "{place}: {text}");
            }
            assert!(number == 0 || step.start.is_none() || step.scene.is_some(), "{place} does not say what changed");
        }
    }
}

#[test]
fn what_is_not_asked_and_what_is_illegal_change_nothing() {
    let game = catalog::game("three-musketeers").unwrap();
    let mut run = at(game, 0);
    assert_eq!(run.judge(Attempt::Act("f6-f7")), Judgement::NotAsked);
    let Judgement::Refused(refusal) = run.judge(Attempt::Act("d5-d6")) else { panic!("d6 is occupied") };
    assert_eq!(refusal.rule.to_string(), "TM-12");
    assert!(matches!(run.judge(Attempt::Act("nonsense")), Judgement::Refused(_)));
    assert!(matches!(run.judge(Attempt::Throw), Judgement::Refused(_)), "there are no dice");
    assert_eq!(run.table().version(), 1);
    run.advance().unwrap();
    assert!(run.task().is_none());
    assert!(matches!(run.judge(Attempt::Act("d5-d6")), Judgement::Refused(_)), "it is not the learner's turn");
    assert_eq!(run.story(), [], "replies wait until the learner goes on");
}

#[test]
fn several_actions_of_a_turn_may_be_typed_at_once() {
    let game = catalog::game("three-musketeers").unwrap();
    let last = at(game, 8);
    assert_eq!(last.judge(Attempt::Act("e5xe7xg7")), Judgement::Expected(2));
    let game = catalog::game("fighting-marines").unwrap();
    let entering = at(game, 3);
    assert_eq!(entering.judge(Attempt::Act("2> 6>")), Judgement::Expected(2));
    assert_eq!(entering.judge(Attempt::Act("2> pass")), Judgement::NotAsked);
}

#[test]
fn a_throw_comes_first_and_falls_as_the_lesson_says() {
    let game = catalog::game("hit-the-beach").unwrap();
    let mut run = at(game, 1);
    assert!(matches!(run.judge(Attempt::Act("marine-R4")), Judgement::Refused(_)));
    run.advance().unwrap();
    assert_eq!(run.story(), [], "the learner has seen their own throw");
    assert_eq!(run.judge(Attempt::Act("m-r4")), Judgement::Expected(1), "in any notation");
    assert_eq!(run.judge(Attempt::Act("army-R4")), Judgement::NotAsked);
}
