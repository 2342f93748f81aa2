//! Any typed text is read or refused; an action that is read survives a round trip through notation.
#![no_main]

use games::{SLUGS, Visitor, visit};
use kernel::dynamic::TypedMatch;
use kernel::{FullGame, Seat};
use libfuzzer_sys::fuzz_target;

struct Read<'t>(&'t str);

impl Visitor for Read<'_> {
    type Output = ();
    fn visit<G: FullGame>(self) {
        read(boxtop_fuzz::opened::<G>(), self.0);
        read(boxtop_fuzz::later::<G>(), self.0);
    }
}

fn read<G: FullGame>(game_match: &TypedMatch<G>, text: &str) {
    let (game, state) = (game_match.game(), game_match.current_play().state);
    for part in game.split(text) {
        for seat in (0..game.players()).map(Seat) {
            match game.read(&state, seat, &part) {
                Ok(action) => {
                    let written = game.write(&state, action);
                    assert_eq!(game.read(&state, seat, &written), Ok(action), "{written}");
                    let judged = game.judge(&state, seat, action);
                    let mut legal = Vec::new();
                    game.legal_actions(&state, seat, &mut legal);
                    assert_eq!(judged.is_ok(), legal.contains(&action), "{written}");
                }
                Err(refusal) => assert!(!refusal.what.is_empty(), "{part} is refused without a word"),
            }
        }
    }
    let _ = game.read_chance(&state, text);
}

fuzz_target!(|text: &str| {
    for slug in SLUGS {
        visit(slug, Read(text));
    }
});
