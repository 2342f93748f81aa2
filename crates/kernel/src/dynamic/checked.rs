//! Actions and throws with their types erased. They are read and judged once, then played.

use crate::Seat;
use crate::record::Step;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An action of some game, with its type erased: what a computer player chooses. Only a match of the same game
/// accepts it, and judges it before it is played.
#[derive(Clone)]
pub struct DynAction(Arc<dyn Any + Send + Sync>);

impl DynAction {
    /// Erases the type of an action.
    pub fn new<A: Copy + Send + Sync + 'static>(action: A) -> Self {
        DynAction(Arc::new(action))
    }

    /// The action, if it is of this type.
    pub(super) fn get<A: Copy + 'static>(&self) -> Option<A> {
        self.0.downcast_ref().copied()
    }
}

impl fmt::Debug for DynAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DynAction")
    }
}

/// Two erased actions are equal if they are the same one.
impl PartialEq for DynAction {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for DynAction {}

/// An action or a throw that a match has checked: [`DynMatch::play_checked`] plays it without reading or judging it
/// again, if it is the next step of the match.
///
/// [`DynMatch::play_checked`]: super::DynMatch::play_checked
#[derive(Clone)]
pub struct CheckedStep {
    step: Step,
    seat: Option<Seat>,
    typed: Arc<dyn Any + Send + Sync>,
    /// The number of steps that come before it.
    after: usize,
}

impl CheckedStep {
    pub(super) fn act<A: Copy + Send + Sync + 'static>(step: Step, seat: Seat, action: A, after: usize) -> Self {
        CheckedStep { step, seat: Some(seat), typed: Arc::new(action), after }
    }

    pub(super) fn chance<C: Copy + Send + Sync + 'static>(step: Step, chance: C, after: usize) -> Self {
        CheckedStep { step, seat: None, typed: Arc::new(chance), after }
    }

    /// The step as a record has it.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The action with its type erased; `None` for a throw.
    pub fn action(&self) -> Option<DynAction> {
        self.seat.map(|_| DynAction(self.typed.clone()))
    }

    /// The action or outcome in notation.
    pub fn notation(&self) -> &str {
        match &self.step {
            Step::Act { action, .. } => action,
            Step::Chance { chance, .. } => chance,
            _ => "",
        }
    }

    /// The seat that acts; `None` for a throw.
    pub(super) fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The action or outcome, if it has this type and this number of steps comes before it.
    pub(super) fn get<A: Copy + 'static>(&self, after: usize) -> Option<A> {
        self.typed.downcast_ref().copied().filter(|_| self.after == after)
    }
}

impl fmt::Debug for CheckedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckedStep").field("step", &self.step).field("after", &self.after).finish_non_exhaustive()
    }
}
