//! A position with its history, and what a seat may know of it.

use crate::{Explain, Game, History, Refusal, Seat, Turn, Viewer};

/// A position of a match: the state, and what a game remembers beside it.
#[derive(Debug)]
pub struct Play<G: Game> {
    /// The state.
    pub state: G::State,
    /// What the game remembers beside the state, such as positions that count for repetition.
    pub history: G::History,
}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Self {
        Play { state: self.state, history: self.history.clone() }
    }
}

/// A position to go back to, on the same line of play.
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
    /// The position before the first action.
    pub fn start(game: &G) -> Self {
        let mut history = G::History::default();
        Play { state: game.start(&mut history), history }
    }

    /// Goes back to the start and keeps the allocated memory.
    pub fn restart(&mut self, game: &G) {
        self.history.rewind(0);
        self.state = game.start(&mut self.history);
    }

    /// Whose turn it is.
    pub fn turn(&self, game: &G) -> Turn {
        game.turn(&self.state)
    }

    /// Remembers this position for [`Play::back_to`].
    pub fn bookmark(&self) -> Bookmark<G> {
        Bookmark { state: self.state, mark: self.history.mark() }
    }

    /// Goes back to a bookmark that was taken earlier on the same line of play.
    pub fn back_to(&mut self, bookmark: Bookmark<G>) {
        self.state = bookmark.state;
        self.history.rewind(bookmark.mark);
    }

    /// Plays an action that is known to be legal.
    pub fn apply(&mut self, game: &G, seat: Seat, action: G::Action) {
        game.apply(&mut self.state, &mut self.history, seat, action);
    }

    /// Applies an outcome of chance.
    pub fn apply_chance(&mut self, game: &G, chance: G::Chance) {
        game.apply_chance(&mut self.state, &mut self.history, chance);
    }

    /// What the seat may know of this position: the only way to make a [`Known`].
    pub fn known_to(&self, game: &G, seat: Seat) -> Known<G> {
        let viewer = Viewer::Seat(seat);
        let history = game.redact_history(&self.history, viewer);
        Known { seat, play: Play { state: game.redact(&self.state, viewer), history } }
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

/// A position as one seat may know it. Computer players get this and nothing else, so that no search can use
/// hidden information.
#[derive(Debug)]
pub struct Known<G: Game> {
    seat: Seat,
    play: Play<G>,
}

impl<G: Game> Clone for Known<G> {
    fn clone(&self) -> Self {
        Known { seat: self.seat, play: self.play.clone() }
    }
}

impl<G: Game> Known<G> {
    /// The seat whose knowledge this is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The redacted position.
    pub fn play(&self) -> &Play<G> {
        &self.play
    }

    /// The redacted state.
    pub fn state(&self) -> &G::State {
        &self.play.state
    }

    /// The redacted position, to search on.
    pub fn into_play(self) -> Play<G> {
        self.play
    }
}
