//! The views of a table as bytes: written once and shared by everybody who sees the same, which are all spectators,
//! and a person on all their screens.
//!
//! A view depends on who is looking by nothing but the seats they play and those that are kept for them; that is
//! what makes it shareable. Everything but the log is written once for each of these ([`Frame`]), whatever part of
//! the log somebody has already: what is dear in a view, its offers, is made once. How much of the log somebody has is
//! known from the version they have seen ([`LogLengths`]), so nobody's log is kept.
//!
//! Views are built by [`Builders`], one at a time for each table, from a picture of the table ([`Snapshot`]):
//! the table itself is not locked meanwhile.

use crate::builders::Builders;
use crate::problem::Problem;
use crate::wire::{self, Offers, Standing};
use axum::body::Bytes;
use kernel::SeatSet;
use std::cell::RefCell;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::Table;

/// Messages that are kept of one moment of a table. Whoever is further behind than others gets one made for them.
const MOST_MESSAGES: usize = 16;
/// Bytes of messages that are kept of one moment of a table, about.
const MOST_BYTES: usize = 1 << 20;

thread_local! {
    /// Where views are written before they get a place of just their size.
    static DESK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A table at one moment, to be looked at without locking it.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) table: Arc<Table>,
    /// Which moment: rises with every change, and also when the store said something else at the same version.
    pub(crate) moment: u64,
}

/// What makes the frame of one view another.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Looks {
    mine: SeatSet,
    kept: SeatSet,
    form: Offers,
}

/// A view without its log, as JSON in two parts with a place for the log between them.
struct Frame {
    before: Vec<u8>,
    after: Vec<u8>,
    offers: u32,
}

/// A view as a message of the stream.
#[derive(Clone)]
pub(crate) struct Message {
    /// The whole message.
    pub(crate) bytes: Bytes,
    /// Where its data begins.
    data: usize,
    /// The version it shows.
    pub(crate) version: u64,
    /// How many offers are in it.
    pub(crate) offers: u32,
    /// Was it built for who asked now, or found?
    pub(crate) built: bool,
}

impl Message {
    /// The view alone, as JSON.
    pub(crate) fn view(&self) -> &[u8] {
        &self.bytes[self.data..self.bytes.len() - 2]
    }

    /// The same, sharing the bytes.
    pub(crate) fn json(&self) -> Bytes {
        self.bytes.slice(self.data..self.bytes.len() - 2)
    }
}

/// The views of one table that have been written.
#[derive(Default)]
pub(crate) struct ViewCache {
    kept: Mutex<Kept>,
    /// Held while a view is built: whoever wants the same waits for it, and one table keeps one builder busy at most.
    building: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Kept {
    moment: u64,
    frames: Vec<(Looks, Arc<Frame>)>,
    messages: Vec<(Looks, usize, Message)>,
    bytes: usize,
    /// The tokens as they were last written.
    standing: Option<Standing>,
}

impl ViewCache {
    /// The table as the person with this key sees it, for somebody who has the log's first entries.
    pub(crate) async fn view(
        self: &Arc<Self>,
        builders: &Builders,
        snapshot: Snapshot,
        key: &str,
        log_from: usize,
        form: Offers,
    ) -> Result<Message, Problem> {
        let table = &snapshot.table;
        let looks = Looks { mine: table.seats_of(key), kept: table.kept_for(key), form };
        let log_from = log_from.min(table.log_length());
        let found = || self.lock().message(snapshot.moment, looks, log_from);
        if let Some(message) = found() {
            return Ok(message);
        }
        let _building = self.building.lock().await;
        if let Some(message) = found() {
            return Ok(message);
        }
        let (cache, key, snapshot) = (self.clone(), key.to_owned(), snapshot.clone());
        let built = builders.run(move || cache.build(&snapshot, looks, &key, log_from)).await?;
        built.map_err(Problem::broken)
    }

    fn build(&self, snapshot: &Snapshot, looks: Looks, key: &str, log_from: usize) -> serde_json::Result<Message> {
        let (frame, standing) = {
            let mut kept = self.lock();
            kept.turn_to(snapshot.moment);
            (kept.frame(snapshot.moment, looks), kept.standing.take())
        };
        let (frame, standing) = match frame {
            Some(frame) => (frame, standing),
            None => Frame::write(&snapshot.table, key, looks.form, standing)?,
        };
        let message = frame.around_log(&snapshot.table, log_from)?;
        let mut kept = self.lock();
        kept.standing = standing;
        kept.keep(snapshot.moment, looks, log_from, frame, &message);
        Ok(Message { built: true, ..message })
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// What was kept of earlier moments is of no use any more.
    fn turn_to(&mut self, moment: u64) {
        if moment > self.moment {
            *self = Kept { moment, standing: self.standing.take(), ..Kept::default() };
        }
    }

    fn message(&self, moment: u64, looks: Looks, log_from: usize) -> Option<Message> {
        let mut messages = self.messages.iter().filter(|_| moment == self.moment);
        messages.find(|(known, from, _)| *known == looks && *from == log_from).map(|(_, _, message)| message.clone())
    }

    fn frame(&self, moment: u64, looks: Looks) -> Option<Arc<Frame>> {
        let mut frames = self.frames.iter().filter(|_| moment == self.moment);
        frames.find(|(known, _)| *known == looks).map(|(_, frame)| frame.clone())
    }

    fn keep(&mut self, moment: u64, looks: Looks, log_from: usize, frame: Arc<Frame>, message: &Message) {
        if moment != self.moment {
            return;
        }
        if !self.frames.iter().any(|(known, _)| *known == looks) {
            self.frames.push((looks, frame));
        }
        if self.messages.len() < MOST_MESSAGES && self.bytes < MOST_BYTES {
            self.bytes += message.bytes.len();
            self.messages.push((looks, log_from, message.clone()));
        }
    }
}

impl Frame {
    /// Writes everything but the log, with the tokens as they were written before if they still stand so.
    fn write(
        table: &Table,
        key: &str,
        form: Offers,
        mut standing: Option<Standing>,
    ) -> serde_json::Result<(Arc<Frame>, Option<Standing>)> {
        let (length, place) = (table.log_length(), b"\"log_from\":");
        let view = wire::written(table, Some(key), length, form).knowing(&mut standing)?;
        let offers = view.legal_moves();
        let (before, after) = DESK.with_borrow_mut(|text| {
            text.clear();
            serde_json::to_writer(&mut *text, &view)?;
            // No text in it can hold a quotation mark that is not escaped, so this is the field and nothing else.
            let at = text.windows(place.len()).position(|part| part == place);
            let log = format!("\"log_from\":{length},\"log\":[]");
            let parts =
                at.and_then(|at| Some((text[..at].to_vec(), text[at..].strip_prefix(log.as_bytes())?.to_vec())));
            parts.ok_or_else(|| serde::de::Error::custom("a view has no place for its log"))
        })?;
        Ok((Arc::new(Frame { before, after, offers }), standing))
    }

    /// The whole view, with the log from this entry on.
    fn around_log(&self, table: &Table, log_from: usize) -> serde_json::Result<Message> {
        DESK.with_borrow_mut(|text| {
            text.clear();
            // Writing to memory does not fail.
            let _ = write!(text, "event: view\nid: {}\ndata: ", table.version());
            let data = text.len();
            text.extend_from_slice(&self.before);
            let _ = write!(text, "\"log_from\":{log_from},\"log\":");
            serde_json::to_writer(&mut *text, &wire::log(table, log_from))?;
            text.extend_from_slice(&self.after);
            text.extend_from_slice(b"\n\n");
            let (bytes, version) = (Bytes::copy_from_slice(text), table.version());
            if text.capacity() > MOST_BYTES {
                *text = Vec::new();
            }
            Ok(Message { bytes, data, version, offers: self.offers, built: false })
        })
    }
}

/// How long the log was at each version.
pub(crate) struct LogLengths(Vec<u32>);

impl LogLengths {
    /// Of a table before its first event is applied: that of its opening.
    pub(crate) fn of(table: &Table) -> LogLengths {
        LogLengths(vec![table.log_length() as u32])
    }

    /// An event has been applied.
    pub(crate) fn note(&mut self, table: &Table) {
        self.0.push(table.log_length() as u32);
    }

    /// How much of the log is as it was at this version; nothing when there never was such a version.
    pub(crate) fn kept_since(&self, seen: u64) -> usize {
        let from = seen.checked_sub(1).and_then(|seen| usize::try_from(seen).ok()).unwrap_or(usize::MAX);
        let since = self.0.get(from..).unwrap_or_default();
        // The log grows and is cut at its end only.
        since.iter().min().map_or(0, |kept| *kept as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dynamic::MatchConfig;
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

    fn at_home(title: &dyn kernel::dynamic::DynGame) -> Table {
        let players = *title.info().players.last().expect("somebody plays");
        let anna = Occupant::Person { key: "anna".into(), name: "Anna \"log_from\":".into() };
        let config = MatchConfig { players, ..MatchConfig::default() };
        let order = Order::plain("match".into(), config, vec![anna; players.into()], [7; 32]);
        Table::open(title, order.with_house_nonces([1; 32], true), 0).expect("a table").0
    }

    #[tokio::test]
    async fn what_was_written_before_is_as_if_written_anew() {
        for title in catalog::games() {
            let (mut table, builders) = (Arc::new(at_home(*title)), Builders::new(1));
            let cache = Arc::new(ViewCache::default());
            for step in 0..60 {
                let half = table.log_length() / 2;
                for (key, log_from) in [("anna", 0), ("somebody", 0), ("anna", half), ("anna", 0)] {
                    let snapshot = Snapshot { table: table.clone(), moment: step };
                    let message = cache.view(&builders, snapshot, key, log_from, Offers::Full).await.expect("a view");
                    let written: Value = serde_json::from_slice(message.view()).expect("JSON");
                    let anew =
                        serde_json::to_value(wire::written(&table, Some(key), log_from, Offers::Full)).expect("JSON");
                    assert_eq!(written, anew, "{} for {key} at step {step}", title.info().title);
                }
                let Some(command) = next(&table) else { break };
                for event in table.decide(&command, Now::at(step as i64)).expect("it is legal") {
                    Arc::make_mut(&mut table).apply(&event).expect("it fits");
                }
            }
            assert!(table.version() > 20, "{} went on", title.info().title);
        }
    }

    #[tokio::test]
    async fn readers_of_the_same_share_one_building_and_offers_are_written_once_for_all_parts_of_the_log() {
        let table = Arc::new(at_home(catalog::games()[0]));
        let (cache, builders) = (Arc::new(ViewCache::default()), Builders::new(1));
        let snapshot = Snapshot { table, moment: 1 };
        let view = |log_from| cache.view(&builders, snapshot.clone(), "anna", log_from, Offers::Full);
        let readers = futures_util::future::join_all((0..8).map(|_| view(0))).await;
        assert_eq!(readers.iter().filter(|message| message.as_ref().is_ok_and(|message| message.built)).count(), 1);
        let first = cache.lock().frames[0].1.clone();
        view(1).await.expect("a view");
        assert_eq!(cache.lock().frames.len(), 1);
        assert!(Arc::ptr_eq(&first, &cache.lock().frames[0].1), "the frame stays");
    }

    #[tokio::test]
    async fn a_view_of_an_earlier_moment_does_not_displace_the_newer_ones() {
        let table = Arc::new(at_home(catalog::games()[0]));
        let (cache, builders) = (Arc::new(ViewCache::default()), Builders::new(1));
        for (moment, built) in [(2, true), (1, true), (2, false)] {
            let snapshot = Snapshot { table: table.clone(), moment };
            let message = cache.view(&builders, snapshot, "anna", 0, Offers::Full).await.expect("a view");
            assert_eq!(message.built, built, "moment {moment}");
        }
    }
}
