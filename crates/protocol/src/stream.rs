//! The events of a table's stream, and chat messages.

use crate::change::ViewChange;
use crate::view::View;
use serde::{Deserialize, Serialize};

/// An event of a table's stream. As server-sent events, the name is the event's name and the rest its data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum StreamEvent {
    /// The whole view: at the start and after a gap.
    View(Box<View>),
    /// What changed since the version before.
    Change(Box<ViewChange>),
    /// A chat message.
    Chat(ChatMessage),
    /// The number of spectators.
    Spectators(usize),
    /// The host closed the table, for this reason: it takes no more commands and messages.
    Closed(String),
    /// A heartbeat, with the version that the listener has.
    Heartbeat(u64),
}

impl StreamEvent {
    /// The event's name in the stream.
    pub fn name(&self) -> &'static str {
        match self {
            StreamEvent::View(_) => "view",
            StreamEvent::Change(_) => "change",
            StreamEvent::Chat(_) => "chat",
            StreamEvent::Spectators(_) => "spectators",
            StreamEvent::Closed(_) => "closed",
            StreamEvent::Heartbeat(_) => "heartbeat",
        }
    }

    /// Reads an event by its name and data; `None` for a name that this version does not know.
    ///
    /// # Errors
    /// The data does not fit the name.
    ///
    /// ```
    /// use boxtop_protocol::StreamEvent;
    ///
    /// assert_eq!(StreamEvent::read("spectators", b"3")?, Some(StreamEvent::Spectators(3)));
    /// assert_eq!(StreamEvent::read("weather", b"{}")?, None);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn read(name: &str, data: &[u8]) -> serde_json::Result<Option<StreamEvent>> {
        Ok(Some(match name {
            "view" => StreamEvent::View(serde_json::from_slice(data)?),
            "change" => StreamEvent::Change(serde_json::from_slice(data)?),
            "chat" => StreamEvent::Chat(serde_json::from_slice(data)?),
            "spectators" => StreamEvent::Spectators(serde_json::from_slice(data)?),
            "closed" => StreamEvent::Closed(serde_json::from_slice(data)?),
            "heartbeat" => StreamEvent::Heartbeat(serde_json::from_slice(data)?),
            _ => return Ok(None),
        }))
    }
}

/// The body of `POST /api/v1/tables/{table}/chat`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChatRequest {
    /// At most 300 characters on one line; control characters are removed.
    #[cfg_attr(feature = "schema", schema(max_length = 300, example = "Good game!"))]
    pub text: String,
    /// Who can read it; without it, `seats` for players and `everyone` for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audience: Option<ChatAudience>,
    /// Idempotency key: a message sent again with the same key appears once. The header `Idempotency-Key` does
    /// the same.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
}

/// Who can read a message.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ChatAudience {
    /// The players at the table.
    Seats,
    /// Spectators as well.
    Everyone,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChatMessage {
    /// Its number at this table, from 1.
    pub number: u64,
    /// The name of the sender.
    pub name: String,
    /// The seats that the sender plays now.
    pub seats: Vec<String>,
    /// The text; empty if the message was removed.
    pub text: String,
    /// Who can read it.
    pub audience: ChatAudience,
    /// When it was sent, in milliseconds since 1970.
    pub at: i64,
    /// Did the viewer send it?
    pub mine: bool,
    /// Did the host remove its text? A message that is removed later is sent again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

/// The body of `POST /api/v1/tables/{table}/reports`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportRequest {
    /// The number of the message; without it, the report is about the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<u64>,
    /// What is wrong; at most 1,000 characters.
    #[cfg_attr(feature = "schema", schema(max_length = 1000, example = "Insults"))]
    pub reason: String,
}

/// A report that the host will see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportReceipt {
    /// Its number, for questions to the host.
    pub report: u64,
}

/// Chat messages of a table, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChatMessages {
    /// The messages.
    pub messages: Vec<ChatMessage>,
    /// Ask for messages `after` this number; `null` if there are no more.
    pub next: Option<u64>,
}
