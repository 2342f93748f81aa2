//! Pages with texts of the host: privacy and terms.

use super::{Page, layout, prose};
use crate::site::Site;
use maud::{Markup, html};

/// What Boxtop stores about people.
const PRIVACY: &str = include_str!("privacy.md");

/// The page about privacy: our text, and the host's below it.
pub(crate) fn privacy(site: &Site) -> Markup {
    let body = html! {
        (prose::plain(site, PRIVACY, 0))
        @if let Some(text) = site.settings.texts.privacy {
            h2 #host { "From the host of this server" }
            (prose::plain(site, text, 2))
        }
    };
    sheet(site, "Privacy", body)
}

/// The host's terms.
pub(crate) fn terms(site: &Site, text: &str) -> Markup {
    sheet(site, "Terms", prose::plain(site, text, 1))
}

fn sheet(site: &Site, title: &str, body: Markup) -> Markup {
    let page = Page { title, kind: "reading", game: None, style: "reading.css", script: "masthead.js" };
    layout(site, &page, html! { article.sheet.prose { h1 { (title) } (body) } })
}
