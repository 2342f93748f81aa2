//! The screen: the application drawn with ratatui.
//!
//! The board is as large as it is; words go beside it, or below when there is
//! no room beside. What does not fit says so.

mod overlay;
mod panel;

use crate::look::Part;
use crate::text::wrap;
use crate::{App, Chooser, Look, Tone, board};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

/// The least width that words beside the board need.
const BESIDE: u16 = 34;
/// The least height that words below the board need.
const BELOW: u16 = 12;
/// Header, note, input, keys.
const AROUND: u16 = 5;
/// The most width that words beside the board get.
const WIDEST: u16 = 72;

/// Draws the application.
pub fn draw(frame: &mut Frame, app: &mut App, look: Look) {
    let area = frame.area();
    let drawn = board::of(app, look);
    let Some(plan) = arrange(area, drawn.width(), drawn.height()) else {
        too_small(frame, drawn.width(), drawn.height(), look);
        return;
    };
    header(app, look).render(plan.header, frame.buffer_mut());
    legend(frame.buffer_mut(), &drawn, plan.board, look);
    drawn.render(plan.board, frame.buffer_mut());
    panel::draw(frame.buffer_mut(), plan.words, app, look);
    note(app, look, plan.note).render(plan.note, frame.buffer_mut());
    input(frame, plan.input, app, look);
    keys(app, look).render(plan.keys, frame.buffer_mut());
    overlay::draw(frame.buffer_mut(), area, plan.words, app, look);
    if look.ascii {
        only_ascii(frame.buffer_mut());
    }
}

/// Draws the question at the beginning.
pub fn draw_chooser(frame: &mut Frame, chooser: &Chooser, title: &str, look: Look) {
    let mut lines = vec![Line::from(""), Line::from(" An unfinished match is here. Go on with it?"), Line::from("")];
    for (index, line) in chooser.lines().into_iter().enumerate() {
        let chosen = index == chooser.at();
        let style = look.style(if chosen { Part::Chosen } else { Part::Text });
        let mark = if chosen { " > " } else { "   " };
        lines.push(Line::styled(format!("{mark}{} ", look.text(&line)), style));
    }
    lines.push(Line::from(""));
    lines.push(Line::styled(" arrows and Enter choose, n begins anew, q leaves", look.style(Part::Quiet)));
    let above = lines.len().saturating_sub(usize::from(frame.area().height.saturating_sub(2)));
    let scroll = above.min(chooser.at()) as u16;
    let block = framed(title, look);
    let body = Paragraph::new(lines).block(block).scroll((scroll, 0));
    frame.render_widget(body, frame.area());
    if look.ascii {
        only_ascii(frame.buffer_mut());
    }
}

/// Where everything goes.
struct Arrangement {
    header: Rect,
    board: Rect,
    words: Rect,
    note: Rect,
    input: Rect,
    keys: Rect,
}

fn arrange(area: Rect, board_width: u16, board_height: u16) -> Option<Arrangement> {
    let left = board_width + 2;
    let beside = area.width >= left + BESIDE && area.height >= board_height + AROUND;
    let below = area.width >= left.max(40) && area.height >= board_height + AROUND + BELOW;
    if !beside && !below {
        return None;
    }
    // A tall screen has room for longer notes.
    let spare = area.height - AROUND - board_height - if beside { 0 } else { BELOW };
    let [header, body, note, input, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(2 + spare.min(2)),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let (board, words) = if beside {
        // Nobody reads lines of two hundred characters.
        let words = (area.width - left).min(WIDEST);
        let margin = (area.width - left - words) / 2;
        let [_, board, words] =
            Layout::horizontal([Constraint::Length(margin), Constraint::Length(left), Constraint::Length(words)])
                .areas(body);
        (board, words)
    } else {
        let [board, words] = Layout::vertical([Constraint::Length(board_height), Constraint::Fill(1)]).areas(body);
        (board, words)
    };
    let board = Rect { x: board.x + 1, ..board };
    Some(Arrangement { header, board: board.intersection(area), words, note, input, keys })
}

fn too_small(frame: &mut Frame, board_width: u16, board_height: u16, look: Look) {
    let beside = (board_width + 2 + BESIDE, board_height + AROUND);
    let below = ((board_width + 2).max(40), board_height + AROUND + BELOW);
    let area = frame.area();
    let text = format!(
        "The board needs a terminal of {} by {} characters, or {} by {}; this one has {} by {}. Make it larger, or leave with q: the match is kept.",
        beside.0, beside.1, below.0, below.1, area.width, area.height
    );
    let lines: Vec<Line> = wrap(&text, area.width.into()).into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(look.style(Part::Text)), area);
}

fn header(app: &App, look: Look) -> Line<'static> {
    let sides: Vec<String> = app.seen().seats.iter().map(|sitter| format!("{}: {}", sitter.id, sitter.who)).collect();
    let rest = format!(" · {}", sides.join(" · "));
    Line::from(vec![
        Span::styled(format!(" {}", look.text(app.title().info().title)), look.style(Part::Heading)),
        Span::styled(look.text(&rest).into_owned(), look.style(Part::Quiet)),
    ])
}

/// What the signs mean, where there is room under the board.
fn legend(buffer: &mut Buffer, drawn: &board::Drawn, area: Rect, look: Look) {
    let width = area.width.into();
    let lines: Vec<String> = drawn.legend().iter().flat_map(|line| wrap(&look.text(line), width)).collect();
    let top = drawn.height() + 1;
    if usize::from(area.height) < usize::from(top) + lines.len() {
        return;
    }
    let place = Rect { y: area.y + top, height: area.height - top, ..area };
    let quiet = look.style(Part::Quiet);
    Paragraph::new(lines.into_iter().map(|line| Line::styled(line, quiet)).collect::<Vec<_>>()).render(place, buffer);
}

fn note(app: &App, look: Look, area: Rect) -> Paragraph<'static> {
    let Some(note) = app.note() else { return Paragraph::new("") };
    let part = match note.tone {
        Tone::Plain => Part::Text,
        Tone::Refusal => Part::Refusal,
        Tone::Hint => Part::Hint,
    };
    let mark = match note.tone {
        Tone::Refusal => "! ",
        Tone::Hint => "? ",
        Tone::Plain => "",
    };
    let room = usize::from(area.width.saturating_sub(2));
    let mut lines = wrap(&look.text(&format!("{mark}{}", note.text)), room);
    if lines.len() > usize::from(area.height) {
        lines.truncate(area.height.into());
        if let Some(last) = lines.last_mut() {
            last.truncate(last.char_indices().nth(room.saturating_sub(3)).map_or(last.len(), |(at, _)| at));
            last.push_str("...");
        }
    }
    let style = look.style(part);
    Paragraph::new(lines.into_iter().map(|line| Line::styled(format!(" {line}"), style)).collect::<Vec<_>>())
}

fn input(frame: &mut Frame, area: Rect, app: &App, look: Look) {
    let quiet = look.style(Part::Quiet);
    let waiting = |what: String| Line::from(format!(" {} {}", look.spinner(app.frame()), look.text(&what)));
    let line = if let Some(typed) = app.typing() {
        // A long line shows its end.
        let room = usize::from(area.width.saturating_sub(5));
        let skip = typed.chars().count().saturating_sub(room);
        let shown: String = typed.chars().skip(skip).collect();
        let column = area.x + 3 + shown.chars().count() as u16;
        if *app.overlay() == crate::Overlay::None {
            frame.set_cursor_position((column.min(area.right().saturating_sub(1)), area.y));
        }
        Line::from(format!(" > {shown}"))
    } else if app.is_thinking() {
        let who = app.seen().computer.as_ref().and_then(|(seat, _)| app.seen().seats.get(seat.index()));
        waiting(format!("{} is thinking …", who.map_or("The computer", |sitter| &sitter.who)))
    } else if app.is_waiting() {
        waiting("A general is asked …".into())
    } else if app.log_has_focus() {
        Line::styled(" The log: arrows and pages scroll, Esc goes back", quiet)
    } else if let Some(offer) = app.seen().offers().first() {
        let text = format!("type a move, such as {}, or point with arrows and Enter", offer.action);
        Line::from(vec![Span::raw(" > "), Span::styled(look.text(&text).into_owned(), quiet)])
    } else if app.seen().computer.is_some() {
        Line::styled(" Enter lets the computer try again", quiet)
    } else {
        Line::from("")
    };
    frame.render_widget(line, area);
}

fn keys(app: &App, look: Look) -> Line<'static> {
    let game_on: &[(&str, &str)] = &[
        ("Tab", "men"),
        ("h", "hint"),
        ("u", "undo"),
        ("m", "moves"),
        ("l", "log"),
        ("r", "rule"),
        ("R", "resign"),
        ("?", "help"),
        ("q", "quit"),
    ];
    let next = if app.seen().goes_on { "second game" } else { "again, sides changed" };
    let over = [("n", next), ("u", "undo"), ("l", "log"), ("r", "rule"), ("?", "help"), ("q", "quit")];
    let shown = if app.seen().is_over() { &over[..] } else { game_on };
    let can = |(key, _): &&(&str, &str)| *key != "u" || app.seen().view.can_undo;
    let mut spans = vec![Span::raw(" ")];
    for (key, what) in shown.iter().filter(can) {
        spans.push(Span::styled(*key, look.style(Part::Heading)));
        spans.push(Span::styled(format!(" {what}  "), look.style(Part::Quiet)));
    }
    Line::from(spans)
}

/// A frame with a heading.
fn framed(title: &str, look: Look) -> Block<'static> {
    let heading = Span::styled(format!(" {} ", look.text(title)), look.style(Part::Heading));
    Block::bordered().border_set(look.border()).title(heading)
}

/// A sentence with its rule numbers in their colour.
fn with_rules(line: &str, look: Look, style: Style) -> Line<'static> {
    let mut spans = Vec::new();
    for word in line.split_inclusive(' ') {
        let bare = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
        let part = if is_rule_number(bare) { look.style(Part::Rule) } else { style };
        spans.push(Span::styled(word.to_owned(), part));
    }
    Line::from(spans)
}

fn is_rule_number(word: &str) -> bool {
    word.split_once('-').is_some_and(|(prefix, number)| {
        prefix.len() == 2
            && prefix.bytes().all(|byte| byte.is_ascii_uppercase())
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The last line of defence: whatever was drawn, plain is plain.
fn only_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            cell.set_symbol("?");
        }
    }
}

/// Empties the middle of an area and draws a frame in it; what is left inside.
fn window(buffer: &mut Buffer, area: Rect, width: u16, height: u16, title: &str, look: Look) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    window_at(buffer, place, title, look)
}

/// Empties a place and draws a frame in it; what is left inside.
fn window_at(buffer: &mut Buffer, place: Rect, title: &str, look: Look) -> Rect {
    Clear.render(place, buffer);
    let block = framed(title, look);
    let inner = block.inner(place);
    block.render(place, buffer);
    inner
}
