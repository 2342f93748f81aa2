//! The cost of a large site: a model of formulas, and a simulation that counts what the formulas predict.
//!
//! Streams and commands reach nodes at random, as behind a proxy without sticky sessions. A node appends in batches: what
//! arrives while it writes goes into the next batch. Each batch sends one hint to every node, and every other node that has a
//! stream of the match reads what is new. Both are for matches between people, spread evenly over the nodes.

use crate::faults::Rng;
use serde::Serialize;
use std::collections::HashSet;

/// A site.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Number of players, each at one match.
    pub players: u64,
    /// Seats of a match.
    pub seats: u32,
    /// Spectators for each match.
    pub spectators: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Seconds between two actions at a match.
    pub seconds_per_action: f64,
    /// Time of a statement that appends a batch, in seconds.
    pub append_seconds: f64,
    /// Does a node keep the matches in memory that it has no stream of? It does while they are few.
    pub keeps_all: bool,
}

/// What an action costs on average, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Statements that append; several actions share one. Also the hints sent to the bus.
    pub appends: f64,
    /// Reads of nodes that were told of a change.
    pub catch_ups: f64,
    /// Reads of a whole match at a node that did not have it.
    pub loads: f64,
    /// Hints received by nodes.
    pub hints_received: f64,
    /// Messages to players and spectators.
    pub stream_messages: f64,
}

impl Cost {
    /// All statements to the database.
    pub fn statements(&self) -> f64 {
        self.appends + self.catch_ups + self.loads
    }
}

impl Site {
    /// Matches in play.
    pub fn matches(&self) -> u64 {
        self.players / u64::from(self.seats.max(1))
    }

    /// Actions per second at all matches.
    pub fn actions_per_second(&self) -> f64 {
        self.matches() as f64 / self.seconds_per_action
    }

    fn streams(&self) -> u32 {
        self.seats + self.spectators
    }

    /// What an action costs, by formulas.
    pub fn model(&self) -> Cost {
        let nodes = f64::from(self.nodes);
        // What arrives at a node during one append goes into the next batch, which has at least one action.
        let waiting = self.actions_per_second() / nodes * self.append_seconds;
        let appends = 1.0 / (waiting + (-waiting).exp());
        let unknown = if self.keeps_all { 0.0 } else { (1.0 - 1.0 / nodes).powi(self.streams() as i32) };
        Cost {
            appends,
            catch_ups: (nodes - 1.0) * (1.0 - unknown),
            loads: unknown,
            hints_received: appends * nodes,
            stream_messages: f64::from(self.streams()),
        }
    }

    /// The same, counted in a simulation of this number of actions.
    pub fn simulate(&self, actions: u64, seed: u64) -> Cost {
        let mut rng = Rng(seed);
        let mut writers = vec![BatchWriter::default(); self.nodes as usize];
        let (mut now, mut counted) = (0.0, Counted::default());
        for _ in 0..actions {
            now += -(1.0 - rng.share()).ln() / self.actions_per_second();
            let (acting, played) = (rng.below(self.nodes.into()), rng.below(self.matches()));
            writers[acting as usize].arrive(now, self.append_seconds);
            let holders = self.holders(played, seed);
            counted.catch_ups += holders.iter().filter(|node| **node != acting).count() as u64;
            counted.loads += u64::from(!holders.contains(&acting));
            counted.stream_messages += u64::from(self.streams());
        }
        let batches: u64 = writers.iter().map(|writer| writer.batches).sum();
        let each = |count: u64| count as f64 / actions.max(1) as f64;
        Cost {
            appends: each(batches),
            catch_ups: each(counted.catch_ups),
            loads: each(counted.loads),
            hints_received: each(batches * u64::from(self.nodes)),
            stream_messages: each(counted.stream_messages),
        }
    }

    /// The nodes that have a match in memory: where its streams are, or all. The same for every action of the match.
    fn holders(&self, played: u64, seed: u64) -> HashSet<u64> {
        if self.keeps_all {
            return (0..self.nodes.into()).collect();
        }
        let mut rng = Rng(seed ^ played.wrapping_mul(0xd134_2543_de82_ef95));
        (0..self.streams()).map(|_| rng.below(self.nodes.into())).collect()
    }
}

#[derive(Default)]
struct Counted {
    catch_ups: u64,
    loads: u64,
    stream_messages: u64,
}

/// A node's writer: one batch at a time.
#[derive(Clone, Default)]
struct BatchWriter {
    /// When the batch that is being written is done.
    busy_until: f64,
    /// Has something arrived for the next batch?
    next: bool,
    batches: u64,
}

impl BatchWriter {
    /// An append arrives; `time` is the time of a batch.
    fn arrive(&mut self, now: f64, time: f64) {
        while self.busy_until <= now && self.next {
            (self.next, self.busy_until) = (false, self.busy_until + time);
            self.batches += 1;
        }
        if self.busy_until <= now {
            self.busy_until = now + time;
            self.batches += 1;
        } else {
            self.next = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(players: u64, nodes: u32) -> Site {
        let (seats, spectators, seconds_per_action, append_seconds) = (2, 1, 10.0, 0.003);
        Site { players, seats, spectators, nodes, seconds_per_action, append_seconds, keeps_all: false }
    }

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() <= 0.03 * one.abs().max(other.abs()).max(0.05)
    }

    #[test]
    fn the_simulation_counts_what_the_formulas_say() {
        let few = Site { keeps_all: true, ..site(60, 3) };
        for site in [site(1_000_000, 50), site(1_000_000, 10), site(50_000, 3), site(1_000, 1), few] {
            let (model, counted) = (site.model(), site.simulate(60_000, 7));
            let pairs = [
                (model.appends, counted.appends),
                (model.catch_ups, counted.catch_ups),
                (model.loads, counted.loads),
                (model.hints_received, counted.hints_received),
                (model.stream_messages, counted.stream_messages),
            ];
            assert!(pairs.iter().all(|(model, counted)| close(*model, *counted)), "{site:?}: {pairs:?}");
        }
    }

    #[test]
    fn a_busy_node_shares_statements_and_a_single_node_reads_nothing() {
        let busy = Site { append_seconds: 0.05, ..site(1_000_000, 10) };
        assert!(busy.model().appends < 0.01, "{:?}", busy.model());
        let alone = site(1_000, 1).model();
        assert_eq!((alone.catch_ups, alone.loads), (0.0, 0.0));
    }
}
