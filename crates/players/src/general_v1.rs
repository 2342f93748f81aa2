//! The general of version 0.2.0: a reference opponent whose choices never change.
//!
//! It has limits of its own, so that levels and profiles may change without it. It shares the searches ([`AlphaBeta`],
//! [`Expectimax`], [`Rollouts`]) and the games' evaluations with the levels. The test below pins its choices: if it fails
//! after a change to one of these, the change belongs elsewhere. Give the new behaviour a parameter or a module of its
//! own, or leave a copy of the old one to this player.

use crate::search::{AlphaBeta, Expectimax, Rollouts};
use crate::{Clock, Limits, Player, Thought, actions_of, levelled::suits_alpha_beta};
use kernel::{FullGame, Game, Known};
use std::time::Duration;

/// The search of one game.
#[derive(Copy, Clone, Debug)]
enum Search {
    Expectimax(Limits),
    /// The limits, and how many first actions are ranked by their best second action.
    Rollouts(Limits, usize),
}

/// For two seats without chance and hidden information, whatever the game.
const ALPHA_BETA: Limits = limits(120_000, 64, 4);

/// For all other games.
fn search(slug: &str) -> Search {
    match slug {
        "hit-the-beach" => Search::Expectimax(limits(24_000, 4, 0)),
        "ranger-commandos" => Search::Rollouts(limits(60_000, 8, 0), 0),
        "conflict" => Search::Rollouts(limits(33_333, 10, 0), 16),
        _ => Search::Rollouts(limits(1_500_000, 10, 0), 0),
    }
}

const fn limits(nodes: u64, depth: u32, noise: u32) -> Limits {
    Limits { nodes, depth, noise, mistakes: 0, time: Duration::from_millis(1_200) }
}

/// The player.
pub(crate) struct GeneralV1<G: Game> {
    alpha_beta: AlphaBeta<G>,
    expectimax: Option<Expectimax>,
    rollouts: Option<Rollouts>,
}

impl<G: FullGame> GeneralV1<G> {
    pub(crate) fn new(seed: u64, clock: Clock) -> Self {
        GeneralV1::with(seed, clock, |nodes| nodes)
    }

    /// With this many times its number of positions.
    pub(crate) fn times(seed: u64, clock: Clock, times: u64) -> Self {
        GeneralV1::with(seed, clock, |nodes| nodes * times)
    }

    /// With another number of positions.
    fn with(seed: u64, clock: Clock, nodes: impl Fn(u64) -> u64) -> Self {
        let changed = |limits: Limits| Limits { nodes: nodes(limits.nodes), ..limits };
        let (expectimax, rollouts) = match search(G::INFO.slug) {
            Search::Expectimax(limits) => (Some(Expectimax::new(changed(limits), seed).timed(clock)), None),
            Search::Rollouts(limits, breadth) => {
                (None, Some(Rollouts::new(changed(limits), seed).with_turn_breadth(breadth).timed(clock)))
            }
        };
        GeneralV1 { alpha_beta: AlphaBeta::new(changed(ALPHA_BETA), seed).timed(clock), expectimax, rollouts }
    }
}

impl<G: FullGame> Player<G> for GeneralV1<G> {
    fn choose(&mut self, game: &G, known: &Known<G>) -> Option<Thought<G>> {
        let actions = actions_of(game, known.state(), known.seat());
        if actions.len() <= 1 {
            return actions.first().map(|&action| Thought::unthinking(action));
        }
        match (&self.expectimax, &self.rollouts) {
            _ if suits_alpha_beta(game, known) => self.alpha_beta.choose(game, known.clone()),
            (Some(expectimax), _) => expectimax.choose(game, known.clone()),
            (None, rollouts) => rollouts.as_ref()?.choose(game, known.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, rng::mix};
    use games::Visitor;
    use kernel::dynamic::{MatchConfig, TypedMatch};
    use kernel::{Play, Turn};

    /// One part in this many of the player's positions.
    const SHARE: u64 = 40;

    /// The choices of the player in some positions of random matches, as one number: each action by its place among the
    /// legal ones, and the positions that were searched.
    struct Digest {
        players: u8,
        positions: u32,
    }

    impl Visitor for Digest {
        type Output = u64;

        fn visit<G: FullGame>(self) -> u64 {
            let config = MatchConfig { players: self.players, ..MatchConfig::default() };
            let game = TypedMatch::<G>::open(&config).expect("a match").game().clone();
            let (mut rng, mut play) = (Rng::new(8), Play::start(&*game));
            let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
            let (mut digest, mut left) = (0, self.positions);
            while left > 0 {
                match play.turn(&*game) {
                    Turn::Over => play.restart(&*game),
                    Turn::Chance => {
                        let pick = |below| rng.below(below);
                        let chance = game.sample_chance(&play.state, pick, &mut outcomes).expect("an outcome");
                        play.apply_chance(&*game, chance);
                    }
                    Turn::Seats(seats) => {
                        let seat = seats.iter().next().expect("a seat");
                        actions.clear();
                        game.legal_actions(&play.state, seat, &mut actions);
                        if actions.len() > 1 && rng.below(12) == 0 {
                            let mut player = GeneralV1::<G>::with(u64::from(left), Clock::NONE, |nodes| nodes / SHARE);
                            let thought = player.choose(&game, &play.known_to(&*game, seat)).expect("an action");
                            let place = actions.iter().position(|action| *action == thought.action).expect("legal");
                            digest = mix(digest ^ mix(place as u64 ^ thought.nodes << 16));
                            left -= 1;
                        }
                        play.apply(&*game, seat, rng.one(&actions).expect("an action"));
                    }
                }
            }
            digest
        }
    }

    #[test]
    fn its_choices_never_change() {
        let pinned = [
            ("three-musketeers", 2, 0xEA38_2C6A_1CB3_3E64),
            ("fighting-marines", 2, 0xE84D_0ED9_A4EF_1FDF),
            ("fighting-marines", 4, 0x9712_9874_7DE7_3032),
            ("hit-the-beach", 2, 0xA357_C124_4585_AA8F),
            ("hit-the-beach", 4, 0x01FE_EDE9_6B74_0284),
            ("ranger-commandos", 2, 0x5569_D67D_DFBD_FA00),
            ("ranger-commandos", 4, 0xD63E_2D34_3020_A78B),
            ("conflict", 2, 0x6427_EA4A_C88F_EE03),
            ("conflict", 4, 0x4184_35F2_94DC_4C0C),
        ];
        let now = pinned.map(|(slug, players, _)| {
            let digest = games::visit(slug, Digest { players, positions: 24 }).expect("a game");
            (slug, players, digest)
        });
        assert_eq!(
            now, pinned,
            "general-v1 chooses differently. It is the opponent of old measurements and must not change: see the module's \
             documentation for what to do instead. Only a change of the rules may change these numbers."
        );
    }

    #[test]
    fn its_limits_never_change() {
        let plain = |limits: Limits| (limits.nodes, limits.depth, limits.noise, limits.time.as_millis());
        let of = |slug: &str| match search(slug) {
            Search::Expectimax(limits) => (plain(limits), 0),
            Search::Rollouts(limits, breadth) => (plain(limits), breadth),
        };
        assert_eq!(plain(ALPHA_BETA), (120_000, 64, 4, 1_200));
        assert_eq!(of("hit-the-beach"), ((24_000, 4, 0, 1_200), 0));
        assert_eq!(of("ranger-commandos"), ((60_000, 8, 0, 1_200), 0));
        assert_eq!(of("conflict"), ((33_333, 10, 0, 1_200), 16));
        assert_eq!(of("fighting-marines"), ((1_500_000, 10, 0, 1_200), 0));
    }
}
