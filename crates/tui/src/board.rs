//! The board on the screen: the cells of `draw` in the colours of the terminal.

use crate::{App, Look, signs};
use draw::cells::{Cell, Grid, Pointing, Signs, named};
use draw::svg::Theme;
use kernel::scene::{Mark, Plan, Scene, Tone};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;
use std::sync::Arc;

/// A board, ready to be drawn on the screen.
pub(crate) struct Drawn {
    grid: Grid,
    /// The same board without marks, for the legend.
    bare: Grid,
    plan: Arc<Plan>,
    cursor: Option<usize>,
    /// The space to keep in sight if there is no cursor.
    focus_space: Option<usize>,
    look: Look,
}

/// The application's board with everything that is pointed at, or as it would be after the previewed
/// outcome of a throw. Spaces have their names under them if columns and rows have none. A board that
/// does not fit is scrolled.
pub(crate) fn of(app: &App, look: Look) -> Drawn {
    let draw = |scene: &Scene, pointing: Pointing<'_>| named(scene, pointing, look.ascii);
    let mut scene = Scene::clone(&app.seen().view.scene);
    let marks = std::mem::take(&mut scene.marks);
    let bare = draw(&scene, Pointing::default());
    let focus_space = app.focus_space().and_then(|id| scene.plan.spaces.index_of(id));
    if let Some(preview) = app.preview() {
        scene.turned = preview.turned;
        let ends: Vec<(&str, Tone)> = preview.ends.iter().map(|(id, tone)| (id.as_str(), *tone)).collect();
        let grid = draw(&scene, Pointing { targets: &ends, ..Pointing::default() });
        return Drawn { grid, bare, plan: scene.plan, cursor: None, focus_space, look };
    }
    let steps = app.way().iter().zip(1..).map(|(id, number)| (id.clone(), Mark::Step(number)));
    scene.marks = app.last().iter().cloned().chain(marks).chain(steps).collect();
    let targets = app.targets();
    let reach = app.reach();
    let mut targets: Vec<(&str, Tone)> = targets.iter().map(|id| (id.as_str(), app.tone_at(id))).collect();
    targets.extend(reach.iter().map(|reach| (reach.id.as_str(), reach.tone)));
    let pointing_here = !app.seen().is_over() && app.seen().pending_throw.is_none();
    let cursor = pointing_here.then(|| app.cursor());
    let pointing = Pointing { cursor, chosen: app.picked().last().map(String::as_str), targets: &targets };
    let grid = draw(&scene, pointing);
    let cursor = cursor.and_then(|id| scene.plan.spaces.index_of(id));
    Drawn { grid, bare, plan: scene.plan, cursor, focus_space, look }
}

/// The board as text, with what the last step touched.
pub(crate) fn text(scene: &Scene, last: &[(String, Mark)], look: Look) -> String {
    let mut scene = scene.clone();
    scene.marks = last.iter().cloned().chain(scene.marks).collect();
    named(&scene, Pointing::default(), look.ascii).to_text()
}

impl Drawn {
    pub(crate) fn width(&self) -> u16 {
        u16::try_from(self.grid.width()).unwrap_or(u16::MAX)
    }

    pub(crate) fn height(&self) -> u16 {
        u16::try_from(self.grid.height()).unwrap_or(u16::MAX)
    }

    /// What the signs mean: pieces, spaces, lines, marks.
    pub(crate) fn legend(&self) -> Vec<String> {
        let sign = |(drawn, plain): (char, char)| if self.look.ascii { plain } else { drawn };
        let pieces: Vec<String> =
            self.plan.tokens.iter().map(|art| format!("{} {}", sign(art.glyph), art.kind)).collect();
        let spaces = signs::of_spaces(&self.plan).into_iter();
        let spaces: Vec<String> = spaces.map(|(glyph, name)| format!("{} {name}", sign(glyph))).collect();
        let mut lines = vec![pieces.join(", "), spaces.join(", ")];
        lines.extend(self.plan.way_styles.iter().filter_map(|style| {
            let signs = self.way_sign(style.name)?;
            Some(format!("{signs} {}", style.label))
        }));
        let signs = Signs::of(&self.plan, self.look.ascii);
        let end = |tone: Tone| signs.end(tone);
        lines.push(format!("<> last move, {} taken, [] cursor", signs.taken));
        lines.push("{} in hand, () target".into());
        lines.push(format!(
            "({} gain, ({} takes, ({} danger, ({} wins",
            end(Tone::Gain),
            end(Tone::Take),
            end(Tone::Harm),
            end(Tone::Win)
        ));
        lines.push(format!("{} must move, {} cannot move", signs.must, signs.held));
        lines
    }

    /// The signs that a kind of line is drawn with, read from the board: the cells between the ends of
    /// the first straight one.
    fn way_sign(&self, style: &str) -> Option<String> {
        let place = |id: &str| self.bare.place(self.plan.spaces.index_of(id)?);
        let ends = |way: &kernel::scene::Way| Some((place(&way.from)?, place(&way.to)?));
        let all: Vec<_> = self.plan.ways.iter().filter(|way| way.style == style).filter_map(ends).collect();
        let ((x, y), (to, _)) = match all.iter().find(|((_, y), (_, other))| y == other) {
            Some(((a, y), (b, _))) => ((a.min(b) + 1, *y), (a.max(b) - 1, *y)),
            None => {
                let ((x, a), (_, b)) = all.iter().find(|((x, _), (other, _))| x == other)?;
                ((*x, a.min(b) + 1), (*x, a.min(b) + 1))
            }
        };
        Some((x..=to).filter_map(|x| self.bare.cell(x, y)).map(|cell| cell.ch).collect())
    }

    fn style(&self, cell: &Cell) -> Style {
        let mut style = Style::new();
        if cell.bold {
            style = style.add_modifier(Modifier::BOLD);
        }
        if cell.space.is_some() && cell.space == self.cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let colour = match (cell.ink, cell.ch) {
            (Some("mark"), '(' | ')' | '{' | '}') => Some(Color::Green),
            (Some("mark"), _) => Some(Color::Magenta),
            (Some(ink), _) => self.grid.colour(ink, Theme::Light).and_then(hue),
            (None, _) => None,
        };
        colour.map_or(style, |colour| self.look.ink(style, colour))
    }
}

impl Drawn {
    /// The upper left corner of the part that is shown around the cursor if the board does not fit,
    /// counted without the names of rows.
    fn corner(&self, room: Rect) -> (usize, usize) {
        let (x, y) = self.cursor.or(self.focus_space).and_then(|space| self.grid.place(space)).unwrap_or_default();
        let (aside, foot) = self.grid.margin();
        let from = |at: usize, room: u16, all: usize| {
            let room = usize::from(room);
            at.saturating_sub(room / 2).min(all.saturating_sub(room))
        };
        let wide = self.grid.width() - aside;
        (from(x.saturating_sub(aside), room.width, wide), from(y, room.height, self.grid.height() - foot))
    }

    /// Arrows at the edges beyond which there is more.
    fn more(&self, room: Rect, (left, top): (usize, usize), buffer: &mut Buffer) {
        let (aside, foot) = self.grid.margin();
        let (across, down) = (room.x + room.width / 2, room.y + room.height / 2);
        let right = left + usize::from(room.width) < self.grid.width() - aside;
        let below = top + usize::from(room.height) < self.grid.height() - foot;
        let edges = [
            (left > 0, (room.left(), down), '<'),
            (right, (room.right().saturating_sub(1), down), '>'),
            (top > 0, (across, room.top()), '^'),
            (below, (across, room.bottom().saturating_sub(1)), 'v'),
        ];
        for (_, place, sign) in edges.into_iter().filter(|(more, ..)| *more) {
            buffer[place].set_char(sign).set_style(Style::new().add_modifier(Modifier::REVERSED));
        }
    }

    /// Draws the part of the grid that starts at a column and row.
    fn put(&self, (left, top): (usize, usize), area: Rect, buffer: &mut Buffer) {
        for (row, y) in self.grid.rows().skip(top).zip(area.top()..area.bottom()) {
            for (cell, x) in row.iter().skip(left).zip(area.left()..area.right()) {
                buffer[(x, y)].set_char(cell.ch).set_style(self.style(cell));
            }
        }
    }
}

/// Minimum part of the board beside the names of its rows and columns.
const LEAST: (u16, u16) = (8, 4);

impl Widget for Drawn {
    /// What does not fit is scrolled; the names of rows and columns stay.
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let area = Rect { width: area.width.min(self.width()), height: area.height.min(self.height()), ..area };
        let (aside, foot) = self.grid.margin();
        let aside = if area.width < aside as u16 + LEAST.0 { 0 } else { aside as u16 };
        let foot = if area.height < foot as u16 + LEAST.1 { 0 } else { foot as u16 };
        let room = Rect { x: area.x + aside, width: area.width - aside, height: area.height - foot, ..area };
        if room.is_empty() {
            return;
        }
        let (left, top) = self.corner(room);
        let (first, last) = (left + self.grid.margin().0, self.grid.height() - usize::from(foot));
        self.put((first, top), room, buffer);
        self.put((0, top), Rect { width: aside, x: area.x, ..room }, buffer);
        self.put((first, last), Rect { y: room.bottom(), height: foot, ..room }, buffer);
        self.more(room, (left, top), buffer);
    }
}

/// The terminal's colour that is closest to an ink; `None` if it is nearly grey.
fn hue([red, green, blue]: [u8; 3]) -> Option<Color> {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let spread = most - least;
    if spread < 48 {
        return None;
    }
    // A primary colour that is nearly as strong as the strongest counts as well.
    let strong = |part: u8| u16::from(most - part) * 3 < u16::from(spread);
    Some(match (strong(red), strong(green), strong(blue)) {
        (true, true, false) => Color::Yellow,
        (false, true, true) => Color::Cyan,
        (true, false, true) => Color::Magenta,
        (true, ..) => Color::Red,
        (_, true, _) => Color::Green,
        _ => Color::Blue,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_become_the_terminals_own_colours() {
        assert_eq!(hue([0x1f, 0x4e, 0x8c]), Some(Color::Blue));
        assert_eq!(hue([0x3f, 0x7d, 0x4e]), Some(Color::Green));
        assert_eq!(hue([0x22, 0x20, 0x1f]), None);
        assert_eq!(hue([0xc9, 0xb4, 0x20]), Some(Color::Yellow));
    }
}
