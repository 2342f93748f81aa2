//! The page “How to play”: a short guide with pictures.

use super::{Page, layout, prose};
use crate::site::Site;
use kernel::dynamic::DynGame;
use maud::{Markup, html};

/// The page.
pub(crate) fn page(site: &Site, game: &'static dyn DynGame) -> Markup {
    let info = game.info();
    let page = Page {
        title: &format!("How to play {}", info.title),
        kind: "reading",
        game: Some(info),
        style: "reading.css",
        script: "rules.js",
    };
    let body = html! {
        article.sheet.prose.guide {
            (prose::render(site.settings.base_path, game, info.how_to_play))
            p.next { a.button href=(site.url(&format!("/games/{}", info.slug))) { "Play" } " " a href=(site.url(&format!("/rules/{}", info.slug))) { "All the rules" } }
        }
    };
    layout(site, &page, body)
}
