//! Pacts (CF-39): offering, accepting, cancelling and ending them.

use super::Conflict;
use super::middle::{self, SHELTER};
use super::rules::{MIDDLE, PACTS, listed};
use super::state::{Action, Colour, ColourSet, Phase, Square, State};
use super::turns::Note;
use kernel::{Notation, Refusal, SeatSet};

/// Who has a pact with whom. Each colour has at most one; a byte for each colour holds the number
/// of its ally, counted from 1, and whether the pact ends with this colour's turn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pacts([u8; 4]);

/// The bits of the ally.
const ALLY: u8 = 7;
/// The pact has been cancelled by the ally and ends when this colour's turn is over.
const ENDING: u8 = 8;

impl Pacts {
    /// Nobody has any.
    pub const NONE: Pacts = Pacts([0; 4]);

    /// The colour that this one has a pact with.
    #[inline]
    pub fn ally(self, colour: Colour) -> Option<Colour> {
        match self.0[colour.index()] & ALLY {
            0 => None,
            ally => Some(super::COLOURS[(ally as usize - 1) % 4]),
        }
    }

    /// Each pact once, its colours in clockwise order from Red.
    pub fn iter(self) -> impl Iterator<Item = (Colour, Colour)> {
        let pair = move |one: Colour| Some((one, self.ally(one).filter(|other| one < *other)?));
        super::COLOURS.into_iter().filter_map(pair)
    }

    /// If this colour's pact has been cancelled, the colour after whose turn it ends.
    pub fn ends_after(self, colour: Colour) -> Option<Colour> {
        let ally = self.ally(colour)?;
        [colour, ally].into_iter().find(|one| self.0[one.index()] & ENDING != 0)
    }

    /// Makes a pact between the two.
    pub(super) fn join(&mut self, one: Colour, other: Colour) {
        self.0[one.index()] = other as u8 + 1;
        self.0[other.index()] = one as u8 + 1;
    }

    /// Lets this colour's pact end after its turn.
    pub(super) fn end_after(&mut self, colour: Colour) {
        self.0[colour.index()] |= ENDING;
    }

    /// Ends this colour's pact and returns its ally.
    pub(super) fn part(&mut self, colour: Colour) -> Option<Colour> {
        let ally = self.ally(colour)?;
        (self.0[colour.index()], self.0[ally.index()]) = (0, 0);
        Some(ally)
    }

    /// All pacts as one word, for hash keys.
    pub(super) fn word(self) -> u32 {
        u32::from_le_bytes(self.0)
    }
}

impl Conflict {
    /// The player to act: the one who has been offered a pact, or the one whose turn it is.
    #[inline]
    pub(super) fn actor(&self, state: &State) -> Colour {
        state.asked.unwrap_or(state.turn)
    }

    /// The seat to act, unless a throw is due.
    #[inline]
    pub(super) fn acting(&self, state: &State) -> SeatSet {
        self.seat_of(self.actor(state)).map_or(SeatSet::EMPTY, SeatSet::only)
    }

    /// CF-9, CF-39: a turn begins with the decision about pacts if there is one, otherwise with the throw.
    #[inline]
    pub(super) fn begin_turn(&self, state: &mut State) {
        let talk = self.options.pacts && self.may_talk(state);
        state.phase = if talk { Phase::Pact } else { Phase::Throw };
    }

    /// Can a pact be offered or cancelled?
    pub(super) fn may_talk(&self, state: &State) -> bool {
        self.may_cancel(state) || !self.without_pact(state).is_empty()
    }

    /// Does the player on turn have a pact that has not been cancelled?
    pub(super) fn may_cancel(&self, state: &State) -> bool {
        state.pacts.ally(state.turn).is_some() && state.pacts.ends_after(state.turn).is_none()
    }

    /// Colours to which the player on turn may offer a pact: none if they have one or only two players are left.
    pub(super) fn without_pact(&self, state: &State) -> ColourSet {
        if state.alive.len() < 3 || state.pacts.ally(state.turn).is_some() {
            return ColourSet::EMPTY;
        }
        let others = state.alive.without(state.turn).iter();
        others.filter(|other| state.pacts.ally(*other).is_none()).fold(ColourSet::EMPTY, ColourSet::with)
    }

    /// Appends all actions about pacts, before a throw or in answer.
    pub(super) fn list_talk(&self, state: &State, actions: &mut Vec<Action>) {
        if state.phase == Phase::Answer {
            return actions.extend([Action::Accept, Action::Decline]);
        }
        actions.extend(self.without_pact(state).iter().map(Action::Propose));
        if self.may_cancel(state) {
            actions.push(Action::Cancel);
        }
        actions.push(Action::GoOn);
    }

    /// Applies an action about pacts; the throw or the answer follows.
    pub(super) fn talk(&self, state: &mut State, action: Action, note: &mut impl FnMut(Note)) {
        state.acted = false;
        state.phase = Phase::Throw;
        match action {
            Action::Propose(other) => (state.asked, state.phase) = (Some(other), Phase::Answer),
            Action::Cancel => {
                if let Some(ally) = state.pacts.ally(state.turn) {
                    state.pacts.end_after(ally);
                }
            }
            Action::Accept => {
                if let Some(other) = state.asked.take() {
                    state.pacts.join(state.turn, other);
                    note(Note::Pact(state.turn, other));
                }
            }
            _ => state.asked = None,
        }
    }

    /// CF-39: ends the pact of this colour.
    #[cold]
    pub(super) fn part(&self, state: &mut State, colour: Colour, note: &mut impl FnMut(Note)) {
        if let Some(ally) = state.pacts.part(colour) {
            note(Note::PactOver(colour, ally));
        }
    }

    /// CF-39: a cancelled pact ends after the other player's turn.
    #[inline]
    pub(super) fn end_pact(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        if self.options.pacts && state.pacts.ends_after(state.turn) == Some(state.turn) {
            self.part(state, state.turn, note);
        }
    }

    /// CF-39: a retired player has no pact, and the last two players have none.
    pub(super) fn end_pacts_of_retired(&self, state: &mut State, who: Colour, note: &mut impl FnMut(Note)) {
        self.part(state, who, note);
        if state.alive.len() <= 2 {
            super::COLOURS.into_iter().for_each(|colour| self.part(state, colour, note));
        }
    }
}

impl Conflict {
    /// Why an action about pacts is not legal.
    pub(super) fn judge_talk(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let may = match (state.phase, action) {
            (Phase::Answer, Action::Accept | Action::Decline) | (Phase::Pact, Action::GoOn) => Ok(()),
            (Phase::Answer, _) => Err("You have been offered a pact and must answer first.".to_owned()),
            (_, Action::Propose(other)) => self.judge_proposal(state, other),
            (_, Action::Cancel) => self.judge_cancel(state),
            (_, Action::Accept | Action::Decline) => Err("Nobody has offered you a pact.".to_owned()),
            _ => Err("First offer or cancel a pact, or pass.".to_owned()),
        };
        may.map_err(|what| Refusal::new(PACTS, what).instead(self.talk_hint(state)))
    }

    /// CF-39: each player has at most one pact, with a player who is still in the match.
    fn judge_proposal(&self, state: &State, other: Colour) -> Result<(), String> {
        let name = other.name();
        if other == state.turn {
            return Err("Nobody has a pact with themselves.".to_owned());
        }
        if let Some(ally) = state.pacts.ally(state.turn) {
            return Err(format!("You have a pact with {} already.", ally.name()));
        }
        if !state.alive.contains(other) {
            return Err(format!("{name} is not in the match."));
        }
        if let Some(ally) = state.pacts.ally(other) {
            return Err(format!("{name} has a pact with {} already.", ally.name()));
        }
        if state.alive.len() < 3 { Err("Only two players are left.".to_owned()) } else { Ok(()) }
    }

    fn judge_cancel(&self, state: &State) -> Result<(), String> {
        match state.pacts.ally(state.turn) {
            None => Err("You have no pact to cancel.".to_owned()),
            Some(_) if state.pacts.ends_after(state.turn).is_some() => {
                Err("This pact has been cancelled already.".to_owned())
            }
            Some(_) => Ok(()),
        }
    }

    /// All legal actions about pacts, in notation.
    fn talk_hint(&self, state: &State) -> String {
        let mut actions = Vec::new();
        self.list_talk(state, &mut actions);
        format!("Write {}.", listed(actions.into_iter().map(|action| self.write(state, action)).collect(), "or"))
    }

    /// Why a circle is closed to the mover (CF-38, CF-39).
    pub(super) fn barred(&self, state: &State, circle: Square) -> Refusal {
        let name = circle.name();
        let ally = state.pacts.ally(state.turn).filter(|ally| self.board.circle(*ally) == circle);
        match ally.map(Colour::name) {
            Some(ally) => Refusal::new(PACTS, format!("{name} is the circle of {ally}, and you have a pact."))
                .instead("Cancel the pact before your throw."),
            None => {
                let whose = middle::MIDDLE.name();
                let what = format!("{name} is the circle of {whose}, closed until {SHELTER} throws have been made.");
                Refusal::new(MIDDLE, what).instead("It opens sooner when somebody is retired.")
            }
        }
    }

    /// The sentence for an action about pacts.
    pub(super) fn talk_sentence(&self, state: &State, action: Action) -> String {
        let (me, asked) = (state.turn.name(), self.actor(state).name());
        let ally = state.pacts.ally(state.turn).map_or("nobody", Colour::name);
        match action {
            Action::Propose(other) => format!("{me} offers {} a pact.", other.name()),
            Action::Cancel => format!("{me} cancels the pact with {ally}; it ends after {ally}’s next turn."),
            Action::Accept => format!("{asked} accepts."),
            Action::Decline => format!("{asked} declines a pact with {me}."),
            _ => format!("{me} leaves pacts as they are."),
        }
    }
}
