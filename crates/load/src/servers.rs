//! What is under load: one server process on SQLite, or a cluster.

use crate::cluster::{Cluster, Work};
use crate::server_process::ServerProcess;
use crate::simulated_person::Hosts;

/// The servers under load.
pub(crate) enum Servers {
    One(ServerProcess),
    Cluster { cluster: Cluster, by_proxy: bool },
}

impl Servers {
    /// Where clients send requests.
    pub(crate) fn hosts(&self) -> anyhow::Result<Hosts> {
        Ok(match self {
            Servers::One(server) => Hosts::new([server.host.clone()]),
            Servers::Cluster { cluster, by_proxy } => Hosts::new(cluster.hosts(*by_proxy)?),
        })
    }

    /// The resident memory of one server, in bytes.
    pub(crate) fn memory(&self) -> Option<u64> {
        match self {
            Servers::One(server) => server.memory(),
            Servers::Cluster { .. } => None,
        }
    }

    /// The work done so far.
    pub(crate) async fn work(&self) -> anyhow::Result<Work> {
        match self {
            Servers::One(server) => {
                Ok(Work { node_cpu_seconds: server.cpu_seconds().unwrap_or_default(), ..Work::default() })
            }
            Servers::Cluster { cluster, .. } => cluster.work().await,
        }
    }

    /// The size of the store, in bytes.
    pub(crate) fn stored_bytes(&self) -> u64 {
        match self {
            Servers::One(server) => server.stored_bytes(),
            Servers::Cluster { .. } => 0,
        }
    }
}
