//! The objectives: each a building or a yard of its own, drawn about its site, with
//! room for the counters that lie on it.

use super::super::board::{Objective, RcBoard};
use super::layout;
use kernel::scene::{Face, Fill, Point, Region, Shape, Stroke};

fn path(d: impl Into<String>, fill: Fill, stroke: Option<Stroke>) -> Shape {
    Shape::Path { d: d.into(), fill, stroke }
}

fn edge() -> Option<Stroke> {
    Some(Stroke::line("night", 1.8))
}

/// All objectives as areas with names.
pub(super) fn regions(board: &RcBoard) -> Vec<Region> {
    board
        .objectives
        .iter()
        .map(|objective| Region {
            id: format!("objective-{}", super::super::board::land_name(objective.site)),
            label: format!("{}, {} counters", objective.name, objective.counters),
            shapes: building(objective),
            evidence: objective.evidence,
        })
        .collect()
}

fn building(objective: &Objective) -> Vec<Shape> {
    let at = layout::land(objective.site);
    let mut pen = Pen { at, shapes: Vec::new() };
    match objective.look {
        "docks" => pen.docks(),
        "seaplanes" => pen.seaplanes(),
        "radio" => pen.radio(),
        "munitions" => pen.munitions(),
        "airfield" => pen.airfield(),
        "headquarters" => pen.headquarters(),
        "tanks" => pen.tanks(),
        "airplanes" => pen.airplanes(),
        "rails" => pen.rails(),
        "oil" => pen.oil(),
        _ => pen.works(),
    }
    pen.shapes
}

/// Draws about a site.
struct Pen {
    at: Point,
    shapes: Vec<Shape>,
}

impl Pen {
    /// A closed outline through points about the site.
    fn area(&mut self, points: &[Point], ink: &'static str) {
        let (x, y) = self.at;
        let points: Vec<_> = points.iter().map(|(dx, dy)| format!("{:.1} {:.1}", x + dx, y + dy)).collect();
        self.shapes.push(path(format!("M{}Z", points.join("L")), Fill::Ink(ink), edge()));
    }

    fn block(&mut self, (dx, dy): Point, (w, h): Point, ink: &'static str) {
        self.area(&[(dx, dy), (dx + w, dy), (dx + w, dy + h), (dx, dy + h)], ink);
    }

    fn lines(&mut self, pieces: &[(Point, Point)], ink: &'static str, width: f32) {
        let (x, y) = self.at;
        let d: String = pieces
            .iter()
            .map(|((ax, ay), (bx, by))| format!("M{:.1} {:.1}L{:.1} {:.1}", x + ax, y + ay, x + bx, y + by))
            .collect();
        self.shapes.push(path(d, Fill::None, Some(Stroke::line(ink, width))));
    }

    fn round(&mut self, (dx, dy): Point, r: f32, ink: &'static str) {
        let at = (self.at.0 + dx, self.at.1 + dy);
        self.shapes.push(Shape::Circle { at, r, fill: Fill::Ink(ink), stroke: edge() });
    }

    fn windows(&mut self, (dx, dy): Point, count: usize, step: f32) {
        for n in 0..count {
            let (x, y) = (self.at.0 + dx + step * n as f32, self.at.1 + dy);
            let d = format!("M{x:.1} {y:.1}l5 0l0 6l-5 0Z");
            self.shapes.push(path(d, Fill::Ink("lamp"), None));
        }
    }

    fn name(&mut self, (dx, dy): Point, lines: &[&str]) {
        for (n, line) in lines.iter().enumerate() {
            self.shapes.push(Shape::Text {
                at: (self.at.0 + dx, self.at.1 + dy + 12.0 * n as f32),
                text: (*line).into(),
                size: 11.5,
                ink: "line",
                face: Face::Display,
                spread: 0.6,
            });
        }
    }

    fn saw_roof(&mut self, left: f32, base: f32, teeth: usize, width: f32, height: f32) {
        for n in 0..teeth {
            let x = left + width * n as f32;
            self.area(&[(x, base), (x, base - height), (x + width, base)], "roof");
        }
    }

    fn chimney(&mut self, dx: f32, top: f32, base: f32) {
        self.area(&[(dx - 3.0, base), (dx - 2.2, top), (dx + 2.2, top), (dx + 3.0, base)], "works");
        let (x, y) = (self.at.0 + dx, self.at.1 + top - 3.0);
        let smoke = format!("M{x:.1} {y:.1}q-7 -6 1 -11q8 -5 1 -12");
        self.shapes.push(path(smoke, Fill::None, Some(Stroke::line("ghost", 4.0))));
    }
}

impl Pen {
    fn docks(&mut self) {
        self.block((-34.0, -14.0), (68.0, 30.0), "sand");
        self.lines(&[((-34.0, -4.0), (34.0, -4.0)), ((-34.0, 6.0), (34.0, 6.0))], "ghost", 1.4);
        self.lines(&[((26.0, 10.0), (26.0, -30.0)), ((30.0, 10.0), (26.0, -30.0))], "works", 2.6);
        self.lines(&[((26.0, -30.0), (2.0, -22.0)), ((8.0, -24.0), (8.0, -12.0))], "works", 2.0);
    }

    fn seaplanes(&mut self) {
        self.area(&[(-24.0, -18.0), (22.0, -12.0), (22.0, 20.0), (-24.0, 26.0)], "sand");
    }

    fn radio(&mut self) {
        self.lines(&[((-20.0, 26.0), (-3.0, -30.0)), ((14.0, 26.0), (-3.0, -30.0))], "works", 2.4);
    }

    fn munitions(&mut self) {
        self.block((-44.0, -10.0), (88.0, 40.0), "wall");
    }

    fn airfield(&mut self) {
        self.round((0.0, 0.0), 40.0, "shade");
    }

    fn headquarters(&mut self) {
        self.block((-30.0, -10.0), (60.0, 44.0), "wall");
    }

    fn tanks(&mut self) {
        self.block((-40.0, -14.0), (80.0, 40.0), "wall");
    }

    fn airplanes(&mut self) {
        self.block((-40.0, -14.0), (80.0, 40.0), "wall");
    }

    fn rails(&mut self) {
        self.lines(&[((-26.0, -10.0), (26.0, -10.0)), ((-26.0, 8.0), (26.0, 8.0))], "works", 2.0);
    }

    fn oil(&mut self) {
        self.round((-16.0, 0.0), 20.0, "wall");
    }

    fn works(&mut self) {
        self.block((-34.0, -14.0), (68.0, 36.0), "wall");
    }
}
