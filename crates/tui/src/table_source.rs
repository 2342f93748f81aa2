//! A table as a terminal plays at it: its own ([`crate::Local`]) or one of a server.
//!
//! Both faces of the terminal know a table only by this. What is asked of it is
//! answered at once or later, when the table has rung the notify.

use crate::{ClockFace, Message, TableView, TuiError};
use kernel::dynamic::{DynGame, DynMatch};
use kernel::{Refusal, Seat, SeatSet};
use table::Command;

/// When something that was asked is answered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It is done.
    Done,
    /// It is on its way; [`TableSource::news`] will tell.
    Later,
}

/// Rung when there is news.
pub type Notify = Box<dyn Fn() + Send + Sync>;

/// A table that can be played at from here.
pub trait TableSource {
    /// The box it comes from.
    fn title(&self) -> &'static dyn DynGame;

    /// Where the match is kept: a file or a server.
    fn place(&self) -> String;

    /// What is seen here.
    fn view(&self) -> TableView;

    /// How many events the match has.
    fn version(&self) -> u64;

    /// Asks something of the table.
    fn command(&mut self, command: &Command) -> Result<Reply, TuiError>;

    /// Plays what was typed for a seat. When it makes no sense for that seat but
    /// for exactly one other that is played here, that one is meant.
    fn play(&mut self, seat: &str, text: &str) -> Result<Reply, TuiError>;

    /// Plays what a computer of this terminal thought about the match at a version;
    /// nothing happens when it has gone another way since.
    fn play_thought(&mut self, seat: &str, text: &str, version: u64) -> Result<Reply, TuiError>;

    /// The rule that forbids what pointing at these in order means.
    fn refusal(&self, seat: &str, steps: &[String]) -> Option<Refusal>;

    /// Goes on to the next match of the same people.
    fn rematch(&mut self) -> Result<Reply, TuiError>;

    /// Says something to the others, or to everybody who looks on as well.
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

    /// Rings this from now on whenever there is news.
    fn on_news(&mut self, _bell: Notify) {}

    /// What has happened since it was asked last.
    fn news(&mut self) -> Result<Vec<Message>, TuiError> {
        Ok(Vec::new())
    }

    /// Has something that was asked not been answered yet?
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
