//! The map: sea, islands, atolls, beaches, swell and vegetation.

use super::super::board::{Beach, HbBoard, Kind};
use super::super::state::Colour;
use super::frame::{PRINTED, word};
use super::inks;
use super::layout::{Layout, apart};
use crate::drawing::path;
use kernel::scene::{Face, Fill, Point, Region, Shape, Stroke};
use std::f32::consts::TAU;
use std::fmt::Write;

pub(super) fn disc(at: Point, r: f32, fill: Fill, stroke: Option<Stroke>) -> Shape {
    Shape::Circle { at, r, fill, stroke }
}

fn place((x, y): Point) -> String {
    format!("{x:.1} {y:.1}")
}

/// A polygon with straight sides.
pub(super) fn polygon(points: &[Point]) -> String {
    let mut d = String::new();
    for (index, point) in points.iter().enumerate() {
        let _ = write!(d, "{}{}", if index == 0 { 'M' } else { 'L' }, place(*point));
    }
    d + "Z"
}

/// A closed curve through these points.
fn smooth(points: &[Point]) -> String {
    let count = points.len();
    let mut d = format!("M{}", place(points[0]));
    for index in 0..count {
        let at = |offset: usize| points[(index + offset + count - 1) % count];
        let (before, from, to, after) = (at(0), at(1), at(2), at(3));
        let lean =
            |a: Point, b: Point, c: Point, sign: f32| (b.0 + sign * (c.0 - a.0) / 6.0, b.1 + sign * (c.1 - a.1) / 6.0);
        let (one, two) = (lean(before, from, to, 1.0), lean(from, to, after, -1.0));
        let _ = write!(d, "C{} {} {}", place(one), place(two), place(to));
    }
    d + "Z"
}

/// Sea, with swell where there is room for it.
pub(super) fn sea(layout: &Layout<'_>) -> Vec<Shape> {
    let (w, h) = layout.board.size;
    let u = layout.unit;
    let mut swell = String::new();
    for (x, y) in layout.grid(54.0 * u) {
        let printed = (x - w / 2.0).abs() < PRINTED.0 * u && (y < PRINTED.1 * u || y > h - PRINTED.1 * u);
        if printed
            || layout.is_land((x, y))
            || layout.clearance((x, y)) < 34.0 * u
            || layout.coast_off((x, y)) < 46.0 * u
        {
            continue;
        }
        let s = 9.0 * u;
        let _ = write!(
            swell,
            "M{:.1} {y:.1}q{:.1} {:.1} {s:.1} 0q{:.1} {:.1} {s:.1} 0",
            x - s,
            s / 2.0,
            -s * 0.7,
            s / 2.0,
            s * 0.7
        );
    }
    vec![
        path(format!("M0 0L{w} 0L{w} {h}L0 {h}Z"), Fill::Ink("sea"), None),
        path(swell, Fill::None, Some(Stroke::line("swell", 2.6 * u))),
    ]
}

/// The islands with their shoals; bands of water are drawn first, so that they join.
pub(super) fn islands(layout: &Layout<'_>) -> Vec<Region> {
    let u = layout.unit;
    let band = |d: &str, ink, width: f32| path(d.to_owned(), Fill::Ink(ink), Some(Stroke::line(ink, width * u)));
    let region = |island: &super::super::board::Island| {
        let d = smooth(&island.coast);
        let mut shapes = vec![
            band(&d, "shoal", 74.0),
            band(&d, "shallow", 44.0),
            band(&d, "surf", 22.0),
            band(&d, "sand", 14.0),
            path(d.clone(), Fill::Ink("land"), Some(Stroke::line("sand", 9.0 * u))),
        ];
        shapes.extend(growth(layout, &island.coast));
        Region { id: slug(&island.name), label: island.name.clone(), shapes, evidence: island.evidence }
    };
    layout.board.islands.iter().map(region).collect()
}

fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// Palms and ridges where there is room on an island.
fn growth(layout: &Layout<'_>, coast: &[Point]) -> Vec<Shape> {
    let u = layout.unit;
    let mut shapes = Vec::new();
    for (number, at) in layout.grid(30.0 * u).enumerate() {
        if !inside(coast, at) || layout.coast_off(at) < 20.0 * u {
            continue;
        }
        let room = layout.clearance(at);
        if room < 26.0 * u {
            continue;
        }
        if room > 31.0 * u && number % 2 == 0 {
            shapes.extend(ridge(at, 15.0 * u));
        } else {
            shapes.extend(palm(at, 12.0 * u, number % 3 == 0));
        }
    }
    shapes
}

fn ridge((x, y): Point, s: f32) -> Vec<Shape> {
    let peak = |dx: f32, k: f32| {
        let (left, top, right) =
            ((x + dx - s * k, y + s * 0.6), (x + dx, y + s * 0.6 - s * 1.3 * k), (x + dx + s * k, y + s * 0.6));
        let shade = polygon(&[top, right, (x + dx + s * 0.15 * k, y + s * 0.6), (x + dx + s * 0.1 * k, y + s * 0.1)]);
        [
            path(polygon(&[left, top, right]), Fill::Ink("leaf"), Some(Stroke::line("rock", s * 0.09))),
            path(shade, Fill::Ink("rock"), None),
        ]
    };
    [peak(-s * 0.55, 0.62), peak(s * 0.25, 0.85)].concat()
}

fn palm((x, y): Point, s: f32, mirror: bool) -> Vec<Shape> {
    let m = if mirror { -1.0 } else { 1.0 };
    let at = |dx: f32, dy: f32| place((x + dx * s * m, y + dy * s));
    let trunk = format!("M{}Q{} {}", at(-0.2, 1.0), at(0.15, 0.3), at(0.0, -0.35));
    let mut crown = String::new();
    for (by, to) in [
        ((-0.5, -0.95), (-1.0, -0.25)),
        ((-0.4, -0.35), (-0.8, 0.3)),
        ((0.5, -0.95), (1.0, -0.25)),
        ((0.45, -0.35), (0.8, 0.3)),
        ((0.1, -1.0), (0.25, -1.15)),
    ] {
        let _ = write!(crown, "M{}Q{} {}", at(0.0, -0.35), at(by.0, by.1), at(to.0, to.1));
    }
    vec![
        path(trunk, Fill::None, Some(Stroke::line("brown", s * 0.18))),
        path(crown, Fill::None, Some(Stroke::line("rock", s * 0.2))),
    ]
}

/// A reef around every atoll's circle.
pub(super) fn atolls(layout: &Layout<'_>) -> Vec<Region> {
    let (board, u) = (layout.board, layout.unit);
    let region = |place: &super::super::board::Place| {
        let ring = |r: f32, wobble: f32| {
            let points: Vec<_> = (0..10)
                .map(|n| {
                    let r = (r + if n % 2 == 0 { wobble } else { -wobble }) * u;
                    let (sin, cos) = (TAU * n as f32 / 10.0).sin_cos();
                    (place.at.0 + r * cos, place.at.1 + r * sin)
                })
                .collect();
            smooth(&points)
        };
        Region {
            id: format!("atoll-{}", place.name),
            label: format!("the atoll {}", place.name),
            shapes: vec![
                path(ring(44.0, 2.0), Fill::Ink("shoal"), None),
                path(ring(37.0, 2.5), Fill::Ink("shallow"), None),
                path(ring(31.0, 2.0), Fill::Ink("surf"), None),
                path(ring(28.0, 2.0), Fill::Ink("sand"), None),
                path(ring(22.0, 1.5), Fill::Ink("land"), None),
            ],
            evidence: place.evidence,
        }
    };
    board.places.iter().filter(|place| place.kind == Kind::Atoll).map(region).collect()
}

/// The area of a beach: its circle and the places of ship and aeroplane.
pub(super) fn beach(layout: &Layout<'_>, beach: &Beach) -> Region {
    let u = layout.unit;
    let circle = layout.board.place(beach.circle);
    let outline = polygon(&hull(&[circle.at, beach.berths[0], beach.berths[1]], 31.0 * u));
    let ink = inks::of(beach.colour);
    Region {
        id: format!("beach-{}", circle.name),
        label: format!("{} beach {}", beach.colour.word(), circle.name),
        shapes: [
            vec![
                Shape::Faint(0.9, vec![path(outline.clone(), Fill::Ink("sand"), None)]),
                Shape::Faint(0.8, vec![path(outline.clone(), inks::pattern(beach.colour), None)]),
                path(outline.clone(), Fill::None, Some(Stroke::line("cream", 6.0 * u))),
                path(outline, Fill::None, Some(Stroke::line(ink, 3.4 * u))),
            ],
            plate(layout, beach),
        ]
        .concat(),
        evidence: beach.evidence,
    }
}

/// The name of a beach, printed where no piece hides it: at the place with the most room
/// between its circle, its ship, its aeroplane and the lines.
fn plate(layout: &Layout<'_>, beach: &Beach) -> Vec<Shape> {
    let (board, u) = (layout.board, layout.unit);
    let circle = board.place(beach.circle);
    let [ship, plane] = beach.berths;
    let between = |a: Point, b: Point| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let middle = between(ship, plane);
    let outward = (middle.0 * 1.25 - circle.at.0 * 0.25, middle.1 * 1.25 - circle.at.1 * 0.25);
    let room = |at: Point| {
        let pieces = [ship, plane, circle.at].into_iter().map(|piece| apart(at, piece) - layout.token_r);
        let lines = board.roads.iter().map(|road| from_line(at, board.place(road.from).at, board.place(road.to).at));
        pieces.chain(lines).fold(f32::INFINITY, f32::min)
    };
    let places = [between(ship, circle.at), between(plane, circle.at), middle, outward];
    let (x, y) = places.into_iter().max_by(|a, b| room(*a).total_cmp(&room(*b))).unwrap_or(middle);
    let half = circle.name.len() as f32 * 3.4 * u;
    let pill = polygon(&hull(&[(x - half, y), (x + half, y)], 8.5 * u));
    vec![
        path(pill, Fill::Ink("cream"), Some(Stroke::line(inks::of(beach.colour), 1.6 * u))),
        word((x, y + 4.6 * u), &circle.name, 13.0 * u, "ink", Face::Text, 0.0),
    ]
}

/// The panel where a colour's pieces wait.
pub(super) fn harbour(layout: &Layout<'_>, colour: Colour) -> Region {
    let (board, u) = (layout.board, layout.unit);
    let harbour = &board.harbours[colour.index()];
    let circle = board.place(harbour.circle);
    let (first, last) = (layout.berth(colour, 0), layout.berth(colour, 5));
    let panel = polygon(&hull(&[first, last], 33.0 * u));
    let joint = format!("M{}L{}", place(circle.at), place((circle.at.0, first.1)));
    Region {
        id: format!("harbour-{}", colour.word()),
        label: format!("where {} begins", colour.name()),
        shapes: vec![
            path(joint.clone(), Fill::None, Some(Stroke::line("cream", 26.0 * u))),
            path(joint, Fill::None, Some(Stroke::line(inks::of(colour), 18.0 * u))),
            path(panel.clone(), Fill::Ink("paper"), None),
            Shape::Faint(0.35, vec![path(panel.clone(), inks::pattern(colour), None)]),
            path(panel.clone(), Fill::None, Some(Stroke::line("cream", 8.0 * u))),
            path(panel, Fill::None, Some(Stroke::line(inks::of(colour), 4.5 * u))),
        ],
        evidence: circle.evidence,
    }
}

/// The convex outline around discs of one size.
fn hull(centres: &[Point], r: f32) -> Vec<Point> {
    const CORNERS: usize = 28;
    let mut points: Vec<Point> = centres
        .iter()
        .flat_map(|centre| {
            (0..CORNERS).map(move |n| {
                let (sin, cos) = (TAU * n as f32 / CORNERS as f32).sin_cos();
                (centre.0 + r * cos, centre.1 + r * sin)
            })
        })
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let turn = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while chain.len() > 1 && turn(chain[chain.len() - 2], chain[chain.len() - 1], point) <= 0.0 {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut outline = chain(&mut points.iter().copied());
    outline.extend(chain(&mut points.iter().rev().copied()));
    outline
}

/// Does a point lie inside a polygon?
pub(super) fn inside(coast: &[Point], (x, y): Point) -> bool {
    let mut within = false;
    for (index, a) in coast.iter().enumerate() {
        let b = coast[(index + 1) % coast.len()];
        if (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0 {
            within = !within;
        }
    }
    within
}

/// Distance of a point from a line segment.
pub(super) fn from_line(at: Point, a: Point, b: Point) -> f32 {
    let length = apart(a, b);
    if length == 0.0 {
        return apart(at, a);
    }
    let along = ((at.0 - a.0) * (b.0 - a.0) + (at.1 - a.1) * (b.1 - a.1)) / (length * length);
    let t = along.clamp(0.0, 1.0);
    apart(at, (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1)))
}

/// The areas of all beaches of the board.
pub(super) fn beaches(layout: &Layout<'_>) -> Vec<Region> {
    let board: &HbBoard = layout.board;
    board.beaches.iter().flatten().map(|of| beach(layout, of)).collect()
}
