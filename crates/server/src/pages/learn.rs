//! The page of a lesson: a guided first match on the real board.
//!
//! The server keeps no state for it: the page has every step as data, with the views that a table would send.
//! `assets/learn.js` shows them and judges what the learner does. Only the reason for an illegal move is asked for
//! ([`why`]). The hooks that scripts and tests rely on are listed in `assets/learn.js`.

use super::table::{IDS, board, data, plan, pointing_dialogs, shape};
use super::{Page, layout};
use crate::problem::Problem;
use crate::site::Site;
use crate::{gesture, wire};
use kernel::dynamic::DynGame;
use kernel::lesson::ScriptStep;
use kernel::scene::Spot;
use maud::{Markup, html};
use protocol::{Explanation, View};
use serde_json::{Value, json};
use table::{LEARNER, LessonFault, LessonRun, MOST_LEGAL_MOVES};

/// The page, or `None` if the game has no lesson.
pub(crate) fn page(site: &Site, game: &'static dyn DynGame) -> Option<Result<Markup, LessonFault>> {
    Some(LessonRun::at(game, 0)?.and_then(|run| drawn(site, game, &run)))
}

fn drawn(site: &Site, game: &'static dyn DynGame, run: &LessonRun<'_>) -> Result<Markup, LessonFault> {
    let info = game.info();
    let title = format!("Learn {}", info.title);
    let page = Page { title: &title, kind: "lesson-page", game: Some(info), style: "learn.css", script: "learn.js" };
    let mut scene = run.table().scene(Some(LEARNER));
    // Pieces in trays are shown beside the board, not in the drawing.
    scene.tokens.retain(|token| matches!(token.at, Spot::Space(_)));
    scene.trays.clear();
    let body = html! {
        h1.unseen { (title) }
        div #lesson class=(format!("lesson shape-{}", shape(&scene.plan))) data-game=(info.slug) data-ids=(IDS) data-mood=[scene.mood] {
            div.stage { (board(&scene, info.title)) (lens()) }
            div.side {
                (task(run.lesson().steps.len()))
                ul #seats aria-label="Sides" {}
                div #common .trays hidden {}
            }
        }
        (closing(site, info.slug, &run.lesson().closing))
        div #announce .unseen role="status" aria-live="polite" {}
        noscript { p.faults { "The lesson needs JavaScript. You can read the rules and the guide without it." } }
        (pointing_dialogs())
        (data("data", &steps(game, run.clone())?.to_string()))
        (data("plan", &plan(&scene.plan).to_string()))
    };
    Ok(layout(site, &page, body))
}

/// Below the board: zoom.
pub(super) fn lens() -> Markup {
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

/// What to do, the throw, what the lesson says to it, and the way through the lesson.
fn task(steps: usize) -> Markup {
    html! {
        section #task aria-labelledby="prompt" {
            div.progress {
                p #progress { "Step 1 of " (steps) }
                progress #progress-bar max=(steps) value="0" aria-labelledby="progress" {}
            }
            p #scene hidden {}
            ol #story aria-label="What happened" hidden {}
            h2 #prompt tabindex="-1" {}
            div #throwing hidden {
                div.cast { div #thrown role="img" {} p #throw-words {} }
                div #by-die role="group" aria-label="Which die to use" hidden {}
            }
            div.toolbar role="group" aria-label="Actions" { button #throw .primary type="button" hidden { "Throw" } span #choices {} }
            div #error hidden {}
            div #note hidden {}
            div #right hidden { p { strong { "Right!" } " " span #why {} } }
            div.steps role="group" aria-label="Steps" {
                button #next .primary type="button" hidden { "Next" }
                button #hint type="button" { "Hint" }
                button #back type="button" disabled { "Back" }
                button #skip .quiet type="button" { "Skip to the end" }
            }
        }
    }
}

/// The card at the end.
fn closing(site: &Site, slug: &str, words: &str) -> Markup {
    html! {
        section #closing aria-labelledby="closing-title" hidden {
            h2 #closing-title tabindex="-1" { "You know the game" }
            p #closing-words { (words) }
            p.buttons {
                a.button.primary #play-now href=(site.url(&format!("/games/{slug}"))) { "Play now" }
                " " a.button href=(site.url(&format!("/how-to-play/{slug}"))) { "Read the guide" }
                " " button #again type="button" { "Start the lesson again" }
            }
        }
    }
}

/// Every step, with the view before each task and the one after the last.
fn steps(game: &'static dyn DynGame, mut run: LessonRun<'_>) -> Result<Value, LessonFault> {
    let mut steps = Vec::new();
    loop {
        let step = run.step();
        let mut tasks = Vec::new();
        // Each view tells what is new since the one before it.
        let mut told = run.table().log_length() - run.story().len();
        while let Some(task) = run.task() {
            tasks.push(json!({ "view": view(&run, true, told), "expect": expected(task) }));
            told = run.table().log_length();
            run.advance()?;
        }
        steps.push(json!({
            "scene": step.scene, "prompt": step.prompt, "hint": step.hint, "why": step.why, "rules": step.rules,
            "tasks": tasks, "done": view(&run, false, told),
        }));
        if !run.go_on()? {
            return Ok(json!({ "game": game.info().slug, "steps": steps }));
        }
    }
}

fn expected(task: &ScriptStep) -> Value {
    match task {
        ScriptStep::Act { seat, action } => json!({ "type": "play", "seat": seat, "action": action }),
        ScriptStep::Throw(_) => json!({ "type": "throw" }),
    }
}

/// The table as the learner sees it, without the log entries they have been told. All legal moves are listed, or none.
fn view(run: &LessonRun<'_>, moves: bool, told: usize) -> View {
    let table = run.table();
    let view = wire::view(table, wire::Viewer::of(table, LEARNER), told);
    let legal_moves = table.to_act(table.seats_of(LEARNER)).filter(|_| moves);
    let legal_moves = legal_moves.map(|seat| wire::legal_moves(table, seat, 0, MOST_LEGAL_MOVES).legal_moves).collect();
    View { legal_moves, ..view }
}

/// Why this gesture is no legal move at this task of this step.
pub(crate) fn why(
    game: &'static dyn DynGame,
    step: usize,
    task: usize,
    steps: &str,
    kind: Option<&str>,
) -> Result<Explanation, Problem> {
    let missing = || Problem::missing("This lesson has no such step.", "Start the lesson again.");
    let mut run = LessonRun::at(game, step).ok_or_else(missing)?.map_err(Problem::broken)?;
    for _ in 0..task {
        run.task().ok_or_else(missing)?;
        run.advance().map_err(Problem::broken)?;
    }
    let seat = run.seat().ok_or_else(missing)?;
    gesture::why(run.table().game_match(), seat, steps, kind, || run.table().scene(Some(LEARNER)).headline)
}
