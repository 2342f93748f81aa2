//! The page of a table: the board, and everything else beside it.
//!
//! The page has the view in it, as data; `assets/table.js` shows it and keeps it up to date. The hooks that scripts and
//! tests rely on are listed there.

use super::{Page, joining, layout, tabs};
use crate::guest::Guest;
use crate::site::Site;
use draw::svg::{self, Look};
use kernel::dynamic::DynGame;
use kernel::scene::{Plan, Scene, Spot, Turntable};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};
use table::Table;

/// Prefix of every id in the drawing.
pub(super) const IDS: &str = "t";

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
    let chance = table.game_match().has_chance();
    let body = html! {
        h1.unseen { (info.title) ": the table" }
        div #table class=(format!("table shape-{}", shape(&scene.plan))) data-id=(id) data-game=(info.slug) data-ids=(IDS)
            data-wanted=(site.asset("icon-turn.svg")) data-mood=[scene.mood] {
            (turn_bar(&scene.headline))
            div.stage { (board(&scene, info.title)) }
            (action(game, chance, scene.throw.as_ref().is_some_and(|thrown| matches!(thrown, kernel::scene::Throw::Dial { .. }))))
            div.side {
                p #banner role="status" hidden {}
                p #closed .banner role="status" hidden {}
                (end())
                (asked())
                (device())
                (joining::banner())
                (joining::seats(site, table, guest, link, taken))
                button #since .quiet type="button" title="What happened while you were away (y)" hidden {}
                ol #missed aria-label="What happened while you were away" hidden {}
                (moves())
                (chances())
                ul #seats aria-label="Players" {}
                div #common .trays hidden {}
                (tabs::tabs(site, id, &scene.plan, chance))
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
pub(super) fn shape(plan: &Plan) -> u8 {
    (20.0 * plan.size.0 / plan.size.1).round().clamp(10.0, 39.0) as u8
}

pub(super) fn board(scene: &Scene, title: &str) -> Markup {
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

/// Whose turn it is, in the viewer's colour when it is theirs; and the state of the connection.
fn turn_bar(headline: &str) -> Markup {
    html! {
        div #turn-bar {
            p #turn { "…" }
            p #status { (headline) }
            p #hand-over hidden {}
            div.signals {
                (watching())
                p #connection data-state="connecting" { span.lamp aria-hidden="true" {} span.word { "connecting" } }
            }
        }
    }
}

/// The chances of winning, where everybody wants to see them.
fn chances() -> Markup {
    html! { div #live-chances role="img" aria-label="Chances of winning" hidden {} }
}

/// Everything that a player does besides pointing at the board. Every control has its own place, and the place of the
/// whole stays the same.
fn action(game: &dyn DynGame, chance: bool, dial: bool) -> Markup {
    html! {
        section #action .dial-game[dial] .dice-game[chance] aria-label="Actions" {
            (throwing())
            div.slot {
                button #throw-all type="button" title="Throw until someone has to decide" hidden { "Throw for all" }
                div #choices role="group" aria-label="Choices" {}
            }
            div.toolbar role="group" aria-label="Tools" {
                button #undo type="button" disabled { "Undo" }
                button #hint type="button" disabled { "Hint" }
                button #show-moves type="button" aria-expanded="false" aria-controls="moves-box" { "Moves" }
                button #replay type="button" title="Replay what happened since your move (y)" disabled { "Replay" }
            }
            (lens(game))
            div #notice {
                div #error role="alert" hidden {}
                div #note hidden {}
                (way())
                ul #news aria-label="What happened to you" hidden {}
            }
        }
    }
}

/// Zoom, drawing a path, quick rules, sound.
fn lens(game: &dyn DynGame) -> Markup {
    let quick_rules = game.info().quick_rules;
    let rules: Vec<String> = quick_rules.iter().map(ToString::to_string).collect();
    let first = rules.first().and_then(|id| game.rule_book().get(id)).map(|rule| rule.title.as_str());
    html! {
        div #lens role="group" aria-label="The board" hidden[rules.is_empty()] {
            span #zooming hidden {
                button #zoom-out type="button" aria-label="Zoom out" title="Zoom out (−)" { "−" }
                button #zoom-in type="button" aria-label="Zoom in" title="Zoom in (+)" { "+" }
                button #zoom-whole type="button" title="The whole board (0)" aria-label="Whole board" { "Whole" }
            }
            @if let Some(first) = first {
                button #at-hand type="button" data-rules=(rules.join(" ")) title=(format!("{first} (r)")) { (first) }
            }
            button #names type="button" aria-pressed="false" title="Names of the spaces" hidden { "Names" }
            button #draw-way type="button" aria-pressed="false" title="Draw the path (d)" hidden { "Draw the path" }
            (sound())
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

/// The seat's contribution to the dice is on another device, or this one cannot store it.
fn device() -> Markup {
    html! {
        div #device .banner role="group" aria-label="Your dice" hidden {
            p #device-words {}
            p #device-why {}
            div.buttons {
                button #device-stay .primary type="button" { "Play on there" }
                button #device-new type="button" { "Go on with this device" }
            }
        }
        p #device-note .banner role="status" hidden {}
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

/// The end: who won, how to go on, the analysis, the score, and luck in one sentence.
fn end() -> Markup {
    html! {
        section #end aria-labelledby="end-title" hidden {
            h2 #end-title {}
            div.buttons { button #rematch .primary type="button" hidden { "Rematch" } button #show-analysis type="button" hidden { "Analysis" } }
            div #result hidden {}
            details #luck hidden {
                summary #luck-title { "Luck" }
                ul #luck-words {}
            }
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

/// The last throw, whose throw it is, and the button that throws.
fn throwing() -> Markup {
    html! {
        div #throwing role="group" aria-label="The throw" {
            div.cast {
                div #thrown role="img" {}
                div.told {
                    p #throw-words {}
                    div #by-die role="group" aria-label="Which die to use" hidden {}
                }
                div.throws {
                    button #throw .primary type="button" hidden { "Throw" }
                    (own_throw())
                }
            }
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

fn dialogs() -> Markup {
    let keys = [
        ("arrows", "move between points"),
        ("Enter or Space", "pick up, put down"),
        ("Escape", "put the piece back, or end the replay"),
        ("its name", "go to a point: e 7, or 1 2"),
        ("t", "throw, or spin"),
        ("o", "odds before a throw"),
        ("m", "list of my moves"),
        ("l", "last move"),
        ("w", "whose turn it is, and what to do"),
        ("n", "what is around this point"),
        ("p", "where all pieces are"),
        ("u", "undo, or ask for it"),
        ("y", "replay what happened since your move"),
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
        dialog #confirm aria-labelledby="confirm-title" {
            h2 #confirm-title { "Resign this game?" }
            p #confirm-words { "The other side wins." }
            form method="dialog" { button #resign-yes .danger value="yes" { "Resign" } button value="no" autofocus { "Play on" } }
        }
        (report())
        (pointing_dialogs())
    }
}

/// Reporting the table or a message to the host.
fn report() -> Markup {
    html! {
        dialog #report aria-labelledby="report-title" {
            h2 #report-title { "Report to the host" }
            form #report-form autocomplete="off" {
                p #report-about {}
                label for="report-reason" { "What is wrong?" }
                textarea #report-reason rows="4" maxlength="1000" {}
                p #report-error role="alert" hidden {}
                div.buttons {
                    button #report-send .primary type="submit" { "Send the report" }
                    button #report-cancel type="button" { "Cancel" }
                }
            }
            div #report-done hidden {
                p { "The report was sent. The host of this server will look at it." }
                form method="dialog" { button #report-close { "Close" } }
            }
        }
    }
}

/// What pointing at the board may open: questions about a move, and the tooltip.
pub(super) fn pointing_dialogs() -> Markup {
    html! {
        dialog #chooser aria-labelledby="chooser-title" {
            h2 #chooser-title { "Which one?" }
            ul.offers {}
            form method="dialog" { button value="" { "Cancel" } }
        }
        dialog #sure aria-labelledby="sure-title" {
            h2 #sure-title { "Are you sure?" }
            p #sure-words {}
            form method="dialog" { button #sure-yes .primary value="yes" { "Play it" } button value="no" autofocus { "Not yet" } }
        }
        div #looked role="tooltip" hidden {}
    }
}

/// What the script needs to know about the board: names, positions, neighbours.
pub(super) fn plan(plan: &Plan) -> Value {
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
pub(super) fn data(id: &str, json: &str) -> Markup {
    let text = json.replace('<', "\\u003c");
    html! { script id=(id) type="application/json" { (PreEscaped(text)) } }
}
