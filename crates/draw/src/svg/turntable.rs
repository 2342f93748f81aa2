//! Draws the part of the board that turns.

use super::board::space;
use super::shapes::{Pen, num};
use kernel::scene::{Plan, Turning, Turntable};
use maud::{Markup, html};

/// The place of a space on the turntable, if it is on it.
pub(super) fn turning<'a>(plan: &'a Plan, id: &str) -> Option<&'a Turning> {
    plan.turntable.as_ref()?.spaces.iter().find(|turning| turning.id == id)
}

/// Everything that turns, as one group.
pub(super) fn draw(pen: Pen<'_>, plan: &Plan, table: &Turntable, turned: u16) -> Markup {
    let (angle, (x, y)) = (table.angle(turned), table.centre);
    let (x, y, pen) = (num(x), num(y), pen.turned(angle));
    html! {
        g.turntable data-steps=(table.steps) data-turned=(turned) data-cx=(x) data-cy=(y)
            transform=(format!("rotate({} {x} {y})", num(angle))) {
            g.platter aria-hidden="true" { (pen.shapes(&table.shapes)) }
            @for turning in &table.spaces {
                @if let Some(space) = plan.space(&turning.id) { (self::space(pen, plan, space, Some(turning))) }
            }
        }
    }
}
