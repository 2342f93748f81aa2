//! Notation: reading and writing actions and throws.

use super::drawn::*;
use crate::fighting_marines::{Action, COLOURS, RANKS};
use kernel::dynamic::{DynMatch, PresentMatch};
use kernel::{Explain, Notation, Seat};
use proptest::prelude::*;

/// FM-33
#[test]
fn every_action_is_written_and_read_back() {
    for players in [2u8, 3, 4] {
        let table = opening(players);
        let (game, state) = (table.game(), table.current_play().state);
        for seat in (0..players).map(Seat) {
            let mut actions = vec![Action::Pass];
            actions.extend((1..=44).flat_map(|base| [Action::Enter(base), Action::Capture(base)]));
            for rank in RANKS {
                actions.extend((1..=44).map(|at| Action::Fill { rank, at }));
                for from in (0..players).map(Seat).filter(|from| *from != seat) {
                    for &mine in game.colours(seat) {
                        actions.push(Action::Ransom { mine, rank, from });
                        actions.extend(COLOURS.map(|give| Action::Exchange { mine, rank, from, give }));
                    }
                }
            }
            for action in actions {
                let name = game.write(&state, action);
                assert_eq!(game.read(&state, seat, &name), Ok(action), "{name}");
                assert_eq!(game.split(&name), [name.as_str()]);
                assert!(name.len() <= 18, "{name} is long");
            }
        }
    }
}

/// FM-33
#[test]
fn an_action_may_be_typed_in_several_ways() {
    let position = || arrow(4, 27).men("red", "2 8 10").men("green", "/ 2").assault("red");
    for (typed, written) in
        [("8>", "8>"), (" 8> ", "8>"), ("8", "8>"), ("2", "2x"), ("2X", "2x"), ("PASS", "pass"), ("10 >", "")]
    {
        let mut table = position().table();
        let played = table.play(seat(&table, "red"), typed);
        if written.is_empty() {
            assert!(played.is_err(), "{typed}");
            continue;
        }
        let step = serde_json::to_string(&played.unwrap()[0].step).unwrap();
        assert_eq!(step, format!("{{\"seat\":\"red\",\"action\":\"{written}\"}}"), "{typed}");
    }
    let mut table = arrow(4, 27).men("red", "2 / / black:c").regroup("red").table();
    play(&mut table, "red $captain<black, red c@4, red k@6");
    let steps: Vec<_> = table.played().iter().map(|entry| serde_json::to_string(&entry.step).unwrap()).collect();
    assert!(steps[0].contains("$cpt<black") && steps[1].contains("cpt@4") && steps[2].contains("col@6"), "{steps:?}");
}

/// FM-33, FM-11
#[test]
fn several_actions_may_be_typed_at_once_and_are_played_all_or_none() {
    let mut table =
        arrow(4, 27).men("red", "2 8 10").men("green", "/ 2").men("yellow", "30").assault("red yellow").table();
    let red = seat(&table, "red");
    let before = table.current_play().state;
    assert!(table.play(red, "2x 8x").is_err());
    assert_eq!((table.current_play().state, table.played().len()), (before, 0));
    assert_eq!(table.play(red, "2x 8>, 10>").unwrap().len(), 3);
    assert_eq!(to_act(&table), "yellow");
}

/// FM-33
#[test]
fn unreadable_actions_are_refused_with_a_hint() {
    let table = arrow(4, 27).men("red", "2 8 10 / / black:p").regroup("red").table();
    let red = seat(&table, "red");
    for (typed, what) in [
        ("", "“” is not an action."),
        ("charge!", "“charge!” is not an action."),
        ("x", "“” is not a base space."),
        ("999>", "“999” is not a base space."),
        ("+8>", "“+8” is not a base space."),
        ("major@4", "“major” is not a rank."),
        ("cpt@four", "“four” is not a base space."),
        ("$pvt", "Which player holds him?"),
        ("$pvt<purple", "Nobody here is called “purple”."),
        ("pvt<black=purple", "“purple” is not a colour."),
        ("purple-pvt<black=red", "“purple” is not a colour."),
    ] {
        let refusal = table.why(red, typed).expect_err(typed);
        assert_eq!((refusal.rule.to_string().as_str(), refusal.what.as_str()), ("FM-33", what), "{typed}");
    }
    let two = arrow(2, 27).men("red", "2 / / yellow-green:p").regroup("red-black").table();
    let refusal = two.why(Seat(0), "$pvt").unwrap_err();
    assert_eq!((refusal.what.as_str(), refusal.instead.as_str()), ("Whose man comes back?", "Write red-pvt."));
    assert_eq!(two.why(Seat(0), "$red-pvt<yellow-green"), two.why(Seat(0), "$red-pvt"));
}

/// FM-33, FM-8, FM-9
#[test]
fn throws_are_written_with_their_thrower_only_for_the_first_turn() {
    let mut table = opening(2);
    assert_eq!(table.chance_outcomes()[7].outcome, "red-black 9");
    play(&mut table, "RED-BLACK 9, 8");
    assert_eq!(table.chance_outcomes()[7].outcome, "9");
    assert!(table.apply_chance("red-black 9").is_err(), "the platform is turned without a name");
    play(&mut table, " 9 ");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// FM-33
    #[test]
    fn any_text_is_read_or_refused(
        text in "[0-9>x$@=<, a-zé–-]{0,16}|(pvt|cpt|col|red-pvt)[<=@](black|green|red|4|99)(=[a-z]{3,6})?|\\PC{0,12}",
        players in 2..=4u8,
    ) {
        let table = opening(players);
        let (game, state) = (table.game(), table.current_play().state);
        for seat in (0..players).map(Seat) {
            if let Ok(action) = game.read(&state, seat, &text) {
                let name = game.write(&state, action);
                prop_assert_eq!(game.read(&state, seat, &name).is_ok(), true, "{} is written {}", text, name);
                prop_assert!(game.judge(&state, seat, action).is_err(), "nobody is to act");
            }
        }
        if let Ok(throw) = game.read_chance(&state, &text) {
            prop_assert_eq!(game.read_chance(&state, &game.write_chance(throw)), Ok(throw));
        }
    }
}
