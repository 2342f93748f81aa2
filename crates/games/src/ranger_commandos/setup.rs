//! Reads and writes positions.

mod reader;

use super::RangerCommandos;
use super::notation::written;
use super::state::{Berth, Colour, Phase, State};
use kernel::{Fault, Game, Positions, Seat};
use reader::Reader;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as written, not yet checked. It does not contain the faces of counters that
/// have not been turned up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `lots`, `colours`, `night`, `walk`, `escape`, `head_start`, `day`, `reveal` or `over`.
    pub phase: String,
    /// Who chooses, spins, walks or turns up counters; not in `lots` and `over`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_act: Option<String>,
    /// The players by seat.
    pub players: BTreeMap<String, Player>,
    /// Counters left on every objective, by its name.
    pub objectives: BTreeMap<String, u8>,
    /// The cell that was spun last; in `walk` its number is walked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spun: Option<String>,
    /// Rounds that have ended with a commando ashore.
    #[serde(default)]
    pub rounds_ashore: u16,
    /// Lots: who spins for the first choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spinning: Vec<String>,
    /// Lots: the numbers spun in this round.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lots: BTreeMap<String, u8>,
    /// Escape and head start: progress of the round after the whistle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escape: Option<Escaping>,
}

/// One player's pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Their colour, once chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// `dock`, a wave, `home` or `captured`.
    #[serde(default = "dock")]
    pub barge: String,
    /// `aboard` or a circle.
    #[serde(default = "aboard")]
    pub commando: String,
    /// Number of counters taken.
    #[serde(default)]
    pub counters: u8,
    /// Their place in coming home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// Their counters that have been turned up, by face.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub faces: BTreeMap<String, u8>,
}

fn dock() -> String {
    "dock".into()
}

fn aboard() -> String {
    "aboard".into()
}

impl Default for Player {
    fn default() -> Self {
        let (barge, commando) = (dock(), aboard());
        Player { colour: None, barge, commando, counters: 0, place: None, faces: BTreeMap::new() }
    }
}

/// Progress of the round after the whistle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Escaping {
    /// Number of spins of the player who runs; 0 in `head_start`.
    #[serde(default)]
    pub spins: u8,
    /// The sum of these spins.
    #[serde(default)]
    pub sum: u8,
    /// Who came first in the round and has the first turn of the return.
    pub resume: String,
}

const PHASES: [(&str, Phase); 9] = [
    ("lots", Phase::Lots),
    ("colours", Phase::Colours),
    ("night", Phase::Night),
    ("walk", Phase::Walk),
    ("escape", Phase::Escape),
    ("head_start", Phase::HeadStart),
    ("day", Phase::Day),
    ("reveal", Phase::Reveal),
    ("over", Phase::Over),
];

impl Positions for RangerCommandos {
    type Setup = Setup;

    fn position(&self, state: &State, _: &()) -> Setup {
        let id = |seat: Seat| self.seat(seat).id.to_owned();
        let seats = || self.all_seats().iter();
        let phase = PHASES.iter().find(|(_, phase)| *phase == state.phase).map_or("", |(word, _)| word);
        let to_act = match state.phase {
            Phase::Lots | Phase::Over => None,
            Phase::Colours => Some(id(state.asked)),
            _ => Some(id(self.seat_to_move(state))),
        };
        let left = self.board.objectives.iter().zip(state.left);
        let spun = seats().filter(|seat| state.first[seat.index()] > 0);
        let resume = state.seat(Colour::at(state.resume)).unwrap_or(Seat(0));
        let escape = Escaping { spins: state.spins, sum: state.sum, resume: id(resume) };
        Setup {
            phase: phase.into(),
            to_act,
            players: seats().map(|seat| (id(seat), self.player(state, seat))).collect(),
            objectives: left.map(|(objective, left)| (objective.name.clone(), left)).collect(),
            spun: self.board.dial.get(usize::from(state.spun)).map(written),
            rounds_ashore: state.rounds,
            spinning: state.open.iter().map(id).collect(),
            lots: spun.map(|seat| (id(seat), state.first[seat.index()])).collect(),
            escape: in_alarm(state.phase).then_some(escape),
        }
    }

    fn place(&self, setup: Setup) -> Result<(State, ()), Vec<Fault>> {
        let mut reader = Reader::new(self, self.start);
        reader.read(&setup);
        reader.done()
    }
}

impl RangerCommandos {
    fn player(&self, state: &State, seat: Seat) -> Player {
        let Some(colour) = state.colour(seat) else { return Player::default() };
        let faces = self.board.faces.iter().zip(state.turned_up(colour)).filter(|(_, count)| **count > 0);
        Player {
            colour: Some(colour.word().into()),
            barge: match state.barge(colour) {
                Berth::Wave(wave) => self.board.wave_name(wave),
                Berth::Home => "home".into(),
                Berth::Captured => "captured".into(),
                Berth::Dock | Berth::Absent => dock(),
            },
            commando: state.ashore(colour).map_or_else(aboard, |circle| self.board.circle_name(circle)),
            counters: state.haul(colour),
            place: state.place(colour),
            faces: faces.map(|(face, count)| (face.name.clone(), *count)).collect(),
        }
    }
}

/// Is it the round after the whistle?
fn in_alarm(phase: Phase) -> bool {
    matches!(phase, Phase::Escape | Phase::HeadStart)
}
