//! Draws the trays for pieces off the board.
//!
//! Trays are below the board, those of one seat together, in two columns if there are many. The place of
//! a tray never depends on its contents.

use super::inks::Look;
use super::lettering::{self, Words};
use super::shapes::{Pen, num};
use super::tokens::TRAY_SCALE;
use kernel::scene::{Face, Point, Scene, Spot, Tray};
use maud::{Markup, html};

/// Height of one tray, in heights of its letters.
const HEIGHT: f32 = 2.9;
/// Height of letters as a fraction of the board's width: legible on a phone.
const LETTERS: f32 = 0.024;
/// Approximate width of a letter of a heading, in ems.
const LETTER: f32 = 0.62;
/// Maximum number of trays in one column; more are in two.
const ONE_COLUMN: usize = 3;

/// Where a tray lies: its upper left corner and its width.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Berth {
    corner: Point,
    width: f32,
}

fn letters(scene: &Scene) -> f32 {
    scene.plan.size.0 * LETTERS
}

fn height(scene: &Scene) -> f32 {
    letters(scene) * HEIGHT
}

/// Where each tray lies, and where the last one ends.
fn berths(scene: &Scene) -> (Vec<Berth>, f32) {
    let (full, step) = (scene.plan.size.0, height(scene));
    let (mut tops, mut column, mut group) = ([scene.plan.size.1; 2], 0, None);
    let mut berths = Vec::new();
    for tray in &scene.trays {
        let alone = scene.trays.len() <= ONE_COLUMN || tray.seat.is_none();
        if alone {
            tops = [tops[0].max(tops[1]); 2];
        }
        if group != Some(tray.seat) {
            // The next seat starts in the column with more room.
            column = usize::from(tops[1] < tops[0]);
            group = Some(tray.seat);
        }
        let width = if alone { full } else { full / 2.0 };
        berths.push(Berth { corner: (width * column as f32, tops[column]), width });
        tops[column] += step;
    }
    (berths, tops[0].max(tops[1]))
}

/// Where the drawing of board and trays ends.
pub(super) fn bottom(scene: &Scene) -> f32 {
    berths(scene).1
}

/// Where tokens lie in a tray: the first one, and the distance from one to the next.
pub(super) struct Row {
    first: Point,
    pitch: f32,
}

impl Row {
    pub(super) fn at(&self, place: u16) -> Point {
        (self.first.0 + f32::from(place) * self.pitch, self.first.1)
    }
}

/// The row of each tray.
pub(super) fn rows(scene: &Scene) -> Vec<Row> {
    let row = |(tray, berth): (&Tray, Berth)| row(scene, tray, berth);
    scene.trays.iter().zip(berths(scene).0).map(row).collect()
}

fn row(scene: &Scene, tray: &Tray, Berth { corner, width }: Berth) -> Row {
    let crowd = scene.tokens.iter().filter(|token| matches!(&token.at, Spot::Tray(id, _) if *id == tray.id)).count();
    let r = scene.plan.token_r * TRAY_SCALE;
    let start = words(scene, tray).max(width * 0.3) + 1.2 * r;
    let room = (width - start - 1.4 * r).max(r);
    let pitch = (2.1 * r).min(room / crowd.saturating_sub(1).max(1) as f32);
    Row { first: (corner.0 + start, corner.1 + height(scene) * 0.36), pitch }
}

/// Width of a tray's heading.
fn words(scene: &Scene, tray: &Tray) -> f32 {
    letters(scene) * (LETTER * tray.label.chars().count() as f32 + 1.0)
}

/// The trays: a heading, a note and room for the tokens. Each is one
/// `g.tray[data-tray]` with `rect.berth`, `text.label` and `text.note`.
pub fn trays(scene: &Scene, look: Look<'_>) -> Markup {
    html! {
        g.trays { @for (tray, berth) in scene.trays.iter().zip(berths(scene).0) { (self::tray(scene, tray, berth, look)) } }
    }
}

fn tray(scene: &Scene, tray: &Tray, berth: Berth, look: Look<'_>) -> Markup {
    html! {
        g.tray data-tray=(tray.id) data-seat=[tray.seat.map(|seat| seat.0)] {
            title { (tray.label) ": " (tray.note) }
            (words_of(scene, tray, berth, look))
        }
    }
}

fn words_of(scene: &Scene, tray: &Tray, berth: Berth, look: Look<'_>) -> Markup {
    let Berth { corner: (x, y), width } = berth;
    let inks = Pen::new(&scene.plan, look).inks;
    let (size, tall) = (letters(scene), height(scene));
    let word = |class, text, face, down: f32, size: f32| {
        let words = Words::bold(text, (x + letters(scene) * 0.7, y + down * tall), size, inks.colour("line"));
        let bold = face == Face::Display;
        lettering::write(&Words { class: Some(class), face, bold, centred: false, ..words }, look)
    };
    html! {
        rect.berth x=(num(x)) y=(num(y - 1.0)) width=(num(width)) height=(num(tall + 1.0)) fill=(inks.colour("paper")) {}
        path d=(format!("M{} {}H{}", num(x + size * 0.7), num(y), num(x + width - size * 0.7))) fill="none"
            stroke=(inks.colour("line")) stroke-opacity="0.25" stroke-width=(num(size * 0.06)) {}
        (word("label", &tray.label, Face::Display, 0.45, size))
        (word("note", &tray.note, Face::Text, 0.84, size * 0.88))
    }
}
