//! Notation (CF-37): `5:k14-p16`, `5:k14xm15-p16`, `4:ship-f7`, paths square by
//! square, `+plane`, `pass`, `k14-reserve`; throws `5-3` and `red 9`.

use super::paths::{Step, Walk};
use super::state::{Action, Colour, Kind, Mover, NOWHERE, Phase, Square, State, Taken, Throw};
use super::{Conflict, rules};
use crate::first_turn;
use kernel::{Game, Notation, Refusal, Seat};

impl Notation for Conflict {
    fn write(&self, state: &State, action: Action) -> String {
        match action {
            Action::Move { die, mover, to, taken } => {
                let mut text = format!("{die}:{}", mover_word(mover));
                let mut last = '-';
                for square in self.taken_squares(state, taken) {
                    if square == to {
                        last = 'x';
                    } else {
                        text += &format!("x{}", square.name());
                    }
                }
                format!("{text}{last}{}", to.name())
            }
            Action::Bring(kind) => format!("+{}", kind.word()),
            Action::Stay => "pass".into(),
            Action::Retreat(mover) => format!("{}-reserve", mover_word(mover)),
            Action::Propose(other) => format!("pact-{}", other.word()),
            Action::Cancel => "cancel".into(),
            Action::GoOn => "pass".into(),
            Action::Accept => "accept".into(),
            Action::Decline => "decline".into(),
        }
    }

    fn read(&self, state: &State, seat: Seat, text: &str) -> Result<Action, Refusal> {
        let text = text.trim().to_lowercase();
        match text.as_str() {
            "pass" if state.phase == Phase::Pact => return Ok(Action::GoOn),
            "pass" => return Ok(Action::Stay),
            "cancel" => return Ok(Action::Cancel),
            "accept" => return Ok(Action::Accept),
            "decline" => return Ok(Action::Decline),
            _ => {}
        }
        if let Some(colour) = text.strip_prefix("pact-") {
            return Ok(Action::Propose(self.colour_called(colour)?));
        }
        if let Some(kind) = text.strip_prefix('+') {
            return Ok(Action::Bring(kind_called(kind)?));
        }
        if let Some(mover) = text.strip_suffix("-reserve") {
            return Ok(Action::Retreat(mover_called(mover)?));
        }
        let (die, way) = match text.split_once(':') {
            Some((die, way)) => (Some(die_called(die)?), way),
            None => (None, text.as_str()),
        };
        let typed = Typed::read(way, &text)?;
        match die {
            Some(die) => self.with_die(state, seat, die, &typed),
            None => self.without_die(state, seat, &typed),
        }
    }

    fn split(&self, text: &str) -> Vec<String> {
        let parts: Vec<_> = text.split([' ', ',', ';']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
        if parts.is_empty() || parts.len() > 8 { vec![text.trim().to_owned()] } else { parts }
    }

    fn write_chance(&self, chance: Throw) -> String {
        match chance {
            Throw::First(seat, total) => format!("{} {total}", self.seat(seat).id),
            Throw::Dice(high, low) => format!("{high}-{low}"),
        }
    }

    fn read_chance(&self, state: &State, text: &str) -> Result<Throw, Refusal> {
        let text = text.trim().to_lowercase();
        if state.phase == Phase::Opening { self.read_first(state, &text) } else { read_dice(&text) }
    }
}

/// A move as it was typed: a piece and squares, each reached with or without a capture.
struct Typed {
    mover: Mover,
    squares: Vec<(bool, Square)>,
}

/// Words for waiting pieces at the beginning of a move.
const WORDS: [&str; 6] = ["plane", "artillery", "art", "gun", "battleship", "ship"];

impl Typed {
    fn read(way: &str, text: &str) -> Result<Self, Refusal> {
        let kind = WORDS.iter().find(|word| way.strip_prefix(**word).is_some_and(|rest| rest.starts_with(['-', 'x'])));
        let (mover, mut rest) = match kind {
            Some(word) => (Mover::Home(kind_called(word)?), &way[word.len()..]),
            None => {
                let (square, rest) = first_square(way, text)?;
                (Mover::Field(square), rest)
            }
        };
        let mut squares = Vec::new();
        while !rest.is_empty() {
            let takes = rest.starts_with('x');
            let name = rest.strip_prefix(['-', 'x']).ok_or_else(|| unreadable(text))?;
            let (square, after) = first_square(name, text)?;
            squares.push((takes, square));
            rest = after;
        }
        if squares.is_empty() { Err(unreadable(text)) } else { Ok(Typed { mover, squares }) }
    }

    fn to(&self) -> Square {
        self.squares[self.squares.len() - 1].1
    }
}

/// The square that the text begins with, and the rest.
fn first_square<'t>(way: &'t str, text: &str) -> Result<(Square, &'t str), Refusal> {
    let digits = way.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(way.len());
    let end = way[digits..].find(|c: char| !c.is_ascii_digit()).map_or(way.len(), |end| digits + end);
    if digits == 0 || end == digits {
        return Err(unreadable(text));
    }
    Ok((square_called(&way[..end])?, &way[end..]))
}

fn mover_word(mover: Mover) -> String {
    match mover {
        Mover::Field(square) => square.name(),
        Mover::Home(kind) => kind.word().to_owned(),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(32).collect()
}

fn unreadable(text: &str) -> Refusal {
    Refusal::new(rules::NOTATION, format!("“{}” is not an action.", shown(text)))
        .instead("Write 5:k14-p16, 5:k14xm15-p16, 4:ship-f7, +plane, pass or k14-reserve.")
}

fn square_called(name: &str) -> Result<Square, Refusal> {
    Square::named(name).ok_or_else(|| {
        Refusal::new(rules::NOTATION, format!("There is no square “{}”.", shown(name)))
            .instead("Columns are a to z, aa and bb, rows 1 to 28.")
    })
}

fn kind_called(word: &str) -> Result<Kind, Refusal> {
    Kind::called(word).ok_or_else(|| {
        Refusal::new(rules::NOTATION, format!("“{}” is not a kind of piece.", shown(word)))
            .instead("Write plane, art, gun or ship.")
    })
}

fn mover_called(word: &str) -> Result<Mover, Refusal> {
    match Kind::called(word) {
        Some(kind) => Ok(Mover::Home(kind)),
        None => square_called(word).map(Mover::Field),
    }
}

fn die_called(word: &str) -> Result<u8, Refusal> {
    let die = match word.as_bytes() {
        [digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    };
    die.ok_or_else(|| {
        Refusal::new(rules::NOTATION, format!("“{}” is not the number of a die.", shown(word)))
            .instead("A die shows 1 to 6.")
    })
}

fn read_dice(text: &str) -> Result<Throw, Refusal> {
    let dice = text.split_once('-').and_then(|(one, two)| Some((die_called(one).ok()?, die_called(two).ok()?)));
    dice.map(|(one, two)| Throw::Dice(one.max(two), one.min(two))).ok_or_else(|| {
        Refusal::new(rules::NOTATION, format!("“{}” is not a throw.", shown(text)))
            .instead("Write both dice, such as 5-3.")
    })
}

impl Conflict {
    fn read_first(&self, state: &State, text: &str) -> Result<Throw, Refusal> {
        let Some((who, total)) = first_turn::read(text, 2..=12) else {
            return Err(Refusal::new(rules::NOTATION, format!("“{}” is not a throw.", shown(text)))
                .instead("Write the total of two dice, 2 to 12."));
        };
        let Some(colour) = self.next_first(state) else { return Err(unreadable(text)) };
        if !who.is_empty() && who != colour.word() {
            let hint = format!("{} throws next.", colour.name());
            return Err(Refusal::new(rules::FIRST, format!("It is not the turn of “{}”.", shown(who))).instead(hint));
        }
        let seat = self.seat_of(colour).unwrap_or(Seat(0));
        Ok(Throw::First(seat, total))
    }

    /// Squares of the pieces taken, in order of the map.
    pub(super) fn taken_squares(&self, state: &State, taken: Taken) -> Vec<Square> {
        let mut squares: Vec<_> = taken
            .iter()
            .filter_map(|(colour, slot)| match state.place(colour, slot) {
                super::Place::Field(square) => Some(square),
                _ => None,
            })
            .collect();
        squares.sort_unstable();
        squares
    }

    /// The piece on a square, as taken.
    fn taken_on(&self, state: &State, square: Square) -> Result<Taken, Refusal> {
        match state.on(square) {
            Some((colour, slot)) => Ok(Taken::one(colour, slot)),
            None => Err(Refusal::new(rules::CAPTURE, format!("There is nothing to take on {}.", square.name()))),
        }
    }

    /// The walk of the mover's piece; `None` if there is no such piece.
    pub(super) fn walk<'g>(&'g self, state: &'g State, mover: Mover) -> Option<Walk<'g>> {
        let slot = self.slot(state, mover)?;
        let start = match mover {
            Mover::Field(square) => square,
            Mover::Home(_) => self.board.circle(state.turn),
        };
        Some(Walk { game: self, state, kind: Kind::of_slot(slot), start })
    }

    /// The captures of a path typed square by square; `None` if it is no legal path of the die.
    fn followed(&self, state: &State, typed: &Typed, die: Option<u8>) -> Option<Taken> {
        let walk = self.walk(state, typed.mover)?;
        let free = |(takes, square): &(bool, Square)| *takes && matches!(walk.step(*square), Step::Free { .. });
        if typed.squares.iter().any(free) {
            return None;
        }
        let way: Vec<_> = typed.squares.iter().map(|(_, square)| *square).collect();
        let taken = walk.along(&way)?;
        die.is_none_or(|die| walk.uses(die, &way)).then_some(taken)
    }

    fn with_die(&self, state: &State, seat: Seat, die: u8, typed: &Typed) -> Result<Action, Refusal> {
        let to = typed.to();
        if let Some(taken) = self.followed(state, typed, Some(die)).filter(|_| typed.squares.len() > 1) {
            return Ok(Action::Move { die, mover: typed.mover, to, taken });
        }
        let path = typed.squares.len() > 2 && typed.squares[..typed.squares.len() - 1].iter().any(|(takes, _)| !takes);
        if path {
            return Err(self.broken_path(state, die, typed));
        }
        let taken = self.named(state, seat, typed)?;
        Ok(Action::Move { die, mover: typed.mover, to, taken })
    }

    /// The captures named in the text; only enemies can be taken.
    fn named(&self, state: &State, seat: Seat, typed: &Typed) -> Result<Taken, Refusal> {
        let own = self.colour(seat);
        let mut taken = Taken::NONE;
        for (takes, square) in &typed.squares {
            // Pieces named between the start and the end are taken, with `-` as with `x`.
            if *takes || *square != typed.to() {
                let one = self.taken_on(state, *square)?;
                if let Some((colour, _)) = one.iter().find(|(colour, _)| !self.enemies(state, own).contains(*colour)) {
                    return Err(self.spared(state, own, colour, *square));
                }
                taken = taken.and(one);
            }
        }
        Ok(taken)
    }

    /// Why a piece of the player's own side cannot be taken.
    fn spared(&self, state: &State, own: Colour, colour: Colour, square: Square) -> Refusal {
        let (whose, rule) = match state.pacts.ally(own) {
            _ if colour == own => ("your own".to_owned(), rules::OWN_PIECES),
            Some(ally) if ally == colour => {
                (format!("{0}’s, and you have a pact with {0}", colour.name()), rules::PACTS)
            }
            _ => ("your partner’s".to_owned(), rules::OWN_PIECES),
        };
        Refusal::new(rule, format!("The piece on {} is {whose}.", square.name()))
    }

    /// The colour in play with this word.
    fn colour_called(&self, word: &str) -> Result<Colour, Refusal> {
        Colour::called(word).filter(|colour| self.seat_of(*colour).is_some()).ok_or_else(|| {
            let words: Vec<_> = self.in_play().map(|colour| colour.word().to_owned()).collect();
            Refusal::new(rules::NOTATION, format!("No player is called “{}”.", shown(word)))
                .instead(format!("The colours are {}.", rules::listed(words, "and")))
        })
    }

    /// Why a path typed square by square is not legal.
    fn broken_path(&self, state: &State, die: u8, typed: &Typed) -> Refusal {
        let Some(walk) = self.walk(state, typed.mover) else {
            return Refusal::new(rules::MOVE, "You have no such piece.");
        };
        let mut here = walk.start;
        for (number, (_, square)) in typed.squares.iter().enumerate() {
            let name = square.name();
            if here.apart(*square) != 1 {
                return Refusal::new(rules::MOVE, format!("{name} is not next to {}.", here.name()));
            }
            if *square == walk.start || typed.squares[..number].iter().any(|(_, other)| other == square) {
                return Refusal::new(rules::MOVE, format!("The path enters {name} twice."));
            }
            match walk.step(*square) {
                Step::Closed => {
                    return Refusal::new(
                        rules::GROUND,
                        format!("{name} is not open to {}.", rules::article(walk.kind)),
                    );
                }
                Step::Barred => return self.barred(state, *square),
                Step::Gun { passed: false } => {
                    return Refusal::new(rules::GUN, format!("The anti-aircraft gun on {name} stops planes."));
                }
                _ => {}
            }
            if walk.blows_up(*square) && number + 1 < typed.squares.len() {
                return Refusal::new(rules::SHIP_MINED, format!("The mine on {name} ends the move."));
            }
            here = *square;
        }
        let path = kernel::counted(typed.squares.len(), "step", "steps");
        let what = format!("This path has {path}, and the die shows {die}.");
        Refusal::new(rules::MOVE, what)
    }

    /// Reads a move without its die: a path has as many steps as the die; otherwise only one move may fit.
    fn without_die(&self, state: &State, seat: Seat, typed: &Typed) -> Result<Action, Refusal> {
        if typed.squares.len() > 1
            && let Some(taken) = self.followed(state, typed, None)
        {
            let steps = typed.squares.len() as u8;
            let die = self.dice_left(state).into_iter().find(|die| *die >= steps).unwrap_or(steps.min(6));
            let exact = self.dice_left(state).contains(&steps);
            return Ok(Action::Move {
                die: if exact { steps } else { die },
                mover: typed.mover,
                to: typed.to(),
                taken,
            });
        }
        let last = typed.squares.len() - 1;
        // An empty square names no capture, so these are the squares of a path, and it is broken.
        if typed.squares[..last].iter().any(|(takes, square)| !takes && state.on(*square).is_none()) {
            let die = self.dice_left(state).first().copied().unwrap_or(1);
            return Err(self.broken_path(state, die, typed));
        }
        let named = self.named(state, seat, typed)?;
        let mut actions = Vec::new();
        self.legal_actions(state, seat, &mut actions);
        actions.retain(|action| match action {
            Action::Move { mover, to, taken, .. } => {
                *mover == typed.mover && *to == typed.to() && taken.0 & named.0 == named.0
            }
            _ => false,
        });
        match actions.as_slice() {
            [only] => Ok(*only),
            [] => {
                let die = self.dice_left(state).first().copied().unwrap_or(1);
                Ok(Action::Move { die, mover: typed.mover, to: typed.to(), taken: named })
            }
            [first, ..] => {
                let several: Vec<_> = actions.iter().take(4).map(|action| self.write(state, *action)).collect();
                let dots = if actions.len() > 4 { " …" } else { "" };
                let what = format!("{} moves lead there; {} is one of them.", actions.len(), self.write(state, *first));
                Err(Refusal::new(rules::NOTATION, what).instead(format!("Write {}{dots}.", several.join(" or "))))
            }
        }
    }

    /// The dice still to be played.
    pub(super) fn dice_left(&self, state: &State) -> Vec<u8> {
        match state.phase {
            Phase::Move if state.dice[0] == state.dice[1] => vec![state.dice[0]],
            Phase::Move => state.dice.to_vec(),
            Phase::Second => vec![state.die],
            _ => Vec::new(),
        }
    }

    /// The piece moved by the first die, while the second is to be played.
    pub(super) fn moved(&self, state: &State) -> Option<Square> {
        (state.phase == Phase::Second && state.moved != NOWHERE).then_some(Square(state.moved))
    }

    /// A colour's piece in sentences.
    pub(super) fn piece_name(colour: Colour, slot: usize) -> String {
        format!("{}’s {}", colour.name(), Kind::of_slot(slot).name())
    }
}
