//! Ranger Commandos: cross by night, raid, whistle, run, home by daylight.
//!
//! `board` reads the board, `net` makes tables of it, `odds` has the odds of crossings
//! and escapes; `state` is a position, `moves` lists actions, `phases` does what follows
//! automatically; `rules` gives reasons, `tell` the sentences of the log, `notation`
//! reads and writes actions, `setup` reads and writes positions, `scene` draws, `eval`
//! evaluates positions with `raids` (one commando's raid, solved), `lead` (counters
//! against counters) and `standing` (odds of winning). `homecoming` solves the way home of two players, `two_raids` their
//! raids.
//!
//! The faces of the counters are drawn when they are turned up and are in no state
//! before that, so there is nothing to hide.
//!
//! The dial decides who chooses a colour first.
//!
//! ```
//! use boxtop_games::MatchConfig;
//!
//! let mut game = boxtop_games::ranger_commandos().start_with(&MatchConfig::players(2))?;
//! game.throw("N2S")?;
//! game.throw("NE3SW")?;
//! assert_eq!(game.legal_moves(), ["red", "black", "green", "orange"]);
//! game.play("green")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Counters lie face down: nobody can look at them, because no state holds their faces.
//!
//! ```
//! use boxtop_games::kernel::Viewer;
//!
//! let game = boxtop_games::ranger_commandos().start()?;
//! let (player, spectator) = (Viewer::Seat(boxtop_games::Seat(0)), Viewer::Spectator);
//! assert_eq!(game.inner().position(player), game.inner().position(spectator));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The board file can be read, changed and checked.
//!
//! ```
//! let game = boxtop_games::ranger_commandos();
//! assert!(game.check_board(game.standard_board()).is_empty());
//! assert!(!game.check_board("nonsense").is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A match can be cloned to try something.
//!
//! ```
//! let game = boxtop_games::ranger_commandos().start()?;
//! let mut copy = game.clone();
//! copy.throw("N2S")?;
//! assert_ne!(format!("{game:?}"), format!("{copy:?}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
mod eval;
mod features;
mod homecoming;
mod lead;
mod moves;
mod net;
mod notation;
mod odds;
mod phases;
mod raids;
mod reasons;
pub mod rules;
mod scene;
mod setup;
mod standing;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod two_raids;

pub use setup::{Escaping, Player, Setup};
pub use state::{Action, Berth, COLOURS, Chance, Colour, Phase, State};

use board::{MOST_FACES, MOST_OBJECTIVES, RcBoard};
use kernel::{
    Difficulty, Fault, Game, GameInfo, Outcome, Seat, SeatInfo, SeatSet, SharedRules, Turn, pick_once, sample_weighted,
};
use net::Net;
use odds::Odds;
use phases::ignore_note;
use state::{ABOARD, ABSENT, NONE};
use std::sync::{Arc, OnceLock};

/// The game's description of itself.
pub const INFO: GameInfo = GameInfo {
    slug: "ranger-commandos",
    title: "Ranger Commandos",
    imprint: "Parker Brothers, 1942",
    summary: "Cross the water by night, raid the enemy’s works and get away when the whistle blows. What your loot is worth you learn at home.",
    players: &[2, 3, 4],
    minutes: (5, 10),
    difficulty: Difficulty::Easy,
    rules_version: 2,
    rules: include_str!("RULES.md"),
    how_to_play: include_str!("HOW-TO-PLAY.md"),
    box_art: include_str!("boxtop.svg"),
    quick_rules: &[rules::COUNT, rules::NEVER_BACK, rules::TAKING, rules::WHISTLE, rules::BACK, rules::PLACES],
    shared_rules: SharedRules { turn: rules::ORDER, notation: rules::NOTATION, resign: rules::RESIGNING },
};

/// Points for coming home first, second and so on (RC-33).
pub const PRIZES: [u16; 4] = [100, 75, 50, 25];
/// The last place of all (RC-32).
const LAST_PLACE: u8 = PRIZES.len() as u8;

kernel::options! {
    /// The options of a match.
    pub struct RcOptions {
        /// Lines that vanish under a building are closed; when this is off, they are lines like any other.
        pub closed_lines: bool = true, rule rules::LAND;
        /// A commando may walk any number of steps up to the one that was spun.
        pub up_to: bool = false, rule rules::COUNT;
        /// A line may be walked any number of times in one move; the circle where the move starts stays forbidden.
        pub retrace: bool = false, rule rules::NEVER_BACK;
        /// Rounds with a commando ashore after which the whistle sounds automatically; 0 for never.
        pub dawn_round: u16 = 60, from 0 to 1_000, rule rules::DAWN;
        /// A barge that is called in scores 25, even if a better place is free, if another barge came home.
        pub last_scores_last: bool = false, rule rules::CALLED_IN;
    }
}

/// The rules of one match: board, options, number of players and version.
pub struct RangerCommandos {
    board: Arc<RcBoard>,
    options: RcOptions,
    players: u8,
    rules_version: u32,
    net: Net,
    odds: Odds,
    /// Tables for evaluation, made when first needed.
    eval_tables: OnceLock<standing::EvalTables>,
    /// What solves the end of a match of two, made when first needed; nothing if there is no such thing for this match.
    endgame: OnceLock<Option<Box<two_raids::Endgame>>>,
    /// Every cell of the dial with its width.
    spins: Vec<(Chance, u32)>,
    /// Are all cells of width 1?
    even: bool,
    /// The first state of every match.
    start: State,
    plan: Arc<kernel::scene::Plan>,
}

impl RangerCommandos {
    /// RC-23, RC-24, RC-26, RC-31: in the round after the whistle players aboard get a head
    /// start, escapes end as soon as they succeed, and docks block nobody. None of this
    /// applies in version 1 of the rules.
    #[inline]
    pub(super) fn has_head_start(&self) -> bool {
        self.rules_version >= 2
    }

    /// The average worth of an unseen counter.
    pub fn mean_counter(&self) -> f32 {
        self.board.worth() as f32 / f32::from(self.board.counters().max(1))
    }

    /// What the colour has scored so far: its place and the counters turned up (RC-33, RC-34).
    pub fn score(&self, state: &State, colour: Colour) -> u16 {
        let Some(place) = state.place(colour) else { return 0 };
        let faces = self.board.faces.iter().zip(state.turned_up(colour));
        let counters: u16 = faces.map(|(face, count)| face.points * u16::from(*count)).sum();
        PRIZES[usize::from(place - 1) & 3] + counters
    }

    /// Steps from a commando ashore to its barge, along the shortest way (RC-25);
    /// `None` if it is not ashore or no way leads back.
    pub fn way_back(&self, state: &State, colour: Colour) -> Option<u8> {
        let circle = state.ashore(colour)?;
        let Berth::Wave(wave) = state.barge(colour) else { return None };
        let back = self.net.back.get(usize::from(self.net.landing[usize::from(wave)]))?;
        Some(back[usize::from(circle)]).filter(|steps| *steps != net::NO_WAY)
    }

    /// A commando's odds of getting back to its barge if the whistle sounds now,
    /// or with the spins it has left (RC-24, RC-25).
    pub fn escape_odds(&self, state: &State, colour: Colour) -> f32 {
        if state.ashore(colour).is_none() {
            return 1.0;
        }
        let Some(steps) = self.way_back(state, colour) else { return 0.0 };
        let under_way = state.phase == Phase::Escape && Colour::at(state.turn) == colour;
        let (spins, sum) = if under_way { (state.spins, state.sum) } else { (0, 0) };
        self.odds.escape(odds::ESCAPE_SPINS - spins.min(odds::ESCAPE_SPINS), steps.saturating_sub(sum))
    }

    /// Average number of turns a barge needs to reach a landing, alone on the water.
    pub fn turns_to_landing(&self, state: &State, colour: Colour) -> f32 {
        self.odds.to_landing(colour.index(), state.barges[colour.index()])
    }

    /// Average number of turns a barge needs to get home, alone on the water.
    pub fn turns_home(&self, state: &State, colour: Colour) -> f32 {
        self.odds.to_home(state.barges[colour.index()])
    }
}

impl Game for RangerCommandos {
    type Options = RcOptions;
    type Board = RcBoard;
    type State = State;
    type History = ();
    type Action = Action;
    type Chance = Chance;

    const INFO: &'static GameInfo = &INFO;

    fn new(board: Arc<RcBoard>, options: RcOptions, players: u8, rules_version: u32) -> Result<Self, Vec<Fault>> {
        let net = Net::new(&board, &options);
        let odds = Odds::new(&board, &net);
        let plan = Arc::new(scene::plan(&board, options.closed_lines));
        let spins = (0..).zip(&board.dial).map(|(cell, of)| (Chance::Spin(cell), of.width)).collect();
        let even = board.dial.iter().all(|cell| cell.width == 1);
        let start = opening(&board, SeatSet::first(players));
        let (eval_tables, endgame) = (OnceLock::new(), OnceLock::new());
        Ok(RangerCommandos {
            board,
            options,
            players,
            rules_version,
            net,
            odds,
            eval_tables,
            endgame,
            spins,
            even,
            start,
            plan,
        })
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn seat(&self, seat: Seat) -> SeatInfo {
        let (id, name) =
            [("p1", "Player 1"), ("p2", "Player 2"), ("p3", "Player 3"), ("p4", "Player 4")][seat.index() & 3];
        SeatInfo { id, name }
    }

    /// RC-10: players have numbers until they choose a colour, and then only the colour.
    fn seat_name(&self, state: &State, seat: Seat) -> &'static str {
        state.colour(seat).map_or(self.seat(seat).name, Colour::name)
    }

    #[inline]
    fn start(&self, _: &mut ()) -> State {
        self.start
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Walk => Turn::Seats(SeatSet::only(self.seat_to_move(state))),
            Phase::Colours => Turn::Seats(SeatSet::only(state.asked)),
            Phase::Over => Turn::Over,
            _ => Turn::Chance,
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat)) {
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
        let to_act = matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat));
        if to_act { self.picked(state, &mut pick_once(pick), buffer) } else { None }
    }

    fn apply(&self, state: &mut State, _: &mut (), seat: Seat, action: Action) {
        self.make(state, seat, action, &mut ignore_note);
    }

    #[inline]
    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Chance, u32)>) {
        if state.phase == Phase::Reveal {
            self.faces_left(state, outcomes);
        } else if !matches!(state.phase, Phase::Colours | Phase::Walk | Phase::Over) {
            outcomes.extend_from_slice(&self.spins);
        }
    }

    #[inline]
    fn sample_chance(
        &self,
        state: &State,
        pick: impl FnOnce(u32) -> u32,
        buffer: &mut Vec<(Chance, u32)>,
    ) -> Option<Chance> {
        match state.phase {
            Phase::Colours | Phase::Walk | Phase::Over => None,
            Phase::Reveal => {
                buffer.clear();
                self.faces_left(state, buffer);
                sample_weighted(buffer, pick)
            }
            // All cells are equally wide: no need to weigh them.
            _ if self.even => Some(Chance::Spin(pick(self.spins.len() as u32) as u8)),
            _ => sample_weighted(&self.spins, pick),
        }
    }

    #[inline]
    fn apply_chance(&self, state: &mut State, _: &mut (), chance: Chance) {
        self.happen(state, chance, &mut ignore_note);
    }

    fn counts(&self, chance: Chance) -> Option<i32> {
        match chance {
            Chance::Spin(cell) => self.board.dial.get(usize::from(cell)).map(|cell| i32::from(cell.number)),
            Chance::Face(_) => None,
        }
    }

    fn thrower(&self, state: &State) -> Option<Seat> {
        match state.phase {
            Phase::Lots => self.next_lot(state),
            Phase::Night | Phase::Escape | Phase::HeadStart | Phase::Day => Some(self.seat_to_move(state)),
            _ => None,
        }
    }

    /// RC-25: a captured player is out.
    fn contenders(&self, state: &State) -> SeatSet {
        let captured = |seat: &Seat| state.colour(*seat).is_some_and(|own| state.barge(own) == Berth::Captured);
        self.all_seats().iter().filter(|seat| !captured(seat)).fold(SeatSet::EMPTY, SeatSet::with)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| Outcome::shared(self.winners(state)))
    }

    fn canonical(&self, state: &State) -> State {
        let mut canonical = *state;
        canonical.rounds = 0;
        if state.phase != Phase::Walk {
            canonical.spun = NONE;
        }
        canonical
    }
}

/// The start (RC-9), before anybody has a colour.
fn opening(board: &RcBoard, seats: SeatSet) -> State {
    let mut left = [0; MOST_OBJECTIVES];
    let mut stocked = 0;
    for (objective, left) in board.objectives.iter().zip(&mut left) {
        *left = objective.counters;
        stocked |= 1 << objective.entry;
    }
    State {
        stocked,
        taken: 0,
        fleet: 0,
        rounds: 0,
        phase: Phase::Lots,
        turn: 0,
        spun: NONE,
        spins: 0,
        sum: 0,
        resume: 0,
        open: seats,
        asked: Seat(0),
        first: [0; 4],
        seats: [NONE; 4],
        barges: [ABSENT; 4],
        men: [ABOARD; 4],
        haul: [0; 4],
        places: [0; 4],
        left,
        faces: [[0; MOST_FACES]; 4],
    }
}
