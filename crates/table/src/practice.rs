//! Tables to practise at: a lesson or an exercise is shown as a table at which the learner is the only person, so that
//! pages and terminal make their views of it as of any table. Nothing is stored, and throws are forced.

use crate::event::{Event, Stamped};
use crate::occupant::Occupant;
use crate::order::Order;
use crate::table::Table;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::lesson::ScriptStep;
use serde_json::Value;

/// The key of the learner, for views of the table of a lesson or an exercise.
pub const LEARNER: &str = "learner";

/// A table in this position, at which the learner has this seat.
pub(crate) fn opened(
    game: &dyn DynGame,
    config: MatchConfig,
    start: Option<&Value>,
    learner: &str,
) -> Result<Table, String> {
    let list = |faults: Vec<kernel::Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let seats = game.open(&config).map_err(list)?.seats();
    if !seats.iter().any(|seat| seat.id == learner) {
        return Err(format!("there is no seat {learner}"));
    }
    let who = |id: &str| match id == learner {
        true => Occupant::Person { key: LEARNER.to_owned(), name: "Learner".to_owned() },
        false => Occupant::Computer { level: "captain".to_owned() },
    };
    let seats = seats.iter().map(|seat| who(seat.id)).collect();
    let order = Order { start: start.cloned(), ..Order::plain("lesson".into(), config, seats, [0; 32]) };
    // Throws are forced, so that the seed and the nonces mean nothing; without nonces the table would ask for them.
    let (table, _) = Table::open(game, order, 0).map_err(|decline| decline.to_string())?;
    Ok(table)
}

/// Plays an action or a throw. The error says what is wrong with it.
pub(crate) fn perform(table: &mut Table, step: &ScriptStep) -> Result<(), String> {
    let event = match step {
        ScriptStep::Act { seat, action } => Event::Acted { seat: seat.clone(), action: action.clone() },
        ScriptStep::Throw(outcome) => Event::Threw { outcome: outcome.clone(), link: None },
    };
    table.apply_stored(&Stamped::from(event)).map_err(|corrupt| format!("{step}: {}", corrupt.what))
}
