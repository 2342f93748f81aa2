//! What one person gets to see of a table, ready for any screen.

use crate::table::{Table, capital};
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
    /// May this person take back?
    pub can_undo: bool,
}

impl Table {
    /// The table as the person with this key sees it; `None` for a watcher.
    pub fn view(&self, key: Option<&str>) -> View {
        let mine = key.map_or(SeatSet::EMPTY, |key| self.seats_of(key));
        let turn = self.turn();
        let acting = match turn {
            Turn::Seats(seats) if !self.is_waiting() => seats,
            _ => SeatSet::EMPTY,
        };
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
            log: self.log(),
            last: self.session().last_marks(),
            outcome: self.outcome(),
            verdict: self.verdict(),
            can_undo: !mine.is_empty() && self.at_home() && self.undoable() > 0,
        }
    }

    /// What happened and still stands, then the giving up if there was one.
    pub fn log(&self) -> Vec<Entry> {
        let entry = |(index, told): (usize, &kernel::door::Told)| {
            let (seat, action) = match &told.step {
                Step::Act { seat, action } => (self.session().seat(seat), action.clone()),
                Step::Chance { chance } => (None, chance.clone()),
                Step::Undo { .. } | Step::Resign { .. } => (None, String::new()),
            };
            Entry { number: index + 1, seat, action, lines: told.lines.clone() }
        };
        let mut log: Vec<Entry> = self.session().told().iter().enumerate().map(entry).collect();
        if let Some(quitter) = self.quitter() {
            let action = "resigns".to_owned();
            let lines = self.verdict().into_iter().collect();
            log.push(Entry { number: log.len() + 1, seat: Some(quitter), action, lines });
        }
        log
    }

    /// The seat's name at the beginning of a sentence.
    pub fn seat_title(&self, seat: Seat) -> String {
        self.session().seats().get(seat.index()).map_or(String::new(), |info| capital(info.name))
    }
}
