//! A match of the game `G`, used through the traits that do not know `G`.

mod open;
mod play;
mod present;
mod setup;

use super::{MatchConfig, PlayedStep};
use crate::play::Bookmark;
use crate::{FullGame, Play, Refusal, Seat, SeatSet, Turn, scene};
use std::sync::Arc;

/// A match of the game `G`: the rules in force, the position, and the steps that led to it.
pub struct TypedMatch<G: FullGame> {
    game: Arc<G>,
    config: Arc<MatchConfig>,
    play: Play<G>,
    played: Vec<Arc<PlayedStep>>,
    /// One entry for each step in `played`.
    undo: Vec<Arc<Undo<G>>>,
    /// The scene of the whole state, its tokens with ids that follow each piece through the match.
    scene: Arc<scene::Scene>,
}

/// What undoing one step needs: the position before it, and the tokens that it changed as they were.
struct Undo<G: FullGame> {
    before: Bookmark<G>,
    changed: Vec<scene::Token>,
    /// Ids of tokens that the step added.
    added: Vec<u16>,
}

impl<G: FullGame> Clone for TypedMatch<G> {
    fn clone(&self) -> Self {
        TypedMatch {
            game: self.game.clone(),
            config: self.config.clone(),
            play: self.play.clone(),
            played: self.played.clone(),
            undo: self.undo.clone(),
            scene: self.scene.clone(),
        }
    }
}

impl<G: FullGame> TypedMatch<G> {
    /// The rules in force.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The current position with its history.
    pub fn current_play(&self) -> &Play<G> {
        &self.play
    }

    /// The scene of the current state, its tokens with the ids of the old tokens they continue.
    fn next_scene(&self, old: &[scene::Token]) -> Arc<scene::Scene> {
        Arc::new(scene_of(&*self.game, &self.play.state, old))
    }

    /// Reads and judges one action of the seat in this position.
    fn read_action(&self, play: &Play<G>, seat: Seat, text: &str) -> Result<G::Action, Refusal> {
        self.check_turn(play, seat)?;
        let action = self.game.read(&play.state, seat, text)?;
        self.game.judge(&play.state, seat, action)?;
        Ok(action)
    }

    fn check_turn(&self, play: &Play<G>, seat: Seat) -> Result<(), Refusal> {
        let rule = G::INFO.shared_rules.turn;
        let names = |seats: SeatSet| {
            let names: Vec<_> = seats.iter().map(|seat| self.game.seat(seat).name).collect();
            names.join(" and ")
        };
        match play.turn(&self.game) {
            Turn::Seats(seats) if seats.contains(seat) => Ok(()),
            Turn::Seats(seats) => {
                Err(Refusal::new(rule, "It is not your turn.").instead(format!("Now {} must act.", names(seats))))
            }
            Turn::Chance => Err(Refusal::new(rule, "The throw comes first.").instead("Throw, then move.")),
            Turn::Over => Err(Refusal::new(rule, "The match is over.").instead("Start another one.")),
        }
    }

    /// All outcomes of chance with their weights; empty if it is not chance's turn.
    fn weighted_outcomes(&self) -> Vec<(G::Chance, u32)> {
        let mut outcomes = Vec::new();
        if self.play.turn(&self.game) == Turn::Chance {
            self.game.chance_outcomes(&self.play.state, &mut outcomes);
        }
        outcomes
    }
}

/// The scene of a state, its tokens with the ids of the old tokens they continue.
fn scene_of<G: FullGame>(game: &G, state: &G::State, old: &[scene::Token]) -> scene::Scene {
    let mut scene = game.scene(state);
    scene::follow(old, &mut scene.tokens);
    scene
}
