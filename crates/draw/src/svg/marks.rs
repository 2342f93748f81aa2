//! Draws marks on spaces. Each kind has its own shape, so that none depends on colour alone.

use super::inks::Look;
use super::lettering::{self, Words};
use super::shapes::{Pen, num, translate};
use kernel::scene::{Mark, Plan, Point, Scene};
use maud::{Markup, html};

/// The layer of a mark: below or above the tokens.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Layer {
    /// Below the tokens.
    Under,
    /// Above them.
    Over,
}

impl Layer {
    /// The layer a mark belongs to.
    pub fn of(mark: Mark) -> Self {
        match mark {
            Mark::LastFrom | Mark::LastTo | Mark::LastTaken | Mark::Must => Layer::Under,
            Mark::Held | Mark::Target | Mark::Arrow { .. } | Mark::Step(_) => Layer::Over,
        }
    }

    /// Its name in attributes.
    pub fn word(self) -> &'static str {
        match self {
            Layer::Under => "under",
            Layer::Over => "over",
        }
    }
}

/// The scene's marks of one layer.
pub fn marks(scene: &Scene, look: Look<'_>, which: Layer) -> Markup {
    let plan = &scene.plan;
    html! {
        g.marks data-layer=(which.word()) {
            @for (id, mark) in scene.marks.iter().filter(|(_, mark)| Layer::of(*mark) == which) {
                @if let (Some(at), Some(cell)) = (plan.place(id, scene.turned), plan.cell(id, scene.turned)) {
                    g class=(format!("mark {}", mark.word())) data-space=(id) transform=(translate(at)) {
                        (sign(plan, look, cell, at, *mark))
                    }
                }
            }
        }
    }
}

/// The marks that look the same everywhere.
const SIGNS: [Mark; 6] = [Mark::LastFrom, Mark::LastTo, Mark::LastTaken, Mark::Must, Mark::Held, Mark::Target];

/// Definitions of the marks that look the same everywhere, for a page that places them itself:
/// `g#IDS-mark-WORD[data-layer]`, drawn around the origin.
pub fn signs(plan: &Plan, look: Look<'_>) -> Markup {
    html! {
        defs {
            @for mark in SIGNS {
                g id=(format!("{}-mark-{}", look.ids, mark.word())) data-layer=(Layer::of(mark).word()) {
                    (sign(plan, look, (0, 0), (0.0, 0.0), mark))
                }
            }
        }
    }
}

fn sign(plan: &Plan, look: Look<'_>, cell: (u16, u16), at: Point, mark: Mark) -> Markup {
    let inks = Pen::new(plan, look).inks;
    let (ink, halo) = (inks.colour("mark"), inks.colour("mark-halo"));
    let r = plan.token_r;
    let line = |d: String, dash: Option<&str>| {
        html! {
            path d=(d) fill="none" stroke=(halo) stroke-width=(num(r * 0.32)) stroke-linejoin="round" {}
            path d=(d) fill="none" stroke=(ink) stroke-width=(num(r * 0.16)) stroke-dasharray=[dash] stroke-linejoin="round" {}
        }
    };
    let solid = |d: String| {
        html! {
            path d=(d) fill=(ink) stroke=(halo) stroke-width=(num(r * 0.1)) stroke-linejoin="round" paint-order="stroke" {}
        }
    };
    match mark {
        Mark::LastFrom => line(ring(r * 1.0), Some(&format!("{0} {0}", num(r * 0.3)))),
        Mark::LastTo => line(ring(r * 1.22), None),
        Mark::LastTaken => line(burst(r * 1.36, r * 0.98, 10), None),
        Mark::Must => solid(spurs(r)),
        Mark::Held => line(square(r * 1.15), None),
        Mark::Target => solid(burst(r * 0.5, r * 0.36, 4)),
        Mark::Arrow { columns, rows } => {
            let to = (cell.0.checked_add_signed(columns.into()), cell.1.checked_add_signed(rows.into()));
            let target = plan.spaces.iter().find(|space| (Some(space.cell.0), Some(space.cell.1)) == to);
            let far = columns.unsigned_abs().max(rows.unsigned_abs()) > 1;
            html! {
                @if let Some(target) = target {
                    @let to = (target.at.0 - at.0, target.at.1 - at.1);
                    @if far { (leap(to, r, &ink, &halo)) } @else { (solid(arrow(to, r))) }
                }
            }
        }
        Mark::Step(number) => {
            let (x, y) = badge(plan, at);
            html! {
                circle cx=(num(x)) cy=(num(y)) r=(num(r * 0.5)) fill=(ink) stroke=(halo) stroke-width=(num(r * 0.1)) {}
                (lettering::write(&Words::bold(&number.to_string(), (x, y + r * 0.25), r * 0.72, halo), look))
            }
        }
    }
}

/// The place of a number beside a space: towards the middle of the board, so that it does not hide names
/// at the edge.
fn badge(plan: &Plan, at: Point) -> Point {
    let aside = |from: f32, size: f32, otherwise: f32| {
        let sign = if from == size / 2.0 { otherwise } else { (size / 2.0 - from).signum() };
        sign * plan.token_r * 0.78
    };
    (aside(at.0, plan.size.0, 1.0), aside(at.1, plan.size.1, -1.0))
}

fn ring(r: f32) -> String {
    let r = num(r);
    format!("M-{r} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1 -{r} 0Z")
}

fn square(r: f32) -> String {
    let r = num(r);
    format!("M-{r} -{r}H{r}V{r}H-{r}Z")
}

/// A star with this number of points.
fn burst(outer: f32, inner: f32, points: u8) -> String {
    let corners = (0..points * 2).map(|corner| {
        let angle = f32::from(corner) * std::f32::consts::PI / f32::from(points);
        let r = if corner % 2 == 0 { outer } else { inner };
        format!("{}{} {}", if corner == 0 { "M" } else { "L" }, num(r * angle.sin()), num(-r * angle.cos()))
    });
    corners.collect::<String>() + "Z"
}

/// Four arrowheads pointing away from the middle.
fn spurs(r: f32) -> String {
    let (near, far, half) = (r * 1.08, r * 1.5, r * 0.34);
    let head = |dx: f32, dy: f32| {
        let tip = (far * dx, far * dy);
        let (left, right) =
            ((near * dx - half * dy, near * dy + half * dx), (near * dx + half * dy, near * dy - half * dx));
        let point = |p: Point| format!("{} {}", num(p.0), num(p.1));
        format!("M{}L{}L{}Z", point(tip), point(left), point(right))
    };
    [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)].map(|(dx, dy)| head(dx, dy)).concat()
}

/// An arrow from the edge of a token to the middle of another space.
fn arrow(to: Point, r: f32) -> String {
    let length = to.0.hypot(to.1).max(1.0);
    let (dx, dy) = (to.0 / length, to.1 / length);
    let (start, neck, tip) = (r * 0.9, length - r * 0.75, length - r * 0.05);
    let (shaft, barb) = (r * 0.15, r * 0.42);
    let outline =
        [(start, shaft), (neck, shaft), (neck, barb), (tip, 0.0), (neck, -barb), (neck, -shaft), (start, -shaft)];
    let points =
        outline.map(|(along, aside)| format!("{} {}", num(along * dx - aside * dy), num(along * dy + aside * dx)));
    format!("M{}Z", points.join("L"))
}

/// A curved arrow, which does not cover what lies between.
fn leap(to: Point, r: f32, ink: &str, halo: &str) -> Markup {
    let length = to.0.hypot(to.1).max(1.0);
    let (dx, dy) = (to.0 / length, to.1 / length);
    let on = |along: f32, aside: f32| (along * dx + aside * dy, along * dy - aside * dx);
    let (start, bow) = (on(r * 0.8, r * 0.5), on(length / 2.0, length * 0.34));
    // The head points along the end of the curve, and its tip is on the target.
    let down = ((to.0 - bow.0) / length, (to.1 - bow.1) / length);
    let steep = down.0.hypot(down.1);
    let (hx, hy) = (down.0 / steep, down.1 / steep);
    let head = |back: f32, aside: f32| {
        format!("{} {}", num(to.0 - back * hx - aside * hy), num(to.1 - back * hy + aside * hx))
    };
    let neck = (to.0 - r * 0.6 * hx, to.1 - r * 0.6 * hy);
    let shaft =
        format!("M{} {}Q{} {} {} {}", num(start.0), num(start.1), num(bow.0), num(bow.1), num(neck.0), num(neck.1));
    let barbs = format!("M{}L{}L{}Z", head(0.0, 0.0), head(r * 0.72, r * 0.42), head(r * 0.72, -r * 0.42));
    html! {
        path d=(shaft) fill="none" stroke=(halo) stroke-width=(num(r * 0.44)) stroke-linecap="round" {}
        path d=(barbs) fill=(ink) stroke=(halo) stroke-width=(num(r * 0.2)) stroke-linejoin="round" {}
        path d=(shaft) fill="none" stroke=(ink) stroke-width=(num(r * 0.27)) stroke-linecap="round" {}
        path d=(barbs) fill=(ink) {}
    }
}
