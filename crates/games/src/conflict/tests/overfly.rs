//! Planes over anti-aircraft guns, with the option `overfly_guns`.

use super::drawn::*;
use testkit::table::refused;

fn position() -> Position {
    empty(2).pieces("red", "plane k3, art a10").pieces("yellow", "gun l3").dice(2, 1)
}

fn overfly(position: Position) -> Table {
    position.table_with(&[("overfly_guns", on())])
}

/// CF-19
#[test]
fn with_the_option_a_plane_passes_over_a_gun() {
    // In a lane only one square wide the gun cannot be flown around.
    let lane = || empty(2).pieces("red", "plane d2, art a10").pieces("yellow", "gun e1").dice(2, 1);
    assert!(!may(&lane().table(), "2:d2-f1"), "the gun stops it");
    let mut table = overfly(lane());
    assert!(may(&table, "2:d2-f1"));
    play(&mut table, "2:d2-f1");
    assert_eq!(force(&table, "yellow"), "gun e1 /  / ", "the gun is not taken");
}

/// CF-19
#[test]
fn a_plane_still_does_not_end_on_a_gun() {
    let table = overfly(position());
    assert!(!legal(&table).iter().any(|name| name.contains("l3")));
    assert_eq!(
        refused(&table, "red", "1:k3xl3").to_string(),
        "A plane cannot take the anti-aircraft gun on l3. (CF-19) You may pass over it, but not end on it."
    );
}

/// CF-19, CF-35
#[test]
fn a_path_over_a_gun_may_be_typed() {
    let mut table = overfly(position());
    play(&mut table, "2:k3-l3-m3");
    assert!(force(&table, "red").contains("plane m3"));
    let stopped = position().table();
    let rule = refused(&stopped, "red", "2:k3-l3-m3").rule.to_string();
    assert!(["CF-16", "CF-19"].contains(&rule.as_str()), "{rule}");
}

/// CF-19, CF-13
#[test]
fn a_gun_on_a_circle_is_passed_like_any_other() {
    let position = || empty(2).pieces("red", "plane y27, art a10").pieces("yellow", "gun z26, art k3").dice(2, 1);
    assert!(!may(&overfly(position()), "1:y27xz26"), "a plane never takes the gun");
    assert!(may(&overfly(position()), "2:y27-aa25"));
    assert!(!may(&position().table(), "2:y27-aa25"), "there is no other way");
}
