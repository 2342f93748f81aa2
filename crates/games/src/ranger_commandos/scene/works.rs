//! The objectives: each has its own building, drawn around its site, with a lit yard for
//! its counters and their number at the start.

use super::super::board::{Objective, RcBoard, land_name};
use super::layout;
use kernel::scene::{Face, Fill, Point, Region, Shape, Stroke};

/// All objectives as areas with names.
pub(super) fn regions(board: &RcBoard) -> Vec<Region> {
    let region = |objective: &Objective| Region {
        id: format!("objective-{}", land_name(objective.site)),
        label: format!(
            "{}, {} at the start",
            objective.name,
            kernel::counted(objective.counters, "counter", "counters")
        ),
        shapes: building(objective),
        evidence: objective.evidence,
    };
    board.objectives.iter().map(region).collect()
}

/// The names of all objectives and their numbers of counters, drawn over circles and lines.
pub(super) fn names(board: &RcBoard) -> Vec<Shape> {
    let of = |objective: &Objective| {
        let mut pen = Pen { at: layout::land(objective.site), shapes: Vec::new() };
        let lettering = Lettering::of(objective);
        pen.name(&objective.name, &lettering);
        pen.badge(lettering.badge, objective.counters);
        pen.shapes
    };
    board.objectives.iter().flat_map(of).collect()
}

fn building(objective: &Objective) -> Vec<Shape> {
    let mut pen = Pen { at: layout::land(objective.site), shapes: Vec::new() };
    match objective.look {
        "docks" => pen.docks(shore(objective)),
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

/// Where the name and the number of a building stand: beside circles and lines, and off the counters.
struct Lettering {
    /// The middle of each line of the name: one word to a line, or the whole name on a
    /// single line. Where there is too little room, the label has the rest.
    lines: &'static [Point],
    badge: Point,
}

impl Lettering {
    fn of(objective: &Objective) -> Self {
        match objective.look {
            "docks" if shore(objective) => Lettering { lines: &[(-80.0, 27.0)], badge: (28.0, -14.0) },
            "docks" => Lettering { lines: &[(-114.0, 2.0)], badge: (36.0, 12.0) },
            "seaplanes" => Lettering { lines: &[(-92.0, 0.0), NOWHERE], badge: (24.0, -16.0) },
            "radio" => Lettering { lines: &[(0.0, 22.0), NOWHERE], badge: (19.0, -14.0) },
            "rails" => Lettering { lines: &[NOWHERE, (0.0, 22.0)], badge: (20.0, -13.0) },
            "headquarters" => Lettering { lines: &[(0.0, 36.0)], badge: (38.0, 8.0) },
            "airfield" => Lettering { lines: &[(0.0, 54.0), (0.0, 74.0)], badge: (34.0, 18.0) },
            "airplanes" => Lettering { lines: &[(-20.0, -59.0), NOWHERE], badge: (37.0, 16.0) },
            "tanks" => Lettering { lines: &[(4.0, 38.0), (14.0, 58.0)], badge: (37.0, 14.0) },
            _ => Lettering { lines: &[(-20.0, 39.0), (-20.0, 59.0)], badge: (37.0, 14.0) },
        }
    }
}

/// Marks a word that is left out.
const NOWHERE: Point = (0.0, 999.0);

/// Does it stand at the water?
fn shore(objective: &Objective) -> bool {
    objective.site.0 <= 0
}

/// Draws around a site.
struct Pen {
    at: Point,
    shapes: Vec<Shape>,
}

/// Drawing tools.
impl Pen {
    fn push(&mut self, d: String, fill: Fill, stroke: Option<Stroke>) {
        self.shapes.push(Shape::Path { d, fill, stroke });
    }

    fn place(&self, (dx, dy): Point) -> String {
        format!("{:.1} {:.1}", self.at.0 + dx, self.at.1 + dy)
    }

    fn outline(&self, points: &[Point]) -> String {
        let points: Vec<_> = points.iter().map(|point| self.place(*point)).collect();
        format!("M{}", points.join("L"))
    }

    /// An area with an edge.
    fn area(&mut self, points: &[Point], ink: &'static str) {
        let d = self.outline(points) + "Z";
        self.push(d, Fill::Ink(ink), Some(Stroke::line("night", 1.6)));
    }

    fn block(&mut self, (dx, dy): Point, (w, h): Point, ink: &'static str) {
        self.area(&[(dx, dy), (dx + w, dy), (dx + w, dy + h), (dx, dy + h)], ink);
    }

    /// A line through points.
    fn line(&mut self, points: &[Point], ink: &'static str, width: f32) {
        let d = self.outline(points);
        self.push(d, Fill::None, Some(Stroke::line(ink, width)));
    }

    /// A half round roof over a base line.
    fn vault(&mut self, (left, base): Point, width: f32, height: f32, ink: &'static str) {
        let (from, to) = (self.place((left, base)), self.place((left + width, base)));
        let d = format!("M{from}A{:.1} {height:.1} 0 0 1 {to}Z", width / 2.0);
        self.push(d, Fill::Ink(ink), Some(Stroke::line("night", 1.6)));
    }

    fn round(&mut self, (dx, dy): Point, r: f32, ink: &'static str) {
        let at = (self.at.0 + dx, self.at.1 + dy);
        let stroke = Some(Stroke::line("night", 1.6));
        self.shapes.push(Shape::Circle { at, r, fill: Fill::Ink(ink), stroke });
    }

    fn ring(&mut self, (dx, dy): Point, r: f32, ink: &'static str, width: f32) {
        let at = (self.at.0 + dx, self.at.1 + dy);
        self.shapes.push(Shape::Circle { at, r, fill: Fill::None, stroke: Some(Stroke::line(ink, width)) });
    }

    /// Lit windows in a row.
    fn windows(&mut self, (dx, dy): Point, count: usize, step: f32) {
        for n in 0..count {
            let d = format!("M{}l4.4 0l0 5.4l-4.4 0Z", self.place((dx + step * n as f32, dy)));
            self.push(d, Fill::Ink("lamp"), None);
        }
    }

    /// The yard where counters lie.
    fn yard(&mut self, half: Point) {
        let (w, h) = half;
        let cut = 6.0;
        self.area(
            &[
                (-w + cut, -h),
                (w - cut, -h),
                (w, -h + cut),
                (w, h - cut),
                (w - cut, h),
                (-w + cut, h),
                (-w, h - cut),
                (-w, -h + cut),
            ],
            "sand",
        );
    }

    fn chimney(&mut self, dx: f32, top: f32, base: f32) {
        self.area(&[(dx - 3.4, base), (dx - 2.4, top), (dx + 2.4, top), (dx + 3.4, base)], "works");
        let smoke = format!("M{}q-6 -5 1 -9q7 -4 1 -9", self.place((dx, top - 2.0)));
        self.push(smoke, Fill::None, Some(Stroke::line("ghost", 3.6)));
    }

    /// A plane seen from above, turned by an angle in degrees.
    fn plane(&mut self, at: Point, size: f32, angle: f32, ink: &'static str) {
        let (sin, cos) = angle.to_radians().sin_cos();
        let turn = |(x, y): Point| (at.0 + size * (x * cos - y * sin), at.1 + size * (x * sin + y * cos));
        let shape = [
            (0.0, -1.0),
            (0.16, -0.5),
            (1.0, -0.12),
            (1.0, 0.12),
            (0.16, 0.1),
            (0.1, 0.7),
            (0.4, 0.92),
            (-0.4, 0.92),
            (-0.1, 0.7),
            (-0.16, 0.1),
            (-1.0, 0.12),
            (-1.0, -0.12),
            (-0.16, -0.5),
        ];
        self.area(&shape.map(turn), ink);
    }

    fn crane(&mut self, (dx, base): Point, height: f32, reach: f32) {
        let top = base - height;
        self.line(&[(dx - 4.0, base), (dx, top), (dx + 4.0, base)], "works", 2.2);
        self.line(&[(dx - 3.0, base - 10.0), (dx + 2.4, base - 18.0), (dx - 1.6, base - 26.0)], "works", 1.4);
        self.line(&[(dx, top), (dx + reach, top + 7.0), (dx + reach, top + 18.0)], "works", 2.0);
    }

    fn name(&mut self, name: &str, lettering: &Lettering) {
        let (first, rest) = match lettering.lines.len() {
            1 => (name, ""),
            _ => name.split_once(' ').unwrap_or((name, "")),
        };
        let lines = [first, rest].into_iter().zip(lettering.lines);
        for (text, (dx, dy)) in lines.filter(|(text, at)| !text.is_empty() && **at != NOWHERE) {
            self.shapes.extend(plate((self.at.0 + dx, self.at.1 + dy), text));
        }
    }

    /// The number of counters that belong here.
    fn badge(&mut self, (dx, dy): Point, counters: u8) {
        let at = (self.at.0 + dx, self.at.1 + dy);
        let stroke = Some(Stroke::line("night", 1.4));
        self.shapes.push(Shape::Circle { at, r: 11.4, fill: Fill::Ink("cream"), stroke });
        self.shapes.push(letters(at, counters.to_string()));
    }
}

/// Size of the letters of names: ten pixels on a board that is 560 pixels high.
pub(super) const LETTERS: f32 = 19.4;

/// Letters around a point.
fn letters((x, y): Point, text: String) -> Shape {
    let at = (x, y + 0.35 * LETTERS);
    Shape::Text { at, text, size: LETTERS, ink: "night", face: Face::Text, spread: 0.0 }
}

/// A word on a light plate around a point: it stays readable under the light of night.
pub(super) fn plate((x, y): Point, text: &str) -> [Shape; 2] {
    let half = (0.27 * LETTERS * text.chars().count() as f32 + 3.0).max(9.0);
    let (w, h, r) = (2.0 * half - 8.0, LETTERS - 7.4, 4.0);
    let d = format!(
        "M{:.1} {:.1}h{w:.1}q{r} 0 {r} {r}v{h:.1}q0 {r} -{r} {r}h-{w:.1}q-{r} 0 -{r} -{r}v-{h:.1}q0 -{r} {r} -{r}Z",
        x - half + r,
        y - h / 2.0 - r
    );
    [
        Shape::Path { d, fill: Fill::Ink("cream"), stroke: Some(Stroke::line("night", 1.2)) },
        letters((x, y), text.to_owned()),
    ]
}

/// The works.
impl Pen {
    /// A quay with a crane and a freighter, which lies off the shore or behind the quay.
    fn docks(&mut self, shore: bool) {
        let (x, y) = if shore { (-118.0, 12.0) } else { (-10.0, -14.0) };
        self.area(&[(x - 40.0, y - 16.0), (x + 40.0, y - 16.0), (x + 32.0, y), (x - 30.0, y)], "works");
        self.block((x - 12.0, y - 27.0), (24.0, 11.0), "wall");
        self.block((x - 6.0, y - 36.0), (7.0, 9.0), "red");
        self.windows((x - 9.0, y - 24.0), 3, 7.0);
        self.yard((31.0, if shore { 12.0 } else { 14.0 }));
        if shore {
            self.crane((-34.0, 12.0), 38.0, 20.0);
        } else {
            self.crane((34.0, 12.0), 52.0, -22.0);
        }
    }

    /// A slipway with a flying boat at its foot.
    fn seaplanes(&mut self) {
        self.area(&[(-40.0, -6.0), (-18.0, -14.0), (-18.0, 14.0), (-40.0, 20.0)], "wall");
        self.line(&[(-34.0, -8.0), (-34.0, 18.0)], "ghost", 1.4);
        self.line(&[(-27.0, -11.0), (-27.0, 16.0)], "ghost", 1.4);
        self.plane((-44.0, 4.0), 15.0, -90.0, "cream");
        self.vault((-20.0, -13.0), 44.0, 17.0, "roof");
        self.windows((-8.0, -20.0), 3, 8.0);
        self.yard((21.0, 14.0));
    }

    /// A mast with its stays.
    fn radio(&mut self) {
        self.block((-22.0, 8.0), (44.0, 13.0), "wall");
        self.windows((-18.0, 12.0), 2, 8.0);
        self.windows((6.0, 12.0), 2, 8.0);
        self.line(&[(-10.0, 8.0), (0.0, -28.0), (10.0, 8.0)], "works", 2.4);
        self.line(&[(-8.0, 0.0), (5.4, -8.0), (-3.2, -16.0)], "works", 1.4);
        self.line(&[(8.0, 0.0), (-5.4, -8.0), (3.2, -16.0)], "works", 1.4);
        self.ring((0.0, -27.0), 5.0, "lamp", 1.8);
        self.round((0.0, -27.0), 2.4, "lamp");
    }

    /// A hall with a saw roof, two chimneys.
    fn munitions(&mut self) {
        self.chimney(-22.0, -54.0, -24.0);
        self.chimney(-10.0, -52.0, -24.0);
        for n in 0..4 {
            let x = -38.0 + 19.0 * n as f32;
            self.area(&[(x, -24.0), (x, -40.0), (x + 19.0, -24.0)], "roof");
        }
        self.block((-38.0, -24.0), (76.0, 12.0), "wall");
        self.windows((-33.0, -21.0), 6, 12.4);
        self.yard((34.0, 20.0));
        for n in 0..3 {
            let x = -52.0 + 7.0 * n as f32;
            self.area(&[(x, 20.0), (x, 8.0), (x + 2.6, 2.0), (x + 5.2, 8.0), (x + 5.2, 20.0)], "lamp");
        }
    }

    /// Two runways and a plane.
    fn airfield(&mut self) {
        self.round((0.0, 0.0), 47.0, "shade");
        self.area(&[(-44.0, -9.0), (44.0, -9.0), (44.0, 9.0), (-44.0, 9.0)], "wall");
        self.area(&[(-26.0, -38.0), (-12.0, -43.0), (26.0, 38.0), (12.0, 43.0)], "wall");
        self.line(&[(-40.0, 0.0), (-28.0, 0.0)], "cream", 1.6);
        self.line(&[(40.0, 0.0), (28.0, 0.0)], "cream", 1.6);
        self.line(&[(-17.0, -36.0), (-12.0, -25.0)], "cream", 1.6);
        self.plane((22.0, -25.0), 13.0, 60.0, "cream");
        self.plane((-25.0, 24.0), 13.0, -120.0, "works");
    }

    /// A house with a gable, columns and a flag.
    fn headquarters(&mut self) {
        self.line(&[(6.0, -30.0), (6.0, -60.0)], "works", 2.0);
        self.area(&[(6.0, -60.0), (26.0, -55.0), (6.0, -49.0)], "red");
        self.area(&[(-24.0, -28.0), (6.0, -44.0), (36.0, -28.0)], "roof");
        self.block((-22.0, -28.0), (56.0, 16.0), "wall");
        for n in 0..5 {
            let x = -17.0 + 11.6 * n as f32;
            self.line(&[(x, -27.0), (x, -13.0)], "cream", 2.6);
        }
        self.windows((-13.4, -24.0), 4, 11.6);
        self.area(&[(-26.0, -12.0), (38.0, -12.0), (38.0, 18.0), (-26.0, 18.0)], "sand");
    }

    /// A vaulted hall with a tank in front of it.
    fn tanks(&mut self) {
        self.vault((-38.0, -22.0), 38.0, 20.0, "roof");
        self.vault((0.0, -22.0), 38.0, 20.0, "roof");
        self.block((-38.0, -22.0), (76.0, 10.0), "wall");
        self.windows((-33.0, -20.0), 3, 12.0);
        self.windows((5.0, -20.0), 3, 12.0);
        self.yard((34.0, 18.0));
        self.area(&[(-56.0, 18.0), (-59.0, 12.0), (-55.0, 6.0), (-37.0, 6.0), (-33.0, 12.0), (-36.0, 18.0)], "works");
        self.area(&[(-52.0, 6.0), (-50.0, 0.0), (-42.0, 0.0), (-40.0, 6.0)], "roof");
        self.line(&[(-50.0, 2.0), (-62.0, 0.0)], "works", 2.2);
    }

    /// A broad hangar with a plane on its apron.
    fn airplanes(&mut self) {
        self.vault((-40.0, -14.0), 80.0, 36.0, "roof");
        self.vault((-32.0, -14.0), 64.0, 26.0, "wall");
        self.line(&[(0.0, -40.0), (0.0, -14.0)], "night", 1.4);
        self.line(&[(-16.0, -36.0), (-16.0, -14.0)], "night", 1.2);
        self.line(&[(16.0, -36.0), (16.0, -14.0)], "night", 1.2);
        self.windows((-27.0, -22.0), 2, 6.0);
        self.windows((17.6, -22.0), 2, 6.0);
        self.yard((34.0, 20.0));
        self.plane((-46.0, 12.0), 15.0, -60.0, "cream");
    }

    /// Three tracks, a locomotive.
    fn rails(&mut self) {
        for y in [-12.0, 2.0, 14.0] {
            for n in 0..9 {
                let x = -26.0 + 6.5 * n as f32;
                self.line(&[(x, y - 3.0), (x, y + 3.0)], "ghost", 2.0);
            }
            self.line(&[(-30.0, y - 1.6), (30.0, y - 1.6)], "works", 1.3);
            self.line(&[(-30.0, y + 1.6), (30.0, y + 1.6)], "works", 1.3);
        }
        self.block((-26.0, -17.0), (22.0, 8.0), "works");
        self.block((-3.0, -17.0), (14.0, 8.0), "wall");
        self.round((-22.0, -20.0), 2.6, "works");
    }

    /// Tanks with ladders.
    fn oil(&mut self) {
        for (x, y) in [(-26.0, -18.0), (0.0, -26.0), (26.0, -18.0)] {
            self.block((x - 13.0, y - 12.0), (26.0, 20.0), "wall");
            self.vault((x - 13.0, y - 12.0), 26.0, 7.0, "roof");
            self.line(&[(x + 8.0, y - 12.0), (x + 8.0, y + 8.0)], "works", 1.4);
            self.line(&[(x - 13.0, y - 3.0), (x + 13.0, y - 3.0)], "works", 1.0);
        }
        self.yard((34.0, 18.0));
    }

    /// Any other installation.
    fn works(&mut self) {
        self.chimney(20.0, -48.0, -20.0);
        self.area(&[(-34.0, -22.0), (0.0, -40.0), (34.0, -22.0)], "roof");
        self.block((-34.0, -22.0), (68.0, 10.0), "wall");
        self.windows((-28.0, -20.0), 5, 12.4);
        self.yard((32.0, 18.0));
    }
}
