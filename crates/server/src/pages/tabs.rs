//! Beside the board of a table: tabs with the log, the odds, the analysis, the chat, and what is needed rarely.

use super::analysis;
use super::table::IDS;
use crate::site::Site;
use catalog::Level;
use draw::svg::{self, Look};
use kernel::scene::Plan;
use maud::{Markup, html};

/// Log, odds, analysis, chat and the rest, one at a time. They fill the rest of the column and scroll inside.
pub(super) fn tabs(site: &Site, id: &str, plan: &Plan, chance: bool) -> Markup {
    let tab = |name: &str, words: Markup, open: bool| {
        html! {
            button id=(format!("tab-{name}")) type="button" role="tab" aria-controls=(format!("panel-{name}"))
                aria-selected=(if open { "true" } else { "false" }) tabindex=(if open { "0" } else { "-1" })
                hidden[name == "odds" && !chance || name == "analysis"] { (words) }
        }
    };
    let panel = |name: &str, open: bool, content: Markup| {
        html! {
            div id=(format!("panel-{name}")) .panel role="tabpanel" aria-labelledby=(format!("tab-{name}")) tabindex="0" hidden[!open] {
                (content)
            }
        }
    };
    html! {
        div #tabs .tabs {
            div role="tablist" aria-label="About the match" {
                (tab("log", html! { "Log" }, true))
                (tab("odds", html! { "Odds" }, false))
                (tab("analysis", html! { "Analysis" }, false))
                (tab("chat", html! { "Chat " span #unread hidden {} }, false))
                (tab("more", html! { "More" }, false))
            }
            (panel("log", true, journal()))
            (panel("odds", false, foresight()))
            (panel("analysis", false, analysis::panel()))
            (panel("chat", false, talk()))
            (panel("more", false, more(site, id, plan, chance)))
        }
    }
}

/// What is needed rarely: resigning, questions, signs, fair dice, the record, settings.
fn more(site: &Site, id: &str, plan: &Plan, chance: bool) -> Markup {
    html! {
        div.buttons {
            button #resign type="button" disabled { "Resign" }
            button #leave type="button" hidden { "Leave the table" }
            button #show-keys type="button" { "Keys" }
            button #report-table type="button" { "Report" }
        }
        (ask())
        (settings())
        ul #tones .signs aria-label="Signs on the board" hidden {}
        (legend(plan))
        (fair(chance))
        p.after {
            a href=(site.url(&format!("/tables/{id}/record"))) download { "Save the record" }
            @if chance { a #check-dice href=(site.url(&format!("/tables/{id}/check"))) hidden { "Check the dice" } }
        }
    }
}

/// What happened, turn by turn, and the replay.
fn journal() -> Markup {
    html! {
        (scrubber())
        ol #log tabindex="0" aria-label="What happened" {}
    }
}

/// Replay, and continuing from any step. It always takes its space, so that nothing below it moves.
pub(super) fn scrubber() -> Markup {
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

/// The odds of the next throw.
fn foresight() -> Markup {
    html! {
        p #no-odds { "Before a throw, its odds are here." }
        section #foresight aria-labelledby="lots-title" hidden {
            div.heading {
                h2 #lots-title { "Possible throws" }
                button #show-odds .quiet type="button" aria-pressed="false" { "Show on the board" }
            }
            div #lots role="group" aria-labelledby="lots-title" {}
            p #foreseen aria-live="polite" {}
        }
    }
}

/// The chat; its tab has the number of unread messages.
fn talk() -> Markup {
    html! {
        div #chat {
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

/// What a player may ask the others.
fn ask() -> Markup {
    html! {
        div #ask .fold role="group" aria-labelledby="ask-title" hidden {
            h2 #ask-title { "Ask the others" }
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

/// What the server and all players have committed to, and the receipts of this browser.
fn fair(chance: bool) -> Markup {
    let title = if chance { "Fair dice" } else { "Receipts" };
    html! { details #fair .fold { summary { (title) } div #fair-words { p { "…" } } } }
}

fn settings() -> Markup {
    let switch = |id: &str, words: &str| html! { label { input type="checkbox" id=(id); span { (words) } } };
    html! {
        fieldset.settings {
            legend { "Settings" }
            label {
                span { "Speed of moves" }
                select #set-speed {
                    @for (value, words) in [("slow", "Slow"), ("normal", "Normal"), ("fast", "Fast"), ("off", "Off")] {
                        option value=(value) { (words) }
                    }
                }
            }
            (switch("set-confirm", "Tap once to preview, twice to play"))
            label #chances-setting hidden { input type="checkbox" #set-chances; span { "Show the chances of winning" } }
            (switch("set-notify", "Notify me when it is my turn"))
            p #notify-words hidden { "Notifications are blocked. Allow them for this site first." }
        }
    }
}
