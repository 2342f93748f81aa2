//! The arena: measures whether one player is stronger than another. `a` has one seat, which moves round the
//! table from match to match, and `b` has all the others.

use crate::course::{Course, Mind, Thinking};
use crate::stats::{Interval, wilson};
use crate::{Unfit, on_threads, open_match, sim::Spectator, visit};
use games::Visitor;
use kernel::dynamic::MatchConfig;
use kernel::{FullGame, Outcome, Seat};
use players::{PlayerKind, Rng};
use rayon::prelude::*;
use serde::Serialize;
use std::time::Instant;

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's slug.
    pub game: String,
    /// Options, board and number of players.
    pub config: MatchConfig,
    /// The player with one seat: the first in the first match, then the second, and so on.
    pub a: PlayerKind,
    /// The player with all other seats.
    pub b: PlayerKind,
    /// Number of matches.
    pub matches: u64,
    /// Match `n` of this seed is always the same.
    pub seed: u64,
    /// Threads to use; 0 for one on each core.
    pub threads: usize,
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The game's slug.
    pub game: &'static str,
    /// Number of seats.
    pub players: u8,
    /// The player with one seat.
    pub a: String,
    /// The player with all others.
    pub b: String,
    /// Matches played.
    pub matches: u64,
    /// Matches that `a` won alone.
    pub a_wins: u64,
    /// Matches that `a` lost.
    pub b_wins: u64,
    /// Matches that `a` shared, or that did not end.
    pub ties: u64,
    /// The score of `a`: its mean share of the win, with the 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// The expected score of `a` if all players were equally strong: 1 divided by the number of seats.
    pub fair: f64,
    /// The results of `a` in each seat.
    pub sides: Vec<Side>,
    /// Mean number of actions in a match.
    pub mean_length: f64,
    /// Thinking time of `a`.
    pub a_thinking: Pace,
    /// Thinking time of `b`.
    pub b_thinking: Pace,
    /// Duration of the whole run, in seconds.
    pub seconds: f64,
}

/// The results of `a` in one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// The id of the seat.
    pub seat: &'static str,
    /// Matches in this seat.
    pub matches: u64,
    /// Matches that `a` won alone.
    pub a_wins: u64,
    /// Matches that `a` lost.
    pub b_wins: u64,
    /// Matches that `a` shared, or that did not end.
    pub ties: u64,
    /// The score of `a` in this seat.
    pub score: f64,
}

/// Thinking time per decision, in seconds.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Pace {
    /// The mean.
    pub mean: f64,
    /// The maximum.
    pub longest: f64,
}

impl From<Thinking> for Pace {
    fn from(thinking: Thinking) -> Self {
        Pace { mean: thinking.mean(), longest: thinking.longest() }
    }
}

/// Checks the plan without playing.
pub fn check(plan: &Plan) -> Result<(), Unfit> {
    visit(&plan.game, Check(plan))?
}

/// Plays the plan.
pub fn run(plan: &Plan, watcher: &dyn Spectator) -> Result<Standing, Unfit> {
    visit(&plan.game, Run { plan, watcher })?
}

struct Check<'a>(&'a Plan);

impl Visitor for Check<'_> {
    type Output = Result<(), Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        if self.0.matches == 0 {
            return Err(Unfit::NoMatches);
        }
        open_match::<G>(&self.0.config).map(|_| ())
    }
}

struct Run<'a> {
    plan: &'a Plan,
    watcher: &'a dyn Spectator,
}

impl Visitor for Run<'_> {
    type Output = Result<Standing, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let plan = self.plan;
        Check(plan).visit::<G>()?;
        let game_match = open_match::<G>(&plan.config)?;
        let game = &**game_match.game();
        let one_match = |course: &mut Course<'_, G>, number: usize| {
            let number = number as u64;
            let mut rng = Rng::stream(plan.seed, number);
            let a = seat_of_a(number, game.players());
            let kind = |seat| if seat == a { plan.a } else { plan.b };
            let mut minds: Vec<Mind<G>> =
                (0..game.players()).map(|seat| Mind::new(kind(Seat(seat)), &mut rng)).collect();
            let played = course.between(&mut minds, &mut rng, |_, _| ());
            self.watcher.over(number, None);
            let mut tally = Tally::of(played.outcome.as_ref(), game.players(), a);
            tally.actions = u64::from(played.actions);
            for (seat, mind) in minds.iter().enumerate() {
                tally.add_thinking(seat == a.index(), mind.thinking);
            }
            tally
        };
        let began = Instant::now();
        let tally = on_threads(plan.threads, || {
            let matches = (0..plan.matches as usize).into_par_iter().with_max_len(1);
            matches.map_init(|| Course::new(game), one_match).reduce(Tally::default, Tally::and)
        })?;
        Ok(tally.standing(game, plan, began.elapsed().as_secs_f64()))
    }
}

/// The seat of `a` in this match.
fn seat_of_a(number: u64, players: u8) -> Seat {
    Seat((number % u64::from(players.max(1))) as u8)
}

/// Points for a win, so that shares of up to four winners are whole points.
const WHOLE: u64 = 12;

/// What `a` won in one seat.
#[derive(Copy, Clone, Default)]
struct Won {
    /// Matches that `a` won, lost, shared.
    results: [u64; 3],
    points: u64,
}

impl Won {
    fn matches(&self) -> u64 {
        self.results.iter().sum()
    }

    fn add(&mut self, other: Won) {
        self.results.iter_mut().zip(other.results).for_each(|(sum, count)| *sum += count);
        self.points += other.points;
    }

    /// Mean points of a match, where a win is 1.
    fn score(&self) -> f64 {
        self.points as f64 / (WHOLE * self.matches().max(1)) as f64
    }
}

/// Sums in whole numbers, so that the order of adding does not matter.
#[derive(Copy, Clone, Default)]
struct Tally {
    seats: [Won; kernel::MAX_SEATS],
    actions: u64,
    a_thinking: Thinking,
    b_thinking: Thinking,
}

impl Tally {
    /// A match that did not end counts as shared by everybody.
    fn of(outcome: Option<&Outcome>, players: u8, a: Seat) -> Self {
        let share = outcome.map_or(1.0 / f64::from(players), |outcome| outcome.share(a));
        let points = (share * WHOLE as f64).round() as u64;
        let result = match points {
            WHOLE => 0,
            0 => 1,
            _ => 2,
        };
        let mut tally = Tally::default();
        let won = &mut tally.seats[a.index()];
        won.results[result] = 1;
        won.points = points;
        tally
    }

    fn add_thinking(&mut self, of_a: bool, thinking: Thinking) {
        let sum = if of_a { &mut self.a_thinking } else { &mut self.b_thinking };
        *sum = sum.and(thinking);
    }

    fn and(mut self, other: Tally) -> Tally {
        self.actions += other.actions;
        self.add_thinking(true, other.a_thinking);
        self.add_thinking(false, other.b_thinking);
        self.seats.iter_mut().zip(other.seats).for_each(|(won, add)| won.add(add));
        self
    }

    fn standing<G: FullGame>(&self, game: &G, plan: &Plan, seconds: f64) -> Standing {
        let players = game.players();
        let mut all = Won::default();
        self.seats.iter().for_each(|won| all.add(*won));
        let side = |seat: u8| {
            let won = self.seats[usize::from(seat)];
            let [a_wins, b_wins, ties] = won.results;
            Side { seat: game.seat(Seat(seat)).id, matches: won.matches(), a_wins, b_wins, ties, score: won.score() }
        };
        let [a_wins, b_wins, ties] = all.results;
        Standing {
            game: G::INFO.slug,
            players,
            a: plan.a.to_string(),
            b: plan.b.to_string(),
            matches: plan.matches,
            a_wins,
            b_wins,
            ties,
            interval: wilson(all.points as f64 / WHOLE as f64, plan.matches),
            fair: 1.0 / f64::from(players),
            sides: (0..players).map(side).collect(),
            mean_length: self.actions as f64 / plan.matches as f64,
            a_thinking: self.a_thinking.into(),
            b_thinking: self.b_thinking.into(),
            seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::SeatSet;

    #[test]
    fn the_seat_of_a_moves_round_the_table() {
        assert_eq!((0..5).map(|number| seat_of_a(number, 4).0).collect::<Vec<_>>(), [0, 1, 2, 3, 0]);
        assert_eq!((0..3).map(|number| seat_of_a(number, 2).0).collect::<Vec<_>>(), [0, 1, 0]);
    }

    /// One match with these winners: the result and the points of `a` in seat 1.
    #[track_caller]
    fn check(winners: Option<SeatSet>, players: u8, results: [u64; 3], points: u64) {
        let tally = Tally::of(winners.map(Outcome::shared).as_ref(), players, Seat(1));
        assert_eq!((tally.seats[1].results, tally.seats[1].points), (results, points));
        assert_eq!(tally.seats[0].matches(), 0);
    }

    #[test]
    fn a_win_counts_whole_and_a_shared_one_in_part() {
        check(Some(SeatSet::only(Seat(1))), 4, [1, 0, 0], 12);
        check(Some(SeatSet::only(Seat(3))), 4, [0, 1, 0], 0);
        check(Some(SeatSet::first(2)), 4, [0, 0, 1], 6);
        check(Some(SeatSet::first(3)), 4, [0, 0, 1], 4);
        check(Some(SeatSet::first(4)), 4, [0, 0, 1], 3);
        check(Some(SeatSet::only(Seat(0)).with(Seat(2))), 3, [0, 1, 0], 0);
    }

    #[test]
    fn a_match_without_end_is_shared_by_all() {
        check(None, 2, [0, 0, 1], 6);
        check(None, 3, [0, 0, 1], 4);
        check(None, 4, [0, 0, 1], 3);
    }
}
