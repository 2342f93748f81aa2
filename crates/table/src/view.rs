//! A table as one person may see it, for any user interface.

use crate::absence::Absence;
use crate::clock::ClockView;
use crate::devices::NextLink;
use crate::outage::words;
use crate::question::Question;
use crate::table::{Ending, Happened, Remark, Table};
use kernel::dynamic::{ChanceOutcome, DynMatch, LegalMove, PlayedStep};
use kernel::record::Step;
use kernel::{Outcome, Seat, SeatSet, Sentence, Turn, Viewer, capital, scene};
use std::sync::Arc;

/// Maximum number of legal moves of a seat in a view. Positions of normal play stay far below it (docs/web.md has the
/// figures), and no table opens with a position above it. Moves that are not listed can still be typed.
pub const MOST_LEGAL_MOVES: usize = 4_000;

/// One entry of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its number in the log, from 1.
    pub number: usize,
    /// Number of the step it describes, from 1; `None` if it is not about a step.
    pub step: Option<usize>,
    /// The seat that acted; `None` for chance.
    pub seat: Option<Seat>,
    /// The action or outcome in notation.
    pub action: String,
    /// What happened, in sentences.
    pub lines: Vec<Sentence>,
}

/// A table as one person sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Number of events.
    pub version: u64,
    /// The seats this person plays.
    pub mine: SeatSet,
    /// The seats that can still win: everybody, except players who have been eliminated.
    pub contenders: SeatSet,
    /// The scene, shared by all who see the same.
    pub scene: Arc<scene::Scene>,
    /// Whose turn it is and what they can do. A person who plays one seat is *you* in it.
    pub headline: String,
    /// What each seat needs to win. A person who plays one seat is *you* in theirs.
    pub needs: Vec<scene::Need>,
    /// Who is to act.
    pub turn: Turn,
    /// The legal moves of each of this person's seats that is to act.
    pub legal_moves: Vec<(Seat, Vec<LegalMove>)>,
    /// The outcomes of the next throw.
    pub chance_outcomes: Vec<ChanceOutcome>,
    /// The log.
    pub log: Vec<Entry>,
    /// Spaces that the last step touched.
    pub last: Vec<(String, scene::Mark)>,
    /// The result, once the match is over.
    pub outcome: Option<Outcome>,
    /// Why the match ended.
    pub verdict: Option<Sentence>,
    /// Points that each seat won or lost, once the match is over, if the game keeps an account.
    pub account: Option<Vec<i32>>,
    /// Can this person undo without asking?
    pub can_undo: bool,
    /// Can they ask the others for an undo, or offer a draw? Only if another person plays and no
    /// question is open.
    pub can_ask: bool,
    /// The clocks, at a table that has them.
    pub clocks: Option<ClockView>,
    /// The open question.
    pub question: Option<Question>,
    /// The seats that still have to answer it.
    pub to_answer: SeatSet,
    /// The seats that still have to add to the dice.
    pub wants_nonce: SeatSet,
    /// The seats whose devices still have to commit.
    pub wants_anchor: SeatSet,
    /// The seats whose devices still have to reveal a link.
    pub wants_link: SeatSet,
    /// Which links the viewer's devices send next.
    pub links: Vec<NextLink>,
    /// The seat that throws its own dice and enters the result.
    pub own_throw: Option<Seat>,
    /// The seats kept for this person while computers play them.
    pub kept: SeatSet,
    /// The player who is gone, or who soon counts as gone.
    pub absence: Option<Absence>,
    /// Who declined the last rematch that was offered.
    pub declined: Option<Seat>,
}

impl Table {
    /// The table as the person with this key sees it; `None` for a spectator.
    pub fn view(&self, key: Option<&str>) -> View {
        let (mine, kept) = key.map_or_else(Default::default, |key| (self.seats_of(key), self.kept_for(key)));
        let listed = |seat: Seat| (seat, self.game_match().legal_moves_in(seat, 0..MOST_LEGAL_MOVES));
        View {
            legal_moves: self.to_act(mine).map(listed).collect(),
            chance_outcomes: self.game_match().chance_outcomes(),
            ..self.view_of(mine, kept, 0)
        }
    }

    /// Which of these seats are to act.
    pub fn to_act(&self, mine: SeatSet) -> impl Iterator<Item = Seat> + use<> {
        let acting = self.acting();
        mine.iter().filter(move |seat| acting.contains(*seat)).collect::<Vec<_>>().into_iter()
    }

    /// The table as a person sees it who plays the seats `mine`, while the seats `kept` are kept for them. A view
    /// depends on nothing else. The first `entries` of the log are left out, and so are legal moves and chance
    /// outcomes, which cost most.
    pub fn view_of(&self, mine: SeatSet, kept: SeatSet, entries: usize) -> View {
        let scene = self.game_match().shared_scene(viewer_of(mine, self.acting()));
        View {
            version: self.version(),
            mine,
            contenders: self.game_match().contenders(),
            headline: self.headline(mine, &scene),
            needs: needs_for(self.game_match(), mine, &scene),
            scene,
            turn: self.turn(),
            legal_moves: Vec::new(),
            chance_outcomes: Vec::new(),
            log: self.log_since(entries),
            last: self.game_match().last_marks(),
            outcome: self.outcome(),
            verdict: self.verdict(),
            account: self.account(),
            can_undo: self.can_undo(mine),
            can_ask: self.can_ask(mine),
            clocks: self.clocks(),
            question: self.question().cloned(),
            to_answer: self.to_answer(),
            wants_nonce: self.wants_nonce(),
            wants_anchor: self.wants_anchor(),
            wants_link: self.wants_link(),
            links: self.next_links(mine),
            own_throw: self.own_throw(),
            kept,
            absence: self.absence(),
            declined: self.rematch_declined(),
        }
    }

    /// The board as the person with this key sees it, with its headline and needs. Cheaper than the whole view.
    pub fn scene(&self, key: Option<&str>) -> scene::Scene {
        let mine = key.map_or(SeatSet::EMPTY, |key| self.seats_of(key));
        let mut scene = Arc::unwrap_or_clone(self.game_match().shared_scene(viewer_of(mine, self.acting())));
        scene.headline = self.headline(mine, &scene);
        scene.needs = needs_for(self.game_match(), mine, &scene);
        scene
    }

    fn headline(&self, mine: SeatSet, scene: &scene::Scene) -> String {
        match self.ending() {
            None if self.is_waiting() => "Waiting for somebody to sit down.".into(),
            None => headline_for(self.game_match(), mine, scene),
            Some(ending) => self.said_of(ending, only_seat(mine)),
        }
    }

    fn can_undo(&self, mine: SeatSet) -> bool {
        match self.at_home() {
            true => !mine.is_empty() && self.undoable() > 0,
            false => mine.iter().any(|seat| self.free_steps(seat) > 0),
        }
    }

    fn can_ask(&self, mine: SeatSet) -> bool {
        let other = |seat: Seat| self.seats()[seat.index()].key().is_some() && !mine.contains(seat);
        let on = !self.is_over() && !self.is_waiting() && self.question().is_none();
        on && !mine.is_empty() && self.all_seats().iter().any(other)
    }

    /// The log: the steps that were not undone, and the changes of hands and outages between them.
    pub fn log(&self) -> Vec<Entry> {
        self.log_since(0)
    }

    /// Number of log entries.
    pub fn log_length(&self) -> usize {
        self.game_match().played().len() + self.remarks.len() + usize::from(self.ending().is_some())
    }

    /// The log without its first `entries`, so that a long match need not be written out again.
    pub fn log_since(&self, entries: usize) -> Vec<Entry> {
        let played = self.game_match().played();
        let mut log = Vec::with_capacity(self.log_length().saturating_sub(entries));
        let mut number = 0;
        let mut add = |entry: &dyn Fn() -> Option<Entry>| {
            number += 1;
            if number > entries {
                log.extend(entry().map(|entry| Entry { number, ..entry }));
            }
        };
        let mut remarks = self.remarks.iter().peekable();
        for (at, step) in played.iter().map(Some).chain([None]).enumerate() {
            while let Some(remark) = remarks.next_if(|remark| remark.after == at) {
                add(&|| Some(self.remarked(remark)));
            }
            if let Some(step) = step {
                add(&|| Some(self.entry(at, step)));
            }
        }
        if self.ending().is_some() {
            add(&|| self.ended());
        }
        log
    }

    fn remarked(&self, remark: &Remark) -> Entry {
        let (name, resign) = (self.seat_title(remark.seat), self.game_match().info().shared_rules.resign);
        let (action, sentence) = match &remark.what {
            Happened::Resigned(by) => ("resigns", Sentence::new(format!("{name} resigned; {by} plays on."), &[resign])),
            Happened::Flagged(by) => ("flag", Sentence::new(format!("{name} ran out of time; {by} plays on."), &[])),
            Happened::Relieved(by) => ("away", Sentence::new(format!("{by} plays for {name}, who is absent."), &[])),
            Happened::Returned(who) => ("back", Sentence::new(format!("{who} is back as {name}."), &[])),
            Happened::Vacated => ("vacant", Sentence::new(format!("{name} did not come back; the seat is open."), &[])),
            Happened::SatDown(who) => ("sits", Sentence::new(format!("{who} takes the seat of {name}."), &[])),
            Happened::NewDevice => {
                let text = format!("{name} goes on with a new device; everybody adds to the dice again.");
                ("device", Sentence::new(text, &[]))
            }
            Happened::Unrevealed => {
                ("unrevealed", Sentence::new(format!("{name} did not reveal a contribution to the dice in time."), &[]))
            }
            Happened::Paused(ms) => {
                let text = format!("The server could not take moves for {}; clocks stood still.", words(*ms));
                return remark_entry(None, "pause", vec![Sentence::new(text, &[])]);
            }
        };
        remark_entry(Some(remark.seat), action, vec![sentence])
    }

    fn ended(&self) -> Option<Entry> {
        let lines = self.verdict().into_iter().collect();
        Some(match self.ending()? {
            Ending::Resigned(seat) => remark_entry(Some(seat), "resigns", lines),
            Ending::Flagged(seat) => remark_entry(Some(seat), "flag", lines),
            Ending::Drawn => remark_entry(None, "draw", lines),
            Ending::Claimed(_) => remark_entry(None, "claim", lines),
            Ending::Aborted => remark_entry(None, "abort", lines),
        })
    }

    fn entry(&self, at: usize, played: &PlayedStep) -> Entry {
        let (seat, action) = match &played.step {
            Step::Act { seat, action } => (self.game_match().seat(seat), action.clone()),
            Step::Chance { chance, .. } => (None, chance.clone()),
            other => (None, other.words()),
        };
        let mut lines = played.lines.clone();
        if self.was_entered(at, played) {
            lines.push(Sentence::new("Thrown with the player’s own dice and entered by hand.", &[]));
        }
        Entry { number: 0, step: Some(at + 1), seat, action, lines }
    }

    /// Was this throw made with a player's own dice? Throws of the table's dice have a number.
    fn was_entered(&self, at: usize, step: &PlayedStep) -> bool {
        matches!(step.step, Step::Chance { .. }) && self.numbers.at(at).is_none()
    }

    /// The seat's name at the beginning of a sentence.
    pub fn seat_title(&self, seat: Seat) -> String {
        capital(self.game_match().seat_name(seat))
    }
}

/// The seat of a person who plays just one: sentences address them as *you*.
fn only_seat(mine: SeatSet) -> Option<Seat> {
    mine.iter().next().filter(|_| mine.len() == 1)
}

/// The headline as a person with these seats reads it.
pub(crate) fn headline_for(game_match: &dyn DynMatch, mine: SeatSet, scene: &scene::Scene) -> String {
    only_seat(mine).map_or_else(|| scene.headline.clone(), |seat| game_match.headline_to(seat))
}

/// What each seat needs, as a person with these seats reads it.
pub(crate) fn needs_for(game_match: &dyn DynMatch, mine: SeatSet, scene: &scene::Scene) -> Vec<scene::Need> {
    let own = only_seat(mine);
    let need = |need: &scene::Need| scene::Need {
        seat: need.seat,
        line: own
            .filter(|own| *own == need.seat)
            .and_then(|own| game_match.need_to(own))
            .unwrap_or_else(|| need.line.clone()),
    };
    scene.needs.iter().map(need).collect()
}

/// The viewer for a person with these seats: the first that is to act, or else the first.
pub(crate) fn viewer_of(mine: SeatSet, acting: SeatSet) -> Viewer {
    let first = mine.iter().find(|seat| acting.contains(*seat)).or(mine.iter().next());
    first.map_or(Viewer::Spectator, Viewer::Seat)
}

fn remark_entry(seat: Option<Seat>, action: &str, lines: Vec<Sentence>) -> Entry {
    Entry { number: 0, step: None, seat, action: action.to_owned(), lines }
}
