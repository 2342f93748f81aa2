//! How we know the board: the drawing with the evidence laid over it.

use super::{Page, layout};
use crate::problem::Problem;
use crate::site::Site;
use draw::svg::{self, Look};
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::scene::Plan;
use kernel::{Evidence, Viewer};
use maud::{Markup, html};

/// The page.
pub(crate) fn page(site: &Site, title: &'static dyn DynGame) -> Result<Markup, Problem> {
    let info = title.info();
    let session = title.open(&MatchConfig::default()).map_err(Problem::faulty)?;
    let plan = session.scene(Viewer::Spectator).plan;
    let page = Page {
        title: &format!("The board of {}", info.title),
        kind: "reading known",
        game: Some(info),
        styles: &["reading.css", "board.css"],
        scripts: &[],
    };
    let (width, height) = plan.size;
    let body = html! {
        div.evidence {
            div.intro {
                p.eyebrow { (info.title) }
                h1 { "How we know the board" }
                p.lede { "The board was rebuilt. Every point and every line of it says how it is known." }
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
                p { a.button href=(format!("/boards/{}/board.toml", info.slug)) { "Download the board file" } }
                p { "It is a text file. Change it, and give it to a new table under “another board”, or to "
                    code { "boxtop board " (info.slug) " --check FILE" } "." }
                p { a href=(format!("/rules/{}#evidence", info.slug)) { "What was found where" } }
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
    if said.is_empty() { "nothing".into() } else { said.join(", ") }
}

fn meaning(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Told => "The rule sheet says so.",
        Evidence::Seen => "Read off a photograph or drawing of a surviving board.",
        Evidence::Inferred => "It follows from what is told or seen.",
        Evidence::Invented => "Ours, because nothing is known.",
    }
}

/// A piece of line and a point, marked as on the board.
fn sample(evidence: Evidence) -> Markup {
    html! {
        svg.sample viewBox="0 0 64 24" aria-hidden="true" {
            path.way data-evidence=(evidence.word()) d="M4 12H60" fill="none" {}
            g.space data-evidence=(evidence.word()) transform="translate(32 12)" { circle.hit r="9" fill="none" {} }
        }
    }
}
