//! Measures the cost of an action in a long match without a disk: deciding, applying, the list entry, and a clone of the
//! match.
//!
//! `cargo run --release -p boxtop-matches --example action_cost`

use boxtop_matches::{Inline, MatchActor, MatchContext, PendingCommand, Silent, list_entry, open_match};
use kernel::Turn;
use kernel::dynamic::MatchConfig;
use pollster::block_on;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{MatchCommand, Occupant, Order, Table};

/// Number of steps that are played before anything is measured, and number of steps that are measured.
const STEPS: usize = 200;

fn main() {
    println!("{:<20} {:>6} {:>12} {:>12}", "game", "steps", "action", "clone");
    for game in catalog::games() {
        let players = *game.info().players.last().unwrap_or(&2);
        let ann = Occupant::Person { key: "ann".into(), name: "Ann".into() };
        let config = MatchConfig { players, ..MatchConfig::default() };
        let order = Order::plain("match".into(), config, vec![ann; players.into()], [7; 32]);
        let log = Arc::new(store::Memory::new());
        let context = MatchContext { log, find_game: catalog::game, list_entry, offload: Arc::new(Inline) };
        block_on(open_match(&context, *game, order, "opened", 0)).expect("a match");
        let actor = block_on(MatchActor::load(context, "match", Box::new(Silent))).expect("a match");
        let (mut spent, mut measured) = (Duration::ZERO, 0);
        for step in 0..2 * STEPS {
            let Some(command) = next(&actor.table(), step) else { break };
            let begin = Instant::now();
            block_on(actor.execute(&PendingCommand::new(command, 0))).expect("it is legal");
            if step >= STEPS {
                spent += begin.elapsed();
                measured += 1;
            }
        }
        let table = actor.table();
        let begin = Instant::now();
        let clones: Vec<Table> = (0..100).map(|_| Table::clone(&table)).collect();
        let clone = begin.elapsed() / clones.len() as u32;
        let action = spent.checked_div(measured).unwrap_or_default();
        println!("{:<20} {:>6} {:>12?} {:>12?}", game.info().slug, table.game_match().played().len(), action, clone);
    }
}

/// Some legal action or the throw that is due; `None` when the match is over.
fn next(table: &Table, step: usize) -> Option<MatchCommand> {
    let game_match = table.game_match();
    let id = |seat: kernel::Seat| game_match.seats()[seat.index()].id.to_owned();
    match table.turn() {
        Turn::Over => None,
        Turn::Chance => Some(MatchCommand::Throw { seat: game_match.thrower().map(id), link: None }),
        Turn::Seats(seats) => {
            let seat = seats.iter().next()?;
            let moves = game_match.legal_moves(seat);
            Some(MatchCommand::Act { seat: id(seat), text: moves[step * 7 % moves.len()].action.clone() })
        }
    }
}
