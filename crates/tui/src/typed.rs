//! Reads a typed line: one of our words, or a move in the game's notation.

use table::AbsentChoice;

/// A typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// An empty line.
    Nothing,
    /// Anything that is not one of our words: the game reads it as a move.
    Move(String),
    /// Any of these for a named seat: `red: 8>`.
    For(String, Box<Typed>),
    /// Throw the dice, turn the dial.
    Throw,
    /// The pieces off the board.
    Trays,
    /// List the legal moves, or those that have this in their notation.
    Moves(Option<String>),
    /// The quick rules of the game.
    QuickRules,
    /// What a general would play.
    Hint,
    /// Undo.
    Undo,
    /// The log.
    Log,
    /// A rule by its number, or the one last mentioned.
    Rules(Option<String>),
    /// Resign.
    Resign,
    /// Show the board again.
    Board,
    /// What can be typed.
    Help,
    /// Offer a draw.
    Draw,
    /// Ask the others for an undo.
    Ask,
    /// Accept or decline what is asked.
    Reply(bool),
    /// Leave the seat before anything was played.
    Leave,
    /// Come back to the seat that a computer plays for you.
    Return,
    /// Propose that a computer of a level plays for the absent player of a seat.
    Relieve(String, String),
    /// What follows when the other player is gone.
    Absent(AbsentChoice),
    /// Enter the outcome of real dice.
    Enter(String),
    /// Go on with this device, because the one that holds the secret of the dice is lost.
    NewDevice,
    /// Send a chat message to the other players; to everybody, if `true`.
    Say(String, bool),
    /// The chat.
    Chat,
    /// Do nothing until there is something to do.
    Wait,
    /// Where the match is saved.
    Save,
    /// The next game with the same people.
    New,
    /// The analysis of the match.
    Analysis,
    /// Leave; the match is saved.
    Quit,
}

/// The words with what they do, in the order of the help.
pub(crate) const WORDS: [(&str, &str); 15] = [
    ("throw", "throw the dice when it is your throw; t is enough"),
    ("moves", "every legal move; “moves q4” describes those with q4 in them"),
    ("hint", "what a general would play"),
    ("undo", "undo your last move"),
    ("log", "everything played so far"),
    ("rules", "the rule last mentioned; “rules 9” shows rule 9, “rules all” lists them"),
    ("aid", "the rules that are looked up most, if the game names any"),
    ("board", "the board again"),
    ("trays", "the pieces off the board, in full"),
    ("resign", "give up; the others win"),
    ("new", "when the game is over: the next one, with seats changed"),
    ("analysis", "when the game is over: chances, luck and mistakes"),
    ("save", "where the match is saved (every move is, at once)"),
    ("help", "this list"),
    ("quit", "leave; the match is saved and can be resumed"),
];

/// The words for a table of a server.
pub(crate) const SERVER_WORDS: [(&str, &str); 15] = [
    ("say", "“say hello” for the players, “say all hello” for everybody"),
    ("chat", "all chat messages"),
    ("ask", "ask the others for an undo of your last move"),
    ("draw", "offer a draw"),
    ("yes", "accept what is asked"),
    ("no", "decline it, or withdraw your own question"),
    ("leave", "before anything was played: leave your seat"),
    ("relieve", "“relieve red captain”: a computer for an absent player"),
    ("return", "take your seat back from the computer that plays it"),
    ("claim", "if the other player is gone or out of time: claim the win"),
    ("abort", "the same: end the match without a result"),
    ("computer", "the same: a computer plays (“computer general” for a level)"),
    ("vacate", "the same: open the seat to someone else"),
    ("new-device", "if your dice began on another device: go on with this one"),
    ("wait", "wait until there is something for you to do, in a script"),
];

impl Typed {
    /// Reads a line.
    pub fn read(line: &str) -> Typed {
        let line = line.trim().trim_start_matches(':').trim();
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default().to_lowercase();
        let rest: Vec<&str> = words.collect();
        // A chat message may have a colon in it.
        if first == "say" && !rest.is_empty() {
            return said(&rest);
        }
        if let Some((seat, what)) = line.split_once(':').filter(|(seat, _)| is_name(seat)) {
            return Typed::For(seat.trim().to_owned(), Box::new(Typed::read(what)));
        }
        match (first.as_str(), rest.as_slice()) {
            ("", _) => Typed::Nothing,
            ("rules" | "rule", []) => Typed::Rules(None),
            ("rules" | "rule", [id, ..]) => Typed::Rules(Some((*id).to_owned())),
            ("throw" | "t" | "roll", []) => Typed::Throw,
            ("throw" | "roll", outcome) => Typed::Enter(outcome.join(" ")),
            ("draw", []) => Typed::Draw,
            ("ask", []) => Typed::Ask,
            ("yes" | "y", []) => Typed::Reply(true),
            ("no", []) => Typed::Reply(false),
            ("leave", []) => Typed::Leave,
            ("return", []) => Typed::Return,
            ("relieve", [seat, level]) => Typed::Relieve((*seat).to_owned(), level.to_lowercase()),
            ("relieve", _) => Typed::Relieve(String::new(), String::new()),
            ("claim", []) => Typed::Absent(AbsentChoice::ClaimWin),
            ("abort", []) => Typed::Absent(AbsentChoice::Abort),
            ("vacate", []) => Typed::Absent(AbsentChoice::OpenSeat),
            ("computer", []) => Typed::Absent(AbsentChoice::Computer { level: "captain".into() }),
            ("computer", [level]) => Typed::Absent(AbsentChoice::Computer { level: level.to_lowercase() }),
            ("new-device", []) | ("new", ["device"]) => Typed::NewDevice,
            ("say" | "chat", []) => Typed::Chat,
            ("wait", []) => Typed::Wait,
            ("trays", []) => Typed::Trays,
            ("moves", []) => Typed::Moves(None),
            ("moves", [part]) => Typed::Moves(Some((*part).to_owned())),
            ("aid", []) => Typed::QuickRules,
            ("hint", []) => Typed::Hint,
            ("undo", []) => Typed::Undo,
            ("log", []) => Typed::Log,
            ("resign", []) => Typed::Resign,
            ("board", []) => Typed::Board,
            ("help" | "?", []) => Typed::Help,
            ("save", []) => Typed::Save,
            ("analysis" | "analyse", []) => Typed::Analysis,
            ("new" | "rematch", []) => Typed::New,
            ("quit" | "exit" | "q", []) => Typed::Quit,
            _ => Typed::Move(line.to_owned()),
        }
    }
}

/// A chat message: to everybody, if it begins with `all`.
fn said(words: &[&str]) -> Typed {
    match words {
        [all, rest @ ..] if all.eq_ignore_ascii_case("all") && !rest.is_empty() => Typed::Say(rest.join(" "), true),
        words => Typed::Say(words.join(" "), false),
    }
}

/// Can this be the name of a seat?
fn is_name(word: &str) -> bool {
    let word = word.trim();
    let inside = |letter: char| letter.is_alphanumeric() || letter == ' ' || letter == '-';
    word.starts_with(char::is_alphabetic) && word.chars().all(inside)
}

/// Does one of our words begin like this?
pub(crate) fn begins_a_word(start: &str) -> bool {
    WORDS.iter().chain(&SERVER_WORDS).any(|(word, _)| word.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_understood() {
        for (word, _) in WORDS.into_iter().chain(SERVER_WORDS) {
            assert!(!matches!(Typed::read(word), Typed::Move(_)), "{word}");
            assert_eq!(Typed::read(&word.to_uppercase()), Typed::read(word));
        }
    }

    #[test]
    fn anything_that_is_not_a_word_is_a_move() {
        assert_eq!(Typed::read(" e7xe5xg5 "), Typed::Move("e7xe5xg5".into()));
        assert_eq!(Typed::read("d6 d7"), Typed::Move("d6 d7".into()));
        assert_eq!(Typed::read("pass"), Typed::Move("pass".into()));
        assert_eq!(Typed::read("  "), Typed::Nothing);
        assert_eq!(Typed::read("rules TM-9"), Typed::Rules(Some("TM-9".into())));
        assert_eq!(Typed::read(":undo"), Typed::Undo);
        assert_eq!(Typed::read("moves Q4"), Typed::Moves(Some("Q4".into())));
    }

    #[test]
    fn chat_messages_and_arguments_are_kept_as_typed() {
        assert_eq!(Typed::read("say well: played!"), Typed::Say("well: played!".into(), false));
        assert_eq!(Typed::read("say all hello"), Typed::Say("hello".into(), true));
        assert_eq!(Typed::read("say all"), Typed::Say("all".into(), false));
        assert_eq!(Typed::read("say"), Typed::Chat);
        assert_eq!(Typed::read("throw 3 4"), Typed::Enter("3 4".into()));
        assert_eq!(Typed::read("relieve Red Captain"), Typed::Relieve("Red".into(), "captain".into()));
        assert_eq!(Typed::read("claim"), Typed::Absent(AbsentChoice::ClaimWin));
        assert_eq!(Typed::read("abort"), Typed::Absent(AbsentChoice::Abort));
        assert_eq!(Typed::read("vacate"), Typed::Absent(AbsentChoice::OpenSeat));
        for (typed, level) in [("computer", "captain"), ("computer General", "general")] {
            assert_eq!(Typed::read(typed), Typed::Absent(AbsentChoice::Computer { level: level.into() }));
        }
    }

    #[test]
    fn a_seat_before_a_colon_is_the_one_that_acts() {
        let said = |seat: &str, what| Typed::For(seat.into(), Box::new(what));
        assert_eq!(Typed::read("red: 8> pass"), said("red", Typed::Move("8> pass".into())));
        assert_eq!(Typed::read("Green:throw"), said("Green", Typed::Throw));
        assert_eq!(Typed::read("red:"), said("red", Typed::Nothing));
        assert_eq!(Typed::read("p2: q4"), said("p2", Typed::Move("q4".into())), "seats may have numbers");
        assert_eq!(Typed::read("8:9"), Typed::Move("8:9".into()));
        assert_eq!(Typed::read("5:k14-p16"), Typed::Move("5:k14-p16".into()));
    }
}
