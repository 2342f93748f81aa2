//! A scene as SVG, for pages, pictures and print.
//!
//! The drawing has these layers, bottom to top: `backdrop`, `regions`, `ways`, `spaces` and `lettering`, which
//! together are the [`board`] and never change; then `under` and `over` marks with the `tokens` between them,
//! and the `trays`. [`page`] writes inks as `var(--ink-name)`, whose values are in the style sheet
//! [`ink_css`]; [`picture`] writes the colours themselves and needs no other file.
//!
//! What a page may rely on: each space is one `g.space[data-space]`, the name printed in it is a `text.space-name`, each line one
//! `path.way[data-from][data-to]`, each piece one `g.token[data-token]` placed by its
//! `transform` alone; spaces, lines and regions have `data-evidence`. There are no
//! `style` attributes, so that it passes the strictest content security policy.
//!
//! # Dice and dial
//!
//! A whole scene shows the throw below the trays. A page that animates throws uses [`die`] or [`dice`]
//! and [`dial`]: their inks are custom properties like all others.
//! In a dial each sector is one `g.sector[data-sector][data-turn]`, and turning
//! `g.pointer` by `data-turn` degrees points it at the middle of that sector.
//!
//! # The turntable
//!
//! A plan with a [`Turntable`](kernel::scene::Turntable) has one
//! `g.turntable[data-steps][data-turned][data-cx][data-cy]` inside `g.spaces`. It holds
//! everything that turns: `g.platter`, its art, and one
//! `g.space[data-space][data-step][data-depth]` for each space on it, whose `transform`
//! is its place **before any turn**. The group is turned only by its
//! `transform="rotate(DEGREES CX CY)"`; degrees are clockwise, and
//! `n` steps are `360 * n / data-steps`. To animate it, either write that attribute, or
//! set `transform-origin: CXpx CYpx` and `transform: rotate(DEGREESdeg)` from a script.
//!
//! Text on it is in `g.upright` with `transform="rotate(-DEGREES)"` around its middle (an outer group places
//! it): turn all of it back by the angle of the turntable. With `--turn` on the drawing this takes two rules:
//! `.turntable { transform: rotate(var(--turn)) }` and
//! `.upright { transform: rotate(calc(-1 * var(--turn))) }`.
//!
//! Tokens and marks are not inside the group: they are upright at the places that [`spot`] and
//! [`place`](kernel::scene::Plan::place) give for the steps turned, which is the space's place turned around
//! the centre. [`board`] is not turned, [`board_turned`] is.

mod board;
mod inks;
mod layers;
mod lettering;
mod marks;
mod shapes;
mod throw;
mod tokens;
mod trays;
mod turntable;

pub use board::{board, board_turned, swatch};
pub(crate) use inks::all_inks;
pub use inks::{Look, Theme, ink_css};
#[cfg(feature = "outlines")]
pub use layers::board_file;
pub use layers::{on_board, token_definitions};
pub use lettering::Letters;
pub use marks::{Layer, marks, signs};
pub use throw::{dial, dice, die};
pub use tokens::{Spots, TRAY_SCALE, figure, spot, tokens};
pub use trays::trays;

use kernel::scene::Scene;
use maud::{Markup, html};
use shapes::num;

/// Width and height of the board and the trays below it. A [`picture`] is higher by the height of the dice or
/// the dial.
pub fn size(scene: &Scene) -> (f32, f32) {
    (scene.plan.size.0, trays::bottom(scene))
}

/// The scene for a page: inks are custom properties, see [`ink_css`].
///
/// `ids` is the prefix of every id in the drawing; use a different one for each board on a page.
pub fn page(scene: &Scene, ids: &str) -> Markup {
    whole(scene, Look::page(ids), false)
}

/// The scene as a standalone file with colour values.
pub fn picture(scene: &Scene, theme: Theme) -> String {
    file(scene, Look::picture(theme))
}

pub(crate) fn file(scene: &Scene, look: Look<'_>) -> String {
    let drawing = whole(scene, look, true);
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", drawing.into_string())
}

fn whole(scene: &Scene, look: Look<'_>, alone: bool) -> Markup {
    let (width, below) = size(scene);
    let height = below + throw::strip_height(scene);
    let heading = format!("{}-title", look.ids);
    let measure = |length: f32| alone.then(|| num(length));
    html! {
        svg.board xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", num(width), num(height)))
            width=[measure(width)] height=[measure(height)] role=(if alone { "img" } else { "group" })
            aria-labelledby=(heading) {
            title id=(heading) { (scene.headline) }
            (board_turned(&scene.plan, look, scene.turned))
            (trays(scene, look))
            (marks(scene, look, Layer::Under))
            (tokens(scene, look))
            (marks(scene, look, Layer::Over))
            (throw::strip(scene, look, below))
        }
    }
}
