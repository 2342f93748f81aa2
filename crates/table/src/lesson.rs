//! Runs a lesson: sets up the position of a step, judges what the learner does, and plays the script.
//!
//! It is here and not in the kernel because a step is shown as a table: pages and terminal make their views of
//! [`LessonRun::table`] as they do of any table, and a forced throw is the stored event of a throw. Nothing is kept
//! between two requests: a step is found again from the lesson alone.
//!
//! What the script has the learner's seat do or throw is a *task*; everything else in it is played automatically.

use crate::practice;
use crate::table::Table;
use crate::view::Entry;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::lesson::{Lesson, LessonStep, ScriptStep};
use kernel::{Refusal, Seat};

/// Something that the learner does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Attempt<'a> {
    /// A typed move: one action, or several of one turn.
    Act(&'a str),
    /// A throw.
    Throw,
}

/// What a lesson says to an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It is what is asked. It completes this number of tasks.
    Expected(usize),
    /// It is legal, but something else is asked.
    NotAsked,
    /// The rules forbid it.
    Refused(Refusal),
}

/// A lesson that cannot be played. Every lesson is tested, so that no learner sees this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("step {step} of the lesson: {what}")]
pub struct LessonFault {
    /// The number of the step, from 1.
    pub step: usize,
    /// What is wrong.
    pub what: String,
}

/// A lesson at one of its steps.
#[derive(Clone)]
pub struct LessonRun<'a> {
    game: &'a dyn DynGame,
    lesson: &'a Lesson,
    /// The index of the step.
    step: usize,
    /// The length of the part of the step's script that has been played.
    played: usize,
    table: Table,
    /// The number of log entries that the learner has seen: up to their own last action.
    seen: usize,
}

impl<'a> LessonRun<'a> {
    /// The game's lesson at the step with this index; `None` if the game has no lesson or no such step.
    pub fn at(game: &'a dyn DynGame, step: usize) -> Option<Result<LessonRun<'a>, LessonFault>> {
        let lesson = game.lesson()?;
        lesson.steps.get(step)?;
        Some(Self::reach(game, lesson, step))
    }

    fn reach(game: &'a dyn DynGame, lesson: &'a Lesson, step: usize) -> Result<LessonRun<'a>, LessonFault> {
        let first = (0..=step).rev().find(|at| lesson.steps[*at].start.is_some()).unwrap_or(0);
        let table = opened(game, lesson, first).map_err(|what| LessonFault { step: first + 1, what })?;
        let mut run = LessonRun { game, lesson, step: first, played: 0, table, seen: 0 };
        run.begin()?;
        while run.step < step {
            while run.task().is_some() {
                run.advance()?;
            }
            run.go_on()?;
        }
        Ok(run)
    }

    /// The lesson.
    pub fn lesson(&self) -> &'a Lesson {
        self.lesson
    }

    /// The index of the step.
    pub fn number(&self) -> usize {
        self.step
    }

    /// The step.
    pub fn step(&self) -> &'a LessonStep {
        &self.lesson.steps[self.step]
    }

    /// Is this the last step?
    pub fn is_last(&self) -> bool {
        self.step + 1 == self.lesson.steps.len()
    }

    /// The match as it is now. The learner holds their seat with the key
    /// [`LEARNER`](crate::LEARNER).
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The learner's seat.
    pub fn seat(&self) -> Option<Seat> {
        self.table.game_match().seat(self.lesson.seat_at(self.step))
    }

    /// What the learner has to do next; `None` when the step is done.
    pub fn task(&self) -> Option<&'a ScriptStep> {
        self.step().play.get(self.played).filter(|step| self.is_task(step))
    }

    /// What has happened since the learner's last action.
    pub fn story(&self) -> Vec<Entry> {
        self.table.log_since(self.seen)
    }

    /// What the lesson says to an attempt. Nothing changes.
    pub fn judge(&self, attempt: Attempt<'_>) -> Judgement {
        match (attempt, self.task()) {
            (Attempt::Throw, Some(ScriptStep::Throw(_))) => Judgement::Expected(1),
            (Attempt::Throw, _) => {
                let rule = self.game.info().shared_rules.turn;
                Judgement::Refused(Refusal::new(rule, "There is nothing to throw now.").instead(&self.step().prompt))
            }
            (Attempt::Act(text), _) => self.judge_action(text),
        }
    }

    fn judge_action(&self, text: &str) -> Judgement {
        let Some(seat) = self.seat() else { return Judgement::NotAsked };
        let steps = match self.table.game_match().check(seat, text) {
            Ok(steps) => steps,
            Err(refusal) => return Judgement::Refused(refusal),
        };
        let seat = self.lesson.seat_at(self.step);
        let typed = steps.iter().map(|step| ScriptStep::Act { seat: seat.into(), action: step.notation().into() });
        let wanted = self.step().play.iter().skip(self.played);
        let asked = wanted.zip(typed).filter(|(wanted, typed)| *wanted == typed).count();
        if asked == steps.len() && asked > 0 { Judgement::Expected(asked) } else { Judgement::NotAsked }
    }

    /// Plays the learner's next task, and what follows automatically before their next one. After the last task of a
    /// step nothing else is played, because the learner reads first why it was right; after the last task of the
    /// lesson the script is played to its end.
    pub fn advance(&mut self) -> Result<(), LessonFault> {
        let Some(task) = self.task() else { return Ok(()) };
        self.perform(task)?;
        self.played += 1;
        self.seen = self.table.log_length();
        let mut ahead = self.clone();
        ahead.play_replies()?;
        if ahead.task().is_some() || self.is_last() {
            *self = ahead;
        }
        Ok(())
    }

    /// Goes on to the next step, if there is one: plays the replies that are left, or sets up its position.
    pub fn go_on(&mut self) -> Result<bool, LessonFault> {
        if self.is_last() {
            return Ok(false);
        }
        self.play_replies()?;
        self.step += 1;
        self.played = 0;
        if self.step().start.is_some() {
            self.table = opened(self.game, self.lesson, self.step).map_err(|what| self.fault(what))?;
            self.seen = 0;
        }
        self.begin()?;
        Ok(true)
    }

    /// The step before this one, from its beginning.
    pub fn back(&self) -> Option<Result<LessonRun<'a>, LessonFault>> {
        Self::at(self.game, self.step.checked_sub(1)?)
    }

    /// Plays what comes before the learner's first task.
    fn begin(&mut self) -> Result<(), LessonFault> {
        for step in &self.step().before {
            self.perform(step)?;
        }
        self.play_replies()?;
        if self.task().is_none() {
            return Err(self.fault("it asks the learner for nothing".to_owned()));
        }
        Ok(())
    }

    /// Plays what is not a task, up to the next task.
    fn play_replies(&mut self) -> Result<(), LessonFault> {
        while let Some(step) = self.step().play.get(self.played).filter(|step| !self.is_task(step)) {
            self.perform(step)?;
            self.played += 1;
        }
        Ok(())
    }

    fn is_task(&self, step: &ScriptStep) -> bool {
        match step {
            ScriptStep::Act { seat, .. } => seat == self.lesson.seat_at(self.step),
            ScriptStep::Throw(_) => {
                let thrower = self.table.game_match().thrower();
                thrower.is_some() && thrower == self.seat()
            }
        }
    }

    fn perform(&mut self, step: &ScriptStep) -> Result<(), LessonFault> {
        practice::perform(&mut self.table, step).map_err(|what| self.fault(what))
    }

    fn fault(&self, what: String) -> LessonFault {
        LessonFault { step: self.step + 1, what }
    }
}

/// The table at the beginning of a step, before its script. The learner is the only person at it.
fn opened(game: &dyn DynGame, lesson: &Lesson, step: usize) -> Result<Table, String> {
    let options = lesson.options.clone();
    let config = MatchConfig { players: lesson.players, options, ..MatchConfig::default() };
    practice::opened(game, config, lesson.steps[step].start.as_ref(), lesson.seat_at(step))
}
