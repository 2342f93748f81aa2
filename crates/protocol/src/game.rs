//! Games, their rules and their boards.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game in the list of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The game's name in URLs.
    #[cfg_attr(feature = "schema", schema(example = "three-musketeers"))]
    pub slug: String,
    /// The game's title.
    pub title: String,
    /// Who published it, and when.
    pub imprint: String,
    /// The game in a sentence or two.
    pub summary: String,
    /// The possible numbers of players.
    pub players: Vec<u8>,
    /// The version of its rules.
    pub rules_version: u32,
}

/// A game with everything that can be chosen for a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameDetails {
    /// The game's name in URLs.
    #[cfg_attr(feature = "schema", schema(example = "three-musketeers"))]
    pub slug: String,
    /// The game's title.
    pub title: String,
    /// Who published it, and when.
    pub imprint: String,
    /// The game in a sentence or two.
    pub summary: String,
    /// The possible numbers of players.
    pub players: Vec<u8>,
    /// The version of its rules.
    pub rules_version: u32,
    /// The seats for each number of players.
    pub seats: Vec<SeatsForPlayers>,
    /// The options of the rules.
    pub options: Vec<GameOption>,
    /// The levels of computer players.
    pub levels: Vec<LevelInfo>,
}

/// The seats for a number of players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatsForPlayers {
    /// The number of players.
    pub players: u8,
    /// The ids of the seats.
    pub seats: Vec<String>,
}

/// An option of a game's rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameOption {
    /// Its key in a [`TableRequest`](crate::TableRequest).
    pub key: String,
    /// What can be chosen.
    pub choice: OptionChoice,
    /// The default value.
    pub default: OptionValue,
    /// What it changes.
    pub about: String,
    /// The number of the rule that it belongs to.
    pub rule: String,
}

/// What can be chosen for an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum OptionChoice {
    /// `true` or `false`.
    Switch,
    /// A number.
    Number {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of some words.
    Word {
        /// The words.
        words: Vec<String>,
    },
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum OptionValue {
    /// A switch.
    Switch(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

/// The chosen options, by key.
pub type ChosenOptions = BTreeMap<String, OptionValue>;

/// A level of computer players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelInfo {
    /// Its name in commands and requests.
    #[cfg_attr(feature = "schema", schema(example = "captain"))]
    pub level: String,
    /// How it plays.
    pub about: String,
}

/// A rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RuleText {
    /// Its number.
    #[cfg_attr(feature = "schema", schema(example = "TM-5"))]
    pub id: String,
    /// Its heading.
    pub title: String,
    /// How it is known.
    pub standing: String,
    /// Where it comes from.
    pub source: String,
    /// The section of the rules.
    pub section: String,
    /// The rule in Markdown.
    pub text: String,
}

/// A board file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardFile {
    /// Its fingerprint, as records name it.
    pub hash: String,
    /// The file, in TOML.
    pub board: String,
}
