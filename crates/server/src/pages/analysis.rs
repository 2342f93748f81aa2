//! The analysis of a match: the panel that tables and uploaded records share, the page that takes a record, and the page
//! that shows an uploaded one.

use super::table::{IDS, board, data, plan, shape};
use super::{Page, layout, tabs};
use crate::problem::Problem;
use crate::site::Site;
use crate::wire;
use kernel::dynamic::{DynGame, DynMatch, PlayedStep};
use kernel::record::{Record, Step};
use kernel::scene::Spot;
use maud::{Markup, html};
use protocol::{LogEntry, Sentence, View};
use std::sync::Arc;
use table::{Occupant, Order, Table};

/// What the numbers of an analysis mean.
const TERMS: [(&str, &str); 8] = [
    ("Chance", "The estimated share of the win: 100 % is a certain win, and the chances of all sides add up to 100 %."),
    (
        "Loss",
        "The difference in chances between the best move and the one that was played. Differences within the error of the estimates count as none.",
    ),
    ("Inaccuracy, mistake, blunder", "A move that loses at least 2 %, 5 % or 10 %."),
    (
        "Accuracy",
        "The mean of 100 ÷ (1 + 10 × loss) over all decisions with a choice: a loss of 10 % halves a decision’s accuracy.",
    ),
    (
        "Luck",
        "The chance after a throw minus the mean over all its outcomes, added up over all throws of the match, also those of others.",
    ),
    ("Result without luck", "The result minus all luck: what is left is play. It may be below 0 % or above 100 %."),
    ("Turning point", "One of the at most five steps with the largest loss or luck, of 5 % or more."),
    (
        "What players could know",
        "Moves are judged by what their player could know. Estimates come from quick rollouts, not from perfect play.",
    ),
];

/// The panel: progress, chart, summary, turning points, mistakes. The script fills it.
pub(super) fn panel() -> Markup {
    html! {
        div #analysis-wait hidden {
            p #analysis-words role="status" {}
            progress #analysis-bar max="1" value="0" aria-labelledby="analysis-words" {}
        }
        div #analysis-failed hidden {
            p #analysis-problem role="alert" {}
            button #analysis-again type="button" { "Try again" }
        }
        div #analysis-found hidden {
            section aria-labelledby="chances-title" {
                h2 #chances-title { "Chances of winning" }
                div #chances {
                    svg #chance-chart tabindex="0" role="slider" aria-label="Step of the match, with the chances of winning"
                        aria-valuemin="0" aria-valuemax="0" aria-valuenow="0" preserveAspectRatio="none" {}
                }
                ul #chance-legend aria-label="Chances at this step" {}
                p #chance-now {}
            }
            section aria-labelledby="summary-title" {
                h2 #summary-title { "How everybody played" }
                div.wide tabindex="0" role="group" aria-labelledby="summary-title" { table #analysis-seats {} }
            }
            section #turning aria-labelledby="turning-title" {
                h2 #turning-title { "Turning points" }
                ol #turning-points {}
            }
            section aria-labelledby="mistakes-title" {
                div.heading {
                    h2 #mistakes-title { "Mistakes" }
                    label { span { "of " } select #mistakes-of {} }
                }
                p #no-mistakes hidden { "No mistakes were found." }
                a #learn-from-mistakes .button.primary hidden { "Learn from these mistakes" }
                ol #mistakes {}
            }
            details #all-chances {
                summary { "All chances as a table" }
                div.wide tabindex="0" role="group" aria-label="All chances" { table #chance-table {} }
            }
            details {
                summary { "What the numbers mean" }
                dl.terms { @for (term, means) in TERMS { dt { (term) } dd { (means) } } }
            }
        }
    }
}

/// The page that takes a record.
pub(crate) fn upload(site: &Site) -> Markup {
    let page =
        Page { title: "Analyse a match", kind: "analyse-page", game: None, style: "check.css", script: "analyse.js" };
    let body = html! {
        article.sheet.prose {
            h1 { "Analyse a match" }
            p.lede { "See the chances of winning after every step, what luck everybody had, and which moves were mistakes." }
            p { "After a match at this site, open the tab “Analysis” at its table. For any other match, choose its record:" }
            div #analyse data-analyses=(site.url("/api/v1/analyses")) {
                p { label { span { "Record of a match that is over " } input #analyse-file type="file" accept="application/json,.json"; } }
                p.buttons { button #analyse-now .primary type="button" { "Analyse" } }
                p #analyse-answer role="status" {}
                noscript { p { "This page needs JavaScript. Without it: " code { "boxtop analyse RECORD" } } }
            }
            p { "A record has at most 1 MiB. It is kept here for seven days, or for less if many are uploaded; everyone who has the address of its analysis can see it, with the names of its players." }
        }
    };
    layout(site, &page, body)
}

/// The page of an uploaded record: the board at each step, and the analysis.
pub(crate) fn uploaded(
    site: &Site,
    id: &str,
    game: &'static dyn DynGame,
    record: &Record,
    played: &dyn DynMatch,
) -> Result<Markup, Problem> {
    let (info, table) = (game.info(), beginning(game, record)?);
    let page =
        Page { title: info.title, kind: "analysed-page", game: Some(info), style: "learn.css", script: "analysed.js" };
    let mut scene = table.scene(None);
    scene.tokens.retain(|token| matches!(token.at, Spot::Space(_)));
    scene.trays.clear();
    let view = View { log: log(played), ..wire::view(&table, wire::Viewer::of(&table, ""), 0) };
    let view = serde_json::to_string(&view).map_err(Problem::broken)?;
    let ending = record.result.as_ref().map_or("", |result| result.reason.as_str());
    let body = html! {
        h1.unseen { (info.title) ": analysis of an uploaded match" }
        div #analysed class=(format!("lesson shape-{}", shape(&scene.plan))) data-id=(id) data-game=(info.slug) data-ids=(IDS) data-mood=[scene.mood] {
            div.stage { (board(&scene, info.title)) (lens()) }
            div.side {
                p.ending { (ending) }
                p #status { }
                div #throwing { div.cast { div #thrown role="img" {} div.told { p #throw-words {} } } }
                button #throw type="button" hidden { "Throw" }
                (tabs::scrubber())
                div #note role="status" hidden {}
                div #panel-analysis { (panel()) }
                ul #seats aria-label="Players" {}
                div #common .trays hidden {}
                p.kept { "This record was uploaded. It is kept for seven days, or for less if many are uploaded. " a href=(site.url("/analysis")) { "Analyse another match." } }
            }
        }
        div #announce .unseen role="status" aria-live="polite" {}
        noscript { p.faults { "The analysis needs JavaScript. Without it: " code { "boxtop analyse RECORD" } } }
        (data("view", &view))
        (data("plan", &plan(&scene.plan).to_string()))
    };
    Ok(layout(site, &page, body))
}

/// Below the board: zoom.
fn lens() -> Markup {
    html! {
        div #lens role="group" aria-label="The board" hidden {
            span #zooming hidden {
                button #zoom-out type="button" aria-label="Zoom out" title="Zoom out (−)" { "−" }
                button #zoom-in type="button" aria-label="Zoom in" title="Zoom in (+)" { "+" }
                button #zoom-whole type="button" title="The whole board (0)" { "Whole board" }
            }
        }
    }
}

/// The table as it was before the first step, with the players of the record. It is shown and never played at.
fn beginning(game: &'static dyn DynGame, record: &Record) -> Result<Table, Problem> {
    let players = u8::try_from(record.seats.len()).unwrap_or(u8::MAX);
    let (options, board, rules_version) = (record.options.clone(), record.board.clone(), record.rules_version);
    let config = kernel::dynamic::MatchConfig { players, options, board, rules_version };
    let person = |(at, name): (usize, &String)| Occupant::Person { key: format!("{at}"), name: name.clone() };
    let seats = record.seats.iter().map(|seat| &seat.name).enumerate().map(person).collect();
    let order = Order { start: record.start.clone(), ..Order::plain("uploaded".into(), config, seats, [0; 32]) };
    Ok(Table::open(game, order, 0).map_err(Problem::from)?.0)
}

/// All steps in words.
fn log(played: &dyn DynMatch) -> Vec<LogEntry> {
    let entry = |(at, step): (usize, &Arc<PlayedStep>)| {
        let (seat, action) = match &step.step {
            Step::Act { seat, action } => (Some(seat.clone()), action.clone()),
            Step::Chance { chance, .. } | Step::Entered { entered: chance } => (None, chance.clone()),
            _ => (None, String::new()),
        };
        let sentence = |line: &kernel::Sentence| Sentence {
            text: line.text.clone(),
            rules: line.rules.iter().map(ToString::to_string).collect(),
        };
        let lines = step.lines.iter().map(sentence).collect();
        LogEntry { number: at + 1, step: Some(at + 1), seat, action, lines }
    };
    played.played().iter().enumerate().map(entry).collect()
}
