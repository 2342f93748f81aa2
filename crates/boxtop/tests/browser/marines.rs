//! Fighting Marines in the browser: throws, the turning platform, several seats at once, trays, and a choice
//! between moves with the same steps.

use crate::person::{PHONE_WIDTH, Person};
use crate::stage::{self, Stage};
use crate::table::{Look, at, tray};
use serde_json::{Value, json};

/// Stops of the platform.
const STOPS: u16 = 44;
/// Maximum number of steps of a match in these tests.
const PATIENCE: usize = 1_500;

async fn marines(person: &Person, mut order: Value) {
    order["game"] = json!("fighting-marines");
    person.open_table(order).await;
}

async fn still(person: &Person) {
    person.prefer(&[("prefers-reduced-motion", "reduce")]).await;
}

/// Plays this action with its button in the list.
async fn list(person: &Person, before: &Look, action: &str) -> Look {
    let press = format!("document.querySelector(\"#moves button[data-action='{action}']\").click() ?? true");
    person.look::<bool>(&press).await;
    person.newer(before).await
}

async fn throw(person: &Person, before: &Look) -> Look {
    person.click("#throw").await;
    person.newer(before).await
}

/// Enters or captures by clicking the man and then its space.
async fn click_entry(person: &Person, before: &Look, action: &str) -> Look {
    let base = action.trim_end_matches(['>', 'x']);
    if before.picked.as_deref() != Some(base) {
        person.click(&at(base)).await;
    }
    let picked = person.table().await;
    assert_eq!(picked.picked.as_deref(), Some(base), "{action}: the man is in the hand");
    let [target] = &picked.targets[..] else { panic!("{action}: a man faces one space: {:?}", picked.targets) };
    person.click(&at(target)).await;
    let after = person.newer(before).await;
    assert!(after.men.contains_key(target), "{action}: it stands on {target}");
    assert!(!after.men.contains_key(base), "{action}: and no longer on {base}");
    after
}

/// The preferred action: captures, entries, men back, circles filled.
fn preferred(moves: &[String]) -> &str {
    let ends = |sign: &'static str| moves.iter().find(move |action| action.ends_with(sign));
    let has = |sign: char| moves.iter().find(move |action| action.contains(sign));
    ends("x")
        .or_else(|| ends(">"))
        .or_else(|| has('='))
        .or_else(|| has('$'))
        .or_else(|| has('@'))
        .map_or("pass", |one| one)
}

/// Plays preferred actions until it is this person's throw, after at least this number of stops, and the
/// previews are shown.
async fn until_throw(person: &Person, stops: usize) -> Look {
    let mut thrown = 0;
    for _ in 0..PATIENCE {
        let now = person.my_turn().await;
        assert_eq!(now.phase, "playing");
        if now.throws && now.turned != 0 && thrown >= stops {
            person.until("what may come is there", "document.querySelector('#lots .lot')").await;
            return now;
        }
        if now.throws {
            thrown += 1;
            person.look::<bool>("document.querySelector('#throw').click() ?? true").await;
            person.newer(&now).await;
        } else {
            list(person, &now, preferred(&now.moves)).await;
        }
    }
    panic!("no throw comes");
}

#[test]
fn a_match_against_three_computers_to_its_end() {
    stage::play("marines", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        // The order in which people and computers act is not the same each time, so neither is the match: it is
        // played again until Anna has thrown for the platform and entered a man.
        let (mut turned, mut entered) = (0, 0);
        for _ in 0..10 {
            by_the_form(&anna).await;
            let (end, throws, men) = to_the_end(&anna).await;
            account(&anna, &end).await;
            (turned, entered) = (turned + throws, entered + men);
            if turned > 0 && entered > 0 {
                return;
            }
        }
        panic!("{turned} throws and {entered} men by hand");
    });
}

/// Opens a table for a short match with the form.
async fn by_the_form(anna: &Person) {
    anna.go("/games/fighting-marines").await;
    anna.unfold().await;
    anna.click("label[for=players-4]").await;
    anna.click("label[for=side-4-black]").await;
    anna.click("label[for=level-private]").await;
    let limit = "document.querySelector(\"[name='option.throw_limit']\")";
    anna.look::<bool>(&format!("({limit}.closest('details').open = true)")).await;
    anna.look::<String>(&format!("{limit}.value = '12'")).await;
    anna.follow(anna.click("#start button[type=submit]")).await;
    anna.connected().await;
}

/// Plays to the end. Returns the end, and how often the platform was turned and men entered by hand.
async fn to_the_end(anna: &Person) -> (Look, usize, usize) {
    let (mut turned, mut entered) = (0, 0);
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        if now.phase == "over" {
            return (now, turned, entered);
        }
        if now.throws {
            let after = throw(anna, &now).await;
            turned += usize::from(thrown(anna, &now, &after).await);
            continue;
        }
        match preferred(&now.moves) {
            "pass" => {
                anna.click("#choices button[data-action=pass]").await;
                anna.newer(&now).await;
            }
            entry if entry.ends_with(['>', 'x']) => {
                click_entry(anna, &now, entry).await;
                entered += 1;
            }
            other => {
                list(anna, &now, other).await;
            }
        }
    }
    panic!("the match has no end");
}

/// A throw is in the log, on the dice and in the turn of the platform.
async fn thrown(anna: &Person, before: &Look, after: &Look) -> bool {
    let Ok(total) = after.log[before.log.len()].parse::<u16>() else { return false };
    // Others may have thrown since; then the page shows their dice.
    if after.log[before.log.len() + 1..].iter().any(|action| action.parse::<u16>().is_ok()) {
        return false;
    }
    assert_eq!(after.pips.iter().sum::<u16>(), total, "the dice show it");
    assert_eq!(after.turned, (before.turned + total) % STOPS, "the platform has turned");
    let label: String = anna.look("document.querySelector('#thrown').getAttribute('aria-label')").await;
    assert!(label.contains(&total.to_string()), "{label}");
    true
}

async fn account(anna: &Person, end: &Look) {
    let throws = end.log.iter().filter(|action| action.parse::<u16>().is_ok()).count();
    assert!(throws <= 12, "{throws} throws");
    let result = anna.text("#result").await;
    assert!(result.contains("FM-"), "the result names its rule: {result}");
    let rows: Vec<String> =
        anna.look("[...document.querySelectorAll('#result tbody tr')].map((row) => row.innerText)").await;
    assert_eq!(rows.len(), 4, "everybody's account: {rows:?}");
    assert!(rows.iter().all(|row| row.contains("points")), "{rows:?}");
    let sum: f64 = anna.look("[...document.querySelectorAll('#result tbody td b')].reduce((sum, cell) => sum + Number(cell.textContent), 0)").await;
    assert!((-3.0..=0.0).contains(&sum), "what one wins others lose, up to what cannot be shared: {sum}");
    let words = anna.text("#turn").await;
    assert!(["You won", "You lost", "You share the win", "A tie"].contains(&words.as_str()), "{words}");
    assert!(anna.sees("#rematch").await && !anna.sees("#throw").await);
}

/// Two people who click at the same moment both move.
#[test]
fn two_browsers_click_at_the_same_time_and_both_moves_count() {
    stage::play("marines-together", async |stage| {
        let (anna, bert) = meet(stage).await;
        let mut both = 0;
        for _ in 0..PATIENCE {
            let (a, b) = (anna.table().await, bert.table().await);
            let version = a.version.max(b.version);
            let (a, b) = (anna.reach(version).await, bert.reach(version).await);
            if a.version != b.version {
                continue;
            }
            assert_eq!(a.phase, "playing");
            if a.throws || b.throws {
                let hand = if a.throws { (&anna, &a) } else { (&bert, &b) };
                throw(hand.0, hand.1).await;
            } else if !a.moves.is_empty() && !b.moves.is_empty() {
                at_once(&anna, &bert, &a, &b).await;
                both += 1;
                if both == 4 {
                    return;
                }
            } else {
                let hand = if a.moves.is_empty() { (&bert, &b) } else { (&anna, &a) };
                list(hand.0, hand.1, preferred(&hand.1.moves)).await;
            }
        }
        panic!("they never act together");
    });
}

async fn meet(stage: &Stage) -> (std::sync::Arc<Person>, std::sync::Arc<Person>) {
    let (anna, bert) = (stage.person("anna").await, stage.person("bert").await);
    for person in [&anna, &bert] {
        still(person).await;
        // A click that crosses another's may be sent again.
        person.forgive("status of 409");
    }
    marines(&anna, json!({ "players": 2, "seats": ["me", "open"], "name": "Anna" })).await;
    assert_eq!(anna.table().await.phase, "waiting");
    bert.go(&anna.path().await).await;
    bert.follow(bert.click("#sit button[type=submit]")).await;
    bert.connected().await;
    anna.until("the game begins", "document.querySelector('#table').dataset.phase === 'playing'").await;
    (anna, bert)
}

/// Two who act at once choose moves that do not prevent each other: no captives change hands.
async fn at_once(anna: &Person, bert: &Person, a: &Look, b: &Look) {
    let alone = |look: &Look| -> Vec<String> {
        look.moves.iter().filter(|action| !action.contains(['=', '$'])).cloned().collect()
    };
    let (mine, theirs) = (preferred(&alone(a)).to_owned(), preferred(&alone(b)).to_owned());
    let press =
        |action: &str| format!("document.querySelector(\"#moves button[data-action='{action}']\").click() ?? true");
    let (one, other) = (press(&mine), press(&theirs));
    let (_, _): (bool, bool) = tokio::join!(anna.look(&one), bert.look(&other));
    for person in [anna, bert] {
        let seen = person.reach(a.version + 2).await;
        let new = &seen.log[a.log.len()..];
        assert!(new.contains(&mine) && new.contains(&theirs), "{mine} and {theirs} both stand: {new:?}");
        assert_eq!(person.text("#error").await, "", "no error is shown");
    }
}

/// Before a throw, each outcome can be previewed.
#[test]
fn the_outcomes_of_a_throw_can_be_previewed() {
    stage::play("marines-foresight", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        marines(&anna, json!({ "mode": "computer", "side": "red", "level": "private", "name": "Anna" })).await;
        let (now, outcome) = until_preview_with_ends(&anna).await;
        let odds: Vec<String> =
            anna.look("[...document.querySelectorAll('.lot')].map((lot) => lot.getAttribute('aria-label'))").await;
        assert_eq!(odds.len(), 11, "{odds:?}");
        assert!(odds.contains(&"7, 17 %".to_owned()) && odds.contains(&"2, 3 %".to_owned()), "{odds:?}");

        let lot = format!(".lot[data-outcome='{outcome}']");
        let percent = odds.iter().find_map(|one| one.strip_prefix(&format!("{outcome}, "))).expect("its odds");
        anna.hover(&lot).await;
        let turned = (now.turned + outcome) % STOPS;
        let previewed = format!(
            "Number(document.querySelector('.turntable').dataset.turned) === {turned} && document.querySelector('#foreseen').innerText.includes('{percent}')"
        );
        anna.until("the outcome is previewed", &previewed).await;
        let ahead = anna.glance().await;
        assert_eq!(ahead.shown, turned, "the platform lies as it would");
        assert_eq!(ahead.version, now.version, "and nothing is played");
        let words = anna.text("#foreseen").await;
        assert!(words.contains("You could reach: "), "{words}");
        let marked = format!(
            "[Number(document.querySelector(\"{lot}\").dataset.ends), document.querySelectorAll('.marks.foreseen [data-mark]').length]"
        );
        let (listed, shown): (usize, usize) = anna.look(&marked).await;
        assert!(listed > 0 && listed == shown, "the ends of the preview are marked: {listed}, {shown}");
        anna.hover("#status").await;
        anna.until(
            "what is, is back",
            &format!("Number(document.querySelector('.turntable').dataset.turned) === {}", now.turned),
        )
        .await;
        assert_eq!(anna.table().await.men, now.men);

        by_keys(&anna, &now).await;
        odds_on_the_board(&anna).await;
        let after = throw(&anna, &now).await;
        assert!(!anna.sees("#foresight").await || after.throws, "the preview is gone");
    });
}

/// Plays on until a total of Anna's next throw would let her reach something. Returns the lowest of these totals.
async fn until_preview_with_ends(anna: &Person) -> (Look, u16) {
    for _ in 0..40 {
        let now = until_throw(anna, 1).await;
        let lots = "[...document.querySelectorAll('.lot[data-ends]')].map((lot) => Number(lot.dataset.outcome))";
        if let Some(outcome) = anna.look::<Vec<u16>>(lots).await.first() {
            return (now, *outcome);
        }
    }
    panic!("nothing can ever be reached");
}

async fn by_keys(anna: &Person, now: &Look) {
    anna.look::<bool>("document.querySelector('.lot').focus() ?? true").await;
    for steps in [3, 4] {
        anna.press("ArrowRight").await;
        let turned = (now.turned + steps) % STOPS;
        anna.until(
            "the next total is previewed",
            &format!("Number(document.querySelector('.turntable').dataset.turned) === {turned}"),
        )
        .await;
    }
    assert_eq!(anna.look::<usize>("document.querySelectorAll('.lot[tabindex=\"0\"]').length").await, 1, "one tab stop");
    anna.press("Escape").await;
    anna.until(
        "Escape looks away",
        &format!("Number(document.querySelector('.turntable').dataset.turned) === {}", now.turned),
    )
    .await;
}

async fn odds_on_the_board(anna: &Person) {
    anna.press("o").await;
    let sums = "[...document.querySelectorAll('.odds-sign')].map((sign) => sign.textContent)";
    anna.until("the odds are shown", "document.querySelector('#show-odds[aria-pressed=true]')").await;
    let signs: Vec<String> = anna.look(sums).await;
    assert!(signs.iter().all(|sign| sign.ends_with('%')), "{signs:?}");
    let ends: usize = anna.look("document.querySelectorAll('.lot[data-ends]').length").await;
    assert_eq!(signs.is_empty(), ends == 0);
    anna.press("o").await;
    anna.until("and hidden", "!document.querySelector('.odds-sign')").await;
}

/// Counts animations that scripts start, however short: all, and those of the platform.
const COUNT_ANIMATIONS: &str = r##"(() => {
    const real = Element.prototype.animate;
    globalThis.animated = { all: 0, turntable: 0 };
    Element.prototype.animate = function (...how) {
        animated.all += 1;
        if (this.matches(".turntable")) animated.turntable += 1;
        return real.apply(this, how);
    };
    return true;
})()"##;

/// The result of a throw is drawn first and then animated; a click ends the animation.
#[test]
fn a_throw_is_animated_unless_motion_is_reduced() {
    stage::play("marines-motion", async |stage| {
        let anna = stage.person("anna").await;
        marines(&anna, json!({ "mode": "home", "players": 2, "name": "Anna" })).await;
        anna.look::<bool>(COUNT_ANIMATIONS).await;
        let moving = "document.querySelector('.turntable').getAnimations().length";
        let mut turns = 0;
        loop {
            let before = anna.my_turn().await;
            if !before.throws {
                break;
            }
            let after = throw(&anna, &before).await;
            if after.turned != before.turned {
                assert_eq!(after.pips.iter().sum::<u16>(), (after.turned + STOPS - before.turned) % STOPS);
                turns += 1;
                assert_eq!(anna.look::<usize>("animated.turntable").await, turns, "the platform is shown turning");
                anna.until("and comes to rest", &format!("{moving} === 0")).await;
            }
        }
        assert!(turns > 0, "the platform was turned");
        still(&anna).await;
        let now = until_throw(&anna, 1).await;
        let before: usize = anna.look("animated.all").await;
        throw(&anna, &now).await;
        let all: usize =
            anna.look("document.getAnimations().filter((one) => one.constructor === Animation).length").await;
        assert_eq!(all, 0, "who asks for reduced motion gets none");
        assert_eq!(anna.look::<usize>("animated.all").await, before, "not even a short one");
    });
}

/// A whole turn without a mouse: throw, enter, fill a circle from the corner.
#[test]
fn a_turn_with_the_keyboard_alone() {
    stage::play("marines-keyboard", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        marines(&anna, json!({ "mode": "home", "players": 4, "name": "Anna" })).await;
        let (mut entered, mut filled) = (false, false);
        for _ in 0..PATIENCE {
            let now = anna.my_turn().await;
            if entered && filled {
                break;
            }
            if now.throws {
                anna.press("t").await;
                anna.newer(&now).await;
            } else if let Some(entry) = now.moves.iter().find(|action| action.ends_with(['>', 'x'])) {
                enter_by_keys(&anna, &now, entry).await;
                entered = true;
            } else if let Some(fill) = now.moves.iter().find(|action| action.starts_with("cpt@")) {
                fill_by_keys(&anna, &now, fill).await;
                filled = true;
            } else {
                list(&anna, &now, "pass").await;
            }
        }
        assert!(entered && filled);
        assert_eq!(anna.mouse_used(), 0, "no mouse was needed");
    });
}

async fn typed(person: &Person, name: &str) {
    person.look::<bool>("document.querySelector('#board .space[tabindex=\"0\"]').focus() ?? true").await;
    for key in name.chars() {
        person.press(&key.to_string()).await;
    }
    person.until("the point has the focus", &format!("document.activeElement.dataset.space === '{name}'")).await;
}

async fn enter_by_keys(anna: &Person, now: &Look, entry: &str) {
    let base = entry.trim_end_matches(['>', 'x']);
    typed(anna, base).await;
    let label: String = anna.look("document.activeElement.getAttribute('aria-label')").await;
    assert!(label.contains("can move"), "{label}");
    anna.press("Enter").await;
    let picked = anna.table().await;
    assert!(picked.said.contains("picked"), "{}", picked.said);
    let target = picked.targets.first().expect("it faces a space").clone();
    // The space lies one step inwards.
    let label: String =
        anna.look(&format!("document.querySelector(\"{}\").getAttribute('aria-label')", at(&target))).await;
    assert!(label.contains(&format!("before {base}")) && label.contains("can go here"), "{label}");
    let arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    let mut there = false;
    for (arrow, back) in arrows.into_iter().zip(["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"]) {
        typed(anna, base).await;
        anna.press(arrow).await;
        there = anna.look::<bool>(&format!("document.activeElement.dataset.space === '{target}'")).await;
        if there {
            break;
        }
        anna.press(back).await;
    }
    if !there {
        typed(anna, &target).await;
    }
    anna.press("Enter").await;
    let after = anna.newer(now).await;
    assert!(after.log[now.log.len()..].contains(&entry.to_owned()), "{entry}: {:?}", after.log);
}

async fn fill_by_keys(anna: &Person, now: &Look, fill: &str) {
    let (id, _) =
        now.trays.iter().find(|(id, state)| id.starts_with("corner") && *state == "movable").expect("a corner");
    anna.look::<bool>(&format!("document.querySelector(\"{}\").focus() ?? true", tray(id))).await;
    assert_eq!(anna.look::<i32>("document.activeElement.tabIndex").await, 0, "a tray that can be used is a tab stop");
    anna.press("Enter").await;
    anna.until("the corner is picked", &format!("document.querySelector(\"{}[aria-pressed=true]\")", tray(id))).await;
    let circle = fill.trim_start_matches("cpt@");
    assert!(anna.table().await.targets.iter().any(|target| target == circle));
    typed(anna, circle).await;
    anna.press("Enter").await;
    // If a captain and a colonel wait there, the same steps can mean either.
    if now.moves.contains(&format!("col@{circle}")) {
        anna.until("it is asked which", "document.querySelector('#chooser').open").await;
        anna.press("Escape").await;
        anna.until("Escape is none of them", "!document.querySelector('#chooser').open").await;
        assert_eq!(anna.table().await.version, now.version, "nothing is played");
        anna.look::<bool>(&format!("document.querySelector(\"{}\").focus() ?? true", tray(id))).await;
        anna.press("Enter").await;
        anna.until(
            "the corner is picked again",
            &format!("document.querySelector(\"{}[aria-pressed=true]\")", tray(id)),
        )
        .await;
        typed(anna, circle).await;
        anna.press("Enter").await;
        anna.until("it is asked again", "document.querySelector('#chooser').open").await;
        anna.press("Tab").await;
        while anna.look::<String>("document.activeElement.dataset.action ?? ''").await != *fill {
            anna.press("Tab").await;
        }
        anna.press("Enter").await;
    }
    let after = anna.newer(now).await;
    assert_eq!(after.log[now.log.len()], fill);
}

/// A man is ransomed or exchanged by pointing at trays; if several moves are possible, the chooser asks which.
#[test]
fn captives_come_back_by_trays_and_a_chooser() {
    stage::play("marines-chooser", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        let order = json!({ "mode": "home", "players": 2, "name": "Anna" });
        marines(&anna, order.clone()).await;
        for _ in 0..PATIENCE {
            let now = anna.my_turn().await;
            let several = |sign: char| now.moves.iter().filter(|action| action.contains(sign)).count() > 1;
            if now.phase == "over" {
                marines(&anna, order.clone()).await;
            } else if now.throws {
                throw(&anna, &now).await;
            } else if several('=') {
                return regain(&anna, &now, '=', "captives").await;
            } else if several('$') {
                return regain(&anna, &now, '$', "purse").await;
            } else {
                // Captives are kept until there is a choice among them.
                let kept: Vec<String> = now.moves.iter().filter(|one| !one.contains(['$', '='])).cloned().collect();
                list(&anna, &now, preferred(&kept)).await;
            }
        }
        panic!("there was never a choice of captives");
    });
}

/// By exchange (`=`) or ransom (`$`): first the holder's captives, then what is given for the man.
async fn regain(anna: &Person, now: &Look, sign: char, given: &str) {
    let pointable = |look: &Look, kind: &str, state: &str| {
        let mut trays = look.trays.iter();
        trays.find(|(id, now)| id.starts_with(kind) && *now == state).expect("a tray").0.clone()
    };
    let holder = pointable(now, "captives", "movable");
    anna.click(&tray(&holder)).await;
    let given = pointable(&anna.table().await, given, "target");
    anna.click(&tray(&given)).await;
    anna.until("it is asked which", "document.querySelector('#chooser').open").await;
    let offered = "[...document.querySelectorAll('#chooser button[data-action]')].map((one) => one.dataset.action)";
    let offered: Vec<String> = anna.look(offered).await;
    let legal: Vec<String> = now.moves.iter().filter(|action| action.contains(sign)).cloned().collect();
    assert_eq!(offered, legal, "exactly what the rules allow");
    let rule = if sign == '=' { "FM-20" } else { "FM-21" };
    assert!(anna.text("#chooser").await.contains(rule), "with its rule");
    anna.picture("marines-chooser", false).await;
    anna.press("Escape").await;
    anna.until("Escape is none of them", "!document.querySelector('#chooser').open").await;
    assert_eq!(anna.table().await.version, now.version, "nothing is played");
    anna.click(&tray(&holder)).await;
    anna.click(&tray(&given)).await;
    anna.until("it is asked again", "document.querySelector('#chooser').open").await;
    anna.click("#chooser li:nth-child(2) button").await;
    let after = anna.newer(now).await;
    assert_eq!(after.log[now.log.len()], legal[1]);
}

/// An illegal move is refused with the rule, and changes nothing.
#[test]
fn a_man_that_cannot_enter_shows_the_rule() {
    stage::play("marines-refusal", async |stage| {
        let anna = stage.person("anna").await;
        still(&anna).await;
        marines(&anna, json!({ "mode": "home", "players": 4, "name": "Anna" })).await;
        let (now, base) = until_stuck(&anna).await;
        anna.click(&at(&base)).await;
        anna.until("the page says that it cannot move", "document.querySelector('#note:not([hidden])')").await;
        anna.click(&at("p20")).await;
        anna.until("the rule is shown", "document.querySelector('#error .chip')").await;
        let after = anna.table().await;
        assert!(after.error.contains("FM-"), "{}", after.error);
        assert_eq!((after.version, after.men), (now.version, now.men.clone()));
    });
}

/// Plays on until one man can enter and another of the same seat cannot. Returns where that one stands.
async fn until_stuck(anna: &Person) -> (Look, String) {
    for _ in 0..PATIENCE {
        let now = anna.my_turn().await;
        if now.throws {
            throw(anna, &now).await;
            continue;
        }
        let seat: String = anna.look("document.querySelector('#moves button').dataset.seat").await;
        let stuck = now.men.iter().find(|(space, kind)| {
            space.parse::<u8>().is_ok() && kind.starts_with(&seat) && !now.movable.contains(space)
        });
        match stuck.filter(|_| now.moves.iter().any(|action| action.ends_with('>'))) {
            Some((base, _)) => return (now.clone(), base.clone()),
            None => list(anna, &now, "pass").await,
        };
    }
    panic!("everybody can always enter");
}

/// On a phone nothing is cut off, and the throw button is within reach of the thumb.
#[test]
fn a_phone_throws_and_previews() {
    stage::play("marines-phone", async |stage| {
        let anna = stage.person("anna").await;
        anna.phone().await;
        still(&anna).await;
        for path in [
            "/games/fighting-marines",
            "/rules/fighting-marines",
            "/how-to-play/fighting-marines",
            "/boards/fighting-marines",
        ] {
            anna.go(path).await;
            fits(&anna, path).await;
        }
        marines(&anna, json!({ "mode": "home", "players": 4, "name": "Anna" })).await;
        for _ in 0..4 {
            let now = anna.my_turn().await;
            if now.throws {
                let box_: Vec<f64> = anna.look("(() => { const box = document.querySelector('#throw').getBoundingClientRect(); return [box.top, box.bottom, innerHeight, box.height]; })()").await;
                assert!(
                    box_[0] > box_[2] * 0.6 && box_[1] <= box_[2] && box_[3] >= 44.0,
                    "in reach of a thumb: {box_:?}"
                );
                anna.tap("#throw").await;
                anna.newer(&now).await;
                // The button throws for the next player now, so a double tap is not meant; this is no double tap.
                anna.tap("#turn").await;
            }
            fits(&anna, "the table").await;
        }
        let now = until_throw(&anna, 0).await;
        anna.tap(".lot[data-outcome='8']").await;
        anna.until(
            "an eight is previewed",
            &format!("Number(document.querySelector('.turntable').dataset.turned) === {}", (now.turned + 8) % STOPS),
        )
        .await;
        fits(&anna, "a table that foresees").await;
        let board: Vec<f64> = anna.look("(() => { const box = document.querySelector('#board').getBoundingClientRect(); return [box.left, box.right, innerWidth]; })()").await;
        assert!(board[0] >= -0.5 && board[1] <= board[2] + 0.5 && board[1] - board[0] > board[2] * 0.9, "{board:?}");
        assert_eq!(anna.mouse_used(), 0, "fingers alone");
    });
}

async fn fits(person: &Person, what: &str) {
    let wide: f64 = person.look("document.documentElement.scrollWidth").await;
    assert!(wide <= PHONE_WIDTH, "{what} is {wide} wide on a screen of {PHONE_WIDTH}");
}

/// Draws with the page's modules what no current table shows.
const OTHER_GAMES: &str = r##"
    const { Board } = board_js;
    const { Throwing } = throwing_js;
    const settings = { animate: false };
    const plan = JSON.parse(document.querySelector("#plan").textContent);
    const board = new Board(document.querySelector("#board"), plan, document.querySelector("#table").dataset.ids, settings);
    board.way(["1", "2", "3"]);
    board.marks("choice", [["4", "plain"], ["5", "gain"], ["6", "take"], ["7", "harm"], ["8", "win"]]);
    const sectors = [{ label: "N", weight: 1 }, { label: "S", weight: 2 }, { label: "E", weight: 1 }];
    new Throwing(settings, () => {}).show({ throw: { kind: "dial", at: 1 }, dial: sectors, chance: null, seats: [], mine: [], turn: [], wants_anchor: [], wants_link: [], phase: "playing" }, true);
    const all = (selector) => [...document.querySelectorAll(selector)];
    return {
        steps: all(".step-sign").map((sign) => sign.textContent),
        tones: all(".marks.choice [data-mark]").map((mark) => mark.dataset.mark),
        shapes: new Set(all(".marks.choice .tone path:last-child").map((path) => path.getAttribute("d"))).size,
        sectors: all(".dial .sector").length,
        hand: document.querySelector(".dial .hand").getAttribute("transform"),
        words: document.querySelector("#thrown").getAttribute("aria-label"),
    };"##;

/// The script of the page.
const SCRIPT: &str = "fetch(document.querySelector('script[type=module][src]').src).then((script) => script.text())";

/// The parts of the page's script, without the last, which starts the page.
fn parts(script: &str) -> &str {
    let start = script.find("\nconst table_js = (() => {\n").expect("the page is started last");
    &script[..start]
}

/// Paths with numbered steps, tones, and a dial.
#[test]
fn ways_tones_and_dials_are_drawn() {
    stage::play("marines-others", async |stage| {
        let anna = stage.person("anna").await;
        marines(&anna, json!({ "mode": "home", "players": 4 })).await;
        let script: String = anna.look(SCRIPT).await;
        let drawn: Value = anna.look(&format!("(() => {{{}\n{OTHER_GAMES}}})()", parts(&script))).await;
        assert_eq!(drawn["steps"], json!(["1", "2", "3"]));
        assert_eq!(drawn["tones"], json!(["plain", "gain", "take", "harm", "win"]));
        assert_eq!(drawn["shapes"], 4, "each tone has a shape of its own");
        assert_eq!(
            (&drawn["sectors"], &drawn["hand"]),
            (&json!(3), &json!("rotate(180)")),
            "the middle of the half that is S"
        );
        assert_eq!(drawn["words"], "The dial shows S.");
        anna.picture("marines-signs", false).await;
    });
}

/// Sends the next action with an old version, and counts how often it is sent.
const BEHIND: &str = r##"(() => {
    const fetched = window.fetch;
    globalThis.sent = 0;
    window.fetch = (url, options) => {
        if (!String(url).endsWith("/commands")) return fetched(url, options);
        const body = JSON.parse(options.body);
        if (globalThis.sent++ === 0) body.version = 1;
        return fetched(url, { ...options, body: JSON.stringify(body) });
    };
    return true;
})()"##;

/// An action that crosses another event is sent again once, without a message, if it is still valid.
#[test]
fn a_click_that_comes_too_late_is_sent_again_once() {
    stage::play("marines-late", async |stage| {
        let anna = stage.person("anna").await;
        anna.forgive("status of 409");
        still(&anna).await;
        marines(&anna, json!({ "mode": "home", "players": 4 })).await;
        let mut now = anna.my_turn().await;
        while now.throws {
            throw(&anna, &now).await;
            now = anna.my_turn().await;
        }
        anna.look::<bool>(BEHIND).await;
        let action = preferred(&now.moves).to_owned();
        let after = list(&anna, &now, &action).await;
        assert_eq!(after.log[now.log.len()], action, "it stands");
        assert_eq!(anna.look::<u8>("globalThis.sent").await, 2, "and was sent twice");
        assert_eq!(anna.text("#error").await, "", "and nobody was bothered");
    });
}
