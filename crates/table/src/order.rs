//! What a table is opened with: the [`Order`], and the stored opening.

use crate::clock::TimeControl;
use crate::occupant::Occupant;
use kernel::dynamic::MatchConfig;
use kernel::{Chosen, SeatSet};
use serde::{Deserialize, Serialize};

/// A series of games between the same people, who change seats each time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// Number of this game, from 1.
    pub game: u8,
    /// Number of games in the contest.
    pub of: u8,
    /// Points won before this game, by seat of this game: points of the game's account if it
    /// keeps one, otherwise games won.
    pub points: Vec<f64>,
}

/// Where the throws of a table come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceFrom {
    /// The table's fair dice.
    #[default]
    #[serde(rename = "house")]
    Table,
    /// People at one screen throw their own dice and enter the result. The table still throws for
    /// computers, and whatever no seat throws.
    Own,
}

impl DiceFrom {
    fn is_table(&self) -> bool {
        *self == DiceFrom::Table
    }
}

/// The match and the step that another match starts from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Branch {
    /// The match's id.
    pub of: String,
    /// Number of steps played.
    pub step: u32,
}

/// What is needed to open a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The match's unguessable id.
    pub id: String,
    /// Players, options, board.
    pub config: MatchConfig,
    /// Who sits at each seat, in seat order.
    pub seats: Vec<Occupant>,
    /// The contest it belongs to.
    pub contest: Option<Contest>,
    /// The match before it, when it is a rematch.
    pub previous: Option<String>,
    /// A position to start from.
    pub start: Option<serde_json::Value>,
    /// Is it shown to strangers while a seat is open?
    pub listed: bool,
    /// Is it for practice: may everybody ask for hints and see the chances of winning?
    pub practice: bool,
    /// The match that this one branches from.
    pub branch: Option<Branch>,
    /// The time control.
    pub pace: TimeControl,
    /// Does each player's first clock wait until the player is present? See [`crate::MatchCommand::Arrive`].
    pub clocks_wait: bool,
    /// Where throws come from.
    pub dice: DiceFrom,
    /// The seats whose players have a device that will commit to a contribution to the dice. All other seats that are
    /// taken bring nothing.
    pub devices: SeatSet,
    /// Fresh random bytes: the secret of the server's chain.
    pub entropy: [u8; 32],
}

impl Order {
    /// An order for an untimed match with the table's dice and nothing special.
    pub fn plain(id: String, config: MatchConfig, seats: Vec<Occupant>, entropy: [u8; 32]) -> Self {
        Order {
            id,
            config,
            seats,
            contest: None,
            previous: None,
            start: None,
            listed: false,
            practice: false,
            branch: None,
            pace: TimeControl::Untimed,
            clocks_wait: false,
            dice: DiceFrom::Table,
            devices: SeatSet::EMPTY,
            entropy,
        }
    }
}

/// How a table was opened.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Version of the event format.
    pub format: u32,
    /// The match's id.
    pub id: String,
    /// The game's slug.
    pub game: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Fingerprint of the board file.
    pub board_hash: String,
    /// The board file, if it is not the standard board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Number of players.
    pub players: u8,
    /// All options.
    pub options: Chosen,
    /// Who sits at each seat.
    pub seats: Vec<Occupant>,
    /// The contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// The match before it, when it is a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The position it started from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<serde_json::Value>,
    /// Is it shown to strangers while a seat is open? Otherwise only people with the link find it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// Is it for practice: may everybody ask for hints and see the chances of winning?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
    /// The match that this one branches from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// The time control.
    #[serde(default, skip_serializing_if = "TimeControl::is_untimed")]
    pub pace: TimeControl,
    /// Does each player's first clock wait until the player is present?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clocks_wait: bool,
    /// Where throws come from.
    #[serde(default, skip_serializing_if = "DiceFrom::is_table")]
    pub dice: DiceFrom,
    /// Nonces known at the opening; empty for seats that add theirs later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonces: Vec<String>,
    /// The seats whose devices commit later, with dice of version 3.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<String>,
    /// The secret of the server's chain, with dice of version 3: never leaves the server before the end. Older programs
    /// have no such field and miss `seed`, so that they refuse the match instead of throwing other dice.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chain: String,
    /// The secret seed of older dice: never leaves the server before the end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seed: String,
    /// What the server has committed to, for everyone: the anchor of its chain, or the fingerprint of the seed.
    pub commitment: String,
}

impl Opened {
    /// The server's secret, whatever the version of the dice.
    pub fn secret(&self) -> &str {
        if self.chain.is_empty() { &self.seed } else { &self.chain }
    }

    /// The parameters from which the same match is set up again.
    pub fn config(&self) -> MatchConfig {
        MatchConfig {
            players: self.players,
            options: self.options.clone(),
            board: self.board.clone(),
            rules_version: self.rules_version,
        }
    }
}

/// Leaves out the seed and the keys of people, which do not belong in a log.
impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Opened { id, game, players, commitment, .. } = self;
        let mut shown = f.debug_struct("Opened");
        shown.field("id", id).field("game", game).field("players", players).field("commitment", commitment);
        shown.finish_non_exhaustive()
    }
}
