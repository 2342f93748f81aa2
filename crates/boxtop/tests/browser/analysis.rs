//! The analysis after a match: chart, mistakes and the board, by mouse, keys and touch; and that of an uploaded record.

use crate::access;
use crate::person::{PHONE_WIDTH, Person};
use crate::stage;
use serde_json::{Value, json};

/// Plays the last legal moves for a while at one screen.
const PLAY: &str = r##"(async () => {
    const table = document.querySelector("#table");
    const soon = () => new Promise((done) => setTimeout(done, 4));
    for (let turn = 0; turn < 60 && table.dataset.phase === "playing"; turn++) {
        const before = table.dataset.version;
        const ready = () => !document.body.hasAttribute("aria-busy") && (document.querySelector("#throw:not([hidden])") ?? [...document.querySelectorAll("#moves button")].at(-1));
        while (!ready() && table.dataset.version === before) await soon();
        // Devices add to the dice meanwhile.
        if (!ready()) { turn -= 1; continue; }
        ready().click();
        if (document.querySelector("#sure").open) document.querySelector("#sure-yes").click();
        while (table.dataset.version === before) await soon();
    }
    return true;
})()"##;

const RESIGN: &str = r##"(async () => {
    const soon = () => new Promise((done) => setTimeout(done, 4));
    while (document.body.hasAttribute("aria-busy")) await soon();
    document.querySelector("#resign").click();
    document.querySelector("#resign-yes").click();
    while (document.querySelector("#table").dataset.phase !== "over") await soon();
    return true;
})()"##;

/// Chooses a record as if it came from the disk.
const CHOOSE: &str = r##"(() => {
    const given = new DataTransfer();
    given.items.add(new File([JSON.stringify(RECORD)], "record.json", { type: "application/json" }));
    document.querySelector("FIELD").files = given.files;
    return true;
})()"##;

/// Controls of the analysis that are smaller than 24 pixels. Those of the board are tested with the board.
const SMALL: &str = r##"[...document.querySelectorAll("#panel-analysis :is(button, summary, select), #show-analysis, #scrub button")]
    .filter((one) => one.checkVisibility())
    .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
    .map((one) => one.outerHTML.slice(0, 100))"##;

async fn fits(person: &Person, what: &str) {
    let wide: f64 = person.look("document.documentElement.scrollWidth").await;
    assert!(wide <= PHONE_WIDTH, "{what} is {wide} wide on a screen of {PHONE_WIDTH}");
    let small: Vec<String> = person.look(SMALL).await;
    assert!(small.is_empty(), "{what}: too small for a finger: {small:#?}");
}

async fn now(person: &Person) -> usize {
    person.look("Number(document.querySelector('#chance-chart').getAttribute('aria-valuenow'))").await
}

async fn shown(person: &Person, what: &str) {
    person.until(what, "document.querySelector('#analysis-found').checkVisibility()").await;
}

async fn picture(person: &Person, name: &str) {
    for scheme in ["dark", "light"] {
        person.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]).await;
        person.picture(&format!("analysis-{name}-{scheme}"), false).await;
    }
}

#[test]
fn a_person_reads_the_analysis_of_a_match_and_goes_to_its_mistakes() {
    stage::play("analysis", async |stage| {
        let anna = stage.person("anna").await;
        anna.prefer(&[("prefers-color-scheme", "light"), ("prefers-reduced-motion", "reduce")]).await;
        anna.open_table(json!({ "game": "fighting-marines", "mode": "home", "players": 2 })).await;
        anna.look::<bool>(PLAY).await;
        assert!(!anna.sees("#tab-analysis").await && !anna.sees("#show-analysis").await, "not during the match");
        anna.look::<bool>(RESIGN).await;

        anna.click("#show-analysis").await;
        shown(&anna, "the analysis").await;
        let steps: usize =
            anna.look("Number(document.querySelector('#chance-chart').getAttribute('aria-valuemax'))").await;
        assert!(steps >= 40, "{steps} steps");
        assert_eq!(now(&anna).await, steps, "the cursor is where the board is");
        assert_eq!(anna.look::<usize>("document.querySelectorAll('#chance-chart > .chance-line').length").await, 2);
        let dashes: Vec<String> = anna
            .look("[...document.querySelectorAll('#chance-chart > .chance-line')].map((one) => one.getAttribute('stroke-dasharray'))")
            .await;
        assert_ne!(dashes[0], dashes[1], "lines differ without colours");
        the_page_shows_what_the_server_stores(&anna).await;
        picture(&anna, "table").await;
        by_keys(&anna, steps).await;
        to_a_mistake(&anna).await;
        anna.look::<bool>(
            "(document.querySelectorAll('#panel-analysis details').forEach((fold) => { fold.open = true; }), true)",
        )
        .await;
        anna.until(
            "the chances as a table",
            &format!("document.querySelectorAll('#chance-table tbody tr').length === {}", steps + 1),
        )
        .await;
        access::check(&anna, "the analysis").await;

        let record: Value = anna.look("fetch(`${location.pathname}/record`).then((answer) => answer.json())").await;
        anna.phone().await;
        anna.reload().await;
        anna.tap("#show-analysis").await;
        shown(&anna, "the stored analysis").await;
        fits(&anna, "the analysis").await;
        anna.look::<bool>("(document.querySelector('#panel-analysis').scrollIntoView(), true)").await;
        picture(&anna, "phone").await;
        anna.desktop().await;
        uploaded(&anna, &record).await;
    });
}

/// All numbers come from the one stored value.
async fn the_page_shows_what_the_server_stores(anna: &Person) {
    let stored: Value =
        anna.look("fetch(`/api/v1${location.pathname}/analysis`).then((answer) => answer.json())").await;
    let found = &stored["analysis"];
    let cells: Vec<String> = anna
        .look("[...document.querySelectorAll('#analysis-seats tbody tr:first-child td')].map((one) => one.textContent)")
        .await;
    let accuracies: Vec<String> = found["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(|seat| format!("{:.1}", seat["accuracy"].as_f64().expect("an accuracy")))
        .collect();
    assert_eq!(cells, accuracies);
    let verdicts =
        found["steps"].as_array().expect("steps").iter().filter(|step| !step["decision"]["verdict"].is_null());
    anna.look::<bool>("(() => { const of = document.querySelector('#mistakes-of'); of.value = ''; of.dispatchEvent(new Event('change')); return true; })()").await;
    assert_eq!(anna.look::<usize>("document.querySelectorAll('#mistakes li').length").await, verdicts.count());
}

async fn by_keys(anna: &Person, steps: usize) {
    anna.look::<bool>("(document.querySelector('#chance-chart').focus(), true)").await;
    for (key, step) in [("ArrowLeft", steps - 1), ("ArrowLeft", steps - 2), ("ArrowRight", steps - 1), ("Home", 0)] {
        anna.press(key).await;
        anna.until(key, &format!("document.querySelector('#table').dataset.past === '{step}'")).await;
        assert_eq!(now(anna).await, step, "{key}");
    }
    anna.press("End").await;
    anna.until("the present", "document.querySelector('#table').dataset.past === undefined").await;
    assert_eq!(now(anna).await, steps);
}

async fn to_a_mistake(anna: &Person) {
    let step: usize = anna.look("Number(document.querySelector('#mistakes li')?.dataset.step ?? 0)").await;
    assert!(step > 0, "the last legal move is a mistake now and then");
    anna.click("#mistakes .jump").await;
    anna.until(
        "the board before the mistake",
        &format!("document.querySelector('#table').dataset.past === '{}'", step - 1),
    )
    .await;
    anna.until("the better move", "document.querySelector('#note').innerText.startsWith('Better: ')").await;
    anna.picture("analysis-mistake", false).await;
    anna.look::<bool>("(document.querySelector('#chance-chart').focus(), true)").await;
    anna.press("End").await;
    anna.until("the note is gone", "document.querySelector('#note').hidden").await;
    assert_eq!(anna.look::<usize>("document.querySelectorAll('#board .hint > *').length").await, 0);
}

async fn uploaded(anna: &Person, record: &Value) {
    let choose = |field: &str| CHOOSE.replace("RECORD", &record.to_string()).replace("FIELD", field);
    anna.go("/analysis").await;
    access::check(anna, "the page that takes a record").await;
    anna.prefer(&[("prefers-color-scheme", "light"), ("prefers-reduced-motion", "reduce")]).await;
    anna.look::<bool>(&choose("#analyse-file")).await;
    anna.follow(anna.click("#analyse-now")).await;
    shown(anna, "the analysis of the record").await;
    assert!(anna.path().await.starts_with("/analysis/"));
    anna.look::<bool>("(document.querySelector('#chance-chart').focus(), true)").await;
    anna.press("Home").await;
    anna.until("the beginning", "document.querySelector('#analysed').dataset.past === '0'").await;
    anna.click("#mistakes .jump").await;
    anna.until("the better move", "document.querySelector('#note').innerText.startsWith('Better: ')").await;
    picture(anna, "uploaded").await;
    access::check(anna, "an uploaded record").await;
    anna.phone().await;
    fits(anna, "an uploaded record").await;
    picture(anna, "uploaded-phone").await;
    anna.desktop().await;
    anna.go("/check").await;
    anna.look::<bool>(&choose("#check-file")).await;
    anna.follow(anna.click("#check-analyse")).await;
    shown(anna, "the analysis, by way of the check").await;
}
