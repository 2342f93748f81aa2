//! A match's entry in lists, as a function of the match.

use eventlog::ListEntry;
use kernel::{Seat, SeatSet, Turn};
use table::{Occupant, Table, TimeControl};

/// The list of public matches with an open seat. It is stored as an owner, like people.
pub const LOBBY: &str = "lobby";

/// The list of matches whose clocks have to be checked.
pub const TIMED: &str = "timed";

/// The list of matches that wait for the person with this key.
pub fn waiting_for(key: &str) -> String {
    format!("turn:{key}")
}

/// The match's entry in lists: who plays, whose lists it is in, and whom it waits for.
pub fn list_entry(table: &Table) -> ListEntry {
    let (seats, opened, open) = (table.seats(), table.opened(), !table.is_over());
    let mut owners: Vec<String> = seats.iter().filter_map(|who| who.key().map(str::to_owned)).collect();
    owners.sort();
    owners.dedup();
    let title = title(seats, &owners);
    let has_open_seat = seats.contains(&Occupant::Open);
    if !has_open_seat || !open {
        let wanted = wanted(table);
        let waits = |key: &String| wanted.iter().any(|seat| seats[seat.index()].key() == Some(key));
        let waiting: Vec<String> = owners.iter().filter(|key| waits(key)).map(|key| waiting_for(key)).collect();
        owners.extend(waiting);
    }
    if open && opened.pace != TimeControl::Untimed {
        owners.push(TIMED.into());
    }
    if open && has_open_seat && opened.listed {
        owners.push(LOBBY.into());
    }
    ListEntry { game: opened.game.clone(), open, title, owners }
}

fn title(seats: &[Occupant], people: &[String]) -> String {
    let names: Vec<String> = seats.iter().map(Occupant::name).collect();
    let one_screen = seats.len() > 1 && people.len() == 1 && seats.iter().all(|who| who.key().is_some());
    if one_screen { format!("{}, all on one screen", names[0]) } else { names.join(" – ") }
}

/// The seats that the match waits for: to act, to throw, to answer, to add to the dice.
fn wanted(table: &Table) -> SeatSet {
    let due = match table.turn() {
        Turn::Seats(seats) => seats,
        Turn::Chance => table.game_match().thrower().map_or(SeatSet::EMPTY, SeatSet::only),
        Turn::Over => SeatSet::EMPTY,
    };
    table.owing().iter().chain(due.iter()).fold(SeatSet::EMPTY, |seats, seat: Seat| seats.with(seat))
}
