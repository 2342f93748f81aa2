//! Dice and dials: the throw that is to be made, what it may bring, and the one
//! that was made last, in words.

use crate::{Look, Seen};
use kernel::door::{Lot, Prospect, Session};
use kernel::scene::{Throw, Tone};
use kernel::{Line, Seat, Turn};
use table::{Occupant, Table};

/// A throw that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Toss {
    /// Whose hand throws; `None` when it simply happens.
    pub thrower: Option<Seat>,
    /// Is that somebody at this terminal? Otherwise the house throws.
    pub mine: bool,
    /// What each outcome would bring to those who play here; empty where no
    /// outcome differs from another on the board.
    pub omens: Vec<Omen>,
}

/// One outcome of a throw that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Omen {
    /// The outcome with its probability.
    pub lot: Lot,
    /// How far the board's turntable would be turned.
    pub turned: u16,
    /// What could be played then by those who play here, in notation.
    pub opens: Vec<(Seat, String)>,
    /// Where those actions would end, with the best they bring.
    pub ends: Vec<(String, Tone)>,
    /// What the log would say.
    pub lines: Vec<Line>,
}

impl Toss {
    /// The throw that the table waits for, as the owner of `key` sees it.
    pub(crate) fn of(table: &Table, key: &str) -> Option<Toss> {
        if table.turn() != Turn::Chance || table.is_waiting() {
            return None;
        }
        let thrower = table.session().thrower();
        let mine = thrower.is_some_and(|seat| table.seats().get(seat.index()).and_then(Occupant::key) == Some(key));
        let omens = if mine { omens(table.session(), &table.seats_of(key).iter().collect::<Vec<_>>()) } else { vec![] };
        Some(Toss { thrower, mine, omens })
    }
}

fn omens(session: &dyn Session, seats: &[Seat]) -> Vec<Omen> {
    let mut omens: Vec<Omen> = Vec::new();
    for &seat in seats {
        for (index, prospect) in session.prospects(seat).into_iter().enumerate() {
            let opens = opened(session, seat, &prospect);
            match omens.get_mut(index) {
                Some(omen) => {
                    omen.opens.extend(opens);
                    omen.ends.extend(prospect.ends);
                }
                None => {
                    let Prospect { lot, turned, ends, lines } = prospect;
                    omens.push(Omen { lot, turned, opens, ends, lines });
                }
            }
        }
    }
    let same = omens.iter().all(|omen| omen.opens.is_empty() && Some(omen.turned) == omens.first().map(|o| o.turned));
    if same { Vec::new() } else { omens }
}

/// What the seat could play after this outcome, without what is always there, such as a pass.
fn opened(session: &dyn Session, seat: Seat, prospect: &Prospect) -> Vec<(Seat, String)> {
    if prospect.ends.is_empty() {
        return Vec::new();
    }
    let mut trial = session.fork();
    if trial.befall(&prospect.lot.outcome).is_err() {
        return Vec::new();
    }
    let offers = trial.offers(seat).into_iter().filter(|offer| !offer.gesture.steps.is_empty());
    offers.map(|offer| (seat, offer.action)).collect()
}

/// The actions that an outcome would open, with their seats where several are played here.
pub(crate) fn opens(omen: &Omen, seen: &Seen) -> String {
    let several = seen.seats.iter().filter(|sitter| sitter.mine).count() > 1;
    let mut parts: Vec<(Seat, Vec<&str>)> = Vec::new();
    for (seat, action) in &omen.opens {
        match parts.last_mut() {
            Some((last, actions)) if *last == *seat => actions.push(action),
            _ => parts.push((*seat, vec![action])),
        }
    }
    let part = |(seat, actions): &(Seat, Vec<&str>)| {
        let name = seen.sitter(*seat).filter(|_| several);
        let name = name.map_or(String::new(), |sitter| format!("{} ", sitter.id));
        format!("{name}{}", actions.join(" "))
    };
    if parts.is_empty() { "-".into() } else { parts.iter().map(part).collect::<Vec<_>>().join(", ") }
}

/// A probability as people say it.
pub(crate) fn percent(p: f64) -> String {
    format!("{:.0}%", p * 100.0)
}

/// What was thrown last, in signs and words.
pub(crate) fn shown(throw: &Throw, look: Look) -> String {
    match throw {
        Throw::Dice(pips) => {
            let signs: Vec<String> = pips.iter().map(|pips| die(*pips, look)).collect();
            let sum: u32 = pips.iter().map(|pips| u32::from(*pips)).sum();
            let total = if pips.len() > 1 { format!(" = {sum}") } else { String::new() };
            format!("{}{total}", signs.join(" "))
        }
        Throw::Dial { sectors, at } => {
            sectors.get(*at).map_or_else(String::new, |(label, _)| look.text(label).into_owned())
        }
    }
}

/// A die with its number beside the sign, since pips are small in a terminal.
fn die(pips: u8, look: Look) -> String {
    match pips {
        1..=6 if !look.ascii => format!("{} {pips}", ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'][usize::from(pips) - 1]),
        _ => format!("[{pips}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_and_dials_in_signs_and_words() {
        let dice = Throw::Dice(vec![2, 5]);
        assert_eq!(shown(&dice, Look::PLAIN), "[2] [5] = 7");
        assert_eq!(shown(&dice, Look::FULL), "⚁ 2 ⚄ 5 = 7");
        assert_eq!(shown(&Throw::Dice(vec![4]), Look::PLAIN), "[4]");
        let dial = Throw::Dial { sectors: vec![("N·2".into(), 1), ("S·1".into(), 3)], at: 1 };
        assert_eq!(shown(&dial, Look::PLAIN), "S-1");
    }
}
