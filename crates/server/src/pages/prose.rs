//! Renders our Markdown as HTML: rule numbers become links, pictures become drawings.
//!
//! Only texts of the project and of the host are rendered. Raw HTML in them is dropped.

use super::chip;
use crate::assets::boards;
use crate::site::Site;
use draw::svg::{self, Look};
use kernel::dynamic::DynGame;
use kernel::scene::Scene;
use maud::{Markup, PreEscaped};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// What the pictures of a page share: the art of the pieces is in the page once.
#[derive(Default)]
pub(super) struct Pictures {
    /// The definitions that the page has already.
    defined: Vec<String>,
}

impl Pictures {
    /// A picture: the board as a file, light or dark, and on it what this picture shows.
    fn figure(&mut self, site: &Site, game: &dyn DynGame, name: &str, scene: &Scene, caption: &str) -> Markup {
        let (width, height) = scene.plan.size;
        let [light, dark] = boards::under_picture(game.info().slug, name).map_or(["", ""], |names| {
            let [light, dark] = names;
            [light.as_str(), dark.as_str()]
        });
        let board = |name: &str, class: &str| {
            maud::html! { img class=(class) src=(site.asset(name)) alt="" width=(width) height=(height) loading="lazy"; }
        };
        let (ids, definitions) = self.definitions(scene);
        // A paragraph cannot contain a figure, so the caption is in a span with the drawing.
        maud::html! {
            span class=(if width > height * 1.15 { "figure wide" } else { "figure" }) {
                (definitions)
                span.layers {
                    (board(light, "by-day"))
                    (board(dark, "by-night"))
                    (svg::on_board(scene, Look::page(&ids), &format!("picture-{name}")))
                }
                span.caption { (caption) }
            }
        }
    }

    /// The prefix of the ids that a scene's pieces refer to, and their definitions unless the page has them.
    fn definitions(&mut self, scene: &Scene) -> (String, Markup) {
        let art = svg::token_definitions(&scene.plan, Look::page("art")).into_string();
        let known = self.defined.iter().position(|known| *known == art);
        let ids = format!("art{}", known.unwrap_or(self.defined.len()));
        if known.is_some() {
            return (ids, PreEscaped(String::new()));
        }
        self.defined.push(art);
        let defined = svg::token_definitions(&scene.plan, Look::page(&ids));
        (ids, maud::html! { svg.definitions aria-hidden="true" width="0" height="0" { (defined) } })
    }
}

/// The text as HTML.
pub(super) fn render(site: &Site, game: &dyn DynGame, markdown: &str, pictures: &mut Pictures) -> Markup {
    let parser = Parser::new_ext(markdown, OPTIONS);
    let mut writer = Writer { site, game, pictures, out: Vec::new(), heading: None, picture: None, link: false };
    parser.for_each(|event| writer.event(event));
    let mut text = String::new();
    html::push_html(&mut text, writer.out.into_iter());
    // The corner of a table with two headings heads nothing.
    PreEscaped(text.replace("<th></th>", "<td></td>"))
}

/// A text without a game as HTML: no raw HTML, no pictures, and only links to pages and mail addresses. Its headings are
/// `deeper` by this number of levels.
pub(super) fn plain(site: &Site, markdown: &str, deeper: usize) -> Markup {
    let mut open_links = Vec::new();
    let events = Parser::new_ext(markdown, OPTIONS).filter_map(|event| match event {
        Event::Html(_) | Event::InlineHtml(_) => None,
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = linkable(site, &dest_url);
            open_links.push(dest_url.is_some());
            Some(Event::Start(Tag::Link { link_type, dest_url: dest_url?.into(), title, id }))
        }
        Event::End(TagEnd::Link) => open_links.pop().unwrap_or(false).then_some(event),
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Some(Event::Start(Tag::Heading { level: lowered(level, deeper), id, classes, attrs }))
        }
        Event::End(TagEnd::Heading(level)) => Some(Event::End(TagEnd::Heading(lowered(level, deeper)))),
        other => Some(other),
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    // A wide table scrolls by itself, also with the keyboard.
    let opened = "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>";
    PreEscaped(text.replace("<table>", opened).replace("</table>", "</table></div>").replace("<th></th>", "<td></td>"))
}

/// The URL of a link, if it is one that a page may have; those of this server get the base path.
fn linkable(site: &Site, url: &str) -> Option<String> {
    let own = (url.starts_with('/') && !url.starts_with("//")).then(|| site.url(url));
    let other = ["https://", "http://", "mailto:", "#"].iter().any(|start| url.starts_with(start));
    own.or_else(|| other.then(|| url.to_owned()))
}

fn lowered(level: HeadingLevel, deeper: usize) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + deeper).unwrap_or(HeadingLevel::H6)
}

/// The Markdown that our texts use.
const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_SMART_PUNCTUATION);

struct Writer<'a, 'p> {
    site: &'a Site,
    game: &'a dyn DynGame,
    pictures: &'p mut Pictures,
    out: Vec<Event<'a>>,
    /// The index of the open heading in `out`, and its words.
    heading: Option<(usize, String)>,
    /// The open picture's name and the words of its caption.
    picture: Option<(String, String)>,
    link: bool,
}

impl<'a> Writer<'a, '_> {
    fn event(&mut self, event: Event<'a>) {
        match event {
            Event::Html(_) | Event::InlineHtml(_) => {}
            Event::Start(Tag::Image { dest_url, .. }) => {
                let name = dest_url.strip_prefix("picture:").unwrap_or_default().to_owned();
                self.picture = Some((name, String::new()));
            }
            Event::End(TagEnd::Image) => self.draw(),
            Event::Text(text) | Event::Code(text) if self.picture.is_some() => {
                if let Some((_, caption)) = &mut self.picture {
                    caption.push_str(&text);
                }
            }
            Event::Start(Tag::Heading { .. }) => {
                self.heading = Some((self.out.len(), String::new()));
                self.out.push(event);
            }
            Event::End(TagEnd::Heading(_)) => self.name_heading(event),
            Event::Start(Tag::Link { .. }) => {
                self.link = true;
                self.out.push(event);
            }
            Event::End(TagEnd::Link) => {
                self.link = false;
                self.out.push(event);
            }
            Event::Start(Tag::Table(_)) => {
                self.raw("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">".into());
                self.out.push(event);
            }
            Event::End(TagEnd::Table) => {
                self.out.push(event);
                self.raw("</div>".into());
            }
            Event::Text(text) => {
                if let Some((_, words)) = &mut self.heading {
                    words.push_str(&text);
                }
                self.linked(text);
            }
            other => self.out.push(other),
        }
    }

    fn raw(&mut self, html: String) {
        self.out.push(Event::InlineHtml(CowStr::from(html)));
    }

    /// A heading can be linked to by its words.
    fn name_heading(&mut self, end: Event<'a>) {
        if let Some((at, words)) = self.heading.take()
            && let Some(Event::Start(Tag::Heading { id, .. })) = self.out.get_mut(at)
        {
            *id = Some(CowStr::from(slug(&words)));
        }
        self.out.push(end);
    }

    /// Text with its rule numbers as chips.
    fn linked(&mut self, text: CowStr<'a>) {
        let prefix = self.game.rule_book().rules.first().and_then(|rule| rule.id.split_once('-')).map(|(word, _)| word);
        let Some(prefix) = prefix.filter(|_| !self.link && self.heading.is_none()) else {
            return self.out.push(Event::Text(text));
        };
        let (mark, mut rest) = (format!("{prefix}-"), &*text);
        while let Some(at) = rest.find(&mark) {
            let digits = rest[at + mark.len()..].bytes().take_while(u8::is_ascii_digit).count();
            let end = at + mark.len() + digits;
            self.out.push(Event::Text(rest[..at].to_owned().into()));
            if self.game.rule_book().get(&rest[at..end]).is_some() {
                self.raw(chip(self.site.settings.base_path, self.game.info().slug, &rest[at..end]).into_string());
            } else {
                self.out.push(Event::Text(rest[at..end].to_owned().into()));
            }
            rest = &rest[end..];
        }
        self.out.push(Event::Text(rest.to_owned().into()));
    }

    fn draw(&mut self) {
        let Some((name, caption)) = self.picture.take() else { return };
        let Some(scene) = self.game.picture(&name) else {
            return self.out.push(Event::Text(caption.into()));
        };
        let figure = self.pictures.figure(self.site, self.game, &name, &scene, &caption);
        self.raw(figure.into_string());
    }
}

/// The part of a text that shows this picture: from the heading before it to the next one.
pub(super) fn around_picture<'a>(markdown: &'a str, name: &str) -> Option<&'a str> {
    let at = markdown.find(&format!("](picture:{name})"))?;
    let from = markdown[..at].rfind("\n## ")? + 1;
    let to = markdown[at..].find("\n## ").map_or(markdown.len(), |end| at + end);
    Some(&markdown[from..to])
}

/// The beginning of a text in plain words, without rule numbers: its first sentence, or two if that is very short.
pub(super) fn first_sentence(markdown: &str) -> String {
    let (mut words, mut picture) = (String::new(), false);
    for event in Parser::new_ext(markdown, OPTIONS) {
        match event {
            Event::Start(Tag::Image { .. }) => picture = true,
            Event::End(TagEnd::Image) => picture = false,
            Event::Text(text) | Event::Code(text) if !picture => words.push_str(&text),
            Event::SoftBreak => words.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableHead) if !words.trim().is_empty() => break,
            _ => {}
        }
    }
    let words = without_rules(&words);
    let ends = words.match_indices(['.', '?', '!']).map(|(at, mark)| at + mark.len());
    let end = ends.filter(|end| words[*end..].starts_with(' ')).find(|end| *end > SHORT);
    words[..end.unwrap_or(words.len())].trim().to_owned()
}

/// A sentence of at most this length gets a second one.
const SHORT: usize = 30;

/// The text without its rule numbers in parentheses, such as `(CF-1, CF-2)`.
fn without_rules(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" (")
        && let Some((inside, behind)) = after.split_once(')')
    {
        out.push_str(before);
        if !inside.split(", ").all(is_rule) {
            out.push_str(&format!(" ({inside})"));
        }
        rest = behind;
    }
    out + rest
}

fn is_rule(word: &str) -> bool {
    let number = |(prefix, number): (&str, &str)| {
        prefix.bytes().all(|byte| byte.is_ascii_uppercase()) && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    word.split_once('-').is_some_and(number)
}

/// The words as an anchor.
pub(super) fn slug(words: &str) -> String {
    let plain = words.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_is_plain_words_without_rule_numbers() {
        for (text, wanted) in [
            (
                "Brown is land, blue is water, black is lost (CF-1). Each corner",
                "Brown is land, blue is water, black is lost.",
            ),
            (
                "- **Seven.** Before you move\n  you may (once) wait (CF-26). Then",
                "Seven. Before you move you may (once) wait.",
            ),
            ("![Ready](picture:start)\n\nThrow two dice and move (CF-9, CF-10)", "Throw two dice and move"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), wanted);
        }
    }
}
