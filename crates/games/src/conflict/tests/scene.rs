//! What people see.

use super::drawn::*;
use crate::conflict::Conflict;
use kernel::dynamic::PresentMatch;
use kernel::scene::{Mark, Spot, Throw, Tone};
use kernel::{Show, Viewer};
use std::collections::{BTreeSet, HashSet};
use testkit::scene::{check_pictures, inks_used};

/// CF-1, CF-37
#[test]
fn every_open_square_is_a_space_in_its_own_cell() {
    let plan = opening(4).game().plan();
    // Closed are the home fields and the reserve, where every piece of a colour has a place: its own at home, and one in the
    // pile of its kind in the reserve.
    assert_eq!(plan.spaces.len(), 28 * 28 - 16 - 4 * 18 + 4 * (12 + 12));
    let mut cells = HashSet::new();
    for space in &plan.spaces {
        let pile = space.id.starts_with("reserve-") && space.id.ends_with(|last: char| last.is_ascii_digit());
        assert!(pile || cells.insert(space.cell), "{} lies on another", space.id);
        assert!(space.at.0 < plan.size.0 && space.at.1 < plan.size.1 && !space.label.is_empty());
    }
    let label = |id: &str| plan.space(id).unwrap().label.clone();
    assert_eq!(label("c3"), "home circle of Red");
    assert_eq!(label("g7"), "water, mine of Red");
    assert_eq!(label("f14"), "land, the west bridge");
    assert_eq!(label("d4"), "water, red's sea lane");
    assert_eq!((label("k3"), label("k8")), ("land".into(), "water".into()));
}

/// CF-7, CF-31
#[test]
fn an_unused_corner_is_drawn_plain() {
    let plan = opening(2).game().plan();
    assert_eq!(plan.space("z3").unwrap().label, "home circle of Orange, not in play");
    assert_ne!(plan.space("z3").unwrap().shapes, opening(4).game().plan().space("z3").unwrap().shapes);
    assert_eq!(plan.space("v7").unwrap().glyph, ('~', '~'));
}

/// CF-6, CF-20
#[test]
fn trays_hold_the_pieces_off_the_map() {
    let table = empty(2).pieces("red", "art k3 / ship ship").pieces("yellow", "plane k26 / / red: gun art").table();
    let scene = table.scene(Viewer::Spectator);
    assert_eq!(scene.tokens.len(), 24);
    let tray = |id: &str| scene.trays.iter().find(|tray| tray.id == id).unwrap();
    let note = |id: &str| tray(id).note.clone();
    assert_eq!(note("home-red"), "2 ships");
    assert_eq!(note("home-yellow"), "empty");
    assert_eq!(note("captives-red"), "2 held");
    assert_eq!(note("captives-yellow"), "none");
    assert_eq!(note("reserve-red"), "9 pieces");
    assert_eq!(tray("reserve-red").details, "2 planes, 3 artillery, 1 anti-aircraft gun, 3 ships");
    let held = scene.tokens.iter().filter(|token| matches!(&token.at, Spot::Tray(id, _) if id == "captives-red"));
    assert_eq!(held.map(|token| token.kind).collect::<Vec<_>>(), ["yellow-artillery", "yellow-gun"]);
}

/// CF-9, CF-15, CF-24, CF-25, CF-26
#[test]
fn the_headline_says_who_does_what() {
    let headline = |table: &Table| table.scene(Viewer::Spectator).headline;
    assert_eq!(headline(&opening(2)), "Red throws for the first turn.");
    assert_eq!(headline(&empty(2).table()), "Red is to throw.");
    let two = empty(2).pieces("red", "art f1, art k3");
    assert_eq!(headline(&two.clone().doubles(1).table()), "Red has thrown a double and throws again.");
    let mut table = two.clone().dice(5, 3).table();
    assert_eq!(headline(&table), "Red moves two pieces, by 5 and 3.");
    play(&mut table, "5:f1-k1");
    assert_eq!(headline(&table), "Red moves another piece by 3.");
    assert_eq!(table.scene(Viewer::Spectator).marks, [("k1".to_owned(), Mark::Held)]);
    assert_eq!(headline(&empty(2).pieces("red", "art f1").dice(5, 3).table()), "Red moves the last piece by 5 or 3.");
    let mut seven = two.clone().table();
    play(&mut seven, "5-2");
    assert_eq!(headline(&seven), "Seven: Red may bring a piece from the reserve.");
    assert_eq!(seven.scene(Viewer::Spectator).throw, Some(Throw::Dice(vec![5, 2])));
    let mut third = two.doubles(2).table();
    play(&mut third, "5-5");
    assert_eq!(headline(&third), "A third double: Red puts a piece into the reserve.");
}

/// CF-27, CF-28, CF-32
#[test]
fn needs_say_what_to_take() {
    let table = empty(3).pieces("red", "art f1, art k3").retired("yellow", "red").table();
    let needs: Vec<_> = table.scene(Viewer::Spectator).needs.into_iter().map(|need| need.line.text).collect();
    assert_eq!(
        needs,
        [
            "Take the circle of Orange, or all their pieces; 2 pieces on the map.",
            "Take the circle of Red, or all their pieces; 0 pieces on the map.",
            "Retired."
        ]
    );
}

/// CF-16, CF-21, CF-27, CF-32
#[test]
fn gestures_show_the_path_and_its_effect() {
    let table =
        empty(3).pieces("red", "art y2, art k3, ship t20 / plane").pieces("yellow", "art l3").dice(3, 1).unsheltered();
    let legal_moves = table.legal_moves(seat(&table, "red"));
    let gesture = |name: &str| legal_moves.iter().find(|legal_move| legal_move.action == name).unwrap().gesture.clone();
    let circle = gesture("1:y2-z3");
    assert_eq!((circle.tone, circle.label.as_str()), (Tone::Gain, "1: y2 to z3, retires Orange"));
    let capture = gesture("1:k3xl3");
    assert_eq!(capture.tone, Tone::Take);
    assert_eq!(capture.label, "1: k3 to l3, takes artillery of Yellow on l3");
    assert_eq!((capture.steps, capture.path), (vec!["k3".to_owned(), "l3".into()], vec!["l3".to_owned()]));
    let loss = gesture("3:t20-u19");
    assert_eq!((loss.tone, loss.path.last().unwrap().as_str()), (Tone::Harm, "u19"));
    assert_eq!(loss.label, "3: t20 to u19, lost on a mine of Yellow");
    let plain = gesture("3:plane-f6");
    assert_eq!((plain.tone, plain.steps[0].as_str()), (Tone::Plain, "home-red-1"));
    assert!(plain.takes(0, "home-red"), "the tray of the home field may be pointed at as well");
    assert_eq!(plain.path, ["d4", "e5", "f6"]);
    let won = empty(2).pieces("red", "art y27, art k3").dice(2, 1).table();
    let legal_moves = won.legal_moves(seat(&won, "red"));
    assert_eq!(legal_moves.iter().find(|legal_move| legal_move.action == "1:y27-z26").unwrap().gesture.tone, Tone::Win);
}

/// CF-16, CF-19
#[test]
fn gestures_warn_of_enemies_that_can_take_the_piece_where_it_ends() {
    let table =
        empty(2).pieces("red", "art k3, ship k8, gun a10").pieces("yellow", "art p3, plane a16").dice(3, 2).table();
    let legal_moves = table.legal_moves(seat(&table, "red"));
    let gesture = |name: &str| legal_moves.iter().find(|legal_move| legal_move.action == name).unwrap().gesture.clone();
    // Three steps away any number from three up can take it: all throws but those of ones and twos.
    let near = gesture("2:k3-m3");
    assert_eq!(near.label, "2: k3 to m3; Yellow can take it with up to 32 of 36 throws");
    assert_eq!(near.tone, Tone::Plain, "nothing is lost yet");
    assert_eq!(gesture("2:k3-j1").label, "2: k3 to j1; Yellow can take it with up to 11 of 36 throws");
    assert_eq!(gesture("2:k8-k10").label, "2: k8 to k10", "artillery does not reach the water");
    assert_eq!(gesture("3:a10-b12").label, "3: a10 to b12", "a plane does not take the gun");
    // A capture is marked as one, and the label still warns.
    let table = empty(2).pieces("red", "art k3, art bb9").pieces("yellow", "art l3, art m3").dice(3, 1).table();
    let taking =
        table.legal_moves(seat(&table, "red")).into_iter().find(|legal_move| legal_move.action == "1:k3xl3").unwrap();
    assert_eq!(taking.gesture.tone, Tone::Take);
    assert!(
        taking
            .gesture
            .label
            .ends_with("takes artillery of Yellow on l3; Yellow can take it with up to 36 of 36 throws")
    );
}

/// CF-16, CF-35
#[test]
fn moves_to_the_same_end_have_the_same_steps_and_differ_by_their_captures() {
    let table = empty(2).pieces("red", "art k3, ship k8").pieces("yellow", "art l3, art l4").dice(3, 2).table();
    let legal_moves = table.legal_moves(seat(&table, "red"));
    let there: Vec<_> = legal_moves
        .iter()
        .map(|legal_move| &legal_move.gesture)
        .filter(|gesture| gesture.steps == ["k3", "m3"])
        .collect();
    assert!(there.len() >= 5, "{there:?}");
    let labels: HashSet<_> = there.iter().map(|gesture| &gesture.label).collect();
    assert_eq!(labels.len(), there.len(), "{labels:?}");
    for gesture in &there {
        let passed = ["l3", "l4"].map(|foe| gesture.path.iter().any(|square| square == foe));
        let named = ["l3", "l4"].map(|foe| gesture.label.contains(&format!("on {foe}")));
        assert_eq!(passed, named, "{gesture:?}");
    }
}

/// CF-11
#[test]
fn every_path_shown_is_legal() {
    let table = empty(2)
        .pieces("red", "art k3, plane n24, ship k8 / ship")
        .pieces("yellow", "art l3, art l4, ship l8, gun o24")
        .dice(5, 4)
        .table();
    for legal_move in table.legal_moves(seat(&table, "red")) {
        let die: usize = legal_move.action[..1].parse().unwrap();
        let start = match legal_move.gesture.steps[0].as_str() {
            home if home.starts_with("home-red") => "c3".to_owned(),
            other => other.to_owned(),
        };
        let way: Vec<_> = std::iter::once(start).chain(legal_move.gesture.path.clone()).collect();
        assert_eq!(way.len(), die + 1, "{legal_move:?}");
        assert_eq!(way.iter().collect::<HashSet<_>>().len(), way.len(), "{legal_move:?}");
        let square = |name: &String| crate::conflict::Square::named(name).unwrap();
        assert!(way.windows(2).all(|pair| square(&pair[0]).apart(square(&pair[1])) == 1), "{legal_move:?}");
        assert_eq!(way.last(), legal_move.gesture.steps.last());
    }
}

/// The action that a drawn path means.
fn along(table: &Table, way: &str) -> Option<String> {
    table.along(seat(table, "red"), &way.split(',').collect::<Vec<_>>())
}

/// CF-16, CF-35
#[test]
fn a_drawn_path_means_the_move_that_takes_the_pieces_on_it() {
    let table =
        empty(2).pieces("red", "art k3, ship k8 / ship art").pieces("yellow", "art l3, art l4").dice(3, 2).table();
    let means = |way: &str| along(&table, way);
    assert_eq!(means("k3,l3,m3").as_deref(), Some("2:k3xl3-m3"));
    assert_eq!(means("k3,l4,m3").as_deref(), Some("2:k3xl4-m3"));
    assert_eq!(means("k3,l2,m3").as_deref(), Some("2:k3-m3"));
    assert_eq!(means("k3,l4,l3,m3").as_deref(), Some("3:k3xl3xl4-m3"));
    // Too short, too long, a step too wide, a square twice, water, no own piece, no path.
    for none in ["k3,l3", "k3,l3,m3,n3,o3", "k3,m3,n3", "k3,l3,k3", "k3,k4,k5,k6", "l3,k2,j2", "k3", "", "q9,q8,q7"] {
        assert_eq!(means(none), None, "{none}");
    }
    assert_eq!(table.along(seat(&table, "yellow"), &["l3", "m3", "n3"]), None, "it is not yellow's turn");
}

/// CF-14, CF-21, CF-35
#[test]
fn a_path_is_drawn_from_the_home_field_and_up_to_a_mine() {
    let table = empty(2).pieces("red", "art k3, ship u20 / ship art").dice(5, 2).table();
    let means = |way: &str| along(&table, way);
    assert_eq!(means("home-red,d4,e5").as_deref(), Some("2:ship-e5"));
    assert_eq!(means("home-red,c3,d4,e5").as_deref(), Some("2:ship-e5"), "the circle is where it starts");
    assert_eq!(means("c3,d2,e1").as_deref(), Some("2:art-e1"));
    assert_eq!(means("home-yellow,y25,x24"), None);
    // The ship is lost at the first step by the 5 and by the 2, so the path does not say which.
    assert_eq!(means("u20,u19"), None);
    let table = empty(2).pieces("red", "art k3, ship u20").dice(5, 5).table();
    assert_eq!(along(&table, "u20,u19").as_deref(), Some("5:u20-u19"));
    let guns = empty(2).pieces("red", "/ gun art plane").dice(5, 2).table();
    assert_eq!(along(&guns, "home-red,d2,e1"), None, "three kinds go there");
    assert_eq!(along(&guns, "home-red,red-plane,d2,e1").as_deref(), Some("2:plane-e1"), "unless it is said which");
}

/// CF-35
#[test]
fn drawing_the_path_shown_means_the_same_move() {
    let table = empty(2)
        .pieces("red", "art k3, plane n24, ship k8 / ship")
        .pieces("yellow", "art l3, art l4, ship l8, gun o24")
        .dice(5, 4)
        .table();
    for legal_move in table.legal_moves(seat(&table, "red")) {
        let way: Vec<_> =
            legal_move.gesture.steps[..1].iter().chain(&legal_move.gesture.path).map(String::as_str).collect();
        assert_eq!(table.along(seat(&table, "red"), &way), Some(legal_move.action));
    }
}

/// CF-37
#[test]
fn every_picture_of_the_page_can_be_drawn() {
    check_pictures::<Conflict>(&["start", "enter", "path", "capture", "bridge", "mines", "circle"]);
}

/// CF-1
#[test]
fn every_ink_that_is_used_is_in_the_plan_and_none_is_left_over() {
    let mut used = BTreeSet::from(["paper", "line"]);
    let mut known = BTreeSet::new();
    for players in [2, 4] {
        let plan = opening(players).game().plan();
        used.extend(inks_used(&plan));
        known.extend(plan.inks.iter().map(|ink| ink.name));
    }
    assert_eq!(used, known);
}

/// CF-5
#[test]
fn no_two_kinds_of_pieces_have_the_same_character() {
    let plan = opening(4).game().plan();
    let signs: HashSet<_> = plan.tokens.iter().map(|token| token.glyph.1).collect();
    assert_eq!((plan.tokens.len(), signs.len()), (16, 16));
    assert!(signs.iter().all(char::is_ascii));
}

/// CF-9, CF-15, CF-25
#[test]
fn a_player_reads_what_they_have_to_do_and_what_they_need() {
    let reads = |table: &Table, who: &str| table.headline_to(seat(table, who));
    assert_eq!(reads(&opening(2), "red"), "Your turn: throw for the first turn.");
    assert_eq!(reads(&opening(2), "yellow"), "Red throws for the first turn.");
    let two = empty(2).pieces("red", "art f1, art k3");
    assert_eq!(reads(&two.clone().dice(5, 3).table(), "red"), "Your turn: move two pieces, by 5 and 3.");
    let mut third = two.clone().doubles(2).table();
    play(&mut third, "5-5");
    assert_eq!(reads(&third, "red"), "A third double: you must put a piece into the reserve.");
    let need = two.table();
    let need = need.need_to(seat(&need, "red")).unwrap().text;
    assert_eq!(need, "You need the circle of Yellow, or all their pieces; 2 pieces on the map.");
}

/// CF-14, CF-16
#[test]
fn moves_are_grouped_by_the_piece_that_moves() {
    let table = empty(2).pieces("red", "art y2, art k3, ship t20 / plane").dice(3, 1).table();
    let moves = table.legal_moves(seat(&table, "red"));
    let group = |name: &str| moves.iter().find(|legal| legal.action == name).unwrap().group.clone();
    assert_eq!(group("1:k3-l3"), "red artillery on k3");
    assert_eq!(group("3:plane-f6"), "red plane, Red’s home field");
}

/// CF-5, CF-6, CF-14, CF-24
#[test]
fn pieces_at_home_and_in_the_reserve_lie_on_the_board_and_are_played_from_there() {
    let scene = opening(4).scene(Viewer::Spectator);
    let space = |token: &kernel::scene::Token| match &token.at {
        Spot::Space(id) => scene.plan.space(id).unwrap(),
        Spot::Tray(..) => panic!("{token:?} is not on the board"),
    };
    let spaces: Vec<_> = scene.tokens.iter().map(space).collect();
    let home: Vec<_> = spaces.iter().filter(|space| space.name.ends_with("home field")).collect();
    assert_eq!(home.len(), 4 * 8);
    assert_eq!(home.iter().map(|space| space.cell).collect::<HashSet<_>>().len(), home.len(), "each on its own square");
    assert_eq!(spaces.iter().filter(|space| space.name.ends_with("reserve")).count(), 4 * 4);
    let table = empty(2).pieces("red", "art k3 / art art plane").dice(3, 1).table();
    let moves = table.legal_moves(seat(&table, "red"));
    let art = &moves.iter().find(|legal| legal.action.starts_with("3:art-")).unwrap().gesture;
    let places: BTreeSet<&String> = art.choices(0).collect();
    assert_eq!(places.len(), 3, "either of the two pieces, or the tray: {places:?}");
    let refused = |steps: &[&str]| table.why_not(seat(&table, "red"), steps, None);
    assert_eq!((refused(&["home-red-1", "f6"]), refused(&["home-red-1", "z26"]).is_some()), (None, true));
    let mut seven = empty(2).pieces("red", "art f1, art k3").table();
    play(&mut seven, "5-2");
    let bring = seven.legal_moves(seat(&seven, "red")).into_iter().find(|legal| legal.action == "+ship").unwrap();
    assert_eq!(bring.gesture.steps[0], "reserve-red-ship");
    assert_eq!(seven.scene(Viewer::Spectator).named(&bring.gesture.steps[1]), "Red’s home field");
}
