//! The board on the screen: the cells of `draw` in the colours of the terminal.

use crate::{App, Look, signs};
use draw::cells::{Cell, Grid, Pointing, cells};
use draw::svg::Theme;
use kernel::scene::{Mark, Plan, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;
use std::sync::Arc;

/// A board ready to be put on the screen.
pub(crate) struct Drawn {
    grid: Grid,
    /// The same board without marks, for the legend.
    bare: Grid,
    plan: Arc<Plan>,
    cursor: Option<usize>,
    look: Look,
}

/// The application's board with everything that is pointed at, or as it would
/// lie after the outcome of the throw that is looked at.
pub(crate) fn of(app: &App, look: Look) -> Drawn {
    let mut scene = app.seen().view.scene.clone();
    let marks = std::mem::take(&mut scene.marks);
    let bare = cells(&scene, Pointing::default(), look.ascii);
    if let Some(omen) = app.omen() {
        scene.turned = omen.turned;
        scene.marks = omen.ends.iter().map(|(id, _)| (id.clone(), Mark::Target)).collect();
        let grid = cells(&scene, Pointing::default(), look.ascii);
        return Drawn { grid, bare, plan: scene.plan, cursor: None, look };
    }
    let steps = app.way().iter().zip(1..).map(|(id, number)| (id.clone(), Mark::Step(number)));
    scene.marks = app.last().iter().cloned().chain(marks).chain(steps).collect();
    let targets = app.targets();
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    let pointing_here = !app.seen().is_over() && app.seen().toss.is_none();
    let cursor = pointing_here.then(|| app.cursor());
    let pointing = Pointing { cursor, chosen: app.picked().last().map(String::as_str), targets: &targets };
    let grid = cells(&scene, pointing, look.ascii);
    let cursor = cursor.and_then(|id| scene.plan.spaces.iter().position(|space| space.id == id));
    Drawn { grid, bare, plan: scene.plan, cursor, look }
}

/// The board as text, with what the last step touched.
pub(crate) fn text(scene: &Scene, last: &[(String, Mark)], look: Look) -> String {
    let mut scene = scene.clone();
    scene.marks = last.iter().cloned().chain(scene.marks).collect();
    cells(&scene, Pointing::default(), look.ascii).to_text()
}

impl Drawn {
    pub(crate) fn width(&self) -> u16 {
        u16::try_from(self.grid.width()).unwrap_or(u16::MAX)
    }

    pub(crate) fn height(&self) -> u16 {
        u16::try_from(self.grid.height()).unwrap_or(u16::MAX)
    }

    /// What the signs mean: pieces, lines, marks.
    pub(crate) fn legend(&self) -> Vec<String> {
        let sign = |(drawn, plain): (char, char)| if self.look.ascii { plain } else { drawn };
        let pieces: Vec<String> =
            self.plan.tokens.iter().map(|art| format!("{} {}", sign(art.glyph), art.kind)).collect();
        let mut lines = vec![pieces.join(", ")];
        if self.plan.turntable.is_some() {
            let spaces = signs::of_spaces(&self.plan).into_iter();
            let spaces: Vec<String> = spaces.map(|(glyph, name)| format!("{} {name}", sign(glyph))).collect();
            lines.push(spaces.join(", "));
        }
        lines.extend(self.plan.way_styles.iter().filter_map(|style| {
            let signs = self.way_sign(style.name)?;
            Some(format!("{signs} {}", style.label))
        }));
        lines.push("<> last move, * taken, [] cursor".into());
        lines.push("{} in hand, () target".into());
        // A board whose men have these signs marks nobody so.
        if !self.plan.tokens.iter().any(|art| ['!', '#'].contains(&art.glyph.1)) {
            lines.push("! must move, # cannot move".into());
        }
        lines
    }

    /// The signs that a kind of line is drawn with, read off the board: the cells
    /// between the ends of the first one that runs straight.
    fn way_sign(&self, style: &str) -> Option<String> {
        let place = |id: &str| self.bare.place(self.plan.spaces.iter().position(|space| space.id == id)?);
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
    /// Which part is shown where not everything fits: the one about the cursor.
    fn corner(&self, area: Rect) -> (usize, usize) {
        let (x, y) = self.cursor.and_then(|space| self.grid.place(space)).unwrap_or_default();
        let from = |at: usize, room: u16, all: usize| {
            let room = usize::from(room);
            at.saturating_sub(room / 2).min(all.saturating_sub(room))
        };
        (from(x, area.width, self.grid.width()), from(y, area.height, self.grid.height()))
    }

    /// Arrows at the edges beyond which there is more.
    fn more(&self, area: Rect, (left, top): (usize, usize), buffer: &mut Buffer) {
        let (across, down) = (area.x + area.width / 2, area.y + area.height / 2);
        let right = left + usize::from(area.width) < self.grid.width();
        let below = top + usize::from(area.height) < self.grid.height();
        let edges = [
            (left > 0, (area.left(), down), '<'),
            (right, (area.right().saturating_sub(1), down), '>'),
            (top > 0, (across, area.top()), '^'),
            (below, (across, area.bottom().saturating_sub(1)), 'v'),
        ];
        for (_, place, sign) in edges.into_iter().filter(|(more, ..)| *more) {
            buffer[place].set_char(sign).set_style(Style::new().add_modifier(Modifier::REVERSED));
        }
    }
}

impl Widget for Drawn {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let (left, top) = self.corner(area);
        for (row, y) in self.grid.rows().skip(top).zip(area.top()..area.bottom()) {
            for (cell, x) in row.iter().skip(left).zip(area.left()..area.right()) {
                buffer[(x, y)].set_char(cell.ch).set_style(self.style(cell));
            }
        }
        self.more(area, (left, top), buffer);
    }
}

/// The terminal's colour that is most like an ink; `None` for what is nearly grey.
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
