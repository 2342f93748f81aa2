//! Why one action is better than another: men to be jumped, the castle, free musketeers, moves in hand.

use super::rules::{FORWARD_STEP, JUMP, STORMED, STUCK, SURROUNDED};
use super::state::{Action, State};
use super::{ATTACK, ThreeMusketeers};
use kernel::{Game, Seat, Sentence, counted};

/// Moves in hand whose difference is worth a word.
const MOVES: u32 = 2;

impl ThreeMusketeers {
    pub(super) fn advantages_of(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        let (best, other) = (self.after(state, better), self.after(state, worse));
        let facts = if seat == ATTACK {
            vec![
                self.wins_now(&best, &other, seat),
                self.fewer_to_jump(&best, &other),
                self.holds_more(&best, &other),
                self.imprisons_more(&best, &other),
                self.steps_in_hand(&best, &other),
            ]
        } else {
            vec![self.wins_now(&best, &other, seat), self.takes_more(&best, &other), self.frees_more(&best, &other)]
        };
        facts.into_iter().flatten().collect()
    }

    /// The position after the action. Repetition needs the past, so it is not found here.
    fn after(&self, state: &State, action: Action) -> State {
        let mut after = *state;
        self.make(&mut after, &mut Vec::new(), action);
        after
    }

    fn wins_now(&self, best: &State, other: &State, seat: Seat) -> Option<Sentence> {
        let wins = |state| self.outcome(state).is_some_and(|outcome| outcome.winner() == Some(seat));
        let won = wins(best) && !wins(other);
        let rules = if seat == ATTACK { [STORMED, SURROUNDED] } else { [STUCK, JUMP] };
        won.then(|| Sentence::new("Wins the match at once.", &rules))
    }

    /// Men that a musketeer can jump as the board stands.
    fn jumpable(&self, state: &State) -> u32 {
        self.free_and_threatened(state, self.net.all & !state.men()).1.count_ones()
    }

    /// Musketeers that can move or jump as the board stands.
    fn free(&self, state: &State) -> u32 {
        self.free_and_threatened(state, self.net.all & !state.men()).0.count_ones()
    }

    fn fewer_to_jump(&self, best: &State, other: &State) -> Option<Sentence> {
        let (few, many) = (self.jumpable(best), self.jumpable(other));
        let text = match few {
            few if few >= many => return None,
            0 => format!("Leaves no man to be jumped; the other move leaves {many}."),
            _ => format!("Leaves {} to be jumped instead of {many}.", counted(few, "man", "men")),
        };
        Some(Sentence::new(text, &[JUMP]))
    }

    fn holds_more(&self, best: &State, other: &State) -> Option<Sentence> {
        let held = |state: &State| (state.attackers & self.net.castle).count_ones();
        let (many, few) = (held(best), held(other));
        let text = format!("Holds {} of the castle instead of {few}.", counted(many, "point", "points"));
        (many > few).then(|| Sentence::new(text, &[STORMED]))
    }

    fn imprisons_more(&self, best: &State, other: &State) -> Option<Sentence> {
        let (few, many) = (self.free(best), self.free(other));
        let text = match few {
            few if few >= many => return None,
            0 => "Leaves no musketeer able to move.".to_owned(),
            _ => format!("Leaves only {} able to move instead of {many}.", counted(few, "musketeer", "musketeers")),
        };
        Some(Sentence::new(text, &[SURROUNDED]))
    }

    fn steps_in_hand(&self, best: &State, other: &State) -> Option<Sentence> {
        let (many, few) = (self.steps_forward(best), self.steps_forward(other));
        let text = format!("Keeps {} to step forward to instead of {few}.", counted(many, "point", "points"));
        (many >= few + MOVES).then(|| Sentence::new(text, &[FORWARD_STEP, STUCK]))
    }

    fn takes_more(&self, best: &State, other: &State) -> Option<Sentence> {
        let (best, other) = (best.attackers.count_ones(), other.attackers.count_ones());
        (best < other).then(|| Sentence::new("Jumps a man and takes him.", &[JUMP]))
    }

    fn frees_more(&self, best: &State, other: &State) -> Option<Sentence> {
        let (many, few) = (self.free(best), self.free(other));
        let text = format!("Keeps {} able to move instead of {few}.", counted(many, "musketeer", "musketeers"));
        (many > few).then(|| Sentence::new(text, &[SURROUNDED]))
    }
}
