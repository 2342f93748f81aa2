//! What nodes of a PostgreSQL store count together: who is where, and rate limits.

use std::time::Duration;

use boxtop_store::{
    Append, EventLog, EventStore, ListEntry, Postgres, PresenceChange, Seen, SharedBucket, SharedLimits, SharedPresence,
};
use testkit::postgres::new_schema;

use crate::postgres::{count, node};
use crate::{id, one, ticking};

const LONG: Duration = Duration::from_secs(3600);

async fn nodes() -> (String, Postgres, Postgres) {
    let schema = new_schema();
    let (here, there) = (node(&schema, ticking()).await, node(&schema, ticking()).await);
    (schema, here, there)
}

fn presence(store: &Postgres) -> &dyn SharedPresence {
    store.shared().expect("a shared store").presence()
}

fn limits(store: &Postgres) -> &dyn SharedLimits {
    store.shared().expect("a shared store").limits()
}

fn change(person: &str, here: bool) -> PresenceChange {
    PresenceChange { stream: id("m"), person: person.to_owned(), here }
}

async fn seen(store: &Postgres) -> Vec<(String, bool)> {
    let seen = presence(store).seen_elsewhere(&id("m")).await.expect("an answer");
    let mut seen: Vec<_> = seen.into_iter().map(|Seen { person, left }| (person, left.is_none())).collect();
    seen.sort();
    seen
}

#[tokio::test]
async fn who_is_connected_at_one_node_is_known_at_the_others() {
    let (_, here, there) = nodes().await;
    let changes = [change("ann", true), change("bob", true), change("ann", false), change("ann", true)];
    presence(&here).update(&changes, LONG).await.expect("written");
    assert_eq!(seen(&there).await, [("ann".to_owned(), true), ("bob".to_owned(), true)]);
    assert_eq!(seen(&here).await, [], "a node knows its own people better");
    presence(&here).update(&[change("bob", false)], LONG).await.expect("written");
    assert_eq!(seen(&there).await, [("ann".to_owned(), true), ("bob".to_owned(), false)]);
    assert_eq!(presence(&there).seen_elsewhere(&id("other")).await, Ok(Vec::new()));
}

#[tokio::test]
async fn spectators_are_counted_once_at_all_nodes_and_players_are_not() {
    let (_, here, there) = nodes().await;
    let entry = ListEntry { owners: vec!["ann".into(), "bob".into(), "timed".into()], ..one("m", 0).entry };
    here.append(Append { entry, ..one("m", 0) }).await.expect("a match");
    let all = [change("ann", true), change("cid", true), change("dan", true)];
    presence(&here).update(&all, LONG).await.expect("written");
    presence(&there)
        .update(&[change("bob", true), change("cid", true), change("eve", true)], LONG)
        .await
        .expect("written");
    let streams = [id("m"), id("other")];
    assert_eq!(presence(&there).spectators(&streams).await, Ok(vec![(id("m"), 3)]), "cid, dan and eve");
    presence(&here).update(&[change("cid", false), change("dan", false)], LONG).await.expect("written");
    assert_eq!(presence(&here).spectators(&streams).await, Ok(vec![(id("m"), 2)]), "cid has another screen");
}

#[tokio::test]
async fn a_node_that_dies_stops_counting_and_is_removed() {
    let (schema, here, there) = nodes().await;
    presence(&here).update(&[change("ann", true)], Duration::from_millis(1)).await.expect("written");
    while seen(&there).await != [("ann".to_owned(), false)] {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(presence(&there).spectators(&[id("m")]).await, Ok(Vec::new()));
    presence(&here).update(&[], LONG).await.expect("renewed");
    assert_eq!(seen(&there).await, [("ann".to_owned(), true)], "one row for the node renews all");
    presence(&there).update(&[change("bob", true), change("cid", false)], LONG).await.expect("written");
    presence(&here).update(&[], Duration::from_millis(1)).await.expect("renewed");
    while presence(&there).clean_up(Duration::from_millis(1)).await != Ok(0) {}
    let mut rows = -1;
    while rows != 1 {
        presence(&there).clean_up(Duration::from_millis(1)).await.expect("cleaned up");
        rows = count(format!("SELECT COUNT(*) FROM {schema}.presence")).await;
    }
    assert_eq!(seen(&here).await, [("bob".to_owned(), true)], "who is connected stays");
    while count(format!("SELECT COUNT(*) FROM {schema}.node")).await != 1 {
        presence(&there).clean_up(Duration::from_millis(1)).await.expect("cleaned up");
    }
}

#[tokio::test]
async fn a_limit_holds_for_all_nodes_together() {
    let (schema, here, there) = nodes().await;
    let bucket = |key: &str, burst| SharedBucket { key: key.into(), per_second: 1e-6, burst };
    let few = [bucket("few", 3.0), bucket("many", 100.0)];
    let mut taken = Vec::new();
    for attempt in 0..6 {
        let node = if attempt % 2 == 0 { &here } else { &there };
        taken.push(limits(node).take(&few).await.expect("an answer").is_ok());
    }
    assert_eq!(taken, [true, true, true, false, false, false]);
    let wait = limits(&here).take(&few).await.expect("an answer").expect_err("nothing is left");
    assert!((1e5..=1e6).contains(&wait), "{wait}");
    assert_eq!(limits(&here).take(&[bucket("other", 1.0)]).await, Ok(Ok(())), "each key has a bucket");
    assert_eq!(limits(&here).take(&[bucket("none", 0.0)]).await.map(|taken| taken.is_err()), Ok(true));
    assert_eq!(limits(&here).take(&[]).await, Ok(Ok(())));
    let fast = SharedBucket { key: "fast".into(), per_second: 1e6, burst: 2.0 };
    for _ in 0..20 {
        assert_eq!(limits(&there).take(&[fast.clone(), fast.clone()]).await, Ok(Ok(())), "it is refilled");
    }
    while limits(&here).remove_full().await != Ok(1) {}
    let left = count(format!("SELECT COUNT(*) FROM {schema}.bucket")).await;
    assert_eq!(left, 4, "only the full one is removed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn requests_at_the_same_time_share_a_bucket() {
    let (_, here, there) = nodes().await;
    let nodes = [std::sync::Arc::new(here), std::sync::Arc::new(there)];
    let mut requests = tokio::task::JoinSet::new();
    for number in 0..40 {
        let node = nodes[number % 2].clone();
        // In either order: nodes must not wait for each other.
        let keys = if number % 4 < 2 { ["a", "b"] } else { ["b", "a"] };
        let buckets = keys.map(|key| SharedBucket { key: key.into(), per_second: 1e-6, burst: 10.0 });
        requests.spawn(async move { limits(&node).take(&buckets).await.expect("an answer").is_ok() });
    }
    assert_eq!(requests.join_all().await.into_iter().filter(|taken| *taken).count(), 10);
}
