//! What the host does, on open streams: the stream of a closed table says so, removed messages are sent again without
//! their text, and a stream ends if its listener was banned or may not see the table any more.

use super::{Listener, write_event};
use crate::chat;
use crate::moderation::plays_at;

impl Listener {
    /// Takes in what the host has done; `false` if the stream has to end. The browser then asks again.
    pub(super) async fn heed_host(&mut self) -> bool {
        let Ok(current) = self.site.moderation.current().await else { return true };
        let table = self.handle.stream().clone();
        let shut_out = current.is_hidden(&table) && !plays_at(&self.handle.table(), &self.key);
        if shut_out || current.ban_of(&self.key).is_some() != self.banned {
            return false;
        }
        self.closed = current.closed(&table).map(str::to_owned);
        for number in current.removed(&table) {
            if !self.removed.contains(number) {
                self.removed.push(*number);
                self.read_removed(*number).await;
            }
        }
        true
    }

    /// Fetches a removed message, if this person may read it.
    async fn read_removed(&mut self, number: u64) {
        let seated = !self.handle.table().seats_of(&self.key).is_empty();
        let after = number.saturating_sub(1);
        match chat::readable(&*self.site.store, self.handle.stream(), after, 1, seated).await {
            Ok(messages) => {
                let table = self.handle.table();
                let removed = messages.into_iter().filter(|message| message.number == number);
                self.messages.extend(removed.map(|one| chat::message(one, &table, &self.key)));
            }
            Err(problem) => tracing::error!(error = problem.error, "a removed message could not be read"),
        }
    }

    /// Says once that the host closed the table, and why.
    pub(super) fn write_closed(&mut self, out: &mut Vec<u8>) {
        if self.closed == self.told_closed {
            return;
        }
        self.told_closed.clone_from(&self.closed);
        match serde_json::to_vec(self.closed.as_deref().unwrap_or_default()) {
            Ok(reason) => write_event(out, "closed", self.seen, &reason),
            Err(error) => tracing::error!(%error, "a reason could not be serialised"),
        }
    }
}
