//! The panel of words beside the board: whose turn it is, the last throw, what each side needs and
//! has off the board, previews of a throw, and the log.

use super::with_rules;
use crate::app::capital;
use crate::ledger::{self, Entry, Ledger, Row, Setting};
use crate::look::Part;
use crate::text::{columns_of, cut, pad, wrap};
use crate::throws::{percent, shown};
use crate::{App, Look, ThrowPreview};
use kernel::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Widget};

/// Minimum height of the log.
const LOG: usize = 4;
/// Minimum width at which the ledger has the names of players.
const WITH_NAMES: usize = 48;
/// Minimum width of a seat's name in the ledger.
const SHORT_NAME: usize = 5;
/// Maximum number of lines about what is under the cursor.
const HERE: usize = 4;
/// Minimum number of outcomes that are shown at once.
const OUTCOMES: usize = 4;
/// Maximum number of places that are listed with the chance to reach them.
const PLACES: usize = 24;
/// Minimum height at which dice are drawn with their pips.
const WITH_PIPS: usize = 30;

pub(super) fn draw(buffer: &mut Buffer, area: Rect, app: &mut App, look: Look) {
    let area = Rect { width: area.width.saturating_sub(1), ..area };
    let width = usize::from(area.width);
    let mut status = news(app, look, width, usize::from(area.height));
    status.extend(here(app, look, width));
    let room = usize::from(area.height).saturating_sub(LOG + 1).saturating_sub(status.len());
    let mut previews = previews(app, look, width, room + 1);
    let needs_and_trays = needs_and_trays(app, look, width, room.saturating_sub(previews.len()));
    // Before a throw there is nothing else to decide, so its previews come first.
    if previews.is_empty() || needs_and_trays.len() + 1 + previews.len() <= room {
        status.extend(needs_and_trays);
        if !previews.is_empty() {
            status.push(Line::from(""));
        }
    }
    previews.extend(chances(app, look, width, room.saturating_sub(previews.len())));
    status.extend(previews);
    let [above, below] =
        Layout::vertical([Constraint::Length(status.len() as u16 + 1), Constraint::Min(LOG as u16)]).areas(area);
    Paragraph::new(status).render(above, buffer);
    log(buffer, below, app, look);
}

/// What is under the cursor, or the move that would end there.
fn here(app: &App, look: Look, width: usize) -> Vec<Line<'static>> {
    let words = app.under_cursor();
    let lines = words.into_iter().flat_map(|words| wrap(&look.text(&words), width)).take(HERE);
    lines.map(|line| Line::styled(line, look.style(Part::Quiet))).collect()
}

/// Whose turn it is, the last throw, the result.
fn news(app: &App, look: Look, width: usize, height: usize) -> Vec<Line<'static>> {
    let seen = app.seen();
    let heading = |text: &str| {
        let lines = wrap(&look.text(text), width).into_iter();
        lines.map(|line| Line::styled(line, look.style(Part::Heading))).collect::<Vec<_>>()
    };
    let mut lines = heading(&seen.view.headline);
    if let Some(verdict) = &seen.view.verdict {
        lines.push(result(app, verdict, look));
        lines.extend(seen.account().into_iter().flat_map(|account| wrap(&look.text(&account), width)).map(Line::from));
    }
    match &seen.view.scene.throw {
        Some(throw) if height >= WITH_PIPS => {
            lines.extend(draw::cells::throw(throw, look.ascii).into_iter().map(Line::from))
        }
        Some(throw) => lines.extend(shown(throw, look).map(|shown| Line::from(format!("Thrown: {shown}")))),
        None => {}
    }
    if let Some(score) = seen.score() {
        lines.extend(heading(&format!("Contest, {score}")));
    }
    lines.extend(between_players(app, look, width));
    lines
}

/// The connection, the clocks, the open question and the last chat message.
fn between_players(app: &App, look: Look, width: usize) -> Vec<Line<'static>> {
    let set = |text: &str, part: Part, most: usize| {
        let lines = wrap(&look.text(text), width).into_iter().take(most);
        lines.map(|line| Line::styled(line, look.style(part))).collect::<Vec<_>>()
    };
    let mut lines = Vec::new();
    lines.extend(app.disconnected().into_iter().flat_map(|_| set("! NOT CONNECTED", Part::Refusal, 1)));
    lines.extend(app.clocks_in_words().into_iter().flat_map(|clocks| set(&clocks, Part::Heading, 2)));
    lines.extend(app.seen().question().into_iter().flat_map(|question| set(&question, Part::Hint, 3)));
    let dice = app.seen().lost_device().or_else(|| app.seen().dice_awaited());
    lines.extend(dice.into_iter().flat_map(|dice| set(&dice, Part::Hint, 3)));
    lines.extend(app.chat().last().into_iter().flat_map(|words| set(&words.line(), Part::Quiet, 2)));
    lines
}

/// What each side needs and has off the board: a ledger, or else line by line. If there is no room,
/// only the needs of the players here, or of the seat that is to act.
fn needs_and_trays(app: &App, look: Look, width: usize, room: usize) -> Vec<Line<'static>> {
    let seen = app.seen();
    let scene = &seen.view.scene;
    let ledger = ledger::of(seen, look);
    let tabled = |tray: &&kernel::scene::Tray| ledger.is_some() && tray.seat.is_some();
    let trays = scene.trays.iter().filter(|tray| !tabled(tray));
    let mut beside: Vec<Line> = ledger.iter().flat_map(|ledger| table(app, ledger, look, width)).collect();
    beside.extend(trays.flat_map(|tray| tray_lines(app, tray, look, width)));
    if ledger.as_ref().is_some_and(|ledger| ledger.need.is_some()) {
        return beside;
    }
    let needs = |of: &dyn Fn(Seat) -> bool| -> Vec<Line<'static>> {
        let needs = seen.view.needs.iter().filter(|need| of(need.seat));
        needs.flat_map(|need| need_lines(app, need, look, width)).collect()
    };
    let mine = |seat: Seat| seen.player(seat).is_some_and(|player| player.mine);
    let up = |seat: Seat| Some(seat) == app.acting_seat().or(seen.my_throw());
    let shown =
        [needs(&|_| true), needs(&mine), needs(&up)].into_iter().find(|needs| needs.len() + beside.len() <= room);
    shown.unwrap_or_default().into_iter().chain(beside).collect()
}

fn need_lines(app: &App, need: &kernel::scene::Need, look: Look, width: usize) -> Vec<Line<'static>> {
    let name = app.seen().player(need.seat).map_or("", |player| player.name);
    let text = format!("{}: {}", capital(name), need.line.text);
    wrap(&look.text(&text), width).into_iter().map(Line::from).collect()
}

fn tray_lines(app: &App, tray: &kernel::scene::Tray, look: Look, width: usize) -> Vec<Line<'static>> {
    let (text, part) = pointed(app, &tray.id, format!("{}: {}", tray.label, tray.note));
    wrap(&look.text(&text), width).into_iter().map(|line| Line::styled(line, look.style(part))).collect()
}

/// A tray's text, in the same brackets as on the board if it is pointed at.
fn pointed(app: &App, tray: &str, text: String) -> (String, Part) {
    let chosen = app.picked().iter().any(|id| id == tray);
    let here = app.cursor() == tray && app.seen().pending_throw.is_none() && !app.seen().is_over();
    match (here, chosen, !tray.is_empty() && app.targets().iter().any(|id| id == tray)) {
        (true, ..) => (format!("[{text}]"), Part::Chosen),
        (_, true, _) => (format!("{{{text}}}"), Part::Heading),
        (.., true) => (format!("({text})"), Part::Heading),
        _ => (text, Part::Text),
    }
}

fn table(app: &App, ledger: &Ledger, look: Look, width: usize) -> Vec<Line<'static>> {
    let names = app.seen().seats.iter().map(|player| player.word.chars().count()).max().unwrap_or(0);
    let who = app.seen().seats.iter().map(|player| columns_of(&player.brief)).max().unwrap_or(0);
    let who = if width >= WITH_NAMES { who.min(14) + 1 } else { 0 };
    // Long names are cut before the contents of the trays.
    let names = names.min(width.saturating_sub(2 + who + ledger.least()).max(SHORT_NAME));
    let lead = 2 + names + who;
    let setting = ledger.set(width.saturating_sub(lead));
    let mut lines = Vec::new();
    if let Some(need) = &ledger.need {
        lines.extend(wrap(&look.text(need), width).into_iter().map(Line::from));
    }
    let heading =
        |(heading, width): (&String, &usize)| format!("{:gap$}{:<width$}", "", cut(heading, *width), gap = setting.gap);
    let headings: String = ledger.headings.iter().zip(&setting.widths).map(heading).collect();
    lines.push(Line::styled(format!("{:lead$}{headings}", ""), look.style(Part::Quiet)));
    lines.extend(ledger.rows.iter().map(|row| table_row(app, row, &setting, (names, who), look)));
    lines
}

fn table_row(app: &App, row: &Row, setting: &Setting, (names, who): (usize, usize), look: Look) -> Line<'static> {
    let Some(player) = app.seen().player(row.seat) else { return Line::from("") };
    let up = app.seen().is_up(row.seat);
    let style = look.style(if player.mine { Part::Heading } else { Part::Text });
    let mark = if up { '*' } else { ' ' };
    let mut spans = vec![Span::styled(format!("{mark} {:<names$}", cut(&player.word, names)), style)];
    if who > 0 {
        let brief = look.text(&player.brief).into_owned();
        spans.push(Span::styled(format!(" {}", pad(&cut(&brief, who - 1), who - 1)), look.style(Part::Quiet)));
    }
    // A bracket after a cell takes the first blank before the next one.
    let mut owed = 0;
    for (entries, width) in row.cells.iter().zip(&setting.widths) {
        let room = setting.gap + width;
        let used = table_cell(app, entries, (setting.gap - owed.min(setting.gap), *width), look, &mut spans) + owed;
        owed = used.saturating_sub(room);
        spans.push(Span::raw(" ".repeat(room.saturating_sub(used))));
    }
    Line::from(spans)
}

/// Adds the trays of a cell after a gap, in brackets if they are pointed at. Returns the number of columns.
fn table_cell(
    app: &App,
    entries: &[Entry],
    (gap, width): (usize, usize),
    look: Look,
    spans: &mut Vec<Span<'static>>,
) -> usize {
    let (mut used, mut plain) = (0, 0);
    for (index, entry) in entries.iter().enumerate() {
        let lead = if index == 0 { gap } else { 1 };
        let bare = shortened(&entry.text, (width + gap).saturating_sub(plain + lead));
        plain += lead + columns_of(&bare);
        let (text, part) = pointed(app, &entry.tray, bare);
        // Brackets replace the blanks on both sides.
        let end = plain + usize::from(part != Part::Text);
        let lead = end.saturating_sub(used + columns_of(&text));
        used += lead + columns_of(&text);
        spans.push(Span::raw(" ".repeat(lead)));
        spans.push(Span::styled(text, look.style(part)));
    }
    used
}

/// A row of signs, cut to `room` of them; a plus shows that there are more.
fn shortened(signs: &str, room: usize) -> String {
    match signs.chars().count() > room {
        true => signs.chars().take(room.saturating_sub(1)).chain(['+']).collect(),
        false => signs.to_owned(),
    }
}

/// Previews of the outcomes of the throw, as many as there is room for, around the chosen one.
fn previews(app: &App, look: Look, width: usize, room: usize) -> Vec<Line<'static>> {
    let previews = app.previews();
    if previews.is_empty() {
        return Vec::new();
    }
    let rows = room.saturating_sub(1).max(OUTCOMES).min(previews.len());
    let at = app.preview_at().unwrap_or(0);
    let first = at.saturating_sub(rows / 2).min(previews.len() - rows);
    let title = match rows < previews.len() {
        true => format!("Throws {} to {} of {} open", first + 1, first + rows, previews.len()),
        false => "A throw of … would open".to_owned(),
    };
    let title = look.text(&title).into_owned();
    let mut lines = vec![Line::styled(cut(&title, width), look.style(Part::Heading))];
    let wide = previews.iter().map(|preview| preview.chance.outcome.chars().count()).max().unwrap_or(0).max(3);
    let row = |(index, preview): (usize, &ThrowPreview)| {
        let chosen = app.preview_at() == Some(index);
        let mark = if chosen { '>' } else { ' ' };
        let text = format!(
            "{mark}{:>wide$} {:>4}  {}",
            preview.chance.outcome,
            percent(preview.chance.p),
            opens(app, preview)
        );
        Line::styled(
            look.text(&cut(&text, width)).into_owned(),
            look.style(if chosen { Part::Chosen } else { Part::Text }),
        )
    };
    lines.extend(previews.iter().enumerate().skip(first).take(rows).map(row));
    lines
}

/// The chance to reach each place, as many as there is room for.
fn chances(app: &App, look: Look, width: usize, room: usize) -> Vec<Line<'static>> {
    let lines = |places: usize| {
        let text = crate::throws::chances(app.previews(), &app.seen().view.scene.plan, places);
        text.map_or_else(Vec::new, |text| wrap(&look.text(&text), width))
    };
    let fitting = (1..=PLACES).rev().map(lines).find(|lines| lines.len() <= room);
    fitting.unwrap_or_default().into_iter().map(Line::from).collect()
}

/// The moves that an outcome would open, with their seats if several are played here.
pub(super) fn opens(app: &App, preview: &ThrowPreview) -> String {
    crate::throws::opens(preview, app.seen())
}

/// The winner and the rule.
fn result(app: &App, verdict: &kernel::Sentence, look: Look) -> Line<'static> {
    let seen = app.seen();
    let shares = seen.view.outcome.map(|outcome| outcome.shares).unwrap_or_default();
    let winners = seen.seats.iter().zip(shares).filter(|(_, share)| *share > 0.0).map(|(player, _)| player);
    let winners: Vec<String> = winners.map(|player| winner(player, &seen.seats)).collect();
    let text = match &winners[..] {
        [one] if one == "You" => "You have won.".to_owned(),
        [one] => format!("{one} has won."),
        several if several.len() == seen.seats.len() => "A tie.".to_owned(),
        several => format!("{} share the win.", several.join(", ")),
    };
    let rules: Vec<String> = verdict.rules.iter().map(ToString::to_string).collect();
    with_rules(&look.text(&format!("{text} ({})", rules.join(", "))), look, look.style(Part::Hint))
}

/// The winner's name, with the seat if the name is not unique.
fn winner(player: &crate::TableSeat, all: &[crate::TableSeat]) -> String {
    let alone = all.iter().filter(|other| other.who == player.who).count() == 1;
    if alone { player.who.clone() } else { format!("{}, {}", player.who, player.word) }
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
        for (index, sentence) in entry.lines.iter().enumerate() {
            let number = if index == 0 { format!("{:>3}. ", entry.number) } else { " ".repeat(5) };
            let rules: Vec<String> = sentence.rules.iter().map(ToString::to_string).collect();
            let text = match rules.is_empty() {
                true => sentence.text.clone(),
                false => format!("{} ({})", sentence.text, rules.join(", ")),
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
