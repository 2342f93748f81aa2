//! Lists of tables: the lobby, and your own tables.

use super::home::ago;
use super::{Page, layout};
use crate::site::Site;
use kernel::Chosen;
use maud::{Markup, html};
use protocol::{TableEntry, TableList};
use table::{DiceFrom, Opened, TimeControl};

/// A table in the lobby: its list entry, and what a player wants to know before taking a seat.
pub(crate) struct Listing {
    pub(crate) row: TableEntry,
    /// The time control, and what differs from the standard game.
    pub(crate) terms: Vec<String>,
    /// Does this person have a seat there?
    pub(crate) mine: bool,
}

/// The settings of a table, in short phrases.
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
        terms.push("custom board".into());
    }
    terms
}

fn pace(pace: &TimeControl) -> String {
    match pace {
        TimeControl::Untimed => "untimed".into(),
        TimeControl::Clock { initial, increment } => format!("{} min + {increment} s", initial / 60),
        TimeControl::Days { days: 1 } => "a day per move".into(),
        TimeControl::Days { days } => format!("{days} days per move"),
    }
}

/// `/lobby`
pub(crate) fn lobby(site: &Site, name: &str, tables: &[Listing]) -> Markup {
    let page = Page { title: "The lobby", kind: "list-page", game: None, style: "lists.css", script: "lobby.js" };
    let body = html! {
        h1 { "The lobby" }
        p.lede { "Tables with a free seat. Join one." }
        div #tables data-refresh=(site.url("/lobby")) {
            @if tables.is_empty() {
                div.empty {
                    p { "Nobody is waiting right now." }
                    p { "Open a table: choose a game, open its choices, take “Friends”, and tick “Show it in the lobby”." }
                    (boxes(site))
                }
            } @else {
                ul.tables { @for listing in tables { (open_table(site, listing, name)) } }
            }
        }
    };
    layout(site, &page, body)
}

fn open_table(site: &Site, listing: &Listing, name: &str) -> Markup {
    let Listing { row, terms, mine } = listing;
    let url = site.url(&format!("/tables/{}", row.table));
    html! {
        li data-table=(row.table) {
            div {
                a.game href=(url) { (row.title) }
                span.who { (row.who) }
                span.terms { (terms.join(" · ")) }
                span.when { "opened " (ago(row.created)) }
            }
            @if *mine {
                a.button href=(url) { "You are waiting here" }
            } @else {
                form method="post" action=(format!("{url}/sit")) data-table=(row.table) {
                    input type="hidden" name="name" value=(name);
                    input type="hidden" name="nonce" value="";
                    input type="hidden" name="anchor" value="";
                    button.primary type="submit" aria-label=(format!("Join {}, {}", row.title, row.who)) { "Join" }
                }
            }
        }
    }
}

/// `/me/tables`
pub(crate) fn mine(site: &Site, on: &TableList, over: &TableList) -> Markup {
    let page = Page { title: "My tables", kind: "list-page", game: None, style: "lists.css", script: "lobby.js" };
    let (waiting, others): (Vec<&TableEntry>, Vec<&TableEntry>) = on.tables.iter().partition(|row| row.waiting);
    let body = html! {
        h1 { "My tables" }
        div #tables data-refresh=(site.url("/me/tables")) {
            @if on.tables.is_empty() && over.tables.is_empty() {
                div.empty {
                    p { "You have not played on this device yet." }
                    p { "Choose a game, or visit " a href=(site.url("/lobby")) { "the lobby" } "." }
                    (boxes(site))
                }
            }
            (part(site, "waiting-for-me", "Waiting for you", &waiting))
            (part(site, "going-on", "In progress", &others))
            (part(site, "finished", "Finished", &over.tables.iter().collect::<Vec<_>>()))
        }
    };
    layout(site, &page, body)
}

fn part(site: &Site, id: &str, heading: &str, rows: &[&TableEntry]) -> Markup {
    html! {
        @if !rows.is_empty() {
            section aria-labelledby=(id) {
                h2 id=(id) { (heading) }
                ul.tables { @for row in rows {
                    li data-table=(row.table) data-waiting=(row.waiting) {
                        div {
                            a.game href=(site.url(&format!("/tables/{}", row.table))) { (row.title) }
                            span.who { (row.who) }
                            span.when { (ago(row.updated)) }
                        }
                    }
                } }
            }
        }
    }
}

fn boxes(site: &Site) -> Markup {
    html! {
        ul.boxes { @for game in catalog::games() {
            @let info = game.info();
            li { a href=(site.url(&format!("/games/{}", info.slug))) { (info.title) } }
        } }
    }
}
