//! A match driven by arbitrary lines: nothing panics, a refusal changes nothing, and every step can be undone.
//!
//! The first line may be the number of a game. The others are `play SEAT TEXT`, `why SEAT TEXT`, `offer SEAT N`,
//! `apply_chance TEXT`, `undo`, `place JSON` or `self`; anything else is played by the seat to act.
#![no_main]

use games::{SLUGS, Visitor, visit};
use kernel::dynamic::DynMatch;
use kernel::{FullGame, Seat, Turn, Viewer};
use libfuzzer_sys::fuzz_target;

struct Open;

impl Visitor for Open {
    type Output = Box<dyn DynMatch>;
    fn visit<G: FullGame>(self) -> Self::Output {
        boxtop_fuzz::opened::<G>().fork()
    }
}

fn to_act(table: &dyn DynMatch) -> Seat {
    match table.turn() {
        Turn::Seats(seats) => seats.iter().next().expect("somebody is to act"),
        _ => Seat(0),
    }
}

fn line(table: &mut dyn DynMatch, line: &str) {
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
    let seat = table.seat(name).unwrap_or(to_act(table));
    let before = (table.position(Viewer::Referee), table.played().len());
    let now = |table: &dyn DynMatch| (table.position(Viewer::Referee), table.played().len());
    match command {
        "why" => {
            let may = table.why(seat, text).is_ok();
            assert_eq!(table.fork().play(seat, text).is_ok(), may, "{line}");
        }
        "offer" => {
            let offers = table.legal_moves(seat);
            if let Some(offer) = text.parse::<usize>().ok().and_then(|n| offers.get(n % offers.len().max(1))) {
                table.play(seat, &offer.action).expect("it was offered");
                assert!(table.undo());
                assert_eq!(now(table), before, "taking back brings back");
                table.play(seat, &offer.action).expect("it was offered");
            }
        }
        "apply_chance" => {
            if table.apply_chance(rest).is_err() {
                assert_eq!(now(table), before, "a refusal changes nothing");
            }
        }
        "undo" => assert_eq!(table.undo(), before.1 > 0),
        "place" => {
            let Ok(value) = serde_json::from_str(rest) else { return };
            match table.place(value) {
                Ok(()) => assert!(table.played().is_empty()),
                Err(faults) => {
                    assert!(!faults.is_empty());
                    assert_eq!(now(table), before, "a refusal changes nothing");
                }
            }
        }
        "self" => {
            table.place(before.0.clone()).expect("a position that was written");
            assert_eq!(table.position(Viewer::Referee), before.0);
        }
        _ => {
            let (seat, text) = if command == "play" { (seat, text) } else { (to_act(table), line) };
            match table.play(seat, text) {
                Ok(told) => assert_eq!(table.played().len(), before.1 + told.len()),
                Err(_) => assert_eq!(now(table), before, "a refusal changes nothing"),
            }
        }
    }
    assert_eq!(table.outcome().is_some(), table.turn() == Turn::Over);
    let scene = table.scene(Viewer::Spectator);
    assert!(!scene.headline.is_empty());
}

fuzz_target!(|text: &str| {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (number, rest) = first.trim().parse::<usize>().map_or((0, text), |number| (number, rest));
    let mut table = visit(SLUGS[number % SLUGS.len()], Open).expect("it is on the list");
    for text in rest.lines().take(64) {
        line(&mut *table, text);
    }
});
