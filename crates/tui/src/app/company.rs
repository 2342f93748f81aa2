//! Others at the table: what they ask and say, and whether they can be reached.

use super::{App, Tone, Words};
use crate::{ClockFace, Seen, clocks, messages};

/// So many of the things that were said are kept.
const KEPT: usize = 500;

impl App {
    /// Something new that is asked, or where it goes on, as a note.
    pub(super) fn company_news(&self, seen: &Seen) -> Option<String> {
        let asked = seen.question().filter(|_| seen.view.pending != self.seen.view.pending);
        let next = |seen: &Seen| seen.abroad.as_ref().and_then(|abroad| abroad.next.clone());
        let follows = (seen.id == self.seen.id && next(seen).is_some() && next(&self.seen).is_none())
            .then(|| messages::NEXT_GAME.to_owned());
        let declined = seen.view.declined.filter(|_| self.seen.view.declined.is_none());
        let declined = declined.and_then(|seat| seen.sitter(seat)).filter(|sitter| !sitter.mine);
        let declined = declined.map(|sitter| format!("{} declined the rematch.", sitter.who));
        let gone = (seen.view.absence != self.seen.view.absence).then(|| seen.choices(clocks::now())).flatten();
        asked.or(follows).or(declined).or(gone)
    }

    /// Something was said.
    pub(super) fn hear(&mut self, words: Vec<Words>) {
        if let Some(last) = words.iter().rfind(|words| !words.mine) {
            self.say(Tone::Plain, last.line());
        }
        self.talk.extend(words);
        let over = self.talk.len().saturating_sub(KEPT);
        self.talk.drain(..over);
    }

    /// The line went down or came up.
    pub(super) fn line_changed(&mut self, down: Option<String>) {
        match (&down, &self.line_down) {
            (None, Some(_)) => self.say(Tone::Plain, messages::RECONNECTED.into()),
            (Some(why), None) => self.say(Tone::Refusal, why.clone()),
            _ => {}
        }
        self.line_down = down;
    }

    /// What was said at the table.
    pub fn talk(&self) -> &[Words] {
        &self.talk
    }

    /// Why the server cannot be reached, when it cannot.
    pub fn line_down(&self) -> Option<&str> {
        self.line_down.as_deref()
    }

    /// What the clocks show, in words.
    pub(crate) fn clocks_in_words(&self) -> Option<String> {
        clocks::in_words(&self.clocks, &self.seen)
    }

    /// Does a clock run?
    pub fn has_running_clock(&self) -> bool {
        self.clocks.iter().any(|clock: &ClockFace| clock.runs)
    }
}
