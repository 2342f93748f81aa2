//! Runs the work of a command until it is done or somebody stops it.

use crate::commands::serve::stopped;
use anyhow::{Context, bail};

/// Runs the work. Ctrl-C or SIGTERM end it where it waits; what it had begun is dropped, and `then` says how things are.
pub(crate) fn run_until_stopped<T>(work: impl Future<Output = anyhow::Result<T>>, then: &str) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    runtime.block_on(async {
        let stopped = stopped();
        tokio::select! {
            done = work => done,
            () = stopped => bail!("stopped; {then}"),
        }
    })
}
