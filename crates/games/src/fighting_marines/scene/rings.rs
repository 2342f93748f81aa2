//! The table, the base with its sections and numbers, and the platform.
//!
//! Numbers belong to the base and stand on the dark band around it; letters belong
//! to the platform and stand at its inner edge, where no man hides them. Each colour
//! has a pattern as well: red has spokes, black is plain, yellow has rows of spots,
//! green has bands along the ring. Patterns are drawn along the ring, so that they
//! look the same however the platform is turned.

use super::super::board::{FmBoard, Pad};
use super::super::state::{COLOURS, Colour};
use super::inks;
use super::layout::{
    BASE_INNER, BASE_RIM, CENTRE, CORNER_HALF, HUB, LETTERS, Layout, NEUTRAL_INNER, NUMBERS, PLATFORM_INNER,
    PLATFORM_RIM, RIM, SIZE, STANDS,
};
use crate::drawing::path;
use kernel::scene::{Face, Fill, Point, Region, Shape, Stroke};
use std::fmt::Write;

/// Height of the numbers on the base.
const NUMBER_SIZE: f32 = 22.0;
/// Height of the letters on the platform.
const LETTER_SIZE: f32 = 24.0;
/// From the foot of a letter to the middle of a capital, in ems.
const HALF_CAPITAL: f32 = 0.35;
/// Opacity of a pattern.
const PATTERN: f32 = 0.5;

fn place((x, y): Point) -> String {
    format!("{:.1} {:.1}", x, y)
}

/// Text whose capitals are centred on the point.
fn letter((x, y): Point, text: impl Into<String>, size: f32, ink: &'static str, face: Face) -> Shape {
    Shape::Text { at: (x, y + size * HALF_CAPITAL), text: text.into(), size, ink, face, spread: 0.0 }
}

/// A piece of a ring, in spaces clockwise from the bottom and distances from the centre.
fn sector(layout: &Layout, (from, to): (f32, f32), (inner, outer): (f32, f32)) -> String {
    let large = u8::from((to - from) * 2.0 > f32::from(layout.spaces));
    format!(
        "M{}A{outer} {outer} 0 {large} 1 {}L{}A{inner} {inner} 0 {large} 0 {}Z",
        place(layout.at(from, outer)),
        place(layout.at(to, outer)),
        place(layout.at(to, inner)),
        place(layout.at(from, inner)),
    )
}

/// The pattern of a colour in one piece of a ring, as outlines for [`patterned`].
fn pattern(layout: &Layout, colour: Colour, (from, to): (f32, f32), (inner, outer): (f32, f32)) -> String {
    let across = |share: f32| from + (to - from) * share;
    let spoke = |share: f32| {
        let (a, b) = (layout.at(across(share), inner + 6.0), layout.at(across(share), outer - 5.0));
        format!("M{}L{}", place(a), place(b))
    };
    let band = |radius: f32| {
        let (a, b) = (place(layout.at(across(0.08), radius)), place(layout.at(across(0.92), radius)));
        format!("M{a}A{radius:.1} {radius:.1} 0 0 1 {b}")
    };
    match colour {
        Colour::Red => [0.2, 0.4, 0.6, 0.8].map(spoke).concat(),
        Colour::Black => String::new(),
        Colour::Yellow => [0.17, 0.39, 0.61, 0.83].map(spoke).concat(),
        Colour::Green => {
            let bands = ((outer - inner - 10.0) / 9.0) as u8;
            (0..=bands).map(|step| band(inner + 6.0 + 9.0 * f32::from(step))).collect()
        }
    }
}

/// All pieces of a colour with their pattern over them.
fn patterned(colour: Colour, pieces: String, pattern: String) -> Vec<Shape> {
    let mut shapes = vec![path(pieces, Fill::Ink(inks::of(colour)), Some(Stroke::line("cream", 1.8)))];
    let stroke = match colour {
        Colour::Yellow => Stroke { ink: inks::on(colour), width: 4.2, dash: vec![0.0, 9.5] },
        _ => Stroke::line(inks::on(colour), 2.2),
    };
    if !pattern.is_empty() {
        shapes.push(Shape::Faint(PATTERN, vec![path(pattern, Fill::None, Some(stroke))]));
    }
    shapes
}

/// The background.
pub(super) fn table() -> Vec<Shape> {
    let (w, h) = SIZE;
    vec![
        path(format!("M0 0L{w} 0L{w} {h}L0 {h}Z"), Fill::Ink("paper"), None),
        Shape::Circle { at: CENTRE, r: RIM, fill: Fill::Ink("navy"), stroke: Some(Stroke::line("gold", 4.0)) },
    ]
}

/// The four sections with their corners.
pub(super) fn sections(board: &FmBoard, layout: &Layout) -> Vec<Region> {
    let region = |colour: Colour| {
        let section = &board.sections[colour.index()];
        let (mut pieces, mut signs) = (String::new(), String::new());
        for number in section.from..=section.to {
            let span = (f32::from(number) - 1.0, f32::from(number));
            pieces += &sector(layout, span, (BASE_INNER, BASE_RIM));
            if !section.circles.contains(&number) {
                signs += &pattern(layout, colour, span, (BASE_INNER, BASE_RIM));
            }
        }
        let mut shapes = patterned(colour, pieces, signs);
        shapes.extend(corner(colour));
        Region {
            id: format!("section-{}", colour.word()),
            label: format!("section of {}, {} to {}", colour.name(), section.from, section.to),
            shapes,
            evidence: section.evidence,
        }
    };
    COLOURS.into_iter().map(region).collect()
}

/// The plate in a colour's corner: its name, its letter and its pattern.
fn corner(colour: Colour) -> Vec<Shape> {
    let ((x, y), half) = (Layout::corner(colour), CORNER_HALF);
    let (towards_x, towards_y) = ((CENTRE.0 - x).signum(), (CENTRE.1 - y).signum());
    let line = |step: u8| {
        let by = f32::from(step) * 12.0 - half + 9.0;
        match colour {
            Colour::Black => String::new(),
            Colour::Green => format!("M{} {}L{} {}", x - half + 8.0, y + by, x + half - 8.0, y + by),
            _ => format!("M{} {}L{} {}", x + by, y - half + 8.0, x + by, y + half - 8.0),
        }
    };
    let square = format!("M{l} {t}L{r} {t}L{r} {b}L{l} {b}Z", l = x - half, r = x + half, t = y - half, b = y + half);
    let mut shapes = vec![path(square.clone(), Fill::Ink("cream"), Some(Stroke::line("line", 12.0)))];
    shapes.extend(patterned(colour, square, (0..9).map(line).collect()));
    let disc = Shape::Circle {
        at: (x, y),
        r: 36.0,
        fill: Fill::Ink(inks::of(colour)),
        stroke: Some(Stroke::line(inks::on(colour), 4.0)),
    };
    let name = colour.name().to_uppercase();
    let middle = half + 22.0 + 10.0 * name.chars().count() as f32;
    shapes.extend([
        disc,
        letter((x, y), colour.letter(), 52.0, inks::on(colour), Face::Display),
        letter((x + towards_x * middle, y - towards_y * (half - 10.0)), name, 27.0, "line", Face::Display),
    ]);
    shapes
}

/// A circle of the base.
pub(super) fn circle(colour: Colour, r: f32) -> Vec<Shape> {
    vec![
        Shape::Circle { at: (0.0, 0.0), r, fill: Fill::Ink("cream"), stroke: Some(Stroke::line("rim", 2.6)) },
        Shape::Circle {
            at: (0.0, 0.0),
            r: r - 5.0,
            fill: Fill::None,
            stroke: Some(Stroke::line(inks::of(colour), 2.4)),
        },
    ]
}

/// The numbers of the base, and the cap in the middle, which stands still.
pub(super) fn numbers(board: &FmBoard, layout: &Layout) -> Vec<Shape> {
    let number = |number: u8| {
        letter(layout.at(f32::from(number) - 0.5, NUMBERS), number.to_string(), NUMBER_SIZE, "cream", Face::Text)
    };
    (1..=board.spaces).map(number).chain(super::emblem::cap()).collect()
}

/// The platform with its arrow at the last base space.
pub(super) fn platform(board: &FmBoard, layout: &Layout) -> Vec<Shape> {
    let disc = |r, fill, stroke| Shape::Circle { at: CENTRE, r, fill, stroke };
    let planks = Fill::Hatch { ink: "plank", angle: 90.0, gap: 15.0, width: 1.4 };
    let mut shapes = vec![
        disc(PLATFORM_RIM, Fill::Ink("deck"), Some(Stroke::line("rim", 3.0))),
        disc(PLATFORM_INNER, planks, None),
        disc(PLATFORM_INNER - 7.0, Fill::None, Some(Stroke::line("plank", 3.0))),
        disc(HUB + 9.0, Fill::None, Some(Stroke::line("plank", 3.0))),
    ];
    let spans = || (board.platform.iter()).zip(0..).map(|((pad, _), index)| (*pad, (index as f32 - 1.0, index as f32)));
    for colour in COLOURS {
        shapes.extend(colour_spaces(
            layout,
            colour,
            spans().filter(|(pad, _)| *pad == Pad::Own(colour)).map(|(_, s)| s),
        ));
    }
    for (pad, span) in spans() {
        match pad {
            Pad::Own(_) => {}
            Pad::Neutral => shapes.extend(neutral(layout, span)),
            Pad::Arrow => shapes.extend(arrow(layout, span)),
        }
    }
    shapes
}

/// All platform spaces of a colour, each with its letter.
fn colour_spaces(layout: &Layout, colour: Colour, spans: impl Iterator<Item = (f32, f32)>) -> Vec<Shape> {
    let ring = (PLATFORM_INNER, PLATFORM_RIM - 3.0);
    let (mut pieces, mut signs, mut letters) = (String::new(), String::new(), Vec::new());
    for span in spans {
        pieces += &sector(layout, span, ring);
        signs += &pattern(layout, colour, span, (LETTERS + 15.0, ring.1));
        let at = layout.at((span.0 + span.1) / 2.0, LETTERS);
        letters.push(letter(at, colour.letter(), LETTER_SIZE, inks::on(colour), Face::Display));
    }
    let mut shapes = patterned(colour, pieces, signs);
    shapes.extend(letters);
    shapes
}

/// The point `radius` from the centre and `aside` from the middle line of a space.
fn aside(layout: &Layout, middle: f32, radius: f32, aside: f32) -> Point {
    let (x, y) = layout.at(middle, radius);
    let (dx, dy) = ((x - CENTRE.0) / radius, (y - CENTRE.1) / radius);
    (x - dy * aside, y + dx * aside)
}

/// A striped gangway with a place for each colour, from the rim inwards.
fn neutral(layout: &Layout, (from, to): (f32, f32)) -> Vec<Shape> {
    let (middle, half) = ((from + to) / 2.0, layout.token_r() + 2.0);
    let corners =
        [(PLATFORM_RIM - 3.0, -half), (PLATFORM_RIM - 3.0, half), (NEUTRAL_INNER, half), (NEUTRAL_INNER, -half)];
    let mut lane = String::new();
    for (step, (radius, by)) in corners.into_iter().enumerate() {
        let _ = write!(lane, "{}{}", if step == 0 { 'M' } else { 'L' }, place(aside(layout, middle, radius, by)));
    }
    lane.push('Z');
    let stripes = Fill::Hatch { ink: "navy", angle: 45.0, gap: 13.0, width: 6.5 };
    let mut shapes = vec![
        path(lane.clone(), Fill::Ink("cream"), Some(Stroke::line("rim", 5.0))),
        path(lane, stripes, Some(Stroke::line("cream", 2.0))),
    ];
    for (depth, colour) in (0..).zip(COLOURS) {
        let at = layout.at(middle, STANDS - super::layout::DEPTH * f32::from(depth as u8));
        let r = layout.token_r() - 5.0;
        shapes.push(Shape::Circle {
            at,
            r,
            fill: Fill::Ink("cream"),
            stroke: Some(Stroke::line(inks::of(colour), 4.0)),
        });
        shapes.push(Shape::Faint(0.75, vec![letter(at, colour.letter(), 20.0, "rim", Face::Display)]));
    }
    shapes
}

/// The arrow, from the cap to the rim.
fn arrow(layout: &Layout, (from, to): (f32, f32)) -> Vec<Shape> {
    let middle = (from + to) / 2.0;
    let space = sector(layout, (from, to), (PLATFORM_INNER, PLATFORM_RIM - 3.0));
    let outline = [
        (HUB + 14.0, 9.0),
        (PLATFORM_INNER + 30.0, 9.0),
        (PLATFORM_INNER + 30.0, 21.0),
        (PLATFORM_RIM - 8.0, 0.0),
        (PLATFORM_INNER + 30.0, -21.0),
        (PLATFORM_INNER + 30.0, -9.0),
        (HUB + 14.0, -9.0),
    ];
    let points = outline.map(|(radius, by)| place(aside(layout, middle, radius, by)));
    vec![
        path(space, Fill::Ink("cream"), Some(Stroke::line("rim", 1.8))),
        path(format!("M{}Z", points.join("L")), Fill::Ink("navy"), Some(Stroke::line("gold", 3.0))),
    ]
}
