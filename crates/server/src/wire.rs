//! Converts matches to protocol types: the only place where a [`table::View`] becomes a [`protocol::View`].
//!
//! A view contains only what [`table::Table::view_of`] shows the viewer, the names of the seats and what is public at the
//! table. It never contains keys of people, or the seed of a running match.

mod moment;

pub(crate) use moment::moments;

use draw::svg::Spots;
use kernel::dynamic;
use kernel::scene::{self, Mark, Scene, Spot};
use kernel::{RuleId, Seat, SeatSet, Turn};
use protocol::{
    Absence, AbsenceReason, Clocks, Contest, DialSector, LegalMove, LinkWanted, LogEntry, MarkKind, Occupancy, Pace,
    PathEnd, PendingThrow, Phase, Proposal, Question, SameStep, SeatLink, SeatMoves, SeatView, Sentence, SpaceMark,
    Throw, Token, Tone, Tray, View,
};
use std::sync::Arc;
use table::{Entry, Occupant, Table};

/// Maximum number of legal moves that a view lists for a seat. If there are more, a view has only their number, and
/// clients fetch them separately.
pub(crate) const MOST_LISTED: usize = 120;

/// The number of moves that are looked at where they are not listed, and of paths by which it is seen whether paths can
/// be drawn.
const SAMPLED: usize = 12;
const LOOKED_AT: usize = 8;

/// A viewer: the seats they play, and the seats that are reserved for them. A view depends on nothing else, so all
/// spectators share one, and so do all screens of a person.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Viewer {
    mine: SeatSet,
    kept: SeatSet,
}

impl Viewer {
    /// Somebody who plays no seat here.
    pub(crate) fn is_spectator(self) -> bool {
        self.mine.is_empty() && self.kept.is_empty()
    }

    /// The person with this key.
    pub(crate) fn of(table: &Table, key: &str) -> Viewer {
        Viewer { mine: table.seats_of(key), kept: table.kept_for(key) }
    }
}

/// The ids of a table's seats.
struct Ids(Vec<&'static str>);

impl Ids {
    fn of(table: &Table) -> Ids {
        Ids(table.game_match().seats().iter().map(|info| info.id).collect())
    }

    fn one(&self, seat: Seat) -> String {
        self.0.get(seat.index()).copied().unwrap_or_default().to_owned()
    }

    fn all(&self, set: SeatSet) -> Vec<String> {
        set.iter().map(|seat| self.one(seat)).collect()
    }
}

/// Tokens in the order of their ids, each shared by the views that show it.
type SharedTokens = Arc<Vec<Arc<Token>>>;

/// Maximum number of scenes whose tokens are remembered: those of players and of spectators who are a step behind.
const MOST_PLACED: usize = 2;

/// Tokens that were placed already, by the scene they are of, newest first: viewers who see the same share them, and the
/// tokens that stay where they are go on into the next scene.
#[derive(Default)]
pub(crate) struct PlacedTokens(Vec<(Arc<Scene>, SharedTokens)>);

impl PlacedTokens {
    fn of(&mut self, scene: &Arc<Scene>) -> SharedTokens {
        if let Some((_, placed)) = self.0.iter().find(|(known, _)| Arc::ptr_eq(known, scene)) {
            return placed.clone();
        }
        let drawn_alike = |known: &Scene| Arc::ptr_eq(&known.plan, &scene.plan) && known.turned == scene.turned;
        let before = self.0.iter().find(|(known, _)| drawn_alike(known)).map_or(&[][..], |(_, placed)| placed);
        let placed = Arc::new(tokens(scene, before));
        self.0.insert(0, (scene.clone(), placed.clone()));
        self.0.truncate(MOST_PLACED);
        placed
    }
}

/// The table as the viewer sees it, with the log from an entry on.
pub(crate) fn view(table: &Table, viewer: Viewer, log_from: usize) -> View {
    shared_view(table, viewer, log_from, &mut PlacedTokens::default())
}

/// The same, with what views of other viewers have placed already.
pub(crate) fn shared_view(table: &Table, viewer: Viewer, log_from: usize, placed: &mut PlacedTokens) -> View {
    let log_from = log_from.min(table.log_length());
    let view = table.view_of(viewer.mine, viewer.kept, log_from);
    let (ids, game_match, over) = (Ids::of(table), table.game_match(), table.is_over());
    let listed: Vec<Listed> = table.to_act(viewer.mine).map(|seat| Listed::of(table, seat)).collect();
    let can_draw = listed.iter().any(|one| one.can_draw(table));
    View {
        version: view.version,
        game: game_match.info().slug.to_owned(),
        phase: phase(table),
        seats: seats(table, &view),
        mine: ids.all(view.mine),
        turn: turn(view.turn, &ids),
        chance: chance(table, &view, &ids),
        throw: view.scene.throw.as_ref().map(throw),
        dial: view.scene.throw.as_ref().and_then(dial),
        turned: view.scene.turned,
        mood: view.scene.mood.map(str::to_owned),
        thinking: !table.computers_to_act().is_empty(),
        mid_turn: game_match.mid_turn(),
        tokens: placed.of(&view.scene),
        trays: trays(&view.scene, &ids),
        marks: marks(&view.scene.marks),
        last: marks(&view.last),
        can_draw,
        can_hint: !listed.is_empty() && table.allows_help(),
        legal_moves: listed.into_iter().map(|one| one.seat_moves(&ids)).collect(),
        log_from,
        log: view.log.iter().map(|one| entry(one, &ids)).collect(),
        outcome: view.outcome.map(|outcome| outcome.shares[..ids.0.len()].to_vec()),
        verdict: view.verdict.as_ref().map(sentence),
        can_undo: view.can_undo,
        can_ask: view.can_ask,
        question: question(&view, &ids),
        clocks: clocks(table, &view, &ids),
        wants_nonce: ids.all(view.wants_nonce),
        wants_anchor: ids.all(view.wants_anchor),
        wants_link: ids.all(view.wants_link),
        links: view.links.iter().map(|link| seat_link(link, &ids)).collect(),
        own_throw: view.own_throw.map(|seat| ids.one(seat)),
        kept: ids.all(view.kept),
        at_home: table.at_home(),
        practice: table.allows_help(),
        contest: contest(table),
        next: table.followed_by().map(str::to_owned),
        absence: absence(&view, &ids),
        declined: view.declined.map(|seat| ids.one(seat)),
        commitment: table.opened().commitment.clone(),
        seed: over.then(|| table.opened().secret().to_owned()),
        headline: view.headline,
        account: view.account,
    }
}

/// The log from an entry on.
pub(crate) fn log(table: &Table, from: usize) -> Vec<LogEntry> {
    let ids = Ids::of(table);
    table.log_since(from).iter().map(|one| entry(one, &ids)).collect()
}

fn phase(table: &Table) -> Phase {
    if table.is_over() {
        Phase::Over
    } else if table.is_waiting() {
        Phase::Waiting
    } else {
        Phase::Playing
    }
}

fn turn(turn: Turn, ids: &Ids) -> Vec<String> {
    match turn {
        Turn::Seats(set) => ids.all(set),
        Turn::Chance | Turn::Over => Vec::new(),
    }
}

fn seats(table: &Table, view: &table::View) -> Vec<SeatView> {
    let infos = table.game_match().seats();
    let seat = |(at, info): (usize, &kernel::SeatInfo)| {
        let (seat, who) = (Seat(at as u8), &table.seats()[at]);
        SeatView {
            id: info.id.to_owned(),
            name: table.game_match().seat_name(seat).to_owned(),
            title: table.seat_title(seat),
            kind: occupancy(who),
            who: who.name(),
            need: need(&view.needs, seat),
            standing: standing(&view.scene, seat),
            out: !view.contenders.contains(seat),
        }
    };
    infos.iter().enumerate().map(seat).collect()
}

fn occupancy(who: &Occupant) -> Occupancy {
    match who {
        Occupant::Open => Occupancy::Open,
        Occupant::Person { .. } => Occupancy::Person,
        Occupant::Computer { .. } => Occupancy::Computer,
    }
}

fn need(needs: &[scene::Need], seat: Seat) -> Option<Sentence> {
    needs.iter().find(|need| need.seat == seat).map(|need| sentence(&need.line))
}

fn standing(scene: &Scene, seat: Seat) -> Option<String> {
    scene.standings.iter().find(|(of, _)| *of == seat).map(|(_, words)| (*words).to_owned())
}

/// The pending throw, if there is one.
fn chance(table: &Table, view: &table::View, ids: &Ids) -> Option<PendingThrow> {
    if view.turn != Turn::Chance || table.is_waiting() {
        return None;
    }
    let thrower = table.game_match().thrower();
    let mine = thrower.is_some_and(|seat| view.mine.contains(seat));
    let forced = mine && table.game_match().is_forced();
    Some(PendingThrow { thrower: thrower.map(|seat| ids.one(seat)), mine, forced })
}

fn throw(throw: &scene::Throw) -> Throw {
    match throw {
        scene::Throw::Dice(pips) => Throw::Dice { pips: pips.clone() },
        scene::Throw::Dial { at, .. } => Throw::Dial { at: *at },
    }
}

fn dial(throw: &scene::Throw) -> Option<Vec<DialSector>> {
    let scene::Throw::Dial { sectors, .. } = throw else { return None };
    Some(sectors.iter().map(|(label, weight)| DialSector { label: label.clone(), weight: *weight }).collect())
}

/// The tokens, ordered by id; those of a scene before, drawn alike, that have not changed are taken over.
fn tokens(scene: &Scene, before: &[Arc<Token>]) -> Vec<Arc<Token>> {
    let spots = Spots::new(scene);
    let old = |id: u16| before.binary_search_by_key(&id, |token| token.id).ok().map(|at| &before[at]);
    let token = |token: &scene::Token| match old(token.id).filter(|old| stays(old, token)) {
        Some(old) => Some(old.clone()),
        None => placed(&spots, token).map(Arc::new),
    };
    let mut tokens: Vec<Arc<Token>> = scene.tokens.iter().filter_map(token).collect();
    tokens.sort_unstable_by_key(|token| token.id);
    tokens
}

/// Is it the same piece on the same space? Places in trays depend on what else lies there.
fn stays(old: &Token, token: &scene::Token) -> bool {
    let same_space = matches!(&token.at, Spot::Space(space) if old.space.as_ref() == Some(space));
    same_space && old.kind == token.kind && old.label == token.label && old.seat == token.seat.map(|seat| seat.0)
}

fn placed(spots: &Spots<'_>, token: &scene::Token) -> Option<Token> {
    let (x, y) = spots.of(&token.at)?;
    let (space, tray, scale) = match &token.at {
        Spot::Space(space) => (Some(space.clone()), None, 1.0),
        Spot::Tray(tray, _) => (None, Some(tray.clone()), f64::from(draw::svg::TRAY_SCALE)),
    };
    Some(Token {
        id: token.id,
        kind: token.kind.to_owned(),
        label: token.label.clone(),
        seat: token.seat.map(|seat| seat.0),
        space,
        tray,
        x: tenth(x),
        y: tenth(y),
        scale,
    })
}

fn tenth(length: f32) -> f64 {
    f64::from((length * 10.0).round()) / 10.0
}

fn trays(scene: &Scene, ids: &Ids) -> Vec<Tray> {
    let tray = |tray: &scene::Tray| Tray {
        id: tray.id.clone(),
        label: tray.label.clone(),
        seat: tray.seat.map(|seat| ids.one(seat)),
        note: tray.note.clone(),
        details: tray.details.clone(),
    };
    scene.trays.iter().map(tray).collect()
}

fn marks(marks: &[(String, Mark)]) -> Vec<SpaceMark> {
    marks.iter().map(|(space, kind)| SpaceMark { space: space.clone(), mark: mark(*kind) }).collect()
}

fn mark(mark: Mark) -> MarkKind {
    match mark {
        Mark::LastFrom => MarkKind::LastFrom,
        Mark::LastTo => MarkKind::LastTo,
        Mark::LastTaken => MarkKind::LastTaken,
        Mark::Must => MarkKind::Must,
        Mark::Held => MarkKind::Held,
        Mark::Target => MarkKind::Target,
        Mark::Arrow { .. } => MarkKind::Arrow,
        Mark::Step(_) => MarkKind::Step,
    }
}

/// The legal moves of a seat as a view has them: all, or only their number and a few of them to look at.
struct Listed {
    seat: Seat,
    count: usize,
    moves: Vec<dynamic::LegalMove>,
}

impl Listed {
    fn of(table: &Table, seat: Seat) -> Listed {
        let count = table.game_match().count_legal(seat);
        let most = if count > MOST_LISTED { SAMPLED } else { count };
        Listed { seat, count, moves: table.game_match().legal_moves_in(seat, 0..most) }
    }

    fn seat_moves(self, ids: &Ids) -> SeatMoves {
        if self.count > MOST_LISTED {
            return SeatMoves { seat: ids.one(self.seat), count: self.count, ..SeatMoves::default() };
        }
        seat_moves(ids, self.seat, self.count, self.moves)
    }

    /// Does this game know what a drawn path means? The first of its own paths tell.
    fn can_draw(&self, table: &Table) -> bool {
        let gestures = self.moves.iter().map(|one| &one.gesture);
        gestures.filter(|gesture| gesture.path.len() > 1).take(LOOKED_AT).any(|gesture| {
            let from = gesture.steps.first().map(String::as_str).into_iter().chain(gesture.kind);
            let path: Vec<&str> = from.chain(gesture.path.iter().map(String::as_str)).collect();
            table.game_match().along(self.seat, &path).is_some()
        })
    }
}

/// A part of the seat's legal moves.
pub(crate) fn legal_moves(table: &Table, seat: Seat, from: usize, limit: usize) -> protocol::LegalMoves {
    let most = from.saturating_add(limit).min(table::MOST_LEGAL_MOVES);
    let is_acting = table.acting().contains(seat);
    let moves = if is_acting { table.game_match().legal_moves_in(seat, from..most) } else { Vec::new() };
    let count = if is_acting { table.game_match().count_legal(seat) } else { 0 };
    protocol::LegalMoves { version: table.version(), legal_moves: seat_moves(&Ids::of(table), seat, count, moves) }
}

fn seat_moves(ids: &Ids, seat: Seat, count: usize, moves: Vec<dynamic::LegalMove>) -> SeatMoves {
    let mut known: Vec<Vec<RuleId>> = Vec::new();
    let mut number = |rules| {
        known.iter().position(|one| *one == rules).unwrap_or_else(|| {
            known.push(rules);
            known.len() - 1
        })
    };
    let moves = moves.into_iter().map(|one| legal_move(one, &mut number)).collect();
    let rules = known.iter().map(|rules| rule_ids(rules)).collect();
    SeatMoves { seat: ids.one(seat), count, rules, moves: Some(moves) }
}

fn legal_move(offer: dynamic::LegalMove, number: &mut impl FnMut(Vec<RuleId>) -> usize) -> LegalMove {
    let gesture = offer.gesture;
    LegalMove {
        action: offer.action,
        label: gesture.label,
        steps: gesture.steps,
        path: gesture.path,
        rules: number(offer.rules),
        tone: tone(gesture.tone),
        die: gesture.die,
        kind: gesture.kind.map(str::to_owned),
        same: gesture.same.into_iter().map(|(step, space)| SameStep { step, space }).collect(),
        group: offer.group,
        confirm: offer.confirm,
    }
}

fn tone(tone: scene::Tone) -> Tone {
    match tone {
        scene::Tone::Plain => Tone::Plain,
        scene::Tone::Gain => Tone::Gain,
        scene::Tone::Take => Tone::Take,
        scene::Tone::Harm => Tone::Harm,
        scene::Tone::Win => Tone::Win,
    }
}

/// What one outcome of the throw would mean.
pub(crate) fn prospect(prospect: &dynamic::Prospect) -> protocol::Prospect {
    let end = |(space, brings): &(String, scene::Tone)| PathEnd { space: space.clone(), tone: tone(*brings) };
    protocol::Prospect {
        outcome: prospect.chance.outcome.clone(),
        p: prospect.chance.p,
        turned: prospect.turned,
        ends: prospect.ends.iter().map(end).collect(),
        words: prospect.words.clone(),
        lines: prospect.lines.iter().map(sentence).collect(),
    }
}

/// A sentence with its rules.
pub(crate) fn sentence(line: &kernel::Sentence) -> protocol::Sentence {
    protocol::Sentence { text: line.text.clone(), rules: rule_ids(&line.rules) }
}

fn rule_ids(rules: &[RuleId]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}

fn entry(entry: &Entry, ids: &Ids) -> LogEntry {
    LogEntry {
        number: entry.number,
        step: entry.step,
        seat: entry.seat.map(|seat| ids.one(seat)),
        action: entry.action.clone(),
        lines: entry.lines.iter().map(sentence).collect(),
    }
}

/// The open question, if there is one.
fn question(view: &table::View, ids: &Ids) -> Option<Question> {
    let question = view.question.as_ref()?;
    let holds = |seat: Seat| {
        view.mine.contains(seat) || (question.proposal == table::Proposal::Rematch && view.kept.contains(seat))
    };
    Some(Question {
        by: ids.one(question.by),
        proposal: match &question.proposal {
            table::Proposal::Undo { steps } => Proposal::Undo { steps: *steps },
            table::Proposal::Draw => Proposal::Draw,
            table::Proposal::Computer { absent, level } => {
                Proposal::Computer { absent: absent.clone(), level: level.clone() }
            }
            table::Proposal::Device { .. } => Proposal::NewDevice,
            table::Proposal::Rematch => Proposal::Rematch,
        },
        agreed: ids.all(question.agreed),
        to_answer: ids.all(view.to_answer),
        mine: view.to_answer.iter().any(holds),
    })
}

/// Which link a device of the viewer sends next.
fn seat_link(link: &table::NextLink, ids: &Ids) -> SeatLink {
    let now = link.now.map(|now| match now {
        table::SentWith::Reveal => LinkWanted::Reveal,
        table::SentWith::Draw => LinkWanted::Draw,
    });
    SeatLink { seat: ids.one(link.seat), index: link.index, anchor: link.anchor.to_string(), now }
}

/// The clocks as of the last event, if there are any.
fn clocks(table: &Table, view: &table::View, ids: &Ids) -> Option<Clocks> {
    let clocks = view.clocks.as_ref()?;
    let pace = match table.opened().pace {
        table::TimeControl::Untimed => Pace::Untimed,
        table::TimeControl::Clock { initial, increment } => Pace::Clock { initial, increment },
        table::TimeControl::Days { days } => Pace::Days { days },
    };
    Some(Clocks { pace, at: clocks.at, left: clocks.left.clone(), running: ids.all(clocks.running) })
}

fn contest(table: &Table) -> Option<Contest> {
    let contest = table.opened().contest.as_ref()?;
    Some(Contest {
        game: contest.game,
        of: contest.of,
        points: table.points(),
        unit: table.unit().to_owned(),
        goes_on: table.contest_goes_on(),
    })
}

/// The player who is gone, or soon will be.
fn absence(view: &table::View, ids: &Ids) -> Option<Absence> {
    let absence = view.absence?;
    Some(Absence {
        seats: ids.all(absence.seats),
        from: absence.from,
        why: match absence.why {
            table::AbsenceReason::Away => AbsenceReason::Away,
            table::AbsenceReason::OutOfTime => AbsenceReason::Time,
            table::AbsenceReason::SeatOpen => AbsenceReason::Open,
            table::AbsenceReason::Unrevealed => AbsenceReason::Unrevealed,
        },
        mine: view.mine.iter().any(|seat| !absence.seats.contains(seat)),
    })
}
