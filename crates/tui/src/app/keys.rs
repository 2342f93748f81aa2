//! What each key does.
//!
//! Letters are commands until you start to type a line. A line starts with `:`, or with any character
//! that is not a command. Some letters are both a command and the first letter of a space or a word
//! (`h` is a hint, `h3-h4` a move). If such a command only shows something, and the next key continues
//! a move or a word, both keys become the start of a line. A letter that acts at once (`u`, `t`) may
//! start the word for the same command: then Enter at the end of the word does nothing again. A letter
//! that cannot be undone (`q`, `u`) has to be pressed twice if it also starts the name of a space.

use super::{App, Effect, Key, Overlay, Tone};
use crate::Typed;
use crate::typed::begins_a_word;

/// Keys that change nothing at the table, so that they can become the start of a line.
const HARMLESS: [char; 10] = ['h', 'l', 'r', 'm', 's', 'b', 'a', 'n', 'R', 'A'];
/// Maximum length of a typed line.
const LONGEST: usize = 200;

/// Replaced in the help by a legal move of the match.
pub(crate) const EXAMPLE: &str = "a move";

/// The keys with what they do, in the order of the help.
pub(crate) const KEYS: [(&str, &str); 18] = [
    ("arrows", "move the cursor; before a throw, preview its outcomes"),
    ("Enter, space", "pick up a man, put it down; throw"),
    ("Tab", "next man that can move; with a man picked, next target"),
    ("Esc", "put the man back, close, clear the line"),
    ("t", "throw, when it is your throw"),
    (".", "pass, or any other move without a space"),
    (EXAMPLE, "type a move and press Enter; several of a turn at once"),
    ("h", "hint: what a general would play"),
    ("u", "undo your last move, but not a throw"),
    ("m", "list of legal moves, to choose from"),
    ("b", "beside the board: all pieces off the board, in full"),
    ("l", "scroll the log; again or Esc to go back"),
    ("r", "the rule last mentioned; left and right turn pages"),
    ("a", "quick rules, if the game has any; again for the next"),
    ("s", "where the match is saved (every move is, at once)"),
    ("n, A", "when the game is over: the next one, with seats changed; its analysis"),
    ("R", "resign"),
    ("q", "leave; the match can be resumed"),
];

impl App {
    pub(super) fn key(&mut self, key: Key) -> Vec<Effect> {
        if key == Key::Interrupt {
            return vec![Effect::Quit];
        }
        if let Some(first) = self.slip.take() {
            let done = self.done.take();
            if let Key::Char(second) = key
                && self.belongs_to_line(first, second, done.is_some())
            {
                return self.was_typed(first, second, done);
            }
        }
        if let Some(letter) = self.doubt.take() {
            self.note = None;
            if [Key::Enter, Key::Char(letter)].contains(&key) {
                return self.command(letter);
            }
        }
        if self.overlay != Overlay::None {
            return self.close_or_use_overlay(key);
        }
        if self.typing || !self.line.is_empty() {
            return self.line_key(key);
        }
        if self.log_focus && self.log_key(key) {
            return Vec::new();
        }
        if let Some(effects) = self.throw_key(key) {
            return effects;
        }
        self.board_key(key)
    }

    /// A letter that closes a window may be the first letter of a word.
    fn close_or_use_overlay(&mut self, key: Key) -> Vec<Effect> {
        let asked = matches!(self.overlay, Overlay::Resign { .. } | Overlay::Confirm { .. });
        let effects = self.overlay_key(key);
        if let Key::Char(letter) = key
            && self.overlay == Overlay::None
            && !asked
            && letter != 'a'
        {
            self.slip = Some(letter);
        }
        effects
    }

    /// Starts a line with two letters; `done` is what the first one has already done, and its note
    /// stays.
    fn was_typed(&mut self, first: char, second: char, done: Option<Typed>) -> Vec<Effect> {
        self.overlay = Overlay::None;
        self.log_focus = false;
        (self.hinting, self.doubt) = (None, None);
        if done.is_none() {
            self.note = None;
        }
        self.done = done;
        self.line = [first, second].iter().collect();
        Vec::new()
    }

    fn board_key(&mut self, key: Key) -> Vec<Effect> {
        match key {
            Key::Left => self.step_cursor(-1, 0),
            Key::Right => self.step_cursor(1, 0),
            Key::Up => self.step_cursor(0, -1),
            Key::Down => self.step_cursor(0, 1),
            Key::Enter | Key::Char(' ') => self.point(),
            Key::Tab => self.cycle(false),
            Key::BackTab => self.cycle(true),
            Key::Esc => self.cancel(),
            Key::PageUp | Key::PageDown | Key::Home | Key::End => {
                self.log_key(key);
                Vec::new()
            }
            Key::Char(letter) => self.letter(letter),
            Key::Backspace | Key::Interrupt => Vec::new(),
        }
    }

    fn letter(&mut self, letter: char) -> Vec<Effect> {
        self.slip = HARMLESS.contains(&letter).then_some(letter);
        if ['q', 'u'].contains(&letter) && self.begins_a_space(letter) {
            return self.ask_again(letter);
        }
        self.done = self.acts_at_once(letter);
        if self.done.is_some() {
            self.slip = Some(letter);
        }
        self.command(letter)
    }

    /// What a letter does at the table as soon as it is pressed.
    fn acts_at_once(&self, letter: char) -> Option<Typed> {
        match letter {
            'u' => Some(Typed::Undo),
            't' if self.seen.pending_throw.is_some() && self.seen.view.own_throw.is_none() => Some(Typed::Throw),
            'n' if self.seen.is_over() => Some(Typed::New),
            _ => None,
        }
    }

    /// Does what a letter stands for, or starts a line with it.
    fn command(&mut self, letter: char) -> Vec<Effect> {
        match letter {
            'h' => self.run_typed(Typed::Hint),
            'u' => self.run_typed(Typed::Undo),
            'l' => self.run_typed(Typed::Log),
            'r' => self.run_typed(Typed::Rules(None)),
            'm' => self.run_typed(Typed::Moves(None)),
            'a' => self.run_typed(Typed::QuickRules),
            'b' => self.run_typed(Typed::Trays),
            '.' => self.press_button(),
            't' if self.seen.has_throws() => {
                self.slip = Some('t');
                self.throw()
            }
            's' => self.run_typed(Typed::Save),
            'n' => self.run_typed(Typed::New),
            'A' => self.run_typed(Typed::Analysis),
            'R' => self.run_typed(Typed::Resign),
            '?' => self.run_typed(Typed::Help),
            'q' => self.run_typed(Typed::Quit),
            ':' | '/' => {
                self.typing = true;
                Vec::new()
            }
            other => self.type_in(other),
        }
    }

    fn type_in(&mut self, letter: char) -> Vec<Effect> {
        if !letter.is_control() && self.line.chars().count() < LONGEST {
            self.line.push(letter);
        }
        // The first letter was not part of a word: it has acted, and is removed from the line.
        let word = self.line.split(' ').next().unwrap_or_default();
        if self.done.is_some() && !begins_a_word(&word.to_lowercase()) {
            self.line.remove(0);
            self.done = None;
        }
        Vec::new()
    }

    fn line_key(&mut self, key: Key) -> Vec<Effect> {
        match key {
            Key::Char(letter) => return self.type_in(letter),
            Key::Enter => {
                let line = std::mem::take(&mut self.line);
                self.typing = false;
                self.recall.clone_from(&line);
                let typed = Typed::read(&line);
                return if self.done.take().as_ref() == Some(&typed) { Vec::new() } else { self.run_typed(typed) };
            }
            Key::Esc => self.clear_line(),
            // The letter that has acted is not a line by itself.
            Key::Backspace if self.done.is_some() && self.line.chars().count() <= 2 => self.clear_line(),
            Key::Backspace => {
                self.typing = self.typing && !self.line.is_empty();
                self.line.pop();
            }
            Key::Up => {
                self.done = None;
                self.line.clone_from(&self.recall);
            }
            _ => {}
        }
        Vec::new()
    }

    fn clear_line(&mut self) {
        self.line.clear();
        (self.typing, self.done) = (false, None);
    }

    pub(super) fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.overlay = Overlay::None;
        self.log_focus = false;
        self.done = None;
        let first = text.lines().next().unwrap_or_default();
        first.chars().flat_map(|letter| self.type_in(letter)).collect()
    }

    /// Scrolls the log; `false` if the key is for the board.
    fn log_key(&mut self, key: Key) -> bool {
        match key {
            Key::Up => self.log_back += 1,
            Key::Down => self.log_back = self.log_back.saturating_sub(1),
            Key::PageUp => self.log_back += 8,
            Key::PageDown => self.log_back = self.log_back.saturating_sub(8),
            Key::Home => self.log_back = usize::MAX / 2,
            Key::End => self.log_back = 0,
            Key::Esc | Key::Enter | Key::Char('l') => self.log_focus = false,
            _ => {
                self.log_focus = false;
                return false;
            }
        }
        true
    }

    /// Limits how far back the log is scrolled, which only the drawing knows.
    pub fn clamp_log(&mut self, most: usize) {
        self.log_back = self.log_back.min(most);
    }

    /// Does the name of a space start with this letter and a digit?
    fn begins_a_space(&self, letter: char) -> bool {
        let names = self.seen.view.scene.plan.spaces.iter().map(|space| space.id.as_str());
        let mut rests = names.filter_map(|name| name.strip_prefix([letter, letter.to_ascii_uppercase()]));
        rests.any(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    }

    /// Asks to press the letter again, because it may be the first one of a space.
    fn ask_again(&mut self, letter: char) -> Vec<Effect> {
        let what = if letter == 'q' { "leave" } else { "undo" };
        self.slip = Some(letter);
        self.doubt = Some(letter);
        let text = format!("Press {letter} again (or Enter) to {what}, or a number to type a space.");
        self.say(Tone::Plain, text);
        Vec::new()
    }

    /// Do two keys in a row start a move, a word or the name of a seat? If the first one has already
    /// acted, only a word counts.
    fn belongs_to_line(&self, first: char, second: char, acted: bool) -> bool {
        let start = format!("{first}{second}");
        let a_seat =
            self.seen.seats.iter().any(|player| player.id.starts_with(&start) || player.word.starts_with(&start));
        begins_a_word(&start) || !acted && (second.is_ascii_digit() || a_seat)
    }
}
