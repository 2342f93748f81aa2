//! Showing the match to people.

use super::{TypedMatch, scene_of};
use crate::dynamic::{ChanceOutcome, DynMatch, LegalMove, PresentMatch, Prospect};
use crate::{FullGame, Refusal, RuleId, Seat, Sentence, Viewer, scene};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

impl<G: FullGame> PresentMatch for TypedMatch<G> {
    fn legal_moves_in(&self, seat: Seat, places: Range<usize>) -> Vec<LegalMove> {
        let state = &self.play.state;
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        let legal_move = |&action: &G::Action| LegalMove {
            action: self.game.write(state, action),
            rules: self.game.cite(state, seat, action),
            gesture: self.game.gesture(state, seat, action),
            group: String::new(),
            confirm: self.game.confirm(state, seat, action),
        };
        let mut moves: Vec<LegalMove> = actions.iter().take(places.end).skip(places.start).map(legal_move).collect();
        let scene = self.shared_scene(Viewer::Seat(seat));
        add_interchangeable(&scene, &mut moves);
        add_groups(&scene, seat, &mut moves);
        moves
    }

    fn along(&self, seat: Seat, path: &[&str]) -> Option<String> {
        self.check_turn(&self.play, seat).ok()?;
        let state = &self.play.state;
        let action = self.game.along(state, seat, path)?;
        self.game.judge(state, seat, action).ok()?;
        Some(self.game.write(state, action))
    }

    fn why(&self, seat: Seat, text: &str) -> Result<Vec<RuleId>, Refusal> {
        let mut trial = self.play.clone();
        let mut rules = Vec::new();
        for part in self.game.split(text) {
            let action = self.read_action(&trial, seat, &part)?;
            rules.extend(self.game.cite(&trial.state, seat, action));
            trial.apply(&self.game, seat, action);
        }
        rules.sort();
        rules.dedup();
        Ok(rules)
    }

    fn why_not(&self, seat: Seat, steps: &[&str], kind: Option<&str>) -> Option<Refusal> {
        if let Err(refusal) = self.check_turn(&self.play, seat) {
            return Some(refusal);
        }
        let text = self.game.pointed(&self.play.state, seat, steps, kind)?;
        // A person who points has written nothing, so a refusal about notation would not help them.
        self.read_action(&self.play, seat, &text).err().filter(|refusal| refusal.rule != G::INFO.shared_rules.notation)
    }

    fn prospects(&self, seat: Seat) -> Vec<Prospect> {
        let described = self.chance_outcomes().into_iter().zip(self.weighted_outcomes());
        described.map(|(described, (chance, _))| self.prospect(seat, described, chance)).collect()
    }

    fn has_hidden(&self) -> bool {
        let state = &self.play.state;
        let seats = (0..self.game.players()).map(|seat| Viewer::Seat(Seat(seat)));
        seats.chain([Viewer::Spectator]).any(|viewer| self.game.redact(state, viewer) != *state)
    }

    fn shared_scene(&self, viewer: Viewer) -> Arc<scene::Scene> {
        let known = self.game.redact(&self.play.state, viewer);
        if known == self.play.state {
            return self.scene.clone();
        }
        Arc::new(scene_of(&*self.game, &known, &self.scene.tokens))
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.game.seat_name(&self.play.state, seat)
    }

    fn headline_to(&self, seat: Seat) -> String {
        self.game.headline_to(&self.game.redact(&self.play.state, Viewer::Seat(seat)), seat)
    }

    fn need_to(&self, seat: Seat) -> Option<Sentence> {
        self.game.need_to(&self.game.redact(&self.play.state, Viewer::Seat(seat)), seat)
    }

    fn position(&self, viewer: Viewer) -> serde_json::Value {
        let state = self.game.redact(&self.play.state, viewer);
        let history = self.game.redact_history(&self.play.history, viewer);
        serde_json::to_value(self.game.position(&state, &history)).unwrap_or_default()
    }

    fn last_marks(&self) -> Vec<(String, scene::Mark)> {
        self.undo.last().map(|undo| scene::changes(&undo.changed, &self.scene.tokens)).unwrap_or_default()
    }

    fn verdict(&self) -> Option<Sentence> {
        self.game.verdict(&self.play.state)
    }
}

impl<G: FullGame> TypedMatch<G> {
    fn prospect(&self, seat: Seat, described: ChanceOutcome, chance: G::Chance) -> Prospect {
        let mut trial = self.play.clone();
        trial.apply_chance(&self.game, chance);
        let state = &trial.state;
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        let (mut ends, mut best) = (BTreeMap::new(), None::<scene::Tone>);
        for action in actions {
            let gesture = self.game.gesture(state, seat, action);
            if !gesture.steps.is_empty() {
                best = best.into_iter().chain([gesture.tone]).max_by_key(|tone| tone.worth());
            }
            if let Some(end) = gesture.path.last().or(gesture.steps.last()) {
                let tone = ends.entry(end.clone()).or_insert(gesture.tone);
                *tone = gesture.tone.max(*tone);
            }
        }
        let seen = self.game.redact(state, Viewer::Seat(seat));
        let scene = self.game.scene(&seen);
        if ends.is_empty() {
            ends.extend(self.moved_to(seat, &scene.tokens).map(|space| (space, scene::Tone::Plain)));
        }
        Prospect {
            chance: described,
            turned: scene.turned,
            ends: ends.into_iter().collect(),
            words: self.game.outlook(&self.play.state, chance, state, seat, best),
            lines: self.game.tell_chance(&self.play.state, chance, state),
        }
    }

    /// The spaces of the seat's pieces that would stand elsewhere than now.
    fn moved_to(&self, seat: Seat, then: &[scene::Token]) -> impl Iterator<Item = String> {
        let mut now: Vec<_> = self.scene.tokens.iter().filter(|token| token.seat == Some(seat)).collect();
        let mut moved = Vec::new();
        for token in then.iter().filter(|token| token.seat == Some(seat)) {
            match now.iter().position(|was| was.kind == token.kind && was.at == token.at) {
                Some(same) => drop(now.swap_remove(same)),
                None => moved.push(&token.at),
            }
        }
        let space = |at: &scene::Spot| if let scene::Spot::Space(id) = at { Some(id.clone()) } else { None };
        moved.into_iter().filter_map(space)
    }
}

/// Adds to each gesture the pieces that cannot be told from the one it names.
fn add_interchangeable(scene: &scene::Scene, moves: &mut [LegalMove]) {
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for LegalMove { gesture, .. } in moves {
        for (at, step) in gesture.steps.iter().enumerate() {
            let others = known.entry(step.clone()).or_insert_with(|| scene.interchangeable(step));
            gesture.same.extend(others.iter().map(|id| (at, id.clone())));
        }
    }
}

/// Adds to each move the piece that it moves from one place to another.
fn add_groups(scene: &scene::Scene, seat: Seat, moves: &mut [LegalMove]) {
    let mut known: BTreeMap<(String, Option<&'static str>), String> = BTreeMap::new();
    for LegalMove { gesture, group, .. } in moves {
        let [from, _, ..] = &gesture.steps[..] else { continue };
        let piece = known.entry((from.clone(), gesture.kind));
        group.clone_from(piece.or_insert_with(|| scene.piece(seat, from, gesture.kind).unwrap_or_default()));
    }
}
