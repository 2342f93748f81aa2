//! The page of a mistake: the position before it on the real board, to find a better move.

use super::exercise::{Heading, Ways, page as exercise_page};
use crate::exercise;
use crate::mistakes::Mistake;
use crate::problem::Problem;
use crate::site::Site;
use maud::{Markup, html};
use serde_json::json;

/// `/tables/{id}/mistakes/{step}` and `/analysis/{id}/mistakes/{step}`; `home` is the page of the match, `api` its
/// address in the API.
pub(crate) fn page(site: &Site, found: &Mistake, home: &str, api: &str) -> Result<Markup, Problem> {
    let run = found.run()?;
    let task = exercise::task(&run);
    let place = format!("mistakes/{}", found.step);
    let data = json!({
        "task": &task, "attempts": format!("{api}/{place}/attempts"), "solution": format!("{api}/{place}/solution"),
        "why": format!("{home}/{place}/why"), "result": null,
    });
    let count = found.steps.len();
    let progress = html! { "Mistake " (found.number()) " of " (count) " of " (found.called) ", step " (found.step) };
    let heading = Heading { title: format!("A mistake in {}", found.game.info().title), progress, done: None };
    let ways = Ways {
        next: found.next().map(|step| (site.url(&format!("{home}/mistakes/{step}")), "Next mistake")),
        all: (site.url(home), "Back to the match"),
    };
    Ok(exercise_page(site, found.game, &run, &task, &data, &heading, &ways))
}
