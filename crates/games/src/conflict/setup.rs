//! Written positions: writing one, and reading and checking one.

use super::Conflict;
use super::state::{
    COLOURS, Colour, ColourSet, HELD, HOME, KINDS, Kind, NOWHERE, PIECES, Phase, Place, RESERVE, Square, State,
};
use crate::position;
use kernel::{Fault, Positions};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as written; nothing about it has been checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `opening`, `pact`, `answer`, `throw`, `seven`, `move`, `second`, `forfeit` or `over`.
    pub phase: String,
    /// Whose turn it is.
    pub turn: String,
    /// The dice thrown last; empty for none yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// Second move: the number that is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// Second move: the square of the piece moved by the first die; absent if it was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<String>,
    /// Doubles thrown earlier in this turn.
    #[serde(default)]
    pub doubles: u8,
    /// Has an action been played since the last throw?
    #[serde(default)]
    pub acted: bool,
    /// How many throws have been made.
    #[serde(default)]
    pub throws: u16,
    /// How many since the last capture or retirement.
    #[serde(default)]
    pub quiet: u16,
    /// Who has been retired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retired: Vec<String>,
    /// Opening: who still throws for the first turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to_throw: Vec<String>,
    /// Opening: what was thrown for it in this round.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub first_throws: BTreeMap<String, u8>,
    /// The pacts in force (CF-39).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pacts: Vec<Pact>,
    /// Answer: the player who has been offered a pact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The pieces of each colour.
    pub pieces: BTreeMap<String, Force>,
}

/// A pact as written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pact {
    /// The two colours.
    pub between: [String; 2],
    /// The colour after whose turn it ends, if it has been cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_after: Option<String>,
}

/// The twelve pieces of one colour, each named once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Kind and square: `plane k14`.
    #[serde(default)]
    pub field: Vec<String>,
    /// Kinds in the home field.
    #[serde(default)]
    pub home: Vec<String>,
    /// Kinds in the reserve.
    #[serde(default)]
    pub reserve: Vec<String>,
    /// Kinds in captivity, by holder.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub held: BTreeMap<String, Vec<String>>,
}

impl Positions for Conflict {
    type Setup = Setup;

    fn position(&self, state: &State, _: &()) -> Setup {
        let words = |colours: ColourSet| colours.iter().map(|colour| colour.word().to_owned()).collect::<Vec<_>>();
        let phase = match state.phase {
            Phase::Opening => "opening",
            Phase::Pact => "pact",
            Phase::Answer => "answer",
            Phase::Throw => "throw",
            Phase::Seven => "seven",
            Phase::Move => "move",
            Phase::Second => "second",
            Phase::Forfeit => "forfeit",
            Phase::Won | Phase::Drawn => "over",
        };
        let retired = self.in_play().filter(|colour| !state.alive.contains(*colour));
        let thrown = self.in_play().filter(|colour| state.first[colour.index()] > 0);
        Setup {
            phase: phase.into(),
            turn: state.turn.word().into(),
            dice: if state.dice[0] == 0 { Vec::new() } else { state.dice.to_vec() },
            die: (state.phase == Phase::Second).then_some(state.die),
            moved: self.moved(state).map(Square::name),
            doubles: state.doubles,
            acted: state.acted,
            throws: state.throws,
            quiet: state.quiet,
            retired: words(retired.fold(ColourSet::EMPTY, ColourSet::with)),
            to_throw: words(state.open),
            first_throws: thrown.map(|colour| (colour.word().to_owned(), state.first[colour.index()])).collect(),
            pacts: pacts_of(state),
            asked: state.asked.map(|colour| colour.word().to_owned()),
            pieces: self.in_play().map(|colour| (colour.word().to_owned(), force_of(state, colour))).collect(),
        }
    }

    fn place(&self, setup: Setup) -> Result<(State, ()), Vec<Fault>> {
        let mut state = self.laid_out();
        for colour in self.in_play() {
            state.pieces[colour.index()] = [NOWHERE; PIECES];
        }
        let mut reader = Reader::new(self, state);
        reader.numbers(&setup);
        reader.pieces(&setup);
        reader.ground();
        reader.sides();
        reader.pacts(&setup);
        reader.phase(&setup);
        reader.done()
    }
}

fn pacts_of(state: &State) -> Vec<Pact> {
    let written = |(one, other): (Colour, Colour)| Pact {
        between: [one, other].map(|colour| colour.word().to_owned()),
        ends_after: state.pacts.ends_after(one).map(|colour| colour.word().to_owned()),
    };
    state.pacts.iter().map(written).collect()
}

fn force_of(state: &State, colour: Colour) -> Force {
    let mut force = Force::default();
    for (_, kind, place) in state.pieces(colour) {
        let word = kind.word().to_owned();
        match place {
            Place::Field(square) => force.field.push(format!("{word} {}", square.name())),
            Place::Home => force.home.push(word),
            Place::Reserve => force.reserve.push(word),
            Place::Held(by) => force.held.entry(by.word().to_owned()).or_default().push(word),
        }
    }
    force
}

/// Reads a written position part by part and lists all its faults.
pub(super) type Reader<'g> = position::Reader<'g, Conflict>;

impl Reader<'_> {
    pub(super) fn colour(&mut self, place: &str, word: &str) -> Option<Colour> {
        Some(self.game.colour(self.seat(place, word)?))
    }

    pub(super) fn colours(&mut self, place: &str, words: &[String]) -> ColourSet {
        let seats = self.seats(place, words);
        seats.iter().map(|seat| self.game.colour(seat)).fold(ColourSet::EMPTY, ColourSet::with)
    }

    fn numbers(&mut self, setup: &Setup) {
        if let Some(colour) = self.colour("turn", &setup.turn) {
            self.state.turn = colour;
        }
        let retired = self.colours("retired", &setup.retired);
        retired.iter().for_each(|colour| self.state.alive = self.state.alive.without(colour));
        match setup.dice.as_slice() {
            [] => {}
            [one @ 1..=6, two @ 1..=6] => self.state.dice = [*one.max(two), *one.min(two)],
            other => self.fault("dice", format!("two dice do not show {other:?}")),
        }
        if setup.doubles > 2 {
            self.fault("doubles", "after a third double the turn is over");
        }
        if setup.quiet > setup.throws {
            self.fault(
                "quiet",
                match setup.throws {
                    1 => "there was 1 throw in all".to_owned(),
                    throws => format!("there were {throws} throws in all"),
                },
            );
        }
        let state = &mut self.state;
        (state.doubles, state.acted) = (setup.doubles.min(2), setup.acted);
        (state.throws, state.quiet) = (setup.throws, setup.quiet);
        state.open = ColourSet::EMPTY;
    }

    fn pieces(&mut self, setup: &Setup) {
        let nothing = Force::default();
        for word in setup.pieces.keys() {
            if !self.game.in_play().any(|colour| colour.word() == word) {
                self.fault(format!("pieces.{word}"), "no such colour is in play");
            }
        }
        let in_play: Vec<_> = self.game.in_play().collect();
        for colour in in_play {
            self.force(colour, setup.pieces.get(colour.word()).unwrap_or(&nothing));
        }
    }

    fn force(&mut self, colour: Colour, force: &Force) {
        let at = |part: &str| format!("pieces.{}.{part}", colour.word());
        let mut count = [0; 4];
        for (index, text) in force.field.iter().enumerate() {
            let place = format!("{}[{index}]", at("field"));
            let Some((kind, name)) = text.split_once(' ') else {
                self.fault(place, format!("`{text}` is not a kind and a square"));
                continue;
            };
            let kind = self.kind(&place, kind);
            let square = Square::named(name);
            if square.is_none() {
                self.fault(&place, format!("there is no square `{name}`"));
            }
            let Some(kind) = kind else { continue };
            let code = square.map_or(NOWHERE, |square| square.0);
            self.add(colour, kind, code, &mut count);
        }
        for (part, kinds, code) in [("home", &force.home, HOME), ("reserve", &force.reserve, RESERVE)] {
            self.kinds(&at(part), colour, kinds, code, &mut count);
        }
        for (word, kinds) in &force.held {
            let place = format!("{}.{word}", at("held"));
            let code = self.colour(&place, word).map_or(NOWHERE, |holder| HELD + holder as u16);
            self.kinds(&place, colour, kinds, code, &mut count);
        }
        for kind in KINDS {
            if count[kind.index()] != kind.count() {
                let what = format!("{} of kind {}, not {}", count[kind.index()], kind.word(), kind.count());
                self.fault(format!("pieces.{}", colour.word()), what);
            }
            self.state.pieces[colour.index()][kind.slots()].sort_unstable();
        }
    }

    fn kinds(&mut self, place: &str, colour: Colour, kinds: &[String], code: u16, count: &mut [usize; 4]) {
        for (index, word) in kinds.iter().enumerate() {
            if let Some(kind) = self.kind(&format!("{place}[{index}]"), word) {
                self.add(colour, kind, code, count);
            }
        }
    }

    /// Adds a piece of the kind; too many are reported by their count.
    fn add(&mut self, colour: Colour, kind: Kind, code: u16, count: &mut [usize; 4]) {
        let number = &mut count[kind.index()];
        if *number < kind.count() {
            self.state.pieces[colour.index()][kind.slots().start + *number] = code;
        }
        *number += 1;
    }

    fn kind(&mut self, place: &str, word: &str) -> Option<Kind> {
        let kind = KINDS.into_iter().find(|kind| kind.word() == word);
        if kind.is_none() {
            self.fault(place, format!("`{word}` is not plane, art, gun or ship"));
        }
        kind
    }

    /// CF-12, CF-21, CF-22, CF-27: each piece is on its ground, alone on its square, and could stay there.
    fn ground(&mut self) {
        let mut taken: BTreeMap<Square, Colour> = BTreeMap::new();
        for colour in COLOURS {
            let pieces: Vec<_> = self.state.pieces(colour).collect();
            for (_, kind, place) in pieces {
                let Place::Field(square) = place else { continue };
                let at = format!("pieces.{}.field", colour.word());
                let name = square.name();
                if !self.game.board.terrain(square).is_open_to(kind) {
                    self.fault(&at, format!("{name} is not open to {}", super::rules::article(kind)));
                }
                if let Some(other) = taken.insert(square, colour) {
                    self.fault(&at, format!("{name} holds a piece of {} already", other.word()));
                }
                // A pact partner counts too: their circle may not be entered, and mines stay live (CF-39).
                let rivals = self.game.rivals(&self.state, colour);
                let hostile = |owner: &Colour| rivals.contains(*owner);
                let exposed = matches!(kind, Kind::Ship | Kind::Plane);
                if let Some(owner) = self.game.net().mine_of[square.index()].filter(|owner| exposed && hostile(owner)) {
                    self.fault(&at, format!("{name} is a mine of {}; nothing stays there", owner.word()));
                }
                if let Some(owner) = self.game.net().circle_of[square.index()].filter(hostile) {
                    self.fault(&at, format!("{name} is the circle of {}, who would be retired", owner.word()));
                }
            }
        }
    }

    /// CF-28, CF-29: a player in the match has a piece, a retired one has none, and captors are in the match.
    fn sides(&mut self) {
        let in_play: Vec<_> = self.game.in_play().collect();
        for colour in in_play {
            let (alive, word) = (self.state.alive.contains(colour), colour.word());
            if alive && !self.state.has_pieces(colour) {
                self.fault(format!("pieces.{word}"), "a player without a piece in field, home and reserve is retired");
            }
            if !alive && self.state.has_pieces(colour) {
                self.fault(format!("pieces.{word}"), "a retired player has no piece in field, home and reserve");
            }
            for holder in COLOURS {
                let code = HELD + holder as u16;
                if !self.state.pieces[colour.index()].contains(&code) {
                    continue;
                }
                let at = format!("pieces.{word}.held.{}", holder.word());
                if holder == colour {
                    self.fault(at, "nobody holds their own pieces");
                } else if !self.state.alive.contains(holder) {
                    self.fault(at, "a retired player holds nothing");
                } else if self.game.partners && alive && holder == colour.opposite() {
                    self.fault(at, "partners do not hold each other's pieces");
                }
            }
        }
        if self.state.alive.is_empty() {
            self.fault("retired", "at least one player must be left");
        }
    }
}
