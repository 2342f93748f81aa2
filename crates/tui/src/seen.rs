//! What the application knows of its table: a view, and who sits at it.

use table::{Occupant, Table, View};

/// A seat with the one who sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitter {
    /// The seat's name in notation, `attack`.
    pub id: &'static str,
    /// Its name in sentences, `the attack`.
    pub name: &'static str,
    /// Who plays it.
    pub who: String,
    /// Is it played at this terminal?
    pub mine: bool,
}

/// The table as this terminal sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// The match's id.
    pub id: String,
    /// Scene, turn, offers, log, result.
    pub view: View,
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// The computer that is to act, by seat and level.
    pub computer: Option<(kernel::Seat, String)>,
    /// Which game of how many, and the points by seat, this game's included once it is over.
    pub contest: Option<table::Contest>,
    /// Is another game of the contest to come?
    pub goes_on: bool,
}

impl Seen {
    /// What the owner of `key` sees.
    pub fn of(table: &Table, key: &str) -> Seen {
        let infos = table.session().seats();
        let sitter = |(info, who): (&kernel::SeatInfo, &Occupant)| Sitter {
            id: info.id,
            name: info.name,
            who: who.name(),
            mine: who.key() == Some(key),
        };
        let contest = table.opened().contest.clone();
        Seen {
            id: table.opened().id.clone(),
            view: table.view(Some(key)),
            seats: infos.iter().zip(table.seats()).map(sitter).collect(),
            computer: table.computer_to_act().map(|(seat, level)| (seat, level.to_owned())),
            contest: contest.map(|contest| table::Contest { points: table.points().unwrap_or_default(), ..contest }),
            goes_on: table.contest_goes_on(),
        }
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.view.turn == kernel::Turn::Over
    }

    /// The seat that is played here and is to act.
    pub fn my_turn(&self) -> Option<kernel::Seat> {
        self.view.offers.first().map(|(seat, _)| *seat)
    }

    /// What may be done here now.
    pub fn offers(&self) -> &[kernel::door::Offer] {
        self.view.offers.first().map_or(&[], |(_, offers)| offers)
    }

    /// A seat to speak for: the one to act, or else the first that is played here.
    pub fn voice(&self) -> Option<&Sitter> {
        match self.my_turn() {
            Some(seat) => self.seats.get(seat.index()),
            None => self.seats.iter().find(|sitter| sitter.mine),
        }
    }

    /// The score of the contest in words.
    pub fn score(&self) -> Option<String> {
        let contest = self.contest.as_ref()?;
        let part = |(sitter, points): (&Sitter, &f32)| format!("{} {}", sitter.who, points_in_words(*points));
        let parts: Vec<String> = self.seats.iter().zip(&contest.points).map(part).collect();
        Some(format!("game {} of {}: {}", contest.game, contest.of, parts.join(", ")))
    }
}

/// Points are whole or halves.
fn points_in_words(points: f32) -> String {
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
    fn points_are_written_as_people_do() {
        let words: Vec<_> = [0.0, 0.5, 1.0, 1.5].map(super::points_in_words).to_vec();
        assert_eq!(words, ["0", "½", "1", "1½"]);
    }
}
