//! The throws for the first turn: everybody throws once, the highest begins, and those who tie throw again.

use crate::colours::SeatColour;
use kernel::{Refusal, RuleId, Seat, SeatInfo};
use std::ops::RangeInclusive;

/// Who throws: a seat, or a colour where a game counts by colours.
pub(crate) trait Thrower: Copy {
    /// The place in the throws of a round.
    fn index(self) -> usize;
}

impl Thrower for Seat {
    fn index(self) -> usize {
        Seat::index(self)
    }
}

impl<C: SeatColour> Thrower for C {
    fn index(self) -> usize {
        SeatColour::index(self)
    }
}

/// The state of a round of throws.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Round<T, S> {
    /// At least one has not thrown yet.
    Open,
    /// This one begins.
    First(T),
    /// These tie and throw again.
    Level(S),
}

/// The first contender who has not thrown yet; 0 means no throw.
#[inline]
pub(crate) fn next<T: Thrower>(mut open: impl Iterator<Item = T>, thrown: &[u8; 4]) -> Option<T> {
    open.find(|one| thrown[one.index() & 3] == 0)
}

/// Looks at the throws of a round, and clears them once everybody has thrown.
pub(crate) fn settle<T: Thrower, S: FromIterator<T>>(
    open: impl Iterator<Item = T> + Clone,
    thrown: &mut [u8; 4],
) -> Round<T, S> {
    if next(open.clone(), thrown).is_some() {
        return Round::Open;
    }
    let thrown = std::mem::take(thrown);
    let of = |one: &T| thrown[one.index() & 3];
    let best = open.clone().map(|one| of(&one)).max();
    let highest = open.filter(|one| Some(of(one)) == best);
    let mut first_two = highest.clone();
    match (first_two.next(), first_two.next()) {
        (Some(first), None) => Round::First(first),
        _ => Round::Level(highest.collect()),
    }
}

/// Reads `4`, or `red 4` with the name of who throws; `None` if the number is not one of these.
pub(crate) fn read(text: &str, numbers: RangeInclusive<u8>) -> Option<(&str, u8)> {
    let (who, number) = text.rsplit_once(' ').unwrap_or(("", text));
    let (who, number) = (who.trim(), number.trim());
    let plain = number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|number| plain && numbers.contains(number))?;
    Some((who, number))
}

/// Refuses a throw in the name of somebody who is not to throw; a throw without a name is right.
pub(crate) fn check_name(rule: RuleId, who: &str, thrower: Option<SeatInfo>) -> Result<(), Refusal> {
    if who.is_empty() || thrower.as_ref().is_some_and(|seat| seat.id == who) {
        return Ok(());
    }
    let hint = thrower.map(|seat| format!("Now {} is to throw.", seat.name)).unwrap_or_default();
    let shown: String = who.chars().take(24).collect();
    Err(Refusal::new(rule, format!("“{shown}” is not to throw now.")).instead(hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::SeatSet;

    fn round(players: u8, mut thrown: [u8; 4]) -> (Round<Seat, SeatSet>, [u8; 4]) {
        (settle(SeatSet::first(players).iter(), &mut thrown), thrown)
    }

    #[test]
    fn everybody_throws_once() {
        assert_eq!(next(SeatSet::first(3).iter(), &[4, 0, 0, 0]), Some(Seat(1)));
        assert_eq!(next(SeatSet::first(2).iter(), &[4, 6, 0, 0]), None);
        assert_eq!(round(3, [4, 6, 0, 0]), (Round::Open, [4, 6, 0, 0]));
    }

    #[test]
    fn the_highest_begins() {
        assert_eq!(round(4, [4, 6, 2, 5]), (Round::First(Seat(1)), [0; 4]));
    }

    #[test]
    fn those_who_are_level_throw_again() {
        let level = SeatSet::EMPTY.with(Seat(0)).with(Seat(2));
        assert_eq!(round(3, [6, 5, 6, 0]), (Round::Level(level), [0; 4]));
    }

    #[test]
    fn a_throw_may_be_named() {
        assert_eq!(read("red 4", 1..=6), Some(("red", 4)));
        assert_eq!(read("4", 1..=6), Some(("", 4)));
        assert_eq!(read("red 7", 1..=6), None);
        assert_eq!(read("+4", 1..=6), None);
    }
}
