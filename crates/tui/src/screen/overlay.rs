//! Draws the windows over the board.

use super::{window, window_at, with_rules};
use crate::app::{EXAMPLE, KEYS, capital};
use crate::ledger;
use crate::look::Part;
use crate::markdown::plain;
use crate::text::{columns_of, wrap};
use crate::typed::{SERVER_WORDS, WORDS};
use crate::{App, Look, Overlay, board};
use kernel::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

/// Width of windows with text in them.
const WIDTH: u16 = 76;
/// Width of the analysis, with a table.
const ANALYSIS_WIDTH: u16 = 100;

/// Draws the open window: over the whole area, or over the panel if the board should stay in sight.
pub(super) fn draw(buffer: &mut Buffer, area: Rect, words: Rect, app: &App, look: Look) {
    match app.overlay() {
        Overlay::None => {}
        Overlay::Help { scroll } => help(buffer, area, app, *scroll, look),
        Overlay::Rules { at, scroll } => rule(buffer, area, app, *at, *scroll, look),
        Overlay::Trays { scroll } => trays(buffer, area, app, *scroll, look),
        Overlay::Chat { scroll } => chat(buffer, area, app, *scroll, look),
        Overlay::Analysis { scroll } => analysis_report(buffer, area, app, *scroll, look),
        Overlay::Moves { at } => moves(buffer, (area, words), app, *at, look),
        Overlay::Resign { seat } => resign(buffer, area, app, *seat, look),
        Overlay::Confirm { question, .. } => confirm(buffer, area, question, look),
    }
}

fn help(buffer: &mut Buffer, area: Rect, app: &App, scroll: usize, look: Look) {
    let example = app.legal_moves().first().map_or(EXAMPLE, |legal| &legal.action);
    let row = |(key, what): &(&str, &str)| {
        let key = if *key == EXAMPLE { example } else { key };
        Line::from(look.text(&format!(" {key:<12} {what}")).into_owned())
    };
    let mut lines: Vec<Line> = KEYS.iter().map(row).collect();
    lines.push(Line::from(""));
    let server_words = SERVER_WORDS.iter().filter(|_| app.seen().remote.is_some());
    if app.seen().remote.is_some() {
        lines.push(Line::styled(" With others, typed and sent with Enter:", look.style(Part::Heading)));
        lines.extend(server_words.map(row));
        lines.push(Line::from(""));
    }
    let words: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
    let typed = format!(
        "You can also type words: {}; “rules 9” shows that rule, “red: 8>” plays for a seat. “:” starts a line.",
        words.join(", ")
    );
    let width = usize::from(WIDTH.min(area.width)).saturating_sub(4);
    lines.extend(wrap(&look.text(&typed), width).into_iter().map(|line| Line::from(format!(" {line}"))));
    lines.push(Line::from(""));
    let signs = board::of(app, look).legend().into_iter().flat_map(|line| wrap(&look.text(&line), width));
    lines.extend(signs.map(|line| Line::from(format!(" {line}"))));
    let height = lines.len() as u16 + 2;
    let inner = window(buffer, area, WIDTH, height, "Help (arrows scroll, Esc closes)", look);
    scrolled(lines, scroll, inner).render(inner, buffer);
}

fn rule(buffer: &mut Buffer, area: Rect, app: &App, at: usize, scroll: usize, look: Look) {
    let Some(rule) = app.game().rule_book().rules.get(at) else { return };
    let width = usize::from(WIDTH.min(area.width)).saturating_sub(4);
    let standing = format!("{} · {}", rule.standing, rule.source);
    let mut lines: Vec<Line> = wrap(&look.text(&standing), width)
        .into_iter()
        .map(|line| Line::styled(format!(" {line}"), look.style(Part::Quiet)))
        .collect();
    lines.push(Line::from(""));
    let text = plain(&rule.text);
    let body = wrap(&look.text(&text), width);
    lines.extend(body.into_iter().map(|line| with_rules(&format!(" {line}"), look, look.style(Part::Text))));
    lines.push(Line::from(""));
    let next = if app.quick_rules().contains(&at) { "; a: the next quick rule" } else { "" };
    let keys = format!(" left and right: the other rules{next}; Esc closes");
    lines.push(Line::styled(keys, look.style(Part::Quiet)));
    let title = format!("{} · {}", rule.id, rule.title);
    let height = lines.len() as u16 + 2;
    let inner = window(buffer, area, WIDTH, height, &title, look);
    scrolled(lines, scroll, inner).render(inner, buffer);
}

/// The pieces off the board, in full sentences.
fn trays(buffer: &mut Buffer, area: Rect, app: &App, scroll: usize, look: Look) {
    let scene = &app.seen().view.scene;
    let width = usize::from(WIDTH.min(area.width)).saturating_sub(4);
    let mut lines = Vec::new();
    let mut add = |text: String| {
        lines.extend(wrap(&look.text(&text), width).into_iter().map(|line| Line::from(format!(" {line}"))));
    };
    for need in &app.seen().view.needs {
        let name = app.seen().player(need.seat).map_or("", |player| player.name);
        add(format!("{}: {}", capital(name), need.line.text));
    }
    for tray in &scene.trays {
        let inside = ledger::contents(scene, tray, look);
        let signs = if inside.chars().all(|sign| sign == '-' || sign.is_ascii_digit()) {
            String::new()
        } else {
            format!(" ({inside})")
        };
        let details = if tray.details.is_empty() { String::new() } else { format!(", {}", tray.details) };
        add(format!("{}: {}{details}{signs}", tray.label, tray.note));
    }
    let height = lines.len() as u16 + 2;
    let inner = window(buffer, area, WIDTH, height, "Beside the board (arrows scroll, Esc closes)", look);
    scrolled(lines, scroll, inner).render(inner, buffer);
}

/// The chat, newest first.
fn chat(buffer: &mut Buffer, area: Rect, app: &App, scroll: usize, look: Look) {
    let width = usize::from(WIDTH.min(area.width)).saturating_sub(4);
    let said = app.chat().iter().rev().flat_map(|words| wrap(&look.text(&words.line()), width));
    let mut lines: Vec<Line> = said.map(|line| Line::from(format!(" {line}"))).collect();
    if lines.is_empty() {
        lines.push(Line::from(" No messages yet. Type say and your message."));
    }
    let height = lines.len() as u16 + 2;
    let inner = window(buffer, area, WIDTH, height, "Chat (arrows scroll, Esc closes)", look);
    scrolled(lines, scroll, inner).render(inner, buffer);
}

/// The analysis of the match, as wide as the terminal allows.
fn analysis_report(buffer: &mut Buffer, area: Rect, app: &App, scroll: usize, look: Look) {
    let Some(found) = app.analysis() else { return };
    let width = (ANALYSIS_WIDTH + 4).min(area.width);
    let text = analysis::report(app.game().info().title, found, None, usize::from(width).saturating_sub(4));
    let lines: Vec<Line> = look.text(&text).lines().map(|line| Line::from(format!(" {line}"))).collect();
    let height = lines.len() as u16 + 2;
    let inner = window(buffer, area, width, height, "Analysis (arrows scroll, Esc closes)", look);
    scrolled(lines, scroll, inner).render(inner, buffer);
}

fn moves(buffer: &mut Buffer, (area, words): (Rect, Rect), app: &App, at: usize, look: Look) {
    let moves: Vec<&kernel::dynamic::LegalMove> = app.open_moves().collect();
    let height = (moves.len() as u16).saturating_add(2).min(words.height);
    let several = app.seen().acting().count() > 1;
    let who = app.acting_seat().filter(|_| several).and_then(|seat| app.seen().player(seat));
    let who = who.map_or(String::new(), |player| format!("{}: ", player.word));
    let plural = if moves.len() == 1 { "" } else { "s" };
    let title = format!("{who}{} legal move{plural} (Enter plays)", moves.len());
    let longest =
        |part: fn(&kernel::dynamic::LegalMove) -> usize| moves.iter().map(|legal| part(legal)).max().unwrap_or(0);
    let action = longest(|legal| columns_of(&legal.action));
    let label = longest(|legal| columns_of(&legal.gesture.label));
    let rules = longest(|legal| legal.rules.iter().map(|rule| rule.to_string().len() + 1).sum());
    let (bare, whole) = ((action + label + 7) as u16, (action + label + rules + 7) as u16);
    // If there is no room, the rules are left out. A list that is still wider covers the board.
    let width = if whole <= words.width { whole } else { bare };
    let width = width.max(columns_of(&title) as u16 + 2).min(area.width);
    let x = words.x.min(area.right().saturating_sub(width));
    let inner = window_at(buffer, Rect { x, height, width, ..words }, &title, look);
    let room = usize::from(inner.height);
    let first = at.saturating_sub(room / 2).min(moves.len().saturating_sub(room));
    let row = |(index, legal): (usize, &&kernel::dynamic::LegalMove)| {
        let rules: Vec<String> = legal.rules.iter().map(ToString::to_string).collect();
        let mark = if index == at { '>' } else { ' ' };
        let text = format!(" {mark} {:<action$} {:<label$} {}", legal.action, legal.gesture.label, rules.join(" "));
        let style = look.style(if index == at { Part::Chosen } else { Part::Text });
        Line::styled(look.text(&text).into_owned(), style)
    };
    let lines: Vec<Line> = moves.iter().enumerate().skip(first).take(room).map(row).collect();
    Paragraph::new(lines).render(inner, buffer);
}

fn resign(buffer: &mut Buffer, area: Rect, app: &App, seat: Seat, look: Look) {
    let seen = app.seen();
    let Some(player) = seen.player(seat) else { return };
    let (who, others) = match (seen.plays_on_without(seat), seen.view.contenders.len() > 2) {
        (true, _) => (player.name, "A computer plays on."),
        (false, true) => (player.name, "The others win."),
        (false, false) => (player.name, "The other side wins."),
    };
    let inner = window(buffer, area, 50, 5, "Resign?", look);
    let lines = vec![
        Line::from(look.text(&format!(" Resign for {who}? {others}")).into_owned()),
        Line::from(""),
        Line::styled(" y: resign, any other key: play on", look.style(Part::Heading)),
    ];
    Paragraph::new(lines).render(inner, buffer);
}

fn confirm(buffer: &mut Buffer, area: Rect, question: &str, look: Look) {
    let width = usize::from(WIDTH.min(area.width)).saturating_sub(4);
    let mut lines: Vec<Line> =
        wrap(&look.text(question), width).into_iter().map(|line| Line::from(format!(" {line}"))).collect();
    lines.push(Line::from(""));
    lines.push(Line::styled(" y: play it, any other key: choose another move", look.style(Part::Heading)));
    let inner = window(buffer, area, WIDTH, lines.len() as u16 + 2, "Are you sure?", look);
    Paragraph::new(lines).render(inner, buffer);
}

fn scrolled(lines: Vec<Line<'static>>, scroll: usize, area: Rect) -> Paragraph<'static> {
    let most = lines.len().saturating_sub(area.height.into());
    Paragraph::new(lines).scroll((scroll.min(most) as u16, 0))
}
