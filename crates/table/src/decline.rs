//! Why a command is not carried out, and why stored events cannot be played.

use kernel::{Fault, Refusal};

/// A command that was not carried out; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Decline {
    /// A rule of the game forbids it.
    #[error("{0}")]
    Refused(Refusal),
    /// There is no such seat.
    #[error("there is no seat “{0}” at this table")]
    NoSuchSeat(String),
    /// Somebody sits there already.
    #[error("this seat is taken; watch, or open a table of your own")]
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
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The others must agree.
    #[error("this is taken back only when everybody agrees; ask the others")]
    AskFirst,
    /// There is nobody who could agree.
    #[error("there is no other person here who could agree; computers play on")]
    NobodyToAsk,
    /// Something is asked already.
    #[error("something has been asked already; answer it or take it back first")]
    AskedAlready,
    /// Nothing is asked, or not this seat.
    #[error("there is nothing for this seat to answer; it may have been taken back, or play has gone on")]
    NothingAsked,
    /// Some seats have added nothing to the dice.
    #[error("no dice fall before every seat has added to them: {0} has not; add a nonce first")]
    NonceMissing(String),
    /// It is not a nonce.
    #[error("what a seat adds to the dice is 16 to 64 hexadecimal digits; draw them at random")]
    BadNonce,
    /// The seat has added to the dice.
    #[error("this seat has added to the dice already; what was added stays")]
    NonceGiven,
    /// The match has begun.
    #[error("the match has begun; resign, or ask for a draw")]
    Begun,
    /// Only a person's seat can be left or relieved.
    #[error("no person sits there; choose another seat")]
    NoPerson,
    /// The seat is not kept for this person.
    #[error("this seat is not kept for you; watch, or open a table of your own")]
    NotKept,
    /// The player has been eliminated.
    #[error("this player is already out; the others play on, and the match ends without them")]
    Out,
    /// The seat's time has run out.
    #[error("your time has run out; the match goes on without you")]
    TimeUp,
    /// The table throws its own dice.
    #[error("at this table people throw dice of their own; enter what has fallen")]
    OwnDice,
    /// The table throws the house's dice.
    #[error("at this table the house's dice are thrown; press Throw")]
    HouseDice,
    /// Nobody is gone, or not for this seat to choose.
    #[error("nobody is missing at this table; play on, or offer a draw")]
    NobodyGone,
    /// The other player was there too recently.
    #[error("the other player has not been away for long enough; wait for them, or offer a draw")]
    NotGoneYet,
    /// There is no such place in the match.
    #[error("the match has no step {0}; choose one that stands")]
    NoSuchStep(usize),
    /// Something is hidden at that place.
    #[error("something is still hidden there; wait until the match is over")]
    Hidden,
    /// The match is over at that place.
    #[error("the match is over there; choose an earlier step")]
    OverThere,
    /// The order makes no sense.
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

/// Stored events that do not make a match: a fault of ours or of the disk.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {version} of this match cannot be played: {what}")]
pub struct Corrupt {
    /// Which event.
    pub version: u64,
    /// What is wrong with it.
    pub what: String,
}
