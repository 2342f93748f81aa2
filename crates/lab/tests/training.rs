//! Training gives the same network whatever the number of threads and interruptions.

use boxtop_lab::Unfit;
use boxtop_lab::train::{Checkpoint, Plan, Report, Watcher, check, run};
use kernel::dynamic::MatchConfig;
use kernel::{Mixer, OptionValue};
use players::values::Weights;
use std::hash::Hasher;

/// A tiny network and few matches of a short game.
fn tiny(threads: usize) -> Plan {
    Plan {
        hidden: vec![6],
        matches: 20,
        batch: 8,
        relabel: 6,
        rollouts: 2,
        seed: 5,
        threads,
        program: "a test".into(),
        ..Plan::new("ranger-commandos", MatchConfig::players(2))
    }
}

fn trained(plan: &Plan) -> String {
    run(plan, None, &mut ()).expect("training").weights().write()
}

/// A hash of the numbers alone, which the setting and the game's version do not change.
fn digest(weights: &str) -> u64 {
    let mut mixer = Mixer::default();
    mixer.write(weights.split_once("\n\n").expect("two parts").1.as_bytes());
    mixer.finish()
}

/// The numbers that this plan and seed give. They change with the features, the rules and the way of training: then
/// the weights files in `crates/players/weights` cannot be made again either, and need to be trained anew.
const DIGEST: u64 = 0x4635_da4e_772d_7702;

#[test]
fn a_seed_trains_the_same_network_on_any_number_of_threads() {
    let weights = trained(&tiny(1));
    assert_eq!(weights, trained(&tiny(2)));
    assert_eq!(digest(&weights), DIGEST, "{:#x}", digest(&weights));
    let read = Weights::read(&weights).expect("weights");
    assert_eq!((read.origin.matches, read.origin.players), (20, 2));
    let command =
        "boxtop train ranger-commandos --players 2 --matches 20 --batch 8 --hidden 6 --relabel 6 --rollouts 2 --seed 5";
    assert_eq!(read.origin.command, command);
}

#[test]
fn another_seed_trains_another_network() {
    assert_ne!(digest(&trained(&Plan { seed: 6, ..tiny(1) })), DIGEST);
}

/// Stops after every step.
struct Impatient;

impl Watcher for Impatient {
    fn passed(&mut self, report: &Report, checkpoint: &dyn Fn() -> Checkpoint) -> bool {
        assert_eq!(report.step, checkpoint().step());
        false
    }
}

#[test]
fn training_that_is_interrupted_and_resumed_ends_like_training_without_a_break() {
    let plan = tiny(1);
    let stopped = run(&Plan { stop: Some(1), ..tiny(1) }, None, &mut ()).expect("a step");
    let mut at = run(&plan, None, &mut Impatient).expect("a step");
    assert_eq!(at.step(), stopped.step());
    assert_eq!(at.weights().origin.matches, 8, "a part says what it is a part of");
    while at.step() < plan.steps() {
        let read = Checkpoint::read(&at.write()).expect("a checkpoint");
        assert_eq!(read, at);
        at = run(&plan, Some(&read), &mut Impatient).expect("a step");
    }
    assert_eq!(at.weights().write(), trained(&plan));
}

#[test]
fn a_checkpoint_of_other_training_is_refused() {
    let at = run(&tiny(1), None, &mut Impatient).expect("a step");
    for other in [
        Plan { lambda: 0.5, ..tiny(1) },
        Plan { hidden: vec![7], ..tiny(1) },
        Plan { config: MatchConfig::players(3), ..tiny(1) },
        Plan { config: MatchConfig::players(2).with("up_to", OptionValue::Switch(true)), ..tiny(1) },
    ] {
        assert!(matches!(run(&other, Some(&at), &mut ()), Err(Unfit::OtherPlan)), "{other:?}");
    }
    let text = at.write();
    for broken in
        [text.replacen("boxtop", "b0xtop", 1), text.replacen("step", "stop", 1), text[..text.len() / 2].into()]
    {
        assert!(Checkpoint::read(&broken).is_err());
    }
}

#[test]
fn what_cannot_be_trained_is_refused() {
    let refused = |plan: Plan| check(&plan).expect_err("refused");
    assert!(matches!(refused(Plan { matches: 0, ..tiny(1) }), Unfit::NoMatches));
    assert!(matches!(refused(Plan { hidden: vec![900], ..tiny(1) }), Unfit::Widths));
    assert!(matches!(refused(Plan { game: "chess".into(), ..tiny(1) }), Unfit::Game(_)));
    assert_eq!(check(&tiny(1)), Ok(2));
}
