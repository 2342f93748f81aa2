//! One match from its first action to its last.

use kernel::{Boxed, Game, Outcome, Play, Seat, Turn};
use players::{Kind, Luck, Player};

/// A match that has not ended after so many actions is given up.
pub const MOST_ACTIONS: u32 = 100_000;

/// Who decides for a seat.
pub(crate) enum Mind<G: Boxed> {
    /// Luck: any legal action, drawn from the match's own stream.
    Luck,
    /// A player.
    Player(Box<dyn Player<G>>),
}

impl<G: Boxed> Mind<G> {
    pub(crate) fn new(kind: Kind, luck: &mut Luck) -> Self {
        let seed = luck.bits();
        match kind {
            Kind::Random => Mind::Luck,
            _ => Mind::Player(players::player(kind, seed)),
        }
    }
}

/// What was played.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Event<G: Game> {
    /// A seat acted.
    Act(Seat, G::Action),
    /// Chance came out.
    Chance(G::Chance),
}

/// How a match went.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Gone {
    pub(crate) actions: u32,
    pub(crate) outcome: Option<Outcome>,
}

/// Plays matches one after the other in the same memory.
pub(crate) struct Course<'g, G: Boxed> {
    game: &'g G,
    play: Play<G>,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
}

impl<'g, G: Boxed> Course<'g, G> {
    pub(crate) fn new(game: &'g G) -> Self {
        Course { game, play: Play::start(game), actions: Vec::with_capacity(256), chances: Vec::new() }
    }

    /// A random match: the loop that simulators live on.
    #[inline]
    pub(crate) fn playout(&mut self, luck: &mut Luck) -> Gone {
        self.run(luck, |_, _, _| None, |_, _| ())
    }

    /// A match between these minds, one for each seat.
    pub(crate) fn between(
        &mut self,
        minds: &mut [Mind<G>],
        luck: &mut Luck,
        tell: impl FnMut(&G::State, Event<G>),
    ) -> Gone {
        let ask = |game: &G, play: &Play<G>, seat: Seat| match &mut minds[seat.index()] {
            Mind::Luck => None,
            Mind::Player(player) => player.choose(game, play, seat).map(|thought| thought.action),
        };
        self.run(luck, ask, tell)
    }

    /// Plays a match; where `ask` gives no answer, luck does.
    #[inline(always)]
    fn run(
        &mut self,
        luck: &mut Luck,
        mut ask: impl FnMut(&G, &Play<G>, Seat) -> Option<G::Action>,
        mut tell: impl FnMut(&G::State, Event<G>),
    ) -> Gone {
        let game = self.game;
        self.play.restart(game);
        let mut actions = 0;
        loop {
            match game.turn(&self.play.state) {
                Turn::Over => break,
                Turn::Chance => {
                    let Some(chance) = self.throw(luck) else { break };
                    tell(&self.play.state, Event::Chance(chance));
                    self.play.befall(game, chance);
                }
                Turn::Seats(seats) => {
                    let seat = if seats.len() == 1 {
                        seats.iter().next()
                    } else {
                        seats.iter().nth(luck.below(seats.len()) as usize)
                    };
                    let Some(seat) = seat else { break };
                    let answer = ask(game, &self.play, seat).or_else(|| self.draw(seat, luck));
                    let Some(action) = answer else { break };
                    tell(&self.play.state, Event::Act(seat, action));
                    self.play.apply(game, seat, action);
                    actions += 1;
                    if actions >= MOST_ACTIONS {
                        break;
                    }
                }
            }
        }
        Gone { actions, outcome: game.outcome(&self.play.state) }
    }

    #[inline(always)]
    fn draw(&mut self, seat: Seat, luck: &mut Luck) -> Option<G::Action> {
        self.game.draw(&self.play.state, seat, |n| luck.below(n), &mut self.actions)
    }

    fn throw(&mut self, luck: &mut Luck) -> Option<G::Chance> {
        self.chances.clear();
        self.game.chances(&self.play.state, &mut self.chances);
        let at = luck.weighed(self.chances.iter().map(|&(_, weight)| weight))?;
        Some(self.chances[at].0)
    }

    /// The moment the last match ended in.
    pub(crate) fn last(&self) -> &Play<G> {
        &self.play
    }
}
