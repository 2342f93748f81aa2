//! Exercises made of steps of a match, set up and judged.

use boxtop_table::{ExerciseRun, LEARNER, NoExercise, Tried, board_hash, exercise_at};
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::exercise::{Exercise, Judged, Marked, Reason};
use kernel::record::{Record, RecordSeat, Step};

/// A record of some steps, each the first that is possible.
fn record(game: &'static dyn DynGame, steps: usize) -> Record {
    let config = MatchConfig::default();
    let mut opened = game.open(&config).unwrap();
    while opened.played().len() < steps {
        match opened.turn() {
            kernel::Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let action = opened.legal_moves_in(seat, 0..1)[0].action.clone();
                opened.play(seat, &action).unwrap();
            }
            kernel::Turn::Chance => {
                let outcomes = opened.chance_outcomes();
                let outcome = outcomes[(7 * opened.played().len() + 3) % outcomes.len()].outcome.clone();
                opened.apply_chance(&outcome).unwrap();
            }
            kernel::Turn::Over => panic!("the match is over"),
        }
    }
    let seats = opened.seats().iter().map(|info| RecordSeat { seat: info.id.into(), name: info.name.into() }).collect();
    let mut record = Record::blank(game.info(), board_hash(game.standard_board()), opened.config(), seats);
    record.steps = opened.played().iter().map(|played| played.step.clone()).collect();
    record
}

fn exercise(game: &'static dyn DynGame, record: &Record, step: usize, judged: &[(&str, f64)]) -> Exercise {
    let judged = judged.iter().map(|(action, loss)| Judged::from(((*action).to_owned(), *loss))).collect();
    let reason = Reason { text: "An example.".into(), rules: Vec::new() };
    exercise_at(game, record, step, judged, reason, Vec::new()).unwrap()
}

#[test]
fn every_decision_of_a_match_is_an_exercise_in_its_position() {
    for game in catalog::games() {
        let (slug, record) = (game.info().slug, record(*game, 30));
        let mut decisions = 0;
        for (number, step) in (1..).zip(&record.steps) {
            let Step::Act { seat, action } = step else { continue };
            let exercise = exercise(*game, &record, number, &[(action, 0.0)]);
            let run = ExerciseRun::open(*game, &exercise).unwrap_or_else(|fault| panic!("{slug} {number}: {fault}"));
            assert_eq!((&exercise.seat, run.table().game_match().played().len()), (seat, number - 1), "{slug}");
            assert!(matches!(run.judge(action), Tried::Legal { marked: Marked::Best, .. }), "{slug} {number}");
            assert!(!run.table().seats_of(LEARNER).is_empty(), "{slug}");
            assert_eq!(run.after(action).unwrap().game_match().played().len(), number, "{slug}");
            let written = serde_json::to_string(&exercise).unwrap();
            assert_eq!(serde_json::from_str::<Exercise>(&written).unwrap(), exercise, "{slug}");
            decisions += 1;
        }
        assert!(decisions > 0, "{slug}");
    }
}

#[test]
fn throws_and_steps_that_are_not_there_are_no_exercises() {
    let game = catalog::game("fighting-marines").unwrap();
    let record = record(game, 12);
    let make = |step| exercise_at(game, &record, step, vec![], Reason { text: String::new(), rules: vec![] }, vec![]);
    assert!(matches!(make(1), Err(NoExercise::NoDecision(1))), "the throw for the first turn");
    assert!(matches!(make(0), Err(NoExercise::NoStep(12))));
    assert!(matches!(make(13), Err(NoExercise::NoStep(12))));
}

#[test]
fn attempts_are_judged_and_what_is_illegal_is_refused_with_its_rule() {
    let game = catalog::game("three-musketeers").unwrap();
    let record = record(game, 1);
    // There are two legal actions at the beginning.
    let marked = |judged: &[(&str, f64)]| {
        let exercise = exercise(game, &record, 1, judged);
        let run = ExerciseRun::open(game, &exercise).unwrap();
        ["d6-d7", "f6-f7"].map(|text| match run.judge(text) {
            Tried::Legal { marked, .. } => marked,
            Tried::Refused(refusal) => panic!("{text}: {refusal}"),
        })
    };
    assert_eq!(marked(&[("d6-d7", 0.0), ("f6-f7", 0.0)]), [Marked::Best; 2]);
    assert_eq!(marked(&[("d6-d7", 0.0), ("f6-f7", 0.011)]), [Marked::Best, Marked::Close(0.011)]);
    assert_eq!(marked(&[("f6-f7", 0.0)]), [Marked::Weaker(None), Marked::Best]);
    let exercise = exercise(game, &record, 1, &[("d6-d7", 0.0)]);
    let run = ExerciseRun::open(game, &exercise).unwrap();
    let Tried::Refused(refusal) = run.judge("d6-d5") else { panic!("backwards") };
    assert_eq!(refusal.rule.to_string(), "TM-7");
    assert!(matches!(run.judge(""), Tried::Refused(_)));
}

#[test]
fn an_exercise_that_cannot_be_set_up_says_why() {
    let game = catalog::game("three-musketeers").unwrap();
    let good = exercise(game, &record(game, 1), 1, &[]);
    let fault = |exercise: Exercise| ExerciseRun::open(game, &exercise).err().unwrap().to_string();
    assert!(fault(Exercise { seat: "musketeers".into(), ..good.clone() }).contains("musketeers is not to act"));
    assert!(fault(Exercise { seat: "red".into(), ..good.clone() }).contains("there is no seat red"));
    let before = vec!["attack d6-d5".to_owned().try_into().unwrap()];
    assert!(fault(Exercise { before, ..good.clone() }).contains("attack d6-d5"));
    assert!(fault(Exercise { start: Some(serde_json::json!({ "to_act": "attack" })), ..good.clone() }).len() > 40);
    assert!(fault(Exercise { players: 9, ..good }).contains("players"));
}
