//! Throws: yours by a key, the table's after a pause, and a preview of each outcome.

use super::{App, Effect, Key};
use crate::throws::{self, Reach};
use crate::{ThrowPreview, Typed};
use kernel::Seat;
use table::MatchCommand;

/// Ticks before the table throws for a computer, so that the eye can follow.
const BEAT: usize = 7;
/// If there are more places than this, only the important ones are marked.
const MANY: usize = 40;

impl App {
    /// Starts the pause before a throw of the table, if nobody here throws.
    pub(super) fn await_throw(&mut self) {
        self.beat = self.seen.table_throws().then_some(BEAT);
        self.preview = None;
    }

    /// Counts down to a throw of the table.
    pub(super) fn beat(&mut self) -> Vec<Effect> {
        match self.beat {
            Some(0) => self.table_throw(),
            Some(left) => {
                self.beat = Some(left - 1);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    pub(super) fn table_throw(&mut self) -> Vec<Effect> {
        self.beat = None;
        vec![Effect::Do(MatchCommand::Throw { seat: None, link: None })]
    }

    /// Throws, if there is something to throw here.
    pub(super) fn throw(&mut self) -> Vec<Effect> {
        self.run_typed(Typed::Throw)
    }

    /// Handles a key while a throw is to be made; `None` if the key is for something else.
    pub(super) fn throw_key(&mut self, key: Key) -> Option<Vec<Effect>> {
        self.seen.pending_throw.as_ref()?;
        match key {
            Key::Enter | Key::Char(' ') => return Some(self.throw()),
            Key::Down | Key::Right | Key::Tab => self.look_ahead(1),
            Key::Up | Key::Left | Key::BackTab => self.look_ahead(-1),
            Key::Esc if self.preview.is_some() => self.preview = None,
            _ => return None,
        }
        Some(Vec::new())
    }

    /// Cycles through the outcomes of the throw and the board as it is.
    fn look_ahead(&mut self, by: isize) {
        let count = self.previews().len() as isize;
        if count == 0 {
            return;
        }
        // Position 0 is the board as it is.
        let at = self.preview.map_or(0, |at| at as isize + 1);
        let next = (at + by).rem_euclid(count + 1);
        self.preview = usize::try_from(next - 1).ok();
    }

    /// Previews of the outcomes of the next throw.
    pub fn previews(&self) -> &[ThrowPreview] {
        self.seen.pending_throw.as_ref().map_or(&[], |pending_throw| &pending_throw.previews)
    }

    /// The places that the throw may open; if there are many, only those where something is taken, gained or at risk.
    pub(crate) fn reach(&self) -> Vec<Reach> {
        let all = throws::reach(self.previews(), &self.seen.view.scene.plan);
        let many = all.len() > MANY;
        all.into_iter().filter(|reach| !many || reach.tone != kernel::scene::Tone::Plain).collect()
    }

    /// The outcome that is previewed.
    pub fn preview(&self) -> Option<&ThrowPreview> {
        self.previews().get(self.preview?)
    }

    /// Its index in the list.
    pub fn preview_at(&self) -> Option<usize> {
        self.preview
    }

    /// The seat that the table is about to throw for; `Some(None)` if it throws for no seat.
    pub fn table_is_throwing(&self) -> Option<Option<Seat>> {
        self.beat?;
        self.seen.pending_throw.as_ref().map(|pending_throw| pending_throw.thrower)
    }
}
