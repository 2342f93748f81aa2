//! The Three Musketeers: three dark men hold a castle against fifty light ones.
//!
//! `board` reads and compiles the board, `state` is a position in bits, `moves`
//! generates and plays moves, `endings` decides when the match is over, `rules` gives
//! reasons, `notation` reads and writes, `setup` reads written positions, `scene` is
//! what people see, and `eval` evaluates positions.
//!
//! The attack moves first, then the musketeers.
//!
//! ```
//! let mut game = boxtop_games::three_musketeers().start()?;
//! game.play("f6-f7")?;
//! assert!(game.legal_moves().contains(&"e7-f8".to_owned()));
//! game.play("e7-f8")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A move that is not legal names its rule.
//!
//! ```
//! let mut game = boxtop_games::three_musketeers().start()?;
//! let refusal = game.play("e1-e9").unwrap_err();
//! println!("{refusal}");
//! assert_eq!(game.legal_moves().len(), 2, "nothing has changed");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Options change the rules of one match.
//!
//! ```
//! use boxtop_games::MatchConfig;
//!
//! let config = MatchConfig::default().with("quiet_limit", 40).with("repetition", "draw");
//! let game = boxtop_games::three_musketeers().start_with(&config)?;
//! assert_eq!(game.inner().config().options["quiet_limit"].to_string(), "40");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Any move can be taken back.
//!
//! ```
//! let mut game = boxtop_games::three_musketeers().start()?;
//! game.play("d6-d7")?;
//! assert!(game.undo());
//! assert!(!game.undo(), "this is the start");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod endings;
mod eval;
mod moves;
mod notation;
mod reasons;
pub mod rules;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;

pub use endings::Ending;
pub use setup::Setup;
pub use state::{Action, Side, State};

use board::{Net, TmBoard};
use kernel::{Difficulty, Fault, Game, GameInfo, Outcome, Seat, SeatInfo, SeatSet, SharedRules, Turn, pick_once};
use std::sync::Arc;

/// The game's description of itself.
pub const INFO: GameInfo = GameInfo {
    slug: "three-musketeers",
    title: "The Three Musketeers",
    imprint: "Milton Bradley",
    summary: "Three musketeers hold a castle against fifty attackers. They must jump whenever they can — and that is how the attack lures them away.",
    players: &[2],
    minutes: (20, 30),
    difficulty: Difficulty::Easy,
    rules_version: 1,
    rules: include_str!("RULES.md"),
    how_to_play: include_str!("HOW-TO-PLAY.md"),
    box_art: include_str!("boxtop.svg"),
    quick_rules: &[],
    shared_rules: SharedRules { turn: rules::TURNS, notation: rules::NOTATION, resign: rules::RESIGNING },
};

kernel::choice! {
    /// What a third repetition means (TM-19).
    pub enum Repetition {
        /// The musketeers win.
        Musketeers = "musketeers",
        /// Nobody wins.
        Draw = "draw",
    }
}

kernel::choice! {
    /// When free musketeers can still rescue a full castle (TM-15, TM-16).
    pub enum Rescue {
        /// Only if a musketeer can jump now.
        AtOnce = "at_once",
        /// As long as a musketeer could walk to a point and jump from there.
        InAnyWay = "in_any_way",
    }
}

kernel::options! {
    /// House rules.
    pub struct TmOptions {
        /// When the castle is full but for imprisoned musketeers, only forward moves keep the game going;
        /// turned off, sideways moves count as well.
        pub forward_only: bool = true, rule rules::CASTLE_FULL;
        /// When the castle is full but for imprisoned musketeers, a jump can save it: only at once,
        /// or after any walk to a jump within fifty turns.
        pub rescue: Rescue = Rescue::AtOnce, rule rules::RESCUE;
        /// Who wins when the same position comes up for the third time: the musketeers, or nobody.
        pub repetition: Repetition = Repetition::Musketeers, rule rules::REPETITION;
        /// Turns of the attack in a row without a step forward or a capture before the musketeers win; 0 for no limit.
        pub quiet_limit: u16 = 100, from 0 to 10_000, rule rules::PATIENCE;
    }
}

/// The rules of one match.
pub struct ThreeMusketeers {
    board: Arc<TmBoard>,
    options: TmOptions,
    net: Net,
    plan: Arc<kernel::scene::Plan>,
    /// The number of castle points: with fewer men the attack has lost (TM-13).
    needed: u32,
}

/// The attack, which moves first.
pub const ATTACK: Seat = Seat(0);
/// The musketeers.
pub const MUSKETEERS: Seat = Seat(1);

impl Game for ThreeMusketeers {
    type Options = TmOptions;
    type Board = TmBoard;
    type State = State;
    type History = Vec<u64>;
    type Action = Action;
    type Chance = kernel::Never;

    const INFO: &'static GameInfo = &INFO;

    fn new(board: Arc<TmBoard>, options: TmOptions, _players: u8, _rules_version: u32) -> Result<Self, Vec<Fault>> {
        let net = board.net.clone();
        let needed = net.castle.count_ones();
        let plan = Arc::new(scene::plan(&board));
        Ok(ThreeMusketeers { board, options, net, plan, needed })
    }

    fn players(&self) -> u8 {
        2
    }

    fn seat(&self, seat: Seat) -> SeatInfo {
        if seat == ATTACK {
            SeatInfo { id: "attack", name: "the attack" }
        } else {
            SeatInfo { id: "musketeers", name: "the musketeers" }
        }
    }

    fn start(&self, history: &mut Vec<u64>) -> State {
        let mut state = State::new(self.net.field(), self.net.musketeers, Side::Attack);
        self.settle(&mut state, history);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.ending {
            Ending::None => Turn::Seats(SeatSet::only(state.side.seat())),
            _ => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if state.ending == Ending::None && state.side.seat() == seat {
            self.generate(state, actions);
        }
    }

    #[inline]
    fn sample_action(
        &self,
        state: &State,
        seat: Seat,
        pick: impl FnOnce(u32) -> u32,
        _buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        if state.ending == Ending::None && state.side.seat() == seat {
            self.picked(state, &mut pick_once(pick))
        } else {
            None
        }
    }

    fn apply(&self, state: &mut State, history: &mut Vec<u64>, _seat: Seat, action: Action) {
        self.make(state, history, action);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.outcome_of(state.ending)
    }

    fn mid_turn(&self, state: &State) -> bool {
        state.jumper().is_some()
    }

    fn canonical(&self, state: &State) -> State {
        let mut canonical = *state;
        (canonical.quiet, canonical.since, canonical.waited) = (0, 0, 0);
        canonical
    }
}
