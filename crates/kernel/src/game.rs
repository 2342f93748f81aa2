//! The rules of a game: the trait that simulators and computer players run.
//!
//! A value that implements [`Game`] is the rules of one match: board, options and number of players, compiled once.
//! A [`Game::State`] is a position of one match under these rules. [`crate::Explain`] gives reasons,
//! [`crate::Notation`] reads and writes, [`crate::Positions`] sets up written positions, [`crate::Show`] makes the
//! scene, and [`crate::Evaluate`] is for computer players.

use crate::{Board, Fault, MAX_SEATS, Options, Outcome, RuleId, Seat, SeatSet, listed, sample_weighted};
use std::{fmt::Debug, hash::Hash, sync::Arc};

/// A game's description of itself.
#[derive(Debug)]
pub struct GameInfo {
    /// Name in addresses and on the command line.
    pub slug: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Publisher and year, as far as known.
    pub imprint: &'static str,
    /// Two sentences for lists of games.
    pub summary: &'static str,
    /// Numbers of players.
    pub players: &'static [u8],
    /// How many minutes a match takes: a short one, and a long one.
    pub minutes: (u16, u16),
    /// How hard it is to learn.
    pub difficulty: Difficulty,
    /// The newest version of the rules. A change that makes old records play differently raises it; every earlier
    /// version stays playable.
    pub rules_version: u32,
    /// `RULES.md`.
    pub rules: &'static str,
    /// `HOW-TO-PLAY.md`.
    pub how_to_play: &'static str,
    /// The picture on the box, as SVG.
    pub box_art: &'static str,
    /// The rules that people look up while they play.
    pub quick_rules: &'static [RuleId],
    /// The rules that are cited for what every game shares.
    pub shared_rules: SharedRules,
}

impl GameInfo {
    /// The numbers of players in words, see [`players_in_words`].
    pub fn players_in_words(&self) -> String {
        players_in_words(self.players)
    }

    /// How long a match takes, in words: `25–50 min`.
    pub fn minutes_in_words(&self) -> String {
        match self.minutes {
            (short, long) if short == long => format!("{short} min"),
            (short, long) => format!("{short}–{long} min"),
        }
    }
}

/// Numbers of players in words.
///
/// ```
/// use boxtop_kernel::players_in_words;
/// assert_eq!(players_in_words(&[2]), "2 players");
/// assert_eq!(players_in_words(&[2, 3, 4]), "2–4 players");
/// assert_eq!(players_in_words(&[2, 4]), "2 or 4 players");
/// ```
pub fn players_in_words(players: &[u8]) -> String {
    let each: Vec<String> = players.iter().map(u8::to_string).collect();
    let in_a_row = players.windows(2).all(|pair| pair[1] == pair[0].saturating_add(1));
    match (players, in_a_row) {
        ([1], _) => "1 player".into(),
        ([least, .., most], true) => format!("{least}–{most} players"),
        _ => format!("{} players", listed(each, "or")),
    }
}

/// How hard a game is to learn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// A few rules; you can begin at once.
    Easy,
    /// Some rules to remember while you play.
    Medium,
    /// Many rules that work together.
    Hard,
}

impl Difficulty {
    /// One word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// The numbers of the rules that every game has.
#[derive(Debug)]
pub struct SharedRules {
    /// Whose turn it is.
    pub turn: RuleId,
    /// How actions are written.
    pub notation: RuleId,
    /// Resigning.
    pub resign: RuleId,
}

/// A seat's names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatInfo {
    /// Name in notation, records and addresses, such as `attack`.
    pub id: &'static str,
    /// Name in sentences, such as `the attack`.
    pub name: &'static str,
}

/// Whose turn it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// These seats act, in any order; usually one.
    Seats(SeatSet),
    /// Chance: dice, a dial, a draw.
    Chance,
    /// Nobody: the match is over.
    Over,
}

/// Who looks at a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// A spectator.
    Spectator,
    /// The referee, who sees everything.
    Referee,
}

/// The chance of games that have none.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Never {}

/// What a game remembers beside its state. It grows while actions are played and is cut back by undo.
pub trait History: Clone + Default + Debug + Send + Sync + 'static {
    /// The length of the history now.
    fn mark(&self) -> usize;
    /// Forgets everything after the mark.
    fn rewind(&mut self, mark: usize);
}

impl History for () {
    fn mark(&self) -> usize {
        0
    }
    fn rewind(&mut self, _: usize) {}
}

impl History for Vec<u64> {
    fn mark(&self) -> usize {
        self.len()
    }
    fn rewind(&mut self, mark: usize) {
        self.truncate(mark);
    }
}

/// The rules of one match.
pub trait Game: Sized + Send + Sync + 'static {
    /// The game's options.
    type Options: Options;
    /// The game's board.
    type Board: Board;
    /// A position: small and copied freely.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What the game remembers beside the state (repetition); `()` for most games.
    type History: History;
    /// One decision of one seat.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// One outcome of chance; [`Never`] if the game has none.
    type Chance: Copy + Eq + Debug + Send + Sync + 'static;

    /// The game's description of itself.
    const INFO: &'static GameInfo;

    /// Combines board, options and number of players under a rules version from 1 to [`GameInfo::rules_version`].
    fn new(
        board: Arc<Self::Board>,
        options: Self::Options,
        players: u8,
        rules_version: u32,
    ) -> Result<Self, Vec<Fault>>;
    /// The number of players; by default the first number in [`GameInfo::players`].
    fn players(&self) -> u8 {
        Self::INFO.players.first().copied().unwrap_or(2)
    }
    /// The seat's names.
    fn seat(&self, seat: Seat) -> SeatInfo;

    /// The seat's name in sentences about this position. It is the name of [`Game::seat`] unless players get another
    /// name during the match, such as a colour that they choose; from then on it is their only name.
    fn seat_name(&self, _state: &Self::State, seat: Seat) -> &'static str {
        self.seat(seat).name
    }

    /// All seats of the match.
    #[inline]
    fn all_seats(&self) -> SeatSet {
        SeatSet::first(self.players())
    }

    /// The seat with this id.
    fn seat_with_id(&self, id: &str) -> Option<Seat> {
        self.all_seats().iter().find(|seat| self.seat(*seat).id == id)
    }

    /// The seat's partner, if they win and lose together; both have the same share of the win.
    fn partner(&self, _seat: Seat) -> Option<Seat> {
        None
    }

    /// The seats that can still win: all but eliminated players. Only these share the win when a match ends by
    /// resignation, on time or by agreement.
    fn contenders(&self, _state: &Self::State) -> SeatSet {
        self.all_seats()
    }

    /// The position before the first action; `history` is empty when it is called.
    fn start(&self, history: &mut Self::History) -> Self::State;
    /// Whose turn it is.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the seat's legal actions. Appends nothing for a seat that is not to act, and at least one for a
    /// seat that is.
    fn legal_actions(&self, state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Picks one legal action at random. `pick(n)` returns a number below `n`, which counts the actions in the order
    /// of [`Game::legal_actions`]; `buffer` is memory to work in. Simulators run on this: a game may find the action
    /// without listing the others.
    #[inline]
    fn sample_action(
        &self,
        state: &Self::State,
        seat: Seat,
        pick: impl FnOnce(u32) -> u32,
        buffer: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        buffer.clear();
        self.legal_actions(state, seat, buffer);
        if buffer.is_empty() { None } else { buffer.get(pick(buffer.len() as u32) as usize).copied() }
    }

    /// Plays a legal action. The result for any other action is unspecified (but memory-safe); [`crate::Play::play`]
    /// and [`crate::dynamic`] check first.
    fn apply(&self, state: &mut Self::State, history: &mut Self::History, seat: Seat, action: Self::Action);

    /// Appends all outcomes of chance with their weights. Equal outcomes appear once; weight divided by the sum of
    /// weights is the exact probability.
    fn chance_outcomes(&self, _state: &Self::State, _outcomes: &mut Vec<(Self::Chance, u32)>) {}

    /// Picks one outcome of chance at random. `pick(sum)` returns a number below the sum of the weights, counted in
    /// the order of [`Game::chance_outcomes`]; `None` if it is not chance's turn. `buffer` is memory to work in. A
    /// game may find the outcome without listing the others.
    #[inline]
    fn sample_chance(
        &self,
        state: &Self::State,
        pick: impl FnOnce(u32) -> u32,
        buffer: &mut Vec<(Self::Chance, u32)>,
    ) -> Option<Self::Chance> {
        buffer.clear();
        self.chance_outcomes(state, buffer);
        sample_weighted(buffer, pick)
    }

    /// Applies an outcome of chance.
    fn apply_chance(&self, _state: &mut Self::State, _history: &mut Self::History, _chance: Self::Chance) {}

    /// The number that an outcome shows, for luck statistics: the pips of dice, the steps of a dial.
    fn counts(&self, _chance: Self::Chance) -> Option<i32> {
        None
    }

    /// The seat that throws, if it is chance's turn; `None` if nobody does, such as when a hidden counter is
    /// turned up.
    fn thrower(&self, _state: &Self::State) -> Option<Seat> {
        None
    }

    /// The result, once [`Game::turn`] is [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Each seat's points if the match ends here with this outcome, including points from earlier matches; `None`
    /// for games without points.
    fn account(&self, _state: &Self::State, _outcome: &Outcome) -> Option<[i32; MAX_SEATS]> {
        None
    }

    /// Adds points from earlier matches of a contest to a match that has just started; only for games with points.
    fn carry(&self, _state: &mut Self::State, _points: &[i32; MAX_SEATS]) {}

    /// Does the same seat complete its turn with more actions?
    fn mid_turn(&self, _state: &Self::State) -> bool {
        false
    }

    /// The state without counters, for repetition and tables: equal for positions that players call the same.
    fn canonical(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// The state as the viewer may know it. Hidden information is replaced by the same value whatever it was.
    fn redact(&self, state: &Self::State, _viewer: Viewer) -> Self::State {
        *state
    }

    /// The history as the viewer may know it. A game whose states are redacted and whose history repeats hidden parts
    /// of them must override this; the law suite checks that a seat's history says no more than its redacted states.
    fn redact_history(&self, history: &Self::History, _viewer: Viewer) -> Self::History {
        history.clone()
    }
}
