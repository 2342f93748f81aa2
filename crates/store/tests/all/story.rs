//! The guarantees of every store, tested by the same scenario.

use std::sync::Arc;

use boxtop_store::{Append, EventStore, Filter, ListEntry, Memory, StoreError, Stored, Version};
use tokio::task::JoinSet;

use crate::postgres;
use crate::{body, conflict, contents, entry, folder, id, keyed, many, one, open, repeated, ticking, written};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn memory_keeps_the_guarantees() {
    tell(|| async { (None, Arc::new(Memory::with_clock(ticking())) as Arc<dyn EventStore>) }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sqlite_keeps_the_guarantees() {
    tell(|| async {
        let (folder, path) = folder();
        (Some(folder), Arc::new(open(&path).await) as Arc<dyn EventStore>)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_keeps_the_guarantees() {
    tell(|| async {
        (None, Arc::new(postgres::node(&testkit::postgres::new_schema(), ticking()).await) as Arc<dyn EventStore>)
    })
    .await;
}

/// Each chapter begins with an empty store.
async fn tell<New, Store>(new: New)
where
    New: Fn() -> Store,
    Store: Future<Output = (Option<tempfile::TempDir>, Arc<dyn EventStore>)>,
{
    macro_rules! chapters {
        ($($chapter:ident),+ $(,)?) => {$(
            let (_folder, store) = new().await;
            $chapter(store).await;
        )+};
    }
    chapters!(
        an_empty_store_has_nothing,
        events_come_back_in_order_byte_for_byte,
        a_conflict_changes_nothing,
        a_key_is_answered_the_same_again,
        keys_belong_to_their_stream,
        long_texts_come_back_byte_for_byte,
        a_match_is_removed_only_at_the_version_that_was_seen,
        a_match_can_be_read_from_any_version,
        lists_show_the_newest_first,
        lists_filter,
        a_list_goes_on_after_any_match,
        owners_come_and_go,
        bad_requests_are_refused_and_change_nothing,
        of_many_writers_of_one_version_one_wins,
        many_writers_of_many_streams_do_not_disturb_each_other,
        the_same_request_sent_many_times_at_once_is_written_once,
        a_closed_store_says_so,
    );
}

async fn an_empty_store_has_nothing(store: Arc<dyn EventStore>) {
    assert_eq!(store.read(&id("nobody"), Version::NONE).await, Ok(vec![]));
    assert_eq!(store.list(Filter::default()).await, Ok(vec![]));
    assert_eq!(store.append(one("nobody", 3)).await, conflict(3, 0));
    assert_eq!(store.list(Filter::default()).await, Ok(vec![]), "a conflict does not make a stream");
}

async fn events_come_back_in_order_byte_for_byte(store: Arc<dyn EventStore>) {
    assert_eq!(store.append(many("m", 0, 2)).await, written(2));
    assert_eq!(store.append(keyed(many("m", 2, 2), "k")).await, written(4));
    let kept = |version, at_ms, key: Option<&str>| Stored {
        version: Version(version),
        at_ms,
        key: key.map(str::to_owned),
        body: body(version),
    };
    let expected = vec![kept(1, 1000, None), kept(2, 1000, None), kept(3, 1001, None), kept(4, 1001, Some("k"))];
    assert_eq!(store.read(&id("m"), Version::NONE).await, Ok(expected));
}

async fn a_conflict_changes_nothing(store: Arc<dyn EventStore>) {
    store.append(many("m", 0, 3)).await.expect("a beginning");
    let before = contents(&*store).await;
    let renamed = |append| Append { entry: entry("another title"), ..append };
    for wrong in [0, 2, 4, u64::MAX] {
        let append = Append { expected: Version(wrong), ..keyed(renamed(one("m", 0)), "late") };
        assert_eq!(store.append(append).await, conflict(wrong, 3));
    }
    assert_eq!(contents(&*store).await, before);
    assert_eq!(store.append(keyed(one("m", 3), "late")).await, written(4), "a refused key can be used again");
}

async fn a_key_is_answered_the_same_again(store: Arc<dyn EventStore>) {
    let first = keyed(many("m", 0, 2), "k");
    assert_eq!(store.append(first.clone()).await, written(2));
    store.append(one("m", 2)).await.expect("the match goes on");
    let before = contents(&*store).await;
    assert_eq!(store.append(first).await, repeated(2));
    assert_eq!(store.append(keyed(one("m", 3), "k")).await, repeated(2), "even if it would fit");
    assert_eq!(contents(&*store).await, before);
}

async fn long_texts_come_back_byte_for_byte(store: Arc<dyn EventStore>) {
    let board = "row \\\"é\\\"\\n".repeat(200);
    let opened = |name: &str| format!(r#"{{"event":"opened","board":"{board}","name":"{name}"}}"#);
    for (stream, name) in [("m", "ann"), ("n", "shared:0")] {
        store.append(Append { events: vec![opened(name)], ..one(stream, 0) }).await.expect("an append");
    }
    store.append(one("m", 1)).await.expect("the match goes on");
    for (stream, name) in [("m", "ann"), ("n", "shared:0")] {
        let events = store.read(&id(stream), Version::NONE).await.expect("events");
        assert_eq!(events[0].body, opened(name));
    }
    assert_eq!(store.remove(&id("m"), Version(2)).await, Ok(true));
    let other = store.read(&id("n"), Version::NONE).await.expect("events");
    assert_eq!(other[0].body, opened("shared:0"), "what others have stays");
}

async fn a_match_is_removed_only_at_the_version_that_was_seen(store: Arc<dyn EventStore>) {
    store.append(keyed(many("m", 0, 2), "k")).await.expect("an append");
    store.append(one("n", 0)).await.expect("another match");
    assert_eq!(store.remove(&id("m"), Version(1)).await, Ok(false), "somebody has played meanwhile");
    assert_eq!(store.remove(&id("x"), Version(1)).await, Ok(false), "there is no such match");
    assert_eq!(store.read(&id("m"), Version::NONE).await.expect("events").len(), 2);
    assert_eq!(store.remove(&id("m"), Version(2)).await, Ok(true));
    assert_eq!(store.read(&id("m"), Version::NONE).await, Ok(vec![]));
    assert_eq!(names(&*store, Filter::default()).await, ["n"]);
    let of_ann = Filter { owner: Some("ann".into()), ..Filter::default() };
    assert_eq!(names(&*store, of_ann).await, ["n"]);
    assert_eq!(store.append(keyed(one("m", 0), "k")).await, written(1), "its name and key are free again");
}

async fn keys_belong_to_their_stream(store: Arc<dyn EventStore>) {
    assert_eq!(store.append(keyed(one("m", 0), "k")).await, written(1));
    assert_eq!(store.append(keyed(one("n", 0), "k")).await, written(1));
}

async fn a_match_can_be_read_from_any_version(store: Arc<dyn EventStore>) {
    store.append(many("m", 0, 5)).await.expect("five events");
    for after in [0, 1, 4, 5, 6, u64::MAX] {
        let events = store.read(&id("m"), Version(after)).await.expect("events");
        let versions: Vec<_> = events.iter().map(|event| event.version.0).collect();
        assert_eq!(versions, (after.min(5) + 1..=5).collect::<Vec<_>>(), "after {after}");
    }
}

async fn names(store: &dyn EventStore, filter: Filter) -> Vec<String> {
    let listed = store.list(filter).await.expect("a list");
    listed.iter().map(|listed| listed.stream.to_string()).collect()
}

async fn lists_show_the_newest_first(store: Arc<dyn EventStore>) {
    for (stream, version) in [("a", 0), ("b", 0), ("c", 0), ("b", 1)] {
        store.append(one(stream, version)).await.expect("an append");
    }
    assert_eq!(names(&*store, Filter::default()).await, ["b", "c", "a"]);
    assert_eq!(names(&*store, Filter { limit: 2, ..Filter::default() }).await, ["b", "c"]);
    assert_eq!(names(&*store, Filter { limit: 0, ..Filter::default() }).await, [""; 0]);
    let listed = store.list(Filter::default()).await.expect("a list").remove(0);
    assert_eq!((listed.version, listed.created_ms, listed.updated_ms), (Version(2), 1001, 1003));
    assert_eq!(listed.entry, entry("a match"));
}

async fn lists_filter(store: Arc<dyn EventStore>) {
    let matches = [("a", "siege", true, "ann"), ("b", "siege", false, "bob"), ("c", "conflict", true, "ann")];
    for (stream, game, open, owner) in matches {
        let owners = vec![owner.to_owned(), "carol".to_owned(), owner.to_owned()];
        let entry = ListEntry { game: game.to_owned(), open, title: String::new(), owners };
        store.append(Append { entry, ..one(stream, 0) }).await.expect("an append");
    }
    let filter = |game: Option<&str>, owner: Option<&str>, open| Filter {
        game: game.map(str::to_owned),
        owner: owner.map(str::to_owned),
        open,
        ..Filter::default()
    };
    assert_eq!(names(&*store, filter(Some("siege"), None, None)).await, ["b", "a"]);
    assert_eq!(names(&*store, filter(None, Some("ann"), None)).await, ["c", "a"]);
    assert_eq!(names(&*store, filter(None, Some("carol"), None)).await, ["c", "b", "a"]);
    assert_eq!(names(&*store, filter(None, None, Some(true))).await, ["c", "a"]);
    assert_eq!(names(&*store, filter(None, None, Some(false))).await, ["b"]);
    assert_eq!(names(&*store, filter(Some("siege"), Some("carol"), Some(true))).await, ["a"]);
    assert_eq!(names(&*store, filter(Some("chess"), None, None)).await, [""; 0]);
    assert_eq!(names(&*store, filter(None, Some("' OR 1=1 --"), None)).await, [""; 0]);
}

async fn a_list_goes_on_after_any_match(store: Arc<dyn EventStore>) {
    for stream in ["c", "a", "b", "d"] {
        store.append(one(stream, 0)).await.expect("an append");
    }
    let all = store.list(Filter::default()).await.expect("a list");
    for (at, listed) in all.iter().enumerate() {
        let after = Some((listed.updated_ms, listed.stream.clone()));
        let rest = store.list(Filter { after, ..Filter::default() }).await.expect("the rest");
        assert_eq!(rest, all[at + 1..]);
    }
}

async fn owners_come_and_go(store: Arc<dyn EventStore>) {
    let owned = |owners: &[&str], version| Append {
        entry: ListEntry { owners: owners.iter().map(|owner| (*owner).to_owned()).collect(), ..entry("a match") },
        ..one("m", version)
    };
    for (version, owners) in [&["ann", "bob"][..], &["bob", "ann"], &["bob", "carol"], &[]].into_iter().enumerate() {
        store.append(owned(owners, version as u64)).await.expect("an append");
        let listed = store.list(Filter::default()).await.expect("a list").remove(0);
        assert_eq!(listed.entry.owners, owners);
        for name in ["ann", "bob", "carol"] {
            let filter = Filter { owner: Some(name.to_owned()), ..Filter::default() };
            assert_eq!(names(&*store, filter).await.len(), usize::from(owners.contains(&name)), "{name} of {owners:?}");
        }
    }
}

async fn bad_requests_are_refused_and_change_nothing(store: Arc<dyn EventStore>) {
    let faults: [fn(&mut Append); 9] = [
        |append| append.events.clear(),
        |append| append.events.push("not JSON".to_owned()),
        |append| append.events.push("{} {}".to_owned()),
        |append| append.events = vec!["1".to_owned(); 1001],
        |append| append.key = Some(String::new()),
        |append| append.key = Some("k".repeat(201)),
        |append| append.entry.game = "a\0b".to_owned(),
        |append| append.entry.title = "long".repeat(1000),
        |append| append.entry.owners = vec!["x".to_owned(); 101],
    ];
    for (number, spoil) in faults.iter().enumerate() {
        let mut append = one("m", 0);
        spoil(&mut append);
        let answer = store.append(append).await;
        assert!(matches!(answer, Err(StoreError::BadRequest(_))), "fault {number}: {answer:?}");
    }
    assert_eq!(contents(&*store).await, "");
}

async fn of_many_writers_of_one_version_one_wins(store: Arc<dyn EventStore>) {
    const WRITERS: usize = 16;
    const VERSIONS: u64 = 20;
    let mut race = JoinSet::new();
    for _ in 0..WRITERS {
        let store = store.clone();
        race.spawn(async move {
            let mut won = Vec::new();
            for version in 0..VERSIONS {
                match store.append(one("m", version)).await {
                    Ok(_) => won.push(version),
                    Err(StoreError::Conflict { actual, .. }) => assert!(actual.0 > version),
                    Err(other) => panic!("{other}"),
                }
            }
            won
        });
    }
    let mut won = race.join_all().await.concat();
    won.sort_unstable();
    assert_eq!(won, (0..VERSIONS).collect::<Vec<_>>(), "each version is won exactly once");
    let events = store.read(&id("m"), Version::NONE).await.expect("events");
    assert!(events.iter().map(|event| event.version.0).eq(1..=VERSIONS));
    assert!(events.iter().all(|event| event.body == body(event.version.0)));
}

async fn many_writers_of_many_streams_do_not_disturb_each_other(store: Arc<dyn EventStore>) {
    let mut writers = JoinSet::new();
    for number in 0..100 {
        let store = store.clone();
        writers.spawn(async move {
            let stream = format!("m{number}");
            for version in [0, 3, 6, 9] {
                let append = keyed(many(&stream, version, 3), &format!("k{version}"));
                assert_eq!(store.append(append).await, written(version + 3));
                assert_eq!(store.read(&id(&stream), Version(version)).await.expect("events").len(), 3);
            }
        });
    }
    writers.join_all().await;
    let listed = store.list(Filter { limit: 1000, ..Filter::default() }).await.expect("a list");
    assert_eq!(listed.len(), 100);
    assert!(listed.iter().all(|listed| listed.version == Version(12)));
}

async fn the_same_request_sent_many_times_at_once_is_written_once(store: Arc<dyn EventStore>) {
    let mut senders = JoinSet::new();
    for _ in 0..50 {
        let store = store.clone();
        senders.spawn(async move { store.append(keyed(many("m", 0, 2), "k")).await.expect("an answer") });
    }
    let answers = senders.join_all().await;
    assert!(answers.iter().all(|answer| answer.version == Version(2)));
    assert_eq!(answers.iter().filter(|answer| !answer.repeated).count(), 1);
    assert_eq!(store.read(&id("m"), Version::NONE).await.expect("events").len(), 2);
}

async fn a_closed_store_says_so(store: Arc<dyn EventStore>) {
    store.append(one("m", 0)).await.expect("an append");
    store.close().await.expect("closing");
    store.close().await.expect("closing again");
    assert_eq!(store.append(one("m", 1)).await, Err(StoreError::Closed));
    assert_eq!(store.read(&id("m"), Version::NONE).await, Err(StoreError::Closed));
    assert_eq!(store.list(Filter::default()).await, Err(StoreError::Closed));
}
