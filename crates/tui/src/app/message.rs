//! Messages to the application, and the effects it asks for.

use crate::{ClockFace, TableView};
use analysis::Analysis;
use catalog::Advice;
use kernel::Seat;
use kernel::dynamic::DynAction;
use table::MatchCommand;

/// A key of the keyboard.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Key {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tabulator.
    Tab,
    /// Tabulator with shift.
    BackTab,
    /// Backspace.
    Backspace,
    /// Arrow.
    Left,
    /// Arrow.
    Right,
    /// Arrow.
    Up,
    /// Arrow.
    Down,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
    /// Control and C.
    Interrupt,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// The name of the sender.
    pub who: String,
    /// The text.
    pub text: String,
    /// Was it sent from here?
    pub mine: bool,
    /// Can spectators read it as well?
    pub everyone: bool,
}

impl ChatLine {
    /// The message as one line of text.
    pub(crate) fn line(&self) -> String {
        let to = if self.everyone { " to all" } else { "" };
        format!("{} says{to}: {}", self.who, self.text)
    }
}

/// Something that happened outside.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// A key was pressed.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// Some time has passed; sent only while something is awaited.
    Tick,
    /// The table changed.
    Changed(Box<TableView>),
    /// A message to show.
    Said(String),
    /// Something was refused.
    Refused {
        /// Why, and what is possible instead.
        text: String,
        /// The rule that forbids it.
        rule: Option<String>,
    },
    /// New chat messages.
    Chat(Vec<ChatLine>),
    /// The connection to the server is lost, with the reason; `None` when it works again.
    Connection(Option<String>),
    /// The clocks at this moment.
    Clocks(Vec<ClockFace>),
    /// A computer has chosen an action at this version.
    Thought {
        /// The seat it plays.
        seat: Seat,
        /// The version.
        version: u64,
        /// Its action; `None` when it failed.
        action: Option<DynAction>,
    },
    /// A hint for the match at this version.
    Hinted {
        /// The version.
        version: u64,
        /// The advice; `None` when there is none.
        advice: Option<Advice>,
    },
    /// The analysis of the match, or why there is none.
    Analysed(Result<Box<Analysis>, String>),
}

/// Something that the application asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Send a command to the table.
    Do(MatchCommand),
    /// Play what was typed or pointed at for a seat.
    Play {
        /// The seat's name in notation.
        seat: &'static str,
        /// What was typed.
        text: String,
    },
    /// Play the action that a computer chose, unless it is outdated.
    Move {
        /// The seat's name in notation.
        seat: &'static str,
        /// The action.
        action: DynAction,
        /// The version at which it was chosen.
        version: u64,
    },
    /// Let the game say why what was pointed at is not possible.
    Explain {
        /// The seat's name in notation.
        seat: &'static str,
        /// What was pointed at, in order.
        steps: Vec<String>,
        /// The message if the game has no better answer.
        otherwise: String,
    },
    /// Let a computer of this level choose an action for its seat.
    Think {
        /// The seat.
        seat: Seat,
        /// The level.
        level: String,
        /// The version it thinks about.
        version: u64,
    },
    /// Ask a general what to play for the seat, without playing it.
    Hint {
        /// The seat.
        seat: Seat,
    },
    /// Analyse the match.
    Analyse,
    /// Go on to the next game.
    Rematch,
    /// Send a chat message.
    Say {
        /// The text.
        text: String,
        /// To spectators as well?
        everyone: bool,
    },
    /// Leave.
    Quit,
}

/// The kind of a note.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Information.
    Plain,
    /// Something was refused.
    Refusal,
    /// A hint, a question or an offer.
    Hint,
}

/// The sentence above the input line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The kind.
    pub tone: Tone,
    /// The sentence.
    pub text: String,
}
