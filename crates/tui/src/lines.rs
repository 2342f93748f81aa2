//! The game as a conversation in lines: for pipes, scripts and screen readers.
//!
//! What is typed is the same as in the screen's input line, and so is the table
//! beneath. A refused line changes nothing and the conversation goes on.

use crate::app::{advice_in_words, has_part, is_called};
use crate::local::fresh_seed;
use crate::outcome::sentence;
use crate::text::{unmarked, wrap};
use crate::think::{ADVISER, Question};
use crate::toss::{brings, chances, opens, percent, shown};
use crate::typed::WORDS;
use crate::{Local, Look, Omen, Seen, Trouble, Typed, board, ledger};
use kernel::Seat;
use kernel::door::Offer;
use kernel::scene::Tone;
use std::io::{self, BufRead, Read, Write};
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
pub fn run(local: Local, look: Look, echo: bool, input: impl BufRead, output: impl Write) -> Result<Local, Trouble> {
    let told = local.seen().view.log.len();
    let mut talk = Talk { local, look, output, told, rule: None, chosen: None, shown: String::new(), mood: None };
    match talk.converse(echo, input) {
        // Whoever was listening has gone; the match is kept all the same.
        Err(Trouble::System { why, .. }) if why.kind() == io::ErrorKind::BrokenPipe => Ok(talk.local),
        Err(other) => Err(other),
        Ok(()) => Ok(talk.local),
    }
}

struct Talk<W> {
    local: Local,
    look: Look,
    output: W,
    /// How many entries of the log have been told.
    told: usize,
    /// The rule under discussion.
    rule: Option<String>,
    /// The seat that was chosen to speak, where several may.
    chosen: Option<Seat>,
    /// The board and what is beside it as they were shown last.
    shown: String,
    /// The light it was last.
    mood: Option<&'static str>,
}

impl<W: Write> Talk<W> {
    fn converse(&mut self, echo: bool, mut input: impl BufRead) -> Result<(), Trouble> {
        self.introduce()?;
        self.go_on()?;
        loop {
            let prompt = prompt(&self.local.seen(), self.chosen);
            self.put(&prompt)?;
            self.output.flush().map_err(Trouble::system("standard output cannot be written"))?;
            let Some(line) = read_line(&mut input)? else { return self.say("") };
            if echo {
                self.say(&line)?;
            }
            match Typed::read(&line) {
                Typed::Quit => return Ok(()),
                typed => self.obey(typed)?,
            }
        }
    }

    fn obey(&mut self, typed: Typed) -> Result<(), Trouble> {
        match typed {
            // Enter alone throws, where there is a throw to be made.
            Typed::Nothing if self.local.seen().my_throw().is_some() => self.throw(),
            Typed::Nothing | Typed::Quit => Ok(()),
            Typed::For(seat, what) => self.speak_for(&seat, *what),
            Typed::Move(text) => self.act(text),
            Typed::Throw => self.throw(),
            Typed::Trays => self.trays(),
            Typed::Moves(part) => self.moves(part.as_deref()),
            Typed::AtHand => self.at_hand(),
            Typed::Hint => self.hint(),
            Typed::Undo => self.take_back(),
            Typed::Resign => self.with_voice(|seat| Command::Resign { seat }),
            Typed::Log if self.told == 0 => self.say("Nothing has been played yet."),
            Typed::Log => self.tell_from(0),
            Typed::Rules(id) => self.rules(id),
            Typed::Board => {
                self.shown.clear();
                self.show()
            }
            Typed::Help => self.help(),
            Typed::Save => {
                let place = self.local.archive().place().to_owned();
                let id = self.local.seen().id;
                self.say(&format!("Every move is kept at once in {place} (match {id})."))
            }
            Typed::New => self.rematch(),
        }
    }

    fn introduce(&mut self) -> Result<(), Trouble> {
        let seen = self.local.seen();
        let sides: Vec<String> = seen.seats.iter().map(|sitter| format!("{}: {}", sitter.name, sitter.who)).collect();
        self.say(self.local.title().info().title)?;
        self.say(&sentence(&sides.join(", ")))?;
        if let Some(score) = seen.score() {
            self.say(&sentence(&score))?;
        }
        self.say("Type a move, or help for what else can be typed.\n")
    }

    /// Lets computers act and the house throw for them, then shows where one stands.
    fn go_on(&mut self) -> Result<(), Trouble> {
        loop {
            let seen = self.local.seen();
            if seen.house_throws() {
                self.local.command(&Command::Throw { seat: None })?;
            } else if let Some((seat, level)) = seen.computers.first() {
                let question =
                    Question { session: self.local.position(), seat: *seat, level: level.clone(), seed: fresh_seed()? };
                let Some(advice) = question.answer() else {
                    return Err(Trouble::Computer(
                        "the computer player found no move, which is a fault of ours".into(),
                    ));
                };
                let seat = seen.seats[seat.index()].id.to_owned();
                self.local.command(&Command::Act { seat, text: advice.action })?;
            } else {
                break;
            }
        }
        self.tell_from(self.told)?;
        self.show()
    }

    fn act(&mut self, text: String) -> Result<(), Trouble> {
        let seen = self.local.seen();
        match seen.speaker(self.chosen).and_then(|seat| seen.sitter(seat)) {
            Some(sitter) => {
                let played = self.local.play(sitter.id, &text);
                self.outcome(played, false)
            }
            None => self.not_now(&seen),
        }
    }

    fn throw(&mut self) -> Result<(), Trouble> {
        let seen = self.local.seen();
        match seen.my_throw().and_then(|seat| seen.sitter(seat)) {
            Some(sitter) => self.attempt(&Command::Throw { seat: Some(sitter.id.into()) }),
            None if seen.is_over() => self.not_now(&seen),
            None => self.say("There is nothing to throw now."),
        }
    }

    fn not_now(&mut self, seen: &Seen) -> Result<(), Trouble> {
        match seen.is_over() {
            true => self.say(&format!("The game is over. Type new for {}, or quit.", seen.next_game())),
            false => self.say("First comes the throw: type throw, or press Enter."),
        }
    }

    /// Does something for a seat that is named: `red: 8>`; the name alone chooses it.
    fn speak_for(&mut self, name: &str, what: Typed) -> Result<(), Trouble> {
        let seen = self.local.seen();
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
        let seen = self.local.seen();
        if seen.just_thrown() && !seen.is_over() {
            return self.say("! A throw stands: nothing is taken back over it.");
        }
        self.with_voice(|seat| Command::TakeBack { seat })
    }

    fn with_voice(&mut self, command: impl FnOnce(String) -> Command) -> Result<(), Trouble> {
        let seen = self.local.seen();
        match seen.voice(self.chosen).and_then(|seat| seen.sitter(seat)) {
            Some(sitter) => self.attempt(&command(sitter.id.into())),
            None => self.say("Nobody plays at this terminal."),
        }
    }

    fn attempt(&mut self, command: &Command) -> Result<(), Trouble> {
        let done = self.local.command(command);
        self.outcome(done, matches!(command, Command::TakeBack { .. }))
    }

    /// Says what became of something; a refusal is said, and only a broken store ends the conversation.
    fn outcome(&mut self, done: Result<(), Trouble>, taken_back: bool) -> Result<(), Trouble> {
        match done {
            Ok(()) => {}
            Err(Trouble::Declined(Decline::Refused(refusal))) => {
                self.rule = Some(refusal.rule.to_string());
                return self.say(&format!("! {refusal}"));
            }
            Err(Trouble::Declined(decline)) => return self.say(&format!("! {}", sentence(&decline.to_string()))),
            Err(Trouble::MovedOn) => self.say(&format!("! {}", sentence(&Trouble::MovedOn.to_string())))?,
            Err(other) => return Err(other),
        }
        self.told = self.told.min(self.local.seen().view.log.len());
        if taken_back {
            self.say("Taken back.")?;
        }
        self.go_on()
    }

    fn rematch(&mut self) -> Result<(), Trouble> {
        match self.local.rematch() {
            Ok(next) => {
                self.local = next;
                (self.told, self.rule, self.chosen) = (0, None, None);
                self.introduce()?;
                self.go_on()
            }
            Err(Trouble::Declined(decline)) => self.say(&format!("! {}", sentence(&decline.to_string()))),
            Err(other) => Err(other),
        }
    }

    fn hint(&mut self) -> Result<(), Trouble> {
        let Some(seat) = self.local.seen().speaker(self.chosen) else {
            return self.say("There is nothing to advise now.");
        };
        let level = ADVISER.word().to_owned();
        let advice = Question { session: self.local.position(), seat, level, seed: fresh_seed()? }.answer();
        self.say(&advice.map_or_else(|| "There is nothing to advise.".into(), |advice| advice_in_words(&advice)))
    }

    fn moves(&mut self, part: Option<&str>) -> Result<(), Trouble> {
        let seen = self.local.seen();
        let seats: Vec<Seat> = seen.acting().collect();
        if seats.is_empty() {
            return self.say("There is nothing to play now.");
        }
        for seat in &seats {
            let offers = seen.offers(Some(*seat)).iter();
            let offers: Vec<&Offer> =
                offers.filter(|offer| part.is_none_or(|part| has_part(&offer.action, part))).collect();
            let who = seen.sitter(*seat).filter(|_| seats.len() > 1);
            let who = who.map_or(String::new(), |sitter| format!("{}: ", sitter.id));
            match part {
                Some(part) if offers.is_empty() => self.say(&format!("! {who}nothing legal has “{part}” in it."))?,
                Some(_) => self.moves_in_full(&offers)?,
                None => self.say(&format!("{who}{} legal: {}", offers.len(), gathered(&offers)))?,
            }
            for tone in [Tone::Win, Tone::Take, Tone::Gain, Tone::Harm].iter().filter(|_| part.is_none()) {
                let of_it: Vec<&Offer> = offers.iter().filter(|offer| offer.gesture.tone == *tone).copied().collect();
                if !of_it.is_empty() && of_it.len() < offers.len() {
                    self.columns(&format!("  {}", brings(*tone)), &gathered(&of_it))?;
                }
            }
        }
        Ok(())
    }

    /// Moves with what they do and the way they go.
    fn moves_in_full(&mut self, offers: &[&Offer]) -> Result<(), Trouble> {
        for offer in offers {
            let way = &offer.gesture.path;
            let way = if way.len() > 1 { format!(" (by {})", way.join(" ")) } else { String::new() };
            self.say(&format!("{}  {}{way}", offer.action, offer.gesture.label))?;
        }
        Ok(())
    }

    /// The rules that are looked up most.
    fn at_hand(&mut self) -> Result<(), Trouble> {
        let ids: Vec<String> = self.local.title().info().at_hand.iter().map(ToString::to_string).collect();
        if ids.is_empty() {
            return self.say("No rules are kept at hand here; “rules” shows the one last spoken of.");
        }
        ids.into_iter().try_for_each(|id| self.rules(Some(id)))
    }

    /// What is off the board, in sentences.
    fn trays(&mut self) -> Result<(), Trouble> {
        let seen = self.local.seen();
        needs(&seen).iter().try_for_each(|need| self.say(need))?;
        seen.view.scene.trays.iter().try_for_each(|tray| self.say(&format!("{}: {}.", tray.label, tray.note)))
    }

    fn rules(&mut self, id: Option<String>) -> Result<(), Trouble> {
        let book = self.local.title().rule_book();
        if id.as_deref() == Some("all") {
            let list: Vec<String> = book.rules.iter().map(|rule| format!("{} {}", rule.id, rule.title)).collect();
            return self.say(&list.join("\n"));
        }
        let first = book.rules.first().map(|rule| rule.id.clone());
        let wanted = id.or(self.rule.clone()).or(first).unwrap_or_default();
        match book.rules.iter().find(|rule| is_called(&rule.id, &wanted)) {
            Some(rule) => {
                let text = unmarked(&rule.text);
                self.say(&format!("{} · {}\n{} · {}\n\n{text}", rule.id, rule.title, rule.standing, rule.source))
            }
            None => self.say(&format!("! There is no rule {wanted}; “rules all” lists them.")),
        }
    }

    fn help(&mut self) -> Result<(), Trouble> {
        let seen = self.local.seen();
        let example = seen.view.offers.iter().flat_map(|(_, offers)| offers).next();
        let example = example.map_or("a move", |offer| &offer.action);
        self.columns(example, "a move; several in one go, where they belong together")?;
        if seen.seats.iter().filter(|sitter| sitter.mine).count() > 1 {
            let who = format!("{}:", seen.seats[0].id);
            self.columns(&who, "before any of this speaks for that seat; alone, it chooses it")?;
        }
        WORDS.iter().try_for_each(|(word, what)| self.columns(word, what))
    }

    /// What happened since.
    fn tell_from(&mut self, told: usize) -> Result<(), Trouble> {
        let seen = self.local.seen();
        for entry in seen.view.log.iter().skip(told) {
            self.say(&entry_in_words(entry, &seen))?;
        }
        self.told = seen.view.log.len();
        Ok(())
    }

    /// The board, if it has changed, and where one stands.
    fn show(&mut self) -> Result<(), Trouble> {
        let seen = self.local.seen();
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
        self.output.write_all(text.as_bytes()).map_err(Trouble::system("standard output cannot be written"))
    }
}

/// Actions one after the other. Many that begin alike up to their last hyphen are told
/// together: `5:plane- u1 v1 w1`.
fn gathered(offers: &[&Offer]) -> String {
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
    let sentence = |line: &kernel::Line| {
        let rules: Vec<String> = line.rules.iter().map(ToString::to_string).collect();
        if rules.is_empty() { line.text.clone() } else { format!("{} ({})", line.text, rules.join(", ")) }
    };
    let told: Vec<String> = entry.lines.iter().map(sentence).collect();
    format!("{:>3}. {who} {}: {}", entry.number, entry.action, told.join(" "))
}

fn result(seen: &Seen, verdict: &kernel::Line) -> String {
    let rules: Vec<String> = verdict.rules.iter().map(ToString::to_string).collect();
    let account = seen.account().map_or(String::new(), |account| format!("\n{account}"));
    let score = seen.score().map_or(String::new(), |score| format!("\n{}", sentence(&score)));
    let next = format!("Type new for {}.", seen.next_game());
    format!("The game is over. {} ({}){account}{score}\n{next}", verdict.text, rules.join(", "))
}
