//! Marks on spaces: each has a shape of its own, colour only helps.

use super::board::translate;
use super::inks::Look;
use super::shapes::{Pen, family, num};
use kernel::scene::{Face, Mark, Plan, Point, Scene};
use maud::{Markup, html};

/// Which marks: those below the tokens or those above them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Layer {
    /// Below the tokens.
    Under,
    /// Above them.
    Over,
}

fn layer(mark: Mark) -> Layer {
    match mark {
        Mark::LastFrom | Mark::LastTo | Mark::LastTaken | Mark::Must => Layer::Under,
        Mark::Held | Mark::Target | Mark::Arrow { .. } | Mark::Step(_) => Layer::Over,
    }
}

/// The scene's marks of one layer.
pub fn marks(scene: &Scene, look: Look<'_>, which: Layer) -> Markup {
    let plan = &scene.plan;
    html! {
        g.marks {
            @for (id, mark) in scene.marks.iter().filter(|(_, mark)| layer(*mark) == which) {
                @if let Some(space) = plan.space(id) {
                    g class=(format!("mark {}", mark.word())) data-space=(id) transform=(translate(space.at)) {
                        (sign(plan, look, space.cell, space.at, *mark))
                    }
                }
            }
        }
    }
}

/// The signs that stand on one space alone, to be used by id as `{ids}-mark-{word}`:
/// for pages that mark spaces themselves. Each says which layer it belongs to.
pub fn signs(plan: &Plan, look: Look<'_>) -> Markup {
    let all = [Mark::LastFrom, Mark::LastTo, Mark::LastTaken, Mark::Must, Mark::Held, Mark::Target];
    let place = |mark| match layer(mark) {
        Layer::Under => "under",
        Layer::Over => "over",
    };
    html! {
        defs {
            @for mark in all {
                g id=(format!("{}-mark-{}", look.ids, mark.word())) data-layer=(place(mark)) {
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
        Mark::LastTaken => solid(burst(r * 1.15, r * 0.62, 9)),
        Mark::Must => solid(spurs(r)),
        Mark::Held => line(square(r * 1.15), None),
        Mark::Target => solid(burst(r * 0.5, r * 0.36, 4)),
        Mark::Arrow { columns, rows } => {
            let to = (cell.0.checked_add_signed(columns.into()), cell.1.checked_add_signed(rows.into()));
            let target = plan.spaces.iter().find(|space| (Some(space.cell.0), Some(space.cell.1)) == to);
            html! { @if let Some(target) = target { (solid(arrow((target.at.0 - at.0, target.at.1 - at.1), r))) } }
        }
        Mark::Step(number) => html! {
            circle cx=(num(r * 0.78)) cy=(num(-r * 0.78)) r=(num(r * 0.5)) fill=(ink) stroke=(halo) stroke-width=(num(r * 0.1)) {}
            text x=(num(r * 0.78)) y=(num(-r * 0.54)) font-size=(num(r * 0.72)) font-family=(family(Face::Text))
                font-weight="bold" text-anchor="middle" fill=(halo) { (number) }
        },
    }
}

fn ring(r: f32) -> String {
    let r = num(r);
    format!("M-{r} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1 -{r} 0Z")
}

fn square(r: f32) -> String {
    let r = num(r);
    format!("M-{r} -{r}H{r}V{r}H-{r}Z")
}

/// A star of so many points.
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
