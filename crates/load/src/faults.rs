//! Faults under load: nodes that are killed, frozen or replaced, a bus or database that goes away.

use crate::cluster::Cluster;
use crate::counters::Counters;
use anyhow::ensure;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Timeout for all streams to be open again.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The longest pause before a fault, and before a killed node is started again.
const LONGEST_PAUSE: Duration = Duration::from_millis(400);
/// How long the bus is away, and the primary until its standby is promoted.
const AWAY: Duration = Duration::from_millis(700);

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// A node is killed, and started again.
    Kill,
    /// The bus is killed, and started again.
    Bus,
    /// All connections between nodes and database break, and fail for a while.
    Database,
    /// The primary database is killed, and its standby is promoted. Possible once.
    Primary,
    /// A node stops for a while, and goes on.
    Freeze,
    /// All nodes are replaced, one after the other.
    Replace,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 6] =
        [Fault::Kill, Fault::Bus, Fault::Database, Fault::Primary, Fault::Freeze, Fault::Replace];

    fn word(self) -> &'static str {
        match self {
            Fault::Kill => "kill",
            Fault::Bus => "bus",
            Fault::Database => "database",
            Fault::Primary => "primary",
            Fault::Freeze => "freeze",
            Fault::Replace => "replace",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Fault::ALL.into_iter().find(|fault| fault.word() == text);
        found.ok_or_else(|| "a fault is kill, bus, database, primary, freeze or replace".to_owned())
    }
}

/// Which faults there are.
#[derive(Clone, Debug)]
pub struct FaultPlan {
    /// In any order: they come in an order that depends on the seed.
    pub faults: Vec<Fault>,
    /// The seed of all choices.
    pub seed: u64,
    /// How long the database is cut off.
    pub cut: Duration,
    /// How long a node is frozen.
    pub frozen: Duration,
}

/// Random numbers that are the same for the same seed (SplitMix64).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below the end, or 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// A number from 0 to below 1.
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn pause(&mut self) -> Duration {
        Duration::from_millis(self.below(LONGEST_PAUSE.as_millis() as u64))
    }
}

/// Carries out all faults, each when all streams are open.
pub(crate) async fn run(
    cluster: Cluster,
    plan: FaultPlan,
    streams: usize,
    counters: Arc<Counters>,
) -> anyhow::Result<()> {
    let mut rng = Rng(plan.seed);
    for fault in in_order(&plan.faults, &mut rng) {
        wait_for_streams(streams, &counters).await?;
        tokio::time::sleep(rng.pause()).await;
        carry_out(&cluster, &plan, fault, &mut rng, &counters).await?;
    }
    wait_for_streams(streams, &counters).await
}

/// The faults in an order that depends on the seed.
fn in_order(faults: &[Fault], rng: &mut Rng) -> Vec<Fault> {
    let mut order = faults.to_vec();
    for at in (1..order.len()).rev() {
        order.swap(at, rng.below(at as u64 + 1) as usize);
    }
    order
}

async fn wait_for_streams(streams: usize, counters: &Counters) -> anyhow::Result<()> {
    let begun = Instant::now();
    while (counters.open_streams() as usize) < streams {
        ensure!(begun.elapsed() < TIMEOUT, "only {} of {streams} streams are open", counters.open_streams());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

async fn carry_out(
    cluster: &Cluster,
    plan: &FaultPlan,
    fault: Fault,
    rng: &mut Rng,
    counters: &Counters,
) -> anyhow::Result<()> {
    let node = Some(rng.below(cluster.nodes().into()) as u32 + 1);
    counters.fault_begins(fault);
    match fault {
        Fault::Kill => {
            cluster.command("kill-node", node).await?;
            tokio::time::sleep(rng.pause()).await;
            cluster.command("start-node", node).await?;
            return cluster.command("ready-node", node).await.map(drop);
        }
        Fault::Bus => {
            cluster.command("kill-bus", None).await?;
            tokio::time::sleep(AWAY).await;
            cluster.command("start-bus", None).await?;
        }
        Fault::Database => {
            cluster.command("cut-database", None).await?;
            tokio::time::sleep(plan.cut).await;
            cluster.command("join-database", None).await?;
        }
        Fault::Primary => {
            cluster.command("kill-primary", None).await?;
            tokio::time::sleep(AWAY).await;
            cluster.command("promote", None).await?;
        }
        Fault::Freeze => {
            cluster.command("freeze-node", node).await?;
            tokio::time::sleep(plan.frozen).await;
            cluster.command("thaw-node", node).await?;
        }
        Fault::Replace => replace(cluster).await?,
    }
    for node in 1..=cluster.nodes() {
        cluster.command("ready-node", Some(node)).await?;
    }
    Ok(())
}

/// Replaces all nodes, one after the other, as an update does.
async fn replace(cluster: &Cluster) -> anyhow::Result<()> {
    for node in 1..=cluster.nodes() {
        cluster.command("stop-node", Some(node)).await?;
        cluster.command("start-node", Some(node)).await?;
        cluster.command("ready-node", Some(node)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_depends_on_the_seed_alone_and_keeps_every_fault() {
        let faults = [vec![Fault::Kill; 20], vec![Fault::Bus, Fault::Primary]].concat();
        let order = |seed| in_order(&faults, &mut Rng(seed));
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_eq!(order(3).iter().filter(|fault| **fault == Fault::Kill).count(), 20);
        assert_eq!(order(3).len(), 22);
    }

    #[test]
    fn faults_are_read_by_their_names() {
        for fault in Fault::ALL {
            assert_eq!(fault.to_string().parse(), Ok(fault));
        }
        assert!("fire".parse::<Fault>().is_err());
    }
}
