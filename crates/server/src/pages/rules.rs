//! The rule book, and one rule by itself.

use super::{Page, layout, prose};
use crate::site::Site;
use kernel::dynamic::DynGame;
use kernel::{Rule, Standing};
use maud::{Markup, html};

/// A part of `RULES.md` in its order.
enum Part<'a> {
    Prose(String),
    Rule(&'a Rule),
}

/// The whole book.
pub(crate) fn page(site: &Site, title: &'static dyn DynGame) -> Markup {
    let info = title.info();
    let book = title.rule_book();
    let page = Page {
        title: &format!("Rules of {}", info.title),
        kind: "reading",
        game: Some(info),
        styles: &["reading.css", "board.css"],
        scripts: &["rules.js"],
    };
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
                @for part in parts(title) {
                    @match part {
                        Part::Prose(text) => (prose::render(title, &text)),
                        Part::Rule(rule) => (section(title, rule, "h3")),
                    }
                }
                // The sheet's own example, told where it is explained best.
                @if let Some(text) = chart(title) { section.chart { (prose::render(title, text)) } }
            }
        }
    };
    layout(site, &page, body)
}

/// What the guide says of the picture called `chart`, if there is one.
fn chart(title: &dyn DynGame) -> Option<&'static str> {
    title.picture("chart")?;
    prose::around_picture(title.info().how_to_play, "chart")
}

/// One rule, for a window of another page.
pub(crate) fn fragment(title: &'static dyn DynGame, rule: &Rule) -> Markup {
    html! {
        (section(title, rule, "h2"))
        p.more { a href=(format!("/rules/{}#{}", title.info().slug, rule.id)) { "In the rule book" } }
    }
}

fn section(title: &dyn DynGame, rule: &Rule, level: &str) -> Markup {
    let heading = html! { span.number { (rule.id) } " " (rule.title) };
    html! {
        section.rule id=(rule.id) {
            @if level == "h2" { h2 { (heading) } } @else { h3 { a href=(format!("#{}", rule.id)) { (heading) } } }
            (prose::render(title, &rule.text))
            p.source { span class=(format!("standing {}", rule.standing)) title=(meaning(rule.standing)) { (rule.standing) } " " (rule.source) }
        }
    }
}

fn meaning(standing: Standing) -> &'static str {
    match standing {
        Standing::Told => "The rule sheet says so.",
        Standing::Inferred => "It follows from what the rule sheet says.",
        Standing::Ruled => "The rule sheet is silent or unclear; this is our reading.",
    }
}

/// `RULES.md` cut at its rules; everything between them is prose.
fn parts(title: &dyn DynGame) -> Vec<Part<'_>> {
    let (mut parts, mut text, mut in_rule) = (Vec::new(), String::new(), false);
    for line in title.info().rules.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let id = heading.split(" · ").next().unwrap_or_default();
            if let Some(rule) = title.rule_book().get(id) {
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
