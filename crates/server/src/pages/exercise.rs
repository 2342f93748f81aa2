//! An exercise on the real board: a puzzle, or a mistake of a match.
//!
//! The page has the position and its legal moves, but not the solution: `assets/exercise.js` sends attempts to the API and
//! shows what comes back.

use super::table::{IDS, board, data, plan, pointing_dialogs, shape};
use super::{Page, layout};
use crate::site::Site;
use kernel::dynamic::DynGame;
use kernel::scene::Spot;
use maud::{Markup, html};
use protocol::ExerciseTask;
use serde_json::Value;
use table::{ExerciseRun, LEARNER};

/// What the exercise is.
pub(super) struct Heading {
    pub(super) title: String,
    /// Which one it is, in words.
    pub(super) progress: Markup,
    /// What the person made of it before.
    pub(super) done: Option<&'static str>,
}

/// Where to go from here, each with its words.
pub(super) struct Ways {
    pub(super) next: Option<(String, &'static str)>,
    pub(super) all: (String, &'static str),
}

pub(super) fn page(
    site: &Site,
    game: &'static dyn DynGame,
    run: &ExerciseRun<'_>,
    exercise: &ExerciseTask,
    script: &Value,
    heading: &Heading,
    ways: &Ways,
) -> Markup {
    let info = game.info();
    let title = &heading.title;
    let page = Page { title, kind: "lesson-page", game: Some(info), style: "exercise.css", script: "exercise.js" };
    let mut scene = run.table().scene(Some(LEARNER));
    // Pieces in trays are shown beside the board, not in the drawing.
    scene.tokens.retain(|token| matches!(token.at, Spot::Space(_)));
    scene.trays.clear();
    let body = html! {
        h1.unseen { (title) }
        div #exercise class=(format!("lesson shape-{}", shape(&scene.plan))) data-game=(info.slug) data-ids=(IDS) data-mood=[scene.mood] {
            div.stage { (board(&scene, info.title)) (super::learn::lens()) }
            div.side {
                (task(exercise, heading, ways))
                ul #seats aria-label="Sides" {}
                div #common .trays hidden {}
            }
        }
        div #announce .unseen role="status" aria-live="polite" {}
        noscript { p.faults { "Exercises need JavaScript. You can solve puzzles in a terminal as well: boxtop puzzle." } }
        (pointing_dialogs())
        (data("data", &script.to_string()))
        (data("plan", &plan(&scene.plan).to_string()))
    };
    layout(site, &page, body)
}

/// What to do, what the last attempt is worth, the solution, and the way to other exercises.
fn task(exercise: &ExerciseTask, heading: &Heading, ways: &Ways) -> Markup {
    let (all, all_words) = &ways.all;
    let (next, next_words) = ways.next.as_ref().unwrap_or(&ways.all);
    html! {
        section #task aria-labelledby="prompt" {
            div.progress {
                p #progress { (heading.progress) }
                @if let Some(done) = heading.done { span.done { (done) } }
            }
            h2 #prompt tabindex="-1" { (exercise.prompt) }
            p #situation { (exercise.view.headline) }
            div #throwing hidden {
                div.cast { div #thrown role="img" {} p #throw-words {} }
                div #by-die role="group" aria-label="Which die to use" hidden {}
            }
            div.toolbar role="group" aria-label="Actions" { button #throw .primary type="button" hidden { "Throw" } span #choices {} }
            p #verdict hidden {}
            div #error hidden {}
            div #note hidden {}
            div #right hidden {
                h3 #right-head {}
                p #line {}
                p #why {}
                ul #judged aria-label="Other moves" {}
            }
            div.steps role="group" aria-label="The exercise" {
                a #next .button href=(next) { (next_words) }
                button #solution type="button" { "Show the solution" }
                button #again type="button" hidden { "Try again" }
                @if ways.next.is_some() { a.quiet href=(all) { (all_words) } }
            }
        }
    }
}
