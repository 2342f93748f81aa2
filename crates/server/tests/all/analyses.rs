//! Analyses: never before the match is over, once for everyone, also for uploaded records.

use super::*;
use boxtop_server::{Site, Timing, app};
use catalog::{Level, PlayerKind, player_for};
use kernel::record::Record;

/// A site whose analyses take little time.
pub(crate) fn quick(store: Arc<dyn EventStore>) -> Router {
    app(quick_site(store))
}

pub(crate) fn quick_site(store: Arc<dyn EventStore>) -> Site {
    let timing = Timing { between_actions: Duration::ZERO, analysis_divisor: 2_000, ..Timing::default() };
    Site::with_timing(store, timing)
}

/// A match of one person on both sides that ends by resignation after some moves.
pub(crate) async fn over(anna: &mut Person) -> String {
    let table = running(anna).await;
    let done = anna.command(&table, "resign", json!({ "version": 3, "key": "resign-01", "seat": "attack" })).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    table
}

async fn running(anna: &mut Person) -> String {
    let table = anna.open(json!({})).await;
    for (version, seat, action) in [(1, "attack", "d6-d7"), (2, "musketeers", "e7-e8")] {
        let done = anna.act(&table, version, seat, action).await;
        assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    }
    table
}

/// Starts an analysis and reads it until it is done.
pub(crate) async fn analysed(person: &mut Person, path: &str) -> Value {
    let mut answer = person.call(Method::POST, path, Value::Null).await;
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        if answer.json()["state"] == "done" {
            return answer.json();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        answer = person.call(Method::GET, path, Value::Null).await;
    }
    panic!("the analysis was never done: {}", answer.text);
}

#[tokio::test]
async fn a_running_match_is_refused_and_nothing_of_an_evaluation_is_sent() {
    let mut anna = Person::at(&quick(Arc::new(Memory::new())));
    let table = running(&mut anna).await;
    for method in [Method::POST, Method::GET] {
        let refused = anna.call(method, &format!("{table}/analysis"), Value::Null).await;
        check_details(&refused, StatusCode::UNPROCESSABLE_ENTITY, "refused");
        assert!(refused.text.contains("not over"), "{}", refused.text);
    }
    let page = anna.get(&table).await.text;
    let shown = page.split_once("id=\"analysis-found\"").expect("the empty panel").1;
    let panel = shown.split_once("id=\"panel-chat\"").expect("the chat follows").0;
    for word in ["chances\":", "accuracy\":", "\"loss\"", "<path", "fingerprint"] {
        assert!(!panel.contains(word), "{word}");
    }
    let view = anna.get_json(&format!("/api/v1{table}")).await.text;
    for word in ["accuracy", "chances", "blunder", "adjusted"] {
        assert!(!view.contains(word), "{word}");
    }
    assert!(page.contains("id=\"tab-analysis\"") && tag(&page, "tab-analysis").contains("hidden"), "the tab is hidden");
}

/// The tag with this id.
fn tag<'a>(page: &'a str, id: &str) -> &'a str {
    let at = page.find(&format!("id=\"{id}\"")).expect("the element");
    let start = page[..at].rfind('<').expect("its tag");
    page[start..].split_once('>').expect("its end").0
}

#[tokio::test]
async fn anyone_who_may_read_the_record_gets_the_one_analysis_with_the_names_of_the_players() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let app = quick(store.clone());
    let (mut anna, mut stranger) = (Person::at(&app), Person::at(&app));
    let table = over(&mut anna).await;
    let path = format!("{table}/analysis");
    let early = stranger.call(Method::GET, &path, Value::Null).await;
    check_details(&early, StatusCode::NOT_FOUND, "missing");
    let found = analysed(&mut anna, &path).await;
    let analysis = &found["analysis"];
    assert_eq!((&found["done"], &found["of"]), (&json!(3), &json!(3)));
    assert_eq!((&analysis["complete"], analysis["steps"].as_array().map(Vec::len)), (&json!(true), Some(2)));
    assert_eq!(analysis["result"], json!([0.0, 1.0]));
    assert!(analysis["ending"].as_str().unwrap().contains("resign"), "{}", analysis["ending"]);
    let players: Vec<_> = analysis["seats"].as_array().unwrap().iter().map(|seat| seat["player"].clone()).collect();
    let record: Record = serde_json::from_str(&anna.get(&format!("{table}/record")).await.text).unwrap();
    assert_eq!(players, record.seats.iter().map(|seat| json!(seat.name)).collect::<Vec<_>>());
    assert_eq!(stranger.call(Method::GET, &path, Value::Null).await.json(), found);
    // What is stored has no names.
    let key = store::AnalysisKey {
        fingerprint: analysis["fingerprint"].as_str().unwrap().into(),
        version: analysis["version"].as_u64().unwrap() as u32,
    };
    let stored: Value = serde_json::from_str(&store.analyses().analysis(&key).await.unwrap().unwrap()).unwrap();
    let names: Vec<_> = stored["seats"].as_array().unwrap().iter().map(|seat| seat["player"].clone()).collect();
    assert_eq!((names, &stored["ending"]), (vec![json!(""), json!("")], &json!("")));
    // The same match at another table has the same analysis, without a job.
    let twin = over(&mut stranger).await;
    let at_once = stranger.call(Method::POST, &format!("{twin}/analysis"), Value::Null).await.json();
    assert_eq!((&at_once["state"], &at_once["analysis"]["fingerprint"]), (&json!("done"), &analysis["fingerprint"]));
}

#[tokio::test]
async fn the_same_analysis_on_any_node_is_byte_for_byte_the_same_as_the_command_makes() {
    let mut anna = Person::at(&quick(Arc::new(Memory::new())));
    let table = over(&mut anna).await;
    let found = analysed(&mut anna, &format!("{table}/analysis")).await;
    let record: Record = serde_json::from_str(&anna.get(&format!("{table}/record")).await.text).unwrap();
    let budget = analysis::Budget::full(GAME).divided(2_000);
    let made = catalog::analyser_within(&record, budget).unwrap().finish();
    let served: analysis::Analysis = serde_json::from_value(found["analysis"].clone()).unwrap();
    assert_eq!(serde_json::to_string(&served).unwrap(), serde_json::to_string(&made).unwrap());
}

#[tokio::test]
async fn a_match_that_ended_without_a_result_is_refused() {
    let mut anna = Person::at(&quick(Arc::new(Memory::new())));
    let mut record = short_match(1);
    record.result = None;
    record.steps.push(kernel::record::Step::Abort { abort: "attack".into(), reason: None });
    let refused = anna.call(Method::POST, "/analyses", serde_json::to_value(&record).unwrap()).await;
    check_details(&refused, StatusCode::UNPROCESSABLE_ENTITY, "refused");
    assert!(refused.text.contains("without a result"), "{}", refused.text);
}

#[tokio::test]
async fn a_hidden_table_is_analysed_only_for_its_players_and_a_removed_one_for_nobody() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let app = quick(store.clone());
    let (mut anna, mut stranger) = (Person::at(&app), Person::at(&app));
    let table = over(&mut anna).await;
    let path = format!("{table}/analysis");
    analysed(&mut anna, &path).await;
    let id: store::StreamId = table.trim_start_matches("/tables/").parse().unwrap();
    let hide = store::HostAction::Hide { table: id.clone() };
    let moderation = store::Moderation { actor: "Eve".into(), action: hide };
    store.people().change(store::Change::Moderate(Box::new(moderation))).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    for method in [Method::POST, Method::GET] {
        let refused = stranger.call(method, &path, Value::Null).await;
        check_details(&refused, StatusCode::NOT_FOUND, "missing");
    }
    assert_eq!(analysed(&mut anna, &path).await["state"], "done");
    let events = store.read(&id, store::Version::NONE).await.unwrap();
    assert!(store.remove(&id, events.last().unwrap().version).await.unwrap());
    let mut elsewhere = Person::at(&quick(store));
    let gone = elsewhere.call(Method::POST, &path, Value::Null).await;
    check_details(&gone, StatusCode::NOT_FOUND, "missing");
}

// ---- uploaded records ----

/// A short match between beginners, told from others by its first throws.
pub(crate) fn short_match(seed: u64) -> Record {
    let game = catalog::game("hit-the-beach").expect("a game");
    let config = kernel::dynamic::MatchConfig::players(2).with("throw_limit", 3_i64);
    let mut played = game.open(&config).expect("a match");
    let mut player = player_for("hit-the-beach", PlayerKind::Level(Level::Private), seed).expect("a player");
    for step in 0.. {
        match played.turn() {
            kernel::Turn::Over => break,
            kernel::Turn::Chance => {
                let outcomes = played.chance_outcomes();
                let at = (step * 5 + seed as usize) % outcomes.len();
                played.apply_chance(&outcomes[at].outcome).expect("a throw");
            }
            kernel::Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("a seat");
                let advice = player.choose(&*played, seat).expect("an action");
                played.play(seat, &advice.action).expect("a legal action");
            }
        }
    }
    let seats = played.seats().into_iter();
    let seats =
        seats.map(|info| kernel::record::RecordSeat { seat: info.id.into(), name: format!("Player {}", info.id) });
    let hash = table::board_hash(game.standard_board());
    let mut record = Record::blank(game.info(), hash, played.config(), seats.collect());
    record.steps = played.played().iter().map(|step| step.step.clone()).collect();
    let outcome = played.outcome().expect("a result");
    let (account, reason) = (played.account(&outcome), played.verdict().expect("a verdict").text);
    let shares = outcome.shares[..2].to_vec();
    record.result = Some(kernel::record::Result { shares, account, reason, rules: Vec::new() });
    record
}

async fn upload(person: &mut Person, record: &Record) -> Answer {
    person.call(Method::POST, "/analyses", serde_json::to_value(record).unwrap()).await
}

#[tokio::test]
async fn an_uploaded_record_is_analysed_and_shown_step_by_step() {
    let app = quick(Arc::new(Memory::new()));
    let (mut anna, mut stranger) = (Person::at(&app), Person::at(&app));
    let record = short_match(1);
    let opened = upload(&mut anna, &record).await;
    assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
    let (id, url) = (opened.json()["id"].clone(), opened.json()["url"].clone());
    assert_eq!(upload(&mut stranger, &record).await.json()["id"], id, "the same record has the same address");
    let id = id.as_str().unwrap();
    assert_eq!(
        (url.as_str().unwrap(), opened.location()),
        (&*format!("/analysis/{id}"), format!("/api/v1/analyses/{id}"))
    );
    let found = analysed(&mut stranger, &format!("/analyses/{id}")).await;
    assert_eq!(found["analysis"]["steps"].as_array().unwrap().len(), record.steps.len());
    assert_eq!(found["analysis"]["seats"][0]["player"], record.seats[0].name);
    let moments =
        stranger.call(Method::GET, &format!("/analyses/{id}/moments?from=2&count=3"), Value::Null).await.json();
    let steps: Vec<_> =
        moments["moments"].as_array().unwrap().iter().map(|one| one["step"].as_u64().unwrap()).collect();
    assert_eq!((steps, &moments["steps"]), (vec![2, 3, 4], &json!(record.steps.len())));
    let page = stranger.get(&format!("/analysis/{id}")).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("seven days") && page.text.contains(&record.seats[0].name), "{}", page.text);
    assert!(anna.get("/analysis").await.text.contains("analyse-file"));
}

#[tokio::test]
async fn bad_uploads_are_refused_with_the_reason() {
    let mut anna = Person::at(&quick(Arc::new(Memory::new())));
    let good = short_match(1);
    let mut unfinished = good.clone();
    unfinished.result = None;
    let mut changed = good.clone();
    changed.result.as_mut().unwrap().shares = vec![0.25, 0.75];
    let mut long = good.clone();
    long.steps = vec![good.steps[0].clone(); 5_001];
    let mut other = good.clone();
    other.game = "chess".into();
    for (record, said) in
        [(unfinished, "not over"), (changed, "does not follow"), (long, "at most 5000"), (other, "no game called")]
    {
        let refused = upload(&mut anna, &record).await;
        check_details(&refused, StatusCode::UNPROCESSABLE_ENTITY, "refused");
        assert!(refused.text.contains(said), "{said}: {}", refused.text);
    }
    let nonsense = anna.call(Method::POST, "/analyses", json!({ "no": "record" })).await;
    check_details(&nonsense, StatusCode::BAD_REQUEST, "malformed");
    let large = anna.call(Method::POST, "/analyses", json!({ "pad": "x".repeat(1 << 20) })).await;
    check_details(&large, StatusCode::PAYLOAD_TOO_LARGE, "too-large");
    let none = anna.call(Method::POST, "/analyses/0123", Value::Null).await;
    check_details(&none, StatusCode::NOT_FOUND, "missing");
    assert_eq!(anna.get("/analysis/0123").await.status, StatusCode::NOT_FOUND);
}
