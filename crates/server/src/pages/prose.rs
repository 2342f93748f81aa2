//! Renders our Markdown as HTML: rule numbers become links, pictures become drawings.
//!
//! Only texts of the project are rendered. Raw HTML in them is dropped anyway.

use super::chip;
use crate::base_path::BasePath;
use kernel::dynamic::DynGame;
use maud::{Markup, PreEscaped};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The text as HTML.
pub(super) fn render(base: BasePath, game: &dyn DynGame, markdown: &str) -> Markup {
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION);
    let mut writer = Writer { base, game, out: Vec::new(), heading: None, picture: None, link: false };
    parser.for_each(|event| writer.event(event));
    let mut text = String::new();
    html::push_html(&mut text, writer.out.into_iter());
    PreEscaped(text)
}

struct Writer<'a> {
    base: BasePath,
    game: &'a dyn DynGame,
    out: Vec<Event<'a>>,
    /// The index of the open heading in `out`, and its words.
    heading: Option<(usize, String)>,
    /// The open picture's name and the words of its caption.
    picture: Option<(String, String)>,
    link: bool,
}

impl<'a> Writer<'a> {
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
                self.raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">".into());
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
                self.raw(chip(self.base, self.game.info().slug, &rest[at..end]).into_string());
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
        let drawing = draw::svg::page(&scene, &format!("picture-{name}"));
        // A paragraph cannot contain a figure, so the caption is in a span with the drawing.
        let (width, height) = scene.plan.size;
        let class = if width > height * 1.15 { "figure wide" } else { "figure" };
        let figure = maud::html! { span class=(class) { (drawing) span.caption { (caption) } } };
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

/// The words as an anchor.
pub(super) fn slug(words: &str) -> String {
    let plain = words.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join("-")
}
