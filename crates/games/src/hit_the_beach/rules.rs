//! Rule numbers, reasons for refusals, and the sentences of the log.
//!
//! The judge follows the rule book on named spaces and pieces, slowly and plainly,
//! and does not use the fast generator's tables.

use super::HitTheBeach;
use super::board::Kind;
use super::state::{Action, Colour, Division, Phase, Space, State, Throw};
use kernel::{Explain, Game, Refusal, RuleId, Seat, SeatSet, Sentence};

pub(super) use kernel::listed;

const fn hb(number: u16) -> RuleId {
    RuleId::new("HB", number)
}

/// Sea, land and lines.
pub const BOARD: RuleId = hb(1);
/// Beaches.
pub const BEACHES: RuleId = hb(2);
/// Atolls.
pub const ATOLLS: RuleId = hb(3);
/// The pieces.
pub const PIECES: RuleId = hb(4);
/// Setting up.
pub const SETTING_UP: RuleId = hb(5);
/// Players and colours.
pub const PLAYERS: RuleId = hb(6);
/// Who begins.
pub const FIRST: RuleId = hb(7);
/// A throw, then one piece.
pub const TURN: RuleId = hb(8);
/// The full count.
pub const COUNT: RuleId = hb(9);
/// Passing.
pub const PASSING: RuleId = hb(10);
/// Ship and aeroplane.
pub const SUPPORT: RuleId = hb(11);
/// Any direction.
pub const DIRECTION: RuleId = hb(12);
/// No turning back.
pub const NO_TURNING: RuleId = hb(13);
/// The start circle.
pub const START: RuleId = hb(14);
/// Over other divisions.
pub const OVER: RuleId = hb(15);
/// Defenders bar the way.
pub const BARRED: RuleId = hb(16);
/// One piece a space.
pub const ONE_A_SPACE: RuleId = hb(17);
/// Relieving.
pub const RELIEF: RuleId = hb(18);
/// A defender between two divisions protects both.
pub const SHELTER: RuleId = hb(19);
/// Whose beach.
pub const WHOSE_BEACH: RuleId = hb(20);
/// Support in place.
pub const IN_PLACE: RuleId = hb(21);
/// By a marine.
pub const MARINE: RuleId = hb(22);
/// A cleared beach.
pub const CLEARED: RuleId = hb(23);
/// Removing a defender.
pub const REMOVING: RuleId = hb(24);
/// Defenders on atolls.
pub const ON_ATOLLS: RuleId = hb(25);
/// Where the defender goes.
pub const PLACING: RuleId = hb(26);
/// Ways may be closed.
pub const CLOSING: RuleId = hb(27);
/// The objective.
pub const OBJECTIVE: RuleId = hb(28);
/// The last throw.
pub const LIMIT: RuleId = hb(29);
/// Giving up.
pub const RESIGNING: RuleId = hb(30);
/// Names and notation.
pub const NOTATION: RuleId = hb(31);

/// What a division finds at the end of its move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Find {
    /// Nothing.
    Nothing,
    /// The objective.
    Objective,
    /// The defender of a beach.
    BeachDefender,
    /// A defender on an atoll.
    AtollDefender,
    /// Any other defender.
    Defender,
    /// An opponent's division.
    Opponent(Colour, Division),
}

impl Explain for HitTheBeach {
    fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.judge_turn(state, seat)?;
        match (state.phase, action) {
            (Phase::Place, Action::Place(circle)) => self.judge_placing(state, circle),
            (Phase::Place, _) => {
                Err(Refusal::new(PLACING, "Place the removed defender first.").instead(self.open_circles(state)))
            }
            (_, Action::Place(_)) => Err(Refusal::new(PLACING, "There is no defender to place.")
                .instead("You place a defender only after removing one.")),
            (_, Action::March { from, to }) => self.judge_march(state, seat, from, to),
            (_, Action::SetOut { division, to }) => self.judge_setting_out(state, seat, division, to),
            (_, Action::Support { piece, beach }) => self.judge_support(state, seat, piece, beach),
            (_, Action::Pass) => Ok(()),
        }
    }

    fn cite(&self, state: &State, seat: Seat, action: Action) -> Vec<RuleId> {
        let find = |to| match self.find(state, to) {
            Find::Nothing => vec![],
            Find::Objective => vec![OBJECTIVE],
            Find::BeachDefender => vec![WHOSE_BEACH, IN_PLACE, MARINE],
            Find::AtollDefender => vec![REMOVING, ON_ATOLLS],
            Find::Defender => vec![REMOVING],
            Find::Opponent(..) => vec![RELIEF],
        };
        match action {
            Action::March { to, .. } => [vec![COUNT], find(to)].concat(),
            Action::SetOut { to, .. } => [vec![COUNT, START], find(to)].concat(),
            Action::Support { .. } => vec![SUPPORT],
            Action::Place(circle) if self.closes_in(state, seat, circle) => vec![PLACING, CLOSING],
            Action::Place(_) => vec![PLACING],
            Action::Pass => vec![PASSING],
        }
    }

    fn tell(&self, before: &State, seat: Seat, action: Action, after: &State) -> Vec<Sentence> {
        let mut lines = vec![Sentence::new(self.sentence(before, seat, action), &self.cite(before, seat, action))];
        if after.phase == Phase::Place {
            let text = format!("{} is to put the defender on another circle.", self.seat(seat).name);
            lines.push(Sentence::new(text, &[PLACING]));
        }
        lines.extend(self.verdict(after));
        lines
    }

    fn tell_chance(&self, before: &State, chance: Throw, after: &State) -> Vec<Sentence> {
        match chance {
            Throw::Turn(pips) => {
                let text = format!("{} throws {pips}.", self.seat(before.seat).name);
                vec![Sentence::new(text, &[TURN])]
            }
            Throw::First(seat, pips) => {
                let text = format!("{} throws {pips} for the first turn.", self.seat(seat).name);
                let mut lines = vec![Sentence::new(text, &[FIRST])];
                if after.phase == Phase::Throw {
                    let text = format!("{} has the first turn.", self.seat(after.seat).name);
                    lines.push(Sentence::new(text, &[FIRST]));
                } else if after.first == [0; 4] {
                    let text = format!("{} are level and throw again.", self.names(after.open));
                    lines.push(Sentence::new(text, &[FIRST]));
                }
                lines
            }
        }
    }

    fn advantages(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        self.advantages_of(state, seat, better, worse)
    }

    fn verdict(&self, state: &State) -> Option<Sentence> {
        match state.phase {
            Phase::Won => {
                let name = self.seat(state.seat).name;
                let arrived = state.division_on(self.board.net.objective).map_or("division", |(_, kind)| kind.word());
                let text = format!("{name}’s {arrived} has reached the objective: {name} wins.");
                Some(Sentence::new(text, &[OBJECTIVE]))
            }
            Phase::Drawn => {
                let text = format!(
                    "{} been made, and nobody has reached the objective: it is a draw.",
                    kernel::counted(state.throws, "throw has", "throws have")
                );
                Some(Sentence::new(text, &[LIMIT]))
            }
            _ => None,
        }
    }
}

impl HitTheBeach {
    pub(super) fn names(&self, seats: SeatSet) -> String {
        listed(seats.iter().map(|seat| self.seat(seat).name.to_owned()).collect(), "and")
    }

    /// What is at the end of a move.
    pub(super) fn find(&self, state: &State, to: Space) -> Find {
        let kind = self.board.place(to).kind;
        match (kind, state.has_defender(to), state.division_on(to)) {
            (Kind::Objective, ..) => Find::Objective,
            (_, true, _) if self.board.beach(to).is_some() => Find::BeachDefender,
            (Kind::Atoll, true, _) => Find::AtollDefender,
            (_, true, _) => Find::Defender,
            (_, _, Some((colour, division))) => Find::Opponent(colour, division),
            _ => Find::Nothing,
        }
    }

    /// Does a defender here block an opponent's last open way to the objective?
    fn closes_in(&self, state: &State, seat: Seat, circle: Space) -> bool {
        let others = self.in_play().filter(|colour| self.owner(*colour) != Some(seat));
        let reaches = |defenders: u64, colour: Colour| {
            let reached = self.unbarred_from_objective(defenders);
            state.divisions(colour).any(|(_, at)| reached & at.bit() != 0)
        };
        let after = state.defenders | circle.brown_bit();
        others.into_iter().any(|colour| reaches(state.defenders, colour) && !reaches(after, colour))
    }

    /// Spaces from which a way without defenders leads to the objective.
    fn unbarred_from_objective(&self, defenders: u64) -> u128 {
        let mut reached = self.board.net.objective.bit();
        let mut fresh = reached;
        while fresh != 0 {
            let open = super::moves::spaces(fresh).filter(|space| defenders & space.brown_bit() == 0);
            let next = open.fold(0, |set, space| set | self.board.net.beside[space.index()]);
            fresh = next & !reached;
            reached |= fresh;
        }
        reached
    }

    fn sentence(&self, state: &State, seat: Seat, action: Action) -> String {
        let name = self.seat(seat).name;
        match action {
            Action::March { from, to } => {
                let division = state.division_on(from).map_or("division", |(_, division)| division.word());
                format!("{name}’s {division} goes from {} {}.", self.board.name(from), self.arrival(state, to))
            }
            Action::SetOut { division, to } => {
                format!("{name}’s {} leaves the start circle and goes {}.", division.word(), self.arrival(state, to))
            }
            Action::Support { piece, beach } => {
                format!("{name}’s {} goes to the beach of {}.", piece.name(), self.board.name(beach))
            }
            Action::Place(circle) => format!("{name} puts the defender on {}.", self.board.name(circle)),
            Action::Pass => format!("{name} leaves the {} unused.", state.die),
        }
    }

    fn arrival(&self, state: &State, to: Space) -> String {
        let end = self.board.name(to);
        match self.find(state, to) {
            Find::Nothing => format!("to {end}"),
            Find::Objective => "to the objective".into(),
            Find::BeachDefender => format!("to {end} and clears the beach"),
            Find::AtollDefender => format!("to {end} and removes the defender of the atoll"),
            Find::Defender => format!("to {end} and removes the defender"),
            Find::Opponent(colour, division) => {
                let (whose, word) = (colour.name(), division.word());
                format!("to {end} and relieves {whose}’s {word}, which returns to its start circle")
            }
        }
    }
}

/// A throw with its article.
pub(super) fn article(pips: u8) -> String {
    format!("a {pips}")
}
