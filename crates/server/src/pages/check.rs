//! The page that checks the dice of a match, on the site and as a single file to save.

use super::{Page, layout};
use crate::assets::{script, source};
use crate::site::Site;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = "check.css";

/// The page; for a match of this server when `record` is the URL of its record.
pub(crate) fn page(site: &Site, record: Option<&str>) -> Markup {
    let page = Page { title: "Check the dice", kind: "check-page", game: None, style: STYLE, script: "check.js" };
    let keep = html! {
        p.keep {
            "This page works without a server. "
            a href=(site.url("/check/boxtop-check.html")) download { "Save it as a file" }
            " to check matches later, without us."
        }
    };
    layout(site, &page, html! { article.sheet.prose { (body(record)) (keep) } })
}

/// The same page as a single file.
pub(crate) fn alone() -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Check the dice · Boxtop" }
                style { (PreEscaped(source(STYLE).unwrap_or_default())) }
            }
            body.alone {
                main { (body(None)) }
                script type="module" { (PreEscaped(script(&["check.js"]))) }
            }
        }
    }
}

fn body(record: Option<&str>) -> Markup {
    html! {
        h1 { "Check the dice" }
        p.lede { "The dice of a match are fixed before it begins, and everyone sees their fingerprint. After the match the key is published. "
            "With it you can repeat every throw and see that none was changed or left out." }
        div #check data-record=[record] {
            @if record.is_some() {
                p { "This checks the match you came from. Or choose the record of another match:" }
            } @else {
                p { "Save a record on the page of its match, then choose it here:" }
            }
            p { label { span { "Record of a match " } input #check-file type="file" accept="application/json,.json"; } }
            p { button #check-now .primary type="button" { "Check" } }
            noscript { p { "This page needs JavaScript. Without it: " code { "boxtop verify RECORD" } } }
        }
        section #check-answer tabindex="-1" aria-live="polite" aria-label="Result" {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_saved_file_loads_nothing() {
        let file = alone().into_string();
        for foreign in ["src=", "href=", "import ", "export ", "url("] {
            assert!(!file.contains(foreign), "{foreign}");
        }
        assert!(file.contains("function prove(") && file.contains("function sha256("));
    }
}
