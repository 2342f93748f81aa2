//! The castle, drawn behind the castle points of any board.

use super::layout::{Layout, STEP};
use super::points_of;
use super::trace::Trace;
use kernel::scene::{Point, Shape};

/// How far walls stand out beyond the outermost points, in steps.
const WALL: f32 = 0.5;
/// Height of the tower heads over their points, in steps.
const TOWER: f32 = 0.74;
/// Height of their roofs, in steps.
const ROOF: f32 = 0.66;

/// The whole castle, from the keep behind to the gates in front.
pub(super) fn castle(layout: &Layout<'_>) -> Vec<Shape> {
    let rows = layout.castle_rows();
    let (Some(&(top, left, right)), Some(&(bottom, _, _))) = (rows.first(), rows.last()) else { return Vec::new() };
    let build = Build { layout, rows: &rows, top, bottom, left, right };
    let mut shapes = if right - left >= 3 { build.keep() } else { Vec::new() };
    shapes.push(build.walls());
    shapes.extend(build.masonry());
    shapes.extend(build.gates());
    shapes.extend(build.tower(left, false));
    if right > left {
        shapes.extend(build.tower(right, true));
    }
    shapes
}

struct Build<'a> {
    layout: &'a Layout<'a>,
    rows: &'a [(usize, usize, usize)],
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Build<'_> {
    /// An outline in steps of the grid.
    fn trace(&self) -> Trace {
        Trace::at(self.layout.place(0.0, 0.0), STEP)
    }

    /// The great tower in the middle, behind the walls.
    fn keep(&self) -> Vec<Shape> {
        let middle = (self.left + self.right) as f32 / 2.0;
        let half = ((self.right - self.left) as f32 * 0.18).clamp(0.45, 1.2);
        let (head, foot) = (self.top as f32 - 1.12, self.top as f32 - 0.3);
        let (from, to) = (middle - half, middle + half);
        let mut shapes = banner(self.layout.place(middle, head), 0.40, false);
        shapes.push(battlement(self.trace().go(from, foot), from, to, head).line(to, foot).edged("shade", "etch", 2.2));
        shapes.push(self.trace().block((to - 0.34, head + 0.02), (to - 0.02, foot)).hatched("etch", 60.0, 5.0, 0.9));
        let windows = [-0.5, 0.0, 0.5].map(|at| middle + at * half);
        shapes.extend(windows.map(|x| slit(self.trace(), x, head + 0.2, 0.06, 0.24)));
        shapes
    }

    /// The walls around all castle points: battlements above, corbels where a
    /// row is wider than the next, a sloping foot.
    fn walls(&self) -> Shape {
        let head = self.top as f32 - WALL;
        let (from, to) = (self.left as f32 - WALL, self.right as f32 + WALL);
        let mut trace = battlement(self.trace().go(from, head + 0.2), from, to, head);
        let mut x = to;
        for &(row, _, last) in &self.rows[1..] {
            (trace, x) = step_in(trace, x, last as f32 + WALL, row as f32 - WALL);
        }
        let foot = self.bottom as f32 + WALL;
        trace = trace.line(x, foot - 0.22).bend((x, foot), (x + 0.12, foot + 0.04));
        let mut x = self.rows[self.rows.len() - 1].1 as f32 - WALL;
        trace = trace.line(x - 0.12, foot + 0.04).bend((x, foot), (x, foot - 0.22));
        for pair in self.rows.windows(2).rev() {
            let target = pair[0].1 as f32 - WALL;
            let edge = pair[1].0 as f32 - WALL;
            trace = trace.line(x, edge + 0.16).bend((x, edge - 0.1), (target, edge - 0.1));
            x = target;
        }
        trace.close().edged("castle", "etch", 2.6)
    }

    /// Courses of stone here and there.
    fn masonry(&self) -> Vec<Shape> {
        let mut trace = self.trace();
        for &(row, first, last) in self.rows {
            for column in first..last {
                let lean = (row + column) % 2 == 0;
                let (x, y) =
                    (column as f32 + if lean { 0.34 } else { 0.58 }, row as f32 + if lean { 0.2 } else { -0.3 });
                trace = stones(trace, x, y);
            }
        }
        vec![trace.stroke("stone", 1.6)]
    }

    /// An arch with a raised portcullis around each point where a musketeer begins.
    fn gates(&self) -> Vec<Shape> {
        let net = &self.layout.board.net;
        points_of(net.musketeers & net.castle)
            .flat_map(|point| self.gate(point.column() as f32, point.row() as f32))
            .collect()
    }

    fn gate(&self, x: f32, y: f32) -> [Shape; 3] {
        let (half, foot, spring) = (0.37, y + 0.5, y - 0.12);
        let arch = |half: f32, trace: Trace| {
            trace
                .go(x - half, foot)
                .line(x - half, spring)
                .curve((x - half, spring - half * 1.15), (x + half, spring - half * 1.15), (x + half, spring))
                .line(x + half, foot)
                .close()
        };
        let mut bars = self.trace();
        for at in [-0.24, -0.12, 0.0, 0.12, 0.24] {
            bars = bars.go(x + at, spring - 0.26 + at.abs() * 0.5).line(x + at, foot);
        }
        [
            arch(half + 0.06, self.trace()).edged("stone", "etch", 1.4),
            arch(half - 0.03, self.trace()).edged("shade", "etch", 1.4),
            Shape::Faint(0.35, vec![bars.stroke("etch", 1.4)]),
        ]
    }

    /// A tower with a pointed roof over one end of the back row, down to the next
    /// point below it.
    fn tower(&self, column: usize, mirror: bool) -> Vec<Shape> {
        let (x, y) = (column as f32, self.top as f32);
        let (head, foot) = (y - TOWER, tower_foot(self.layout, column, self.top));
        let body = self
            .trace()
            .go(x - 0.56, foot)
            .bend((x - 0.5, foot - 0.1), (x - 0.5, foot - 0.4))
            .lines(&[(x - 0.5, head), (x + 0.5, head), (x + 0.5, foot - 0.4)])
            .bend((x + 0.5, foot - 0.1), (x + 0.56, foot))
            .close();
        let eaves = self.trace().block((x - 0.57, head - 0.06), (x + 0.57, head + 0.08));
        let roof = self.trace().go(x - 0.57, head - 0.06).line(x, head - ROOF).line(x + 0.57, head - 0.06).close();
        let shade = self.trace().go(x + 0.14, head - 0.06).line(x, head - ROOF).line(x + 0.57, head - 0.06).close();
        let mut shapes = vec![body.edged("castle", "etch", 2.4)];
        shapes.push(self.trace().block((x + 0.22, head + 0.08), (x + 0.46, y - 0.3)).hatched("etch", 60.0, 5.0, 0.9));
        shapes.push(slit(self.trace(), x - 0.1, head + 0.16, 0.055, 0.2));
        shapes.push(eaves.edged("shade", "etch", 2.0));
        shapes.extend(banner(self.layout.place(x, head - ROOF + 0.03), 0.24, mirror));
        shapes.push(roof.edged("roof", "etch", 2.2));
        shapes.push(shade.hatched("etch", 60.0, 4.0, 0.9));
        shapes.push(stones(stones(self.trace(), x - 0.36, y + 0.32), x + 0.06, y + 0.62).stroke("stone", 1.6));
        shapes
    }
}

/// How far down a tower over this point reaches, in rows.
pub(super) fn tower_foot(layout: &Layout<'_>, column: usize, top: usize) -> f32 {
    let below = |point: &&super::super::board::Point| point.column() == column && point.row() > top;
    let next = layout.board.points.keys().filter(below).map(|point| point.row()).min();
    let height = next.map_or(1.5, |row| row as f32 - 0.56 - top as f32);
    top as f32 + height.clamp(0.44, 1.5)
}

/// From one row's edge to the next one's, going down.
fn step_in(trace: Trace, x: f32, target: f32, edge: f32) -> (Trace, f32) {
    if (target - x).abs() < f32::EPSILON {
        return (trace, x);
    }
    (trace.line(x, edge - 0.1).bend((target, edge - 0.1), (target, edge + 0.16)), target)
}

/// Merlons from left to right, their tops a little over `head`.
fn battlement(mut trace: Trace, from: f32, to: f32, head: f32) -> Trace {
    let count = ((to - from) / 0.3).round().max(2.0) as usize * 2 - 1;
    let width = (to - from) / count as f32;
    for tooth in 0..count {
        let (x, y) = (from + tooth as f32 * width, if tooth % 2 == 0 { head - 0.13 } else { head });
        trace = trace.line(x, y).line(x + width, y);
    }
    trace
}

/// A few stones in two courses.
fn stones(trace: Trace, x: f32, y: f32) -> Trace {
    trace
        .go(x, y)
        .line(x + 0.3, y)
        .go(x - 0.08, y + 0.11)
        .line(x + 0.2, y + 0.11)
        .go(x + 0.12, y)
        .line(x + 0.12, y + 0.11)
}

/// A narrow window.
fn slit(trace: Trace, x: f32, y: f32, half: f32, height: f32) -> Shape {
    trace
        .go(x - half, y + height)
        .line(x - half, y + half)
        .bend((x, y - half), (x + half, y + half))
        .line(x + half, y + height)
        .close()
        .fill("etch")
}

/// A pole with a swallow-tailed flag, `height` steps tall.
fn banner(foot: Point, height: f32, mirror: bool) -> Vec<Shape> {
    let trace = || Trace::mirrored(foot, STEP, mirror);
    let flag = trace()
        .go(0.0, -height)
        .curve((0.15, -height - 0.06), (0.28, -height + 0.08), (0.46, -height))
        .line(0.36, -height + 0.09)
        .line(0.46, -height + 0.19)
        .curve((0.28, -height + 0.27), (0.15, -height + 0.13), (0.0, -height + 0.19))
        .close();
    vec![trace().go(0.0, 0.1).line(0.0, -height - 0.05).stroke("etch", 2.4), flag.edged("roof", "etch", 1.6)]
}
