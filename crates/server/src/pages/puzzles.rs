//! The pages of puzzles: a card for each game, the puzzles of a game, and a puzzle on the real board.
//!
//! The page of a puzzle has the position and its legal moves, but not the solution: `assets/exercise.js` sends attempts to
//! the API and shows what comes back.

use super::table::{IDS, board, data, plan, pointing_dialogs, shape};
use super::{Page, layout};
use crate::problem::Problem;
use crate::puzzles::{Found, Results};
use crate::site::Site;
use kernel::scene::Spot;
use maud::{Markup, html};
use protocol::{Puzzle, PuzzleEntry, PuzzleGame, PuzzleList, PuzzleOutcome};
use serde_json::json;
use table::LEARNER;

/// The difficulties in words, from 1.
const DIFFICULTIES: [&str; 3] = ["easy", "medium", "hard"];

fn difficulty(entry: &PuzzleEntry) -> &'static str {
    let at = usize::from(entry.difficulty).saturating_sub(1);
    DIFFICULTIES.get(at).copied().unwrap_or(DIFFICULTIES[2])
}

fn done(result: Option<PuzzleOutcome>) -> &'static str {
    match result {
        Some(PuzzleOutcome::Solved) => "solved",
        Some(PuzzleOutcome::LookedUp) => "looked up",
        None => "",
    }
}

/// `/puzzles`
pub(crate) fn games(site: &Site, games: &[PuzzleGame]) -> Markup {
    let page = Page { title: "Puzzles", kind: "puzzles-page", game: None, style: "puzzles.css", script: "masthead.js" };
    let body = html! {
        h1 { "Puzzles" }
        p.lede { "Find the best move. Every day there is a new one for each game, the same for everyone." }
        ul.puzzle-cards { @for game in games { (card(site, game)) } }
    };
    layout(site, &page, body)
}

fn card(site: &Site, about: &PuzzleGame) -> Markup {
    let PuzzleGame { game, title, puzzles, today, solved } = about;
    let url = |last: &str| site.url(&format!("/puzzles/{game}{last}"));
    html! {
        li data-testid=(format!("puzzles-{game}")) {
            img src=(site.asset(&format!("art/{game}.svg"))) alt="" width="400" height="300";
            h2 { (title) }
            p { "Today: number " (today) ". Solved: " (solved) " of " (puzzles) "." }
            p.buttons {
                a.button.primary href=(url(&format!("/{today}"))) { "Today’s puzzle" span.unseen { ": " (title) } }
                a.button href=(url("")) { "All puzzles" span.unseen { ": " (title) } }
            }
        }
    }
}

/// `/puzzles/{game}`
pub(crate) fn list(site: &Site, list: &PuzzleList) -> Markup {
    let PuzzleGame { game, title, puzzles, today, solved } = &list.about;
    let info = catalog::game(game).map(|game| game.info());
    let heading = format!("Puzzles of {title}");
    let page = Page { title: &heading, kind: "puzzles-page", game: info, style: "puzzles.css", script: "masthead.js" };
    let body = html! {
        h1 { (heading) }
        p.lede { "Solved: " (solved) " of " (puzzles) ". " a href=(site.url("/puzzles")) { "Puzzles of other games" } }
        ol.puzzle-list { @for entry in &list.list {
            @let class = if entry.result == Some(PuzzleOutcome::Solved) { "solved" } else { "open" };
            li { a.(class).today[entry.number == *today] href=(site.url(&format!("/puzzles/{game}/{}", entry.number))) {
                strong { "Number " (entry.number) }
                small { (difficulty(entry)) @if entry.number == *today { ", today’s" } @if entry.result.is_some() { ", " (done(entry.result)) } }
            } }
        } }
    };
    layout(site, &page, body)
}

/// `/puzzles/{game}/{number}`
pub(crate) fn puzzle(site: &Site, found: Found, results: &Results) -> Result<Markup, Problem> {
    let run = found.run()?;
    let shown = found.shown(&run, results);
    let info = found.game.info();
    let title = format!("Puzzle {} of {}", found.number, info.title);
    let page =
        Page { title: &title, kind: "lesson-page", game: Some(info), style: "exercise.css", script: "exercise.js" };
    let mut scene = run.table().scene(Some(LEARNER));
    // Pieces in trays are shown beside the board, not in the drawing.
    scene.tokens.retain(|token| matches!(token.at, Spot::Space(_)));
    scene.trays.clear();
    let api = format!("/api/v1/puzzles/{}/{}", info.slug, found.number);
    let exercise = json!({
        "task": shown.exercise, "attempts": format!("{api}/attempts"), "solution": format!("{api}/solution"),
        "why": format!("/puzzles/{}/{}/why", info.slug, found.number), "result": shown.entry.result,
    });
    let body = html! {
        h1.unseen { (title) }
        div #exercise class=(format!("lesson shape-{}", shape(&scene.plan))) data-game=(info.slug) data-ids=(IDS) data-mood=[scene.mood] {
            div.stage { (board(&scene, info.title)) (super::learn::lens()) }
            div.side {
                (task(site, &shown))
                ul #seats aria-label="Sides" {}
                div #common .trays hidden {}
            }
        }
        div #announce .unseen role="status" aria-live="polite" {}
        noscript { p.faults { "Puzzles need JavaScript. You can solve them in a terminal as well: boxtop puzzle." } }
        (pointing_dialogs())
        (data("data", &exercise.to_string()))
        (data("plan", &plan(&scene.plan).to_string()))
    };
    Ok(layout(site, &page, body))
}

/// What to do, what the last attempt is worth, the solution, and the way to other puzzles.
fn task(site: &Site, puzzle: &Puzzle) -> Markup {
    let Puzzle { game, puzzles, today, entry, exercise } = puzzle;
    let next = if entry.number < *puzzles { entry.number + 1 } else { 1 };
    let url = |last: &str| site.url(&format!("/puzzles/{game}{last}"));
    html! {
        section #task aria-labelledby="prompt" {
            div.progress {
                p #progress {
                    @if entry.number == *today { "Today’s puzzle" } @else { "Puzzle " (entry.number) " of " (puzzles) }
                    ", " (difficulty(entry))
                }
                @if entry.result.is_some() { span.done { (done(entry.result)) } }
            }
            h2 #prompt tabindex="-1" { (exercise.prompt) }
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
            div.steps role="group" aria-label="The puzzle" {
                a #next .button href=(url(&format!("/{next}"))) { "Next puzzle" }
                button #solution type="button" { "Show the solution" }
                button #again type="button" hidden { "Try again" }
                a.quiet href=(url("")) { "All puzzles" }
            }
        }
    }
}
