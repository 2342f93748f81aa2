//! [`TableSource`]: a table in this terminal ([`crate::Local`]), or a table of a server.
//!
//! Full screen and line mode know tables only by this trait. A request is answered at once or later. When a late answer
//! arrives, the source calls [`Notify`], and [`TableSource::news`] returns the answer.

use crate::{ClockFace, Message, TableView, TuiError};
use analysis::Analysis;
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

/// Analyses a match; it takes some seconds. An error is a sentence for the player.
pub type Analysing = Box<dyn FnOnce() -> Result<Box<Analysis>, String> + Send>;

/// A table that can be played at from here.
pub trait TableSource {
    /// The game.
    fn game(&self) -> &'static dyn DynGame;

    /// Where the match is saved: a file or a server.
    fn place(&self) -> String;

    /// The table as it is now.
    fn view(&self) -> TableView;

    /// The version of the match: the number of its events.
    fn version(&self) -> u64;

    /// Carries out a command.
    fn command(&mut self, command: &MatchCommand) -> Result<Reply, TuiError>;

    /// Plays what was typed for a seat. If it is not legal for that seat, but for exactly one other
    /// seat played here, that one plays it.
    fn play(&mut self, seat: &str, text: &str) -> Result<Reply, TuiError>;

    /// Plays the action that a computer of this terminal chose at a version; does nothing if it is outdated.
    fn play_thought(&mut self, seat: &str, action: &DynAction, version: u64) -> Result<Reply, TuiError>;

    /// Why pointing at these places in order is not a legal move.
    fn refusal(&self, seat: &str, steps: &[String]) -> Option<Refusal>;

    /// Goes on to the next match between the same people.
    fn rematch(&mut self) -> Result<Reply, TuiError>;

    /// Sends a chat message to the other players, or to everybody including spectators.
    fn say(&mut self, text: &str, everyone: bool) -> Result<Reply, TuiError>;

    /// A copy of the match, if computers think in this terminal. Otherwise the table gives
    /// [`TableSource::hint`]s.
    fn position(&self) -> Option<Box<dyn DynMatch>>;

    /// Asks the table what a general would play.
    fn hint(&mut self, seat: Seat) -> Result<Reply, TuiError>;

    /// The analysis of the match, which is over: a function that takes some seconds, on any thread.
    fn analysis(&mut self) -> Result<Analysing, TuiError>;

    /// The clocks at this moment.
    fn clocks(&self) -> Vec<ClockFace> {
        Vec::new()
    }

    /// Sets the function to call when there is news.
    fn on_news(&mut self, _notify: Notify) {}

    /// What has happened since the last call.
    fn news(&mut self) -> Result<Vec<Message>, TuiError> {
        Ok(Vec::new())
    }

    /// Is a request still unanswered?
    fn awaits_answer(&self) -> bool {
        false
    }
}

/// Why pointing at these places in order is not a legal move in the match.
pub fn refusal(game_match: &dyn DynMatch, seat: &str, steps: &[String]) -> Option<Refusal> {
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    game_match.why_not(game_match.seat(seat)?, &steps, None)
}

/// The seat that typed text is for: the seat itself if the text is legal for it, or else the only
/// other seat acting here for which it is legal.
pub fn meant(game_match: &dyn DynMatch, acting_here: SeatSet, seat: &str, text: &str) -> String {
    let fits = |who: &Seat| game_match.why(*who, text).is_ok();
    if game_match.seat(seat).is_none_or(|who| fits(&who)) {
        return seat.to_owned();
    }
    let mut others = acting_here.iter().filter(fits);
    match (others.next(), others.next()) {
        (Some(only), None) => game_match.seats()[only.index()].id.to_owned(),
        _ => seat.to_owned(),
    }
}
