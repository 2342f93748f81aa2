//! The printed frame: title, coordinates, ornaments, and the key to the roads.

use super::super::board::{Road, RoadKind, TmBoard};
use super::layout::{BAND, HEAD, KEY, Layout, PAPER};
use super::trace::Trace;
use kernel::Board;
use kernel::scene::{Face, Fill, Point, Shape, Stroke, WayStyle};
use std::collections::BTreeMap;

/// Length of a sample of road in the key, in ems.
const SAMPLE: f32 = 4.0;
/// Width of a letter of the key, in ems, in the widest typeface.
const LETTER: f32 = 0.56;

/// The largest number of letters printed of a board's own name.
const LONGEST_NAME: usize = 60;

const TITLE: &str = "THE THREE MUSKETEERS";

fn word(at: Point, text: impl Into<String>, size: f32, ink: &'static str, face: Face, spread: f32) -> Shape {
    Shape::Text { at, text: text.into(), size, ink, face, spread }
}

/// The paper, under everything.
pub(super) fn paper(layout: &Layout<'_>) -> Shape {
    Trace::at((0.0, 0.0), 1.0).block((0.0, 0.0), layout.size()).fill("paper")
}

/// The frame around the picture, drawn over its edges.
fn frame(layout: &Layout<'_>) -> Vec<Shape> {
    let (left, top, right, bottom) = layout.inside();
    let outer = ((PAPER, PAPER), (right + BAND, bottom + BAND));
    let band = Trace::at((0.0, 0.0), 1.0)
        .block(outer.0, outer.1)
        .go(left, top)
        .lines(&[(left, bottom), (right, bottom), (right, top)])
        .close();
    let rule = |inset: f32, ink, width| {
        let (a, b) = ((outer.0.0 + inset, outer.0.1 + inset), (outer.1.0 - inset, outer.1.1 - inset));
        Trace::at((0.0, 0.0), 1.0).block(a, b).stroke(ink, width)
    };
    let inner = Trace::at((0.0, 0.0), 1.0).block((left, top), (right, bottom));
    let inner_rule = Trace::at((0.0, 0.0), 1.0).block((left - 4.0, top - 4.0), (right + 4.0, bottom + 4.0));
    let margin = Trace::at((0.0, 0.0), 1.0)
        .block((0.0, 0.0), layout.size())
        .go(left, top)
        .lines(&[(left, bottom), (right, bottom), (right, top)])
        .close();
    let mut shapes = vec![
        margin.fill("paper"),
        band.fill("frame"),
        rule(0.0, "line", 2.5),
        rule(5.0, "gold", 1.6),
        inner_rule.stroke("gold", 1.6),
        inner.stroke("line", 2.5),
    ];
    let corners = [
        (PAPER + BAND / 2.0, PAPER + HEAD / 2.0, 22.0),
        (right + BAND / 2.0, PAPER + HEAD / 2.0, 22.0),
        (PAPER + BAND / 2.0, bottom + BAND / 2.0, 13.0),
        (right + BAND / 2.0, bottom + BAND / 2.0, 13.0),
    ];
    shapes.extend(corners.into_iter().map(|(x, y, size)| lily((x, y), size)));
    shapes
}

/// A lily, two units tall.
fn lily(at: Point, size: f32) -> Shape {
    let side = |trace: Trace, s: f32| {
        trace
            .go(0.12 * s, 0.3)
            .curve((0.2 * s, -0.2), (0.75 * s, -0.65), (0.8 * s, 0.0))
            .curve((0.8 * s, 0.2), (0.6 * s, 0.2), (0.55 * s, 0.05))
            .curve((0.45 * s, 0.0), (0.3 * s, 0.1), (0.28 * s, 0.3))
            .close()
    };
    let petal = Trace::at(at, size)
        .go(0.0, -1.0)
        .curve((0.4, -0.5), (0.3, -0.1), (0.12, 0.3))
        .line(-0.12, 0.3)
        .curve((-0.3, -0.1), (-0.4, -0.5), (0.0, -1.0))
        .close();
    let foot = side(side(petal, 1.0), -1.0).block((-0.42, 0.36), (0.42, 0.52));
    foot.go(-0.1, 0.58)
        .curve((-0.3, 0.9), (-0.1, 0.8), (0.0, 1.0))
        .curve((0.1, 0.8), (0.3, 0.9), (0.1, 0.58))
        .close()
        .fill("gold")
}

/// The frame with title and coordinates, the numbers of the wide roads, the key.
pub(super) fn lettering(layout: &Layout<'_>, styles: &[WayStyle]) -> Vec<Shape> {
    let mut shapes = frame(layout);
    shapes.extend(title(layout));
    shapes.extend(coordinates(layout));
    shapes.extend(numbers(layout));
    shapes.extend(key(layout, styles));
    shapes
}

fn title(layout: &Layout<'_>) -> Vec<Shape> {
    let (left, top, right, _) = layout.inside();
    let middle = (left + right) / 2.0;
    let size = ((right - left) / TITLE.len() as f32 / 0.88).min(40.0);
    let own = own_name(layout.board);
    let base = top - HEAD / 2.0 + size * 0.36 - if own.is_some() { 8.0 } else { 0.0 };
    let mut shapes = vec![word((middle, base), TITLE, size, "gold", Face::Display, size * 0.09)];
    if let Some(name) = own {
        let size = ((right - left) / name.chars().count().max(1) as f32 / LETTER - 1.0).clamp(4.0, 16.0);
        shapes.push(word((middle, top - 13.0), name, size, "gold", Face::Text, 1.0));
    }
    shapes
}

/// The name of a board, unless it is the standard one.
fn own_name(board: &TmBoard) -> Option<String> {
    let standard =
        TmBoard::STANDARD.lines().any(|line| line.strip_prefix("name = ") == Some(&format!("{:?}", board.name)));
    (!standard).then(|| board.name.chars().take(LONGEST_NAME).collect())
}

fn coordinates(layout: &Layout<'_>) -> Vec<Shape> {
    let (left, _, right, bottom) = layout.inside();
    let letter = |at, text: String| word(at, text, 23.0, "gold", Face::Text, 0.0);
    let mut shapes = Vec::new();
    for column in 0..layout.board.files {
        let (x, _) = layout.place(column as f32, 0.0);
        shapes.push(letter((x, bottom + BAND / 2.0 + 6.0), char::from(b'a' + column as u8).to_string()));
    }
    for row in 0..layout.board.ranks {
        let (_, y) = layout.place(0.0, row as f32);
        let rank = (layout.board.ranks - row).to_string();
        shapes.push(letter((left - BAND / 2.0, y + 8.0), rank.clone()));
        shapes.push(letter((right + BAND / 2.0, y + 8.0), rank));
    }
    shapes
}

/// The number of each wide road in a roundel by its middle.
fn numbers(layout: &Layout<'_>) -> Vec<Shape> {
    let mut roads: BTreeMap<u8, Vec<&Road>> = BTreeMap::new();
    for road in layout.board.roads.iter().filter(|road| road.kind == RoadKind::Wide) {
        roads.entry(road.number.unwrap_or(0)).or_default().push(road);
    }
    roads.remove(&0);
    roads
        .into_iter()
        .map(|(number, pieces)| (plate(layout, &pieces), number))
        .flat_map(|(at, number)| roundel(at, number))
        .collect()
}

/// The middle of a road; of two middle pieces the outer one, where there is more space.
fn plate(layout: &Layout<'_>, pieces: &[&Road]) -> Point {
    let centre = layout.size().0 / 2.0;
    let [one, other] = [(pieces.len() - 1) / 2, pieces.len() / 2].map(|index| middle(layout, pieces[index]));
    if (one.0 - centre).abs() + 1.0 < (other.0 - centre).abs() { other } else { one }
}

fn middle(layout: &Layout<'_>, road: &Road) -> Point {
    let (from, to) = (layout.point(road.from), layout.point(road.to));
    ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)
}

/// A number plate beside the road, where no man covers it.
fn roundel(on: Point, number: u8) -> [Shape; 2] {
    let at = (on.0, on.1 - 23.0);
    let size = if number > 9 { 12.0 } else { 15.0 };
    [
        Shape::Circle { at, r: 11.5, fill: Fill::Ink("paving"), stroke: Some(Stroke::line("blue", 2.2)) },
        word((at.0, at.1 + size * 0.36), number.to_string(), size, "blue", Face::Display, 0.0),
    ]
}

/// The key to the roads, under the frame.
fn key(layout: &Layout<'_>, styles: &[WayStyle]) -> Vec<Shape> {
    let (left, _, right, bottom) = layout.inside();
    let entries = [("blue", "blue: forward"), ("wide", "wide: also sideways"), ("green", "green: musketeers only")];
    let ems = |words: &str| SAMPLE + 1.0 + words.len() as f32 * LETTER;
    let all: f32 = entries.iter().map(|(_, words)| ems(words)).sum();
    let (width, y) = (right - left + BAND, bottom + BAND + KEY / 2.0);
    let size = (width / (all + 3.0)).min(17.0);
    let gap = (width - all * size) / 2.0;
    let mut x = left - BAND / 2.0;
    let mut shapes = Vec::new();
    for (name, words) in entries {
        let sample = |stroke: &Stroke| Shape::Path {
            d: format!("M{} {y}H{}", x + size * 0.5, x + size * (SAMPLE - 0.5)),
            fill: Fill::None,
            stroke: Some(stroke.clone()),
        };
        shapes.extend(styles.iter().filter(|style| style.name == name).flat_map(|style| &style.strokes).map(sample));
        let middle = x + size * (SAMPLE + 0.4 + words.len() as f32 * LETTER / 2.0);
        shapes.push(word((middle, y + size * 0.34), words, size, "line", Face::Text, 0.0));
        x += ems(words) * size + gap;
    }
    shapes
}
