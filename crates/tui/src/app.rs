//! The application as a state machine without terminal, clock or disk: it takes [`Message`]s and
//! returns [`Effect`]s.
//!
//! - `pointing.rs`: the cursor, the picked man and its targets.
//! - `message.rs`: messages and effects.
//! - `keys.rs`: what each key does.
//! - `chance.rs`: throws, and previews of their outcomes.
//! - `other_people.rs`: other people at the table: questions and chat.
//! - `thinking.rs`: computers that are thinking.
//! - `overlay.rs`: help, rules and the list of moves, over the board.

mod chance;
mod keys;
mod message;
mod other_people;
mod overlay;
mod pointing;
mod thinking;

pub(crate) use keys::{EXAMPLE, KEYS};
pub use message::{ChatLine, Effect, Key, Message, Note, Tone};
pub use overlay::Overlay;

use crate::interpreter::{Action, Interpreter};
use crate::{ClockFace, TableView, Typed, messages};
use analysis::Analysis;
use catalog::Advice;
use kernel::Seat;
use kernel::dynamic::{DynGame, LegalMove};
use kernel::scene::Mark;
use table::MatchCommand;
use thinking::Asked;

/// The state of the screen.
pub struct App {
    game: &'static dyn DynGame,
    place: String,
    seen: TableView,
    /// The seat that was chosen to act, if several may.
    chosen: Option<Seat>,
    cursor: String,
    picked: Vec<String>,
    hinted: Vec<String>,
    last: Vec<(String, Mark)>,
    line: String,
    typing: bool,
    recall: String,
    slip: Option<char>,
    /// What the first letter of the line has already done.
    done: Option<Typed>,
    /// A letter that has to be pressed again before it does anything.
    doubt: Option<char>,
    note: Option<Note>,
    rule: Option<String>,
    overlay: Overlay,
    log_focus: bool,
    log_back: usize,
    asked: Vec<Asked>,
    hinting: Option<u64>,
    /// Ticks until the table throws.
    beat: Option<usize>,
    /// The outcome of the next throw that is previewed.
    preview: Option<usize>,
    /// The chat.
    chat: Vec<ChatLine>,
    /// Why the server cannot be reached.
    disconnected: Option<String>,
    clocks: Vec<ClockFace>,
    /// The analysis of the match, if it was asked for.
    analysis: Option<Box<Analysis>>,
    frame: usize,
}

impl App {
    /// The application at a table that is saved at `place`, and its first effects.
    pub fn new(game: &'static dyn DynGame, place: impl Into<String>, seen: TableView) -> (App, Vec<Effect>) {
        let mut app = App {
            game,
            place: place.into(),
            chosen: None,
            cursor: String::new(),
            picked: Vec::new(),
            hinted: Vec::new(),
            last: seen.view.last.clone(),
            seen,
            line: String::new(),
            typing: false,
            recall: String::new(),
            slip: None,
            done: None,
            doubt: None,
            note: None,
            rule: None,
            overlay: Overlay::None,
            log_focus: false,
            log_back: 0,
            asked: Vec::new(),
            hinting: None,
            beat: None,
            preview: None,
            chat: Vec::new(),
            disconnected: None,
            clocks: Vec::new(),
            analysis: None,
            frame: 0,
        };
        app.cursor = app.first_place();
        app.carry_on_series();
        app.await_throw();
        let effects = app.let_computers_think();
        (app, effects)
    }

    /// Handles a message.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Key(key) => self.key(key),
            Message::Paste(text) => self.paste(&text),
            Message::Tick => {
                self.frame = self.frame.wrapping_add(1);
                self.beat()
            }
            Message::Changed(seen) => self.see(*seen),
            Message::Said(text) => {
                self.say(Tone::Plain, text);
                Vec::new()
            }
            Message::Refused { text, rule } => {
                self.say(Tone::Refusal, text);
                self.rule = rule.or(self.rule.take());
                Vec::new()
            }
            Message::Chat(words) => {
                self.add_chat(words);
                Vec::new()
            }
            Message::Connection(down) => {
                self.connection_changed(down);
                Vec::new()
            }
            Message::Clocks(clocks) => {
                self.clocks = clocks;
                Vec::new()
            }
            Message::Thought { seat, version, action } => self.thought(seat, version, action),
            Message::Analysed(found) => {
                self.analysed(found);
                Vec::new()
            }
            Message::Hinted { version, advice } => {
                self.hint_came(version, advice);
                Vec::new()
            }
        }
    }

    fn see(&mut self, seen: TableView) -> Vec<Effect> {
        let other_match = seen.id != self.seen.id;
        if other_match {
            self.analysis = None;
        }
        self.gather_marks(&seen, other_match);
        self.drop_stale_questions(&seen);
        let undisturbed =
            !other_match && !seen.view.legal_moves.is_empty() && seen.view.legal_moves == self.seen.view.legal_moves;
        let news = self.news(&seen, other_match);
        let table_news = self.table_news(&seen);
        self.seen = seen;
        // Others have acted meanwhile: the player here goes on with what they were doing.
        if !undisturbed {
            self.start_afresh(other_match);
            self.note = news.map(|text| Note { tone: Tone::Plain, text });
        }
        if let Some(text) = table_news {
            self.say(Tone::Hint, text);
        }
        self.await_throw();
        self.let_computers_think()
    }

    fn start_afresh(&mut self, other_match: bool) {
        self.picked.clear();
        self.hinted.clear();
        self.hinting = None;
        self.log_back = 0;
        if other_match {
            (self.rule, self.chosen) = (None, None);
        }
        if other_match || self.seen.view.log.len() <= 1 {
            self.cursor = self.first_place();
        }
        self.follow_own_move();
        self.settle_cursor();
        self.carry_on_series();
    }

    /// What was thrown, as a note.
    fn news(&self, seen: &TableView, other_match: bool) -> Option<String> {
        let known = if other_match { seen.view.log.len() } else { self.seen.view.log.len() };
        let thrown = seen.view.log.iter().skip(known).rfind(|entry| entry.seat.is_none())?;
        let sentences: Vec<&str> = thrown.lines.iter().map(|line| line.text.as_str()).collect();
        Some(sentences.join(" "))
    }

    /// Collects the marks of a whole turn: while the same seat plays on or, in games with dice, from
    /// throw to throw.
    fn gather_marks(&mut self, seen: &TableView, other_match: bool) {
        let (old, new) = (&self.seen.view.log, &seen.view.log);
        let next = new.last().filter(|_| !other_match && new.len() == old.len() + 1);
        let same_seat = next.is_some_and(|entry| old.last().is_some_and(|before| before.seat == entry.seat));
        let same_throw = next.is_some_and(|entry| entry.seat.is_some()) && old.iter().any(|entry| entry.seat.is_none());
        if !same_seat && !same_throw {
            self.last.clear();
        }
        for (space, mark) in &seen.view.last {
            self.last.retain(|(marked, _)| marked != space);
            self.last.push((space.clone(), *mark));
        }
    }

    fn hint_came(&mut self, version: u64, advice: Option<Advice>) {
        if self.hinting != Some(version) {
            return;
        }
        self.hinting = None;
        self.slip = None;
        let Some(advice) = advice else {
            return self.say(Tone::Plain, messages::NOTHING_TO_HINT.into());
        };
        let hinted = self.legal_moves().iter().find(|legal| legal.action == advice.action);
        self.hinted = hinted.map_or_else(Vec::new, |legal| legal.gesture.steps.clone());
        if let Some(from) = self.hinted.first() {
            self.cursor = from.clone();
        }
        let enter = if self.hinted.is_empty() { "" } else { " Press Enter twice to play it." };
        self.say(Tone::Hint, messages::hint(&advice) + enter);
    }

    /// Does what a typed line says.
    fn run_typed(&mut self, typed: Typed) -> Vec<Effect> {
        // Enter alone is a key for the board.
        if typed == Typed::Nothing {
            return Vec::new();
        }
        let interpreter = Interpreter { seen: &self.seen, chosen: self.chosen, place: &self.place };
        let actions = interpreter.interpret(typed);
        actions.into_iter().flat_map(|action| self.carry_out(action)).collect()
    }

    /// Carries out what follows from a line or a key.
    fn carry_out(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Send(Effect::Hint { seat }) => return self.ask_hint(seat),
            Action::Send(effect) => {
                if effect == Effect::Do(MatchCommand::Throw { seat: None, link: None }) {
                    self.beat = None;
                }
                return vec![effect];
            }
            Action::NotNow => return self.not_now(),
            Action::Resign(seat) => self.overlay = Overlay::Resign { seat },
            Action::Confirm { question, seat, text } => self.overlay = Overlay::Confirm { question, seat, text },
            Action::Say(note) => self.note = Some(note),
            Action::Choose(seat) => self.choose_seat(seat),
            Action::Show(page) => return self.show(page),
            // The screen waits by itself.
            Action::Wait => {}
        }
        Vec::new()
    }

    fn act(&mut self, text: String) -> Vec<Effect> {
        self.run_typed(Typed::Move(text))
    }

    /// Chooses the seat that acts next here.
    pub(super) fn choose_seat(&mut self, seat: Seat) {
        if self.acting_seat() != Some(seat) {
            self.cancel();
            self.chosen = Some(seat);
            self.settle_cursor();
        }
    }

    fn not_now(&mut self) -> Vec<Effect> {
        if !self.seen.computers.is_empty() && !self.is_thinking() {
            // Its move could not be saved: try again.
            self.note = None;
            return self.let_computers_think();
        }
        self.say(Tone::Plain, messages::not_now(&self.seen));
        Vec::new()
    }

    fn ask_hint(&mut self, seat: Seat) -> Vec<Effect> {
        if self.hinting.is_some() {
            return Vec::new();
        }
        self.hinting = Some(self.seen.view.version);
        self.note = None;
        vec![Effect::Hint { seat }]
    }

    fn say(&mut self, tone: Tone, text: String) {
        self.note = Some(Note { tone, text });
    }

    /// The game.
    pub fn game(&self) -> &'static dyn DynGame {
        self.game
    }

    /// The table.
    pub fn seen(&self) -> &TableView {
        &self.seen
    }

    /// The seat that acts here now.
    pub fn acting_seat(&self) -> Option<Seat> {
        self.seen.acting_seat(self.chosen)
    }

    /// The legal moves of the seat that acts here now.
    pub fn legal_moves(&self) -> &[LegalMove] {
        self.seen.legal_moves(self.acting_seat())
    }

    /// The sentence above the input line.
    pub fn note(&self) -> Option<&Note> {
        self.note.as_ref()
    }

    /// What is being typed; `None` when keys are commands.
    pub fn typing(&self) -> Option<&str> {
        (self.typing || !self.line.is_empty()).then_some(self.line.as_str())
    }

    /// The window over the board.
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

    /// Is a move, a hint or a throw of the table awaited?
    pub fn is_waiting(&self) -> bool {
        self.is_thinking() || self.hinting.is_some() || self.beat.is_some()
    }

    /// Is a hint awaited?
    pub fn is_hinting(&self) -> bool {
        self.hinting.is_some()
    }

    /// How many ticks have passed.
    pub fn frame(&self) -> usize {
        self.frame
    }
}

/// The first characters of an id, enough to type.
pub(crate) fn short(id: &str) -> &str {
    id.get(..8).unwrap_or(id)
}

/// A seat's name at the beginning of a sentence.
pub(crate) fn capital(name: &str) -> String {
    let name = name.strip_prefix("the ").unwrap_or(name);
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
