//! Changes between views with other seats, trays or logs.

use super::*;

fn tray(id: &str, seat: &str, note: &str) -> Tray {
    Tray { id: id.into(), label: id.into(), seat: Some(seat.into()), note: note.into(), details: String::new() }
}

fn trays(all: &[(&str, &str, &str)]) -> View {
    View { trays: all.iter().map(|(id, seat, note)| tray(id, seat, note)).collect(), ..View::default() }
}

fn seats(names: &[(&str, &str)]) -> View {
    let seat = |(id, name): &(&str, &str)| SeatView { id: (*id).into(), name: (*name).into(), ..SeatView::default() };
    View { seats: names.iter().map(seat).collect(), ..View::default() }
}

fn log(log_from: usize, numbers: std::ops::Range<usize>) -> View {
    let entry = |number| LogEntry { number, step: None, seat: None, action: "x".into(), lines: Vec::new() };
    View { log_from, log: numbers.map(entry).collect(), ..View::default() }
}

/// The change between two views; applied to the old one it gives the new one.
fn change(old: &View, new: &View) -> ViewChange {
    let change = ViewChange::between(old, new).expect("a change");
    let sent = serde_json::to_string(&change).expect("JSON");
    let mut view = old.clone();
    view.apply(serde_json::from_str(&sent).expect("a change")).expect("it fits");
    assert_eq!(&view, new, "{sent}");
    change
}

#[test]
fn new_removed_and_transferred_trays_replace_the_whole_list() {
    let lists: [&[(&str, &str, &str)]; 6] = [
        &[],
        &[("hand", "red", "one")],
        &[("hand", "green", "one")],
        &[("hand", "red", "one"), ("home", "red", "two")],
        &[("home", "red", "two"), ("hand", "red", "one")],
        &[("home", "red", "two")],
    ];
    for old in lists {
        for new in lists.into_iter().filter(|new| *new != old) {
            let change = change(&trays(old), &trays(new));
            assert_eq!((change.all_trays, change.trays), (Some(trays(new).trays), Vec::new()));
        }
    }
}

#[test]
fn a_tray_that_stays_is_changed_by_its_id() {
    let old = trays(&[("hand", "red", "one"), ("home", "red", "two")]);
    let change = change(&old, &trays(&[("hand", "red", "one"), ("home", "red", "three")]));
    let note = TrayChange { id: "home".into(), note: Some("three".into()), ..TrayChange::default() };
    assert_eq!((change.all_trays, change.trays), (None, vec![note]));
}

#[test]
fn other_seats_or_names_replace_the_whole_list() {
    let lists: [&[(&str, &str)]; 4] =
        [&[("red", "Red")], &[("red", "Rot")], &[("red", "Red"), ("blue", "Blue")], &[("blue", "Blue")]];
    for old in lists {
        for new in lists.into_iter().filter(|new| *new != old) {
            let change = change(&seats(old), &seats(new));
            assert_eq!((change.all_seats, change.seats), (Some(seats(new).seats), Vec::new()));
        }
    }
}

#[test]
fn a_log_may_begin_earlier_but_not_later() {
    change(&log(4, 4..6), &log(4, 4..7));
    change(&log(4, 4..6), &log(2, 2..5));
    change(&log(4, 4..4), &log(0, 0..0));
    assert_eq!(ViewChange::between(&log(2, 2..5), &log(4, 4..6)), None);
}

#[test]
fn a_change_of_a_removed_tray_is_refused() {
    let mut view = trays(&[("hand", "red", "one")]);
    let (before, gone) = (view.clone(), TrayChange { id: "hand".into(), ..TrayChange::default() });
    let change = ViewChange { all_trays: Some(Vec::new()), trays: vec![gone], ..ViewChange::default() };
    assert_eq!(view.apply(change), Err(CannotApply::Unknown));
    assert_eq!(view, before);
}
