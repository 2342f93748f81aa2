//! What a person types on a line: a word of ours, or a move in the game's own notation.

/// A line, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// Nothing but blanks.
    Nothing,
    /// Anything that is no word of ours: the game shall read it.
    Move(String),
    /// List the legal moves.
    Moves,
    /// What would a general do?
    Hint,
    /// Take back.
    Undo,
    /// What has happened.
    Log,
    /// One rule, or the one under discussion.
    Rules(Option<String>),
    /// Give up.
    Resign,
    /// Show the board again.
    Board,
    /// What can be typed.
    Help,
    /// Where the match is kept.
    Save,
    /// The next game of the same people.
    New,
    /// Leave; the match is kept.
    Quit,
}

/// The words with what they do, in the order of the help.
pub(crate) const WORDS: [(&str, &str); 11] = [
    ("moves", "every legal move"),
    ("hint", "what a general would play"),
    ("undo", "take back your last move"),
    ("log", "everything played so far"),
    ("rules", "the rule last spoken of; “rules TM-9” shows that one, “rules all” lists them"),
    ("board", "the board again"),
    ("resign", "give up; the other side wins"),
    ("new", "when the game is over: the next one, with sides changed"),
    ("save", "where the match is kept; it always is"),
    ("help", "this list"),
    ("quit", "leave; the match is kept and can be resumed"),
];

impl Typed {
    /// Understands a line.
    pub fn read(line: &str) -> Typed {
        let line = line.trim().trim_start_matches(':').trim();
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default().to_lowercase();
        let rest: Vec<&str> = words.collect();
        match (first.as_str(), rest.as_slice()) {
            ("", _) => Typed::Nothing,
            ("rules" | "rule", []) => Typed::Rules(None),
            ("rules" | "rule", [id, ..]) => Typed::Rules(Some((*id).to_owned())),
            ("moves", []) => Typed::Moves,
            ("hint", []) => Typed::Hint,
            ("undo", []) => Typed::Undo,
            ("log", []) => Typed::Log,
            ("resign", []) => Typed::Resign,
            ("board", []) => Typed::Board,
            ("help" | "?", []) => Typed::Help,
            ("save", []) => Typed::Save,
            ("new" | "rematch", []) => Typed::New,
            ("quit" | "exit" | "q", []) => Typed::Quit,
            _ => Typed::Move(line.to_owned()),
        }
    }
}

/// Does one of our words begin like this?
pub(crate) fn begins_a_word(start: &str) -> bool {
    WORDS.iter().any(|(word, _)| word.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_understood() {
        for (word, _) in WORDS {
            assert!(!matches!(Typed::read(word), Typed::Move(_)), "{word}");
            assert_eq!(Typed::read(&word.to_uppercase()), Typed::read(word));
        }
    }

    #[test]
    fn what_is_no_word_is_a_move() {
        assert_eq!(Typed::read(" e7xe5xg5 "), Typed::Move("e7xe5xg5".into()));
        assert_eq!(Typed::read("d6 d7"), Typed::Move("d6 d7".into()));
        assert_eq!(Typed::read("pass"), Typed::Move("pass".into()));
        assert_eq!(Typed::read("  "), Typed::Nothing);
        assert_eq!(Typed::read("rules TM-9"), Typed::Rules(Some("TM-9".into())));
        assert_eq!(Typed::read(":undo"), Typed::Undo);
    }
}
