//! The raid of one commando, solved: where to go, what it brings, how it ends.
//!
//! The others matter only as the danger that the whistle sounds before the commando's
//! next turn. Its counters are worth their average, and nothing if it is captured. The
//! number of counters only grows, so the tables are filled from many counters down to
//! none; with equal counters only walks between safe circles form cycles, and value
//! iteration over those few solves them.
//!
//! Objectives are assumed to have counters left: a search sees when they have not.

use super::RangerCommandos;
use super::board::{Kind, Landing, MOST_STEPS, RcBoard};
use super::moves::bits;
use super::net::{NO_WAY, Net};
use super::odds::{ESCAPE_SPINS, Odds, Racer};

/// Probability that a raider sounds the alarm on one turn.
const HAZARD: f32 = 0.18;
/// Table entries for numbers of counters; more counters count as the last entry.
const MOST_HAUL: usize = 12;
/// Number of table entries for other raiders: none to three.
const OTHERS: usize = 4;
/// Sweeps of value iteration over the safe circles.
const SWEEPS: usize = 12;

/// A raider's expectations.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Prospect {
    /// The odds of being back on the barge in the end.
    pub(super) survival: f32,
    /// Counters it will still take, if it comes back.
    pub(super) gain: f32,
    /// Average points: an average place and the counters, nothing if captured.
    pub(super) points: f32,
}

impl Prospect {
    pub(super) fn add(&mut self, part: f32, other: &Prospect) {
        self.survival += part * other.survival;
        self.gain += part * other.gain;
        self.points += part * other.points;
    }
}

/// The points if the whistle sounded now.
#[derive(Copy, Clone)]
struct Alarm {
    /// Points for an average place.
    prize: f32,
    /// Points for the place of a commando that is still aboard and has a head start (RC-26).
    aboard: f32,
    /// Average points of an unseen counter.
    counter: f32,
}

impl Alarm {
    fn now(&self, survival: f32, haul: usize) -> Prospect {
        Prospect { survival, gain: 0.0, points: survival * (self.prize + self.counter * haul as f32) }
    }

    fn still_aboard(&self) -> Prospect {
        Prospect { survival: 1.0, gain: 0.0, points: self.aboard }
    }
}

/// Expectations by number of raiders to fear, landing, haul and circle.
pub(super) struct Raids {
    /// Starts: circles, and one more for the barge.
    starts: usize,
    landings: usize,
    all: Vec<Prospect>,
    /// Average expectations of a raider that has just landed, by the number of others.
    landed: [Prospect; OTHERS],
    /// The points if the whistle sounded now.
    alarm: Alarm,
}

impl Raids {
    pub(super) fn new(game: &RangerCommandos) -> Self {
        let (board, net, odds) = (&*game.board, &game.net, &game.odds);
        let prize = average_prize(game.players, game.options.last_scores_last);
        let start = if game.has_head_start() { head_start(board, odds, game.players) } else { 0.0 };
        let alarm = Alarm { prize, aboard: prize + start, counter: game.mean_counter() };
        let starts = usize::from(net.circles) + 1;
        let landings = board.landings.len();
        let mut raids = Raids { starts, landings, all: Vec::new(), landed: [Prospect::default(); OTHERS], alarm };
        for others in 0..OTHERS {
            let danger = 1.0 - no_alarm(others);
            for landing in 0..landings {
                let solver = Solver { board, net, odds, landing, danger, alarm };
                let solved = solver.solve();
                raids.landed[others].add(1.0 / landings as f32, &solved[starts - 1]);
                raids.all.extend(solved);
            }
        }
        raids
    }

    /// Expectations of a raider of this landing after its move; `man` beyond the circles is on the barge.
    #[inline]
    pub(super) fn look(&self, feared: usize, landing: u8, haul: u8, man: u8) -> Prospect {
        let place = feared.min(OTHERS - 1) * self.landings + usize::from(landing);
        let row = place * MOST_HAUL + usize::from(haul).min(MOST_HAUL - 1);
        let start = usize::from(man).min(self.starts - 1);
        self.all.get(row * self.starts + start).copied().unwrap_or_default()
    }

    /// Average expectations of a raider that has landed, over all landings.
    pub(super) fn landed(&self, feared: usize) -> &Prospect {
        &self.landed[feared.min(OTHERS - 1)]
    }

    /// Expectations of a raider that moves after only `before` of the others, and so has less to
    /// fear; `survival` is `None` for one that is still aboard.
    pub(super) fn soon(
        &self,
        feared: usize,
        before: usize,
        after: Prospect,
        survival: Option<f32>,
        haul: u8,
    ) -> Prospect {
        let all = no_alarm(feared.min(OTHERS - 1));
        let ashore = |odds| self.alarm.now(odds, usize::from(haul));
        let alarm = survival.map_or_else(|| self.alarm.still_aboard(), ashore);
        // Expectations of its next turn, if it has one.
        let mut turn = Prospect::default();
        turn.add(1.0 / all, &after);
        turn.add(1.0 - 1.0 / all, &alarm);
        let mut soon = Prospect::default();
        soon.add(no_alarm(before), &turn);
        soon.add(1.0 - no_alarm(before), &alarm);
        soon
    }

    /// Points for an average place, ashore or still aboard.
    pub(super) fn prize(&self, aboard: bool) -> f32 {
        if aboard { self.alarm.aboard } else { self.alarm.prize }
    }
}

/// The odds that a round with this number of raiders passes without alarm.
pub(super) fn no_alarm(raiders: usize) -> f32 {
    (0..raiders).fold(1.0, |no_alarm, _| no_alarm * (1.0 - HAZARD))
}

/// Average points for a place (RC-33), when the last player may be called in to the last
/// place of all (RC-32).
fn average_prize(players: u8, last_scores_last: bool) -> f32 {
    let lost = if last_scores_last { 100.0 / f32::from(players.max(1)) - 25.0 } else { 0.0 };
    100.0 - 12.5 * f32::from(players.max(1) - 1) - lost.max(0.0)
}

/// Points that a head start of one turn is worth in races between landings, if half of the
/// others get away.
fn head_start(board: &RcBoard, odds: &Odds, players: u8) -> f32 {
    let racer = |late| move |landing: &Landing| Racer { barge: landing.wave, late };
    let mut sooner = 0.0;
    for first in board.landings.iter().map(racer(false)) {
        for second in board.landings.iter().map(racer(true)) {
            sooner += 0.5 * (odds.sooner(first, second, true) + odds.sooner(first, second, false));
        }
    }
    let races = (board.landings.len() * board.landings.len()).max(1) as f32;
    25.0 * (sooner / races - 0.5) * f32::from(players.max(1) - 1) / 2.0
}

/// Solves the raid for one landing and one danger.
struct Solver<'a> {
    board: &'a RcBoard,
    net: &'a Net,
    odds: &'a Odds,
    landing: usize,
    /// The odds that the whistle sounds before the next turn.
    danger: f32,
    alarm: Alarm,
}

impl Solver<'_> {
    /// All hauls from none on, each with all starts.
    fn solve(&self) -> Vec<Prospect> {
        let starts = usize::from(self.net.circles) + 1;
        let survival: Vec<f32> = (0..starts).map(|start| self.survival(start)).collect();
        let mut above: Vec<Prospect> = survival.iter().map(|odds| self.alarm.now(*odds, MOST_HAUL)).collect();
        let mut layers = Vec::new();
        for haul in (0..MOST_HAUL).rev() {
            above = self.layer(haul, &survival, &above);
            layers.push(above.clone());
        }
        layers.into_iter().rev().flatten().collect()
    }

    fn survival(&self, start: usize) -> f32 {
        match self.net.back[self.landing].get(start) {
            Some(steps) if start < usize::from(self.net.circles) => {
                if *steps == NO_WAY {
                    0.0
                } else {
                    self.odds.escape(ESCAPE_SPINS, *steps)
                }
            }
            _ => 1.0,
        }
    }

    /// All starts with this haul, when one more counter is worth what `above` says.
    fn layer(&self, haul: usize, survival: &[f32], above: &[Prospect]) -> Vec<Prospect> {
        let mut layer: Vec<Prospect> = (0..survival.len()).map(|start| self.whistle(start, haul, survival)).collect();
        let safe: Vec<usize> =
            (0..survival.len() - 1).filter(|at| self.board.circles[*at].kind == Kind::Safe).collect();
        for _ in 0..SWEEPS {
            for start in &safe {
                layer[*start] = self.go_on(*start, haul, survival, above, &layer);
            }
        }
        (0..survival.len()).map(|start| self.go_on(start, haul, survival, above, &layer)).collect()
    }

    /// Either another player's whistle, or the next spin and the best walk.
    fn go_on(&self, start: usize, haul: usize, survival: &[f32], above: &[Prospect], layer: &[Prospect]) -> Prospect {
        let mut mean = Prospect::default();
        mean.add(self.danger, &self.whistle(start, haul, survival));
        let from = if start + 1 == survival.len() { start + self.landing } else { start };
        for (number, part) in self.odds.numbers.iter().enumerate().take(MOST_STEPS + 1) {
            if *part > 0.0 {
                let worth = |end: u8| self.worth(usize::from(end), haul, survival, above, layer);
                let ends = bits(self.net.ends(from, number as u8)).map(worth);
                let best = ends.reduce(|best, end| if end.points > best.points { end } else { best });
                mean.add((1.0 - self.danger) * part, &best.unwrap_or(layer[start]));
            }
        }
        mean
    }

    /// Expectations if another player sounds the whistle; the last start is the barge.
    fn whistle(&self, start: usize, haul: usize, survival: &[f32]) -> Prospect {
        if start + 1 == survival.len() { self.alarm.still_aboard() } else { self.alarm.now(survival[start], haul) }
    }

    /// What the end of a walk is worth.
    fn worth(&self, end: usize, haul: usize, survival: &[f32], above: &[Prospect], layer: &[Prospect]) -> Prospect {
        match self.board.circles[end].kind {
            Kind::Sentry => self.alarm.now(survival[end], haul),
            Kind::Safe => layer[end],
            Kind::Arrow => Prospect { gain: above[end].gain + above[end].survival, ..above[end] },
        }
    }
}
