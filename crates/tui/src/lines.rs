//! Line mode: the game in lines of text, for pipes, scripts and screen readers.
//!
//! What can be typed is the same as on the full screen ([`crate::interpreter`]), and so is the table beneath. A line that is
//! refused changes nothing, and the next one is read.
//!
//! - `input.rs`: typed lines and news.
//! - `output.rs`: paragraphs and columns.
//! - `pages.rs`: what is shown when it is asked for.
//! - `words.rs`: a table as text.

mod input;
mod output;
mod pages;
mod words;

use crate::interpreter::{Action, Interpreter};
use crate::local::fresh_seed;
use crate::outcome::sentence;
use crate::think::{ADVISER, Question};
use crate::{Answer, Effect, Look, Message, Seen, Tone, Trouble, Typed, Venue, Words, messages};
use input::{Incoming, Input, Lines, LinesAndNews};
use kernel::Seat;
use output::Output;
use std::io::{self, BufRead, Write};
use table::{Command, Decline, Entry};

/// Plays until the input ends or says so, and gives back the table. `echo` repeats what was read, so that a transcript can be
/// understood.
pub fn run<V: Venue>(
    mut venue: V,
    look: Look,
    echo: bool,
    input: impl BufRead,
    output: impl Write,
) -> Result<V, Trouble> {
    play(&mut venue, look, echo, Lines(input), output)?;
    Ok(venue)
}

/// The same at a table where something happens while nobody types.
pub fn visit(
    venue: &mut dyn Venue,
    look: Look,
    echo: bool,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), Trouble> {
    let (input, news) = LinesAndNews::start(input);
    venue.listen(Box::new(move || {
        let _ = news.send(Ok(Incoming::News));
    }));
    play(venue, look, echo, input, output)
}

fn play(venue: &mut dyn Venue, look: Look, echo: bool, input: impl Input, output: impl Write) -> Result<(), Trouble> {
    let seen = venue.seen();
    let mut mode = LineMode {
        place: venue.place(),
        venue,
        out: Output::new(output, look),
        input,
        told: seen.view.log.clone(),
        id: seen.id,
        rule: None,
        chosen: None,
        shown: String::new(),
        mood: None,
        chat: Vec::new(),
        question: None,
        headline: String::new(),
        next_told: false,
    };
    match mode.run(echo) {
        // The reader of the output has gone; the match is saved all the same.
        Err(Trouble::System { why, .. }) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A table, and what has been said about it.
struct LineMode<'a, W, I> {
    venue: &'a mut dyn Venue,
    place: String,
    out: Output<W>,
    input: I,
    /// The part of the log that has been told.
    told: Vec<Entry>,
    /// The match it belongs to.
    id: String,
    /// The rule last mentioned.
    rule: Option<String>,
    /// The seat that was chosen to act first, where several may.
    chosen: Option<Seat>,
    /// The board and what is beside it as they were shown last.
    shown: String,
    /// The light on the board when it was shown last.
    mood: Option<&'static str>,
    /// The chat.
    chat: Vec<Words>,
    /// The open question, as it was told last.
    question: Option<String>,
    /// Whose turn it is, as it was told last.
    headline: String,
    /// Has it been told that the players have started another game?
    next_told: bool,
}

impl<W: Write, I: Input> LineMode<'_, W, I> {
    fn run(&mut self, echo: bool) -> Result<(), Trouble> {
        self.introduce()?;
        self.go_on()?;
        loop {
            self.out.prompt(&words::prompt(&self.venue.seen(), self.chosen))?;
            let line = match self.input.next()? {
                Incoming::News => {
                    self.hear(false)?;
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
            if !self.obey(Typed::read(&line))? {
                return Ok(());
            }
        }
    }

    /// Does what was typed; `false` to leave.
    fn obey(&mut self, typed: Typed) -> Result<bool, Trouble> {
        let seen = self.venue.seen();
        let interpreter = Interpreter { seen: &seen, chosen: self.chosen, place: &self.place };
        for action in interpreter.interpret(typed) {
            if action == Action::Send(Effect::Quit) {
                return Ok(false);
            }
            self.carry_out(action, &seen)?;
        }
        Ok(true)
    }

    fn carry_out(&mut self, action: Action, seen: &Seen) -> Result<(), Trouble> {
        match action {
            Action::Send(Effect::Hint { seat }) => self.hint(seat),
            Action::Send(effect) => self.send(&effect),
            Action::Resign(seat) => match seen.sitter(seat) {
                Some(sitter) => self.send(&Effect::Do(Command::Resign { seat: sitter.id.into() })),
                None => Ok(()),
            },
            Action::NotNow => self.out.say(&messages::not_now(seen)),
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

    /// Sends something to the table, and says what became of it.
    fn send(&mut self, effect: &Effect) -> Result<(), Trouble> {
        match effect {
            Effect::Do(command) => {
                let done = self.venue.command(command);
                self.outcome(done, matches!(command, Command::TakeBack { .. }))
            }
            Effect::Play { seat, text } => {
                let done = self.venue.play(seat, text);
                self.outcome(done, false)
            }
            Effect::Say { text, everyone } => {
                let done = self.venue.say(text, *everyone);
                self.outcome(done, false)
            }
            Effect::Rematch => match self.venue.rematch() {
                Ok(Answer::Done) => {
                    self.begin_anew()?;
                    self.go_on()
                }
                other => self.outcome(other, false),
            },
            _ => Ok(()),
        }
    }

    /// Says what became of something. A refusal is said; only a failure of the store or the connection ends the game.
    fn outcome(&mut self, done: Result<Answer, Trouble>, taken_back: bool) -> Result<(), Trouble> {
        match done {
            Ok(Answer::Done) => {}
            Ok(Answer::Later) => return self.await_answer(),
            Err(Trouble::Declined(Decline::Refused(refusal))) => {
                self.rule = Some(refusal.rule.to_string());
                return self.out.refuse(&refusal.to_string());
            }
            Err(Trouble::Declined(decline)) => return self.out.refuse(&sentence(&decline.to_string())),
            Err(Trouble::MovedOn) => self.out.refuse(&sentence(&Trouble::MovedOn.to_string()))?,
            Err(other) => return Err(other),
        }
        self.told.truncate(self.venue.seen().view.log.len());
        if taken_back {
            self.out.say(messages::TAKEN_BACK)?;
        }
        self.go_on()
    }

    fn hint(&mut self, seat: Seat) -> Result<(), Trouble> {
        let Some(session) = self.venue.position() else {
            let asked = self.venue.hint(seat);
            return self.outcome(asked, false);
        };
        let level = ADVISER.word().to_owned();
        let advice = Question { session, seat, level, seed: fresh_seed()? }.answer();
        self.out.say(&advice.map_or_else(|| messages::NOTHING_TO_HINT.into(), |advice| messages::hint(&advice)))
    }

    /// Waits until there is something to do here, or nothing any more.
    fn wait(&mut self) -> Result<(), Trouble> {
        loop {
            let seen = self.venue.seen();
            let answered = !self.venue.owes_answer() && !seen.awaits_rematch();
            if seen.is_my_turn() || (seen.is_over() && answered) {
                return Ok(());
            }
            self.out.flush()?;
            let more = self.input.await_news()?;
            self.hear(false)?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Waits for the answer to what was sent before anything else is read.
    fn await_answer(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let mut more = true;
        while more && self.venue.owes_answer() {
            more = self.input.await_news()?;
            self.hear(true)?;
        }
        Ok(())
    }

    /// Says what the table has to tell.
    fn hear(&mut self, own: bool) -> Result<(), Trouble> {
        let mut changed = false;
        for message in self.venue.news()? {
            match message {
                Message::Seen(_) => changed = true,
                Message::Said(text) => self.out.say(&text)?,
                Message::Refused { text, rule } => {
                    self.rule = rule.or(self.rule.take());
                    self.out.refuse(&text)?;
                }
                Message::Line(Some(why)) => self.out.refuse(&why)?,
                Message::Line(None) => self.out.say(messages::RECONNECTED)?,
                Message::Talk(words) => {
                    words.iter().try_for_each(|words| self.out.say(&words.line()))?;
                    self.chat.extend(words);
                }
                Message::Hinted { advice: Some(advice), .. } => self.out.say(&messages::hint(&advice))?,
                _ => {}
            }
        }
        if changed { self.catch_up(own) } else { Ok(()) }
    }

    /// Tells what has happened at the table, and shows it when there is something to do.
    fn catch_up(&mut self, own: bool) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let other_table = seen.id != self.id;
        if other_table {
            self.begin_anew()?;
        }
        let happened = seen.view.log != self.told;
        if !seen.view.log.starts_with(&self.told) {
            self.out.say(messages::TAKEN_BACK)?;
        }
        self.tell_news()?;
        if other_table || (happened && (own || seen.is_my_turn() || seen.is_over())) {
            self.show()?;
        } else if seen.view.scene.headline != self.headline {
            self.out.say(&seen.view.scene.headline)?;
        }
        self.headline = seen.view.scene.headline.clone();
        self.tell_question(&seen, happened)?;
        self.tell_next(&seen)
    }

    /// Tells what is asked, and that it is asked no more.
    fn tell_question(&mut self, seen: &Seen, happened: bool) -> Result<(), Trouble> {
        let question = seen.question();
        let before = std::mem::replace(&mut self.question, question.clone());
        match (before, question) {
            (before, Some(now)) if before.as_ref() != Some(&now) => self.out.say(&now),
            (Some(_), None) if !happened => self.out.say(messages::NO_LONGER_ASKED),
            _ => Ok(()),
        }
    }

    /// Tells once that the same players have started another game.
    fn tell_next(&mut self, seen: &Seen) -> Result<(), Trouble> {
        let known = std::mem::replace(&mut self.next_told, seen.has_next());
        if seen.has_next() && !known { self.out.say(messages::NEXT_GAME) } else { Ok(()) }
    }

    fn begin_anew(&mut self) -> Result<(), Trouble> {
        self.id = self.venue.seen().id;
        self.told.clear();
        (self.rule, self.chosen, self.question) = (None, None, None);
        (self.next_told, self.headline) = (false, String::new());
        self.introduce()
    }

    fn introduce(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let sides: Vec<String> = seen.seats.iter().map(|sitter| format!("{}: {}", sitter.name, sitter.who)).collect();
        self.out.say(self.venue.title().info().title)?;
        self.out.say(&sentence(&sides.join(", ")))?;
        if let Some(score) = seen.score() {
            self.out.say(&sentence(&score))?;
        }
        if seen.abroad.is_some() && seen.view.mine.is_empty() {
            return self.out.say("You are watching. Type help for what can be typed.\n");
        }
        self.out.say("Type a move, or help for what else can be typed.\n")
    }

    /// Lets computers act and throws for them, then shows where the match is.
    fn go_on(&mut self) -> Result<(), Trouble> {
        loop {
            let seen = self.venue.seen();
            if seen.house_throws() {
                self.venue.command(&Command::Throw { seat: None })?;
            } else if let (Some((seat, level)), Some(session)) = (seen.computers.first(), self.venue.position()) {
                let question = Question { session, seat: *seat, level: level.clone(), seed: fresh_seed()? };
                let advice = question.answer().ok_or_else(|| {
                    Trouble::Computer("the computer player found no move, which is a bug in Boxtop".into())
                })?;
                let seat = seen.seats[seat.index()].id.to_owned();
                self.venue.command(&Command::Act { seat, text: advice.action })?;
            } else {
                break;
            }
        }
        self.tell_news()?;
        self.show()?;
        self.headline = self.venue.seen().view.scene.headline;
        Ok(())
    }

    /// Tells what happened since.
    fn tell_news(&mut self) -> Result<(), Trouble> {
        let log = self.venue.seen().view.log;
        let known = log.iter().zip(&self.told).take_while(|(new, old)| new == old).count();
        self.tell_from(known)
    }

    /// Tells what happened, from an entry of the log on.
    fn tell_from(&mut self, known: usize) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        for entry in seen.view.log.iter().skip(known) {
            self.out.say(&words::log_entry(entry, &seen))?;
        }
        self.told = seen.view.log;
        Ok(())
    }
}
