//! Others at the table: what they ask and say, and whether they can be reached.

use super::{App, Effect, Overlay, Tone, Words};
use crate::{ClockFace, Seen, Typed, clocks};
use table::MatchCommand;

/// So many of the things that were said are kept.
const KEPT: usize = 500;

impl App {
    /// Does what a word for tables with others says.
    pub(super) fn obey_in_company(&mut self, typed: Typed) -> Vec<Effect> {
        if let Some(why) = self.seen.only_abroad(&typed) {
            self.say(Tone::Plain, why);
            return Vec::new();
        }
        match typed {
            Typed::Draw => self.ask_table(|seat| MatchCommand::OfferDraw { seat }),
            Typed::Ask => self.ask_table(|seat| MatchCommand::AskBack { seat, steps: None }),
            Typed::Leave => self.ask_table(|seat| MatchCommand::Leave { seat }),
            Typed::Relieve(absent, level) => self.ask_table(|seat| MatchCommand::Relieve { seat, absent, level }),
            Typed::Absent(choice) => self.ask_table(|seat| MatchCommand::Absent { seat, choice, last_seen: None }),
            Typed::Enter(outcome) => self.ask_table(|seat| MatchCommand::ThrowOwn { seat, outcome }),
            Typed::Reply(yes) => self.reply(yes),
            Typed::Return => self.come_back(),
            Typed::Say(text, everyone) => vec![Effect::Say { text, everyone }],
            Typed::Chat => {
                self.overlay = Overlay::Chat { scroll: 0 };
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn ask_table(&mut self, command: impl FnOnce(String) -> MatchCommand) -> Vec<Effect> {
        match self.seen.voice(self.chosen).and_then(|seat| self.seen.sitter(seat)) {
            Some(sitter) => vec![Effect::Do(command(sitter.id.into()))],
            None => {
                self.say(Tone::Plain, "You look on; only who sits here may do this.".into());
                Vec::new()
            }
        }
    }

    fn reply(&mut self, yes: bool) -> Vec<Effect> {
        match self.seen.replier().and_then(|seat| self.seen.sitter(seat)) {
            Some(sitter) => vec![Effect::Do(MatchCommand::Answer { seat: sitter.id.into(), yes })],
            None => {
                self.say(Tone::Plain, "Nothing is asked that you could answer.".into());
                Vec::new()
            }
        }
    }

    fn come_back(&mut self) -> Vec<Effect> {
        match self.seen.view.kept.iter().next().and_then(|seat| self.seen.sitter(seat)) {
            Some(sitter) => vec![Effect::Do(MatchCommand::Return { seat: sitter.id.into(), key: String::new() })],
            None => {
                self.say(Tone::Plain, "No seat is kept for you here.".into());
                Vec::new()
            }
        }
    }

    /// Something new that is asked, or where it goes on, as a note.
    pub(super) fn company_news(&self, seen: &Seen) -> Option<String> {
        let asked = seen.question().filter(|_| seen.view.pending != self.seen.view.pending);
        let next = |seen: &Seen| seen.abroad.as_ref().and_then(|abroad| abroad.next.clone());
        let follows = (seen.id == self.seen.id && next(seen).is_some() && next(&self.seen).is_none())
            .then(|| "The same people play another game. Press n to follow.".to_owned());
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
            (None, Some(_)) => self.say(Tone::Plain, "The server is there again; nothing was lost.".into()),
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
