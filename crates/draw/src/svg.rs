//! A scene as SVG, for page, picture and print.
//!
//! The drawing is built of layers, bottom to top: `backdrop`, `regions`, `ways`,
//! `spaces`, `lettering` — together the [`board`], which never changes — then
//! `under` and `over` marks with the `tokens` between them, and the `trays`.
//! [`page`] writes inks as `var(--ink-name)`, whose values [`ink_css`] serves as a
//! file; [`picture`] writes the colours themselves and stands alone.
//!
//! What a page may rely on: each space is one `g.space[data-space]`, each line one
//! `path.way[data-from][data-to]`, each piece one `g.token[data-token]` placed by its
//! `transform` alone; spaces, lines and regions carry `data-evidence`. There are no
//! `style` attributes, so that the strictest content policy lets it pass.

mod board;
mod inks;
mod marks;
mod shapes;
mod tokens;

pub use board::{board, swatch};
pub(crate) use inks::all_inks;
pub use inks::{Look, Theme, ink_css};
pub use marks::{Layer, marks, signs};
pub use tokens::{TRAY_SCALE, figure, spot, tokens, trays};

use kernel::scene::{Plan, Scene};
use maud::{Markup, html};
use shapes::num;

/// Height of one tray, in radiuses of a token.
const TRAY_HEIGHT: f32 = 2.6;

/// Width and height of the whole drawing: the board and the trays below it.
pub fn size(scene: &Scene) -> (f32, f32) {
    let (width, height) = scene.plan.size;
    (width, height + tray_height(&scene.plan) * scene.trays.len() as f32)
}

fn tray_height(plan: &Plan) -> f32 {
    plan.token_r * TRAY_HEIGHT
}

/// The scene for a page: inks are custom properties, see [`ink_css`].
///
/// `ids` begins every id in the drawing; give each board on a page another.
pub fn page(scene: &Scene, ids: &str) -> Markup {
    whole(scene, Look::page(ids), false)
}

/// The scene as a file of its own, its colours written out.
pub fn picture(scene: &Scene, theme: Theme) -> String {
    let drawing = whole(scene, Look::picture(theme), true);
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", drawing.into_string())
}

fn whole(scene: &Scene, look: Look<'_>, alone: bool) -> Markup {
    let (width, height) = size(scene);
    let heading = format!("{}-title", look.ids);
    let measure = |length: f32| alone.then(|| num(length));
    html! {
        svg.board xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", num(width), num(height)))
            width=[measure(width)] height=[measure(height)] role=(if alone { "img" } else { "group" })
            aria-labelledby=(heading) {
            title id=(heading) { (scene.headline) }
            (board(&scene.plan, look))
            (trays(scene, look))
            (marks(scene, look, Layer::Under))
            (tokens(scene, look))
            (marks(scene, look, Layer::Over))
        }
    }
}
