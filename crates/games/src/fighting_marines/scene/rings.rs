//! The table, the base with its sections and numbers, and the platform.
//!
//! Colours are told by pattern as well: red bears a spoke, black is plain,
//! yellow has spots, green bands run crosswise. Patterns are drawn along the
//! ring, so that they look the same however the platform is turned.

use super::super::board::{FmBoard, Pad};
use super::super::state::{COLOURS, Colour};
use super::inks;
use super::layout::{BASE_RIM, CENTRE, Layout, NEUTRAL_INNER, NUMBERS, PLATFORM_INNER, PLATFORM_RIM, SIZE, STANDS};
use kernel::scene::{Face, Fill, Point, Region, Shape, Stroke};

/// Size of a circle on the base.
const CIRCLE_R: f32 = 23.0;

fn path(d: String, fill: Fill, stroke: Option<Stroke>) -> Shape {
    Shape::Path { d, fill, stroke }
}

fn place((x, y): Point) -> String {
    format!("{:.2} {:.2}", x, y)
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

/// The pattern of a colour in a piece of a ring.
fn pattern(layout: &Layout, colour: Colour, (from, to): (f32, f32), (inner, outer): (f32, f32)) -> Vec<Shape> {
    let (middle, deep) = ((from + to) / 2.0, outer - inner);
    let stroke = |width| Some(Stroke::line(inks::on(colour), width));
    let band = |radius: f32| {
        let (a, b) = (place(layout.at(from, radius)), place(layout.at(to, radius)));
        path(format!("M{a}A{radius} {radius} 0 0 1 {b}"), Fill::None, stroke(2.2))
    };
    let spot = |share: f32| Shape::Circle {
        at: layout.at(middle, inner + deep * share),
        r: 3.4,
        fill: Fill::Ink(inks::on(colour)),
        stroke: None,
    };
    match colour {
        Colour::Red => {
            let (a, b) = (place(layout.at(middle, inner + deep * 0.08)), place(layout.at(middle, outer - deep * 0.08)));
            vec![path(format!("M{a}L{b}"), Fill::None, stroke(2.6))]
        }
        Colour::Black => Vec::new(),
        Colour::Yellow => vec![spot(0.12), spot(0.5), spot(0.88)],
        Colour::Green => vec![band(inner + deep * 0.1), band(inner + deep * 0.26), band(outer - deep * 0.14)],
    }
}

/// What lies under everything.
pub(super) fn table() -> Vec<Shape> {
    let (w, h) = SIZE;
    vec![
        path(format!("M0 0L{w} 0L{w} {h}L0 {h}Z"), Fill::Ink("paper"), None),
        Shape::Circle { at: CENTRE, r: BASE_RIM + 8.0, fill: Fill::Ink("navy"), stroke: None },
    ]
}

/// The four sections with their corners.
pub(super) fn sections(board: &FmBoard, layout: &Layout) -> Vec<Region> {
    let region = |colour: Colour| {
        let section = &board.sections[colour.index()];
        let (from, to) = (f32::from(section.from) - 1.0, f32::from(section.to));
        let mut shapes = vec![path(
            sector(layout, (from, to), (PLATFORM_RIM + 4.0, BASE_RIM)),
            Fill::Ink(inks::of(colour)),
            Some(Stroke::line("cream", 2.0)),
        )];
        for number in section.from..=section.to {
            let span = (f32::from(number) - 1.0, f32::from(number));
            let cut = place(layout.at(span.1, PLATFORM_RIM + 4.0));
            let rim = place(layout.at(span.1, BASE_RIM));
            shapes.push(path(format!("M{cut}L{rim}"), Fill::None, Some(Stroke::line("cream", 1.2))));
            if !section.circles.contains(&number) {
                shapes.extend(pattern(layout, colour, span, (PLATFORM_RIM + 8.0, NUMBERS - 16.0)));
            }
        }
        shapes.extend(insignia(layout, colour, (from + to) / 2.0));
        Region {
            id: format!("section-{}", colour.word()),
            label: format!("section of {}, {} to {}", colour.name(), section.from, section.to),
            shapes,
            evidence: section.evidence,
        }
    };
    COLOURS.into_iter().map(region).collect()
}

/// The mark of a colour's corner, outside the ring.
fn insignia(layout: &Layout, colour: Colour, middle: f32) -> Vec<Shape> {
    let at = layout.at(middle, BASE_RIM + 104.0);
    let inside = |v: f32| v.clamp(52.0, 948.0);
    let at = (inside(at.0), inside(at.1));
    vec![
        Shape::Circle { at, r: 42.0, fill: Fill::Ink(inks::of(colour)), stroke: Some(Stroke::line("line", 2.5)) },
        Shape::Text {
            at: (at.0, at.1 + 13.0),
            text: colour.letter().into(),
            size: 38.0,
            ink: inks::on(colour),
            face: Face::Display,
            spread: 0.0,
        },
    ]
}

/// A circle of the base.
pub(super) fn circle() -> Vec<Shape> {
    vec![Shape::Circle {
        at: (0.0, 0.0),
        r: CIRCLE_R,
        fill: Fill::Ink("paper"),
        stroke: Some(Stroke::line("line", 2.4)),
    }]
}

/// The numbers of the base.
pub(super) fn numbers(board: &FmBoard, layout: &Layout) -> Vec<Shape> {
    let number = |number: u8| {
        let (x, y) = layout.at(f32::from(number) - 0.5, NUMBERS);
        let colour = board.section_of(number).unwrap_or(Colour::Red);
        Shape::Text {
            at: (x, y + 6.0),
            text: number.to_string(),
            size: 17.0,
            ink: inks::on(colour),
            face: Face::Text,
            spread: 0.0,
        }
    };
    (1..=board.spaces).map(number).collect()
}

/// The platform with its arrow at the last base space.
pub(super) fn platform(board: &FmBoard, layout: &Layout) -> Vec<Shape> {
    let edge = || Some(Stroke::line("cream", 1.6));
    let mut shapes = vec![Shape::Circle {
        at: CENTRE,
        r: PLATFORM_RIM,
        fill: Fill::Ink("deck"),
        stroke: Some(Stroke::line("line", 2.0)),
    }];
    for (index, (pad, _)) in board.platform.iter().enumerate() {
        let span = (index as f32 - 1.0, index as f32);
        let ring = (PLATFORM_INNER, PLATFORM_RIM - 2.0);
        match pad {
            Pad::Own(colour) => {
                shapes.push(path(sector(layout, span, ring), Fill::Ink(inks::of(*colour)), edge()));
                shapes.extend(pattern(layout, *colour, span, ring));
            }
            Pad::Neutral => shapes.extend(neutral(layout, span)),
            Pad::Arrow => shapes.extend(arrow(layout, span)),
        }
    }
    shapes.push(Shape::Circle {
        at: CENTRE,
        r: NEUTRAL_INNER - 14.0,
        fill: Fill::Ink("hub"),
        stroke: Some(Stroke::line("cream", 4.0)),
    });
    shapes
}

/// A long lane in stripes of all four colours, with a place for each.
fn neutral(layout: &Layout, (from, to): (f32, f32)) -> Vec<Shape> {
    let rim = PLATFORM_RIM - 2.0;
    let mut shapes = Vec::new();
    let step = (rim - NEUTRAL_INNER) / 8.0;
    for stripe in 0..8_u8 {
        let outer = rim - step * f32::from(stripe);
        let ink = inks::of(COLOURS[usize::from(stripe % 4)]);
        shapes.push(path(sector(layout, (from, to), (outer - step, outer)), Fill::Ink(ink), None));
    }
    let lane = sector(layout, (from, to), (NEUTRAL_INNER, rim));
    shapes.push(path(lane, Fill::None, Some(Stroke::line("cream", 3.0))));
    shapes
}

/// The arrow space, pointing outwards.
fn arrow(layout: &Layout, (from, to): (f32, f32)) -> Vec<Shape> {
    let middle = (from + to) / 2.0;
    let ring = sector(layout, (from, to), (PLATFORM_INNER, PLATFORM_RIM - 2.0));
    let head = format!(
        "M{}L{}L{}Z",
        place(layout.at(middle, PLATFORM_RIM - 8.0)),
        place(layout.at(middle + 0.34, STANDS)),
        place(layout.at(middle - 0.34, STANDS)),
    );
    let shaft = format!("M{}L{}", place(layout.at(middle, STANDS)), place(layout.at(middle, PLATFORM_INNER + 8.0)));
    vec![
        path(ring, Fill::Ink("cream"), Some(Stroke::line("line", 1.6))),
        path(head, Fill::Ink("navy"), None),
        path(shaft, Fill::None, Some(Stroke::line("navy", 9.0))),
    ]
}
