//! What the host does, in every store: bans, restrictions, removed messages, reports and the audit log.

use std::sync::Arc;

use boxtop_store::{
    Activity, Append, Audience, Change, Changed, EventStore, FORGOTTEN, GameCount, HostAction, ListEntry, MOST_REPORTS,
    Memory, Moderation, Report, ReportState, Sqlite, SqliteOptions, StoreError, TableRestriction, Version,
};

use crate::people::{Hand, change, meet, said};
use crate::{folder, id, one, postgres, raw_sql, written};

const ANN: &str = "ann-key-0123456789";
const BOB: &str = "bob-key-0123456789";

#[tokio::test]
async fn memory_keeps_what_the_host_does() {
    let hand = Hand::default();
    tell(Arc::new(Memory::with_clock(hand.clock())), &hand).await;
}

#[tokio::test]
async fn sqlite_keeps_what_the_host_does() {
    let (_folder, path) = folder();
    let hand = Hand::default();
    let options = SqliteOptions { clock: hand.clock(), ..SqliteOptions::default() };
    tell(Arc::new(Sqlite::open_with(&path, options).await.expect("a store")), &hand).await;
}

#[tokio::test]
async fn postgres_keeps_what_the_host_does() {
    let hand = Hand::default();
    tell(Arc::new(postgres::node(&testkit::postgres::new_schema(), hand.clock()).await), &hand).await;
}

async fn tell(store: Arc<dyn EventStore>, hand: &Hand) {
    hand.set(1_000);
    people_are_banned_and_unbanned(&*store, hand).await;
    tables_are_hidden_and_shown_again(&*store).await;
    a_closed_table_ends_its_match_with_the_same_commit(&*store).await;
    a_removed_message_has_no_text_any_more(&*store).await;
    reports_are_bounded_and_handled_once(&*store).await;
    a_link_is_audited_without_its_secret(&*store).await;
    statistics_count_what_is_stored(&*store, hand).await;
    people_are_found_by_name_and_by_the_beginning_of_their_id(&*store).await;
    a_deleted_person_is_in_no_report_and_has_no_ban(&*store).await;
    the_audit_log_has_every_action_in_order(&*store).await;
    store.close().await.expect("closing");
    assert_eq!(store.moderation().revision().await, Err(StoreError::Closed));
}

fn moderate(action: HostAction) -> Change {
    Change::Moderate(Box::new(Moderation { actor: "Eve".into(), action }))
}

async fn act(store: &dyn EventStore, action: HostAction) -> Result<Changed, StoreError> {
    let before = store.moderation().revision().await.expect("a number");
    let changed = change(store, moderate(action)).await;
    let entries = store.moderation().revision().await.expect("a number") - before;
    assert_eq!(
        entries,
        u64::from(changed == Ok(Changed::Done)),
        "an entry for each action that was taken, and no other"
    );
    changed
}

fn ban(person: &str, lasts_ms: Option<i64>) -> HostAction {
    HostAction::Ban { person: person.into(), reason: "Spam".into(), lasts_ms }
}

async fn people_are_banned_and_unbanned(store: &dyn EventStore, hand: &Hand) {
    assert_eq!(act(store, ban(ANN, None)).await, Ok(Changed::Done));
    assert_eq!(act(store, ban(BOB, Some(500))).await, Ok(Changed::Done), "a guest of whom nothing is stored");
    hand.set(1_100);
    assert_eq!(act(store, ban(ANN, Some(700))).await, Ok(Changed::Done), "the new ban replaces the old one");
    let bans = store.moderation().restrictions().await.expect("bans").bans;
    let shown: Vec<_> = bans.iter().map(|ban| (ban.person.as_str(), ban.since_ms, ban.until_ms)).collect();
    assert_eq!(shown, [(BOB, 1_000, Some(1_500)), (ANN, 1_100, Some(1_800))]);
    assert_eq!((bans[0].reason.as_str(), bans[0].by.as_str()), ("Spam", "Eve"));
    assert!(bans[0].is_in_force(1_499) && !bans[0].is_in_force(1_500));
    let unban = HostAction::Unban { person: ANN.into() };
    assert_eq!(act(store, unban.clone()).await, Ok(Changed::Done));
    assert_eq!(act(store, unban).await, Ok(Changed::Nothing));
    assert!(matches!(act(store, ban("", None)).await, Err(StoreError::BadRequest(_))));
    assert!(!format!("{bans:?}").contains(BOB), "ids are not logged");
}

async fn tables_are_hidden_and_shown_again(store: &dyn EventStore) {
    assert_eq!(store.append(one("t-1", 0)).await, written(1));
    let (hide, unhide) = (HostAction::Hide { table: id("t-1") }, HostAction::Unhide { table: id("t-1") });
    assert_eq!(act(store, HostAction::Hide { table: id("nowhere") }).await, Ok(Changed::Nothing));
    assert_eq!(act(store, unhide.clone()).await, Ok(Changed::Nothing));
    assert_eq!(act(store, hide.clone()).await, Ok(Changed::Done));
    assert_eq!(act(store, hide).await, Ok(Changed::Nothing));
    let hidden = TableRestriction { table: id("t-1"), hidden: true, closed: None };
    assert_eq!(store.moderation().restrictions().await.expect("tables").tables, [hidden]);
    assert_eq!(act(store, unhide).await, Ok(Changed::Done));
    assert_eq!(store.moderation().restrictions().await.expect("tables").tables, []);
}

async fn a_closed_table_ends_its_match_with_the_same_commit(store: &dyn EventStore) {
    let over = ListEntry { open: false, ..one("t-1", 0).entry };
    let close = |expected| HostAction::Close {
        table: id("t-1"),
        reason: "Spam".into(),
        append: Some(Box::new(Append { entry: over.clone(), ..one("t-1", expected) })),
    };
    assert_eq!(store.append(one("t-1", 1)).await, written(2));
    assert_eq!(act(store, close(1)).await, Ok(Changed::Outdated(Version(2))), "somebody was faster");
    assert_eq!(store.moderation().restrictions().await.expect("tables").tables, [], "nothing is closed");
    assert_eq!(store.read(&id("t-1"), Version(0)).await.expect("events").len(), 2);
    assert_eq!(act(store, close(2)).await, Ok(Changed::Done));
    assert_eq!(act(store, close(3)).await, Ok(Changed::Nothing), "it is closed already");
    assert_eq!(store.read(&id("t-1"), Version(0)).await.expect("events").len(), 3);
    let listed = store.list(boxtop_store::Filter::default()).await.expect("a list");
    assert!(listed.iter().any(|listed| listed.stream == id("t-1") && !listed.entry.open), "{listed:?}");
    assert_eq!(store.append(one("t-2", 0)).await, written(1));
    let close = HostAction::Close { table: id("t-2"), reason: "Old".into(), append: None };
    assert_eq!(act(store, close).await, Ok(Changed::Done));
    let closed = |name: &str, why: &str| TableRestriction { table: id(name), hidden: false, closed: Some(why.into()) };
    let tables = store.moderation().restrictions().await.expect("tables").tables;
    assert_eq!(tables, [closed("t-1", "Spam"), closed("t-2", "Old")]);
    let nowhere = HostAction::Close { table: id("nowhere"), reason: String::new(), append: None };
    assert_eq!(act(store, nowhere).await, Ok(Changed::Nothing));
}

async fn a_removed_message_has_no_text_any_more(store: &dyn EventStore) {
    for text in ["good morning", "something vile"] {
        change(store, said("t-1", ANN, text, Audience::Everyone)).await.expect("a message");
    }
    let remove = |number| HostAction::RemoveMessage { table: id("t-1"), number };
    assert_eq!(act(store, remove(2)).await, Ok(Changed::Done));
    assert_eq!(act(store, remove(2)).await, Ok(Changed::Nothing));
    assert_eq!(act(store, remove(3)).await, Ok(Changed::Nothing));
    let messages = store.people().messages(&id("t-1"), 0, 10, true).await.expect("messages");
    let shown: Vec<_> = messages.iter().map(|one| (one.text.as_str(), one.removed, one.name.as_str())).collect();
    assert_eq!(shown, [("good morning", false, ANN), ("", true, ANN)]);
    assert_eq!(store.moderation().restrictions().await.expect("messages").removed, [(id("t-1"), 2)]);
}

fn report(person: &str, message: Option<u64>, reason: &str) -> Change {
    Change::Report(Report::new(id("t-1"), message, person.into(), reason.into()))
}

async fn reports_are_bounded_and_handled_once(store: &dyn EventStore) {
    assert_eq!(change(store, report(ANN, Some(1), "Rude")).await, Ok(Changed::Reported(1)));
    assert_eq!(change(store, report(ANN, Some(1), "Rude")).await, Ok(Changed::Reported(1)), "the same report again");
    for number in 2..=MOST_REPORTS as u64 {
        assert_eq!(change(store, report(ANN, None, &format!("{number}"))).await, Ok(Changed::Reported(number)));
    }
    assert_eq!(change(store, report(ANN, None, "one more")).await, Ok(Changed::TooMany));
    assert_eq!(change(store, report(BOB, None, "Slow")).await, Ok(Changed::Reported(4)), "another person");
    let handle = |id, dismissed| HostAction::HandleReport { id, dismissed, note: "Warned".into() };
    assert_eq!(act(store, handle(1, false)).await, Ok(Changed::Done));
    assert_eq!(act(store, handle(1, true)).await, Ok(Changed::Nothing));
    assert_eq!(act(store, handle(4, true)).await, Ok(Changed::Done));
    assert_eq!(act(store, handle(99, true)).await, Ok(Changed::Nothing));
    assert_eq!(change(store, report(ANN, None, "one more")).await, Ok(Changed::Reported(5)), "there is room again");
    let open = store.moderation().reports(false).await.expect("reports");
    assert_eq!(open.iter().map(|report| report.id).collect::<Vec<_>>(), [2, 3, 5]);
    let all = store.moderation().reports(true).await.expect("reports");
    let states: Vec<_> = all.iter().map(|report| report.state).collect();
    let (open, handled, dismissed) = (ReportState::Open, ReportState::Handled, ReportState::Dismissed);
    assert_eq!(states, [handled, open, open, dismissed, open]);
    let first = &all[0];
    assert_eq!((first.message, first.person.as_str(), first.reason.as_str()), (Some(1), ANN, "Rude"));
    assert_eq!((first.at_ms, first.note.as_str()), (1_100, "Warned"));
}

async fn a_link_is_audited_without_its_secret(store: &dyn EventStore) {
    let link = |person: &str| HostAction::ResetLink { person: person.into(), hash: "reset-hash".into(), lasts_ms: 50 };
    assert_eq!(act(store, link(ANN)).await, Ok(Changed::Nothing), "there is no such account");
    meet(store, ANN, "Ann").await.expect("ann");
    assert_eq!(act(store, link(ANN)).await, Ok(Changed::Done));
    let owner = store.people().reset("reset-hash").await.expect("an answer").expect("somebody");
    assert_eq!(owner.id, ANN);
    let entries = store.moderation().audit(0, 100).await.expect("entries");
    assert!(!format!("{entries:?}").contains("reset-hash"));
}

async fn statistics_count_what_is_stored(store: &dyn EventStore, hand: &Hand) {
    meet(store, BOB, "Bob").await.expect("bob");
    let claim = Change::Claim {
        id: BOB.into(),
        name: "Robert".into(),
        password: "hash".into(),
        device: BOB.into(),
        secret: "bob-2".into(),
    };
    change(store, claim).await.expect("an account");
    let found = store.moderation().statistics().await.expect("numbers");
    assert_eq!(found.games, [GameCount { game: "siege".into(), open: 1, over: 1 }]);
    assert_eq!((found.accounts, found.guests, found.messages), (1, 1, 2));
    assert_eq!((found.open_reports, found.bans), (3, 1));
    hand.set(2_000);
    assert_eq!(store.moderation().statistics().await.expect("numbers").bans, 0, "bob's ban is over");
    assert_eq!(store.append(one("t-3", 0)).await, written(1));
    let moves = async |since, text| store.moderation().activity(since, text).await.expect("numbers");
    assert_eq!(moves(2_000, "\"n\": 1").await, Activity { tables: 1, moves: 1 });
    assert_eq!(moves(0, "\"n\": 1").await, Activity { tables: 3, moves: 3 });
    assert_eq!(moves(0, "nothing").await, Activity { tables: 3, moves: 0 });
}

async fn people_are_found_by_name_and_by_the_beginning_of_their_id(store: &dyn EventStore) {
    meet(store, "ann-two", "Ann").await.expect("another guest");
    let found = async |name| {
        let found = store.moderation().people_called(name, 10).await.expect("people");
        found.into_iter().map(|person| person.id).collect::<Vec<_>>()
    };
    assert_eq!(found("ann").await, ["ann-two", ANN], "the newest first, also those whose id begins with it");
    assert_eq!(found("ann-key-01").await, [ANN]);
    assert_eq!(found("ROBERT").await, [BOB]);
    assert_eq!(found("%").await, [""; 0]);
    assert_eq!(store.moderation().people_called("ann", 1).await.expect("people").len(), 1);
}

async fn a_deleted_person_is_in_no_report_and_has_no_ban(store: &dyn EventStore) {
    act(store, ban(ANN, None)).await.expect("a ban");
    change(store, Change::Forget { id: ANN.into(), alias: "gone-1".into() }).await.expect("a deletion");
    let reports = store.moderation().reports(true).await.expect("reports");
    assert!(reports.iter().all(|report| report.person != ANN), "{reports:?}");
    assert!(reports.iter().any(|report| report.person == FORGOTTEN && report.reason == "Rude"), "{reports:?}");
    let bans = store.moderation().restrictions().await.expect("bans").bans;
    assert!(bans.iter().all(|ban| ban.person != ANN), "{bans:?}");
}

async fn the_audit_log_has_every_action_in_order(store: &dyn EventStore) {
    let entries = store.moderation().audit(0, 100).await.expect("entries");
    let actions: Vec<_> = entries.iter().map(|entry| entry.action.as_str()).collect();
    let expected = [
        "ban",
        "ban",
        "ban",
        "unban",
        "hide",
        "unhide",
        "close",
        "close",
        "remove-message",
        "handle",
        "dismiss",
        "reset-link",
        "ban",
    ];
    assert_eq!(actions, expected);
    assert!(entries.iter().map(|entry| entry.number).eq(1..=expected.len() as u64));
    assert_eq!(entries[6].target, "table t-1");
    assert_eq!(entries[6].table(), Some(id("t-1")));
    assert_eq!(entries[8].target, "message t-1 2");
    let details: serde_json::Value = serde_json::from_str(&entries[1].details).expect("JSON");
    assert_eq!(details, serde_json::json!({ "reason": "Spam", "until_ms": 1_500 }));
    let after = store.moderation().audit(11, 1).await.expect("entries");
    assert_eq!(after, entries[11..12]);
}

/// A file from before the tables of the host's actions.
#[tokio::test]
async fn an_old_file_gets_the_tables_of_moderation() {
    let (_folder, path) = folder();
    let store = Sqlite::open(&path).await.expect("a store");
    change(&store, said("t", ANN, "hello", Audience::Everyone)).await.expect("a message");
    store.close().await.expect("closing");
    raw_sql(
        &path,
        "DROP TABLE puzzle_result; DROP TABLE analysis; DROP TABLE uploaded_record; DROP TABLE signing_key; DROP TABLE ban; DROP TABLE restriction; DROP TABLE report; DROP TABLE audit; DROP INDEX message_by_removal; \
         ALTER TABLE message DROP COLUMN removed; PRAGMA user_version = 15",
    )
    .await;
    let store = Sqlite::open(&path).await.expect("the old store");
    let messages = store.people().messages(&id("t"), 0, 10, true).await.expect("messages");
    assert_eq!((messages[0].text.as_str(), messages[0].removed), ("hello", false));
    let remove = HostAction::RemoveMessage { table: id("t"), number: 1 };
    assert_eq!(act(&store, remove).await, Ok(Changed::Done));
    store.close().await.expect("closing");
    let bytes = std::fs::read(&path).expect("the file");
    assert!(!bytes.windows(5).any(|window| window == b"hello"), "the text is gone from the file");
}

/// Actions that several hosts take at once get numbers without gaps.
#[tokio::test]
async fn hosts_at_two_nodes_share_one_audit_log() {
    let schema = testkit::postgres::new_schema();
    let hand = Hand::default();
    let nodes =
        [postgres::node(&schema, hand.clock()).await, postgres::node(&schema, hand.clock()).await].map(Arc::new);
    let mut acts = tokio::task::JoinSet::new();
    for number in 0..20 {
        let (node, action) = (nodes[number % 2].clone(), ban(&format!("person-{number}"), None));
        acts.spawn(async move { node.people().change(moderate(action)).await });
    }
    for changed in acts.join_all().await {
        assert_eq!(changed, Ok(Changed::Done));
    }
    let entries = nodes[0].moderation().audit(0, 100).await.expect("entries");
    assert!(entries.iter().map(|entry| entry.number).eq(1..=20), "{entries:?}");
}
