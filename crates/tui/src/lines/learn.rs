//! `boxtop learn`: a lesson in lines of text.
//!
//! The lesson says what to do, the learner types it as in a match, and [`LessonRun`] judges it. A line that is not what
//! is asked changes nothing.

use super::input::{Incoming, Input, Lines};
use super::output::{Output, WIDTH};
use super::words;
use crate::markdown::plain;
use crate::throws::shown;
use crate::{Look, TableView, TuiError, Typed};
use kernel::dynamic::{DynGame, LegalMove};
use kernel::lesson::ScriptStep;
use std::io::{self, BufRead, Write};
use table::{Attempt, Judgement, LEARNER, LessonRun};

/// The words of a lesson with what they do, in the order of the help.
const WORDS: [(&str, &str); 9] = [
    ("throw", "throw the dice or spin the dial; t is enough"),
    ("hint", "help with this step"),
    ("back", "the step before this one"),
    ("skip", "the next step, without doing this one"),
    ("board", "the board again"),
    ("moves", "every legal move"),
    ("rules", "the rules of this step; “rules 9” shows rule 9"),
    ("help", "this list"),
    ("quit", "leave the lesson"),
];

/// Teaches a game from the step with this index, until the lesson or the input ends or the learner quits. Returns the
/// index of the step to go on with; `None` after the last one. `echo` repeats what was read.
pub fn learn(
    game: &'static dyn DynGame,
    from: usize,
    look: Look,
    echo: bool,
    input: impl BufRead,
    output: impl Write,
) -> Result<Option<usize>, TuiError> {
    let Some(run) = LessonRun::at(game, from).transpose()? else {
        return Err(TuiError::Usage(no_step(game)));
    };
    let mut lesson =
        LineLesson { game, run, out: Output::new(output, look), input: Lines(input), shown: String::new() };
    match lesson.run(echo) {
        // The reader of the output has gone.
        Err(TuiError::System { why, .. }) if why.kind() == io::ErrorKind::BrokenPipe => Ok(Some(lesson.run.number())),
        other => other,
    }
}

/// Why there is no such step.
fn no_step(game: &dyn DynGame) -> String {
    match game.lesson() {
        Some(lesson) => format!("the lesson of {} has steps 1 to {}", game.info().title, lesson.steps.len()),
        None => format!("{} has no lesson; read boxtop rules {}", game.info().title, game.info().slug),
    }
}

/// A lesson, and what has been shown of it.
struct LineLesson<W, I> {
    game: &'static dyn DynGame,
    run: LessonRun<'static>,
    out: Output<W>,
    input: I,
    /// The board and what is beside it, as last shown.
    shown: String,
}

impl<W: Write, I: Input> LineLesson<W, I> {
    fn run(&mut self, echo: bool) -> Result<Option<usize>, TuiError> {
        self.out.say(&format!("Learn {}", self.game.info().title))?;
        self.out.say("Type what the lesson asks for, or hint, back, help, quit.\n")?;
        self.show_step()?;
        loop {
            self.out.prompt("> ")?;
            let Incoming::Line(line) = self.input.next()? else {
                self.out.answered();
                self.out.say("")?;
                return Ok(Some(self.run.number()));
            };
            self.out.answered();
            if echo {
                self.out.say(&line)?;
            }
            match Typed::read(&line) {
                Typed::Quit => return Ok(Some(self.run.number())),
                Typed::Move(word) if word == "skip" => {
                    if self.go_on()? {
                        return Ok(None);
                    }
                }
                typed => {
                    if self.answer(typed)? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Answers a typed line; `true` when the lesson is over.
    fn answer(&mut self, typed: Typed) -> Result<bool, TuiError> {
        match typed {
            Typed::Nothing => self.ask()?,
            Typed::Throw => return self.attempt(Attempt::Throw),
            Typed::Move(word) if word == "back" => self.back()?,
            Typed::Move(text) => return self.attempt(Attempt::Act(&text)),
            Typed::For(_, what) => return self.answer(*what),
            Typed::Hint => self.hint()?,
            Typed::Board => {
                self.shown.clear();
                self.board()?;
                self.ask()?;
            }
            Typed::Moves(_) => self.moves()?,
            Typed::Rules(None) => {
                for id in &self.run.step().rules {
                    self.rule(id)?;
                }
            }
            Typed::Rules(Some(id)) => self.rule(&id)?,
            Typed::Help => WORDS.iter().try_for_each(|(word, what)| self.out.columns(word, what))?,
            _ => self.out.refuse("This word means nothing in a lesson. Type help for a list of words.")?,
        }
        Ok(false)
    }

    fn attempt(&mut self, attempt: Attempt<'_>) -> Result<bool, TuiError> {
        match self.run.judge(attempt) {
            Judgement::Refused(refusal) => self.out.refuse(&refusal.to_string())?,
            Judgement::NotAsked => {
                let prompt = &self.run.step().prompt;
                self.out.refuse(&format!("That is legal, but the lesson asks for something else. {prompt}"))?;
            }
            Judgement::Expected(tasks) => {
                let before = self.run.table().log_length();
                for _ in 0..tasks {
                    self.run.advance()?;
                }
                self.tell(before)?;
                if self.run.task().is_none() {
                    return self.done();
                }
                self.board()?;
                self.ask()?;
            }
        }
        Ok(false)
    }

    /// The step is done: says why it was right, and goes on.
    fn done(&mut self) -> Result<bool, TuiError> {
        let step = self.run.step();
        self.out.say(&format!("Right! {} ({})\n", step.why, step.rules.join(", ")))?;
        self.go_on()
    }

    /// Goes on to the next step; `true` when there is none.
    fn go_on(&mut self) -> Result<bool, TuiError> {
        if self.run.is_last() {
            self.out.say(&self.run.lesson().closing)?;
            self.out.say(&format!("Play it: boxtop play {}", self.game.info().slug))?;
            return Ok(true);
        }
        while self.run.task().is_some() {
            self.run.advance()?;
        }
        self.run.go_on()?;
        self.show_step()?;
        Ok(false)
    }

    fn back(&mut self) -> Result<(), TuiError> {
        match self.run.back().transpose()? {
            Some(run) => {
                self.run = run;
                self.show_step()
            }
            None => self.out.refuse("This is the first step."),
        }
    }

    fn hint(&mut self) -> Result<(), TuiError> {
        let typed = match self.run.task() {
            Some(ScriptStep::Act { action, .. }) => action,
            _ => "throw",
        };
        self.out.say(&format!("Hint: {}\nType {typed}", self.run.step().hint))
    }

    /// Shows a step from its beginning: what has happened, the board, and what to do.
    fn show_step(&mut self) -> Result<(), TuiError> {
        if let Some(scene) = &self.run.step().scene {
            self.out.say(scene)?;
        }
        let story = self.run.story().len();
        self.tell(self.run.table().log_length() - story)?;
        self.board()?;
        self.ask()
    }

    fn ask(&mut self) -> Result<(), TuiError> {
        let (step, steps) = (self.run.number() + 1, self.run.lesson().steps.len());
        self.out.say(&format!("Step {step} of {steps}: {}", self.run.step().prompt))
    }

    /// What was played after the first `entries` of the log.
    fn tell(&mut self, entries: usize) -> Result<(), TuiError> {
        let seen = self.seen();
        seen.view.log.iter().skip(entries).try_for_each(|entry| self.out.say(&words::log_entry(entry, &seen)))
    }

    /// The board, if it has changed, and what was thrown.
    fn board(&mut self) -> Result<(), TuiError> {
        let seen = self.seen();
        let picture = words::picture(&seen, self.out.look, WIDTH);
        if picture != self.shown {
            self.out.put(&picture)?;
            self.shown = picture;
        }
        match seen.view.scene.throw.as_ref().and_then(|throw| shown(throw, self.out.look)) {
            Some(thrown) => self.out.say(&format!("Thrown: {thrown}")),
            None => Ok(()),
        }
    }

    fn moves(&mut self) -> Result<(), TuiError> {
        let seen = self.seen();
        let moves: Vec<&LegalMove> = seen.legal_moves(self.run.seat()).iter().collect();
        match moves.len() {
            0 => self.out.say("There is nothing to play now: throw first."),
            count => self.out.say(&format!("{count} legal: {}", words::grouped(&moves))),
        }
    }

    fn rule(&mut self, id: &str) -> Result<(), TuiError> {
        match self.game.rule_book().called(id) {
            Some(rule) => self.out.say(&format!("{} · {}\n\n{}", rule.id, rule.title, plain(&rule.text))),
            None => {
                let shown: String = id.chars().take(40).collect();
                self.out.refuse(&format!("There is no rule {shown} in {}.", self.game.info().title))
            }
        }
    }

    fn seen(&self) -> TableView {
        TableView::of(self.run.table(), LEARNER)
    }
}
