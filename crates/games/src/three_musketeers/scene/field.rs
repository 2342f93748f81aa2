//! Sky, hills, and trees and tents where the board has no points.

use super::layout::{Layout, STEP};
use super::trace::Trace;
use kernel::scene::{Point, Shape};

/// The sky with its rays, over the whole picture.
pub(super) fn sky(layout: &Layout<'_>) -> Vec<Shape> {
    let (left, top, right, bottom) = layout.inside();
    let (width, horizon) = (right - left, horizon(layout));
    let sun = ((left + right) / 2.0, horizon + STEP * 0.4);
    let mut rays = Trace::at((0.0, 0.0), 1.0);
    let count = 13;
    for ray in 0..count {
        let across = |half: f32| left - width * 0.6 + width * 2.2 * (ray as f32 + half) / count as f32;
        rays = rays.go(sun.0, sun.1).line(across(0.0), top).line(across(0.5), top).close();
    }
    vec![Trace::at((0.0, 0.0), 1.0).block((left, top), (right, bottom)).fill("sky"), rays.fill("ray")]
}

/// Where the land meets the sky.
fn horizon(layout: &Layout<'_>) -> f32 {
    let rows = layout.castle_rows();
    let (top, bottom) = (rows.first().map_or(0, |row| row.0), rows.last().map_or(0, |row| row.0));
    let field = super::points_of(layout.board.net.field()).map(|point| point.row()).min().unwrap_or(bottom);
    layout.place(0.0, (field as f32 - 0.85).max(top as f32 - 0.3)).1
}

/// Rolling ground from the horizon to the frame.
pub(super) fn ground(layout: &Layout<'_>) -> Vec<Shape> {
    let (left, _, right, bottom) = layout.inside();
    let (first, width) = (horizon(layout), right - left);
    let hill = |y: f32, rise: f32, fall: f32| {
        Trace::at((left, y), 1.0)
            .go(0.0, rise)
            .curve((width * 0.25, rise - STEP * 0.5), (width * 0.4, fall + STEP * 0.3), (width * 0.6, fall))
            .curve((width * 0.75, fall - STEP * 0.25), (width * 0.85, rise - STEP * 0.2), (width, rise * 0.3))
            .line(width, bottom - y)
            .line(0.0, bottom - y)
            .close()
    };
    let mut shapes = vec![hill(first, 0.0, STEP * 0.1).edged("hill", "etch", 1.6)];
    let gap = (bottom - first) / 5.0;
    for band in 1..5 {
        let ink = if band % 2 == 1 { "field" } else { "hill" };
        let lean = if band % 2 == 1 { STEP * 0.25 } else { -STEP * 0.2 };
        shapes.push(hill(first + gap * (band as f32 - 0.35), lean, -lean).fill(ink));
    }
    shapes
}

/// Trees above, tents below, on free ground.
pub(super) fn growth(layout: &Layout<'_>) -> Vec<Shape> {
    let line = horizon(layout);
    let mut shapes = Vec::new();
    for (column, row) in layout.free() {
        let at = layout.place(column as f32, row as f32);
        if at.1 + STEP * 0.3 < line || castle_near(layout, column, row) {
            continue;
        }
        match (row * 2 > layout.board.ranks, (column + row) % 2) {
            (true, 0) => shapes.extend(tent((at.0, at.1 + STEP * 0.28), column * 2 > layout.board.files)),
            _ => shapes.extend(trees((at.0, at.1 + STEP * 0.26), column * 2 > layout.board.files)),
        }
    }
    shapes
}

fn castle_near(layout: &Layout<'_>, column: usize, row: usize) -> bool {
    let rows = layout.castle_rows();
    let inside = rows.iter().any(|(y, first, last)| *y == row && (*first..=*last).contains(&column));
    let tower = rows.first().is_some_and(|(top, first, last)| {
        (column == *first || column == *last) && (row as f32) < super::castle::tower_foot(layout, column, *top)
    });
    inside || tower
}

fn tent(foot: Point, mirror: bool) -> Vec<Shape> {
    let trace = || Trace::mirrored(foot, STEP, mirror);
    let stripe = |from: f32, to: f32| {
        trace()
            .go(0.0, -0.58)
            .bend((from * 0.55, -0.2), (from, 0.0))
            .line(to, 0.0)
            .bend((to * 0.55, -0.2), (0.0, -0.58))
            .close()
    };
    vec![
        trace().go(0.0, -0.55).line(0.0, -0.78).stroke("etch", 1.8),
        trace().go(0.0, -0.78).line(0.22, -0.71).line(0.0, -0.64).close().edged("roof", "etch", 1.2),
        stripe(-0.42, 0.42).edged("paving", "etch", 2.0),
        stripe(-0.3, -0.16).fill("roof"),
        stripe(0.16, 0.3).fill("roof"),
        stripe(-0.09, 0.09).fill("etch"),
        trace().go(-0.56, 0.02).bend((0.0, 0.1), (0.56, 0.02)).stroke("etch", 1.4),
    ]
}

fn trees(foot: Point, mirror: bool) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (x, y, size) in [(-0.26, 0.0, 0.8), (0.22, -0.04, 0.7), (0.0, 0.08, 1.0)] {
        let x = if mirror { -x } else { x };
        shapes.extend(tree((foot.0 + x * STEP, foot.1 + y * STEP), size * STEP));
    }
    shapes
}

fn tree(foot: Point, size: f32) -> [Shape; 3] {
    let trace = || Trace::at(foot, size);
    let crown = trace()
        .go(-0.08, -0.14)
        .curve((-0.3, -0.1), (-0.32, -0.34), (-0.2, -0.38))
        .curve((-0.26, -0.56), (-0.06, -0.66), (0.02, -0.56))
        .curve((0.2, -0.62), (0.28, -0.44), (0.2, -0.36))
        .curve((0.34, -0.26), (0.24, -0.1), (0.08, -0.14))
        .close();
    let shade = trace()
        .go(0.06, -0.16)
        .curve((0.24, -0.12), (0.3, -0.26), (0.18, -0.36))
        .curve((0.24, -0.44), (0.18, -0.54), (0.08, -0.56))
        .curve((0.14, -0.4), (0.1, -0.26), (0.06, -0.16))
        .close();
    [
        trace().go(0.0, 0.0).line(0.0, -0.2).stroke("etch", 3.4),
        crown.edged("tree", "etch", 1.8),
        shade.hatched("etch", 60.0, 4.0, 1.0),
    ]
}
