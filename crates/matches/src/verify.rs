//! Is a stored match sound? For backups and imports: every event is applied, and the record that follows from the events is
//! replayed.

use crate::context::FindGame;
use crate::current::Current;
use crate::error::MatchError;
use eventlog::{Listed, Stored, StreamId};
use std::collections::HashSet;
use std::sync::Arc;
use table::{ReplayError, Table};

/// Why a stored match is not sound.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unsound {
    /// The versions of its events have a gap.
    #[error("event {expected} is missing")]
    Gap {
        /// The version that should be next.
        expected: u64,
    },
    /// An event cannot be applied.
    #[error(transparent)]
    Unplayable(MatchError),
    /// Its events are those of another match.
    #[error("its events are those of the match {0}")]
    OtherMatch(String),
    /// An idempotency key was used twice.
    #[error("event {version} repeats the idempotency key of another one")]
    RepeatedKey {
        /// The version of the event.
        version: u64,
    },
    /// Its record is not correct.
    #[error("its record is not correct: {0}")]
    Record(#[from] ReplayError),
    /// Lists show it otherwise than it is.
    #[error("lists do not show it as it is: {0}")]
    Listed(&'static str),
}

/// Replays a match from its stored events: versions without gaps, every event applied, every step of the record legal, and
/// for a finished match the result and all throws as they follow from its seed.
pub fn verify(stream: &StreamId, events: &[Stored], find_game: FindGame) -> Result<Arc<Table>, Unsound> {
    check_versions(events)?;
    let (game, current) = Current::folded(events, find_game).map_err(Unsound::Unplayable)?;
    let table = current.snapshot.table;
    if table.opened().id != stream.as_str() {
        return Err(Unsound::OtherMatch(table.opened().id.clone()));
    }
    table::replay(game, &table.record())?;
    Ok(table)
}

/// As [`verify`], and lists show the match as it is: its game, its number of events, its times and whether it is over.
pub fn verify_listed(listed: &Listed, events: &[Stored], find_game: FindGame) -> Result<(), Unsound> {
    let table = verify(&listed.stream, events, find_game)?;
    let times = (events.first().map(|event| event.at_ms), events.last().map(|event| event.at_ms));
    let checks = [
        (listed.version.0 == table.version(), "the number of its events differs"),
        (listed.entry.game == table.opened().game, "the game differs"),
        (listed.entry.open != table.is_over(), "whether it is over differs"),
        (times == (Some(listed.created_ms), Some(listed.updated_ms)), "its times differ"),
    ];
    match checks.into_iter().find(|(right, _)| !right) {
        None => Ok(()),
        Some((_, wrong)) => Err(Unsound::Listed(wrong)),
    }
}

fn check_versions(events: &[Stored]) -> Result<(), Unsound> {
    let mut keys = HashSet::new();
    for (expected, event) in (1..).zip(events) {
        if event.version.0 != expected {
            return Err(Unsound::Gap { expected });
        }
        if event.key.as_ref().is_some_and(|key| !keys.insert(key)) {
            return Err(Unsound::RepeatedKey { version: expected });
        }
    }
    Ok(())
}
