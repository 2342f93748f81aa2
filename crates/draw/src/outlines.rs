//! Words as outlines of the fonts in the program, so that a picture looks the same on every machine.
//!
//! The fonts are subsets for Western European languages; their licence is beside them in `fonts/`. A character that a font
//! does not have is drawn as a question mark.

use kernel::scene::Face;
use std::fmt::Write;
use std::sync::LazyLock;
use ttf_parser::{GlyphId, OutlineBuilder};

/// A parsed font; `None` if its file is broken, which a test rules out.
type Font = Option<ttf_parser::Face<'static>>;

static DISPLAY: LazyLock<Font> = LazyLock::new(|| font(include_bytes!("../fonts/rokkitt-bold.ttf")));
static TEXT: LazyLock<Font> = LazyLock::new(|| font(include_bytes!("../fonts/cabin.ttf")));
static BOLD: LazyLock<Font> = LazyLock::new(|| font(include_bytes!("../fonts/cabin-bold.ttf")));

fn font(file: &'static [u8]) -> Font {
    ttf_parser::Face::parse(file, 0).ok()
}

/// Outlined words: they start at the origin and stand on the line `y = 0`.
#[derive(Default)]
pub(crate) struct Outlines {
    /// The data of an SVG path.
    pub(crate) path: String,
    /// How wide the words are.
    pub(crate) width: f32,
}

/// The outlines of words of this size.
pub(crate) fn outlines(text: &str, face: Face, bold: bool, size: f32, spread: f32) -> Outlines {
    let Some(font) = fonts(face, bold) else { return Outlines::default() };
    let scale = size / f32::from(font.units_per_em());
    let mut pen = Pen { path: String::new(), x: 0.0, scale, at: (0, 0) };
    for character in text.chars() {
        let glyph = font.glyph_index(character).or_else(|| font.glyph_index('?')).unwrap_or(GlyphId(0));
        font.outline_glyph(glyph, &mut pen);
        pen.x += f32::from(font.glyph_hor_advance(glyph).unwrap_or(0)) * scale + spread;
    }
    Outlines { path: pen.path, width: pen.x }
}

fn fonts(face: Face, bold: bool) -> Option<&'static ttf_parser::Face<'static>> {
    match (face, bold) {
        (Face::Display, _) => DISPLAY.as_ref(),
        (Face::Text, true) => BOLD.as_ref(),
        (Face::Text, false) => TEXT.as_ref(),
    }
}

/// Writes the outline of a glyph as path data, in hundredths. In a font, y goes up. After its start, an outline is written
/// in steps, so that a letter is the same text wherever it stands, which compresses well.
struct Pen {
    path: String,
    x: f32,
    scale: f32,
    /// Where the outline is, from the origin of the glyph.
    at: (i32, i32),
}

impl Pen {
    fn place(&self, (x, y): (f32, f32)) -> (i32, i32) {
        let hundredths = |value: f32| (value * self.scale * 100.0).round() as i32;
        (hundredths(x), hundredths(-y))
    }

    /// Goes to the last of these points; the others bend the way.
    fn go(&mut self, letter: char, points: &[(f32, f32)]) {
        let from = self.at;
        self.path.push(letter);
        for point in points {
            self.at = self.place(*point);
            let _ = write!(self.path, "{} {} ", decimal(self.at.0 - from.0), decimal(self.at.1 - from.1));
        }
    }
}

/// Hundredths as a decimal number, without zeros at its end.
fn decimal(hundredths: i32) -> String {
    let text = format!("{:.2}", f64::from(hundredths) / 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place((x, y));
        let start = (self.x * 100.0).round() as i32 + self.at.0;
        let _ = write!(self.path, "M{} {} ", decimal(start), decimal(self.at.1));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.go('l', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.go('q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.go('c', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::{Theme, picture};
    use kernel::Viewer;
    use kernel::dynamic::MatchConfig;

    #[test]
    fn the_fonts_have_every_character_on_the_five_boards() {
        for game in games::games() {
            let game_match = game.open(&MatchConfig::default()).expect("a match");
            let drawing = picture(&game_match.scene(Viewer::Referee), Theme::Light);
            let words = drawing.split("<text").skip(1).filter_map(|part| part.split(['>', '<']).nth(1));
            for character in words.flat_map(str::chars) {
                for (face, bold) in [(Face::Display, true), (Face::Text, true), (Face::Text, false)] {
                    let font = fonts(face, bold).expect("a font");
                    assert!(font.glyph_index(character).is_some(), "{face:?} has no {character:?}");
                }
            }
        }
    }

    #[test]
    fn an_unknown_character_becomes_a_question_mark() {
        let path = |text| outlines(text, Face::Text, false, 10.0, 0.0).path;
        assert_eq!(path("盒"), path("?"));
        assert!(path("盒") != path("!"));
    }

    #[test]
    fn words_are_as_wide_as_their_letters_and_the_room_between_them() {
        let width = |text, spread| outlines(text, Face::Text, false, 10.0, spread).width;
        assert!((width("Fort", 2.0) - width("Fort", 0.0) - 8.0).abs() < 0.01);
        assert!(width("Fortress", 0.0) > width("Fort", 0.0));
    }
}
