//! Notation (TM-23): `d6-d7`, `e7xe5`, `e7xe5xg5`, `pass`.

use super::board::Point;
use super::moves::is_jump;
use super::rules;
use super::{Action, State, ThreeMusketeers};
use kernel::{Never, Notation, Refusal, Seat};

/// Characters that may separate two points.
const BETWEEN: [char; 5] = ['-', '–', 'x', ' ', ':'];

impl Notation for ThreeMusketeers {
    fn write(&self, _state: &State, action: Action) -> String {
        if action == Action::PASS {
            return "pass".into();
        }
        let sign = if is_jump(action) { 'x' } else { '-' };
        format!("{}{sign}{}", self.board.name_of(action.from), self.board.name_of(action.to))
    }

    fn read(&self, _state: &State, _seat: Seat, text: &str) -> Result<Action, Refusal> {
        let text = text.trim().to_lowercase();
        if text == "pass" {
            return Ok(Action::PASS);
        }
        match parts(&text)[..] {
            [from, to] => Ok(Action { from: self.named(from)?, to: self.named(to)? }),
            _ => Err(unreadable(&text)),
        }
    }

    fn split(&self, text: &str) -> Vec<String> {
        let lower = text.trim().to_lowercase();
        match parts(&lower)[..] {
            ref points @ [_, _, _, ..] if points.len() <= 64 => {
                points.windows(2).map(|pair| format!("{}x{}", pair[0], pair[1])).collect()
            }
            _ => vec![lower],
        }
    }

    fn write_chance(&self, chance: Never) -> String {
        match chance {}
    }

    fn read_chance(&self, _state: &State, _text: &str) -> Result<Never, Refusal> {
        Err(Refusal::new(rules::NOTATION, "This game has no dice."))
    }
}

fn parts(text: &str) -> Vec<&str> {
    text.split(BETWEEN).filter(|part| !part.is_empty()).collect()
}

fn unreadable(text: &str) -> Refusal {
    let shown: String = text.chars().take(24).collect();
    Refusal::new(rules::NOTATION, format!("“{shown}” is not a move.")).instead("Write d6-d7, e7xe5 or pass.")
}

impl ThreeMusketeers {
    fn named(&self, name: &str) -> Result<Point, Refusal> {
        self.board.point(name).ok_or_else(|| {
            let shown: String = name.chars().take(12).collect();
            let last = (b'a' + self.board.files as u8 - 1) as char;
            Refusal::new(rules::NOTATION, format!("There is no point “{shown}”."))
                .instead(format!("Points are named by file a–{last} and rank 1–{}.", self.board.ranks))
        })
    }
}
