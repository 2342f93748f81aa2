//! Alpha-beta with iterative deepening.
//!
//! Values are always from the view of the seat to act. Depth counts whole
//! turns: a seat that stays to act (a series of jumps) neither loses depth nor
//! changes the sign.

use super::judge::{Judge, WIN, ended, is_won};
use super::order::{Order, Ranked, bring_best};
use super::table::{Bound, TranspositionTable};
use crate::clock::{Clock, Deadline};
use crate::{Limits, Thought};
use kernel::{Evaluate, Game, Known, Outcome, Play, Seat, Turn};

/// Maximum length of a line of play.
const MOST_PLIES: usize = 120;
/// Number of positions between two readings of the clock.
const CLOCK_EVERY: u64 = 1_024;

/// An alpha-beta player with the memory it reuses for each decision.
#[derive(Debug)]
pub struct AlphaBeta<G: Game> {
    limits: Limits,
    clock: Clock,
    judge: Judge,
    table: TranspositionTable<G::Action>,
    order: Order<G::Action>,
    exact: bool,
}

impl<G: Evaluate> AlphaBeta<G> {
    /// A player with these limits; the seed determines the noise.
    pub fn new(limits: Limits, seed: u64) -> Self {
        AlphaBeta {
            limits,
            clock: Clock::NONE,
            judge: Judge::new(limits.noise, seed),
            table: TranspositionTable::new(limits.nodes),
            order: Order::new(),
            exact: false,
        }
    }

    /// Stops when this clock says that [`Limits::time`] has passed.
    #[must_use]
    pub fn timed(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Searches every line to the full depth without a transposition table, so that the value is exactly that of
    /// plain minimax.
    #[must_use]
    pub fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    /// The best action of the seat; `None` if it is not to act.
    pub fn choose(&mut self, game: &G, known: Known<G>) -> Option<Thought<G>> {
        let mut actions = Vec::new();
        game.legal_actions(known.state(), known.seat(), &mut actions);
        self.choose_among(game, known, actions)
    }

    /// The best of these legal actions of the seat; `None` if there are none.
    pub fn choose_among(&mut self, game: &G, known: Known<G>, actions: Vec<G::Action>) -> Option<Thought<G>> {
        let (seat, play) = (known.seat(), known.into_play());
        self.table.clear();
        self.order.clear();
        let mut search = Search {
            game,
            judge: self.judge,
            table: &mut self.table,
            order: &mut self.order,
            exact: self.exact,
            repetition: game.repetition_outcome(),
            most_nodes: self.limits.nodes,
            deadline: self.clock.deadline(self.limits.time),
            nodes: 0,
            stopped: false,
            late: false,
            iteration: 0,
            play,
            path: Vec::with_capacity(MOST_PLIES),
            ranked: Vec::with_capacity(1_024),
            fresh: Vec::with_capacity(64),
            lines: vec![Vec::new(); MOST_PLIES + 2],
        };
        search.rank_root(seat, actions);
        search.deepen(seat, self.limits.depth)
    }
}

/// The search for one decision.
struct Search<'a, G: Game> {
    game: &'a G,
    judge: Judge,
    table: &'a mut TranspositionTable<G::Action>,
    order: &'a mut Order<G::Action>,
    exact: bool,
    /// The result of a repetition.
    repetition: Option<Outcome>,
    most_nodes: u64,
    deadline: Deadline,
    nodes: u64,
    stopped: bool,
    /// Was it stopped by the clock?
    late: bool,
    iteration: u32,
    play: Play<G>,
    /// Keys of the positions from the root to here.
    path: Vec<u64>,
    /// The actions of all positions on the path, one after the other.
    ranked: Vec<Ranked<G::Action>>,
    /// Buffer for actions before they are ranked.
    fresh: Vec<G::Action>,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Action>>,
}

/// The search window.
#[derive(Copy, Clone)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const FULL: Window = Window { alpha: -WIN - 1, beta: WIN + 1 };

    /// The null window that only tests whether a value is better than alpha.
    fn scout(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The same window seen by the other side.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<G: Evaluate> Search<'_, G> {
    /// Looks one turn further each time until a limit is reached.
    fn deepen(&mut self, seat: Seat, most: u32) -> Option<Thought<G>> {
        let mut best: Option<Thought<G>> = self.ranked.first().map(|&(_, action)| Thought::unthinking(action));
        for depth in 1..=most {
            self.iteration = depth;
            let Some(value) = self.root(seat, depth as i32) else { break };
            let line = self.lines[0].clone();
            best = Some(Thought { value, depth, line, ..Thought::unthinking(self.lines[0][0]) });
            let ending_in_sight = is_won(value.abs()) && WIN - value.abs() <= depth as i32;
            // A further iteration costs more than all before it together.
            let no_time_for_more = self.nodes > self.most_nodes / 2;
            if self.stopped || ending_in_sight || no_time_for_more {
                break;
            }
        }
        best.map(|thought| Thought { nodes: self.nodes, stopped_by_clock: self.late, ..thought })
    }

    /// One iteration. `None` if it was stopped before the first action had a value.
    fn root(&mut self, seat: Seat, depth: i32) -> Option<i32> {
        self.lines[0].clear();
        let key = self.key();
        self.path.push(key);
        let mut window = Window::FULL;
        let mut best = None;
        for at in 0..self.ranked.len() {
            let action = self.ranked[at].1;
            let mark = self.play.bookmark();
            self.play.apply(self.game, seat, action);
            let next = self.next_depth(depth, self.ranked.len(), 1);
            let mut value = if at == 0 { WIN } else { self.after(seat, next, 1, window.scout()) };
            if value > window.alpha && !self.stopped {
                value = self.after(seat, next, 1, window);
            }
            self.play.back_to(mark);
            if self.stopped {
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                best = Some(value);
                self.extend_line(0, action);
                // The best is tried first in the next iteration, the former best second.
                self.ranked[..=at].rotate_right(1);
            }
        }
        self.path.pop();
        best
    }

    /// The value of the position for `seat`, which has just acted.
    fn after(&mut self, seat: Seat, depth: i32, ply: usize, window: Window) -> i32 {
        if !self.may_go_on() {
            return 0;
        }
        self.lines[ply].clear();
        match self.play.turn(self.game) {
            Turn::Seats(seats) if seats.contains(seat) => self.node(seat, depth, ply, window),
            Turn::Seats(seats) => match seats.iter().next() {
                Some(other) => -self.node(other, depth, ply, window.turned()),
                None => 0,
            },
            Turn::Chance => self.judge.value(self.game, &self.play.state, seat),
            Turn::Over => self.game.outcome(&self.play.state).map_or(0, |outcome| ended(&outcome, seat, ply as i32)),
        }
    }

    /// Counts a position, and says whether there is budget for it.
    fn may_go_on(&mut self) -> bool {
        if self.nodes >= self.most_nodes {
            self.stopped = true;
        } else {
            self.nodes += 1;
            if self.nodes.is_multiple_of(CLOCK_EVERY) && self.deadline.has_passed() {
                (self.stopped, self.late) = (true, true);
            }
        }
        !self.stopped
    }

    /// The value for `seat`, which is to act.
    fn node(&mut self, seat: Seat, depth: i32, ply: usize, mut window: Window) -> i32 {
        // 1. At full depth, unless an exchange is under way.
        let quiet = self.game.is_quiet(&self.play.state) && !self.game.mid_turn(&self.play.state);
        if depth <= 0 && quiet || ply >= MOST_PLIES {
            return self.judge.value(self.game, &self.play.state, seat);
        }
        // 2. No line from here can beat an ending that is nearer.
        window.alpha = window.alpha.max(ply as i32 - WIN);
        window.beta = window.beta.min(WIN - ply as i32 - 1);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // 3. Repetition.
        let key = self.key();
        if let Some(outcome) = &self.repetition
            && self.path.contains(&key)
        {
            return ended(outcome, seat, ply as i32);
        }
        // 4. Transposition table.
        let found = if self.exact { None } else { self.table.find(key) };
        let decided = found.and_then(|entry| entry.decides(depth, ply as i32, window.alpha, window.beta));
        if let Some(value) = decided
            && !window.is_open()
        {
            return value;
        }
        // 5. Every action, the most promising first.
        let first = self.ranked.len();
        self.rank(seat, ply, found.and_then(|entry| entry.action()));
        self.path.push(key);
        let (value, bound, action) = self.actions(seat, depth, ply, window, first, quiet);
        self.path.pop();
        self.ranked.truncate(first);
        if !self.stopped && !self.exact {
            self.table.keep(key, depth, ply as i32, value, bound, action);
        }
        value
    }

    /// Tries the actions ranked from `first` on.
    fn actions(
        &mut self,
        seat: Seat,
        depth: i32,
        ply: usize,
        mut window: Window,
        first: usize,
        quiet: bool,
    ) -> (i32, Bound, Option<G::Action>) {
        let mut best = -WIN - 1;
        let mut choice = None;
        let mut bound = Bound::AtMost;
        let count = self.ranked.len() - first;
        for at in first..first + count {
            bring_best(&mut self.ranked[at..first + count]);
            let action = self.ranked[at].1;
            let mark = self.play.bookmark();
            self.play.apply(self.game, seat, action);
            let next = self.next_depth(depth, count, ply + 1);
            let reduced = if quiet { next - self.reduction(depth, at - first) } else { next };
            let value = self.try_action(seat, next, reduced, ply + 1, window, at == first);
            self.play.back_to(mark);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                choice = Some(action);
            }
            if value > window.alpha {
                window.alpha = value;
                bound = Bound::Exact;
                self.extend_line(ply, action);
                if value >= window.beta {
                    bound = Bound::AtLeast;
                    self.order.refuted(seat, ply, depth, action, &self.ranked[first..at]);
                    break;
                }
            }
        }
        (best, bound, choice)
    }

    /// The first action gets the whole window; the others must first show, at
    /// less depth, that they are better than the best so far.
    fn try_action(&mut self, seat: Seat, next: i32, reduced: i32, ply: usize, window: Window, first: bool) -> i32 {
        if first {
            return self.after(seat, next, ply, window);
        }
        let mut value = self.after(seat, reduced, ply, window.scout());
        if value > window.alpha && reduced < next && !self.stopped {
            value = self.after(seat, next, ply, window.scout());
        }
        if value > window.alpha && value < window.beta && window.is_open() && !self.stopped {
            value = self.after(seat, next, ply, window);
        }
        value
    }

    /// Depth after an action that has just been played: an unfinished turn costs
    /// nothing, nor does a forced action while the line is short.
    fn next_depth(&self, depth: i32, count: usize, ply: usize) -> i32 {
        let forced = count == 1 && ply < 2 * self.iteration as usize;
        if forced || self.game.mid_turn(&self.play.state) { depth } else { depth - 1 }
    }

    /// The reduction in depth for late actions.
    fn reduction(&self, depth: i32, index: usize) -> i32 {
        match (depth, index) {
            _ if self.exact => 0,
            (..=2, _) | (_, ..=3) => 0,
            (3..=5, _) | (_, ..=9) => 1,
            _ => 2,
        }
    }

    fn key(&self) -> u64 {
        self.game.hash_key(&self.play.state) ^ self.game.counters(&self.play.state)
    }

    /// The actions of the root with their ranks, best first.
    fn rank_root(&mut self, seat: Seat, actions: Vec<G::Action>) {
        self.fresh = actions;
        self.rank_fresh(seat, 0, None);
        self.ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
    }

    /// Appends the seat's actions with their ranks.
    fn rank(&mut self, seat: Seat, ply: usize, remembered: Option<G::Action>) {
        self.fresh.clear();
        self.game.legal_actions(&self.play.state, seat, &mut self.fresh);
        self.rank_fresh(seat, ply, remembered);
    }

    fn rank_fresh(&mut self, seat: Seat, ply: usize, remembered: Option<G::Action>) {
        let state = &self.play.state;
        for &action in &self.fresh {
            let rank = self.order.rank(self.game, state, seat, ply, remembered, action);
            self.ranked.push((rank, action));
        }
    }

    /// The best line from here is the action and the best line after it.
    fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(action);
        here[ply].extend_from_slice(&after[0]);
    }
}
