//! The laws every game keeps, whatever its rules, checked over random play.
//!
//! [`check`] plays seeded random matches. Cheap laws ([`steps`]) hold at every
//! step of every match; laws about reasons, notation and hiding ([`reasons`])
//! at a sample of the steps; laws about the door, positions, undo and replay
//! ([`sessions`]) over a sample of the matches. A broken law panics with the
//! game, the deal, the seed and everything that was played, and
//! `check::<G>(&deal, 1, seed)` shows it again.

mod reasons;
mod sessions;
mod steps;

use kernel::door::{Deal, Seated};
use kernel::{Boxed, OptionKind, OptionSpec, OptionValue, Play, RuleBook, RuleId, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// No match of any game may last longer than this many steps.
pub const LONGEST: usize = 200_000;
/// One match in so many is played through the door as well.
const DOOR_SAMPLE: u64 = 100;
/// At one step in so many the reasons are asked for.
const REASON_SAMPLE: u32 = 24;
/// How many actions of other positions are kept, to be tried where they may not be legal.
const STRANGERS: usize = 32;

/// Plays `matches` random matches and checks every law; match `n` has the seed `seed + n`.
///
/// # Panics
/// When a law is broken, or the deal cannot be opened.
pub fn check<G: Boxed>(deal: &Deal, matches: u64, seed: u64) {
    let seated = Seated::<G>::open(deal).unwrap_or_else(|faults| panic!("{deal:?} cannot be opened: {faults:?}"));
    let mut court = Court::<G>::new(seated.game().clone());
    for number in 0..matches {
        let seed = seed.wrapping_add(number);
        let mut story = Story::default();
        let trial = catch_unwind(AssertUnwindSafe(|| {
            court.random_match(seed, &mut story);
            if number % DOOR_SAMPLE == 0 {
                sessions::check_match(&mut court, &seated, seed, &mut story);
            }
        }));
        if let Err(cause) = trial {
            let said = cause.downcast_ref::<String>().map(String::as_str);
            let said = said.or(cause.downcast_ref::<&str>().copied()).unwrap_or("a panic without words");
            panic!("{}: {said}\nseed {seed}, {deal:?}\nplayed:{}", G::INFO.title, story.played);
        }
    }
}

/// Every deal that the laws are shown for, with its number of matches: so many
/// for each number of players with everything as usual, and so many for each
/// option, spread over the numbers of players and the option's telling values.
pub fn docket<G: Boxed>(matches: u64) -> Vec<(Deal, u64)> {
    let usual = G::INFO.players.iter().map(|&players| (Deal { players, ..Deal::default() }, matches));
    let changed = deals_off_default::<G>();
    let share = |deal: &Deal| {
        let same_option = |other: &&Deal| other.options.keys().eq(deal.options.keys());
        matches.div_ceil(changed.iter().filter(same_option).count() as u64)
    };
    usual.chain(changed.iter().map(|deal| (deal.clone(), share(deal)))).collect()
}

/// [`check`] for every deal of the [`docket`].
pub fn check_every_deal<G: Boxed>(matches: u64, seed: u64) {
    for (number, (deal, matches)) in docket::<G>(matches).iter().enumerate() {
        check::<G>(deal, *matches, seed + 1_000_000 * number as u64);
    }
}

/// Deals that differ from the usual one in one option, for every number of players.
pub fn deals_off_default<G: Boxed>() -> Vec<Deal> {
    let mut deals = Vec::new();
    for &players in G::INFO.players {
        for spec in G::option_specs() {
            for value in telling_values(&spec) {
                let options = [(spec.key.to_owned(), value)].into();
                deals.push(Deal { players, options, board: None });
            }
        }
    }
    deals
}

/// Values of an option that differ from its default: all words, both bounds of
/// a number and something small between them.
pub fn telling_values(spec: &OptionSpec) -> Vec<OptionValue> {
    let mut values = match spec.kind {
        OptionKind::Switch => vec![OptionValue::Switch(false), OptionValue::Switch(true)],
        OptionKind::Word(words) => words.iter().map(|word| OptionValue::Word((*word).to_owned())).collect(),
        OptionKind::Number { min, max } => {
            [min, min.saturating_add(3).min(max), max].into_iter().map(OptionValue::Number).collect()
        }
    };
    values.dedup();
    values.retain(|value| *value != spec.default);
    values
}

/// Everything played so far, for whoever must find out what went wrong.
#[derive(Default)]
struct Story {
    played: String,
}

impl Story {
    fn add(&mut self, step: &str) {
        self.played.push(' ');
        self.played.push_str(step);
    }
}

/// One step of a match.
enum Step<G: Boxed> {
    Act(Seat, G::Action),
    Chance(G::Chance),
}

/// Where the laws are checked: a game, its rule book, and actions seen elsewhere.
struct Court<G: Boxed> {
    game: Arc<G>,
    book: RuleBook,
    known: HashSet<RuleId>,
    strangers: Vec<G::Action>,
    actions: Vec<G::Action>,
}

impl<G: Boxed> Court<G> {
    fn new(game: Arc<G>) -> Self {
        let book = RuleBook::read(G::INFO.rules)
            .unwrap_or_else(|faults| panic!("the rule book of {} cannot be read: {faults:?}", G::INFO.title));
        Court { game, book, known: HashSet::new(), strangers: Vec::new(), actions: Vec::new() }
    }

    fn random_match(&mut self, seed: u64, story: &mut Story) {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        // What is looked at must not change what is played.
        let mut glance = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let game = self.game.clone();
        let mut play = Play::<G>::start(&game);
        for step in 0..LONGEST {
            self.check_step(&play);
            // The longer a match, the dearer its history: look less often.
            let seldom = 1 + step as u32 / 1_000;
            if glance.random_range(0..REASON_SAMPLE * seldom) == 0 {
                self.check_reasons(&play, &mut glance);
            }
            let Some(step) = self.random_step(&play, &mut dice) else {
                return self.check_reasons(&play, &mut glance);
            };
            self.take(&mut play, &step, story);
        }
        panic!("the match did not end within {LONGEST} steps");
    }

    /// What a random player, or chance, does now; `None` when it is over.
    fn random_step(&mut self, play: &Play<G>, dice: &mut Xoshiro256PlusPlus) -> Option<Step<G>> {
        match play.turn(&self.game) {
            Turn::Over => None,
            Turn::Chance => {
                let mut outcomes = Vec::new();
                self.game.chances(&play.state, &mut outcomes);
                let sum = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
                let mut left = dice.random_range(0..sum);
                let drawn = outcomes.iter().find(|(_, weight)| {
                    let hit = left < u64::from(*weight);
                    left = left.saturating_sub(u64::from(*weight));
                    hit
                });
                drawn.map(|(chance, _)| Step::Chance(*chance))
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().nth(dice.random_range(0..seats.len()) as usize)?;
                self.actions.clear();
                self.game.legal(&play.state, seat, &mut self.actions);
                let action = self.actions[dice.random_range(0..self.actions.len())];
                self.meet(action, dice.random_range(0..STRANGERS));
                Some(Step::Act(seat, action))
            }
        }
    }

    /// Keeps an action, to be tried in other positions.
    fn meet(&mut self, action: G::Action, place: usize) {
        if self.strangers.len() < STRANGERS {
            self.strangers.push(action);
        } else {
            self.strangers[place] = action;
        }
    }

    fn take(&self, play: &mut Play<G>, step: &Step<G>, story: &mut Story) {
        match *step {
            Step::Act(seat, action) => {
                story.add(&self.game.write(&play.state, action));
                play.apply(&self.game, seat, action);
            }
            Step::Chance(chance) => {
                story.add(&self.game.write_chance(chance));
                play.befall(&self.game, chance);
            }
        }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        (0..self.game.players()).map(Seat)
    }

    fn legal(&self, state: &G::State, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal(state, seat, &mut actions);
        actions
    }

    /// Every rule that is cited stands in the book.
    fn check_rule(&mut self, rule: RuleId) {
        if self.known.insert(rule) {
            assert!(self.book.get(&rule.to_string()).is_some(), "{rule} is cited and does not stand in the book");
        }
    }
}
