//! A player checks the dice of a match: on the site, and from two files without the site.

use crate::person::Person;
use crate::stage;
use serde_json::{Value, json};

/// Plays the first legal moves for a while at one screen, and resigns.
const PLAY: &str = r##"(async () => {
    const table = document.querySelector("#table");
    const soon = () => new Promise((done) => setTimeout(done, 4));
    for (let turn = 0; turn < 24 && table.dataset.phase === "playing"; turn++) {
        const before = table.dataset.version;
        const ready = () => !document.body.hasAttribute("aria-busy") && document.querySelector("#throw:not([hidden]), #moves button");
        while (!ready() && table.dataset.version === before) await soon();
        // Devices add to the dice meanwhile.
        if (!ready()) { turn -= 1; continue; }
        ready().click();
        if (document.querySelector("#sure").open) document.querySelector("#sure-yes").click();
        while (table.dataset.version === before) await soon();
    }
    if (table.dataset.phase === "playing") {
        while (document.body.hasAttribute("aria-busy")) await soon();
        document.querySelector("#resign").click();
        document.querySelector("#resign-yes").click();
    }
    while (table.dataset.phase !== "over") await soon();
    return true;
})()"##;

/// Chooses a record as if it came from the disk.
const CHOOSE: &str = r##"(() => {
    const given = new DataTransfer();
    given.items.add(new File([JSON.stringify(RECORD)], "record.json", { type: "application/json" }));
    document.querySelector("#check-file").files = given.files;
    return true;
})()"##;

#[test]
fn a_person_checks_the_dice_of_every_game_with_dice() {
    stage::play("check", async |stage| {
        let anna = stage.person("anna").await;
        let mut last = Value::Null;
        for game in ["conflict", "hit-the-beach", "ranger-commandos", "fighting-marines"] {
            anna.open_table(json!({ "game": game, "mode": "home", "players": 2 })).await;
            anna.look::<bool>(PLAY).await;
            last = anna.look("fetch(`${location.pathname}/record`).then((answer) => answer.json())").await;
            anna.follow(anna.click("#check-dice")).await;
            let words = verdict(&anna).await;
            assert!(
                words.starts_with("✓ All ") && words.contains("from what everybody had committed to"),
                "{game}: {words}"
            );
            anna.look::<bool>(
                "(document.querySelector('.arithmetic').open = document.querySelector('.throws details').open = true)",
            )
            .await;
            if game == "conflict" {
                picture(&anna).await;
            }
            let thrown = last["throws"].as_array().expect("throws").len();
            assert!(thrown > 1, "{game} was played with {thrown} throws");
            assert_eq!(anna.look::<usize>("document.querySelectorAll('.throws > .right').length").await, thrown);
            let arithmetic = anna.look::<String>("document.querySelector('.throws li ol').textContent").await;
            assert!(arithmetic.contains(" mod "), "{arithmetic}");
        }

        // A changed throw and an invented one are both detected.
        let (forged, step) = forged(&last);
        anna.look::<bool>(&CHOOSE.replace("RECORD", &forged.to_string())).await;
        let words = verdict(&anna).await;
        assert!(words.starts_with("✗ 1 throw of") && words.contains(&format!("step {step}.")), "{words}");
        let mut other_key = last.clone();
        other_key["seed"] = json!("00".repeat(32));
        anna.look::<bool>(&CHOOSE.replace("RECORD", &other_key.to_string())).await;
        assert!(verdict(&anna).await.contains("does not lead to its anchor"));
        anna.look::<bool>(&CHOOSE.replace("RECORD", "[1]")).await;
        assert!(verdict(&anna).await.contains("not a Boxtop record"));

        // The saved page still works when the server is gone.
        let page: String = anna.look("fetch('/check/boxtop-check.html').then((answer) => answer.text())").await;
        let home = tempfile::tempdir().expect("a folder");
        let (kept, record, bad) =
            (home.path().join("boxtop-check.html"), home.path().join("record.json"), home.path().join("forged.json"));
        std::fs::write(&kept, page).expect("a file");
        std::fs::write(&record, last.to_string()).expect("a file");
        std::fs::write(&bad, forged.to_string()).expect("a file");
        stage.kill_server();
        anna.forgive("boxtop-check.html");
        anna.open_file(&kept).await;
        anna.choose_file("#check-file", &record).await;
        assert!(verdict(&anna).await.starts_with("✓ All "));
        anna.choose_file("#check-file", &bad).await;
        assert!(verdict(&anna).await.contains(&format!("step {step}.")));
    });
}

async fn picture(anna: &Person) {
    for (scheme, name) in [("light", "check"), ("dark", "check-dark")] {
        anna.prefer(&[("prefers-color-scheme", scheme)]).await;
        anna.picture(name, false).await;
    }
    anna.phone().await;
    anna.picture("check-phone", false).await;
    anna.desktop().await;
    anna.prefer(&[]).await;
}

/// Presses *Check* and returns the verdict.
async fn verdict(anna: &Person) -> String {
    anna.look::<bool>("(document.querySelector('#check-answer').replaceChildren(), true)").await;
    anna.click("#check-now").await;
    anna.until("there is an answer", "document.querySelector('.verdict')").await;
    anna.text(".verdict").await
}

/// The record with its second throw changed to another possible outcome, and the number of that step.
fn forged(record: &Value) -> (Value, usize) {
    let mut forged = record.clone();
    let steps = forged["steps"].as_array_mut().expect("steps");
    let (at, step) =
        steps.iter_mut().enumerate().filter(|(_, step)| step.get("chance").is_some()).nth(1).expect("throws");
    let purpose = record["throws"][1]["purpose"].as_u64().expect("a purpose") as usize;
    let lots = record["purposes"][purpose]["lots"].as_array().expect("lots");
    let other = lots.iter().map(|lot| &lot[0]).find(|outcome| **outcome != step["chance"]).expect("another outcome");
    step["chance"] = other.clone();
    (forged, at + 1)
}
