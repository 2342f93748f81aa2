//! How texts speak of players, and what they say of throws.
//!
//! Random matches of every game with every number of players are played, and everything that people read is checked:
//! a player is *you* to themselves and has one name to all others, and the odds of a throw are complete.

use boxtop_games::{SLUGS, Visitor, visit};
use kernel::dynamic::{DynMatch, MatchConfig, TypedMatch};
use kernel::{FullGame, Seat, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// Number of steps of a match that are checked.
const STEPS: usize = 1_500;
/// At one throw in this many, its odds are checked.
const ODDS_SAMPLE: usize = 10;
/// Number of matches for each number of players.
const MATCHES: u64 = 3;
/// Maximum number of words in a sentence.
const LONGEST: usize = 20;

fn words(text: &str) -> Vec<&str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Does the text have these words in a row, in upper or lower case?
fn says(text: &str, wanted: &str) -> bool {
    let (text, wanted) = (text.to_lowercase(), wanted.to_lowercase());
    let (text, wanted) = (words(&text), words(&wanted));
    text.windows(wanted.len()).any(|part| part == wanted)
}

fn says_you(text: &str) -> bool {
    ["you", "your", "yours"].iter().any(|word| says(text, word))
}

#[test]
fn names_and_you_are_found_as_whole_words() {
    assert!(says("Now the Attack is to move.", "the attack") && !says("The attackers are to move.", "the attack"));
    assert!(says("Red’s barge", "Red") && !says("Reduced", "Red"));
    assert!(says_you("It is your turn.") && !says_you("The youngest begins."));
}

struct CheckMatches(fn(&dyn DynMatch, usize));

impl Visitor for CheckMatches {
    type Output = ();

    fn visit<G: FullGame>(self) {
        for &players in G::INFO.players {
            for seed in 0..MATCHES {
                let config = MatchConfig { players, ..MatchConfig::default() };
                let table = TypedMatch::<G>::open(&config).unwrap_or_else(|faults| panic!("{config:?}: {faults:?}"));
                play(Box::new(table), seed, self.0);
            }
        }
    }
}

/// Plays a random match and checks each of its positions.
fn play(mut table: Box<dyn DynMatch>, seed: u64, check: fn(&dyn DynMatch, usize)) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for step in 0..STEPS {
        check(&*table, step);
        match table.turn() {
            Turn::Over => return,
            Turn::Chance => {
                let outcomes = table.chance_outcomes();
                table.apply_chance(&outcomes[dice.random_range(0..outcomes.len())].outcome).expect("a listed outcome");
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("a seat is to act");
                let place = dice.random_range(0..table.count_legal(seat));
                let legal = table.legal_moves_in(seat, place..place + 1).remove(0);
                table.play(seat, &legal.action).expect("a legal move");
            }
        }
    }
}

fn check_all(check: fn(&dyn DynMatch, usize)) {
    for slug in SLUGS {
        visit(slug, CheckMatches(check)).expect("it is on the list");
    }
}

fn seats(table: &dyn DynMatch) -> impl Iterator<Item = Seat> {
    (0..table.seats().len() as u8).map(Seat)
}

/// Checks what the player of each seat reads of themselves.
fn check_you(table: &dyn DynMatch, _: usize) {
    let title = table.info().title;
    for seat in seats(table) {
        let (name, headline) = (table.seat_name(seat), table.headline_to(seat));
        let need = table.need_to(seat).map(|need| need.text).unwrap_or_default();
        assert!(!headline.is_empty() && !says(&headline, name), "{title}: {name} reads {headline:?}");
        assert!(!says(&need, name) && (need.is_empty() || says_you(&need)), "{title}: {name} needs {need:?}");
        let long = headline.split_inclusive(". ").find(|part| words(part).len() > LONGEST);
        assert_eq!(long, None, "{title}: {name} reads a long sentence");
    }
    let acting = match table.turn() {
        Turn::Seats(acting) => acting.iter().next(),
        Turn::Chance => table.thrower(),
        Turn::Over => None,
    };
    if let Some(seat) = acting {
        let headline = table.headline_to(seat);
        assert!(says_you(&headline), "{title}: {} is to act and reads {headline:?}", table.seat_name(seat));
    }
}

#[test]
fn a_player_is_you_in_their_own_headline_and_need_and_never_named_there() {
    check_all(check_you);
}

/// Checks what everybody reads.
fn check_everybody(table: &dyn DynMatch, _: usize) {
    let scene = table.shared_scene(Viewer::Spectator);
    let needs = scene.needs.iter().map(|need| &need.line.text);
    let trays = scene.trays.iter().flat_map(|tray| [&tray.label, &tray.note, &tray.details]);
    let log = table.played().last();
    let log = log.iter().flat_map(|played| &played.lines).map(|line| &line.text);
    let verdict = table.verdict().map(|verdict| verdict.text);
    for text in [&scene.headline].into_iter().chain(needs).chain(trays).chain(log).chain(&verdict) {
        assert!(!says_you(text), "{}: everybody reads {text:?}", table.info().title);
    }
}

#[test]
fn nobody_is_you_in_what_everybody_reads() {
    check_all(check_everybody);
}

/// Checks that a player who has got another name is called by it alone.
fn check_names(table: &dyn DynMatch, _: usize) {
    let scene = table.shared_scene(Viewer::Spectator);
    let names: BTreeSet<&str> = seats(table).map(|seat| table.seat_name(seat)).collect();
    assert_eq!(names.len(), table.seats().len(), "{}: two players have one name", table.info().title);
    let verdict = table.verdict().map(|verdict| verdict.text);
    for (seat, info) in seats(table).zip(table.seats()).filter(|(seat, info)| table.seat_name(*seat) != info.name) {
        let needs = scene.needs.iter().map(|need| &need.line.text);
        let trays = scene.trays.iter().flat_map(|tray| [&tray.label, &tray.note]);
        for text in [&scene.headline].into_iter().chain(needs).chain(trays).chain(&verdict) {
            assert!(!says(text, info.name), "{}: {} is called {text:?}", table.info().title, table.seat_name(seat));
        }
    }
}

#[test]
fn each_player_has_one_name_at_a_time() {
    check_all(check_names);
}

/// Checks the odds of the throw that is due.
fn check_odds(table: &dyn DynMatch, step: usize) {
    if table.turn() != Turn::Chance || !step.is_multiple_of(ODDS_SAMPLE) {
        return;
    }
    let title = table.info().title;
    let all: u32 = table.chance_outcomes().iter().map(|outcome| outcome.weight).sum();
    for seat in seats(table) {
        let prospects = table.prospects(seat);
        let outcomes: BTreeSet<&str> = prospects.iter().map(|prospect| prospect.chance.outcome.as_str()).collect();
        assert_eq!(outcomes.len(), prospects.len(), "{title}: an outcome is listed twice");
        let weights: u32 = prospects.iter().map(|prospect| prospect.chance.weight).sum();
        assert_eq!(weights, all, "{title}: outcomes are missing");
        let whole: f64 = prospects.iter().map(|prospect| prospect.chance.p).sum();
        assert!((whole - 1.0).abs() < 1e-9, "{title}: the odds add up to {whole}");
        for prospect in prospects {
            assert!(!prospect.words.is_empty() && words(&prospect.words).len() <= 8, "{title}: {prospect:?}");
        }
    }
}

#[test]
fn the_odds_of_a_throw_add_up_and_every_outcome_has_words() {
    check_all(check_odds);
}

/// Checks that a throw is called forced only if nobody can choose after it.
fn check_forced(table: &dyn DynMatch, step: usize) {
    if !step.is_multiple_of(ODDS_SAMPLE) {
        return;
    }
    let after = |outcome: &str| {
        let mut after = table.fork();
        after.apply_chance(outcome).expect("a listed outcome");
        after.turn()
    };
    let outcomes = table.chance_outcomes();
    let forced = !outcomes.is_empty() && outcomes.iter().all(|one| after(&one.outcome) == Turn::Chance);
    assert_eq!(table.is_forced(), forced, "{}", table.info().title);
    if step == 0 && table.thrower().is_some() {
        assert!(forced, "{}: the first throw is for the first turn", table.info().title);
    }
}

#[test]
fn a_throw_is_forced_if_nobody_can_choose_after_it() {
    check_all(check_forced);
}
