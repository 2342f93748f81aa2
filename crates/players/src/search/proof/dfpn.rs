//! Depth-first proof-number search for one side that wants to reach an ending and one that wants to avoid it.
//!
//! States are [`Evaluate::timeless`], so a position is the same however it came up. A line that repeats a position is
//! avoidance. What is *reached* is therefore certain: it follows from endings and positions reached before, without
//! any repetition. What is *avoided* may depend on the line that led there; such results are marked, and
//! [`super::graph`] checks them before they count.

use kernel::{Evaluate, Game, History, Mixer, Outcome, Seat, Turn};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Maximum length of a line.
const MOST_PLIES: usize = 512;
/// Number of positions between two questions whether to go on.
const ASK_EVERY: u64 = 1_024;
/// The number of something that cannot happen.
const NEVER: u32 = u32::MAX;

/// A map by position key.
pub(super) type KeyMap<T> = HashMap<u64, T, BuildHasherDefault<Mixer>>;

/// Which endings one side wants to reach.
#[derive(Copy, Clone, Debug)]
pub(super) struct Aim {
    /// The side that wants to reach them.
    pub(super) reacher: Seat,
    /// They are the wins of this seat, if it is the reacher, and otherwise all endings but its wins.
    pub(super) winner: Seat,
}

impl Aim {
    /// Is this ending one of them?
    pub(super) fn is_met(self, outcome: &Outcome) -> bool {
        (outcome.winner() == Some(self.winner)) == (self.reacher == self.winner)
    }
}

/// How many positions must still be solved, at least, to show that the aim is reached or avoided.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const REACHED: Numbers = Numbers { proof: 0, disproof: NEVER };
    const AVOIDED: Numbers = Numbers { proof: NEVER, disproof: 0 };
    const NO_LIMIT: Numbers = Numbers { proof: NEVER, disproof: NEVER };

    pub(super) fn is_reached(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_avoided(self) -> bool {
        self.disproof == 0
    }

    /// The number that the side to act wants to bring to 0, then the other one.
    fn seen_by(self, reacher: bool) -> (u32, u32) {
        if reacher { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn from_seen((own, other): (u32, u32), reacher: bool) -> Numbers {
        if reacher { Numbers { proof: own, disproof: other } } else { Numbers { proof: other, disproof: own } }
    }
}

/// What is known of a position.
#[derive(Copy, Clone, Debug)]
struct Entry {
    numbers: Numbers,
    /// If reached: the number of actions until then, at most.
    length: u32,
    /// If avoided because of the line that led there: the round of the search; otherwise 0.
    round: u32,
    /// Is it on the line that is being searched?
    on_line: bool,
}

/// A position after an action.
pub(super) struct Branch<G: Game> {
    pub(super) action: G::Action,
    pub(super) state: G::State,
    pub(super) key: u64,
    pub(super) numbers: Numbers,
    pub(super) over: bool,
    pub(super) length: u32,
    /// Avoided because of the line that led there.
    pub(super) by_line: bool,
}

/// How much may be searched, and who is asked whether to go on.
pub(super) struct Budget<'w> {
    pub(super) nodes: u64,
    pub(super) most: u64,
    pub(super) stopped: bool,
    pub(super) watch: &'w mut dyn FnMut(u64) -> bool,
}

impl Budget<'_> {
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.most || (self.nodes.is_multiple_of(ASK_EVERY) && !(self.watch)(self.nodes)) {
            self.stopped = true;
        }
    }
}

/// A search with everything it has found.
pub(super) struct Search<'a, 'w, G: Evaluate> {
    pub(super) game: &'a G,
    pub(super) aim: Aim,
    pub(super) budget: Budget<'w>,
    table: KeyMap<Entry>,
    round: u32,
    history: G::History,
    actions: Vec<G::Action>,
    counted: Vec<G::Action>,
}

impl<'a, 'w, G: Evaluate> Search<'a, 'w, G> {
    pub(super) fn new(game: &'a G, aim: Aim, budget: Budget<'w>) -> Self {
        Search {
            game,
            aim,
            budget,
            table: KeyMap::default(),
            round: 1,
            history: G::History::default(),
            actions: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// Searches until the position is solved or the budget is spent.
    pub(super) fn solve(&mut self, state: &G::State) -> Numbers {
        let (key, state) = (self.key(state), *state);
        let known = self.known(key).map(|entry| entry.numbers).filter(|n| n.is_reached() || n.is_avoided());
        known.unwrap_or_else(|| self.search(&state, key, Numbers::NO_LIMIT, 0))
    }

    /// Forgets what was avoided because of the line that led there.
    pub(super) fn next_round(&mut self) {
        self.round += 1;
    }

    /// The key of a timeless state.
    pub(super) fn key(&self, state: &G::State) -> u64 {
        self.game.hash_key(state) ^ self.game.counters(state)
    }

    /// The number of actions until the aim is reached in this position, at most.
    pub(super) fn length(&self, key: u64) -> u32 {
        self.table.get(&key).map_or(0, |entry| entry.length)
    }

    /// Is it the reacher's turn?
    pub(super) fn reacher_acts(&self, state: &G::State) -> bool {
        seat_of(self.game, state) == Some(self.aim.reacher)
    }

    fn known(&self, key: u64) -> Option<Entry> {
        self.table.get(&key).copied().filter(|entry| entry.round == 0 || entry.round == self.round)
    }

    /// All positions after this one, with what is known of them.
    pub(super) fn branches(&mut self, state: &G::State, ply: usize) -> Vec<Branch<G>> {
        let Some(seat) = seat_of(self.game, state) else { return Vec::new() };
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        self.game.legal_actions(state, seat, &mut actions);
        let branches = actions.iter().map(|&action| self.branch(state, seat, action, ply)).collect();
        self.actions = actions;
        branches
    }

    fn branch(&mut self, state: &G::State, seat: Seat, action: G::Action, ply: usize) -> Branch<G> {
        let mut after = *state;
        self.history.rewind(0);
        self.game.apply(&mut after, &mut self.history, seat, action);
        let after = self.game.timeless(&after);
        let ending = self.game.outcome(&after).map(|outcome| self.aim.is_met(&outcome));
        let numbers = ending.map_or(Numbers::AVOIDED, |met| if met { Numbers::REACHED } else { Numbers::AVOIDED });
        let (key, over) = (self.key(&after), ending.is_some());
        let mut branch = Branch { action, state: after, key, numbers, over, length: 0, by_line: false };
        if !over {
            self.look_up(&mut branch, ply);
        }
        branch
    }

    /// Brings what is known of the position after an action up to date.
    fn look_up(&mut self, branch: &mut Branch<G>, ply: usize) {
        let known = self.known(branch.key);
        branch.by_line = false;
        match known {
            Some(entry) if entry.numbers.is_reached() => {
                (branch.numbers, branch.length) = (entry.numbers, entry.length);
            }
            Some(entry) if entry.numbers.is_avoided() => {
                (branch.numbers, branch.by_line) = (entry.numbers, entry.round != 0);
            }
            Some(entry) if entry.on_line => (branch.numbers, branch.by_line) = (Numbers::AVOIDED, true),
            _ if ply + 1 >= MOST_PLIES => (branch.numbers, branch.by_line) = (Numbers::AVOIDED, true),
            Some(entry) => branch.numbers = entry.numbers,
            None => branch.numbers = self.first_guess(&branch.state),
        }
    }

    /// The numbers of a position that has not been searched: the more actions, the harder to refute.
    fn first_guess(&mut self, state: &G::State) -> Numbers {
        self.counted.clear();
        if let Some(seat) = seat_of(self.game, state) {
            self.game.legal_actions(state, seat, &mut self.counted);
        }
        Numbers::from_seen((1, self.counted.len().max(1) as u32), self.reacher_acts(state))
    }

    /// Searches a position until one of its numbers reaches its limit.
    fn search(&mut self, state: &G::State, key: u64, limit: Numbers, ply: usize) -> Numbers {
        self.budget.count();
        let reacher = self.reacher_acts(state);
        let mut branches = self.branches(state, ply);
        let mut numbers = combined(&branches, reacher);
        self.table.insert(key, Entry { numbers, length: 0, round: 0, on_line: true });
        while numbers.proof < limit.proof && numbers.disproof < limit.disproof && !self.budget.stopped {
            let (best, limit) = chosen(&branches, reacher, limit);
            let Branch { state, key, .. } = &branches[best];
            self.search(state, *key, limit, ply + 1);
            for branch in branches.iter_mut().filter(|branch| !branch.over) {
                self.look_up(branch, ply);
            }
            numbers = combined(&branches, reacher);
        }
        let round = if is_avoided_by_line(&branches, numbers, reacher) { self.round } else { 0 };
        let length = if numbers.is_reached() { length_after(&branches, reacher) } else { 0 };
        self.table.insert(key, Entry { numbers, length, round, on_line: false });
        numbers
    }
}

/// The only seat to act.
pub(super) fn seat_of<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.turn(state) {
        Turn::Seats(seats) => seats.iter().next(),
        _ => None,
    }
}

/// The numbers of a position: the easiest branch for the side to act; for the other side the hardest one, and one more
/// for each further branch. (The sum would count positions twice that several lines lead to.)
fn combined<G: Game>(branches: &[Branch<G>], reacher: bool) -> Numbers {
    let (mut easiest, mut hardest, mut open) = (NEVER, 0, 0_u32);
    for branch in branches {
        let (own, other) = branch.numbers.seen_by(reacher);
        easiest = easiest.min(own);
        hardest = hardest.max(other);
        open += u32::from(other > 0);
    }
    let other = match (easiest, open) {
        (0, _) => NEVER,
        (_, 0) => 0,
        _ => hardest.saturating_add(open - 1).min(NEVER - 1),
    };
    Numbers::from_seen((easiest.min(if open == 0 { NEVER } else { NEVER - 1 }), other), reacher)
}

/// The branch to search next, and the limits within which it stays the best.
fn chosen<G: Game>(branches: &[Branch<G>], reacher: bool, limit: Numbers) -> (usize, Numbers) {
    let (mut best, mut easiest, mut second, mut open) = (0, NEVER, NEVER, 0_u32);
    for (index, branch) in branches.iter().enumerate() {
        let (own, other) = branch.numbers.seen_by(reacher);
        open += u32::from(other > 0);
        if own < easiest {
            (second, easiest, best) = (easiest, own, index);
        } else {
            second = second.min(own);
        }
    }
    let (own_limit, other_limit) = limit.seen_by(reacher);
    // A little more than the second best, so that the search does not go to and fro between the two.
    let own = own_limit.min(second.saturating_add(second / 4).saturating_add(1));
    let other = if other_limit == NEVER { NEVER } else { other_limit - (open - 1) };
    (best, Numbers::from_seen((own, other), reacher))
}

/// Does it follow only from the line that led here that the aim is avoided?
fn is_avoided_by_line<G: Game>(branches: &[Branch<G>], numbers: Numbers, reacher: bool) -> bool {
    let mut avoided = branches.iter().filter(|branch| branch.numbers.is_avoided());
    numbers.is_avoided() && if reacher { avoided.any(|b| b.by_line) } else { avoided.all(|b| b.by_line) }
}

/// The length of a position in which the aim is reached.
fn length_after<G: Game>(branches: &[Branch<G>], reacher: bool) -> u32 {
    let reached = branches.iter().filter(|branch| branch.numbers.is_reached()).map(|branch| branch.length);
    1 + if reacher { reached.min() } else { reached.max() }.unwrap_or(0)
}
