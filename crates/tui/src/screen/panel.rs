//! The words beside the board: whose turn, what each side needs, what was taken, the log.

use super::with_rules;
use crate::look::Part;
use crate::text::wrap;
use crate::{App, Look};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Widget};

pub(super) fn draw(buffer: &mut Buffer, area: Rect, app: &mut App, look: Look) {
    let area = Rect { width: area.width.saturating_sub(1), ..area };
    let status = status(app, look, area.width.into());
    let [above, below] =
        Layout::vertical([Constraint::Length(status.len() as u16 + 1), Constraint::Min(4)]).areas(area);
    Paragraph::new(status).render(above, buffer);
    log(buffer, below, app, look);
}

fn status(app: &App, look: Look, width: usize) -> Vec<Line<'static>> {
    let seen = app.seen();
    let scene = &seen.view.scene;
    let mut lines: Vec<Line> = wrap(&look.text(&scene.headline), width)
        .into_iter()
        .map(|line| Line::styled(line, look.style(Part::Heading)))
        .collect();
    if let Some(verdict) = &seen.view.verdict {
        lines.push(result(app, verdict, look));
    }
    if let Some(score) = seen.score() {
        let score = format!("Contest, {score}");
        let style = look.style(Part::Heading);
        lines.extend(wrap(&look.text(&score), width).into_iter().map(|line| Line::styled(line, style)));
    }
    for (name, need) in app.needs() {
        let text = format!("{}: {}", capital(name), need.text);
        lines.extend(wrap(&look.text(&text), width).into_iter().map(Line::from));
    }
    for tray in &scene.trays {
        lines.push(Line::from(look.text(&format!("{}: {}", tray.label, tray.note)).into_owned()));
    }
    lines
}

/// Who has won, and by which rule.
fn result(app: &App, verdict: &kernel::Line, look: Look) -> Line<'static> {
    let seen = app.seen();
    let winner = seen.view.outcome.and_then(|outcome| outcome.winner()).and_then(|seat| seen.seats.get(seat.index()));
    let text = match winner {
        Some(sitter) if sitter.who == "You" => "You have won.".to_owned(),
        Some(sitter) => format!("{} has won.", sitter.who),
        None => "A tie.".to_owned(),
    };
    let rules: Vec<String> = verdict.rules.iter().map(ToString::to_string).collect();
    with_rules(&look.text(&format!("{text} ({})", rules.join(", "))), look, look.style(Part::Hint))
}

fn log(buffer: &mut Buffer, area: Rect, app: &mut App, look: Look) {
    let focus = app.log_has_focus();
    let heading = if focus { " Log (scrolling) " } else { " Log " };
    let style = look.style(if focus { Part::Chosen } else { Part::Heading });
    let block = Block::new().borders(Borders::TOP).border_set(look.border()).title(Span::styled(heading, style));
    let inner = block.inner(area);
    block.render(area, buffer);
    let lines = log_lines(app, look, inner.width.into());
    let room = usize::from(inner.height);
    app.clamp_log(lines.len().saturating_sub(room));
    let end = lines.len() - app.log_back().min(lines.len());
    let shown: Vec<Line> = lines[end.saturating_sub(room)..end].to_vec();
    Paragraph::new(shown).render(inner, buffer);
}

fn log_lines(app: &App, look: Look, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for entry in &app.seen().view.log {
        for (index, told) in entry.lines.iter().enumerate() {
            let number = if index == 0 { format!("{:>3}. ", entry.number) } else { " ".repeat(5) };
            let rules: Vec<String> = told.rules.iter().map(ToString::to_string).collect();
            let text = match rules.is_empty() {
                true => told.text.clone(),
                false => format!("{} ({})", told.text, rules.join(", ")),
            };
            for (part, line) in wrap(&look.text(&text), width.saturating_sub(5)).into_iter().enumerate() {
                let lead = if part == 0 { number.clone() } else { " ".repeat(5) };
                lines.push(with_rules(&format!("{lead}{line}"), look, look.style(Part::Text)));
            }
        }
    }
    if lines.is_empty() {
        lines.push(Line::styled("Nothing has been played yet.", look.style(Part::Quiet)));
    }
    lines
}

fn capital(name: &str) -> String {
    let name = name.strip_prefix("the ").unwrap_or(name);
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
