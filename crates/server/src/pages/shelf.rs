//! The shelf: five box tops, and the tables that are waiting for me.

use super::{Page, layout};
use crate::site::Site;
use maud::{Markup, html};
use store::Listed;

/// The page.
pub(crate) fn page(site: &Site, mine: &[Listed]) -> Markup {
    let page = Page { title: "The shelf", kind: "shelf-page", game: None, styles: &["shelf.css"], scripts: &[] };
    let art = |slug: &str| site.assets.url(&format!("art/{slug}.svg"));
    let body = html! {
        div.hello {
            h1 { "Lost board games, back on the table." }
            p { "Out of print for a lifetime, rebuilt from rule sheets and photographs. The rules are enforced, and every refusal says which one." }
        }
        @if !mine.is_empty() {
            section.waiting aria-labelledby="waiting" {
                h2 #waiting { "Your unfinished tables" }
                ul { @for listed in mine { (table(listed)) } }
            }
        }
        section.shelf aria-label="The shelf" {
            @for (at, title) in catalog::games().iter().enumerate() {
                @let info = title.info();
                a class=(format!("lid ready{}", if wide(at, catalog::games().len()) { " whole" } else { "" })) href=(format!("/games/{}", info.slug)) data-testid=(format!("box-{}", info.slug)) {
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

/// Boxes stand in pairs; of an odd number the first has a row to itself.
fn wide(at: usize, boxes: usize) -> bool {
    at == 0 && boxes % 2 == 1
}

fn table(listed: &Listed) -> Markup {
    let game = catalog::game(&listed.head.game).map_or(listed.head.game.as_str(), |title| title.info().title);
    html! {
        li { a href=(format!("/tables/{}", listed.stream)) {
            strong { (game) } " " span.who { (listed.head.title) } " " span.when { (ago(listed.updated_ms)) }
        } }
    }
}

/// How long ago, in words.
pub(super) fn ago(then_ms: i64) -> String {
    let now = crate::people::now_ms();
    let minutes = (now - then_ms).max(0) / 60_000;
    match minutes {
        0 => "just now".into(),
        1..=59 => format!("{minutes} min ago"),
        60..=2879 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}
