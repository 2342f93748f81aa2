//! How things look: signs and colours, in one place.
//!
//! Only the sixteen colours that people choose themselves are used, on the
//! terminal's own ground, so that light and dark both work. Nothing is told by
//! colour alone.

use crate::text;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use std::borrow::Cow;

/// Signs and colours.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// Only ASCII.
    pub ascii: bool,
    /// With colours.
    pub colour: bool,
}

/// What something is, for its style.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Plain text.
    Text,
    /// Headings.
    Heading,
    /// What may be overlooked.
    Quiet,
    /// Rule numbers.
    Rule,
    /// Refusals.
    Refusal,
    /// Hints.
    Hint,
    /// What is chosen in a list.
    Chosen,
}

impl Look {
    /// Signs and colours as drawn.
    pub const FULL: Look = Look { ascii: false, colour: true };
    /// ASCII without colours.
    pub const PLAIN: Look = Look { ascii: true, colour: false };

    /// The style of a part.
    pub fn style(self, part: Part) -> Style {
        let style = Style::new();
        match part {
            Part::Text => style,
            Part::Heading => style.add_modifier(Modifier::BOLD),
            Part::Quiet => style.add_modifier(Modifier::DIM),
            Part::Rule => self.ink(style, Color::Cyan),
            Part::Refusal => self.ink(style.add_modifier(Modifier::BOLD), Color::Red),
            Part::Hint => self.ink(style.add_modifier(Modifier::BOLD), Color::Magenta),
            Part::Chosen => style.add_modifier(Modifier::REVERSED),
        }
    }

    /// The style with a colour, where colours are wanted.
    pub fn ink(self, style: Style, colour: Color) -> Style {
        if self.colour { style.fg(colour) } else { style }
    }

    /// The text in the signs that are wanted.
    pub fn text<'a>(self, text: &'a str) -> Cow<'a, str> {
        if self.ascii { text::ascii(text) } else { Cow::Borrowed(text) }
    }

    /// Frames.
    pub fn border(self) -> border::Set<'static> {
        if self.ascii {
            border::Set {
                top_left: "+",
                top_right: "+",
                bottom_left: "+",
                bottom_right: "+",
                vertical_left: "|",
                vertical_right: "|",
                horizontal_top: "-",
                horizontal_bottom: "-",
            }
        } else {
            border::PLAIN
        }
    }

    /// Something that turns while one waits.
    pub fn spinner(self, frame: usize) -> char {
        let signs: &[char] = if self.ascii {
            &['|', '/', '-', '\\']
        } else {
            &['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
        };
        signs[frame % signs.len()]
    }
}
