//! What takes what, on the way and at the end.

use super::drawn::*;
use kernel::dynamic::PresentMatch;

/// CF-16
#[test]
fn the_fourth_diagram_captures_in_passing_and_at_the_end() {
    let mut table = empty(2)
        .pieces("red", "ship l21, art m24")
        .pieces("yellow", "plane l24, art r25")
        .turn("yellow")
        .dice(6, 5)
        .table();
    play(&mut table, "6:l24xl21-m18");
    assert_eq!(said(&table)[0], "Yellow’s plane goes 6 from l24 to m18 and takes Red’s ship on l21.");
    play(&mut table, "5:r25xm24");
    assert_eq!(force(&table, "red"), " /  / yellow: art ship");
    assert_eq!(force(&table, "yellow"), "plane m18, art m24 /  / ");
}

/// CF-16, CF-35
#[test]
fn the_same_end_with_other_captures_is_another_move() {
    let table = empty(2).pieces("red", "art k3, art z7").pieces("yellow", "art l3, art l4").dice(3, 2).table();
    assert_eq!(moves(&table, "2:k3").iter().filter(|name| name.ends_with("m4")).count(), 2);
    let ends: Vec<_> = moves(&table, "3:k3").into_iter().filter(|name| name.ends_with("m4")).collect();
    assert_eq!(ends, ["3:k3-m4", "3:k3xl3-m4", "3:k3xl3xl4-m4", "3:k3xl4-m4"]);
}

/// Can this piece take that one, one step away?
fn takes(kind: &str, from: &str, victim: &str, on: &str) -> bool {
    let table = empty(2)
        .pieces("red", &format!("{kind} {from}, art aa10"))
        .pieces("yellow", &format!("{victim} {on}"))
        .dice(2, 1)
        .table();
    may(&table, &format!("1:{from}x{on}"))
}

/// CF-17
#[test]
fn the_table_of_what_takes_what() {
    for kind in ["art", "gun"] {
        for victim in ["art", "gun", "plane"] {
            assert!(takes(kind, "k3", victim, "l3"), "{kind} takes {victim} on land");
        }
        assert!(!takes(kind, "k5", "ship", "l6") && !takes(kind, "k5", "plane", "l6"), "not over water");
    }
    assert!(takes("ship", "k8", "ship", "l8") && takes("ship", "k8", "plane", "l8"));
    assert!(!takes("ship", "k6", "art", "l5") && !takes("ship", "k6", "plane", "l5"), "not over land");
    assert!(takes("plane", "k3", "art", "l3") && takes("plane", "k3", "plane", "l3"));
    assert!(takes("plane", "k5", "ship", "l6") && takes("plane", "k5", "plane", "l6"));
    assert!(!takes("plane", "k3", "gun", "l3"));
}

/// CF-18
#[test]
fn on_a_circle_everybody_takes_everybody_but_a_plane_the_gun() {
    // With two players Orange's circle is a square like any other, on land and water at once.
    for victim in ["art", "gun", "plane", "ship"] {
        assert!(takes("ship", "y4", victim, "z3"), "ship takes {victim}");
        assert!(takes("art", "y2", victim, "z3"), "artillery takes {victim}");
        assert_eq!(takes("plane", "y2", victim, "z3"), victim != "gun", "plane and {victim}");
    }
}

/// CF-18, CF-27
#[test]
fn a_piece_on_its_own_circle_can_be_taken() {
    let mut table = empty(3).pieces("red", "ship y4, art k3").pieces("orange", "gun z3 / art").dice(6, 1).unsheltered();
    play(&mut table, "1:y4xz3");
    assert_eq!(written(&table).retired, ["orange"]);
}

/// CF-19
#[test]
fn a_gun_stops_planes() {
    let with = |kind: &str| {
        empty(2).pieces("red", "plane e1, art aa10").pieces("yellow", &format!("{kind} d2")).dice(2, 1).table()
    };
    assert!(may(&with("art"), "2:e1xd2-c3"));
    assert!(moves(&with("gun"), "2:e1").iter().all(|name| !name.contains("d2") && !name.contains("c3")));
    let refusal = with("gun").why(seat(&with("gun"), "red"), "1:e1xd2").unwrap_err();
    assert_eq!(refusal.to_string(), "On d2 stands an anti-aircraft gun, which stops planes. (CF-19)");
}

/// CF-19, CF-16
#[test]
fn a_plane_flies_around_a_gun_and_takes_what_stands_beside_it() {
    let table = empty(2).pieces("red", "plane n24, art aa10").pieces("yellow", "gun o24, art o25").dice(3, 2).table();
    assert!(may(&table, "2:n24-p24") && may(&table, "2:n24xo25-p24"));
    assert!(!legal(&table).iter().any(|name| name.contains("o24")));
}

/// CF-20
#[test]
fn what_is_taken_is_held_by_its_captor() {
    let mut table = empty(3).pieces("red", "art k3, art z7").pieces("yellow", "gun l3").dice(2, 1).unsheltered();
    play(&mut table, "1:k3xl3");
    assert_eq!(force(&table, "yellow"), " /  / red: gun");
}

/// CF-16
#[test]
fn a_crowd_is_searched_to_the_end() {
    // More enemies in reach than are searched set by set.
    let around = "art l2, art l3, art l4, art k2";
    let table = empty(4)
        .pieces("red", "plane k3, art aa10")
        .pieces("orange", around)
        .pieces("yellow", "art k4, art j2, art j3, art j4")
        .pieces("green", "art m1, art m2, art m3, art m4")
        .dice(4, 3)
        .table();
    let ends = moves(&table, "3:k3");
    assert!(ends.contains(&"3:k3xj2xk2xj3".to_owned()) && ends.contains(&"3:k3xl2xl3xm3".to_owned()));
    assert!(!ends.iter().any(|name| name == "3:k3-n3"), "there is no way around");
}
