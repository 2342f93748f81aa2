//! Lists of tables: the lobby, and the tables of one person.

use super::shelf::ago;
use super::{Page, layout};
use crate::site::Site;
use kernel::Chosen;
use maud::{Markup, html};
use protocol::{TableEntry, TableList};
use table::{DiceFrom, Opened, Pace};

/// A table in the lobby: how it is listed, and what somebody wants to know before he sits down.
pub(crate) struct Listing {
    pub(crate) row: TableEntry,
    /// How fast it is played, and what is not as in the box.
    pub(crate) terms: Vec<String>,
    /// Does this person sit there already?
    pub(crate) mine: bool,
}

/// What is agreed at a table, in short phrases.
pub(crate) fn terms(opened: &Opened, usual: &Chosen) -> Vec<String> {
    let mut terms = vec![pace(&opened.pace)];
    if opened.dice == DiceFrom::Own {
        terms.push("own dice".into());
    }
    if let Some(contest) = &opened.contest {
        terms.push(kernel::counted(contest.of, "game", "games"));
    }
    let changed = opened.options.iter().filter(|(key, value)| usual.get(*key) != Some(*value));
    terms.extend(changed.map(|(key, value)| format!("{}: {value}", key.replace('_', " "))));
    if opened.board.is_some() {
        terms.push("a board of its own".into());
    }
    terms
}

fn pace(pace: &Pace) -> String {
    match pace {
        Pace::Untimed => "untimed".into(),
        Pace::Clock { initial, increment } => format!("{} min + {increment} s", initial / 60),
        Pace::Days { days: 1 } => "a day per move".into(),
        Pace::Days { days } => format!("{days} days per move"),
    }
}

/// `/lobby`
pub(crate) fn lobby(site: &Site, name: &str, tables: &[Listing]) -> Markup {
    let page = Page {
        title: "The lobby",
        kind: "list-page",
        game: None,
        styles: &["lists.css"],
        scripts: &["lobby.js", "nonces.js"],
    };
    let body = html! {
        h1 { "The lobby" }
        p.lede { "Tables where a seat is free for anybody." }
        div #tables data-refresh="/lobby" {
            @if tables.is_empty() {
                div.empty {
                    p { "Nobody waits just now." }
                    p { "Open a table yourself: choose a game, then “Friends”, and let it be shown in the lobby." }
                    (boxes())
                }
            } @else {
                ul.tables { @for listing in tables { (open_table(listing, name)) } }
            }
        }
    };
    layout(site, &page, body)
}

fn open_table(listing: &Listing, name: &str) -> Markup {
    let Listing { row, terms, mine } = listing;
    html! {
        li data-table=(row.table) {
            div {
                a.game href=(row.url) { (row.title) }
                span.who { (row.who) }
                span.terms { (terms.join(" · ")) }
                span.when { "opened " (ago(row.created)) }
            }
            @if *mine {
                a.button href=(row.url) { "You wait here" }
            } @else {
                form method="post" action=(format!("{}/sit", row.url)) data-table=(row.table) {
                    input type="hidden" name="name" value=(name);
                    input type="hidden" name="nonce" value="";
                    button.primary type="submit" aria-label=(format!("Sit down at {}, {}", row.title, row.who)) { "Sit down" }
                }
            }
        }
    }
}

/// `/me/tables`
pub(crate) fn mine(site: &Site, on: &TableList, over: &TableList) -> Markup {
    let page = Page {
        title: "My tables",
        kind: "list-page",
        game: None,
        styles: &["lists.css"],
        scripts: &["lobby.js", "nonces.js"],
    };
    let (waiting, others): (Vec<&TableEntry>, Vec<&TableEntry>) = on.tables.iter().partition(|row| row.waiting);
    let body = html! {
        h1 { "My tables" }
        div #tables data-refresh="/me/tables" {
            @if on.tables.is_empty() && over.tables.is_empty() {
                div.empty {
                    p { "You have not played yet on this device." }
                    p { "Choose a game, or look into " a href="/lobby" { "the lobby" } "." }
                    (boxes())
                }
            }
            (part("waiting-for-me", "They wait for you", &waiting))
            (part("going-on", "Going on", &others))
            (part("finished", "Finished", &over.tables.iter().collect::<Vec<_>>()))
        }
    };
    layout(site, &page, body)
}

fn part(id: &str, heading: &str, rows: &[&TableEntry]) -> Markup {
    html! {
        @if !rows.is_empty() {
            section aria-labelledby=(id) {
                h2 id=(id) { (heading) }
                ul.tables { @for row in rows {
                    li data-table=(row.table) data-waiting=(row.waiting) {
                        div {
                            a.game href=(row.url) { (row.title) }
                            span.who { (row.who) }
                            span.when { (ago(row.updated)) }
                        }
                    }
                } }
            }
        }
    }
}

fn boxes() -> Markup {
    html! {
        ul.boxes { @for title in catalog::games() {
            @let info = title.info();
            li { a href=(format!("/games/{}", info.slug)) { (info.title) } }
        } }
    }
}
