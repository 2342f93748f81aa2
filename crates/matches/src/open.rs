//! Opening a match.

use crate::context::MatchContext;
use crate::error::MatchError;
use eventlog::{Append, StoreError, StreamId, Version};
use kernel::dynamic::DynGame;
use table::{Order, Stamped, Table};

/// Opens a match: stores its first event. The same order with the same key may be sent again and opens one match;
/// another order for the same match is [`MatchError::ReusedKey`].
pub async fn open_match(
    context: &MatchContext,
    game: &dyn DynGame,
    order: Order,
    key: &str,
    now: i64,
) -> Result<(), MatchError> {
    let stream = StreamId::new(order.id.clone())?;
    let (table, event) = Table::open(game, order, now)?;
    let append = Append {
        stream,
        expected: Version::NONE,
        key: Some(key.to_owned()),
        events: vec![written(&event)?],
        entry: (context.list_entry)(&table),
    };
    match context.log.append(append).await {
        Ok(_) => Ok(()),
        Err(StoreError::Conflict { .. }) => Err(MatchError::ReusedKey),
        Err(error) => Err(error.into()),
    }
}

/// The event as it is stored.
pub(crate) fn written(event: &Stamped) -> Result<String, MatchError> {
    serde_json::to_string(event).map_err(|error| MatchError::Store(StoreError::BadRequest(error.to_string())))
}
