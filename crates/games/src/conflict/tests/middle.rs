//! What the middle of three players gets.

use super::drawn::*;
use kernel::dynamic::PresentMatch;
use kernel::{Evaluate, Viewer};
use testkit::table::refused;

/// Red's artillery before the circle of Orange.
fn before_the_circle(players: u8) -> Position {
    empty(players).pieces("red", "art y2, art k3").dice(3, 1)
}

/// CF-38
#[test]
fn nobody_else_enters_the_circle_of_the_middle_for_a_hundred_throws() {
    let table = before_the_circle(3).table();
    assert!(!may(&table, "1:y2-z3") && !may(&table, "3:y2-bb5"), "neither ended on nor passed");
    assert_eq!(
        refused(&table, "red", "1:y2-z3").to_string(),
        "z3 is the circle of Orange, closed until 100 throws have been made. (CF-38) It opens sooner when somebody is \
         retired."
    );
    assert_eq!(refused(&table, "red", "3:y2-z3-aa4-bb5").rule.to_string(), "CF-38");
    let own = empty(3).pieces("orange", "art y2, art k3").turn("orange").dice(2, 1).table();
    assert!(may(&own, "1:y2-z3"), "it is open to its owner");
    // During the hundredth throw, and during the next.
    let after = |throws: u16| before_the_circle(3).throws(throws, 0).table();
    assert!(!may(&after(100), "1:y2-z3") && may(&after(101), "1:y2-z3"));
}

/// CF-38
#[test]
fn needs_name_the_closed_circle() {
    let needs = |table: &Table| {
        let scene = table.scene(Viewer::Spectator);
        scene.needs.into_iter().map(|need| need.line.text).collect::<Vec<_>>()
    };
    let sheltered = needs(&before_the_circle(3).table());
    let closed = "Orange’s is closed for the first 100 throws.";
    assert_eq!(sheltered[0], format!("Take the circle of Yellow, or all their pieces; {closed}"));
    assert_eq!(sheltered[1], "Take the circles of Red and Yellow, or all their pieces; 0 pieces on the map.");
    let allied = before_the_circle(3).pact("red", "yellow").table_with(&[("pacts", on())]);
    assert_eq!(needs(&allied)[0], format!("No circle can be taken yet: {closed}"));
}

/// CF-27, CF-38
#[test]
fn the_shelter_is_over_when_one_of_three_is_retired() {
    let table = before_the_circle(3).retired("yellow", "red").table();
    assert!(may(&table, "1:y2-z3"));
    let mut both = empty(3).pieces("red", "art y2, art y27, art k3").dice(3, 1).table();
    play(&mut both, "1:y27-z26");
    assert!(may(&both, "3:y2-bb5"), "at once, for the second die");
}

/// CF-28, CF-38
#[test]
fn the_shelter_protects_the_circle_and_nothing_else() {
    let mut table = empty(3)
        .pieces("red", "art k3, art a10")
        .pieces("orange", "art l3")
        .stripped("orange", "yellow")
        .dice(2, 1)
        .table();
    play(&mut table, "1:k3xl3");
    assert_eq!(written(&table).retired, ["orange"]);
    let four = before_the_circle(4).table();
    assert!(may(&four, "1:y2-z3"), "and nobody of four");
    let two = before_the_circle(2).table();
    assert!(may(&two, "1:y2-z3"), "where it is a plain square");
}

/// CF-6, CF-8, CF-38
#[test]
fn other_compensations_can_be_chosen() {
    let home = table(3, &[("middle", word("home"))]);
    let waiting = |table: &Table, colour: &str| written(table).pieces[colour].home.len();
    assert_eq!(["red", "orange", "yellow"].map(|colour| waiting(&home, colour)), [8, 12, 8]);
    assert_eq!(written(&home).phase, "opening");
    let first = table(3, &[("middle", word("first"))]);
    assert_eq!((written(&first).phase.as_str(), written(&first).turn.as_str()), ("throw", "orange"));
    let both = table(3, &[("middle", word("home_first"))]);
    assert_eq!((waiting(&both, "orange"), written(&both).turn.as_str()), (12, "orange"));
    for players in [2, 4] {
        for way in ["home", "first", "home_first", "shelter"] {
            let table = table(players, &[("middle", word(way))]);
            assert_eq!(written(&table), written(&opening(players)), "{way} is for three");
        }
    }
    let none = before_the_circle(3).table_with(&[("middle", word("none"))]);
    assert!(may(&none, "1:y2-z3"));
}

/// CF-38
#[test]
fn a_closed_circle_is_not_threatened() {
    let to_throw = || empty(3).pieces("red", "art y2, art k3");
    let (sheltered, open) = (to_throw().table(), to_throw().unsheltered());
    let worth = |table: &Table| table.game().evaluate(&table.current_play().state, seat(table, "orange"));
    assert!(worth(&sheltered) > worth(&open) + 200);
}
