//! Messages of the terminal, the same on the full screen and in line mode.
//!
//! The words that a message suggests can be typed in both.

use crate::TableView;
use crate::app::short;
use catalog::Advice;

pub(crate) const NOTHING_TO_THROW: &str = "There is nothing to throw now.";
pub(crate) const NOTHING_TO_HINT: &str = "There is nothing to suggest.";
pub(crate) const NO_HINTS: &str = "There are no hints in this match. Open a practice table to get them.";
pub(crate) const ALREADY_OUT: &str = "This player is already out; the others play on.";
pub(crate) const PLAYERS_REMATCH: &str = "Only players can offer another game. Once there is one, “new” follows them.";
pub(crate) const NOT_OVER: &str = "The game is not over. Play on, or resign first.";
pub(crate) const NO_ANALYSIS_YET: &str = "The game is not over. It can be analysed when it is.";
pub(crate) const ANALYSING: &str = "Analysing the match; this takes some seconds.";
pub(crate) const NOTHING_TO_ANSWER: &str = "There is nothing for you to answer.";
pub(crate) const NO_SEAT_KEPT: &str = "No seat is kept for you here.";
pub(crate) const NOTHING_SAID: &str = "Nobody has said anything yet.";
pub(crate) const NOTHING_PLAYED: &str = "Nothing has been played yet.";
pub(crate) const NO_QUICK_RULES: &str = "This game has no quick rules; “rules” shows the rule last mentioned.";
pub(crate) const NEXT_GAME: &str = "The same players have started another game. Type new to follow them.";
pub(crate) const RECONNECTED: &str = "Connected again; nothing was lost.";
pub(crate) const UNDONE: &str = "Undone.";
pub(crate) const NO_LONGER_ASKED: &str = "It was declined or withdrawn; the game goes on.";
pub(crate) const NOT_LOST: &str = "This terminal has the secrets of your dice; no new device is needed.";
pub(crate) const NO_COMPUTER_MOVE: &str = "The computer found no move. Press Enter to let it try again, or type undo.";

/// Why nothing can be played now.
pub(crate) fn not_now(seen: &TableView) -> String {
    match (seen.is_over(), seen.my_throw()) {
        (true, _) => format!("The game is over. Type new for {}, or quit.", seen.next_game()),
        (false, Some(seat)) => {
            let name = seen.player(seat).map_or("", |player| player.name);
            format!("It is time to throw for {name}: type throw, or press Enter.")
        }
        (false, None) if seen.remote.is_some() => seen.waits_for(),
        (false, None) if seen.table_throws() => "Wait for the throw, or press Enter to see it now.".into(),
        (false, None) => "The computer is thinking; it is not your turn.".into(),
    }
}

/// Why only a player can do this.
pub(crate) fn not_a_player(seen: &TableView) -> &'static str {
    match seen.remote {
        Some(_) => "You are watching; only players can do this.",
        None => "Nobody plays at this terminal.",
    }
}

/// Why nothing can be undone.
pub(crate) fn throw_stands(seen: &TableView) -> String {
    let ask = if seen.view.can_ask { " “ask” asks the others." } else { "" };
    format!("You cannot undo a throw or anything before it.{ask}")
}

/// A seat's dice began with the secret of another device.
pub fn lost_device(seat: &str) -> String {
    format!("The dice of {seat} began on another device. Play there, or type new-device to go on here.")
}

/// Where the match is saved.
pub(crate) fn saved(seen: &TableView, place: &str) -> String {
    match seen.remote {
        Some(_) => format!("Every move is saved at once at {place} (table {}).", seen.id),
        None => format!("Every move is saved at once in {place} (match {}).", short(&seen.id)),
    }
}

/// No rule has this number.
pub(crate) fn no_rule(id: &str) -> String {
    let shown: String = id.chars().take(40).collect();
    format!("There is no rule {shown}; “rules all” lists them.")
}

/// No legal move has this in its notation.
pub(crate) fn no_move_with(part: &str) -> String {
    format!("No legal move has “{part}” in it; “moves” lists them all.")
}

/// A hint as a sentence.
pub(crate) fn hint(advice: &Advice) -> String {
    if let Some(reason) = &advice.reason {
        let rules: Vec<_> = reason.rules.iter().map(ToString::to_string).collect();
        let cited = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
        return format!("A general would play {}. {}{cited}", advice.action, reason.text);
    }
    let then: Vec<&str> = advice.line.iter().skip(1).take(3).map(String::as_str).collect();
    let expecting = if then.is_empty() { String::new() } else { format!(", expecting {}", then.join(", ")) };
    format!("A general would play {}{expecting}.", advice.action)
}
