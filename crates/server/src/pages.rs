//! HTML pages: functions from data to markup, without side effects.
//!
//! Every page goes through [`layout`]. There is no inline style or script: the content policy forbids it. Colours and
//! sizes are in `assets/*.css`. Every URL is made by [`Site::url`], which knows the base path.

pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod check;
mod exercise;
pub(crate) mod game;
pub(crate) mod home;
pub(crate) mod host;
pub(crate) mod how_to_play;
mod joining;
pub(crate) mod learn;
pub(crate) mod lists;
pub(crate) mod me;
pub(crate) mod mistakes;
pub(crate) mod problem;
mod prose;
pub(crate) mod puzzles;
pub(crate) mod rules;
pub(crate) mod table;
mod tabs;

use crate::assets::FONT;
use crate::base_path::BasePath;
use crate::site::Site;
use kernel::GameInfo;
use maud::{DOCTYPE, Markup, html};

/// What the layout needs to know about a page.
pub(crate) struct Page<'a> {
    pub(crate) title: &'a str,
    /// Class of the body.
    pub(crate) kind: &'static str,
    /// The game it is about: loads its colours and links its pages.
    pub(crate) game: Option<&'static GameInfo>,
    /// The style sheet, one of those in `assets.rs`.
    pub(crate) style: &'static str,
    /// The module, one of those in `assets.rs`.
    pub(crate) script: &'static str,
}

/// The layout of every page.
pub(crate) fn layout(site: &Site, page: &Page<'_>, body: Markup) -> Markup {
    let script = site.asset(page.script);
    let style = page.game.map_or(page.style.to_owned(), |game| format!("{}/{}", game.slug, page.style));
    html! {
        (DOCTYPE)
        html lang="en" data-base=(site.url("")) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                title { (page.title) " · Boxtop" }
                link rel="modulepreload" href=(script);
                // Every page has a heading, so the font is needed at once.
                link rel="preload" as="font" type="font/woff2" crossorigin href=(site.asset(FONT));
                link rel="icon" type="image/svg+xml" href=(site.asset("icon.svg"));
                link rel="stylesheet" href=(site.asset(&style));
                // Runs before the first paint, so that no page flashes in the wrong theme.
                script src=(site.asset("theme.js")) {}
                script type="module" src=(script) {}
            }
            body class=(page.kind) data-game=[page.game.map(|game| game.slug)] {
                a.skip href="#main" { "Skip to content" }
                header.masthead {
                    a.wordmark href=(site.url("/")) { "Boxtop" }
                    nav aria-label="Pages" {
                        @if let Some(game) = page.game {
                            a href=(site.url(&format!("/games/{}", game.slug))) { (game.title) }
                            a href=(site.url(&format!("/how-to-play/{}", game.slug))) { "How to play" }
                            a href=(site.url(&format!("/rules/{}", game.slug))) { "Rules" }
                            a href=(site.url(&format!("/boards/{}", game.slug))) { "Board" }
                        }
                    }
                    a.lobby href=(site.url("/lobby")) { "Lobby" }
                    a.mine href=(site.url("/me/tables")) { "My tables" " " span #waiting-count hidden {} }
                    a.you href=(site.url("/me")) { "You" }
                    button #theme .quiet type="button" hidden { "Light" }
                }
                main #main { (body) }
                footer.colophon {
                    p {
                        "Lost board games, back on the table. " a href=(site.url("/analysis")) { "Analyse a match." } " " a href=(site.url("/check")) { "Check the dice." }
                        " Free software: MIT or Apache-2.0. " a href=(site.url("/privacy")) { "Privacy." }
                        @if site.settings.texts.terms.is_some() { " " a href=(site.url("/terms")) { "Terms." } }
                    }
                }
            }
        }
    }
}

/// Players, minutes and difficulty of a game.
pub(crate) fn facts(info: &GameInfo) -> Markup {
    html! {
        ul.facts aria-label="About the game" {
            li { (info.players_in_words()) }
            li { (info.minutes_in_words()) }
            li { (info.difficulty.word()) }
        }
    }
}

/// The link to a game's guided first match, or to its guide if it has none.
pub(crate) fn learn(site: &Site, info: &GameInfo) -> Markup {
    let has_lesson = catalog::game(info.slug).is_some_and(|game| game.lesson().is_some());
    let page = if has_lesson { "learn" } else { "how-to-play" };
    html! {
        a.button.learn href=(site.url(&format!("/{page}/{}", info.slug))) { "Learn" span.unseen { ": " (info.title) } }
    }
}

/// The link to a game's puzzles, if it has any.
pub(crate) fn puzzles_link(site: &Site, info: &GameInfo) -> Markup {
    html! {
        @if crate::puzzles::has_puzzles(info.slug) {
            a.button.puzzles href=(site.url(&format!("/puzzles/{}", info.slug))) { "Puzzles" span.unseen { ": " (info.title) } }
        }
    }
}

/// A rule number that opens the rule; without scripts it links to the rule book.
pub(crate) fn chip(base: BasePath, slug: &str, rule: &str) -> Markup {
    html! { a.chip data-rule=(rule) href=(base.url(&format!("/rules/{slug}#{rule}"))) { (rule) } }
}
