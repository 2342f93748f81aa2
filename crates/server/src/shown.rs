//! What a room has shown of its table, written once for each version and shared
//! by everybody who sees the same: all who watch, and a person on all his screens.
//!
//! A view depends on who is looking by nothing but the seats he plays and those
//! that are kept for him; that is what makes it shareable. How much of the log somebody has is known from the
//! version he has seen, so nobody's log is kept.

use crate::problem::Problem;
use crate::wire::{self, Offers, Standing};
use axum::body::Bytes;
use kernel::SeatSet;
use std::cell::RefCell;
use std::io::Write;
use table::Table;

/// Views that are kept of one version. Who is further behind than others has one of his own.
const MOST_VIEWS: usize = 16;

thread_local! {
    /// Where views are written before they get a place of just their size.
    static DESK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What makes one view another.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Shape {
    mine: SeatSet,
    kept: SeatSet,
    log_from: usize,
    form: Offers,
}

/// The log's lengths version by version, and the views of the last one.
pub(crate) struct Shown {
    /// The length of the log at version n is at n - 1.
    log_lengths: Vec<u32>,
    views: Vec<(Shape, Message)>,
    /// The tokens as they were last written.
    standing: Option<Standing>,
}

/// A view as a message of the stream.
#[derive(Clone)]
pub(crate) struct Message {
    /// The whole message.
    pub(crate) bytes: Bytes,
    /// Where its data begins.
    data: usize,
}

impl Message {
    fn write(view: &wire::Sight<'_>) -> Result<Message, serde_json::Error> {
        DESK.with_borrow_mut(|text| {
            text.clear();
            // Writing to memory does not fail.
            let _ = write!(text, "event: view\nid: {}\ndata: ", view.version());
            let data = text.len();
            serde_json::to_writer(&mut *text, view)?;
            text.extend_from_slice(b"\n\n");
            Ok(Message { bytes: Bytes::copy_from_slice(text), data })
        })
    }

    /// The view alone, as JSON.
    pub(crate) fn view(&self) -> &[u8] {
        &self.bytes[self.data..self.bytes.len() - 2]
    }
}

impl Shown {
    /// Of a table before its first event is applied: that of its opening.
    pub(crate) fn of(table: &Table) -> Shown {
        Shown { log_lengths: vec![table.log_length() as u32], views: Vec::new(), standing: None }
    }

    /// An event has been applied.
    pub(crate) fn note(&mut self, table: &Table) {
        self.log_lengths.push(table.log_length() as u32);
        self.views.clear();
    }

    /// So much of the log is as it was at this version; nothing when there never was such a version.
    pub(crate) fn log_kept(&self, seen: u64) -> usize {
        let from = seen.checked_sub(1).and_then(|seen| usize::try_from(seen).ok()).unwrap_or(usize::MAX);
        let since = self.log_lengths.get(from..).unwrap_or_default();
        // The log grows and is cut at its end only.
        since.iter().min().map_or(0, |kept| *kept as usize)
    }

    /// The table as the person with this key sees it, for somebody who has the log's first entries.
    pub(crate) fn view(&mut self, table: &Table, key: &str, log_from: usize, form: Offers) -> Result<Message, Problem> {
        let shape = Shape { mine: table.seats_of(key), kept: table.kept_for(key), log_from, form };
        if let Some((_, message)) = self.views.iter().find(|(known, _)| *known == shape) {
            return Ok(message.clone());
        }
        let view = wire::written(table, Some(key), log_from, form).knowing(&mut self.standing);
        let message = view.and_then(|view| Message::write(&view)).map_err(Problem::broken)?;
        if self.views.len() < MOST_VIEWS {
            self.views.push((shape, message.clone()));
        }
        Ok(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::door::Deal;
    use serde_json::Value;
    use table::{Command, Now, Occupant, Order};

    /// Plays the first thing that is offered, or throws; `None` when nobody has anything to do.
    fn next(table: &Table) -> Option<Command> {
        let ids: Vec<&str> = table.session().seats().iter().map(|info| info.id).collect();
        if let Some(thrower) = table.session().thrower() {
            return Some(Command::Throw { seat: Some(ids[thrower.index()].into()) });
        }
        let acts = table.view(Some("anna")).offers.into_iter();
        let mut acts = acts.flat_map(|(seat, offers)| offers.into_iter().map(move |offer| (seat, offer.action)));
        acts.next().map(|(seat, text)| Command::Act { seat: ids[seat.index()].into(), text })
    }

    #[test]
    fn what_was_written_before_is_as_if_written_anew() {
        for title in shelf::titles() {
            let players = *title.info().players.last().expect("somebody plays");
            let anna = Occupant::Person { key: "anna".into(), name: "Anna".into() };
            let deal = Deal { players, ..Deal::default() };
            let order = Order::plain("match".into(), deal, vec![anna; players.into()], [7; 32]);
            let order = order.with_house_nonces([1; 32], true);
            let (mut table, _) = Table::open(*title, order, 0).expect("a table");
            let mut shown = Shown::of(&table);
            for step in 0..60 {
                for key in ["anna", "somebody"] {
                    let message = shown.view(&table, key, 0, Offers::Full).expect("a view");
                    let written: Value = serde_json::from_slice(message.view()).expect("JSON");
                    let anew = serde_json::to_value(wire::view(&table, Some(key), 0)).expect("JSON");
                    assert_eq!(written, anew, "{} for {key} at step {step}", title.info().title);
                }
                let Some(command) = next(&table) else { break };
                for event in table.decide(&command, Now::at(step)).expect("it is legal") {
                    table.apply(&event).expect("it fits");
                    shown.note(&table);
                }
            }
            assert!(table.version() > 20, "{} went on", title.info().title);
        }
    }
}
