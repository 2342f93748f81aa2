//! Is one player stronger than another? They change sides every other match.

use crate::course::{Course, Mind};
use crate::stats::{Interval, wilson};
use crate::{Unfit, on_threads, seated, sim::Watcher, visit};
use games::Visitor;
use kernel::door::Deal;
use kernel::{Boxed, Outcome, Seat};
use players::{Kind, Luck};
use rayon::prelude::*;
use serde::Serialize;
use std::time::Instant;

/// What is to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's slug.
    pub game: String,
    /// Options, board and number of players.
    pub deal: Deal,
    /// One player: the first seat in even matches, the second in odd ones, and so on round.
    pub a: Kind,
    /// The other player.
    pub b: Kind,
    /// How many matches.
    pub matches: u64,
    /// Match `n` of this seed is always the same.
    pub seed: u64,
    /// Threads to use; 0 for one on each core.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The game's slug.
    pub game: &'static str,
    /// One player.
    pub a: String,
    /// The other.
    pub b: String,
    /// Matches played.
    pub matches: u64,
    /// Matches that `a` won.
    pub a_wins: u64,
    /// Matches that `b` won.
    pub b_wins: u64,
    /// Matches that neither won.
    pub ties: u64,
    /// The score of `a`, with its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// How `a` fared on each side.
    pub sides: Vec<Side>,
    /// Actions in a match, on average.
    pub mean_length: f64,
    /// How long it took.
    pub seconds: f64,
}

/// How `a` fared on one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// The id of the first seat that `a` held.
    pub seat: &'static str,
    /// Matches on this side.
    pub matches: u64,
    /// Of which `a` won.
    pub a_wins: u64,
    /// Of which `b` won.
    pub b_wins: u64,
    /// Of which neither won.
    pub ties: u64,
}

/// Checks the plan without playing.
pub fn check(plan: &Plan) -> Result<(), Unfit> {
    visit(&plan.game, Check(plan))?
}

/// Plays the plan.
pub fn run(plan: &Plan, watcher: &dyn Watcher) -> Result<Standing, Unfit> {
    visit(&plan.game, Run { plan, watcher })?
}

struct Check<'a>(&'a Plan);

impl Visitor for Check<'_> {
    type Output = Result<(), Unfit>;

    fn visit<G: Boxed>(self) -> Self::Output {
        if self.0.matches == 0 {
            return Err(Unfit::NoMatches);
        }
        seated::<G>(&self.0.deal).map(|_| ())
    }
}

struct Run<'a> {
    plan: &'a Plan,
    watcher: &'a dyn Watcher,
}

impl Visitor for Run<'_> {
    type Output = Result<Standing, Unfit>;

    fn visit<G: Boxed>(self) -> Self::Output {
        let plan = self.plan;
        Check(plan).visit::<G>()?;
        let seated = seated::<G>(&plan.deal)?;
        let game = &**seated.game();
        let one_match = |course: &mut Course<'_, G>, number: usize| {
            let number = number as u64;
            let mut luck = Luck::stream(plan.seed, number);
            let kind = |seat| if is_a(seat, number) { plan.a } else { plan.b };
            let mut minds: Vec<Mind<G>> =
                (0..game.players()).map(|seat| Mind::new(kind(Seat(seat)), &mut luck)).collect();
            let gone = course.between(&mut minds, &mut luck, |_, _| ());
            self.watcher.over(number, None);
            Tally::of(gone.outcome.as_ref(), gone.actions, number)
        };
        let began = Instant::now();
        let tally = on_threads(plan.threads, || {
            let matches = (0..plan.matches as usize).into_par_iter().with_max_len(1);
            matches.map_init(|| Course::new(game), one_match).reduce(Tally::default, Tally::and)
        })?;
        Ok(tally.standing(game, plan, began.elapsed().as_secs_f64()))
    }
}

/// Does `a` hold the seat in this match?
fn is_a(seat: Seat, number: u64) -> bool {
    (u64::from(seat.0) + number).is_multiple_of(2)
}

/// Matches by side and by who won: a, b, neither.
#[derive(Copy, Clone, Default)]
struct Tally {
    sides: [[u64; 3]; 2],
    actions: u64,
}

impl Tally {
    fn of(outcome: Option<&Outcome>, actions: u32, number: u64) -> Self {
        let share = |of_a: bool| {
            let seats = (0..kernel::MAX_SEATS as u8).map(Seat).filter(|seat| is_a(*seat, number) == of_a);
            seats.map(|seat| outcome.map_or(0.0, |outcome| outcome.share(seat))).fold(0.0_f32, f32::max)
        };
        let result = match share(true).total_cmp(&share(false)) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        };
        let mut tally = Tally { actions: u64::from(actions), ..Tally::default() };
        tally.sides[(number % 2) as usize][result] = 1;
        tally
    }

    fn and(mut self, other: Tally) -> Tally {
        self.actions += other.actions;
        for (side, add) in self.sides.iter_mut().zip(other.sides) {
            side.iter_mut().zip(add).for_each(|(sum, count)| *sum += count);
        }
        self
    }

    fn standing<G: Boxed>(&self, game: &G, plan: &Plan, seconds: f64) -> Standing {
        let sum = |result: usize| self.sides[0][result] + self.sides[1][result];
        let side = |(seat, &[a_wins, b_wins, ties]): (usize, &[u64; 3])| Side {
            seat: game.seat(Seat(seat as u8)).id,
            matches: a_wins + b_wins + ties,
            a_wins,
            b_wins,
            ties,
        };
        Standing {
            game: G::INFO.slug,
            a: plan.a.to_string(),
            b: plan.b.to_string(),
            matches: plan.matches,
            a_wins: sum(0),
            b_wins: sum(1),
            ties: sum(2),
            interval: wilson(sum(0) as f64 + sum(2) as f64 / 2.0, plan.matches),
            sides: self.sides.iter().enumerate().map(side).collect(),
            mean_length: self.actions as f64 / plan.matches as f64,
            seconds,
        }
    }
}
