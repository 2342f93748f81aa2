//! A series of matches of `a` against `b`, in rotations.
//!
//! `a` has one side: a seat, or two seats if partners win together. `b` has all others. In a rotation `a` plays each side
//! once. Since all opponents of `a` are alike, these are all different orders of the players, one for each side. The matches of a
//! rotation share their throws: throw `n` of a seat is the same in all of them.

use crate::course::{Course, Mind, SharedDice};
use crate::in_order::in_order;
use crate::stats::{GroupScores, WHOLE, points};
use crate::thinking::{Decision, Pace, Thinking};
use crate::watch::{Ending, Limit, SoFar, Spectator};
use crate::{Unfit, conditions::Conditions, open_match};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Outcome, Seat, SeatSet};
use players::{PlayerKind, Rng};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The results of `a` on one side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// The id of the seat, or of the first of two partners.
    pub seat: &'static str,
    /// The ids of all its seats.
    pub seats: Vec<&'static str>,
    /// Matches on this side.
    pub matches: u64,
    /// Matches that `a` won alone.
    pub a_wins: u64,
    /// Matches that `a` lost.
    pub b_wins: u64,
    /// Matches that `a` shared, or that did not end.
    pub ties: u64,
    /// The score of `a` on this side.
    pub score: f64,
}

/// Who plays, and how many matches.
#[derive(Copy, Clone)]
pub(crate) struct Order<'a> {
    pub(crate) config: &'a MatchConfig,
    pub(crate) a: PlayerKind,
    pub(crate) b: PlayerKind,
    pub(crate) matches: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

/// A series before it is played.
pub(crate) struct Series<'a, G: FullGame> {
    order: Order<'a>,
    game_match: TypedMatch<G>,
    sides: Vec<SeatSet>,
}

/// One match of a series.
struct Played {
    points: u32,
    actions: u32,
    /// Decisions of `a` and of `b`.
    decisions: [Vec<Decision>; 2],
}

/// The generator of players and the one of throws take different streams of the seed.
const THROWS: u64 = 0x7468_726F_7773;

impl<'a, G: FullGame> Series<'a, G> {
    pub(crate) fn open(order: Order<'a>) -> Result<Self, Unfit> {
        let game_match = open_match::<G>(order.config)?;
        let sides = sides(&**game_match.game());
        Ok(Series { order, game_match, sides })
    }

    /// The same series with this number of rotations.
    pub(crate) fn with_groups(mut self, groups: u64) -> Self {
        self.order.matches = groups.saturating_mul(u64::from(self.size()));
        self
    }

    pub(crate) fn game(&self) -> &G {
        self.game_match.game()
    }

    /// The number of sides, and so of matches in a rotation.
    pub(crate) fn size(&self) -> u32 {
        self.sides.len() as u32
    }

    /// The results on each side.
    pub(crate) fn sides(&self, results: &Results) -> Vec<Side> {
        let side = |(seats, won): (&SeatSet, &Won)| {
            let seats: Vec<_> = seats.iter().map(|seat| self.game().seat(seat).id).collect();
            let [a_wins, b_wins, ties] = won.results;
            let (seat, matches, score) = (seats.first().copied().unwrap_or_default(), won.matches(), won.score());
            Side { seat, seats, matches, a_wins, b_wins, ties, score }
        };
        self.sides.iter().zip(&results.sides).map(side).collect()
    }

    pub(crate) fn conditions(&self) -> Conditions {
        Conditions::of(&self.game_match, self.order.seed, self.order.threads)
    }

    /// Plays rotations in their order until all matches are played, time is up, the spectator interrupts, or `judge` has
    /// decided. `judge` sees the rotations counted so far. If the series is cut short, an unfinished rotation does not count.
    pub(crate) fn play(
        &self,
        spectator: &dyn Spectator,
        mut judge: impl FnMut(&GroupScores) -> Judgement + Send,
    ) -> Result<Results, Unfit> {
        let (began, limit) = (Instant::now(), Limit::new(spectator, self.order.time));
        let mut results = Results::new(self.size());
        let mut decided = false;
        let collect = |played: Played| {
            if !results.add(played) {
                return ControlFlow::Continue(());
            }
            let judgement = judge(&results.scores);
            decided = judgement.decided;
            let (groups, interval) = (results.scores.groups(), results.scores.interval());
            spectator.counted(&SoFar { groups, interval, llr: judgement.llr });
            if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let one_match = |course: &mut Course<'_, G>, number: u64, wanted: &dyn Fn() -> bool| {
            let played = self.one_match(course, number, &|| !wanted() || limit.reached().is_some())?;
            spectator.over(number, None);
            Some(played)
        };
        in_order(self.order.threads, self.order.matches, || Course::new(self.game()), one_match, collect)?;
        let all = results.begun() == self.order.matches;
        results.ending = match limit.reached() {
            _ if decided => Ending::Decided,
            Some(cut_short) if !all => cut_short,
            _ => Ending::Complete,
        };
        results.finish(all);
        results.seconds = began.elapsed().as_secs_f64();
        Ok(results)
    }

    /// Plays match `number`; `None` if it was halted.
    fn one_match(&self, course: &mut Course<'_, G>, number: u64, halted: &dyn Fn() -> bool) -> Option<Played> {
        let size = u64::from(self.size());
        let (group, side) = (number / size, self.sides[(number % size) as usize]);
        let mut rng = Rng::stream(self.order.seed, number);
        let mut dice = SharedDice::new(Rng::stream(self.order.seed ^ THROWS, group).bits());
        let kind = |seat| if side.contains(seat) { self.order.a } else { self.order.b };
        let mut minds: Vec<Mind<G>> =
            self.game().all_seats().iter().map(|seat| Mind::timed(kind(seat), &mut rng)).collect();
        let played = course.between(&mut minds, &mut rng, &mut dice, halted, |_, _| ());
        if played.stopped {
            return None;
        }
        let points = points_of(played.outcome.as_ref(), side, self.size());
        let mut decisions = [Vec::new(), Vec::new()];
        for (seat, mind) in self.game().all_seats().iter().zip(minds) {
            decisions[usize::from(!side.contains(seat))].extend(mind.decisions());
        }
        Some(Played { points, actions: played.actions, decisions })
    }
}

/// What a test thinks of the rotations counted so far.
pub(crate) struct Judgement {
    pub(crate) llr: Option<f64>,
    pub(crate) decided: bool,
}

impl Judgement {
    /// The judgement of an experiment that tests nothing.
    pub(crate) const NONE: Judgement = Judgement { llr: None, decided: false };
}

/// The sides of a match: seats, or pairs of partners.
fn sides<G: FullGame>(game: &G) -> Vec<SeatSet> {
    let first = |seat: &Seat| game.partner(*seat).is_none_or(|partner| seat.0 < partner.0);
    let side = |seat: Seat| game.partner(seat).map_or(SeatSet::only(seat), |partner| SeatSet::only(seat).with(partner));
    game.all_seats().iter().filter(first).map(side).collect()
}

/// The points of a side. A match that did not end counts as shared by everybody.
fn points_of(outcome: Option<&Outcome>, side: SeatSet, sides: u32) -> u32 {
    // Partners have the same share.
    let share = outcome.zip(side.iter().next()).map(|(outcome, seat)| outcome.share(seat));
    points(share.unwrap_or(1.0 / f64::from(sides)))
}

/// What `a` won.
#[derive(Copy, Clone, Default)]
pub(crate) struct Won {
    /// Matches that `a` won, lost, shared.
    pub(crate) results: [u64; 3],
    points: u64,
}

impl Won {
    pub(crate) fn matches(&self) -> u64 {
        self.results.iter().sum()
    }

    fn add(&mut self, points: u32) {
        let result = match points {
            WHOLE => 0,
            0 => 1,
            _ => 2,
        };
        self.results[result] += 1;
        self.points += u64::from(points);
    }

    #[must_use]
    fn and(mut self, other: Won) -> Won {
        self.results.iter_mut().zip(other.results).for_each(|(sum, count)| *sum += count);
        self.points += other.points;
        self
    }

    /// The number of wins, shared ones in part.
    pub(crate) fn wins(&self) -> f64 {
        self.points as f64 / f64::from(WHOLE)
    }

    /// Mean points of a match, where a win is 1.
    fn score(&self) -> f64 {
        self.points as f64 / (u64::from(WHOLE) * self.matches().max(1)) as f64
    }
}

/// The results of a series.
pub(crate) struct Results {
    /// Scores of whole rotations.
    pub(crate) scores: GroupScores,
    pub(crate) ending: Ending,
    pub(crate) seconds: f64,
    sides: Vec<Won>,
    actions: u64,
    thinking: [Thinking; 2],
    /// The matches of the last rotation, as long as it is not whole.
    unfinished: Vec<Played>,
}

impl Results {
    fn new(size: u32) -> Self {
        Results {
            scores: GroupScores::new(size),
            ending: Ending::Complete,
            seconds: 0.0,
            sides: vec![Won::default(); size as usize],
            actions: 0,
            thinking: Default::default(),
            unfinished: Vec::new(),
        }
    }

    /// Matches, those of an unfinished rotation included.
    fn begun(&self) -> u64 {
        self.all().matches() + self.unfinished.len() as u64
    }

    /// Adds the next match; returns whether a rotation is whole now.
    fn add(&mut self, played: Played) -> bool {
        self.unfinished.push(played);
        let whole = self.unfinished.len() == self.sides.len();
        if whole {
            let points: Vec<u32> = self.unfinished.iter().map(|played| played.points).collect();
            self.scores.add(&points);
            self.count();
        }
        whole
    }

    /// Ends the series. An unfinished rotation counts if no other matches were to be played.
    fn finish(&mut self, all: bool) {
        if all {
            self.count();
        }
        self.unfinished.clear();
    }

    /// Counts the matches of the last rotation.
    fn count(&mut self) {
        for (side, played) in self.sides.iter_mut().zip(self.unfinished.drain(..)) {
            side.add(played.points);
            self.actions += u64::from(played.actions);
            for (sum, decisions) in self.thinking.iter_mut().zip(played.decisions) {
                decisions.into_iter().for_each(|decision| sum.add(decision));
            }
        }
    }

    /// What `a` won on all sides together.
    pub(crate) fn all(&self) -> Won {
        self.sides.iter().fold(Won::default(), |sum, side| sum.and(*side))
    }

    /// Mean number of actions in a match.
    pub(crate) fn mean_length(&self) -> f64 {
        self.actions as f64 / self.all().matches().max(1) as f64
    }

    /// Thinking times of `a` and `b`.
    pub(crate) fn paces(&self) -> [Pace; 2] {
        [self.thinking[0].pace(), self.thinking[1].pace()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;

    /// The points of seat 1 after a match with these winners, and where they are counted.
    #[track_caller]
    fn check(winners: Option<SeatSet>, players: u32, results: [u64; 3], points: u32) {
        let found = points_of(winners.map(Outcome::shared).as_ref(), SeatSet::only(Seat(1)), players);
        let mut won = Won::default();
        won.add(found);
        assert_eq!((won.results, found), (results, points));
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

    fn played(points: u32) -> Played {
        Played { points, actions: 10, decisions: [Vec::new(), Vec::new()] }
    }

    #[test]
    fn a_rotation_that_is_not_whole_counts_only_when_all_matches_are_played() {
        for (all, matches, groups) in [(true, 5, 2), (false, 4, 2)] {
            let mut results = Results::new(2);
            let whole: Vec<bool> = [12, 0, 12, 12, 0].into_iter().map(|points| results.add(played(points))).collect();
            assert_eq!(whole, [false, true, false, true, false]);
            assert_eq!(results.begun(), 5);
            results.finish(all);
            assert_eq!((results.all().matches(), results.scores.groups()), (matches, groups));
            assert_eq!(results.all().results, if all { [3, 2, 0] } else { [3, 1, 0] });
            assert_eq!(results.mean_length(), 10.0);
            assert!(wilson(results.all().score() * matches as f64, matches).low95 > 0.2);
        }
    }
}
