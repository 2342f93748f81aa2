//! A scenario has the same dice each time.

use crate::stage;
use serde_json::{Value, json};
use std::sync::Mutex;

/// Two people open and join a table with the forms, and throw until somebody decides. Returns the record.
fn record() -> Value {
    let record = Mutex::new(Value::Null);
    stage::play("dice", async |stage| {
        let (anna, bert) = (stage.person("anna").await, stage.person("bert").await);
        for person in [&anna, &bert] {
            person.forgive("status of 409");
        }
        anna.go("/games/fighting-marines").await;
        anna.unfold().await;
        anna.click("label[for=players-2]").await;
        anna.click("label[for=mode-friend]").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;
        bert.go(&anna.path().await).await;
        bert.follow(bert.click("#sit button[type=submit]")).await;
        bert.connected().await;
        let (throws, decides) =
            ("document.querySelector('#throw:not([hidden])')", "document.querySelector('#moves button')");
        loop {
            for person in [&anna, &bert] {
                person.until("nothing is under way", "!document.body.hasAttribute('aria-busy')").await;
                person.look::<bool>(&format!("({throws}?.click(), true)")).await;
            }
            if anna.look::<bool>(&format!("{decides} !== null")).await
                || bert.look(&format!("{decides} !== null")).await
            {
                break;
            }
        }
        *record.lock().expect("a record") =
            anna.look("fetch(`${location.pathname}/record`).then((answer) => answer.json())").await;
    });
    record.into_inner().expect("a record")
}

#[test]
fn the_same_scenario_has_the_same_dice() {
    let (one, two) = (record(), record());
    assert!(one["steps"].as_array().is_some_and(|steps| steps.len() > 1), "{one}");
    for field in ["id", "commitment", "nonces", "steps"] {
        assert_eq!(one[field], two[field], "{field}");
    }
    assert_ne!(one["nonces"], json!(["", ""]));
    assert_ne!(one["nonces"][0], one["nonces"][1], "each browser draws its own");
}
