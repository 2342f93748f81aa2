//! Fighting Marines: everybody storms a turning platform at once.
//!
//! `board` reads and compiles the board, `state` is a position in bits, `moves`
//! lists and applies actions, `phases` does what follows automatically, `judge` and
//! `rules` give reasons and the log, `notation` reads and writes actions, `setup`
//! reads and writes positions, `scene` draws, `eval` evaluates positions, `features`
//! describes them to trained values.
//!
//! Each side throws for the first turn; then the throw turns the platform.
//!
//! ```
//! use boxtop_games::MatchConfig;
//!
//! let mut game = boxtop_games::fighting_marines().start_with(&MatchConfig::players(2))?;
//! game.throw("red-black 10")?;
//! game.throw("yellow-green 7")?;
//! let told = game.throw("8")?;
//! assert_eq!(told[0].text, "Red and Black throw 8: the arrow comes to 8.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the assault several seats act in any order.
//!
//! ```
//! use boxtop_games::{MatchConfig, Seat, Turn};
//!
//! let mut game = boxtop_games::fighting_marines().start_with(&MatchConfig::players(2))?;
//! for throw in ["red-black 10", "yellow-green 7", "8"] {
//!     game.throw(throw)?;
//! }
//! assert!(matches!(game.turn(), Turn::Seats(seats) if seats.len() == 2));
//! game.play_as(Seat(1), "41>")?;
//! game.play_as(Seat(0), "15>")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two dice have eleven totals with different chances.
//!
//! ```
//! let game = boxtop_games::fighting_marines().start()?;
//! let throws = game.throws();
//! assert_eq!(throws.len(), 11);
//! assert!((throws[5].p - 1.0 / 6.0).abs() < 1e-9, "a seven");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rule book is part of the game.
//!
//! ```
//! let book = boxtop_games::fighting_marines().rule_book();
//! assert_eq!(book.called("8").ok_or("no rule 8")?.id, "FM-8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod eval;
mod features;
mod judge;
mod moves;
mod notation;
mod phases;
mod reasons;
pub mod rules;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;

pub use setup::{Army, Setup};
pub use state::{Action, COLOURS, Colour, MEN, Phase, RANKS, Rank, Squad, State, Throw};

pub use crate::dice::TOTALS;

use crate::colours::{SeatColour, Seating};
use board::FmBoard;
use kernel::{
    Difficulty, Fault, Game, GameInfo, MAX_SEATS, Outcome, Seat, SeatInfo, SeatSet, SharedRules, Turn, pick_once,
};
use phases::ignore_note;
use state::AWAY;
use std::sync::Arc;

/// The game's description of itself.
pub const INFO: GameInfo = GameInfo {
    slug: "fighting-marines",
    title: "Fighting Marines",
    imprint: "Milton Bradley, 1943",
    summary: "Everybody storms a turning platform at once: enter on your colour, capture what turns up before you, buy your men back.",
    players: &[2, 3, 4],
    minutes: (10, 20),
    difficulty: Difficulty::Medium,
    rules_version: 1,
    rules: include_str!("RULES.md"),
    how_to_play: include_str!("HOW-TO-PLAY.md"),
    box_art: include_str!("boxtop.svg"),
    quick_rules: &[],
    shared_rules: SharedRules { turn: rules::STOP, notation: rules::NOTATION, resign: rules::RESIGNING },
};

kernel::options! {
    /// The options of a match.
    pub struct FmOptions {
        /// Points that every player pays into the pool before the first throw.
        pub ante: u16 = 10, from 0 to 200, rule rules::ANTE;
        /// A man placed on a circle may enter in the same regroup turn, and victory is checked once more
        /// when the regroup phase closes.
        pub eager: bool = false, rule rules::EAGER;
        /// A man who can enter must enter, by capture too.
        pub must_enter: bool = false, rule rules::CHOICE;
        /// Players who have all their men on the platform at the same stop share the pool.
        pub shared_victory: bool = false, rule rules::TOGETHER;
        /// The colour that sits out when three play.
        pub absent: Colour = Colour::Yellow, rule rules::THREE;
        /// Throws after which the pool goes to the player with the most men on the platform; 0 for no limit.
        pub throw_limit: u16 = 200, from 0 to 1_000, rule rules::LIMIT;
    }
}

/// The rules of one match: board, options and number of players.
pub struct FightingMarines {
    board: Arc<FmBoard>,
    options: FmOptions,
    plan: Arc<kernel::scene::Plan>,
    players: u8,
    /// With two players each seat has two colours.
    seating: Seating<Colour>,
}

/// A player's chips in points: white 1, red 5, blue 10 (FM-5).
pub const fn share(players: u8) -> u16 {
    match players {
        2 => 50 + 25 * 5 + 25 * 10,
        3 => 33 + 16 * 5 + 16 * 10,
        _ => 24 + 12 * 5 + 12 * 10,
    }
}

impl FightingMarines {
    /// The seat's colours.
    #[inline]
    pub fn colours(&self, seat: Seat) -> &[Colour] {
        self.seating.colours(seat)
    }

    /// The seat that leads the colour; `None` if the colour sits out.
    #[inline]
    pub fn owner(&self, colour: Colour) -> Option<Seat> {
        self.seating.seat_of(colour)
    }

    /// Colours in play, in the order of the ring.
    pub fn in_play(&self) -> impl Iterator<Item = Colour> {
        self.seating.in_play()
    }

    /// All chips dealt in this match, in points.
    pub fn chips(&self) -> u16 {
        share(self.players) * u16::from(self.players)
    }

    /// An empty board, with the chips dealt and the ante paid.
    fn empty(&self) -> State {
        let mut purses = [0; 4];
        purses[..usize::from(self.players)].fill(share(self.players) - self.options.ante);
        State {
            platform: [0; 4],
            captains: [0; 4],
            colonel: [AWAY; 4],
            circles: [0; 4],
            circle_captains: [0; 4],
            fresh: [0; 4],
            corner: [Squad::NONE; 4],
            captives: [[Squad::NONE; 4]; 4],
            first: [0; 4],
            purses,
            pool: self.options.ante * u16::from(self.players),
            throws: 0,
            arrow: self.board.spaces - 1,
            phase: Phase::Opening,
            thrower: Seat(0),
            thrown: 0,
            open: self.all_seats(),
            asked: Seat(0),
        }
    }
}

impl Game for FightingMarines {
    type Options = FmOptions;
    type Board = FmBoard;
    type State = State;
    type History = ();
    type Action = Action;
    type Chance = Throw;

    const INFO: &'static GameInfo = &INFO;

    fn new(board: Arc<FmBoard>, options: FmOptions, players: u8, _rules_version: u32) -> Result<Self, Vec<Fault>> {
        let present: Vec<_> = COLOURS.into_iter().filter(|colour| players != 3 || *colour != options.absent).collect();
        let seating = Seating::new(&present, if players == 2 { 2 } else { 1 });
        let plan = Arc::new(scene::plan(&board));
        Ok(FightingMarines { board, options, plan, players, seating })
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn seat(&self, seat: Seat) -> SeatInfo {
        match (self.players, self.colours(seat)[0]) {
            (2, Colour::Red | Colour::Black) => SeatInfo { id: "red-black", name: "Red and Black" },
            (2, _) => SeatInfo { id: "yellow-green", name: "Yellow and Green" },
            (_, colour) => colour.info(),
        }
    }

    fn start(&self, _: &mut ()) -> State {
        let mut state = self.empty();
        for colour in self.in_play() {
            let c = colour.index();
            let circles = self.board.net.circles[c];
            let privates = u32::from(Rank::Private.count()).min(circles.count_ones());
            state.circles[c] = circles & ((1u16 << privates) - 1) as u8;
            (privates as u8..Rank::Private.count()).for_each(|_| state.corner[c].add(Rank::Private));
            [Rank::Captain, Rank::Captain, Rank::Colonel].into_iter().for_each(|rank| state.corner[c].add(rank));
        }
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Opening | Phase::Throw => Turn::Chance,
            Phase::Assault => Turn::Seats(state.open),
            Phase::Regroup => Turn::Seats(SeatSet::only(state.asked)),
            Phase::Victory | Phase::Spent => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat)) {
            self.generate(state, seat, actions);
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
        let to_act = matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat));
        if to_act { self.picked(state, seat, &mut pick_once(pick), buffer) } else { None }
    }

    fn apply(&self, state: &mut State, _: &mut (), seat: Seat, action: Action) {
        self.make(state, seat, action, &mut ignore_note);
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Throw, u32)>) {
        match state.phase {
            Phase::Opening => {
                let Some(seat) = self.next_first(state) else { return };
                outcomes.extend(TOTALS.map(|(total, weight)| (Throw::First(seat, total), weight)));
            }
            Phase::Throw => outcomes.extend(TOTALS.map(|(total, weight)| (Throw::Turn(total), weight))),
            _ => {}
        }
    }

    fn counts(&self, chance: Throw) -> Option<i32> {
        match chance {
            Throw::First(_, total) | Throw::Turn(total) => Some(i32::from(total)),
        }
    }

    fn thrower(&self, state: &State) -> Option<Seat> {
        if state.phase == Phase::Opening { self.next_first(state) } else { Some(state.thrower) }
    }

    #[inline]
    fn apply_chance(&self, state: &mut State, _: &mut (), chance: Throw) {
        self.throw(state, chance, &mut ignore_note);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.outcome_of(state)
    }

    /// FM-27 and FM-31: what a purse holds beyond the chips that were dealt; a pool
    /// that is still in the middle goes to the winners.
    fn account(&self, state: &State, outcome: &Outcome) -> Option<[i32; MAX_SEATS]> {
        let won = |seat: &Seat| outcome.share(*seat) > 0.0;
        let winners = self.all_seats().iter().filter(won).count().max(1) as u16;
        let mut account = [0; MAX_SEATS];
        for seat in self.all_seats().iter() {
            let pool = if won(&seat) { state.pool / winners } else { 0 };
            account[seat.index()] = i32::from(state.purse(seat) + pool) - i32::from(share(self.players));
        }
        Some(account)
    }

    /// FM-31: purses are carried over; a player with less than the ante pays what they have.
    fn carry(&self, state: &mut State, points: &[i32; MAX_SEATS]) {
        state.pool = 0;
        for seat in self.all_seats().iter() {
            let owned = (i32::from(share(self.players)) + points[seat.index()]).max(0);
            let owned = u16::try_from(owned).unwrap_or(u16::MAX);
            let paid = owned.min(self.options.ante);
            state.purses[seat.index()] = owned - paid;
            state.pool += paid;
        }
    }

    fn canonical(&self, state: &State) -> State {
        let mut canonical = *state;
        (canonical.throws, canonical.thrown) = (0, 0);
        canonical
    }
}

impl FightingMarines {
    #[inline]
    fn throw(&self, state: &mut State, chance: Throw, note: &mut impl FnMut(phases::Note)) {
        match chance {
            Throw::First(seat, total) => {
                state.first[seat.index() & 3] = total;
                state.thrown = total;
                self.settle_opening(state, note);
            }
            Throw::Turn(total) => self.turn_platform(state, total, note),
        }
    }
}
