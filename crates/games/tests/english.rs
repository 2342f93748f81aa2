//! No text of any match has a plural after the number 1.
//!
//! Every option that is a number is set to 1, and random matches are played. Everything that people
//! read is checked: the log, verdicts, headlines, needs, trays, labels and odds.

use boxtop_games::{SLUGS, Visitor, visit};
use kernel::dynamic::{DynMatch, MatchConfig, TypedMatch};
use kernel::{FullGame, OptionKind, OptionValue, Seat, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Number of steps of a match that are checked.
const STEPS: usize = 400;
/// At one step in this many, the legal moves and the odds of throws are checked too.
const MOVES_SAMPLE: usize = 20;
/// Number of matches of each config.
const MATCHES: u64 = 2;

/// Plurals of everything that texts count.
const PLURALS: [&str; 28] = [
    "actions",
    "aeroplanes",
    "attackers",
    "captains",
    "captives",
    "circles",
    "counters",
    "days",
    "defenders",
    "divisions",
    "games",
    "men",
    "mines",
    "moves",
    "outcomes",
    "pieces",
    "places",
    "players",
    "points",
    "privates",
    "seats",
    "ships",
    "spaces",
    "spins",
    "squares",
    "steps",
    "throws",
    "turns",
];

/// The place where a text says “1 throws” or similar; “Player 1 spins” is correct.
fn wrong_plural(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let ones = (0..words.len()).filter(|&at| words[at] == "1" && (at == 0 || words[at - 1] != "Player"));
    ones.map(|at| &words[at + 1..]).find_map(|rest| match rest {
        [word, ..] if PLURALS.contains(word) || ["are", "have"].contains(word) => Some(format!("1 {word}")),
        ["more", word, ..] if PLURALS.contains(word) => Some(format!("1 more {word}")),
        _ => None,
    })
}

#[test]
fn a_wrong_plural_is_found() {
    assert_eq!(wrong_plural("1 throws have been made: a draw."), Some("1 throws".into()));
    assert_eq!(wrong_plural("Take 1 more attackers."), Some("1 more attackers".into()));
    assert_eq!(wrong_plural("R1 throws 1; 11 throws, 1 throw, 1 has it, Player 1 spins 1."), None);
}

struct CheckTexts;

impl Visitor for CheckTexts {
    type Output = ();

    fn visit<G: FullGame>(self) {
        for config in configs::<G>() {
            for seed in 0..MATCHES {
                let mut table =
                    TypedMatch::<G>::open(&config).unwrap_or_else(|faults| panic!("{config:?}: {faults:?}"));
                check_match(&mut table, seed);
            }
        }
    }
}

/// For every number of players: the default options, and each number at 1.
fn configs<G: FullGame>() -> Vec<MatchConfig> {
    let mut configs = Vec::new();
    for &players in G::INFO.players {
        configs.push(MatchConfig { players, ..MatchConfig::default() });
        for spec in G::option_specs() {
            if matches!(spec.kind, OptionKind::Number { min: ..=1, .. }) {
                let options = [(spec.key.to_owned(), OptionValue::Number(1))].into();
                configs.push(MatchConfig { players, options, ..MatchConfig::default() });
            }
        }
    }
    configs
}

fn check_match(table: &mut impl DynMatch, seed: u64) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for step in 0..STEPS {
        check_texts(table, step % MOVES_SAMPLE == 0);
        match table.turn() {
            Turn::Over => return,
            Turn::Chance => {
                let outcomes = table.chance_outcomes();
                table.apply_chance(&outcomes[dice.random_range(0..outcomes.len())].outcome).expect("a listed outcome");
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("a seat is to act");
                let moves = table.legal_moves(seat);
                table.play(seat, &moves[dice.random_range(0..moves.len())].action).expect("a legal move");
            }
        }
    }
}

/// Checks everything that people can read now.
fn check_texts(table: &impl DynMatch, with_moves: bool) {
    let scene = table.scene(Viewer::Referee);
    let mut texts = vec![scene.headline];
    texts
        .extend(table.played().last().into_iter().flat_map(|played| played.lines.iter().map(|line| line.text.clone())));
    texts.extend(scene.needs.into_iter().map(|need| need.line.text));
    texts.extend(scene.trays.into_iter().flat_map(|tray| [tray.label, tray.note]));
    texts.extend(table.verdict().map(|line| line.text));
    for seat in (0..table.seats().len() as u8).map(Seat).filter(|_| with_moves) {
        texts.extend(table.legal_moves(seat).into_iter().map(|legal| legal.gesture.label));
        texts.extend(table.prospects(seat).into_iter().map(|prospect| format!("{prospect:?}")));
    }
    for text in texts {
        assert_eq!(wrong_plural(&text), None, "{}: {text}", table.info().title);
    }
}

#[test]
fn no_text_of_any_game_counts_one_in_the_plural() {
    for slug in SLUGS {
        visit(slug, CheckTexts).expect("it is on the list");
    }
}
