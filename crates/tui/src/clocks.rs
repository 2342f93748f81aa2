//! Clocks of a table, in words.

use crate::TableView;
use kernel::Seat;
use std::time::{SystemTime, UNIX_EPOCH};

/// This machine's clock, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A seat's clock at this moment.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ClockFace {
    /// The seat.
    pub seat: Seat,
    /// Milliseconds left.
    pub left: i64,
    /// Does it run?
    pub runs: bool,
}

/// All clocks in one line; `None` if there are none.
pub(crate) fn in_words(clocks: &[ClockFace], seen: &TableView) -> Option<String> {
    let part = |clock: &ClockFace| {
        let name = seen.player(clock.seat).map_or("", |player| player.word.as_str());
        format!("{name} {}{}", left(clock.left), if clock.runs { " (runs)" } else { "" })
    };
    let parts: Vec<String> = clocks.iter().map(part).collect();
    (!parts.is_empty()).then(|| format!("Clocks: {}", parts.join(", ")))
}

/// Remaining time, as clocks show it.
fn left(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{:02}", seconds % 60),
        (0, _) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        _ => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn remaining_time_is_shown_like_a_clock() {
        let shown = [-5, 59_999, 61_000, 3_723_000, 180_000_000].map(super::left);
        assert_eq!(shown, ["0:00", "0:59", "1:01", "1:02:03", "2 d 2 h"]);
    }
}
