//! Dice and dials: the next throw, previews of its outcomes, and the last throw in words.

use crate::{Look, TableView};
use kernel::dynamic::{ChanceOutcome, DynMatch, Prospect};
use kernel::scene::{Plan, Throw, Tone};
use kernel::{Seat, SeatSet, Sentence, Turn};
use table::Table;

/// A throw that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct PendingThrow {
    /// The seat that throws; `None` if the table throws for no seat.
    pub thrower: Option<Seat>,
    /// Is that seat played in this terminal? Otherwise the table throws.
    pub mine: bool,
    /// What each outcome would mean for the players here; empty if all outcomes are alike on the
    /// board.
    pub previews: Vec<ThrowPreview>,
}

/// A preview of one outcome of a throw.
#[derive(Clone, PartialEq, Debug)]
pub struct ThrowPreview {
    /// The outcome with its probability.
    pub chance: ChanceOutcome,
    /// How far the board's turntable would be turned.
    pub turned: u16,
    /// The moves that the players here would have, in notation.
    pub opens: Vec<(Seat, String)>,
    /// Where those moves would end, with the best tone.
    pub ends: Vec<(String, Tone)>,
    /// What it would mean for the first of these players, in a few words.
    pub words: String,
    /// The sentences of the log.
    pub lines: Vec<Sentence>,
}

impl PendingThrow {
    /// The throw that the table waits for, as the person with this key sees it.
    pub(crate) fn of(table: &Table, key: &str) -> Option<PendingThrow> {
        let due = table.turn() == Turn::Chance && !table.is_waiting();
        due.then(|| PendingThrow::due(table.game_match(), table.seats_of(key)))
    }

    /// The next throw of a match, as the player of these seats sees it.
    pub fn due(game_match: &dyn DynMatch, mine: SeatSet) -> PendingThrow {
        let thrower = game_match.thrower();
        let by_hand = thrower.is_some_and(|seat| mine.contains(seat));
        let previews = if by_hand { previews(game_match, &mine.iter().collect::<Vec<_>>()) } else { Vec::new() };
        PendingThrow { thrower, mine: by_hand, previews }
    }
}

fn previews(game_match: &dyn DynMatch, seats: &[Seat]) -> Vec<ThrowPreview> {
    let mut previews: Vec<ThrowPreview> = Vec::new();
    for &seat in seats {
        for (index, prospect) in game_match.prospects(seat).into_iter().enumerate() {
            let opens = opened(game_match, seat, &prospect);
            match previews.get_mut(index) {
                Some(preview) => {
                    preview.opens.extend(opens);
                    preview.ends.extend(prospect.ends);
                }
                None => {
                    let Prospect { chance, turned, ends, words, lines } = prospect;
                    previews.push(ThrowPreview { chance, turned, opens, ends, words, lines });
                }
            }
        }
    }
    let same = previews
        .iter()
        .all(|preview| preview.opens.is_empty() && Some(preview.turned) == previews.first().map(|o| o.turned));
    if same { Vec::new() } else { previews }
}

/// The moves of the seat after this outcome, without those that are always legal, such as a pass.
fn opened(game_match: &dyn DynMatch, seat: Seat, prospect: &Prospect) -> Vec<(Seat, String)> {
    if prospect.ends.is_empty() {
        return Vec::new();
    }
    let mut trial = game_match.fork();
    if trial.apply_chance(&prospect.chance.outcome).is_err() {
        return Vec::new();
    }
    let moves = trial.legal_moves(seat).into_iter().filter(|legal| !legal.gesture.steps.is_empty());
    moves.map(|legal| (seat, legal.action)).collect()
}

/// Maximum number of moves that are listed one by one.
const FEW: usize = 10;
/// Maximum number of places of a kind that are named.
const NAMED: usize = 6;

/// The moves that an outcome would open, with their seats if several are played here. If there are
/// many, their number and the best of them.
pub(crate) fn opens(preview: &ThrowPreview, seen: &TableView) -> String {
    let several = seen.seats.iter().filter(|player| player.mine).count() > 1;
    let mut parts: Vec<(Seat, Vec<&str>)> = Vec::new();
    for (seat, action) in &preview.opens {
        match parts.last_mut() {
            Some((last, actions)) if *last == *seat => actions.push(action),
            _ => parts.push((*seat, vec![action])),
        }
    }
    // The seat that throws needs no name if no other seat has a move.
    let several = several && !matches!(&parts[..], [(only, _)] if Some(*only) == seen.my_throw());
    let part = |(seat, actions): &(Seat, Vec<&str>)| {
        let name = seen.player(*seat).filter(|_| several);
        let name = name.map_or(String::new(), |player| format!("{} ", player.word));
        if actions.len() > FEW {
            format!("{name}{} moves", actions.len())
        } else {
            format!("{name}{}", actions.join(" "))
        }
    };
    let many = preview.opens.len() > FEW;
    let best = if many { best(&preview.ends) } else { String::new() };
    if parts.is_empty() { "-".into() } else { parts.iter().map(part).collect::<Vec<_>>().join(", ") + &best }
}

/// The ends with a tone other than plain, by tone.
fn best(ends: &[(String, Tone)]) -> String {
    let mut text = String::new();
    for tone in [Tone::Win, Tone::Take, Tone::Gain, Tone::Harm] {
        let names: Vec<&str> = ends.iter().filter(|(_, brings)| *brings == tone).map(|(id, _)| id.as_str()).collect();
        if !names.is_empty() {
            let more = if names.len() > NAMED { format!(" and {} more", names.len() - NAMED) } else { String::new() };
            let shown = &names[..names.len().min(NAMED)];
            text += &format!("; {} {}{more}", brings(tone), shown.join(" "));
        }
    }
    text
}

/// The order in which ends are listed: wins first, harm last.
fn worth(tone: Tone) -> u8 {
    match tone {
        Tone::Win => 0,
        Tone::Take => 1,
        Tone::Gain => 2,
        Tone::Plain => 3,
        Tone::Harm => 4,
    }
}

/// A tone in one word; empty for a plain move.
pub(crate) fn brings(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Gain => "gain",
        Tone::Take => "takes",
        Tone::Harm => "danger",
        Tone::Win => "wins",
    }
}

/// A place that the next throw may open, with the probability.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Reach {
    /// The place.
    pub(crate) id: String,
    /// The probability that a move can end there.
    pub(crate) p: f64,
    /// The best tone of those moves.
    pub(crate) tone: Tone,
}

/// The chance to reach each place, the best first; empty if the board turns.
pub(crate) fn reach(previews: &[ThrowPreview], plan: &Plan) -> Vec<Reach> {
    let turns = previews.iter().any(|preview| Some(preview.turned) != previews.first().map(|first| first.turned));
    let mut all: Vec<Reach> = Vec::new();
    for preview in previews.iter().filter(|_| !turns) {
        let mut ends = preview.ends.clone();
        ends.retain(|(id, _)| plan.space(id).is_some());
        ends.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(&one.1)));
        ends.dedup_by(|later, first| later.0 == first.0);
        for (id, tone) in ends {
            match all.iter_mut().find(|reach| reach.id == id) {
                Some(reach) => (reach.p, reach.tone) = (reach.p + preview.chance.p, reach.tone.max(tone)),
                None => all.push(Reach { id, p: preview.chance.p, tone }),
            }
        }
    }
    all.sort_by(|one, other| {
        worth(one.tone).cmp(&worth(other.tone)).then(other.p.total_cmp(&one.p)).then(one.id.cmp(&other.id))
    });
    all
}

/// The chances to reach a place, in words, for the first `most` places.
pub(crate) fn chances(previews: &[ThrowPreview], plan: &Plan, most: usize) -> Option<String> {
    let all = reach(previews, plan);
    let part =
        |reach: &Reach| format!("{} {} {}", reach.id, percent(reach.p), brings(reach.tone)).trim_end().to_owned();
    let parts: Vec<String> = all.iter().take(most).map(part).collect();
    let more = if all.len() > most { format!(", {} more", all.len() - most) } else { String::new() };
    (!parts.is_empty()).then(|| format!("Chance to reach: {}{more}.", parts.join(", ")))
}

/// A probability in percent.
pub(crate) fn percent(p: f64) -> String {
    if p > 0.0 && p < 0.01 { format!("{:.1}%", p * 100.0) } else { format!("{:.0}%", p * 100.0) }
}

/// The last throw in signs and words; `None` before the first.
pub(crate) fn shown(throw: &Throw, look: Look) -> Option<String> {
    match throw {
        Throw::Dice(pips) => {
            let signs: Vec<String> = pips.iter().map(|pips| die(*pips, look)).collect();
            let sum: u32 = pips.iter().map(|pips| u32::from(*pips)).sum();
            let total = if pips.len() > 1 { format!(" = {sum}") } else { String::new() };
            Some(format!("{}{total}", signs.join(" ")))
        }
        Throw::Dial { sectors, at } => {
            at.and_then(|at| sectors.get(at)).map(|(label, _)| look.text(label).into_owned())
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
        let shown = |throw: &Throw, look| shown(throw, look).unwrap_or_default();
        assert_eq!(shown(&dice, Look::PLAIN), "[2] [5] = 7");
        assert_eq!(shown(&dice, Look::FULL), "⚁ 2 ⚄ 5 = 7");
        assert_eq!(shown(&Throw::Dice(vec![4]), Look::PLAIN), "[4]");
        assert_eq!(percent(0.004), "0.4%");
        let dial = Throw::Dial { sectors: vec![("N·2".into(), 1), ("S·1".into(), 3)], at: Some(1) };
        assert_eq!(shown(&dial, Look::PLAIN), "S-1");
    }

    #[test]
    fn the_chance_of_a_place_is_the_sum_over_the_outcomes_that_open_it() {
        let preview = |outcome: &str, p, ends: &[(&str, Tone)]| ThrowPreview {
            chance: ChanceOutcome { outcome: outcome.into(), weight: 1, p, counts: None },
            turned: 0,
            opens: Vec::new(),
            ends: ends.iter().map(|(id, tone)| ((*id).to_owned(), *tone)).collect(),
            words: "moves".into(),
            lines: Vec::new(),
        };
        let previews =
            [preview("1", 0.25, &[("a3", Tone::Plain), ("b3", Tone::Gain)]), preview("2", 0.5, &[("a3", Tone::Plain)])];
        let game = catalog::game("three-musketeers").expect("it is in the catalog");
        let scene =
            game.open(&kernel::dynamic::MatchConfig::default()).expect("a match").scene(kernel::Viewer::Spectator);
        let text = |previews: &[ThrowPreview], most| chances(previews, &scene.plan, most).unwrap_or_default();
        assert_eq!(text(&previews, 5), "Chance to reach: b3 25% gain, a3 75%.");
        assert_eq!(text(&previews, 1), "Chance to reach: b3 25% gain, 1 more.");
        assert_eq!(text(&[], 5), "");
        assert_eq!(text(&[preview("1", 1.0, &[("tray", Tone::Gain)])], 5), "", "a tray is not a place to reach");
        let turned = [previews[0].clone(), ThrowPreview { turned: 3, ..previews[1].clone() }];
        assert_eq!(text(&turned, 5), "", "if the board turns, places change");
    }
}
