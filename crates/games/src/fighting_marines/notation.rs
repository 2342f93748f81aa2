//! Reads and writes actions and throws (FM-33): `8>`, `8x`, `pvt<black=green`, `$pvt<black`, `cpt@4`, `pass`; throws `9` and `red 9`.

use super::FightingMarines;
use super::rules::{self, Front};
use super::state::{Action, Colour, Rank, State, Throw};
use crate::first_turn;
use kernel::{Game, Notation, Refusal, Seat};

impl Notation for FightingMarines {
    fn write(&self, _state: &State, action: Action) -> String {
        let two = self.seating.per_seat == 2;
        // With two players a side has two colours and one opponent; otherwise one colour and several opponents.
        let captive = |mine: Colour, rank: Rank, from: Seat| match two {
            true => format!("{}-{}", mine.word(), rank.short()),
            false => format!("{}<{}", rank.short(), self.seat(from).id),
        };
        match action {
            Action::Enter(base) => format!("{base}>"),
            Action::Capture(base) => format!("{base}x"),
            Action::Exchange { mine, rank, from, give } => format!("{}={}", captive(mine, rank, from), give.word()),
            Action::Ransom { mine, rank, from } => format!("${}", captive(mine, rank, from)),
            Action::Fill { rank, at } => format!("{}@{at}", rank.short()),
            Action::Pass => "pass".into(),
        }
    }

    fn read(&self, state: &State, seat: Seat, text: &str) -> Result<Action, Refusal> {
        let text = text.trim().to_lowercase();
        if text == "pass" {
            return Ok(Action::Pass);
        }
        if let Some((rank, at)) = text.split_once('@') {
            return Ok(Action::Fill { rank: called(rank)?, at: number(at)? });
        }
        if let Some(captive) = text.strip_prefix('$') {
            let (mine, rank, from) = self.captive(seat, captive)?;
            return Ok(Action::Ransom { mine, rank, from });
        }
        if let Some((captive, give)) = text.split_once('=') {
            let (mine, rank, from) = self.captive(seat, captive)?;
            return Ok(Action::Exchange { mine, rank, from, give: colour(give)? });
        }
        if let Some(base) = text.strip_suffix('>') {
            return Ok(Action::Enter(number(base)?));
        }
        if let Some(base) = text.strip_suffix('x') {
            return Ok(Action::Capture(number(base)?));
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let base = number(&text)?;
            let enemy = matches!(self.front(state, base), Some((_, Front::Enemy(..))));
            return Ok(if enemy { Action::Capture(base) } else { Action::Enter(base) });
        }
        Err(unreadable(&text))
    }

    fn split(&self, text: &str) -> Vec<String> {
        let parts: Vec<_> = text.split([' ', ',', ';']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
        if parts.is_empty() || parts.len() > 64 { vec![text.trim().to_owned()] } else { parts }
    }

    fn write_chance(&self, chance: Throw) -> String {
        match chance {
            Throw::First(seat, total) => format!("{} {total}", self.seat(seat).id),
            Throw::Turn(total) => total.to_string(),
        }
    }

    fn read_chance(&self, state: &State, text: &str) -> Result<Throw, Refusal> {
        let text = text.trim().to_lowercase();
        let Some((who, total)) = first_turn::read(&text, 2..=12) else {
            return Err(Refusal::new(rules::NOTATION, format!("“{}” is not a throw.", shown(&text)))
                .instead("Write the total of two dice, 2 to 12."));
        };
        let thrower = self.next_first(state).filter(|_| state.phase() == super::Phase::Opening);
        first_turn::check_name(rules::FIRST, who, thrower.map(|seat| self.seat(seat)))?;
        Ok(thrower.map_or(Throw::Turn(total), |seat| Throw::First(seat, total)))
    }
}

fn shown(text: &str) -> String {
    text.chars().take(24).collect()
}

fn unreadable(text: &str) -> Refusal {
    Refusal::new(rules::NOTATION, format!("“{}” is not an action.", shown(text)))
        .instead("Write 8>, 8x, pvt<black=green, $pvt<black, cpt@4 or pass.")
}

fn number(text: &str) -> Result<u8, Refusal> {
    let digits = text.trim();
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten().ok_or_else(|| {
        Refusal::new(rules::NOTATION, format!("“{}” is not a base space.", shown(text)))
            .instead("Base spaces are numbered on the board.")
    })
}

fn called(word: &str) -> Result<Rank, Refusal> {
    Rank::called(word.trim()).ok_or_else(|| {
        Refusal::new(rules::NOTATION, format!("“{}” is not a rank.", shown(word))).instead("Write pvt, cpt or col.")
    })
}

fn colour(word: &str) -> Result<Colour, Refusal> {
    Colour::called(word.trim()).ok_or_else(|| {
        Refusal::new(rules::NOTATION, format!("“{}” is not a colour.", shown(word)))
            .instead("Write red, black, yellow or green.")
    })
}

impl FightingMarines {
    /// Reads whose man comes back from whom: `pvt<black`, with two players `red-pvt`.
    fn captive(&self, seat: Seat, text: &str) -> Result<(Colour, Rank, Seat), Refusal> {
        let (man, holder) = text.split_once('<').map_or((text, None), |(man, holder)| (man, Some(holder.trim())));
        let (mine, rank) = match man.split_once('-') {
            Some((mine, rank)) => (Some(colour(mine)?), called(rank)?),
            None => (None, called(man)?),
        };
        let colours = self.colours(seat);
        let mine = match (mine, colours) {
            (Some(mine), _) => mine,
            (None, [only]) => *only,
            _ => {
                return Err(Refusal::new(rules::NOTATION, "Whose man comes back?").instead(format!(
                    "Write {}-{}.",
                    colours[0].word(),
                    rank.short()
                )));
            }
        };
        let from = match holder {
            Some(word) => self.holder(word)?,
            None if self.seating.per_seat == 2 => Seat(1 - seat.0.min(1)),
            None => {
                return Err(Refusal::new(rules::NOTATION, "Which player holds him?")
                    .instead(format!("Write {}<black, for instance.", rank.short())));
            }
        };
        Ok((mine, rank, from))
    }

    fn holder(&self, word: &str) -> Result<Seat, Refusal> {
        let by_id = self.seat_with_id(word);
        let found = by_id.or_else(|| self.owner(Colour::called(word)?));
        found.ok_or_else(|| Refusal::new(rules::NOTATION, format!("Nobody here is called “{}”.", shown(word))))
    }
}
