//! Playing a match from Rust: the short way.
//!
//! A game ([`DynGame`]) starts a [`Match`]; a match lists its legal moves as text and
//! plays them. That is all a program needs to play. [`Match::inner`] leads to
//! everything else: scenes, rules, odds, positions.

use crate::dynamic::{ChanceOutcome, DynGame, DynMatch, MatchConfig};
use crate::{Fault, OptionValue, Outcome, Refusal, Seat, Sentence, Turn};
use std::fmt;

/// A match in play, with its moves as text.
///
/// Every method that takes a move checks it; a refused move changes nothing.
pub struct Match {
    inner: Box<dyn DynMatch>,
}

impl dyn DynGame + '_ {
    /// Starts a match with the default number of players and the default options.
    pub fn start(&self) -> Result<Match, Faults> {
        self.start_with(&MatchConfig::default())
    }

    /// Starts a match with this configuration.
    pub fn start_with(&self, config: &MatchConfig) -> Result<Match, Faults> {
        Ok(Match { inner: self.open(config)? })
    }
}

impl MatchConfig {
    /// A match of this many players.
    pub fn players(players: u8) -> Self {
        MatchConfig { players, ..MatchConfig::default() }
    }

    /// The same match with this option changed.
    #[must_use]
    pub fn with(mut self, option: &str, value: impl Into<OptionValue>) -> Self {
        self.options.insert(option.to_owned(), value.into());
        self
    }
}

impl Match {
    /// The type-erased match, with scenes, rules, odds and positions.
    pub fn inner(&self) -> &dyn DynMatch {
        &*self.inner
    }

    /// Whose turn it is: seats, chance, or nobody because the match is over.
    pub fn turn(&self) -> Turn {
        self.inner.turn()
    }

    /// The seat to act, or the first of several that act together; `None` before a throw and after the end.
    pub fn to_act(&self) -> Option<Seat> {
        match self.turn() {
            Turn::Seats(seats) => seats.iter().next(),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// The seat's name in sentences.
    pub fn name(&self, seat: Seat) -> &'static str {
        self.inner.seats().get(seat.index()).map_or("", |info| info.name)
    }

    /// The legal moves of the seat to act; empty before a throw and after the end.
    pub fn legal_moves(&self) -> Vec<String> {
        let Some(seat) = self.to_act() else { return Vec::new() };
        self.inner.legal_moves(seat).into_iter().map(|legal| legal.action).collect()
    }

    /// Plays a move for the seat to act and returns what it did, in sentences.
    pub fn play(&mut self, text: &str) -> Result<Vec<Sentence>, Refusal> {
        self.play_as(self.to_act().unwrap_or(Seat(0)), text)
    }

    /// Plays a move for one of several seats that act together.
    pub fn play_as(&mut self, seat: Seat, text: &str) -> Result<Vec<Sentence>, Refusal> {
        let played = self.inner.play(seat, text)?;
        Ok(played.into_iter().flat_map(|step| step.lines.clone()).collect())
    }

    /// The outcomes of the throw that is due, with their probabilities; empty when none is due.
    pub fn throws(&self) -> Vec<ChanceOutcome> {
        self.inner.chance_outcomes()
    }

    /// Makes the throw that is due, with this outcome.
    pub fn throw(&mut self, outcome: &str) -> Result<Vec<Sentence>, Refusal> {
        Ok(self.inner.apply_chance(outcome)?.lines.clone())
    }

    /// Makes the throw that is due with a random number: `below` gets the sum of the weights and
    /// returns a number below it. Returns the outcome.
    pub fn throw_with(&mut self, below: impl FnOnce(u32) -> u32) -> Result<String, Refusal> {
        let weighted: Vec<(usize, u32)> = self.throws().iter().map(|outcome| outcome.weight).enumerate().collect();
        let index = crate::sample_weighted(&weighted, below).unwrap_or_default();
        let outcome = self.throws().into_iter().nth(index).map_or(String::new(), |outcome| outcome.outcome);
        self.throw(&outcome)?;
        Ok(outcome)
    }

    /// Takes back the last move or throw; `false` at the start.
    pub fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// How the match ended, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    /// The winner, if the match is over and there is exactly one.
    pub fn winner(&self) -> Option<Seat> {
        self.outcome()?.winner()
    }
}

impl Clone for Match {
    fn clone(&self) -> Self {
        Match { inner: self.inner.fork() }
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<_> = self.inner.played().iter().map(|played| &played.step).collect();
        f.debug_struct("Match").field("game", &self.inner.info().slug).field("steps", &steps).finish()
    }
}

/// Everything wrong with options, a position or a board, as one error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl From<Vec<Fault>> for Faults {
    fn from(faults: Vec<Fault>) -> Self {
        Faults(faults)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<_> = self.0.iter().map(Fault::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl std::error::Error for Faults {}
