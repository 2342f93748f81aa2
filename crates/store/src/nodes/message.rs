//! The messages in which hints travel, the same on every bus: `NODE@TIME HINT,HINT,…`, or `NODE@TIME *` if everyone should
//! look for themselves. The time is that of the sender, in milliseconds since 1970; it may be missing.

use std::time::Duration;

use crate::{Clock, Heard, Hint};

/// Stands for hints that are not named.
const EVERYTHING: &str = "*";

/// A message that was heard.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Message<'a> {
    /// The node that sent it.
    pub(crate) sender: &'a str,
    /// What it says.
    pub(crate) heard: Heard,
    /// When it was sent.
    sent_ms: Option<i64>,
}

impl<'a> Message<'a> {
    /// Reads a message; `None` if it is none.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let (stamp, hints) = text.split_once(' ')?;
        let (sender, sent_ms) = match stamp.split_once('@') {
            Some((sender, time)) => (sender, Some(time.parse().ok()?)),
            None => (stamp, None),
        };
        let heard = match hints {
            EVERYTHING => Heard::Missed,
            hints => Heard::Hints(hints.split(',').map(Hint::read).collect::<Option<_>>()?),
        };
        Some(Message { sender, heard, sent_ms })
    }

    /// The number of hints in it.
    pub(crate) fn hints(&self) -> usize {
        match &self.heard {
            Heard::Hints(hints) => hints.len(),
            Heard::Missed => 0,
        }
    }

    /// The time since it was sent; nothing if clocks differ by more than that.
    pub(crate) fn lag(&self) -> Option<Duration> {
        let lag = Clock::system().now_ms().saturating_sub(self.sent_ms?);
        Some(Duration::from_millis(u64::try_from(lag).unwrap_or(0)))
    }
}

/// The beginning of a message that this node sends now.
pub(crate) fn stamp(node: &str) -> String {
    format!("{node}@{}", Clock::system().now_ms())
}

/// A message that names no hint: everyone should look for themselves.
pub(crate) fn everything(node: &str) -> String {
    format!("{} {EVERYTHING}", stamp(node))
}

/// The messages for these hints, each with their number, none longer than this. A hint that does not fit is left out.
pub(crate) fn texts(node: &str, hints: &[Hint], longest: usize) -> Vec<(String, usize)> {
    let stamp = stamp(node);
    let mut texts: Vec<(String, usize)> = Vec::new();
    for hint in hints.iter().map(Hint::text).filter(|hint| stamp.len() + 1 + hint.len() <= longest) {
        match texts.last_mut().filter(|(text, _)| text.len() + 1 + hint.len() <= longest) {
            Some((text, count)) => {
                *text = format!("{text},{hint}");
                *count += 1;
            }
            None => texts.push((format!("{stamp} {hint}"), 1)),
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{StreamId, Version};

    fn hint(name: &str, version: u64, message: Option<u64>) -> Hint {
        Hint { stream: StreamId::new(name).expect("a name"), version: Version(version), message }
    }

    #[test]
    fn messages_are_read_with_and_without_a_time() {
        let both = Heard::Hints(vec![hint("a", 3, None), hint("b", 0, Some(4))]);
        for (text, sender, heard, sent_ms) in [
            ("one a 3,b 0 4", "one", both.clone(), None),
            ("one@17 a 3,b 0 4", "one", both, Some(17)),
            ("two@17 *", "two", Heard::Missed, Some(17)),
        ] {
            assert_eq!(Message::read(text), Some(Message { sender, heard, sent_ms }), "{text}");
        }
        for odd in ["", "one", "one a", "one a 3,", "one a 3;b 4", "one@x a 3", "one@ a 3", "*"] {
            assert_eq!(Message::read(odd), None, "{odd}");
        }
    }

    #[test]
    fn many_hints_become_several_messages_that_fit() {
        let hints: Vec<Hint> = (0..100).map(|number| hint(&format!("match-{number}"), number, None)).collect();
        let texts = texts("me", &hints, 100);
        assert!(texts.len() > 10 && texts.iter().all(|(text, _)| text.len() <= 100), "{texts:?}");
        let read = |(text, count): &(String, usize)| match Message::read(text).expect("a message").heard {
            Heard::Hints(hints) if hints.len() == *count => hints,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(texts.iter().flat_map(read).collect::<Vec<_>>(), hints);
        assert_eq!(super::texts("me", &hints, 10), [], "nothing fits");
        assert!(Message::read(&everything("me")).expect("a message").lag() < Some(Duration::from_secs(60)));
    }
}
