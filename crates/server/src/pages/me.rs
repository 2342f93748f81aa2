//! The pages about oneself: what is kept, other devices, a name of one's own, tokens.

use super::{Page, layout};
use crate::guest::Guest;
use crate::problem::Problem;
use crate::site::Site;
use maud::{Markup, html};
use protocol::{Account, TokenInfo};

/// Something that was made and is shown once.
pub(crate) enum Made {
    /// A link for another device.
    Link(String),
    /// A token for a program.
    Token(String),
}

fn sheet(site: &Site, title: &str, body: Markup) -> Markup {
    let page = Page { title, kind: "me-page", game: None, styles: &["me.css"], scripts: &[] };
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
            (name(me))
            (own_name(me))
            (devices(me))
            (tokens(me))
            (kept(me))
        },
    )
}

fn shown_once(made: &Made) -> Markup {
    let (id, what, text) = match made {
        Made::Link(link) => (
            "made-link",
            "Open this on the other device within ten minutes. It works once, and whoever opens it is you.",
            link,
        ),
        Made::Token(token) => (
            "made-token",
            "This is your token. It is shown now and never again; whoever has it plays in your name.",
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

fn name(me: &Account) -> Markup {
    html! {
        form method="post" action="/me/name" {
            label { span { "The name others see" } input name="name" maxlength="24" autocomplete="nickname" value=(me.name) required; }
            button type="submit" { "Change" }
        }
    }
}

fn own_name(me: &Account) -> Markup {
    html! {
        section aria-labelledby="own" {
            h2 #own { "A name of your own" }
            @match &me.claimed {
                Some(name) => p { strong { (name) } " is yours alone. With its password you can log in on any device." },
                None => p { "Claim a name with a password: nobody else can use it, and you can log in on any device. No address is asked for: if you lose the password, ask whoever runs this server for a link." },
            }
            form method="post" action="/me/claim" {
                label { span { "Name" } input name="name" minlength="3" maxlength="24" autocomplete="username" value=(me.claimed.as_ref().unwrap_or(&me.name)) required; }
                @if me.claimed.is_some() {
                    label { span { "Password until now" } input name="old" type="password" autocomplete="current-password" required; }
                }
                label { span { "New password" } input name="password" type="password" minlength="8" maxlength="200" autocomplete="new-password" required; }
                button type="submit" { @if me.claimed.is_some() { "Change and log out elsewhere" } @else { "Claim it" } }
            }
        }
    }
}

fn devices(me: &Account) -> Markup {
    html! {
        section aria-labelledby="devices" {
            h2 #devices { "Other devices" }
            p { @if me.devices > 1 { "You are known on " (me.devices) " devices. " } "A link that works once makes another device yours." }
            div.row {
                form method="post" action="/me/link" { button type="submit" { "Make a link" } }
                form method="post" action="/me/logout" { button.quiet type="submit" { "Log out here" } }
                form method="post" action="/me/logout-everywhere" { button.quiet type="submit" { "Log out everywhere" } }
            }
            @if me.claimed.is_none() { p { small { "Without a name of your own, logging out cannot be undone." } } }
            p { a href="/login" { "Log in with a name and a password" } }
        }
    }
}

fn tokens(me: &Account) -> Markup {
    html! {
        section aria-labelledby="tokens" {
            h2 #tokens { "Tokens for programs" }
            @if !me.tokens.is_empty() { ul.tokens { @for token in &me.tokens { (token_row(token)) } } }
            form method="post" action="/me/tokens" {
                label { span { "What it is for" } input name="label" maxlength="24" autocomplete="off" required; }
                label { span { "It may" } select name="scopes" {
                    option value="play" { "look and play" }
                    option value="read" { "look only" }
                } }
                button type="submit" { "Make a token" }
            }
            p { small { "The API is described at " a href="/api/v1/openapi.json" { "/api/v1/openapi.json" } "." } }
        }
    }
}

fn token_row(token: &TokenInfo) -> Markup {
    html! {
        li {
            span { strong { (token.label) } " " small { (token.scopes) ", " @if token.used.is_some() { "used" } @else { "never used" } } }
            form method="post" action=(format!("/me/tokens/{}/revoke", token.id)) {
                button.quiet type="submit" aria-label=(format!("Revoke {}", token.label)) { "Revoke" }
            }
        }
    }
}

fn kept(me: &Account) -> Markup {
    html! {
        section aria-labelledby="kept" {
            h2 #kept { "What is kept about you" }
            p { "A cookie with a secret in this browser and a fingerprint of it here; the name above; your seats at tables with everything played there; " (me.messages) " messages; " (me.tokens.len()) " tokens, as fingerprints; of a password what a slow hash makes of it. No address, no visits, nothing from elsewhere." }
            p { a.button href="/me/export" download="boxtop-me.json" { "Take all of it home (JSON)" } }
            form.delete method="post" action="/me/delete" {
                p { "Deleting gives up matches that are on, blanks what you said, and turns your seats at finished matches into “a guest”. It cannot be undone." }
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
            p { "Only for names that were claimed. To play as a guest, nothing is needed." }
            form method="post" action="/login" {
                label { span { "Name" } input name="name" autocomplete="username" value=(name) required; }
                label { span { "Password" } input name="password" type="password" autocomplete="current-password" required; }
                button.primary type="submit" { "Log in" }
            }
        },
    )
}

/// `/reset/{link}`: looking at it does not use it up.
pub(crate) fn reset(site: &Site, person: &str, link: &str, problem: Option<&Problem>) -> Markup {
    sheet(
        site,
        "A new password",
        html! {
            (trouble(problem))
            p.lede { "This link sets a new password for " strong { (person) } ". It works once." }
            p { "All other devices are logged out, and tokens for programs are revoked." }
            form method="post" action=(format!("/reset/{link}")) {
                label { span { "New password" } input name="password" type="password" minlength="8" maxlength="200" autocomplete="new-password" required; }
                button.primary type="submit" { "Set password and log in" }
            }
        },
    )
}

/// `/link/{token}`: looking at a link does not use it up.
pub(crate) fn link(site: &Site, person: &str, link: &str, guest: &Guest) -> Markup {
    sheet(
        site,
        "Is this you?",
        html! {
            p.lede { "This link makes this device " strong { (person) } "’s." }
            @if guest.known { p { "Until now it is " strong { (guest.name) } "’s; seats taken under that name stay there." } }
            form method="post" action=(format!("/link/{link}")) {
                button.primary type="submit" { "Yes, that is me" }
            }
        },
    )
}

/// After deleting or logging out.
pub(crate) fn gone(site: &Site, words: &str) -> Markup {
    sheet(site, "Done", html! { p.lede { (words) } p { a.button href="/" { "To the shelf" } } })
}
