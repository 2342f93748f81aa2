//! Notation: reading and writing actions and throws.

use super::drawn::*;
use crate::hit_the_beach::{Action, DIVISIONS, SUPPORTS, Space};
use kernel::dynamic::{DynMatch, PresentMatch};
use kernel::{Explain, Notation, Seat};
use proptest::prelude::*;

/// HB-31
#[test]
fn every_action_is_written_and_read_back() {
    let table = opening(4);
    let (game, state) = (table.game(), table.current_play().state);
    // Start circles come last; a march does not begin there.
    let spaces: Vec<_> = (0..107).map(Space).collect();
    let mut actions = vec![Action::Pass];
    for &to in &spaces {
        actions.extend(DIVISIONS.map(|division| Action::SetOut { division, to }));
        actions.extend(SUPPORTS.map(|piece| Action::Support { piece, beach: to }));
        actions.push(Action::Place(to));
        actions.extend(spaces.iter().map(|from| Action::March { from: *from, to }));
    }
    for action in actions {
        let name = game.write(&state, action);
        assert_eq!(game.read(&state, Seat(0), &name), Ok(action), "{name}");
        assert_eq!(game.split(&name), [name.as_str()]);
        assert!(name.len() <= 10, "{name} is long");
    }
}

/// HB-31
#[test]
fn names_are_the_ones_on_the_board() {
    let table = opening(4);
    let plan = kernel::Show::plan(&**table.game());
    for place in &table.game().board.places {
        assert!(plan.space(&place.name).is_some(), "{} is not on the board", place.name);
    }
}

/// HB-31
#[test]
fn an_action_may_be_typed_in_several_ways() {
    let position = || thrown(4, 6).men("red", "R3 . / . R8");
    let check = |typed: &str, wanted: &str| {
        let mut table = position().table();
        let played = table.play(seat(&table, "red"), typed).unwrap_or_else(|refusal| panic!("{typed}: {refusal}"));
        let step = serde_json::to_string(&played[0].step).unwrap();
        assert_eq!(step, format!("{{\"seat\":\"red\",\"action\":\"{wanted}\"}}"), "{typed}");
    };
    for (typed, wanted) in [
        (" PASS ", "pass"),
        ("m-b2", "marine-B2"),
        ("Army-B2", "army-B2"),
        ("s-r6", "ship-R6"),
        ("aeroplane-R13", "plane-R13"),
        ("airplane-R13", "plane-R13"),
        ("p-r13", "plane-R13"),
    ] {
        check(typed, wanted);
    }
    let mut placing = thrown(4, 1).men("red", "R16 . / . .").removed("R16").table();
    play(&mut placing, "w4");
    assert_eq!(said(&placing), ["Red puts the defender on W4."]);
    let mut placing = thrown(4, 1).men("red", "R16 . / . .").removed("R16").table();
    play(&mut placing, "defender-W4");
    let mut alone = thrown(4, 1).men("red", "R3 R4 / . .").table();
    play(&mut alone, "SR-R1");
    assert_eq!(said(&alone), ["Red’s army leaves the start circle and goes to R1."]);
}

/// HB-31
#[test]
fn unreadable_actions_are_refused_with_a_hint() {
    let table = thrown(4, 3).table();
    let red = seat(&table, "red");
    for (typed, what) in [
        ("", "“” is not an action."),
        ("charge!", "“charge!” is not an action."),
        ("R3", "“R3” is not an action."),
        ("R3-", "“” is not a space."),
        ("-R3", "“” is not a space."),
        ("R99-R3", "“r99” is not a space."),
        ("general-R3", "“general” is not a space."),
        ("marine-R99", "“R99” is not a space."),
        ("SR-R3", "Which division leaves the start circle?"),
    ] {
        let refusal = table.why(red, typed).expect_err(typed);
        assert_eq!((refusal.rule.to_string().as_str(), refusal.what.as_str()), ("HB-31", what), "{typed}");
    }
    let refusal = table.why(red, "SR-R3").unwrap_err();
    assert_eq!(refusal.instead, "Write marine-R3 or army-R3.");
}

/// HB-31, HB-7, HB-8
#[test]
fn throws_are_written_with_their_thrower_only_for_the_first_turn() {
    let mut table = opening(2);
    assert_eq!(table.chance_outcomes()[3].outcome, "red 4");
    play(&mut table, "RED 4, 3");
    assert_eq!(table.chance_outcomes()[3].outcome, "4");
    assert!(table.apply_chance("red 4").is_err(), "in a turn the die is thrown without a name");
    for wrong in ["0", "7", "+4", "", "four"] {
        assert!(table.apply_chance(wrong).is_err(), "{wrong}");
    }
    let refusal = opening(2).apply_chance("blue 4").unwrap_err();
    assert_eq!(refusal.to_string(), "“blue” is not to throw now. (HB-7) Now Red is to throw.");
    play(&mut table, " 4 ");
}

/// Opening a match reads the whole board; once is enough for thousands of cases.
static TABLES: std::sync::OnceLock<[Table; 3]> = std::sync::OnceLock::new();

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// HB-31
    #[test]
    fn any_text_is_read_or_refused(
        text in "[RGKBNESWHQ0-9a-z, é–-]{0,12}|(m|a|s|p|d|def|army|R5|SR)-(R[0-9]{1,2}|HQ|SG|W4)|\\PC{0,12}",
        players in 2..=4u8,
    ) {
        let table = &TABLES.get_or_init(|| [2, 3, 4].map(opening))[usize::from(players - 2)];
        let (game, state) = (table.game(), table.current_play().state);
        for seat in (0..players).map(Seat) {
            if let Ok(action) = game.read(&state, seat, &text) {
                let name = game.write(&state, action);
                prop_assert_eq!(game.read(&state, seat, &name), Ok(action), "{} is written {}", text, name);
                prop_assert!(game.judge(&state, seat, action).is_err(), "nobody is to act");
            }
        }
        if let Ok(throw) = game.read_chance(&state, &text) {
            prop_assert_eq!(game.read_chance(&state, &game.write_chance(throw)), Ok(throw));
        }
    }
}
