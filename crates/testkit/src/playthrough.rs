//! Golden playthroughs: one random match written step by step to a plain text file, so that
//! a change of the rules can be reviewed as a diff.

use kernel::dynamic::{DynMatch, MatchConfig, MatchSetup, PlayedStep, PresentMatch, TypedMatch};
use kernel::{FullGame, Game, Sentence, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::fmt::Write;
use std::path::Path;

/// Draws a state as text for the file.
pub type Drawing<G> = fn(&G, &<G as Game>::State) -> String;

/// The text of the random match of this seed.
///
/// # Panics
/// When the config cannot be opened or a legal action is refused.
pub fn write_match<G: FullGame>(config: &MatchConfig, seed: u64, draw: Drawing<G>) -> String {
    let mut table = TypedMatch::<G>::open(config).unwrap_or_else(|faults| panic!("{config:?}: {faults:?}"));
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut text = heading(&table, seed);
    for number in 0.. {
        let _ = writeln!(text, "\n## {number}\n\n{}\n", draw(table.game(), &table.current_play().state).trim_end());
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

/// Plays one step; `false` if the match is over.
fn step<G: FullGame>(table: &mut TypedMatch<G>, dice: &mut Xoshiro256PlusPlus, text: &mut String) -> bool {
    match table.turn() {
        Turn::Over => {
            table.verdict().iter().for_each(|line| write_sentence(line, text));
            return false;
        }
        Turn::Chance => {
            let outcomes = table.chance_outcomes();
            let sum = outcomes.iter().map(|chance| u64::from(chance.weight)).sum();
            let mut left = dice.random_range(0..sum);
            let _ = writeln!(text, "chance:");
            for chance in &outcomes {
                let _ = writeln!(text, "  {} ({})", chance.outcome, chance.weight);
            }
            let sampled = outcomes.iter().find(|chance| {
                let hit = left < u64::from(chance.weight);
                left = left.saturating_sub(u64::from(chance.weight));
                hit
            });
            let outcome = sampled.map(|chance| chance.outcome.clone()).unwrap_or_default();
            let played = table.apply_chance(&outcome).unwrap_or_else(|refusal| panic!("{outcome}: {refusal}"));
            write_step("chance", &outcome, &played, text);
        }
        Turn::Seats(seats) => {
            let seats: Vec<_> = seats.iter().collect();
            for seat in &seats {
                let legal: Vec<_> = table.legal_moves(*seat).into_iter().map(|legal_move| legal_move.action).collect();
                let _ = writeln!(text, "{} may: {}", table.seats()[seat.index()].id, legal.join(" "));
            }
            let seat = seats[dice.random_range(0..seats.len())];
            let moves = table.legal_moves(seat);
            let action = moves[dice.random_range(0..moves.len())].action.clone();
            let played = table.play(seat, &action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
            let name = table.seats()[seat.index()].id;
            played.iter().for_each(|step| write_step(name, &action, step, text));
        }
    }
    true
}

fn write_step(who: &str, what: &str, step: &PlayedStep, text: &mut String) {
    let _ = writeln!(text, "{who}: {what}");
    step.lines.iter().for_each(|line| write_sentence(line, text));
}

fn write_sentence(line: &Sentence, text: &mut String) {
    let rules: Vec<_> = line.rules.iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "  {} [{}]", line.text, rules.join(" "));
}

/// Compares the match of this seed with the file; with `BOXTOP_BLESS=1` in the
/// environment the file is written instead.
///
/// # Panics
/// When they differ, with the first line that differs.
pub fn check<G: FullGame>(file: &Path, config: &MatchConfig, seed: u64, draw: Drawing<G>) {
    let now = write_match::<G>(config, seed, draw);
    if std::env::var_os("BOXTOP_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(file, &now).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return;
    }
    let golden = std::fs::read_to_string(file).unwrap_or_default();
    if now == golden {
        return;
    }
    let number = now.lines().zip(golden.lines()).take_while(|(now, golden)| now == golden).count();
    panic!(
        "{}, line {}: the file has\n  {}\nand now it is\n  {}\nIf that is intended, run the test with BOXTOP_BLESS=1 and review the diff.",
        file.display(),
        number + 1,
        golden.lines().nth(number).unwrap_or("nothing"),
        now.lines().nth(number).unwrap_or("nothing"),
    );
}
