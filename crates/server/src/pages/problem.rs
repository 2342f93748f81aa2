//! What a person sees when something cannot be done.

use super::{Page, layout};
use crate::problem::Problem;
use crate::site::Site;
use axum::http::StatusCode;
use maud::{Markup, html};

/// The page of a problem: what is wrong, and what to do.
pub(crate) fn page(site: &Site, problem: &Problem) -> Markup {
    let title = match problem.status {
        StatusCode::NOT_FOUND => "Not in the box",
        StatusCode::FORBIDDEN => "Not yours to do",
        StatusCode::CONFLICT => "Too late",
        status if status.is_server_error() => "Our fault",
        _ => "That does not work",
    };
    let page = Page { title, kind: "problem", game: None, style: "base.css", script: "masthead.js" };
    let body = html! {
        article.sheet {
            p.eyebrow { (problem.status.as_u16()) }
            h1 { (title) }
            p.lede { (problem.error) }
            @if !problem.instead.is_empty() { p { (problem.instead) } }
            p { a.button href=(site.url("/")) { "To the shelf" } }
        }
    };
    layout(site, &page, body)
}
