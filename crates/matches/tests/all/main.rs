//! The pipeline of a match: conflicts, repeated commands, failures of the log at every point, several actors on one
//! log.

mod faults;
mod lists;
mod pipeline;
mod stored;
mod typed;

use boxtop_matches::*;
use eventlog::{Append, Appended, EventLog, StoreError, StoreFuture, Stored, StreamId, Version};
use kernel::dynamic::MatchConfig;
use pollster::block_on;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use store::{EventStore, Memory};
use table::{MatchCommand, Occupant, Order, Table};

const GAME: &str = "three-musketeers";
const ID: &str = "match-1";

fn person(key: &str) -> Occupant {
    Occupant::Person { key: key.into(), name: key.to_uppercase() }
}

fn order(id: &str, seats: &[Occupant]) -> Order {
    Order::plain(id.into(), MatchConfig::default(), seats.to_vec(), [7; 32])
}

fn context(log: Arc<dyn EventLog>) -> MatchContext {
    MatchContext { log, find_game: catalog::game, list_entry, offload: Arc::new(Inline) }
}

/// A match between Ann and Bob in this log.
fn opened(log: Arc<dyn EventLog>) -> MatchContext {
    let context = context(log);
    let order = order(ID, &[person("ann"), person("bob")]);
    block_on(open_match(&context, catalog::game(GAME).unwrap(), order, "opened", 0)).unwrap();
    context
}

fn actor(context: &MatchContext) -> MatchActor {
    block_on(MatchActor::load(context.clone(), ID, Box::new(Silent))).unwrap()
}

fn act(seat: &str, text: &str) -> PendingCommand {
    PendingCommand::new(MatchCommand::Act { seat: seat.into(), text: text.into() }, 1_000)
}

fn execute(actor: &MatchActor, pending: &PendingCommand) -> Result<CommandOutcome, MatchError> {
    block_on(actor.execute(pending))
}

/// The first legal action of the seat to act, as a command.
fn first_action(table: &Table) -> PendingCommand {
    let seat = table.acting().iter().next().expect("somebody is to act");
    let text = table.game_match().legal_moves(seat)[0].action.clone();
    act(table.game_match().seats()[seat.index()].id, &text)
}

/// Are these the same match at the same point?
fn assert_same(one: &Table, other: &Table) {
    assert_eq!((one.version(), one.record()), (other.version(), other.record()));
    assert_eq!(list_entry(one), list_entry(other));
}

/// Remembers the versions that were published.
#[derive(Default)]
struct Published(Mutex<Vec<u64>>);

impl Publisher for Published {
    fn publish(&self, snapshot: &Snapshot) {
        self.0.lock().unwrap().push(snapshot.table.version());
    }
}
