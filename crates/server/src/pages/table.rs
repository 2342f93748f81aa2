//! The page of a table: the board, and everything else beside it.
//!
//! The page has the view in it, as data; `assets/table.js` shows it and keeps it up to date. The hooks that scripts and
//! tests rely on are listed there.

use super::{Page, joining, layout};
use crate::guest::Guest;
use crate::site::Site;
use catalog::Level;
use draw::svg::{self, Look};
use kernel::dynamic::DynGame;
use kernel::scene::{Plan, Scene, Spot, Turntable};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};
use table::Table;

/// Prefix of every id in the drawing.
const IDS: &str = "t";

/// The page as this guest sees it, with their serialised view.
pub(crate) fn page(
    site: &Site,
    game: &'static dyn DynGame,
    table: &Table,
    guest: &Guest,
    link: &str,
    taken: bool,
    view: &[u8],
) -> Markup {
    let info = game.info();
    let page = Page { title: info.title, kind: "table-page", game: Some(info), style: "table.css", script: "table.js" };
    let mut scene = table.scene(Some(&guest.key));
    // Pieces in trays are shown beside the board, not in the drawing.
    scene.tokens.retain(|token| matches!(token.at, Spot::Space(_)));
    scene.trays.clear();
    let id = &table.opened().id;
    let body = html! {
        h1.unseen { (info.title) ": the table" }
        div #table class=(format!("table shape-{}", shape(&scene.plan))) data-id=(id) data-game=(info.slug) data-ids=(IDS)
            data-wanted=(site.asset("icon-turn.svg")) data-mood=[scene.mood] {
            div.headline {
                p #status { (scene.headline) }
                p #hand-over hidden {}
                (sound())
                (watching())
                p #connection data-state="connecting" { span.lamp aria-hidden="true" {} span.word { "connecting" } }
                p #banner role="status" hidden {}
            }
            div.stage { (board(&scene, info.title)) (lens(game)) }
            (scrubber())
            div.side {
                div #result hidden {}
                (after())
                (asked())
                (joining::banner())
                (joining::seats(site, table, guest, link, taken))
                (way())
                (throwing())
                (own_throw())
                (toolbar())
                (foresight())
                button #since .quiet type="button" title="What happened while you were away (y)" hidden {}
                ol #missed aria-label="What happened while you were away" hidden {}
                ul #news aria-label="What happened to you" hidden {}
                (moves())
                div #error role="alert" hidden {}
                div #note hidden {}
                ul #tones .signs aria-label="Signs on the board" hidden {}
                ul #seats aria-label="Sides" {}
                div #common .trays hidden {}
                (legend(&scene.plan))
                (journal(site, id, table.game_match().has_chance()))
                (talk())
                (ask())
                @if table.game_match().has_chance() { (fair()) }
                (settings())
            }
        }
        div #announce .unseen role="status" aria-live="polite" {}
        noscript { p.faults { "The table needs JavaScript. You can read the rules and the guide without it." } }
        (dialogs())
        (data("view", &String::from_utf8_lossy(view)))
        (data("plan", &plan(&scene.plan).to_string()))
    };
    layout(site, &page, body)
}

/// Width over height of the board in twentieths, for the style sheet.
fn shape(plan: &Plan) -> u8 {
    (20.0 * plan.size.0 / plan.size.1).round().clamp(10.0, 39.0) as u8
}

fn board(scene: &Scene, title: &str) -> Markup {
    let look = Look::page(IDS);
    let (width, height) = scene.plan.size;
    html! {
        svg #board .board xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) role="application"
            aria-roledescription="board" aria-label=(format!("{title}. Arrow keys move between points, Enter picks up and puts down, question mark lists all keys.")) {
            // Moving pieces may cross the edge of the board; the printed board is clipped there.
            clipPath id=(format!("{IDS}-edge")) { rect width=(width) height=(height) {} }
            g clip-path=(format!("url(#{IDS}-edge)")) { (svg::board_turned(&scene.plan, look, scene.turned)) }
            // Night and day: above the printed board, below the pieces.
            @if scene.mood.is_some() {
                @for light in ["night", "day"] { rect class=(format!("wash {light}")) width=(width) height=(height) {} }
            }
            (svg::signs(&scene.plan, look))
            g #under {}
            (svg::tokens(scene, look))
            g #over {}
        }
    }
}

/// Below the board: zoom, drawing a path, quick rules.
fn lens(game: &dyn DynGame) -> Markup {
    let quick_rules = game.info().quick_rules;
    let rules: Vec<String> = quick_rules.iter().map(ToString::to_string).collect();
    let first = rules.first().and_then(|id| game.rule_book().get(id)).map(|rule| rule.title.as_str());
    html! {
        div #lens role="group" aria-label="The board" hidden[rules.is_empty()] {
            span #zooming hidden {
                button #zoom-out type="button" aria-label="Zoom out" title="Zoom out (−)" { "−" }
                button #zoom-in type="button" aria-label="Zoom in" title="Zoom in (+)" { "+" }
                button #zoom-whole type="button" title="The whole board (0)" { "Whole board" }
            }
            button #draw-way type="button" aria-pressed="false" title="Draw the path (d)" hidden { "Draw the path" }
            @if let Some(first) = first {
                button #at-hand type="button" data-rules=(rules.join(" ")) title=(format!("{first} (r)")) { (first) }
            }
            p #looked {}
        }
    }
}

/// The switch for sound; shown in games that have any.
fn sound() -> Markup {
    html! {
        button #sound .quiet type="button" aria-pressed="true" title="Sound (s)" hidden {
            svg viewBox="0 0 24 24" aria-hidden="true" {
                path.horn d="M3 9h4l5-4.5v15L7 15H3z" {}
                path.waves d="M15 8.5q3 3.5 0 7M17.8 5.8q5.4 6.2 0 12.4" {}
                path.mute d="M15.5 9l6 6m0-6l-6 6" {}
            }
            span.word { "Sound on" }
        }
    }
}

/// A question from another player, and a seat that is reserved for a player who returns.
fn asked() -> Markup {
    html! {
        div #asked .banner role="group" aria-label="Question for you" hidden {
            p #asked-words {}
            div.buttons { button #asked-yes .primary type="button" { "Accept" } button #asked-no type="button" { "Decline" } }
        }
        div #kept .banner role="group" aria-label="Your seat" hidden {
            p #kept-words {}
            div.buttons { button #return .primary type="button" { "Take my seat back" } }
        }
    }
}

/// What a player may ask the others.
fn ask() -> Markup {
    html! {
        details #ask .fold hidden {
            summary { "Ask the others" }
            div.buttons {
                button #offer-draw type="button" { "Offer a draw" }
                button #ask-undo type="button" { "Ask to undo" }
            }
            form #relieve hidden {
                label { span { "Who is away" } select name="absent" {} }
                label { span { "A computer plays for them" }
                    select name="level" { @for level in Level::ALL { option value=(level.word()) selected[level == Level::Captain] { (level.word()) } } }
                }
                button type="submit" { "Ask the others" }
            }
        }
        p.alone { button #leave type="button" hidden { "Leave the table" } }
    }
}

/// The commitment to the dice, and the nonces of all players.
fn fair() -> Markup {
    html! { details #fair .fold { summary { "Fair dice" } div #fair-words { p { "…" } } } }
}

/// The chat: closed at first, with the number of unread messages.
fn talk() -> Markup {
    html! {
        details #chat .fold hidden {
            summary { "Chat " span #unread hidden {} }
            ol #talk tabindex="0" aria-label="Messages" {}
            form #say autocomplete="off" {
                label.unseen for="words" { "Message" }
                input #words maxlength="300" placeholder="Message";
                select #audience aria-label="Who can read it" {
                    option value="seats" { "players" }
                    option value="everyone" selected { "everyone" }
                }
                button type="submit" { "Send" }
                small #left aria-live="polite" {}
            }
            p #say-error role="alert" hidden {}
            p { button #mute .quiet type="button" aria-pressed="false" { "Mute the others" } }
        }
    }
}

/// Real dice: the player enters what they showed.
fn own_throw() -> Markup {
    html! {
        form #own-throw hidden {
            label #own-words for="own-outcome" { "What did your dice show?" }
            div.buttons { select #own-outcome {} button.primary type="submit" { "Enter" } }
        }
    }
}

/// After the match: luck.
fn after() -> Markup {
    html! {
        section #luck aria-labelledby="luck-title" hidden {
            h2 #luck-title { "Luck" }
            ul #luck-words {}
        }
    }
}

/// Replay, and continuing from any step. It always takes its space, so that nothing below it moves.
fn scrubber() -> Markup {
    html! {
        div #scrub role="group" aria-label="Replay" hidden {
            div.slide {
                button #step-back type="button" aria-label="One step back" title="One step back" disabled { "‹" }
                input #step type="range" min="0" max="0" step="1" value="0" aria-label="Step of the match" disabled;
                button #step-on type="button" aria-label="One step forward" title="One step forward" disabled { "›" }
                button #step-now type="button" title="Back to now (Escape)" disabled { "Now" }
            }
            p #step-words {}
            form #go-on hidden { button type="submit" { "Continue from here" } }
        }
    }
}

/// The number of spectators; shown when there are any.
fn watching() -> Markup {
    html! {
        p #watching hidden {
            svg viewBox="0 0 24 24" aria-hidden="true" {
                path d="M2 12q10-11 20 0q-10 11-20 0z" {}
                circle cx="12" cy="12" r="3.2" {}
            }
            span { b.count {} span.rest { " spectators" } }
        }
    }
}

/// The path that is being drawn: what it means, and buttons to play it.
fn way() -> Markup {
    html! {
        div #way hidden {
            p #way-words aria-live="polite" {}
            div.buttons {
                button #way-play .primary type="button" disabled { "Play it" }
                button #way-back type="button" disabled { "Back one step" }
                button #way-leave type="button" { "Cancel" }
            }
        }
    }
}

/// The kinds of lines on the board.
fn legend(plan: &Plan) -> Markup {
    html! {
        ul.lines aria-label="Lines on the board" {
            @for style in &plan.way_styles {
                li { span aria-hidden="true" { (svg::swatch(plan, style, Look::page(IDS))) } (style.label) }
            }
        }
    }
}

/// The last throw, and whose it is.
fn throwing() -> Markup {
    html! {
        section #throwing aria-label="The throw" hidden {
            div.cast {
                div #thrown role="img" {}
                p #throw-words {}
            }
            div #by-die role="group" aria-label="Which die to use" hidden {}
        }
    }
}

/// The odds of the next throw. It is below the button that throws, which therefore does not move.
fn foresight() -> Markup {
    html! {
        section #foresight aria-labelledby="lots-title" hidden {
            div.heading {
                h2 #lots-title { "Possible throws" }
                button #show-odds .quiet type="button" aria-pressed="false" { "Odds" }
            }
            div #lots role="group" aria-labelledby="lots-title" {}
            p #foreseen aria-live="polite" {}
        }
    }
}

fn toolbar() -> Markup {
    html! {
        div.toolbar role="group" aria-label="Actions" {
            button #throw .primary type="button" hidden { "Throw" }
            span #choices {}
            button #undo type="button" disabled { "Undo" }
            button #hint type="button" disabled { "Hint" }
            button #show-moves type="button" aria-expanded="false" aria-controls="moves-box" { "Moves" }
            button #resign type="button" disabled { "Resign" }
            button #rematch .primary type="button" hidden { "Rematch" }
        }
    }
}

fn moves() -> Markup {
    html! {
        section #moves-box aria-label="Moves you can make" hidden {
            h2 { "Your moves" }
            ul #moves tabindex="-1" {}
        }
    }
}

fn journal(site: &Site, id: &str, dice: bool) -> Markup {
    html! {
        section.journal aria-label="What happened" {
            h2 { "The game so far" }
            ol #log tabindex="0" {}
            p.after {
                a href=(site.url(&format!("/tables/{id}/record"))) download { "Save the record" }
                @if dice { a #check-dice href=(site.url(&format!("/tables/{id}/check"))) hidden { "Check the dice" } }
            }
        }
    }
}

fn settings() -> Markup {
    let switch = |id: &str, words: &str| html! { label { input type="checkbox" id=(id); span { (words) } } };
    html! {
        details.settings {
            summary { "Settings" }
            (switch("set-animate", "Animate moves"))
            (switch("set-confirm", "Tap once to preview, twice to play"))
            (switch("set-notify", "Notify me when it is my turn"))
            p #notify-words hidden { "Notifications are blocked. Allow them for this site first." }
            p { button #show-keys .quiet type="button" { "Keys" } }
        }
    }
}

fn dialogs() -> Markup {
    let keys = [
        ("arrows", "move between points"),
        ("Enter or Space", "pick up, put down"),
        ("Escape", "put the piece back, or end the replay"),
        ("its name", "go to a point: e 7, or 1 2"),
        ("t", "throw"),
        ("o", "odds before a throw"),
        ("m", "list of my moves"),
        ("l", "last move"),
        ("w", "whose turn it is, and what to do"),
        ("n", "what is around this point"),
        ("p", "where all pieces are"),
        ("u", "undo, or ask for it"),
        ("y", "replay what happened while you were away"),
        ("h", "hint"),
        ("s", "sound on or off, if the game has sound"),
        ("r", "quick rules, if the game has them"),
        ("+, −, 0", "zoom in, zoom out, the whole board"),
        ("1 to 6", "use this die, if there is a choice"),
        ("d", "draw the path, space by space; Backspace goes back one step"),
        ("?", "this list"),
    ];
    html! {
        dialog #rule aria-label="Rule" { div.text {} form method="dialog" { button { "Close" } } }
        dialog #keys aria-labelledby="keys-title" {
            h2 #keys-title { "Keys" }
            dl { @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } } }
            form method="dialog" { button { "Close" } }
        }
        dialog #chooser aria-labelledby="chooser-title" {
            h2 #chooser-title { "Which one?" }
            ul.offers {}
            form method="dialog" { button value="" { "Cancel" } }
        }
        dialog #confirm aria-labelledby="confirm-title" {
            h2 #confirm-title { "Resign this game?" }
            p #confirm-words { "The other side wins." }
            form method="dialog" { button #resign-yes .danger value="yes" { "Resign" } button value="no" autofocus { "Play on" } }
        }
    }
}

/// What the script needs to know about the board: names, positions, neighbours.
fn plan(plan: &Plan) -> Value {
    let label = |style: &str| plan.way_styles.iter().find(|one| one.name == style).map_or("", |one| one.label);
    let space = |space: &kernel::scene::Space| {
        let ways: Vec<(&str, &str)> =
            plan.neighbours(&space.id).into_iter().map(|(to, style)| (to, label(style))).collect();
        json!({
            "id": space.id, "name": space.name, "label": space.label, "x": space.at.0, "y": space.at.1,
            "column": space.cell.0, "row": space.cell.1, "ways": ways,
        })
    };
    json!({
        "size": [plan.size.0, plan.size.1], "r": plan.token_r, "spaces": plan.spaces.iter().map(space).collect::<Vec<_>>(),
        "turntable": plan.turntable.as_ref().map(turntable),
    })
}

fn turntable(table: &Turntable) -> Value {
    let space = |space: &kernel::scene::Turning| json!({ "id": space.id, "step": space.step, "depth": space.depth });
    json!({
        "centre": [table.centre.0, table.centre.1], "steps": table.steps,
        "spaces": table.spaces.iter().map(space).collect::<Vec<_>>(), "cells": table.cells,
    })
}

/// JSON as data of the page, which the browser does not execute.
fn data(id: &str, json: &str) -> Markup {
    let text = json.replace('<', "\\u003c");
    html! { script id=(id) type="application/json" { (PreEscaped(text)) } }
}
