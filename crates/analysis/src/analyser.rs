//! Analyses a match, one position after the other.

use crate::budget::Budget;
use crate::decisions::{Compared, Comparison, level};
use crate::estimate::{Estimate, Evaluation, Shares};
use crate::playout::{Course, Playout, add, mean};
use crate::search::{MOST_OTHERS, Searcher};
use crate::source::{CannotAnalyse, Source, What};
use crate::{VERSION, reasons, summary};
use kernel::dynamic::DynGame;
use kernel::record::Record;
use kernel::scene::Gesture;
use kernel::{FullGame, MAX_SEATS, Seat, Turn};
use players::suits_alpha_beta;
use protocol::{AnalysedAction, AnalysedDecision, AnalysedStep, AnalysedThrow, Analysis, Verdict};

/// How far an analysis has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Number of positions that are done.
    pub done: u32,
    /// Number of positions in all.
    pub of: u32,
}

impl Progress {
    /// Is the analysis complete?
    pub fn is_complete(self) -> bool {
        self.done >= self.of
    }
}

/// An analysis under way, with its game's types erased.
pub trait DynAnalyser: Send {
    /// Looks at the next position and says how far the analysis has come; does nothing once it is complete.
    fn step(&mut self) -> Progress;

    /// How far the analysis has come.
    fn progress(&self) -> Progress;

    /// What has been found so far.
    fn analysis(&self) -> Analysis;

    /// SHA-256 of what the analysis depends on: the same for all records of the same match.
    fn fingerprint(&self) -> &str;

    /// Looks at all positions that are left.
    fn finish(&mut self) -> Analysis {
        while !self.step().is_complete() {}
        self.analysis()
    }
}

/// The analysis of a match of the game `G`.
pub struct Analyser<G: FullGame> {
    source: Source<G>,
    estimate: Box<dyn Estimate<G>>,
    budget: Budget,
    /// Is this a game for alpha-beta?
    open: bool,
    /// Maximum number of positions for one decision, one throw, and one position without either.
    each: Each,
    nodes: u64,
    /// What was found at each position so far; the first is the start.
    found: Vec<Found>,
}

/// Maximum numbers of positions.
#[derive(Copy, Clone)]
struct Each {
    decision: u64,
    throw: u64,
    level: u64,
}

/// What was found at one position.
struct Found {
    /// The shares of all seats in it; before a throw the mean over its outcomes.
    before: Shares,
    /// The decision or the throw that follows; `None` after the last step.
    next: Option<Next>,
}

/// A decision or a throw.
enum Next {
    Decision { seat: Seat, forced: bool, loss: f64, better: Option<InWords>, alternatives: Vec<AnalysedAction> },
    Throw { seat: Option<Seat>, probability: f64, after: Shares },
}

/// A better action in notation, and what speaks for it.
struct InWords {
    line: Vec<String>,
    label: String,
    points: Vec<String>,
    wins: bool,
    fact: Option<protocol::Sentence>,
}

impl<G: FullGame> Analyser<G> {
    /// Replays and checks the record of a match that is over.
    pub fn new(game: &dyn DynGame, record: &Record, budget: Budget) -> Result<Self, CannotAnalyse> {
        let source = Source::<G>::read(game, record)?;
        let first = source.position(0);
        let seat = source.game.all_seats().iter().next().unwrap_or(Seat(0));
        let open = suits_alpha_beta(&*source.game, &first.known_to(&source.game, seat));
        let each = spread(&source, budget, open);
        Ok(Analyser { source, estimate: Box::new(Evaluation), budget, open, each, nodes: 0, found: Vec::new() })
    }

    /// Looks at the position before this step, or after the last one.
    fn look(&mut self, at: usize) -> Found {
        if self.open { self.search(at) } else { self.play_out(at) }
    }

    fn search(&mut self, at: usize) -> Found {
        let (game, play) = (&*self.source.game, self.source.position(at));
        let mut searcher = Searcher::new(game, self.each.decision);
        let looked = searcher.look(play);
        let next = self.source.moments.get(at).and_then(|moment| match moment.what {
            What::Act(seat, played) => {
                let forced = choices(game, play, seat, played).is_none();
                let compared = if forced { Compared::equal() } else { searcher.judge(play, seat, played, &looked) };
                Some(self.decision(at, seat, played, forced, compared))
            }
            What::Throw(_) => None,
        });
        self.nodes += searcher.nodes;
        Found { before: looked.shares, next }
    }

    fn play_out(&mut self, at: usize) -> Found {
        let (game, estimate) = (self.source.game.clone(), &*self.estimate);
        let mut playout = Playout::new(&*game, estimate);
        let found = match self.source.moments.get(at).map(|moment| &moment.what) {
            Some(What::Throw(chance)) => self.throw(&mut playout, at, *chance),
            Some(What::Act(seat, action)) => {
                let next = self.decide(&mut playout, at, *seat, *action);
                Found { before: self.level(&mut playout, at), next: Some(next) }
            }
            None => Found { before: self.level(&mut playout, at), next: None },
        };
        let nodes = playout.nodes;
        self.nodes += nodes;
        found
    }

    /// What the position is worth, by rollouts from it. After a throw that is known already.
    fn level(&self, playout: &mut Playout<'_, G>, at: usize) -> Shares {
        let play = self.source.position(at);
        let last = at.checked_sub(1).and_then(|last| self.found.get(last)).and_then(|found| found.next.as_ref());
        match last {
            Some(Next::Throw { after, .. }) => *after,
            _ if play.turn(playout.game) == Turn::Over => playout.standing(play),
            _ => level(playout, play, self.course(at, self.budget.decision_throws), self.each.level),
        }
    }

    /// The random numbers for a position follow from the match and the number of the step.
    fn course(&self, at: usize, throws: u32) -> Course {
        let seed = players::Rng::stream(self.source.seed(), at as u64).bits();
        Course { seed, number: 0, throws }
    }

    /// All outcomes of a throw, each played out along the same later throws.
    fn throw(&self, playout: &mut Playout<'_, G>, at: usize, fell: G::Chance) -> Found {
        let game = playout.game;
        let mut play = self.source.position(at).clone();
        let mut outcomes = Vec::new();
        game.chance_outcomes(&play.state, &mut outcomes);
        let sums = self.outcome_shares(playout, &mut play, &outcomes, at);
        let (mut sum, mut weights, mut after, mut own) = ([0.0; MAX_SEATS], 0.0, [0.0; MAX_SEATS], 0.0);
        for ((chance, weight), shares) in outcomes.iter().zip(&sums) {
            let weight = f64::from(*weight);
            add(&mut sum, shares, weight);
            weights += weight;
            if *chance == fell {
                (after, own) = (*shares, weight);
            }
        }
        let next = Next::Throw { seat: game.thrower(&play.state), probability: own / weights, after };
        Found { before: mean(&sum, weights), next: Some(next) }
    }

    /// The shares of all seats after each outcome.
    fn outcome_shares(
        &self,
        playout: &mut Playout<'_, G>,
        play: &mut kernel::Play<G>,
        outcomes: &[(G::Chance, u32)],
        at: usize,
    ) -> Vec<Shares> {
        let (game, until) = (playout.game, playout.nodes + self.each.throw);
        let mut course = self.course(at, self.budget.throw_throws);
        let mut sums = vec![[0.0; MAX_SEATS]; outcomes.len()];
        loop {
            let begun = playout.nodes;
            for ((chance, _), sum) in outcomes.iter().zip(&mut sums) {
                let before = play.bookmark();
                play.apply_chance(game, *chance);
                add(sum, &playout.run(play, course), 1.0);
                play.back_to(before);
            }
            course.number += 1;
            // One position each: there was nothing to play out.
            let nothing_left = playout.nodes - begun <= outcomes.len() as u64;
            let spent = playout.nodes >= until && course.number >= LEAST_OF_A_THROW;
            if nothing_left || spent || course.number >= MOST_OF_A_THROW {
                return sums.iter().map(|sum| mean(sum, f64::from(course.number))).collect();
            }
        }
    }

    /// Compares the action with the others, by what its seat could know.
    fn decide(&self, playout: &mut Playout<'_, G>, at: usize, seat: Seat, played: G::Action) -> Next {
        let game = playout.game;
        let known = self.source.position(at).known_to(game, seat).into_play();
        let choices = choices(game, &known, seat, played);
        let forced = choices.is_none();
        let compared = choices.map_or_else(Compared::equal, |actions| {
            let seed = self.course(at, 0).seed;
            let (budget, nodes) = (self.budget, self.each.decision);
            Comparison { playout, budget, nodes, seed, seat, known }.judge(played, &actions)
        });
        self.decision(at, seat, played, forced, compared)
    }

    /// A decision in words.
    fn decision(&self, at: usize, seat: Seat, played: G::Action, forced: bool, compared: Compared<G::Action>) -> Next {
        let game = &*self.source.game;
        let known = self.source.position(at).known_to(game, seat).into_play();
        let better = compared.better.map(|better| {
            let gesture = better.line.first().map(|(_, action)| game.gesture(&known.state, seat, *action));
            let Gesture { label, steps: points, .. } = gesture.unwrap_or_default();
            let fact = reasons::fact(game, &known, seat, played, &better);
            InWords { fact, line: written(game, &known, &better.line), label, points, wins: better.wins }
        });
        let write = |&(action, loss): &(G::Action, f64)| {
            let own = || self.source.moments[at].notation.clone();
            let notation = if action == played { own() } else { game.write(&known.state, action) };
            AnalysedAction { notation, loss }
        };
        let alternatives = compared.alternatives.iter().map(write).collect();
        Next::Decision { seat, forced, loss: compared.loss, better, alternatives }
    }

    /// The step with this index, once the position after it is known.
    fn analysed(&self, at: usize) -> Option<AnalysedStep> {
        let (moment, found) = (self.source.moments.get(at)?, self.found.get(at)?);
        let following = self.found.get(at + 1)?;
        let (id, listed) = (|seat: Seat| self.source.game.seat(seat).id.to_owned(), |of| self.source.listed(of));
        let step = AnalysedStep {
            step: at as u32 + 1,
            seat: None,
            notation: moment.notation.clone(),
            chances: Vec::new(),
            decision: None,
            throw: None,
        };
        Some(match found.next.as_ref()? {
            Next::Throw { seat, probability, after } => {
                let mut luck = *after;
                add(&mut luck, &found.before, -1.0);
                let (expected, luck) = (listed(&found.before), listed(&luck));
                let throw = Some(AnalysedThrow { probability: *probability, expected, luck });
                AnalysedStep { seat: seat.map(id), chances: listed(after), throw, ..step }
            }
            Next::Decision { seat, forced, loss, better, alternatives } => {
                let played = following.before[seat.index()];
                let decision = judged(played, *forced, *loss, better.as_ref());
                let decision = with_alternatives(decision, alternatives, &moment.notation);
                let chances = listed(&following.before);
                AnalysedStep { seat: Some(id(*seat)), chances, decision: Some(decision), ..step }
            }
        })
    }
}

/// Minimum number of positions of a search.
const LEAST_OF_A_SEARCH: u64 = 100;
/// Minimum and maximum number of rollouts of each outcome of a throw.
const LEAST_OF_A_THROW: u32 = 6;
const MOST_OF_A_THROW: u32 = 432;

impl<G: FullGame> DynAnalyser for Analyser<G> {
    fn step(&mut self) -> Progress {
        if !self.progress().is_complete() {
            let found = self.look(self.found.len());
            self.found.push(found);
        }
        self.progress()
    }

    fn fingerprint(&self) -> &str {
        &self.source.fingerprint
    }

    fn progress(&self) -> Progress {
        Progress { done: self.found.len() as u32, of: self.source.moments.len() as u32 + 1 }
    }

    fn analysis(&self) -> Analysis {
        let source = &self.source;
        let steps: Vec<_> = (0..source.moments.len()).map_while(|at| self.analysed(at)).collect();
        let result = source.listed(&source.result);
        let summary = |(at, seat)| summary::seat_summary(seat, at, &steps, result[at]);
        Analysis {
            version: VERSION,
            game: G::INFO.slug.to_owned(),
            fingerprint: source.fingerprint.clone(),
            complete: self.progress().is_complete(),
            seats: source.seats.iter().enumerate().map(summary).collect(),
            start: self.found.first().map(|found| source.listed(&found.before)).unwrap_or_default(),
            turning_points: summary::turning_points(&steps),
            steps,
            result,
            ending: source.ending.clone(),
            nodes: self.nodes,
        }
    }
}

/// Spreads the budget over the decisions and throws of a match.
fn spread<G: FullGame>(source: &Source<G>, budget: Budget, open: bool) -> Each {
    let game = &*source.game;
    let throws = source.moments.iter().filter(|moment| matches!(moment.what, What::Throw(_))).count() as u64;
    let unforced = |moment: &&crate::source::Moment<G>| match moment.what {
        What::Act(seat, action) => choices(game, &moment.before, seat, action).is_some(),
        What::Throw(_) => false,
    };
    let decisions = source.moments.iter().filter(unforced).count() as u64;
    if open {
        // Each position is searched once, most decisions twice more, and for mistakes some other actions as well.
        let others = decisions / 4 * MOST_OTHERS as u64;
        let searches = source.moments.len() as u64 + 1 + 2 * decisions + others;
        let each = (budget.nodes / searches).min(budget.most_each).max(LEAST_OF_A_SEARCH);
        return Each { decision: each, throw: 0, level: each };
    }
    let part = |percent: u64, of: u64| (budget.nodes / 100 * percent / of.max(1)).min(budget.most_each);
    Each { decision: part(50, decisions), throw: part(40, throws), level: part(10, decisions) }
}

/// The actions that the one that was played is compared with, itself included. `None` if there was no choice, or if it
/// is an agreement between people, which is not judged.
fn choices<G: FullGame>(game: &G, play: &kernel::Play<G>, seat: Seat, played: G::Action) -> Option<Vec<G::Action>> {
    let mut actions = Vec::new();
    game.legal_actions(&play.state, seat, &mut actions);
    actions.retain(|action| game.for_computers(&play.state, seat, *action));
    Some(actions).filter(|actions| actions.len() > 1 && actions.contains(&played))
}

/// A line of play in notation.
pub(crate) fn written<G: FullGame>(game: &G, known: &kernel::Play<G>, line: &[(Seat, G::Action)]) -> Vec<String> {
    let mut play = known.clone();
    line.iter()
        .map(|(seat, action)| {
            let text = game.write(&play.state, *action);
            play.apply(game, *seat, *action);
            text
        })
        .collect()
}

/// The decision with its chances. A loss is at most what there was to lose.
fn judged(played: f64, forced: bool, loss: f64, better: Option<&InWords>) -> AnalysedDecision {
    let loss = loss.min(1.0 - played).max(0.0);
    let (best, better) = (played + loss, better.filter(|_| loss > 0.0));
    AnalysedDecision {
        forced,
        played,
        best,
        loss,
        verdict: Verdict::on(loss),
        line: better.map(|better| better.line.clone()).unwrap_or_default(),
        label: better.map(|better| better.label.clone()).filter(|label| !label.is_empty()),
        points: better.map(|better| better.points.clone()).unwrap_or_default(),
        reason: better.map(|better| reasons::or_chances(better.fact.as_ref(), best, played, better.wins)),
        alternatives: Vec::new(),
    }
}

/// The decision with the actions that were compared, if it has a verdict. None loses more than the one that is best could
/// win, and the one that was played loses what the decision says.
fn with_alternatives(decision: AnalysedDecision, compared: &[AnalysedAction], played: &str) -> AnalysedDecision {
    if decision.verdict.is_none() {
        return decision;
    }
    let capped = |action: &AnalysedAction| {
        let loss = if action.notation == played { decision.loss } else { action.loss.min(decision.best) };
        AnalysedAction { loss, ..action.clone() }
    };
    let mut alternatives: Vec<_> = compared.iter().map(capped).collect();
    alternatives.sort_by(|one, other| one.loss.total_cmp(&other.loss));
    AnalysedDecision { alternatives, ..decision }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::fighting_marines::FightingMarines;
    use kernel::dynamic::MatchConfig;
    use kernel::record::{RecordSeat, Step};

    /// A match that ends by resignation after some throws.
    fn record() -> Record {
        let game = games::fighting_marines();
        let mut played = game.start_with(&MatchConfig::players(3)).expect("a match");
        for at in 0..12_u32 {
            match played.legal_moves().first().cloned() {
                Some(action) => drop(played.play(&action).expect("a legal action")),
                None => drop(played.throw_with(|sum| (17 * at + 5) % sum).expect("a throw")),
            }
        }
        let seats = played.inner().seats().into_iter();
        let seats = seats.map(|info| RecordSeat { seat: info.id.into(), name: info.name.into() });
        let hash = table::board_hash(game.standard_board());
        let mut record = Record::blank(game.info(), hash, played.inner().config(), seats.collect());
        record.steps = played.inner().played().iter().map(|played| played.step.clone()).collect();
        record.steps.push(Step::Resign { resign: "red".into(), relief: None });
        let (shares, reason) = (vec![0.0, 0.5, 0.5], "Red resigns.".into());
        record.result = Some(kernel::record::Result { shares, account: None, reason, rules: Vec::new() });
        record
    }

    #[test]
    fn the_luck_of_a_throw_averaged_over_its_outcomes_is_zero() {
        let budget = Budget::full("fighting-marines").divided(400);
        let analyser =
            Analyser::<FightingMarines>::new(games::fighting_marines(), &record(), budget).expect("it is over");
        let (game, mut throws) = (analyser.source.game.clone(), 0);
        for (at, moment) in analyser.source.moments.iter().enumerate() {
            if !matches!(moment.what, What::Throw(_)) {
                continue;
            }
            let (mut luck, mut outcomes, mut sum) = ([0.0; MAX_SEATS], Vec::new(), 0.0);
            kernel::Game::chance_outcomes(&*game, &moment.before.state, &mut outcomes);
            for (chance, weight) in outcomes {
                let mut playout = Playout::new(&*game, &*analyser.estimate);
                let found = analyser.throw(&mut playout, at, chance);
                let Some(Next::Throw { after, .. }) = found.next else { panic!("a throw") };
                add(&mut luck, &after, f64::from(weight));
                add(&mut luck, &found.before, -f64::from(weight));
                sum += f64::from(weight);
            }
            assert!(mean(&luck, sum).iter().all(|luck| luck.abs() < 1e-12), "step {at}: {luck:?}");
            throws += 1;
        }
        assert!(throws >= 3, "{throws}");
    }
}
