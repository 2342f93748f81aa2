//! A table as text, for line mode.

use crate::outcome::sentence;
use crate::text::wrap;
use crate::{Look, TableView, board, ledger};
use kernel::Seat;
use kernel::dynamic::LegalMove;
use table::Entry;

/// Maximum number of moves that are listed one by one.
const MANY: usize = 40;

/// A list of moves. If there are many, they are grouped by the piece that moves, and those that begin alike up to their
/// last hyphen are written together: `red plane on a4: 5:a4- u1 v1 w1`.
pub(super) fn grouped(moves: &[&LegalMove]) -> String {
    if moves.len() <= MANY {
        return moves.iter().map(|legal| legal.action.as_str()).collect::<Vec<_>>().join(" ");
    }
    let mut pieces: Vec<(&str, Vec<&str>)> = Vec::new();
    for legal in moves {
        match pieces.iter_mut().find(|(known, _)| *known == legal.group) {
            Some((_, actions)) => actions.push(&legal.action),
            None => pieces.push((&legal.group, vec![&legal.action])),
        }
    }
    let line = |(piece, actions): &(&str, Vec<&str>)| match *piece {
        "" => alike(actions),
        piece => format!("{piece}: {}", alike(actions)),
    };
    format!("\n{}", pieces.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Actions in a row; what several begin with up to the last hyphen is written once.
fn alike(actions: &[&str]) -> String {
    let parts = |action: &str| action.rfind('-').map_or(0, |at| at + 1);
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for action in actions {
        let (start, end) = action.split_at(parts(action));
        match groups.iter_mut().find(|(known, _)| *known == start) {
            Some((_, ends)) => ends.push(end),
            None => groups.push((start, vec![end])),
        }
    }
    let group = |(start, ends): &(&str, Vec<&str>)| match (&ends[..], *start) {
        ([only], start) => format!("{start}{only}"),
        (several, "") => several.join(" "),
        (several, start) => format!("{start} {}", several.join(" ")),
    };
    groups.iter().map(group).collect::<Vec<_>>().join("; ")
}

/// What each seat needs, in sentences.
pub(super) fn needs(seen: &TableView) -> Vec<String> {
    let sentence_of = |need: &kernel::scene::Need| {
        let name = seen.player(need.seat).map_or("", |player| player.name);
        sentence(&format!("{name}: {}", need.line.text))
    };
    seen.view.needs.iter().map(sentence_of).collect()
}

/// A tray in full.
pub(super) fn tray(tray: &kernel::scene::Tray) -> String {
    let details = if tray.details.is_empty() { String::new() } else { format!(", {}", tray.details) };
    format!("{}: {}{details}.", tray.label, tray.note)
}

/// The prompt, with the seat that acts if several are played here.
pub(super) fn prompt(seen: &TableView, chosen: Option<Seat>) -> String {
    let name = |seat: Seat| seen.player(seat).map_or("", |player| player.word.as_str());
    let several = seen.acting().count() > 1;
    match (seen.my_throw(), seen.acting_seat(chosen)) {
        (Some(seat), _) => format!("{}, throw> ", name(seat)),
        (None, Some(seat)) if several => format!("{}> ", name(seat)),
        _ => "> ".to_owned(),
    }
}

/// An entry of the log.
pub(super) fn log_entry(entry: &Entry, seen: &TableView) -> String {
    let who = entry.seat.and_then(|seat| seen.seats.get(seat.index())).map_or("throw", |player| player.word.as_str());
    let sentence = |line: &kernel::Sentence| {
        let rules: Vec<String> = line.rules.iter().map(ToString::to_string).collect();
        if rules.is_empty() { line.text.clone() } else { format!("{} ({})", line.text, rules.join(", ")) }
    };
    let sentences: Vec<String> = entry.lines.iter().map(sentence).collect();
    format!("{:>3}. {who} {}: {}", entry.number, entry.action, sentences.join(" "))
}

/// How the game ended.
pub(super) fn result(seen: &TableView, verdict: &kernel::Sentence) -> String {
    let rules: Vec<String> = verdict.rules.iter().map(ToString::to_string).collect();
    let account = seen.account().map_or(String::new(), |account| format!("\n{account}"));
    let score = seen.score().map_or(String::new(), |score| format!("\n{}", sentence(&score)));
    let next = format!("Type new for {}.", seen.next_game());
    format!("The game is over. {} ({}){account}{score}\n{next}", verdict.text, rules.join(", "))
}

/// The board and what is beside it.
pub(super) fn picture(seen: &TableView, look: Look, width: usize) -> String {
    let scene = &seen.view.scene;
    let mut picture = format!("\n{}\n", board::text(scene, &seen.view.last, look));
    let table = ledger::text(seen, look);
    let beside = scene.trays.iter().filter(|tray| table.is_none() || tray.seat.is_none());
    let beside = beside.map(|tray| format!("{}: {}.", tray.label, tray.note));
    let in_table = ledger::of(seen, look).is_some_and(|ledger| ledger.need.is_some());
    let needs = if in_table { Vec::new() } else { needs(seen) };
    picture += &look.text(table.as_deref().unwrap_or_default());
    for text in needs.into_iter().chain(beside) {
        picture += &format!("{}\n", wrap(&look.text(&text), width).join("\n"));
    }
    picture
}
