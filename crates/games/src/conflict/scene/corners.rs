//! Corners, reserve, circles and mines. An unused corner is drawn plain.

use super::super::Conflict;
use super::super::board::{CfBoard, Terrain};
use super::super::state::{COLOURS, Colour, SIDE, Square};
use super::inks;
use super::layout::{CELL, bars, corner, edges, middle, num, point};
use super::map::{self, line};
use crate::drawing::path;
use kernel::scene::{Face, Fill, Point, Region, Shape, Stroke};

/// Home fields and the reserve.
pub(super) fn regions(game: &Conflict) -> Vec<Region> {
    let board = game.board.as_ref();
    let mut regions = Vec::new();
    for colour in COLOURS {
        let used = game.seat_of(colour).is_some();
        regions.push(Region {
            id: format!("home-{}", colour.word()),
            label: format!("home field of {}{}", colour.name(), if used { "" } else { ", not in play" }),
            shapes: home(board, colour, used),
            evidence: board.map_evidence,
        });
    }
    regions.push(Region {
        id: "reserve".into(),
        label: "the reserve, a quarter for each colour".into(),
        shapes: reserve(game),
        evidence: board.map_evidence,
    });
    regions
}

fn home(board: &CfBoard, colour: Colour, used: bool) -> Vec<Shape> {
    let camp = |terrain: Terrain| terrain == Terrain::Camp(colour);
    let dock = |terrain: Terrain| terrain == Terrain::Dock(colour);
    let ink = if used { inks::of(colour) } else { "plain" };
    let mut shapes = vec![path(bars(board, camp), Fill::Ink(ink), None), path(bars(board, dock), Fill::Ink(ink), None)];
    if used {
        let faint = |shape| Shape::Faint(0.3, vec![shape]);
        shapes.push(faint(path(bars(board, camp), inks::hatch(colour, 7.0, 1.6), None)));
        shapes.push(Shape::Faint(0.45, vec![path(bars(board, dock), Fill::Ink("sea"), None)]));
        shapes.push(faint(path(bars(board, dock), inks::hatch(colour, 7.0, 1.2), None)));
    }
    shapes.push(line(edges(board, camp, false), "coast", 2.4));
    shapes.push(line(edges(board, dock, false), "coast", 1.8));
    shapes.extend(letter(board, colour, used));
    if used {
        shapes.extend(map::lanes(board, board.circle(colour)));
    }
    shapes
}

/// The colour's letter in the middle of its camp.
fn letter(board: &CfBoard, colour: Colour, used: bool) -> Option<Shape> {
    let squares: Vec<_> = Square::all().filter(|square| board.terrain(*square) == Terrain::Camp(colour)).collect();
    let count = squares.len() as f32;
    if squares.is_empty() {
        return None;
    }
    let sum = squares.iter().map(|square| middle(*square)).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    // There is most space towards the outer corner.
    let pull = |at: f32, far: f32| at + (far - at) * 0.12;
    let far = |at: f32| if at < corner(SIDE / 2, 0).0 { 0.0 } else { corner(SIDE, 0).0 + 24.0 };
    let at = (sum.0 / count, sum.1 / count);
    let at = (pull(at.0, far(at.0)), pull(at.1, far(at.1)) + 15.0);
    let ink = if used { inks::on(colour) } else { "line" };
    let text = colour.name()[..1].to_owned();
    let shape = Shape::Text { at, text, size: 46.0, ink, face: Face::Display, spread: 0.0 };
    Some(if used { shape } else { Shape::Faint(0.35, vec![shape]) })
}

/// The reserve: a quarter for each colour, on the side of its corner.
fn reserve(game: &Conflict) -> Vec<Shape> {
    let board = game.board.as_ref();
    let squares: Vec<_> = Square::all().filter(|square| board.terrain(*square) == Terrain::Reserve).collect();
    let (Some(left), Some(right)) =
        (squares.iter().map(|square| square.column()).min(), squares.iter().map(|square| square.column()).max())
    else {
        return Vec::new();
    };
    let (Some(first), Some(last)) = (squares.first(), squares.last()) else { return Vec::new() };
    let (from, to) = (corner(left, first.row()), corner(right + 1, last.row() + 1));
    let half = ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0);
    let mut shapes = Vec::new();
    for colour in COLOURS {
        let (east, south) = (matches!(colour, Colour::Orange | Colour::Yellow), colour.index() >= 2);
        let at = (from.0 + if east { half.0 } else { 0.0 }, from.1 + if south { half.1 } else { 0.0 });
        let d = format!("M{}h{w}v{h}h-{w}Z", point(at), w = num(half.0), h = num(half.1));
        let used = game.seat_of(colour).is_some();
        shapes.push(path(d.clone(), Fill::Ink(if used { inks::of(colour) } else { "plain" }), None));
        if used {
            shapes.push(Shape::Faint(0.3, vec![path(d.clone(), inks::hatch(colour, 7.0, 1.6), None)]));
        }
        shapes.push(line(d, "coast", 1.6));
        shapes.push(Shape::Text {
            at: (at.0 + half.0 / 2.0, at.1 + half.1 / 2.0 + 9.0),
            text: colour.name()[..1].to_owned(),
            size: 26.0,
            ink: if used { inks::on(colour) } else { "line" },
            face: Face::Display,
            spread: 0.0,
        });
    }
    let whole = format!("M{}H{}V{}H{}Z", point(from), num(to.0), num(to.1), num(from.0));
    shapes.push(line(whole, "coast", 3.2));
    shapes.push(band((from.0 + half.0, from.1 + half.1), half.0 * 1.52));
    shapes
}

/// The word across the middle of the reserve.
fn band((x, y): Point, width: f32) -> Shape {
    let d = format!("M{}h{w}v18h-{w}Z", point((x - width / 2.0, y - 9.0)), w = num(width));
    Shape::Faint(
        1.0,
        vec![
            path(d, Fill::Ink("cream"), Some(Stroke::line("night", 1.4))),
            Shape::Text {
                at: (x, y + 4.2),
                text: "RESERVE".into(),
                size: 12.0,
                ink: "night",
                face: Face::Display,
                spread: 2.2,
            },
        ],
    )
}

/// A home circle, drawn around the origin: a black ring, a blue centre, the colour between.
pub(super) fn circle(colour: Colour, used: bool) -> Vec<Shape> {
    let disc = |r: f32, ink: &'static str, stroke| Shape::Circle { at: (0.0, 0.0), r, fill: Fill::Ink(ink), stroke };
    let half = CELL / 2.0;
    if !used {
        let ring = Some(Stroke { ink: "coast", width: 1.6, dash: vec![3.0, 3.0] });
        return vec![disc(half - 3.0, "plain", ring)];
    }
    vec![
        disc(half + 4.0, "cream", Some(Stroke::line("night", 1.4))),
        disc(half + 1.0, inks::of(colour), Some(Stroke::line("night", 2.6))),
        disc(half - 5.0, "sea", Some(Stroke::line("night", 2.2))),
        Shape::Path {
            d: format!("M-{0} 0A{0} {0} 0 0 1 {0} 0Z", num(half - 5.0)),
            fill: Fill::Ink("land"),
            stroke: Some(Stroke::line("night", 1.4)),
        },
    ]
}

/// A mine, drawn around the origin: a black ball with horns and its owner's badge.
pub(super) fn mine(colour: Colour, used: bool) -> Vec<Shape> {
    let disc = |r: f32, ink: &'static str, stroke| Shape::Circle { at: (0.0, 0.0), r, fill: Fill::Ink(ink), stroke };
    if !used {
        let ring = Some(Stroke { ink: "sea-grid", width: 1.4, dash: vec![2.5, 2.5] });
        return vec![Shape::Circle { at: (0.0, 0.0), r: 8.0, fill: Fill::None, stroke: ring }];
    }
    let horns = "M0 -14.5V14.5M-14.5 0H14.5M-10.2 -10.2L10.2 10.2M10.2 -10.2L-10.2 10.2";
    vec![
        line(horns.into(), "shoal", 5.4),
        disc(11.6, "shoal", None),
        line(horns.into(), "night", 2.8),
        disc(10.2, "night", None),
        disc(7.0, inks::of(colour), Some(Stroke::line("cream", 1.1))),
        Shape::Text {
            at: (0.0, 3.6),
            text: colour.name()[..1].to_owned(),
            size: 10.5,
            ink: inks::on(colour),
            face: Face::Display,
            spread: 0.0,
        },
    ]
}
