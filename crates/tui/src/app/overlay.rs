//! Windows over the board: help, a rule, the list of moves, a question.

use super::{App, Effect, Key, Tone};
use crate::interpreter::{Page, has_part, rule_at};
use crate::messages;
use analysis::Analysis;
use kernel::Seat;
use table::MatchCommand;

/// A window over the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// Nothing.
    None,
    /// All keys and words.
    Help {
        /// Lines scrolled past.
        scroll: usize,
    },
    /// One rule.
    Rules {
        /// Its index in the rule book.
        at: usize,
        /// Lines scrolled past.
        scroll: usize,
    },
    /// The pieces off the board, in full.
    Trays {
        /// Lines scrolled past.
        scroll: usize,
    },
    /// The legal moves that begin with what was pointed at, to choose from.
    Moves {
        /// Index of the chosen move.
        at: usize,
    },
    /// The chat.
    Chat {
        /// Lines scrolled past.
        scroll: usize,
    },
    /// The analysis of the match.
    Analysis {
        /// Lines scrolled past.
        scroll: usize,
    },
    /// Asks for confirmation before resigning.
    Resign {
        /// The seat that would resign.
        seat: Seat,
    },
    /// Asks for confirmation before a move that ends something for all players.
    Confirm {
        /// The question.
        question: String,
        /// The seat's name in notation.
        seat: &'static str,
        /// The move.
        text: String,
    },
}

impl App {
    /// Shows a page, over the board or where it is on the screen.
    pub(super) fn show(&mut self, page: Page) -> Vec<Effect> {
        match page {
            Page::Board => return self.cancel(),
            Page::Moves(part) => return self.list_moves_with(part.as_deref()),
            Page::Trays => self.overlay = Overlay::Trays { scroll: 0 },
            Page::Help => self.overlay = Overlay::Help { scroll: 0 },
            Page::Chat => self.overlay = Overlay::Chat { scroll: 0 },
            Page::Log => self.log_focus = true,
            Page::Rule(id) => self.open_rule(id.as_deref()),
            Page::QuickRules => self.open_quick_rules(),
        }
        Vec::new()
    }

    /// The analysis of the match, if it was asked for.
    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_deref()
    }

    /// Shows the analysis of the match, or why there is none.
    pub(super) fn analysed(&mut self, found: Result<Box<Analysis>, String>) {
        match found {
            Ok(found) => {
                self.note = None;
                self.analysis = Some(found);
                self.overlay = Overlay::Analysis { scroll: 0 };
            }
            Err(why) => self.say(Tone::Refusal, why),
        }
    }

    /// Shows the list of moves.
    pub(super) fn list_moves(&mut self) -> Vec<Effect> {
        // If the picked man has no move, list all moves instead of none.
        if self.open_moves().next().is_none() {
            self.picked.clear();
        }
        if self.open_moves().next().is_none() {
            return self.not_now();
        }
        // The list starts at the man under the cursor.
        let at_cursor = self.open_moves().position(|legal| legal.gesture.steps.first() == Some(&self.cursor));
        self.overlay = Overlay::Moves { at: at_cursor.unwrap_or(0) };
        Vec::new()
    }

    /// Shows the list, at the first move that has this in it.
    fn list_moves_with(&mut self, part: Option<&str>) -> Vec<Effect> {
        let effects = self.list_moves();
        let (Some(part), Overlay::Moves { .. }) = (part, &self.overlay) else { return effects };
        let found = self.open_moves().position(|legal| has_part(&legal.action, part));
        match found {
            Some(at) => self.overlay = Overlay::Moves { at },
            None => {
                self.overlay = Overlay::None;
                self.say(Tone::Refusal, messages::no_move_with(part));
            }
        }
        effects
    }

    /// Opens the first of the quick rules.
    fn open_quick_rules(&mut self) {
        match self.quick_rules().first() {
            Some(at) => self.overlay = Overlay::Rules { at: *at, scroll: 0 },
            None => self.say(Tone::Plain, messages::NO_QUICK_RULES.into()),
        }
    }

    /// Indices of the quick rules in the rule book.
    pub(crate) fn quick_rules(&self) -> Vec<usize> {
        let rules = &self.game.rule_book().rules;
        let ids = self.game.info().quick_rules.iter().map(ToString::to_string);
        ids.filter_map(|id| rules.iter().position(|rule| rule.id == id)).collect()
    }

    /// Opens the named rule, or the one last mentioned.
    fn open_rule(&mut self, id: Option<&str>) {
        let book = self.game.rule_book();
        let found = match id {
            Some("all") => Ok(0),
            id => rule_at(book, &self.seen, self.rule.as_deref(), id),
        };
        match found {
            Ok(at) => self.overlay = Overlay::Rules { at, scroll: 0 },
            Err(why) => self.say(Tone::Refusal, why),
        }
    }

    pub(super) fn overlay_key(&mut self, key: Key) -> Vec<Effect> {
        match self.overlay.clone() {
            Overlay::None => Vec::new(),
            Overlay::Resign { seat } => self.answer_resign(seat, key),
            Overlay::Confirm { seat, text, .. } => self.answer_confirm(seat, text, key),
            Overlay::Moves { at } => self.moves_key(at, key),
            Overlay::Help { scroll } => {
                self.overlay = scrolled(scroll, key).map_or(Overlay::None, |scroll| Overlay::Help { scroll });
                Vec::new()
            }
            Overlay::Trays { scroll } => {
                self.overlay = scrolled(scroll, key).map_or(Overlay::None, |scroll| Overlay::Trays { scroll });
                Vec::new()
            }
            Overlay::Chat { scroll } => {
                self.overlay = scrolled(scroll, key).map_or(Overlay::None, |scroll| Overlay::Chat { scroll });
                Vec::new()
            }
            Overlay::Analysis { scroll } => {
                self.overlay = scrolled(scroll, key).map_or(Overlay::None, |scroll| Overlay::Analysis { scroll });
                Vec::new()
            }
            Overlay::Rules { at, scroll } => {
                self.overlay = self.rules_key(at, scroll, key);
                Vec::new()
            }
        }
    }

    fn rules_key(&self, at: usize, scroll: usize, key: Key) -> Overlay {
        let last = self.game.rule_book().rules.len().saturating_sub(1);
        match key {
            Key::Left | Key::BackTab => Overlay::Rules { at: at.saturating_sub(1), scroll: 0 },
            Key::Right | Key::Tab => Overlay::Rules { at: (at + 1).min(last), scroll: 0 },
            Key::Char('a') => match self.quick_rules().iter().position(|rule| *rule == at) {
                Some(here) => {
                    self.quick_rules().get(here + 1).map_or(Overlay::None, |at| Overlay::Rules { at: *at, scroll: 0 })
                }
                None => self.quick_rules().first().map_or(Overlay::None, |at| Overlay::Rules { at: *at, scroll: 0 }),
            },
            other => scrolled(scroll, other).map_or(Overlay::None, |scroll| Overlay::Rules { at, scroll }),
        }
    }

    fn moves_key(&mut self, at: usize, key: Key) -> Vec<Effect> {
        let last = self.open_moves().count().saturating_sub(1);
        let to = match key {
            Key::Up | Key::BackTab => at.saturating_sub(1),
            Key::Down | Key::Tab => (at + 1).min(last),
            Key::PageUp => at.saturating_sub(10),
            Key::PageDown => (at + 10).min(last),
            Key::Home => 0,
            Key::End => last,
            Key::Enter => {
                self.overlay = Overlay::None;
                let chosen = self.open_moves().nth(at).map(|legal| legal.action.clone());
                return chosen.map_or_else(Vec::new, |action| self.act(action));
            }
            _ => {
                self.overlay = Overlay::None;
                return Vec::new();
            }
        };
        self.overlay = Overlay::Moves { at: to };
        let here = self.open_moves().nth(to).and_then(|legal| legal.gesture.steps.get(self.picked.len())).cloned();
        self.cursor = here.unwrap_or_else(|| self.cursor.clone());
        Vec::new()
    }

    fn answer_confirm(&mut self, seat: &'static str, text: String, key: Key) -> Vec<Effect> {
        self.overlay = Overlay::None;
        match key {
            Key::Char('y' | 'Y') => vec![Effect::Play { seat, text }],
            _ => Vec::new(),
        }
    }

    fn answer_resign(&mut self, seat: Seat, key: Key) -> Vec<Effect> {
        self.overlay = Overlay::None;
        match (key, self.seen.player(seat)) {
            (Key::Char('y' | 'Y'), Some(player)) => vec![Effect::Do(MatchCommand::Resign { seat: player.id.into() })],
            _ => Vec::new(),
        }
    }
}

/// Where a key scrolls to; `None` if it closes the window.
fn scrolled(scroll: usize, key: Key) -> Option<usize> {
    match key {
        Key::Up => Some(scroll.saturating_sub(1)),
        Key::Down => Some(scroll + 1),
        Key::PageUp => Some(scroll.saturating_sub(10)),
        Key::PageDown | Key::Char(' ') => Some(scroll + 10),
        Key::Home => Some(0),
        _ => None,
    }
}
