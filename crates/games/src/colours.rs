//! Colours, and the seats that play them.

use kernel::{Seat, SeatInfo};

/// A colour of a game; `colours!` implements it.
pub(crate) trait SeatColour: Copy + PartialEq + 'static {
    /// All colours, in order.
    const ALL: [Self; 4];
    /// The place in [`SeatColour::ALL`].
    fn index(self) -> usize;
    /// The names of a seat that plays this colour alone.
    fn info(self) -> SeatInfo;
}

/// Declares the four colours of a game: a [`kernel::choice!`] whose values also have a name for sentences and,
/// if all of them are given one, a letter on the board.
macro_rules! colours {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$value_meta:meta])* $value:ident = $word:literal $($letter:literal)?),+ $(,)?
        }
    ) => {
        kernel::choice! {
            $(#[$meta])*
            $vis enum $name {
                $($(#[$value_meta])* $value = $word),+
            }
        }

        impl $name {
            /// The word at the beginning of a sentence.
            $vis const fn name(self) -> &'static str {
                [$(stringify!($value)),+][self as usize]
            }
        }

        impl $crate::colours::SeatColour for $name {
            const ALL: [Self; 4] = $name::ALL;

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            fn info(self) -> kernel::SeatInfo {
                kernel::SeatInfo { id: self.word(), name: self.name() }
            }
        }

        $crate::colours::colours!(@letters $vis $name [$($($letter)?)+]);
    };
    (@letters $vis:vis $name:ident []) => {};
    (@letters $vis:vis $name:ident [$($letter:literal)+]) => {
        impl $name {
            /// The letter on the board.
            $vis const fn letter(self) -> char {
                [$($letter),+][self as usize]
            }
        }
    };
}
pub(crate) use colours;

/// Which seat plays which colours at one table. A colour that is not in play has no seat.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Seating<C> {
    /// Each seat's colours; of two equal ones only the first counts.
    colours: [[C; 2]; 4],
    /// Colours of a seat: 1 or 2.
    pub(crate) per_seat: usize,
    /// Each colour's seat.
    seats: [Option<Seat>; 4],
    /// The other colour of the same seat, or the colour itself.
    partners: [C; 4],
}

impl<C: SeatColour> Seating<C> {
    /// The colours in play in the order of the seats, `per_seat` of them for each seat.
    pub(crate) fn new(in_play: &[C], per_seat: usize) -> Self {
        let mut colours = C::ALL.map(|colour| [colour; 2]);
        let (mut seats, mut partners) = ([None; 4], C::ALL);
        for (index, group) in in_play.chunks(per_seat).enumerate() {
            let (first, last) = (group[0], group[group.len() - 1]);
            colours[index] = [first, last];
            (partners[first.index()], partners[last.index()]) = (last, first);
            group.iter().for_each(|colour| seats[colour.index()] = Some(Seat(index as u8)));
        }
        Seating { colours, per_seat, seats, partners }
    }

    /// The seat's first colour.
    #[inline]
    pub(crate) fn colour(&self, seat: Seat) -> C {
        self.colours[seat.index() & 3][0]
    }

    /// All colours of the seat.
    #[inline]
    pub(crate) fn colours(&self, seat: Seat) -> &[C] {
        &self.colours[seat.index() & 3][..self.per_seat]
    }

    /// The seat that plays the colour; `None` if it is not in play.
    #[inline]
    pub(crate) fn seat_of(&self, colour: C) -> Option<Seat> {
        self.seats[colour.index()]
    }

    /// Colours in play, in the order of all colours.
    pub(crate) fn in_play(&self) -> impl Iterator<Item = C> + use<C> {
        let seats = self.seats;
        C::ALL.into_iter().filter(move |colour| seats[colour.index()].is_some())
    }

    /// The other colour of the same seat, or the colour itself.
    #[inline]
    pub(crate) fn partner(&self, colour: C) -> C {
        self.partners[colour.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    colours! {
        /// A colour.
        enum Colour {
            /// One.
            Red = "red" 'R',
            /// Two.
            Black = "black" 'B',
            /// Three.
            Green = "green" 'G',
            /// Four.
            White = "white" 'W',
        }
    }

    #[test]
    fn a_colour_has_a_word_a_name_and_a_letter() {
        assert_eq!((Colour::Green.word(), Colour::Green.name(), Colour::Green.letter()), ("green", "Green", 'G'));
        assert_eq!(Colour::called("WHITE"), Some(Colour::White));
    }

    #[test]
    fn a_seat_plays_one_colour_and_the_others_are_not_in_play() {
        let seating = Seating::new(&[Colour::Red, Colour::Green], 1);
        assert_eq!(seating.colour(Seat(1)), Colour::Green);
        assert_eq!(seating.seat_of(Colour::Black), None);
        assert_eq!(seating.in_play().collect::<Vec<_>>(), [Colour::Red, Colour::Green]);
        assert_eq!(seating.partner(Colour::Green), Colour::Green);
    }

    #[test]
    fn two_players_have_two_colours_each() {
        let seating = Seating::new(&Colour::ALL, 2);
        assert_eq!(seating.colours(Seat(1)), [Colour::Green, Colour::White]);
        assert_eq!(seating.seat_of(Colour::Black), Some(Seat(0)));
        assert_eq!(seating.partner(Colour::Green), Colour::White);
    }
}
