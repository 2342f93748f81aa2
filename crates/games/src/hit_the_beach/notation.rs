//! Reads and writes actions and throws (HB-31): `R5-R6`, `marine-R3`, `ship-R6`, `def-W4`, `pass`; throws `4` and `red 4`.

use super::HitTheBeach;
use super::board::Kind;
use super::moves::PIPS;
use super::rules;
use super::state::{Action, Division, Phase, Space, State, Support, Throw};
use crate::first_turn;
use kernel::{Game, Notation, Refusal, Seat};

/// The part before the hyphen.
enum Subject {
    Division(Division),
    Support(Support),
    Defender,
    On(Space),
}

impl Notation for HitTheBeach {
    fn write(&self, _state: &State, action: Action) -> String {
        let name = |space| self.board.name(space);
        match action {
            Action::March { from, to } => format!("{}-{}", name(from), name(to)),
            Action::SetOut { division, to } => format!("{}-{}", division.word(), name(to)),
            Action::Support { piece, beach } => format!("{}-{}", piece.word(), name(beach)),
            Action::Place(circle) => format!("def-{}", name(circle)),
            Action::Pass => "pass".into(),
        }
    }

    fn read(&self, state: &State, seat: Seat, text: &str) -> Result<Action, Refusal> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Action::Pass);
        }
        let Some((what, to)) = text.split_once('-') else { return self.lone(state, text) };
        let to = self.space(to)?;
        Ok(match self.subject(what)? {
            Subject::Division(division) => Action::SetOut { division, to },
            Subject::Support(piece) => Action::Support { piece, beach: to },
            Subject::Defender => Action::Place(to),
            Subject::On(from) => self.march(state, seat, from, to)?,
        })
    }

    fn split(&self, text: &str) -> Vec<String> {
        let parts: Vec<_> = text.split([' ', ',', ';']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
        if parts.is_empty() || parts.len() > 8 { vec![text.trim().to_owned()] } else { parts }
    }

    fn write_chance(&self, chance: Throw) -> String {
        match chance {
            Throw::First(seat, pips) => format!("{} {pips}", self.seat(seat).id),
            Throw::Turn(pips) => pips.to_string(),
        }
    }

    fn read_chance(&self, state: &State, text: &str) -> Result<Throw, Refusal> {
        let text = text.trim().to_lowercase();
        let Some((who, pips)) = first_turn::read(&text, PIPS) else {
            return Err(Refusal::new(rules::NOTATION, format!("“{}” is not a throw.", shown(&text)))
                .instead("Write what the die shows, 1 to 6."));
        };
        let thrower = self.next_first(state).filter(|_| state.phase == Phase::Opening);
        first_turn::check_name(rules::FIRST, who, thrower.map(|seat| self.seat(seat)))?;
        Ok(thrower.map_or(Throw::Turn(pips), |seat| Throw::First(seat, pips)))
    }
}

impl HitTheBeach {
    fn subject(&self, word: &str) -> Result<Subject, Refusal> {
        let word = word.trim().to_lowercase();
        Ok(match word.as_str() {
            "m" | "marine" | "marines" => Subject::Division(Division::Marine),
            "a" | "army" => Subject::Division(Division::Army),
            "s" | "ship" => Subject::Support(Support::Ship),
            "p" | "plane" | "aeroplane" | "airplane" => Subject::Support(Support::Plane),
            "d" | "def" | "defender" => Subject::Defender,
            _ => Subject::On(self.space(&word)?),
        })
    }

    /// From a start circle the text must say which division sets out, unless there is only one kind.
    fn march(&self, state: &State, seat: Seat, from: Space, to: Space) -> Result<Action, Refusal> {
        if !matches!(self.board.place(from).kind, Kind::Start(_)) {
            return Ok(Action::March { from, to });
        }
        let mut waiting: Vec<_> = state.divisions(self.colour(seat)).filter(|(_, at)| *at == from).collect();
        waiting.dedup();
        match waiting.as_slice() {
            [(division, _)] => Ok(Action::SetOut { division: *division, to }),
            _ => {
                let hint = format!("Write marine-{0} or army-{0}.", self.board.name(to));
                Err(Refusal::new(rules::NOTATION, "Which division leaves the start circle?").instead(hint))
            }
        }
    }

    /// A name alone: where the removed defender goes.
    fn lone(&self, state: &State, text: &str) -> Result<Action, Refusal> {
        match self.board.called(text) {
            Some(circle) if state.phase == Phase::Place => Ok(Action::Place(circle)),
            _ => Err(Refusal::new(rules::NOTATION, format!("“{}” is not an action.", shown(text)))
                .instead("Write R5-R6, marine-R3, ship-R6, def-W4 or pass.")),
        }
    }

    fn space(&self, name: &str) -> Result<Space, Refusal> {
        self.board.called(name.trim()).ok_or_else(|| {
            Refusal::new(rules::NOTATION, format!("“{}” is not a space.", shown(name)))
                .instead("Every space has its name printed on the board.")
        })
    }
}

fn shown(text: &str) -> String {
    text.chars().take(24).collect()
}
