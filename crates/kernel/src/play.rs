//! One match under way: a state, what is remembered beside it, and the checks.

use crate::{Explain, Game, History, Refusal, Seat, Turn};

/// A state with its history.
#[derive(Debug)]
pub struct Play<G: Game> {
    /// The moment.
    pub state: G::State,
    /// What is remembered beside it.
    pub history: G::History,
}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Self {
        Play { state: self.state, history: self.history.clone() }
    }
}

/// A point of a match to go back to.
#[derive(Debug)]
pub struct Bookmark<G: Game> {
    state: G::State,
    mark: usize,
}

impl<G: Game> Clone for Bookmark<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Bookmark<G> {}

impl<G: Game> Play<G> {
    /// A match before its first action.
    pub fn start(game: &G) -> Self {
        let mut history = G::History::default();
        Play { state: game.start(&mut history), history }
    }

    /// Begins anew, keeping the memory that was allocated.
    pub fn restart(&mut self, game: &G) {
        self.history.rewind(0);
        self.state = game.start(&mut self.history);
    }

    /// Who is to act.
    pub fn turn(&self, game: &G) -> Turn {
        game.turn(&self.state)
    }

    /// Where we are, to come back to.
    pub fn bookmark(&self) -> Bookmark<G> {
        Bookmark { state: self.state, mark: self.history.mark() }
    }

    /// Goes back to a bookmark taken earlier on the same line of play.
    pub fn back_to(&mut self, bookmark: Bookmark<G>) {
        self.state = bookmark.state;
        self.history.rewind(bookmark.mark);
    }

    /// Plays an action known to be legal.
    pub fn apply(&mut self, game: &G, seat: Seat, action: G::Action) {
        game.apply(&mut self.state, &mut self.history, seat, action);
    }

    /// Lets chance come out this way.
    pub fn apply_chance(&mut self, game: &G, chance: G::Chance) {
        game.apply_chance(&mut self.state, &mut self.history, chance);
    }
}

impl<G: Explain> Play<G> {
    /// Plays an action if it is legal; otherwise nothing changes.
    pub fn play(&mut self, game: &G, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        game.judge(&self.state, seat, action)?;
        self.apply(game, seat, action);
        Ok(())
    }
}
