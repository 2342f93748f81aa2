//! A match of a known game behind the erased [`DynMatch`].

use super::{
    ChanceOutcome, CheckedStep, Choices, DynAction, DynMatch, LegalMove, MatchConfig, PlayedStep, Prospect,
    typed_game::seat_called,
};
use crate::play::Bookmark;
use crate::record::Step;
use crate::{
    Board, BoardFault, Fault, FullGame, GameInfo, MAX_SEATS, Options, Outcome, Play, Refusal, RuleId, Seat, SeatInfo,
    SeatSet, Sentence, Turn, Viewer, scene,
};
use std::{
    any::{Any, TypeId},
    collections::BTreeMap,
    sync::Arc,
};

/// Throws in a row that [`DynMatch::choices`] looks through.
const THROWS_AHEAD: u32 = 2;

/// A match of the game `G`: the rules in force, the moment, and the way here.
pub struct TypedMatch<G: FullGame> {
    game: Arc<G>,
    config: Arc<MatchConfig>,
    play: Play<G>,
    played: Vec<Arc<PlayedStep>>,
    back: Vec<Arc<Back<G>>>,
    /// What can be seen by those who know everything.
    scene: Arc<scene::Scene>,
}

/// The way back over one step: the moment before it, and the tokens it touched as they were.
struct Back<G: FullGame> {
    moment: Bookmark<G>,
    touched: Vec<scene::Token>,
    /// Ids of tokens that were not there before.
    new: Vec<u16>,
}

impl<G: FullGame> Clone for TypedMatch<G> {
    fn clone(&self) -> Self {
        TypedMatch {
            game: self.game.clone(),
            config: self.config.clone(),
            play: self.play.clone(),
            played: self.played.clone(),
            back: self.back.clone(),
            scene: self.scene.clone(),
        }
    }
}

impl<G: FullGame> TypedMatch<G> {
    /// A match before its first action, or every fault of the config.
    pub fn open(config: &MatchConfig) -> Result<Self, Vec<Fault>> {
        Self::open_on(config, || G::Board::load(G::Board::STANDARD).map(Arc::new))
    }

    /// The same, with the board in the box from whoever has it read already.
    pub(super) fn open_on(
        config: &MatchConfig,
        standard: impl FnOnce() -> Result<Arc<G::Board>, Vec<BoardFault>>,
    ) -> Result<Self, Vec<Fault>> {
        let players = if config.players == 0 { *G::INFO.players.last().unwrap_or(&2) } else { config.players };
        let mut faults = Vec::new();
        if !G::INFO.players.contains(&players) {
            faults.push(players_fault(G::INFO, players));
        }
        let newest = G::INFO.rules_version;
        let rules_version = if config.rules_version == 0 { newest } else { config.rules_version };
        if rules_version > newest {
            faults.push(rules_fault(G::INFO, rules_version));
        }
        let chosen = G::Options::choose(&config.options, rules_version).map_err(|found| faults.extend(found)).ok();
        let text = config.board.as_deref().unwrap_or(G::Board::STANDARD);
        let read = config.board.as_ref().map_or_else(standard, |text| G::Board::load(text).map(Arc::new));
        let board = read.map_err(|found| {
            faults.extend(found.iter().map(|fault| {
                let place =
                    fault.line_column(text).map_or("board".into(), |(line, column)| format!("board {line}:{column}"));
                Fault::new(place, format!("{}. {}", fault.what, fault.hint).trim_end())
            }));
        });
        let (Some((options, complete)), Ok(board)) = (chosen, board) else { return Err(faults) };
        if !faults.is_empty() {
            return Err(faults);
        }
        let game = Arc::new(G::new(board, options, players, rules_version)?);
        let config = Arc::new(MatchConfig { players, options: complete, board: config.board.clone(), rules_version });
        let play = Play::<G>::start(&game);
        let scene = Arc::new(followed(&*game, &play.state, &[]));
        Ok(TypedMatch { game, config, play, played: Vec::new(), back: Vec::new(), scene })
    }

    /// The rules in force.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The moment.
    pub fn moment(&self) -> &Play<G> {
        &self.play
    }

    /// What can be seen now, with the ids of these tokens.
    fn followed(&self, old: &[scene::Token]) -> Arc<scene::Scene> {
        Arc::new(followed(&*self.game, &self.play.state, old))
    }

    /// Reads and judges one action of the seat at a moment of this match.
    fn read_action(&self, play: &Play<G>, seat: Seat, text: &str) -> Result<G::Action, Refusal> {
        self.check_turn(play, seat)?;
        let action = self.game.read(&play.state, seat, text)?;
        self.game.judge(&play.state, seat, action)?;
        Ok(action)
    }

    fn check_turn(&self, play: &Play<G>, seat: Seat) -> Result<(), Refusal> {
        let rule = G::INFO.shared_rules.turn;
        let names = |seats: crate::SeatSet| {
            let names: Vec<_> = seats.iter().map(|seat| self.game.seat(seat).name).collect();
            names.join(" and ")
        };
        match play.turn(&self.game) {
            Turn::Seats(seats) if seats.contains(seat) => Ok(()),
            Turn::Seats(seats) => {
                Err(Refusal::new(rule, "It is not your turn.").instead(format!("Now {} must act.", names(seats))))
            }
            Turn::Chance => Err(Refusal::new(rule, "The throw comes first.").instead("Throw, then move.")),
            Turn::Over => Err(Refusal::new(rule, "The match is over.").instead("Start another one.")),
        }
    }

    fn act(&mut self, seat: Seat, action: G::Action, step: Step) -> Arc<PlayedStep> {
        let before = self.play.state;
        let moment = self.play.bookmark();
        self.play.apply(&self.game, seat, action);
        let lines = self.game.tell(&before, seat, action, &self.play.state);
        self.log(moment, step, lines)
    }

    fn happen(&mut self, chance: G::Chance, step: Step) -> Arc<PlayedStep> {
        let before = self.play.state;
        let moment = self.play.bookmark();
        self.play.apply_chance(&self.game, chance);
        let lines = self.game.tell_chance(&before, chance, &self.play.state);
        self.log(moment, step, lines)
    }

    /// An action that was judged at this moment, which comes after some steps.
    fn checked(&self, play: &Play<G>, seat: Seat, action: G::Action, after: usize) -> CheckedStep {
        CheckedStep::act(self.step(play, seat, action), seat, action, after)
    }

    fn step(&self, play: &Play<G>, seat: Seat, action: G::Action) -> Step {
        Step::Act { seat: self.game.seat(seat).id.to_owned(), action: self.game.write(&play.state, action) }
    }

    fn prospect(&self, seat: Seat, lot: ChanceOutcome, chance: G::Chance) -> Prospect {
        let mut trial = self.play.clone();
        trial.apply_chance(&self.game, chance);
        let state = &trial.state;
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        let mut ends = BTreeMap::new();
        for action in actions {
            let gesture = self.game.gesture(state, seat, action);
            if let Some(end) = gesture.path.last().or(gesture.steps.last()) {
                let tone = ends.entry(end.clone()).or_insert(gesture.tone);
                *tone = gesture.tone.max(*tone);
            }
        }
        let seen = self.game.redact(state, Viewer::Seat(seat));
        let scene = self.game.scene(&seen);
        if ends.is_empty() {
            ends.extend(self.carried_to(seat, &scene.tokens).map(|space| (space, scene::Tone::Plain)));
        }
        Prospect {
            lot,
            turned: scene.turned,
            ends: ends.into_iter().collect(),
            lines: self.game.tell_chance(&self.play.state, chance, state),
        }
    }

    /// Adds what the seats have to choose from at this moment, or after so many throws that are due before it.
    fn count(&self, play: &Play<G>, actions: &mut Vec<G::Action>, throws: u32, choices: &mut Choices) {
        match play.turn(&self.game) {
            Turn::Seats(seats) => {
                for seat in seats.iter() {
                    actions.clear();
                    self.game.legal_actions(&play.state, seat, actions);
                    choices.most = choices.most.max(actions.len());
                    choices.all += actions.len();
                }
            }
            Turn::Chance if throws > 0 => {
                let mut outcomes = Vec::new();
                self.game.chance_outcomes(&play.state, &mut outcomes);
                for (chance, _) in outcomes {
                    let mut trial = play.clone();
                    trial.apply_chance(&self.game, chance);
                    self.count(&trial, actions, throws - 1, choices);
                }
            }
            Turn::Chance | Turn::Over => {}
        }
    }

    /// Where pieces of the seat would stand that stand elsewhere now.
    fn carried_to(&self, seat: Seat, then: &[scene::Token]) -> impl Iterator<Item = String> {
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

    /// Adds to each gesture the pieces that are interchangeable with the one meant, as the seat sees them.
    fn interchange(&self, seat: Seat, offers: &mut [LegalMove]) {
        let scene = self.shared_scene(Viewer::Seat(seat));
        let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for LegalMove { gesture, .. } in offers {
            for (at, step) in gesture.steps.iter().enumerate() {
                let others = known.entry(step.clone()).or_insert_with(|| scene.interchangeable(step));
                gesture.same.extend(others.iter().map(|id| (at, id.clone())));
            }
        }
    }

    fn log(&mut self, moment: Bookmark<G>, step: Step, lines: Vec<Sentence>) -> Arc<PlayedStep> {
        let now = self.followed(&self.scene.tokens);
        let before = std::mem::replace(&mut self.scene, now);
        let (before, now) = (&before.tokens, &self.scene.tokens);
        let new = now.iter().filter(|token| !before.iter().any(|was| was.id == token.id)).map(|token| token.id);
        let new = new.collect();
        let touched = before.iter().filter(|was| !now.contains(was)).cloned().collect();
        self.back.push(Arc::new(Back { moment, touched, new }));
        let played = Arc::new(PlayedStep { step, lines });
        self.played.push(played.clone());
        played
    }
}

/// What can be seen of a state, with the ids that these tokens have.
fn followed<G: FullGame>(game: &G, state: &G::State, old: &[scene::Token]) -> scene::Scene {
    let mut scene = game.scene(state);
    scene::follow(old, &mut scene.tokens);
    scene
}

fn players_fault(info: &GameInfo, players: u8) -> Fault {
    let counts: Vec<_> = info.players.iter().map(u8::to_string).collect();
    Fault::new("players", format!("{} is played by {}, not by {players}", info.title, counts.join(" or ")))
}

fn rules_fault(info: &GameInfo, rules_version: u32) -> Fault {
    let newest = info.rules_version;
    Fault::new("rules_version", format!("{} has rules versions 1 to {newest}, not {rules_version}", info.title))
}

impl<G: FullGame> DynMatch for TypedMatch<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn config(&self) -> &MatchConfig {
        &self.config
    }

    fn seats(&self) -> Vec<SeatInfo> {
        (0..self.game.players()).map(|seat| self.game.seat(Seat(seat))).collect()
    }

    fn seat(&self, id: &str) -> Option<Seat> {
        seat_called(&*self.game, id)
    }

    fn contenders(&self) -> SeatSet {
        self.game.contenders(&self.play.state)
    }

    fn partner(&self, seat: Seat) -> Option<Seat> {
        self.game.partner(seat)
    }

    fn turn(&self) -> Turn {
        self.play.turn(&self.game)
    }

    fn legal_moves_up_to(&self, seat: Seat, most: usize) -> Vec<LegalMove> {
        let state = &self.play.state;
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        actions.truncate(most);
        let offer = |&action: &G::Action| LegalMove {
            action: self.game.write(state, action),
            rules: self.game.cite(state, seat, action),
            gesture: self.game.gesture(state, seat, action),
        };
        let mut offers: Vec<LegalMove> = actions.iter().map(offer).collect();
        self.interchange(seat, &mut offers);
        offers
    }

    fn count_legal(&self, seat: Seat) -> usize {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.play.state, seat, &mut actions);
        actions.len()
    }

    fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        self.count(&self.play, &mut Vec::new(), THROWS_AHEAD, &mut choices);
        choices
    }

    fn along(&self, seat: Seat, way: &[&str]) -> Option<String> {
        self.check_turn(&self.play, seat).ok()?;
        let state = &self.play.state;
        let action = self.game.along(state, seat, way)?;
        self.game.judge(state, seat, action).ok()?;
        Some(self.game.write(state, action))
    }

    fn chance_outcomes(&self) -> Vec<ChanceOutcome> {
        let mut outcomes = Vec::new();
        if self.turn() == Turn::Chance {
            self.game.chance_outcomes(&self.play.state, &mut outcomes);
        }
        let sum: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let lot = |&(chance, weight): &(G::Chance, u32)| ChanceOutcome {
            outcome: self.game.write_chance(chance),
            weight,
            p: f64::from(weight) / sum as f64,
            counts: self.game.counts(chance),
        };
        outcomes.iter().map(lot).collect()
    }

    fn has_chance(&self) -> bool {
        TypeId::of::<G::Chance>() != TypeId::of::<crate::Never>()
    }

    fn has_hidden(&self) -> bool {
        let state = &self.play.state;
        let seats = (0..self.game.players()).map(|seat| Viewer::Seat(Seat(seat)));
        seats.chain([Viewer::Spectator]).any(|viewer| self.game.redact(state, viewer) != *state)
    }

    fn thrower(&self) -> Option<Seat> {
        if self.turn() == Turn::Chance { self.game.thrower(&self.play.state) } else { None }
    }

    fn prospects(&self, seat: Seat) -> Vec<Prospect> {
        let mut outcomes = Vec::new();
        if self.turn() == Turn::Chance {
            self.game.chance_outcomes(&self.play.state, &mut outcomes);
        }
        let lots = self.chance_outcomes();
        lots.into_iter().zip(outcomes).map(|(lot, (chance, _))| self.prospect(seat, lot, chance)).collect()
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
        // How something is written is nothing to say to somebody who has written nothing.
        self.read_action(&self.play, seat, &text).err().filter(|refusal| refusal.rule != G::INFO.shared_rules.notation)
    }

    fn check(&self, seat: Seat, text: &str) -> Result<Vec<CheckedStep>, Refusal> {
        let parts = self.game.split(text);
        if let [part] = &parts[..] {
            let action = self.read_action(&self.play, seat, part)?;
            return Ok(vec![self.checked(&self.play, seat, action, self.played.len())]);
        }
        let mut trial = self.play.clone();
        let mut steps = Vec::with_capacity(parts.len());
        for (number, part) in parts.iter().enumerate() {
            let action = self.read_action(&trial, seat, part)?;
            steps.push(self.checked(&trial, seat, action, self.played.len() + number));
            trial.apply(&self.game, seat, action);
        }
        Ok(steps)
    }

    fn check_action(&self, seat: Seat, action: &DynAction) -> Result<CheckedStep, Refusal> {
        self.check_turn(&self.play, seat)?;
        let foreign = || Refusal::new(G::INFO.shared_rules.notation, "This action is of another game.");
        let action = action.get::<G::Action>().ok_or_else(foreign)?;
        self.game.judge(&self.play.state, seat, action)?;
        Ok(self.checked(&self.play, seat, action, self.played.len()))
    }

    fn check_chance(&self, outcome: &str) -> Result<CheckedStep, Refusal> {
        if self.turn() != Turn::Chance {
            return Err(Refusal::new(G::INFO.shared_rules.turn, "There is nothing to throw now."));
        }
        let chance = self.game.read_chance(&self.play.state, outcome)?;
        let step = Step::Chance { chance: self.game.write_chance(chance) };
        Ok(CheckedStep::chance(step, chance, self.played.len()))
    }

    fn play_checked(&mut self, step: &CheckedStep) -> Result<Arc<PlayedStep>, Refusal> {
        let after = self.played.len();
        let refusal = || Refusal::new(G::INFO.shared_rules.turn, "This was checked at another point of the match.");
        match step.seat() {
            Some(seat) => {
                let action = step.get::<G::Action>(after).ok_or_else(refusal)?;
                Ok(self.act(seat, action, step.step().clone()))
            }
            None => {
                let chance = step.get::<G::Chance>(after).ok_or_else(refusal)?;
                Ok(self.happen(chance, step.step().clone()))
            }
        }
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Vec<Arc<PlayedStep>>, Refusal> {
        let steps = self.check(seat, text)?;
        steps.iter().map(|step| self.play_checked(step)).collect()
    }

    fn apply_chance(&mut self, outcome: &str) -> Result<Arc<PlayedStep>, Refusal> {
        let step = self.check_chance(outcome)?;
        self.play_checked(&step)
    }

    fn undo(&mut self) -> bool {
        let Some(back) = self.back.pop() else { return false };
        let Back { moment, touched, new } = &*back;
        self.play.back_to(*moment);
        let stays = |token: &&scene::Token| !new.contains(&token.id) && !touched.iter().any(|was| was.id == token.id);
        let before: Vec<_> = self.scene.tokens.iter().filter(stays).chain(touched).cloned().collect();
        self.scene = self.followed(&before);
        self.played.pop();
        true
    }

    fn played(&self) -> &[Arc<PlayedStep>] {
        &self.played
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.play.state)
    }

    fn verdict(&self) -> Option<Sentence> {
        self.game.verdict(&self.play.state)
    }

    fn account(&self, outcome: &Outcome) -> Option<Vec<i32>> {
        let account = self.game.account(&self.play.state, outcome)?;
        Some(account[..usize::from(self.game.players())].to_vec())
    }

    fn carried(&self, points: &[i32]) -> Option<serde_json::Value> {
        let mut play = Play::<G>::start(&self.game);
        let everybody = SeatSet::first(self.game.players());
        self.game.account(&play.state, &Outcome::shared(everybody))?;
        let mut brought = [0; MAX_SEATS];
        brought.iter_mut().zip(points).for_each(|(brought, points)| *brought = *points);
        self.game.carry(&mut play.state, &brought);
        serde_json::to_value(self.game.position(&play.state, &play.history)).ok()
    }

    fn mid_turn(&self) -> bool {
        self.game.mid_turn(&self.play.state)
    }

    fn last_marks(&self) -> Vec<(String, scene::Mark)> {
        self.back.last().map(|back| scene::changes(&back.touched, &self.scene.tokens)).unwrap_or_default()
    }

    fn shared_scene(&self, viewer: Viewer) -> Arc<scene::Scene> {
        let known = self.game.redact(&self.play.state, viewer);
        if known == self.play.state {
            return self.scene.clone();
        }
        Arc::new(followed(&*self.game, &known, &self.scene.tokens))
    }

    fn position(&self, viewer: Viewer) -> serde_json::Value {
        let known = self.game.redact(&self.play.state, viewer);
        serde_json::to_value(self.game.position(&known, &self.play.history)).unwrap_or_default()
    }

    fn place(&mut self, position: serde_json::Value) -> Result<(), Vec<Fault>> {
        let setup =
            serde_json::from_value(position).map_err(|error| vec![Fault::new("position", error.to_string())])?;
        let (state, history) = self.game.place(setup)?;
        self.play = Play { state, history };
        self.played.clear();
        self.back.clear();
        self.scene = self.followed(&[]);
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynMatch> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
