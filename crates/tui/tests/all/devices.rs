//! Fair dice at a table of a server: waiting for the devices of others, and going on with a new device.

use crate::party::marines;
use crate::remote::{Distant, SharedTable, Visitor, happens, person};
use boxtop_tui::{Look, lines};
use chain::{Chain, Link};
use kernel::dynamic::MatchConfig;
use kernel::{Seat, SeatSet};
use std::cell::RefCell;
use std::rc::Rc;
use table::{MatchCommand, Order, Table};

/// A plays red, B the three others; each has a device for every seat.
fn shared_table() -> SharedTable {
    let seats = ["a", "b", "b", "b"].map(person).to_vec();
    let config = MatchConfig { players: 4, ..MatchConfig::default() };
    let order = Order { devices: SeatSet::first(4), ..Order::plain("m".repeat(20), config, seats, [7; 32]) };
    Rc::new(RefCell::new(Table::open(marines(), order, 0).expect("a table").0))
}

const SEATS: [&str; 4] = ["red", "black", "yellow", "green"];

fn chain(at: usize) -> Chain {
    Chain::new(Link::new([at as u8 + 1; 32]))
}

fn commit(shared: &SharedTable, at: usize) {
    let anchor = chain(at).anchor().to_string();
    happens(shared, &MatchCommand::Commit { seat: SEATS[at].into(), anchor }).expect("it is wanted");
}

fn reveal(shared: &SharedTable, at: usize) {
    let link = chain(at).link(1).to_string();
    happens(shared, &MatchCommand::Reveal { seat: SEATS[at].into(), link }).expect("it is wanted");
}

/// A table at which everybody has added to the dice.
fn ready() -> SharedTable {
    let shared = shared_table();
    (0..4).for_each(|at| commit(&shared, at));
    (0..4).for_each(|at| reveal(&shared, at));
    shared
}

#[test]
fn a_player_whose_device_owes_something_to_the_dice_is_named_until_it_has_sent_it() {
    let shared = shared_table();
    let mut visitor = Visitor::new(&shared, "a");
    let waits = |visitor: &mut Visitor| {
        visitor.table.ring();
        visitor.take_news();
        visitor.screen().contains("Waiting for B to add to the dice.")
    };
    assert!(waits(&mut visitor));
    (0..4).for_each(|at| commit(&shared, at));
    reveal(&shared, 0);
    assert!(waits(&mut visitor));
    (1..4).for_each(|at| reveal(&shared, at));
    assert!(!waits(&mut visitor));
}

#[test]
fn a_lost_secret_is_shown_with_the_word_that_goes_on_without_it() {
    let shared = ready();
    let mut visitor = Visitor::new(&shared, "a");
    visitor.line("new-device");
    assert!(visitor.note().contains("no new device is needed"), "{}", visitor.note());
    visitor.table.lost = vec![Seat(0)];
    visitor.table.ring();
    visitor.take_news();
    assert!(visitor.note().contains("The dice of red began on another device."), "{}", visitor.note());
    assert!(visitor.screen().contains("type new-device"), "it stays on the screen");
    visitor.line("new-device");
    assert_eq!(visitor.table.sent, [MatchCommand::NewDevice { seat: "red".into(), anchor: String::new() }]);
}

#[test]
fn the_others_are_asked_about_a_new_device_and_answer_with_typed_words() {
    let shared = ready();
    let mut other = Visitor::new(&shared, "b");
    let anchor = chain(9).anchor().to_string();
    happens(&shared, &MatchCommand::NewDevice { seat: "red".into(), anchor }).expect("it may be asked");
    other.table.ring();
    other.take_news();
    let question = "A (red) asks to go on with a new device; everybody adds to the dice again. Type yes or no.";
    assert!(other.note().contains(question), "{}", other.note());
    other.line("yes");
    other.take_news();
    assert!(shared.borrow().question().is_none(), "B answers for all three seats");
    assert_eq!(shared.borrow().wants_link(), SeatSet::first(4), "another round begins");
}

#[test]
fn line_mode_says_once_that_a_secret_is_lost_and_sends_the_word() {
    let shared = ready();
    let mut table = Distant::new(&shared, "a");
    table.lost = vec![Seat(0)];
    table.ring();
    let mut output = Vec::new();
    let table = lines::run(table, Look::PLAIN, true, &b"new device\nhelp\n"[..], &mut output).expect("it goes on");
    let output = String::from_utf8(output).expect("text");
    assert_eq!(output.matches("The dice of red began on another device.").count(), 1, "{output}");
    assert!(output.contains("new-device"), "the word is in the help: {output}");
    assert_eq!(table.sent.len(), 1, "{:?}", table.sent);
}
