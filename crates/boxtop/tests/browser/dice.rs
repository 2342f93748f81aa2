//! What devices add to the dice: the same scenario has the same dice each time; two people commit, reveal and throw, and check the
//! match; a second browser of the same player goes on; and a device that reveals nothing is named.

use crate::access;
use crate::person::Person;
use crate::stage::{self, Stage};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const RECORD: &str = "fetch(`${location.pathname}/record`).then((answer) => answer.json())";
const THROW: &str = "document.querySelector('#throw:not([hidden])')";

/// Two people open and join a table with the forms.
async fn two(stage: &Stage) -> [Arc<Person>; 2] {
    let (anna, bert) = (stage.person("anna").await, stage.person("bert").await);
    for person in [&anna, &bert] {
        person.forgive("status of 409");
    }
    open_and_join(&anna, &bert).await;
    [anna, bert]
}

/// The first person opens a table for two, and the second takes the other seat.
async fn open_and_join(anna: &Person, bert: &Person) {
    anna.go("/games/fighting-marines").await;
    anna.unfold().await;
    anna.click("label[for=players-2]").await;
    anna.click("label[for=mode-friend]").await;
    anna.follow(anna.click("#start button[type=submit]")).await;
    anna.connected().await;
    bert.go(&anna.path().await).await;
    bert.follow(bert.click("#sit button[type=submit]")).await;
    bert.connected().await;
}

/// Both throw whenever they can, until somebody decides.
async fn throw_until_somebody_decides(people: &[Arc<Person>; 2]) {
    let decides = "document.querySelector('#moves button')";
    loop {
        for person in people {
            person.until("nothing is under way", "!document.body.hasAttribute('aria-busy')").await;
            person.look::<bool>(&format!("({THROW}?.click(), true)")).await;
            if person.look::<bool>(&format!("{decides} !== null")).await {
                return;
            }
        }
    }
}

/// Throws and plays the first legal move, until this many throws have been made.
async fn play_on(people: &[Arc<Person>], throws: usize) {
    let act = "document.body.hasAttribute('aria-busy') || (document.querySelector('#throw:not([hidden]), #moves button')?.click(), \
               document.querySelector('#sure').open && document.querySelector('#sure-yes').click(), true)";
    while thrown(&people[0]).await < throws {
        for person in people {
            person.look::<Value>(act).await;
        }
    }
}

async fn thrown(person: &Person) -> usize {
    person.look::<Value>(RECORD).await["throws"].as_array().map_or(0, Vec::len)
}

async fn resign(person: &Person) {
    person.until("nothing is under way", "!document.body.hasAttribute('aria-busy')").await;
    person
        .look::<bool>(
            "(document.querySelector('#resign').click(), document.querySelector('#resign-yes').click(), true)",
        )
        .await;
    person.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
}

fn steps<'a>(record: &'a Value, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    record["steps"].as_array().expect("steps").iter().filter(move |step| step.get(kind).is_some())
}

/// Two people open and join a table with the forms, and throw until somebody decides. Returns the record.
fn record() -> Value {
    let record = Mutex::new(Value::Null);
    stage::play("dice", async |stage| {
        let people = two(stage).await;
        throw_until_somebody_decides(&people).await;
        *record.lock().expect("a record") = people[0].look(RECORD).await;
    });
    record.into_inner().expect("a record")
}

#[test]
fn the_same_scenario_has_the_same_dice() {
    let (one, two) = (record(), record());
    assert!(steps(&one, "chance").count() > 0, "{one}");
    for field in ["id", "commitment", "throws"] {
        assert_eq!(one[field], two[field], "{field}");
    }
    for kind in ["commit", "reveal", "chance"] {
        // Both devices reveal at the same moment, in any order.
        let sorted = |record| {
            let mut all: Vec<String> = steps(record, kind).map(ToString::to_string).collect();
            if kind == "reveal" {
                all.sort();
            }
            all
        };
        assert_eq!(sorted(&one), sorted(&two), "{kind}");
    }
    let anchors: Vec<&Value> = steps(&one, "commit").map(|step| &step["anchor"]).collect();
    assert_eq!(anchors.len(), 2);
    assert_ne!(anchors[0], anchors[1], "each browser draws its own");
}

#[test]
fn two_people_commit_reveal_and_throw_and_check_the_match() {
    stage::play("dice-check", async |stage| {
        let people = two(stage).await;
        let [anna, bert] = &people;
        play_on(&people, 4).await;
        anna.click("#tab-more").await;
        anna.click("#fair summary").await;
        anna.until("it is shown", "document.querySelector('#fair-words li')").await;
        let words = anna.text("#fair-words").await;
        assert!(words.contains("except that a host who plays can foresee their own"), "{words}");
        assert_eq!(words.matches("this device").count(), 1, "{words}");
        assert!(anna.sees("#save-receipts").await);
        resign(bert).await;
        anna.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;

        let record: Value = anna.look(RECORD).await;
        let commits = steps(&record, "commit").count();
        let reveals = steps(&record, "reveal").count();
        assert_eq!((record["dice"].as_u64(), commits, reveals), (Some(3), 2, 2));
        let mut throws = steps(&record, "chance");
        assert!(throws.all(|step| step["link"].is_string() && step["by"].is_string() && step["server"].is_string()));

        for person in [anna, bert] {
            person.click("#tab-more").await;
            person.follow(person.click("#check-dice")).await;
            let words = verdict(person).await;
            assert!(words.starts_with("✓ All ") && words.contains("from what everybody had committed to"), "{words}");
            let kept = person.text("#check-answer .kept").await;
            assert!(kept.contains("the record is the same up to there"), "{kept}");
            assert!(kept.contains("the record says the same"), "{kept}");
            assert!(!kept.contains('✗'), "{kept}");
        }
        anna.look::<bool>(
            "document.querySelectorAll('#check-answer details').forEach((fold) => { fold.open = true; }) ?? true",
        )
        .await;
        let arithmetic = anna.text("#check-answer .arithmetic").await;
        assert!(arithmetic.contains("sent with this throw") && arithmetic.contains(" mod "), "{arithmetic}");
        access::check(anna, "the check").await;
        pictures(anna, "dice-check").await;
        forgeries(anna, &record).await;
    });
}

/// Presses *Check* and returns the verdict.
async fn verdict(person: &Person) -> String {
    person.look::<bool>("(document.querySelector('#check-answer').replaceChildren(), true)").await;
    person.click("#check-now").await;
    person.until("there is an answer", "document.querySelector('.verdict')").await;
    person.text(".verdict").await
}

/// Chooses a record as if it came from the disk, and checks it against what this browser kept.
async fn check_record(person: &Person, record: &Value) -> (String, String) {
    let choose = format!(
        "(() => {{ const given = new DataTransfer(); given.items.add(new File([JSON.stringify({record})], 'record.json')); \
         document.querySelector('#check-file').files = given.files; return true; }})()"
    );
    person.look::<bool>(&choose).await;
    (verdict(person).await, person.text("#check-answer").await)
}

async fn forgeries(person: &Person, record: &Value) {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut forged = record.clone();
        change(&mut forged);
        forged
    };
    let place =
        |kind: &str| record["steps"].as_array().expect("steps").iter().position(|step| step.get(kind).is_some());
    let (throw, moved) = (place("chance").expect("a throw"), place("action"));
    let (secret, other) = (json!("00".repeat(32)), json!("77".repeat(32)));
    let wrong: [(&str, Value); 4] = [
        ("does not lead to its anchor", changed(&|record| record["seed"] = secret.clone())),
        ("did not come from the chains", changed(&|record| record["steps"][throw]["link"] = other.clone())),
        ("did not come from the chains", changed(&|record| record["steps"][throw]["server"] = other.clone())),
        (
            "had not committed to",
            changed(&|record| {
                let steps = record["steps"].as_array_mut().expect("steps");
                let commit = steps.iter_mut().find(|step| step.get("commit").is_some()).expect("a commitment");
                commit["anchor"] = other.clone();
            }),
        ),
    ];
    for (words, forged) in wrong {
        let (verdict, _) = check_record(person, &forged).await;
        assert!(verdict.starts_with('✗') && verdict.contains(words), "{words}: {verdict}");
    }
    // Its dice are right in themselves, but it is not what this browser saw.
    let other_moves = changed(&|record| match moved {
        Some(at) => record["steps"][at]["action"] = json!("other"),
        None => record["options"] = json!({ "other": true }),
    });
    let (verdict, all) = check_record(person, &other_moves).await;
    assert!(verdict.starts_with("✗ This record is not the match that this device played."), "{verdict}");
    assert!(all.contains("not those that were signed") || all.contains("not the one that was signed"), "{all}");
    assert!(check_record(person, record).await.0.starts_with("✓ All "));
}

/// Pictures by day and night, of a small laptop and of a phone.
async fn pictures(person: &Person, name: &str) {
    person.size(1366, 768).await;
    for (scheme, suffix) in [("light", ""), ("dark", "-dark")] {
        person.prefer(&[("prefers-color-scheme", scheme)]).await;
        person.picture(&format!("{name}{suffix}"), false).await;
        person.phone().await;
        person.picture(&format!("{name}-phone{suffix}"), false).await;
        person.desktop().await;
        person.size(1366, 768).await;
    }
    person.prefer(&[]).await;
    person.desktop().await;
}

#[test]
fn the_saved_check_has_everything_in_it() {
    stage::play("dice-saved", async |stage| {
        let people = two(stage).await;
        let [anna, bert] = &people;
        play_on(&people, 2).await;
        resign(bert).await;
        anna.click("#tab-more").await;
        anna.follow(anna.click("#check-dice")).await;
        let catch = "(() => { const real = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { globalThis.saved = text; }); \
                     return real(blob); }; return true; })()";
        anna.look::<bool>(catch).await;
        anna.click("#check-save").await;
        anna.until("it is saved", "globalThis.saved").await;
        let page: String = anna.look("saved").await;
        let home = tempfile::tempdir().expect("a folder");
        let file = home.path().join("boxtop-check-saved.html");
        std::fs::write(&file, page).expect("a file");
        bert.forgive("net::ERR_");
        stage.kill_server();
        anna.forgive("boxtop-check-saved.html");
        anna.forgive("blob:");
        anna.open_file(&file).await;
        anna.until("it checks by itself", "document.querySelector('.verdict')").await;
        assert!(anna.text(".verdict").await.starts_with("✓ "));
        assert!(anna.text("#check-answer .kept").await.contains("the record is the same up to there"));
    });
}

#[test]
fn a_second_browser_of_the_same_player_goes_on_with_the_consent_of_the_others() {
    stage::play("dice-device", async |stage| {
        let people = two(stage).await;
        let [anna, bert] = &people;
        play_on(&people, 2).await;
        let phone = stage.person("anna's phone").await;
        phone.forgive("status of 409");
        phone.take_cookies_of(anna).await;
        phone.go(&anna.path().await).await;
        phone.connected().await;
        phone.until("the panel is shown", "!document.querySelector('#device').hidden").await;
        assert!(phone.text("#device").await.contains("bound to another device"));
        assert!(!anna.sees("#device").await, "this is the device");
        access::check(&phone, "the panel").await;
        pictures(&phone, "dice-device").await;
        // Who plays on there is not asked again.
        phone.look::<bool>("(document.querySelector('#device-stay').focus(), true)").await;
        phone.press("Enter").await;
        phone.until("it is hidden", "document.querySelector('#device').hidden").await;
        phone.reload().await;
        phone.connected().await;
        phone.until("the panel is shown again", "!document.querySelector('#device').hidden").await;
        phone.look::<bool>("(document.querySelector('#device-new').focus(), true)").await;
        phone.press("Enter").await;
        bert.until("it is asked", "document.querySelector('#asked-yes').checkVisibility()").await;
        let asked = bert.text("#asked-words").await;
        assert!(asked.contains("another device"), "{asked}");
        phone.until("who asks sees the question", "document.querySelector('#asked').checkVisibility()").await;
        assert!(!phone.sees("#device").await, "and no longer the panel");
        bert.click("#asked-yes").await;
        anna.until("now this is the other device", "!document.querySelector('#device').hidden").await;
        phone.until("it is answered", "document.querySelector('#asked').hidden").await;
        assert!(!phone.sees("#device").await);
        play_on(&[phone.clone(), bert.clone()], 5).await;
        resign(bert).await;
        phone.click("#tab-more").await;
        phone.follow(phone.click("#check-dice")).await;
        assert!(verdict(&phone).await.starts_with("✓ All "));
    });
}

#[test]
fn a_device_that_reveals_nothing_is_named() {
    stage::play("dice-waiting", async |stage| {
        let (anna, bert) = (stage.person("anna").await, stage.person("bert").await);
        // Bert's device reveals nothing.
        bert.before_scripts("(() => { const real = fetch; globalThis.fetch = (...asked) => /\"reveal\"/.test(asked[1]?.body) ? new Promise(() => {}) : real(...asked); })()").await;
        open_and_join(&anna, &bert).await;
        anna.until(
            "it is said",
            "/^Waiting for .*device to add to the dice\\.$/.test(document.querySelector('#status').textContent)",
        )
        .await;
        assert!(!anna.sees("#throw").await, "there is no throw before");
        anna.press("t").await;
        assert!(anna.text("#announce").await.contains("add to the dice"));
        access::check(&anna, "waiting for a device").await;
        pictures(&anna, "dice-waiting").await;
    });
}
