//! Work that a match waits for and no person does: throws for computers, and their actions.

use kernel::Seat;
use table::Table;

/// Work that the program does for a match by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackgroundTask {
    /// A throw that no person makes.
    Throw,
    /// Computers are to act: each seat with its level, in the order of the seats.
    Think(Vec<(Seat, String)>),
}

/// The work that the match waits for; `None` if it waits for people, or is over.
pub fn background_task(table: &Table) -> Option<BackgroundTask> {
    if table.table_throws() {
        return Some(BackgroundTask::Throw);
    }
    let computers = table.computers_to_act().into_iter().map(|(seat, level)| (seat, level.to_owned()));
    Some(computers.collect::<Vec<_>>()).filter(|computers| !computers.is_empty()).map(BackgroundTask::Think)
}
