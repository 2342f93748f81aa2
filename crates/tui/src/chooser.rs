//! Menus at the start: which game to play, and whether to resume an unfinished match.

use crate::Key;
use crate::app::short;
use store::Listed;

/// What was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Resume this match, by its id.
    Resume(String),
    /// Start a new match.
    New,
    /// Leave.
    Leave,
}

/// A question with answers to choose from.
pub struct Menu {
    question: &'static str,
    lines: Vec<String>,
    at: usize,
}

impl Menu {
    /// A question with its answers; the first one is chosen.
    pub fn new(question: &'static str, lines: Vec<String>) -> Menu {
        Menu { question, lines, at: 0 }
    }

    /// The answer that a key chooses: `Some(None)` to leave.
    pub fn key(&mut self, key: Key) -> Option<Option<usize>> {
        let last = self.lines.len().saturating_sub(1);
        match key {
            Key::Up | Key::BackTab => self.at = self.at.saturating_sub(1),
            Key::Down | Key::Tab => self.at = (self.at + 1).min(last),
            Key::Home => self.at = 0,
            Key::End => self.at = last,
            Key::Enter | Key::Char(' ') => return Some(Some(self.at)),
            Key::Char('q') | Key::Esc | Key::Interrupt => return Some(None),
            _ => {}
        }
        None
    }

    /// The question.
    pub fn question(&self) -> &'static str {
        self.question
    }

    /// Index of the chosen answer.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The answers.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

/// The list of unfinished matches, with a new one at its end.
pub struct Chooser {
    matches: Vec<Listed>,
    menu: Menu,
}

impl Chooser {
    /// A list of matches, most recent first; `now_ms` is for “ten minutes ago”.
    pub fn new(matches: Vec<Listed>, now_ms: i64) -> Chooser {
        let lines = matches.iter().map(|listed| describe(listed, now_ms)).chain(["A new match".to_owned()]).collect();
        Chooser { menu: Menu::new("You have an unfinished match. Resume it?", lines), matches }
    }

    /// The choice that a key makes, if any.
    pub fn key(&mut self, key: Key) -> Option<Choice> {
        if key == Key::Char('n') {
            return Some(Choice::New);
        }
        let Some(at) = self.menu.key(key)? else { return Some(Choice::Leave) };
        let chosen = self.matches.get(at).map(|listed| listed.stream.as_str().to_owned());
        Some(chosen.map_or(Choice::New, Choice::Resume))
    }

    /// The list with its question.
    pub fn menu(&self) -> &Menu {
        &self.menu
    }
}

/// A match in one line.
pub(crate) fn describe(listed: &Listed, now_ms: i64) -> String {
    format!("{}  {}, {}", short(listed.stream.as_str()), ago(now_ms - listed.updated_ms), listed.entry.title)
}

/// A time past, in words.
fn ago(ms: i64) -> String {
    let minutes = ms / 60_000;
    let many = |count: i64, what: &str| format!("{count} {what}{} ago", if count == 1 { "" } else { "s" });
    match minutes {
        ..1 => "just now".into(),
        1..60 => many(minutes, "minute"),
        60..1440 => many(minutes / 60, "hour"),
        _ => many(minutes / 1440, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{ListEntry, Version};

    fn listed(id: &str) -> Listed {
        let entry = ListEntry { game: "g".into(), open: true, title: "attack: You".into(), owners: vec![] };
        Listed { stream: id.parse().unwrap(), entry, version: Version(3), created_ms: 0, updated_ms: 0 }
    }

    #[test]
    fn the_latest_match_comes_first_and_a_new_one_last() {
        let mut chooser = Chooser::new(vec![listed("0123456789"), listed("b")], 3 * 3_600_000);
        assert_eq!(
            chooser.menu().lines(),
            ["01234567  3 hours ago, attack: You", "b  3 hours ago, attack: You", "A new match"]
        );
        assert_eq!(chooser.key(Key::Down), None);
        assert_eq!(chooser.key(Key::Enter), Some(Choice::Resume("b".into())));
        chooser.key(Key::End);
        assert_eq!(chooser.key(Key::Enter), Some(Choice::New));
        assert_eq!(chooser.key(Key::Esc), Some(Choice::Leave));
    }

    #[test]
    fn past_times_are_rounded_to_one_unit() {
        assert_eq!(
            [10, 60_000, 7_200_000, 172_800_000].map(ago),
            ["just now", "1 minute ago", "2 hours ago", "2 days ago"]
        );
    }
}
