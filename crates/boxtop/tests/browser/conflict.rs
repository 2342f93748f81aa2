//! Conflict in the browser: a map of 784 squares that zooms and pans, two dice to choose from, paths, and quick
//! rules.

use crate::person::Person;
use crate::stage;
use crate::table::{Look, at};
use serde::Deserialize;
use serde_json::json;

/// Maximum number of steps of a match in these tests.
const PATIENCE: usize = 400;

/// Opens a table for two at one screen and plays by the API, both sides marching to the same
/// corner, until a piece can go to the same square by the same die with and without a capture, and other moves by the
/// other die.
const MARCH: &str = r##"(async () => {
    const post = async (path, body) => (await fetch(path, { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(body) })).json();
    const { url } = await post("/tables", { game: "conflict", players: 2, seats: ["me", "me"], name: "Anna" });
    const page = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
    const whole = async (view) => {
        const lists = await Promise.all(view.legal_moves.map(async (own) => (own.moves ? own : (await (await fetch(`/api/v1${url}/legal-moves?seat=${own.seat}`)).json()).legal_moves)));
        return { ...view, moves: lists.flatMap(({ seat, moves }) => moves.map((one) => ({ seat, steps: [], path: [], tone: "plain", ...one }))) };
    };
    let view = await whole(JSON.parse(page.querySelector("#view").textContent));
    const spaces = new Map(JSON.parse(page.querySelector("#plan").textContent).spaces.map((space) => [space.id, space]));
    const away = (offer) => { const end = spaces.get(offer.steps.at(-1)); return end ? Math.hypot(end.column - 20, end.row - 8) : 99; };
    const same = (a) => (b) => b.die === a.die && b.steps.join() === a.steps.join();
    for (let step = 0; step < 2000; step++) {
        const dice = new Set(view.moves.flatMap((one) => one.die ?? [])).size;
        const take = dice > 1 && view.moves.find((one) => one.tone === "take" && !one.kind && view.moves.some((other) => other.tone === "plain" && same(one)(other)));
        if (take) {
            const plain = view.moves.find((other) => other.tone === "plain" && same(take)(other));
            return { url, die: take.die, from: take.steps[0], to: take.steps[1], take: take.action, plain: plain.action, way: plain.path, label: take.label };
        }
        const quiet = view.moves.filter((one) => one.tone === "plain").sort((a, b) => away(a) - away(b));
        const offer = quiet[0] ?? view.moves[0];
        const command = view.chance ? { type: "throw", seat: view.chance.thrower } : { type: "play", seat: offer.seat, action: offer.action };
        await post(`/api/v1${url}/commands`, { version: view.version, key: crypto.randomUUID(), command });
        view = await whole(await (await fetch(`/api/v1${url}`)).json());
    }
    throw new Error("the sides never meet");
})()"##;

/// A position in which the path matters.
#[derive(Deserialize, Debug)]
struct Meeting {
    url: String,
    die: u8,
    from: String,
    to: String,
    /// The action with a capture, and what is said of it.
    take: String,
    label: String,
    /// The action without a capture, and its path.
    plain: String,
    way: Vec<String>,
}

async fn meeting(person: &Person) -> Meeting {
    person.go("/").await;
    let meeting: Meeting = person.look(MARCH).await;
    person.go(&meeting.url).await;
    person.connected().await;
    meeting
}

async fn still(person: &Person, scheme: &str) {
    person.prefer(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]).await;
}

async fn zoom(person: &Person) -> f64 {
    person.look("Number(document.querySelector('#board').dataset.zoom)").await
}

/// Names of columns and rows at the edges.
async fn rulers(person: &Person) -> Vec<String> {
    person.look("[...document.querySelectorAll('#board .rulers text')].map((one) => one.textContent)").await
}

/// Screenshots of the same moment in both themes, large and small.
async fn in_all_lights(person: &Person, moment: &str) {
    for scheme in ["light", "dark"] {
        still(person, scheme).await;
        person.picture(&format!("conflict-{moment}-{scheme}"), false).await;
    }
    still(person, "light").await;
}

/// Plays this action with its button in the list.
async fn press(person: &Person, selector: &str) {
    person.look::<bool>(&format!("document.querySelector(\"{selector}\").click() ?? true")).await;
}

#[test]
fn a_match_against_a_computer_to_its_end() {
    stage::play("conflict", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna, "light").await;
        let order = json!({ "game": "conflict", "players": 2, "seats": ["me", "private"], "name": "Anna", "options": { "throw_limit": 12 } });
        anna.open_table(order).await;
        assert!(
            anna.look::<usize>("document.querySelectorAll('#board .space').length").await > 600,
            "the map is drawn"
        );
        let end = to_the_end(&anna).await;
        assert!(end.moves.is_empty() && !end.throws, "nothing is left to do");
        let result = anna.text("#result").await;
        assert!(result.contains("CF-33"), "the rule that ended it is named: {result}");
        in_all_lights(&anna, "end").await;
    });
}

/// Plays the first moves of each kind by pointing, the rest from the list.
async fn to_the_end(anna: &Person) -> Look {
    let (mut entered, mut moved) = (0, 0);
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        if now.phase == "over" {
            assert!(entered > 0 && moved > 0, "{entered} entered and {moved} moved by hand");
            return now;
        }
        if now.throws {
            anna.click("#throw").await;
        } else if let Some(home) = now.movable.iter().find(|space| space.contains("home-red-")).filter(|_| entered < 2)
        {
            enter(anna, home).await;
            entered += 1;
        } else if let Some(from) = now.movable.iter().find(|space| !space.contains("home")).filter(|_| moved < 3) {
            anna.click(&at(from)).await;
            let targets = anna.table().await.targets;
            point_and_choose(anna, &at(&targets[targets.len() / 2])).await;
            moved += 1;
        } else {
            press(anna, "#moves button").await;
        }
        anna.newer(&now).await;
    }
    panic!("the match has no end");
}

/// Taps a piece where it lies in the home field on the board, and lets it enter.
async fn enter(anna: &Person, home: &str) {
    anna.click(&at(home)).await;
    let listed: Vec<String> = anna
        .look("[...document.querySelectorAll('#moves li:not([hidden]) button')].map((one) => one.textContent)")
        .await;
    let targets = anna.table().await.targets;
    assert!(!listed.is_empty() && !targets.is_empty(), "the piece in the home field is chosen");
    assert!(listed.iter().all(|label| label.contains("waiting")), "the list has what is picked: {listed:?}");
    point_and_choose(anna, &at(&targets[0])).await;
}

/// Points at an end, and chooses the first of several actions that lead there.
async fn point_and_choose(anna: &Person, end: &str) {
    anna.click(end).await;
    if anna.look::<bool>("document.querySelector('#chooser').open").await {
        anna.click("#chooser .offers button").await;
    }
}

#[test]
fn alternatives_are_shown_and_a_way_is_drawn() {
    stage::play("conflict-ways", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna, "light").await;
        let meeting = meeting(&anna).await;
        alternatives(&anna, &meeting).await;
        dice(&anna, &meeting).await;
        drawn(&anna, &meeting).await;
    });
}

/// The same end with and without a capture: both are listed with their effect.
async fn alternatives(anna: &Person, meeting: &Meeting) {
    let before = anna.table().await;
    anna.click(&at(&meeting.from)).await;
    assert!(anna.table().await.targets.contains(&meeting.to), "{meeting:?}");
    anna.hover(&at(&meeting.to)).await;
    let looked = anna.text("#looked").await;
    assert!(looked.contains("takes") && looked.contains("other way"), "what the end brings: {looked}");
    in_all_lights(anna, "picked").await;
    anna.click(&at(&meeting.to)).await;
    anna.until("the question is open", "document.querySelector('#chooser').open").await;
    let asked: Vec<String> =
        anna.look("[...document.querySelectorAll('#chooser [data-action]')].map((one) => one.dataset.action)").await;
    assert!(asked.contains(&meeting.take) && asked.contains(&meeting.plain), "{asked:?}");
    let take = format!("#chooser [data-action='{}']", meeting.take);
    assert!(anna.text(&take).await.contains(&meeting.label), "the effect is said");
    assert!(anna.sees(&format!("{take} svg[aria-label]")).await, "and shown by a sign");
    let path = "document.querySelector('#board .marks.way .way-line')?.getAttribute('d') ?? ''";
    anna.hover(&format!("#chooser [data-action='{}']", meeting.plain)).await;
    let plain: String = anna.look(path).await;
    anna.hover(&take).await;
    let taking: String = anna.look(path).await;
    assert!(!plain.is_empty() && plain != taking, "each shows its own way");
    in_all_lights(anna, "chooser").await;
    anna.press("Escape").await;
    anna.until("the question is closed", "!document.querySelector('#chooser').open").await;
    assert_eq!(anna.table().await.version, before.version, "nothing is played yet");
}

/// Choosing a die leaves out the moves of the other.
async fn dice(anna: &Person, meeting: &Meeting) {
    assert!(anna.sees("#by-die").await, "there are moves by both dice");
    anna.click(&at(&meeting.from)).await;
    let either = anna.table().await.targets.len();
    anna.click(&format!("#by-die [data-die='{}']", meeting.die)).await;
    let one = anna.table().await.targets.len();
    assert!(one > 0 && one <= either, "{one} of {either}");
    let shown: Vec<String> = anna
        .look("[...document.querySelectorAll('#moves button')].filter((one) => !one.closest('li[hidden]')).map((one) => one.dataset.action)")
        .await;
    let by = format!("{}:", meeting.die);
    assert!(!shown.is_empty() && shown.iter().all(|action| action.starts_with(&by)), "{shown:?}");
    anna.click("#by-die [data-die='']").await;
    anna.press("Escape").await;
}

/// Draws a path square by square, undoes a step, and confirms it.
async fn drawn(anna: &Person, meeting: &Meeting) {
    let before = anna.table().await;
    anna.click("#draw-way").await;
    anna.click(&at(&meeting.from)).await;
    for square in &meeting.way {
        anna.click(&at(square)).await;
    }
    let known = "!document.querySelector('#way-play').disabled";
    anna.until("the way is understood", known).await;
    anna.press("Backspace").await;
    // Unless the other die goes just as far.
    if !before.pips.iter().any(|pip| usize::from(*pip) + 1 == meeting.way.len()) {
        anna.until("a way that is too short means nothing", "document.querySelector('#way-play').disabled").await;
    }
    let steps: usize = anna.look("document.querySelectorAll('#board .marks.way .step-sign').length").await;
    assert_eq!(steps, meeting.way.len() - 1, "the step is taken back");
    anna.click(&at(&meeting.to)).await;
    anna.until("the way is whole again", known).await;
    let words = anna.text("#way-words").await;
    assert!(words.contains(&format!("to {}", meeting.to)) && !words.contains("takes"), "{words}");
    in_all_lights(anna, "drawn").await;
    assert_eq!(anna.table().await.version, before.version, "it is played when it is confirmed");
    anna.click("#way-play").await;
    let after = anna.newer(&before).await;
    assert_eq!(after.log[before.log.len()], meeting.plain, "the way that was drawn");
    assert!(!anna.sees("#way").await, "drawing is over");
}

#[test]
fn a_phone_shows_a_part_of_the_map_at_a_time() {
    stage::play("conflict-phone", async |stage| {
        let anna = stage.person("anna").await;
        anna.phone().await;
        still(&anna, "light").await;
        let meeting = meeting(&anna).await;
        let before = anna.table().await;
        in_all_lights(&anna, "phone-whole").await;

        // Too small for a finger: the first tap only zooms in.
        anna.tap(&at(&meeting.from)).await;
        assert!(zoom(&anna).await > 2.0, "larger");
        assert_eq!(anna.table().await.picked, None, "nothing is picked by it");
        let column: String = meeting.from.chars().take_while(char::is_ascii_alphabetic).collect();
        assert!(rulers(&anna).await.contains(&column), "names at the edges: {:?}", rulers(&anna).await);
        later(&anna).await;
        anna.tap(&at(&meeting.from)).await;
        assert_eq!(anna.table().await.picked.as_deref(), Some(meeting.from.as_str()), "the second points");
        in_all_lights(&anna, "phone-picked").await;

        // One finger pans, two zoom; a button shows the whole map again.
        let shown = "document.querySelector('#board').getAttribute('viewBox')";
        let window: String = anna.look(shown).await;
        let (x, y) = empty_place(&anna).await;
        anna.stroke(&[&[(x, y)], &[(x - 30.0, y - 20.0)], &[(x - 60.0, y - 40.0)]]).await;
        assert_ne!(anna.look::<String>(shown).await, window, "panned");
        assert_eq!(anna.table().await.picked.as_deref(), Some(meeting.from.as_str()), "which points at nothing");
        let near = zoom(&anna).await;
        let two = |apart: f64| vec![(195.0 - apart, y), (195.0 + apart, y)];
        anna.stroke(&[&two(90.0), &two(70.0), &two(50.0)]).await;
        assert!(zoom(&anna).await < near, "pinched smaller");
        anna.tap("#zoom-whole").await;
        assert!((zoom(&anna).await - 1.0).abs() < 1e-6 && rulers(&anna).await.is_empty(), "the whole board again");
        assert_eq!(anna.table().await.version, before.version, "and nothing was played");
        assert_eq!(anna.mouse_used(), 0, "fingers alone");
    });
}

/// Waits until a tap is no longer the second of a double tap.
async fn later(person: &Person) {
    person.look::<f64>("globalThis.begun = performance.now()").await;
    person.until("a moment has passed", "performance.now() - begun > 400").await;
}

/// A place on the map without a piece.
async fn empty_place(person: &Person) -> (f64, f64) {
    let place: Vec<f64> = person
        .look(
            r"(() => {
                const board = document.querySelector('#board').getBoundingClientRect();
                const taken = new Set([...document.querySelectorAll('#board [data-token]')].map((one) => one.dataset.at));
                for (const space of document.querySelectorAll('#board .space:not(.target):not(.movable)')) {
                    const box = space.querySelector('.hit').getBoundingClientRect();
                    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                    if (!taken.has(space.dataset.space) && x > board.left + 90 && x < board.right - 20 && y > board.top + 60 && y < board.bottom - 20) return [x, y];
                }
                return [board.left + board.width / 2, board.top + board.height / 2];
            })()",
        )
        .await;
    (place[0], place[1])
}

#[test]
fn keys_for_zoom_and_quick_rules() {
    stage::play("conflict-keys", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna, "light").await;
        anna.open_table(json!({ "game": "conflict", "mode": "home", "players": 4, "name": "Anna" })).await;
        in_all_lights(&anna, "start").await;
        anna.press("r").await;
        anna.until("the rules are open", "document.querySelectorAll('#rule[open] h2').length === 3").await;
        assert!(anna.text("#rule").await.contains("What takes what"));
        assert!(anna.sees("#rule table").await, "as a table");
        in_all_lights(&anna, "rules").await;
        anna.press("Escape").await;
        anna.click("#at-hand").await;
        anna.until("the button opens them as well", "document.querySelector('#rule').open").await;
        anna.press("Escape").await;

        anna.look::<bool>("document.querySelector('#board .space[tabindex=\"0\"]').focus() ?? true").await;
        for _ in 0..3 {
            anna.press("+").await;
        }
        assert!(zoom(&anna).await > 2.0, "larger by keys");
        // Wherever the cursor goes, it is seen.
        for key in ["ArrowRight"; 14].into_iter().chain(["ArrowDown"; 14]) {
            anna.press(key).await;
            let inside: bool = anna
                .look("(() => { const a = document.activeElement.querySelector('.hit').getBoundingClientRect(), b = document.querySelector('#board').getBoundingClientRect(); return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1; })()")
                .await;
            assert!(inside, "the cursor is in sight after {key}");
        }
        in_all_lights(&anna, "cursor").await;
        anna.press("-").await;
        anna.press("0").await;
        anna.until("the whole board again", "document.querySelector('#board').dataset.zoom === '1'").await;
    });
}
