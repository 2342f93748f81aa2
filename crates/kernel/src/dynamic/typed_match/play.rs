//! Playing the match.

use super::{TypedMatch, Undo};
use crate::dynamic::{ChanceOutcome, CheckedStep, Choices, DynAction, DynMatch, PlayedStep};
use crate::play::Bookmark;
use crate::record::Step;
use crate::{Fault, FullGame, Outcome, Play, Refusal, Seat, SeatSet, Turn, scene};
use std::{any::Any, sync::Arc};

/// The number of throws in a row that [`DynMatch::choices`] looks through.
const THROWS_AHEAD: u32 = 2;

impl<G: FullGame> DynMatch for TypedMatch<G> {
    fn turn(&self) -> Turn {
        self.play.turn(&self.game)
    }

    fn mid_turn(&self) -> bool {
        self.game.mid_turn(&self.play.state)
    }

    fn contenders(&self) -> SeatSet {
        self.game.contenders(&self.play.state)
    }

    fn count_legal(&self, seat: Seat) -> usize {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.play.state, seat, &mut actions);
        actions.len()
    }

    fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        self.count(&self.play, &mut Vec::new(), THROWS_AHEAD, &mut choices);
        choices
    }

    fn chance_outcomes(&self) -> Vec<ChanceOutcome> {
        let outcomes = self.weighted_outcomes();
        let sum: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let described = |&(chance, weight): &(G::Chance, u32)| ChanceOutcome {
            outcome: self.game.write_chance(chance),
            weight,
            p: f64::from(weight) / sum as f64,
            counts: self.game.counts(chance),
        };
        outcomes.iter().map(described).collect()
    }

    fn thrower(&self) -> Option<Seat> {
        if self.turn() == Turn::Chance { self.game.thrower(&self.play.state) } else { None }
    }

    fn is_forced(&self) -> bool {
        let outcomes = self.weighted_outcomes();
        let mut trial = self.play.clone();
        let before = trial.bookmark();
        let goes_on = |(chance, _): &(G::Chance, u32)| {
            trial.back_to(before);
            trial.apply_chance(&self.game, *chance);
            trial.turn(&self.game) == Turn::Chance
        };
        !outcomes.is_empty() && outcomes.iter().all(goes_on)
    }

    fn check(&self, seat: Seat, text: &str) -> Result<Vec<CheckedStep>, Refusal> {
        let parts = self.game.split(text);
        if let [part] = &parts[..] {
            let action = self.read_action(&self.play, seat, part)?;
            return Ok(vec![self.checked(&self.play, seat, action, self.played.len())]);
        }
        let mut trial = self.play.clone();
        let mut steps = Vec::with_capacity(parts.len());
        for (number, part) in parts.iter().enumerate() {
            let action = self.read_action(&trial, seat, part)?;
            steps.push(self.checked(&trial, seat, action, self.played.len() + number));
            trial.apply(&self.game, seat, action);
        }
        Ok(steps)
    }

    fn check_action(&self, seat: Seat, action: &DynAction) -> Result<CheckedStep, Refusal> {
        self.check_turn(&self.play, seat)?;
        let foreign = || Refusal::new(G::INFO.shared_rules.notation, "This action is of another game.");
        let action = action.get::<G::Action>().ok_or_else(foreign)?;
        self.game.judge(&self.play.state, seat, action)?;
        Ok(self.checked(&self.play, seat, action, self.played.len()))
    }

    fn check_chance(&self, outcome: &str) -> Result<CheckedStep, Refusal> {
        if self.turn() != Turn::Chance {
            return Err(Refusal::new(G::INFO.shared_rules.turn, "There is nothing to throw now."));
        }
        let chance = self.game.read_chance(&self.play.state, outcome)?;
        let step = Step::chance(self.game.write_chance(chance));
        Ok(CheckedStep::chance(step, chance, self.played.len()))
    }

    fn play_checked(&mut self, step: &CheckedStep) -> Result<Arc<PlayedStep>, Refusal> {
        let after = self.played.len();
        let refusal = || Refusal::new(G::INFO.shared_rules.turn, "This was checked at another point of the match.");
        match step.seat() {
            Some(seat) => {
                let action = step.get::<G::Action>(after).ok_or_else(refusal)?;
                Ok(self.apply_checked(seat, action, step.step().clone()))
            }
            None => {
                let chance = step.get::<G::Chance>(after).ok_or_else(refusal)?;
                Ok(self.apply_checked_chance(chance, step.step().clone()))
            }
        }
    }

    fn undo(&mut self) -> bool {
        let Some(undo) = self.undo.pop() else { return false };
        let Undo { before, changed, added } = &*undo;
        self.play.back_to(*before);
        let same = |token: &&scene::Token| !added.contains(&token.id) && !changed.iter().any(|was| was.id == token.id);
        let tokens: Vec<_> = self.scene.tokens.iter().filter(same).chain(changed).cloned().collect();
        self.scene = self.next_scene(&tokens);
        self.played.pop();
        true
    }

    fn played(&self) -> &[Arc<PlayedStep>] {
        &self.played
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.play.state)
    }

    fn account(&self, outcome: &Outcome) -> Option<Vec<i32>> {
        let account = self.game.account(&self.play.state, outcome)?;
        Some(account[..usize::from(self.game.players())].to_vec())
    }

    fn place(&mut self, position: serde_json::Value) -> Result<(), Vec<Fault>> {
        let setup =
            serde_json::from_value(position).map_err(|error| vec![Fault::new("position", error.to_string())])?;
        let (state, history) = self.game.place(setup)?;
        self.play = Play { state, history };
        self.played.clear();
        self.undo.clear();
        self.scene = self.next_scene(&[]);
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynMatch> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: FullGame> TypedMatch<G> {
    /// An action that was judged in this position, with the number of steps that come before it.
    fn checked(&self, play: &Play<G>, seat: Seat, action: G::Action, after: usize) -> CheckedStep {
        CheckedStep::act(self.step(play, seat, action), seat, action, after)
    }

    fn step(&self, play: &Play<G>, seat: Seat, action: G::Action) -> Step {
        Step::Act { seat: self.game.seat(seat).id.to_owned(), action: self.game.write(&play.state, action) }
    }

    fn apply_checked(&mut self, seat: Seat, action: G::Action, step: Step) -> Arc<PlayedStep> {
        let (state, before) = (self.play.state, self.play.bookmark());
        self.play.apply(&self.game, seat, action);
        let lines = self.game.tell(&state, seat, action, &self.play.state);
        self.push(before, PlayedStep { step, lines })
    }

    fn apply_checked_chance(&mut self, chance: G::Chance, step: Step) -> Arc<PlayedStep> {
        let (state, before) = (self.play.state, self.play.bookmark());
        self.play.apply_chance(&self.game, chance);
        let lines = self.game.tell_chance(&state, chance, &self.play.state);
        self.push(before, PlayedStep { step, lines })
    }

    /// Adds a step that has just been applied, with what undoing it needs.
    fn push(&mut self, before: Bookmark<G>, played: PlayedStep) -> Arc<PlayedStep> {
        let next = self.next_scene(&self.scene.tokens);
        let old = std::mem::replace(&mut self.scene, next);
        let (old, new) = (&old.tokens, &self.scene.tokens);
        let is_new = |token: &&scene::Token| !old.iter().any(|was| was.id == token.id);
        let added = new.iter().filter(is_new).map(|token| token.id).collect();
        let changed = old.iter().filter(|was| !new.contains(was)).cloned().collect();
        self.undo.push(Arc::new(Undo { before, changed, added }));
        let played = Arc::new(played);
        self.played.push(played.clone());
        played
    }

    /// Adds the legal actions of this position or, if throws are due, of the positions after up to `throws` of them.
    fn count(&self, play: &Play<G>, actions: &mut Vec<G::Action>, throws: u32, choices: &mut Choices) {
        match play.turn(&self.game) {
            Turn::Seats(seats) => {
                for seat in seats.iter() {
                    actions.clear();
                    self.game.legal_actions(&play.state, seat, actions);
                    choices.most = choices.most.max(actions.len());
                    choices.all += actions.len();
                }
            }
            Turn::Chance if throws > 0 => {
                let mut outcomes = Vec::new();
                self.game.chance_outcomes(&play.state, &mut outcomes);
                for (chance, _) in outcomes {
                    let mut trial = play.clone();
                    trial.apply_chance(&self.game, chance);
                    self.count(&trial, actions, throws - 1, choices);
                }
            }
            Turn::Chance | Turn::Over => {}
        }
    }
}
