//! Draws the board, which never changes.

use super::inks::Look;
use super::lettering::family;
use super::shapes::{Pen, num, translate};
use super::{tokens, turntable};
use kernel::scene::{Face, Plan, Region, Shape, Space, Turning, Way, WayStyle};
use maud::{Markup, html};

/// The part of the drawing that never changes: definitions, backdrop, regions, lines, spaces and
/// lettering. A turntable is not turned.
pub fn board(plan: &Plan, look: Look<'_>) -> Markup {
    board_turned(plan, look, 0)
}

/// The same with the turntable turned by this many steps.
pub fn board_turned(plan: &Plan, look: Look<'_>, turned: u16) -> Markup {
    let pen = Pen::new(plan, look);
    html! {
        defs {
            (pen.hatches(all_shapes(plan)))
            (tokens::definitions(plan, look))
        }
        g.backdrop aria-hidden="true" { (pen.shapes(&plan.backdrop)) }
        g.regions { @for region in &plan.regions { (self::region(pen, region)) } }
        g.ways {
            g.roads aria-hidden="true" { @for style in &plan.way_styles { (roads(pen, plan, style)) } }
            @for way in &plan.ways { (self::way(plan, way)) }
        }
        g.spaces {
            @if let Some(table) = &plan.turntable { (turntable::draw(pen, plan, table, turned)) }
            @for space in plan.spaces.iter().filter(|space| turntable::turning(plan, &space.id).is_none()) {
                (self::space(pen, plan, space, None))
            }
        }
        g.lettering aria-hidden="true" font-family=(family(Face::Text)) { (pen.lettering(&plan.lettering)) }
    }
}

/// A sample of a line in this style, for legends; twice as wide as high.
pub fn swatch(plan: &Plan, style: &WayStyle, look: Look<'_>) -> Markup {
    let pen = Pen::new(plan, look);
    let height = plan.token_r * 1.4;
    let (width, middle) = (height * 2.0, height / 2.0);
    let d = format!("M{m} {m}H{}", num(width - middle), m = num(middle));
    html! {
        svg.swatch xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", num(width), num(height)))
            role="img" aria-label=(style.label) {
            (strokes(pen, style, &d))
        }
    }
}

pub(super) fn all_shapes(plan: &Plan) -> impl Iterator<Item = &Shape> {
    let regions = plan.regions.iter().flat_map(|region| &region.shapes);
    let spaces = plan.spaces.iter().flat_map(|space| &space.shapes);
    let tokens = plan.tokens.iter().flat_map(|token| &token.shapes);
    let turning = plan.turntable.iter().flat_map(|table| &table.shapes);
    plan.backdrop.iter().chain(regions).chain(turning).chain(spaces).chain(&plan.lettering).chain(tokens)
}

fn region(pen: Pen<'_>, region: &Region) -> Markup {
    html! {
        g.region data-region=(region.id) data-evidence=(region.evidence.word()) {
            title { (region.label) }
            (pen.shapes(&region.shapes))
        }
    }
}

/// All lines of a style together, stroke by stroke, so that casings join.
pub(super) fn roads(pen: Pen<'_>, plan: &Plan, style: &WayStyle) -> Markup {
    let lines = plan.ways.iter().filter(|way| way.style == style.name);
    let d: String = lines.filter_map(|way| outline(plan, way)).collect();
    html! {
        @if !d.is_empty() {
            g.road data-style=(style.name) { (strokes(pen, style, &d)) }
        }
    }
}

fn strokes(pen: Pen<'_>, style: &WayStyle, d: &str) -> Markup {
    html! {
        @for stroke in &style.strokes {
            @let line = pen.outline(Some(stroke));
            path d=(d) fill="none" stroke=[line.ink] stroke-width=[line.width] stroke-dasharray=[line.dash]
                stroke-linecap=[line.cap] stroke-linejoin=[line.join] {}
        }
    }
}

/// The hook of one line, invisible until a page gives it a stroke.
fn way(plan: &Plan, way: &Way) -> Markup {
    html! {
        @if let Some(d) = outline(plan, way) {
            path.way data-from=(way.from) data-to=(way.to) data-style=(way.style)
                data-evidence=(way.evidence.word()) d=(d) fill="none" {}
        }
    }
}

fn outline(plan: &Plan, way: &Way) -> Option<String> {
    let (from, to) = (plan.space(&way.from)?.at, plan.space(&way.to)?.at);
    Some(format!("M{} {}L{} {}", num(from.0), num(from.1), num(to.0), num(to.1)))
}

/// A space; a space on the turntable has its place on it.
pub(super) fn space<'a>(pen: Pen<'a>, plan: &Plan, space: &'a Space, turning: Option<&Turning>) -> Markup {
    html! {
        g.space data-space=(space.id) data-step=[turning.map(|at| at.step)] data-depth=[turning.map(|at| at.depth)]
            data-evidence=(space.evidence.word()) transform=(translate(space.at)) {
            title { (space.name) ", " (space.label) }
            (pen.naming(&space.name).shapes(&space.shapes))
            // On top, so that a page can show it over any space.
            circle.hit r=(num(reach(plan, space))) fill="none" pointer-events="all" {}
        }
    }
}

/// Radius of a space's touch target: half the distance to the next space.
fn reach(plan: &Plan, space: &Space) -> f32 {
    let away = |other: &Space| (other.at.0 - space.at.0).hypot(other.at.1 - space.at.1);
    let others = plan.spaces.iter().map(away).filter(|distance| *distance > 0.0);
    let nearest = others.fold(f32::INFINITY, f32::min);
    if nearest.is_finite() { nearest / 2.0 } else { space.r }
}
