//! The page that checks the dice of a match, on the site and as a single file to save.

use super::{Page, layout};
use crate::assets::{script, source};
use crate::site::Site;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = "check.css";

/// The file with the same page.
const FILE: &str = "/check/boxtop-check.html";

/// What the page checks without a chosen file: a match of this server.
struct Played {
    id: String,
    /// URLs of its record, of the site's keys and of the page as a file.
    record: String,
    keys: String,
    alone: String,
}

/// Where records are sent to be analysed; the saved file has no server.
const ANALYSES: &str = "/api/v1/analyses";

/// The page; for a match of this server when `id` is given.
pub(crate) fn page(site: &Site, id: Option<&str>) -> Markup {
    let played = id.map(|id| Played {
        id: id.to_owned(),
        record: site.url(&format!("/tables/{id}/record")),
        keys: site.url("/.well-known/boxtop-keys.json"),
        alone: site.url(FILE),
    });
    let page = Page { title: "Check the dice", kind: "check-page", game: None, style: STYLE, script: "check.js" };
    let keep = html! {
        p.keep {
            "This page works without a server. "
            a href=(site.url(FILE)) download { "Save it as a file" }
            " to check matches later, without us."
        }
    };
    layout(site, &page, html! { article.sheet.prose { (body(played.as_ref(), Some(site.url(ANALYSES)))) (keep) } })
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
                main { (body(None, None)) }
                script type="module" { (PreEscaped(script(&["check.js"]))) }
            }
        }
    }
}

fn body(played: Option<&Played>, analyses: Option<String>) -> Markup {
    html! {
        h1 { "Check the dice" }
        p.lede { "Nobody chooses a throw, and nobody foresees one, except that a host who plays can foresee their own. "
            "Before the first throw, the server and every device commit to chains of secret numbers, and each throw is made of both. "
            "After the match, this page makes every throw again, and compares the record with what your device kept." }
        div #check data-match=[played.map(|one| &one.id)] data-record=[played.map(|one| &one.record)]
            data-keys=[played.map(|one| &one.keys)] data-alone=[played.map(|one| &one.alone)] data-analyses=[analyses.as_ref()] {
            @if played.is_some() {
                p { "This checks the match you came from. Or choose the record of another match:" }
            } @else {
                p { "Save a record on the page of its match, then choose it here:" }
            }
            p { label { span { "Record of a match " } input #check-file type="file" accept="application/json,.json"; } }
            p { label { span { "Receipts that you saved, if you have any " } input #check-receipts type="file" accept="application/json,.json"; } }
            p.buttons {
                button #check-now .primary type="button" { "Check" }
                @if analyses.is_some() { " " button #check-analyse type="button" { "Analyse the match" } }
                @if played.is_some() { " " button #check-save type="button" { "Save this check as a file" } }
            }
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
        assert_eq!(file.matches("</script").count(), 1, "no text in the script ends it");
        assert!(
            file.contains("function prove(")
                && file.contains("function proveChains(")
                && file.contains("function sha256(")
        );
    }
}
