//! The laws every game keeps, whatever its rules, checked over random play.
//!
//! [`check`] plays seeded random matches to their ends. Cheap laws (`steps`)
//! are checked at every step of a match's beginning and ever more seldom after
//! it, so that a match of thousands of steps costs little more than one of a
//! hundred; laws about reasons, notation and hiding (`reasons`) at a sample of
//! those steps; laws about erased types, positions, undo and replay (`sessions`)
//! over a sample of the matches. A broken law panics with the game, the config,
//! the seed and everything that was played, and `check::<G>(&config, 1, seed)`
//! shows it again.

mod history;
mod reasons;
mod sessions;
mod steps;

use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, OptionKind, OptionSpec, OptionValue, Play, RuleBook, RuleId, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// No match of any game may last longer than this many steps.
pub const LONGEST: usize = 200_000;
/// One match in this many is also played type-erased.
const DOOR_SAMPLE: u64 = 100;
/// Where matches are long, one in a part of their length.
const DOOR_PART: u64 = 4;
/// Number of steps at the start of a match that are all checked.
const BEGINNING: u32 = 16;
/// At one checked step in this many, the reasons are checked too.
const REASON_SAMPLE: u32 = 16;
/// Maximum number of actions of a list that are checked.
const ASKED: usize = 16;
/// How many actions of other positions are kept, to be tried where they may not be legal.
const STRANGERS: usize = 32;

/// Plays `matches` random matches and checks every law; match `n` has the seed `seed + n`.
///
/// # Panics
/// When a law is broken, or the config cannot be opened.
pub fn check<G: FullGame>(config: &MatchConfig, matches: u64, seed: u64) {
    let seated =
        TypedMatch::<G>::open(config).unwrap_or_else(|faults| panic!("{config:?} cannot be opened: {faults:?}"));
    let mut court = Court::<G>::new(seated.game().clone());
    // Plain laws speak before those about the door.
    let mut door = DOOR_SAMPLE.min(matches).saturating_sub(1);
    for number in 0..matches {
        let seed = seed.wrapping_add(number);
        let through_the_door = number == door;
        let trial = court.trial(&seated, seed, through_the_door, &mut Story::untold());
        match trial {
            Ok(steps) if through_the_door => door += DOOR_SAMPLE.max(steps / DOOR_PART),
            Ok(_) => {}
            Err(said) => {
                let mut story = Story::told();
                let again = Court::<G>::new(seated.game().clone()).trial(&seated, seed, through_the_door, &mut story);
                let said = again.err().unwrap_or(said);
                panic!("{}: {said}\nseed {seed}, {config:?}\nplayed:{}", G::INFO.title, story.played);
            }
        }
    }
}

/// Every config that the laws are shown for, with its number of matches: so many
/// for each number of players with everything as usual, and so many for each
/// option, spread over the numbers of players and the option's telling values.
pub fn docket<G: FullGame>(matches: u64) -> Vec<(MatchConfig, u64)> {
    let usual = G::INFO.players.iter().map(|&players| (MatchConfig { players, ..MatchConfig::default() }, matches));
    let changed = deals_off_default::<G>();
    let share = |config: &MatchConfig| {
        let same_option = |other: &&MatchConfig| other.options.keys().eq(config.options.keys());
        matches.div_ceil(changed.iter().filter(same_option).count() as u64)
    };
    usual.chain(changed.iter().map(|config| (config.clone(), share(config)))).collect()
}

/// [`check`] for every config of the [`docket`].
pub fn check_every_deal<G: FullGame>(matches: u64, seed: u64) {
    for (number, (config, matches)) in docket::<G>(matches).iter().enumerate() {
        check::<G>(config, *matches, seed + 1_000_000 * number as u64);
    }
}

/// Deals that differ from the usual one in one option, for every number of players.
pub fn deals_off_default<G: FullGame>() -> Vec<MatchConfig> {
    let mut deals = Vec::new();
    for &players in G::INFO.players {
        for spec in G::option_specs() {
            for value in telling_values(&spec) {
                let options = [(spec.key.to_owned(), value)].into();
                let config = MatchConfig { players, options, ..MatchConfig::default() };
                // What so many players cannot play with is refused, which is the game's own to show.
                if TypedMatch::<G>::open(&config).is_ok() {
                    deals.push(config);
                }
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
struct Story {
    told: bool,
    played: String,
}

impl Story {
    /// Nobody listens.
    fn untold() -> Self {
        Story { told: false, played: String::new() }
    }

    fn told() -> Self {
        Story { told: true, played: String::new() }
    }

    fn add(&mut self, step: impl FnOnce() -> String) {
        if self.told {
            self.played.push(' ');
            self.played.push_str(&step());
        }
    }
}

/// Is this step of a match looked at? Every one at the beginning, then ever more seldom.
fn looks(step: usize, glance: &mut Xoshiro256PlusPlus) -> bool {
    let step = step as u32;
    step < BEGINNING || glance.random_range(0..step) < BEGINNING
}

/// Some of the actions: all of a short list, and of a long one as many as are [`ASKED`] about.
fn some<A: Copy>(actions: &[A], glance: &mut Xoshiro256PlusPlus) -> Vec<A> {
    if actions.len() <= ASKED {
        return actions.to_vec();
    }
    (0..ASKED).map(|_| actions[glance.random_range(0..actions.len())]).collect()
}

/// One step of a match.
enum Step<G: FullGame> {
    Act(Seat, G::Action),
    Chance(G::Chance),
}

/// Where the laws are checked: a game, its rule book, and actions seen elsewhere.
struct Court<G: FullGame> {
    game: Arc<G>,
    book: RuleBook,
    known: HashSet<RuleId>,
    strangers: Vec<G::Action>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
}

impl<G: FullGame> Court<G> {
    fn new(game: Arc<G>) -> Self {
        let book = RuleBook::read(G::INFO.rules)
            .unwrap_or_else(|faults| panic!("the rule book of {} cannot be read: {faults:?}", G::INFO.title));
        Court { game, book, known: HashSet::new(), strangers: Vec::new(), actions: Vec::new(), outcomes: Vec::new() }
    }

    /// One match with all its laws: how many steps it had, or what was said against it.
    fn trial(&mut self, seated: &TypedMatch<G>, seed: u64, door: bool, story: &mut Story) -> Result<u64, String> {
        let held = catch_unwind(AssertUnwindSafe(|| {
            let steps = self.random_match(seed, story);
            if door {
                sessions::check_match(self, seated, seed, story);
            }
            steps
        }));
        held.map_err(|cause| {
            let said = cause.downcast_ref::<String>().map(String::as_str);
            said.or(cause.downcast_ref::<&str>().copied()).unwrap_or("a panic without words").to_owned()
        })
    }

    fn random_match(&mut self, seed: u64, story: &mut Story) -> u64 {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        // What is looked at must not change what is played.
        let mut glance = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let game = self.game.clone();
        let mut play = Play::<G>::start(&game);
        for step in 0..LONGEST {
            if looks(step, &mut glance) {
                self.check_step(&play);
                if glance.random_range(0..REASON_SAMPLE) == 0 {
                    self.check_reasons(&play, &mut glance);
                }
            }
            let Some(taken) = self.random_step(&play, &mut dice) else {
                self.check_step(&play);
                self.check_reasons(&play, &mut glance);
                return step as u64;
            };
            if let Step::Act(_, action) = taken
                && (self.strangers.len() < STRANGERS || glance.random_range(0..4) == 0)
            {
                self.meet(action, glance.random_range(0..STRANGERS));
            }
            self.take(&mut play, &taken, story);
        }
        panic!("the match did not end within {LONGEST} steps");
    }

    /// What a random player, or chance, does now; `None` when it is over.
    fn random_step(&mut self, play: &Play<G>, dice: &mut Xoshiro256PlusPlus) -> Option<Step<G>> {
        match play.turn(&self.game) {
            Turn::Over => None,
            Turn::Chance => {
                let chance = self.game.sample_chance(&play.state, |sum| dice.random_range(0..sum), &mut self.outcomes);
                Some(Step::Chance(chance.expect("chance is to act and has nothing to choose from")))
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().nth(dice.random_range(0..seats.len()) as usize)?;
                let action =
                    self.game.sample_action(&play.state, seat, |many| dice.random_range(0..many), &mut self.actions);
                Some(Step::Act(seat, action.expect("a seat is to act and has nothing to do")))
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
                story.add(|| self.game.write(&play.state, action));
                play.apply(&self.game, seat, action);
            }
            Step::Chance(chance) => {
                story.add(|| self.game.write_chance(chance));
                play.apply_chance(&self.game, chance);
            }
        }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        (0..self.game.players()).map(Seat)
    }

    fn legal_actions(&self, state: &G::State, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        actions
    }

    /// Every rule that is cited stands in the book.
    fn check_rule(&mut self, rule: RuleId) {
        if self.known.insert(rule) {
            assert!(self.book.get(&rule.to_string()).is_some(), "{rule} is cited and does not stand in the book");
        }
    }
}
