//! What one person gets to see of a table, ready for any screen.

use crate::absence::Absence;
use crate::clock::ClockView;
use crate::motion::Pending;
use crate::table::{Ending, Happened, Remark, Table, capital};
use kernel::dynamic::{ChanceOutcome, LegalMove, PlayedStep};
use kernel::record::Step;
use kernel::{Outcome, Seat, SeatSet, Sentence, Turn, Viewer, scene};
use std::sync::Arc;

/// A view lists no more actions of a seat. No position that arises from the box comes near (docs/web.md has the
/// figures), and no table opens at one that has more; whatever else is legal can still be typed.
pub const MOST_OFFERS: usize = 4_000;

/// One entry of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its number in the log, from 1.
    pub number: usize,
    /// Which of the steps that stand it tells of, from 1; `None` for what is no step of the play.
    pub step: Option<usize>,
    /// Who did it; `None` for chance.
    pub seat: Option<Seat>,
    /// In notation.
    pub action: String,
    /// In sentences.
    pub lines: Vec<Sentence>,
}

/// A table as one person sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// How many events it rests on.
    pub version: u64,
    /// The seats this person plays.
    pub mine: SeatSet,
    /// The seats that can still win: everybody, except players who have been eliminated.
    pub contenders: SeatSet,
    /// The scene, shared by all who see the same.
    pub scene: Arc<scene::Scene>,
    /// Who is to act.
    pub turn: Turn,
    /// What this person may do, for each of their seats that is to act.
    pub offers: Vec<(Seat, Vec<LegalMove>)>,
    /// What chance may do.
    pub lots: Vec<ChanceOutcome>,
    /// What happened.
    pub log: Vec<Entry>,
    /// Spaces that the last step touched.
    pub last: Vec<(String, scene::Mark)>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Why it ended.
    pub verdict: Option<Sentence>,
    /// What each seat has won or lost in points, once it is over and where the game keeps an account.
    pub account: Option<Vec<i32>>,
    /// May this person take back without asking anybody?
    pub can_undo: bool,
    /// May they ask the others to take back more, or offer them a draw? Only where
    /// another person plays and nothing is asked already.
    pub can_ask: bool,
    /// The clocks, at a table that has them.
    pub clocks: Option<ClockView>,
    /// What is asked at the table.
    pub pending: Option<Pending>,
    /// The seats whose people have still to answer it.
    pub to_answer: SeatSet,
    /// The seats that have still to add to the dice.
    pub wants_nonce: SeatSet,
    /// The person whose own dice are to be thrown and entered.
    pub own_throw: Option<Seat>,
    /// The seats that are kept for this person while computers play them.
    pub kept: SeatSet,
    /// The player who is gone, or when they count as gone.
    pub absence: Option<Absence>,
    /// Who declined the last rematch that was offered.
    pub declined: Option<Seat>,
}

impl Table {
    /// The table as the person with this key sees it; `None` for a spectator.
    pub fn view(&self, key: Option<&str>) -> View {
        let (mine, kept) = key.map_or_else(Default::default, |key| (self.seats_of(key), self.kept_for(key)));
        let listed = |seat: Seat| (seat, self.session().legal_moves_up_to(seat, MOST_OFFERS));
        View {
            offers: self.to_act(mine).map(listed).collect(),
            lots: self.session().chance_outcomes(),
            ..self.view_of(mine, kept, 0)
        }
    }

    /// Which of these seats are to act.
    pub fn to_act(&self, mine: SeatSet) -> impl Iterator<Item = Seat> + use<> {
        let acting = self.acting();
        mine.iter().filter(move |seat| acting.contains(*seat)).collect::<Vec<_>>().into_iter()
    }

    /// The table as somebody sees it who plays some seats while others are kept for them: a view depends on nothing
    /// else. The log begins after its first `entries`. Legal moves and outcomes of chance, which cost most, are left
    /// out.
    pub fn view_of(&self, mine: SeatSet, kept: SeatSet, entries: usize) -> View {
        View {
            version: self.version(),
            mine,
            contenders: self.session().contenders(),
            scene: self.scene_of(mine),
            turn: self.turn(),
            offers: Vec::new(),
            lots: Vec::new(),
            log: self.log_since(entries),
            last: self.session().last_marks(),
            outcome: self.outcome(),
            verdict: self.verdict(),
            account: self.account(),
            can_undo: self.can_undo(mine),
            can_ask: self.can_ask(mine),
            clocks: self.clocks(),
            pending: self.pending().cloned(),
            to_answer: self.to_answer(),
            wants_nonce: self.wants_nonce(),
            own_throw: self.own_throw(),
            kept,
            absence: self.absence(),
            declined: self.rematch_declined(),
        }
    }

    /// The board as the person with this key sees it: the part of the view that costs little, whatever is legal.
    pub fn scene(&self, key: Option<&str>) -> scene::Scene {
        Arc::unwrap_or_clone(self.scene_of(key.map_or(SeatSet::EMPTY, |key| self.seats_of(key))))
    }

    fn scene_of(&self, mine: SeatSet) -> Arc<scene::Scene> {
        let mut scene = self.session().shared_scene(eyes(mine, self.acting()));
        if let Some(verdict) = self.verdict() {
            Arc::make_mut(&mut scene).headline = verdict.text;
        } else if self.is_waiting() {
            Arc::make_mut(&mut scene).headline = "Waiting for somebody to sit down.".into();
        }
        scene
    }

    fn can_undo(&self, mine: SeatSet) -> bool {
        match self.at_home() {
            true => !mine.is_empty() && self.undoable() > 0,
            false => mine.iter().any(|seat| self.free_steps(seat) > 0),
        }
    }

    fn can_ask(&self, mine: SeatSet) -> bool {
        let other = |seat: Seat| self.seats()[seat.index()].key().is_some() && !mine.contains(seat);
        let on = !self.is_over() && !self.is_waiting() && self.pending().is_none();
        on && !mine.is_empty() && self.all_seats().iter().any(other)
    }

    /// What happened and still stands, and who came and went when.
    pub fn log(&self) -> Vec<Entry> {
        self.log_since(0)
    }

    /// How many entries the log has.
    pub fn log_length(&self) -> usize {
        self.session().played().len() + self.remarks.len() + usize::from(self.ending().is_some())
    }

    /// The log without its first entries. A long match is not written out again for what is new in it.
    pub fn log_since(&self, entries: usize) -> Vec<Entry> {
        let told = self.session().played();
        let mut log = Vec::with_capacity(self.log_length().saturating_sub(entries));
        let mut number = 0;
        let mut add = |entry: &dyn Fn() -> Option<Entry>| {
            number += 1;
            if number > entries {
                log.extend(entry().map(|entry| Entry { number, ..entry }));
            }
        };
        let mut remarks = self.remarks.iter().peekable();
        for (at, told) in told.iter().map(Some).chain([None]).enumerate() {
            while let Some(remark) = remarks.next_if(|remark| remark.after == at) {
                add(&|| Some(self.remarked(remark)));
            }
            if let Some(told) = told {
                add(&|| Some(self.entry(at, told)));
            }
        }
        if self.ending().is_some() {
            add(&|| self.ended());
        }
        log
    }

    fn remarked(&self, remark: &Remark) -> Entry {
        let (title, resign) = (self.seat_title(remark.seat), self.session().info().shared_rules.resign);
        let (action, line) = match &remark.what {
            Happened::Resigned(by) => {
                ("resigns", Sentence::new(format!("{title} resigned; {by} plays on."), &[resign]))
            }
            Happened::Flagged(by) => ("flag", Sentence::new(format!("{title} ran out of time; {by} plays on."), &[])),
            Happened::Relieved(by) => ("away", Sentence::new(format!("{by} plays for {title}, who is absent."), &[])),
            Happened::Returned(who) => ("back", Sentence::new(format!("{who} is back as {title}."), &[])),
            Happened::Vacated => {
                ("vacant", Sentence::new(format!("{title} did not come back; the seat is open."), &[]))
            }
            Happened::SatDown(who) => ("sits", Sentence::new(format!("{who} takes the seat of {title}."), &[])),
        };
        said(Some(remark.seat), action, vec![line])
    }

    fn ended(&self) -> Option<Entry> {
        let lines = self.verdict().into_iter().collect();
        Some(match self.ending()? {
            Ending::Resigned(seat) => said(Some(seat), "resigns", lines),
            Ending::Flagged(seat) => said(Some(seat), "flag", lines),
            Ending::Drawn => said(None, "draw", lines),
            Ending::Claimed(_) => said(None, "claim", lines),
            Ending::Aborted => said(None, "abort", lines),
        })
    }

    fn entry(&self, at: usize, told: &PlayedStep) -> Entry {
        let (seat, action) = match &told.step {
            Step::Act { seat, action } => (self.session().seat(seat), action.clone()),
            Step::Chance { chance } => (None, chance.clone()),
            other => (None, other.words()),
        };
        let mut lines = told.lines.clone();
        if self.was_entered(at, told) {
            lines.push(Sentence::new("Thrown with dice of one’s own and entered by hand.", &[]));
        }
        Entry { number: 0, step: Some(at + 1), seat, action, lines }
    }

    /// Did people throw this step with their own dice? The table numbers every throw of its own dice.
    fn was_entered(&self, at: usize, step: &PlayedStep) -> bool {
        matches!(step.step, Step::Chance { .. }) && self.numbers.at(at).is_none()
    }

    /// The seat's name at the beginning of a sentence.
    pub fn seat_title(&self, seat: Seat) -> String {
        self.session().seats().get(seat.index()).map_or(String::new(), |info| capital(info.name))
    }
}

/// Through whose eyes a person with these seats looks: those of the one that is to act.
pub(crate) fn eyes(mine: SeatSet, acting: SeatSet) -> Viewer {
    let first = mine.iter().find(|seat| acting.contains(*seat)).or(mine.iter().next());
    first.map_or(Viewer::Spectator, Viewer::Seat)
}

fn said(seat: Option<Seat>, action: &str, lines: Vec<Sentence>) -> Entry {
    Entry { number: 0, step: None, seat, action: action.to_owned(), lines }
}
