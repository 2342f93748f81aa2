//! Laws about the door: offers, scenes, views, positions, undo, replay.

use super::reasons::print;
use super::{Court, STRANGERS, Step, Story, looks, some};
use kernel::dynamic::{DynMatch, LegalMove, MatchSetup, PresentMatch, TypedMatch};
use kernel::scene::{Scene, Spot, Token};
use kernel::{FullGame, Seat, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

/// At one step in this many the position is written, set up again and compared.
const POSITION_SAMPLE: u32 = 12;
/// At one step in this many the rest of the match is played on both.
const FUTURE_SAMPLE: u32 = 80;

/// What an undo must bring back.
struct Snapshot<G: FullGame> {
    state: G::State,
    history: String,
    tokens: Vec<Token>,
    offers: Vec<Vec<LegalMove>>,
    told: usize,
}

/// One match through the door, with every law about it.
pub(super) fn check_match<G: FullGame>(court: &mut Court<G>, start: &TypedMatch<G>, seed: u64, story: &mut Story) {
    story.played.clear();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut glance = Xoshiro256PlusPlus::seed_from_u64(!seed);
    let mut table = start.clone();
    let mut way = vec![(0, court.snapshot(&table))];
    let mut steps = 0;
    while let Some(step) = court.random_step(table.moment(), &mut dice) {
        steps += 1;
        if !looks(steps, &mut glance) {
            court.act(&mut table, step, story);
            continue;
        }
        court.check_offers(&table, &mut glance);
        court.check_twins(&table, &mut glance);
        if glance.random_range(0..POSITION_SAMPLE) == 0 {
            court.check_position(&table, start, &mut glance);
        }
        let before = table.scene(Viewer::Referee);
        court.check_refusals_at_the_door(&mut table, &mut glance);
        court.check_known_history(table.moment(), &step);
        court.act(&mut table, step, story);
        check_tokens(&before, &table.scene(Viewer::Referee));
        way.push((steps, court.snapshot(&table)));
    }
    court.check_offers(&table, &mut glance);
    court.check_position(&table, start, &mut glance);
    court.check_replay(&table, start);
    court.check_undo(&mut table, way);
}

impl<G: FullGame> Court<G> {
    fn snapshot(&self, table: &TypedMatch<G>) -> Snapshot<G> {
        Snapshot {
            state: table.moment().state,
            history: print(&table.moment().history),
            tokens: table.scene(Viewer::Referee).tokens,
            offers: self.seats().map(|seat| table.legal_moves(seat)).collect(),
            told: table.played().len(),
        }
    }

    fn act(&self, table: &mut TypedMatch<G>, step: Step<G>, story: &mut Story) {
        match step {
            Step::Act(seat, action) => {
                let name = self.game.write(&table.moment().state, action);
                story.add(|| name.clone());
                let told = table.play(seat, &name).unwrap_or_else(|refusal| panic!("{name} is refused: {refusal}"));
                assert_eq!(told.len(), 1, "{name} is one action");
                assert_eq!(table.played().last(), told.last());
            }
            Step::Chance(chance) => {
                let name = self.game.write_chance(chance);
                story.add(|| name.clone());
                table.apply_chance(&name).unwrap_or_else(|refusal| panic!("{name} is refused: {refusal}"));
            }
        }
    }

    /// What is offered at the door is what is legal, and each offer can be pointed at.
    fn check_offers(&mut self, table: &TypedMatch<G>, glance: &mut Xoshiro256PlusPlus) {
        let state = &table.moment().state;
        let scene = table.scene(Viewer::Referee);
        for seat in self.seats() {
            let offers = table.legal_moves(seat);
            let legal: Vec<_> =
                self.legal_actions(state, seat).iter().map(|action| self.game.write(state, *action)).collect();
            assert!(offers.iter().map(|offer| &offer.action).eq(&legal), "{offers:?} are offered, {legal:?} are legal");
            let mut gestures = HashSet::new();
            let all: Vec<&LegalMove> = offers.iter().collect();
            for offer in some(&all, glance) {
                assert_eq!(table.why(seat, &offer.action).map(|rules| rules.is_empty()), Ok(false), "{offer:?}");
            }
            for offer in all {
                assert!(!offer.gesture.label.is_empty(), "{offer:?}");
                assert!(gestures.insert((&offer.gesture.steps, &offer.gesture.label)), "{offer:?} looks like another");
                for step in &offer.gesture.steps {
                    assert!(can_be_pointed_at(&scene, step), "{offer:?}: nothing is called {step}");
                }
            }
        }
        let sum: f64 = table.chance_outcomes().iter().map(|lot| lot.p).sum();
        assert!(table.turn() != Turn::Chance || (sum - 1.0).abs() < 1e-9, "probabilities sum to {sum}");
        assert_eq!(table.chance_outcomes().is_empty(), table.turn() != Turn::Chance);
        check_scene(&scene);
    }

    /// What does not belong here is refused at the door, and nothing changes.
    fn check_refusals_at_the_door(&mut self, table: &mut TypedMatch<G>, glance: &mut Xoshiro256PlusPlus) {
        let (state, told) = (table.moment().state, table.played().len());
        for seat in self.seats() {
            let legal: HashSet<_> = table.legal_moves(seat).into_iter().map(|offer| offer.action).collect();
            let stranger = self.strangers.get(glance.random_range(0..STRANGERS));
            let written = stranger.map_or(String::new(), |stranger| self.game.write(&state, *stranger));
            for text in [written.as_str(), "", "?", "é–x", "pass pass pass"] {
                if legal.contains(text) {
                    continue;
                }
                let refusal = table.play(seat, text).expect_err(text);
                self.check_rule(refusal.rule);
                assert_eq!(table.why(seat, text), Err(refusal), "played and asked, {text} is refused differently");
            }
            assert_eq!((table.moment().state, table.played().len()), (state, told), "a refusal leaves a trace");
        }
        if table.turn() != Turn::Chance {
            assert!(table.apply_chance("1").is_err(), "dice are thrown when nobody asked for them");
        }
    }

    /// Steps whose results the viewer cannot tell apart give the same views.
    fn check_twins(&self, table: &TypedMatch<G>, glance: &mut Xoshiro256PlusPlus) {
        let state = &table.moment().state;
        let mut branches: Vec<TypedMatch<G>> = Vec::new();
        for lot in table.chance_outcomes() {
            let mut branch = table.clone();
            branch.apply_chance(&lot.outcome).unwrap_or_else(|refusal| panic!("{}: {refusal}", lot.outcome));
            branches.push(branch);
        }
        for seat in self.seats() {
            for action in some(&self.legal_actions(state, seat), glance) {
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
                    let known = |table: &TypedMatch<G>| self.game.redact(&table.moment().state, viewer);
                    if known(one) == known(other) {
                        let (one, other) = (self.view(one, viewer), self.view(other, viewer));
                        assert_eq!(one, other, "{viewer:?} can tell apart what it may not");
                    }
                }
            }
        }
    }

    /// Is there anything to hide once the seat has done this?
    fn hides_after(&self, table: &TypedMatch<G>, seat: Seat, action: G::Action) -> bool {
        let mut after = table.moment().clone();
        after.apply(&self.game, seat, action);
        self.viewers().iter().any(|viewer| self.game.redact(&after.state, *viewer) != after.state)
    }

    fn view(&self, table: &TypedMatch<G>, viewer: Viewer) -> String {
        let scene = table.scene(viewer);
        let (offers, known) = match viewer {
            Viewer::Seat(seat) => {
                let known = table.moment().known_to(&self.game, seat);
                (table.legal_moves(seat), print(&known.play().history))
            }
            _ => (Vec::new(), String::new()),
        };
        let shown =
            (&scene.tokens, &scene.trays, &scene.marks, &scene.headline, &scene.needs, &scene.throw, scene.turned);
        let position = table.position(viewer);
        format!("{shown:?} {:?} {:?} {offers:?} {position} {known}", scene.mood, scene.standings)
    }

    /// A position written as text and set up again is the same, now and in all that follows.
    fn check_position(&mut self, table: &TypedMatch<G>, start: &TypedMatch<G>, glance: &mut Xoshiro256PlusPlus) {
        let text = table.position(Viewer::Referee).to_string();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let mut twin = start.clone();
        twin.place(value.clone()).unwrap_or_else(|faults| panic!("{faults:?}: {text}"));
        assert_eq!(twin.moment().state, table.moment().state, "{text}");
        assert_eq!(twin.position(Viewer::Referee), value, "a position changes by being written down");
        assert_eq!((twin.turn(), twin.outcome(), twin.verdict()), (table.turn(), table.outcome(), table.verdict()));
        for seat in self.seats() {
            assert_eq!(twin.legal_moves(seat), table.legal_moves(seat));
        }
        if glance.random_range(0..FUTURE_SAMPLE / POSITION_SAMPLE) == 0 {
            self.check_future(table.moment().clone(), twin.moment().clone(), glance);
        }
    }

    fn check_future(&mut self, mut one: kernel::Play<G>, mut twin: kernel::Play<G>, glance: &mut Xoshiro256PlusPlus) {
        for _ in 0..super::LONGEST {
            assert_eq!(one.state, twin.state, "a position set up again has another future");
            let Some(step) = self.random_step(&one, glance) else { return };
            for play in [&mut one, &mut twin] {
                self.take(play, &step, &mut Story::untold());
            }
        }
        panic!("the match did not end within {} steps", super::LONGEST);
    }

    /// The record played again gives the same match.
    fn check_replay(&self, table: &TypedMatch<G>, start: &TypedMatch<G>) {
        use kernel::record::Step as Recorded;
        let mut again = TypedMatch::<G>::open(start.config()).unwrap_or_else(|faults| panic!("{faults:?}"));
        for told in table.played() {
            let step = serde_json::to_string(&told.step).unwrap_or_default();
            match serde_json::from_str(&step).unwrap_or_else(|error| panic!("{error}: {step}")) {
                Recorded::Act { seat, action } => {
                    let seat = again.seat(&seat).unwrap_or_else(|| panic!("nobody sits at {seat}"));
                    let lines = again.play(seat, &action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
                    assert_eq!(lines.last(), Some(told));
                }
                Recorded::Chance { chance } => {
                    again.apply_chance(&chance).unwrap_or_else(|refusal| panic!("{chance}: {refusal}"));
                }
                other => panic!("nobody played {other:?}"),
            }
        }
        assert_eq!(again.moment().state, table.moment().state);
        assert_eq!(print(&again.moment().history), print(&table.moment().history));
        assert_eq!((again.outcome(), again.verdict()), (table.outcome(), table.verdict()));
    }

    /// Taken back step by step, the match goes through every moment again.
    fn check_undo(&self, table: &mut TypedMatch<G>, way: Vec<(usize, Snapshot<G>)>) {
        for (steps, was) in way.into_iter().rev() {
            while table.played().len() > steps {
                assert!(table.undo(), "there is as much to take back as was played");
            }
            let now = self.snapshot(table);
            assert_eq!((now.state, now.history), (was.state, was.history));
            assert_eq!((now.tokens, now.offers, now.told), (was.tokens, was.offers, was.told));
        }
        assert!(!table.undo(), "there is more to take back than was played");
    }
}

fn can_be_pointed_at(scene: &Scene, name: &str) -> bool {
    scene.plan.space(name).is_some()
        || scene.trays.iter().any(|tray| tray.id == name)
        || scene.tokens.iter().any(|token| token.id.to_string() == name)
}

/// Every token has an id of its own and stands where there is a place; no place holds two of a kind.
fn check_scene(scene: &Scene) {
    let mut ids = HashSet::new();
    let mut spots = HashSet::new();
    for token in &scene.tokens {
        assert!(token.id != 0 && ids.insert(token.id), "{token:?} has no id of its own");
        assert!(spots.insert((&token.at, token.kind)), "{token:?} stands on another");
        assert!(scene.plan.token(token.kind).is_some(), "{token:?} has no look");
        assert!(!token.label.is_empty(), "{token:?} has no name");
        let there = match &token.at {
            Spot::Space(space) => scene.plan.space(space).is_some(),
            Spot::Tray(tray, _) => scene.trays.iter().any(|known| known.id == *tray),
        };
        assert!(there, "{token:?} stands nowhere");
    }
    for (space, mark) in &scene.marks {
        assert!(scene.plan.space(space).is_some(), "{mark:?} marks {space}, which is nowhere");
    }
    assert!(!scene.headline.is_empty(), "nobody says what is going on");
}

/// What stayed keeps its id, and ids go on with their kind of piece.
fn check_tokens(before: &Scene, after: &Scene) {
    for token in &after.tokens {
        let was = |old: &&Token| old.at == token.at && old.kind == token.kind && old.seat == token.seat;
        if let Some(old) = before.tokens.iter().find(was) {
            assert_eq!(old.id, token.id, "{token:?} stayed and is taken for another");
        }
        if let Some(old) = before.tokens.iter().find(|old| old.id == token.id) {
            assert_eq!((old.kind, old.seat), (token.kind, token.seat), "{old:?} has turned into {token:?}");
        }
    }
}
