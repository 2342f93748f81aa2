//! Contests: points over several matches in a row, and the order for the next match.

use crate::occupant::Occupant;
use crate::order::{Contest, Order};
use crate::table::Table;
use kernel::{Outcome, Seat, SeatSet};

impl Table {
    /// What each seat has won or lost in points in this match, once it is over;
    /// `None` before, and for games that keep no account.
    pub fn account(&self) -> Option<Vec<i32>> {
        let account = self.game_match().account(&self.outcome()?)?;
        let before = self.opened().contest.as_ref().map_or(vec![0; account.len()], |contest| whole(&contest.points));
        Some(account.iter().zip(before).map(|(after, before)| after - before).collect())
    }

    /// What each seat scores in this match: the points of its account, or its share of the win
    /// if the game keeps no account.
    fn scores(&self) -> Vec<f64> {
        let shares = || self.outcome().map_or(vec![0.0; self.seats().len()], |outcome| outcome.shares.to_vec());
        let account = self.account().map(|account| account.into_iter().map(|points| points as f64).collect());
        account.unwrap_or_else(shares)
    }

    /// The unit of a contest: `points` of the game's account, or `games`.
    pub fn unit(&self) -> &'static str {
        let outcome = Outcome::shared(SeatSet::first(self.seats().len() as u8));
        if self.game_match().account(&outcome).is_some() { "points" } else { "games" }
    }

    /// Points of the contest after this match, by seat of this match.
    pub fn points(&self) -> Option<Vec<f64>> {
        let contest = self.opened().contest.as_ref()?;
        Some(contest.points.iter().zip(self.scores()).map(|(before, won)| before + won).collect())
    }

    /// Does the contest have another game?
    pub fn contest_goes_on(&self) -> bool {
        self.opened().contest.as_ref().is_some_and(|contest| contest.game < contest.of)
    }

    /// The order for the next match between the same people: everyone moves on by one seat, and
    /// the contest continues or starts again. If the game keeps an account, it is carried over.
    pub fn rematch(&self, id: String, entropy: [u8; 32]) -> Order {
        let mut seats = self.people();
        seats.rotate_right(1);
        let opened = self.opened();
        let config = opened.config();
        let (contest, previous) = (self.next_game(), Some(opened.id.clone()));
        let start = match &contest {
            Some(contest) if self.unit() == "points" => self.carried(contest),
            _ => opened.start.clone(),
        };
        Order {
            contest,
            previous,
            start,
            practice: opened.practice,
            pace: opened.pace,
            dice: opened.dice,
            clocks_wait: opened.clocks_wait,
            devices: self.devices_after_rotation(),
            ..Order::plain(id, config, seats, entropy)
        }
    }

    /// The seats of the next match whose players have a device now: everyone moves on by one seat.
    fn devices_after_rotation(&self) -> SeatSet {
        let seats = self.seats().len() as u8;
        let next = |seat: Seat| Seat((seat.0 + 1) % seats.max(1));
        self.with_device().iter().map(next).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// Who sits at each seat, with people who are away in place of the computers that play for them.
    pub(crate) fn people(&self) -> Vec<Occupant> {
        self.seats().iter().zip(&self.away).map(|(who, away)| away.as_ref().unwrap_or(who).clone()).collect()
    }

    /// The position from which this game of a contest starts; `None` for the usual one.
    fn carried(&self, contest: &Contest) -> Option<serde_json::Value> {
        if contest.game == 1 { None } else { self.game_match().start_with_points(&whole(&contest.points)) }
    }

    fn next_game(&self) -> Option<Contest> {
        let contest = self.opened().contest.as_ref()?;
        let goes_on = self.contest_goes_on();
        let mut points = if goes_on { self.points()? } else { vec![0.0; self.seats().len()] };
        points.rotate_right(1);
        Some(Contest { game: if goes_on { contest.game + 1 } else { 1 }, of: contest.of, points })
    }
}

/// Points of an account, which are whole numbers.
fn whole(points: &[f64]) -> Vec<i32> {
    points.iter().map(|points| points.round() as i32).collect()
}
