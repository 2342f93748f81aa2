//! Draws a scene as SVG, PNG or terminal cells.
//!
//! - [`svg`]: for pages, pictures and print.
//! - `png`: PNG files, with the feature `png`, which needs resvg. The feature `outlines` alone is for SVG files whose words are
//!   outlines.
//! - [`mod@cells`]: for terminals.
//!
//! All three draw a [`kernel::scene`]. This crate knows no particular game (the art is in the game's
//! folder), no terminal library and no page around the board.
#![forbid(unsafe_code)]

pub mod cells;
#[cfg(feature = "outlines")]
mod outlines;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;
