//! Any JSON is read as a record or refused; a record is written back unchanged, and can be played in its game.
#![no_main]

use games::{Visitor, visit};
use kernel::dynamic::{DynMatch, MatchConfig, MatchSetup, TypedMatch};
use kernel::record::{Record, Step};
use kernel::{FullGame, RuleBook};
use libfuzzer_sys::fuzz_target;

struct Replay<'r>(&'r Record);

impl Visitor for Replay<'_> {
    type Output = ();
    fn visit<G: FullGame>(self) {
        if self.0.check(G::INFO).is_err() {
            return;
        }
        let config =
            MatchConfig { players: self.0.seats.len() as u8, options: self.0.options.clone(), board: self.0.board.clone(), ..MatchConfig::default() };
        let usual = config.board.is_none() && config.options.is_empty() && G::INFO.players.last() == Some(&config.players);
        let table = if usual { Ok(boxtop_fuzz::opened::<G>().clone()) } else { TypedMatch::<G>::open(&config) };
        let Ok(mut table) = table else { return };
        if let Some(start) = &self.0.start
            && table.place(start.clone()).is_err()
        {
            return;
        }
        for step in &self.0.steps {
            let went = match step {
                Step::Act { seat, action } => table.seat(seat).is_some_and(|seat| table.play(seat, action).is_ok()),
                Step::Chance { chance, .. } | Step::Entered { entered: chance } => table.apply_chance(chance).is_ok(),
                Step::Undo { undo } => (0..*undo).all(|_| table.undo()),
                // The game itself does not know who plays a seat, or who adds to the dice.
                Step::Relieve { .. } | Step::Return { .. } | Step::Vacate { .. } | Step::Sit { .. } => true,
                Step::Commit { .. } | Step::Reveal { .. } | Step::Withdraw { .. } => true,
                Step::Resign { .. } | Step::Flag { .. } | Step::Draw { .. } => false,
                Step::Claim { .. } | Step::Abort { .. } => false,
            };
            if !went {
                return;
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = RuleBook::read(text);
    }
    let Ok(record) = serde_json::from_slice::<Record>(bytes) else { return };
    let written = serde_json::to_string(&record).expect("a record can be written");
    let again: Record = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&again).expect("a record can be written"), written);
    visit(&record.game, Replay(&record));
});
