//! Compares the action that was played with the others, along the same throws and equally far.

use crate::budget::Budget;
use crate::estimate::Shares;
use crate::playout::{Course, Playout, add, mean};
use kernel::{FullGame, Play, Seat, Turn};

/// Number of rollouts after which actions that have fallen behind are dropped.
pub(crate) const BATCH: u32 = 12;
/// Minimum number of rollouts of each action.
pub(crate) const LEAST_ROLLOUTS: u32 = 12;
/// Maximum number of rollouts of each action.
pub(crate) const MOST_ROLLOUTS: u32 = 1_440;
/// A difference below this many standard errors counts as none.
const CERTAIN: f64 = 2.0;
/// An action this many standard errors behind the best one is dropped.
const HOPELESS: f64 = 3.0;
/// Maximum length of a line of play.
pub(crate) const MOST_LINE: usize = 8;

/// What a comparison found.
pub(crate) struct Compared<A> {
    /// The loss of the action that was played, for its seat; 0 if none is clearly better.
    pub(crate) loss: f64,
    /// The best action, if it is clearly better than the one that was played.
    pub(crate) better: Option<Better<A>>,
    /// The actions that were compared with their losses, best first; empty if nothing better was found.
    pub(crate) alternatives: Vec<(A, f64)>,
}

/// A better action.
pub(crate) struct Better<A> {
    /// The action and how its player would go on.
    pub(crate) line: Vec<(Seat, A)>,
    /// Does it win the match by force?
    pub(crate) wins: bool,
}

impl<A> Compared<A> {
    /// Nothing better was found.
    pub(crate) fn equal() -> Self {
        Compared { loss: 0.0, better: None, alternatives: Vec::new() }
    }
}

/// A legal action with its rollouts so far.
pub(crate) struct Candidate<A> {
    pub(crate) action: A,
    played: bool,
    /// The seat's share right after it, by the estimate.
    standing: f64,
    /// The seat's share at the end of each rollout.
    found: Vec<f64>,
    sum: f64,
}

impl<A> Candidate<A> {
    /// The seat's mean share.
    pub(crate) fn mean(&self) -> f64 {
        if self.found.is_empty() { self.standing } else { self.sum / self.found.len() as f64 }
    }

    /// By how much it is better than another, and the square of the standard error of that, from the same rollouts.
    pub(crate) fn lead(&self, other: &Self) -> (f64, f64) {
        let count = self.found.len().min(other.found.len());
        if count < 2 {
            return (self.mean() - other.mean(), 0.0);
        }
        let differences = || self.found[..count].iter().zip(&other.found[..count]).map(|(own, others)| own - others);
        let mean = differences().fold(0.0, |sum, difference| sum + difference) / count as f64;
        let squares = differences().fold(0.0, |sum, difference| sum + (difference - mean) * (difference - mean));
        (mean, squares / (count as f64 * (count as f64 - 1.0)))
    }

    /// Is it better than another by this many standard errors?
    fn beats(&self, other: &Self, errors: f64) -> bool {
        let (lead, square) = self.lead(other);
        lead > 0.0 && lead * lead > errors * errors * square
    }
}

/// The comparison of one decision.
pub(crate) struct Comparison<'p, 'a, G: FullGame> {
    pub(crate) playout: &'p mut Playout<'a, G>,
    pub(crate) budget: Budget,
    /// Maximum number of positions.
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
    pub(crate) seat: Seat,
    /// The position as the seat knew it.
    pub(crate) known: Play<G>,
}

/// The candidates of a decision after their rollouts.
struct PlayedOut<A> {
    /// Those that were played out to the end.
    left: Vec<Candidate<A>>,
    /// Those that fell behind.
    dropped: Vec<Candidate<A>>,
}

impl<G: FullGame> Comparison<'_, '_, G> {
    /// Compares this action with the others. It must be among the actions.
    pub(crate) fn judge(&mut self, played: G::Action, actions: &[G::Action]) -> Compared<G::Action> {
        let candidates = self.candidates(played, actions);
        let PlayedOut { left: candidates, dropped } = self.play_out(candidates);
        let Some(own) = candidates.iter().find(|candidate| candidate.played) else { return Compared::equal() };
        // The first of equals, so that the order of the candidates decides.
        let best = candidates.iter().fold(own, |best, next| if next.mean() > best.mean() { next } else { best });
        if best.played || !best.beats(own, CERTAIN) {
            return Compared::equal();
        }
        let (loss, _) = best.lead(own);
        let (line, wins) = self.line(best.action);
        let alternatives = alternatives(best, &candidates, &dropped);
        Compared { loss, better: Some(Better { line, wins }), alternatives }
    }

    /// The actions with the best standing, and the one that was played.
    pub(crate) fn candidates(&mut self, played: G::Action, actions: &[G::Action]) -> Vec<Candidate<G::Action>> {
        let mut candidates: Vec<_> = actions
            .iter()
            .map(|&action| {
                let standing = self.standing(action);
                Candidate { action, played: action == played, standing, found: Vec::new(), sum: 0.0 }
            })
            .collect();
        self.rank(&mut candidates, self.budget.candidates.max(self.budget.turn_breadth));
        if self.budget.turn_breadth > 0 {
            candidates.iter_mut().for_each(|candidate| candidate.standing = self.after_second(candidate));
            self.rank(&mut candidates, self.budget.candidates);
        }
        candidates
    }

    /// Puts the best first and keeps this many, and the one that was played.
    fn rank(&self, candidates: &mut Vec<Candidate<G::Action>>, most: usize) {
        candidates.sort_by(|one, other| other.standing.total_cmp(&one.standing));
        let mut place = 0;
        candidates.retain(|candidate| {
            place += 1;
            candidate.played || place <= most
        });
    }

    /// The seat's share right after the action.
    fn standing(&mut self, action: G::Action) -> f64 {
        let before = self.known.bookmark();
        self.known.apply(self.playout.game, self.seat, action);
        let shares = self.playout.standing(&self.known);
        self.known.back_to(before);
        shares[self.seat.index()]
    }

    /// The seat's share after the action and its best second action, if the turn goes on.
    fn after_second(&mut self, candidate: &Candidate<G::Action>) -> f64 {
        let (game, before) = (self.playout.game, self.known.bookmark());
        self.known.apply(game, self.seat, candidate.action);
        let mut actions = Vec::new();
        if game.mid_turn(&self.known.state) {
            game.legal_actions(&self.known.state, self.seat, &mut actions);
        }
        let best = actions.into_iter().map(|action| self.standing(action)).reduce(f64::max);
        self.known.back_to(before);
        best.unwrap_or(candidate.standing)
    }

    /// Plays all candidates out along the same throws until the budget is spent or only one is left.
    fn play_out(&mut self, mut candidates: Vec<Candidate<G::Action>>) -> PlayedOut<G::Action> {
        let (until, mut dropped) = (self.playout.nodes + self.nodes, Vec::new());
        for number in 0..MOST_ROLLOUTS {
            let spent = self.playout.nodes >= until && number >= LEAST_ROLLOUTS;
            if candidates.len() < 2 || spent {
                break;
            }
            self.round(&mut candidates, number);
            if (number + 1) % BATCH == 0 {
                drop_hopeless(&mut candidates, &mut dropped);
            }
        }
        PlayedOut { left: candidates, dropped }
    }

    /// Plays every candidate out once, along the same throws.
    pub(crate) fn round(&mut self, candidates: &mut [Candidate<G::Action>], number: u32) {
        let course = Course { seed: self.seed, number, throws: self.budget.decision_throws };
        for candidate in candidates.iter_mut() {
            let before = self.known.bookmark();
            self.known.apply(self.playout.game, self.seat, candidate.action);
            let share = self.playout.run(&mut self.known, course)[self.seat.index()];
            self.known.back_to(before);
            candidate.found.push(share);
            candidate.sum += share;
        }
    }

    /// The action and how its player goes on by the fast policy, until a throw, and whether that wins the match.
    pub(crate) fn line(&mut self, action: G::Action) -> (Vec<(Seat, G::Action)>, bool) {
        let (game, before) = (self.playout.game, self.known.bookmark());
        let (mut line, mut next, mut buffer) = (Vec::new(), Some(action), Vec::new());
        while let Some(action) = next.filter(|_| line.len() < MOST_LINE) {
            line.push((self.seat, action));
            self.known.apply(game, self.seat, action);
            let goes_on = matches!(self.known.turn(game), Turn::Seats(seats) if seats.contains(self.seat));
            next = if goes_on { game.rollout_action(&self.known.state, self.seat, |_| 0, &mut buffer) } else { None };
        }
        let wins = game.outcome(&self.known.state).is_some_and(|outcome| outcome.share(self.seat) >= 1.0);
        self.known.back_to(before);
        (line, wins)
    }
}

/// What each action loses against the best one, along the rollouts that both have. One that fell behind is left out if the
/// best one, which was another then, is not clearly better.
fn alternatives<A: Copy>(best: &Candidate<A>, left: &[Candidate<A>], dropped: &[Candidate<A>]) -> Vec<(A, f64)> {
    let behind = dropped.iter().filter(|candidate| best.beats(candidate, CERTAIN));
    let others = left.iter().filter(|candidate| !std::ptr::eq(*candidate, best)).chain(behind);
    let loss = |candidate: &Candidate<A>| if best.beats(candidate, CERTAIN) { best.lead(candidate).0 } else { 0.0 };
    let mut listed: Vec<_> = others.map(|candidate| (candidate.action, loss(candidate))).collect();
    listed.insert(0, (best.action, 0.0));
    // Stable: of equals the one with the better standing comes first, after the best.
    listed.sort_by(|one, other| one.1.total_cmp(&other.1));
    listed
}

/// Drops actions that can hardly be the best; never the one that was played.
fn drop_hopeless<A>(candidates: &mut Vec<Candidate<A>>, dropped: &mut Vec<Candidate<A>>) {
    let best = (1..candidates.len()).fold(
        0,
        |best, at| {
            if candidates[at].mean() > candidates[best].mean() { at } else { best }
        },
    );
    let hopeless: Vec<bool> =
        candidates.iter().map(|candidate| !candidate.played && candidates[best].beats(candidate, HOPELESS)).collect();
    let mut hopeless = hopeless.into_iter();
    dropped.extend(candidates.extract_if(.., |_| hopeless.next().unwrap_or(false)));
}

/// The mean over some rollouts from a position.
pub(crate) fn level<G: FullGame>(playout: &mut Playout<'_, G>, play: &Play<G>, course: Course, nodes: u64) -> Shares {
    let (mut play, until) = (play.clone(), playout.nodes + nodes);
    let (mut sum, mut count) = ([0.0; kernel::MAX_SEATS], 0);
    while count < LEAST_ROLLOUTS || count < MOST_ROLLOUTS && playout.nodes < until {
        add(&mut sum, &playout.run(&mut play, Course { number: count, ..course }), 1.0);
        count += 1;
    }
    mean(&sum, f64::from(count))
}
