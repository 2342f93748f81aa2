//! Signs and colours.
//!
//! Only the sixteen colours of the terminal's theme are used, on its own background, so that light
//! and dark themes both work. Nothing is shown by colour alone.

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

/// What the environment says about the terminal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TerminalInfo {
    /// Only ASCII can be shown.
    pub ascii: bool,
    /// The terminal cannot move its cursor.
    pub dumb: bool,
    /// Colours are wanted.
    pub colour: bool,
}

impl TerminalInfo {
    /// Reads the environment: `TERM`; the locale, which is the first of `LC_ALL`, `LC_CTYPE` and
    /// `LANG` that is not empty; and <https://no-color.org>. A locale that is set and names no UTF-8
    /// is ASCII. If no locale is set, the terminal is assumed to support UTF-8.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_some_and(|term| ["dumb", "unknown"].contains(&term.as_str()));
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let narrow = locale.is_some_and(|locale| !locale.to_ascii_lowercase().replace('-', "").contains("utf8"));
        TerminalInfo { ascii: narrow || dumb, dumb, colour: !dumb && set("NO_COLOR").is_none() }
    }

    /// Is line mode better than the full screen?
    pub fn needs_lines(self) -> bool {
        self.ascii || self.dumb
    }
}

/// What something is, for its style.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Plain text.
    Text,
    /// Headings.
    Heading,
    /// Less important text.
    Quiet,
    /// Rule numbers.
    Rule,
    /// Refusals.
    Refusal,
    /// Hints.
    Hint,
    /// The chosen item of a list.
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

    /// The style with a colour, if colours are wanted.
    pub fn ink(self, style: Style, colour: Color) -> Style {
        if self.colour { style.fg(colour) } else { style }
    }

    /// The text, in ASCII if wanted.
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

    /// A spinner to show while waiting.
    pub fn spinner(self, frame: usize) -> char {
        let signs: &[char] = if self.ascii {
            &['|', '/', '-', '\\']
        } else {
            &['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
        };
        signs[frame % signs.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> TerminalInfo {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string());
        TerminalInfo::of(find)
    }

    #[test]
    fn a_locale_without_utf8_and_a_dumb_terminal_get_ascii_lines() {
        for (variables, lines) in [
            (&[][..], false),
            (&[("LANG", "C")], true),
            (&[("LANG", "POSIX")], true),
            (&[("LANG", "en_US")], true),
            (&[("LANG", "de_DE.ISO-8859-1")], true),
            (&[("LANG", "C.UTF-8")], false),
            (&[("LANG", "en_US.utf8")], false),
            (&[("LANG", "C"), ("LC_CTYPE", "en_US.UTF-8")], false),
            (&[("LANG", "en_US.UTF-8"), ("LC_CTYPE", "C")], true),
            (&[("LC_ALL", "C"), ("LC_CTYPE", "en_US.UTF-8"), ("LANG", "en_US.UTF-8")], true),
            (&[("LC_ALL", ""), ("LANG", "en_US.UTF-8")], false),
            (&[("LC_ALL", "en_US.UTF-8"), ("LANG", "C")], false),
            (&[("TERM", "dumb"), ("LANG", "en_US.UTF-8")], true),
            (&[("TERM", "xterm"), ("LANG", "en_US.UTF-8")], false),
        ] {
            let found = of(variables);
            assert_eq!((found.ascii, found.needs_lines()), (lines, lines), "{variables:?}");
        }
    }

    #[test]
    fn no_color_and_dumb_terminals_turn_colours_off() {
        assert!(of(&[("NO_COLOR", "")]).colour);
        assert!(!of(&[("NO_COLOR", "1")]).colour);
        assert!(!of(&[("TERM", "dumb")]).colour);
    }
}
