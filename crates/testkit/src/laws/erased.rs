//! Laws about type-erased matches: legal moves, scenes, views, positions, undo, replay.

use super::reasons::print;
use super::{Checker, MAX_FOREIGN, Step, Trace, is_checked, some};
use kernel::dynamic::{DynMatch, LegalMove, MatchSetup, PresentMatch, TypedMatch};
use kernel::scene::{Scene, Spot, Token};
use kernel::{FullGame, Seat, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

/// At one checked step in this many, the position is written, set up again and compared.
const POSITION_SAMPLE: u32 = 12;
/// At one checked step in this many, the rest of the match is played on both.
const PLAY_ON_SAMPLE: u32 = 80;

/// What an undo must restore.
struct Snapshot<G: FullGame> {
    state: G::State,
    history: String,
    tokens: Vec<Token>,
    moves: Vec<Vec<LegalMove>>,
    played: usize,
}

/// Plays one type-erased match and checks every law about it.
pub(super) fn check_match<G: FullGame>(checker: &mut Checker<G>, start: &TypedMatch<G>, seed: u64, trace: &mut Trace) {
    trace.played.clear();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut sampler = Xoshiro256PlusPlus::seed_from_u64(!seed);
    let mut table = start.clone();
    let mut snapshots = vec![(0, checker.snapshot(&table))];
    let mut steps = 0;
    while let Some(step) = checker.random_step(table.current_play(), &mut dice) {
        steps += 1;
        if !is_checked(steps, &mut sampler) {
            checker.act(&mut table, step, trace);
            continue;
        }
        checker.check_legal_moves(&table, &mut sampler);
        checker.check_twins(&table, &mut sampler);
        if sampler.random_range(0..POSITION_SAMPLE) == 0 {
            checker.check_position(&table, start, &mut sampler);
        }
        let before = table.scene(Viewer::Referee);
        checker.check_refusals(&mut table, &mut sampler);
        checker.check_known_history(table.current_play(), &step);
        checker.act(&mut table, step, trace);
        check_tokens(&before, &table.scene(Viewer::Referee));
        snapshots.push((steps, checker.snapshot(&table)));
    }
    checker.check_legal_moves(&table, &mut sampler);
    checker.check_position(&table, start, &mut sampler);
    checker.check_replay(&table, start);
    checker.check_undo(&mut table, snapshots);
}

impl<G: FullGame> Checker<G> {
    fn snapshot(&self, table: &TypedMatch<G>) -> Snapshot<G> {
        Snapshot {
            state: table.current_play().state,
            history: print(&table.current_play().history),
            tokens: table.scene(Viewer::Referee).tokens,
            moves: self.seats().map(|seat| table.legal_moves(seat)).collect(),
            played: table.played().len(),
        }
    }

    fn act(&self, table: &mut TypedMatch<G>, step: Step<G>, trace: &mut Trace) {
        match step {
            Step::Act(seat, action) => {
                let name = self.game.write(&table.current_play().state, action);
                trace.add(|| name.clone());
                let played = table.play(seat, &name).unwrap_or_else(|refusal| panic!("{name} is refused: {refusal}"));
                assert_eq!(played.len(), 1, "{name} is one action");
                assert_eq!(table.played().last(), played.last());
            }
            Step::Chance(chance) => {
                let name = self.game.write_chance(chance);
                trace.add(|| name.clone());
                table.apply_chance(&name).unwrap_or_else(|refusal| panic!("{name} is refused: {refusal}"));
            }
        }
    }

    /// The legal moves are the legal actions, and the steps of each gesture exist.
    fn check_legal_moves(&mut self, table: &TypedMatch<G>, sampler: &mut Xoshiro256PlusPlus) {
        let state = &table.current_play().state;
        let scene = table.scene(Viewer::Referee);
        for seat in self.seats() {
            let moves = table.legal_moves(seat);
            let legal: Vec<_> =
                self.legal_actions(state, seat).iter().map(|action| self.game.write(state, *action)).collect();
            assert!(
                moves.iter().map(|legal_move| &legal_move.action).eq(&legal),
                "the legal moves are {moves:?}, the legal actions {legal:?}"
            );
            let mut gestures = HashSet::new();
            let all: Vec<&LegalMove> = moves.iter().collect();
            for legal_move in some(&all, sampler) {
                assert_eq!(
                    table.why(seat, &legal_move.action).map(|rules| rules.is_empty()),
                    Ok(false),
                    "{legal_move:?}"
                );
            }
            for legal_move in all {
                assert!(!legal_move.gesture.label.is_empty(), "{legal_move:?}");
                assert!(
                    gestures.insert((&legal_move.gesture.steps, &legal_move.gesture.label)),
                    "{legal_move:?} has the same gesture as another"
                );
                for step in &legal_move.gesture.steps {
                    assert!(can_be_pointed_at(&scene, step), "{legal_move:?}: nothing is called {step}");
                }
            }
        }
        let sum: f64 = table.chance_outcomes().iter().map(|chance| chance.p).sum();
        assert!(table.turn() != Turn::Chance || (sum - 1.0).abs() < 1e-9, "probabilities sum to {sum}");
        assert_eq!(table.chance_outcomes().is_empty(), table.turn() != Turn::Chance);
        check_scene(&scene);
    }

    /// Illegal and unreadable actions are refused, and nothing changes.
    fn check_refusals(&mut self, table: &mut TypedMatch<G>, sampler: &mut Xoshiro256PlusPlus) {
        let (state, count) = (table.current_play().state, table.played().len());
        for seat in self.seats() {
            let legal: HashSet<_> = table.legal_moves(seat).into_iter().map(|legal_move| legal_move.action).collect();
            let foreign_action = self.foreign.get(sampler.random_range(0..MAX_FOREIGN));
            let written =
                foreign_action.map_or(String::new(), |foreign_action| self.game.write(&state, *foreign_action));
            for text in [written.as_str(), "", "?", "é–x", "pass pass pass"] {
                if legal.contains(text) {
                    continue;
                }
                let refusal = table.play(seat, text).expect_err(text);
                self.check_rule(refusal.rule);
                assert_eq!(table.why(seat, text), Err(refusal), "play and why refuse {text} differently");
            }
            assert_eq!(
                (table.current_play().state, table.played().len()),
                (state, count),
                "a refusal changes the match"
            );
        }
        if table.turn() != Turn::Chance {
            assert!(table.apply_chance("1").is_err(), "dice are thrown when it is not chance's turn");
        }
    }

    /// Steps whose redacted results are equal give equal views.
    fn check_twins(&self, table: &TypedMatch<G>, sampler: &mut Xoshiro256PlusPlus) {
        let state = &table.current_play().state;
        let mut branches: Vec<TypedMatch<G>> = Vec::new();
        for chance in table.chance_outcomes() {
            let mut branch = table.clone();
            branch.apply_chance(&chance.outcome).unwrap_or_else(|refusal| panic!("{}: {refusal}", chance.outcome));
            branches.push(branch);
        }
        for seat in self.seats() {
            for action in some(&self.legal_actions(state, seat), sampler) {
                if self.hides_after(table, seat, action) {
                    let mut branch = table.clone();
                    let name = self.game.write(state, action);
                    branch.play(seat, &name).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                    branches.push(branch);
                }
            }
        }
        for viewer in self.viewers() {
            for (index, one) in branches.iter().enumerate() {
                for other in &branches[..index] {
                    let known = |table: &TypedMatch<G>| self.game.redact(&table.current_play().state, viewer);
                    if known(one) == known(other) {
                        let (one, other) = (self.view(one, viewer), self.view(other, viewer));
                        assert_eq!(one, other, "{viewer:?} can tell apart what it may not");
                    }
                }
            }
        }
    }

    /// Is anything hidden after this action?
    fn hides_after(&self, table: &TypedMatch<G>, seat: Seat, action: G::Action) -> bool {
        let mut after = table.current_play().clone();
        after.apply(&self.game, seat, action);
        self.viewers().iter().any(|viewer| self.game.redact(&after.state, *viewer) != after.state)
    }

    fn view(&self, table: &TypedMatch<G>, viewer: Viewer) -> String {
        let scene = table.scene(viewer);
        let (moves, known) = match viewer {
            Viewer::Seat(seat) => {
                let known = table.current_play().known_to(&self.game, seat);
                (table.legal_moves(seat), print(&known.play().history))
            }
            _ => (Vec::new(), String::new()),
        };
        let shown =
            (&scene.tokens, &scene.trays, &scene.marks, &scene.headline, &scene.needs, &scene.throw, scene.turned);
        let position = table.position(viewer);
        format!("{shown:?} {:?} {:?} {moves:?} {position} {known}", scene.mood, scene.standings)
    }

    /// A position written as text and set up again is the same, and plays on in the same way.
    fn check_position(&mut self, table: &TypedMatch<G>, start: &TypedMatch<G>, sampler: &mut Xoshiro256PlusPlus) {
        let text = table.position(Viewer::Referee).to_string();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let mut twin = start.clone();
        twin.place(value.clone()).unwrap_or_else(|faults| panic!("{faults:?}: {text}"));
        assert_eq!(twin.current_play().state, table.current_play().state, "{text}");
        assert_eq!(twin.position(Viewer::Referee), value, "a position changes when it is written and set up");
        assert_eq!((twin.turn(), twin.outcome(), twin.verdict()), (table.turn(), table.outcome(), table.verdict()));
        for seat in self.seats() {
            assert_eq!(twin.legal_moves(seat), table.legal_moves(seat));
        }
        if sampler.random_range(0..PLAY_ON_SAMPLE / POSITION_SAMPLE) == 0 {
            self.check_play_on(table.current_play().clone(), twin.current_play().clone(), sampler);
        }
    }

    fn check_play_on(&mut self, mut one: kernel::Play<G>, mut twin: kernel::Play<G>, sampler: &mut Xoshiro256PlusPlus) {
        for _ in 0..super::LONGEST {
            assert_eq!(one.state, twin.state, "a position set up again plays on differently");
            let Some(step) = self.random_step(&one, sampler) else { return };
            for play in [&mut one, &mut twin] {
                self.take(play, &step, &mut Trace::off());
            }
        }
        panic!("the match did not end within {} steps", super::LONGEST);
    }

    /// Replaying the steps gives the same match.
    fn check_replay(&self, table: &TypedMatch<G>, start: &TypedMatch<G>) {
        use kernel::record::Step as Recorded;
        let mut again = TypedMatch::<G>::open(start.config()).unwrap_or_else(|faults| panic!("{faults:?}"));
        for entry in table.played() {
            let step = serde_json::to_string(&entry.step).unwrap_or_default();
            match serde_json::from_str(&step).unwrap_or_else(|error| panic!("{error}: {step}")) {
                Recorded::Act { seat, action } => {
                    let seat = again.seat(&seat).unwrap_or_else(|| panic!("there is no seat {seat}"));
                    let lines = again.play(seat, &action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
                    assert_eq!(lines.last(), Some(entry));
                }
                Recorded::Chance { chance, .. } => {
                    again.apply_chance(&chance).unwrap_or_else(|refusal| panic!("{chance}: {refusal}"));
                }
                other => panic!("{other:?} was not played"),
            }
        }
        assert_eq!(again.current_play().state, table.current_play().state);
        assert_eq!(print(&again.current_play().history), print(&table.current_play().history));
        assert_eq!((again.outcome(), again.verdict()), (table.outcome(), table.verdict()));
    }

    /// Undoing step by step goes through every position again.
    fn check_undo(&self, table: &mut TypedMatch<G>, snapshots: Vec<(usize, Snapshot<G>)>) {
        for (steps, was) in snapshots.into_iter().rev() {
            while table.played().len() > steps {
                assert!(table.undo(), "every step can be undone");
            }
            let now = self.snapshot(table);
            assert_eq!((now.state, now.history), (was.state, was.history));
            assert_eq!((now.tokens, now.moves, now.played), (was.tokens, was.moves, was.played));
        }
        assert!(!table.undo(), "more steps were undone than were played");
    }
}

fn can_be_pointed_at(scene: &Scene, name: &str) -> bool {
    scene.plan.space(name).is_some()
        || scene.trays.iter().any(|tray| tray.id == name)
        || scene.tokens.iter().any(|token| token.id.to_string() == name)
}

/// Every token has its own id and an existing place; no place holds two of a kind.
fn check_scene(scene: &Scene) {
    let mut ids = HashSet::new();
    let mut spots = HashSet::new();
    for token in &scene.tokens {
        assert!(token.id != 0 && ids.insert(token.id), "{token:?} has no unique id");
        assert!(spots.insert((&token.at, token.kind)), "{token:?} stands on another");
        assert!(scene.plan.token(token.kind).is_some(), "{token:?} has no drawing");
        assert!(!token.label.is_empty(), "{token:?} has no name");
        let there = match &token.at {
            Spot::Space(space) => scene.plan.space(space).is_some(),
            Spot::Tray(tray, _) => scene.trays.iter().any(|known| known.id == *tray),
        };
        assert!(there, "{token:?} has no place");
    }
    for (space, mark) in &scene.marks {
        assert!(scene.plan.space(space).is_some(), "{mark:?} marks {space}, which does not exist");
    }
    assert!(!scene.headline.is_empty(), "the headline is empty");
}

/// A token that stayed keeps its id, and an id keeps its kind of piece.
fn check_tokens(before: &Scene, after: &Scene) {
    for token in &after.tokens {
        let was = |old: &&Token| old.at == token.at && old.kind == token.kind && old.seat == token.seat;
        if let Some(old) = before.tokens.iter().find(was) {
            assert_eq!(old.id, token.id, "{token:?} stayed and has another id");
        }
        if let Some(old) = before.tokens.iter().find(|old| old.id == token.id) {
            assert_eq!((old.kind, old.seat), (token.kind, token.seat), "{old:?} has turned into {token:?}");
        }
    }
}
