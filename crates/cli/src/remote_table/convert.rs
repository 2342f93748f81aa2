//! Converts the server's view into what a terminal shows.
//!
//! The match is also replayed here ([`Replica`]), so that the engine says what is legal and why. People, questions, clocks
//! and the result come from the server's view. Both must show the same board: if they do not, the two programs have
//! different versions of the game, and nothing is shown.

use crate::replica::Replica;
use anyhow::ensure;
use catalog::Advice;
use client::Table;
use kernel::dynamic::{DynGame, DynMatch};
use kernel::scene::{Scene, Spot};
use kernel::{Outcome, Seat, SeatInfo, SeatSet, Turn, Viewer};
use protocol::{
    Absence, AbsenceReason, Hint, LogEntry, Occupancy, Phase, Proposal, Question, SeatView, Sentence, Token, View,
};
use std::sync::Arc;
use table::{ClockView, Contest, Entry};
use tui::{PendingThrow, RemoteInfo, TableSeat, TableView};

/// The table as a terminal shows it; an error if the two programs have different versions of the game.
pub(crate) fn convert(table: &Table, replica: &Replica, view: &View) -> anyhow::Result<TableView> {
    let lost = table.lost_seats(view);
    let seen = Converter { replica, game_match: &*replica.game_match, view, lost: &lost }.table(table.id())?;
    ensure!(
        same_board(&seen.view.scene, &view.tokens),
        "the server's board differs from this program's; the two have different versions"
    );
    Ok(seen)
}

/// Is every piece the same, and where the server has it?
fn same_board(scene: &Scene, tokens: &[Arc<Token>]) -> bool {
    type Piece<'a> = (&'a str, &'a str, Option<u8>, Option<&'a str>, Option<&'a str>);
    let there = tokens
        .iter()
        .map(|token| (&*token.kind, &*token.label, token.seat, token.space.as_deref(), token.tray.as_deref()));
    let drawn = scene.tokens.iter().filter(|token| draw::svg::spot(scene, &token.at).is_some());
    let here = drawn.map(|token| {
        let (space, tray) = match &token.at {
            Spot::Space(id) => (Some(id.as_str()), None),
            Spot::Tray(id, _) => (None, Some(id.as_str())),
        };
        (token.kind, token.label.as_str(), token.seat.map(|seat| seat.0), space, tray)
    });
    let (mut there, mut here): (Vec<Piece>, Vec<Piece>) = (there.collect(), here.collect());
    there.sort_unstable();
    here.sort_unstable();
    there == here
}

struct Converter<'a> {
    replica: &'a Replica,
    game_match: &'a dyn DynMatch,
    view: &'a View,
    /// The seats whose dice began on another device.
    lost: &'a [String],
}

impl Converter<'_> {
    fn table(&self, id: &str) -> anyhow::Result<TableView> {
        let (view, infos) = (self.view, self.game_match.seats());
        ensure!(
            infos.iter().map(|info| info.id).eq(view.seats.iter().map(|seat| seat.id.as_str())),
            "the server's table has other seats than this program's; the two have different versions"
        );
        // Nobody can throw before every device has added to the dice.
        let awaited = [&view.wants_nonce, &view.wants_anchor, &view.wants_link].iter().any(|seats| !seats.is_empty());
        let due = view.phase == Phase::Playing && self.game_match.turn() == Turn::Chance && !awaited;
        let contest = view.contest.as_ref();
        Ok(TableView {
            id: id.to_owned(),
            view: self.view(),
            seats: infos.iter().zip(&view.seats).map(|(info, seat)| self.seat(info, seat)).collect(),
            computers: Vec::new(),
            pending_throw: due.then(|| PendingThrow::due(self.game_match, self.seats(&view.mine))),
            contest: contest.map(|contest| Contest {
                game: contest.game,
                of: contest.of,
                points: contest.points.clone().unwrap_or_default(),
            }),
            goes_on: contest.is_some_and(|contest| contest.goes_on),
            remote: Some(RemoteInfo {
                can_hint: view.can_hint,
                is_waiting: view.phase == Phase::Waiting,
                next: view.next.clone(),
                lost: self.seats(self.lost).iter().collect(),
            }),
        })
    }

    fn seat(&self, info: &SeatInfo, seat: &SeatView) -> TableSeat {
        // `Computer (captain)` is `captain` in short.
        let level = seat.who.strip_prefix("Computer (").and_then(|rest| rest.strip_suffix(')'));
        let brief = level.filter(|_| seat.kind == Occupancy::Computer).unwrap_or(&seat.who);
        let name = self.game_match.seat(info.id).map_or(info.name, |seat| self.game_match.seat_name(seat));
        TableSeat {
            id: info.id,
            name,
            word: TableSeat::word(info, name),
            who: seat.who.clone(),
            brief: brief.to_owned(),
            mine: self.view.mine.contains(&seat.id),
            person: seat.kind == Occupancy::Person,
        }
    }

    fn view(&self) -> table::View {
        let (view, over) = (self.view, self.view.phase == Phase::Over);
        let (mine, turn) = (self.seats(&view.mine), self.seats(&view.turn));
        let acts = |seat: &Seat| view.phase == Phase::Playing && turn.contains(*seat);
        let acting: Vec<Seat> = mine.iter().filter(acts).collect();
        let viewer = acting.first().copied().or(mine.iter().next()).map_or(Viewer::Spectator, Viewer::Seat);
        let mut scene = self.game_match.scene(viewer);
        scene.headline.clone_from(&view.headline);
        let need = |(seat, at): (&SeatView, u8)| {
            let line = self.sentence(seat.need.as_ref()?);
            Some(kernel::scene::Need { seat: Seat(at), line })
        };
        table::View {
            version: view.version,
            mine,
            contenders: self.game_match.contenders(),
            scene: scene.into(),
            headline: view.headline.clone(),
            needs: view.seats.iter().zip(0..).filter_map(need).collect(),
            turn: if over { Turn::Over } else { self.game_match.turn() },
            legal_moves: acting.into_iter().map(|seat| (seat, self.game_match.legal_moves(seat))).collect(),
            chance_outcomes: self.game_match.chance_outcomes(),
            log: view.log.iter().map(|entry| self.entry(entry)).collect(),
            last: self.game_match.last_marks(),
            outcome: view.outcome.as_deref().map(outcome),
            verdict: view.verdict.as_ref().map(|sentence| self.sentence(sentence)),
            account: view.account.clone(),
            can_undo: view.can_undo,
            can_ask: view.can_ask,
            clocks: view.clocks.as_ref().map(|clocks| ClockView {
                at: clocks.at,
                left: clocks.left.clone(),
                running: self.seats(&clocks.running),
            }),
            question: view.question.as_ref().and_then(|question| self.question(question)),
            to_answer: view.question.as_ref().map_or(SeatSet::EMPTY, |question| self.seats(&question.to_answer)),
            wants_nonce: self.seats(&view.wants_nonce),
            wants_anchor: self.seats(&view.wants_anchor),
            wants_link: self.seats(&view.wants_link),
            // The client sends links by what the server's view says.
            links: Vec::new(),
            own_throw: view.own_throw.as_ref().and_then(|seat| self.game_match.seat(seat)),
            kept: self.seats(&view.kept),
            absence: view.absence.as_ref().map(|absence| self.absence(absence)),
            declined: view.declined.as_ref().and_then(|seat| self.game_match.seat(seat)),
        }
    }

    fn absence(&self, absence: &Absence) -> table::Absence {
        let why = match absence.why {
            AbsenceReason::Time => table::AbsenceReason::OutOfTime,
            AbsenceReason::Open => table::AbsenceReason::SeatOpen,
            AbsenceReason::Away => table::AbsenceReason::Away,
            AbsenceReason::Unrevealed => table::AbsenceReason::Unrevealed,
        };
        table::Absence { seats: self.seats(&absence.seats), from: absence.from, why }
    }

    fn question(&self, question: &Question) -> Option<table::Question> {
        let proposal = match question.proposal.clone() {
            Proposal::Undo { steps } => table::Proposal::Undo { steps },
            Proposal::Draw => table::Proposal::Draw,
            Proposal::Computer { absent, level } => table::Proposal::Computer { absent, level },
            Proposal::NewDevice => table::Proposal::Device { anchor: String::new() },
            Proposal::Rematch => table::Proposal::Rematch,
        };
        let by = self.game_match.seat(&question.by)?;
        Some(table::Question { by, proposal, agreed: self.seats(&question.agreed) })
    }

    fn seats(&self, ids: &[String]) -> SeatSet {
        ids.iter().filter_map(|id| self.game_match.seat(id)).fold(SeatSet::EMPTY, SeatSet::with)
    }

    fn entry(&self, entry: &LogEntry) -> Entry {
        Entry {
            number: entry.number,
            step: entry.step,
            seat: entry.seat.as_ref().and_then(|seat| self.game_match.seat(seat)),
            action: entry.action.clone(),
            lines: entry.lines.iter().map(|sentence| self.sentence(sentence)).collect(),
        }
    }

    fn sentence(&self, sentence: &Sentence) -> kernel::Sentence {
        in_kernel(self.replica.game, sentence)
    }
}

/// A hint as a terminal shows it.
pub(super) fn advice(game: &dyn DynGame, hint: &Hint) -> Advice {
    Advice {
        action: hint.action.clone(),
        chosen: None,
        value: 0,
        depth: 0,
        nodes: 0,
        stopped_by_clock: false,
        line: vec![hint.action.clone()],
        reason: hint.reason.as_ref().map(|reason| in_kernel(game, reason)),
    }
}

fn in_kernel(game: &dyn DynGame, sentence: &Sentence) -> kernel::Sentence {
    let book = game.info().shared_rules.turn;
    let rules: Vec<_> = sentence.rules.iter().filter_map(|rule| book.named(rule)).collect();
    kernel::Sentence::new(sentence.text.clone(), &rules)
}

fn outcome(shares: &[f64]) -> Outcome {
    let mut outcome = Outcome::shared(SeatSet::EMPTY);
    outcome.shares.iter_mut().zip(shares).for_each(|(to, share)| *to = *share);
    outcome
}
