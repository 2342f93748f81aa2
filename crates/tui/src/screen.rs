//! The screen: the application drawn with ratatui.
//!
//! The board has a fixed size; the panel of words goes beside it, or below it if there is no room.

mod overlay;
mod panel;

use crate::app::capital;
use crate::look::Part;
use crate::text::{columns_of, cut, wrap};
use crate::throws::percent;
use crate::{App, Chooser, Look, Menu, TableSeat, Tone, board, ledger};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

/// Minimum width of the panel beside the board.
const BESIDE: u16 = 30;
/// Minimum height of the panel below the board.
const BELOW: u16 = 12;
/// Height of header, note, input and keys.
const AROUND: u16 = 5;
/// The height from which a screen counts as tall, in rows.
const TALL: u16 = 30;
/// Minimum columns and rows of a board that is shown in part.
const LEAST_BOARD: (u16, u16) = (24, 9);
/// Maximum width of the panel beside the board.
const WIDEST: u16 = 72;

/// Draws the application.
pub fn draw(frame: &mut Frame, app: &mut App, look: Look) {
    let area = frame.area();
    let drawn = board::of(app, look);
    let Some(plan) = arrange(area, drawn.width(), drawn.height()) else {
        too_small(frame, look);
        return;
    };
    header(app, look, plan.header.width.into()).render(plan.header, frame.buffer_mut());
    legend(frame.buffer_mut(), &drawn, plan.board, look);
    drawn.render(plan.board, frame.buffer_mut());
    panel::draw(frame.buffer_mut(), plan.words, app, look);
    note(app, look, plan.note).render(plan.note, frame.buffer_mut());
    input(frame, plan.input, app, look);
    keys(app, look, plan.keys.width.into()).render(plan.keys, frame.buffer_mut());
    overlay::draw(frame.buffer_mut(), area, plan.words, app, look);
    if look.ascii {
        only_ascii(frame.buffer_mut());
    }
}

/// Draws the question about unfinished matches.
pub fn draw_chooser(frame: &mut Frame, chooser: &Chooser, title: &str, look: Look) {
    draw_menu(frame, chooser.menu(), title, "arrows and Enter choose, n starts a new match, q leaves", look);
}

/// Draws a question with its answers.
pub fn draw_menu(frame: &mut Frame, menu: &Menu, title: &str, keys: &str, look: Look) {
    let mut lines = vec![Line::from(""), Line::from(format!(" {}", menu.question())), Line::from("")];
    let room = usize::from(frame.area().width).saturating_sub(6);
    for (index, line) in menu.lines().iter().enumerate() {
        let chosen = index == menu.at();
        let style = look.style(if chosen { Part::Chosen } else { Part::Text });
        let mark = if chosen { " > " } else { "   " };
        lines.push(Line::styled(format!("{mark}{} ", cut(&look.text(line), room)), style));
    }
    lines.push(Line::from(""));
    lines.push(Line::styled(format!(" {keys}"), look.style(Part::Quiet)));
    let above = lines.len().saturating_sub(usize::from(frame.area().height.saturating_sub(2)));
    let scroll = above.min(menu.at()) as u16;
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
    let wide = area.width >= left + BESIDE;
    let below = area.width >= left.max(40) && area.height >= board_height + AROUND + BELOW;
    let beside = !below || (wide && area.height >= board_height + AROUND);
    // If the board does not fit, the part around the cursor is shown.
    let left = if wide || below { left } else { area.width.saturating_sub(BESIDE) };
    let rows = board_height.min(area.height.saturating_sub(AROUND));
    if beside && (left < LEAST_BOARD.0.min(board_width + 2) || rows < LEAST_BOARD.1.min(board_height)) {
        return None;
    }
    // A tall screen has room for longer notes.
    let spare = if area.height < TALL { 0 } else { area.height - AROUND - rows - if beside { 0 } else { BELOW } };
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
        // A column stays free on both sides of the board, even if only a part of it is shown.
        (Rect { width: board.width.saturating_sub(2), ..board }, words)
    } else {
        let [board, words] = Layout::vertical([Constraint::Length(board_height), Constraint::Fill(1)]).areas(body);
        (board, words)
    };
    let board = Rect { x: board.x + 1, ..board };
    Some(Arrangement { header, board: board.intersection(area), words, note, input, keys })
}

fn too_small(frame: &mut Frame, look: Look) {
    let area = frame.area();
    let text = format!(
        "The board needs a terminal of at least {} by {} characters; this one has {} by {}. Make it larger, or press q to leave: the match is saved.",
        LEAST_BOARD.0 + BESIDE,
        LEAST_BOARD.1 + AROUND,
        area.width,
        area.height
    );
    let lines: Vec<Line> = wrap(&text, area.width.into()).into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(look.style(Part::Text)), area);
}

fn header(app: &App, look: Look, width: usize) -> Line<'static> {
    let title = app.game().info().title;
    let mood = app.seen().view.scene.mood.map_or(String::new(), |mood| format!(" · {mood}"));
    let rest = |who: fn(&TableSeat) -> &str| {
        let sides: Vec<String> =
            app.seen().seats.iter().map(|player| format!("{}: {}", player.word, who(player))).collect();
        format!("{mood} · {}", sides.join(" · "))
    };
    let long = rest(|player| &player.who);
    let fits = 1 + columns_of(title) + columns_of(&long) <= width;
    let rest = if fits { long } else { rest(|player| &player.brief) };
    Line::from(vec![
        Span::styled(format!(" {}", look.text(title)), look.style(Part::Heading)),
        Span::styled(cut(&look.text(&rest), width.saturating_sub(1 + columns_of(title))), look.style(Part::Quiet)),
    ])
}

/// The legend of signs, if there is room under the board.
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
    let prompt = prompt(app);
    let line = if let Some(typed) = app.typing() {
        // Of a long line, the end is shown.
        let taken = columns_of(&prompt);
        let room = usize::from(area.width).saturating_sub(taken + 2);
        let skip = typed.chars().count().saturating_sub(room);
        let shown: String = typed.chars().skip(skip).collect();
        let column = area.x + (taken + columns_of(&shown)) as u16;
        if *app.overlay() == crate::Overlay::None {
            frame.set_cursor_position((column.min(area.right().saturating_sub(1)), area.y));
        }
        Line::from(format!("{prompt}{shown}"))
    } else if let Some((spins, text)) = invitation(app) {
        let sign = if spins { look.spinner(app.frame()) } else { ' ' };
        let text = look.text(&text).into_owned();
        Line::from(vec![Span::raw(format!(" {sign} ")), Span::raw(text)])
    } else if app.log_has_focus() {
        Line::styled(" The log: arrows and pages scroll, Esc goes back", look.style(Part::Quiet))
    } else if let Some(example) = app.legal_moves().first() {
        let spin = app.is_thinking().then(|| format!("   {} {} thinking", look.spinner(app.frame()), app.thinkers()));
        let how = if app.is_thinking() { "" } else { " with arrows and Enter" };
        let text = format!("type a move, such as {}, or point{how}", example.action);
        let quiet = look.style(Part::Quiet);
        let spans = [Span::raw(prompt), Span::styled(look.text(&text).into_owned(), quiet)];
        Line::from(spans.into_iter().chain(spin.map(Span::raw)).collect::<Vec<_>>())
    } else if app.seen().remote.is_some() && !app.seen().is_over() {
        Line::styled(format!(" {}", look.text(&app.seen().waits_for())), look.style(Part::Quiet))
    } else if !app.seen().computers.is_empty() {
        Line::styled(" Enter lets the computer try again", look.style(Part::Quiet))
    } else {
        Line::from("")
    };
    frame.render_widget(line, area);
}

/// The prompt, with the seat that acts if several may.
fn prompt(app: &App) -> String {
    let several = app.seen().seats.iter().filter(|player| player.mine).count() > 1 && app.seen().seats.len() > 2;
    let seat = app.acting_seat().filter(|_| several || app.seen().acting().count() > 1);
    seat.and_then(|seat| app.seen().player(seat)).map_or(" > ".into(), |player| format!(" {}> ", player.word))
}

/// What is awaited or to be thrown, and whether the spinner turns.
fn invitation(app: &App) -> Option<(bool, String)> {
    let name = |seat: kernel::Seat| app.seen().player(seat).map_or("", |player| player.name);
    if app.is_hinting() {
        return Some((true, "Asking a general …".into()));
    }
    if let Some(thrower) = app.table_is_throwing() {
        return Some((true, format!("{} throws … (Enter: now)", thrower.map_or("The table", name))));
    }
    if let Some(seat) = app.seen().my_throw() {
        return Some((false, throw_invitation(app, name(seat))));
    }
    let waits = app.is_thinking() && app.acting_seat().is_none();
    waits.then(|| {
        let verb = if app.thinkers().contains(',') { "are" } else { "is" };
        (true, format!("{} {verb} thinking …", app.thinkers()))
    })
}

fn throw_invitation(app: &App, name: &str) -> String {
    match app.preview() {
        Some(preview) => {
            let (outcome, chance) = (&preview.chance.outcome, percent(preview.chance.p));
            let opens = if preview.opens.is_empty() { "nothing".into() } else { panel::opens(app, preview) };
            format!("The board after a {outcome} ({chance}): it opens {opens}. Enter throws")
        }
        None if app.previews().is_empty() => format!("{}: Enter or t throws", capital(name)),
        None => format!("{}: Enter or t throws; arrows preview each outcome", capital(name)),
    }
}

/// Keys that are left out if there is no room for all, the first of these first.
const LEFT_OUT: [&str; 8] = ["r", "l", "R", "b", "Tab", ":say", "m", "a"];

fn keys(app: &App, look: Look, width: usize) -> Line<'static> {
    let mut shown = useful_keys(app);
    let length = |shown: &[(&str, String)]| shown.iter().map(|(key, what)| key.len() + what.len() + 3).sum::<usize>();
    for key in LEFT_OUT {
        if length(&shown) >= width {
            shown.retain(|(other, _)| *other != key);
        }
    }
    let mut spans = vec![Span::raw(" ")];
    for (key, what) in shown {
        spans.push(Span::styled(key, look.style(Part::Heading)));
        spans.push(Span::styled(format!(" {what}  "), look.style(Part::Quiet)));
    }
    Line::from(spans)
}

fn useful_keys(app: &App) -> Vec<(&'static str, String)> {
    let seen = app.seen();
    let button = app.buttons().next().map(|legal| legal.action.clone());
    let (over, throw) = (seen.is_over(), seen.my_throw().is_some());
    let all = [
        ("n", seen.next_game(), over),
        ("t", "throw".into(), throw),
        ("Tab", "men".into(), !over && !throw),
        (".", button.clone().unwrap_or_default(), button.is_some()),
        ("h", "hint".into(), !over && !throw && seen.can_hint()),
        ("u", "undo".into(), seen.view.can_undo),
        ("m", "moves".into(), !over && !throw),
        ("b", "beside".into(), ledger::of(seen, Look::PLAIN).is_some()),
        ("l", "log".into(), true),
        ("a", "aid".into(), !app.quick_rules().is_empty()),
        ("r", "rule".into(), true),
        (":say", "chat".into(), seen.remote.is_some()),
        ("R", "resign".into(), !over && (seen.remote.is_none() || !seen.view.mine.is_empty())),
        ("?", "help".into(), true),
        ("q", "quit".into(), true),
    ];
    all.into_iter().filter(|(.., wanted)| *wanted).map(|(key, what, _)| (key, what)).collect()
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

/// Replaces everything that is not ASCII, as a last resort.
fn only_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            cell.set_symbol("?");
        }
    }
}

/// Clears the middle of an area and draws a frame in it. Returns the area inside.
fn window(buffer: &mut Buffer, area: Rect, width: u16, height: u16, title: &str, look: Look) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    window_at(buffer, place, title, look)
}

/// Clears an area and draws a frame in it. Returns the area inside.
fn window_at(buffer: &mut Buffer, place: Rect, title: &str, look: Look) -> Rect {
    Clear.render(place, buffer);
    let block = framed(title, look);
    let inner = block.inner(place);
    block.render(place, buffer);
    inner
}
