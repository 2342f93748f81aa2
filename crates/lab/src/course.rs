//! Plays one match from its first action to its last.

use kernel::{FullGame, Game, Outcome, Play, Seat, Turn};
use players::{Clock, Player, PlayerKind, Rng};
use std::time::{Duration, Instant};

/// Maximum number of actions in a match; longer ones are stopped.
pub const MOST_ACTIONS: u32 = 100_000;

/// The player of a seat, and its thinking time so far.
pub(crate) struct Mind<G: FullGame> {
    /// `None` for a random player: a legal action sampled with the match's RNG.
    player: Option<Box<dyn Player<G>>>,
    /// Thinking time of decisions that needed a search.
    pub(crate) thinking: Thinking,
}

impl<G: FullGame> Mind<G> {
    pub(crate) fn new(kind: PlayerKind, rng: &mut Rng) -> Self {
        let seed = rng.bits();
        let player = (kind != PlayerKind::Random).then(|| players::timed_player(kind, seed, Clock::system()));
        Mind { player, thinking: Thinking::default() }
    }

    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<G::Action> {
        let player = self.player.as_mut()?;
        let began = Instant::now();
        let thought = player.choose(game, &play.known_to(game, seat))?;
        if thought.nodes > 0 {
            self.thinking = self.thinking.and(Thinking::once(began.elapsed()));
        }
        Some(thought.action)
    }
}

/// Thinking times.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Thinking {
    decisions: u64,
    sum: Duration,
    longest: Duration,
}

impl Thinking {
    fn once(time: Duration) -> Self {
        Thinking { decisions: 1, sum: time, longest: time }
    }

    /// The sum of both.
    #[must_use]
    pub(crate) fn and(self, other: Thinking) -> Thinking {
        Thinking {
            decisions: self.decisions + other.decisions,
            sum: self.sum + other.sum,
            longest: self.longest.max(other.longest),
        }
    }

    /// The mean time in seconds; 0 if no decision needed a search.
    pub(crate) fn mean(&self) -> f64 {
        self.sum.as_secs_f64() / self.decisions.max(1) as f64
    }

    /// The longest time in seconds.
    pub(crate) fn longest(&self) -> f64 {
        self.longest.as_secs_f64()
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
        self.run(rng, |_, _, _| None, |_, _| ())
    }

    /// Plays a match between these players, one for each seat. Each step is passed to `report`.
    pub(crate) fn between(
        &mut self,
        minds: &mut [Mind<G>],
        rng: &mut Rng,
        report: impl FnMut(&G::State, Event<G>),
    ) -> PlayedMatch {
        let choose = |game: &G, play: &Play<G>, seat: Seat| minds[seat.index()].choose(game, play, seat);
        self.run(rng, choose, report)
    }

    /// Plays a match. If `choose` returns `None`, a random action is played.
    #[inline(always)]
    fn run(
        &mut self,
        rng: &mut Rng,
        mut choose: impl FnMut(&G, &Play<G>, Seat) -> Option<G::Action>,
        mut report: impl FnMut(&G::State, Event<G>),
    ) -> PlayedMatch {
        let game = self.game;
        self.play.restart(game);
        let (mut actions, mut throws) = (0, 0);
        loop {
            match game.turn(&self.play.state) {
                Turn::Over => break,
                Turn::Chance => {
                    let Some(chance) = self.sample_chance(rng) else { break };
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
                    if actions >= MOST_ACTIONS {
                        break;
                    }
                }
            }
        }
        PlayedMatch { actions, throws, outcome: game.outcome(&self.play.state) }
    }

    #[inline(always)]
    fn sample_action(&mut self, seat: Seat, rng: &mut Rng) -> Option<G::Action> {
        self.game.sample_action(&self.play.state, seat, |n| rng.below(n), &mut self.actions)
    }

    #[inline(always)]
    fn sample_chance(&mut self, rng: &mut Rng) -> Option<G::Chance> {
        self.game.sample_chance(&self.play.state, |n| rng.below(n), &mut self.chances)
    }

    /// The end of the last match.
    pub(crate) fn last(&self) -> &Play<G> {
        &self.play
    }
}
