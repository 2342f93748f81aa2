//! The home page: the boxes of all games, each with a button that starts a match, and your unfinished tables.

use super::{Page, facts, layout, learn};
use crate::site::Site;
use catalog::Level;
use kernel::dynamic::{DynGame, MatchConfig};
use maud::{Markup, html};
use protocol::{TableEntry, TableList};

/// The page.
pub(crate) fn page(site: &Site, mine: &TableList) -> Markup {
    let page = Page { title: "Games", kind: "shelf-page", game: None, style: "shelf.css", script: "home.js" };
    let body = html! {
        div.hello {
            h1 { "Lost board games, back on the table." }
            p { "Rebuilt from rule sheets and photographs. If a move is not allowed, you see which rule forbids it." }
            p.puzzles { a href=(site.url("/puzzles")) { "Today’s puzzles" } }
        }
        @if !mine.tables.is_empty() { (strip(site, &mine.tables)) }
        section.shelf aria-label="Games" {
            @for game in catalog::games() { (game_box(site, *game)) }
        }
    };
    layout(site, &page, body)
}

/// Your unfinished tables in one row, those that wait for you first.
fn strip(site: &Site, tables: &[TableEntry]) -> Markup {
    html! {
        section.strip aria-labelledby="waiting" {
            h2 #waiting { "Your games" }
            ul { @for table in tables {
                li { a href=(site.url(&format!("/tables/{}", table.table))) {
                    strong { (table.title) } " "
                    @if table.waiting { span.turn { "Your turn" } " " }
                    span.who { (table.who) ", " (ago(table.updated)) }
                } }
            } }
        }
    }
}

fn game_box(site: &Site, game: &'static dyn DynGame) -> Markup {
    let info = game.info();
    html! {
        article.game-box {
            a.front href=(site.url(&format!("/games/{}", info.slug))) data-testid=(format!("box-{}", info.slug)) {
                img src=(site.asset(&format!("art/{}.svg", info.slug))) alt="" width="400" height="300";
                h2 { (info.title) }
            }
            (facts(info))
            p.summary { (info.summary) }
            (play_now(site, game))
        }
    }
}

/// The button that opens a table at once: you have the first seat, and beginners' computers have the others. A script
/// replaces these choices by those you made last.
fn play_now(site: &Site, game: &'static dyn DynGame) -> Markup {
    let info = game.info();
    let seats = game.open(&MatchConfig::default()).map(|opened| opened.seats()).unwrap_or_default();
    let first = seats.first().map_or("either", |seat| seat.id);
    let level = Level::Private.word();
    let with = format!("with-{}", info.slug);
    let others = seats.len().saturating_sub(1);
    html! {
        form.play method="post" action=(site.url("/tables")) data-game=(info.slug) data-players=(seats.len()) {
            input type="hidden" name="game" value=(info.slug);
            span.chosen {
                input type="hidden" name="mode" value="computer";
                input type="hidden" name="side" value=(first);
                input type="hidden" name="level" value=(level);
            }
            button.primary type="submit" data-testid=(format!("play-{}", info.slug)) aria-describedby=(with) {
                "Play now" span.unseen { ": " (info.title) }
            }
            (learn(site, info))
            p.with id=(with) { @if others == 1 { "Against the computer" } @else { "Against " (others) " computers" } ", level " (level) }
        }
    }
}

/// How long ago, in words.
pub(super) fn ago(then_ms: i64) -> String {
    let now = crate::accounts::now_ms();
    let minutes = (now - then_ms).max(0) / 60_000;
    match minutes {
        0 => "just now".into(),
        1..=59 => format!("{minutes} min ago"),
        60..=2879 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}
