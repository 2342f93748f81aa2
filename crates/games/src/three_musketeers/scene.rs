//! What people see: the board in inks, the men, the trays, the words.

use super::board::{Point, RoadKind, TmBoard, points_of};
use super::moves::is_jump;
use super::rules;
use super::{ATTACK, Action, Ending, MUSKETEERS, Side, State, ThreeMusketeers};
use kernel::scene::{
    Fill, Gesture, Ink, Mark, Need, Plan, Scene, Shape, Space, Spot, Stroke, Token, TokenArt, Tray, Way, WayStyle,
};
use kernel::{Line, Seat, Show, Viewer};

/// Distance between neighbouring points.
const STEP: f32 = 80.0;
/// Distance from the edge to the first point.
const MARGIN: f32 = 90.0;

/// Where a point lies on the drawing.
fn place(point: Point) -> (f32, f32) {
    (MARGIN + point.column() as f32 * STEP, MARGIN + point.row() as f32 * STEP)
}

/// The board's part that never changes.
pub(super) fn plan(board: &TmBoard) -> Plan {
    Plan {
        size: (2.0 * MARGIN + (board.files - 1) as f32 * STEP, 2.0 * MARGIN + (board.ranks - 1) as f32 * STEP),
        inks: inks(),
        backdrop: Vec::new(),
        regions: Vec::new(),
        way_styles: way_styles(),
        ways: ways(board),
        spaces: board.points.iter().map(|(point, evidence)| space(board, *point, *evidence)).collect(),
        lettering: Vec::new(),
        tokens: tokens(),
        token_r: 26.0,
    }
}

fn inks() -> Vec<Ink> {
    vec![
        Ink { name: "paper", light: "#f3e6c4", dark: "#2a2720" },
        Ink { name: "line", light: "#2b2a28", dark: "#e8dcc0" },
        Ink { name: "blue", light: "#1f4e8c", dark: "#7db0ee" },
        Ink { name: "green", light: "#3f7d4e", dark: "#7fc48f" },
        Ink { name: "castle", light: "#c9b48a", dark: "#4a4334" },
        Ink { name: "field", light: "#f8f0d8", dark: "#353127" },
        Ink { name: "dark-man", light: "#22201f", dark: "#11100f" },
        Ink { name: "light-man", light: "#fff8e6", dark: "#f3e8cc" },
    ]
}

fn way_styles() -> Vec<WayStyle> {
    let style = |name, label, strokes| WayStyle { name, label, strokes };
    vec![
        style("green", "green road: musketeers only", vec![Stroke { ink: "green", width: 4.0, dash: vec![9.0, 7.0] }]),
        style("blue", "blue road", vec![Stroke::line("blue", 4.0)]),
        style(
            "wide",
            "wide blue road: the attack also goes sideways",
            vec![Stroke::line("blue", 16.0), Stroke::line("paper", 9.0), Stroke::line("blue", 2.0)],
        ),
    ]
}

fn ways(board: &TmBoard) -> Vec<Way> {
    let way = |road: &super::board::Road| Way {
        from: board.name_of(road.from),
        to: board.name_of(road.to),
        style: match road.kind {
            RoadKind::Blue => "blue",
            RoadKind::Wide => "wide",
            RoadKind::Green => "green",
        },
        evidence: road.evidence,
    };
    board.roads.iter().map(way).collect()
}

fn space(board: &TmBoard, point: Point, evidence: kernel::Evidence) -> Space {
    let castle = board.net.castle & point.bit() != 0;
    let fill = Fill::Ink(if castle { "castle" } else { "field" });
    Space {
        id: board.name_of(point),
        label: if castle { "castle point".into() } else { "field point".into() },
        at: place(point),
        r: 22.0,
        shapes: vec![Shape::Circle { at: (0.0, 0.0), r: 22.0, fill, stroke: Some(Stroke::line("line", 2.0)) }],
        evidence,
        cell: (point.column() as u16, point.row() as u16),
        glyph: if castle { ('▫', '+') } else { ('·', '.') },
    }
}

fn tokens() -> Vec<TokenArt> {
    let disc = |ink, edge| {
        vec![Shape::Circle { at: (0.0, 0.0), r: 0.95, fill: Fill::Ink(ink), stroke: Some(Stroke::line(edge, 0.08)) }]
    };
    vec![
        TokenArt { kind: "attacker", shapes: disc("light-man", "line"), glyph: ('○', 'o'), ink: "light-man" },
        TokenArt { kind: "musketeer", shapes: disc("dark-man", "light-man"), glyph: ('●', 'M'), ink: "dark-man" },
    ]
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

    fn headline(&self, state: &State) -> String {
        match (state.ending, state.side) {
            (Ending::None, _) if state.jumper().is_some() => "The musketeer must jump on.".into(),
            (Ending::None, Side::Attack) => "The attack is to move.".into(),
            (Ending::None, Side::Musketeers) if self.can_jump(state, state.musketeers) => {
                "The musketeers are to move, and they must jump.".into()
            }
            (Ending::None, Side::Musketeers) => "The musketeers are to move.".into(),
            _ => kernel::Explain::verdict(self, state).map(|line| line.text).unwrap_or_default(),
        }
    }

    fn needs(&self, state: &State) -> Vec<Need> {
        let held = (state.attackers & self.net.castle).count_ones();
        let men = state.attackers.count_ones();
        let attack = format!("Stand on all {} castle points: {held} held, {men} men left.", self.needed);
        let to_take = (men + 1).saturating_sub(self.needed);
        let defend = format!("Take {to_take} more attackers, or hold one castle point to the end.");
        vec![
            Need { seat: ATTACK, line: Line::new(attack, &[rules::STORMED]) },
            Need { seat: MUSKETEERS, line: Line::new(defend, &[rules::REDUCED]) },
        ]
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
    fn plan(&self) -> Plan {
        (*self.plan).clone()
    }

    fn scene(&self, state: &State, _viewer: Viewer) -> Scene {
        let taken = self.taken(state);
        Scene {
            plan: self.plan.clone(),
            tokens: self.men(state),
            trays: vec![Tray {
                id: "taken".into(),
                label: "Captured".into(),
                seat: Some(MUSKETEERS),
                note: format!("{taken} taken, {} left", state.attackers.count_ones()),
            }],
            marks: self.marks(state),
            headline: self.headline(state),
            needs: self.needs(state),
            throw: None,
        }
    }

    fn gesture(&self, _state: &State, _seat: Seat, action: Action) -> Gesture {
        if action == Action::PASS {
            return Gesture { steps: Vec::new(), label: "Pass".into() };
        }
        let (from, to) = (self.board.name_of(action.from), self.board.name_of(action.to));
        let label = if is_jump(action) { format!("{from} jumps to {to}") } else { format!("{from} to {to}") };
        Gesture { steps: vec![from, to], label }
    }

    fn picture(&self, _name: &str) -> Option<Scene> {
        None
    }
}
