//! The page “How to play”: the game at a glance, and everything else folded.
//!
//! The guide of a game is Markdown: an introduction, then sections. The introduction and the first section are open; every
//! other section is a fold with its first sentence.

use super::prose::{self, Pictures};
use super::{Page, facts, layout, learn, puzzles_link};
use crate::site::Site;
use kernel::dynamic::DynGame;
use maud::{Markup, html};

/// The page.
pub(crate) fn page(site: &Site, game: &'static dyn DynGame) -> Markup {
    let info = game.info();
    let page = Page {
        title: &format!("How to play {}", info.title),
        kind: "reading",
        game: Some(info),
        style: "reading.css",
        script: "rules.js",
    };
    let pictures = &mut Pictures::default();
    let mut parts = info.how_to_play.split("\n## ");
    let introduction = prose::render(site, game, parts.next().unwrap_or_default(), pictures);
    let first = parts.next().map(|part| Section::parse(part).beside_pictures(site, game, pictures, &introduction));
    let body = html! {
        article.sheet.prose.guide {
            (facts(info))
            @match first { Some(first) => (first), None => (introduction) }
            p.next {
                a.button.primary href=(site.url(&format!("/games/{}", info.slug))) { "Play" }
                (learn(site, info))
                (puzzles_link(site, info))
                a href=(site.url(&format!("/rules/{}", info.slug))) { "All the rules" }
            }
            @for part in parts { (Section::parse(part).fold(site, game, pictures)) }
        }
    };
    layout(site, &page, body)
}

/// A section of a guide.
struct Section<'a> {
    heading: &'a str,
    /// Its text without the pictures.
    text: String,
    /// The pictures, as Markdown.
    pictures: String,
}

impl<'a> Section<'a> {
    fn parse(part: &'a str) -> Self {
        let (heading, body) = part.split_once('\n').unwrap_or((part, ""));
        let is_picture = |line: &&str| line.starts_with("![");
        let (pictures, text): (Vec<&str>, Vec<&str>) = body.lines().partition(is_picture);
        Section { heading: heading.trim(), text: text.join("\n"), pictures: pictures.join("\n\n") }
    }

    /// The introduction and this section, with its pictures beside them.
    fn beside_pictures(
        self,
        site: &Site,
        game: &dyn DynGame,
        pictures: &mut Pictures,
        introduction: &Markup,
    ) -> Markup {
        html! {
            div.beside {
                div { (introduction) h2 id=(prose::slug(self.heading)) { (self.heading) } (prose::render(site, game, &self.text, pictures)) }
                (self.figures(site, game, pictures))
            }
        }
    }

    fn fold(self, site: &Site, game: &dyn DynGame, pictures: &mut Pictures) -> Markup {
        html! {
            details.fold {
                summary { h2 { (self.heading) } span.teaser { (prose::first_sentence(&self.text)) } }
                // A link to this anchor opens the fold.
                div.beside id=(prose::slug(self.heading)) {
                    div { (prose::render(site, game, &self.text, pictures)) }
                    (self.figures(site, game, pictures))
                }
            }
        }
    }

    fn figures(&self, site: &Site, game: &dyn DynGame, pictures: &mut Pictures) -> Markup {
        html! { @if !self.pictures.is_empty() { div.figures { (prose::render(site, game, &self.pictures, pictures)) } } }
    }
}
