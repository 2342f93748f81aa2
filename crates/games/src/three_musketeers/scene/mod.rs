//! The scene: the board, the men, the trays and the texts.
//!
//! `layout` has positions and sizes; `field`, `castle` and `frame` draw the board in the
//! style of a lithographed game board of the forties; `men` draws the pieces. `inks` has
//! the colours and roads, `pictures` the pictures of the how-to-play page, and `trace`
//! builds outlines. Everything is placed by the board's grid and castle, so that other
//! boards can be drawn as well.

mod castle;
mod field;
mod frame;
mod inks;
mod layout;
mod men;
mod pictures;
mod trace;

use super::board::{Point, TmBoard, points_of};
use super::moves::is_jump;
use super::rules;
use super::{ATTACK, Action, Ending, MUSKETEERS, Side, State, ThreeMusketeers};
use kernel::scene::{Fill, Gesture, Mark, Need, Plan, Region, Scene, Shape, Space, Spot, Stroke, Token, Tray, Way};
use kernel::{Evidence, Explain, Game, Seat, Sentence, Show, Voice, counted};
use layout::Layout;
use trace::Trace;

/// Size of a point.
const POINT_R: f32 = 17.0;
/// Size of a man.
const TOKEN_R: f32 = 27.0;

/// The part of the board that never changes.
pub(super) fn plan(board: &TmBoard) -> Plan {
    let layout = Layout { board };
    let way_styles = inks::way_styles();
    let mut backdrop = vec![frame::paper(&layout)];
    backdrop.extend(field::sky(&layout));
    Plan {
        size: layout.size(),
        inks: inks::inks(),
        backdrop,
        regions: regions(&layout),
        ways: ways(board),
        spaces: board.points.iter().map(|(point, evidence)| space(&layout, *point, *evidence)).collect(),
        turntable: None,
        lettering: frame::lettering(&layout, &way_styles),
        way_styles,
        tokens: men::men(),
        token_r: TOKEN_R,
        facts: board.facts.clone(),
        homes: Vec::new(),
    }
}

/// The land and the castle. The sheet tells which points they hold; the drawing is ours.
fn regions(layout: &Layout<'_>) -> Vec<Region> {
    let region = |id: &str, label: &str, shapes| Region {
        id: id.into(),
        label: label.into(),
        shapes,
        evidence: Evidence::Invented,
    };
    let mut land = field::ground(layout);
    land.extend(field::growth(layout));
    vec![
        region("field", "the field, drawn by us", land),
        region("castle", "the castle, drawn by us", castle::castle(layout)),
    ]
}

fn ways(board: &TmBoard) -> Vec<Way> {
    let way = |road: &super::board::Road| Way {
        from: board.name_of(road.from),
        to: board.name_of(road.to),
        style: road.kind.word(),
        evidence: road.evidence,
    };
    board.roads.iter().map(way).collect()
}

fn space(layout: &Layout<'_>, point: Point, evidence: Evidence) -> Space {
    let board = layout.board;
    let castle = board.net.castle & point.bit() != 0;
    let start = board.net.musketeers & point.bit() != 0;
    let (label, shapes, glyph) = match (start, castle) {
        (true, _) => ("castle point marked X", start_point(), ('×', 'x')),
        (_, true) => ("castle point", castle_point(), ('▫', '+')),
        _ => ("field point", field_point(), ('·', '.')),
    };
    Space {
        id: board.name_of(point),
        name: board.name_of(point),
        label: label.into(),
        at: layout.point(point),
        r: POINT_R,
        shapes,
        evidence,
        cell: (point.column() as u16, point.row() as u16),
        glyph,
    }
}

fn dot(r: f32, fill: &'static str, stroke: Stroke) -> Shape {
    Shape::Circle { at: (0.0, 0.0), r, fill: Fill::Ink(fill), stroke: Some(stroke) }
}

/// A flagstone.
fn castle_point() -> Vec<Shape> {
    let flag = |half: f32| Trace::at((0.0, 0.0), half).block((-1.0, -1.0), (1.0, 1.0));
    vec![flag(POINT_R * 0.8).edged("point", "line", 2.4), flag(POINT_R * 0.42).edged("castle", "line", 1.4)]
}

/// A stop in the grass.
fn field_point() -> Vec<Shape> {
    vec![dot(POINT_R * 0.85, "point", Stroke::line("line", 2.4)), dot(POINT_R * 0.3, "line", Stroke::line("line", 0.5))]
}

/// A stop marked X.
fn start_point() -> Vec<Shape> {
    let cross = Trace::at((0.0, 0.0), POINT_R).go(-0.6, -0.6).line(0.6, 0.6).go(0.6, -0.6).line(-0.6, 0.6);
    vec![dot(POINT_R * 1.3, "point", Stroke::line("line", 2.6)), cross.stroke("plume", 5.5)]
}

impl ThreeMusketeers {
    fn men(&self, state: &State) -> Vec<Token> {
        let man = |kind, seat, label: &str, at| Token { id: 0, kind, seat: Some(seat), label: label.into(), at };
        let on = |point| Spot::Space(self.board.name_of(point));
        let mut men: Vec<Token> =
            points_of(state.musketeers).map(|p| man("musketeer", MUSKETEERS, "musketeer", on(p))).collect();
        men.extend(points_of(state.attackers).map(|p| man("attacker", ATTACK, "attacker", on(p))));
        let taken = self.taken(state);
        men.extend((0..taken).map(|n| man("attacker", ATTACK, "attacker", Spot::Tray("taken".into(), n as u16))));
        men
    }

    fn taken(&self, state: &State) -> u32 {
        self.net.field().count_ones().saturating_sub(state.attackers.count_ones())
    }

    fn headline(&self, state: &State, voice: Voice) -> String {
        let attack = |everyone: &str, you: &str| voice.say(ATTACK, everyone, you);
        let musketeers = |everyone: &str, you: &str| voice.say(MUSKETEERS, everyone, you);
        match (state.ending, state.side) {
            (Ending::None, _) if state.jumper().is_some() => {
                musketeers("The musketeer must jump on.", "Your turn: the same musketeer must jump on.")
            }
            (Ending::None, Side::Attack) if state.waiting => attack(
                "The attack is to move, or may pass while a rescue is possible.",
                "Your turn: move an attacker, or pass while a rescue is possible.",
            ),
            (Ending::None, Side::Attack) => attack("The attack is to move.", "Your turn: move an attacker."),
            (Ending::None, Side::Musketeers) if self.can_jump(state, state.musketeers) => {
                musketeers("The musketeers are to move, and they must jump.", "Your turn: a musketeer must jump.")
            }
            (Ending::None, Side::Musketeers) => {
                musketeers("The musketeers are to move.", "Your turn: move a musketeer.")
            }
            _ => self.verdict(state).map(|verdict| verdict.text).unwrap_or_default(),
        }
    }

    fn needs(&self, state: &State) -> Vec<Need> {
        let need = |seat| Need { seat, line: self.need(state, seat, Voice::EVERYONE) };
        [ATTACK, MUSKETEERS].map(need).into()
    }

    fn need(&self, state: &State, seat: Seat, voice: Voice) -> Sentence {
        let men = state.attackers.count_ones();
        if seat == ATTACK {
            let held = (state.attackers & self.net.castle).count_ones();
            let so_far = format!("{held} held, {} left.", counted(men, "man", "men"));
            let (everyone, you) = ("Stand on all", "You need men on all");
            let text = format!("{} {} castle points: {so_far}", voice.say(seat, everyone, you), self.needed);
            return Sentence::new(text, &[rules::STORMED]);
        }
        let take = counted((men + 1).saturating_sub(self.needed), "more attacker", "more attackers");
        let everyone = format!("Take {take}, or hold one castle point to the end.");
        let you = format!("You need to take {take}, or to hold one castle point to the end.");
        Sentence::new(voice.say(seat, everyone, you), &[rules::REDUCED])
    }

    fn marks(&self, state: &State) -> Vec<(String, Mark)> {
        let mut marks = Vec::new();
        for point in points_of(state.musketeers) {
            let jumper = state.jumper().is_none_or(|jumper| jumper == point);
            let must = state.side == Side::Musketeers && state.ending == Ending::None && jumper;
            if must && self.can_jump(state, point.bit()) {
                marks.push((self.board.name_of(point), Mark::Must));
            } else if !self.can_move(state, point.bit()) {
                marks.push((self.board.name_of(point), Mark::Held));
            }
        }
        marks
    }
}

impl Show for ThreeMusketeers {
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.toml"));
    const PUZZLES: Option<&'static str> = Some(include_str!("../puzzles.jsonl"));

    fn plan(&self) -> Plan {
        (*self.plan).clone()
    }

    fn scene(&self, state: &State) -> Scene {
        let taken = self.taken(state);
        Scene {
            plan: self.plan.clone(),
            tokens: self.men(state),
            trays: vec![
                Tray::new("taken", "Captured", MUSKETEERS)
                    .noting(format!("{taken} taken, {} left", state.attackers.count_ones())),
            ],
            marks: self.marks(state),
            headline: self.headline(state, Voice::EVERYONE),
            needs: self.needs(state),
            throw: None,
            turned: 0,
            mood: None,
            standings: Vec::new(),
        }
    }

    fn headline_to(&self, state: &State, seat: Seat) -> String {
        match (self.outcome(state), self.reason(state)) {
            (Some(outcome), Some(reason)) if outcome.winner().is_none() => format!("A tie: {reason}."),
            (Some(outcome), Some(reason)) => format!("{}: {reason}.", outcome.said_to(seat)),
            _ => self.headline(state, Voice::to(seat)),
        }
    }

    fn need_to(&self, state: &State, seat: Seat) -> Option<Sentence> {
        Some(self.need(state, seat, Voice::to(seat)))
    }

    fn gesture(&self, _state: &State, _seat: Seat, action: Action) -> Gesture {
        if action == Action::PASS {
            return Gesture::button("Pass");
        }
        let (from, to) = (self.board.name_of(action.from), self.board.name_of(action.to));
        let label = if is_jump(action) { format!("{from} jumps to {to}") } else { format!("{from} to {to}") };
        Gesture::new(vec![from, to], label)
    }

    fn pointed(&self, _: &State, _: Seat, steps: &[&str], _: Option<&str>) -> Option<String> {
        Some(steps.join("-"))
    }

    fn picture(&self, name: &str) -> Option<Scene> {
        self.drawn(name)
    }
}
