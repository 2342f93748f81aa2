//! Conflict: planes, artillery and ships move by the numbers of two dice on a map of 784 squares.
//!
//! `board` reads and compiles the board, `reach` has tables of all moves without enemies, `path_search`
//! searches where enemies are near. `state` is a position, `action` a decision, `sides` says who is
//! whose enemy. `moves` generates legal moves, `sampling` samples one of them, `turns` applies them and
//! everything that follows, `pacts` has the agreements before a throw, `middle` the compensation of the
//! middle of three. `paths` finds a path to show, `rules` gives reasons, `judge` refuses, `notation` reads
//! and writes, `setup` and `phases` read written positions, `scene` is what people see, `eval` evaluates
//! positions and `rollout` is the rollout policy.
//!
//! Two dice make two moves, each by one die.
//!
//! ```
//! use boxtop_games::MatchConfig;
//!
//! let mut game = boxtop_games::conflict().start_with(&MatchConfig::players(2))?;
//! for throw in ["red 10", "yellow 6", "3-1"] {
//!     game.throw(throw)?;
//! }
//! game.play("3:art-f1")?;
//! game.play("1:ship-d4")?;
//! assert!(game.legal_moves().is_empty(), "yellow throws next");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Four players may play in two partnerships.
//!
//! ```
//! use boxtop_games::{MatchConfig, Seat};
//!
//! let config = MatchConfig::players(4).with("partnership", true);
//! let game = boxtop_games::conflict().start_with(&config)?;
//! assert!(game.inner().partner(Seat(0)).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A move that is not legal says why.
//!
//! ```
//! use boxtop_games::MatchConfig;
//!
//! let mut game = boxtop_games::conflict().start_with(&MatchConfig::players(2))?;
//! for throw in ["red 10", "yellow 6", "3-1"] {
//!     game.throw(throw)?;
//! }
//! let refusal = game.play("3:ship-a1").unwrap_err();
//! assert!(refusal.rule.to_string().starts_with("CF-"), "{refusal}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A scene is what people see, independent of any screen.
//!
//! ```
//! use boxtop_games::kernel::Viewer;
//!
//! let game = boxtop_games::conflict().start()?;
//! let scene = game.inner().scene(Viewer::Spectator);
//! assert!(scene.plan.spaces.len() > 500);
//! assert!(!scene.headline.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
pub mod board;
mod eval;
mod features;
mod judge;
mod middle;
mod moves;
mod notation;
mod pacts;
mod path_search;
mod paths;
mod phases;
mod reach;
mod reasons;
mod rollout;
pub mod rules;
mod sampling;
mod scene;
mod setup;
mod sides;
mod state;
#[cfg(test)]
mod tests;
mod turns;

pub use middle::Middle;
pub use pacts::Pacts;
pub use setup::{Force, Pact, Setup};
pub use state::{
    Action, COLOURS, Colour, ColourSet, KINDS, Kind, Mover, PIECES, Phase, Place, SIDE, SQUARES, Square, State, Taken,
    Throw, column_name,
};

pub use crate::dice::TOTALS;

use crate::colours::{SeatColour, Seating};
use board::{CfBoard, Net};
use kernel::{Difficulty, Fault, Game, GameInfo, Outcome, Seat, SeatInfo, SeatSet, SharedRules, Turn, pick_once};
use state::{HOME, NOWHERE, RESERVE};
use std::sync::Arc;
use turns::ignore_note;

/// The game's description of itself.
pub const INFO: GameInfo = GameInfo {
    slug: "conflict",
    title: "Conflict",
    imprint: "Parker Brothers, 1940",
    summary: "Planes, guns and battleships go by the exact numbers of two dice. Take what you pass, keep off the mines, and \
            end on an opponent’s home circle to take everything they have.",
    players: &[2, 3, 4],
    minutes: (25, 50),
    difficulty: Difficulty::Hard,
    rules_version: 2,
    rules: include_str!("RULES.md"),
    how_to_play: include_str!("HOW-TO-PLAY.md"),
    box_art: include_str!("boxtop.svg"),
    quick_rules: &[rules::TAKES, rules::ON_CIRCLE, rules::GUN],
    shared_rules: SharedRules { turn: rules::THROW, notation: rules::NOTATION, resign: rules::RESIGNING },
};

kernel::options! {
    /// House rules.
    pub struct CfOptions {
        /// Four players form two sides, each of two opposite corners.
        pub partnership: bool = false, rule rules::PARTNERSHIP;
        /// A third double in one turn is played before a piece goes into the reserve.
        pub third_double_plays: bool = false, rule rules::THIRD_DOUBLE;
        /// A plane may pass over an enemy anti-aircraft gun; it may still not end on one.
        pub overfly_guns: bool = false, rule rules::GUN;
        /// Three or four players may agree on pacts in pairs and cancel them again; not in a partnership.
        pub pacts: bool = false, rule rules::PACTS;
        /// What the middle of three players gets: nothing, all pieces at home, the first turn, both, or a circle
        /// that is closed to the others for the first 100 throws.
        pub middle: Middle = Middle::Shelter, before version 2 Middle::None, rule rules::MIDDLE;
        /// Throws in a row without a capture or a retirement after which the survivors draw; 0 for no limit.
        pub quiet_limit: u16 = 300, from 0 to 3_000, rule rules::NO_END;
        /// Throws after which the survivors draw; 0 for no limit.
        pub throw_limit: u16 = 3_000, from 0 to 10_000, rule rules::NO_END;
    }
}

impl CfOptions {
    /// Options that this number of players cannot play with. Before rules version 2 a partnership of fewer than
    /// four had no effect, and old matches with it still open.
    fn faults(&self, players: u8, rules_version: u32) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.partnership && players != 4 && rules_version >= 2 {
            faults.push(Fault::new("options.partnership", "a partnership needs four players"));
        }
        if self.pacts && players < 3 {
            faults.push(Fault::new("options.pacts", "a pact needs three or four players"));
        }
        if self.pacts && self.partnership {
            faults.push(Fault::new("options.pacts", "there are no pacts in a partnership"));
        }
        faults
    }
}

/// The rules of one match.
pub struct Conflict {
    board: Arc<CfBoard>,
    options: CfOptions,
    plan: Arc<kernel::scene::Plan>,
    players: u8,
    seating: Seating<Colour>,
    /// Do opposite corners play together?
    partners: bool,
    /// Is the circle of the middle of three closed at first (CF-38)?
    shelters: bool,
    /// Can circles be closed in this match, by pacts or for the middle (CF-38, CF-39)?
    bars: bool,
}

/// The 36 throws of two dice, in the order of [`Game::chance_outcomes`].
const DICE: [(u8, u8); 36] = dice();

const fn dice() -> [(u8, u8); 36] {
    let (mut dice, mut at, mut high) = ([(0, 0); 36], 0, 1);
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            dice[at] = (high, low);
            at += 1;
            if low < high {
                dice[at] = (high, low);
                at += 1;
            }
            low += 1;
        }
        high += 1;
    }
    dice
}

/// The colours for this number of players, in the order of their seats (CF-7).
fn colours_for(players: u8) -> &'static [Colour] {
    match players {
        2 => &[Colour::Red, Colour::Yellow],
        3 => &[Colour::Red, Colour::Orange, Colour::Yellow],
        _ => &COLOURS,
    }
}

impl Conflict {
    #[inline]
    fn net(&self) -> &Net {
        &self.board.net
    }

    /// The seat's colour.
    #[inline]
    pub fn colour(&self, seat: Seat) -> Colour {
        self.seating.colour(seat)
    }

    /// The seat that plays the colour; `None` if its corner is not used.
    #[inline]
    pub fn seat_of(&self, colour: Colour) -> Option<Seat> {
        self.seating.seat_of(colour)
    }

    /// Colours in play, clockwise.
    pub fn in_play(&self) -> impl Iterator<Item = Colour> + use<> {
        self.seating.in_play()
    }

    /// Do opposite corners play together?
    pub fn partners(&self) -> bool {
        self.partners
    }

    /// The position before the first throw: all pieces of the colours in play where they begin (CF-6).
    fn laid_out(&self) -> State {
        let everybody = self.in_play().fold(ColourSet::EMPTY, ColourSet::with);
        let mut row = [HOME; PIECES];
        for kind in KINDS {
            let slots = kind.slots();
            row[slots.end - kind.in_reserve()..slots.end].fill(RESERVE);
        }
        State {
            // Pieces that are not in play are nowhere.
            pieces: COLOURS.map(|colour| if everybody.contains(colour) { row } else { [NOWHERE; PIECES] }),
            throws: 0,
            quiet: 0,
            moved: NOWHERE,
            dice: [0; 2],
            die: 0,
            doubles: 0,
            acted: false,
            turn: Colour::Red,
            alive: everybody,
            open: everybody,
            first: [0; 4],
            pacts: Pacts::NONE,
            asked: None,
            phase: Phase::Opening,
        }
    }
}

impl Game for Conflict {
    type Options = CfOptions;
    type Board = CfBoard;
    type State = State;
    type History = ();
    type Action = Action;
    type Chance = Throw;

    const INFO: &'static GameInfo = &INFO;

    fn new(board: Arc<CfBoard>, options: CfOptions, players: u8, rules_version: u32) -> Result<Self, Vec<Fault>> {
        let faults = options.faults(players, rules_version);
        if !faults.is_empty() {
            return Err(faults);
        }
        let seating = Seating::new(colours_for(players), 1);
        let partners = options.partnership && players == 4;
        let shelters = players == 3 && options.middle == Middle::Shelter;
        let bars = shelters || options.pacts;
        let plan = Arc::new(scene::blank());
        let mut game = Conflict { board, options, plan, players, seating, partners, shelters, bars };
        game.plan = Arc::new(scene::plan(&game));
        Ok(game)
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn seat(&self, seat: Seat) -> SeatInfo {
        self.colour(seat).info()
    }

    fn partner(&self, seat: Seat) -> Option<Seat> {
        if self.partners { self.seat_of(self.colour(seat).opposite()) } else { None }
    }

    /// CF-27, CF-28: a retired player is out, unless the partner plays on for both (CF-34).
    fn contenders(&self, state: &State) -> SeatSet {
        let lives = |of: &Colour| state.alive.contains(*of) || self.partners && state.alive.contains(of.opposite());
        self.in_play().filter(lives).filter_map(|colour| self.seat_of(colour)).fold(SeatSet::EMPTY, SeatSet::with)
    }

    fn start(&self, _: &mut ()) -> State {
        let mut state = self.laid_out();
        self.compensate(&mut state);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Opening | Phase::Throw => Turn::Chance,
            Phase::Won | Phase::Drawn => Turn::Over,
            _ => Turn::Seats(self.acting(state)),
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if self.seat_of(self.actor(state)) == Some(seat) {
            self.generate(state, actions);
        }
    }

    #[inline]
    fn sample_action(
        &self,
        state: &State,
        seat: Seat,
        pick: impl FnOnce(u32) -> u32,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        if self.seat_of(self.actor(state)) == Some(seat) {
            self.picked(state, &mut pick_once(pick), buffer)
        } else {
            None
        }
    }

    fn apply(&self, state: &mut State, _: &mut (), _seat: Seat, action: Action) {
        self.make(state, action, &mut ignore_note);
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Throw, u32)>) {
        match state.phase {
            Phase::Opening => {
                let Some(seat) = self.next_first(state).and_then(|colour| self.seat_of(colour)) else { return };
                outcomes.extend(TOTALS.map(|(total, weight)| (Throw::First(seat, total), weight)));
            }
            Phase::Throw => {
                for high in 1..=6 {
                    outcomes.extend((1..=high).map(|low| (Throw::Dice(high, low), if high == low { 1 } else { 2 })));
                }
            }
            _ => {}
        }
    }

    #[inline]
    fn sample_chance(
        &self,
        state: &State,
        pick: impl FnOnce(u32) -> u32,
        buffer: &mut Vec<(Throw, u32)>,
    ) -> Option<Throw> {
        if state.phase != Phase::Throw {
            buffer.clear();
            self.chance_outcomes(state, buffer);
            return kernel::sample_weighted(buffer, pick);
        }
        let (high, low) = DICE[pick(36) as usize % 36];
        Some(Throw::Dice(high, low))
    }

    fn counts(&self, chance: Throw) -> Option<i32> {
        match chance {
            Throw::First(_, total) => Some(i32::from(total)),
            Throw::Dice(high, low) => Some(i32::from(high) + i32::from(low)),
        }
    }

    fn thrower(&self, state: &State) -> Option<Seat> {
        let colour = if state.phase == Phase::Opening { self.next_first(state)? } else { state.turn };
        self.seat_of(colour)
    }

    #[inline]
    fn apply_chance(&self, state: &mut State, _: &mut (), chance: Throw) {
        self.throw(state, chance, &mut ignore_note);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.outcome_of(state)
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.acted && matches!(state.phase, Phase::Seven | Phase::Move | Phase::Second | Phase::Forfeit)
    }

    fn canonical(&self, state: &State) -> State {
        let mut canonical = *state;
        (canonical.throws, canonical.quiet) = (0, 0);
        if state.dice_lie_idle() {
            canonical.dice = [0; 2];
        }
        canonical
    }
}
