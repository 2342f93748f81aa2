//! The only task that writes, and its queue. It takes all waiting requests, lets `batch.rs` make one transaction of them, and
//! answers after the commit: so a hundred players cost one wait for the disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Mutex, mpsc, oneshot};

use super::chores::Chores;
use super::fault::Fault;
use super::guard::Guard;
use super::{SqliteOptions, alive, batch, file, schema};
use crate::sql::{Connection as SqlConnection, people, removal};
use crate::{Append, Appended, Beat, Change, Changed, Clock, Pulse, StoreError, StoreMetrics, StreamId, Version};

/// Maximum number of appends in one transaction.
const BATCH: usize = 256;
/// Capacity of the queue; further callers wait for a free slot.
const QUEUE: usize = 1024;
/// While several appends arrive together, a batch is open for this time: each commit costs the same, however many share it.
/// An append that comes alone is committed at once.
const GATHERING: Duration = Duration::from_millis(4);
/// The pause of a chore after a failure.
const REST: Duration = Duration::from_secs(5);

type Answer = Result<Appended, StoreError>;

enum Job {
    Append(Append, oneshot::Sender<Answer>),
    Change(Change, oneshot::Sender<Result<Changed, StoreError>>),
    Remove(StreamId, Version, oneshot::Sender<Result<bool, StoreError>>),
    Beat(oneshot::Sender<Result<i64, StoreError>>),
    Alive(Beat, oneshot::Sender<Result<Pulse, StoreError>>),
    Close,
}

/// The handle of the writer. When it is dropped, the task finishes its queue and ends.
#[derive(Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
    commits: Arc<AtomicU64>,
    metrics: Arc<StoreMetrics>,
    end: Mutex<Option<oneshot::Receiver<Result<(), StoreError>>>>,
}

impl Writer {
    /// Starts the writer for a checked file; `None` if it is read-only.
    pub(super) async fn open(
        path: &Path,
        options: &SqliteOptions,
        metrics: Arc<StoreMetrics>,
    ) -> Result<Option<Self>, StoreError> {
        if std::fs::metadata(path).is_ok_and(|found| found.permissions().readonly()) {
            return Ok(None);
        }
        let connect = file::write_options(path, options);
        match begin(path, &connect).await.map_err(|error| Fault::new(path, error)) {
            Ok((connection, chores, guard)) => {
                let (path, clock) = (path.to_owned(), options.clock.clone());
                let commits = Arc::new(AtomicU64::new(0));
                let connection = Some(connection);
                let beaten = false;
                let task = WriterTask { path, connect, connection, clock, commits, metrics, chores, guard, beaten };
                Self::start(task, options).map(Some)
            }
            Err(fault) if fault.forbids_writing() => Ok(None),
            Err(fault) => Err(fault.into()),
        }
    }

    fn start(task: WriterTask, options: &SqliteOptions) -> Result<Self, StoreError> {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let (commits, metrics) = (task.commits.clone(), task.metrics.clone());
        let (tell, end) = oneshot::channel();
        let work = async move {
            let _ = tell.send(task.work(jobs).await); // nobody may be waiting for it
        };
        if options.own_thread {
            on_a_thread(work)?
        } else {
            drop(tokio::spawn(work))
        }
        Ok(Self { queue, commits, metrics, end: Mutex::new(Some(end)) })
    }

    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Queues a checked append and waits for its result.
    #[tracing::instrument(name = "append", level = "debug", skip_all)]
    pub(super) async fn append(&self, append: Append) -> Answer {
        let asked = Instant::now();
        let answer = self.ask(|caller| Job::Append(append, caller)).await;
        self.metrics.append_seconds.observe(asked.elapsed());
        answer
    }

    /// Queues a checked change of people and waits for its result.
    pub(super) async fn change(&self, change: Change) -> Result<Changed, StoreError> {
        self.ask(|caller| Job::Change(change, caller)).await
    }

    /// Writes a heartbeat; its number can be read back.
    pub(super) async fn beat(&self) -> Result<i64, StoreError> {
        self.ask(Job::Beat).await
    }

    /// Says that moves can be taken; returns what is not known of outages.
    pub(super) async fn beat_alive(&self, beat: Beat) -> Result<Pulse, StoreError> {
        self.ask(|caller| Job::Alive(beat, caller)).await
    }

    async fn ask<T>(&self, job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job) -> Result<T, StoreError> {
        let _waits = self.metrics.queue.hold();
        let (caller, answer) = oneshot::channel();
        self.queue.send(job(caller)).await.map_err(|_| StoreError::Closed)?;
        let stopped = |_| Err(StoreError::Database("the writer stopped without an answer".to_owned()));
        answer.await.unwrap_or_else(stopped).inspect_err(|error| self.metrics.failed(error))
    }

    /// Queues the removal of a match and waits for its result.
    pub(super) async fn remove(&self, stream: StreamId, version: Version) -> Result<bool, StoreError> {
        self.ask(|caller| Job::Remove(stream, version, caller)).await
    }

    /// Lets the task finish its queue and waits for its end. Several callers may wait.
    pub(super) async fn close(&self) -> Result<(), StoreError> {
        let _ = self.queue.send(Job::Close).await; // fails when it is closed already
        let mut end = self.end.lock().await;
        let Some(ending) = end.as_mut() else { return Ok(()) };
        let ended = ending.await;
        *end = None;
        ended.unwrap_or_else(|_| Err(StoreError::Database("the writer stopped before its end".to_owned())))
    }
}

/// A transaction consists of several short calls of SQLite's thread. Among the many tasks of a busy server
/// each of them would wait; on its own thread none does.
fn on_a_thread(work: impl Future<Output = ()> + Send + 'static) -> Result<(), StoreError> {
    let no_thread = |error: std::io::Error| StoreError::Database(format!("no thread for the writer: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(no_thread)?;
    let thread = std::thread::Builder::new().name("boxtop-store".to_owned());
    thread.spawn(move || runtime.block_on(work)).map(drop).map_err(no_thread)
}

async fn connect_up_to_date(connect: &SqliteConnectOptions) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = connect.connect().await?;
    schema::bring_up_to_date(&mut connection).await?;
    Ok(connection)
}

async fn begin(path: &Path, connect: &SqliteConnectOptions) -> Result<(SqliteConnection, Chores, Guard), sqlx::Error> {
    let mut connection = connect_up_to_date(connect).await?;
    let chores = Chores::left(&mut connection).await?;
    let guard = Guard::new(path, &mut connection).await?;
    Ok((connection, chores, guard))
}

/// Waits for more jobs until this time, or until the batch is full.
async fn gather(queue: &mut mpsc::Receiver<Job>, jobs: &mut Vec<Job>, until: Instant) {
    let now = Instant::now();
    if jobs.len() < BATCH && now < until {
        tokio::time::sleep(until - now).await;
    }
    while jobs.len() < BATCH
        && let Ok(job) = queue.try_recv()
    {
        jobs.push(job);
    }
}

/// The task that writes, with its connection.
struct WriterTask {
    path: PathBuf,
    connect: SqliteConnectOptions,
    /// `None` after a failure that left the connection in an unknown state.
    connection: Option<SqliteConnection>,
    clock: Clock,
    commits: Arc<AtomicU64>,
    metrics: Arc<StoreMetrics>,
    chores: Chores,
    guard: Guard,
    /// Has this process said that it can take moves?
    beaten: bool,
}

impl WriterTask {
    /// Takes all waiting requests until the queue is closed and empty; in between, one step of a chore at a
    /// time, so that nobody waits for more than one.
    async fn work(mut self, mut queue: mpsc::Receiver<Job>) -> Result<(), StoreError> {
        let mut jobs = Vec::with_capacity(BATCH);
        let (mut resting, mut busy, mut committed) = (false, false, Instant::now());
        while self.take(&mut queue, &mut jobs, resting).await {
            if busy {
                gather(&mut queue, &mut jobs, committed + GATHERING).await;
            }
            let (mut appends, mut callers) = (Vec::new(), Vec::new());
            let mut others = Vec::new();
            for job in jobs.drain(..) {
                match job {
                    Job::Append(append, caller) => {
                        appends.push(append);
                        callers.push(caller);
                    }
                    Job::Close => queue.close(),
                    other => others.push(other),
                }
            }
            busy = appends.len() > 1;
            self.serve(appends, callers).await;
            committed = Instant::now();
            for job in others {
                self.attend(job).await;
            }
            resting = !self.go_on().await;
        }
        self.finish().await
    }

    /// Takes waiting requests, or waits for one if there is nothing else to do; `false` at the end.
    async fn take(&self, queue: &mut mpsc::Receiver<Job>, jobs: &mut Vec<Job>, resting: bool) -> bool {
        if self.chores.is_empty() || (queue.is_closed() && (resting || !self.chores.is_pressing())) {
            return queue.recv_many(jobs, BATCH).await > 0;
        }
        if resting {
            let _ = tokio::time::timeout(REST, queue.recv_many(jobs, BATCH)).await; // then the chore is tried again
            return true;
        }
        while jobs.len() < BATCH
            && let Ok(job) = queue.try_recv()
        {
            jobs.push(job);
        }
        true
    }

    /// Handles a request that is not an append.
    async fn attend(&mut self, job: Job) {
        match job {
            Job::Change(Change::Forget { id, alias }, caller) => {
                match self.change(Change::Forget { id: id.clone(), alias }).await {
                    Ok(Changed::Done) => self.chores.forget(id, caller),
                    other => drop(caller.send(other)),
                }
            }
            // The caller may be gone.
            Job::Change(change, caller) => drop(caller.send(self.change(change).await)),
            Job::Beat(caller) => drop(caller.send(self.beat().await)),
            Job::Alive(beat, caller) => drop(caller.send(self.beat_alive(beat).await)),
            Job::Remove(stream, version, caller) => drop(caller.send(self.remove(&stream, version).await)),
            Job::Append(..) | Job::Close => {}
        }
    }

    /// One step of a chore; `false` if it failed and should pause.
    async fn go_on(&mut self) -> bool {
        if self.chores.is_empty() {
            return true;
        }
        match self.step().await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, "a deletion or the index of people failed; it is retried");
                self.chores.failed(&error);
                false
            }
        }
    }

    async fn step(&mut self) -> Result<(), StoreError> {
        self.guard.before()?;
        let stepped = match self.connected().await {
            Ok(_) => match &mut self.connection {
                Some(connection) => self.chores.step(connection).await,
                None => Ok(()),
            },
            Err(error) => Err(error),
        };
        self.settled(stepped).await
    }

    async fn beat(&mut self) -> Result<i64, StoreError> {
        self.guard.before()?;
        let sql = "UPDATE heartbeat SET beat = beat + 1 RETURNING beat";
        let beat = match self.connected().await {
            Ok(connection) => sqlx::query_scalar(sql).fetch_one(connection).await,
            Err(error) => Err(error),
        };
        self.settled(beat).await
    }

    async fn beat_alive(&mut self, beat: Beat) -> Result<Pulse, StoreError> {
        self.guard.before()?;
        let now_ms = self.clock.now_ms();
        let restarted = !self.beaten;
        let pulse = match self.connected().await {
            Ok(connection) => alive::beat(&mut SqlConnection::Sqlite(connection), beat, now_ms, restarted).await,
            Err(error) => Err(error),
        };
        let pulse = self.settled(pulse).await?;
        self.beaten = true;
        Ok(pulse)
    }

    /// After a transaction: a failed one is rolled back, and a committed one counts only if the file is still there.
    async fn settled<T>(&mut self, done: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        match done {
            Ok(done) => self.guard.after().map(|()| done),
            Err(error) => {
                self.recover().await;
                Err(Fault::new(&self.path, error).into())
            }
        }
    }

    async fn serve(&mut self, appends: Vec<Append>, callers: Vec<oneshot::Sender<Answer>>) {
        if appends.is_empty() {
            return;
        }
        self.metrics.batch_size.observe_number(appends.len());
        let answers = match self.commit(appends).await {
            Ok(answers) => answers,
            Err(error) => {
                tracing::error!(%error, appends = callers.len(), "appends failed");
                vec![Err(error); callers.len()]
            }
        };
        for (caller, answer) in callers.into_iter().zip(answers) {
            let _ = caller.send(answer); // a caller may have gone away
        }
    }

    async fn commit(&mut self, appends: Vec<Append>) -> Result<Vec<Answer>, StoreError> {
        self.guard.before()?;
        let done = self.try_commit(appends).await;
        let batch::Done { answers, committed } = self.settled(done).await?;
        self.commits.fetch_add(committed.into(), Ordering::Relaxed);
        Ok(answers)
    }

    /// Accounts change rarely: each change has its own transaction.
    async fn change(&mut self, change: Change) -> Result<Changed, StoreError> {
        self.guard.before()?;
        let changed = self.try_change(change).await;
        self.settled(changed).await
    }

    async fn try_change(&mut self, change: Change) -> Result<Changed, sqlx::Error> {
        let clock = self.clock.clone();
        let mut connection = SqlConnection::Sqlite(self.connected().await?);
        connection.begin().await?;
        people::commit(&mut connection, change, clock.now_ms()).await
    }

    async fn remove(&mut self, stream: &StreamId, version: Version) -> Result<bool, StoreError> {
        let removed = match self.connected().await {
            Ok(connection) => removal::remove(&mut SqlConnection::Sqlite(connection), stream, version).await,
            Err(error) => Err(error),
        };
        self.settled(removed).await
    }

    async fn connected(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => {
                let connection = none.insert(connect_up_to_date(&self.connect).await?);
                self.guard.reconnected();
                Ok(connection)
            }
        }
    }

    async fn try_commit(&mut self, appends: Vec<Append>) -> Result<batch::Done, sqlx::Error> {
        let clock = self.clock.clone();
        batch::commit(self.connected().await?, appends, &clock).await
    }

    /// Rolls back a failed transaction. If that fails too (SQLite may have ended it by itself), a new connection is sure to
    /// begin with nothing.
    async fn recover(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        match sqlx::query("ROLLBACK").execute(&mut connection).await {
            Ok(_) => self.connection = Some(connection),
            Err(_) => drop(connection.close().await),
        }
    }

    /// Checkpoints the log into the file; closing the last connection removes it.
    async fn finish(mut self) -> Result<(), StoreError> {
        let Some(mut connection) = self.connection.take() else { return Ok(()) };
        let fault = |error| StoreError::from(Fault::new(&self.path, error));
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await.map_err(fault)?;
        connection.close().await.map_err(fault)
    }
}
