//! Line mode: the game in lines of text, for pipes, scripts and screen readers.
//!
//! What can be typed is the same as on the full screen (`interpreter.rs`), and so is the table beneath. A line that is
//! refused changes nothing, and the next one is read.
//!
//! - `exercise.rs`: exercises, such as puzzles.
//! - `input.rs`: typed lines and news.
//! - `learn.rs`: lessons.
//! - `output.rs`: paragraphs and columns.
//! - `pages.rs`: moves, rules, help and other pages.
//! - `words.rs`: a table as text.

mod exercise;
mod input;
mod learn;
mod output;
mod pages;
mod words;

pub use exercise::{Exercises, exercise};
pub use learn::learn;

use crate::interpreter::{Action, Interpreter};
use crate::local::fresh_seed;
use crate::outcome::sentence;
use crate::think::{ADVISER, AdviceRequest};
use crate::{ChatLine, Effect, Look, Message, Reply, TableSource, TableView, Tone, TuiError, Typed, messages};
use input::{Incoming, Input, Lines, LinesAndNews};
use kernel::Seat;
use output::Output;
use std::io::{self, BufRead, Write};
use table::{Decline, Entry, MatchCommand};

/// Plays until the input ends or the player quits, and returns the table. `echo` repeats what was read, so that a
/// transcript is complete.
pub fn run<V: TableSource>(
    mut table: V,
    look: Look,
    echo: bool,
    input: impl BufRead,
    output: impl Write,
) -> Result<V, TuiError> {
    play(&mut table, look, echo, Lines(input), output)?;
    Ok(table)
}

/// The same at a table of a server, where things happen while nobody types.
pub fn run_live(
    table: &mut dyn TableSource,
    look: Look,
    echo: bool,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), TuiError> {
    let (input, news) = LinesAndNews::start(input);
    table.on_news(Box::new(move || {
        let _ = news.send(Ok(Incoming::News));
    }));
    play(table, look, echo, input, output)
}

fn play(
    table: &mut dyn TableSource,
    look: Look,
    echo: bool,
    input: impl Input,
    output: impl Write,
) -> Result<(), TuiError> {
    let seen = table.view();
    let mut mode = LineMode {
        place: table.place(),
        table,
        out: Output::new(output, look),
        input,
        shown_log: seen.view.log.clone(),
        id: seen.id,
        rule: None,
        chosen: None,
        shown: String::new(),
        mood: None,
        chat: Vec::new(),
        question: None,
        lost: None,
        headline: String::new(),
        next_shown: false,
        asked: None,
    };
    match mode.run(echo) {
        // The reader of the output has gone; the match is saved all the same.
        Err(TuiError::System { why, .. }) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A table, and what has been shown of it.
struct LineMode<'a, W, I> {
    table: &'a mut dyn TableSource,
    place: String,
    out: Output<W>,
    input: I,
    /// The part of the log that has been shown.
    shown_log: Vec<Entry>,
    /// The match it belongs to.
    id: String,
    /// The rule last mentioned.
    rule: Option<String>,
    /// The seat that was chosen to act first, if several may.
    chosen: Option<Seat>,
    /// The board and what is beside it, as last shown.
    shown: String,
    /// The mood of the board, as last shown.
    mood: Option<&'static str>,
    /// The chat.
    chat: Vec<ChatLine>,
    /// The open question, as last shown.
    question: Option<String>,
    /// That a seat's dice began on another device, as last shown.
    lost: Option<String>,
    /// The headline, as last shown.
    headline: String,
    /// Has it been shown that the players have started another game?
    next_shown: bool,
    /// A move that waits for confirmation.
    asked: Option<Effect>,
}

impl<W: Write, I: Input> LineMode<'_, W, I> {
    fn run(&mut self, echo: bool) -> Result<(), TuiError> {
        self.introduce()?;
        self.go_on()?;
        loop {
            self.out.prompt(&words::prompt(&self.table.view(), self.chosen))?;
            let line = match self.input.next()? {
                Incoming::News => {
                    self.show_news(false)?;
                    continue;
                }
                Incoming::End => {
                    self.out.answered();
                    return self.out.say("");
                }
                Incoming::Line(line) => line,
            };
            self.out.answered();
            if echo {
                self.out.say(&line)?;
            }
            if !self.run_typed(Typed::read(&line))? {
                return Ok(());
            }
        }
    }

    /// Does what was typed; `false` to leave.
    fn run_typed(&mut self, typed: Typed) -> Result<bool, TuiError> {
        match (self.asked.take(), &typed) {
            (Some(effect), Typed::Reply(true)) => return self.send(&effect).map(|()| true),
            (Some(_), Typed::Reply(false)) => return self.out.say("Nothing was played.").map(|()| true),
            _ => {}
        }
        let seen = self.table.view();
        let interpreter = Interpreter { seen: &seen, chosen: self.chosen, place: &self.place };
        for action in interpreter.interpret(typed) {
            if action == Action::Send(Effect::Quit) {
                return Ok(false);
            }
            self.carry_out(action, &seen)?;
        }
        Ok(true)
    }

    fn carry_out(&mut self, action: Action, seen: &TableView) -> Result<(), TuiError> {
        match action {
            Action::Send(Effect::Hint { seat }) => self.hint(seat),
            Action::Send(Effect::Analyse) => self.analyse(),
            Action::Send(effect) => self.send(&effect),
            Action::Resign(seat) => match seen.player(seat) {
                Some(player) => self.send(&Effect::Do(MatchCommand::Resign { seat: player.id.into() })),
                None => Ok(()),
            },
            Action::Confirm { question, seat, text } => {
                self.asked = Some(Effect::Play { seat, text });
                self.out.say(&format!("{question} Type yes or no."))
            }
            Action::NotNow => self.out.refuse(&messages::not_now(seen)),
            Action::Say(note) if note.tone == Tone::Refusal => self.out.refuse(&note.text),
            Action::Say(note) => self.out.say(&note.text),
            Action::Choose(seat) => {
                self.chosen = Some(seat);
                Ok(())
            }
            Action::Show(page) => self.page(page),
            Action::Wait => self.wait(),
        }
    }

    /// Sends something to the table, and reports the result.
    fn send(&mut self, effect: &Effect) -> Result<(), TuiError> {
        match effect {
            Effect::Do(command) => {
                let done = self.table.command(command);
                self.outcome(done, matches!(command, MatchCommand::TakeBack { .. }))
            }
            Effect::Play { seat, text } => {
                let done = self.table.play(seat, text);
                self.outcome(done, false)
            }
            Effect::Say { text, everyone } => {
                let done = self.table.say(text, *everyone);
                self.outcome(done, false)
            }
            Effect::Rematch => match self.table.rematch() {
                Ok(Reply::Done) => {
                    self.start_new_match()?;
                    self.go_on()
                }
                other => self.outcome(other, false),
            },
            _ => Ok(()),
        }
    }

    /// Reports a result. Only a failure of the store or the connection ends the game.
    fn outcome(&mut self, done: Result<Reply, TuiError>, undone: bool) -> Result<(), TuiError> {
        match done {
            Ok(Reply::Done) => {}
            Ok(Reply::Later) => return self.await_answer(),
            Err(TuiError::Declined(Decline::Refused(refusal))) => {
                self.rule = Some(refusal.rule.to_string());
                return self.out.refuse(&refusal.to_string());
            }
            Err(TuiError::Declined(decline)) => return self.out.refuse(&sentence(&decline.to_string())),
            Err(TuiError::MovedOn) => self.out.refuse(&sentence(&TuiError::MovedOn.to_string()))?,
            Err(other) => return Err(other),
        }
        self.shown_log.truncate(self.table.view().view.log.len());
        if undone {
            self.out.say(messages::UNDONE)?;
        }
        self.go_on()
    }

    fn hint(&mut self, seat: Seat) -> Result<(), TuiError> {
        let Some(game_match) = self.table.position() else {
            let asked = self.table.hint(seat);
            return self.outcome(asked, false);
        };
        let level = ADVISER.word().to_owned();
        let advice = AdviceRequest { game_match, seat, level, seed: fresh_seed()? }.explained();
        self.out.say(&advice.map_or_else(|| messages::NOTHING_TO_HINT.into(), |advice| messages::hint(&advice)))
    }

    /// Waits until a player here has something to do, or the match is over.
    fn wait(&mut self) -> Result<(), TuiError> {
        loop {
            let seen = self.table.view();
            let answered = !self.table.awaits_answer() && !seen.awaits_rematch();
            if seen.is_my_turn() || (seen.is_over() && answered) {
                return Ok(());
            }
            self.out.flush()?;
            let more = self.input.await_news()?;
            self.show_news(false)?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Waits for the answer to the last request before anything else is read.
    fn await_answer(&mut self) -> Result<(), TuiError> {
        self.out.flush()?;
        let mut more = true;
        while more && self.table.awaits_answer() {
            more = self.input.await_news()?;
            self.show_news(true)?;
        }
        Ok(())
    }

    /// Shows the news of the table.
    fn show_news(&mut self, own: bool) -> Result<(), TuiError> {
        let mut changed = false;
        for message in self.table.news()? {
            match message {
                Message::Changed(_) => changed = true,
                Message::Said(text) => self.out.say(&text)?,
                Message::Refused { text, rule } => {
                    self.rule = rule.or(self.rule.take());
                    self.out.refuse(&text)?;
                }
                Message::Connection(Some(why)) => self.out.refuse(&why)?,
                Message::Connection(None) => self.out.say(messages::RECONNECTED)?,
                Message::Chat(words) => {
                    words.iter().try_for_each(|words| self.out.say(&words.line()))?;
                    self.chat.extend(words);
                }
                Message::Hinted { advice: Some(advice), .. } => self.out.say(&messages::hint(&advice))?,
                _ => {}
            }
        }
        if changed { self.catch_up(own) } else { Ok(()) }
    }

    /// Analyses the match and shows the report.
    fn analyse(&mut self) -> Result<(), TuiError> {
        self.out.say(messages::ANALYSING)?;
        let analysing = self.table.analysis()?;
        match analysing() {
            Ok(found) => {
                let title = self.table.game().info().title;
                let report = analysis::report(title, &found, None, output::WIDTH);
                let report = self.out.look.text(&report).into_owned();
                self.out.put(&report)
            }
            Err(why) => self.out.refuse(&why),
        }
    }

    /// Shows what has happened at the table, and the board if a player here has something to do.
    fn catch_up(&mut self, own: bool) -> Result<(), TuiError> {
        let seen = self.table.view();
        let other_table = seen.id != self.id;
        if other_table {
            self.start_new_match()?;
        }
        let happened = seen.view.log != self.shown_log;
        if !seen.view.log.starts_with(&self.shown_log) {
            self.out.say(messages::UNDONE)?;
        }
        self.show_new_entries()?;
        if other_table || (happened && (own || seen.is_my_turn() || seen.is_over())) {
            self.show()?;
        } else if seen.view.headline != self.headline {
            self.out.say(&seen.view.headline)?;
        }
        self.headline = seen.view.headline.clone();
        self.show_question(&seen, happened)?;
        self.show_lost_device(&seen)?;
        self.show_next_game(&seen)
    }

    /// Shows a new question, or that the last one was declined or withdrawn.
    fn show_question(&mut self, seen: &TableView, happened: bool) -> Result<(), TuiError> {
        let question = seen.question();
        let before = std::mem::replace(&mut self.question, question.clone());
        match (before, question) {
            (before, Some(now)) if before.as_ref() != Some(&now) => self.out.say(&now),
            (Some(_), None) if !happened => self.out.say(messages::NO_LONGER_ASKED),
            _ => Ok(()),
        }
    }

    /// Shows once that a seat's dice began on another device.
    fn show_lost_device(&mut self, seen: &TableView) -> Result<(), TuiError> {
        let lost = seen.lost_device();
        let before = std::mem::replace(&mut self.lost, lost.clone());
        lost.filter(|now| before.as_ref() != Some(now)).map_or(Ok(()), |now| self.out.say(&now))
    }

    /// Shows once that the same players have started another game.
    fn show_next_game(&mut self, seen: &TableView) -> Result<(), TuiError> {
        let known = std::mem::replace(&mut self.next_shown, seen.has_next());
        if seen.has_next() && !known { self.out.say(messages::NEXT_GAME) } else { Ok(()) }
    }

    fn start_new_match(&mut self) -> Result<(), TuiError> {
        self.id = self.table.view().id;
        self.shown_log.clear();
        (self.rule, self.chosen, self.question) = (None, None, None);
        (self.next_shown, self.headline) = (false, String::new());
        self.introduce()
    }

    fn introduce(&mut self) -> Result<(), TuiError> {
        let seen = self.table.view();
        let sides: Vec<String> = seen.seats.iter().map(|player| format!("{}: {}", player.name, player.who)).collect();
        self.out.say(self.table.game().info().title)?;
        self.out.say(&sentence(&sides.join(", ")))?;
        if let Some(score) = seen.score() {
            self.out.say(&sentence(&score))?;
        }
        if seen.remote.is_some() && seen.view.mine.is_empty() {
            return self.out.say("You are watching. Type help for a list of words.\n");
        }
        self.out.say("Type a move, or help for a list of words.\n")?;
        self.show_lost_device(&seen)
    }

    /// Lets computers act and throws for them, then shows the match.
    fn go_on(&mut self) -> Result<(), TuiError> {
        loop {
            let seen = self.table.view();
            if seen.table_throws() {
                self.table.command(&MatchCommand::Throw { seat: None, link: None })?;
            } else if let (Some((seat, level)), Some(game_match)) = (seen.computers.first(), self.table.position()) {
                let request = AdviceRequest { game_match, seat: *seat, level: level.clone(), seed: fresh_seed()? };
                let action = request.answer().and_then(|advice| advice.chosen).ok_or_else(|| {
                    TuiError::Computer("the computer player found no move, which is a bug in Boxtop".into())
                })?;
                let seat = seen.seats[seat.index()].id.to_owned();
                self.table.command(&MatchCommand::Choose { seat, action })?;
            } else {
                break;
            }
        }
        self.show_new_entries()?;
        self.show()?;
        self.headline = self.table.view().view.headline.clone();
        Ok(())
    }

    /// Shows the log entries that are new.
    fn show_new_entries(&mut self) -> Result<(), TuiError> {
        let log = self.table.view().view.log;
        let known = log.iter().zip(&self.shown_log).take_while(|(new, old)| new == old).count();
        self.show_log_from(known)
    }

    /// Shows the log without its first entries.
    fn show_log_from(&mut self, known: usize) -> Result<(), TuiError> {
        let seen = self.table.view();
        for entry in seen.view.log.iter().skip(known) {
            self.out.say(&words::log_entry(entry, &seen))?;
        }
        self.shown_log = seen.view.log;
        Ok(())
    }
}
