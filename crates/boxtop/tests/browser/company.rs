//! Four people in four browsers join a table from the lobby, with a spectator: chat, questions, agreements, and
//! an attempt to cheat.

use crate::person::Person;
use crate::stage::{self, Stage};
use serde_json::{Value, json};
use std::sync::Arc;

/// Opens a public table with the form; the others join from the lobby.
async fn gather(stage: &Stage) -> Vec<Arc<Person>> {
    let anna = stage.person("anna").await;
    anna.go("/lobby").await;
    assert!(anna.text("#tables").await.contains("Nobody is waiting"), "an empty lobby says what to do");
    anna.go("/games/fighting-marines").await;
    anna.unfold().await;
    anna.click("label[for=players-4]").await;
    anna.click("label[for=mode-friend]").await;
    anna.click(".publicity input").await;
    anna.click(".paces summary").await;
    anna.click("label[for=pace-clock]").await;
    top(&anna, "new-table").await;
    anna.follow(anna.click("#start button[type=submit]")).await;
    anna.connected().await;
    let path = anna.path().await;
    let mut people = vec![anna];
    for name in ["bert", "cleo", "dora"] {
        let person = stage.person(name).await;
        person.go("/lobby").await;
        assert!(
            person.text("#tables li .terms").await.contains("10 min + 5 s"),
            "the time control is shown before you sit down"
        );
        if name == "bert" {
            top(&person, "lobby").await;
        }
        person.follow(person.click("#tables form button")).await;
        person.connected().await;
        assert_eq!(person.path().await, path);
        people.push(person);
    }
    for person in &people {
        person.until("the game begins", "document.querySelector('#table').dataset.phase === 'playing'").await;
    }
    people
}

/// Screenshots of a page in both themes and on a phone.
async fn top(person: &Person, name: &str) {
    person.look::<bool>("(scrollTo(0, 0), true)").await;
    for scheme in ["light", "dark"] {
        person.prefer(&[("prefers-color-scheme", scheme)]).await;
        person.picture(&format!("{name}-{scheme}"), false).await;
    }
    person.prefer(&[("prefers-color-scheme", "light")]).await;
    person.phone().await;
    person.picture(&format!("{name}-phone"), false).await;
    person.desktop().await;
}

/// Everybody throws and plays the first legal move, until the log has this number of entries.
async fn play(people: &[Arc<Person>], entries: usize) {
    let once = "(() => { const one = document.body.hasAttribute('aria-busy') ? null : document.querySelector('#throw:not([hidden]), #moves button'); one?.click(); \
                return document.querySelectorAll('#log li[data-action]').length; })()";
    loop {
        for person in people {
            if person.look::<usize>(once).await >= entries {
                return;
            }
        }
    }
}

/// Waits until everybody shows the same version.
async fn all_see_the_same(people: &[Arc<Person>]) {
    loop {
        let mut looks = Vec::new();
        for person in people {
            person.until("nothing is under way", "!document.body.hasAttribute('aria-busy')").await;
            looks.push(person.table().await);
        }
        let newest = looks.iter().map(|look| look.version).max().unwrap_or(0);
        if looks.iter().all(|look| look.version == newest) {
            assert!(looks.windows(2).all(|two| two[0].men == two[1].men && two[0].log == two[1].log));
            return;
        }
        for person in people {
            person.reach(newest).await;
        }
    }
}

#[test]
fn four_browsers_at_one_table_play_talk_and_agree() {
    stage::play("company", async |stage| {
        let people = gather(stage).await;
        // Two may act on the same version; the second page sends its move again if it is still valid.
        people.iter().for_each(|person| person.forgive("status of 409"));
        let [anna, bert, cleo, dora] = [0, 1, 2, 3].map(|at| people[at].clone());
        let eve = stage.person("eve").await;
        eve.go(&anna.path().await).await;
        eve.connected().await;
        eve.until("she is counted", "document.querySelector('#watching').innerText === '1 spectator'").await;
        record_requests(&dora).await;
        play(&people, 14).await;
        all_see_the_same(&people).await;
        clocks_and_dice(&people).await;
        talk(&anna, &bert, &eve).await;
        cheats(&dora, &eve).await;
        relieved(&people).await;

        // A draw needs everybody.
        anna.click("#offer-draw").await;
        for person in [&bert, &cleo, &dora] {
            person
                .until(
                    "it is asked",
                    "!document.querySelector('#asked-yes').hidden && !document.querySelector('#asked').hidden",
                )
                .await;
        }
        assert!(bert.text("#asked-words").await.contains("offers a draw"));
        assert!(!eve.sees("#asked-yes").await && !anna.sees("#asked-yes").await, "only who has to answer is asked");
        top(&bert, "company-asked").await;
        bert.click("#asked-no").await;
        anna.until("it is declined", "document.querySelector('#asked').hidden").await;
        anna.until("one can ask again", "!document.querySelector('#offer-draw').disabled").await;
        anna.click("#offer-draw").await;
        for person in [&bert, &cleo, &dora] {
            person
                .until(
                    "it is asked again",
                    "!document.querySelector('#asked').hidden && !document.querySelector('#asked-yes').hidden",
                )
                .await;
            person.click("#asked-yes").await;
        }
        for person in people.iter().chain([&eve]) {
            person.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
            person.until("luck is shown", "document.querySelectorAll('#luck-words li').length").await;
        }
        top(&anna, "company-over").await;
        anna.until("Anna sees that Eve watches", "document.querySelector('#watching .count').textContent === '1'")
            .await;

        // A new match can start from any step.
        anna.click("#step-back").await;
        anna.until("the past is shown", "document.querySelector('#table').dataset.past").await;
        top(&anna, "company-past").await;
        anna.follow(anna.click("#go-on button")).await;
        anna.connected().await;
        assert_eq!(anna.table().await.phase, "playing");
        anna.go("/me/tables").await;
        top(&anna, "my-tables").await;
        assert!(anna.sees("#finished").await && anna.sees("#going-on, #waiting-for-me").await);
    });
}

/// Clocks run for the seats to act; each seat's chain was made in its own browser.
async fn clocks_and_dice(people: &[Arc<Person>]) {
    for person in people {
        assert_eq!(person.look::<usize>("document.querySelectorAll('#seats .clock:not([hidden])').length").await, 4);
        person.click("#fair summary").await;
        person.until("it is shown", "document.querySelector('#fair-words li')").await;
        let words = person.text("#fair-words").await;
        assert_eq!(words.matches("this device").count(), 1, "{words}");
    }
    people[0].until("a clock runs", "document.querySelector('#seats .clock[data-runs=true]')").await;
    top(&people[0], "company-play").await;
    let record: Value = people[0].look("fetch(`${location.pathname}/record`).then((answer) => answer.json())").await;
    let steps = record["steps"].as_array().expect("steps");
    for kind in ["commit", "reveal"] {
        assert_eq!(steps.iter().filter(|step| step.get(kind).is_some()).count(), 4, "{kind}");
    }
    assert_eq!(record["seed"], Value::Null, "the key stays locked away");
}

/// Chat messages are plain text, and go only to their audience.
async fn talk(anna: &Person, bert: &Person, eve: &Person) {
    let say = |text: &str, audience: &str| {
        format!(
            "(() => {{ document.querySelector('#words').value = {}; \
             document.querySelector('#audience').value = '{audience}'; document.querySelector('#say').requestSubmit(); return true; }})()",
            json!(text)
        )
    };
    bert.look::<bool>(&say("only for us", "seats")).await;
    bert.until("it is said", "document.querySelectorAll('#talk li').length === 1").await;
    bert.look::<bool>(&say("<img src=x onerror=alert(1)> & all", "everyone")).await;
    anna.until("Anna gets the message", "document.querySelectorAll('#talk li').length === 2").await;
    assert!(anna.sees("#unread").await, "it is seen that something was said");
    eve.until("Eve gets what is for everyone", "document.querySelectorAll('#talk li').length === 1").await;
    let words: String = eve.look("document.querySelector('#talk li span').textContent").await;
    assert_eq!(words, "<img src=x onerror=alert(1)> & all");
    anna.click("#tab-chat").await;
    anna.until("it has been seen", "document.querySelector('#unread').hidden").await;
    anna.click("#mute").await;
    assert!(!anna.sees("#talk li").await, "messages of a muted person are hidden");
}

/// Records every request that changed something, to send it again later.
async fn record_requests(person: &Person) {
    let keep = "(() => { const real = fetch; globalThis.letters = []; globalThis.fetch = async (...asked) => { \
                const answer = await real(...asked); \
                if (answer.ok && /\"(play|throw)\"/.test(asked[1]?.body)) letters.push([String(asked[0]), asked[1].body]); return answer; }; return true; })()";
    person.look::<bool>(keep).await;
}

/// Dora leaves; the others agree that a computer plays for her; she comes back to her seat.
async fn relieved(people: &[Arc<Person>]) {
    let [anna, bert, cleo, dora] = [0, 1, 2, 3].map(|at| people[at].clone());
    let (path, seat) =
        (dora.path().await, dora.look::<String>("document.querySelector('#seats .seat.mine').dataset.seat").await);
    dora.go("/lobby").await;
    anna.forgive("status of 422");
    anna.look::<bool>(&format!("(document.querySelector('#relieve').elements.absent.value = '{seat}', true)")).await;
    // The server may notice a moment later that Dora has gone.
    let ask =
        "document.querySelector('#asked').hidden ? (document.querySelector('#relieve').requestSubmit(), false) : true";
    anna.until("the others are asked", ask).await;
    for person in [&bert, &cleo] {
        person
            .until(
                "it is asked",
                "!document.querySelector('#asked').hidden && !document.querySelector('#asked-yes').hidden",
            )
            .await;
        assert!(person.text("#asked-words").await.contains("away"));
        person.click("#asked-yes").await;
    }
    let who = |name: &str| {
        format!("document.querySelector('#seats .seat[data-seat={seat}] .who').textContent.includes('{name}')")
    };
    anna.until("a computer plays", &who("Computer")).await;
    dora.go(&path).await;
    dora.connected().await;
    dora.until("her seat is kept", "!document.querySelector('#kept').hidden").await;
    dora.click("#return").await;
    dora.until(
        "it is hers again",
        "document.querySelector('#seats .seat.mine') && document.querySelector('#kept').hidden",
    )
    .await;
    anna.until("and everybody sees it", &format!("!({})", who("Computer"))).await;
}

/// Playing another's seat, an old request or another version is refused, and nothing changes.
async fn cheats(dora: &Person, eve: &Person) {
    for person in [dora, eve] {
        for part in ["status of 400", "status of 403", "status of 409", "status of 422", "status of 404"] {
            person.forgive(part);
        }
    }
    let post = |body: Value| {
        format!(
            "fetch(`/api/v1${{location.pathname}}/commands`, {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({body}) }}).then((answer) => answer.status)"
        )
    };
    let before = dora.table().await;
    let own: Vec<String> =
        dora.look("[...document.querySelectorAll('#seats .seat.mine')].map((one) => one.dataset.seat)").await;
    let all: Vec<String> =
        dora.look("[...document.querySelectorAll('#seats .seat')].map((one) => one.dataset.seat)").await;
    for seat in all.iter().filter(|seat| !own.contains(seat)) {
        let commands = [
            json!({ "type": "play", "seat": seat, "action": "pass" }),
            json!({ "type": "throw", "seat": seat }),
            json!({ "type": "resign", "seat": seat }),
            json!({ "type": "offer_draw", "seat": seat }),
            json!({ "type": "answer", "seat": seat, "accept": true }),
            json!({ "type": "undo", "seat": seat }),
            json!({ "type": "add_nonce", "seat": seat, "nonce": "00".repeat(16) }),
        ];
        for command in commands {
            let body = json!({ "version": before.version, "key": "dora-cheats-now", "command": command });
            assert_eq!(dora.look::<u16>(&post(body.clone())).await, 403, "{command}");
            assert_eq!(eve.look::<u16>(&post(body)).await, 403, "{command}");
        }
    }
    for (version, status) in [(0, 409), (before.version + 5, 400)] {
        let command = json!({ "type": "play", "seat": own[0], "action": "pass" });
        let body = json!({ "version": version, "key": format!("dora-version-{version}"), "command": command });
        assert_eq!(dora.look::<u16>(&post(body)).await, status, "version {version}");
    }
    // What she has sent already is answered as before and done no second time; under another key it is too late.
    let again = "(async () => { const answers = []; for (const [url, body] of letters.slice(0, 2)) for (const key of [JSON.parse(body).key, `again-${JSON.parse(body).key}`]) { \
                 const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...JSON.parse(body), key }) }); \
                 answers.push([answer.status, (await answer.json()).repeated ?? null]); } return answers; })()";
    let answers: Vec<(u16, Option<bool>)> = dora.look(again).await;
    assert!(!answers.is_empty(), "she has sent something");
    for pair in answers.chunks(2) {
        assert_eq!((pair[0], pair[1]), ((200, Some(true)), (409, None)));
    }
    assert_eq!(dora.table().await.version, before.version, "nothing has changed");
}
