//! The pieces, on the board and in the trays.

use super::inks::Look;
use super::shapes::{Pen, family, num, translate};
use super::tray_height;
use kernel::scene::{Face, Plan, Point, Scene, Spot, Token, Tray};
use maud::{Markup, html};

/// A token in a tray is this much smaller.
pub const TRAY_SCALE: f32 = 0.72;
/// The part of a tray's width that its words take.
const TRAY_WORDS: f32 = 0.24;

/// The looks of all kinds of tokens, to be used by id.
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

/// Where a place is on the drawing.
pub fn spot(scene: &Scene, spot: &Spot) -> Option<Point> {
    match spot {
        Spot::Space(id) => scene.plan.place(id, scene.turned),
        Spot::Tray(id, place) => {
            let row = scene.trays.iter().position(|tray| tray.id == *id)?;
            Some(tray_spot(scene, row, *place))
        }
    }
}

fn tray_spot(scene: &Scene, row: usize, place: u16) -> Point {
    let (plan, id) = (&scene.plan, &scene.trays[row].id);
    let crowd = scene.tokens.iter().filter(|token| matches!(&token.at, Spot::Tray(tray, _) if tray == id)).count();
    let r = plan.token_r * TRAY_SCALE;
    let room = plan.size.0 * (1.0 - TRAY_WORDS) - 3.0 * r;
    let pitch = (2.1 * r).min(room / crowd.saturating_sub(1).max(1) as f32);
    (plan.size.0 * TRAY_WORDS + 1.5 * r + f32::from(place) * pitch, tray_top(scene, row) + tray_height(plan) / 2.0)
}

fn tray_top(scene: &Scene, row: usize) -> f32 {
    scene.plan.size.1 + tray_height(&scene.plan) * row as f32
}

/// The trays below the board: a heading, a note and room for the tokens.
pub fn trays(scene: &Scene, look: Look<'_>) -> Markup {
    html! {
        g.trays { @for (row, tray) in scene.trays.iter().enumerate() { (self::tray(scene, row, tray, look)) } }
    }
}

fn tray(scene: &Scene, row: usize, tray: &Tray, look: Look<'_>) -> Markup {
    let (plan, inks) = (&scene.plan, Pen::new(&scene.plan, look).inks);
    let (top, height, size) = (tray_top(scene, row), tray_height(&scene.plan), plan.token_r * 0.72);
    let word = |text: &str, face, y: f32, size: f32| {
        html! {
            text x=(num(plan.token_r)) y=(num(top + y * height)) font-size=(num(size)) font-family=(family(face))
                font-weight=[(face == Face::Display).then_some("bold")] fill=(inks.colour("line")) { (text) }
        }
    };
    html! {
        g.tray data-tray=(tray.id) data-seat=[tray.seat.map(|seat| seat.0)] {
            title { (tray.label) ": " (tray.note) }
            rect x="0" y=(num(top - 1.0)) width=(num(plan.size.0)) height=(num(height + 1.0)) fill=(inks.colour("paper")) {}
            (word(&tray.label, Face::Display, 0.46, size))
            (word(&tray.note, Face::Text, 0.76, size * 0.8))
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
