//! The laws that every game keeps, checked over random play.
//!
//! [`check`] plays seeded random matches to their ends. Cheap laws (`steps`) are checked
//! at every step at the start of a match and less and less often after it, so that a
//! match of thousands of steps costs little more than one of a hundred; laws about
//! reasons, notation and redaction (`reasons`) at a sample of those steps; laws about
//! type-erased matches, positions, undo and replay (`erased`) over a sample of the
//! matches. A broken law panics with the game, the config, the seed and everything that
//! was played; `check::<G>(&config, 1, seed)` reproduces it.

mod erased;
mod history;
mod reasons;
mod steps;

use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, OptionKind, OptionSpec, OptionValue, Play, RuleBook, RuleId, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Maximum number of steps of a match.
pub const LONGEST: usize = 200_000;
/// One match in this many is also played type-erased.
const ERASED_SAMPLE: u64 = 100;
/// For long matches, one in this part of their number of steps.
const ERASED_PART: u64 = 4;
/// Number of steps at the start of a match that are all checked.
const BEGINNING: u32 = 16;
/// At one checked step in this many, the reasons are checked too.
const REASON_SAMPLE: u32 = 16;
/// Maximum number of actions of a list that are checked.
const MAX_CHECKED: usize = 16;
/// Number of actions kept from other positions, to be tried where they may not be legal.
const MAX_FOREIGN: usize = 32;

/// Plays `matches` random matches and checks every law; match `n` has the seed `seed + n`.
///
/// # Panics
/// When a law is broken, or the config cannot be opened.
pub fn check<G: FullGame>(config: &MatchConfig, matches: u64, seed: u64) {
    let start =
        TypedMatch::<G>::open(config).unwrap_or_else(|faults| panic!("{config:?} cannot be opened: {faults:?}"));
    let mut checker = Checker::<G>::new(start.game().clone());
    // The plain laws are checked before those about type-erased matches.
    let mut next_erased = ERASED_SAMPLE.min(matches).saturating_sub(1);
    for number in 0..matches {
        let seed = seed.wrapping_add(number);
        let erased = number == next_erased;
        let trial = checker.trial(&start, seed, erased, &mut Trace::off());
        match trial {
            Ok(steps) if erased => next_erased += ERASED_SAMPLE.max(steps / ERASED_PART),
            Ok(_) => {}
            Err(said) => {
                let mut trace = Trace::on();
                let again = Checker::<G>::new(start.game().clone()).trial(&start, seed, erased, &mut trace);
                let said = again.err().unwrap_or(said);
                panic!("{}: {said}\nseed {seed}, {config:?}\nplayed:{}", G::INFO.title, trace.played);
            }
        }
    }
}

/// Every config for which the laws are checked, with its number of matches: `matches` for each
/// number of players with the default options, and `matches` for each option, spread over the
/// numbers of players and the values of the option.
pub fn configs_to_check<G: FullGame>(matches: u64) -> Vec<(MatchConfig, u64)> {
    let default = G::INFO.players.iter().map(|&players| (MatchConfig { players, ..MatchConfig::default() }, matches));
    let changed = configs_with_one_change::<G>();
    let share = |config: &MatchConfig| {
        let same_option = |other: &&MatchConfig| other.options.keys().eq(config.options.keys());
        matches.div_ceil(changed.iter().filter(same_option).count() as u64)
    };
    default.chain(changed.iter().map(|config| (config.clone(), share(config)))).collect()
}

/// [`check`] for every config of [`configs_to_check`].
pub fn check_every_config<G: FullGame>(matches: u64, seed: u64) {
    for (number, (config, matches)) in configs_to_check::<G>(matches).iter().enumerate() {
        check::<G>(config, *matches, seed + 1_000_000 * number as u64);
    }
}

/// Configs that differ from the default in one option, for every number of players.
pub fn configs_with_one_change<G: FullGame>() -> Vec<MatchConfig> {
    let mut configs = Vec::new();
    for &players in G::INFO.players {
        for spec in G::option_specs() {
            for value in values_to_check(&spec) {
                let options = [(spec.key.to_owned(), value)].into();
                let config = MatchConfig { players, options, ..MatchConfig::default() };
                // Options that do not fit the number of players are refused; the game's tests cover that.
                if TypedMatch::<G>::open(&config).is_ok() {
                    configs.push(config);
                }
            }
        }
    }
    configs
}

/// Values of an option that differ from its default: all words, both bounds of
/// a number and something small between them.
pub fn values_to_check(spec: &OptionSpec) -> Vec<OptionValue> {
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

/// Everything played so far, for the message of a broken law.
struct Trace {
    recording: bool,
    played: String,
}

impl Trace {
    /// Records nothing.
    fn off() -> Self {
        Trace { recording: false, played: String::new() }
    }

    fn on() -> Self {
        Trace { recording: true, played: String::new() }
    }

    fn add(&mut self, step: impl FnOnce() -> String) {
        if self.recording {
            self.played.push(' ');
            self.played.push_str(&step());
        }
    }
}

/// Is this step of a match checked? All at the start, then less and less often.
fn is_checked(step: usize, sampler: &mut Xoshiro256PlusPlus) -> bool {
    let step = step as u32;
    step < BEGINNING || sampler.random_range(0..step) < BEGINNING
}

/// All actions of a short list, and a random sample of a long one.
fn some<A: Copy>(actions: &[A], sampler: &mut Xoshiro256PlusPlus) -> Vec<A> {
    if actions.len() <= MAX_CHECKED {
        return actions.to_vec();
    }
    (0..MAX_CHECKED).map(|_| actions[sampler.random_range(0..actions.len())]).collect()
}

/// One step of a match.
enum Step<G: FullGame> {
    Act(Seat, G::Action),
    Chance(G::Chance),
}

/// Checks the laws: a game, its rule book, and actions of other positions.
struct Checker<G: FullGame> {
    game: Arc<G>,
    book: RuleBook,
    known: HashSet<RuleId>,
    foreign: Vec<G::Action>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
}

impl<G: FullGame> Checker<G> {
    fn new(game: Arc<G>) -> Self {
        let book = RuleBook::read(G::INFO.rules)
            .unwrap_or_else(|faults| panic!("the rule book of {} cannot be read: {faults:?}", G::INFO.title));
        Checker { game, book, known: HashSet::new(), foreign: Vec::new(), actions: Vec::new(), outcomes: Vec::new() }
    }

    /// Plays one match and checks all laws. Returns its number of steps, or the broken law.
    fn trial(&mut self, start: &TypedMatch<G>, seed: u64, next_erased: bool, trace: &mut Trace) -> Result<u64, String> {
        let held = catch_unwind(AssertUnwindSafe(|| {
            let steps = self.random_match(seed, trace);
            if next_erased {
                erased::check_match(self, start, seed, trace);
            }
            steps
        }));
        held.map_err(|cause| {
            let said = cause.downcast_ref::<String>().map(String::as_str);
            said.or(cause.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message").to_owned()
        })
    }

    fn random_match(&mut self, seed: u64, trace: &mut Trace) -> u64 {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        // The choice of checked steps must not change what is played.
        let mut sampler = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let game = self.game.clone();
        let mut play = Play::<G>::start(&game);
        for step in 0..LONGEST {
            if is_checked(step, &mut sampler) {
                self.check_step(&play);
                if sampler.random_range(0..REASON_SAMPLE) == 0 {
                    self.check_reasons(&play, &mut sampler);
                }
            }
            let Some(taken) = self.random_step(&play, &mut dice) else {
                self.check_step(&play);
                self.check_reasons(&play, &mut sampler);
                return step as u64;
            };
            if let Step::Act(_, action) = taken
                && (self.foreign.len() < MAX_FOREIGN || sampler.random_range(0..4) == 0)
            {
                self.keep_foreign(action, sampler.random_range(0..MAX_FOREIGN));
            }
            self.take(&mut play, &taken, trace);
        }
        panic!("the match did not end within {LONGEST} steps");
    }

    /// A random action or chance outcome; `None` if the match is over.
    fn random_step(&mut self, play: &Play<G>, dice: &mut Xoshiro256PlusPlus) -> Option<Step<G>> {
        match play.turn(&self.game) {
            Turn::Over => None,
            Turn::Chance => {
                let chance = self.game.sample_chance(&play.state, |sum| dice.random_range(0..sum), &mut self.outcomes);
                Some(Step::Chance(chance.expect("chance is to act and has no outcomes")))
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
    fn keep_foreign(&mut self, action: G::Action, place: usize) {
        if self.foreign.len() < MAX_FOREIGN {
            self.foreign.push(action);
        } else {
            self.foreign[place] = action;
        }
    }

    fn take(&self, play: &mut Play<G>, step: &Step<G>, trace: &mut Trace) {
        match *step {
            Step::Act(seat, action) => {
                trace.add(|| self.game.write(&play.state, action));
                play.apply(&self.game, seat, action);
            }
            Step::Chance(chance) => {
                trace.add(|| self.game.write_chance(chance));
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

    /// Checks that a cited rule is in the book.
    fn check_rule(&mut self, rule: RuleId) {
        if self.known.insert(rule) {
            assert!(self.book.get(&rule.to_string()).is_some(), "{rule} is cited and is not in the book");
        }
    }
}
