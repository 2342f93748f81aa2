//! A thread pool for CPU-bound work, with a bounded queue.
//!
//! Views, pages of tables and everything else that grows with a position are built here, never on the threads that serve
//! requests and never while a table is locked. A job that has started runs to its end, even if its request was cancelled.

use crate::problem::Problem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// Maximum number of waiting jobs. Each table builds at most one view at a time, so this is a number of tables.
const MOST_WAITING: usize = 1_024;

/// The threads, as permits to use one.
pub(crate) struct Builders {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Default for Builders {
    fn default() -> Self {
        Builders::new(std::thread::available_parallelism().map_or(2, usize::from).max(2))
    }
}

impl Builders {
    /// A pool that runs this many jobs at a time.
    pub(crate) fn new(at_once: usize) -> Self {
        Builders { permits: Arc::new(Semaphore::new(at_once)), waiting: AtomicUsize::new(0) }
    }

    /// The number of waiting jobs.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Runs the work on another thread; refuses it if the queue is full.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let slot = QueueSlot::take(&self.waiting).ok_or_else(Problem::busy)?;
        let permit = self.permits.clone().acquire_owned().await.map_err(Problem::broken)?;
        drop(slot);
        let job = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        job.await.map_err(Problem::broken)
    }
}

/// A slot in the queue, released on drop.
struct QueueSlot<'a>(&'a AtomicUsize);

impl<'a> QueueSlot<'a> {
    fn take(waiting: &'a AtomicUsize) -> Option<Self> {
        let before = waiting.fetch_add(1, Ordering::AcqRel);
        let slot = QueueSlot(waiting);
        (before < MOST_WAITING).then_some(slot)
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use std::sync::mpsc;

    #[tokio::test]
    async fn running_and_waiting_jobs_are_limited() {
        let builders = Arc::new(Builders::new(1));
        let (go, wait) = mpsc::channel::<()>();
        let first = {
            let builders = builders.clone();
            tokio::spawn(async move { builders.run(move || wait.recv().is_ok()).await })
        };
        while builders.permits.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let slots: Vec<_> = (0..MOST_WAITING).filter_map(|_| QueueSlot::take(&builders.waiting)).collect();
        let refused = builders.run(|| ()).await.expect_err("the queue is full");
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.retry_after, Some(1));
        drop(slots);
        go.send(()).expect("the first job waits");
        assert!(first.await.expect("a task").expect("a job"));
        assert_eq!(builders.run(|| 7).await.expect("there is room again"), 7);
    }

    /// Building a view locks nothing: the table can be read, and other requests are served.
    #[tokio::test]
    async fn while_no_builder_is_free_only_views_wait() {
        use axum::{body::Body, http::Request};
        use futures_util::FutureExt;
        use tower::ServiceExt;
        let site = crate::Site::new(Arc::new(store::Memory::new()));
        let app = crate::app(site.clone());
        let ask = |request: Request<Body>| app.clone().oneshot(request);
        let order = Request::post("/tables").header("content-type", "application/json");
        let order = order.body(Body::from(r#"{"game":"three-musketeers","mode":"home"}"#)).expect("a request");
        let opened = ask(order).await.expect("an answer");
        let path = opened.headers()["location"].to_str().expect("a path").to_owned();
        let handle = site.matches.find(path.trim_start_matches("/tables/")).await.expect("a table");
        let all = site.matches.builders.permits.clone();
        let busy = all.acquire_many(all.available_permits() as u32).await.expect("all builders");
        let mut view = Box::pin(ask(Request::get(&path).body(Body::empty()).expect("a request")));
        assert!(view.as_mut().now_or_never().is_none(), "the view waits for a builder");
        assert_eq!(handle.table().version(), 1, "the table is not locked");
        let alive = ask(Request::get("/healthz").body(Body::empty()).expect("a request")).await.expect("an answer");
        assert_eq!(alive.status(), StatusCode::OK);
        drop(busy);
        assert_eq!(view.await.expect("an answer").status(), StatusCode::OK);
    }
}
