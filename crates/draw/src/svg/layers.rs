//! A scene in two layers, for a page with many pictures of one board: the board as a file that all of them share, and for
//! each picture what lies on the board.
//!
//! Both layers have the same units; the upper one is higher if there are trays or dice below the board.

use super::inks::Look;
use super::shapes::{Pen, num};
use super::{Layer, marks, size, throw, tokens, trays};
use kernel::scene::{Plan, Scene};
use maud::{Markup, html};

#[cfg(feature = "outlines")]
use super::{Theme, board, shapes, turntable};

/// The board alone, without hooks for a page, as a standalone file with colour values and outlined words.
#[cfg(feature = "outlines")]
pub fn board_file(plan: &Plan, turned: u16, theme: Theme) -> String {
    let (width, height) = (num(plan.size.0), num(plan.size.1));
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) {
            (still_board(plan, turned, Look::outlined(theme)))
        }
    };
    // A drawing has thousands of empty elements, and XML has a short form for them.
    ["path", "circle"].iter().fold(drawing.into_string(), |text, name| text.replace(&format!("></{name}>"), "/>"))
}

#[cfg(feature = "outlines")]
fn still_board(plan: &Plan, turned: u16, look: Look<'_>) -> Markup {
    let pen = Pen::new(plan, look);
    let turns = |id: &str| turntable::turning(plan, id).is_some();
    html! {
        defs { (pen.hatches(board::all_shapes(plan))) }
        (pen.shapes(&plan.backdrop))
        @for region in &plan.regions { (pen.shapes(&region.shapes)) }
        @for style in &plan.way_styles { (board::roads(pen, plan, style)) }
        @if let Some(table) = &plan.turntable { (turntable::draw(pen, plan, table, turned)) }
        @for space in plan.spaces.iter().filter(|space| !space.shapes.is_empty() && !turns(&space.id)) {
            g transform=(shapes::translate(space.at)) { (pen.shapes(&space.shapes)) }
        }
        (pen.lettering(&plan.lettering))
    }
}

/// The definitions that [`on_board`] refers to, once for all pictures with the same ids.
pub fn token_definitions(plan: &Plan, look: Look<'_>) -> Markup {
    let shapes = plan.tokens.iter().flat_map(|token| &token.shapes);
    html! { defs { (Pen::new(plan, look).hatches(shapes)) (tokens::definitions(plan, look)) } }
}

/// Everything but the board: marks, pieces, trays and the throw. `title` is the id of its title.
pub fn on_board(scene: &Scene, look: Look<'_>, title: &str) -> Markup {
    let (width, below) = size(scene);
    let height = below + throw::strip_height(scene);
    html! {
        svg.board xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", num(width), num(height)))
            role="img" aria-labelledby=(title) {
            title id=(title) { (scene.headline) }
            (trays(scene, look))
            (marks(scene, look, Layer::Under))
            (tokens(scene, look))
            (marks(scene, look, Layer::Over))
            (throw::strip(scene, look, below))
        }
    }
}
