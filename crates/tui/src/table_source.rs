//! A table as a terminal plays at it: a match of this terminal ([`crate::Local`]), or a table of a server.
//!
//! Full screen and line mode know a table only by [`TableSource`]. What is asked of it is answered at once or later; then it
//! calls [`Notify`], and [`TableSource::news`] has the answer.

use crate::{ClockFace, Message, TableView, TuiError};
use kernel::dynamic::{DynAction, DynGame, DynMatch};
use kernel::{Refusal, Seat, SeatSet};
use table::MatchCommand;

/// When a request is answered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It is done.
    Done,
    /// The answer comes with [`TableSource::news`].
    Later,
}

/// Called when there is news.
pub type Notify = Box<dyn Fn() + Send + Sync>;

/// A table that can be played at from here.
pub trait TableSource {
    /// The game.
    fn title(&self) -> &'static dyn DynGame;

    /// Where the match is saved: a file or a server.
    fn place(&self) -> String;

    /// The table as it is now.
    fn view(&self) -> TableView;

    /// The version of the match: the number of its events.
    fn version(&self) -> u64;

    /// Carries out a command.
    fn command(&mut self, command: &MatchCommand) -> Result<Reply, TuiError>;

    /// Plays what was typed for a seat. When it makes no sense for that seat but
    /// for exactly one other that is played here, that one is meant.
    fn play(&mut self, seat: &str, text: &str) -> Result<Reply, TuiError>;

    /// Plays what a computer player of this terminal chose at a version; does nothing if the match has gone another way since.
    fn play_thought(&mut self, seat: &str, action: &DynAction, version: u64) -> Result<Reply, TuiError>;

    /// The rule that forbids what pointing at these in order means.
    fn refusal(&self, seat: &str, steps: &[String]) -> Option<Refusal>;

    /// Goes on to the next match of the same people.
    fn rematch(&mut self) -> Result<Reply, TuiError>;

    /// Sends a chat message to the other players, or to everybody including spectators.
    fn say(&mut self, text: &str, everyone: bool) -> Result<Reply, TuiError>;

    /// The position to think about, where this terminal thinks; otherwise the
    /// table is asked for [`TableSource::hint`]s.
    fn position(&self) -> Option<Box<dyn DynMatch>>;

    /// Asks the table what a general would do.
    fn hint(&mut self, seat: Seat) -> Result<Reply, TuiError>;

    /// The clocks as they stand at this moment.
    fn clocks(&self) -> Vec<ClockFace> {
        Vec::new()
    }

    /// From now on calls this whenever there is news.
    fn on_news(&mut self, _bell: Notify) {}

    /// What has happened since it was asked last.
    fn news(&mut self) -> Result<Vec<Message>, TuiError> {
        Ok(Vec::new())
    }

    /// Is a request still unanswered?
    fn awaits_answer(&self) -> bool {
        false
    }
}

/// The rule that forbids what pointing at these in order means in the match.
pub fn refusal(session: &dyn DynMatch, seat: &str, steps: &[String]) -> Option<Refusal> {
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    session.why_not(session.seat(seat)?, &steps, None)
}

/// The seat for which something was typed: the one that speaks, or exactly one
/// other of those that act here for which it makes sense.
pub fn meant(session: &dyn DynMatch, acting_here: SeatSet, seat: &str, text: &str) -> String {
    let fits = |who: &Seat| session.why(*who, text).is_ok();
    if session.seat(seat).is_none_or(|who| fits(&who)) {
        return seat.to_owned();
    }
    let mut others = acting_here.iter().filter(fits);
    match (others.next(), others.next()) {
        (Some(only), None) => session.seats()[only.index()].id.to_owned(),
        _ => seat.to_owned(),
    }
}
