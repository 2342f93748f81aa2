//! Hit the Beach: divisions race from beach to beach to the objective.
//!
//! `board` reads and compiles the board, `state` is a position in bits, `moves`
//! lists and applies actions, `paths` finds ways slowly for explanations, `judge` and
//! `rules` give reasons and the log, `notation` reads and writes actions, `setup` reads
//! and writes positions, `scene` draws, `eval` evaluates positions.
//!
//! The highest throw begins; then a throw and a move make a turn.
//!
//! ```
//! use boxtop_games::MatchConfig;
//!
//! let mut game = boxtop_games::hit_the_beach().start_with(&MatchConfig::players(2))?;
//! for throw in ["red 4", "blue 2", "6"] {
//!     game.throw(throw)?;
//! }
//! assert_eq!(game.legal_moves().last().map(String::as_str), Some("pass"));
//! let told = game.play("plane-R6")?;
//! assert_eq!(told[0].text, "Red’s aeroplane goes to the beach of R6.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The odds before a throw show what each outcome would bring.
//!
//! ```
//! use boxtop_games::{MatchConfig, Seat};
//!
//! let mut game = boxtop_games::hit_the_beach().start_with(&MatchConfig::players(2))?;
//! game.throw("red 4")?;
//! game.throw("blue 2")?;
//! assert_eq!(game.inner().prospects(Seat(0)).len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The number of players is checked.
//!
//! ```
//! use boxtop_games::MatchConfig;
//!
//! let faults = boxtop_games::hit_the_beach().start_with(&MatchConfig::players(7)).unwrap_err();
//! assert_eq!(faults.to_string(), "players: Hit the Beach is played by 2 or 3 or 4, not by 7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every move carries the rules that allow it.
//!
//! ```
//! use boxtop_games::{MatchConfig, Seat};
//!
//! let mut game = boxtop_games::hit_the_beach().start_with(&MatchConfig::players(2))?;
//! for throw in ["red 4", "blue 2", "3"] {
//!     game.throw(throw)?;
//! }
//! let rules = game.inner().why(Seat(0), "army-R3")?;
//! assert!(rules.iter().any(|rule| rule.to_string() == "HB-9"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod eval;
mod features;
mod judge;
mod moves;
mod notation;
mod paths;
mod reasons;
pub mod rules;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;

pub use setup::{Forces, Setup};
pub use state::{Action, COLOURS, Colour, DIVISIONS, Division, Phase, SUPPORTS, Space, State, Support, Throw};

use crate::colours::{SeatColour, Seating};
use board::{DIE, HbBoard};
use kernel::{Difficulty, Fault, Game, GameInfo, Outcome, Seat, SeatInfo, SeatSet, SharedRules, Turn, pick_once};
use moves::PIPS;
use state::NOWHERE;
use std::sync::Arc;

/// The game's description of itself.
pub const INFO: GameInfo = GameInfo {
    slug: "hit-the-beach",
    title: "Hit the Beach",
    imprint: "Milton Bradley, 1965",
    summary: "Bring ship, aeroplane and marines together to take a beach, fight your way inland, and put the defenders you \
            beat in front of the others. First onto the objective wins.",
    players: &[2, 3, 4],
    minutes: (15, 30),
    difficulty: Difficulty::Medium,
    rules_version: 1,
    rules: include_str!("RULES.md"),
    how_to_play: include_str!("HOW-TO-PLAY.md"),
    box_art: include_str!("boxtop.svg"),
    quick_rules: &[rules::SUPPORT, rules::IN_PLACE, rules::PLACING],
    shared_rules: SharedRules { turn: rules::TURN, notation: rules::NOTATION, resign: rules::RESIGNING },
};

kernel::options! {
    /// The options of a match.
    pub struct HbOptions {
        /// Throws after which the match is a draw; 0 for no limit.
        pub throw_limit: u16 = 2_000, from 0 to 5_000, rule rules::LIMIT;
    }
}

impl HbOptions {
    /// Is this number of throws the limit (HB-29)?
    fn is_last(&self, throws: u16) -> bool {
        self.throw_limit > 0 && throws >= self.throw_limit
    }
}

/// The rules of one match: board, options and number of players.
pub struct HitTheBeach {
    board: Arc<HbBoard>,
    options: HbOptions,
    plan: Arc<kernel::scene::Plan>,
    chart: eval::Chart,
    players: u8,
    seating: Seating<Colour>,
}

/// The colours in play, clockwise (HB-6).
const fn colours(players: u8) -> &'static [Colour] {
    match players {
        2 => &[Colour::Red, Colour::Blue],
        3 => &[Colour::Red, Colour::Green, Colour::Blue],
        _ => &COLOURS,
    }
}

impl HitTheBeach {
    /// The seat's colour.
    #[inline]
    pub fn colour(&self, seat: Seat) -> Colour {
        self.seating.colour(seat)
    }

    /// The seat that plays the colour; `None` if it is not in play.
    #[inline]
    pub fn owner(&self, colour: Colour) -> Option<Seat> {
        self.seating.seat_of(colour)
    }

    /// Colours in play, clockwise.
    pub fn in_play(&self) -> impl Iterator<Item = Colour> + use<> {
        self.seating.in_play()
    }
}

impl Game for HitTheBeach {
    type Options = HbOptions;
    type Board = HbBoard;
    type State = State;
    type History = ();
    type Action = Action;
    type Chance = Throw;

    const INFO: &'static GameInfo = &INFO;

    fn new(board: Arc<HbBoard>, options: HbOptions, players: u8, _rules_version: u32) -> Result<Self, Vec<Fault>> {
        let seating = Seating::new(colours(players), 1);
        let plan = Arc::new(scene::plan(&board, colours(players)));
        let chart = eval::Chart::new(&board);
        Ok(HitTheBeach { board, options, plan, chart, players, seating })
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn seat(&self, seat: Seat) -> SeatInfo {
        self.colour(seat).info()
    }

    fn start(&self, _: &mut ()) -> State {
        State {
            taken: 0,
            defenders: self.board.net.marked,
            at: self.board.net.starts.map(|start| [start; 4]),
            support: [[0; 2]; 4],
            first: [0; 4],
            throws: 0,
            die: 0,
            phase: Phase::Opening,
            seat: Seat(0),
            open: self.all_seats(),
            freed: NOWHERE,
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Opening | Phase::Throw => Turn::Chance,
            Phase::Move | Phase::Place => Turn::Seats(SeatSet::only(state.seat)),
            Phase::Won | Phase::Drawn => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if self.to_act(state, seat) {
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
        self.to_act(state, seat).then(|| self.picked(state, &mut pick_once(pick), buffer))
    }

    fn apply(&self, state: &mut State, _: &mut (), _seat: Seat, action: Action) {
        self.make(state, action);
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Throw, u32)>) {
        match state.phase {
            Phase::Opening => {
                let Some(seat) = self.next_first(state) else { return };
                outcomes.extend(PIPS.map(|pips| (Throw::First(seat, pips), 1)));
            }
            Phase::Throw => outcomes.extend(PIPS.map(|pips| (Throw::Turn(pips), 1))),
            _ => {}
        }
    }

    #[inline]
    fn sample_chance(&self, state: &State, pick: impl FnOnce(u32) -> u32, _: &mut Vec<(Throw, u32)>) -> Option<Throw> {
        let pips = || 1 + pick(DIE as u32) as u8;
        match state.phase {
            Phase::Throw => Some(Throw::Turn(pips())),
            Phase::Opening => self.next_first(state).map(|seat| Throw::First(seat, pips())),
            _ => None,
        }
    }

    #[inline]
    fn apply_chance(&self, state: &mut State, _: &mut (), chance: Throw) {
        self.throw(state, chance);
    }

    fn counts(&self, chance: Throw) -> Option<i32> {
        match chance {
            Throw::First(_, pips) | Throw::Turn(pips) => Some(i32::from(pips)),
        }
    }

    fn thrower(&self, state: &State) -> Option<Seat> {
        if state.phase == Phase::Opening { self.next_first(state) } else { Some(state.seat) }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        match state.phase {
            Phase::Won => Some(Outcome::win(state.seat)),
            Phase::Drawn => Some(Outcome::shared(self.all_seats())),
            _ => None,
        }
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.phase == Phase::Place
    }

    fn canonical(&self, state: &State) -> State {
        let mut canonical = *state;
        (canonical.throws, canonical.freed) = (0, NOWHERE);
        if state.phase != Phase::Move {
            canonical.die = 0;
        }
        canonical
    }
}

impl HitTheBeach {
    #[inline]
    fn to_act(&self, state: &State, seat: Seat) -> bool {
        state.seat == seat && matches!(state.phase, Phase::Move | Phase::Place)
    }
}
