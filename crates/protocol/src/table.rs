//! Tables: opening one, and lists of them.

use crate::game::ChosenOptions;
use crate::view::Pace;
use serde::{Deserialize, Serialize};

/// The body of `POST /api/v1/tables`. Everything but the game can be left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableRequest {
    /// The game's slug.
    #[cfg_attr(feature = "schema", schema(example = "three-musketeers"))]
    pub game: String,
    /// The number of players; 0 for the game's default.
    pub players: u8,
    /// `computer`, `home` or `friend`; `seats` or empty if `seats` lists the players.
    #[cfg_attr(feature = "schema", schema(example = "friend"))]
    pub mode: String,
    /// One word for each seat: `me`, `open` or a computer's level.
    pub seats: Vec<String>,
    /// The id of your seat, or `either`.
    pub side: String,
    /// The computer's level: `private`, `captain`, `colonel` or `general`.
    pub level: String,
    /// The number of matches in the contest, 1 to 8.
    pub games: u8,
    /// Your name, as others see it.
    pub name: String,
    /// The options of the rules, by key.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, crate::OptionValue>))]
    pub options: ChosenOptions,
    /// The text of a board file; empty for the game's own board.
    pub board: String,
    /// Is it listed while a seat is open? Otherwise people need its link.
    pub public: bool,
    /// Is it for practice: may everybody ask for hints and see the chances of winning?
    pub practice: bool,
    /// The time control.
    pub pace: Pace,
    /// Where throws come from.
    pub dice: DiceSource,
    /// Read and ignored: new tables have dice of version 3, which take no nonces.
    pub nonce: String,
    /// Read and ignored, like `nonce`.
    pub nonce_later: bool,
    /// The anchor of your device's chain, 64 hexadecimal digits, for your first seat.
    pub anchor: String,
    /// Your device sends the anchors of your seats later, with the command `commit`; there are no throws until then.
    pub anchor_later: bool,
    /// A position to start from, in the game's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub start: Option<serde_json::Value>,
}

/// Where throws come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum DiceSource {
    /// The server throws.
    #[default]
    #[serde(rename = "house")]
    Table,
    /// People at one screen throw real dice and enter the outcome.
    Own,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableEntry {
    /// The table's id.
    pub table: String,
    /// The path of its page.
    pub url: String,
    /// The game's slug.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// Who plays, in words.
    pub who: String,
    /// Is the match running?
    pub open: bool,
    /// Does the match wait for you?
    pub waiting: bool,
    /// The version of the match.
    pub version: u64,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// One page of a list of tables.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableList {
    /// The tables.
    pub tables: Vec<TableEntry>,
    /// The cursor for `after`; `null` at the end.
    pub next: Option<String>,
}

/// Throws compared with their expected values, once a match is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LuckReport {
    /// The version of the match.
    pub version: u64,
    /// One entry for each seat that threw.
    pub luck: Vec<SeatLuck>,
}

/// The throws of one seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatLuck {
    /// The seat's id.
    pub seat: String,
    /// The number of throws.
    pub throws: u32,
    /// Their sum.
    pub actual: i64,
    /// The expected sum.
    pub expected: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// The interval that holds 95 of 100 matches: lower and upper end.
    pub band: [f64; 2],
}
