//! Examines a decision: is one action clearly the best, is that hard enough to see, and does a deeper search agree?

use analysis::{Budget, Care, Ranking, alike, rank};
use kernel::exercise::{Exercise, Judged, Reason};
use kernel::{FullGame, Known, Play, Seat};
use players::{Level, PlayerKind, ProofSearch, Rng, Verdict, suits_alpha_beta};

/// The best action must leave the seat at least this share of the win: a lost position is no puzzle.
const LEAST_SHARE: f64 = 0.15;
/// It must lead by this share of the win ...
const LEAD: f64 = 0.06;
/// ... and by this number of standard errors, in the first look and in the deeper one.
const ERRORS: [f64; 2] = [2.0, 4.0];
/// The deeper look has this many times the positions of the first.
const DEEPER: u64 = 10;
/// Maximum number of positions of a proof.
const PROOF_NODES: u64 = 200_000;
/// Minimum number of different actions.
const LEAST_CHOICE: usize = 3;
/// Maximum number of judged actions of a puzzle.
const MOST_JUDGED: usize = 12;

/// A decision that makes a puzzle.
pub(super) struct Found {
    pub(super) exercise: Exercise,
    pub(super) difficulty: u8,
    /// What the best action brings, and whether it is in the middle of a turn.
    pub(super) kind: String,
}

/// Examines the decisions of one match.
pub(super) struct Examiner<'g, G: FullGame> {
    game: &'g G,
    seed: u64,
    first: Budget,
    deeper: Budget,
    /// Puzzles of this match that the greedy player solves.
    easy: usize,
    divided: u64,
}

impl<'g, G: FullGame> Examiner<'g, G> {
    pub(super) fn new(game: &'g G, seed: u64, divided: u64) -> Self {
        let full = Budget::full(G::INFO.slug);
        let nodes = first_nodes(G::INFO.slug) / divided.max(1);
        let first = Budget { most_each: nodes, ..full };
        let deeper = Budget { most_each: DEEPER * nodes, candidates: 2 * full.candidates, ..full };
        Examiner { game, seed, first, deeper, easy: 0, divided: divided.max(1) }
    }

    /// What makes this decision of the seat a puzzle; `None` if it is none.
    pub(super) fn examine(&mut self, play: &Play<G>, seat: Seat, number: u64) -> Option<Found> {
        let known = play.known_to(self.game, seat);
        let groups = self.choices(&known)?;
        let actions: Vec<G::Action> = groups.iter().map(|group| group[0]).collect();
        let in_group = |action: G::Action| groups.iter().find(|group| group.contains(&action)).map(|group| group[0]);
        let greedy = in_group(self.choice(&known, PlayerKind::Greedy)?)?;
        let seed = Rng::stream(self.seed, number).bits();
        let care = Care { budget: self.first, seed, lead: LEAD, errors: ERRORS[0] };
        let ranking = rank(self.game, &known, &actions, greedy, &care)?;
        let best = ranking.actions.first().filter(|best| best.share >= LEAST_SHARE)?.action;
        if greedy == best && (self.easy > 0 || self.is_obvious(&known, best, &actions)) {
            return None;
        }
        let care = Care { budget: self.deeper, seed: !seed, lead: LEAD, errors: ERRORS[1] };
        let mut ranking = rank(self.game, &known, &actions, greedy, &care)?;
        let general = in_group(self.choice(&known, PlayerKind::Level(Level::General))?)?;
        if ranking.best() != Some(best) || general != best || !self.is_only_win(&known, &mut ranking) {
            return None;
        }
        let captain = in_group(self.choice(&known, PlayerKind::Level(Level::Captain))?)?;
        let difficulty = if greedy == best { 1 } else { 3 - u8::from(captain == best) };
        let exercise = self.exercise(&known, &ranking, &groups, greedy)?;
        self.easy += usize::from(difficulty == 1);
        Some(Found { exercise, difficulty, kind: self.kind(&known, best) })
    }

    /// The legal actions, those with the same effect together; `None` without enough of a choice, or if the rules offer
    /// agreements between people, which are not judged.
    fn choices(&self, known: &Known<G>) -> Option<Vec<Vec<G::Action>>> {
        let (state, seat, mut actions) = (known.state(), known.seat(), Vec::new());
        self.game.legal_actions(state, seat, &mut actions);
        if actions.len() < LEAST_CHOICE || !actions.iter().all(|one| self.game.for_computers(state, seat, *one)) {
            return None;
        }
        Some(alike(self.game, known.play(), seat, &actions)).filter(|groups| groups.len() >= LEAST_CHOICE)
    }

    /// What a player of this kind would do.
    fn choice(&self, known: &Known<G>, kind: PlayerKind) -> Option<G::Action> {
        players::player(kind, self.seed).choose(self.game, known).map(|thought| thought.action)
    }

    /// Is the best action the only one of its tone, such as the only capture?
    fn is_obvious(&self, known: &Known<G>, best: G::Action, actions: &[G::Action]) -> bool {
        let tone = |action: G::Action| self.game.gesture(known.state(), known.seat(), action).tone;
        let own = tone(best);
        own != kernel::scene::Tone::Plain && actions.iter().filter(|action| tone(**action) == own).count() == 1
    }

    /// In games with forced wins: looks for a proof that the best action wins, and refuses a position in which another
    /// one wins as well. Elsewhere there is nothing to check.
    fn is_only_win(&self, known: &Known<G>, ranking: &mut Ranking<G::Action>) -> bool {
        if !suits_alpha_beta(self.game, known) {
            return true;
        }
        let mut wins = ranking.actions.iter().map(|ranked| self.is_proven(known, ranked.action));
        let best_wins = wins.next().unwrap_or(false);
        let another_wins = best_wins && wins.any(|wins| wins);
        ranking.wins = best_wins;
        !another_wins
    }

    fn is_proven(&self, known: &Known<G>, action: G::Action) -> bool {
        let (seat, mut play) = (known.seat(), known.play().clone());
        play.apply(self.game, seat, action);
        if let Some(outcome) = self.game.outcome(&play.state) {
            return outcome.winner() == Some(seat);
        }
        let found = ProofSearch::new(PROOF_NODES / self.divided).run(self.game, &play.state, seat, &mut |_| true);
        found.is_ok_and(|found| matches!(found.verdict, Verdict::Won(_)))
    }

    fn kind(&self, known: &Known<G>, best: G::Action) -> String {
        let tone = self.game.gesture(known.state(), known.seat(), best).tone.word();
        let part = if self.game.mid_turn(known.state()) { "mid-turn" } else { "turn" };
        format!("{tone} {part}")
    }

    /// The decision as people get it; `None` if its position cannot be written.
    fn exercise(
        &self,
        known: &Known<G>,
        ranking: &Ranking<G::Action>,
        groups: &[Vec<G::Action>],
        tempting: G::Action,
    ) -> Option<Exercise> {
        let (game, seat, play) = (self.game, known.seat(), known.play());
        let reason = ranking.reason(game, known, tempting)?;
        let reason = Reason { text: reason.text, rules: reason.rules.iter().map(ToString::to_string).collect() };
        Some(Exercise {
            players: game.players(),
            options: Default::default(),
            board: None,
            rules_version: G::INFO.rules_version,
            start: Some(written_position(game, play)?),
            before: Vec::new(),
            seat: game.seat(seat).id.to_owned(),
            judged: self.judged(play, ranking, groups),
            reason,
            line: ranking.line.clone(),
        })
    }

    /// The ranked actions in notation, each with those that have the same effect.
    fn judged(&self, play: &Play<G>, ranking: &Ranking<G::Action>, groups: &[Vec<G::Action>]) -> Vec<Judged> {
        let ranked = ranking.actions.iter().take(MOST_JUDGED);
        let same = |action: G::Action| groups.iter().find(move |group| group[0] == action).into_iter().flatten();
        let judged = ranked.flat_map(|ranked| same(ranked.action).map(|action| (*action, rounded(ranked.loss))));
        let judged = judged.map(|(action, loss)| Judged { notation: self.game.write(&play.state, action), loss });
        let mut judged: Vec<Judged> = judged.collect();
        // Losses of alpha-beta are found one after the other, and a later one may be smaller.
        judged.sort_by(|one, other| one.loss.total_cmp(&other.loss));
        judged
    }
}

/// The best action by a first look with this seed.
pub(super) fn best<G: FullGame>(game: &G, known: &Known<G>, seed: u64) -> Option<String> {
    let (mut actions, budget) = (Vec::new(), Examiner::new(game, seed, 1).first);
    game.legal_actions(known.state(), known.seat(), &mut actions);
    let care = Care { budget, seed, lead: 0.0, errors: 0.0 };
    let ranking = rank(game, known, &actions, *actions.first()?, &care)?;
    Some(game.write(known.state(), ranking.best()?))
}

/// Number of positions of the first look at a decision; for alpha-beta at each candidate.
fn first_nodes(slug: &str) -> u64 {
    match slug {
        "three-musketeers" => 4_000,
        "conflict" => 6_000,
        _ => 40_000,
    }
}

/// A loss to a tenth of a percent; only the best has none.
fn rounded(loss: f64) -> f64 {
    if loss <= 0.0 { 0.0 } else { ((loss * 1_000.0).round() / 1_000.0).max(0.001) }
}

/// The position as a document, if setting it up gives the same position again.
fn written_position<G: FullGame>(game: &G, play: &Play<G>) -> Option<serde_json::Value> {
    let written = serde_json::to_value(game.position(&play.state, &play.history)).ok()?;
    let (state, _) = game.place(serde_json::from_value(written.clone()).ok()?).ok()?;
    (state == play.state).then_some(written)
}
