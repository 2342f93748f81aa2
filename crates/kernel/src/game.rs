//! The traits a game fulfils, one for each file of its folder.
//!
//! [`Game`] is the hot core that simulators and computer players run;
//! [`Explain`] gives reasons, [`Notation`] reads and writes, [`Positions`] sets
//! up any writable position, [`Show`] makes the scene, [`Evaluate`] is taste.
//! The value that implements them is *the rules in force at one table*: board,
//! options and number of players, compiled once; a [`Game::State`] is a moment
//! of one match under them.

use crate::{Board, Fault, MAX_SEATS, OptionSpec, Options, Refusal, RuleId, Seat, SeatSet, scene};
use serde::{Serialize, de::DeserializeOwned};
use std::{fmt::Debug, hash::Hash, sync::Arc};

/// What is printed on the lid and inside it.
#[derive(Debug)]
pub struct GameInfo {
    /// Name in addresses and on the command line.
    pub slug: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Who made it and when, as far as known.
    pub imprint: &'static str,
    /// Two sentences for the shelf.
    pub summary: &'static str,
    /// Player counts it can be played with.
    pub players: &'static [u8],
    /// The newest version of the rules. It is raised whenever a change of the rules
    /// makes old records play differently; every earlier version stays playable.
    pub rules_version: u32,
    /// `RULES.md`.
    pub rules: &'static str,
    /// `HOW-TO-PLAY.md`.
    pub how_to_play: &'static str,
    /// The lid, as SVG.
    pub box_art: &'static str,
    /// Rules that people look up while they play, kept one key away.
    pub quick_rules: &'static [RuleId],
    /// The rules that are cited for what every game shares.
    pub shared_rules: SharedRules,
}

/// Which of a game's rules says what every game says.
#[derive(Debug)]
pub struct SharedRules {
    /// Whose turn it is.
    pub turn: RuleId,
    /// How actions are written.
    pub notation: RuleId,
    /// Giving up.
    pub resign: RuleId,
}

/// A seat as people name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatInfo {
    /// Name in notation, records and addresses, such as `attack`.
    pub id: &'static str,
    /// Name in sentences, such as `the attack`.
    pub name: &'static str,
}

/// Who is to act.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// These seats, in any order; usually one.
    Seats(SeatSet),
    /// Chance: dice, a dial, a draw.
    Chance,
    /// Nobody: the match is over.
    Over,
}

/// Who is looking.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// A spectator.
    Spectator,
    /// The referee, who sees everything.
    Referee,
}

/// How a match ended: each seat's part of the win, from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Outcome {
    /// 1 for a win, 0 for a loss, the part of a shared win between.
    pub shares: [f64; MAX_SEATS],
}

impl Outcome {
    /// This seat alone has won.
    pub fn win(seat: Seat) -> Self {
        let mut shares = [0.0; MAX_SEATS];
        shares[seat.index()] = 1.0;
        Outcome { shares }
    }

    /// These seats share the win evenly.
    pub fn shared(seats: SeatSet) -> Self {
        let mut shares = [0.0; MAX_SEATS];
        for seat in seats.iter() {
            shares[seat.index()] = 1.0 / seats.len() as f64;
        }
        Outcome { shares }
    }

    /// The seat's part.
    pub fn share(&self, seat: Seat) -> f64 {
        self.shares[seat.index()]
    }

    /// The only winner, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        let mut winners = (0..MAX_SEATS).filter(|&seat| self.shares[seat] >= 1.0);
        let first = winners.next()?;
        winners.next().is_none().then_some(Seat(first as u8))
    }
}

/// A sentence of the log with the rules it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// Its rules.
    pub rules: Vec<RuleId>,
}

impl Sentence {
    /// A sentence with its rules.
    pub fn new(text: impl Into<String>, rules: &[RuleId]) -> Self {
        Sentence { text: text.into(), rules: rules.to_vec() }
    }
}

/// The chance of games that have none.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Never {}

/// What a game must remember beside its state, grown by playing and cut back by
/// taking back.
pub trait History: Clone + Default + Debug + Send + Sync + 'static {
    /// How much is remembered now.
    fn mark(&self) -> usize;
    /// Forgets what came after the mark.
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

/// The best of what has been seen one by one; among equals each is as likely as any other.
#[derive(Copy, Clone, Debug)]
pub struct Best<A> {
    value: i32,
    equals: u32,
    chosen: Option<A>,
}

impl<A> Default for Best<A> {
    fn default() -> Self {
        Best { value: i32::MIN, equals: 0, chosen: None }
    }
}

impl<A: Copy> Best<A> {
    /// One more; `pick` draws a number below the one it is told.
    #[inline]
    pub fn weigh(&mut self, value: i32, pick: &mut impl FnMut(u32) -> u32, one: impl FnOnce() -> A) {
        if value > self.value || self.chosen.is_none() {
            *self = Best { value, equals: 1, chosen: Some(one()) };
        } else if value == self.value {
            self.equals += 1;
            if pick(self.equals) == 0 {
                self.chosen = Some(one());
            }
        }
    }

    /// The best, once there was one.
    pub fn chosen(self) -> Option<A> {
        self.chosen
    }
}

/// Mixes words into one, for [`Evaluate::hash_key`]; the same words in the same order give the same one.
#[derive(Copy, Clone, Debug)]
pub struct Mixer(u64);

impl Default for Mixer {
    #[inline]
    fn default() -> Self {
        Mixer(0x9E37_79B9_7F4A_7C15)
    }
}

impl Mixer {
    /// Mixes in another word.
    #[inline]
    pub fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word).wrapping_mul(0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9);
        self.0 = (product ^ product >> 64) as u64;
        self.0 = self.0.rotate_left(23).wrapping_add(0xA24B_AED4_963E_E407);
    }

    /// What has come of them.
    #[inline]
    pub fn word(self) -> u64 {
        self.0
    }
}

/// The outcome that `pick` chooses when told the sum of the weights; `None` when there is nothing to choose from.
#[inline]
pub fn sample_weighted<C: Copy>(outcomes: &[(C, u32)], pick: impl FnOnce(u32) -> u32) -> Option<C> {
    let sum = outcomes.iter().map(|(_, weight)| weight).sum();
    let mut left = if sum == 0 { return None } else { pick(sum) };
    let drawn = outcomes.iter().find(|(_, weight)| {
        let hit = left < *weight;
        left = left.wrapping_sub(*weight);
        hit
    });
    drawn.map(|(outcome, _)| *outcome)
}

/// The rules in force at one table.
pub trait Game: Sized + Send + Sync + 'static {
    /// Its options.
    type Options: Options;
    /// Its board.
    type Board: Board;
    /// A moment of a match: small, copied freely.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What must be remembered beside it (repetition); `()` for most games.
    type History: History;
    /// One decision of one seat.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// One outcome of chance; [`Never`] where there is none.
    type Chance: Copy + Eq + Debug + Send + Sync + 'static;

    /// The lid.
    const INFO: &'static GameInfo;

    /// Puts board, options and players together, for a version of the rules from 1 to
    /// [`GameInfo::rules_version`].
    fn new(
        board: Arc<Self::Board>,
        options: Self::Options,
        players: u8,
        rules_version: u32,
    ) -> Result<Self, Vec<Fault>>;
    /// The board in force.
    fn board(&self) -> &Self::Board;
    /// The options in force.
    fn options(&self) -> &Self::Options;
    /// How many play.
    fn players(&self) -> u8;
    /// What the seat is called.
    fn seat(&self, seat: Seat) -> SeatInfo;

    /// The seat that wins and loses together with this one, where a side has two seats;
    /// both have the same part of the win.
    fn partner(&self, _seat: Seat) -> Option<Seat> {
        None
    }

    /// The seats that can still win: everybody, except players who have been eliminated. Only these
    /// share the win when a match ends by resignation, by the clock or by agreement.
    fn contenders(&self, _state: &Self::State) -> SeatSet {
        SeatSet::first(self.players())
    }

    /// The first moment of a match; `history` is empty when it is called.
    fn start(&self, history: &mut Self::History) -> Self::State;
    /// Who is to act.
    fn turn(&self, state: &Self::State) -> Turn;
    /// Appends the seat's legal actions to the caller's buffer. Nothing is
    /// appended for a seat that is not to act; a seat that is to act has at least one.
    fn legal_actions(&self, state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);
    /// One legal action of the seat, the one that `pick` chooses when told how
    /// many there are, counted as [`Game::legal_actions`] lists them; `None` when there
    /// is none. `room` is memory to work in. Simulators live on this: a game may
    /// find the action without listing the others.
    #[inline]
    fn sample_action(
        &self,
        state: &Self::State,
        seat: Seat,
        pick: impl FnOnce(u32) -> u32,
        room: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        room.clear();
        self.legal_actions(state, seat, room);
        if room.is_empty() { None } else { room.get(pick(room.len() as u32) as usize).copied() }
    }
    /// Plays a legal action. What it does with any other is not defined, but it
    /// does not panic out of memory bounds; [`crate::Play`] and the door check first.
    fn apply(&self, state: &mut Self::State, history: &mut Self::History, seat: Seat, action: Self::Action);
    /// Appends all outcomes of chance with their weights; equal outcomes stand
    /// once, and a weight over the sum of weights is the exact probability.
    fn chance_outcomes(&self, _state: &Self::State, _outcomes: &mut Vec<(Self::Chance, u32)>) {}
    /// One outcome of chance, the one that `pick` chooses when told the sum of the
    /// weights, counted as [`Game::chance_outcomes`] lists them; `None` when it is not
    /// chance's turn. `room` is memory to work in. Simulators live on this as they do
    /// on [`Game::sample_action`]: a game may find the outcome without listing the others.
    #[inline]
    fn sample_chance(
        &self,
        state: &Self::State,
        pick: impl FnOnce(u32) -> u32,
        room: &mut Vec<(Self::Chance, u32)>,
    ) -> Option<Self::Chance> {
        room.clear();
        self.chance_outcomes(state, room);
        sample_weighted(room, pick)
    }
    /// Lets chance come out this way.
    fn apply_chance(&self, _state: &mut Self::State, _history: &mut Self::History, _chance: Self::Chance) {}
    /// What an outcome counts as, where it is a number of which people say that
    /// they had much or little of it: the pips of dice, the steps of a dial.
    fn counts(&self, _chance: Self::Chance) -> Option<i32> {
        None
    }
    /// Whose hand throws, when it is chance's turn; `None` where nobody's does
    /// and it simply happens, such as a hidden counter being turned up.
    fn thrower(&self, _state: &Self::State) -> Option<Seat> {
        None
    }
    /// How the match ended, once [`Game::turn`] says it is over.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// What each seat has won or lost in points when the match ends here with
    /// this outcome, what it brought along included; `None` for a game that
    /// keeps no account.
    fn account(&self, _state: &Self::State, _outcome: &Outcome) -> Option<[i32; MAX_SEATS]> {
        None
    }
    /// Lets a match that has just begun take on what each seat has won or lost in
    /// earlier ones of a session; only for games that keep an account.
    fn carry(&self, _state: &mut Self::State, _points: &[i32; MAX_SEATS]) {}

    /// Is a turn under way that more actions of the same seat complete?
    fn mid_turn(&self, _state: &Self::State) -> bool {
        false
    }
    /// The state without counters: equal for positions that players call the same.
    fn canonical(&self, state: &Self::State) -> Self::State {
        *state
    }
    /// The state as the viewer may know it. What he may not know is replaced by
    /// the same value whatever it was.
    fn redact(&self, state: &Self::State, _viewer: Viewer) -> Self::State {
        *state
    }
}

/// Reasons: why an action is refused, which rules allow it, what it did.
pub trait Explain: Game {
    /// The action is legal, or the rule that forbids it. Written plainly, from
    /// the rule book and not from the fast generator.
    fn judge(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Result<(), Refusal>;
    /// The rules a legal action rests on.
    fn cite(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Vec<RuleId>;
    /// What a legal action did, in sentences, and how the match ended if it did.
    fn tell(&self, before: &Self::State, seat: Seat, action: Self::Action, after: &Self::State) -> Vec<Sentence>;
    /// What chance did, in sentences.
    fn tell_chance(&self, _before: &Self::State, _chance: Self::Chance, _after: &Self::State) -> Vec<Sentence> {
        Vec::new()
    }
    /// How and why the match ended.
    fn verdict(&self, state: &Self::State) -> Option<Sentence>;
}

/// Reading and writing what is played.
pub trait Notation: Game {
    /// The action as people type it.
    fn write(&self, state: &Self::State, action: Self::Action) -> String;
    /// Reads one action; it may still be illegal.
    fn read(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Action, Refusal>;
    /// Splits what may be typed in one go into single actions.
    fn split(&self, text: &str) -> Vec<String> {
        vec![text.trim().to_owned()]
    }
    /// The outcome of chance as people write it.
    fn write_chance(&self, chance: Self::Chance) -> String;
    /// Reads an outcome of chance.
    fn read_chance(&self, state: &Self::State, text: &str) -> Result<Self::Chance, Refusal>;
}

/// Any writable position, out and in.
pub trait Positions: Game {
    /// A position as written: nothing about it is proved.
    type Setup: Serialize + DeserializeOwned;
    /// Writes a position so that [`Positions::place`] gives it back.
    fn position(&self, state: &Self::State, history: &Self::History) -> Self::Setup;
    /// Checks a written position and lists all its faults.
    fn place(&self, setup: Self::Setup) -> Result<(Self::State, Self::History), Vec<Fault>>;
}

/// What a person sees, without a screen.
pub trait Show: Game {
    /// The board's part that never changes.
    fn plan(&self) -> scene::Plan;
    /// Everything else, as the viewer may see it. `state` has been through [`Game::redact`].
    fn scene(&self, state: &Self::State, viewer: Viewer) -> scene::Scene;
    /// How the action is made by pointing, in a scene of the same state.
    fn gesture(&self, state: &Self::State, seat: Seat, action: Self::Action) -> scene::Gesture;
    /// What pointing at these spaces and trays in order means in notation, legal or not, with a piece of
    /// this kind where one was pointed at; `None` when it means no action. Tells people why not.
    fn pointed(&self, _state: &Self::State, _seat: Seat, _steps: &[&str], _kind: Option<&str>) -> Option<String> {
        None
    }
    /// The action that a way means which somebody has drawn, space by space from
    /// where the piece is, a tray included; `None` when it is not the whole way of
    /// exactly one action, and for games where the way does not matter.
    fn along(&self, _state: &Self::State, _seat: Seat, _way: &[&str]) -> Option<Self::Action> {
        None
    }
    /// Named positions for the how-to-play page.
    fn picture(&self, _name: &str) -> Option<scene::Scene> {
        None
    }
}

/// Taste, not law: what computer players think of a position.
pub trait Evaluate: Game {
    /// How good the state is for the seat, in hundredths of a man; a won match
    /// is for the search to recognise.
    fn evaluate(&self, state: &Self::State, seat: Seat) -> i32;
    /// May a computer player do this of its own accord? Every state leaves it something it may
    /// do; what people settle among themselves, such as a pact, is not for it.
    fn for_computers(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> bool {
        true
    }
    /// How promising an action looks before it is searched; more is better.
    fn order_score(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> i32 {
        0
    }
    /// What somebody in a hurry does: one of the seat's most promising actions,
    /// counted out by `pick`, which draws a number below the one it is told. `room`
    /// is memory to work in. Searches that play matches on live on this: a game may
    /// find the action without listing the others.
    fn rollout_action(
        &self,
        state: &Self::State,
        seat: Seat,
        mut pick: impl FnMut(u32) -> u32,
        room: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        room.clear();
        self.legal_actions(state, seat, room);
        let mut best = Best::default();
        for &action in room.iter() {
            best.weigh(self.order_score(state, seat, action), &mut pick, || action);
        }
        best.chosen()
    }
    /// For games where one turn takes several actions that should fit together:
    /// so many of the actions that look best at once are judged by the best that
    /// the next action of the same turn makes of them. 0 for none.
    fn breadth(&self) -> usize {
        0
    }
    /// How many positions of a small board one of this game's takes as long to look at.
    fn effort(&self) -> u64 {
        1
    }
    /// The rule of thumb by which a greedy player decides, where the game has
    /// one: more is better, and among equals luck decides. Without one it takes
    /// the action after which the position looks best.
    fn heuristic(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> Option<i32> {
        None
    }
    /// Should players look at every outcome of the throws to come, each seat
    /// answering with what looks best to it at once, rather than play matches on
    /// in futures that are drawn? For open games with few outcomes of a throw and
    /// an evaluation that is worth more than a guess.
    fn weighs_every_throw(&self) -> bool {
        false
    }
    /// Is the state calm enough to be evaluated?
    fn is_quiet(&self, _state: &Self::State) -> bool {
        true
    }
    /// How far a computer player of this strength, from 0 for the weakest, looks
    /// ahead and how it errs, where the usual measure does not fit the game.
    fn measure(&self, _strength: usize) -> Option<Measure> {
        None
    }
    /// Has nobody anything left to decide, so that only chance speaks and the
    /// evaluation says what it will make of it? Players then look no further.
    fn settled(&self, _state: &Self::State) -> bool {
        false
    }
    /// A key for tables of positions; equal for equal [`Game::canonical`] states.
    fn hash_key(&self, state: &Self::State) -> u64;
    /// What tells states with the same key apart where it matters, such as a
    /// counter near its limit; searches mix it into the key.
    fn counters(&self, _state: &Self::State) -> u64 {
        0
    }
    /// What going round in circles leads to, where the rules say it; searches
    /// take it as soon as their own line of play closes a circle.
    fn repetition_outcome(&self) -> Option<Outcome> {
        None
    }
}

/// How far a computer player looks ahead, and how it errs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Positions it may look at for one decision.
    pub nodes: u64,
    /// Throws that a match is played on; 0 for the look of the next moment.
    pub depth: u32,
    /// How much its taste is off, in hundredths of a man.
    pub noise: u32,
    /// How many decisions of a hundred are left to luck.
    pub mistakes: u32,
}

/// A game with all its parts: what may stand on the shelf.
pub trait FullGame: Explain + Notation + Positions + Show + Evaluate {
    /// All options there are.
    fn option_specs() -> Vec<OptionSpec> {
        <Self::Options as Options>::specs()
    }
}

impl<G: Explain + Notation + Positions + Show + Evaluate> FullGame for G {}
