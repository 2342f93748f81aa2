//! Enums whose values have a word in files, options and notation.

/// A type with a few named values, such as the colours of a game. [`choice!`](crate::choice) declares one.
pub trait Choice: Copy + PartialEq + 'static {
    /// The words of all values, in order.
    const WORDS: &'static [&'static str];

    /// The word of this value.
    fn word(self) -> &'static str;

    /// The value with this word, in any case of letters.
    fn called(word: &str) -> Option<Self>;
}

/// Declares an enum with a word for each value: `ALL`, `index`, `word`, `called` and [`Choice`].
///
/// ```
/// boxtop_kernel::choice! {
///     /// The end of a repetition.
///     pub enum Repetition {
///         /// Nobody wins.
///         Draw = "draw",
///         /// The side to move loses.
///         Loss = "loss",
///     }
/// }
///
/// assert_eq!(Repetition::ALL.map(Repetition::word), ["draw", "loss"]);
/// assert_eq!(Repetition::called("Loss"), Some(Repetition::Loss));
/// assert_eq!(Repetition::called("win"), None);
/// ```
#[macro_export]
macro_rules! choice {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$value_meta:meta])* $value:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name {
            $($(#[$value_meta])* $value),+
        }

        impl $name {
            /// All values, in order.
            $vis const ALL: [$name; [$($word),+].len()] = [$($name::$value),+];

            /// The place in [`Self::ALL`].
            #[inline]
            $vis const fn index(self) -> usize {
                self as usize
            }

            /// The word in files and notation.
            $vis const fn word(self) -> &'static str {
                [$($word),+][self as usize]
            }

            /// The value with this word, in any case of letters.
            $vis fn called(word: &str) -> Option<Self> {
                $name::ALL.into_iter().find(|value| value.word().eq_ignore_ascii_case(word))
            }
        }

        impl $crate::Choice for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn word(self) -> &'static str {
                $name::word(self)
            }

            fn called(word: &str) -> Option<Self> {
                $name::called(word)
            }
        }
    };
}
