//! The men, drawn with radius 1: big dark octagons with a plumed hat over crossed
//! swords, small light discs with a helmet and a pike.

use super::trace::Trace;
use kernel::scene::{Fill, Shape, Stroke, TokenArt};

/// Both kinds.
pub(super) fn men() -> Vec<TokenArt> {
    vec![
        TokenArt { kind: "attacker", shapes: attacker(), glyph: ('○', 'o'), ink: "line" },
        TokenArt { kind: "musketeer", shapes: musketeer(), glyph: ('◆', 'M'), ink: "plume" },
    ]
}

fn trace() -> Trace {
    Trace::at((0.0, 0.0), 1.0)
}

fn attacker() -> Vec<Shape> {
    let disc = |r, ink, edge, width| Shape::Circle {
        at: (0.0, 0.0),
        r,
        fill: Fill::Ink(ink),
        stroke: Some(Stroke::line(edge, width)),
    };
    let pike = trace().go(0.54, 0.52).line(0.54, -0.3);
    let blade = trace().go(0.54, -0.64).lines(&[(0.68, -0.3), (0.54, -0.18), (0.4, -0.3)]).close();
    let helmet = || Trace::at((0.0, 0.03), 0.9);
    let comb = helmet()
        .go(-0.6, 0.02)
        .curve((-0.58, -0.86), (0.28, -0.86), (0.3, 0.02))
        .line(0.2, 0.08)
        .curve((0.2, -0.64), (-0.5, -0.64), (-0.5, 0.08))
        .close();
    let bowl = helmet().go(-0.44, 0.2).curve((-0.46, -0.56), (0.16, -0.56), (0.14, 0.2)).close();
    let brim = helmet()
        .go(-0.78, -0.08)
        .curve((-0.56, 0.2), (0.26, 0.2), (0.48, -0.08))
        .curve((0.42, 0.62), (-0.7, 0.64), (-0.78, -0.08))
        .close();
    vec![
        disc(0.85, "light-man", "dark-man", 0.1),
        pike.stroke("light-mark", 0.1),
        blade.fill("light-mark"),
        comb.fill("light-mark"),
        bowl.fill("light-mark"),
        brim.fill("light-mark"),
    ]
}

fn musketeer() -> Vec<Shape> {
    let octagon = |r: f32| {
        let (long, short) = (r, r * 0.4142);
        trace()
            .go(-short, -long)
            .lines(&[
                (short, -long),
                (long, -short),
                (long, short),
                (short, long),
                (-short, long),
                (-long, short),
                (-long, -short),
            ])
            .close()
    };
    let sword = |s: f32| {
        trace().go(-0.8 * s, 0.1).line(0.52 * s, 0.78).go(0.16 * s, 0.74).bend((0.4 * s, 0.66), (0.46 * s, 0.4))
    };
    let hat = trace()
        .go(-0.86, 0.0)
        .curve((-0.6, -0.06), (-0.46, -0.12), (-0.42, -0.34))
        .curve((-0.38, -0.66), (0.36, -0.66), (0.4, -0.34))
        .curve((0.44, -0.12), (0.64, -0.08), (0.86, -0.16))
        .curve((0.62, 0.3), (-0.5, 0.34), (-0.86, 0.0))
        .close();
    let plume = trace()
        .go(0.36, -0.16)
        .curve((0.32, -0.78), (-0.3, -1.02), (-0.74, -0.68))
        .curve((-0.92, -0.52), (-0.88, -0.26), (-0.72, -0.22))
        .curve((-0.66, -0.44), (-0.2, -0.52), (0.36, -0.16))
        .close();
    vec![
        octagon(1.08).edged("dark-man", "dark-man", 0.12),
        octagon(1.0).stroke("gold", 0.1),
        sword(1.0).stroke("gold", 0.12),
        sword(-1.0).stroke("gold", 0.12),
        hat.edged("light-man", "dark-man", 0.08),
        plume.edged("plume", "dark-man", 0.06),
    ]
}
