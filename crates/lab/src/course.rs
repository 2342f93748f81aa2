//! Plays one match from its first action to its last.

use crate::stopwatch::Stopwatch;
use crate::thinking::Decision;
use kernel::{FullGame, Game, MAX_SEATS, Outcome, Play, Seat, Turn};
use players::{Clock, Player, PlayerKind, Rng};

/// Maximum number of actions in a match; longer ones are stopped.
pub const MOST_ACTIONS: u32 = 100_000;

/// The player of a seat, and its decisions so far.
pub(crate) struct Mind<G: FullGame> {
    /// `None` for a random player: a legal action sampled with the match's RNG.
    player: Option<Box<dyn Player<G>>>,
    /// Decisions that needed a search; `None` if they are not timed.
    decisions: Option<Vec<Decision>>,
}

impl<G: FullGame> Mind<G> {
    pub(crate) fn new(kind: PlayerKind, rng: &mut Rng) -> Self {
        let seed = rng.bits();
        let player = (kind != PlayerKind::Random).then(|| players::timed_player(kind, seed, Clock::system()));
        Mind { player, decisions: None }
    }

    /// A player whose decisions are timed.
    pub(crate) fn timed(kind: PlayerKind, rng: &mut Rng) -> Self {
        Mind { decisions: Some(Vec::new()), ..Mind::new(kind, rng) }
    }

    pub(crate) fn decisions(self) -> Vec<Decision> {
        self.decisions.unwrap_or_default()
    }

    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<G::Action> {
        let player = self.player.as_mut()?;
        let known = play.known_to(game, seat);
        let Some(decisions) = &mut self.decisions else {
            return player.choose(game, &known).map(|thought| thought.action);
        };
        let stopwatch = Stopwatch::start();
        let thought = player.choose(game, &known)?;
        if thought.nodes > 0 {
            decisions.push(Decision::new(&stopwatch, thought.stopped_by_clock));
        }
        Some(thought.action)
    }
}

/// Random numbers for throws.
pub(crate) trait Dice {
    /// A number below `below` for a throw of this seat, or one that nobody makes; `rng` is the match's own generator.
    fn pick(&mut self, rng: &mut Rng, thrower: impl FnOnce() -> Option<Seat>, below: u32) -> u32;
}

/// Every match throws with its own generator.
pub(crate) struct OwnDice;

impl Dice for OwnDice {
    #[inline(always)]
    fn pick(&mut self, rng: &mut Rng, _: impl FnOnce() -> Option<Seat>, below: u32) -> u32 {
        rng.below(below)
    }
}

/// Matches with the same seed throw alike: throw `n` of a seat is the same in all of them, whatever happened before.
pub(crate) struct SharedDice {
    seed: u64,
    /// Throws that each seat has made, and those that nobody makes.
    made: [u64; MAX_SEATS + 1],
}

impl SharedDice {
    pub(crate) fn new(seed: u64) -> Self {
        SharedDice { seed, made: [0; MAX_SEATS + 1] }
    }
}

impl Dice for SharedDice {
    fn pick(&mut self, _: &mut Rng, thrower: impl FnOnce() -> Option<Seat>, below: u32) -> u32 {
        let slot = thrower().map_or(MAX_SEATS, Seat::index);
        let throw = self.made[slot];
        self.made[slot] += 1;
        Rng::stream(self.seed, ((slot as u64) << 56) ^ throw).below(below)
    }
}

/// A step of a match.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Event<G: Game> {
    /// A seat acted.
    Act(Seat, G::Action),
    /// A chance outcome.
    Chance(G::Chance),
}

/// A finished match.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct PlayedMatch {
    pub(crate) actions: u32,
    pub(crate) throws: u32,
    pub(crate) outcome: Option<Outcome>,
    /// Was it ended early from outside?
    pub(crate) stopped: bool,
}

/// Plays matches one after the other, reusing its buffers.
pub(crate) struct Course<'g, G: FullGame> {
    game: &'g G,
    play: Play<G>,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
}

impl<'g, G: FullGame> Course<'g, G> {
    pub(crate) fn new(game: &'g G) -> Self {
        Course { game, play: Play::start(game), actions: Vec::with_capacity(256), chances: Vec::new() }
    }

    /// Plays a random match.
    #[inline]
    pub(crate) fn playout(&mut self, rng: &mut Rng) -> PlayedMatch {
        self.run(rng, &mut OwnDice, || false, |_, _, _| None, |_, _| ())
    }

    /// Plays a match between these players, one for each seat. Each step is passed to `report`; the match ends early
    /// when `halted` says so.
    pub(crate) fn between(
        &mut self,
        minds: &mut [Mind<G>],
        rng: &mut Rng,
        dice: &mut impl Dice,
        halted: impl Fn() -> bool,
        report: impl FnMut(&G::State, Event<G>),
    ) -> PlayedMatch {
        let choose = |game: &G, play: &Play<G>, seat: Seat| minds[seat.index()].choose(game, play, seat);
        self.run(rng, dice, halted, choose, report)
    }

    /// Plays a match. If `choose` returns `None`, a random action is played.
    #[inline(always)]
    fn run(
        &mut self,
        rng: &mut Rng,
        dice: &mut impl Dice,
        halted: impl Fn() -> bool,
        mut choose: impl FnMut(&G, &Play<G>, Seat) -> Option<G::Action>,
        mut report: impl FnMut(&G::State, Event<G>),
    ) -> PlayedMatch {
        let game = self.game;
        self.play.restart(game);
        let (mut actions, mut throws) = (0, 0);
        let mut stopped = false;
        loop {
            match game.turn(&self.play.state) {
                Turn::Over => break,
                Turn::Chance => {
                    let Some(chance) = self.sample_chance(rng, dice) else { break };
                    report(&self.play.state, Event::Chance(chance));
                    self.play.apply_chance(game, chance);
                    throws += 1;
                }
                Turn::Seats(seats) => {
                    let seat = if seats.len() == 1 {
                        seats.iter().next()
                    } else {
                        seats.iter().nth(rng.below(seats.len()) as usize)
                    };
                    let Some(seat) = seat else { break };
                    let chosen = choose(game, &self.play, seat).or_else(|| self.sample_action(seat, rng));
                    let Some(action) = chosen else { break };
                    report(&self.play.state, Event::Act(seat, action));
                    self.play.apply(game, seat, action);
                    actions += 1;
                    stopped = halted();
                    if stopped || actions >= MOST_ACTIONS {
                        break;
                    }
                }
            }
        }
        PlayedMatch { actions, throws, outcome: game.outcome(&self.play.state), stopped }
    }

    #[inline(always)]
    fn sample_action(&mut self, seat: Seat, rng: &mut Rng) -> Option<G::Action> {
        self.game.sample_action(&self.play.state, seat, |n| rng.below(n), &mut self.actions)
    }

    #[inline(always)]
    fn sample_chance(&mut self, rng: &mut Rng, dice: &mut impl Dice) -> Option<G::Chance> {
        let (game, state) = (self.game, &self.play.state);
        game.sample_chance(state, |n| dice.pick(rng, || game.thrower(state), n), &mut self.chances)
    }

    /// The end of the last match.
    pub(crate) fn last(&self) -> &Play<G> {
        &self.play
    }
}
