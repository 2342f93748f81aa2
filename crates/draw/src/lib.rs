//! A scene drawn as SVG, PNG and terminal cells.
//!
//! One drawing for each medium: [`svg`] for page, picture and print, [`mod@png`]
//! for files, [`mod@cells`] for terminals. All three read [`kernel::scene`] and
//! nothing else. Here does not belong: anything that knows a particular game
//! (its art is in its own folder), a terminal library, a page around the board.
#![forbid(unsafe_code)]

pub mod cells;
pub mod png;
pub mod svg;
