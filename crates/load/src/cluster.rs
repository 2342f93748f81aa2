//! A cluster that `scripts/cluster` has started: nodes that share a database, a bus and a proxy, on this machine. Its script
//! carries out faults and counts the work of every part.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

/// The script, relative to the folder of the sources.
const SCRIPT: &str = "scripts/cluster";

/// A running cluster. Dropping the last copy of one that was started here stops it.
#[derive(Clone, Debug)]
pub struct Cluster(Arc<Running>);

#[derive(Debug)]
struct Running {
    /// What `cluster.env` says.
    settings: HashMap<String, String>,
    /// Was it started here?
    owned: bool,
}

/// Work done by a cluster since its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Work {
    /// Processor time of all nodes, in seconds.
    pub node_cpu_seconds: f64,
    /// The same for the databases.
    pub database_cpu_seconds: f64,
    /// The same for the proxies.
    pub proxy_cpu_seconds: f64,
    /// The same for the bus.
    pub bus_cpu_seconds: f64,
    /// Statements of nodes to the database.
    pub statements: u64,
    /// Those of them that appended a batch. Each sends one hint if hints go by NOTIFY.
    pub append_statements: u64,
    /// Bytes of the database's own log.
    pub wal_bytes: u64,
    /// Messages that nodes sent to the bus.
    pub bus_in_msgs: u64,
    /// Messages that the bus sent to nodes.
    pub bus_out_msgs: u64,
    /// Bytes that nodes sent to the bus.
    pub bus_in_bytes: u64,
    /// Bytes that the bus sent to nodes.
    pub bus_out_bytes: u64,
}

impl Work {
    /// The work since an earlier count.
    pub(crate) fn since(&self, before: &Work) -> Work {
        let seconds = |now: f64, then: f64| (now - then).max(0.0);
        Work {
            node_cpu_seconds: seconds(self.node_cpu_seconds, before.node_cpu_seconds),
            database_cpu_seconds: seconds(self.database_cpu_seconds, before.database_cpu_seconds),
            proxy_cpu_seconds: seconds(self.proxy_cpu_seconds, before.proxy_cpu_seconds),
            bus_cpu_seconds: seconds(self.bus_cpu_seconds, before.bus_cpu_seconds),
            statements: self.statements.saturating_sub(before.statements),
            append_statements: self.append_statements.saturating_sub(before.append_statements),
            wal_bytes: self.wal_bytes.saturating_sub(before.wal_bytes),
            bus_in_msgs: self.bus_in_msgs.saturating_sub(before.bus_in_msgs),
            bus_out_msgs: self.bus_out_msgs.saturating_sub(before.bus_out_msgs),
            bus_in_bytes: self.bus_in_bytes.saturating_sub(before.bus_in_bytes),
            bus_out_bytes: self.bus_out_bytes.saturating_sub(before.bus_out_bytes),
        }
    }
}

impl Cluster {
    /// Starts a cluster of this program with this number of nodes. It ends with this process at the latest.
    pub fn start(nodes: u32) -> anyhow::Result<Cluster> {
        let program = std::env::current_exe().context("cannot find the path of this program")?;
        let (nodes, pid) = (nodes.to_string(), std::process::id().to_string());
        let started = Command::new(SCRIPT)
            .args(["start", "--nodes", &nodes, "--program"])
            .arg(program)
            .arg(pid)
            .stdin(Stdio::null())
            .output();
        let started =
            started.with_context(|| format!("cannot run {SCRIPT}; start this in the folder of the sources"))?;
        let said = checked(&["start"], started)?;
        Ok(Cluster(Arc::new(Running { settings: read_settings(&said), owned: true })))
    }

    /// A cluster that runs already, by its folder.
    pub fn open(folder: &Path) -> anyhow::Result<Cluster> {
        let file = folder.join("cluster.env");
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok(Cluster(Arc::new(Running { settings: read_settings(&text), owned: false })))
    }

    /// The number of nodes.
    pub fn nodes(&self) -> u32 {
        self.0.setting("NODES").ok().and_then(|nodes| nodes.parse().ok()).unwrap_or(0)
    }

    /// Where clients send requests: to the proxy, or to each node.
    pub(crate) fn hosts(&self, by_proxy: bool) -> anyhow::Result<Vec<String>> {
        let names =
            if by_proxy { vec!["PROXY".to_owned()] } else { (1..=self.nodes()).map(|n| format!("NODE{n}")).collect() };
        names.iter().map(|name| self.0.setting(name).map(str::to_owned)).collect()
    }

    /// Runs a command of the script, such as `kill-node 2`, without holding up the clients.
    pub(crate) async fn command(&self, name: &'static str, node: Option<u32>) -> anyhow::Result<String> {
        let running = self.0.clone();
        let run = move || {
            let node = node.map(|node| node.to_string()).unwrap_or_default();
            running.run(&[name, running.setting("FOLDER")?, &node])
        };
        tokio::task::spawn_blocking(run).await?
    }

    /// The work done so far.
    pub(crate) async fn work(&self) -> anyhow::Result<Work> {
        serde_json::from_str(&self.command("counts", None).await?).context("cannot read the counts of the cluster")
    }
}

impl Running {
    fn setting(&self, name: &str) -> anyhow::Result<&str> {
        self.settings.get(name).map(String::as_str).with_context(|| format!("the cluster has no {name}"))
    }

    fn run(&self, args: &[&str]) -> anyhow::Result<String> {
        let script = PathBuf::from(self.setting("SCRIPT")?);
        let ran = Command::new(&script).args(args).stdin(Stdio::null()).output();
        checked(args, ran.with_context(|| format!("cannot run {}", script.display()))?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.owned
            && let Ok(folder) = self.setting("FOLDER")
        {
            // What is left ends with this process.
            let _ = self.run(&["stop", folder]);
        }
    }
}

/// What the script said, if it succeeded.
fn checked(args: &[&str], ran: Output) -> anyhow::Result<String> {
    if !ran.status.success() {
        bail!("scripts/cluster {} failed: {}", args.join(" "), String::from_utf8_lossy(&ran.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// Lines of the form `KEY=value`.
fn read_settings(text: &str) -> HashMap<String, String> {
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    pairs.map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_the_script_writes_them() {
        let settings = read_settings("NODES=2\nPROXY=127.0.0.1:80\nSTORE=\"postgres://a@b/c?d=e&f=g\"\n\n");
        let cluster = Cluster(Arc::new(Running { settings, owned: false }));
        assert_eq!((cluster.nodes(), cluster.hosts(true).unwrap()), (2, vec!["127.0.0.1:80".to_owned()]));
        assert_eq!(cluster.0.setting("STORE").unwrap(), "postgres://a@b/c?d=e&f=g");
        assert!(cluster.hosts(false).is_err(), "its nodes are not named");
    }

    #[test]
    fn work_is_counted_from_the_beginning_of_the_load() {
        let before = Work { statements: 10, node_cpu_seconds: 1.5, ..Work::default() };
        let after = Work { statements: 25, node_cpu_seconds: 2.0, ..before };
        assert_eq!(after.since(&before), Work { statements: 15, node_cpu_seconds: 0.5, ..Work::default() });
        assert_eq!(before.since(&after).statements, 0, "a promoted standby counts from zero");
    }
}
