//! Matches that are opened once and kept, so that the time goes into the inputs.

use kernel::dynamic::{DynMatch, MatchConfig, TypedMatch};
use kernel::{FullGame, Turn};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Mutex;

type Kept = &'static (dyn Any + Send + Sync);

static OPENED: Mutex<Option<HashMap<TypeId, Kept>>> = Mutex::new(None);
static LATER: Mutex<Option<HashMap<TypeId, Kept>>> = Mutex::new(None);

/// The default match of the game, before its first action.
pub fn opened<G: FullGame>() -> &'static TypedMatch<G> {
    kept(&OPENED, || TypedMatch::<G>::open(&MatchConfig::default()).expect("the usual config"))
}

/// The default match some steps later, when more moves are legal.
pub fn later<G: FullGame>() -> &'static TypedMatch<G> {
    kept(&LATER, || {
        let mut table = opened::<G>().clone();
        (0..24).for_each(|number| step(&mut table, number));
        table
    })
}

fn kept<G: FullGame>(
    tables: &Mutex<Option<HashMap<TypeId, Kept>>>,
    open: impl FnOnce() -> TypedMatch<G>,
) -> &'static TypedMatch<G> {
    let mut tables = tables.lock().expect("one thread");
    let open = || -> Kept { Box::leak(Box::new(open())) };
    let kept = tables.get_or_insert_default().entry(TypeId::of::<G>()).or_insert_with(open);
    kept.downcast_ref().expect("kept under its own type")
}

/// One step of play, chosen by a number.
pub fn step(table: &mut dyn DynMatch, number: usize) {
    match table.turn() {
        Turn::Over => {}
        Turn::Chance => {
            let outcomes = table.chance_outcomes();
            table.apply_chance(&outcomes[number * 5 % outcomes.len()].outcome).expect("a listed outcome");
        }
        Turn::Seats(seats) => {
            let seat = seats.iter().next().expect("a seat is to act");
            let moves = table.legal_moves(seat);
            table.play(seat, &moves[number * 7 % moves.len()].action).expect("a legal move");
        }
    }
}
