//! The home page: the box tops of all games, and your unfinished tables.

use super::{Page, layout};
use crate::site::Site;
use maud::{Markup, html};
use store::Listed;

/// The page.
pub(crate) fn page(site: &Site, mine: &[Listed]) -> Markup {
    let page = Page { title: "Games", kind: "shelf-page", game: None, style: "shelf.css", script: "masthead.js" };
    let art = |slug: &str| site.asset(&format!("art/{slug}.svg"));
    let body = html! {
        div.hello {
            h1 { "Lost board games, back on the table." }
            p { "Out of print for a lifetime, rebuilt from rule sheets and photographs. If a move is not allowed, you see which rule forbids it." }
        }
        @if !mine.is_empty() {
            section.waiting aria-labelledby="waiting" {
                h2 #waiting { "Your unfinished tables" }
                ul { @for listed in mine { (table(site, listed)) } }
            }
        }
        section.shelf aria-label="Games" {
            @for (at, game) in catalog::games().iter().enumerate() {
                @let info = game.info();
                a class=(format!("lid ready{}", if wide(at, catalog::games().len()) { " whole" } else { "" })) href=(site.url(&format!("/games/{}", info.slug))) data-testid=(format!("box-{}", info.slug)) {
                    img src=(art(info.slug)) alt="" width="400" height="300";
                    span.plate {
                        strong { (info.title) }
                        span.imprint { (info.imprint) }
                        span.summary { (info.summary) }
                        span.call { "Play" }
                    }
                }
            }
        }
    };
    layout(site, &page, body)
}

/// Boxes are in rows of two; if their number is odd, the first fills a row.
fn wide(at: usize, boxes: usize) -> bool {
    at == 0 && boxes % 2 == 1
}

fn table(site: &Site, listed: &Listed) -> Markup {
    let game = catalog::game(&listed.entry.game).map_or(listed.entry.game.as_str(), |game| game.info().title);
    html! {
        li { a href=(site.url(&format!("/tables/{}", listed.stream))) {
            strong { (game) } " " span.who { (listed.entry.title) } " " span.when { (ago(listed.updated_ms)) }
        } }
    }
}

/// How long ago, in words.
pub(super) fn ago(then_ms: i64) -> String {
    let now = crate::accounts::now_ms();
    let minutes = (now - then_ms).max(0) / 60_000;
    match minutes {
        0 => "just now".into(),
        1..=59 => format!("{minutes} min ago"),
        60..=2879 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}
