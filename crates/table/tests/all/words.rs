//! No sentence of a match has an internal id.

use super::GAMES;
use kernel::dynamic::{DynMatch, MatchConfig};
use kernel::scene::{Scene, Spot};
use kernel::{Seat, Sentence, Turn, Viewer};
use std::collections::BTreeSet;

/// Number of steps of each match that are checked.
const STEPS: usize = 160;

/// Random numbers for a match, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Reads every sentence of a match.
struct Reader {
    game: &'static str,
    /// Everything that can be pointed at.
    ids: Vec<String>,
    /// Internal ids, which are neither words nor the name of a space.
    internal: BTreeSet<String>,
}

impl Reader {
    fn of(game: &'static str, game_match: &dyn DynMatch) -> Reader {
        let mut reader = Reader { game, ids: Vec::new(), internal: BTreeSet::new() };
        reader.learn(&game_match.scene(Viewer::Referee));
        reader
    }

    fn learn(&mut self, scene: &Scene) {
        let names: BTreeSet<&str> = scene.plan.spaces.iter().map(|space| space.name.as_str()).collect();
        let spaces = scene.plan.spaces.iter().map(|space| &space.id);
        let pointed: Vec<String> = spaces.chain(scene.trays.iter().map(|tray| &tray.id)).cloned().collect();
        let kinds = scene.plan.tokens.iter().map(|art| art.kind.to_owned());
        let no_word =
            |id: &String| id.contains(|c: char| c == '-' || c.is_ascii_digit()) && !names.contains(id.as_str());
        self.internal.extend(pointed.iter().cloned().chain(kinds).filter(no_word));
        self.ids = pointed;
    }

    fn read(&self, what: &str, text: &str) {
        let part = |c: char| !c.is_alphanumeric() && c != '-';
        let leak = text.split(part).find(|word| self.internal.contains(*word));
        assert!(leak.is_none(), "{}: {what} says {leak:?}: {text}", self.game);
    }

    fn lines(&self, what: &str, lines: &[Sentence]) {
        lines.iter().for_each(|line| self.read(what, &line.text));
    }

    fn scene(&mut self, scene: &Scene) {
        self.learn(scene);
        self.read("the headline", &scene.headline);
        scene.needs.iter().for_each(|need| self.read("a need", &need.line.text));
        scene.standings.iter().for_each(|(_, words)| self.read("a standing", words));
        scene.tokens.iter().for_each(|token| self.read("a token", &token.label));
        scene.trays.iter().for_each(|tray| self.read("a tray", &format!("{}: {}", tray.label, tray.note)));
    }

    fn plan(&self, scene: &Scene) {
        for space in &scene.plan.spaces {
            self.read("a space", &format!("{}, {}", space.name, space.label));
        }
        scene.plan.regions.iter().for_each(|region| self.read("a region", &region.label));
    }

    /// What the seat is offered: every piece that is interchangeable with the one meant can be pointed at, and ways
    /// lead over spaces with names.
    fn legal_moves(&self, game_match: &dyn DynMatch, seat: Seat) {
        let scene = game_match.scene(Viewer::Seat(seat));
        for legal in game_match.legal_moves(seat) {
            self.read("a move", &legal.gesture.label);
            for id in &legal.gesture.path {
                assert_eq!(scene.plan.named(id), Some(id.as_str()), "{}: a way leads over {id}", self.game);
            }
            for (at, step) in legal.gesture.steps.iter().enumerate() {
                let meant = scene.tokens.iter().filter(|token| token.at == Spot::Space(step.clone()));
                for token in meant {
                    let like = scene.tokens.iter().filter(|one| one.kind == token.kind && one.seat == token.seat);
                    for other in like {
                        let Spot::Space(space) = &other.at else { continue };
                        let same = scene.plan.named(space) == scene.plan.named(step);
                        assert!(!same || legal.gesture.takes(at, space), "{}: {space} for {step}", self.game);
                    }
                }
            }
        }
    }

    /// Refusals of wrong gestures have no internal ids.
    fn wrong_gestures(&self, game_match: &dyn DynMatch, seat: Seat, numbers: &mut Numbers) {
        for _ in 0..12 {
            let count = 1 + numbers.below(2);
            let steps: Vec<&str> = (0..count).map(|_| self.ids[numbers.below(self.ids.len())].as_str()).collect();
            if let Some(refusal) = game_match.why_not(seat, &steps, None) {
                self.read("a refusal", &refusal.to_string());
            }
        }
        for legal in game_match.legal_moves(seat).iter().take(6).filter(|legal| legal.gesture.steps.len() > 1) {
            let end = self.ids[numbers.below(self.ids.len())].as_str();
            let steps = [legal.gesture.steps[0].as_str(), end];
            if let Some(refusal) = game_match.why_not(seat, &steps, legal.gesture.kind) {
                self.read("a refusal", &refusal.to_string());
            }
        }
    }
}

/// Plays a random match and reads every sentence.
fn read_match(game: &'static str, players: u8, seed: u64) {
    let config = MatchConfig { players, ..MatchConfig::default() };
    let mut game_match = catalog::game(game).unwrap().open(&config).unwrap();
    let mut numbers = Numbers(seed);
    let mut reader = Reader::of(game, &*game_match);
    reader.plan(&game_match.scene(Viewer::Spectator));
    for _ in 0..STEPS {
        let seats = (0..players).map(Seat);
        for viewer in seats.clone().map(Viewer::Seat).chain([Viewer::Spectator]) {
            reader.scene(&game_match.scene(viewer));
        }
        let played = match game_match.turn() {
            Turn::Over => break,
            Turn::Chance => {
                for prospect in seats.clone().flat_map(|seat| game_match.prospects(seat)) {
                    reader.lines("a prospect", &prospect.lines);
                }
                let outcomes = game_match.chance_outcomes();
                vec![game_match.apply_chance(&outcomes[numbers.below(outcomes.len())].outcome).unwrap()]
            }
            Turn::Seats(acting) => {
                for seat in seats.clone() {
                    reader.wrong_gestures(&*game_match, seat, &mut numbers);
                }
                let seat = acting.iter().nth(numbers.below(acting.len() as usize)).unwrap();
                reader.legal_moves(&*game_match, seat);
                let moves = game_match.legal_moves(seat);
                game_match.play(seat, &moves[numbers.below(moves.len())].action).unwrap()
            }
        };
        played.iter().for_each(|step| reader.lines("the log", &step.lines));
    }
    reader.lines("the verdict", &game_match.verdict().into_iter().collect::<Vec<_>>());
}

#[test]
fn no_sentence_of_a_random_match_has_an_internal_id() {
    for game in GAMES {
        for players in catalog::game(game).unwrap().info().players {
            for seed in 0..3 {
                read_match(game, *players, 1 + seed * 77 + u64::from(*players));
            }
        }
    }
}
