//! One is one: no text of any match puts a plural behind it.
//!
//! Every option that is a number is set to 1, and random matches are played while everything people
//! read is listened to: the log, verdicts, headlines, needs, trays, labels and odds.

use boxtop_games::{SLUGS, Visitor, visit};
use kernel::dynamic::{DynMatch, MatchConfig, TypedMatch};
use kernel::{FullGame, OptionKind, OptionValue, Seat, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Steps of a match that are listened to.
const STEPS: usize = 400;
/// Once in so many steps every offer is read, and what every throw would bring.
const OFFERS: usize = 20;
/// Matches of each config.
const MATCHES: u64 = 2;

/// Plurals of everything that is counted anywhere.
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

/// Where a text says “1 throws” or the like; “Player 1 spins” is somebody who spins.
fn slip(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let ones = (0..words.len()).filter(|&at| words[at] == "1" && (at == 0 || words[at - 1] != "Player"));
    ones.map(|at| &words[at + 1..]).find_map(|behind| match behind {
        [word, ..] if PLURALS.contains(word) || ["are", "have"].contains(word) => Some(format!("1 {word}")),
        ["more", word, ..] if PLURALS.contains(word) => Some(format!("1 more {word}")),
        _ => None,
    })
}

#[test]
fn a_slip_is_heard() {
    assert_eq!(slip("1 throws have been made: a draw."), Some("1 throws".into()));
    assert_eq!(slip("Take 1 more attackers."), Some("1 more attackers".into()));
    assert_eq!(slip("R1 throws 1; 11 throws, 1 throw, 1 has it, Player 1 spins 1."), None);
}

struct Listen;

impl Visitor for Listen {
    type Output = ();

    fn visit<G: FullGame>(self) {
        for config in deals::<G>() {
            for seed in 0..MATCHES {
                let mut table =
                    TypedMatch::<G>::open(&config).unwrap_or_else(|faults| panic!("{config:?}: {faults:?}"));
                listen(&mut table, seed);
            }
        }
    }
}

/// For every number of players: as usual, and with each number at 1.
fn deals<G: FullGame>() -> Vec<MatchConfig> {
    let mut deals = Vec::new();
    for &players in G::INFO.players {
        deals.push(MatchConfig { players, ..MatchConfig::default() });
        for spec in G::option_specs() {
            if matches!(spec.kind, OptionKind::Number { min: ..=1, .. }) {
                let options = [(spec.key.to_owned(), OptionValue::Number(1))].into();
                deals.push(MatchConfig { players, options, ..MatchConfig::default() });
            }
        }
    }
    deals
}

fn listen(table: &mut impl DynMatch, seed: u64) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for step in 0..STEPS {
        hear(table, step % OFFERS == 0);
        match table.turn() {
            Turn::Over => return,
            Turn::Chance => {
                let lots = table.chance_outcomes();
                table.apply_chance(&lots[dice.random_range(0..lots.len())].outcome).expect("it may fall");
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("somebody acts");
                let offers = table.legal_moves(seat);
                table.play(seat, &offers[dice.random_range(0..offers.len())].action).expect("it is offered");
            }
        }
    }
}

/// Everything there is to read now.
fn hear(table: &impl DynMatch, offers: bool) {
    let scene = table.scene(Viewer::Referee);
    let mut texts = vec![scene.headline];
    texts.extend(table.played().last().into_iter().flat_map(|told| told.lines.iter().map(|line| line.text.clone())));
    texts.extend(scene.needs.into_iter().map(|need| need.line.text));
    texts.extend(scene.trays.into_iter().flat_map(|tray| [tray.label, tray.note]));
    texts.extend(table.verdict().map(|line| line.text));
    for seat in (0..table.seats().len() as u8).map(Seat).filter(|_| offers) {
        texts.extend(table.legal_moves(seat).into_iter().map(|offer| offer.gesture.label));
        texts.extend(table.prospects(seat).into_iter().map(|prospect| format!("{prospect:?}")));
    }
    for text in texts {
        assert_eq!(slip(&text), None, "{}: {text}", table.info().title);
    }
}

#[test]
fn no_text_of_any_game_counts_one_in_the_plural() {
    for slug in SLUGS {
        visit(slug, Listen).expect("it is on the list");
    }
}
