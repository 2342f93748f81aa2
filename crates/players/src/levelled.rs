//! Players that think ahead, up to a level's limits.

use crate::search::{AlphaBeta, Judge};
use crate::{Luck, Player, Thought, actions_of, greedy, luck::mix};
use kernel::{Boxed, Game, History, Never, Play, Seat, Turn, Viewer};
use std::{any::TypeId, time::Duration};

/// How far a player may think and how it errs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions it may look at for one decision.
    pub nodes: u64,
    /// Whole turns it may look ahead, not counting forced exchanges.
    pub depth: u32,
    /// How much, up or down, its taste is off, in hundredths of a man. The same
    /// seed is always off in the same way, which makes matches differ.
    pub noise: u32,
    /// How many decisions of a hundred are left to luck.
    pub mistakes: u32,
    /// A safety net for slow machines: after this time it decides with what it has.
    pub time: Duration,
}

/// A player of some strength.
pub(crate) struct Levelled<G: Game> {
    limits: Limits,
    seed: u64,
    search: AlphaBeta<G>,
}

impl<G: Boxed> Levelled<G> {
    pub(crate) fn new(limits: Limits, seed: u64) -> Self {
        Levelled { limits, seed, search: AlphaBeta::new(limits, seed) }
    }

    /// Luck for this moment of this match: asked again, it says the same.
    fn luck(&self, game: &G, play: &Play<G>) -> Luck {
        Luck::stream(self.seed, game.key(&play.state) ^ mix(play.history.mark() as u64))
    }
}

impl<G: Boxed> Player<G> for Levelled<G> {
    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<Thought<G>> {
        let known = Play::<G> { state: game.hide(&play.state, Viewer::Seat(seat)), history: play.history.clone() };
        let actions = actions_of(game, &known.state, seat);
        if actions.len() <= 1 {
            return actions.first().map(|&action| Thought::unthinking(action));
        }
        let mut luck = self.luck(game, &known);
        if luck.below(100) < self.limits.mistakes {
            return luck.one(&actions).map(Thought::unthinking);
        }
        if open_duel(game, &known) {
            self.search.choose(game, known, seat)
        } else {
            without_search(game, &known, seat, Judge::new(self.limits.noise, self.seed), &mut luck)
        }
    }
}

/// Is this a game that alpha-beta understands: two seats, no chance, nothing
/// hidden, one seat to act at a time?
fn open_duel<G: Game>(game: &G, known: &Play<G>) -> bool {
    let no_chance = TypeId::of::<G::Chance>() == TypeId::of::<Never>();
    let nothing_hidden = game.hide(&known.state, Viewer::Watcher) == known.state;
    let one_acts = matches!(known.turn(game), Turn::Seats(seats) if seats.len() == 1);
    game.players() == 2 && no_chance && nothing_hidden && one_acts
}

/// What levels do in games with chance, hidden information or more than two
/// seats: for now they all look one action ahead. Expectimax and Monte Carlo
/// search belong behind this function, chosen by what the game has.
fn without_search<G: Boxed>(
    game: &G,
    known: &Play<G>,
    seat: Seat,
    judge: Judge,
    luck: &mut Luck,
) -> Option<Thought<G>> {
    greedy::best(game, known, seat, judge, luck)
}
