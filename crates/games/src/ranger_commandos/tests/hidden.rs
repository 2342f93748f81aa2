//! Nobody knows a face before it is turned up: not the state, not a view, not the
//! log, not a position that is written down.

use super::drawn::*;
use crate::ranger_commandos::{Phase, RangerCommandos};
use kernel::dynamic::{DynMatch, MatchConfig, PresentMatch, TypedMatch};
use kernel::{Game, Play, Seat, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Everything that is sent to any viewer of a match.
fn traffic(table: &Table) -> String {
    let players = table.game().players();
    let viewers = (0..players).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator, Viewer::Referee]);
    let mut text = String::new();
    for viewer in viewers {
        let scene = table.scene(viewer);
        let shown =
            (&scene.tokens, &scene.trays, &scene.marks, &scene.headline, &scene.needs, &scene.throw, scene.mood);
        text += &format!("{shown:?} {}\n", table.position(viewer));
    }
    for seat in (0..players).map(Seat) {
        text += &format!("{:?} {:?}\n", table.legal_moves(seat), table.prospects(seat));
    }
    text + &format!("{:?} {:?} {:?}", table.chance_outcomes(), table.played(), table.verdict())
}

/// Plays with one random stream for spins and choices and another for the faces. Returns
/// the traffic up to the first counter turned up, and the result.
fn played(players: u8, seed: u64, shuffle: u64) -> (Vec<String>, String) {
    let mut table: Table = TypedMatch::open(&MatchConfig { players, ..MatchConfig::default() }).unwrap();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut faces = Xoshiro256PlusPlus::seed_from_u64(shuffle);
    let mut sent = Vec::new();
    loop {
        if table.current_play().state.phase() != Phase::Over
            && written(&table).players.values().all(|p| p.faces.is_empty())
        {
            sent.push(traffic(&table));
        }
        match table.turn() {
            Turn::Over => return (sent, table.verdict().unwrap().text),
            Turn::Chance => {
                let outcomes = table.chance_outcomes();
                let hidden = table.thrower().is_none();
                let stream = if hidden { &mut faces } else { &mut dice };
                let at = stream.random_range(0..outcomes.len());
                table.apply_chance(&outcomes[at].outcome).unwrap();
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let moves = table.legal_moves(seat);
                let gain = moves.iter().find(|legal| legal.gesture.tone == kernel::scene::Tone::Gain);
                let safe = moves.iter().find(|legal| legal.gesture.tone == kernel::scene::Tone::Plain);
                let any = &moves[dice.random_range(0..moves.len())];
                table.play(seat, &gain.or(safe).unwrap_or(any).action.clone()).unwrap();
            }
        }
    }
}

/// RC-22, RC-34
#[test]
fn matches_that_differ_only_in_the_shuffle_send_the_same_bytes_until_the_reveal() {
    let mut differ = 0;
    for seed in 0..6 {
        let (one, first) = played(2 + (seed % 3) as u8, seed, 1);
        let (other, second) = played(2 + (seed % 3) as u8, seed, 2);
        assert!(one == other, "the traffic of match {seed} differs before the reveal");
        differ += u32::from(first != second);
    }
    assert!(differ >= 3, "the shuffle decides nothing: {differ}");
}

/// RC-22
#[test]
fn no_state_holds_a_face_before_the_reveal() {
    let table = opening(4);
    let game: &RangerCommandos = table.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(22);
    for _ in 0..200 {
        let mut play = Play::start(game);
        while !matches!(play.state.phase(), Phase::Reveal | Phase::Over) {
            for colour in crate::ranger_commandos::COLOURS {
                assert_eq!(play.state.turned_up(colour), &[0; 8]);
            }
            assert_eq!(game.redact(&play.state, Viewer::Spectator), play.state, "there is nothing to hide");
            match play.turn(game) {
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let action = game.sample_action(&play.state, seat, |n| dice.random_range(0..n), &mut Vec::new());
                    play.apply(game, seat, action.unwrap());
                }
                _ => {
                    let mut outcomes = Vec::new();
                    game.chance_outcomes(&play.state, &mut outcomes);
                    play.apply_chance(game, outcomes[dice.random_range(0..outcomes.len())].0);
                }
            }
        }
    }
}

/// RC-34, RC-6
#[test]
fn turning_up_is_drawing_without_replacement() {
    // The odds of the second counter given the first are those of a shuffled pile.
    let mut table = players(&["red c7 aboard 2", "black h9"]).phase("day").table();
    play(&mut table, "E4W plain");
    let p: Vec<_> = table.chance_outcomes().iter().map(|outcome| (outcome.outcome.clone(), outcome.p)).collect();
    let plain = p.iter().find(|(face, _)| face == "plain").unwrap().1;
    assert!((plain - 9.0 / 33.0).abs() < 1e-12);
    assert!((p[0].1 - 1.0 / 33.0).abs() < 1e-12);
}
