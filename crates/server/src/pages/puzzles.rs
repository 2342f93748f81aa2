//! The pages of puzzles: a card for each game, the puzzles of a game, and a puzzle on the real board.

use super::exercise::{Heading, Ways, page as exercise_page};
use super::{Page, layout};
use crate::problem::Problem;
use crate::puzzles::{Found, Results};
use crate::site::Site;
use maud::{Markup, html};
use protocol::{Puzzle, PuzzleEntry, PuzzleGame, PuzzleList, PuzzleOutcome};
use serde_json::json;

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
    let Puzzle { game, puzzles, today, entry, exercise } = found.shown(&run, results);
    let api = format!("/api/v1/puzzles/{game}/{}", found.number);
    let data = json!({
        "task": &exercise, "attempts": format!("{api}/attempts"), "solution": format!("{api}/solution"),
        "why": format!("/puzzles/{game}/{}/why", found.number), "result": entry.result,
    });
    let progress = html! {
        @if entry.number == today { "Today’s puzzle" } @else { "Puzzle " (entry.number) " of " (puzzles) }
        ", " (difficulty(&entry))
    };
    let title = format!("Puzzle {} of {}", found.number, found.game.info().title);
    let heading = Heading { title, progress, done: entry.result.map(|result| done(Some(result))) };
    let next = if entry.number < puzzles { entry.number + 1 } else { 1 };
    let ways = Ways {
        next: Some((site.url(&format!("/puzzles/{game}/{next}")), "Next puzzle")),
        all: (site.url(&format!("/puzzles/{game}")), "All puzzles"),
    };
    Ok(exercise_page(site, found.game, &run, &exercise, &data, &heading, &ways))
}
