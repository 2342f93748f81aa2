//! The map: sea with shoals and waves, land with hills, bridges, the grid, the names of
//! columns and rows.

use super::super::board::{CfBoard, Stretch, Terrain};
use super::super::state::{Kind, SIDE, Square, column_name};
use super::layout::{CELL, MAP, RIM, SIZE, bars, corner, edges, middle, num, point, speckle};
use crate::drawing::path;
use kernel::scene::{Face, Fill, Point, Region, Shape, Stroke};

pub(super) fn line(d: String, ink: &'static str, width: f32) -> Shape {
    path(d, Fill::None, Some(Stroke::line(ink, width)))
}

/// Does the square look like land? Corners do.
fn is_ground(terrain: Terrain) -> bool {
    !matches!(terrain, Terrain::Water)
}

/// The shapes drawn under everything.
pub(super) fn backdrop(board: &CfBoard) -> Vec<Shape> {
    let coast = edges(board, is_ground, true);
    let mut shapes = vec![
        path(format!("M0 0H{0}V{0}H0Z", num(SIZE)), Fill::Ink("paper"), None),
        path(square_outline(0.0), Fill::Ink("sea"), None),
        Shape::Faint(0.45, vec![line(coast.clone(), "shoal", 17.0)]),
        Shape::Faint(0.7, vec![line(coast.clone(), "shoal", 8.0)]),
        Shape::Faint(0.8, vec![line(waves(board), "wave", 1.3)]),
        path(bars(board, is_ground), Fill::Ink("land"), None),
        Shape::Faint(0.55, vec![line(hills(board), "hill", 1.2)]),
        Shape::Faint(0.16, vec![path(checks(board, Terrain::is_water), Fill::Ink("sea-grid"), None)]),
        Shape::Faint(0.16, vec![path(checks(board, Terrain::is_land), Fill::Ink("land-grid"), None)]),
        Shape::Faint(0.6, vec![line(grid(board, Terrain::is_water), "sea-grid", 0.9)]),
        Shape::Faint(0.7, vec![line(grid(board, Terrain::is_land), "land-grid", 0.9)]),
    ];
    shapes.extend(island(board));
    shapes.extend(planks(board));
    shapes.push(line(coast, "coast", 2.2));
    shapes.push(path(square_outline(1.5), Fill::None, Some(Stroke::line("line", 3.0))));
    shapes.push(path(square_outline(6.0), Fill::None, Some(Stroke::line("line", 0.9))));
    shapes
}

fn square_outline(out: f32) -> String {
    let (a, b) = (num(RIM - out), num(RIM + MAP + out));
    format!("M{a} {a}H{b}V{b}H{a}Z")
}

/// Lines around every square of a kind.
fn grid(board: &CfBoard, inside: impl Fn(Terrain) -> bool) -> String {
    let mut d = String::new();
    for square in Square::all().filter(|square| inside(board.terrain(*square))) {
        let (x, y) = corner(square.column(), square.row());
        d += &format!("M{}v{s}h{s}", point((x, y)), s = num(CELL));
    }
    d
}

/// Every other square of a kind, to make steps easy to count.
fn checks(board: &CfBoard, inside: impl Fn(Terrain) -> bool) -> String {
    let mut d = String::new();
    let odd = |square: &Square| (square.column() + square.row()) % 2 == 1;
    for square in Square::all().filter(|square| odd(square) && inside(board.terrain(*square))) {
        let (x, y) = corner(square.column(), square.row());
        d += &format!("M{}h{s}v{s}h-{s}Z", point((x, y)), s = num(CELL));
    }
    d
}

/// The title and a compass card, faint on the land around the reserve.
fn island(board: &CfBoard) -> Vec<Shape> {
    let reserve = || Square::all().filter(|square| board.terrain(*square) == Terrain::Reserve).map(middle);
    let (Some(first), Some(last)) = (reserve().next(), reserve().last()) else { return Vec::new() };
    let middle = (first.0 + last.0) / 2.0;
    let title = Shape::Text {
        at: (middle, first.1 - CELL * 1.18),
        text: "CONFLICT".into(),
        size: 34.0,
        ink: "hill",
        face: Face::Display,
        spread: 5.0,
    };
    let (x, y) = (middle, last.1 + CELL * 1.5);
    let ray = |long: f32, turn: f32| {
        let (sin, cos) = turn.to_radians().sin_cos();
        let at = |along: f32, aside: f32| point((x + along * sin + aside * cos, y - along * cos + aside * sin));
        format!("M{}L{}L{}L{}Z", at(long, 0.0), at(5.0, 4.0), at(0.0, 0.0), at(5.0, -4.0))
    };
    let rays: String = (0..8).map(|n| ray(if n % 2 == 0 { 27.0 } else { 17.0 }, 45.0 * n as f32)).collect();
    let ring = |r: f32| Shape::Circle { at: (x, y), r, fill: Fill::None, stroke: Some(Stroke::line("hill", 1.2)) };
    vec![
        Shape::Faint(0.5, vec![title]),
        Shape::Faint(0.5, vec![ring(20.0), ring(23.0), path(rays, Fill::Ink("hill"), None)]),
    ]
}

/// Little waves here and there on open water.
fn waves(board: &CfBoard) -> String {
    let mut d = String::new();
    for square in Square::all().filter(|square| board.terrain(*square) == Terrain::Water) {
        if speckle(square, 1) < 46 {
            let (x, y) = middle(square);
            let x = x - 9.0 + speckle(square, 2) as f32 / 12.0;
            let y = y - 8.0 + speckle(square, 3) as f32 / 6.0;
            d += &format!("M{}q3 -4 6 0t6 0", point((x, y)));
        }
    }
    d
}

/// Hills and tufts here and there on open land.
fn hills(board: &CfBoard) -> String {
    let mut d = String::new();
    for square in Square::all().filter(|square| board.terrain(*square) == Terrain::Land) {
        if board.stretch(square).is_some() {
            continue;
        }
        let (x, y) = middle(square);
        let x = x - 6.0 + speckle(square, 5) as f32 / 10.0;
        let y = y - 6.0 + speckle(square, 6) as f32 / 8.0;
        match speckle(square, 4) {
            0..=13 => d += &format!("M{}q4 -9 8 -1q2 -6 6 1M{}l1.5 4", point((x - 5.0, y)), point((x - 1.0, y - 4.0))),
            14..=30 => d += &format!("M{}v-4m3 4v-6m3 6v-4", point((x, y))),
            31..=40 => d += &format!("M{}h5m3 0h2M{}h6", point((x - 4.0, y)), point((x, y + 3.0))),
            _ => {}
        }
    }
    d
}

/// Bridges: straps from corner to corner and planks across, so that both the land that they
/// join and the water between can be seen.
fn planks(board: &CfBoard) -> Vec<Shape> {
    let mut straps = String::new();
    let mut across = String::new();
    for bridge in &board.bridges {
        for pair in bridge.squares.windows(2) {
            straps += &format!("M{}L{}", point(middle(pair[0])), point(middle(pair[1])));
        }
        for square in &bridge.squares {
            let (x, y) = corner(square.column(), square.row());
            for step in 1..6 {
                let y = y + CELL * step as f32 / 6.0;
                across += &format!("M{}h{}", point((x + 2.0, y)), num(CELL - 4.0));
            }
        }
    }
    vec![
        line(straps.clone(), "coast", 11.0),
        line(straps.clone(), "land", 7.5),
        Shape::Faint(
            0.8,
            vec![path(straps, Fill::None, Some(Stroke { ink: "plank", width: 7.5, dash: vec![1.6, 3.2] }))],
        ),
        Shape::Faint(0.55, vec![line(across, "plank", 1.4)]),
    ]
}

/// The lanes out of the corners: dashes from the circle along each lane and one square beyond.
pub(super) fn lanes(board: &CfBoard, circle: Square) -> Vec<Shape> {
    let mut d = String::new();
    let ends: Vec<Square> = board.lanes.iter().flat_map(|lane| lane.squares.iter().copied()).collect();
    for first in ends.iter().filter(|square| square.apart(circle) == 1) {
        // A lane continues in the direction of its first step.
        let ahead = |step: i32| {
            let on = |from: usize, to: usize| (from as i32 + (to as i32 - from as i32) * step) as usize;
            let (column, row) = (on(circle.column(), first.column()), on(circle.row(), first.row()));
            (column < SIDE && row < SIDE).then(|| Square::at(column, row))
        };
        let squares = (1..=3).map_while(|step| ahead(step).filter(|square| step < 3 || !ends.contains(square)));
        let last = squares.filter(|square| board.terrain(*square).is_open_to(Kind::Plane)).last();
        d += &format!("M{}L{}", point(middle(circle)), point(middle(last.unwrap_or(*first))));
    }
    let dashes = path(d.clone(), Fill::None, Some(Stroke { ink: "cream", width: 2.6, dash: vec![4.0, 4.0] }));
    vec![line(d, "night", 4.8), dashes]
}

/// The bridges as areas with a name.
pub(super) fn bridges(board: &CfBoard) -> Vec<Region> {
    let region = |(number, bridge): (usize, &Stretch)| {
        let outline = |square: &Square| {
            let (x, y) = corner(square.column(), square.row());
            format!("M{}h{s}v{s}h-{s}Z", point((x, y)), s = num(CELL))
        };
        let d: String = bridge.squares.iter().map(outline).collect();
        Region {
            id: format!("bridge-{}", number + 1),
            label: bridge.name.clone(),
            shapes: vec![path(d, Fill::None, Some(Stroke::line("coast", 2.2)))],
            evidence: bridge.evidence,
        }
    };
    board.bridges.iter().enumerate().map(region).collect()
}

/// The names of columns and rows on all four sides.
pub(super) fn names() -> Vec<Shape> {
    let word =
        |at: Point, text: String| Shape::Text { at, text, size: 11.0, ink: "line", face: Face::Text, spread: 0.0 };
    let mut shapes = Vec::new();
    for number in 0..SIDE {
        let along = RIM + CELL * (number as f32 + 0.5);
        shapes.push(word((along, 13.0), column_name(number)));
        shapes.push(word((along, SIZE - 6.0), column_name(number)));
        let row = (number + 1).to_string();
        shapes.push(word((9.5, along + 4.0), row.clone()));
        shapes.push(word((SIZE - 9.5, along + 4.0), row));
    }
    shapes
}
