//! What one person gets to see of a table, ready for any screen.

use crate::table::{Relief, Table, capital};
use kernel::door::{Lot, Offer};
use kernel::record::Step;
use kernel::{Line, Outcome, Seat, SeatSet, Turn, Viewer, scene};

/// One entry of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its number among the steps that stand, from 1.
    pub number: usize,
    /// Who did it; `None` for chance.
    pub seat: Option<Seat>,
    /// In notation.
    pub action: String,
    /// In sentences.
    pub lines: Vec<Line>,
}

/// A table as one person sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// How many events it rests on.
    pub version: u64,
    /// The seats this person plays.
    pub mine: SeatSet,
    /// The scene.
    pub scene: scene::Scene,
    /// Who is to act.
    pub turn: Turn,
    /// What this person may do, for each of his seats that is to act.
    pub offers: Vec<(Seat, Vec<Offer>)>,
    /// What chance may do.
    pub lots: Vec<Lot>,
    /// What happened.
    pub log: Vec<Entry>,
    /// Spaces that the last step touched.
    pub last: Vec<(String, scene::Mark)>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Why it ended.
    pub verdict: Option<Line>,
    /// What each seat has won or lost in points, once it is over and where the game keeps an account.
    pub account: Option<Vec<i32>>,
    /// May this person take back?
    pub can_undo: bool,
}

impl Table {
    /// The table as the person with this key sees it; `None` for a watcher.
    pub fn view(&self, key: Option<&str>) -> View {
        self.view_since(key, 0)
    }

    /// The same for somebody who has the log's first entries: `log` begins after them.
    pub fn view_since(&self, key: Option<&str>, entries: usize) -> View {
        let mine = key.map_or(SeatSet::EMPTY, |key| self.seats_of(key));
        let turn = self.turn();
        let acting = self.acting();
        let to_act: Vec<Seat> = mine.iter().filter(|seat| acting.contains(*seat)).collect();
        let viewer = to_act.first().copied().or(mine.iter().next()).map_or(Viewer::Watcher, Viewer::Seat);
        let mut scene = self.session().scene(viewer);
        if let Some(verdict) = self.verdict() {
            scene.headline = verdict.text;
        } else if self.is_waiting() {
            scene.headline = "Waiting for somebody to sit down.".into();
        }
        View {
            version: self.version(),
            mine,
            scene,
            turn,
            offers: to_act.into_iter().map(|seat| (seat, self.session().offers(seat))).collect(),
            lots: self.session().lots(),
            log: self.log_since(entries),
            last: self.session().last_marks(),
            outcome: self.outcome(),
            verdict: self.verdict(),
            account: self.account(),
            can_undo: !mine.is_empty() && self.at_home() && self.undoable() > 0,
        }
    }

    /// What happened and still stands, and who gave up when.
    pub fn log(&self) -> Vec<Entry> {
        self.log_since(0)
    }

    /// How many entries the log has.
    pub fn log_length(&self) -> usize {
        self.session().told().len() + self.reliefs().len() + usize::from(self.quitter().is_some())
    }

    /// The log without its first entries. A long match is not written out again for what is new in it.
    pub fn log_since(&self, entries: usize) -> Vec<Entry> {
        let told = self.session().told();
        let mut log = Vec::with_capacity(self.log_length().saturating_sub(entries));
        let mut number = 0;
        let mut add = |entry: &dyn Fn() -> Entry| {
            number += 1;
            if number > entries {
                log.push(Entry { number, ..entry() });
            }
        };
        let mut reliefs = self.reliefs().iter().peekable();
        for (at, told) in told.iter().map(Some).chain([None]).enumerate() {
            while let Some(relief) = reliefs.next_if(|relief| relief.after == at) {
                add(&|| self.relieved(relief));
            }
            if let Some(told) = told {
                add(&|| self.entry(told));
            }
        }
        if let Some(quitter) = self.quitter() {
            add(&|| resigned(quitter, self.verdict().into_iter().collect()));
        }
        log
    }

    fn relieved(&self, relief: &Relief) -> Entry {
        let resign = self.session().info().manners.resign;
        let text = format!("{} resigned; {} plays on.", self.seat_title(relief.seat), relief.by);
        resigned(relief.seat, vec![Line::new(text, &[resign])])
    }

    fn entry(&self, told: &kernel::door::Told) -> Entry {
        let (seat, action) = match &told.step {
            Step::Act { seat, action } => (self.session().seat(seat), action.clone()),
            Step::Chance { chance } => (None, chance.clone()),
            Step::Undo { .. } | Step::Resign { .. } => (None, String::new()),
        };
        Entry { number: 0, seat, action, lines: told.lines.clone() }
    }

    /// The seat's name at the beginning of a sentence.
    pub fn seat_title(&self, seat: Seat) -> String {
        self.session().seats().get(seat.index()).map_or(String::new(), |info| capital(info.name))
    }
}

fn resigned(seat: Seat, lines: Vec<Line>) -> Entry {
    Entry { number: 0, seat: Some(seat), action: "resigns".to_owned(), lines }
}
