//! A box in the hand: the lid, and the form that opens a table.

use super::{Page, chip, layout};
use crate::guest::Guest;
use crate::problem::Problem;
use crate::site::Site;
use kernel::door::{Deal, Title};
use kernel::{OptionKind, OptionSpec, OptionValue};
use maud::{Markup, html};
use shelf::{Coming, Level};
use std::collections::BTreeMap;

/// What was filled in.
#[derive(Default)]
pub(crate) struct Draft(pub(crate) BTreeMap<String, String>);

impl Draft {
    /// A field, if it was sent.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Is this choice the one made, or the one made for who has not chosen?
    fn chose(&self, name: &str, value: &str, default: &str) -> bool {
        self.get(name).unwrap_or(default) == value
    }
}

/// The page of a game that can be played.
pub(crate) fn page(
    site: &Site,
    title: &'static dyn Title,
    guest: &Guest,
    draft: &Draft,
    problem: Option<&Problem>,
) -> Markup {
    let info = title.info();
    let page = Page {
        title: info.title,
        kind: "game-page",
        game: Some(info),
        styles: &["game.css"],
        scripts: &["start.js", "rules.js"],
    };
    let art = site.assets.url(&format!("art/{}.svg", info.slug));
    let body = html! {
        div.box {
            img.lid-art src=(art) alt=(format!("Box top of {}", info.title)) width="400" height="300";
            div.about {
                h1 { (info.title) }
                p.imprint { (info.imprint) }
                p.lede { (info.blurb) }
                p.links {
                    a href=(format!("/how-to-play/{}", info.slug)) { "Learn it in five minutes" }
                    a href=(format!("/rules/{}", info.slug)) { "All the rules" }
                    a href=(format!("/boards/{}", info.slug)) { "How we know the board" }
                }
            }
            (form(title, guest, draft, problem))
        }
    };
    layout(site, &page, body)
}

fn form(title: &'static dyn Title, guest: &Guest, draft: &Draft, problem: Option<&Problem>) -> Markup {
    let seats = title.open(&Deal::default()).map(|session| session.seats()).unwrap_or_default();
    let radio = |name: &str, value: &str, default: &str| {
        let id = format!("{name}-{value}");
        html! { input type="radio" id=(id) name=(name) value=(value) checked[draft.chose(name, value, default)]; }
    };
    html! {
        form #start .start method="post" action="/tables" data-testid="start" {
            input type="hidden" name="game" value=(title.info().slug);
            @if let Some(problem) = problem { (faults(problem)) }
            fieldset.modes {
                legend { "Play" }
                (radio("mode", "computer", "computer"))
                label for="mode-computer" { strong { "The computer" } small { "at once, alone" } }
                (radio("mode", "home", "computer"))
                label for="mode-home" { strong { "Two on one screen" } small { "take turns at this device" } }
                (radio("mode", "friend", "computer"))
                label for="mode-friend" { strong { "A friend" } small { "by a link you send" } }
            }
            fieldset.sides {
                legend { "You lead" }
                @for seat in &seats {
                    (radio("side", seat.id, seats[0].id))
                    label for=(format!("side-{}", seat.id)) { (seat.name) }
                }
                (radio("side", "either", seats.first().map_or("", |seat| seat.id)))
                label for="side-either" { "either" }
            }
            fieldset.levels {
                legend { "Against a" }
                @for level in Level::ALL {
                    (radio("level", level.word(), Level::Captain.word()))
                    label for=(format!("level-{level}")) title=(level.about()) { (level.word()) }
                }
                @for level in Level::ALL { p class=(format!("about-level {level}")) { (level.about()) } }
            }
            fieldset.games {
                legend { "Length" }
                (radio("games", "1", "1"))
                label for="games-1" { "one game" }
                (radio("games", "2", "1"))
                label for="games-2" { "two games, sides changed" }
            }
            label.name { span { "Your name at the table" }
                input name="name" maxlength="24" autocomplete="nickname" value=(draft.get("name").unwrap_or(&guest.name));
            }
            details open[draft.get("options").is_some() && problem.is_some()] {
                summary { "House rules" }
                input type="hidden" name="options" value="1";
                @for spec in title.options() { (option(title.info().slug, &spec, draft)) }
            }
            details open[draft.get("board").is_some_and(|text| !text.trim().is_empty())] {
                summary { "Another board" }
                p { "Give the table a board file of your own. Begin with " a href=(format!("/boards/{}/board.toml", title.info().slug)) { "the one in the box" } "." }
                p { input #board-file type="file" accept=".toml,text/plain" aria-label="Board file"; }
                textarea #board-text name="board" rows="8" spellcheck="false" autocapitalize="off" aria-label="Text of a board file" placeholder="… or paste it here" { (draft.get("board").unwrap_or("")) }
            }
            p.go { button.button.primary type="submit" { "Set up the table" } }
        }
    }
}

fn faults(problem: &Problem) -> Markup {
    html! {
        div #error .faults role="alert" {
            p { strong { "The table was not opened." } }
            @if problem.faults.is_empty() { p { (problem.error) } }
            ul { @for fault in &problem.faults { li { code { (place(&fault.place)) } " " (fault.what) } } }
        }
    }
}

/// `board 12:5` reads better as a line and a column.
fn place(place: &str) -> String {
    match place.strip_prefix("board ").and_then(|at| at.split_once(':')) {
        Some((line, column)) => format!("board, line {line}, column {column}"),
        None => place.to_owned(),
    }
}

fn option(slug: &str, spec: &OptionSpec, draft: &Draft) -> Markup {
    let name = format!("option.{}", spec.key);
    let default = spec.default.to_string();
    let sent = draft.get("options").is_some();
    let value = draft.get(&name).unwrap_or(&default);
    let label = spec.key.replace('_', " ");
    html! {
        div.option {
            @match spec.kind {
                OptionKind::Switch => label {
                    input type="checkbox" name=(name) value="true"
                        checked[if sent { draft.get(&name).is_some() } else { spec.default == OptionValue::Switch(true) }];
                    span { (label) }
                },
                OptionKind::Number { min, max } => label {
                    span { (label) }
                    input type="number" name=(name) min=(min) max=(max) value=(value);
                },
                OptionKind::Word(words) => label {
                    span { (label) }
                    select name=(name) { @for word in words { option value=(word) selected[*word == value] { (word) } } }
                },
            }
            small { (spec.about) " " (chip(slug, &spec.rule.to_string())) }
        }
    }
}

/// The page of a box that cannot be opened yet.
pub(crate) fn coming(site: &Site, coming: &Coming) -> Markup {
    let page = Page { title: coming.title, kind: "game-page", game: None, styles: &["game.css"], scripts: &[] };
    let body = html! {
        div.box {
            img.lid-art src=(site.assets.url(&format!("art/{}.svg", coming.slug))) alt=(format!("Box top of {}", coming.title)) width="400" height="300";
            div.about {
                h1 { (coming.title) }
                p.imprint { (coming.imprint) }
                p.lede { (coming.blurb) }
                p { strong { "Coming." } " The box is on the shelf, and nobody can open it yet." }
                p { a.button href="/" { "Back to the shelf" } }
            }
        }
    };
    layout(site, &page, body)
}
