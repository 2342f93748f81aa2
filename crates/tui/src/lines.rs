//! The game as a conversation in lines: for pipes, scripts and screen readers.
//!
//! What is typed is the same as in the screen's input line, and so is the table
//! beneath. A refused line changes nothing and the conversation goes on.

use crate::app::{advice_in_words, has_part};
use crate::local::fresh_seed;
use crate::markdown::plain;
use crate::outcome::sentence;
use crate::text::wrap;
use crate::think::{ADVISER, Question};
use crate::toss::{brings, chances, opens, percent, shown};
use crate::typed::{COMPANY, WORDS};
use crate::{Answer, Look, Message, Omen, Seen, Trouble, Typed, Venue, Words, board, clocks, ledger};
use kernel::Seat;
use kernel::dynamic::LegalMove;
use kernel::scene::Tone;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use table::{Command, Decline, Entry};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 400;
/// How wide the left one of two columns is.
const LEFT: usize = 10;
/// How wide running text is set.
const WIDTH: usize = 78;
/// How many actions are told one by one.
const MANY: usize = 40;
/// How many places are told with the chance to reach them.
const PLACES: usize = 30;

/// Converses until the input ends or says so; the match that was played last.
/// `echo` repeats what was read, so that a transcript can be understood.
pub fn run<V: Venue>(
    mut venue: V,
    look: Look,
    echo: bool,
    input: impl BufRead,
    output: impl Write,
) -> Result<V, Trouble> {
    converse(&mut venue, look, echo, Reading(input), output)?;
    Ok(venue)
}

/// The same at a table where something happens while nobody types.
pub fn visit(
    venue: &mut dyn Venue,
    look: Look,
    echo: bool,
    mut input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), Trouble> {
    let (sender, heard) = channel();
    let bell = sender.clone();
    venue.listen(Box::new(move || {
        let _ = bell.send(Ok(Heard::News));
    }));
    thread::spawn(move || {
        loop {
            let line = read_line(&mut input).map(|line| line.map_or(Heard::End, Heard::Line));
            let last = !matches!(line, Ok(Heard::Line(_)));
            if sender.send(line).is_err() || last {
                return;
            }
        }
    });
    converse(venue, look, echo, Listening { heard, later: VecDeque::new() }, output)
}

fn converse(venue: &mut dyn Venue, look: Look, echo: bool, ears: impl Ears, output: impl Write) -> Result<(), Trouble> {
    let seen = venue.seen();
    let mut talk = Talk {
        venue,
        look,
        output,
        ears,
        told: seen.view.log.clone(),
        id: seen.id,
        rule: None,
        chosen: None,
        shown: String::new(),
        mood: None,
        prompted: false,
        said: Vec::new(),
        question: None,
        headline: String::new(),
        next_told: false,
    };
    match talk.converse(echo) {
        // Whoever was listening has gone; the match is kept all the same.
        Err(Trouble::System { why, .. }) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// What comes in.
enum Heard {
    /// A line was typed.
    Line(String),
    /// The table has something to tell.
    News,
    /// Nothing more will be typed.
    End,
}

/// Where it comes from.
trait Ears {
    /// The next of it.
    fn next(&mut self) -> Result<Heard, Trouble>;
    /// Waits for the table to tell something; what is typed meanwhile comes afterwards.
    /// `false` when it never will.
    fn await_news(&mut self) -> Result<bool, Trouble>;
}

/// Lines of a reader, for a table where nothing happens by itself.
struct Reading<R>(R);

impl<R: BufRead> Ears for Reading<R> {
    fn next(&mut self) -> Result<Heard, Trouble> {
        Ok(read_line(&mut self.0)?.map_or(Heard::End, Heard::Line))
    }

    fn await_news(&mut self) -> Result<bool, Trouble> {
        Ok(false)
    }
}

/// Lines and news of other threads.
struct Listening {
    heard: Receiver<Result<Heard, Trouble>>,
    later: VecDeque<Heard>,
}

impl Ears for Listening {
    fn next(&mut self) -> Result<Heard, Trouble> {
        self.later.pop_front().map_or_else(|| self.heard.recv().unwrap_or(Ok(Heard::End)), Ok)
    }

    fn await_news(&mut self) -> Result<bool, Trouble> {
        while let Ok(heard) = self.heard.recv() {
            match heard? {
                Heard::News => return Ok(true),
                typed => self.later.push_back(typed),
            }
        }
        Ok(false)
    }
}

struct Talk<'a, W, E> {
    venue: &'a mut dyn Venue,
    look: Look,
    output: W,
    ears: E,
    /// As much of the log as has been told.
    told: Vec<Entry>,
    /// The match it belongs to.
    id: String,
    /// The rule under discussion.
    rule: Option<String>,
    /// The seat that was chosen to speak, where several may.
    chosen: Option<Seat>,
    /// The board and what is beside it as they were shown last.
    shown: String,
    /// The light it was last.
    mood: Option<&'static str>,
    /// Does a prompt stand on the line already?
    prompted: bool,
    /// What was said at the table.
    said: Vec<Words>,
    /// What is asked, as it was told last.
    question: Option<String>,
    /// Whose turn it is, as it was told last.
    headline: String,
    /// Has it been told where the same people play on?
    next_told: bool,
}

impl<W: Write, E: Ears> Talk<'_, W, E> {
    fn converse(&mut self, echo: bool) -> Result<(), Trouble> {
        self.introduce()?;
        self.go_on()?;
        loop {
            self.prompt()?;
            let line = match self.ears.next()? {
                Heard::News => {
                    self.hear(false)?;
                    continue;
                }
                Heard::End => {
                    self.prompted = false;
                    return self.say("");
                }
                Heard::Line(line) => line,
            };
            self.prompted = false;
            if echo {
                self.say(&line)?;
            }
            match Typed::read(&line) {
                Typed::Quit => return Ok(()),
                typed => self.obey(typed)?,
            }
        }
    }

    fn prompt(&mut self) -> Result<(), Trouble> {
        if !self.prompted {
            let prompt = prompt(&self.venue.seen(), self.chosen);
            self.put(&prompt)?;
            self.prompted = true;
        }
        self.output.flush().map_err(Trouble::system("standard output cannot be written"))
    }

    fn obey(&mut self, typed: Typed) -> Result<(), Trouble> {
        match typed {
            // Enter alone throws, where there is a throw to be made.
            Typed::Nothing if self.venue.seen().my_throw().is_some() => self.throw(),
            Typed::Nothing | Typed::Quit => Ok(()),
            Typed::For(seat, what) => self.speak_for(&seat, *what),
            Typed::Move(text) => self.act(text),
            Typed::Throw => self.throw(),
            Typed::Trays => self.trays(),
            Typed::Moves(part) => self.moves(part.as_deref()),
            Typed::AtHand => self.quick_rules(),
            Typed::Hint => self.hint(),
            Typed::Undo => self.take_back(),
            Typed::Resign => self.resign(),
            Typed::Log if self.told.is_empty() => self.say("Nothing has been played yet."),
            Typed::Log => self.tell_from(0),
            Typed::Rules(id) => self.rules(id),
            Typed::Board => {
                self.shown.clear();
                self.show()
            }
            Typed::Help => self.help(),
            Typed::Save => {
                let (place, seen) = (self.venue.place(), self.venue.seen());
                let at = if seen.abroad.is_some() { "at" } else { "in" };
                self.say(&format!("Every move is kept at once {at} {place} (match {}).", seen.id))
            }
            Typed::New => self.rematch(),
            company => self.in_company(company),
        }
    }

    /// What is only done where others play.
    fn in_company(&mut self, typed: Typed) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        if let Some(why) = seen.only_abroad(&typed) {
            return self.say(&why);
        }
        match typed {
            Typed::Draw => self.with_voice(|seat| Command::OfferDraw { seat }),
            Typed::Ask => self.with_voice(|seat| Command::AskBack { seat, steps: None }),
            Typed::Leave => self.with_voice(|seat| Command::Leave { seat }),
            Typed::Relieve(absent, level) => self.with_voice(|seat| Command::Relieve { seat, absent, level }),
            Typed::Absent(choice) => self.with_voice(|seat| Command::Absent { seat, choice, last_seen: None }),
            Typed::Enter(outcome) => self.with_voice(|seat| Command::ThrowOwn { seat, outcome }),
            Typed::Reply(yes) => match seen.replier().and_then(|seat| seen.sitter(seat)) {
                Some(sitter) => self.attempt(&Command::Answer { seat: sitter.id.into(), yes }),
                None => self.say("Nothing is asked that you could answer."),
            },
            Typed::Return => match seen.view.kept.iter().next().and_then(|seat| seen.sitter(seat)) {
                Some(sitter) => self.attempt(&Command::Return { seat: sitter.id.into(), key: String::new() }),
                None => self.say("No seat is kept for you here."),
            },
            Typed::Say(text, everyone) => {
                let said = self.venue.say(&text, everyone);
                self.outcome(said, false)
            }
            Typed::Chat if self.said.is_empty() => self.say("Nothing was said yet."),
            Typed::Chat => {
                let lines: Vec<String> = self.said.iter().map(Words::line).collect();
                lines.iter().try_for_each(|line| self.say(line))
            }
            Typed::Wait => self.wait(),
            _ => Ok(()),
        }
    }

    /// Waits until there is something to do here, or nothing any more.
    fn wait(&mut self) -> Result<(), Trouble> {
        loop {
            let seen = self.venue.seen();
            let answered = !self.venue.owes_answer() && !seen.awaits_rematch();
            if seen.is_my_turn() || (seen.is_over() && answered) {
                return Ok(());
            }
            self.output.flush().map_err(Trouble::system("standard output cannot be written"))?;
            let more = self.ears.await_news()?;
            self.hear(false)?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Tells what the table has to tell.
    fn hear(&mut self, own: bool) -> Result<(), Trouble> {
        let mut changed = false;
        for message in self.venue.news()? {
            match message {
                Message::Seen(_) => changed = true,
                Message::Said(text) => self.say(&text)?,
                Message::Refused { text, rule } => {
                    self.rule = rule.or(self.rule.take());
                    self.say(&format!("! {text}"))?;
                }
                Message::Line(Some(why)) => self.say(&format!("! {why}"))?,
                Message::Line(None) => self.say("The server is there again; nothing was lost.")?,
                Message::Talk(words) => {
                    for words in &words {
                        self.say(&words.line())?;
                    }
                    self.said.extend(words);
                }
                Message::Hinted { advice: Some(advice), .. } => self.say(&advice_in_words(&advice))?,
                _ => {}
            }
        }
        if changed { self.catch_up(own) } else { Ok(()) }
    }

    /// Tells what has happened at the table, and where one stands when there is something to do.
    fn catch_up(&mut self, own: bool) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let elsewhere = seen.id != self.id;
        if elsewhere {
            self.begin_anew()?;
        }
        let happened = seen.view.log != self.told;
        if !seen.view.log.starts_with(&self.told) {
            self.say("Taken back.")?;
        }
        self.tell_news()?;
        if elsewhere || (happened && (own || seen.is_my_turn() || seen.is_over())) {
            self.show()?;
        } else if seen.view.scene.headline != self.headline {
            self.say(&seen.view.scene.headline)?;
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
            (before, Some(now)) if before.as_ref() != Some(&now) => self.say(&now),
            (Some(_), None) if !happened => self.say("It was declined or taken back; the game goes on."),
            _ => Ok(()),
        }
    }

    /// Tells once that the same people play on.
    fn tell_next(&mut self, seen: &Seen) -> Result<(), Trouble> {
        let known = std::mem::replace(&mut self.next_told, seen.has_next());
        match seen.has_next() && !known {
            true => self.say("The same people play another game. Type new to follow."),
            false => Ok(()),
        }
    }

    fn begin_anew(&mut self) -> Result<(), Trouble> {
        self.id = self.venue.seen().id;
        self.told.clear();
        (self.rule, self.chosen, self.question) = (None, None, None);
        (self.next_told, self.headline) = (false, String::new());
        self.introduce()
    }

    /// Has what was asked answered before anything else is read.
    fn await_answer(&mut self) -> Result<(), Trouble> {
        self.output.flush().map_err(Trouble::system("standard output cannot be written"))?;
        let mut more = true;
        while more && self.venue.owes_answer() {
            more = self.ears.await_news()?;
            self.hear(true)?;
        }
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let sides: Vec<String> = seen.seats.iter().map(|sitter| format!("{}: {}", sitter.name, sitter.who)).collect();
        self.say(self.venue.title().info().title)?;
        self.say(&sentence(&sides.join(", ")))?;
        if let Some(score) = seen.score() {
            self.say(&sentence(&score))?;
        }
        if seen.abroad.is_some() && seen.view.mine.is_empty() {
            return self.say("You look on. Type help for what can be typed.\n");
        }
        self.say("Type a move, or help for what else can be typed.\n")
    }

    /// Lets computers act and the house throw for them, then shows where one stands.
    fn go_on(&mut self) -> Result<(), Trouble> {
        loop {
            let seen = self.venue.seen();
            if seen.house_throws() {
                self.venue.command(&Command::Throw { seat: None })?;
            } else if let (Some((seat, level)), Some(session)) = (seen.computers.first(), self.venue.position()) {
                let question = Question { session, seat: *seat, level: level.clone(), seed: fresh_seed()? };
                let Some(advice) = question.answer() else {
                    return Err(Trouble::Computer(
                        "the computer player found no move, which is a fault of ours".into(),
                    ));
                };
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

    fn act(&mut self, text: String) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        match seen.speaker(self.chosen).and_then(|seat| seen.sitter(seat)) {
            Some(sitter) => {
                let played = self.venue.play(sitter.id, &text);
                self.outcome(played, false)
            }
            None => self.not_now(&seen),
        }
    }

    fn throw(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        match seen.my_throw().and_then(|seat| seen.sitter(seat)) {
            Some(sitter) => self.attempt(&Command::Throw { seat: Some(sitter.id.into()) }),
            None if seen.is_over() => self.not_now(&seen),
            None => self.say("There is nothing to throw now."),
        }
    }

    fn not_now(&mut self, seen: &Seen) -> Result<(), Trouble> {
        match seen.is_over() {
            true => self.say(&format!("The game is over. Type new for {}, or quit.", seen.next_game())),
            false if seen.abroad.is_some() && seen.my_throw().is_none() => self.say(&format!("! {}", seen.waits_for())),
            false => self.say("First comes the throw: type throw, or press Enter."),
        }
    }

    /// Does something for a seat that is named: `red: 8>`; the name alone chooses it.
    fn speak_for(&mut self, name: &str, what: Typed) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let seat = match seen.spoken_for(name) {
            Err(why) => return self.say(&format!("! {why}")),
            Ok(seat) => seat,
        };
        if let Some(why) = seen.must_wait(seat, &what) {
            return self.say(&format!("! {why}"));
        }
        if let (Typed::Resign, Some(sitter)) = (&what, seen.sitter(seat)) {
            return self.attempt(&Command::Resign { seat: sitter.id.into() });
        }
        self.chosen = Some(seat);
        if what == Typed::Nothing && seen.my_throw().is_none() { Ok(()) } else { self.obey(what) }
    }

    fn take_back(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        if seen.just_thrown() && !seen.is_over() {
            let ask = if seen.view.can_ask { " “ask” asks the others." } else { "" };
            return self.say(&format!("! A throw stands: nothing is taken back over it.{ask}"));
        }
        self.with_voice(|seat| Command::TakeBack { seat })
    }

    fn resign(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        match seen.resigns(seen.voice(self.chosen)).and_then(|seat| seen.sitter(seat)) {
            Some(sitter) => self.attempt(&Command::Resign { seat: sitter.id.into() }),
            None => self.with_voice(|seat| Command::Resign { seat }),
        }
    }

    fn with_voice(&mut self, command: impl FnOnce(String) -> Command) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        match seen.voice(self.chosen).and_then(|seat| seen.sitter(seat)) {
            Some(sitter) => self.attempt(&command(sitter.id.into())),
            None if seen.abroad.is_some() => self.say("You look on; only who sits here may do this."),
            None => self.say("Nobody plays at this terminal."),
        }
    }

    fn attempt(&mut self, command: &Command) -> Result<(), Trouble> {
        let done = self.venue.command(command);
        self.outcome(done, matches!(command, Command::TakeBack { .. }))
    }

    /// Says what became of something; a refusal is said, and only a broken store ends the conversation.
    fn outcome(&mut self, done: Result<Answer, Trouble>, taken_back: bool) -> Result<(), Trouble> {
        match done {
            Ok(Answer::Done) => {}
            Ok(Answer::Later) => return self.await_answer(),
            Err(Trouble::Declined(Decline::Refused(refusal))) => {
                self.rule = Some(refusal.rule.to_string());
                return self.say(&format!("! {refusal}"));
            }
            Err(Trouble::Declined(decline)) => return self.say(&format!("! {}", sentence(&decline.to_string()))),
            Err(Trouble::MovedOn) => self.say(&format!("! {}", sentence(&Trouble::MovedOn.to_string())))?,
            Err(other) => return Err(other),
        }
        self.told.truncate(self.venue.seen().view.log.len());
        if taken_back {
            self.say("Taken back.")?;
        }
        self.go_on()
    }

    fn rematch(&mut self) -> Result<(), Trouble> {
        match self.venue.rematch() {
            Ok(Answer::Done) => {
                self.begin_anew()?;
                self.go_on()
            }
            Ok(Answer::Later) => self.await_answer(),
            Err(Trouble::Declined(decline)) => self.say(&format!("! {}", sentence(&decline.to_string()))),
            Err(other) => Err(other),
        }
    }

    fn hint(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let Some(seat) = seen.speaker(self.chosen) else {
            return self.say("There is nothing to advise now.");
        };
        if !seen.can_hint() {
            return self.say("! Hints are given at home only; against another person you think for yourself.");
        }
        let Some(session) = self.venue.position() else {
            let asked = self.venue.hint(seat);
            return self.outcome(asked, false);
        };
        let level = ADVISER.word().to_owned();
        let advice = Question { session, seat, level, seed: fresh_seed()? }.answer();
        self.say(&advice.map_or_else(|| "There is nothing to advise.".into(), |advice| advice_in_words(&advice)))
    }

    fn moves(&mut self, part: Option<&str>) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let seats: Vec<Seat> = seen.acting().collect();
        if seats.is_empty() {
            return self.say("There is nothing to play now.");
        }
        for seat in &seats {
            let offers = seen.legal_moves(Some(*seat)).iter();
            let offers: Vec<&LegalMove> =
                offers.filter(|offer| part.is_none_or(|part| has_part(&offer.action, part))).collect();
            let who = seen.sitter(*seat).filter(|_| seats.len() > 1);
            let who = who.map_or(String::new(), |sitter| format!("{}: ", sitter.id));
            match part {
                Some(part) if offers.is_empty() => self.say(&format!("! {who}nothing legal has “{part}” in it."))?,
                Some(_) => self.moves_in_full(&offers)?,
                None => self.say(&format!("{who}{} legal: {}", offers.len(), gathered(&offers)))?,
            }
            for tone in [Tone::Win, Tone::Take, Tone::Gain, Tone::Harm].iter().filter(|_| part.is_none()) {
                let of_it: Vec<&LegalMove> =
                    offers.iter().filter(|offer| offer.gesture.tone == *tone).copied().collect();
                if !of_it.is_empty() && of_it.len() < offers.len() {
                    self.columns(&format!("  {}", brings(*tone)), &gathered(&of_it))?;
                }
            }
        }
        Ok(())
    }

    /// Moves with what they do and the way they go.
    fn moves_in_full(&mut self, offers: &[&LegalMove]) -> Result<(), Trouble> {
        for offer in offers {
            let way = &offer.gesture.path;
            let way = if way.len() > 1 { format!(" (by {})", way.join(" ")) } else { String::new() };
            self.say(&format!("{}  {}{way}", offer.action, offer.gesture.label))?;
        }
        Ok(())
    }

    /// The rules that are looked up most.
    fn quick_rules(&mut self) -> Result<(), Trouble> {
        let ids: Vec<String> = self.venue.title().info().quick_rules.iter().map(ToString::to_string).collect();
        if ids.is_empty() {
            return self.say("No rules are kept at hand here; “rules” shows the one last spoken of.");
        }
        ids.into_iter().try_for_each(|id| self.rules(Some(id)))
    }

    /// What is off the board, in sentences.
    fn trays(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        needs(&seen).iter().try_for_each(|need| self.say(need))?;
        seen.view.scene.trays.iter().try_for_each(|tray| self.say(&format!("{}: {}.", tray.label, tray.note)))
    }

    fn rules(&mut self, id: Option<String>) -> Result<(), Trouble> {
        let book = self.venue.title().rule_book();
        if id.as_deref() == Some("all") {
            let list: Vec<String> = book.rules.iter().map(|rule| format!("{} {}", rule.id, rule.title)).collect();
            return self.say(&list.join("\n"));
        }
        let first = book.rules.first().map(|rule| rule.id.clone());
        let wanted = id.or(self.rule.clone()).or(first).unwrap_or_default();
        match book.called(&wanted) {
            Some(rule) => {
                let text = plain(&rule.text);
                self.say(&format!("{} · {}\n{} · {}\n\n{text}", rule.id, rule.title, rule.standing, rule.source))
            }
            None => self.say(&format!("! There is no rule {wanted}; “rules all” lists them.")),
        }
    }

    fn help(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let example = seen.view.offers.iter().flat_map(|(_, offers)| offers).next();
        let example = example.map_or("a move", |offer| &offer.action);
        self.columns(example, "a move; several in one go, where they belong together")?;
        if seen.seats.iter().filter(|sitter| sitter.mine).count() > 1 {
            let who = format!("{}:", seen.seats[0].id);
            self.columns(&who, "before any of this speaks for that seat; alone, it chooses it")?;
        }
        WORDS.iter().try_for_each(|(word, what)| self.columns(word, what))?;
        let company = COMPANY.iter().filter(|_| seen.abroad.is_some());
        company.into_iter().try_for_each(|(word, what)| self.columns(word, what))
    }

    /// What happened since.
    fn tell_news(&mut self) -> Result<(), Trouble> {
        let log = self.venue.seen().view.log;
        let known = log.iter().zip(&self.told).take_while(|(new, old)| new == old).count();
        self.tell_from(known)
    }

    /// What happened, from an entry of the log on.
    fn tell_from(&mut self, known: usize) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        for entry in seen.view.log.iter().skip(known) {
            self.say(&entry_in_words(entry, &seen))?;
        }
        self.told = seen.view.log;
        Ok(())
    }

    /// The board, if it has changed, and where one stands.
    fn show(&mut self) -> Result<(), Trouble> {
        let seen = self.venue.seen();
        let mood = seen.view.scene.mood;
        if let Some(mood) = mood.filter(|_| mood != self.mood) {
            self.say(&format!("\n— {} —", sentence(mood).trim_end_matches('.')))?;
        }
        self.mood = mood;
        let picture = self.picture(&seen);
        if picture != self.shown {
            self.put(&picture)?;
            self.shown = picture;
        }
        if let Some(shown) = seen.view.scene.throw.as_ref().and_then(|throw| shown(throw, self.look)) {
            self.say(&format!("Thrown: {shown}"))?;
        }
        match &seen.view.verdict {
            Some(verdict) => self.say(&result(&seen, verdict)),
            None => {
                self.say(&seen.view.scene.headline)?;
                if let Some(clocks) = clocks::in_words(&self.venue.clocks(), &seen) {
                    self.say(&clocks)?;
                }
                self.omens(&seen)
            }
        }
    }

    /// The board and what is beside it.
    fn picture(&self, seen: &Seen) -> String {
        let scene = &seen.view.scene;
        let mut picture = format!("\n{}\n", board::text(scene, &seen.view.last, self.look));
        let table = ledger::text(seen, self.look);
        let beside = scene.trays.iter().filter(|tray| table.is_none() || tray.seat.is_none());
        let beside = beside.map(|tray| format!("{}: {}.", tray.label, tray.note));
        let told_once = ledger::of(seen, self.look).is_some_and(|ledger| ledger.need.is_some());
        let needs = if told_once { Vec::new() } else { needs(seen) };
        let told = needs.into_iter().chain(beside);
        picture += &self.look.text(table.as_deref().unwrap_or_default());
        for text in told {
            picture += &format!("{}\n", wrap(&self.look.text(&text), WIDTH).join("\n"));
        }
        picture
    }

    /// What the throw that is to be made would open.
    fn omens(&mut self, seen: &Seen) -> Result<(), Trouble> {
        let Some(toss) = &seen.toss else { return Ok(()) };
        let (open, closed): (Vec<&Omen>, Vec<&Omen>) = toss.omens.iter().partition(|omen| !omen.opens.is_empty());
        let wide = toss.omens.iter().map(|omen| omen.lot.outcome.chars().count()).max().unwrap_or(0).max(3);
        for omen in open {
            let chance = format!("{:>wide$} {:>4}", omen.lot.outcome, percent(omen.lot.p));
            self.columns(&chance, &opens(omen, seen))?;
        }
        if !closed.is_empty() {
            let outcomes: Vec<&str> = closed.iter().map(|omen| omen.lot.outcome.as_str()).collect();
            let p = closed.iter().map(|omen| omen.lot.p).sum();
            self.columns(&format!("{:wide$} {:>4}", "", percent(p)), &format!("nothing: {}", outcomes.join(" ")))?;
        }
        chances(&toss.omens, &seen.view.scene.plan, PLACES).map_or(Ok(()), |chances| self.say(&chances))
    }

    fn say(&mut self, text: &str) -> Result<(), Trouble> {
        let text = self.look.text(text).into_owned();
        let lines = if text.is_empty() { vec![String::new()] } else { wrap(&text, WIDTH) };
        let gap = if text.ends_with('\n') { "\n" } else { "" };
        self.put(&(lines.join("\n") + "\n" + gap))
    }

    /// A word and what is to be said of it, side by side.
    fn columns(&mut self, word: &str, what: &str) -> Result<(), Trouble> {
        let text = self.look.text(what).into_owned();
        let left = LEFT.max(word.chars().count() + 2);
        for (index, line) in wrap(&text, WIDTH - left).into_iter().enumerate() {
            let word = self.look.text(if index == 0 { word } else { "" }).into_owned();
            self.put(&format!("{word:<left$}{line}\n"))?;
        }
        Ok(())
    }

    fn put(&mut self, text: &str) -> Result<(), Trouble> {
        // What comes while a prompt stands there begins on a line of its own.
        let gap = if std::mem::take(&mut self.prompted) { "\n" } else { "" };
        self.output.write_all(gap.as_bytes()).map_err(Trouble::system("standard output cannot be written"))?;
        self.output.write_all(text.as_bytes()).map_err(Trouble::system("standard output cannot be written"))
    }
}

/// Actions one after the other. Many that begin alike up to their last hyphen are told
/// together: `5:plane- u1 v1 w1`.
fn gathered(offers: &[&LegalMove]) -> String {
    let actions: Vec<&str> = offers.iter().map(|offer| offer.action.as_str()).collect();
    if actions.len() <= MANY {
        return actions.join(" ");
    }
    let parts = |action: &str| action.rfind('-').map_or(0, |at| at + 1);
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for action in actions {
        let (start, end) = action.split_at(parts(action));
        match groups.iter_mut().find(|(known, _)| *known == start) {
            Some((_, ends)) => ends.push(end),
            None => groups.push((start, vec![end])),
        }
    }
    let group = |(start, ends): &(&str, Vec<&str>)| match (&ends[..], *start) {
        ([only], start) => format!("{start}{only}"),
        (several, "") => several.join(" "),
        (several, start) => format!("{start} {}", several.join(" ")),
    };
    let lines: Vec<String> = groups.iter().map(group).collect();
    format!("\n{}", lines.join("\n"))
}

/// The next line without signs that steer a terminal; what is too long is cut off. `None` at the end.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Trouble> {
    let failed = || Trouble::system("standard input cannot be read");
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(failed())? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n').map_err(failed())?;
    }
    let line = String::from_utf8_lossy(&line);
    Ok(Some(line.trim().chars().filter(|letter| !letter.is_control()).collect()))
}

/// What each seat needs, in sentences.
fn needs(seen: &Seen) -> Vec<String> {
    let sentence_of = |need: &kernel::scene::Need| {
        let name = seen.sitter(need.seat).map_or("", |sitter| sitter.name);
        sentence(&format!("{name}: {}", need.line.text))
    };
    seen.view.scene.needs.iter().map(sentence_of).collect()
}

/// The sign before what is typed, with the seat that speaks where several are played here.
fn prompt(seen: &Seen, chosen: Option<Seat>) -> String {
    let name = |seat: Seat| seen.sitter(seat).map_or("", |sitter| sitter.id);
    let several = seen.acting().count() > 1;
    match (seen.my_throw(), seen.speaker(chosen)) {
        (Some(seat), _) => format!("{}, throw> ", name(seat)),
        (None, Some(seat)) if several => format!("{}> ", name(seat)),
        _ => "> ".to_owned(),
    }
}

fn entry_in_words(entry: &Entry, seen: &Seen) -> String {
    let who = entry.seat.and_then(|seat| seen.seats.get(seat.index())).map_or("throw", |sitter| sitter.id);
    let sentence = |line: &kernel::Sentence| {
        let rules: Vec<String> = line.rules.iter().map(ToString::to_string).collect();
        if rules.is_empty() { line.text.clone() } else { format!("{} ({})", line.text, rules.join(", ")) }
    };
    let told: Vec<String> = entry.lines.iter().map(sentence).collect();
    format!("{:>3}. {who} {}: {}", entry.number, entry.action, told.join(" "))
}

fn result(seen: &Seen, verdict: &kernel::Sentence) -> String {
    let rules: Vec<String> = verdict.rules.iter().map(ToString::to_string).collect();
    let account = seen.account().map_or(String::new(), |account| format!("\n{account}"));
    let score = seen.score().map_or(String::new(), |score| format!("\n{}", sentence(&score)));
    let next = format!("Type new for {}.", seen.next_game());
    format!("The game is over. {} ({}){account}{score}\n{next}", verdict.text, rules.join(", "))
}
