//! Measures the processor time of a thread, so that other work on the machine does not count.

use std::time::{Duration, Instant};

/// A stopwatch of the thread that starts it.
pub(crate) struct Stopwatch {
    began: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Stopwatch { cpu: thread_time(), began: Instant::now() }
    }

    /// The time on the wall since the start.
    pub(crate) fn wall(&self) -> Duration {
        self.began.elapsed()
    }

    /// The thread's processor time since the start, or the time on the wall if the system does not report it.
    pub(crate) fn cpu(&self) -> Duration {
        let cpu = self.cpu.zip(thread_time()).map(|(then, now)| now.saturating_sub(then));
        cpu.unwrap_or_else(|| self.wall())
    }

    /// [`Stopwatch::cpu`] in seconds, never 0.
    pub(crate) fn seconds(&self) -> f64 {
        self.cpu().as_secs_f64().max(1e-9)
    }
}

/// What [`Stopwatch::cpu`] measures here: `cpu` if the system reports a thread's processor time, otherwise `wall`.
pub(crate) fn clock() -> &'static str {
    if thread_time().is_some() { "cpu" } else { "wall" }
}

/// Processor time of this thread.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

/// Processor time of this thread.
#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_takes_no_processor_time_and_working_does() {
        if clock() != "cpu" {
            return;
        }
        let waited = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(20));
        assert!(waited.cpu() < waited.wall(), "{:?} of {:?}", waited.cpu(), waited.wall());
        let worked = Stopwatch::start();
        while worked.cpu() < Duration::from_millis(2) {}
        assert!(worked.seconds() >= 0.002 && worked.wall() >= Duration::from_millis(1));
    }
}
