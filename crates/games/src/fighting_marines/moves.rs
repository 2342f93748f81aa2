//! Lists and applies actions: the assault, the exchanges, filling circles.

use super::FightingMarines;
use super::phases::Note;
use super::state::{Action, COLOURS, Colour, Phase, RANKS, Rank, Squad, State};
use kernel::{Pick, Seat};

/// The lowest bit of a non-empty set.
#[inline]
fn first_bit(set: u64) -> u8 {
    set.trailing_zeros() as u8
}

/// The set without its `skip` lowest bits.
#[inline]
fn without_first(mut set: u64, skip: u32) -> u64 {
    for _ in 0..skip {
        set &= set - 1;
    }
    set
}

impl FightingMarines {
    /// The platform spaces that men of the colour on these circles may enter now,
    /// by capture or without (FM-12 to FM-17).
    #[inline]
    pub(super) fn enterable(&self, state: &State, colour: Colour, circles: u8) -> u64 {
        let net = &self.board.net;
        let c = colour.index();
        let all = state.platform[0] | state.platform[1] | state.platform[2] | state.platform[3];
        let side = state.platform[c] | state.platform[self.seating.partner(colour).index()];
        let in_front = net.front(net.spread[c][usize::from(circles)], state.arrow);
        in_front & !side & (net.neutral | net.own[c] | all)
    }

    /// Platform spaces that are entered by capture.
    #[inline]
    pub(super) fn captures(&self, state: &State) -> u64 {
        let all = state.platform[0] | state.platform[1] | state.platform[2] | state.platform[3];
        all & !self.board.net.neutral
    }

    /// Platform spaces that the colour's men may enter now: men who stood on circles when
    /// the platform stopped, or in the regroup phase those placed since (FM-24).
    #[inline]
    pub(super) fn movable(&self, state: &State, colour: Colour) -> u64 {
        let circles = if state.phase == Phase::Regroup { state.fresh } else { state.circles };
        self.enterable(state, colour, circles[colour.index()])
    }

    #[inline]
    pub(super) fn can_enter(&self, state: &State, seat: Seat) -> bool {
        self.colours(seat).iter().any(|colour| self.movable(state, *colour) != 0)
    }

    #[inline]
    fn entry(&self, state: &State, index: u8) -> Action {
        let base = self.board.net.behind(index, state.arrow) + 1;
        if self.captures(state) >> index & 1 != 0 { Action::Capture(base) } else { Action::Enter(base) }
    }

    /// One of the seat's entries, or passing if it has none.
    pub(super) fn any_entry(&self, state: &State, seat: Seat) -> Action {
        let spaces = self.colours(seat).iter().map(|colour| self.movable(state, *colour)).find(|spaces| *spaces != 0);
        spaces.map_or(Action::Pass, |spaces| self.entry(state, first_bit(spaces)))
    }

    fn list_entries(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        for colour in self.colours(seat) {
            let mut spaces = self.movable(state, *colour);
            while spaces != 0 {
                actions.push(self.entry(state, first_bit(spaces)));
                spaces &= spaces - 1;
            }
        }
    }

    /// May the seat pass in this phase? Under `must_enter` only when nobody can enter (FM-18).
    #[inline]
    fn may_pass(&self, state: &State, seat: Seat) -> bool {
        !self.options.must_enter || !self.can_enter(state, seat)
    }

    /// The ranks of the captives that the seat holds.
    #[inline]
    pub(super) fn held(&self, state: &State, seat: Seat) -> Squad {
        state.captives[seat.index()].iter().fold(Squad::NONE, |all, squad| all.or(*squad))
    }

    /// The ranks of the colour's men in captivity.
    #[inline]
    pub(super) fn lost(&self, state: &State, colour: Colour) -> Squad {
        state.captives.iter().fold(Squad::NONE, |all, held| all.or(held[colour.index()]))
    }

    /// Can the seat exchange or pay for a captive of this rank?
    #[inline]
    fn affords(&self, state: &State, seat: Seat, held: Squad, rank: Rank) -> bool {
        held.has(rank) || state.purses[seat.index()] >= rank.price()
    }

    fn can_regain(&self, state: &State, seat: Seat) -> bool {
        let lost = self.colours(seat).iter().fold(Squad::NONE, |all, colour| all.or(self.lost(state, *colour)));
        if lost.is_empty() {
            return false;
        }
        let held = self.held(state, seat);
        RANKS.into_iter().any(|rank| lost.has(rank) && self.affords(state, seat, held, rank))
    }

    /// FM-20 and FM-21: exchanges, and ransoms where there is no captive to give.
    fn list_regains(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let held = self.held(state, seat);
        for &mine in self.colours(seat) {
            if self.lost(state, mine).is_empty() {
                continue;
            }
            for from in (0..self.players).map(Seat).filter(|from| *from != seat) {
                let captive = state.captives[from.index()][mine.index()];
                for rank in RANKS.into_iter().filter(|rank| captive.has(*rank)) {
                    if held.has(rank) {
                        let givable = COLOURS.into_iter().filter(|give| state.captives(seat, *give).has(rank));
                        actions.extend(givable.map(|give| Action::Exchange { mine, rank, from, give }));
                    } else if self.affords(state, seat, held, rank) {
                        actions.push(Action::Ransom { mine, rank, from });
                    }
                }
            }
        }
    }

    /// The colour's empty circles.
    #[inline]
    pub(super) fn empty_circles(&self, state: &State, colour: Colour) -> u8 {
        self.board.net.circles[colour.index()] & !state.circles[colour.index()]
    }

    #[inline]
    fn can_fill(&self, state: &State, seat: Seat) -> bool {
        self.colours(seat)
            .iter()
            .any(|colour| !state.corner[colour.index()].is_empty() && self.empty_circles(state, *colour) != 0)
    }

    /// Number of ways to fill one of the colour's circles: ranks in the corner times empty circles.
    #[inline]
    fn fill_count(&self, state: &State, colour: Colour) -> u32 {
        let corner = state.corner[colour.index()];
        let ranks = RANKS.into_iter().filter(|rank| corner.has(*rank)).count() as u32;
        ranks * self.empty_circles(state, colour).count_ones()
    }

    fn fill_at(&self, state: &State, colour: Colour, number: u32) -> Option<Action> {
        let empty = self.empty_circles(state, colour);
        let each = empty.count_ones();
        let corner = state.corner[colour.index()];
        let rank = RANKS.into_iter().filter(|rank| corner.has(*rank)).nth((number / each) as usize)?;
        let place = first_bit(without_first(u64::from(empty), number % each));
        Some(Action::Fill { rank, at: self.board.net.base_of[colour.index()][usize::from(place)] + 1 })
    }

    fn list_fills(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        for &colour in self.colours(seat) {
            actions.extend((0..self.fill_count(state, colour)).filter_map(|n| self.fill_at(state, colour, n)));
        }
    }

    /// Has the seat something to do in the regroup phase?
    #[inline]
    pub(super) fn can_regroup(&self, state: &State, seat: Seat) -> bool {
        self.can_fill(state, seat)
            || self.can_regain(state, seat)
            || (self.options.eager && self.can_enter(state, seat))
    }

    pub(super) fn generate(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if state.phase == Phase::Regroup {
            self.list_regains(state, seat, actions);
            self.list_fills(state, seat, actions);
        }
        self.list_entries(state, seat, actions);
        if self.may_pass(state, seat) {
            actions.push(Action::Pass);
        }
    }

    /// One action in the order of [`FightingMarines::generate`], found without listing
    /// circles and platform spaces.
    pub(super) fn picked(&self, state: &State, seat: Seat, pick: Pick<'_>, buffer: &mut Vec<Action>) -> Option<Action> {
        let regroup = state.phase == Phase::Regroup;
        buffer.clear();
        if regroup && self.can_regain(state, seat) {
            self.list_regains(state, seat, buffer);
        }
        let mut count = buffer.len() as u32;
        let colours = self.colours(seat);
        let mut fills = [0; 2];
        let mut entries = [0; 2];
        for (at, &colour) in colours.iter().enumerate() {
            if regroup {
                fills[at] = self.fill_count(state, colour);
            }
            if !regroup || self.options.eager {
                entries[at] = self.movable(state, colour);
            }
            count += fills[at] + entries[at].count_ones();
        }
        let pass = !self.options.must_enter || (entries[0] | entries[1]) == 0;
        let mut chosen = pick(count + u32::from(pass));
        if let Some(action) = buffer.get(chosen as usize) {
            return Some(*action);
        }
        chosen -= buffer.len() as u32;
        for (at, &colour) in colours.iter().enumerate() {
            if chosen < fills[at] {
                return self.fill_at(state, colour, chosen);
            }
            chosen -= fills[at];
        }
        for spaces in entries {
            if chosen < spaces.count_ones() {
                return Some(self.entry(state, first_bit(without_first(spaces, chosen))));
            }
            chosen -= spaces.count_ones();
        }
        pass.then_some(Action::Pass)
    }

    /// Plays a legal action and notes what follows automatically.
    #[inline]
    pub(super) fn make(&self, state: &mut State, seat: Seat, action: Action, note: &mut impl FnMut(Note)) {
        match action {
            Action::Enter(base) | Action::Capture(base) => self.land(state, seat, base),
            Action::Exchange { mine, rank, from, give } => self.exchange(state, seat, mine, rank, from, give),
            Action::Ransom { mine, rank, from } => self.ransom(state, seat, mine, rank, from),
            Action::Fill { rank, at } => self.fill(state, rank, at),
            Action::Pass => {}
        }
        if state.phase == Phase::Assault {
            self.after_assault(state, seat, action, note);
        } else {
            self.after_regroup(state, seat, action, note);
        }
    }

    #[inline]
    fn land(&self, state: &mut State, seat: Seat, base: u8) {
        let net = &self.board.net;
        let base = base.wrapping_sub(1);
        let Some((colour, place)) = net.circle_at.get(usize::from(base)).copied().flatten() else { return };
        let index = net.facing(base, state.arrow);
        if self.captures(state) >> index & 1 != 0 {
            let victim = COLOURS.into_iter().find(|other| state.platform[other.index()] >> index & 1 != 0);
            if let Some(victim) = victim {
                let rank = state.take_off_platform(victim, index);
                state.captives[seat.index()][victim.index()].add(rank);
            }
        }
        let rank = state.take_off_circle(colour, place);
        state.put_on_platform(colour, index, rank);
    }

    fn exchange(&self, state: &mut State, seat: Seat, mine: Colour, rank: Rank, from: Seat, give: Colour) {
        state.captives[from.index()][mine.index()].remove(rank);
        state.corner[mine.index()].add(rank);
        state.captives[seat.index()][give.index()].remove(rank);
        if self.owner(give) == Some(from) {
            state.corner[give.index()].add(rank);
            // The holder has got a man back and is asked, even if they were asked before (FM-19).
            state.open = state.open.with(from);
        } else {
            state.captives[from.index()][give.index()].add(rank);
        }
    }

    fn ransom(&self, state: &mut State, seat: Seat, mine: Colour, rank: Rank, from: Seat) {
        state.captives[from.index()][mine.index()].remove(rank);
        state.corner[mine.index()].add(rank);
        state.purses[seat.index()] -= rank.price();
        state.purses[from.index()] += rank.price();
    }

    #[inline]
    fn fill(&self, state: &mut State, rank: Rank, at: u8) {
        let Some((colour, place)) = self.board.net.circle_at.get(usize::from(at.wrapping_sub(1))).copied().flatten()
        else {
            return;
        };
        state.corner[colour.index()].remove(rank);
        state.put_on_circle(colour, place, rank);
        if self.options.eager {
            state.fresh[colour.index()] |= 1 << place;
        }
    }
}
