//! Hidden information is in no byte that the server sends.

use super::*;
use store::{StreamId, Version};

/// Everything the site sends to this person about the table, as bytes.
async fn everything(person: &mut Person, table: &str) -> String {
    let mut said = String::new();
    let asked =
        ["/record", "/why?seat=attack&action=d6-d7", "/why?seat=red&action=pass", "/prospects?seat=red", "/moments"];
    let paths = asked.map(|rest| format!("/api/v1{table}{rest}"));
    let pages = [table.to_owned(), format!("{table}/record"), format!("/api/v1{table}"), "/".into()];
    for path in paths.into_iter().chain(pages) {
        let answer = person.get(&path).await;
        said.push_str(&format!("{:?}{}", answer.headers, answer.text));
    }
    let request = person.request(Method::GET, &format!("/api/v1{table}/events")).body(Body::empty()).unwrap();
    let mut body = person.app.clone().oneshot(request).await.unwrap().into_body();
    let frame = tokio::time::timeout(PATIENCE, body.frame()).await.unwrap().unwrap().unwrap();
    said.push_str(std::str::from_utf8(frame.data_ref().unwrap()).unwrap());
    said
}

#[tokio::test]
async fn the_seed_and_keys_stay_on_the_server() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let app = site_on(store.clone());
    let (mut anna, mut bert, mut carl) = (Person::at(&app), Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna" })).await;
    bert.form(&format!("{table}/sit"), "seat=musketeers&name=Bert").await;
    let stream = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    let stored = store.read(&stream, Version::NONE).await.unwrap();
    let opened: Value = serde_json::from_str(&stored[0].body).unwrap();
    let sat: Value = serde_json::from_str(&stored[1].body).unwrap();
    let seed = opened["chain"].as_str().unwrap();
    let keys = [opened["seats"][0]["key"].as_str().unwrap(), sat["who"]["key"].as_str().unwrap()];
    assert_eq!((seed.len(), keys[0].len()), (64, 64));
    for person in [&mut anna, &mut bert, &mut carl] {
        let said = everything(person, &table).await;
        assert!(said.contains(opened["commitment"].as_str().unwrap()), "the commitment is public");
        assert!(!said.contains(seed), "the seed is not");
        assert!(keys.iter().all(|key| !said.contains(&key[..16])), "nor is anybody's key");
    }
    anna.command(&table, "resign", json!({ "version": 2, "key": "resign-1", "seat": "attack" })).await;
    let said = everything(&mut carl, &table).await;
    assert!(said.contains(seed), "after the end everyone can check");
    assert!(keys.iter().all(|key| !said.contains(&key[..16])));
}

#[tokio::test]
async fn a_secret_is_not_sent_to_anyone_else() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({})).await;
    bert.get("/").await;
    let stolen = bert.act(&table, 1, "attack", "d6-d7").await;
    assert_eq!(stolen.status, StatusCode::FORBIDDEN);
    assert_eq!(stolen.json()["detail"], "This seat is not yours.");
}

#[tokio::test]
async fn with_dice_the_seed_and_future_throws_stay_on_the_server() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let app = site_on(store.clone());
    let (mut anna, mut bert, mut carl) = (Person::at(&app), Person::at(&app), Person::at(&app));
    let order = json!({ "game": "fighting-marines", "mode": "seats", "seats": ["me", "open", "private", "private"] });
    let table = anna.open(order).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    let throw = json!({ "version": 2, "key": "throw-0001", "seat": "red" });
    let thrown = anna.command(&table, "throw", throw).await;
    assert_eq!(thrown.status, StatusCode::OK, "{}", thrown.text);
    let stream = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    let stored = store.read(&stream, Version::NONE).await.unwrap();
    let opened: Value = serde_json::from_str(&stored[0].body).unwrap();
    let sat: Value = serde_json::from_str(&stored[1].body).unwrap();
    let seed = opened["chain"].as_str().unwrap();
    let keys = [opened["seats"][0]["key"].as_str().unwrap(), sat["who"]["key"].as_str().unwrap()];
    let mut said = thrown.text;
    for person in [&mut anna, &mut bert, &mut carl] {
        said.push_str(&everything(person, &table).await);
    }
    assert!(said.contains("\"chance\":{\"thrower\":\"black\",\"mine\":true"), "Bert is to throw");
    assert!(said.contains("\"prospects\":[{"), "Anna sees what it may bring");
    assert!(!said.contains(seed), "but not what it will show");
    assert!(keys.iter().all(|key| !said.contains(&key[..16])));
}

#[tokio::test]
async fn a_view_has_only_the_documented_fields() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({ "game": "fighting-marines" })).await;
    let view = anna.view(&table).await;
    let fields: Vec<&str> = view.as_object().unwrap().keys().map(String::as_str).collect();
    let documented = include_str!("../../../../docs/web.md");
    let list = documented.split_once("## The view").unwrap().1.split('`').nth(1).unwrap();
    assert_eq!(
        fields,
        list.split_whitespace().collect::<Vec<_>>(),
        "docs/web.md names every field, and there is no other"
    );
}
