//! Replay of earlier moments.

use super::{GAMES, Kept, computer, order, person};

#[test]
fn every_moment_is_shown_as_it_was_then() {
    for game in GAMES {
        let mut kept = Kept::open(game, order([person("ann"), person("bob")]));
        let mut seen = Vec::new();
        for _ in 0..40 {
            let look = |who: Option<&str>| {
                let view = kept.table.view(who);
                // A moment has headline and needs in its scene, as the viewer reads them.
                let scene = kernel::scene::Scene::clone(&view.scene);
                (kernel::scene::Scene { headline: view.headline, needs: view.needs, ..scene }, view.last, view.turn)
            };
            seen.push([Some("ann"), Some("bob"), None].map(look));
            if kept.table.is_over() {
                break;
            }
            kept.play_on(1);
        }
        for (at, who) in ["ann", "bob", "nobody"].into_iter().enumerate() {
            let past = kept.table.past(who);
            let steps = past.steps();
            let moments = past.moments(0..steps + 1);
            assert_eq!(moments.len(), steps + 1, "{game}");
            for (step, (moment, then)) in moments.into_iter().zip(&seen).enumerate() {
                assert_eq!(moment.step, step);
                assert_eq!(
                    (moment.scene, moment.last, moment.turn),
                    then[at].clone(),
                    "{game}, step {step}, for {who}"
                );
            }
        }
    }
}

#[test]
fn a_range_of_steps_gives_just_those_moments() {
    let mut kept = Kept::open("fighting-marines", order([person("ann"), computer()]));
    kept.play_on(12);
    let steps = |range| kept.table.past("ann").moments(range).iter().map(|one| one.step).collect::<Vec<_>>();
    let all = kept.table.past("ann").steps();
    assert_eq!(steps(3..6), [3, 4, 5]);
    assert_eq!(steps(all..all + 9), [all]);
    assert!(steps(all + 1..all + 9).is_empty() && steps(0..0).is_empty());
}

#[test]
fn log_entries_have_the_number_of_their_step() {
    let mut kept = Kept::open("fighting-marines", order(["ann", "bob", "cid"].map(person)));
    kept.play_on(4);
    let seat = kept.id(kernel::Seat(0)).to_owned();
    kept.ask(boxtop_table::MatchCommand::Resign { seat }).unwrap();
    kept.play_on(2);
    let steps: Vec<_> = kept.table.log().iter().map(|entry| (entry.number, entry.step)).collect();
    assert_eq!(steps[..4], [(1, Some(1)), (2, Some(2)), (3, Some(3)), (4, Some(4))]);
    assert_eq!(steps[4..6], [(5, None), (6, Some(5))], "a resignation is not a step of play");
}
