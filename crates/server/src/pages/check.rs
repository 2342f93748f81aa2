//! The page on which a match's dice are checked, on the site and as one file to keep.

use super::{Page, layout};
use crate::assets::Assets;
use crate::site::Site;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The modules of the check, in the order in which they need each other.
const MODULES: [&str; 3] = ["fair.js", "proof.js", "check.js"];
const STYLE: &str = "check.css";

/// The page; of a match of this house when `record` says where its record lies.
pub(crate) fn page(site: &Site, record: Option<&str>) -> Markup {
    let page = Page {
        title: "Check the dice",
        kind: "check-page",
        game: None,
        styles: &["reading.css", STYLE],
        scripts: &["check.js", "proof.js", "fair.js"],
    };
    let keep = html! {
        p.keep {
            "This page needs no server. "
            a href="/check/boxtop-check.html" download { "Keep it as a file" }
            ", and check matches with it whenever you like, wherever you are."
        }
    };
    layout(site, &page, html! { article.sheet.prose { (body(record)) (keep) } })
}

/// The same as one file that works by itself.
pub(crate) fn alone() -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Check the dice · Boxtop" }
                style { (PreEscaped(text_of(STYLE))) }
            }
            body.alone {
                main { (body(None)) }
                script type="module" { (PreEscaped(MODULES.map(unbound).concat())) }
            }
        }
    }
}

fn body(record: Option<&str>) -> Markup {
    html! {
        h1 { "Check the dice" }
        p.lede { "Before a match its dice are locked away: everybody sees their fingerprint. After the match the key is handed out. "
            "With it anyone can throw every throw again, and see that none was chosen, changed or left out." }
        div #check data-record=[record] {
            @if record.is_some() {
                p { "This checks the match you came from. Or choose the record of another:" }
            } @else {
                p { "Every match page has its record to download. Choose one:" }
            }
            p { label { span { "Record of a match " } input #check-file type="file" accept="application/json,.json"; } }
            p { button #check-now .primary type="button" { "Check" } }
            noscript { p { "This page counts in your own browser and needs its scripts. Without them: " code { "boxtop verify RECORD" } } }
        }
        section #check-answer tabindex="-1" aria-live="polite" aria-label="Answer" {}
    }
}

fn text_of(name: &str) -> String {
    let asset = Assets::get().find(name);
    asset.map_or_else(String::new, |asset| String::from_utf8_lossy(&asset.body).into_owned())
}

/// A module that stands in one file with those it imports.
fn unbound(name: &str) -> String {
    let lines = text_of(name);
    let lines = lines.lines().filter(|line| !line.starts_with("import "));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_to_keep_asks_nobody_for_anything() {
        let file = alone().into_string();
        for foreign in ["src=", "href=", "import ", "export ", "url("] {
            assert!(!file.contains(foreign), "{foreign}");
        }
        assert!(file.contains("function prove(") && file.contains("function sha256("));
    }
}
