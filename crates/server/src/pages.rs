//! Pages: functions from what is known to what is shown, without side effects.
//!
//! Every page goes through [`layout`]. There is no inline style or script, for
//! the content policy forbids it; colours and measures are in `assets/*.css`.

pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod game;
pub(crate) mod how_to_play;
mod joining;
pub(crate) mod lists;
pub(crate) mod me;
pub(crate) mod problem;
mod prose;
pub(crate) mod rules;
pub(crate) mod shelf;
pub(crate) mod table;

use crate::site::Site;
use kernel::GameInfo;
use maud::{DOCTYPE, Markup, html};

/// What the frame needs to know of a page.
pub(crate) struct Page<'a> {
    pub(crate) title: &'a str,
    /// Class of the body.
    pub(crate) kind: &'static str,
    /// The game it is about: its inks are loaded and its pages linked.
    pub(crate) game: Option<&'static GameInfo>,
    /// Style sheets beside the common one.
    pub(crate) styles: &'a [&'a str],
    /// Modules: the one that is run, then those it imports, to be fetched at the same time.
    pub(crate) scripts: &'a [&'a str],
}

/// The frame of every page.
pub(crate) fn layout(site: &Site, page: &Page<'_>, body: Markup) -> Markup {
    let url = |name: &str| site.assets.url(name);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                title { (page.title) " · Boxtop" }
                link rel="icon" type="image/svg+xml" href=(url("icon.svg"));
                link rel="stylesheet" href=(url("base.css"));
                @for name in page.styles { link rel="stylesheet" href=(url(name)); }
                @if let Some(game) = page.game { link rel="stylesheet" href=(url(&format!("inks/{}.css", game.slug))); }
                // Before anything is painted, so that no page flashes in the wrong light.
                script src=(url("theme.js")) {}
                script type="module" src=(url("masthead.js")) {}
                @if let [run, imported @ ..] = page.scripts {
                    @for name in imported { link rel="modulepreload" href=(url(name)); }
                    script type="module" src=(url(run)) {}
                }
            }
            body class=(page.kind) {
                a.skip href="#main" { "Skip to the content" }
                header.masthead {
                    a.wordmark href="/" { "Boxtop" }
                    nav aria-label="Pages" {
                        @if let Some(game) = page.game {
                            a href=(format!("/games/{}", game.slug)) { (game.title) }
                            a href=(format!("/how-to-play/{}", game.slug)) { "How to play" }
                            a href=(format!("/rules/{}", game.slug)) { "Rules" }
                            a href=(format!("/boards/{}", game.slug)) { "Board" }
                        }
                    }
                    a.lobby href="/lobby" { "Lobby" }
                    a.mine href="/me/tables" { "My tables" " " span #waiting-count hidden {} }
                    a.you href="/me" { "You" }
                    button #theme .quiet type="button" hidden { "Light" }
                }
                main #main { (body) }
                footer.colophon {
                    p { "Lost board games, back on the table. " a href="/check" { "Check the dice." } " Free software: MIT or Apache-2.0." }
                }
            }
        }
    }
}

/// The chips that open rules; without scripts they lead to the rule book.
pub(crate) fn chip(slug: &str, rule: &str) -> Markup {
    html! { a.chip data-rule=(rule) href=(format!("/rules/{slug}#{rule}")) { (rule) } }
}
