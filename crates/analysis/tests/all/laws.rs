//! What holds for every analysis.

use crate::records::{SHORT, begin, config, random_match, record, resigned, short_records};
use boxtop_analysis::{AnalysedDecision, AnalysedStep, Analysis, Budget, DynAnalyser, chart};
use kernel::record::{Record, Step};

/// A budget that is enough for laws.
pub(crate) fn little(slug: &str) -> Budget {
    Budget { decision_throws: 2, throw_throws: 1, candidates: 3, turn_breadth: 0, ..Budget::full(slug).divided(2_000) }
}

pub(crate) fn analyser(record: &Record) -> Box<dyn DynAnalyser> {
    begin(record, little(&record.game)).unwrap_or_else(|why| panic!("{}: {why}", record.game))
}

fn bytes(found: &Analysis) -> String {
    serde_json::to_string(found).expect("JSON")
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9
}

fn check_shares(shares: &[f64], what: &str) {
    assert!(near(shares.iter().sum(), 1.0), "{what}: {shares:?}");
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{what}: {shares:?}");
}

/// Decisions with a verdict list what was compared: the best first, and the one that was played with its loss.
fn check_alternatives(step: &AnalysedStep, decision: &AnalysedDecision, what: &str) {
    let listed = &decision.alternatives;
    assert_eq!(decision.verdict.is_some(), !listed.is_empty(), "{what}");
    let Some(best) = listed.first() else { return };
    assert_eq!((Some(&best.notation), best.loss), (decision.line.first(), 0.0), "{what}");
    let played: Vec<_> = listed.iter().filter(|action| action.notation == step.notation).collect();
    assert!(played.len() == 1 && near(played[0].loss, decision.loss), "{what}: {listed:?}");
    assert!(listed.iter().all(|action| (0.0..=1.0).contains(&action.loss)), "{what}: {listed:?}");
    assert!(listed.windows(2).all(|two| two[0].loss <= two[1].loss), "{what}: {listed:?}");
    let names: std::collections::HashSet<_> = listed.iter().map(|action| &action.notation).collect();
    assert_eq!(names.len(), listed.len(), "{what}: {listed:?}");
}

#[test]
fn chances_add_up_luck_cancels_out_and_no_loss_is_negative() {
    let mut losses = 0;
    for record in short_records() {
        let found = analyser(&record).finish();
        let name = &record.game;
        assert!(found.complete && found.steps.len() == record.steps.len(), "{name}");
        check_shares(&found.start, name);
        for step in &found.steps {
            let what = format!("{name}, step {}", step.step);
            check_shares(&step.chances, &what);
            if let Some(throw) = &step.throw {
                check_shares(&throw.expected, &what);
                assert!(near(throw.luck.iter().sum(), 0.0) && throw.probability > 0.0, "{what}");
            }
            if let Some(decision) = &step.decision {
                assert!(decision.loss >= 0.0 && near(decision.best, decision.played + decision.loss), "{what}");
                assert!(!decision.forced || decision.loss == 0.0, "{what}");
                let has_better = !decision.line.is_empty();
                assert_eq!((decision.loss > 0.0, decision.reason.is_some()), (has_better, has_better), "{what}");
                assert_ne!(decision.line.first(), Some(&step.notation), "{what}");
                check_alternatives(step, decision, &what);
                losses += u32::from(has_better);
            }
            assert_ne!(step.throw.is_some(), step.decision.is_some(), "{what}");
        }
        for (at, seat) in found.seats.iter().enumerate() {
            assert!(near(seat.adjusted + seat.luck, found.result[at]), "{name}");
            assert!(seat.accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)), "{name}");
        }
    }
    assert!(losses > 20, "random players make mistakes: {losses}");
}

#[test]
fn the_same_record_gives_the_same_bytes_at_once_and_in_slices() {
    for record in short_records() {
        let at_once = analyser(&record).finish();
        let mut sliced = analyser(&record);
        let mut earlier = 0;
        while !sliced.step().is_complete() {
            let part = sliced.analysis();
            assert!(!part.complete && part.steps.len() >= earlier);
            assert_eq!(part.steps[..], at_once.steps[..part.steps.len()], "what is found stays");
            earlier = part.steps.len();
        }
        assert_eq!(bytes(&sliced.analysis()), bytes(&at_once));
        assert_eq!(sliced.step(), sliced.progress(), "a complete analysis does nothing more");
        let read: Analysis = serde_json::from_str(&bytes(&at_once)).expect("it is read back");
        assert_eq!(read, at_once);
    }
}

#[test]
fn undone_steps_names_and_times_change_nothing() {
    for short in [SHORT[0], SHORT[1]] {
        let plain = record(&*random_match(short.0, &config(short), 3));
        let mut undone = plain.clone();
        let half = plain.steps.len() / 2;
        let again = plain.steps[half].clone();
        undone.steps.splice(half + 1..half + 1, [Step::Undo { undo: 1 }, again]);
        undone.began = Some(7);
        let (plain, undone) = (analyser(&plain).finish(), analyser(&undone).finish());
        assert_eq!(bytes(&plain), bytes(&undone));
    }
}

#[test]
fn a_match_that_ended_by_resignation_is_analysed_to_its_last_step() {
    for short in SHORT {
        let whole = record(&*random_match(short.0, &config(short), 9));
        let cut = resigned(&whole, whole.steps.len() / 2, 0);
        let found = analyser(&cut).finish();
        assert_eq!(found.steps.len(), whole.steps.len() / 2);
        assert_eq!(found.result[0], 0.0);
        assert!(found.steps.last().is_some_and(|step| step.chances[0] > 0.0), "{}: nobody had lost yet", whole.game);
    }
}

#[test]
fn the_budget_bounds_the_positions_of_a_long_match() {
    let config = kernel::dynamic::MatchConfig::players(2).with("throw_limit", 30_i64);
    let record = record(&*random_match("fighting-marines", &config, 1));
    let budget = Budget::full("fighting-marines").divided(10);
    let found = begin(&record, budget).expect("an analysis").finish();
    assert!(found.steps.len() > 60, "{}", found.steps.len());
    assert!(found.nodes > budget.nodes / 4 && found.nodes < 2 * budget.nodes, "{} of {}", found.nodes, budget.nodes);
}

#[test]
fn the_chart_has_a_line_with_its_own_dashes_and_name_for_every_seat() {
    for record in short_records() {
        let found = analyser(&record).finish();
        let svg = chart(&found);
        assert!(!svg.contains("NaN") && svg.ends_with("</svg>\n"), "{svg}");
        let dashes: Vec<_> =
            svg.split("stroke-dasharray=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let mut different = dashes.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!((dashes.len(), different.len()), (found.seats.len(), found.seats.len()));
        for seat in &found.seats {
            assert!(svg.contains(&format!(">{}</text>", seat.called)), "{}", seat.called);
        }
        assert_eq!(svg.matches("<circle").count(), found.turning_points.len());
    }
}
