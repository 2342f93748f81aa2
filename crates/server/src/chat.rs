//! Chat at tables. Messages are stored and sent on the table's stream with their own numbers; they are not part of the
//! match.

use crate::accounts::Accounts;
use crate::commands::valid_key;
use crate::guest::Guest;
use crate::names::tidy;
use crate::problem::Problem;
use protocol::{ChatAudience, ChatMessage, ChatRequest};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use store::{Audience, Change, Changed, EventStore, Message, StreamId};
use table::Table;
use tokio::sync::watch;

/// Maximum length of a message, in characters.
pub(crate) const LONGEST: usize = 300;
/// Maximum number of messages in one answer.
pub(crate) const MOST_AT_ONCE: u32 = 100;

/// Notifies the streams of one table: the number of the last message since the first of them opened.
pub(crate) type ChatNotifier = Arc<watch::Sender<u64>>;

/// The notifiers of all tables with open streams.
#[derive(Default)]
pub(crate) struct Chats {
    notifiers: Mutex<HashMap<StreamId, Weak<watch::Sender<u64>>>>,
}

impl Chats {
    /// The notifier of this table. It is dropped with its last holder.
    pub(crate) fn notifier(&self, table: &StreamId) -> ChatNotifier {
        let mut notifiers = self.notifiers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(notifier) = notifiers.get(table).and_then(Weak::upgrade) {
            return notifier;
        }
        notifiers.retain(|_, notifier| notifier.strong_count() > 0);
        let notifier = ChatNotifier::default();
        notifiers.insert(table.clone(), Arc::downgrade(&notifier));
        notifier
    }

    /// Wakes the streams of this table, if there are any.
    pub(crate) fn notify(&self, table: &StreamId, number: u64) {
        let notifiers = self.notifiers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(notifier) = notifiers.get(table).and_then(Weak::upgrade) {
            // A repeated message wakes nobody.
            notifier.send_if_modified(|last| number > std::mem::replace(last, number.max(*last)));
        }
    }

    /// Sends a message at a table. Spectators can only write to everyone.
    pub(crate) async fn say(
        &self,
        accounts: &Accounts,
        guest: &Guest,
        table: StreamId,
        seated: bool,
        request: &ChatRequest,
    ) -> Result<Message, Problem> {
        let (text, audience) = check(request, seated)?;
        accounts.meet(guest).await?;
        let (person, name) = (guest.key.clone(), guest.name.clone());
        let key = if request.key.is_empty() { None } else { Some(valid_key(&request.key)?.to_owned()) };
        let message =
            Message { number: 0, table: table.clone(), person, name, text, audience, at_ms: 0, key, removed: false };
        match accounts.change(Change::Say(message)).await? {
            Changed::Said(message) => {
                self.notify(&table, message.number);
                Ok(message)
            }
            Changed::Taken => Err(Problem::reused_key()),
            other => Err(Problem::broken(format!("a message became {other:?}"))),
        }
    }
}

/// The messages after this number; those for players only if the reader is one.
pub(crate) async fn readable(
    store: &dyn EventStore,
    table: &StreamId,
    after: u64,
    limit: u32,
    seated: bool,
) -> Result<Vec<Message>, Problem> {
    Ok(store.people().messages(table, after, limit.min(MOST_AT_ONCE + 1), seated).await?)
}

/// The text and the audience of a message, if it may be sent.
fn check(request: &ChatRequest, seated: bool) -> Result<(String, Audience), Problem> {
    let text = tidy(&request.text);
    if text.is_empty() {
        return Err(Problem::refused("The message is empty.", "Write something first."));
    }
    if text.chars().count() > LONGEST {
        return Err(Problem::refused(
            format!("The message is longer than {LONGEST} characters."),
            "Split it into two messages.",
        ));
    }
    let audience = match request.audience {
        None if seated => Audience::Seats,
        Some(ChatAudience::Seats) => Audience::Seats,
        None | Some(ChatAudience::Everyone) => Audience::Everyone,
    };
    if audience == Audience::Seats && !seated {
        return Err(Problem::forbidden("Only players can write to the players.", "Write to everyone."));
    }
    Ok((text, audience))
}

/// The audience as the protocol names it.
pub(crate) fn audience(audience: Audience) -> ChatAudience {
    match audience {
        Audience::Seats => ChatAudience::Seats,
        Audience::Everyone => ChatAudience::Everyone,
    }
}

/// The message as sent to the holder of this key; it contains no keys.
pub(crate) fn message(message: Message, table: &Table, key: &str) -> ChatMessage {
    let seats = table.game_match().seats();
    let of = table.seats_of(&message.person);
    ChatMessage {
        number: message.number,
        seats: of.iter().filter_map(|seat| seats.get(seat.index())).map(|info| info.id.to_owned()).collect(),
        mine: message.person == key,
        name: message.name,
        text: message.text,
        audience: audience(message.audience),
        at: message.at_ms,
        removed: message.removed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str, audience: Option<ChatAudience>, seated: bool) -> Result<(String, Audience), u16> {
        let request = ChatRequest { text: text.into(), audience, key: String::new() };
        check(&request, seated).map_err(|problem| problem.status.as_u16())
    }

    #[test]
    fn messages_are_cleaned_and_checked_for_length_and_audience() {
        let (seats, everyone) = (Some(ChatAudience::Seats), Some(ChatAudience::Everyone));
        assert_eq!(checked("  hi\u{202e}\n you ", None, true), Ok(("hi you".into(), Audience::Seats)));
        assert_eq!(checked("hi", None, false), Ok(("hi".into(), Audience::Everyone)));
        assert_eq!(checked("hi", everyone, true), Ok(("hi".into(), Audience::Everyone)));
        assert_eq!(checked("hi", seats, false), Err(403));
        assert_eq!(checked(" \u{200b}\n", None, true), Err(422));
        assert_eq!(checked(&"é".repeat(LONGEST), None, true).map(|(text, _)| text.chars().count()), Ok(LONGEST));
        assert_eq!(checked(&"é".repeat(LONGEST + 1), None, true), Err(422));
    }
}
