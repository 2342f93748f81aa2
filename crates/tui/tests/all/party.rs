//! A match without a terminal: the application, its table and a store in memory.

use boxtop_tui::{
    App, Archive, Effect, Key, Local, Look, Message, NewMatch, Overlay, SeatChoice, Side, perform, screen,
};
use catalog::Level;
use kernel::dynamic::{DynAction, DynGame, MatchConfig};
use kernel::{OptionValue, Turn};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write;
use std::sync::Arc;
use store::Memory;

/// The game of most tests.
pub(crate) fn game() -> &'static dyn DynGame {
    catalog::game("three-musketeers").expect("it is in the catalog")
}

/// A game with dice, and with seats that act together.
pub(crate) fn marines() -> &'static dyn DynGame {
    catalog::game("fighting-marines").expect("it is in the catalog")
}

/// A match with these seats: `me` or a computer.
pub(crate) fn with_seats(seats: &[&str]) -> NewMatch {
    marines_with(seats)
}

/// A match of Fighting Marines with these seats: `me` or a computer.
pub(crate) fn marines_with(seats: &[&str]) -> NewMatch {
    let seat_choice = |word: &&str| match *word {
        "me" => SeatChoice::Person(None),
        word => SeatChoice::Computer(word.parse().expect("a computer player")),
    };
    let config = MatchConfig { players: seats.len() as u8, ..MatchConfig::default() };
    NewMatch {
        config,
        side: Some(Side::Seats(seats.iter().map(seat_choice).collect())),
        level: Level::Private,
        contest: false,
    }
}

/// A match with dice that are the same each time.
pub(crate) fn seeded(game: &'static dyn DynGame, new_match: &NewMatch, seed: u8) -> Local {
    Local::begin_with(archive(), game, new_match, format!("{seed:032}"), [seed; 32]).expect("a match")
}

/// Two people at one terminal.
pub(crate) fn both() -> NewMatch {
    NewMatch { config: MatchConfig::default(), side: Some(Side::Both), level: Level::Private, contest: false }
}

/// One person against a private.
pub(crate) fn alone(side: &str) -> NewMatch {
    NewMatch { side: Some(Side::Seat(side.into())), ..both() }
}

/// The same with an option.
pub(crate) fn with_option(mut new_match: NewMatch, key: &str, value: i64) -> NewMatch {
    new_match.config.options.insert(key.into(), OptionValue::Number(value));
    new_match
}

/// A store in memory.
pub(crate) fn archive() -> Arc<Archive> {
    Arc::new(Archive::over(Arc::new(Memory::new()), "memory").expect("threads"))
}

/// The application with its table; requests to computers are collected.
pub(crate) struct Party {
    pub(crate) app: App,
    pub(crate) local: Local,
    /// Requests to computers.
    pub(crate) asked: Vec<Effect>,
    /// Has the player left?
    pub(crate) left: bool,
}

impl Party {
    pub(crate) fn begin(new_match: &NewMatch) -> Party {
        Party::at(Local::begin(archive(), game(), new_match).expect("a match"))
    }

    pub(crate) fn at(local: Local) -> Party {
        let (app, effects) = App::new(local.game(), "memory", local.view());
        let mut party = Party { app, local, asked: Vec::new(), left: false };
        party.carry_out(effects);
        party
    }

    pub(crate) fn send(&mut self, message: Message) {
        let effects = self.app.update(message);
        self.carry_out(effects);
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.send(Message::Key(key));
    }

    /// Types characters, one key each.
    pub(crate) fn keys(&mut self, text: &str) {
        text.chars().for_each(|letter| self.key(Key::Char(letter)));
    }

    /// Types a line, and says yes if it has to be confirmed.
    pub(crate) fn line(&mut self, text: &str) {
        self.keys(text);
        self.key(Key::Enter);
        if matches!(self.app.overlay(), Overlay::Confirm { .. }) {
            self.keys("y");
        }
    }

    fn carry_out(&mut self, mut effects: Vec<Effect>) {
        while let Some(effect) = effects.pop() {
            match perform(&effect, &mut self.local) {
                Some(messages) => messages.into_iter().for_each(|message| effects.extend(self.app.update(message))),
                None if effect == Effect::Quit => self.left = true,
                None => self.asked.push(effect),
            }
        }
    }

    /// Answers for the computers by a fixed rule; `false` if there is no request.
    pub(crate) fn let_computers_act(&mut self) -> bool {
        let asked = std::mem::take(&mut self.asked);
        for effect in &asked {
            let Effect::Think { seat, version, .. } = effect else { continue };
            let action = first_move(&self.local, *seat);
            self.send(Message::Thought { seat: *seat, version: *version, action });
        }
        !asked.is_empty()
    }

    /// Lets computers act and the table throw until it is a person's turn.
    pub(crate) fn settle(&mut self) {
        loop {
            if self.app.seen().table_throws() {
                self.keys("t");
            } else if !self.let_computers_act() {
                return;
            }
        }
    }

    pub(crate) fn note(&self) -> &str {
        self.app.note().map_or("", |note| &note.text)
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        self.app.seen().view.log.iter().map(|entry| entry.action.clone()).collect()
    }

    pub(crate) fn screen(&mut self, width: u16, height: u16, look: Look) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal.draw(|frame| screen::draw(frame, &mut self.app, look)).expect("a drawing");
        terminal.backend().buffer().clone()
    }

    /// The screen as text.
    pub(crate) fn text(&mut self, width: u16, height: u16, look: Look) -> String {
        text(&self.screen(width, height, look))
    }
}

/// The seat's first legal move: to enter or to capture before it passes.
pub(crate) fn first_move(local: &Local, seat: kernel::Seat) -> Option<DynAction> {
    chosen(local, seat, &local.position().legal_moves(seat).first()?.action)
}

/// An action as a computer player chooses it.
pub(crate) fn chosen(local: &Local, seat: kernel::Seat, text: &str) -> Option<DynAction> {
    local.position().check(seat, text).ok()?.first()?.action()
}

/// The characters of a screen.
pub(crate) fn text(buffer: &Buffer) -> String {
    rows(buffer).map(|row| row.iter().map(Cell::symbol).collect::<String>().trim_end().to_owned() + "\n").collect()
}

/// The screen as text, then a letter for the style of each cell, then the styles.
pub(crate) fn styled(buffer: &Buffer) -> String {
    let mut styles = vec![String::new()];
    let mut dump = text(buffer);
    for row in rows(buffer) {
        let mut letters = String::new();
        for cell in row {
            let style = if cell.symbol() == " " { String::new() } else { words(cell) };
            let at = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
                styles.push(style);
                styles.len() - 1
            });
            letters.push(if at == 0 { ' ' } else { (b'a' + at as u8 - 1) as char });
        }
        let _ = writeln!(dump, "{}", letters.trim_end());
    }
    for (letter, style) in ('a'..).zip(styles.iter().skip(1)) {
        let _ = writeln!(dump, "{letter} = {style}");
    }
    dump
}

fn words(cell: &Cell) -> String {
    let mut words = Vec::new();
    if cell.fg != Color::Reset {
        words.push(format!("{:?}", cell.fg).to_lowercase());
    }
    assert_eq!(cell.bg, Color::Reset, "the ground is the terminal's own");
    for (modifier, word) in [(Modifier::BOLD, "bold"), (Modifier::DIM, "dim"), (Modifier::REVERSED, "reversed")] {
        if cell.modifier.contains(modifier) {
            words.push(word.to_owned());
        }
    }
    words.join(" ")
}

fn rows(buffer: &Buffer) -> impl Iterator<Item = &[Cell]> {
    buffer.content.chunks(usize::from(buffer.area.width))
}

/// Moves of a whole match, chosen by a fixed rule.
pub(crate) fn whole_match(new_match: &NewMatch) -> Vec<String> {
    let mut game_match = game().open(&new_match.config).expect("a match");
    let (mut moves, mut random) = (Vec::new(), 7u64);
    while let Turn::Seats(seats) = game_match.turn() {
        let seat = seats.iter().next().expect("somebody");
        let moves_of_seat = game_match.legal_moves(seat);
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let action = moves_of_seat[(random >> 33) as usize % moves_of_seat.len()].action.clone();
        game_match.play(seat, &action).expect("legal is playable");
        moves.push(action);
    }
    moves
}
