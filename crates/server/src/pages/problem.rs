//! The page that shows a problem.

use super::{Page, layout};
use crate::problem::Problem;
use crate::site::Site;
use axum::http::StatusCode;
use maud::{Markup, html};

/// What is wrong, and what to do.
pub(crate) fn page(site: &Site, problem: &Problem) -> Markup {
    let title = match problem.status {
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::CONFLICT => "Too late",
        status if status.is_server_error() => "Something went wrong",
        _ => "That did not work",
    };
    let page = Page { title, kind: "problem", game: None, style: "base.css", script: "masthead.js" };
    let body = html! {
        article.sheet {
            p.eyebrow { (problem.status.as_u16()) }
            h1 { (title) }
            p.lede { (problem.error) }
            @if !problem.instead.is_empty() { p { (problem.instead) } }
            p { a.button href=(site.url("/")) { "All games" } }
        }
    };
    layout(site, &page, body)
}
