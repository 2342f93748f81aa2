//! What only a PostgreSQL store has: nodes that share it, lost connections, several servers. The guarantees of every store
//! are in `story` and `people`.
//!
//! The tests share one server, each with a schema of its own.

use std::sync::Arc;
use std::time::Duration;

use boxtop_store::{
    Append, Audience, Beat, Change, Changed, Clock, EventLog, EventStore, FORGOTTEN, Filter, Hint, ListEntry, Message,
    Postgres, PostgresOptions, StoreError, Version,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::task::JoinSet;

use testkit::postgres::{address, new_schema, server};

use crate::{body, id, keyed, many, one, ticking, written};

/// A node of the store in this schema.
pub(crate) async fn node(schema: &str, clock: Clock) -> Postgres {
    let options = PostgresOptions { clock, connections: 4, ..PostgresOptions::default() };
    Postgres::open_with(&address(schema), options).await.expect("a store")
}

/// A direct connection, as another program would have.
pub(crate) async fn raw() -> PgConnection {
    PgConnection::connect(server()).await.expect("a raw connection")
}

pub(crate) async fn raw_sql(sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut raw().await).await.expect("a statement");
}

pub(crate) async fn count(sql: String) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut raw().await).await.expect("a number")
}

#[tokio::test]
async fn nodes_that_start_together_make_the_tables_once() {
    let schema = new_schema();
    let mut starting = JoinSet::new();
    for _ in 0..6 {
        let schema = schema.clone();
        starting.spawn(async move { node(&schema, ticking()).await });
    }
    let nodes = starting.join_all().await;
    let steps = format!("SELECT COUNT(*) - MAX(version) FROM {schema}.boxtop_schema");
    assert_eq!(count(steps).await, 0, "each step once");
    assert_eq!(nodes[0].append(one("m", 0)).await, written(1));
    for node in &nodes {
        assert_eq!(node.read(&id("m"), Version::NONE).await.expect("events").len(), 1);
        assert_eq!(node.health().await, Ok(()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_nodes_that_append_the_same_version_one_wins() {
    const VERSIONS: u64 = 25;
    let schema = new_schema();
    let mut nodes = Vec::new();
    for _ in 0..3 {
        nodes.push(Arc::new(node(&schema, ticking()).await));
    }
    let mut race = JoinSet::new();
    for writer in 0..12 {
        let node = nodes[writer % 3].clone();
        race.spawn(async move {
            let mut won = Vec::new();
            for version in 0..VERSIONS {
                // Two matches in one batch, in either order: nodes must not wait for each other.
                let names = if writer % 2 == 0 { ["a", "b"] } else { ["b", "a"] };
                let (one, other) =
                    tokio::join!(node.append(one(names[0], version)), node.append(one(names[1], version)));
                for (name, answer) in names.into_iter().zip([one, other]) {
                    match answer {
                        Ok(_) => won.push((name, version)),
                        Err(StoreError::Conflict { actual, .. }) => assert!(actual.0 > version),
                        Err(other) => panic!("{other}"),
                    }
                }
            }
            won
        });
    }
    let mut won = race.join_all().await.concat();
    won.sort_unstable();
    let all = ["a", "b"].into_iter().flat_map(|name| (0..VERSIONS).map(move |version| (name, version)));
    assert_eq!(won, all.collect::<Vec<_>>(), "each version of each match is won exactly once");
}

#[tokio::test]
async fn a_request_sent_to_two_nodes_is_written_once() {
    let schema = new_schema();
    let (here, there) = (node(&schema, ticking()).await, node(&schema, ticking()).await);
    for round in 0..10 {
        let append = keyed(many("m", round * 2, 2), &format!("k{round}"));
        let (one, other) = tokio::join!(here.append(append.clone()), there.append(append));
        let answers = [one.expect("an answer"), other.expect("an answer")];
        assert!(answers.iter().all(|answer| answer.version == Version(round * 2 + 2)), "{answers:?}");
        assert_eq!(answers.iter().filter(|answer| !answer.repeated).count(), 1, "{answers:?}");
    }
}

/// The writer is held up by a lock on one match; what comes meanwhile waits together.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_together_is_one_commit() {
    let schema = new_schema();
    let store = Arc::new(node(&schema, ticking()).await);
    store.append(one("held", 0)).await.expect("a match");
    let mut other = raw().await;
    let lock = format!("BEGIN; SELECT 1 FROM {schema}.stream WHERE id = 'held' FOR UPDATE");
    sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut other).await.expect("a lock");
    let before = store.commits();
    let mut appends = JoinSet::new();
    let first = store.clone();
    appends.spawn(async move { first.append(one("held", 1)).await });
    let blocked = format!(
        "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'boxtop/{schema}' AND wait_event_type = 'Lock'"
    );
    while count(blocked.clone()).await == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for number in 0..100 {
        let store = store.clone();
        appends.spawn(async move { store.append(one(&format!("m{number}"), 0)).await });
    }
    // All of them are queued: nothing else can be done by these tasks.
    while store.waiting() < 100 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sqlx::query("COMMIT").execute(&mut other).await.expect("an end");
    assert!(appends.join_all().await.iter().all(Result::is_ok));
    assert_eq!(store.commits() - before, 2, "the one that was held up, and all others");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn connections_cut_under_load_lose_and_double_nothing() {
    const MATCHES: u64 = 12;
    const APPENDS: u64 = 40;
    let schema = new_schema();
    let nodes = [Arc::new(node(&schema, ticking()).await), Arc::new(node(&schema, ticking()).await)];
    let mut writers = JoinSet::new();
    for number in 0..MATCHES {
        let node = nodes[(number % 2) as usize].clone();
        writers.spawn(async move {
            let name = format!("m{number}");
            for version in 0..APPENDS {
                // Every other append has no key: only the log can tell whether it was written.
                let append = one(&name, version);
                let append = if version % 2 == 0 { keyed(append, &format!("k{version}")) } else { append };
                assert_eq!(node.append(append).await, written(version + 1), "{name}");
            }
        });
    }
    let cut =
        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'boxtop/{schema}'");
    let mut cuts = 0;
    while !writers.is_empty() {
        raw_sql(cut.clone()).await;
        cuts += 1;
        while let Some(done) = writers.try_join_next() {
            done.expect("all appends of a match");
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(cuts > 1);
    for number in 0..MATCHES {
        let events = nodes[0].read(&id(&format!("m{number}")), Version::NONE).await.expect("events");
        assert!(events.iter().map(|event| event.version.0).eq(1..=APPENDS));
        assert!(events.iter().all(|event| event.body == body(event.version.0)));
    }
}

#[tokio::test]
async fn a_schema_that_this_program_does_not_know_is_refused_unless_it_says_that_it_fits() {
    let schema = new_schema();
    let store = node(&schema, ticking()).await;
    store.append(one("m", 0)).await.expect("an append");
    raw_sql(format!("INSERT INTO {schema}.boxtop_schema VALUES (98, 1)")).await;
    let beside = node(&schema, ticking()).await;
    assert_eq!(beside.append(one("m", 1)).await, written(2), "an update that only adds: both versions run");
    raw_sql(format!("INSERT INTO {schema}.boxtop_schema VALUES (99, 99)")).await;
    let refused = Postgres::open(&address(&schema)).await.expect_err("it is too new");
    assert!(matches!(refused, StoreError::NewerSchema { found: 99, .. }), "{refused}");
    assert_eq!(count(format!("SELECT COUNT(*) FROM {schema}.event")).await, 2, "nothing was changed");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_said_so_without_the_password() {
    let error = Postgres::open("postgres://ann:s3cret@127.0.0.1:1/club").await.expect_err("nobody listens");
    let said = error.to_string();
    assert!(said.starts_with("cannot open postgres://ann@127.0.0.1:1/club: "), "{said}");
    assert!(said.contains("see that the server runs") && !said.contains("s3cret"), "{said}");
}

#[tokio::test]
async fn of_several_servers_the_one_that_takes_writes_is_found() {
    let schema = new_schema();
    let several = address(&schema).replace("@127.0.0.1", "@127.0.0.1:1,127.0.0.1");
    let store = Postgres::open(&several).await.expect("the second server");
    assert_eq!(store.append(one("m", 0)).await, written(1));
    assert_eq!(store.read(&id("m"), Version::NONE).await.expect("events").len(), 1, "reading too");
    assert_eq!(store.list(Filter::default()).await.expect("a list").len(), 1);
}

#[tokio::test]
async fn the_stores_own_order_has_every_change_even_of_slow_transactions() {
    let schema = new_schema();
    let store = node(&schema, ticking()).await;
    let shared = store.shared().expect("a shared store");
    for stream in ["a", "b"] {
        store.append(one(stream, 0)).await.expect("an append");
    }
    let place = shared.place().await.expect("a place");
    // A transaction that began before others and ends after them.
    let mut slow = raw().await;
    let change = format!("BEGIN; UPDATE {schema}.stream SET changed_in = pg_current_xact_id() WHERE id = 'a'");
    sqlx::raw_sql(AssertSqlSafe(change)).execute(&mut slow).await.expect("a change");
    store.append(one("b", 1)).await.expect("an append");
    let names = |hints: Vec<Hint>| {
        let mut names: Vec<_> = hints.iter().map(|hint| format!("{} {}", hint.stream, hint.version)).collect();
        names.sort();
        names
    };
    let (hints, place) = shared.changes_since(place).await.expect("changes");
    // Transactions of other tests may hold the place back; then more is named, never less.
    assert!(names(hints).contains(&"b 2".to_owned()));
    sqlx::query("COMMIT").execute(&mut slow).await.expect("an end");
    let (hints, mut place) = shared.changes_since(place).await.expect("changes");
    assert!(names(hints).contains(&"a 1".to_owned()), "the slow one is there");
    while !shared.changes_since(place).await.expect("changes").0.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
        place = shared.changes_since(place).await.expect("changes").1;
    }
}

#[tokio::test]
async fn one_node_has_a_lease_until_it_gives_it_back_or_its_time_is_over() {
    const LONG: Duration = Duration::from_secs(3600);
    let schema = new_schema();
    let (here, there) = (node(&schema, ticking()).await, node(&schema, ticking()).await);
    let (here, there) = (here.shared().expect("shared"), there.shared().expect("shared"));
    assert_eq!(here.lease("think/m", LONG).await, Ok(true));
    assert_eq!(here.lease("think/m", LONG).await, Ok(true), "it is renewed");
    assert_eq!(there.lease("think/m", LONG).await, Ok(false));
    assert_eq!(there.lease("think/n", LONG).await, Ok(true), "another one");
    there.release("think/m").await.expect("an answer");
    assert_eq!(there.lease("think/m", LONG).await, Ok(false), "only its holder gives it back");
    here.release("think/m").await.expect("an answer");
    assert_eq!(there.lease("think/m", Duration::from_millis(1)).await, Ok(true));
    while here.lease("think/m", LONG).await != Ok(true) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn meet(key: &str, name: &str) -> Change {
    Change::Meet { id: key.into(), name: name.into() }
}

fn claim(key: &str, name: &str) -> Change {
    let (password, device, secret) = ("hash".into(), key.into(), format!("{key}-2"));
    Change::Claim { id: key.into(), name: name.into(), password, device, secret }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn changes_at_two_nodes_do_not_cross() {
    let schema = new_schema();
    let (here, there) = (node(&schema, ticking()).await, node(&schema, ticking()).await);
    let (here, there) = (here.people(), there.people());
    for round in 0..8 {
        let keys = [format!("ann-{round}"), format!("eve-{round}")];
        // The same guest arrives at both.
        let (one, other) = tokio::join!(here.change(meet(&keys[0], "Ann")), there.change(meet(&keys[0], "Ann")));
        let met = [one.expect("a guest"), other.expect("a guest")];
        assert!(met.contains(&Changed::Done) && met.contains(&Changed::Nothing), "{met:?}");
        assert_eq!(here.change(meet(&keys[1], "Eve")).await, Ok(Changed::Done));
        // Names that look alike are claimed at the same time.
        let names = [format!("Iris {round}"), format!("lris {round}")];
        let (one, other) =
            tokio::join!(here.change(claim(&keys[0], &names[0])), there.change(claim(&keys[1], &names[1])));
        let claimed = [one.expect("a claim"), other.expect("a claim")];
        assert!(claimed.contains(&Changed::Done) && claimed.contains(&Changed::Taken), "{claimed:?}");
        // A link is used at both.
        let link = Change::AddLink { hash: format!("link-{round}"), id: keys[0].clone(), lasts_ms: 60_000 };
        assert_eq!(here.change(link).await, Ok(Changed::Done));
        let using =
            |secret: &str| Change::UseLink { hash: format!("link-{round}"), secret: format!("{secret}-{round}") };
        let (one, other) = tokio::join!(here.change(using("x")), there.change(using("y")));
        let used = [one.expect("an answer"), other.expect("an answer")];
        assert_eq!(used.iter().filter(|used| matches!(used, Changed::Welcome(_))).count(), 1, "{used:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn messages_sent_at_two_nodes_are_numbered_without_gaps() {
    let schema = new_schema();
    let (here, there) = (node(&schema, ticking()).await, node(&schema, ticking()).await);
    let say = |text: String| {
        let (person, name, audience) = ("ann".into(), "Ann".into(), Audience::Everyone);
        Change::Say(Message {
            number: 0,
            table: id("t"),
            person,
            name,
            text,
            audience,
            at_ms: 0,
            key: None,
            removed: false,
        })
    };
    for round in 0..20 {
        let (one, other) = tokio::join!(
            here.people().change(say(format!("here {round}"))),
            there.people().change(say(format!("there {round}")))
        );
        assert!(matches!((&one, &other), (Ok(Changed::Said(_)), Ok(Changed::Said(_)))), "{one:?} {other:?}");
    }
    let said = here.people().messages(&id("t"), 0, 100, true).await.expect("messages");
    assert!(said.iter().map(|message| message.number).eq(1..=40));
}

#[tokio::test]
async fn a_deletion_that_a_node_left_is_finished_by_the_next() {
    let schema = new_schema();
    let store = node(&schema, ticking()).await;
    let seat = |key: &str, name: &str| format!(r#"{{"who":{{"key":"{key}","name":"{name}"}}}}"#);
    for number in 0..150 {
        let owners = vec!["ann-key".to_owned(), "turn:ann-key".to_owned(), "bob-key".to_owned()];
        let entry = ListEntry { game: "siege".into(), open: false, title: "Ann – Bob".into(), owners };
        let events = vec![seat("ann-key", "Ann"), seat("bob-key", "Bob")];
        store.append(Append { events, entry, ..one(&format!("m{number}"), 0) }).await.expect("a match");
    }
    store.close().await.expect("closing");
    raw_sql(format!("INSERT INTO {schema}.leaving VALUES ('ann-key', 'gone-ann')")).await;
    let store = node(&schema, ticking()).await;
    while count(format!("SELECT COUNT(*) FROM {schema}.leaving")).await > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for listed in store.list(Filter { limit: 1_000, ..Filter::default() }).await.expect("a list") {
        assert_eq!((listed.entry.title.as_str(), listed.entry.owners), ("a guest – Bob", vec!["bob-key".to_owned()]));
        let events = store.read(&listed.stream, Version::NONE).await.expect("events");
        assert_eq!(events[0].body, seat("gone-ann", FORGOTTEN));
        assert_eq!(events[1].body, seat("bob-key", "Bob"));
    }
}

/// The outages that a node learns by a beat if it knows those up to a number.
async fn beat(node: &Postgres, known: i64) -> Vec<boxtop_store::Outage> {
    node.beat(Beat { known, ..Beat::default() }).await.expect("a pulse").outages
}

/// The database has had no beat for a minute.
async fn silence(schema: &str) {
    raw_sql(format!("UPDATE {schema}.alive SET at_ms = at_ms - 60000")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn when_all_nodes_were_silent_one_of_them_finds_the_outage_and_all_learn_of_it() {
    let schema = new_schema();
    let mut nodes = Vec::new();
    for _ in 0..4 {
        nodes.push(Arc::new(node(&schema, Clock::system()).await));
    }
    assert_eq!(beat(&nodes[0], 0).await, []);
    silence(&schema).await;
    let mut beats = JoinSet::new();
    for node in &nodes {
        let node = node.clone();
        beats.spawn(async move { beat(&node, 0).await });
    }
    let learnt = beats.join_all().await;
    assert_eq!(count(format!("SELECT COUNT(*) FROM {schema}.outage")).await, 1);
    for outages in &learnt {
        let [outage] = outages[..] else { panic!("one outage: {outages:?}") };
        assert_eq!(outage.number, learnt[0][0].number);
        assert!((60_000..180_000).contains(&(outage.until_ms - outage.from_ms)), "{outage:?}");
        assert!((outage.until_ms - Clock::system().now_ms()).abs() < 60_000, "by the clock of the node: {outage:?}");
    }
    assert_eq!(beat(&nodes[2], learnt[0][0].number).await, [], "it is known");
}

#[tokio::test]
async fn a_node_that_was_frozen_invents_no_outage_while_another_lived() {
    let schema = new_schema();
    let (frozen, lives) = (node(&schema, Clock::system()).await, node(&schema, Clock::system()).await);
    beat(&frozen, 0).await;
    beat(&lives, 0).await;
    let since_own = Some(Duration::from_secs(60));
    let pulse = frozen.beat(Beat { since_own, ..Beat::default() }).await.expect("a pulse");
    assert_eq!(pulse.outages, []);
}

#[tokio::test]
async fn no_outage_is_longer_than_the_time_since_the_nodes_own_beat() {
    let schema = new_schema();
    let node = node(&schema, Clock::system()).await;
    beat(&node, 0).await;
    silence(&schema).await;
    let since_own = Some(Duration::from_millis(1_500));
    let pulse = node.beat(Beat { since_own, ..Beat::default() }).await.expect("a pulse");
    assert_eq!((pulse.outages, pulse.gap), (vec![], Duration::from_millis(1_500)), "the database's clock was set");
}

/// A rolling update: nodes of 0.2.0, which know schema 1 only, work on while a new node migrates the database.
#[tokio::test]
async fn nodes_of_the_last_release_and_of_this_one_share_a_database() {
    let schema = new_schema();
    let old_options = || PostgresOptions { clock: ticking(), newest_schema: Some(1), ..PostgresOptions::default() };
    let old = Postgres::open_with(&address(&schema), old_options()).await.expect("a database of 0.2.0");
    let fixture = include_str!("0.2.0.sql");
    raw_sql(format!("SET search_path TO {schema}; {fixture}")).await;
    let new = node(&schema, ticking()).await;
    assert_eq!(count(format!("SELECT MIN(works_since) FROM {schema}.boxtop_schema")).await, 1);
    assert_eq!(new.read(&id("old"), Version::NONE).await.expect("events").len(), 2);
    assert_eq!(new.people().messages(&id("old"), 0, 9, true).await.expect("messages").len(), 1);
    // What a newer program writes is more fields of a known event.
    let paused = r#"{"at":3,"paused":{"number":5,"from":1,"until":5},"event":"arrived","seat":"attack"}"#;
    let append = Append { events: vec![paused.to_owned()], ..one("old", 2) };
    assert_eq!(new.append(append).await, written(3));
    assert_eq!(old.append(one("old", 3)).await, written(4), "the old program goes on");
    assert!(matches!(old.append(one("old", 3)).await, Err(StoreError::Conflict { .. })));
    assert_eq!(beat(&new, 0).await, []);
    let again = Postgres::open_with(&address(&schema), old_options()).await.expect("the old program starts again");
    for node in [&old, &again, &new] {
        let events = node.read(&id("old"), Version::NONE).await.expect("events");
        assert_eq!(events[2].body, paused);
        assert_eq!(events.len(), 4);
        assert_eq!(node.health().await, Ok(()));
    }
}
