//! The record: one document per match, from which it can be replayed.

use crate::{Chosen, GameInfo};
use serde::{Deserialize, Serialize};

/// The format this program writes for matches at a table.
pub const FORMAT: u32 = 2;
/// The first format, without people, clocks and purposes. Simulators and the referee
/// write it, and every program reads it.
pub const FIRST: u32 = 1;
/// The format of a record with a step about an absent player. Only such records use it, so that older
/// programs can read all others.
pub const WITH_ABSENCE: u32 = 3;
/// The format of a match with dice of version 3: chains of links, and steps that commit and reveal.
pub const WITH_CHAINS: u32 = 4;

/// A match as a document.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Always `boxtop`.
    pub program: Program,
    /// Format of this document.
    pub format: u32,
    /// The match's id, to which its throws are bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The game's slug.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// SHA-256 of the board file, in hexadecimal.
    pub board_hash: String,
    /// The board file itself, if it is not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// All options, defaults included.
    pub options: Chosen,
    /// The players, in the order of the seats.
    pub seats: Vec<RecordSeat>,
    /// The starting position, if it is not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<serde_json::Value>,
    /// SHA-256 of the server's seed, published before the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The seed, once the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What each seat added to the dice, in the order of the seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonces: Vec<String>,
    /// The version of the calculation that makes throws from seed and nonces; 1 if absent.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub dice: u32,
    /// The purposes of all throws of this match, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purposes: Vec<Purpose>,
    /// For every `chance` step, the throw's number and purpose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub throws: Vec<Thrown>,
    /// The time control, as the table wrote it; absent for untimed matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<serde_json::Value>,
    /// When the table was opened, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began: Option<i64>,
    /// For every step, when it was made: milliseconds since the step before it, or since the opening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<i64>,
    /// Everything that happened, in order.
    pub steps: Vec<Step>,
    /// How it ended; absent while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Result>,
}

fn first() -> u32 {
    FIRST
}

fn is_first(version: &u32) -> bool {
    *version == FIRST
}

/// What a throw is for: who throws, and the possible outcomes. A throw is bound to its purpose.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Purpose {
    /// The seat that throws; `None` if nobody does.
    #[serde(rename = "hand", default, skip_serializing_if = "Option::is_none")]
    pub thrower: Option<String>,
    /// Every outcome with its weight, in the order of the game.
    #[serde(rename = "lots")]
    pub outcomes: Vec<(String, u32)>,
}

/// A throw of the server's dice.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thrown {
    /// Its number in the match, from 0.
    pub number: u64,
    /// The index of its purpose in the record's list.
    pub purpose: usize,
}

/// The name of this program.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Program {
    /// The only program that writes this format.
    Boxtop,
}

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordSeat {
    /// The seat's id.
    pub seat: String,
    /// The player's name.
    pub name: String,
}

/// Something that happened in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// A seat acted.
    Act {
        /// The seat's id.
        seat: String,
        /// The action in notation.
        action: String,
    },
    /// An outcome of chance.
    Chance {
        /// The outcome in notation.
        chance: String,
        /// The link of the seat that threw or drew, in hexadecimal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<String>,
        /// The seat that the link is of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// The server's link, in hexadecimal. A throw that was repeated after an undo has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        server: Option<String>,
    },
    /// A player threw their own dice and entered the result.
    Entered {
        /// The outcome in notation.
        entered: String,
    },
    /// This number of steps was undone.
    Undo {
        /// How many.
        undo: u32,
    },
    /// A seat resigned.
    Resign {
        /// The seat's id.
        resign: String,
        /// Who plays the seat from now on; if absent, the match ended here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<String>,
    },
    /// A seat's time ran out.
    Flag {
        /// The seat's id.
        flag: String,
        /// Who plays the seat from now on; if absent, the match ended here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<String>,
    },
    /// Everybody agreed to a draw.
    Draw {
        /// Always `true`.
        draw: bool,
    },
    /// A computer plays the seat of an absent player.
    Relieve {
        /// The seat's id.
        relieve: String,
        /// Who plays it meanwhile.
        by: String,
    },
    /// The absent player came back.
    Return {
        /// The seat's id.
        #[serde(rename = "return")]
        back: String,
    },
    /// An absent player did not come back, and the other player claimed the win.
    Claim {
        /// The seat that claimed it.
        claim: String,
        /// The absent player's seats.
        absent: Vec<String>,
    },
    /// The match ended without a result: a seat ended it because a player was absent, or the host closed the table.
    Abort {
        /// The seat that ended it; the first one if it was the host.
        abort: String,
        /// Why the host closed the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The seat of an absent player was opened to someone else.
    Vacate {
        /// The seat's id.
        vacate: String,
    },
    /// A seat's device committed to its contribution to the dice.
    Commit {
        /// The seat's id.
        commit: String,
        /// The anchor of its chain, in hexadecimal.
        anchor: String,
    },
    /// A seat's device revealed its link of a round.
    Reveal {
        /// The seat's id.
        reveal: String,
        /// The link, in hexadecimal.
        link: String,
    },
    /// A player left before the match began, and the commitment of their device is void.
    Withdraw {
        /// The seat's id.
        withdraw: String,
    },
    /// A person took a seat that was opened during the match.
    Sit {
        /// The seat's id.
        sit: String,
        /// Who sits there from now on.
        name: String,
    },
}

impl Step {
    /// An outcome of chance, without links.
    pub fn chance(outcome: impl Into<String>) -> Step {
        Step::Chance { chance: outcome.into(), link: None, by: None, server: None }
    }

    /// Is it only about who brings what to the dice?
    pub fn is_about_chains(&self) -> bool {
        matches!(self, Step::Commit { .. } | Step::Reveal { .. } | Step::Withdraw { .. })
    }

    /// Is it an action or a throw?
    pub fn is_play(&self) -> bool {
        matches!(self, Step::Act { .. } | Step::Chance { .. } | Step::Entered { .. })
    }

    /// Is it about an absent player?
    pub fn is_about_absence(&self) -> bool {
        matches!(self, Step::Claim { .. } | Step::Abort { .. } | Step::Vacate { .. } | Step::Sit { .. })
    }

    /// The step in a few words, with its action or throw in notation.
    pub fn words(&self) -> String {
        let plays_on = |relief: &Option<String>| relief.as_ref().map_or(String::new(), |by| format!("; {by} plays on"));
        match self {
            Step::Act { seat, action } => format!("{seat} {action}"),
            Step::Chance { chance, .. } => format!("throw {chance}"),
            Step::Entered { entered } => format!("own dice {entered}"),
            Step::Undo { undo } => format!("undo {undo}"),
            Step::Resign { resign, relief } => format!("{resign} resigns{}", plays_on(relief)),
            Step::Flag { flag, relief } => format!("{flag} runs out of time{}", plays_on(relief)),
            Step::Draw { .. } => "a draw is agreed".to_owned(),
            Step::Relieve { relieve, by } => format!("{by} plays for {relieve}, who is absent"),
            Step::Return { back } => format!("{back} is back"),
            Step::Claim { claim, absent } => format!("{claim} claims the win; {} did not come back", absent.join(", ")),
            Step::Abort { reason: Some(reason), .. } => format!("the host closes the table: {reason}"),
            Step::Abort { abort, reason: None } => format!("{abort} ends the match without a result"),
            Step::Vacate { vacate } => format!("the seat {vacate} is opened"),
            Step::Commit { commit, .. } => format!("{commit} commits to a contribution to the dice"),
            Step::Reveal { reveal, .. } => format!("{reveal} reveals a contribution to the dice"),
            Step::Withdraw { withdraw } => format!("{withdraw} takes back the commitment to the dice"),
            Step::Sit { sit, name } => format!("{name} takes the seat {sit}"),
        }
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Result {
    /// Each seat's share of the win.
    pub shares: Vec<f64>,
    /// The points each seat has won or lost, in games with points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Vec<i32>>,
    /// Why, as a sentence.
    pub reason: String,
    /// The rules it rests on.
    pub rules: Vec<String>,
}

/// Why a record cannot be played by this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplayable {
    /// Written in another format.
    Format(u32),
    /// Written under another version of the rules.
    Rules {
        /// The record's version.
        record: u32,
        /// Ours.
        ours: u32,
    },
}

impl std::fmt::Display for Unplayable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unplayable::Format(format) => write!(
                f,
                "this record is written in format {format}; this program reads formats {FIRST} to {WITH_CHAINS}. Use the boxtop that wrote it."
            ),
            Unplayable::Rules { record, ours } => write!(
                f,
                "this record was played under version {record} of the rules; this program plays versions 1 to {ours}. Use a newer boxtop to replay it."
            ),
        }
    }
}

impl std::error::Error for Unplayable {}

impl Record {
    /// A record in the first format, of a match that has just begun and has no verifiable dice.
    pub fn blank(
        info: &GameInfo,
        board_hash: String,
        config: &crate::dynamic::MatchConfig,
        seats: Vec<RecordSeat>,
    ) -> Self {
        Record {
            program: Program::Boxtop,
            format: FIRST,
            id: None,
            game: info.slug.to_owned(),
            rules_version: if config.rules_version == 0 { info.rules_version } else { config.rules_version },
            board_hash,
            board: config.board.clone(),
            options: config.options.clone(),
            seats,
            start: None,
            commitment: None,
            seed: None,
            nonces: Vec::new(),
            dice: FIRST,
            purposes: Vec::new(),
            throws: Vec::new(),
            pace: None,
            began: None,
            times: Vec::new(),
            steps: Vec::new(),
            result: None,
        }
    }

    /// Checks that this program can replay the record of this game.
    pub fn check(&self, info: &GameInfo) -> std::result::Result<(), Unplayable> {
        if !(FIRST..=WITH_CHAINS).contains(&self.format) {
            return Err(Unplayable::Format(self.format));
        }
        if !(1..=info.rules_version).contains(&self.rules_version) {
            return Err(Unplayable::Rules { record: self.rules_version, ours: info.rules_version });
        }
        Ok(())
    }
}
