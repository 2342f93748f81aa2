//! A second, slow reading of UCT for tests: one map from action sequences to counts. It draws the same random numbers, so
//! both must find exactly the same.

use super::tree::root_of_ln;
use super::{Tuning, Uct};
use crate::rng::mix;
use crate::{Budget, Rng};
use games::Visitor;
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{Evaluate, FullGame, Outcome, Play, Seat, Turn};
use std::collections::HashMap;

#[derive(Default)]
struct Counts {
    visits: u32,
    available: u32,
    wins: f64,
}

struct Plain<'a, G: Evaluate> {
    game: &'a G,
    tuning: Tuning,
    rng: Rng,
    counts: HashMap<Vec<(Seat, G::Action)>, Counts>,
}

impl<G: Evaluate> Plain<'_, G> {
    /// The action that was played most often after this number of walks, and its visits.
    fn choose(&mut self, play: &Play<G>, seat: Seat, walks: u32) -> (G::Action, u32) {
        for _ in 0..walks {
            let mut play = play.clone();
            let path = self.walk(&mut play, seat);
            for _ in 0..self.tuning.playouts {
                let outcome = self.play_out(&mut play.clone());
                for length in 1..=path.len() {
                    let counts = self.counts.entry(path[..length].to_vec()).or_default();
                    counts.visits += 1;
                    counts.wins += outcome.share(path[length - 1].0);
                }
            }
        }
        let mut best = None;
        for action in self.legal(play, seat) {
            let visits = self.counts.get(&vec![(seat, action)]).map_or(0, |counts| counts.visits);
            if best.is_none_or(|(_, most)| visits > most) {
                best = Some((action, visits));
            }
        }
        best.expect("an action")
    }

    fn walk(&mut self, play: &mut Play<G>, seat: Seat) -> Vec<(Seat, G::Action)> {
        let mut path = Vec::new();
        loop {
            let seat = match play.turn(self.game) {
                Turn::Over => return path,
                Turn::Chance => {
                    let pick = |sum| self.rng.below(sum);
                    let chance = self.game.sample_chance(&play.state, pick, &mut Vec::new()).expect("an outcome");
                    play.apply_chance(self.game, chance);
                    continue;
                }
                Turn::Seats(_) if path.is_empty() => seat,
                Turn::Seats(seats) => seats.iter().next().expect("a seat"),
            };
            let action = self.select(&path, play, seat);
            play.apply(self.game, seat, action);
            path.push((seat, action));
            if self.counts.get(&path).map_or(0, |counts| counts.visits) < self.tuning.expanded_after {
                return path;
            }
        }
    }

    fn select(&mut self, path: &[(Seat, G::Action)], play: &Play<G>, seat: Seat) -> G::Action {
        let (mut unplayed, mut best) = (Vec::new(), None);
        for action in self.legal(play, seat) {
            let counts = self.counts.entry([path, &[(seat, action)]].concat()).or_default();
            counts.available += 1;
            if counts.visits == 0 {
                unplayed.push(action);
                continue;
            }
            let mean = (counts.wins / f64::from(counts.visits)) as f32;
            let doubt = 1.0 / (counts.visits as f32).sqrt();
            let bound = mean + self.tuning.exploration * root_of_ln(counts.available) * doubt;
            if best.is_none_or(|(_, most)| bound > most) {
                best = Some((action, bound));
            }
        }
        match unplayed.len() as u32 {
            0 => best.expect("an action").0,
            count => unplayed[self.rng.below(count) as usize],
        }
    }

    fn legal(&self, play: &Play<G>, seat: Seat) -> Vec<G::Action> {
        crate::actions_of(self.game, &play.state, seat)
    }

    fn play_out(&mut self, play: &mut Play<G>) -> Outcome {
        loop {
            let pick = |below| self.rng.below(below);
            match play.turn(self.game) {
                Turn::Over => return self.game.outcome(&play.state).expect("an outcome"),
                Turn::Chance => {
                    let chance = self.game.sample_chance(&play.state, pick, &mut Vec::new()).expect("an outcome");
                    play.apply_chance(self.game, chance);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().expect("a seat");
                    let action = self.game.sample_action(&play.state, seat, pick, &mut Vec::new()).expect("an action");
                    play.apply(self.game, seat, action);
                }
            }
        }
    }
}

/// Compares both in some positions of a random match.
struct Comparison {
    players: u8,
    positions: u32,
    walks: u32,
}

impl Visitor for Comparison {
    type Output = ();

    fn visit<G: FullGame>(self) {
        let config = MatchConfig { players: self.players, ..MatchConfig::default() };
        let game = TypedMatch::<G>::open(&config).expect("a match").game().clone();
        let (game, tuning) = (&*game, Tuning::of(G::INFO.slug));
        let (mut rng, mut play, mut left) = (Rng::new(4), Play::start(game), self.positions);
        let mut uct = Uct::<G>::new(Budget::Playouts(self.walks * tuning.playouts as u32), 9);
        while left > 0 {
            match play.turn(game) {
                Turn::Over => play.restart(game),
                Turn::Chance => {
                    let chance = game.sample_chance(&play.state, |sum| rng.below(sum), &mut Vec::new());
                    play.apply_chance(game, chance.expect("an outcome"));
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().last().expect("a seat");
                    let actions = crate::actions_of(game, &play.state, seat);
                    if actions.len() > 1 && rng.below(8) == 0 {
                        let known = play.known_to(game, seat);
                        let key = game.hash_key(known.state()) ^ game.counters(known.state());
                        let rng = Rng::stream(mix(9), key);
                        let mut plain = Plain { game, tuning, rng, counts: HashMap::new() };
                        let expected = plain.choose(known.play(), seat, self.walks);
                        let found = uct.choose(game, known).expect("an action").action;
                        let (action, visits, _) = uct.tree.most_played().expect("an action");
                        assert_eq!((found, action, visits), (expected.0, expected.0, expected.1), "{}", G::INFO.slug);
                        left -= 1;
                    }
                    play.apply(game, seat, rng.one(&actions).expect("an action"));
                }
            }
        }
    }
}

#[test]
fn both_readings_of_uct_agree() {
    for (slug, players, positions, walks) in [
        ("three-musketeers", 2, 6, 2_000),
        ("fighting-marines", 4, 6, 2_000),
        ("ranger-commandos", 3, 20, 2_000),
        ("hit-the-beach", 3, 2, 500),
        ("conflict", 4, 1, 60),
    ] {
        games::visit(slug, Comparison { players, positions, walks }).expect("a game");
    }
}
