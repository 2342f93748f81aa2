//! Applying moves and what follows from them: captures, losses, retirements, whose throw
//! comes next, when the match is over.
//!
//! Everything that follows is passed on as a [`Note`] for the log; simulators ignore notes.

use super::Conflict;
use super::state::{
    Action, COLOURS, Colour, ColourSet, HELD, HOME, Kind, Mover, NOWHERE, Phase, RESERVE, Square, State, Taken, Throw,
};
use crate::first_turn::{self, Round};
use kernel::{MAX_SEATS, Outcome};

/// Something that followed from an action or a throw.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Note {
    /// These tied for the first turn and throw again (CF-8).
    Tied(ColourSet),
    /// This colour has the first turn (CF-8).
    First(Colour),
    /// The moved piece was lost on a mine of this colour (CF-21, CF-22).
    Mined(Colour),
    /// One colour was retired by another, by taking its circle or its last piece (CF-27, CF-28).
    Retired { who: Colour, by: Colour, circle: bool },
    /// This number of pieces of this colour came back to its home field (CF-29).
    Regained(Colour, u8),
    /// No piece can move by this throw (CF-10).
    Stuck,
    /// The other die cannot be used (CF-10).
    DieLost(u8),
    /// The third double is not played and there is nothing to put into the reserve (CF-25).
    NothingToForfeit,
    /// A double: another throw (CF-24).
    Again,
    /// The turn passes (CF-9).
    Next(Colour),
    /// These two have a pact now (CF-39).
    Pact(Colour, Colour),
    /// The pact of these two is over (CF-39).
    PactOver(Colour, Colour),
}

/// Ignores a note.
#[inline(always)]
pub(super) fn ignore_note(_: Note) {}

impl Conflict {
    /// CF-8: who throws next for the first turn.
    pub(super) fn next_first(&self, state: &State) -> Option<Colour> {
        first_turn::next(state.open.iter(), &state.first)
    }

    /// CF-8: when all have thrown, the highest throw has the first turn; those who tie throw again.
    pub(super) fn settle_opening(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        if state.phase != Phase::Opening {
            return;
        }
        match first_turn::settle(state.open.iter(), &mut state.first) {
            Round::Open => {}
            Round::Level(level) => {
                state.open = level;
                note(Note::Tied(level));
            }
            Round::First(first) => {
                (state.open, state.turn) = (ColourSet::EMPTY, first);
                self.begin_turn(state);
                note(Note::First(first));
            }
        }
    }

    /// Applies a throw.
    #[inline]
    pub(super) fn throw(&self, state: &mut State, throw: Throw, note: &mut impl FnMut(Note)) {
        match throw {
            Throw::First(seat, total) => {
                state.first[self.colour(seat).index()] = total;
                self.settle_opening(state, note);
            }
            Throw::Dice(high, low) => self.throw_dice(state, [high, low], note),
        }
    }

    #[inline]
    fn throw_dice(&self, state: &mut State, dice: [u8; 2], note: &mut impl FnMut(Note)) {
        (state.dice, state.acted) = (dice, false);
        state.throws = state.throws.saturating_add(1);
        state.quiet = state.quiet.saturating_add(1);
        let third = dice[0] == dice[1] && state.doubles == 2;
        if third && !self.options.third_double_plays {
            self.forfeit(state, note);
        } else if dice[0] + dice[1] == 7 && state.has_reserve(state.turn) {
            state.phase = Phase::Seven;
        } else {
            self.begin_moves(state, note);
        }
    }

    /// The dice are played, if any piece can move.
    #[inline]
    pub(super) fn begin_moves(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        let [high, low] = state.dice;
        if self.can_move(state, high, NOWHERE) || high != low && self.can_move(state, low, NOWHERE) {
            state.phase = Phase::Move;
        } else {
            note(Note::Stuck);
            self.end_throw(state, note);
        }
    }

    /// Plays a legal action and notes what followed.
    #[inline]
    pub(super) fn make(&self, state: &mut State, action: Action, note: &mut impl FnMut(Note)) {
        state.acted = true;
        match action {
            Action::Move { die, mover, to, taken } => {
                let alone = state.phase == Phase::Move && self.alone(state);
                self.carry_out(state, mover, to, taken, note);
                self.after_move(state, die, alone, note);
            }
            Action::Bring(kind) => {
                if let Some(slot) = state.slot_at(state.turn, kind, RESERVE) {
                    state.put(state.turn, slot, HOME);
                }
                self.begin_moves(state, note);
            }
            Action::Stay => self.begin_moves(state, note),
            Action::Retreat(mover) => {
                if let Some(slot) = self.slot(state, mover) {
                    state.put(state.turn, slot, RESERVE);
                }
                self.end_turn(state, note);
            }
            talk => self.talk(state, talk, note),
        }
    }

    /// The slot of the mover's piece.
    #[inline]
    pub(super) fn slot(&self, state: &State, mover: Mover) -> Option<usize> {
        match mover {
            Mover::Field(square) => state.pieces[state.turn.index()].iter().position(|at| *at == square.0),
            Mover::Home(kind) => state.slot_at(state.turn, kind, HOME),
        }
    }

    /// The colour whose mine destroys a piece of the mover on this square (CF-21, CF-22).
    #[inline]
    pub(super) fn mined(&self, state: &State, kind: Kind, to: Square) -> Option<Colour> {
        let owner = self.net().mine_of[to.index()]?;
        let exposed = matches!(kind, Kind::Ship | Kind::Plane);
        (exposed && self.rivals(state, state.turn).contains(owner)).then_some(owner)
    }

    /// Moves, takes, loses and retires; does not pass the turn.
    #[inline]
    pub(super) fn carry_out(
        &self,
        state: &mut State,
        mover: Mover,
        to: Square,
        taken: Taken,
        note: &mut impl FnMut(Note),
    ) {
        let me = state.turn;
        let Some(slot) = self.slot(state, mover) else { return };
        if !taken.is_empty() {
            self.capture(state, taken);
        }
        let mine = self.mined(state, Kind::of_slot(slot), to);
        if let Some(owner) = mine {
            state.put(me, slot, HELD + owner as u16);
            state.moved = NOWHERE;
            state.quiet = 0;
            note(Note::Mined(owner));
        } else {
            state.put(me, slot, to.0);
            state.moved = to.0;
        }
        self.settle(state, to, !taken.is_empty(), mine, note);
    }

    /// CF-20: the mover holds the pieces taken.
    fn capture(&self, state: &mut State, taken: Taken) {
        state.quiet = 0;
        let held = HELD + state.turn as u16;
        for (colour, slot) in taken.iter() {
            state.pieces[colour.index()][slot] = held;
        }
        for (colour, slot) in taken.iter() {
            state.pieces[colour.index()][Kind::of_slot(slot).slots()].sort_unstable();
        }
    }

    /// CF-27 to CF-30: retirements after a move, opponents first, the mover last.
    #[inline]
    fn settle(&self, state: &mut State, to: Square, took: bool, mine: Option<Colour>, note: &mut impl FnMut(Note)) {
        let me = state.turn;
        let circle = self.net().circle_of[to.index()].filter(|owner| self.enemies(state, me).contains(*owner));
        if let Some(owner) = circle {
            self.retire(state, owner, me, true, note);
        }
        if took {
            for foe in self.enemies(state, me).iter() {
                if !state.has_pieces(foe) {
                    self.retire(state, foe, me, false, note);
                }
            }
        }
        if let Some(owner) = mine.filter(|_| !state.has_pieces(me)) {
            self.retire(state, me, owner, false, note);
        }
    }

    /// CF-29: everything a retired player has and holds goes to the captor.
    #[cold]
    fn retire(&self, state: &mut State, who: Colour, by: Colour, circle: bool, note: &mut impl FnMut(Note)) {
        note(Note::Retired { who, by, circle });
        state.quiet = 0;
        state.alive = state.alive.without(who);
        if self.options.pacts {
            self.end_pacts_of_retired(state, who, note);
        }
        let (held, now_held) = (HELD + who as u16, HELD + by as u16);
        state.put_all(who, |at| at <= RESERVE, now_held);
        for colour in COLOURS {
            let count = state.pieces[colour.index()].iter().filter(|at| **at == held).count();
            if count == 0 {
                continue;
            }
            let friend = colour == by || self.partners && colour == by.opposite();
            let free = friend && state.alive.contains(colour);
            state.put_all(colour, |at| at == held, if free { HOME } else { now_held });
            if free {
                note(Note::Regained(colour, count as u8));
            }
        }
    }

    /// CF-32: is only one side left?
    #[inline]
    pub(super) fn decided(&self, state: &State) -> bool {
        state.alive.len() == 1
            || self.partners
                && state.alive.len() == 2
                && state.alive.iter().all(|one| state.alive.contains(one.opposite()))
    }

    #[inline]
    fn after_move(&self, state: &mut State, die: u8, alone: bool, note: &mut impl FnMut(Note)) {
        if self.decided(state) {
            return self.finish(state, Phase::Won);
        }
        if !state.alive.contains(state.turn) {
            return self.end_turn(state, note);
        }
        if state.phase == Phase::Move && !alone {
            let other = if die == state.dice[0] { state.dice[1] } else { state.dice[0] };
            if self.can_move(state, other, state.moved) {
                (state.phase, state.die) = (Phase::Second, other);
                return;
            }
            note(Note::DieLost(other));
        }
        self.end_throw(state, note);
    }

    /// CF-24: a double gives another throw, twice in a turn at most.
    #[inline]
    fn end_throw(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        let double = state.dice[0] == state.dice[1];
        if double && state.doubles == 2 {
            return self.forfeit(state, note);
        }
        if !double {
            return self.end_turn(state, note);
        }
        self.clear_throw(state);
        if self.spent(state) {
            return self.finish(state, Phase::Drawn);
        }
        state.doubles += 1;
        (state.acted, state.phase) = (false, Phase::Throw);
        note(Note::Again);
    }

    /// CF-25: after a third double a piece goes into the reserve.
    fn forfeit(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        self.clear_throw(state);
        if state.ready(state.turn) > 0 {
            state.phase = Phase::Forfeit;
        } else {
            note(Note::NothingToForfeit);
            self.end_turn(state, note);
        }
    }

    /// CF-9: the throw passes to the next player who is still in the match.
    #[inline]
    fn end_turn(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        self.clear_throw(state);
        state.acted = false;
        state.doubles = 0;
        self.end_pact(state, note);
        if self.spent(state) {
            return self.finish(state, Phase::Drawn);
        }
        let mut next = state.turn.next();
        while !state.alive.contains(next) && next != state.turn {
            next = next.next();
        }
        state.turn = next;
        self.begin_turn(state);
        note(Note::Next(next));
    }

    #[inline]
    fn clear_throw(&self, state: &mut State) {
        (state.moved, state.die) = (NOWHERE, 0);
    }

    /// CF-33: has a limit of throws been reached?
    #[inline]
    pub(super) fn spent(&self, state: &State) -> bool {
        let over = |limit: u16, count: u16| limit > 0 && count >= limit;
        over(self.options.quiet_limit, state.quiet) || over(self.options.throw_limit, state.throws)
    }

    fn finish(&self, state: &mut State, phase: Phase) {
        self.clear_throw(state);
        (state.doubles, state.acted, state.phase) = (0, false, phase);
    }

    /// CF-32, CF-33, CF-34: the survivors have won or share the win; partners have the same share.
    pub(super) fn outcome_of(&self, state: &State) -> Option<Outcome> {
        if !matches!(state.phase, Phase::Won | Phase::Drawn) {
            return None;
        }
        let side =
            |colour: Colour| state.alive.contains(colour) || self.partners && state.alive.contains(colour.opposite());
        let winners = self.in_play().filter(|colour| side(*colour)).count();
        let sides = if self.partners { winners.div_ceil(2) } else { winners };
        let mut shares = [0.0; MAX_SEATS];
        for colour in self.in_play().filter(|colour| side(*colour)) {
            if let Some(seat) = self.seat_of(colour) {
                shares[seat.index()] = 1.0 / sides as f64;
            }
        }
        Some(Outcome { shares })
    }
}
