//! Features, and the values that come with the program.

use boxtop_players::values::{MOST_BYTES, Network, ValueSearch, Values, Weights, shares, shipped};
use boxtop_players::{Limits, Rng};
use games::Visitor;
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Mixer, Play, Seat, Turn, Viewer};
use std::hash::Hasher;

/// Positions of random matches.
fn positions<G: FullGame>(game: &G, seed: u64, count: usize) -> Vec<Play<G>> {
    let mut rng = Rng::new(seed);
    let (mut found, mut actions, mut chances) = (Vec::new(), Vec::new(), Vec::new());
    let mut play = Play::start(game);
    while found.len() < count {
        match play.turn(game) {
            Turn::Over => play.restart(game),
            Turn::Chance => {
                let chance = game.sample_chance(&play.state, |n| rng.below(n), &mut chances).expect("a throw");
                play.apply_chance(game, chance);
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("a seat");
                let action = game.sample_action(&play.state, seat, |n| rng.below(n), &mut actions).expect("an action");
                play.apply(game, seat, action);
            }
        }
        if rng.below(3) == 0 && play.turn(game) != Turn::Over {
            found.push(play.clone());
        }
    }
    found
}

/// Checks the features of matches with this number of players.
struct FeaturesHold(u8);

impl Visitor for FeaturesHold {
    type Output = ();

    fn visit<G: FullGame>(self) {
        let Ok(opened) = TypedMatch::<G>::open(&MatchConfig::players(self.0)) else { return };
        let game = &**opened.game();
        let Some(set) = game.feature_set() else { return };
        let mut all = vec![false; set.inputs];
        for play in positions(game, 3, 400) {
            let state = game.foreseen(&play.state, None);
            if game.outcome(&state).is_some() {
                continue;
            }
            let mut inputs = vec![0.0; set.inputs];
            let first = game.features(&state, &mut inputs);
            assert!(first.0 < game.players(), "{} {first:?}", G::INFO.slug);
            for (index, input) in inputs.iter().enumerate() {
                assert!(input.is_finite() && input.abs() < 20.0, "{} input {index} is {input}", G::INFO.slug);
                all[index] |= *input != 0.0;
            }
            // The features of what a seat may know are those of the position: nothing hidden is in them.
            for viewer in game.all_seats().iter().map(Viewer::Seat).chain([Viewer::Spectator]) {
                let mut known = vec![0.0; set.inputs];
                game.features(&game.redact(&state, viewer), &mut known);
                assert_eq!(known, inputs, "{} {viewer:?}", G::INFO.slug);
            }
        }
        let used = all.iter().filter(|used| **used).count();
        // Random matches hardly reach some positions of Conflict.
        assert!(used * 3 >= set.inputs * 2, "{}: only {used} of {} inputs are ever used", G::INFO.slug, set.inputs);
    }
}

#[test]
fn features_are_finite_and_show_nothing_hidden() {
    for slug in games::SLUGS {
        for players in 2..=4 {
            games::visit(slug, FeaturesHold(players)).expect("a game");
        }
    }
}

/// Opens the match that a file was trained for and checks the file against it.
struct Fits<'a>(&'a Weights, &'a str);

impl Visitor for Fits<'_> {
    type Output = u64;

    fn visit<G: FullGame>(self) -> u64 {
        let config = MatchConfig::players(self.0.origin.players);
        let opened = TypedMatch::<G>::open(&config).expect("a match");
        let game = &**opened.game();
        let name = self.1;
        let values = Values::fitting(self.0, game);
        let values = values.unwrap_or_else(|| panic!("{name} does not fit its game any more: train it again"));
        let mut mixer = Mixer::default();
        for play in positions(game, 11, 60) {
            let sum: f64 = values.shares(game, &play.state).iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{name}: {sum}");
            let expected = shares(game, &play).expect("values that come with the program");
            assert!((expected.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{name}: {expected:?}");
            expected.iter().for_each(|share| mixer.write(&share.to_bits().to_le_bytes()));
        }
        mixer.finish()
    }
}

/// The shares of sixty positions, as hashes of their bits: the same on every machine.
const GOLDEN: [(&str, u64); 3] = [
    ("fighting-marines-2", 0x0645f3011c4dc790),
    ("fighting-marines-4", 0x460e9c73e43365f1),
    ("hit-the-beach-2", 0xd13f652eb4a16473),
];

#[test]
fn every_file_that_comes_with_the_program_fits_its_game_and_gives_the_same_shares_everywhere() {
    let mut golden = Vec::new();
    for (name, text) in shipped::FILES {
        assert!(text.len() < MOST_BYTES, "{name}");
        let weights = Weights::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(*name, format!("{}-{}", weights.origin.game, weights.origin.players));
        assert!(weights.origin.command.starts_with("boxtop train "), "{name}");
        golden.push((*name, games::visit(&weights.origin.game, Fits(&weights, name)).expect("a game")));
    }
    assert_eq!(golden, GOLDEN);
}

struct OtherMatches;

impl Visitor for OtherMatches {
    type Output = ();

    fn visit<G: FullGame>(self) {
        let option = G::option_specs().into_iter().find(|spec| spec.key == "throw_limit").expect("an option");
        let config = MatchConfig::players(2).with(option.key, 17_i64);
        let opened = TypedMatch::<G>::open(&config).expect("a match");
        assert!(shipped::values(&**opened.game()).is_none());
        let usual = TypedMatch::<G>::open(&MatchConfig::players(2)).expect("a match");
        let game = &**usual.game();
        let inputs = game.feature_set().expect("features").inputs;
        for widths in [[inputs + 1, 2], [inputs, 3]] {
            let numbers = vec![0.0; Network::size(&widths).expect("a size")];
            assert!(Values::of(Network::new(&widths, numbers).expect("a network"), game).is_none());
        }
    }
}

#[test]
fn values_are_not_used_for_matches_they_were_not_trained_for() {
    games::visit("fighting-marines", OtherMatches).expect("a game");
    games::visit("hit-the-beach", OtherMatches).expect("a game");
}

/// Equal standing looks equal: the start of a match does not depend on which seat is asked about.
#[test]
fn an_empty_network_gives_equal_shares() {
    struct Even;
    impl Visitor for Even {
        type Output = ();
        fn visit<G: FullGame>(self) {
            let opened = TypedMatch::<G>::open(&MatchConfig::players(4)).expect("a match");
            let game = &**opened.game();
            let widths = [game.feature_set().expect("features").inputs, 4];
            let network = Network::new(&widths, vec![0.0; Network::size(&widths).expect("a size")]).expect("a network");
            let values = Values::of(network, game).expect("values");
            for play in positions(game, 2, 20) {
                let state = game.foreseen(&play.state, None);
                let known = game.outcome(&state);
                let shares = values.shares(game, &play.state);
                assert!(known.is_some() || game.all_seats().iter().all(|Seat(seat)| shares[usize::from(seat)] == 0.25));
            }
        }
    }
    games::visit("fighting-marines", Even).expect("a game");
}

/// Positions that a search may look at beyond its budget: it stops between two throws.
const BEYOND: u64 = 2_000;

struct Searched;

impl Visitor for Searched {
    type Output = ();

    fn visit<G: FullGame>(self) {
        let opened = TypedMatch::<G>::open(&MatchConfig::players(2)).expect("a match");
        let game = &**opened.game();
        let values = shipped::values(game).expect("values");
        let limits = Limits { nodes: 3_000, depth: 2, noise: 0, mistakes: 0, time: Limits::MOST_TIME };
        let search = ValueSearch::new(values.clone(), limits);
        let alone = ValueSearch::new(values.clone(), Limits { nodes: 0, depth: 0, ..limits });
        let mut buffer = Vec::new();
        for mut play in positions(game, 8, 40) {
            let Turn::Seats(seats) = play.turn(game) else { continue };
            let seat = seats.iter().next().expect("a seat");
            let known = play.known_to(game, seat);
            let thought = search.choose(game, known.clone()).expect("an action");
            let again = search.choose(game, known.clone()).expect("an action");
            assert_eq!((thought.action, thought.value), (again.action, again.value));
            assert!(thought.nodes <= limits.nodes + BEYOND, "{} positions", thought.nodes);
            let mut legal = Vec::new();
            game.legal_actions(&play.state, seat, &mut legal);
            assert!(legal.contains(&thought.action));
            // Without a throw to look at, it is the best action by the values.
            let reply = values.reply(game, &mut play, seat, &mut buffer).expect("an action");
            assert_eq!(alone.choose(game, known).expect("an action").action, reply.action);
        }
    }
}

#[test]
fn a_search_by_values_is_repeatable_legal_and_keeps_its_budget() {
    games::visit("fighting-marines", Searched).expect("a game");
    games::visit("hit-the-beach", Searched).expect("a game");
}
