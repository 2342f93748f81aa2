//! Tables opened once and kept, so that inputs are what takes the time.

use kernel::dynamic::{DynMatch, MatchConfig, TypedMatch};
use kernel::{FullGame, Turn};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Mutex;

type Kept = &'static (dyn Any + Send + Sync);

static OPENED: Mutex<Option<HashMap<TypeId, Kept>>> = Mutex::new(None);
static LATER: Mutex<Option<HashMap<TypeId, Kept>>> = Mutex::new(None);

/// The usual table of the game, before its first action.
pub fn opened<G: FullGame>() -> &'static TypedMatch<G> {
    kept(&OPENED, || TypedMatch::<G>::open(&MatchConfig::default()).expect("the usual config"))
}

/// The usual table some steps later, where more can be done than at the beginning.
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
            let lots = table.chance_outcomes();
            table.apply_chance(&lots[number * 5 % lots.len()].outcome).expect("chance may come out so");
        }
        Turn::Seats(seats) => {
            let seat = seats.iter().next().expect("somebody is to act");
            let offers = table.legal_moves(seat);
            table.play(seat, &offers[number * 7 % offers.len()].action).expect("it was offered");
        }
    }
}
