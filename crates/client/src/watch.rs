//! Follows a table: applies the stream's changes to give views, and reconnects as often as necessary.

use crate::client::Call;
use crate::events::Event;
use crate::retry::Backoff;
use crate::transport::EventStream;
use crate::{ClientError, Table, json};
use protocol::{ChatMessage, StreamEvent, View, ViewChange};
use std::time::Duration;

/// Something that happens at a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableEvent {
    /// The table as it is now.
    View(Box<View>),
    /// A chat message.
    Chat(ChatMessage),
    /// The number of spectators.
    Spectators(usize),
    /// The connection is lost, with the reason. The watch reconnects; nothing is missed.
    Reconnecting(ClientError),
    /// The connection works again.
    Connected,
}

/// Follows a table. [`TableWatch::next`] returns one event at a time.
///
/// The server sends the whole view once and then only changes. If a change does not fit the view, something was missed, and
/// the whole view is requested again.
pub struct TableWatch {
    table: Table,
    view: Option<View>,
    /// The last event's id: where the stream resumes.
    last_id: Option<String>,
    stream: Option<EventStream>,
    backoff: Backoff,
    /// The pause before the next attempt to connect.
    pause: Option<Duration>,
    connected: bool,
}

impl TableWatch {
    pub(crate) fn new(table: Table, view: Option<View>, chat: u64) -> TableWatch {
        let last_id = view.as_ref().map(|view| format!("{}.{chat}", view.version));
        let backoff = table.client().retry().backoff();
        TableWatch { table, view, last_id, stream: None, backoff, pause: None, connected: true }
    }

    /// The last view.
    pub fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// Waits for the next event. Cancelling the future loses nothing.
    ///
    /// # Errors
    /// The server refuses the stream, or sends something that is not in the protocol. A lost connection is not an error.
    pub async fn next(&mut self) -> Result<TableEvent, ClientError> {
        loop {
            if self.stream.is_none()
                && let Some(event) = self.connect().await?
            {
                return Ok(event);
            }
            let Some(stream) = &mut self.stream else { continue };
            match stream.next().await {
                Ok(event) => {
                    self.backoff.reset();
                    if let Some(event) = self.take(event)? {
                        return Ok(event);
                    }
                }
                Err(error) => return Ok(self.lost(error)),
            }
        }
    }

    /// Opens the stream. Returns an event if the connection is lost or works again.
    async fn connect(&mut self) -> Result<Option<TableEvent>, ClientError> {
        if let Some(pause) = self.pause {
            tokio::time::sleep(pause).await;
            self.pause = None;
        }
        let path = self.table.path("/events");
        let call = Call::get(&path);
        let call = match &self.last_id {
            Some(id) => call.with("last-event-id", id),
            None => call,
        };
        match self.table.client().stream(&call).await {
            Ok(stream) => {
                self.stream = Some(stream);
                let back = !std::mem::replace(&mut self.connected, true);
                Ok(back.then_some(TableEvent::Connected))
            }
            Err(error) if error.is_temporary() => {
                let known = !self.connected;
                let event = self.lost(error);
                Ok((!known).then_some(event))
            }
            Err(error) => Err(error),
        }
    }

    fn lost(&mut self, error: ClientError) -> TableEvent {
        let stream = self.stream.take();
        self.connected = false;
        let asked = error.retry_after().or(stream.and_then(|stream| stream.retry()));
        self.pause = Some(self.backoff.pause(asked));
        TableEvent::Reconnecting(error)
    }

    /// Handles an event of the stream.
    fn take(&mut self, event: Event) -> Result<Option<TableEvent>, ClientError> {
        let read = StreamEvent::read(&event.name, &json::cleaned(event.data.as_bytes())?);
        let read = read.map_err(ClientError::unreadable("event"))?;
        let taken = match read {
            Some(StreamEvent::View(view)) => {
                self.view = Some((*view).clone());
                Some(TableEvent::View(view))
            }
            Some(StreamEvent::Change(change)) => {
                let Some(view) = self.folded(*change) else { return Ok(self.ask_for_whole_view()) };
                Some(TableEvent::View(Box::new(view)))
            }
            Some(StreamEvent::Chat(message)) => Some(TableEvent::Chat(message)),
            Some(StreamEvent::Spectators(count)) => Some(TableEvent::Spectators(count)),
            // The view says that a match in play was ended.
            Some(StreamEvent::Closed(_) | StreamEvent::Heartbeat(_)) | None => None,
        };
        self.last_id = event.id.or(self.last_id.take());
        Ok(taken)
    }

    /// The view with the change; `None` if something was missed.
    fn folded(&mut self, change: ViewChange) -> Option<View> {
        let view = self.view.as_mut()?;
        view.apply(change).ok()?;
        Some(view.clone())
    }

    /// Starts again without a view. The chat resumes where it was.
    fn ask_for_whole_view(&mut self) -> Option<TableEvent> {
        let chat = self.last_id.as_deref().and_then(|id| id.split_once('.')).map(|(_, chat)| chat);
        self.last_id = chat.map(|chat| format!("0.{chat}"));
        (self.view, self.stream) = (None, None);
        None
    }
}
