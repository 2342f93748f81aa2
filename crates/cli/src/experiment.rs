//! What the commands that play many matches share: progress, Ctrl-C, and how results are printed.

use crate::common::print;
use crate::running::Interrupt;
use crate::version::COMMIT;
use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use kernel::record::Record;
use lab::watch::{SoFar, Spectator};
use lab::{Conditions, Pace, Side};
use serde::Serialize;
use std::time::Duration;

/// Shows progress on standard error, if that is a terminal, and listens for Ctrl-C.
pub(crate) struct Follow {
    bar: ProgressBar,
    interrupt: Interrupt,
    /// Bounds of the log-likelihood ratio of a test, whose progress is counted in groups.
    bounds: Option<(f64, f64)>,
}

impl Follow {
    /// Follows this number of matches, or matches for this time.
    pub(crate) fn matches(matches: Option<u64>, time: Option<Duration>) -> anyhow::Result<Self> {
        let of = time.map_or(String::new(), |time| format!(" of {} s", time.as_secs_f64()));
        let counted = "{bar:40} {human_pos}/{human_len} {per_sec} {eta} left  {msg}".to_owned();
        let timed = format!("{{spinner}} {{human_pos}} matches, {{per_sec}}, {{elapsed}}{of}  {{msg}}");
        let bar = if matches.is_some() || time.is_none() { counted } else { timed };
        Follow::with(ProgressBar::new(matches.unwrap_or(100)), &bar, None)
    }

    /// Follows a test with these bounds. Nobody knows how long it takes.
    pub(crate) fn test(bounds: (f64, f64)) -> anyhow::Result<Self> {
        let bar = ProgressBar::new_spinner().with_message("no group is complete yet");
        Follow::with(bar, "{spinner} {human_pos} groups, {per_sec}, {elapsed}  {msg}", Some(bounds))
    }

    fn with(bar: ProgressBar, template: &str, bounds: Option<(f64, f64)>) -> anyhow::Result<Self> {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Ok(Follow { bar, interrupt: Interrupt::listen()?, bounds })
    }

    /// Removes the bar.
    pub(crate) fn done(&self) {
        self.bar.finish_and_clear();
    }
}

impl Spectator for Follow {
    fn over(&self, _number: u64, _record: Option<Record>) {
        if self.bounds.is_none() {
            self.bar.inc(1);
        }
    }

    fn counted(&self, so_far: &SoFar) {
        if self.bar.is_hidden() {
            return;
        }
        let interval = so_far.interval;
        let mut text = format!("score {:.3} ({:.3} to {:.3})", interval.score, interval.low95, interval.high95);
        if let (Some(llr), Some((low, high))) = (so_far.llr, self.bounds) {
            self.bar.set_position(so_far.groups);
            text += &format!(", LLR {llr:.2} ({low:.2} to {high:.2})");
        }
        self.bar.set_message(text);
    }

    fn interrupted(&self) -> bool {
        self.interrupt.came()
    }
}

/// A result as JSON, with the program that made it.
#[derive(Serialize)]
pub(crate) struct Signed<'a, T> {
    #[serde(flatten)]
    result: &'a T,
    version: &'static str,
    commit: &'static str,
}

impl<'a, T: Serialize> Signed<'a, T> {
    /// One JSON object on a line.
    pub(crate) fn json(result: &'a T) -> anyhow::Result<String> {
        let signed = Signed { result, version: env!("CARGO_PKG_VERSION"), commit: COMMIT };
        Ok(serde_json::to_string(&signed)? + "\n")
    }
}

/// Prints a result. If it is only a part because somebody interrupted, that is an error after it.
pub(crate) fn and_then_interrupted(text: &str, interrupted: bool, groups: u64) -> anyhow::Result<()> {
    print(text.as_bytes())?;
    if interrupted {
        let complete = kernel::counted(groups, "group that is", "groups that are");
        bail!("stopped; the result covers the {complete} complete");
    }
    Ok(())
}

/// Reads a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is not a number of seconds".to_owned())?;
    if !(0.001..=1e8).contains(&seconds) {
        return Err("it must lie between 0.001 and 100000000".into());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// The results of player a on each side, a line for each.
pub(crate) fn sides(a: &str, sides: &[Side]) -> String {
    let line = |side: &Side| {
        let Side { seats, a_wins, b_wins, ties, matches, score, .. } = side;
        format!("{a} as {}: {a_wins} won, {b_wins} lost, {ties} tied of {matches} ({score:.3})\n", seats.join("+"))
    };
    sides.iter().map(line).collect()
}

/// How long a player thinks about a decision.
pub(crate) fn thinking(name: &str, pace: &Pace, conditions: &Conditions) -> String {
    if pace.decisions == 0 {
        return format!("{name} thinks about nothing\n");
    }
    let ms = |seconds: f64| format!("{:.*}", if seconds < 0.01 { 3 } else { 1 }, seconds * 1e3);
    let clock = if conditions.clock == "cpu" { "processor time" } else { "time" };
    let mut text = format!("{name} thinks {} ms ({clock}; ", ms(pace.cpu_mean));
    text += &format!("p50 {}, p99 {}, max {} ms), ", ms(pace.cpu_p50), ms(pace.cpu_p99), ms(pace.cpu_max));
    text += &format!("{} decisions", pace.decisions);
    if pace.stopped_by_clock > 0 {
        text += &format!(", {} of them stopped by the clock", pace.stopped_by_clock);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_a_number_that_makes_sense() {
        assert_eq!(seconds("1.5"), Ok(Duration::from_millis(1_500)));
        for text in ["0", "-1", "NaN", "inf", "1e9", "soon", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
