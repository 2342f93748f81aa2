//! The pieces off the board as a ledger: a row for each seat and a column for each kind of tray, so
//! that four seats fit beside a board on a small screen.
//!
//! Trays of a kind have ids that start alike (`corner-red`, `corner-black`). A tray shows the signs
//! of the men in it, or else the number its note begins with. If the seats have different kinds of
//! trays, there is no ledger, and every tray gets a line of text.

use crate::{Look, TableView};
use kernel::Seat;
use kernel::scene::{Scene, Spot, Tray};

/// One tray in the ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The tray's id; empty if it is not a tray.
    pub(crate) tray: String,
    /// What it shows.
    pub(crate) text: String,
}

/// The row of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// The seat.
    pub(crate) seat: Seat,
    /// Under each heading, the trays of that kind.
    pub(crate) cells: Vec<Vec<Entry>>,
}

/// The ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ledger {
    /// What every seat needs to win, if it is the same for all.
    pub(crate) need: Option<String>,
    /// The headings.
    pub(crate) headings: Vec<String>,
    /// The seats in order.
    pub(crate) rows: Vec<Row>,
}

/// The ledger of a scene, if all seats have the same kinds of trays.
pub(crate) fn of(seen: &TableView, look: Look) -> Option<Ledger> {
    let scene = &seen.view.scene;
    let seats: Vec<Seat> = (0..seen.seats.len()).map(|seat| Seat(seat as u8)).collect();
    let kinds = kinds(scene, *seats.first()?);
    if kinds.is_empty() || seats.iter().any(|seat| self::kinds(scene, *seat) != kinds) {
        return None;
    }
    let needs = common_need(scene);
    let acts = !scene.standings.is_empty();
    let row = |&seat: &Seat| {
        let reached = needs.as_ref().and_then(|(_, counts)| counts.iter().find(|(who, _)| *who == seat));
        let reached = reached.map(|(_, count)| vec![Entry { tray: String::new(), text: count.clone() }]);
        let act = scene.standings.iter().find(|(who, _)| *who == seat).map_or("-", |(_, act)| *act);
        let act = acts.then(|| vec![Entry { tray: String::new(), text: act.to_owned() }]);
        let trays = kinds.iter().map(|kind| of_kind(scene, seat, kind, look));
        Row { seat, cells: reached.into_iter().chain(act).chain(trays).collect() }
    };
    let rows = seats.iter().map(row).collect();
    let word = needs.as_ref().map(|(need, _)| need.word.clone());
    let word = word.into_iter().chain(acts.then(|| "act".to_owned()));
    let headings = word.chain(kinds.iter().map(|kind| (*kind).to_owned())).collect();
    Some(Ledger { need: needs.map(|(need, _)| need.text), headings, rows })
}

fn kind(tray: &Tray) -> &str {
    tray.id.split('-').next().unwrap_or(&tray.id)
}

/// The kinds of trays a seat has, in order.
fn kinds(scene: &Scene, seat: Seat) -> Vec<&str> {
    let mut kinds: Vec<&str> = scene.trays.iter().filter(|tray| tray.seat == Some(seat)).map(kind).collect();
    kinds.dedup();
    kinds
}

fn of_kind(scene: &Scene, seat: Seat, wanted: &str, look: Look) -> Vec<Entry> {
    let trays = scene.trays.iter().filter(|tray| tray.seat == Some(seat) && kind(tray) == wanted);
    trays.map(|tray| Entry { tray: tray.id.clone(), text: contents(scene, tray, look) }).collect()
}

/// The men in a tray by their signs, or the number its note begins with. A note
/// with a colon begins with a sum, which says more than its parts.
pub(crate) fn contents(scene: &Scene, tray: &Tray, look: Look) -> String {
    if let Some(sum) = number(&tray.note).filter(|_| tray.note.contains(": ")) {
        return sum.to_owned();
    }
    let inside = |at: &Spot| matches!(at, Spot::Tray(id, _) if *id == tray.id);
    let arts = scene.tokens.iter().filter(|token| inside(&token.at)).filter_map(|token| scene.plan.token(token.kind));
    let signs: String = arts.map(|art| if look.ascii { art.glyph.1 } else { art.glyph.0 }).collect();
    if signs.is_empty() { number(&tray.note).unwrap_or("-").to_owned() } else { signs }
}

/// The number that a text begins with.
fn number(text: &str) -> Option<&str> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (digits > 0).then(|| &text[..digits])
}

struct Need {
    text: String,
    word: String,
}

/// What every seat needs (“All 8 men onto the platform: 3 there”), and how far each seat has come.
fn common_need(scene: &Scene) -> Option<(Need, Vec<(Seat, String)>)> {
    let (text, first) = scene.needs.first()?.line.text.split_once(": ")?;
    let word = |rest: &str| {
        let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
        after.split([',', '.', ' ']).next().unwrap_or_default().to_owned()
    };
    let count = |need: &kernel::scene::Need| {
        let rest = need.line.text.strip_prefix(text)?.strip_prefix(": ")?;
        let alike = word(rest) == word(first);
        number(rest).filter(|_| alike).map(|count| (need.seat, count.to_owned()))
    };
    let counts: Option<Vec<_>> = scene.needs.iter().map(count).collect();
    Some((Need { text: text.to_owned(), word: word(first) }, counts?))
}

/// The layout of the ledger: the width of each column and the gap before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Setting {
    pub(crate) widths: Vec<usize>,
    pub(crate) gap: usize,
}

/// Minimum width of a column, in characters.
const LEAST: usize = 3;

impl Ledger {
    /// The widths of the columns if headings are cut to `longest`.
    fn widths(&self, longest: usize) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row.text(column).chars().count()).max().unwrap_or(0);
            cells.max(self.headings[column].chars().count().min(longest))
        };
        (0..self.headings.len()).map(width).collect()
    }

    /// The layout for a width of `room`: with whole headings, or with shortened ones, or with the
    /// widest columns cut.
    pub(crate) fn set(&self, room: usize) -> Setting {
        let fits = |setting: &Setting| setting.widths.iter().map(|width| width + setting.gap).sum::<usize>() <= room;
        let whole = Setting { widths: self.widths(usize::MAX), gap: 2 };
        let mut setting = if fits(&whole) { whole } else { Setting { widths: self.widths(LEAST), gap: 1 } };
        while !fits(&setting) {
            match setting.widths.iter_mut().max().filter(|width| **width > LEAST) {
                Some(widest) => *widest -= 1,
                None => break,
            }
        }
        self.lengthen_headings(&mut setting, room);
        setting
    }

    /// Minimum width at which no cell is cut, only headings.
    pub(crate) fn least(&self) -> usize {
        self.widths(LEAST).iter().map(|width| width + 1).sum()
    }

    /// Gives the remaining room to headings that were cut, the shortest first.
    fn lengthen_headings(&self, setting: &mut Setting, room: usize) {
        let used: usize = setting.widths.iter().map(|width| width + setting.gap).sum();
        for _ in used..room {
            let columns = self.headings.iter().zip(&mut setting.widths);
            let cut = columns.filter(|(heading, width)| heading.chars().count() > **width).map(|(_, width)| width);
            let Some(shortest) = cut.min() else { return };
            *shortest += 1;
        }
    }
}

impl Row {
    /// A cell as text.
    fn text(&self, column: usize) -> String {
        let texts = self.cells.get(column).into_iter().flatten().map(|entry| entry.text.as_str());
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// The ledger as text, for line mode.
pub(crate) fn text(seen: &TableView, look: Look) -> Option<String> {
    let ledger = of(seen, look)?;
    let widths = ledger.widths(usize::MAX);
    let names = seen.seats.iter().map(|player| player.word.chars().count()).max().unwrap_or(0);
    let line = |cells: Vec<String>| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut text = ledger.need.as_ref().map_or(String::new(), |need| format!("{need}:\n"));
    text += &format!("{:names$}  {}\n", "", line(ledger.headings.clone()));
    for row in &ledger.rows {
        let Some(player) = seen.player(row.seat) else { continue };
        let cells = (0..widths.len()).map(|column| row.text(column)).collect();
        text += &format!("{:names$}  {}\n", player.word, line(cells));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(cells: &[&[&str]]) -> Ledger {
        let entry = |text: &&str| vec![Entry { tray: String::new(), text: (*text).to_owned() }];
        let row =
            |(seat, cells): (usize, &&[&str])| Row { seat: Seat(seat as u8), cells: cells.iter().map(entry).collect() };
        let headings = ["corner", "captives", "purse"].map(str::to_owned).to_vec();
        Ledger { need: None, headings, rows: cells.iter().enumerate().map(row).collect() }
    }

    #[test]
    fn the_ledger_is_as_wide_as_the_room_allows() {
        let table = ledger(&[&["RR@", "-", "194"], &["B", "rrrrrg", "7"]]);
        assert_eq!(table.set(40), Setting { widths: vec![6, 8, 5], gap: 2 });
        assert_eq!(table.set(18), Setting { widths: vec![5, 6, 4], gap: 1 }, "what is left goes to the first heading");
        assert_eq!(table.set(12), Setting { widths: vec![3, 3, 3], gap: 1 }, "the widest are cut first");
        assert_eq!(table.least(), 4 + 7 + 4);
        assert_eq!(table.set(2).widths, [3, 3, 3], "and nothing is cut to nothing");
    }

    #[test]
    fn a_number_is_read_from_the_beginning_of_a_note() {
        assert_eq!([number("194 points"), number("nobody"), number("")], [Some("194"), None, None]);
    }
}
