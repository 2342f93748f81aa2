//! Reads and writes actions and spins (RC-38): `red`, `q9`, `q4`, `q4-`; spins `NE3SW`, faces `star`.

use super::RangerCommandos;
use super::board::Cell;
use super::rules;
use super::state::{Action, Chance, Colour, Phase, State};
use kernel::{Notation, Refusal, Seat};

impl Notation for RangerCommandos {
    fn write(&self, state: &State, action: Action) -> String {
        // Where there is a counter, the plain name means taking it.
        let stocked = |circle: u8| self.stock(state, circle).is_some_and(|left| left > 0);
        match action {
            Action::Choose(colour) => colour.word().into(),
            Action::Take(circle) => {
                format!("{}{}", self.board.circle_name(circle), if stocked(circle) { "" } else { "+" })
            }
            Action::Walk(circle) => {
                format!("{}{}", self.board.circle_name(circle), if stocked(circle) { "-" } else { "" })
            }
        }
    }

    fn read(&self, state: &State, _: Seat, text: &str) -> Result<Action, Refusal> {
        let text = text.trim().to_lowercase();
        if let Some(colour) = Colour::called(&text) {
            return Ok(Action::Choose(colour));
        }
        let name = text.trim_end_matches(['+', '-']);
        let sign = &text[name.len()..];
        if sign.len() > 1 {
            return Err(unreadable(&text));
        }
        let Some(circle) = self.board.circle_called(name) else {
            return Err(if self.board.wave_called(name).is_some() {
                let what = format!("{name} is a wave.");
                Refusal::new(rules::NOTATION, what).instead("Only the dial moves barges; name a circle on land.")
            } else {
                unreadable(&text)
            });
        };
        let takes = sign == "+" || sign.is_empty() && self.stock(state, circle).is_some_and(|left| left > 0);
        Ok(if takes { Action::Take(circle) } else { Action::Walk(circle) })
    }

    fn write_chance(&self, chance: Chance) -> String {
        match chance {
            Chance::Spin(cell) => self.board.dial.get(usize::from(cell)).map_or_else(String::new, written),
            Chance::Face(kind) => {
                self.board.faces.get(usize::from(kind)).map_or_else(String::new, |face| face.name.clone())
            }
        }
    }

    fn read_chance(&self, state: &State, text: &str) -> Result<Chance, Refusal> {
        let text = text.trim();
        if state.phase == Phase::Reveal { self.read_face(state, text) } else { self.read_spin(text) }
    }
}

/// A cell as people write it.
pub(super) fn written(cell: &Cell) -> String {
    format!("{}{}{}", cell.night.word(), cell.number, cell.day.word())
}

impl RangerCommandos {
    pub(super) fn read_spin(&self, text: &str) -> Result<Chance, Refusal> {
        let wanted = text.to_ascii_uppercase();
        let whole = |cell: &Cell| written(cell) == wanted;
        let part = |cell: &Cell| {
            let (night, day) = (cell.night.word(), cell.day.word());
            wanted == format!("{night}{}", cell.number) || wanted == format!("{}{day}", cell.number)
        };
        let find = |fits: &dyn Fn(&Cell) -> bool| {
            let mut cells = self.board.dial.iter().enumerate().filter(|(_, cell)| fits(cell)).map(|(index, _)| index);
            (cells.next(), cells.next())
        };
        match (find(&whole), find(&part)) {
            ((Some(cell), _), _) | (_, (Some(cell), None)) => Ok(Chance::Spin(cell as u8)),
            _ => {
                let cells: Vec<_> = self.board.dial.iter().map(written).collect();
                Err(Refusal::new(rules::NOTATION, format!("“{}” is not a cell of the dial.", shown(text)))
                    .instead(format!("Write {}.", rules::listed(cells, "or"))))
            }
        }
    }

    fn read_face(&self, state: &State, text: &str) -> Result<Chance, Refusal> {
        let mut left = Vec::new();
        self.faces_left(state, &mut left);
        let fits = |face: &Chance| self.write_chance(*face).eq_ignore_ascii_case(text);
        left.iter().map(|(face, _)| *face).find(fits).ok_or_else(|| {
            let names = left.iter().map(|(face, _)| self.write_chance(*face)).collect();
            Refusal::new(rules::TURNED_UP, format!("“{}” is not one of the faces left.", shown(text)))
                .instead(format!("Write {}.", rules::listed(names, "or")))
        })
    }
}

fn shown(text: &str) -> String {
    text.chars().take(24).collect()
}

fn unreadable(text: &str) -> Refusal {
    Refusal::new(rules::NOTATION, format!("“{}” is not an action.", shown(text)))
        .instead("Write a circle such as q4, q4- to take no counter, or a colour.")
}
