//! Draws the pieces.

use super::inks::Look;
use super::shapes::{Pen, num, translate};
use super::trays;
use kernel::scene::{Plan, Point, Scene, Spot, Token};
use maud::{Markup, html};

/// Scale of a token in a tray.
pub const TRAY_SCALE: f32 = 0.72;

/// The art of all kinds of tokens, to be used by id.
pub(super) fn definitions(plan: &Plan, look: Look<'_>) -> Markup {
    let pen = Pen::new(plan, look);
    html! {
        @for art in &plan.tokens {
            g id=(art_id(look, art.kind)) transform=(format!("scale({})", num(plan.token_r))) {
                (pen.shapes(&art.shapes))
            }
        }
    }
}

fn art_id(look: Look<'_>, kind: &str) -> String {
    format!("{}-token-{kind}", look.ids)
}

/// All tokens of the scene, each placed by its `transform`.
pub fn tokens(scene: &Scene, look: Look<'_>) -> Markup {
    html! {
        g.tokens {
            @for token in &scene.tokens {
                @if let Some(at) = spot(scene, &token.at) { (self::token(token, at, look)) }
            }
        }
    }
}

fn token(token: &Token, at: Point, look: Look<'_>) -> Markup {
    let (place, scale) = match &token.at {
        Spot::Space(space) => (space.clone(), None),
        Spot::Tray(tray, _) => (format!("tray:{tray}"), Some(format!("scale({TRAY_SCALE})"))),
    };
    html! {
        g.token data-token=(token.id) data-kind=(token.kind) data-at=(place)
            data-seat=[token.seat.map(|seat| seat.0)] transform=(translate(at)) {
            title { (token.label) }
            use href=(format!("#{}", art_id(look, token.kind))) transform=[scale] {}
        }
    }
}

/// The coordinates of a place on the drawing.
pub fn spot(scene: &Scene, spot: &Spot) -> Option<Point> {
    Spots::new(scene).of(spot)
}

/// Where everything is in the drawing of a scene, for a caller that asks for many tokens.
pub struct Spots<'a> {
    scene: &'a Scene,
    rows: Vec<trays::Row>,
}

impl<'a> Spots<'a> {
    /// The spots of this scene.
    pub fn new(scene: &'a Scene) -> Self {
        Spots { scene, rows: trays::rows(scene) }
    }

    /// Where a token at this spot is drawn; `None` if the board has no such space or tray.
    pub fn of(&self, spot: &Spot) -> Option<Point> {
        match spot {
            Spot::Space(id) => self.scene.plan.place(id, self.scene.turned),
            Spot::Tray(id, place) => {
                let tray = self.scene.trays.iter().position(|tray| tray.id == *id)?;
                Some(self.rows[tray].at(*place))
            }
        }
    }
}

/// One token alone, for legends and lists; its view box is its circle.
pub fn figure(plan: &Plan, kind: &str, look: Look<'_>) -> Markup {
    let pen = Pen::new(plan, look);
    html! {
        @if let Some(art) = plan.token(kind) {
            svg.figure xmlns="http://www.w3.org/2000/svg" viewBox="-1.1 -1.1 2.2 2.2" role="img" aria-label=(kind) {
                (pen.shapes(&art.shapes))
            }
        }
    }
}
