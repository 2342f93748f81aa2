//! Commands: everything that changes a match, as one tagged type.

use crate::receipt::Receipt;
use serde::{Deserialize, Serialize};

/// The body of `POST /api/v1/tables/{table}/commands`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CommandRequest {
    /// The version of the view that the sender has seen. Taking a seat, adding a nonce, offering a rematch and choosing
    /// what happens if the other player is gone do not depend on it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = 7))]
    pub version: u64,
    /// Idempotency key: a request sent again with the same key is executed once. 8 to 80 letters, digits, `-` or `_`.
    /// The header `Idempotency-Key` does the same.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(example = "d5c0f3a1-move-7"))]
    pub key: String,
    /// How many milliseconds the sender has had that version, if it arrived live. The rest of the time was spent on
    /// the network, and the clock forgives it up to a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<u32>,
    /// What to do.
    pub command: Command,
}

impl CommandRequest {
    /// A command from a sender who has seen this version.
    pub fn new(version: u64, key: impl Into<String>, command: Command) -> CommandRequest {
        CommandRequest { version, key: key.into(), held: None, command }
    }
}

/// Something a player does at a table. Seats are given by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Command {
    /// Plays a legal action.
    Play {
        /// The seat that acts.
        #[cfg_attr(feature = "schema", schema(example = "attack"))]
        seat: String,
        /// The action in the game's notation.
        #[cfg_attr(feature = "schema", schema(example = "d6-d7"))]
        action: String,
    },
    /// Throws the dice or spins the dial.
    Throw {
        /// The seat that throws, or whose device makes a draw that no seat throws.
        seat: String,
        /// The link of the seat's chain for this throw, 64 hexadecimal digits, if the seat has a device. See `links` of the view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<String>,
    },
    /// Enters the result of real dice.
    EnterThrow {
        /// The seat that threw.
        seat: String,
        /// The outcome in the game's notation.
        outcome: String,
    },
    /// Undoes an action without consent.
    Undo {
        /// The seat that acted.
        seat: String,
    },
    /// Asks the other players to undo more.
    AskUndo {
        /// The seat that asks.
        seat: String,
        /// The number of steps; without it, up to and including the seat's last action.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<u32>,
    },
    /// Offers a draw.
    OfferDraw {
        /// The seat that offers.
        seat: String,
    },
    /// Proposes that a computer plays for a player who is away.
    ProposeComputer {
        /// The seat that proposes.
        seat: String,
        /// The seat of the player who is away.
        absent: String,
        /// The computer's level.
        #[cfg_attr(feature = "schema", schema(example = "captain"))]
        level: String,
    },
    /// Answers a question. The player who asked withdraws it by declining.
    Answer {
        /// The seat that answers.
        seat: String,
        /// Accept or decline.
        accept: bool,
    },
    /// Resigns.
    Resign {
        /// The seat that resigns.
        seat: String,
    },
    /// Takes a seat.
    Sit {
        /// The seat; without it, the first free one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<String>,
        /// The name that others see.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The player's nonce at tables with dice of version 2, 16 to 64 hexadecimal digits; without it, the server draws one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<String>,
        /// The anchor of the chain of this device, 64 hexadecimal digits; without it, the seat brings nothing to the dice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anchor: Option<String>,
    },
    /// Leaves a seat before the match has begun.
    Leave {
        /// The seat that becomes free.
        seat: String,
    },
    /// Adds a nonce to the dice, for a player who had a seat when the table was opened.
    AddNonce {
        /// The seat that adds.
        seat: String,
        /// 16 to 64 hexadecimal digits.
        #[cfg_attr(feature = "schema", schema(example = "00112233445566778899"))]
        nonce: String,
    },
    /// Commits the device of a seat to its contribution to the dice.
    Commit {
        /// The seat.
        seat: String,
        /// The anchor of the device's chain, 64 hexadecimal digits.
        anchor: String,
    },
    /// Reveals the device's link of this round. The view says when: see `links`.
    Reveal {
        /// The seat.
        seat: String,
        /// The link, 64 hexadecimal digits.
        link: String,
    },
    /// Goes on with a new device, because the one that holds the seat's chain is lost. The other people are asked.
    NewDevice {
        /// The seat.
        seat: String,
        /// The anchor of the new device's chain, 64 hexadecimal digits.
        anchor: String,
    },
    /// Takes a seat back from the computer that plays it.
    Return {
        /// The seat that is reserved for the player.
        seat: String,
    },
    /// Chooses what happens if the other player is gone.
    ResolveAbsence {
        /// The seat that chooses.
        seat: String,
        /// What happens.
        choice: AbsenceChoice,
        /// The computer's level, for `computer`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
    /// Offers a rematch, or accepts the one that is offered.
    OfferRematch,
}

impl Command {
    /// The seat that the command is for, if it names one.
    pub fn seat(&self) -> Option<&str> {
        match self {
            Command::Play { seat, .. }
            | Command::Throw { seat, .. }
            | Command::EnterThrow { seat, .. }
            | Command::Undo { seat }
            | Command::AskUndo { seat, .. }
            | Command::OfferDraw { seat }
            | Command::ProposeComputer { seat, .. }
            | Command::Answer { seat, .. }
            | Command::Resign { seat }
            | Command::Leave { seat }
            | Command::AddNonce { seat, .. }
            | Command::Commit { seat, .. }
            | Command::Reveal { seat, .. }
            | Command::NewDevice { seat, .. }
            | Command::Return { seat }
            | Command::ResolveAbsence { seat, .. } => Some(seat),
            Command::Sit { seat, .. } => seat.as_deref(),
            Command::OfferRematch => None,
        }
    }
}

/// What happens if the other player is gone.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum AbsenceChoice {
    /// The player who is gone loses.
    Claim,
    /// The match ends without a result.
    Abort,
    /// A computer plays the seat.
    Computer,
    /// Anyone can take the seat.
    Open,
}

/// The result of a command. The new view arrives on the stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CommandResult {
    /// The version that the command reached.
    #[cfg_attr(feature = "schema", schema(example = 8))]
    pub version: u64,
    /// Had the command been executed before?
    pub repeated: bool,
    /// The id of the next match, once all players have accepted a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The server's signed word on the match as it stands, at tables with dice of version 3. Keep it to check the record later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    /// One command of each type.
    fn one_of_each() -> Vec<Command> {
        let seat = || "red".to_owned();
        vec![
            Command::Play { seat: seat(), action: "8>".into() },
            Command::Throw { seat: seat(), link: Some("1f".repeat(32)) },
            Command::EnterThrow { seat: seat(), outcome: "9".into() },
            Command::Undo { seat: seat() },
            Command::AskUndo { seat: seat(), steps: Some(3) },
            Command::OfferDraw { seat: seat() },
            Command::ProposeComputer { seat: seat(), absent: "black".into(), level: "captain".into() },
            Command::Answer { seat: seat(), accept: true },
            Command::Resign { seat: seat() },
            Command::Sit { seat: Some(seat()), name: Some("Anna".into()), nonce: None, anchor: None },
            Command::Leave { seat: seat() },
            Command::AddNonce { seat: seat(), nonce: "00112233445566778899".into() },
            Command::Commit { seat: seat(), anchor: "2e".repeat(32) },
            Command::Reveal { seat: seat(), link: "3d".repeat(32) },
            Command::NewDevice { seat: seat(), anchor: "4c".repeat(32) },
            Command::Return { seat: seat() },
            Command::ResolveAbsence { seat: seat(), choice: AbsenceChoice::Computer, level: Some("general".into()) },
            Command::OfferRematch,
        ]
    }

    #[test]
    fn every_command_is_read_as_it_was_written() {
        for command in one_of_each() {
            let request = CommandRequest::new(3, "key-00001", command);
            assert_eq!(from_value::<CommandRequest>(to_value(&request).unwrap()).unwrap(), request);
        }
    }

    #[test]
    fn a_field_that_a_command_does_not_have_is_an_error() {
        let check = |command, wanted: &str| {
            let read = from_value::<CommandRequest>(json!({ "version": 1, "key": "key-00001", "command": command }));
            let error = read.unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        };
        check(json!({ "type": "throw", "seat": "red", "outcome": "9" }), "outcome");
        check(json!({ "type": "play", "seat": "red" }), "action");
        check(json!({ "type": "dance" }), "dance");
    }

    #[test]
    fn every_command_but_a_rematch_names_its_seat() {
        for command in one_of_each() {
            let wanted = if command == Command::OfferRematch { None } else { Some("red") };
            assert_eq!(command.seat(), wanted);
        }
    }
}
