//! `boxtop puzzle`: exercises in lines of text.
//!
//! The player types a move as in a match, and [`ExerciseRun`] judges it. They may try without limit, ask for the solution,
//! and go on to the next exercise.

use super::input::{Incoming, Input, Lines};
use super::output::{Output, WIDTH};
use super::words;
use crate::markdown::plain;
use crate::throws::shown;
use crate::{Look, TableView, TuiError, Typed};
use kernel::dynamic::{DynGame, LegalMove};
use kernel::exercise::{Exercise, Marked};
use std::io::{self, BufRead, Write};
use table::{ExerciseRun, LEARNER, Tried};

/// The words of an exercise with what they do, in the order of the help.
const WORDS: [(&str, &str); 8] = [
    ("solution", "the best move, and why"),
    ("next", "the next one"),
    ("back", "the one before"),
    ("board", "the board again"),
    ("moves", "every legal move"),
    ("rules", "“rules 9” shows rule 9"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Exercises of one game, with a name for each.
pub trait Exercises {
    /// The game.
    fn game(&self) -> &'static dyn DynGame;
    /// The exercise with this index.
    fn get(&self, at: usize) -> Option<&Exercise>;
    /// What to call it: “Puzzle 3 of 100, easy”.
    fn name(&self, at: usize) -> String;
}

/// Plays the exercises from this index on, until the input ends or the player quits. Returns the index of the last one.
/// `echo` repeats what was read.
pub fn exercise(
    exercises: &dyn Exercises,
    from: usize,
    look: Look,
    echo: bool,
    input: impl BufRead,
    output: impl Write,
) -> Result<usize, TuiError> {
    let out = Output::new(output, look);
    let mut lines = LineExercise { exercises, at: from, out, input: Lines(input), shown: String::new() };
    match lines.run(echo) {
        // The reader of the output has gone.
        Err(TuiError::System { why, .. }) if why.kind() == io::ErrorKind::BrokenPipe => Ok(lines.at),
        other => other.map(|()| lines.at),
    }
}

/// What a line leads to.
enum Next {
    Stay,
    Go(usize),
    Leave,
}

/// The exercises, and what has been shown of the current one.
struct LineExercise<'e, W, I> {
    exercises: &'e dyn Exercises,
    at: usize,
    out: Output<W>,
    input: I,
    /// The board and what is beside it, as last shown.
    shown: String,
}

impl<W: Write, I: Input> LineExercise<'_, W, I> {
    fn run(&mut self, echo: bool) -> Result<(), TuiError> {
        let exercises = self.exercises;
        self.out.say("Type the best move, or solution, next, help, quit.\n")?;
        while let Some(exercise) = exercises.get(self.at) {
            let run = ExerciseRun::open(exercises.game(), exercise)?;
            match self.one(&run, echo)? {
                Some(at) => self.at = at,
                None => break,
            }
        }
        Ok(())
    }

    /// One exercise; returns the index of the next one, or `None` to leave.
    fn one(&mut self, run: &ExerciseRun<'_>, echo: bool) -> Result<Option<usize>, TuiError> {
        self.shown.clear();
        self.out.say(&self.exercises.name(self.at))?;
        self.board(run)?;
        self.ask(run)?;
        loop {
            self.out.prompt("> ")?;
            let Incoming::Line(line) = self.input.next()? else {
                self.out.answered();
                self.out.say("")?;
                return Ok(None);
            };
            self.out.answered();
            if echo {
                self.out.say(&line)?;
            }
            match self.answer(run, Typed::read(&line))? {
                Next::Stay => {}
                Next::Go(at) => return Ok(Some(at)),
                Next::Leave => return Ok(None),
            }
        }
    }

    fn answer(&mut self, run: &ExerciseRun<'_>, typed: Typed) -> Result<Next, TuiError> {
        match typed {
            Typed::Quit => return Ok(Next::Leave),
            Typed::Nothing => self.ask(run)?,
            Typed::Move(word) if word == "next" => return self.go(self.at.checked_add(1), "This is the last one."),
            Typed::Move(word) if word == "back" => return self.go(self.at.checked_sub(1), "This is the first one."),
            Typed::Move(word) if word == "solution" => self.solution(run)?,
            Typed::Move(text) => self.attempt(run, &text)?,
            Typed::For(_, what) => return self.answer(run, *what),
            Typed::Hint => self.out.say("There are no hints. Type solution to see the best move.")?,
            Typed::Throw => self.out.refuse("There is nothing to throw now: find the best move.")?,
            Typed::Board => {
                self.shown.clear();
                self.board(run)?;
                self.ask(run)?;
            }
            Typed::Moves(_) => self.moves(run)?,
            Typed::Rules(None) => self.out.say("Name a rule, as in “rules 9”.")?,
            Typed::Rules(Some(id)) => self.rule(&id)?,
            Typed::Help => WORDS.iter().try_for_each(|(word, what)| self.out.columns(word, what))?,
            _ => self.out.refuse("This word means nothing in a puzzle. Type help for a list of words.")?,
        }
        Ok(Next::Stay)
    }

    fn go(&mut self, to: Option<usize>, none: &str) -> Result<Next, TuiError> {
        match to.filter(|to| self.exercises.get(*to).is_some()) {
            Some(to) => Ok(Next::Go(to)),
            None => self.out.refuse(none).map(|()| Next::Stay),
        }
    }

    fn attempt(&mut self, run: &ExerciseRun<'_>, text: &str) -> Result<(), TuiError> {
        match run.judge(text) {
            Tried::Refused(refusal) => self.out.refuse(&refusal.to_string()),
            Tried::Legal { marked: Marked::Best, .. } => {
                self.out.say("Right!")?;
                self.solution(run)
            }
            Tried::Legal { notation, marked } => self.out.say(&verdict(&notation, marked)),
        }
    }

    /// The best move, why it is best, the line, and what other moves lose.
    fn solution(&mut self, run: &ExerciseRun<'_>) -> Result<(), TuiError> {
        let exercise = run.exercise();
        let best: Vec<&str> = exercise.best().collect();
        let rules = exercise.reason.rules.join(", ");
        let rules = if rules.is_empty() { rules } else { format!(" ({rules})") };
        self.out.say(&format!("The best move: {}. {}{rules}", best.join(" or "), exercise.reason.text))?;
        if exercise.line.len() > 1 {
            self.out.say(&format!("The line: {}", exercise.line.join(" ")))?;
        }
        let others = exercise.judged.iter().filter(|one| one.loss > 0.0);
        let others: Vec<String> = others.map(|one| format!("{} loses {}", one.notation, percent(one.loss))).collect();
        self.out.say(&format!("Others: {}.", others.join(", ")))?;
        self.out.say("Type next to go on, or quit.\n")
    }

    fn ask(&mut self, run: &ExerciseRun<'_>) -> Result<(), TuiError> {
        let name = run.table().game_match().seat_name(run.seat());
        self.out.say(&format!("Find the best move for {name}."))
    }

    /// The board, if it has not been shown, and what was thrown.
    fn board(&mut self, run: &ExerciseRun<'_>) -> Result<(), TuiError> {
        let seen = seen(run);
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

    fn moves(&mut self, run: &ExerciseRun<'_>) -> Result<(), TuiError> {
        let seen = seen(run);
        let moves: Vec<&LegalMove> = seen.legal_moves(Some(run.seat())).iter().collect();
        self.out.say(&format!("{} legal: {}", moves.len(), words::grouped(&moves)))
    }

    fn rule(&mut self, id: &str) -> Result<(), TuiError> {
        let game = self.exercises.game();
        match game.rule_book().called(id) {
            Some(rule) => self.out.say(&format!("{} · {}\n\n{}", rule.id, rule.title, plain(&rule.text))),
            None => {
                let shown: String = id.chars().take(40).collect();
                self.out.refuse(&format!("There is no rule {shown} in {}.", game.info().title))
            }
        }
    }
}

fn seen(run: &ExerciseRun<'_>) -> TableView {
    TableView::of(run.table(), LEARNER)
}

/// What an attempt that is not the best is worth.
fn verdict(notation: &str, marked: Marked) -> String {
    match marked {
        Marked::Best => format!("{notation} is the best move."),
        Marked::Close(loss) => {
            format!("Nearly: {notation} loses only {}, but there is a better move. Try again.", percent(loss))
        }
        Marked::Weaker(Some(loss)) => format!("{notation} loses {} of the win. Try again.", percent(loss)),
        Marked::Weaker(None) => format!("{notation} is clearly weaker. Try again."),
    }
}

/// A share of the win in percent.
fn percent(loss: f64) -> String {
    if loss < 0.0995 { format!("{:.1} %", 100.0 * loss).replace(".0 ", " ") } else { format!("{:.0} %", 100.0 * loss) }
}
