//! Draws a scene as SVG, PNG or terminal cells.
//!
//! One drawing for each medium: [`svg`] for pages, pictures and print, `png` for
//! files (with the feature `png`, which brings resvg), [`mod@cells`] for terminals.
//! All three read [`kernel::scene`] and nothing else. This crate knows no
//! particular game (its art is in its own folder), no terminal library and no
//! page around the board.
#![forbid(unsafe_code)]

pub mod cells;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;
