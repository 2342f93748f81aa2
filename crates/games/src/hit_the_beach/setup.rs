//! Reads and writes positions.

use super::HitTheBeach;
use super::board::Kind;
use super::moves::PIPS;
use super::state::{Colour, DIVISIONS, Division, NOWHERE, Phase, SUPPORTS, Space, State, Support};
use crate::position;
use kernel::{Fault, Game, Positions, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the start circle is written.
const START: &str = "start";

/// A position as written, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `opening`, `throw`, `move`, `place` or `over`.
    pub phase: String,
    /// Whose turn it is, or was when it ended.
    pub turn: String,
    /// Throws made for turns.
    #[serde(default)]
    pub throws: u16,
    /// The last throw; 0 for none yet.
    #[serde(default)]
    pub die: u8,
    /// The pieces of each colour in play.
    pub forces: BTreeMap<String, Forces>,
    /// Circles with a defender.
    pub defenders: Vec<String>,
    /// Phase `place`: where the defender was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_from: Option<String>,
    /// Opening: who is in the running for the first turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_the_running: Vec<String>,
    /// Opening: what was thrown for the first turn in this round.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub first_throws: BTreeMap<String, u8>,
}

/// The six pieces of one colour, by the spaces they stand on or `start`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    /// Two marines.
    pub marines: Vec<String>,
    /// Two armies.
    pub armies: Vec<String>,
    /// The ship: the circle of the beach where it lies.
    pub ship: String,
    /// The aeroplane, likewise.
    pub plane: String,
}

impl Forces {
    fn divisions(&self, kind: Division) -> (&'static str, &[String]) {
        match kind {
            Division::Marine => ("marines", &self.marines),
            Division::Army => ("armies", &self.armies),
        }
    }

    fn support(&self, piece: Support) -> &str {
        match piece {
            Support::Ship => &self.ship,
            Support::Plane => &self.plane,
        }
    }
}

impl Positions for HitTheBeach {
    type Setup = Setup;

    fn position(&self, state: &State, _: &()) -> Setup {
        let ids = |seats: SeatSet| seats.iter().map(|seat| self.seat(seat).id.to_owned()).collect();
        let thrown = self.all_seats().iter().filter(|seat| state.first[seat.index()] > 0);
        let phase = match state.phase {
            Phase::Opening => "opening",
            Phase::Throw => "throw",
            Phase::Move => "move",
            Phase::Place => "place",
            Phase::Won | Phase::Drawn => "over",
        };
        let defended = self.board.spaces().filter(|(space, _)| state.has_defender(*space));
        Setup {
            phase: phase.into(),
            turn: self.seat(state.seat).id.into(),
            throws: state.throws,
            die: state.die,
            forces: self.in_play().map(|colour| (colour.word().to_owned(), self.forces(state, colour))).collect(),
            defenders: defended.map(|(_, place)| place.name.clone()).collect(),
            removed_from: (state.freed != NOWHERE).then(|| self.board.name(state.freed).to_owned()),
            in_the_running: ids(state.open),
            first_throws: thrown.map(|seat| (self.seat(seat).id.to_owned(), state.first[seat.index()])).collect(),
        }
    }

    fn place(&self, setup: Setup) -> Result<(State, ()), Vec<Fault>> {
        let mut reader = Reader::new(self, self.start(&mut ()));
        reader.numbers(&setup);
        reader.forces(&setup);
        reader.defenders(&setup);
        reader.opening(&setup);
        reader.phase(&setup);
        reader.done()
    }
}

impl HitTheBeach {
    fn forces(&self, state: &State, colour: Colour) -> Forces {
        let start = self.board.net.starts[colour.index()];
        let name = |at: Space| if at == start { START.to_owned() } else { self.board.name(at).to_owned() };
        let of = |wanted: Division| {
            let divisions = state.divisions(colour).filter(|(kind, _)| *kind == wanted);
            divisions.map(|(_, at)| name(at)).collect()
        };
        let support = |piece| self.support_at(state, colour, piece).map_or(START.to_owned(), name);
        Forces {
            marines: of(Division::Marine),
            armies: of(Division::Army),
            ship: support(Support::Ship),
            plane: support(Support::Plane),
        }
    }
}

/// Reads a written position part by part and lists all its faults.
type Reader<'g> = position::Reader<'g, HitTheBeach>;

impl Reader<'_> {
    fn space(&mut self, place: &str, name: &str) -> Option<Space> {
        let space = self.game.board.called(name);
        if space.is_none() {
            self.fault(place, format!("there is no space `{name}`"));
        }
        space
    }

    fn numbers(&mut self, setup: &Setup) {
        if let Some(seat) = self.seat("turn", &setup.turn) {
            self.state.seat = seat;
        }
        if setup.die != 0 && !PIPS.contains(&setup.die) {
            self.fault("die", format!("a die does not show {}", setup.die));
        }
        let limit = self.game.options.throw_limit;
        if limit > 0 && setup.throws > limit {
            self.fault("throws", format!("there are {}, and after {limit} it is a draw", setup.throws));
        }
        (self.state.throws, self.state.die) = (setup.throws, setup.die);
    }

    fn forces(&mut self, setup: &Setup) {
        for word in setup.forces.keys() {
            let in_play = self.game.in_play().any(|colour| colour.word() == word);
            if !in_play {
                self.fault(format!("forces.{word}"), "no such colour is in play");
            }
        }
        for colour in self.game.in_play() {
            match setup.forces.get(colour.word()) {
                Some(forces) => self.colour(colour, forces),
                None => self.fault("forces", format!("{} has none", colour.word())),
            }
        }
    }

    fn colour(&mut self, colour: Colour, forces: &Forces) {
        for kind in DIVISIONS {
            let (word, divisions) = forces.divisions(kind);
            let place = format!("forces.{}.{word}", colour.word());
            if divisions.len() != 2 {
                self.fault(&place, format!("{} of them, not 2", divisions.len()));
            }
            for ((index, name), slot) in divisions.iter().enumerate().zip(kind.slots()) {
                self.division(&format!("{place}[{index}]"), colour, slot, name);
            }
        }
        for piece in SUPPORTS {
            let place = format!("forces.{}.{}", colour.word(), piece.word());
            self.support(&place, colour, piece, forces.support(piece));
        }
        // Slots were filled in the order of the file; pairs are kept in order of spaces.
        self.state.at[colour.index()][..2].sort_unstable();
        self.state.at[colour.index()][2..].sort_unstable();
    }

    fn division(&mut self, place: &str, colour: Colour, slot: usize, name: &str) {
        if name == START {
            return;
        }
        let Some(at) = self.space(place, name) else { return };
        if matches!(self.game.board.place(at).kind, Kind::Start(_)) {
            return self.fault(place, format!("a start circle is written `{START}`"));
        }
        if self.state.taken & at.bit() != 0 {
            return self.fault(place, format!("a division already stands on {}", self.game.board.name(at)));
        }
        self.state.taken |= at.bit();
        self.state.at[colour.index()][slot] = at;
    }

    fn support(&mut self, place: &str, colour: Colour, piece: Support, name: &str) {
        if name == START {
            return;
        }
        let Some(at) = self.space(place, name) else { return };
        let beaches = &self.game.board.net.own_beaches[colour.index()];
        match beaches.iter().position(|beach| *beach == at) {
            Some(number) => self.state.support[colour.index()][piece as usize] = number as u8 + 1,
            None => self.fault(place, format!("{name} is not a beach of {}", colour.word())),
        }
    }

    fn defenders(&mut self, setup: &Setup) {
        self.state.defenders = 0;
        for (index, name) in setup.defenders.iter().enumerate() {
            let place = format!("defenders[{index}]");
            let Some(at) = self.space(&place, name) else { continue };
            if !self.game.board.place(at).kind.is_brown() {
                self.fault(place, format!("{name} is not a brown circle"));
            } else if self.state.has_defender(at) {
                self.fault(place, format!("{name} is named twice"));
            } else if self.state.taken & at.bit() != 0 {
                self.fault(place, format!("a division stands on {name}"));
            } else {
                self.state.defenders |= at.brown_bit();
            }
        }
        let in_hand = usize::from(setup.phase == "place");
        let wanted = self.game.board.marked.len() - in_hand;
        if setup.defenders.len() != wanted {
            self.fault("defenders", format!("{} of them, not {wanted}", setup.defenders.len()));
        }
        for beach in self.game.board.beaches.iter().flatten() {
            if self.game.owner(beach.colour).is_none() && !self.state.has_defender(beach.circle) {
                let name = self.game.board.name(beach.circle);
                let what = format!("nobody plays {}, so {name} keeps its defender", beach.colour.word());
                self.fault("defenders", what);
            }
        }
    }

    fn opening(&mut self, setup: &Setup) {
        let open = self.seats("in_the_running", &setup.in_the_running);
        self.state.open = open;
        self.state.first = [0; 4];
        for (id, pips) in &setup.first_throws {
            let place = format!("first_throws.{id}");
            let Some(seat) = self.seat(&place, id) else { continue };
            if !PIPS.contains(pips) {
                self.fault(&place, format!("a die does not show {pips}"));
            }
            if !open.contains(seat) {
                self.fault(&place, format!("{id} is not in the running"));
            }
            self.state.first[seat.index()] = *pips;
        }
        if setup.phase != "opening" && !(setup.in_the_running.is_empty() && setup.first_throws.is_empty()) {
            self.fault("in_the_running", "throws for the first turn belong to the opening");
        }
    }

    fn phase(&mut self, setup: &Setup) {
        let reached = self.state.taken & self.game.board.net.objective.bit() != 0;
        let spent = self.game.options.is_last(self.state.throws);
        if reached && ["opening", "throw", "move", "place"].contains(&setup.phase.as_str()) {
            self.fault("phase", "a division stands on the objective: the match is over");
        }
        if setup.phase != "place" && setup.removed_from.is_some() {
            self.fault("removed_from", "a defender is placed only in the phase `place`");
        }
        self.state.phase = match setup.phase.as_str() {
            "opening" => self.before_the_first(setup),
            "throw" => {
                if spent && !reached {
                    self.fault("throws", format!("after {} it is a draw", self.game.options.throw_limit));
                }
                Phase::Throw
            }
            "move" | "place" => {
                if setup.die == 0 || setup.throws == 0 {
                    self.fault("die", "a throw comes before the move");
                }
                if setup.phase == "move" { Phase::Move } else { self.in_hand(setup) }
            }
            "over" => self.over(reached, spent),
            other => {
                self.fault("phase", format!("`{other}` is not opening, throw, move, place or over"));
                Phase::Throw
            }
        };
    }

    fn before_the_first(&mut self, setup: &Setup) -> Phase {
        let fresh = self.game.start(&mut ());
        let moved = (self.state.at, self.state.support, self.state.defenders);
        if moved != (fresh.at, fresh.support, fresh.defenders) || setup.throws > 0 {
            self.fault("phase", "in the opening nothing has moved yet");
        }
        if setup.turn != self.game.seat(Seat(0)).id {
            self.fault("turn", format!("in the opening it must be {}", self.game.seat(Seat(0)).id));
        }
        if self.game.next_first(&self.state).is_none() {
            self.fault("in_the_running", "at least one seat must still throw for the first turn");
        }
        if self.state.open.len() < 2 {
            self.fault("in_the_running", "at least two seats must be in the running");
        }
        Phase::Opening
    }

    /// HB-26: checks that the mover stands where the defender was.
    fn in_hand(&mut self, setup: &Setup) -> Phase {
        let Some(name) = &setup.removed_from else {
            self.fault("removed_from", "the phase `place` needs the space where a defender was removed");
            return Phase::Place;
        };
        let Some(at) = self.space("removed_from", name) else { return Phase::Place };
        let colour = self.game.colour(self.state.seat);
        if self.state.division_on(at).is_none_or(|(whose, _)| whose != colour) || !self.brown(at) {
            self.fault("removed_from", format!("no division of {} stands on a brown circle there", colour.word()));
        }
        self.state.freed = at;
        Phase::Place
    }

    fn brown(&self, at: Space) -> bool {
        self.game.board.place(at).kind.is_brown()
    }

    fn over(&mut self, reached: bool, spent: bool) -> Phase {
        let winner = self.state.division_on(self.game.board.net.objective).map(|(colour, _)| colour);
        match winner {
            Some(colour) if colour != self.game.colour(self.state.seat) => {
                self.fault("turn", format!("{} stands on the objective, so it must be that turn", colour.word()));
            }
            None if !spent => self.fault("phase", "nobody has reached the objective, and throws are left"),
            _ => {}
        }
        if reached { Phase::Won } else { Phase::Drawn }
    }
}
