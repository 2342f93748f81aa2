//! Why a command is declined, and why stored events cannot be applied.

use kernel::{Fault, Refusal};

/// Why a command was declined; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Decline {
    /// A rule of the game forbids it.
    #[error("{0}")]
    Refused(Refusal),
    /// There is no such seat.
    #[error("there is no seat “{0}” at this table")]
    NoSuchSeat(String),
    /// Somebody sits there already.
    #[error("this seat is taken; watch, or open your own table")]
    Taken,
    /// The match waits for people.
    #[error("not everybody has sat down yet; send the link to a friend")]
    Waiting,
    /// The match is over.
    #[error("the match is over; start a rematch")]
    Over,
    /// The match is still on.
    #[error("the match is not over yet; play on or resign first")]
    NotOver,
    /// There is nothing to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// The others must agree.
    #[error("you can only undo this if everybody agrees; ask the others")]
    AskFirst,
    /// There is no other person to ask.
    #[error("there is no other person to ask; play on")]
    NobodyToAsk,
    /// Another question is open.
    #[error("another question is still open; answer or withdraw it first")]
    AskedAlready,
    /// No question is open, or it is not for this seat.
    #[error("there is no question for this seat; it may have been withdrawn, or play has gone on")]
    NothingAsked,
    /// Some seats have added nothing to the dice.
    #[error("{0} has not added to the dice yet; every seat adds a nonce before the first throw")]
    NonceMissing(String),
    /// A device has not committed or revealed yet.
    #[error("{0} has not added to the dice yet; the throw is possible when every device has")]
    DiceAwaited(String),
    /// An anchor or a link is malformed.
    #[error("an anchor or a link has 64 lower-case hexadecimal digits; make a chain from 32 random bytes")]
    BadLink,
    /// The link is not the one that is wanted.
    #[error("this link is not the next one of the seat’s chain; use the device you began with, or go on with this one")]
    OtherChain,
    /// The throw needs a link.
    #[error("this throw needs the link of the seat’s device; use the device you began with, or go on with this one")]
    LinkMissing,
    /// The device has committed already.
    #[error("this seat’s device has committed already; to change it, go on with a new device")]
    Committed,
    /// Not everybody has committed.
    #[error("not every device has committed yet; reveal when the view asks for it")]
    TooEarly,
    /// There is nothing to reveal.
    #[error("this seat has nothing to reveal now; the view says when it does")]
    NothingToReveal,
    /// Devices have no part in these dice.
    #[error("devices do not add to the dice of this match; play on without")]
    NoChains,
    /// The nonce is malformed.
    #[error("a nonce for the dice has 16 to 64 hexadecimal digits; choose them at random")]
    BadNonce,
    /// The seat has already added to the dice.
    #[error("this seat has already added to the dice; a nonce cannot be changed")]
    NonceGiven,
    /// The match has begun.
    #[error("the match has begun; resign, or ask for a draw")]
    Begun,
    /// Only a person's seat can be left or relieved.
    #[error("no person sits there; choose another seat")]
    NoPerson,
    /// The seat is not kept for this person.
    #[error("this seat is not kept for you; watch, or open your own table")]
    NotKept,
    /// The player has been eliminated.
    #[error("this player is already out; the others play on, and the match ends without them")]
    Out,
    /// The seat's time has run out.
    #[error("your time has run out; the match goes on without you")]
    TimeUp,
    /// The players throw their own dice.
    #[error("you throw your own dice at this table; enter what you threw")]
    OwnDice,
    /// The table throws the dice.
    #[error("the table throws the dice here; press Throw")]
    TableDice,
    /// Nobody is gone, or this seat has no choice to make.
    #[error("nobody is missing at this table; play on, or offer a draw")]
    NobodyGone,
    /// The other player was there too recently.
    #[error("the other player has not been away for long enough; wait for them, or offer a draw")]
    NotGoneYet,
    /// The match has no such step.
    #[error("the match has no step {0}; choose one that was played")]
    NoSuchStep(usize),
    /// Something is hidden at that step.
    #[error("something is still hidden there; wait until the match is over")]
    Hidden,
    /// The match is over at that step.
    #[error("the match is over there; choose an earlier step")]
    OverThere,
    /// The order has faults.
    #[error("{}", list(.0))]
    Faulty(Vec<Fault>),
}

pub(crate) fn list(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
}

impl From<Refusal> for Decline {
    fn from(refusal: Refusal) -> Self {
        Decline::Refused(refusal)
    }
}

/// Stored events that cannot be applied: a bug, or a damaged file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {version} of this match cannot be played: {what}")]
pub struct Corrupt {
    /// The version of the event.
    pub version: u64,
    /// What is wrong with it.
    pub what: String,
}
