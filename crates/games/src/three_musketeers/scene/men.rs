//! The men, drawn with radius 1: big dark octagons with a plumed hat over crossed
//! swords, small light discs with a helmet and a pike.

use super::trace::Trace;
use kernel::scene::{Fill, Shape, Stroke, TokenArt};

/// Both kinds.
pub(super) fn men() -> Vec<TokenArt> {
    vec![
        TokenArt { kind: "attacker", shapes: attacker(), glyph: ('○', 'o'), ink: "line" },
        TokenArt { kind: "musketeer", shapes: musketeer(), glyph: ('♞', 'M'), ink: "plume" },
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
    let bowl = trace().go(-0.4, 0.16).curve((-0.4, -0.5), (0.3, -0.5), (0.3, 0.16)).close();
    let brim = trace()
        .go(-0.66, 0.1)
        .curve((-0.4, 0.26), (0.3, 0.26), (0.56, 0.1))
        .curve((0.4, 0.42), (-0.5, 0.42), (-0.66, 0.1))
        .close();
    let crest = trace()
        .go(-0.36, -0.12)
        .curve((-0.3, -0.66), (0.2, -0.66), (0.26, -0.12))
        .curve((0.1, -0.42), (-0.2, -0.42), (-0.36, -0.12))
        .close();
    vec![
        disc(0.84, "light-man", "dark-man", 0.1),
        disc(0.7, "light-man", "light-mark", 0.035),
        bowl.fill("light-mark"),
        crest.fill("light-mark"),
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
    let sword = |s: f32| trace().go(-0.62 * s, -0.66).line(0.5 * s, 0.62).go(0.2 * s, 0.52).line(0.52 * s, 0.26);
    let hat = trace()
        .go(-0.8, 0.14)
        .curve((-0.55, 0.06), (-0.42, 0.0), (-0.4, -0.2))
        .curve((-0.36, -0.5), (0.34, -0.5), (0.38, -0.2))
        .curve((0.42, 0.0), (0.6, 0.04), (0.82, -0.02))
        .curve((0.6, 0.36), (-0.45, 0.4), (-0.8, 0.14))
        .close();
    let plume = trace()
        .go(0.34, -0.02)
        .curve((0.3, -0.6), (-0.3, -0.86), (-0.78, -0.5))
        .curve((-0.9, -0.38), (-0.86, -0.16), (-0.72, -0.12))
        .curve((-0.66, -0.32), (-0.2, -0.4), (0.34, -0.02))
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
