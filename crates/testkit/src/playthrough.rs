//! Golden playthroughs: one random match told step by step in a plain text
//! file, so that a change of the rules is read as a difference of text.

use kernel::dynamic::{DynMatch, MatchConfig, MatchSetup, PlayedStep, PresentMatch, TypedMatch};
use kernel::{FullGame, Game, Sentence, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::fmt::Write;
use std::path::Path;

/// Draws a state with letters, as the file shall show it.
pub type Drawing<G> = fn(&G, &<G as Game>::State) -> String;

/// Tells the random match of this seed.
///
/// # Panics
/// When the config cannot be opened or a legal action is refused.
pub fn tell<G: FullGame>(config: &MatchConfig, seed: u64, draw: Drawing<G>) -> String {
    let mut table = TypedMatch::<G>::open(config).unwrap_or_else(|faults| panic!("{config:?}: {faults:?}"));
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut text = heading(&table, seed);
    for number in 0.. {
        let _ = writeln!(text, "\n## {number}\n\n{}\n", draw(table.game(), &table.moment().state).trim_end());
        if !step(&mut table, &mut dice, &mut text) {
            break;
        }
    }
    for seat in table.seats().iter().enumerate() {
        let share = table.outcome().map_or(0.0, |outcome| outcome.shares[seat.0]);
        let _ = writeln!(text, "{}: {share}", seat.1.id);
    }
    text
}

fn heading<G: FullGame>(table: &TypedMatch<G>, seed: u64) -> String {
    let mut text = format!("# {}, rules version {}\n\nseed: {seed}\n", G::INFO.title, G::INFO.rules_version);
    let _ = writeln!(text, "players: {}", table.config().players);
    for (key, value) in &table.config().options {
        let _ = writeln!(text, "{key}: {value}");
    }
    text
}

/// One step of the match; `false` when there is none any more.
fn step<G: FullGame>(table: &mut TypedMatch<G>, dice: &mut Xoshiro256PlusPlus, text: &mut String) -> bool {
    match table.turn() {
        Turn::Over => {
            table.verdict().iter().for_each(|line| tell_line(line, text));
            return false;
        }
        Turn::Chance => {
            let lots = table.chance_outcomes();
            let sum = lots.iter().map(|lot| u64::from(lot.weight)).sum();
            let mut left = dice.random_range(0..sum);
            let _ = writeln!(text, "chance:");
            for lot in &lots {
                let _ = writeln!(text, "  {} ({})", lot.outcome, lot.weight);
            }
            let drawn = lots.iter().find(|lot| {
                let hit = left < u64::from(lot.weight);
                left = left.saturating_sub(u64::from(lot.weight));
                hit
            });
            let outcome = drawn.map(|lot| lot.outcome.clone()).unwrap_or_default();
            let told = table.apply_chance(&outcome).unwrap_or_else(|refusal| panic!("{outcome}: {refusal}"));
            tell_step("chance", &outcome, &told, text);
        }
        Turn::Seats(seats) => {
            let seats: Vec<_> = seats.iter().collect();
            for seat in &seats {
                let legal: Vec<_> = table.legal_moves(*seat).into_iter().map(|offer| offer.action).collect();
                let _ = writeln!(text, "{} may: {}", table.seats()[seat.index()].id, legal.join(" "));
            }
            let seat = seats[dice.random_range(0..seats.len())];
            let offers = table.legal_moves(seat);
            let action = offers[dice.random_range(0..offers.len())].action.clone();
            let told = table.play(seat, &action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
            let name = table.seats()[seat.index()].id;
            told.iter().for_each(|told| tell_step(name, &action, told, text));
        }
    }
    true
}

fn tell_step(who: &str, what: &str, told: &PlayedStep, text: &mut String) {
    let _ = writeln!(text, "{who}: {what}");
    told.lines.iter().for_each(|line| tell_line(line, text));
}

fn tell_line(line: &Sentence, text: &mut String) {
    let rules: Vec<_> = line.rules.iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "  {} [{}]", line.text, rules.join(" "));
}

/// Compares the match of this seed with the file; with `BOXTOP_BLESS=1` in the
/// environment the file is written instead.
///
/// # Panics
/// When they differ, with the first line that does.
pub fn check<G: FullGame>(file: &Path, config: &MatchConfig, seed: u64, draw: Drawing<G>) {
    let told = tell::<G>(config, seed, draw);
    if std::env::var_os("BOXTOP_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(file, &told).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return;
    }
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    if told == kept {
        return;
    }
    let number = told.lines().zip(kept.lines()).take_while(|(told, kept)| told == kept).count();
    panic!(
        "{}, line {}: the file has\n  {}\nand now it is\n  {}\nIf that is meant, run the test with BOXTOP_BLESS=1 and read the difference.",
        file.display(),
        number + 1,
        kept.lines().nth(number).unwrap_or("nothing"),
        told.lines().nth(number).unwrap_or("nothing"),
    );
}
