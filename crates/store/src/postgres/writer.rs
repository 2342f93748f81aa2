//! The task that appends, and its queue. It takes everything that waits, lets `batch.rs` make one statement of it, and
//! answers after the commit. If the connection is lost, it connects again, perhaps to another server, and finds out what
//! had been written; callers just wait a little longer.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::PgConnection;
use sqlx::postgres::PgPool;
use tokio::sync::{Mutex, mpsc, oneshot};

use super::address::{Address, in_time};
use super::batch;
use super::fault::{Remedy, remedy, store_error};
use super::hints::Carrier;
use crate::sql::{Connection, Found, reads};
use crate::{Append, Appended, Clock, Hint, StoreError, StoreMetrics};
use eventlog::Verdict;

/// Maximum number of appends in one statement.
const BATCH: usize = 256;
/// Capacity of the queue; further callers wait for a free slot.
const QUEUE: usize = 1024;
/// The first pause before a statement is repeated; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);

type Answer = Result<Appended, StoreError>;

enum Job {
    Append(Box<Append>, oneshot::Sender<Answer>),
    Close,
}

/// The handle of the writer. When it is dropped, the task finishes its queue and ends.
#[derive(Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
    commits: Arc<AtomicU64>,
    metrics: Arc<StoreMetrics>,
    end: Mutex<Option<oneshot::Receiver<()>>>,
}

impl Writer {
    /// Starts the writer with a connection. The pool is told when another server takes writes.
    pub(super) fn start(
        address: Address,
        connection: PgConnection,
        pool: PgPool,
        clock: Clock,
        carrier: Carrier,
        patience: Duration,
        metrics: Arc<StoreMetrics>,
    ) -> Writer {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let (tell, end) = oneshot::channel();
        let commits = Arc::new(AtomicU64::new(0));
        let connection = Some(connection);
        let (told, measured) = (commits.clone(), metrics.clone());
        let task = WriterTask { address, connection, pool, clock, carrier, patience, commits: told, metrics: measured };
        tokio::spawn(async move {
            task.work(jobs).await;
            let _ = tell.send(()); // nobody may be waiting for it
        });
        Writer { queue, commits, metrics, end: Mutex::new(Some(end)) }
    }

    /// The number of statements that wrote something.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// The number of appends in the queue.
    pub(super) fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Queues a checked append and waits for its result.
    #[tracing::instrument(name = "append", level = "debug", skip_all)]
    pub(super) async fn append(&self, append: Append) -> Answer {
        let (asked, _waits) = (Instant::now(), self.metrics.queue.hold());
        let (caller, answer) = oneshot::channel();
        self.queue.send(Job::Append(Box::new(append), caller)).await.map_err(|_| StoreError::Closed)?;
        let stopped = |_| Err(StoreError::Database("the writer stopped without an answer".to_owned()));
        let answer = answer.await.unwrap_or_else(stopped);
        self.metrics.append_seconds.observe(asked.elapsed());
        answer
    }

    /// Lets the task finish its queue and waits for its end. Several callers may wait.
    pub(super) async fn close(&self) {
        let _ = self.queue.send(Job::Close).await; // fails when it is closed already
        let mut end = self.end.lock().await;
        if let Some(ending) = end.as_mut() {
            let _ = ending.await;
            *end = None;
        }
    }
}

/// An append that waits for its answer.
struct Waiting {
    append: Append,
    caller: oneshot::Sender<Answer>,
}

struct WriterTask {
    address: Address,
    /// `None` after a failure.
    connection: Option<PgConnection>,
    pool: PgPool,
    clock: Clock,
    /// Tells other nodes of what is written.
    carrier: Carrier,
    /// How long a caller waits for the database to come back.
    patience: Duration,
    commits: Arc<AtomicU64>,
    metrics: Arc<StoreMetrics>,
}

impl WriterTask {
    async fn work(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut waiting = VecDeque::new();
        while take(&mut queue, &mut waiting).await {
            let batch = next_batch(&mut waiting);
            self.metrics.batch_size.observe_number(batch.len());
            let answers = self.answers(&batch).await;
            for (Waiting { append, caller }, answer) in batch.into_iter().zip(answers) {
                match answer {
                    Some(answer) => drop(caller.send(answer)), // a caller may have gone away
                    // What was in its way is gone: it goes first next time.
                    None => waiting.push_front(Waiting { append, caller }),
                }
            }
        }
    }

    /// The answers to a batch; `None` for an append that must be tried again.
    async fn answers(&mut self, batch: &[Waiting]) -> Vec<Option<Answer>> {
        let stamped: Vec<_> = batch.iter().map(|waiting| (waiting.append.clone(), self.clock.now_ms())).collect();
        let until = Instant::now() + self.patience;
        let (mut pause, mut unsure) = (FIRST_PAUSE, false);
        loop {
            let error = match self.attempt(&stamped, unsure).await {
                Ok(answers) => return answers,
                Err(error) => error,
            };
            let remedy = remedy(&error);
            if remedy == Remedy::Reconnect {
                (self.connection, unsure) = (None, true);
            }
            if remedy == Remedy::Report || Instant::now() >= until {
                tracing::error!(%error, appends = batch.len(), "appends failed");
                self.connection = None;
                let error = store_error(&self.address.to_string(), &error);
                self.metrics.failed(&error);
                return vec![Some(Err(error)); batch.len()];
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Writes what fits, and judges the rest. After a failure, an append may have been written before.
    async fn attempt(&mut self, stamped: &[(Append, i64)], unsure: bool) -> Found<Vec<Option<Answer>>> {
        let notify = self.carrier.notify();
        let connection = self.connected().await?;
        let written = in_time(batch::write(connection, stamped, notify.as_ref())).await?;
        let rest: Vec<_> = stamped.iter().map(|(append, _)| append).filter(|one| !is_in(one, &written)).collect();
        let known = match rest.is_empty() {
            true => batch::Known::default(),
            false => in_time(batch::look_up(connection, &rest)).await?,
        };
        let mut answers = Vec::with_capacity(stamped.len());
        for (append, _) in stamped {
            answers.push(match is_in(append, &written) {
                true => Some(Ok(reached(append))),
                false if unsure && in_time(stands(connection, append)).await? => Some(Ok(reached(append))),
                false => judged(append, &known),
            });
        }
        if written.is_empty() && answers.iter().any(|answer| matches!(answer, Some(Ok(_)))) {
            in_time(confirm(connection)).await?;
        }
        self.commits.fetch_add(u64::from(!written.is_empty()), Ordering::Relaxed);
        self.carrier
            .tell(stamped.iter().zip(&answers).filter_map(|((append, _), answer)| news(append, answer)).collect());
        Ok(answers)
    }

    async fn connected(&mut self) -> Found<&mut PgConnection> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => {
                let (server, connection) = self.address.writable().await?;
                self.pool.set_connect_options(server);
                Ok(none.insert(connection))
            }
        }
    }
}

/// Waits for jobs if nothing is left to do, and takes all there are; `false` at the end.
async fn take(queue: &mut mpsc::Receiver<Job>, waiting: &mut VecDeque<Waiting>) -> bool {
    let mut jobs = Vec::new();
    if waiting.is_empty() && queue.recv_many(&mut jobs, BATCH).await == 0 {
        return false;
    }
    while waiting.len() + jobs.len() < BATCH
        && let Ok(job) = queue.try_recv()
    {
        jobs.push(job);
    }
    for job in jobs {
        match job {
            Job::Append(append, caller) => waiting.push_back(Waiting { append: *append, caller }),
            Job::Close => queue.close(),
        }
    }
    true
}

/// The next batch, in order: one append for each stream, because the next one depends on it. The rest goes on waiting.
fn next_batch(waiting: &mut VecDeque<Waiting>) -> Vec<Waiting> {
    let mut streams = HashSet::new();
    let (batch, rest): (Vec<_>, Vec<_>) =
        waiting.drain(..).partition(|one| streams.len() < BATCH && streams.insert(one.append.stream.clone()));
    waiting.extend(rest);
    batch
}

fn is_in(append: &Append, written: &HashSet<String>) -> bool {
    written.contains(append.stream.as_str())
}

/// The hint about an append, if it was written now.
fn news(append: &Append, answer: &Option<Answer>) -> Option<Hint> {
    match answer {
        Some(Ok(Appended { version, repeated: false })) => {
            Some(Hint { stream: append.stream.clone(), version: *version, message: None })
        }
        _ => None,
    }
}

/// The answer to an append that was written now.
fn reached(append: &Append) -> Appended {
    let version = eventlog::Version(append.expected.0 + append.events.len() as u64);
    Appended { version, repeated: false }
}

/// The answer to an append that was not written; `None` if it would fit now.
fn judged(append: &Append, known: &batch::Known) -> Option<Answer> {
    match append.judge(known.version(&append.stream), known.reached_by(append)) {
        Ok(Verdict::Repeated(answer)) => Some(Ok(answer)),
        Ok(Verdict::Write(_)) => None,
        Err(conflict) => Some(Err(conflict)),
    }
}

/// What was written before may have been cut off while it waited for a synchronous standby. A commit of our own comes
/// after it in the database's log, so when that has reached the standby, the other has, too.
async fn confirm(connection: &mut PgConnection) -> Found<()> {
    sqlx::query("UPDATE heartbeat SET beat = beat + 1").execute(connection).await.map(drop)
}

/// Do these very events stand in the log, at their place? Then it was this append that wrote them, before the
/// connection was lost.
async fn stands(connection: &mut PgConnection, append: &Append) -> Found<bool> {
    let stored = reads::events(&mut Connection::Postgres(connection), &append.stream, append.expected).await?;
    let bodies = stored.iter().map(|event| &event.body).take(append.events.len());
    Ok(stored.len() >= append.events.len() && bodies.eq(&append.events))
}
