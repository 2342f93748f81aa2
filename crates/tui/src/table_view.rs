//! A table as the terminal shows it: the view, the seats and their players, and messages about them.

use crate::app::capital;
use crate::{PendingThrow, Typed, messages};
use kernel::dynamic::LegalMove;
use kernel::{Seat, Turn};
use table::{AbsenceReason, Occupant, Proposal, Table, View};

/// A seat and its player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSeat {
    /// The seat's name in notation, `attack`.
    pub id: &'static str,
    /// Its name in sentences, `the attack`.
    pub name: &'static str,
    /// Its name in lists and prompts, which can be typed as well: the id, or a name that it got during the match.
    pub word: String,
    /// Who plays it.
    pub who: String,
    /// The same in short, `captain`.
    pub brief: String,
    /// Is it played at this terminal?
    pub mine: bool,
    /// Does a person play it, here or elsewhere?
    pub person: bool,
}

impl TableSeat {
    /// The word for a seat with this name.
    pub fn word(info: &kernel::SeatInfo, name: &str) -> String {
        if name == info.name { info.id.to_owned() } else { name.to_lowercase() }
    }
}

/// What is only known of a table of a server. Its computers think at the server, which also throws
/// for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RemoteInfo {
    /// Are hints allowed?
    pub can_hint: bool,
    /// Is a seat still open?
    pub is_waiting: bool,
    /// The table where the same people play next.
    pub next: Option<String>,
    /// The seats played here whose dice began with the secret of another device.
    pub lost: Vec<Seat>,
}

/// The table as this terminal sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct TableView {
    /// The match's id.
    pub id: String,
    /// Scene, turn, legal moves, log, result.
    pub view: View,
    /// The seats and their players.
    pub seats: Vec<TableSeat>,
    /// The computers that are to act, by seat and level.
    pub computers: Vec<(Seat, String)>,
    /// The throw that is to be made.
    pub pending_throw: Option<PendingThrow>,
    /// The contest, with the points of this game once it is over.
    pub contest: Option<table::Contest>,
    /// Does the contest have another game?
    pub goes_on: bool,
    /// More about the table, if it is at a server.
    pub remote: Option<RemoteInfo>,
}

impl TableView {
    /// The table as the person with this key sees it.
    pub fn of(table: &Table, key: &str) -> TableView {
        let infos = table.game_match().seats();
        let player = |(at, (info, who)): (usize, (&kernel::SeatInfo, &Occupant))| TableSeat {
            id: info.id,
            name: table.game_match().seat_name(Seat(at as u8)),
            word: TableSeat::word(info, table.game_match().seat_name(Seat(at as u8))),
            who: who.name(),
            brief: if let Occupant::Computer { level } = who { level.clone() } else { who.name() },
            mine: who.key() == Some(key),
            person: who.key().is_some(),
        };
        let contest = table.opened().contest.clone();
        TableView {
            id: table.opened().id.clone(),
            view: table.view(Some(key)),
            seats: infos.iter().zip(table.seats()).enumerate().map(player).collect(),
            computers: table.computers_to_act().into_iter().map(|(seat, level)| (seat, level.to_owned())).collect(),
            pending_throw: PendingThrow::of(table, key),
            contest: contest.map(|contest| table::Contest { points: table.points().unwrap_or_default(), ..contest }),
            goes_on: table.contest_goes_on(),
            remote: None,
        }
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.view.turn == Turn::Over
    }

    /// The seats that are played here and are to act.
    pub fn acting(&self) -> impl Iterator<Item = Seat> {
        self.view.legal_moves.iter().map(|(seat, _)| *seat)
    }

    /// The seat that acts: `wished` if it is played here and is to act, or else the first such seat.
    pub fn acting_seat(&self, wished: Option<Seat>) -> Option<Seat> {
        self.acting().find(|seat| Some(*seat) == wished).or(self.acting().next())
    }

    /// The legal moves of the seat, if it is played here.
    pub fn legal_moves(&self, seat: Option<Seat>) -> &[LegalMove] {
        let found = self.view.legal_moves.iter().find(|(who, _)| Some(*who) == seat);
        found.map_or(&[], |(_, moves)| moves)
    }

    /// The seat and its player.
    pub fn player(&self, seat: Seat) -> Option<&TableSeat> {
        self.seats.get(seat.index())
    }

    /// The seat with this name, as people type it.
    pub fn seat_called(&self, name: &str) -> Option<Seat> {
        let name = name.trim();
        let same = |player: &TableSeat| {
            [player.id, player.name, player.word.as_str()].iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        self.seats.iter().position(same).map(|index| Seat(index as u8))
    }

    /// The seat of this name, if it is played here; otherwise why it cannot be used.
    pub(crate) fn own_seat_called(&self, name: &str) -> Result<Seat, String> {
        let Some(seat) = self.seat_called(name) else {
            let known: Vec<&str> = self.seats.iter().map(|player| player.word.as_str()).collect();
            let shown: String = name.chars().take(40).collect();
            return Err(format!("There is no seat “{shown}” here; there are {}.", known.join(", ")));
        };
        match self.player(seat) {
            Some(player) if !player.mine => Err(format!("{} is played by {}.", capital(player.name), player.who)),
            _ => Ok(seat),
        }
    }

    /// Why the seat cannot do this now, if it is not its turn.
    pub(crate) fn must_wait(&self, seat: Seat, what: &Typed) -> Option<String> {
        let needs_turn = matches!(what, Typed::Nothing | Typed::Move(_) | Typed::Throw | Typed::Hint | Typed::Moves(_));
        let up = self.acting().any(|acting| acting == seat) || self.my_throw() == Some(seat);
        let name = self.player(seat).map_or("", |player| player.name);
        (needs_turn && !up).then(|| format!("It is not the turn of {name}. {}", self.view.headline))
    }

    /// The next game in words, such as “the second game, with sides changed”.
    pub(crate) fn next_game(&self) -> String {
        let which = match &self.contest {
            Some(contest) if self.goes_on && contest.of == 2 => "the second game",
            Some(_) if self.goes_on => "the next game",
            _ => "another game",
        };
        format!("{which}, with {} changed", if self.seats.len() == 2 { "sides" } else { "seats" })
    }

    /// The seat that may throw here now.
    pub fn my_throw(&self) -> Option<Seat> {
        self.pending_throw
            .as_ref()
            .filter(|pending_throw| pending_throw.mine)
            .and_then(|pending_throw| pending_throw.thrower)
    }

    /// Does the table throw next, for a computer or for no seat?
    pub fn table_throws(&self) -> bool {
        self.remote.is_none() && self.pending_throw.as_ref().is_some_and(|pending_throw| !pending_throw.mine)
    }

    /// Have the same people already started another match?
    pub fn has_next(&self) -> bool {
        self.remote.as_ref().is_some_and(|remote| remote.next.is_some())
    }

    /// Are hints allowed here?
    pub fn can_hint(&self) -> bool {
        self.remote.as_ref().is_none_or(|remote| remote.can_hint)
    }

    /// Is it up to a player here to act, to throw or to answer?
    pub fn is_my_turn(&self) -> bool {
        let lost = self.lost_seat().is_some();
        lost || self.acting().next().is_some() || self.my_throw().is_some() || self.answerer().is_some()
    }

    /// The first seat played here whose dice began with the secret of another device.
    pub fn lost_seat(&self) -> Option<Seat> {
        self.remote.as_ref().filter(|_| !self.is_over()).and_then(|remote| remote.lost.first().copied())
    }

    /// That a seat's dice began on another device, and what can be done.
    pub fn lost_device(&self) -> Option<String> {
        let player = self.player(self.lost_seat()?)?;
        // While the others are asked, there is nothing to do.
        let asked = self.view.question.as_ref().is_some_and(|question| Some(question.by) == self.lost_seat());
        (!asked).then(|| messages::lost_device(&player.word))
    }

    /// Who still has to add to the dice before the next throw, in words.
    pub fn dice_awaited(&self) -> Option<String> {
        let waiting = self.remote.as_ref().is_none_or(|remote| remote.is_waiting);
        if waiting || self.is_over() {
            return None;
        }
        let owed = [self.view.wants_nonce, self.view.wants_anchor, self.view.wants_link];
        let owes = |seat: &Seat| owed.iter().any(|seats| seats.contains(*seat));
        let mut others: Vec<&str> = Vec::new();
        for player in (0..self.seats.len()).map(|at| Seat(at as u8)).filter(owes).filter_map(|seat| self.player(seat)) {
            if !player.mine && !others.contains(&player.who.as_str()) {
                others.push(&player.who);
            }
        }
        (!others.is_empty()).then(|| format!("Waiting for {} to add to the dice.", others.join(", ")))
    }

    /// The seat played here that has to answer the open question.
    pub fn answerer(&self) -> Option<Seat> {
        // A rematch is also offered to players for whom computers stood in.
        let rematch = self.view.question.as_ref().is_some_and(|question| question.proposal == Proposal::Rematch);
        let mine = |seat: Seat| self.player(seat).is_some_and(|player| player.mine);
        self.view.to_answer.iter().find(|seat| mine(*seat) || (rematch && self.view.kept.contains(*seat)))
    }

    /// Is a rematch offered that only others still have to accept?
    pub fn awaits_rematch(&self) -> bool {
        let offered = self.view.question.as_ref().is_some_and(|question| question.proposal == Proposal::Rematch);
        offered && self.answerer().is_none() && !self.view.mine.is_empty()
    }

    /// What a player here may choose because the other player is gone, in words.
    pub fn choices(&self, now: i64) -> Option<String> {
        let absence = self.view.absence.filter(|absence| absence.from <= now)?;
        let chooses = self.view.mine.iter().any(|seat| !absence.seats.contains(seat));
        let gone = absence.seats.iter().next().and_then(|seat| self.player(seat)).filter(|_| chooses)?;
        let why = match absence.why {
            AbsenceReason::Away => format!("{} has been away for a day or more", gone.who),
            AbsenceReason::OutOfTime => format!("{} has run out of time", gone.who),
            AbsenceReason::SeatOpen => format!("Nobody has taken the seat of {} yet", gone.name),
            AbsenceReason::Unrevealed => format!("{} has not added to the dice", gone.who),
        };
        let open = if absence.why == AbsenceReason::SeatOpen { "" } else { ", vacate" };
        Some(format!("{why}. Wait, or type claim, abort, computer{open}."))
    }

    /// The seat played here that may say yes or no: the one that has to answer, or the one that asked and may withdraw.
    pub fn replier(&self) -> Option<Seat> {
        let asker = self.view.question.as_ref().map(|question| question.by);
        self.answerer().or(asker.filter(|seat| self.player(*seat).is_some_and(|player| player.mine)))
    }

    /// The open question and who has to answer it, in words.
    pub fn question(&self) -> Option<String> {
        let question = self.view.question.as_ref()?;
        let asker = self.player(question.by)?;
        let what = match &question.proposal {
            Proposal::Draw => "offers a draw".to_owned(),
            Proposal::Undo { steps: 1 } => "asks to undo the last step".to_owned(),
            Proposal::Undo { steps } => format!("asks to undo the last {steps} steps"),
            Proposal::Computer { absent, level } => format!("asks to let a {level} play for {absent}"),
            Proposal::Device { .. } => "asks to go on with a new device; everybody adds to the dice again".to_owned(),
            Proposal::Rematch => format!("offers {}", self.next_game()),
        };
        let how = match (asker.mine, self.answerer()) {
            (true, _) => "The others have to answer; “no” withdraws it.",
            (false, Some(_)) => "Type yes or no.",
            (false, None) => "The others have to answer.",
        };
        Some(format!("{} ({}) {what}. {how}", asker.who, asker.word))
    }

    /// Why this is only possible at a table of a server.
    pub(crate) fn only_remote(&self, what: &Typed) -> Option<String> {
        let for_server = matches!(
            what,
            Typed::Say(..)
                | Typed::Chat
                | Typed::Leave
                | Typed::Return
                | Typed::Relieve(..)
                | Typed::Absent(_)
                | Typed::NewDevice
                | Typed::Wait
        );
        (for_server && self.remote.is_none()).then(|| "This is only possible at a table of a server.".to_owned())
    }

    /// Whom the match waits for, if it is nobody here.
    pub fn waits_for(&self) -> String {
        let up = (0..self.seats.len()).map(|at| Seat(at as u8)).filter(|seat| self.is_up(*seat));
        let names: Vec<&str> = up.filter_map(|seat| self.player(seat)).map(|player| player.who.as_str()).collect();
        let dice = self.lost_device().or_else(|| self.dice_awaited());
        let waits = match &names[..] {
            _ if self.is_over() || self.remote.as_ref().is_some_and(|remote| remote.is_waiting) => {
                self.view.headline.clone()
            }
            _ if let Some(dice) = dice => dice,
            [] => "The table throws.".into(),
            names => format!("It is the turn of {}.", names.join(", ")),
        };
        self.choices(crate::clocks::now()).map_or(waits.clone(), |choices| format!("{waits} {choices}"))
    }

    /// Is the seat to act or to throw?
    pub fn is_up(&self, seat: Seat) -> bool {
        match self.view.turn {
            Turn::Seats(seats) => seats.contains(seat),
            Turn::Chance => {
                self.pending_throw.as_ref().is_some_and(|pending_throw| pending_throw.thrower == Some(seat))
            }
            Turn::Over => false,
        }
    }

    /// The seat that commands are for: the one that acts or throws, or else the first that is played here.
    pub fn seat_for_commands(&self, wished: Option<Seat>) -> Option<Seat> {
        let first = || self.seats.iter().position(|player| player.mine).map(|index| Seat(index as u8));
        self.acting_seat(wished).or(self.my_throw()).or_else(first)
    }

    /// Does this match have throws?
    pub fn has_throws(&self) -> bool {
        self.pending_throw.is_some() || self.view.log.iter().any(|entry| entry.seat.is_none())
    }

    /// Was the last step a throw?
    pub fn just_thrown(&self) -> bool {
        self.view.log.last().is_some_and(|entry| entry.seat.is_none())
    }

    /// What each seat has won or lost, in words, once the match is over.
    pub fn account(&self) -> Option<String> {
        let account = self.view.account.as_ref()?;
        let part = |(player, points): (&TableSeat, &i32)| format!("{} {points:+}", player.word);
        let parts: Vec<String> = self.seats.iter().zip(account).map(part).collect();
        Some(format!("Won and lost: {}.", parts.join(", ")))
    }

    /// Would a computer play on if this seat resigned?
    pub fn plays_on_without(&self, resigning: Seat) -> bool {
        let others = self.view.contenders.without(resigning);
        others.len() > 1 && others.iter().filter_map(|seat| self.player(seat)).any(|player| player.person)
    }

    /// The seat to resign: `preferred`, or the first one played here that is not eliminated.
    pub fn resigns(&self, preferred: Option<Seat>) -> Option<Seat> {
        let mine = |seat: &Seat| self.player(*seat).is_some_and(|player| player.mine);
        let preferred = preferred.filter(|seat| self.view.contenders.contains(*seat));
        preferred.or_else(|| self.view.contenders.iter().find(mine))
    }

    /// The score of the contest in words.
    pub fn score(&self) -> Option<String> {
        let contest = self.contest.as_ref()?;
        let part = |(player, points): (&TableSeat, &f64)| format!("{} {}", player.who, points_in_words(*points));
        let parts: Vec<String> = self.seats.iter().zip(&contest.points).map(part).collect();
        Some(format!("game {} of {}: {}", contest.game, contest.of, parts.join(", ")))
    }
}

/// Points as text, halves as `½`.
fn points_in_words(points: f64) -> String {
    match (points.trunc(), points.fract()) {
        (0.0, 0.5) => "½".into(),
        (whole, 0.5) => format!("{whole}½"),
        (whole, 0.0) => whole.to_string(),
        _ => format!("{points:.2}"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn half_points_are_written_as_fractions() {
        let words: Vec<_> = [0.0, 0.5, 1.0, 1.5].map(super::points_in_words).to_vec();
        assert_eq!(words, ["0", "½", "1", "1½"]);
    }
}
