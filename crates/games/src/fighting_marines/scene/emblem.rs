//! The cap over the spindle, which stands still while the platform turns around it:
//! a marine before a rising sun, and the name of the game on two ribbons.

use super::layout::{CENTRE, HUB};
use crate::drawing::path;
use kernel::scene::{Face, Fill, Point, Shape, Stroke};
use std::f32::consts::PI;
use std::fmt::Write;

/// The picture inside the cap's rings.
const DISC: f32 = HUB - 17.0;
/// Where the sun stands, below the centre.
const SUN: f32 = 66.0;
/// Number of rays, each as wide as the gap to the next.
const RAYS: u8 = 22;
/// Half the width of a ribbon and half its height.
const RIBBON: Point = (118.0, 22.0);

/// A charging marine: outlines with their stroke widths, negative for outlines that
/// are filled as well.
const MARINE: [(&str, f32); 9] = [
    ("M498.8 503L535.7 510.1L528.6 559.8", 18.5),
    ("M491.7 503L474.6 542.8L434.9 545.6", 18.5),
    (
        "M518.7 557L537.1 555.5L554.2 566.9L554.2 574L518.7 574ZM440.6 534.2L424.9 532.8L416.4 558.4L424.9 565.5L432 557L443.4 555.5Z",
        -1.4,
    ),
    (
        "M494.5 451.9Q514.4 443.4 531.4 460.4L514.4 514.4L477.5 511.5ZM466.1 451.9L491.7 446.2L486 491.6L463.3 488.8ZM461.9 439.1L493.1 437.7L494.5 450.5L463.3 453.3Z",
        -1.4,
    ),
    (
        "M508.7 440.5Q510.1 456.1 524.3 459Q534.3 460.4 535.7 450.5L541.4 444.8L535.7 434.8L511.6 434.8ZM498.8 436.3Q501.6 410.7 524.3 413.5Q542.8 416.4 542.8 434.8L551.3 441.9Q522.9 437.7 494.5 443.4Z",
        -0.9,
    ),
    ("M480.3 500.2L497.4 488.8L548.5 464.7L591.1 440.5L592.5 444.8L554.2 471.8L514.4 494.5L488.8 514.4Z", -2.8),
    ("M585.4 444.8L608.1 432", 3.4),
    ("M500.2 463.2L477.5 484.5L504.5 497.3", 14.2),
    ("M524.3 464.7L540 490.2L552.7 473.2", 14.2),
];

/// Helmet, belt, straps and sling.
const SEAMS: &str = "M504.5 434.8Q507.3 417.8 522.9 417.8M478.9 507.3L514.4 508.7M500.2 454.7L510.1 486M463.3 470.3L488.8 468.9M463.3 446.2L493.1 443.4M540 527.1L524.3 525.7M538.5 538.5L522.9 537.1M457.6 535.7L457.6 552.7M447.7 535.7L447.7 554.1M517.2 486L591.1 443.4";

/// The whole cap.
pub(super) fn cap() -> Vec<Shape> {
    let ring = |r, fill, stroke| Shape::Circle { at: CENTRE, r, fill, stroke };
    let mut shapes = vec![
        ring(HUB, Fill::Ink("navy"), Some(Stroke::line("rim", 2.0))),
        ring(HUB - 7.0, Fill::None, Some(Stroke::line("gold", 3.0))),
        ring(DISC, Fill::Ink("sky"), Some(Stroke::line("gold", 2.0))),
        path(rays(), Fill::Ink("gold"), None),
    ];
    shapes.extend(sea());
    shapes.extend(marine());
    shapes.extend(ribbon(CENTRE.1 - 112.0, "FIGHTING"));
    shapes.extend(ribbon(CENTRE.1 + 112.0, "MARINES"));
    shapes
}

/// Rays that end on the disc.
fn rays() -> String {
    let sun = (CENTRE.0, CENTRE.1 + SUN);
    let reach = |angle: f32| {
        // From the sun, which is not in the middle, to the edge of the disc.
        let (dx, dy) = (angle.sin(), -angle.cos());
        let along = -(SUN * dy) + (SUN * SUN * dy * dy - SUN * SUN + DISC * DISC).sqrt();
        (sun.0 + dx * along, sun.1 + dy * along)
    };
    let mut d = String::new();
    for ray in 0..RAYS {
        let middle = 2.0 * PI * f32::from(ray) / f32::from(RAYS);
        let half = PI / f32::from(RAYS) / 2.0;
        let ((x, y), (u, v)) = (reach(middle - half), reach(middle + half));
        let _ = write!(d, "M{} {}L{x:.1} {y:.1}A{DISC} {DISC} 0 0 1 {u:.1} {v:.1}Z", sun.0, sun.1);
    }
    d
}

/// The sea up to the sun, with three rows of waves.
fn sea() -> Vec<Shape> {
    let level = CENTRE.1 + SUN;
    let half = (DISC * DISC - SUN * SUN).sqrt();
    let shore = format!(
        "M{:.1} {level}L{:.1} {level}A{DISC} {DISC} 0 0 1 {:.1} {level}Z",
        CENTRE.0 - half,
        CENTRE.0 + half,
        CENTRE.0 - half
    );
    let waves = |y: f32, half: f32| {
        let mut d = format!("M{:.1} {y}", CENTRE.0 - half);
        for wave in 0..6_u8 {
            let (from, wide) = (CENTRE.0 - half + f32::from(wave) * half / 3.0, half / 3.0);
            let _ = write!(d, "Q{:.1} {:.1} {:.1} {y}", from + wide / 2.0, y - 11.0, from + wide);
        }
        path(d, Fill::None, Some(Stroke::line("cream", 2.4)))
    };
    vec![path(shore, Fill::Ink("sea"), None), waves(level + 14.0, 140.0), waves(level + 76.0, 64.0)]
}

/// The marine, with a slightly offset red shadow as in cheap printing.
fn marine() -> Vec<Shape> {
    let part = |ink: &'static str, wider: f32| {
        MARINE.iter().map(move |(d, width)| {
            let fill = if *width < 0.0 { Fill::Ink(ink) } else { Fill::None };
            path((*d).to_owned(), fill, Some(Stroke::line(ink, width.abs() + wider)))
        })
    };
    let seams = path(SEAMS.to_owned(), Fill::None, Some(Stroke::line("cream", 2.0)));
    part("sky", 9.0).chain(part("red", 5.0)).chain(part("rim", 0.0)).chain([seams]).collect()
}

/// A ribbon with swallow tails and a word on it.
fn ribbon(y: f32, word: &str) -> Vec<Shape> {
    let (x, (half, rise)) = (CENTRE.0, RIBBON);
    let tail = |side: f32| {
        let (near, far) = (x + side * (half - 18.0), x + side * (half + 22.0));
        let (top, foot) = (y - rise + 9.0, y + rise + 9.0);
        let notch = (far - side * 14.0, (top + foot) / 2.0);
        path(
            format!("M{near} {top}L{far} {top}L{} {}L{far} {foot}L{near} {foot}Z", notch.0, notch.1),
            Fill::Ink("red"),
            Some(Stroke::line("rim", 2.0)),
        )
    };
    let (left, right, top, foot) = (x - half, x + half, y - rise, y + rise);
    let band = format!("M{left} {top}L{right} {top}L{right} {foot}L{left} {foot}Z");
    vec![
        tail(-1.0),
        tail(1.0),
        path(band, Fill::Ink("cream"), Some(Stroke::line("rim", 2.0))),
        Shape::Text { at: (x, y + 12.0), text: word.into(), size: 34.0, ink: "rim", face: Face::Display, spread: 1.5 },
    ]
}
