//! A log that fails: before it writes, after it has written, or without any answer.

use super::*;
use std::future::pending;
use std::task::{Context, Waker};

/// At which point of an append something goes wrong.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Fault {
    None,
    /// Nothing is written, and the disk is full.
    Full,
    /// Nothing is written, and nobody knows.
    Before,
    /// It is written, and nobody knows.
    After,
    /// Nothing is written, and there is no answer.
    SilentBefore,
    /// It is written, and there is no answer.
    SilentAfter,
}

const FAULTS: [Fault; 5] = [Fault::Full, Fault::Before, Fault::After, Fault::SilentBefore, Fault::SilentAfter];

struct FaultyLog {
    memory: Memory,
    fault: Mutex<Fault>,
    reads: AtomicUsize,
}

impl FaultyLog {
    fn new() -> Arc<FaultyLog> {
        Arc::new(FaultyLog { memory: Memory::new(), fault: Mutex::new(Fault::None), reads: AtomicUsize::new(0) })
    }

    fn break_at(&self, fault: Fault) {
        *self.fault.lock().unwrap() = fault;
    }
}

impl EventLog for FaultyLog {
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        let fault = *self.fault.lock().unwrap();
        Box::pin(async move {
            let unknown = || StoreError::Database("the connection was lost".into());
            match fault {
                Fault::None => self.memory.append(append).await,
                Fault::Full => Err(StoreError::DiskFull { path: "full".into() }),
                Fault::Before => Err(unknown()),
                Fault::After => self.memory.append(append).await.and_then(|_| Err(unknown())),
                Fault::SilentBefore => pending().await,
                Fault::SilentAfter => {
                    self.memory.append(append).await?;
                    pending().await
                }
            }
        })
    }

    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.memory.read(stream, after)
    }
}

/// Sends the command to a log that fails at this point. A command without an answer is cancelled.
fn send(actor: &MatchActor, command: &PendingCommand) -> Option<Result<CommandOutcome, MatchError>> {
    let mut executing = Box::pin(actor.execute(command));
    match executing.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        std::task::Poll::Ready(outcome) => Some(outcome),
        std::task::Poll::Pending => None,
    }
}

fn command() -> PendingCommand {
    act("attack", "d6-d7").at_version(1).with_key(IdempotencyKey::new("ann-1", "d6-d7"))
}

#[test]
fn after_a_failure_at_any_point_the_same_command_again_is_carried_out_once() {
    for fault in FAULTS {
        let log = FaultyLog::new();
        let actor = actor(&opened(log.clone()));
        log.break_at(fault);
        let answer = send(&actor, &command());
        assert!(!matches!(answer, Some(Ok(_))), "{fault:?} is not acknowledged");
        log.break_at(Fault::None);
        assert_eq!(execute(&actor, &command()).unwrap().version, 2, "{fault:?}");
        let stored = block_on(log.read(actor.stream(), Version::NONE)).unwrap();
        assert_eq!((stored.len(), actor.table().version()), (2, 2), "{fault:?}: nothing is doubled, nothing is lost");
    }
}

#[test]
fn after_a_crash_at_any_point_the_match_is_as_the_log_has_it() {
    for fault in FAULTS {
        let log = FaultyLog::new();
        let context = opened(log.clone());
        let crashed = actor(&context);
        log.break_at(fault);
        let answer = send(&crashed, &command());
        drop((answer, crashed));
        log.break_at(Fault::None);
        let actor = actor(&context);
        let written = matches!(fault, Fault::After | Fault::SilentAfter);
        assert_eq!(actor.table().version(), if written { 2 } else { 1 }, "{fault:?}");
        let again = execute(&actor, &command()).unwrap();
        assert_eq!((again.version, again.repeated), (2, written), "{fault:?}");
    }
}

#[test]
fn nobody_sees_what_is_not_in_the_log() {
    for fault in [Fault::Full, Fault::Before, Fault::SilentBefore] {
        let log = FaultyLog::new();
        let (context, published) = (opened(log.clone()), Arc::new(Published::default()));
        let actor = block_on(MatchActor::load(context, ID, Box::new(published.clone()))).unwrap();
        log.break_at(fault);
        let _answer = send(&actor, &command());
        assert_eq!(actor.table().version(), 1, "{fault:?}");
        assert!(published.0.lock().unwrap().is_empty(), "{fault:?}");
        assert_eq!(actor.repeated(&IdempotencyKey::new("ann-1", "d6-d7")).unwrap(), None, "{fault:?}");
    }
}

#[test]
fn an_append_without_an_answer_is_shown_once_the_log_has_it() {
    let log = FaultyLog::new();
    let (context, published) = (opened(log.clone()), Arc::new(Published::default()));
    let actor = block_on(MatchActor::load(context, ID, Box::new(published.clone()))).unwrap();
    log.break_at(Fault::After);
    assert!(matches!(send(&actor, &command()), Some(Err(MatchError::Store(StoreError::Database(_))))));
    assert_eq!((actor.table().version(), published.0.lock().unwrap().clone()), (2, vec![2]));
    // The next command finds the one that was cancelled.
    log.break_at(Fault::SilentAfter);
    let reply = first_action(&actor.table());
    assert!(send(&actor, &reply).is_none());
    assert_eq!(actor.table().version(), 2);
    log.break_at(Fault::None);
    assert!(matches!(execute(&actor, &reply.clone().at_version(2)), Err(MatchError::Stale { version: 3 })));
    assert_eq!((actor.table().version(), published.0.lock().unwrap().clone()), (3, vec![2, 3]));
}

#[test]
fn an_action_reads_nothing_from_the_log_while_nobody_else_writes() {
    let log = FaultyLog::new();
    let actor = actor(&opened(log.clone()));
    let before = log.reads.load(Ordering::Relaxed);
    for _ in 0..10 {
        execute(&actor, &first_action(&actor.table())).unwrap();
    }
    assert_eq!(log.reads.load(Ordering::Relaxed), before);
}

#[test]
fn a_removed_match_is_reported_and_a_damaged_event_names_its_version() {
    let log = FaultyLog::new();
    let context = opened(log.clone());
    let actor = actor(&context);
    let stream = actor.stream().clone();
    let entry = list_entry(&actor.table());
    let events = vec![r#"{"event":"acted","seat":"attack","action":"z9-z8"}"#.to_owned()];
    let append = Append { stream: stream.clone(), expected: Version(1), key: None, events, entry };
    block_on(log.append(append)).unwrap();
    let damaged = execute(&actor, &act("attack", "d6-d7"));
    assert!(matches!(&damaged, Err(MatchError::Corrupt(corrupt)) if corrupt.version == 2), "{damaged:?}");
    assert!(block_on(log.memory.remove(&stream, Version(2))).unwrap());
    let removed = execute(&actor, &act("attack", "d6-d7"));
    assert!(matches!(removed, Err(MatchError::NoMatch)), "{removed:?}");
}
