//! Sea, coasts, docks and landings, the compass and the names of columns and rows.

use super::super::board::RcBoard;
use super::super::state::{COLOURS, Colour};
use super::inks;
use super::layout::{self, DOCK_X, LAND, SEA_PITCH, SEA_X, SIZE};
use super::works::{self, plate};
use crate::drawing::path;
use kernel::scene::{Face, Fill, Point, Region, Shape, Stroke};
use std::fmt::Write;

/// The edge of the home coast at a headland and between the piers of a dock.
const HEADLAND: f32 = SEA_X + 8.0;
const QUAY: f32 = SEA_X - 58.0;
/// How far a pier reaches beyond the wave of its landing.
const PIER: f32 = 46.0;
/// Where the enemy's land begins.
const SHORE: f32 = LAND.0 - 74.0;

fn rect((x, y): Point, (w, h): Point) -> String {
    format!("M{x:.1} {y:.1}L{:.1} {y:.1}L{:.1} {:.1}L{x:.1} {:.1}Z", x + w, x + w, y + h, y + h)
}

fn word(at: Point, text: impl Into<String>, size: f32, ink: &'static str, spread: f32) -> Shape {
    Shape::Text { at, text: text.into(), size, ink, face: Face::Display, spread }
}

/// The background: paper, water and the compass.
pub(super) fn table(board: &RcBoard) -> Vec<Shape> {
    let (w, h) = SIZE;
    let mut shapes = vec![
        path(rect((0.0, 0.0), SIZE), Fill::Ink("night"), None),
        path(rect((10.0, 10.0), (w - 20.0, h - 20.0)), Fill::Ink("flare"), None),
        path(rect((14.0, 14.0), (w - 28.0, h - 28.0)), Fill::Ink("sea"), None),
        path(
            rect((14.0, 14.0), (w - 28.0, h - 28.0)),
            Fill::Hatch { ink: "deep", angle: 0.0, gap: 9.0, width: 3.0 },
            None,
        ),
    ];
    shapes.extend(compass(board));
    shapes
}

/// The cross of directions in the middle of the water.
fn compass(board: &RcBoard) -> Vec<Shape> {
    let columns = board.waves.iter().map(|wave| wave.0);
    let rows = board.waves.iter().map(|wave| wave.1);
    let (x, y) = (columns.max().unwrap_or(0), rows.max().unwrap_or(0));
    let at = (SEA_X + SEA_PITCH * f32::from(x) / 2.0, (layout::row(0) + layout::row(y)) / 2.0);
    let tip = |angle: f32, r: f32| {
        let (sin, cos) = angle.to_radians().sin_cos();
        (at.0 + r * sin, at.1 - r * cos)
    };
    let mut rose = Vec::new();
    for (index, name) in ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].into_iter().enumerate() {
        let angle = 45.0 * index as f32;
        let long = if index % 2 == 0 { 150.0 } else { 112.0 };
        let points = [tip(angle, long), tip(angle + 22.5, 34.0), at, tip(angle - 22.5, 34.0)];
        let d: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let ink = if index % 2 == 0 { "swell" } else { "deep" };
        rose.push(path(format!("M{}Z", d.join("L")), Fill::Ink(ink), Some(Stroke::line("swell", 1.2))));
        let (x, y) = tip(angle, long + 16.0);
        rose.push(word((x, y + 7.0), name, 20.0, "swell", 0.0));
    }
    rose.push(Shape::Circle { at, r: 92.0, fill: Fill::None, stroke: Some(Stroke::line("swell", 1.4)) });
    vec![Shape::Faint(0.42, rose)]
}

/// Both coasts as areas with names.
pub(super) fn regions(board: &RcBoard) -> Vec<Region> {
    let mut regions = vec![
        Region { id: "home-coast".into(), label: "home coast".into(), shapes: home_coast(board), evidence: board.sea },
        Region {
            id: "enemy-coast".into(),
            label: "enemy land".into(),
            shapes: enemy_coast(board),
            evidence: board.land,
        },
    ];
    regions.extend(COLOURS.into_iter().map(|colour| dock(board, colour)));
    regions.extend(board.landings.iter().map(|landing| {
        let at = layout::sea(board.waves[usize::from(landing.wave)]);
        let first = landing.first.iter().map(|circle| layout::land(board.circles[usize::from(*circle)].at));
        Region {
            id: format!("landing-{}", board.wave_name(landing.wave)),
            label: format!("landing at {}", board.wave_name(landing.wave)),
            shapes: pier(at, first),
            evidence: landing.evidence,
        }
    }));
    regions
}

/// Lines that vanish under a building, drawn faintly.
pub(super) fn closed_lines(board: &RcBoard) -> Option<Region> {
    let closed: Vec<_> = board.lines.iter().filter(|line| line.closed).collect();
    let evidence = closed.first()?.evidence;
    let at = |circle: u8| layout::land(board.circles[usize::from(circle)].at);
    let d = closed.iter().fold(String::new(), |mut d, line| {
        let (a, b) = (at(line.ends.0), at(line.ends.1));
        let _ = write!(d, "M{:.1} {:.1}L{:.1} {:.1}", a.0, a.1, b.0, b.1);
        d
    });
    let stroke = Stroke { ink: "ghost", width: 2.6, dash: vec![0.0, 9.0] };
    let names =
        closed.iter().map(|line| format!("{}-{}", board.circle_name(line.ends.0), board.circle_name(line.ends.1)));
    Some(Region {
        id: "closed-lines".into(),
        label: format!("closed lines: {}", names.collect::<Vec<_>>().join(", ")),
        shapes: vec![path(d, Fill::None, Some(stroke))],
        evidence,
    })
}

/// Bays at the docks, headlands between them.
fn home_coast(board: &RcBoard) -> Vec<Shape> {
    let fronts: Vec<f32> = COLOURS.iter().map(|colour| dock_row(board, *colour)).collect();
    let mut d = format!("M14 14L{:.1} 14L{:.1} 74", QUAY + 6.0, HEADLAND - 26.0);
    let rows = board.waves.iter().map(|wave| wave.1).max().unwrap_or(0);
    for row in 0..=rows {
        let y = layout::row(row);
        let x = if fronts.contains(&y) { QUAY } else { HEADLAND };
        let _ = write!(d, "C{x:.1} {:.1} {x:.1} {:.1} {x:.1} {y:.1}", y - 42.0, y - 34.0);
        let _ =
            write!(d, "C{x:.1} {:.1} {x:.1} {:.1} {:.1} {:.1}", y + 34.0, y + 42.0, (QUAY + HEADLAND) / 2.0, y + 54.0);
    }
    let _ = write!(d, "L{:.1} {:.1}L14 {:.1}Z", QUAY, SIZE.1 - 14.0, SIZE.1 - 14.0);
    let mut shapes = vec![
        path(d.clone(), Fill::Ink("home"), Some(Stroke::line("sand", 9.0))),
        path(d.clone(), Fill::Ink("home"), Some(Stroke::line("night", 2.0))),
        path(d, Fill::Hatch { ink: "sand", angle: 60.0, gap: 14.0, width: 2.0 }, None),
    ];
    for row in (0..=rows).filter(|row| !fronts.contains(&layout::row(*row))) {
        let y = layout::row(row);
        match row {
            0 => shapes.extend(lighthouse((112.0, y + 8.0))),
            _ => shapes.extend(camp((106.0, y + 16.0))),
        }
    }
    shapes
}

/// A lighthouse with its beam.
fn lighthouse((x, y): Point) -> Vec<Shape> {
    let edge = || Some(Stroke::line("night", 1.8));
    let area = |points: &[Point], ink| {
        let points: Vec<_> = points.iter().map(|(dx, dy)| format!("{:.1} {:.1}", x + dx, y + dy)).collect();
        path(format!("M{}Z", points.join("L")), Fill::Ink(ink), edge())
    };
    vec![
        Shape::Faint(
            0.5,
            vec![path(
                format!("M{x:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z", y - 62.0, x + 86.0, y - 86.0, x + 86.0, y - 44.0),
                Fill::Ink("lamp"),
                None,
            )],
        ),
        area(&[(-17.0, 22.0), (-10.0, -52.0), (10.0, -52.0), (17.0, 22.0)], "cream"),
        area(&[(-15.4, 6.0), (-13.6, -14.0), (13.6, -14.0), (15.4, 6.0)], "red"),
        area(&[(-12.0, -32.0), (-10.6, -46.0), (10.6, -46.0), (12.0, -32.0)], "red"),
        area(&[(-13.0, -52.0), (13.0, -52.0), (13.0, -56.0), (-13.0, -56.0)], "works"),
        area(&[(-7.0, -56.0), (-7.0, -68.0), (7.0, -68.0), (7.0, -56.0)], "lamp"),
        area(&[(-10.0, -68.0), (0.0, -78.0), (10.0, -68.0)], "works"),
    ]
}

/// Huts of the home base between trees.
fn camp((x, y): Point) -> Vec<Shape> {
    let edge = || Some(Stroke::line("night", 1.6));
    let hut = |dx: f32, dy: f32| {
        let (l, b) = (x + dx, y + dy);
        vec![
            path(format!("M{l:.1} {b:.1}A22 19 0 0 1 {:.1} {b:.1}Z", l + 44.0), Fill::Ink("roof"), edge()),
            path(rect((l + 17.0, b - 11.0), (10.0, 11.0)), Fill::Ink("works"), edge()),
            path(rect((l + 7.0, b - 9.0), (6.0, 5.0)), Fill::Ink("lamp"), None),
            path(rect((l + 31.0, b - 9.0), (6.0, 5.0)), Fill::Ink("lamp"), None),
        ]
    };
    let tree = |dx: f32, dy: f32| {
        let (cx, b) = (x + dx, y + dy);
        vec![
            path(format!("M{cx:.1} {b:.1}L{cx:.1} {:.1}", b - 12.0), Fill::None, Some(Stroke::line("works", 2.4))),
            Shape::Circle { at: (cx, b - 17.0), r: 9.0, fill: Fill::Ink("green"), stroke: edge() },
        ]
    };
    [
        tree(-58.0, -16.0),
        hut(-44.0, -14.0),
        hut(6.0, -14.0),
        tree(60.0, -12.0),
        hut(-20.0, 12.0),
        tree(36.0, 16.0),
        tree(-38.0, 16.0),
    ]
    .concat()
}

/// The height of a colour's dock.
pub(super) fn dock_row(board: &RcBoard, colour: Colour) -> f32 {
    let front = board.docks[colour.index()].front;
    layout::sea(board.waves[usize::from(front)]).1
}

/// A basin between two piers in the colour, with its name behind it.
fn dock(board: &RcBoard, colour: Colour) -> Region {
    let y = dock_row(board, colour);
    let (ink, on) = (inks::of(colour), inks::on(colour));
    let edge = || Some(Stroke::line("night", 2.0));
    let (left, right) = (DOCK_X - 52.0, QUAY + 12.0);
    let mut shapes = vec![
        path(rect((left, y - 27.0), (right - left, 54.0)), Fill::Ink("deep"), None),
        path(rect((left - 4.0, y - 40.0), (right - left + 4.0, 14.0)), Fill::Ink(ink), edge()),
        path(rect((left - 4.0, y + 26.0), (right - left + 4.0, 14.0)), Fill::Ink(ink), edge()),
        path(rect((left - 30.0, y - 40.0), (28.0, 80.0)), Fill::Ink(ink), edge()),
    ];
    shapes.extend(plate((left - 16.0, y), &colour.letter().to_string()));
    for pier in [y - 33.0, y + 33.0] {
        let marks = (0..5).map(|n| left + 12.0 + 22.0 * n as f32);
        shapes.extend(marks.map(|x| planks(colour, (x, pier), on)));
    }
    Region {
        id: format!("dock-of-{}", colour.word()),
        label: format!("dock of {}", colour.name()),
        shapes,
        evidence: board.docks[colour.index()].evidence,
    }
}

/// The pattern of a colour on its piers.
fn planks(colour: Colour, (x, y): Point, ink: &'static str) -> Shape {
    let line = |d: String| path(d, Fill::None, Some(Stroke::line(ink, 2.0)));
    match colour {
        Colour::Red => line(format!("M{x} {}L{x} {}", y - 5.0, y + 5.0)),
        Colour::Black => line(format!("M{} {y}L{} {y}", x - 5.0, x + 5.0)),
        Colour::Green => {
            line(format!("M{} {}L{} {}M{} {}L{} {}", x - 5.0, y + 5.0, x, y - 5.0, x, y + 5.0, x + 5.0, y - 5.0))
        }
        Colour::Orange => Shape::Circle { at: (x, y), r: 2.8, fill: Fill::Ink(ink), stroke: None },
    }
}

/// The enemy's shore, with capes where landings lie further west.
fn enemy_coast(board: &RcBoard) -> Vec<Shape> {
    let rows = board.waves.iter().map(|wave| wave.1).max().unwrap_or(0);
    let mut d = format!("M{:.1} 14L{:.1} 14", SIZE.0 - 14.0, SHORE + 30.0);
    for row in 0..=rows {
        let y = layout::row(row);
        let x = if row % 2 == 0 { SHORE + 6.0 } else { SHORE - 30.0 };
        let _ = write!(d, "C{:.1} {:.1} {x:.1} {:.1} {x:.1} {y:.1}", SHORE - 6.0, y - 48.0, y - 30.0);
        let _ =
            write!(d, "C{x:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", y + 30.0, SHORE - 2.0, y + 44.0, SHORE - 10.0, y + 54.0);
    }
    let _ = write!(d, "L{:.1} {:.1}L{:.1} {:.1}Z", SHORE + 24.0, SIZE.1 - 14.0, SIZE.0 - 14.0, SIZE.1 - 14.0);
    vec![
        path(d.clone(), Fill::Ink("land"), Some(Stroke::line("sand", 11.0))),
        path(d.clone(), Fill::Ink("land"), Some(Stroke::line("night", 2.0))),
        path(d, Fill::Hatch { ink: "shade", angle: 45.0, gap: 11.0, width: 1.6 }, None),
        Shape::Faint(0.3, searchlights()),
    ]
}

/// Beams over the land.
fn searchlights() -> Vec<Shape> {
    let beam = |(x, y): Point, (ax, ay): Point, (bx, by): Point| {
        path(format!("M{x:.1} {y:.1}L{ax:.1} {ay:.1}L{bx:.1} {by:.1}Z"), Fill::Ink("lamp"), None)
    };
    let (right, bottom) = (SIZE.0 - 14.0, SIZE.1 - 14.0);
    vec![
        beam((right, 590.0), (SHORE + 120.0, 14.0), (SHORE + 250.0, 14.0)),
        beam((right, 590.0), (SHORE + 30.0, bottom), (SHORE + 190.0, bottom)),
    ]
}

/// A pier of planks that ends at the bow of a landed barge.
fn pier((x, y): Point, first: impl Iterator<Item = Point>) -> Vec<Shape> {
    let (from, to) = (x + PIER, SHORE + 26.0);
    let ways = first.fold(String::new(), |mut d, (x, y_to)| {
        let _ = write!(d, "M{to:.1} {y:.1}L{x:.1} {y_to:.1}");
        d
    });
    let dots = Stroke { ink: "track", width: 4.2, dash: vec![0.0, 9.0] };
    let mut shapes = vec![
        path(ways, Fill::None, Some(dots)),
        path(rect((from, y - 12.0), (to - from, 24.0)), Fill::Ink("sand"), Some(Stroke::line("night", 1.8))),
    ];
    let count = ((to - from) / 9.0) as usize;
    let lines: String = (1..count).map(|n| from + 9.0 * n as f32).fold(String::new(), |mut d, x| {
        let _ = write!(d, "M{x:.1} {:.1}L{x:.1} {:.1}", y - 12.0, y + 12.0);
        d
    });
    if !lines.is_empty() {
        shapes.push(path(lines, Fill::None, Some(Stroke::line("ghost", 1.2))));
    }
    let posts = [y - 12.0, y + 12.0].map(|y| Shape::Circle {
        at: (from + 2.0, y),
        r: 4.0,
        fill: Fill::Ink("works"),
        stroke: Some(Stroke::line("cream", 1.0)),
    });
    shapes.extend(posts);
    shapes
}

/// The title and the names of columns and rows.
pub(super) fn lettering(board: &RcBoard) -> Vec<Shape> {
    let mut shapes = vec![word((SEA_X + 5.5 * SEA_PITCH + 6.0, 64.0), "RANGER COMMANDOS", 33.0, "cream", 3.0)];
    let name = |column: i8| char::from(b'a'.saturating_add_signed(column)).to_string();
    let bottom = SIZE.1 - 32.0;
    let columns = board.waves.iter().map(|wave| wave.0).max().unwrap_or(-1);
    for column in 0..=columns {
        shapes.extend(plate((layout::sea((column, 0)).0, bottom), &name(column)));
    }
    let (columns, rows) =
        (board.circles.iter().map(|circle| circle.at.0), board.circles.iter().map(|circle| circle.at.1));
    for column in 0..=columns.max().unwrap_or(-1) {
        shapes.extend(plate((layout::land((column, 0)).0, bottom), &name(column + 13)));
    }
    for row in 0..=rows.max().unwrap_or(-1) {
        shapes.extend(plate((SIZE.0 - 31.0, layout::land((0, row)).1), &(row + 1).to_string()));
    }
    shapes.extend(works::names(board));
    shapes
}
