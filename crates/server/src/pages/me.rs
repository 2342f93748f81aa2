//! The account pages: name, login, devices, tokens, stored data.

use super::{Page, layout};
use crate::guest::Guest;
use crate::problem::Problem;
use crate::site::Site;
use maud::{Markup, html};
use protocol::{Account, TokenInfo};

/// A new secret that is shown only once.
pub(crate) enum Made {
    /// A link for another device.
    Link(String),
    /// A token for a program.
    Token(String),
}

fn sheet(site: &Site, title: &str, body: Markup) -> Markup {
    let page = Page { title, kind: "me-page", game: None, style: "me.css", script: "masthead.js" };
    layout(site, &page, html! { article.sheet.me { h1 { (title) } (body) } })
}

fn trouble(problem: Option<&Problem>) -> Markup {
    html! {
        @if let Some(problem) = problem {
            div #error .faults role="alert" { p { (problem.error) " " (problem.instead) } }
        }
    }
}

/// `/me`
pub(crate) fn page(site: &Site, me: &Account, made: Option<&Made>, problem: Option<&Problem>) -> Markup {
    sheet(
        site,
        "You",
        html! {
            (trouble(problem))
            @if let Some(made) = made { (shown_once(made)) }
            (name(site, me))
            (own_name(site, me))
            (devices(site, me))
            (tokens(site, me))
            (puzzles(site, me))
            (kept(site, me))
        },
    )
}

fn shown_once(made: &Made) -> Markup {
    let (id, what, text) = match made {
        Made::Link(link) => (
            "made-link",
            "Open this link on your other device within ten minutes. It works once. Do not share it: it logs in as you.",
            link,
        ),
        Made::Token(token) => (
            "made-token",
            "Copy your token now: it is not shown again. Keep it secret: anyone who has it can play as you.",
            token,
        ),
    };
    html! {
        div.made role="status" {
            p { label for=(id) { (what) } }
            input id=(id) readonly value=(text) autocomplete="off" spellcheck="false";
        }
    }
}

fn name(site: &Site, me: &Account) -> Markup {
    html! {
        form method="post" action=(site.url("/me/name")) {
            label { span { "The name others see" } input name="name" maxlength="24" autocomplete="nickname" value=(me.name) required; }
            button type="submit" { "Change" }
        }
    }
}

fn own_name(site: &Site, me: &Account) -> Markup {
    html! {
        section aria-labelledby="own" {
            h2 #own { "Your login name" }
            @match &me.claimed {
                Some(name) => p { strong { (name) } " is reserved for you. Log in with it on any device." },
                None => p { "Claim a name with a password: nobody else can use it, and you can log in on any device. We don't need your email. If you forget the password, ask the operator of this server for a reset link." },
            }
            form method="post" action=(site.url("/me/claim")) {
                label { span { "Name" } input name="name" minlength="3" maxlength="24" autocomplete="username" value=(me.claimed.as_ref().unwrap_or(&me.name)) required; }
                @if me.claimed.is_some() {
                    label { span { "Current password" } input name="old" type="password" autocomplete="current-password" required; }
                }
                label { span { "New password" } input name="password" type="password" minlength="8" maxlength="200" autocomplete="new-password" required; }
                button type="submit" { @if me.claimed.is_some() { "Change and log out other devices" } @else { "Claim it" } }
            }
        }
    }
}

fn devices(site: &Site, me: &Account) -> Markup {
    html! {
        section aria-labelledby="devices" {
            h2 #devices { "Other devices" }
            p { @if me.devices > 1 { "You are logged in on " (me.devices) " devices. " } "Make a link to log in on another device. It works once." }
            div.row {
                form method="post" action=(site.url("/me/link")) { button type="submit" { "Make a link" } }
                form method="post" action=(site.url("/me/logout")) { button.quiet type="submit" { "Log out here" } }
                form method="post" action=(site.url("/me/logout-everywhere")) { button.quiet type="submit" { "Log out everywhere" } }
            }
            @if me.claimed.is_none() { p { small { "Without a login name you cannot log in again." } } }
            p { a href=(site.url("/login")) { "Log in with name and password" } }
        }
    }
}

fn tokens(site: &Site, me: &Account) -> Markup {
    html! {
        section aria-labelledby="tokens" {
            h2 #tokens { "Tokens for programs" }
            @if !me.tokens.is_empty() { ul.tokens { @for token in &me.tokens { (token_row(site, token)) } } }
            form method="post" action=(site.url("/me/tokens")) {
                label { span { "What it is for" } input name="label" maxlength="24" autocomplete="off" required; }
                label { span { "Access" } select name="scopes" {
                    option value="play" { "read and play" }
                    option value="read" { "read only" }
                } }
                button type="submit" { "Make a token" }
            }
            p { small { "API documentation: " a href=(site.url("/api/v1/openapi.json")) { (site.url("/api/v1/openapi.json")) } "." } }
        }
    }
}

fn puzzles(site: &Site, me: &Account) -> Markup {
    html! {
        section aria-labelledby="puzzles" {
            h2 #puzzles { "Puzzles" }
            p {
                @match me.solved {
                    0 => "You have not solved any puzzles yet.",
                    solved => { "You have solved " (kernel::counted(solved as u64, "puzzle", "puzzles")) "." }
                }
                " " a href=(site.url("/puzzles")) { "Today’s puzzles" }
            }
        }
    }
}

fn token_row(site: &Site, token: &TokenInfo) -> Markup {
    html! {
        li {
            span { strong { (token.label) } " " small { (token.scopes) ", " @if token.used.is_some() { "used" } @else { "never used" } } }
            form method="post" action=(site.url(&format!("/me/tokens/{}/revoke", token.id))) {
                button.quiet type="submit" aria-label=(format!("Revoke {}", token.label)) { "Revoke" }
            }
        }
    }
}

fn kept(site: &Site, me: &Account) -> Markup {
    html! {
        section aria-labelledby="kept" {
            h2 #kept { "Your data" }
            p { "We store: your name; your seats and moves; " (me.messages) " messages; " (me.tokens.len()) " tokens; the puzzles you solved or looked up; a hash of your password, if you have one. Your browser has a secret cookie; we keep its fingerprint. We store no email, no IP address and no visits." }
            p { a.button href=(site.url("/me/export")) download="boxtop-me.json" { "Download your data (JSON)" } }
            form.delete method="post" action=(site.url("/me/delete")) {
                p { "Deleting your account resigns your running matches, erases your messages, and shows you as “a guest” in finished matches. You cannot undo this." }
                label.check { input type="checkbox" name="sure" value="yes" required; span { "Yes, delete everything" } }
                button.danger type="submit" { "Delete" }
            }
        }
    }
}

/// `/login`
pub(crate) fn login(site: &Site, name: &str, problem: Option<&Problem>) -> Markup {
    sheet(
        site,
        "Log in",
        html! {
            (trouble(problem))
            p { "You need a claimed name. To play as a guest, you need no login." }
            form method="post" action=(site.url("/login")) {
                label { span { "Name" } input name="name" autocomplete="username" value=(name) required; }
                label { span { "Password" } input name="password" type="password" autocomplete="current-password" required; }
                button.primary type="submit" { "Log in" }
            }
        },
    )
}

/// `/reset/{link}`: opening the page does not use the link.
pub(crate) fn reset(site: &Site, person: &str, link: &str, problem: Option<&Problem>) -> Markup {
    sheet(
        site,
        "New password",
        html! {
            (trouble(problem))
            p.lede { "This link sets a new password for " strong { (person) } ". It works once." }
            p { "All other devices are logged out, and tokens for programs are revoked." }
            form method="post" action=(site.url(&format!("/reset/{link}"))) {
                label { span { "New password" } input name="password" type="password" minlength="8" maxlength="200" autocomplete="new-password" required; }
                button.primary type="submit" { "Set password and log in" }
            }
        },
    )
}

/// `/link/{token}`: opening the page does not use the link.
pub(crate) fn link(site: &Site, person: &str, link: &str, guest: &Guest) -> Markup {
    sheet(
        site,
        "Is this you?",
        html! {
            p.lede { "This link logs you in on this device as " strong { (person) } "." }
            @if guest.known { p { "You are " strong { (guest.name) } " now. Seats you took under that name stay with it." } }
            form method="post" action=(site.url(&format!("/link/{link}"))) {
                button.primary type="submit" { "Yes, log in" }
            }
        },
    )
}

/// After deleting or logging out.
pub(crate) fn gone(site: &Site, words: &str) -> Markup {
    sheet(site, "Done", html! { p.lede { (words) } p { a.button href=(site.url("/")) { "All games" } } })
}
