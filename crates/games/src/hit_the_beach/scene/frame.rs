//! The printed frame: border, title, and the legend.

use super::layout::Layout;
use super::map::polygon;
use super::signs;
use crate::drawing::path;
use kernel::scene::{Face, Fill, Point, Shape, Stroke};

const TITLE: &str = "HIT THE BEACH";
/// Width of a letter of the key, in ems.
const LETTER: f32 = 0.5;
/// Half the width of title and key, and how far they reach from the edges.
pub(super) const PRINTED: (f32, f32) = (330.0, 140.0);

pub(super) fn word(at: Point, text: &str, size: f32, ink: &'static str, face: Face, spread: f32) -> Shape {
    Shape::Text { at, text: text.to_owned(), size, ink, face, spread }
}

fn block((x, y): Point, (right, bottom): Point) -> String {
    polygon(&[(x, y), (right, y), (right, bottom), (x, bottom)])
}

/// Everything that is printed over the map and under the pieces.
pub(super) fn lettering(layout: &Layout<'_>) -> Vec<Shape> {
    let mut shapes = border(layout);
    shapes.extend(title(layout));
    shapes.extend(key(layout));
    shapes
}

fn border(layout: &Layout<'_>) -> Vec<Shape> {
    let ((w, h), u) = (layout.board.size, layout.unit);
    let rule = |inset: f32, ink, width: f32| {
        let d = block((inset * u, inset * u), (w - inset * u, h - inset * u));
        path(d, Fill::None, Some(Stroke::line(ink, width * u)))
    };
    let dashes = Stroke { ink: "cream", width: 3.0 * u, dash: vec![22.0 * u, 8.0 * u] };
    let dashed = path(block((7.0 * u, 7.0 * u), (w - 7.0 * u, h - 7.0 * u)), Fill::None, Some(dashes));
    vec![rule(7.0, "frame", 14.0), dashed, rule(15.0, "ink", 2.0)]
}

fn title(layout: &Layout<'_>) -> Vec<Shape> {
    let ((w, _), u) = (layout.board.size, layout.unit);
    let middle = w / 2.0;
    let big = |dx: f32, dy: f32, ink| {
        word((middle + dx * u, 92.0 * u + dy * u), TITLE, 54.0 * u, ink, Face::Display, 4.0 * u)
    };
    vec![
        big(3.0, 4.0, "ink"),
        big(0.0, 0.0, "cream"),
        word((middle, 124.0 * u), "FROM BEACH TO BEACH TO THE OBJECTIVE", 15.0 * u, "cream", Face::Text, 4.0 * u),
    ]
}

/// The legend, at the bottom of the board.
fn key(layout: &Layout<'_>) -> Vec<Shape> {
    let ((w, h), u) = (layout.board.size, layout.unit);
    let y = h - 74.0 * u;
    let signs: [(&str, Vec<Shape>); 4] = [
        ("sea", signs::sea(13.0 * u, "")),
        ("land", signs::land(14.0 * u, "")),
        ("a defender begins here", signs::marked(14.0 * u, "")),
        ("objective", signs::objective(17.0 * u, "")),
    ];
    let size = 17.0 * u;
    let width = |text: &str| 44.0 * u + text.len() as f32 * size * LETTER + 30.0 * u;
    let mut x = w / 2.0 - signs.iter().map(|(text, _)| width(text)).sum::<f32>() / 2.0;
    let mut shapes = Vec::new();
    for (text, sign) in signs {
        shapes.extend(sign.into_iter().map(|shape| signs::moved(shape, (x + 24.0 * u, y))));
        let middle = x + 46.0 * u + text.len() as f32 * size * LETTER / 2.0;
        shapes.push(word((middle, y + 6.0 * u), text, size, "cream", Face::Text, 0.0));
        x += width(text);
    }
    let disclaimer = "ALL PATHS ARE OURS, WITHIN WHAT THE RULE SHEET TELLS";
    shapes.push(word((w / 2.0, h - 38.0 * u), disclaimer, 12.5 * u, "cream", Face::Text, 2.4 * u));
    shapes
}
