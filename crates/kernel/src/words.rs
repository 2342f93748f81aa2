//! English for counts and lists, and for sentences that address their reader.

use crate::Seat;
use std::fmt::Display;

/// A number with its noun, and its verb where one follows.
///
/// ```
/// use boxtop_kernel::counted;
/// assert_eq!(counted(1, "throw has", "throws have"), "1 throw has");
/// assert_eq!(counted(12, "man", "men"), "12 men");
/// assert_eq!(counted(0, "point", "points"), "0 points");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let word = if number == N::from(1) { one } else { many };
    format!("{number} {word}")
}

/// Words in a row, the last one after `last`; *nothing* if there are none.
///
/// ```
/// use boxtop_kernel::listed;
/// assert_eq!(listed(vec!["red".into(), "black".into(), "green".into()], "or"), "red, black or green");
/// assert_eq!(listed(vec!["red".into()], "or"), "red");
/// assert_eq!(listed(vec![], "or"), "nothing");
/// ```
pub fn listed(words: Vec<String>, last: &str) -> String {
    match words.split_last() {
        None => "nothing".into(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// To whom a sentence is said: to everybody, with the names of all players, or to the player of one seat, who is *you*.
///
/// ```
/// use boxtop_kernel::{Seat, Voice};
///
/// let turn = |voice: Voice| voice.say(Seat(0), "Red is to throw.", "Your turn: throw the dice.");
/// assert_eq!(turn(Voice::EVERYONE), "Red is to throw.");
/// assert_eq!(turn(Voice::to(Seat(0))), "Your turn: throw the dice.");
/// assert_eq!(turn(Voice::to(Seat(1))), "Red is to throw.");
///
/// let seats = [(Seat(0), "Red"), (Seat(1), "Green")];
/// assert_eq!(Voice::to(Seat(1)).names(seats, "and"), "you and Red");
/// assert_eq!(Voice::EVERYONE.names(seats, "and"), "Red and Green");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Voice(Option<Seat>);

impl Voice {
    /// To everybody: nobody is *you*.
    pub const EVERYONE: Voice = Voice(None);

    /// To the player of this seat.
    pub const fn to(seat: Seat) -> Self {
        Voice(Some(seat))
    }

    /// Is it said to the player of this seat?
    pub fn is_to(self, seat: Seat) -> bool {
        self.0 == Some(seat)
    }

    /// A sentence about a seat: the first form names it, the second one addresses its player.
    pub fn say(self, about: Seat, everyone: impl Into<String>, you: impl Into<String>) -> String {
        if self.is_to(about) { you.into() } else { everyone.into() }
    }

    /// The seat's name inside a sentence, or *you*.
    pub fn name(self, seat: Seat, name: &str) -> &str {
        if self.is_to(seat) { "you" } else { name }
    }

    /// Seats in a row, *you* first, the last one after `last`.
    pub fn names<'n>(self, seats: impl IntoIterator<Item = (Seat, &'n str)>, last: &str) -> String {
        let mut seats: Vec<_> = seats.into_iter().collect();
        seats.sort_by_key(|(seat, _)| !self.is_to(*seat));
        listed(seats.into_iter().map(|(seat, name)| self.name(seat, name).to_owned()).collect(), last)
    }
}

/// The sentence with a capital letter at its beginning.
///
/// ```
/// assert_eq!(boxtop_kernel::capital("you and Red win."), "You and Red win.");
/// ```
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
