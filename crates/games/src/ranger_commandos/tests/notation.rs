//! Notation: reading and writing actions and spins.

use super::drawn::*;
use crate::ranger_commandos::{Action, COLOURS, Chance};
use kernel::dynamic::{DynMatch, PresentMatch};
use kernel::{Notation, Seat};
use proptest::prelude::*;

/// RC-38
#[test]
fn every_action_is_written_and_read_back() {
    let full = opening(4);
    let empty = players(&["red k11 n11", "black"]).left("Tank Factory", 0).table();
    for table in [full, empty] {
        let (game, state) = (table.game(), table.current_play().state);
        let mut actions: Vec<_> = COLOURS.into_iter().map(Action::Choose).collect();
        actions.extend((0..76).flat_map(|circle| [Action::Walk(circle), Action::Take(circle)]));
        for action in actions {
            let name = game.write(&state, action);
            assert_eq!(game.read(&state, Seat(0), &name), Ok(action), "{name}");
            assert!(name.len() <= 6, "{name}");
        }
        for cell in 0..8 {
            let name = game.write_chance(Chance::Spin(cell));
            assert_eq!(game.read_chance(&state, &name), Ok(Chance::Spin(cell)));
        }
    }
}

/// RC-38, RC-21
#[test]
fn a_circle_with_a_counter_means_the_counter() {
    let table = players(&["red k11 n11", "black"]).walks("S1N").table();
    let (game, state) = (table.game(), table.current_play().state);
    let tank = game.read(&state, Seat(0), "p11").unwrap();
    assert!(matches!(tank, Action::Take(_)));
    for (typed, written) in
        [("P11", "p11"), (" p11+ ", "p11"), ("p11-", "p11-"), ("N9", "n9"), ("n9-", "n9"), ("RED", "red")]
    {
        let action = game.read(&state, Seat(0), typed).unwrap();
        assert_eq!(game.write(&state, action), written, "{typed}");
    }
}

/// RC-38
#[test]
fn a_spin_may_be_abbreviated_where_only_one_cell_fits() {
    let table = opening(4);
    let (game, state) = (table.game(), table.current_play().state);
    for (typed, written) in
        [("ne3", "NE3SW"), ("3sw", "NE3SW"), ("E4", "E4W"), ("S1N", "S1N"), ("2s", "N2S"), (" se5nw ", "SE5NW")]
    {
        assert_eq!(game.write_chance(game.read_chance(&state, typed).unwrap()), written, "{typed}");
    }
    for typed in ["", "E", "4", "E5", "NE3NW", "star", "ß3"] {
        let refusal = game.read_chance(&state, typed).unwrap_err();
        assert_eq!(refusal.rule.to_string(), "RC-38");
        assert_eq!(refusal.instead, "Write N2S, NE3SW, NE5SW, E4W, E2W, SE5NW, SE3NW or S1N.");
    }
}

/// RC-38, RC-34
#[test]
fn faces_are_read_only_when_they_are_left() {
    let mut table = players(&["red c7 aboard 2", "black h9"]).phase("day").table();
    play(&mut table, "E4W STAR");
    let refusal = table.apply_chance("star").unwrap_err();
    assert_eq!(refusal.to_string(), "“star” is not one of the faces left. (RC-34) Write 50, 25, 10, 5 or plain.");
}

/// RC-38
#[test]
fn unreadable_actions_are_refused_with_a_hint() {
    let table = players(&["red k11 n11", "black"]).walks("S1N").table();
    let red = seat(&table, "p1");
    for (typed, what) in [
        ("", "“” is not an action."),
        ("charge!", "“charge!” is not an action."),
        ("n0", "“n0” is not an action."),
        ("n09", "“n09” is not an action."),
        ("q1", "“q1” is not an action."),
        ("p11++", "“p11++” is not an action."),
        ("é–x", "“é–x” is not an action."),
        ("k11", "k11 is a wave."),
    ] {
        let refusal = table.why(red, typed).unwrap_err();
        assert_eq!((refusal.rule.to_string().as_str(), refusal.what.as_str()), ("RC-38", what));
        assert!(!refusal.instead.is_empty());
    }
}

proptest! {
    /// RC-38
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,12}") {
        let table = players(&["red k11 n11", "black"]).walks("S1N").table();
        let (game, state) = (table.game(), table.current_play().state);
        if let Ok(action) = game.read(&state, Seat(0), &text) {
            prop_assert_eq!(game.read(&state, Seat(0), &game.write(&state, action)), Ok(action));
        }
        if let Ok(spin) = game.read_chance(&state, &text) {
            prop_assert_eq!(game.read_chance(&state, &game.write_chance(spin)), Ok(spin));
        }
    }
}
