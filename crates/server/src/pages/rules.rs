//! The rule book, and one rule by itself.

use super::prose::{self, Pictures};
use super::{Page, layout};
use crate::site::Site;
use kernel::dynamic::DynGame;
use kernel::{Rule, Standing};
use maud::{Markup, html};

/// A part of `RULES.md` in its order.
enum Part<'a> {
    Prose(String),
    Rule(&'a Rule),
}

/// The rule book.
pub(crate) fn page(site: &Site, game: &'static dyn DynGame) -> Markup {
    let info = game.info();
    let book = game.rule_book();
    let page = Page {
        title: &format!("Rules of {}", info.title),
        kind: "reading",
        game: Some(info),
        style: "reading.css",
        script: "rules.js",
    };
    let pictures = &mut Pictures::default();
    let mut sections: Vec<&str> = book.rules.iter().map(|rule| rule.section.as_str()).collect();
    sections.dedup();
    let body = html! {
        div.spread {
            nav.contents aria-label="Rules" {
                @for section in sections {
                    h2 { (section) }
                    ol { @for rule in book.rules.iter().filter(|rule| rule.section == section) {
                        li { a href=(format!("#{}", rule.id)) { span.number { (rule.id) } " " (rule.title) } }
                    } }
                }
            }
            article.sheet.prose {
                @for part in parts(game) {
                    @match part {
                        Part::Prose(text) => (prose::render(site, game, &text, pictures)),
                        Part::Rule(rule) => (section(site, game, rule, "h3")),
                    }
                }
                // The example of the rule sheet, from the guide.
                @if let Some(text) = chart(game) { section.chart { (prose::render(site, game, text, pictures)) } }
            }
        }
    };
    layout(site, &page, body)
}

/// The section of the guide with the picture `chart`, if there is one.
fn chart(game: &dyn DynGame) -> Option<&'static str> {
    game.picture("chart")?;
    prose::around_picture(game.info().how_to_play, "chart")
}

/// One rule, for a dialog on another page.
pub(crate) fn fragment(site: &Site, game: &'static dyn DynGame, rule: &Rule) -> Markup {
    html! {
        (section(site, game, rule, "h2"))
        p.more { a href=(site.url(&format!("/rules/{}#{}", game.info().slug, rule.id))) { "In the rule book" } }
    }
}

fn section(site: &Site, game: &dyn DynGame, rule: &Rule, level: &str) -> Markup {
    let heading = html! { span.number { (rule.id) } " " (rule.title) };
    html! {
        section.rule id=(rule.id) {
            @if level == "h2" { h2 { (heading) } } @else { h3 { a href=(format!("#{}", rule.id)) { (heading) } } }
            (prose::render(site, game, &rule.text, &mut Pictures::default()))
            p.source { span class=(format!("standing {}", rule.standing)) title=(meaning(rule.standing)) { (rule.standing) } " " (rule.source) }
        }
    }
}

fn meaning(standing: Standing) -> &'static str {
    match standing {
        Standing::Told => "The rule sheet says so.",
        Standing::Inferred => "Follows from what the rule sheet says.",
        Standing::Ruled => "The rule sheet does not say; this is our ruling.",
    }
}

/// `RULES.md` split at its rules; everything between them is prose.
fn parts(game: &dyn DynGame) -> Vec<Part<'_>> {
    let (mut parts, mut text, mut in_rule) = (Vec::new(), String::new(), false);
    for line in game.info().rules.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let id = heading.split(" · ").next().unwrap_or_default();
            if let Some(rule) = game.rule_book().get(id) {
                parts.push(Part::Prose(std::mem::take(&mut text)));
                parts.push(Part::Rule(rule));
                in_rule = true;
                continue;
            }
        }
        in_rule &= !line.starts_with("## ");
        if !in_rule {
            text.push_str(line);
            text.push('\n');
        }
    }
    parts.push(Part::Prose(text));
    parts
}
