//! Ranks the actions of a decision and says whether one is clearly the best, for puzzles.
//!
//! Unlike the comparison of [`crate::Analyser`], which asks what one action lost, a ranking gives up as soon as no action
//! can be clearly the best, and otherwise compares all candidates to the end, so that each has its loss.

use crate::analyser::written;
use crate::budget::Budget;
use crate::decisions::{BATCH, Candidate, Comparison, LEAST_ROLLOUTS, MOST_ROLLOUTS};
use crate::estimate::{Evaluation, odds};
use crate::playout::Playout;
use crate::{reasons, search};
use kernel::{FullGame, Known, Play, Seat, Sentence};
use players::{AlphaBeta, Limits, Thought, is_won, suits_alpha_beta};

/// How carefully actions are compared, and when one is clearly the best.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Care {
    /// How far rollouts look, the number of candidates, and the number of positions ([`Budget::most_each`]); in a search
    /// by alpha-beta that is the number for each candidate.
    pub budget: Budget,
    /// The seed of the common throws.
    pub seed: u64,
    /// The best action must lead by this share of the win, ...
    pub lead: f64,
    /// ... and by this number of standard errors.
    pub errors: f64,
}

/// An action with what it loses.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Ranked<A> {
    /// The action.
    pub action: A,
    /// The seat's estimated share of the win after it.
    pub share: f64,
    /// The difference to the best action; 0 for the best.
    pub loss: f64,
}

/// The candidates of a decision of which one is clearly the best.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking<A> {
    /// The candidates, the best first.
    pub actions: Vec<Ranked<A>>,
    /// The best action and how play could go on, in notation.
    pub line: Vec<String>,
    /// Does it win the match by force?
    pub wins: bool,
}

impl<A: Copy + PartialEq> Ranking<A> {
    /// The best action.
    pub fn best(&self) -> Option<A> {
        self.actions.first().map(|ranked| ranked.action)
    }

    /// Why the best action is better than this other one, or than the second best.
    pub fn reason<G: FullGame<Action = A>>(&self, game: &G, known: &Known<G>, other: A) -> Option<Sentence> {
        let best = self.actions.first()?;
        let rest = || self.actions.iter().skip(1);
        let other = rest().find(|ranked| ranked.action == other).or_else(|| rest().next())?;
        let pair = [(best.action, best.share), (other.action, other.share)];
        Some(reasons::why_best(game, known.play(), known.seat(), pair, self.wins))
    }
}

/// Ranks these legal actions of the seat. `None` if none is clearly the best. `tempting` is one of them that is compared
/// in any case.
pub fn rank<G: FullGame>(
    game: &G,
    known: &Known<G>,
    actions: &[G::Action],
    tempting: G::Action,
    care: &Care,
) -> Option<Ranking<G::Action>> {
    match suits_alpha_beta(game, known) {
        true => searched(game, known, actions.to_vec(), care),
        false => played_out(game, known, actions, tempting, care),
    }
}

/// Ranks by rollouts along common throws.
fn played_out<G: FullGame>(
    game: &G,
    known: &Known<G>,
    actions: &[G::Action],
    tempting: G::Action,
    care: &Care,
) -> Option<Ranking<G::Action>> {
    let (seat, budget, seed) = (known.seat(), care.budget, care.seed);
    let mut playout = Playout::new(game, &Evaluation);
    let position = known.clone().into_play();
    let mut comparison =
        Comparison { playout: &mut playout, budget, nodes: budget.most_each, seed, seat, known: position };
    let mut candidates = comparison.candidates(tempting, actions);
    let until = comparison.playout.nodes + budget.most_each;
    for number in 0..MOST_ROLLOUTS {
        if comparison.playout.nodes >= until && number >= LEAST_ROLLOUTS {
            break;
        }
        comparison.round(&mut candidates, number);
        if (number + 1) % BATCH == 0 && is_out_of_reach(&mut candidates, care) {
            return None;
        }
    }
    if !is_clear(&mut candidates, care) {
        return None;
    }
    let (line, wins) = comparison.line(candidates.first()?.action);
    let best = candidates.first()?;
    let loss = |candidate: &Candidate<G::Action>| best.lead(candidate).0.max(0.0);
    let ranked = |candidate: &Candidate<G::Action>| Ranked {
        action: candidate.action,
        share: candidate.mean(),
        loss: loss(candidate),
    };
    let actions = candidates.iter().map(ranked).collect();
    Some(Ranking { actions, line: written(game, known.play(), &line), wins })
}

/// The lead of the best candidate over the second, and the square of its standard error; the best comes first from here on.
fn lead<A>(candidates: &mut [Candidate<A>]) -> Option<(f64, f64)> {
    candidates.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
    let [best, second, ..] = candidates else { return None };
    Some(best.lead(second))
}

/// Can hardly any action come to lead by enough?
fn is_out_of_reach<A>(candidates: &mut [Candidate<A>], care: &Care) -> bool {
    lead(candidates).is_none_or(|(lead, square)| {
        let missing = care.lead - lead;
        missing > 0.0 && missing * missing > 4.0 * square
    })
}

fn is_clear<A>(candidates: &mut [Candidate<A>], care: &Care) -> bool {
    lead(candidates)
        .is_some_and(|(lead, square)| lead >= care.lead && lead * lead >= care.errors * care.errors * square)
}

/// Ranks by alpha-beta, the best first, each without those before it and to the same depth.
fn searched<G: FullGame>(
    game: &G,
    known: &Known<G>,
    mut actions: Vec<G::Action>,
    care: &Care,
) -> Option<Ranking<G::Action>> {
    let seat = known.seat();
    let first = search_among(game, known, actions.clone(), care.budget.most_each, u32::MAX)?;
    let (best, depth) = (odds(game, first.value, seat), first.depth);
    let mut ranked = vec![Ranked { action: first.action, share: best, loss: 0.0 }];
    while ranked.len() < care.budget.candidates.max(2) {
        actions.retain(|action| ranked.iter().all(|found| found.action != *action));
        // Without the best action the search needs more positions for the same depth.
        let Some(next) = search_among(game, known, actions.clone(), 3 * care.budget.most_each, depth) else { break };
        if next.depth < depth && !is_won(next.value.abs()) {
            break;
        }
        let share = odds(game, next.value, seat);
        let loss = best - share;
        if ranked.len() == 1 && loss < care.lead {
            return None;
        }
        ranked.push(Ranked { action: next.action, share, loss: loss.max(0.0) });
    }
    let line = search::line(game, known.play(), &first);
    let enough = ranked.len() > 1;
    enough.then(|| Ranking { actions: ranked, line: written(game, known.play(), &line), wins: is_won(first.value) })
}

fn search_among<G: FullGame>(
    game: &G,
    known: &Known<G>,
    actions: Vec<G::Action>,
    nodes: u64,
    depth: u32,
) -> Option<Thought<G>> {
    if actions.is_empty() {
        return None;
    }
    let limits = Limits { nodes, depth, noise: 0, mistakes: 0, time: Limits::MOST_TIME };
    AlphaBeta::new(limits, 0).choose_among(game, known.clone(), actions)
}

/// Puts together actions that lead to the same position: to play one is to play the other. Each list has at least one.
pub fn alike<G: FullGame>(game: &G, known: &Play<G>, seat: Seat, actions: &[G::Action]) -> Vec<Vec<G::Action>> {
    let mut groups: Vec<(G::State, Vec<G::Action>)> = Vec::new();
    let mut play = known.clone();
    for &action in actions {
        let before = play.bookmark();
        play.apply(game, seat, action);
        let after = play.state;
        play.back_to(before);
        match groups.iter_mut().find(|(state, _)| *state == after) {
            Some((_, same)) => same.push(action),
            None => groups.push((after, vec![action])),
        }
    }
    groups.into_iter().map(|(_, same)| same).collect()
}
