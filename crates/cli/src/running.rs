//! Runs the work of a command until it is done or somebody stops it.

use crate::commands::serve::stopped;
use anyhow::{Context, anyhow, bail};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;

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

/// Runs work that looks at a flag from time to time. Ctrl-C or SIGTERM raise it, so that the work ends with what it has.
pub(crate) fn run_until_told<T: Send>(work: impl FnOnce(&AtomicBool) -> T + Send) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let (told, (done, finished)) = (AtomicBool::new(false), oneshot::channel::<()>());
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work(&told);
            drop(done);
            result
        });
        runtime.block_on(async {
            let stopped = stopped();
            tokio::select! {
                _ = finished => {}
                () = stopped => told.store(true, Ordering::Relaxed),
            }
        });
        worker.join().map_err(|_| anyhow!("the work ended with an internal error; please report it"))
    })
}
