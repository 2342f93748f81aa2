//! Talking at tables. What is said is kept in the store and rung out on the
//! table's stream with numbers of its own; it never touches the match.

use crate::guest::Guest;
use crate::names::tidy;
use crate::people::People;
use crate::problem::Problem;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use store::{Audience, Change, Changed, EventStore, Message, StreamId};
use table::Table;
use tokio::sync::watch;

/// No message is longer, in characters.
pub(crate) const LONGEST: usize = 300;
/// So many messages are sent in one go.
pub(crate) const MOST_AT_ONCE: u32 = 100;

/// The bell of one table: the number of the last message since somebody listens.
pub(crate) type Bell = Arc<watch::Sender<u64>>;

/// The bells of all tables where somebody listens.
#[derive(Default)]
pub(crate) struct Chats {
    bells: Mutex<HashMap<StreamId, Weak<watch::Sender<u64>>>>,
}

impl Chats {
    /// The bell of this table. It lasts as long as somebody holds it.
    pub(crate) fn bell(&self, table: &StreamId) -> Bell {
        let mut bells = self.bells.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bell) = bells.get(table).and_then(Weak::upgrade) {
            return bell;
        }
        bells.retain(|_, bell| bell.strong_count() > 0);
        let bell = Bell::default();
        bells.insert(table.clone(), Arc::downgrade(&bell));
        bell
    }

    fn ring(&self, table: &StreamId, number: u64) {
        let bells = self.bells.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bell) = bells.get(table).and_then(Weak::upgrade) {
            bell.send_replace(number);
        }
    }

    /// Says something at a table; who does not sit there speaks to everyone or not at all.
    pub(crate) async fn say(
        &self,
        people: &People,
        guest: &Guest,
        table: StreamId,
        seated: bool,
        words: &Words,
    ) -> Result<Message, Problem> {
        let (text, audience) = words.check(seated)?;
        people.meet(guest).await?;
        let (person, name) = (guest.key.clone(), guest.name.clone());
        let message = Message { number: 0, table: table.clone(), person, name, text, audience, at_ms: 0 };
        match people.change(Change::Say(message)).await? {
            Changed::Said(message) => {
                self.ring(&table, message.number);
                Ok(message)
            }
            other => Err(Problem::broken(format!("a message became {other:?}"))),
        }
    }
}

/// What was said at a table after a message, as far as this person may read it.
pub(crate) async fn heard(
    store: &dyn EventStore,
    table: &StreamId,
    after: u64,
    limit: u32,
    seated: bool,
) -> Result<Vec<Message>, Problem> {
    Ok(store.people().messages(table, after, limit.min(MOST_AT_ONCE + 1), seated).await?)
}

/// What somebody wants to say.
#[derive(serde::Deserialize, utoipa::ToSchema)]
pub(crate) struct Words {
    /// One line of at most 300 characters; control characters are taken out.
    #[schema(max_length = 300, example = "Good game!")]
    pub(crate) text: String,
    /// `seats` for who plays here, `everyone` for spectators as well.
    #[serde(default)]
    #[schema(example = "everyone")]
    pub(crate) audience: String,
}

impl Words {
    fn check(&self, seated: bool) -> Result<(String, Audience), Problem> {
        let text = tidy(&self.text);
        if text.is_empty() {
            return Err(Problem::refused("There is nothing in this message.", "Write a word or two."));
        }
        if text.chars().count() > LONGEST {
            return Err(Problem::refused(
                format!("This message is longer than {LONGEST} characters."),
                "Say it in two.",
            ));
        }
        let audience = match self.audience.as_str() {
            "" if seated => Audience::Seats,
            "" => Audience::Everyone,
            word => Audience::from_word(word)
                .ok_or_else(|| Problem::malformed("An audience is seats or everyone.", "Choose one of the two."))?,
        };
        if audience == Audience::Seats && !seated {
            return Err(Problem::forbidden("Only who sits here speaks to the seats.", "Speak to everyone."));
        }
        Ok((text, audience))
    }
}

/// A message as it leaves the house: without anybody's key.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Said {
    /// Its number at this table, from 1.
    pub(crate) number: u64,
    /// Who said it.
    name: String,
    /// The seats he holds now.
    seats: Vec<&'static str>,
    text: String,
    /// `seats` or `everyone`.
    audience: &'static str,
    /// Milliseconds since 1970.
    at: i64,
    /// Did this person say it himself?
    mine: bool,
}

impl Said {
    /// As the person with this key gets it.
    pub(crate) fn new(message: Message, table: &Table, key: &str) -> Self {
        let seats = table.session().seats();
        let of = table.seats_of(&message.person);
        Said {
            number: message.number,
            seats: of.iter().filter_map(|seat| seats.get(seat.index())).map(|info| info.id).collect(),
            mine: message.person == key,
            name: message.name,
            text: message.text,
            audience: message.audience.word(),
            at: message.at_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, audience: &str, seated: bool) -> Result<(String, Audience), u16> {
        let words = Words { text: text.into(), audience: audience.into() };
        words.check(seated).map_err(|problem| problem.status.as_u16())
    }

    #[test]
    fn words_are_tidied_measured_and_kept_to_whom_they_may_go() {
        assert_eq!(check("  hi\u{202e}\n you ", "", true), Ok(("hi you".into(), Audience::Seats)));
        assert_eq!(check("hi", "", false), Ok(("hi".into(), Audience::Everyone)));
        assert_eq!(check("hi", "everyone", true), Ok(("hi".into(), Audience::Everyone)));
        assert_eq!(check("hi", "seats", false), Err(403));
        assert_eq!(check("hi", "moon", true), Err(400));
        assert_eq!(check(" \u{200b}\n", "", true), Err(422));
        assert_eq!(check(&"é".repeat(LONGEST), "", true).map(|(text, _)| text.chars().count()), Ok(LONGEST));
        assert_eq!(check(&"é".repeat(LONGEST + 1), "", true), Err(422));
    }
}
