//! Runs the work of a command until it is done or somebody stops it: work that waits, and work that computes.

use crate::commands::serve::stopped;
use anyhow::{Context, bail};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Tells work that computes on its own threads that it should end. The work asks now and then.
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl-C and SIGTERM from now on. The first asks the work to end; the second ends the program at once.
    pub(crate) fn listen() -> anyhow::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
        let stopped = {
            let _inside = runtime.enter();
            stopped()
        };
        let came = Arc::new(AtomicBool::new(false));
        let interrupt = Interrupt(came.clone());
        let listen = move || {
            runtime.block_on(async {
                stopped.await;
                came.store(true, Ordering::Relaxed);
                // The runtime stays for the second signal.
                std::future::pending::<()>().await;
            });
        };
        std::thread::Builder::new().name("signals".into()).spawn(listen).context("cannot start")?;
        Ok(interrupt)
    }

    /// Did somebody ask the work to end?
    pub(crate) fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
