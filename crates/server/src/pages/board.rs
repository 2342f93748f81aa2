//! The page “How we know the board”: the board with the evidence for each element.

use super::{Page, layout};
use crate::problem::Problem;
use crate::site::Site;
use draw::svg::{self, Look};
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::scene::Plan;
use kernel::{Evidence, Viewer};
use maud::{Markup, html};

/// The page.
pub(crate) fn page(site: &Site, game: &'static dyn DynGame) -> Result<Markup, Problem> {
    let info = game.info();
    let opened = game.open(&MatchConfig::default()).map_err(Problem::faulty)?;
    let plan = opened.scene(Viewer::Spectator).plan;
    let page = Page {
        title: &format!("The board of {}", info.title),
        kind: "reading known",
        game: Some(info),
        style: "reading.css",
        script: "masthead.js",
    };
    let (width, height) = plan.size;
    let body = html! {
        div.evidence {
            div.intro {
                p.eyebrow { (info.title) }
                h1 { "How we know the board" }
                p.lede { "We rebuilt this board. Each point and line shows how we know it." }
            }
            fieldset.legend {
                legend { "Show" }
                @for evidence in Evidence::ALL {
                    label {
                        input type="checkbox" name=(evidence.word()) checked;
                        (sample(evidence))
                        span.word { (evidence.word()) } " " span.count { (count(&plan, evidence)) }
                        small { (meaning(evidence)) }
                        @for fact in plan.facts.iter().filter(|fact| fact.evidence == evidence) {
                            small.fact { "— " (fact.what) }
                        }
                    }
                }
            }
            svg.board xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(format!("The board of {}", info.title)) {
                (svg::board(&plan, Look::page("k")))
            }
            div.after {
                p { a.button href=(site.url(&format!("/boards/{}/board.toml", info.slug))) { "Download the board file" } }
                p { "It is a text file. Edit it and use it at a new table under “Another board”, or check it with "
                    code { "boxtop board " (info.slug) " --check FILE" } "." }
                p { a href=(site.url(&format!("/rules/{}#evidence", info.slug))) { "Our sources" } }
            }
        }
    };
    Ok(layout(site, &page, body))
}

fn count(plan: &Plan, evidence: Evidence) -> String {
    let spaces = plan.spaces.iter().filter(|space| space.evidence == evidence).count();
    let ways = plan.ways.iter().filter(|way| way.evidence == evidence).count();
    let regions = plan.regions.iter().filter(|region| region.evidence == evidence).count();
    let facts = plan.facts.iter().filter(|fact| fact.evidence == evidence).count();
    let parts = [(spaces, "point"), (ways, "line"), (regions, "area"), (facts, "statement")];
    let said: Vec<String> = parts
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{number} {word}{}", if *number == 1 { "" } else { "s" }))
        .collect();
    if said.is_empty() { "none".into() } else { said.join(", ") }
}

fn meaning(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Told => "The rule sheet says so.",
        Evidence::Seen => "Read off a photograph or drawing of a surviving board.",
        Evidence::Inferred => "Follows from what is told or seen.",
        Evidence::Invented => "Our invention: nothing is known.",
    }
}

/// A short line with a point, marked as on the board.
fn sample(evidence: Evidence) -> Markup {
    html! {
        svg.sample viewBox="0 0 64 24" aria-hidden="true" {
            path.way data-evidence=(evidence.word()) d="M4 12H60" fill="none" {}
            g.space data-evidence=(evidence.word()) transform="translate(32 12)" { circle.hit r="9" fill="none" {} }
        }
    }
}
