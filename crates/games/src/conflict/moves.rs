//! The move generator: all legal moves of a throw.
//!
//! A *group* is a piece on the map, or all waiting pieces of one kind, which have equal
//! moves (CF-35). A group is *disturbed* if an enemy is within reach. For each group and
//! die the tables of `reach` give the ends; only for disturbed groups does `path_search` search
//! for every set of captures.

use super::Conflict;
use super::path_search::{Around, MOST_SETS};
use super::reach::{Field, Ground, Window, around_mines, place_in, square_at};
use super::state::{Action, COLOURS, ColourSet, HOME, KINDS, Kind, Mover, PIECES, Phase, State, Taken};
use super::state::{NOWHERE, RESERVE, Square};

/// A piece on the map, or all waiting pieces of a kind.
#[derive(Copy, Clone)]
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) mover: Mover,
    /// Where it starts from.
    pub(super) from: Square,
    /// How many pieces are in it.
    many: u8,
}

/// The map as the mover sees it.
pub(super) struct Look<'g> {
    game: &'g Conflict,
    state: &'g State,
    /// Pieces of the mover and of their partner.
    own: Field,
    /// Pieces of the mover's enemies.
    foes: Field,
    /// The anti-aircraft guns among them, which planes cannot take.
    guns: [u16; 4],
    /// Colours whose circles the mover may not enter (CF-38, CF-39).
    closed: ColourSet,
    /// Colours whose mines are live for the mover.
    rivals: ColourSet,
}

/// The pieces around a group.
#[derive(Copy, Clone)]
pub(super) struct Near {
    own: Window,
    foes: Window,
    walls: Window,
}

/// The groups of a mover, with the ends of each die.
pub(super) struct Survey {
    pub(super) groups: [Group; PIECES],
    pub(super) count: usize,
    pub(super) dice: [usize; 2],
    pub(super) dice_count: usize,
    pub(super) near: [Near; PIECES],
    /// For each die and group, the squares it can end on.
    pub(super) ends: [[Window; PIECES]; 2],
    /// For each die and group, is an enemy in reach?
    pub(super) disturbed: [[bool; PIECES]; 2],
}

const NO_GROUP: Group = Group { kind: Kind::Plane, mover: Mover::Home(Kind::Plane), from: Square(0), many: 0 };
const NOTHING_NEAR: Near = Near { own: Window::EMPTY, foes: Window::EMPTY, walls: Window::EMPTY };

impl<'g> Look<'g> {
    #[inline]
    pub(super) fn new(game: &'g Conflict, state: &'g State) -> Self {
        let me = state.turn;
        let enemies = game.enemies(state, me);
        let (mut own, mut foes, mut guns) = (Field::EMPTY, Field::EMPTY, [NOWHERE; 4]);
        for colour in COLOURS {
            let field = if enemies.contains(colour) { &mut foes } else { &mut own };
            let row = &state.pieces[colour.index()];
            row.iter().filter(|at| **at < HOME).for_each(|at| field.set(Square(*at)));
            if enemies.contains(colour) {
                guns[colour.index()] = row[Kind::Gun.slots().start];
            }
        }
        Look { game, state, own, foes, guns, closed: game.closed(state, me), rivals: game.rivals(state, me) }
    }

    #[inline]
    fn ground(&self, kind: Kind) -> &'g Ground {
        self.game.net().ground(kind)
    }

    #[inline]
    fn near(&self, group: &Group) -> Near {
        let (own, foes) = (self.own.around(group.from), self.foes.around(group.from));
        let mut walls = Window::EMPTY;
        if !self.closed.is_empty() {
            walls = self.closed_around(group.from);
        }
        if group.kind != Kind::Plane {
            return Near { own, foes, walls };
        }
        let guns = self.guns_around(group.from);
        let foes = foes.without(&guns);
        match self.game.options.overfly_guns {
            true => Near { own: own.or(&guns), foes, walls },
            false => Near { own, foes, walls: walls.or(&guns) },
        }
    }

    /// The closed circles around a square.
    #[cold]
    fn closed_around(&self, square: Square) -> Window {
        let mut closed = Window::EMPTY;
        let circles = self.closed.iter().map(|colour| self.game.board.circle(colour));
        circles.filter_map(|circle| place_in(square, circle)).for_each(|(row, column)| closed.set(row, column));
        closed
    }

    /// The enemy guns around a square.
    #[inline]
    fn guns_around(&self, square: Square) -> Window {
        let mut guns = Window::EMPTY;
        for gun in self.guns.iter().filter(|gun| **gun < HOME) {
            if let Some((row, column)) = place_in(square, Square(*gun)) {
                guns.set(row, column);
            }
        }
        guns
    }

    /// The squares that a group can end on, with any captures.
    #[inline]
    fn ends(&self, group: &Group, near: &Near, die: usize) -> Window {
        let ground = self.ground(group.kind);
        let free = ground.ends(group.from, die, self.rivals.0);
        if near.walls.and(ground.ball(group.from, die)).is_empty() {
            free.without(&near.own)
        } else {
            self.around(group, near, *free, &[]).all_ends(die)
        }
    }

    #[inline]
    fn disturbed(&self, group: &Group, near: &Near, die: usize) -> bool {
        !near.foes.or(&near.walls).and(self.ground(group.kind).ball(group.from, die)).is_empty()
    }

    fn around<'a>(&self, group: &Group, near: &Near, ends: Window, foes: &'a [(u8, u8)]) -> Around<'a>
    where
        'g: 'a,
    {
        let mines = match group.kind {
            Kind::Ship => around_mines(&self.game.net().mines, self.rivals.0, group.from),
            _ => Window::EMPTY,
        };
        Around {
            ground: self.ground(group.kind),
            from: group.from,
            own: near.own,
            walls: near.walls,
            mines,
            ends,
            foes,
        }
    }

    /// Appends every move of a group that has enemies in reach.
    ///
    /// An enemy that only the last step can reach is an end like any other and is taken if
    /// the move ends there; [`Around`] searches the others.
    pub(super) fn list_disturbed(&self, group: &Group, near: &Near, die: usize, actions: &mut Vec<Action>) {
        let (ground, from) = (self.ground(group.kind), group.from);
        let within = near.foes.and(ground.ball(from, die));
        let walls = near.walls.and(ground.ball(from, die));
        let passed = if die > 1 { *ground.ball(from, die - 1) } else { Window::EMPTY };
        let (between, last) = (within.and(&passed), within.without(&passed));
        let free = *ground.ends(from, die, self.rivals.0);
        if between.is_empty() && walls.and(&passed).is_empty() {
            let ends = free.without(&near.own).without(&walls);
            return self.push(group, die, &ends, Taken::NONE, &last, actions);
        }
        let mut foes = [(0u8, 0u8); 4 * PIECES];
        let mut taken = [Taken::NONE; 4 * PIECES];
        let mut count = 0;
        for (row, column) in between.iter() {
            (foes[count], taken[count]) = ((row as u8, column as u8), self.taken_on(square_at(from, row, column)));
            count += 1;
        }
        let around = self.around(group, near, free, &foes[..count]);
        let all = |set: u64| (0..count).filter(|at| set >> at & 1 != 0).fold(Taken::NONE, |all, at| all.and(taken[at]));
        if count <= MOST_SETS {
            around.each_set(die, |set, ends| self.push(group, die, ends, all(set as u64), &last, actions));
        } else {
            let start = actions.len();
            let die_shown = die as u8;
            around.each_path(die, &mut |met, to| {
                let taken = all(met).and(if self.foes.has(to) { self.taken_on(to) } else { Taken::NONE });
                actions.push(Action::Move { die: die_shown, mover: group.mover, to, taken });
            });
            sort_tail(actions, start);
        }
    }

    /// The enemy on a square, as taken.
    fn taken_on(&self, square: Square) -> Taken {
        self.state.on(square).map_or(Taken::NONE, |(colour, slot)| Taken::one(colour, slot))
    }

    /// Appends moves to these ends; those on `last` take the piece there as well.
    #[inline]
    fn push(&self, group: &Group, die: usize, ends: &Window, taken: Taken, last: &Window, actions: &mut Vec<Action>) {
        push_ends(die as u8, group.mover, group.from, &ends.without(last), taken, actions);
        for (row, column) in ends.and(last).iter() {
            let to = square_at(group.from, row, column);
            let taken = taken.and(self.taken_on(to));
            actions.push(Action::Move { die: die as u8, mover: group.mover, to, taken });
        }
    }
}

/// Sorts the actions appended since `start` and removes duplicates.
fn sort_tail(actions: &mut Vec<Action>, start: usize) {
    actions[start..].sort_unstable();
    let mut kept = start;
    for at in start..actions.len() {
        if kept == start || actions[at] != actions[kept - 1] {
            actions[kept] = actions[at];
            kept += 1;
        }
    }
    actions.truncate(kept);
}

#[inline]
fn push_ends(die: u8, mover: Mover, from: Square, ends: &Window, taken: Taken, actions: &mut Vec<Action>) {
    for (row, bits) in ends.0.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            let to = square_at(from, row, bits.trailing_zeros() as usize);
            bits &= bits - 1;
            actions.push(Action::Move { die, mover, to, taken });
        }
    }
}

impl Survey {
    /// Surveys all pieces of the mover, except for the piece on `skip`.
    #[inline]
    pub(super) fn new(look: &Look<'_>, dice: [u8; 2], dice_count: usize, skip: u16) -> Self {
        let mut survey = Survey {
            groups: [NO_GROUP; PIECES],
            count: 0,
            dice: dice.map(usize::from),
            dice_count,
            near: [NOTHING_NEAR; PIECES],
            ends: [[Window::EMPTY; PIECES]; 2],
            disturbed: [[false; PIECES]; 2],
        };
        survey.count = look.game.groups(look.state, skip, &mut survey.groups);
        for at in 0..survey.count {
            let group = &survey.groups[at];
            let near = look.near(group);
            for number in 0..dice_count {
                let die = survey.dice[number];
                survey.ends[number][at] = look.ends(group, &near, die);
                survey.disturbed[number][at] = look.disturbed(group, &near, die);
            }
            survey.near[at] = near;
        }
        survey
    }

    /// The groups whose moves by this die always leave a move for the other: another piece
    /// can end on two squares, and no move can block both. Only moves that take an opponent's
    /// last piece are not sure ([`Conflict::strips`]).
    pub(super) fn sure(&self, number: usize) -> [bool; PIECES] {
        let other = if self.dice_count == 2 { 1 - number } else { number };
        let wide: [bool; PIECES] = std::array::from_fn(|at| at < self.count && self.ends[other][at].len() >= 2);
        let all: u32 = (0..self.count).filter(|at| wide[*at]).map(|at| u32::from(self.groups[at].many)).sum();
        std::array::from_fn(|at| all > u32::from(wide[at]))
    }
}

impl Conflict {
    /// The groups of the mover, except for the piece on `skip`.
    #[inline]
    fn groups(&self, state: &State, skip: u16, groups: &mut [Group; PIECES]) -> usize {
        let me = state.turn;
        let row = &state.pieces[me.index()];
        let mut count = 0;
        for (slot, &at) in row.iter().enumerate() {
            let kind = Kind::of_slot(slot);
            if at < HOME && at != skip {
                let square = Square(at);
                groups[count] = Group { kind, mover: Mover::Field(square), from: square, many: 1 };
                count += 1;
            } else if at == HOME {
                let mover = Mover::Home(kind);
                if count > 0 && groups[count - 1].mover == mover {
                    groups[count - 1].many += 1;
                } else {
                    groups[count] = Group { kind, mover, from: self.board.circle(me), many: 1 };
                    count += 1;
                }
            }
        }
        count
    }

    /// The dice of the first move: both, or one if they are equal.
    #[inline]
    pub(super) fn first_dice(state: &State) -> ([u8; 2], usize) {
        (state.dice, if state.dice[0] == state.dice[1] { 1 } else { 2 })
    }

    /// Can the mover move a piece by this die, other than the one on `skip`?
    #[inline]
    pub(super) fn can_move(&self, state: &State, die: u8, skip: u16) -> bool {
        let mut groups = [NO_GROUP; PIECES];
        let count = self.groups(state, skip, &mut groups);
        let rivals = self.rivals(state, state.turn);
        // With more ends than two colours have pieces, one of them is free. A closed circle may block several.
        let roomy = |group: &Group| {
            let ground = self.net().ground(group.kind);
            group.kind != Kind::Plane && ground.ends(group.from, die.into(), rivals.0).len() as usize > 2 * PIECES
        };
        if self.closed(state, state.turn).is_empty() && groups[..count].iter().any(roomy) {
            return true;
        }
        let look = Look::new(self, state);
        let free = |group: &Group| !look.ends(group, &look.near(group), die.into()).is_empty();
        groups[..count].iter().any(free)
    }

    /// CF-15: does the mover have only one piece in field and home field?
    #[inline]
    pub(super) fn alone(&self, state: &State) -> bool {
        state.ready(state.turn) == 1
    }

    /// For each opponent whose last pieces one move could take (CF-28), these pieces.
    #[inline]
    pub(super) fn fragile(&self, state: &State) -> [Taken; 4] {
        let enemies = self.enemies(state, state.turn);
        COLOURS.map(|foe| {
            let row = &state.pieces[foe.index()];
            let out = row.iter().filter(|at| **at < HOME).count();
            let waits = row.iter().any(|at| *at == HOME || *at == RESERVE);
            if waits || out == 0 || out > state.dice[0].into() || !enemies.contains(foe) {
                return Taken::NONE;
            }
            let all = (0..PIECES).filter(|slot| row[*slot] < HOME);
            all.fold(Taken::NONE, |all, slot| all.and(Taken::one(foe, slot)))
        })
    }

    /// Does the move take an opponent's last piece? That makes their mines harmless, which may
    /// cost a ship its only move.
    #[inline]
    pub(super) fn strips(fragile: &[Taken; 4], action: Action) -> bool {
        let Action::Move { taken, .. } = action else { return false };
        fragile.iter().any(|last| !last.is_empty() && last.0 & !taken.0 == 0)
    }

    /// Appends all legal actions of the player to act.
    pub(super) fn generate(&self, state: &State, actions: &mut Vec<Action>) {
        match state.phase {
            Phase::Seven => self.list_reserve(state, actions),
            Phase::Forfeit => self.list_retreats(state, actions),
            Phase::Move if !self.alone(state) => self.list_first(state, actions),
            Phase::Move => {
                let (dice, count) = Self::first_dice(state);
                self.list_moves(state, dice, count, NOWHERE, actions);
            }
            Phase::Second => self.list_moves(state, [state.die; 2], 1, state.moved, actions),
            Phase::Pact | Phase::Answer => self.list_talk(state, actions),
            Phase::Opening | Phase::Throw | Phase::Won | Phase::Drawn => {}
        }
    }

    fn list_reserve(&self, state: &State, actions: &mut Vec<Action>) {
        let there = KINDS.into_iter().filter(|kind| state.slot_at(state.turn, *kind, RESERVE).is_some());
        actions.extend(there.map(Action::Bring));
        actions.push(Action::Stay);
    }

    fn list_retreats(&self, state: &State, actions: &mut Vec<Action>) {
        let mut groups = [NO_GROUP; PIECES];
        let count = self.groups(state, NOWHERE, &mut groups);
        actions.extend(groups[..count].iter().map(|group| Action::Retreat(group.mover)));
    }

    fn list_moves(&self, state: &State, dice: [u8; 2], count: usize, skip: u16, actions: &mut Vec<Action>) {
        let look = Look::new(self, state);
        let survey = Survey::new(&look, dice, count, skip);
        for number in 0..count {
            (0..survey.count).for_each(|at| list_group(&look, &survey, number, at, actions));
        }
    }

    /// Appends first moves; those that leave nothing for the second die only if there are no others (CF-10).
    fn list_first(&self, state: &State, actions: &mut Vec<Action>) {
        let look = Look::new(self, state);
        let (dice, count) = Self::first_dice(state);
        let survey = Survey::new(&look, dice, count, NOWHERE);
        let fragile = self.fragile(state);
        let start = actions.len();
        let mut unsure: Vec<std::ops::Range<usize>> = Vec::new();
        for number in 0..count {
            let sure = survey.sure(number);
            for (at, sure) in sure.iter().enumerate().take(survey.count) {
                let begin = actions.len();
                list_group(&look, &survey, number, at, actions);
                if !sure && actions.len() > begin {
                    unsure.push(begin..actions.len());
                } else if survey.disturbed[number][at] {
                    let strips = (begin..actions.len()).filter(|at| Self::strips(&fragile, actions[*at]));
                    unsure.extend(strips.map(|at| at..at + 1));
                }
            }
        }
        if !unsure.is_empty() {
            self.remove_spoilers(state, start, &unsure, actions);
        }
    }

    /// CF-10: removes the first moves that leave no move for the other die, if there are others.
    fn remove_spoilers(
        &self,
        state: &State,
        start: usize,
        unsure: &[std::ops::Range<usize>],
        actions: &mut Vec<Action>,
    ) {
        let doubtful = |at: usize| unsure.iter().any(|range| range.contains(&at));
        // Taking a circle changes the mines, so such a move is never sure.
        let sure = |at: usize| !doubtful(at) && !self.takes_circle(state, actions[at]);
        let leaves: Vec<bool> = (start..actions.len()).map(|at| sure(at) || self.leaves(state, actions[at])).collect();
        if !leaves.contains(&true) {
            return;
        }
        let mut kept = start;
        for at in start..actions.len() {
            if leaves[at - start] || self.takes_circle(state, actions[at]) {
                actions[kept] = actions[at];
                kept += 1;
            }
        }
        actions.truncate(kept);
    }

    /// Does the move end on an opponent's circle (CF-27)?
    #[inline]
    pub(super) fn takes_circle(&self, state: &State, action: Action) -> bool {
        let Action::Move { to, .. } = action else { return false };
        self.net().circle_of[to.index()].is_some_and(|owner| self.enemies(state, state.turn).contains(owner))
    }

    /// Does this first move leave a move for the other die, or end the match?
    fn leaves(&self, state: &State, action: Action) -> bool {
        let Action::Move { die, mover, to, taken } = action else { return true };
        let mut after = *state;
        self.carry_out(&mut after, mover, to, taken, &mut super::turns::ignore_note);
        if self.decided(&after) {
            return true;
        }
        let other = if die == state.dice[0] { state.dice[1] } else { state.dice[0] };
        after.alive.contains(after.turn) && self.can_move(&after, other, after.moved)
    }
}

/// Appends every move of a group by a die.
#[inline]
fn list_group(look: &Look<'_>, survey: &Survey, number: usize, at: usize, actions: &mut Vec<Action>) {
    let (group, die) = (&survey.groups[at], survey.dice[number]);
    if survey.disturbed[number][at] {
        look.list_disturbed(group, &survey.near[at], die, actions);
    } else {
        push_ends(die as u8, group.mover, group.from, &survey.ends[number][at], Taken::NONE, actions);
    }
}
