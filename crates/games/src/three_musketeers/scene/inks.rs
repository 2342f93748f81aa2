//! The inks, and how the three kinds of road are drawn with them.
//!
//! A lithographer's set: paper, sky, two greens of the field, three of stone,
//! burgundy, gold and black, and one strong ink for each colour of road. Roads
//! differ in shape as well as in colour: a plain line, a paved band between two
//! kerbs, a row of dashes.

use kernel::scene::{Ink, Stroke, WayStyle};

/// All inks, for light and dark themes.
pub(super) fn inks() -> Vec<Ink> {
    let ink = |name, light, dark| Ink { name, light, dark };
    vec![
        ink("paper", "#f8eed6", "#1c1916"),
        ink("line", "#261c1c", "#efe2c6"),
        ink("etch", "#3a2a26", "#a09076"),
        ink("frame", "#7b2030", "#5a1f2b"),
        ink("gold", "#f0c368", "#e8b957"),
        ink("sky", "#f6dfae", "#232436"),
        ink("ray", "#f9e9c6", "#2a2b40"),
        ink("field", "#e3e5b6", "#222c26"),
        ink("hill", "#d6dba2", "#27332b"),
        ink("tree", "#8fa86a", "#3d5a45"),
        ink("castle", "#ecd6ae", "#40372f"),
        ink("stone", "#cdb083", "#574b40"),
        ink("shade", "#d8bd90", "#332c27"),
        ink("roof", "#b23a38", "#9c4340"),
        ink("point", "#fdf7e6", "#15120f"),
        ink("blue", "#163f8f", "#8fb9ff"),
        ink("green", "#0d5728", "#7bd898"),
        ink("paving", "#fdf7e6", "#17213a"),
        ink("dark-man", "#1f1a22", "#0c0a0e"),
        ink("light-man", "#fffaf0", "#f4e9d0"),
        ink("light-mark", "#3b3440", "#3b3440"),
        ink("plume", "#c8302f", "#ff7d6b"),
    ]
}

/// The kinds of road, the lowest first.
pub(super) fn way_styles() -> Vec<WayStyle> {
    let style = |name, label, strokes| WayStyle { name, label, strokes };
    vec![
        style("green", "green road: musketeers only", vec![Stroke { ink: "green", width: 4.6, dash: vec![8.0, 6.0] }]),
        style("blue", "blue road: the attack goes forward", vec![Stroke::line("blue", 4.2)]),
        style(
            "wide",
            "wide blue road: the attack also goes sideways",
            vec![
                Stroke::line("blue", 21.0),
                Stroke::line("paving", 14.0),
                Stroke { ink: "blue", width: 14.0, dash: vec![3.0, 7.0] },
            ],
        ),
    ]
}
