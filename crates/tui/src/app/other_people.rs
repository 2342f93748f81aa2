//! Other people at the table: questions, chat, and the connection to the server.

use super::{App, ChatLine, Tone};
use crate::{ClockFace, TableView, clocks, messages};

/// Maximum number of chat messages that are kept.
const KEPT: usize = 500;

impl App {
    /// A new question, the next match, or another change at the table, as a note.
    pub(super) fn table_news(&self, seen: &TableView) -> Option<String> {
        let asked = seen.question().filter(|_| seen.view.question != self.seen.view.question);
        let next = |seen: &TableView| seen.remote.as_ref().and_then(|remote| remote.next.clone());
        let follows = (seen.id == self.seen.id && next(seen).is_some() && next(&self.seen).is_none())
            .then(|| messages::NEXT_GAME.to_owned());
        let declined = seen.view.declined.filter(|_| self.seen.view.declined.is_none());
        let declined = declined.and_then(|seat| seen.player(seat)).filter(|player| !player.mine);
        let declined = declined.map(|player| format!("{} declined the rematch.", player.who));
        let gone = (seen.view.absence != self.seen.view.absence).then(|| seen.choices(clocks::now())).flatten();
        let lost = seen.lost_device().filter(|_| self.seen.lost_device().is_none());
        asked.or(follows).or(declined).or(gone).or(lost)
    }

    /// Takes in new chat messages.
    pub(super) fn add_chat(&mut self, words: Vec<ChatLine>) {
        if let Some(last) = words.iter().rfind(|words| !words.mine) {
            self.say(Tone::Plain, last.line());
        }
        self.chat.extend(words);
        let over = self.chat.len().saturating_sub(KEPT);
        self.chat.drain(..over);
    }

    /// The connection was lost or made again.
    pub(super) fn connection_changed(&mut self, down: Option<String>) {
        match (&down, &self.disconnected) {
            (None, Some(_)) => self.say(Tone::Plain, messages::RECONNECTED.into()),
            (Some(why), None) => self.say(Tone::Refusal, why.clone()),
            _ => {}
        }
        self.disconnected = down;
    }

    /// The chat.
    pub fn chat(&self) -> &[ChatLine] {
        &self.chat
    }

    /// Why the server cannot be reached; `None` if it can.
    pub fn disconnected(&self) -> Option<&str> {
        self.disconnected.as_deref()
    }

    /// The clocks in words.
    pub(crate) fn clocks_in_words(&self) -> Option<String> {
        clocks::in_words(&self.clocks, &self.seen)
    }

    /// Does a clock run?
    pub fn has_running_clock(&self) -> bool {
        self.clocks.iter().any(|clock: &ClockFace| clock.runs)
    }
}
