//! Five minutes of reading, with pictures drawn by the program.

use super::{Page, layout, prose};
use crate::site::Site;
use kernel::dynamic::DynGame;
use maud::{Markup, html};

/// The page.
pub(crate) fn page(site: &Site, title: &'static dyn DynGame) -> Markup {
    let info = title.info();
    let page = Page {
        title: &format!("How to play {}", info.title),
        kind: "reading",
        game: Some(info),
        styles: &["reading.css", "board.css"],
        scripts: &["rules.js"],
    };
    let body = html! {
        article.sheet.prose.guide {
            (prose::render(title, info.how_to_play))
            p.next { a.button href=(format!("/games/{}", info.slug)) { "Play" } " " a href=(format!("/rules/{}", info.slug)) { "All the rules" } }
        }
    };
    layout(site, &page, body)
}
