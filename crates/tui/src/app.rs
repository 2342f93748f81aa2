//! The application without terminal, clock or disk: a message comes in, it
//! changes, and says what is to be done about it.
//!
//! - `pointing.rs`: the cursor, the man picked up, the points he may go to.
//! - `message.rs`: what comes in and what is to be done.
//! - `keys.rs`: what each key does.
//! - `overlay.rs`: help, rules and the list of moves, laid over the board.

mod keys;
mod message;
mod overlay;
mod pointing;

pub(crate) use keys::KEYS;
pub use message::{Effect, Key, Message, Note, Tone};
pub use overlay::Overlay;

use crate::{Seen, Typed};
use kernel::door::Title;
use kernel::scene::Mark;
use kernel::{Line, Seat};
use shelf::Advice;
use table::Command;

/// Everything on the screen, and what keys mean now.
pub struct App {
    title: &'static dyn Title,
    place: String,
    seen: Seen,
    cursor: String,
    picked: Vec<String>,
    hinted: Vec<String>,
    last: Vec<(String, Mark)>,
    line: String,
    typing: bool,
    recall: String,
    slip: Option<char>,
    note: Option<Note>,
    rule: Option<String>,
    overlay: Overlay,
    log_focus: bool,
    log_back: usize,
    thinking: Option<u64>,
    hinting: Option<u64>,
    frame: usize,
}

impl App {
    /// The application at a table kept at `place`, and what is to be done first.
    pub fn new(title: &'static dyn Title, place: impl Into<String>, seen: Seen) -> (App, Vec<Effect>) {
        let mut app = App {
            title,
            place: place.into(),
            cursor: String::new(),
            picked: Vec::new(),
            hinted: Vec::new(),
            last: seen.view.last.clone(),
            seen,
            line: String::new(),
            typing: false,
            recall: String::new(),
            slip: None,
            note: None,
            rule: None,
            overlay: Overlay::None,
            log_focus: false,
            log_back: 0,
            thinking: None,
            hinting: None,
            frame: 0,
        };
        app.cursor = app.first_place();
        app.carry_on_series();
        let effects = app.let_computer_think();
        (app, effects)
    }

    /// Takes a message in.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Key(key) => self.key(key),
            Message::Paste(text) => self.paste(&text),
            Message::Tick => {
                self.frame = self.frame.wrapping_add(1);
                Vec::new()
            }
            Message::Seen(seen) => self.see(*seen),
            Message::Refused { text, rule } => {
                self.say(Tone::Refusal, text);
                self.rule = rule.or(self.rule.take());
                Vec::new()
            }
            Message::Thought { version, action } => self.thought(version, action),
            Message::Hinted { version, advice } => {
                self.hint_came(version, advice);
                Vec::new()
            }
        }
    }

    fn see(&mut self, seen: Seen) -> Vec<Effect> {
        let other_match = seen.id != self.seen.id;
        self.gather_marks(&seen, other_match);
        self.seen = seen;
        self.picked.clear();
        self.hinted.clear();
        self.note = None;
        self.hinting = None;
        self.log_back = 0;
        if other_match {
            self.rule = None;
        }
        if other_match || self.seen.view.log.len() <= 1 {
            self.cursor = self.first_place();
        }
        self.follow_own_move();
        self.carry_on_series();
        self.let_computer_think()
    }

    /// Marks of a whole turn: they add up while the same seat plays on.
    fn gather_marks(&mut self, seen: &Seen, other_match: bool) {
        let (old, new) = (&self.seen.view.log, &seen.view.log);
        let goes_on = !other_match
            && new.len() == old.len() + 1
            && new.last().is_some_and(|entry| old.last().is_some_and(|before| before.seat == entry.seat));
        if !goes_on {
            self.last.clear();
        }
        for (space, mark) in &seen.view.last {
            self.last.retain(|(marked, _)| marked != space);
            self.last.push((space.clone(), *mark));
        }
    }

    fn let_computer_think(&mut self) -> Vec<Effect> {
        let version = self.seen.view.version;
        if self.thinking == Some(version) {
            return Vec::new();
        }
        self.thinking = self.seen.computer.as_ref().map(|_| version);
        let think = |(seat, level): &(Seat, String)| Effect::Think { seat: *seat, level: level.clone() };
        self.seen.computer.as_ref().map(think).into_iter().collect()
    }

    fn thought(&mut self, version: u64, action: Option<String>) -> Vec<Effect> {
        if self.thinking != Some(version) {
            return Vec::new();
        }
        self.thinking = None;
        let seat = self.seen.computer.as_ref().and_then(|(seat, _)| self.seen.seats.get(seat.index()));
        match (seat, action) {
            (Some(sitter), Some(text)) => vec![Effect::Do(Command::Act { seat: sitter.id.into(), text })],
            _ => {
                self.say(Tone::Refusal, "The computer found no move. Enter lets it try again, u takes back.".into());
                Vec::new()
            }
        }
    }

    fn hint_came(&mut self, version: u64, advice: Option<Advice>) {
        if self.hinting != Some(version) {
            return;
        }
        self.hinting = None;
        self.slip = None;
        let Some(advice) = advice else {
            return self.say(Tone::Plain, "There is nothing to advise.".into());
        };
        let offer = self.seen.offers().iter().find(|offer| offer.action == advice.action);
        self.hinted = offer.map_or_else(Vec::new, |offer| offer.gesture.steps.clone());
        if let Some(from) = self.hinted.first() {
            self.cursor = from.clone();
        }
        let enter = if self.hinted.is_empty() { "" } else { " Enter twice plays it." };
        self.say(Tone::Hint, advice_in_words(&advice) + enter);
    }

    /// Does what a typed line says.
    fn obey(&mut self, typed: Typed) -> Vec<Effect> {
        match typed {
            Typed::Nothing => Vec::new(),
            Typed::Move(text) => self.act(text),
            Typed::Moves => self.open_moves(),
            Typed::Hint => self.ask_hint(),
            Typed::Undo => self.take_back(),
            Typed::Log => {
                self.log_focus = true;
                Vec::new()
            }
            Typed::Rules(id) => self.open_rule(id.as_deref()),
            Typed::Resign => self.ask_resign(),
            Typed::Board => self.cancel(),
            Typed::Help => {
                self.overlay = Overlay::Help { scroll: 0 };
                Vec::new()
            }
            Typed::Save => self.tell_place(),
            Typed::New => self.rematch(),
            Typed::Quit => vec![Effect::Quit],
        }
    }

    fn act(&mut self, text: String) -> Vec<Effect> {
        match self.seen.my_turn().and_then(|seat| self.seen.seats.get(seat.index())) {
            Some(sitter) => vec![Effect::Do(Command::Act { seat: sitter.id.into(), text })],
            None => self.not_now(),
        }
    }

    fn not_now(&mut self) -> Vec<Effect> {
        if self.seen.computer.is_some() && !self.is_thinking() {
            // Its move could not be kept; now it is tried again.
            self.note = None;
            return self.let_computer_think();
        }
        let text = match self.seen.is_over() {
            true if self.seen.goes_on => "This game is over. Press n for the second one, with sides changed.",
            true => "The game is over. Press n for another with sides changed, u to take back, q to leave.",
            false => "The computer is thinking; it is not your turn.",
        };
        self.say(Tone::Plain, text.into());
        Vec::new()
    }

    fn ask_hint(&mut self) -> Vec<Effect> {
        let Some(seat) = self.seen.my_turn() else { return self.not_now() };
        let version = self.seen.view.version;
        if self.hinting == Some(version) {
            return Vec::new();
        }
        self.hinting = Some(version);
        self.note = None;
        vec![Effect::Hint { seat }]
    }

    fn take_back(&mut self) -> Vec<Effect> {
        let Some(sitter) = self.seen.voice() else { return Vec::new() };
        vec![Effect::Do(Command::TakeBack { seat: sitter.id.into() })]
    }

    fn ask_resign(&mut self) -> Vec<Effect> {
        if self.seen.is_over() {
            return self.not_now();
        }
        self.overlay = Overlay::Resign;
        Vec::new()
    }

    fn rematch(&mut self) -> Vec<Effect> {
        if self.seen.is_over() {
            return vec![Effect::Rematch];
        }
        self.say(Tone::Plain, "The game is still on. Play it to its end or resign with R first.".into());
        Vec::new()
    }

    fn tell_place(&mut self) -> Vec<Effect> {
        let text = format!("Every move is kept at once in {} (match {}).", self.place, short(&self.seen.id));
        self.say(Tone::Plain, text);
        Vec::new()
    }

    fn say(&mut self, tone: Tone, text: String) {
        self.note = Some(Note { tone, text });
    }

    /// The box.
    pub fn title(&self) -> &'static dyn Title {
        self.title
    }

    /// The table.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The sentence above the input line.
    pub fn note(&self) -> Option<&Note> {
        self.note.as_ref()
    }

    /// What is being typed; `None` when keys are commands.
    pub fn typing(&self) -> Option<&str> {
        (self.typing || !self.line.is_empty()).then_some(self.line.as_str())
    }

    /// What lies over the board.
    pub fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// Do keys scroll the log?
    pub fn log_has_focus(&self) -> bool {
        self.log_focus
    }

    /// How many lines the log is scrolled back from its end.
    pub fn log_back(&self) -> usize {
        self.log_back
    }

    /// Is something awaited: a move or a hint?
    pub fn is_waiting(&self) -> bool {
        self.is_thinking() || self.hinting.is_some()
    }

    /// Does a computer think about its move?
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some() && self.thinking == Some(self.seen.view.version) && self.seen.computer.is_some()
    }

    /// How many ticks have passed.
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// What each seat needs.
    pub fn needs(&self) -> Vec<(&str, &Line)> {
        let name = |seat: Seat| self.seen.seats.get(seat.index()).map_or("", |sitter| sitter.name);
        self.seen.view.scene.needs.iter().map(|need| (name(need.seat), &need.line)).collect()
    }
}

/// The part of an id that people type.
pub(crate) fn short(id: &str) -> &str {
    id.get(..8).unwrap_or(id)
}

/// A hint as a sentence.
pub(crate) fn advice_in_words(advice: &Advice) -> String {
    let mut text = format!("A general would play {}", advice.action);
    let then: Vec<&str> = advice.line.iter().skip(1).take(3).map(String::as_str).collect();
    if !then.is_empty() {
        text += &format!(", expecting {}", then.join(", "));
    }
    text + "."
}
