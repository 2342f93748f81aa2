//! Messages: what happens outside the application. Effects: what it asks for in turn.

use crate::{ClockFace, TableView};
use catalog::Advice;
use kernel::Seat;
use kernel::dynamic::DynAction;
use table::MatchCommand;

/// A key, as any keyboard has it.
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
    /// As one line.
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
    /// Something to say.
    Said(String),
    /// Something was refused.
    Refused {
        /// Why, and what would be possible.
        text: String,
        /// The rule it rests on.
        rule: Option<String>,
    },
    /// Something was said at the table.
    Chat(Vec<ChatLine>),
    /// The connection to the server is lost, and why; or `None` when it works again.
    Connection(Option<String>),
    /// What the clocks show now.
    Clocks(Vec<ClockFace>),
    /// A computer has decided, thinking about the match at this version.
    Thought {
        /// The seat it plays.
        seat: Seat,
        /// The version.
        version: u64,
        /// Its action; `None` when it failed.
        action: Option<DynAction>,
    },
    /// A hint is there, for the match at this version.
    Hinted {
        /// The version.
        version: u64,
        /// The advice; `None` when there is none.
        advice: Option<Advice>,
    },
}

/// Something that the application asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Ask the table.
    Do(MatchCommand),
    /// Play what was typed or pointed at for a seat.
    Play {
        /// The seat's name in notation.
        seat: &'static str,
        /// What was typed.
        text: String,
    },
    /// Play what a computer thought, unless the match has gone another way since.
    Move {
        /// The seat's name in notation.
        seat: &'static str,
        /// The action.
        action: DynAction,
        /// The version it was thought about.
        version: u64,
    },
    /// Let the game say why what was pointed at cannot be done.
    Explain {
        /// The seat's name in notation.
        seat: &'static str,
        /// What was pointed at, in order.
        steps: Vec<String>,
        /// What is said when the game has no better answer.
        otherwise: String,
    },
    /// Let the computer of this level think for its seat.
    Think {
        /// The seat.
        seat: Seat,
        /// The level.
        level: String,
        /// The version it thinks about.
        version: u64,
    },
    /// Ask a general what to do for the seat, without doing it.
    Hint {
        /// The seat.
        seat: Seat,
    },
    /// Go on to the next game.
    Rematch,
    /// Say something to the others.
    Say {
        /// What.
        text: String,
        /// To spectators as well?
        everyone: bool,
    },
    /// Leave.
    Quit,
}

/// What kind of news a note is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tone {
    /// By the way.
    Plain,
    /// Something was refused.
    Refusal,
    /// Good to know.
    Hint,
}

/// The sentence above the input line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Its kind.
    pub tone: Tone,
    /// The sentence.
    pub text: String,
}
