//! The board in a view: tokens, trays, marks, dice and dials.

use serde::{Deserialize, Serialize};

/// A throw that is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PendingThrow {
    /// The seat that throws; `null` when the server does.
    pub thrower: Option<String>,
    /// Is it a seat of the viewer?
    pub mine: bool,
    /// Is it the viewer's, and does another throw follow, whatever this one shows, before anybody can choose? Several of
    /// these can be made in one go.
    #[serde(default, skip_serializing_if = "is_not")]
    pub forced: bool,
}

fn is_not(value: &bool) -> bool {
    !value
}

/// What chance showed last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Throw {
    /// Dice.
    Dice {
        /// The pips of each die.
        pips: Vec<u8>,
    },
    /// A dial; the view's `dial` has its sectors.
    Dial {
        /// The index of the sector it points at; `null` before the first spin.
        at: Option<usize>,
    },
}

/// A sector of a dial.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DialSector {
    /// What is printed on it.
    pub label: String,
    /// Its size, relative to the other sectors.
    pub weight: u32,
}

/// A piece on the board or in a tray.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Token {
    /// Stays the same for as long as the piece looks like the same piece.
    pub id: u16,
    /// The kind of piece.
    pub kind: String,
    /// What a screen reader says.
    pub label: String,
    /// The index of the seat that owns it.
    pub seat: Option<u8>,
    /// The space it stands on; `null` in a tray.
    pub space: Option<String>,
    /// The tray it lies in; `null` on the board.
    pub tray: Option<String>,
    /// Its horizontal position in the drawing.
    pub x: f64,
    /// Its vertical position in the drawing.
    pub y: f64,
    /// Its size, relative to a token on the board.
    pub scale: f64,
}

/// A place beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tray {
    /// The tray's id.
    pub id: String,
    /// Its heading.
    pub label: String,
    /// The seat that owns it.
    pub seat: Option<String>,
    /// What it says, such as `12 of 34 still to take`.
    pub note: String,
    /// More about what is in it, for people who ask; absent if the note says it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(example = "chips: 1 blue, 1 red, 2 white"))]
    pub details: String,
}

/// A mark on a space.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SpaceMark {
    /// The space.
    pub space: String,
    /// What the mark says.
    pub mark: MarkKind,
}

/// Why a space is marked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MarkKind {
    /// The last move came from here.
    LastFrom,
    /// The last move went here.
    LastTo,
    /// Something was captured here.
    LastTaken,
    /// This piece must act.
    Must,
    /// This piece cannot move.
    Held,
    /// Something can go here.
    Target,
    /// The direction in which the piece here can go.
    Arrow,
    /// A number in an order.
    Step,
}
