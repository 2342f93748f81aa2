//! Two people at a table by a link, and a spectator: lost connections, lost answers, an outdated page.

use crate::person::Person;
use crate::stage;
use crate::table::at;
use std::sync::Arc;

#[test]
fn two_browsers_at_one_table_stay_in_step() {
    stage::play("together", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/games/three-musketeers").await;
        anna.unfold().await;
        anna.click("label[for=mode-friend]").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;
        assert_eq!(anna.table().await.phase, "waiting");
        let link: String = anna.look("document.querySelector('#link').value").await;
        assert_eq!(link, anna.look::<String>("location.href").await);
        let path = anna.path().await;

        // The friend opens the link and sits down; Anna sees it without doing anything.
        let bert = stage.person("bert").await;
        bert.go(&path).await;
        bert.follow(bert.click("#sit button[type=submit]")).await;
        bert.connected().await;
        anna.until("the game begins", "document.querySelector('#table').dataset.phase === 'playing'").await;
        assert!(!anna.sees("#share").await, "the link is not needed any more");
        let cleo = stage.person("cleo").await;
        cleo.go(&path).await;
        cleo.connected().await;

        cleo.until("she is counted", "document.querySelector('#watching').innerText === '1 spectator'").await;

        let people = [anna.clone(), bert.clone()];
        let watcher = [cleo.clone()];
        for turn in 0..4 {
            step(&people[turn % 2], &[&people[..], &watcher].concat()).await;
        }
        only_watching(&cleo).await;
        // Cleo is offline for four turns, and misses nothing.
        for person in [&cleo, &bert] {
            person.forgive("ERR_INTERNET_DISCONNECTED");
            person.forgive("ERR_NETWORK_CHANGED");
        }
        cleo.offline(true).await;
        cleo.until("it is said", "!document.querySelector('#banner').hidden").await;
        for turn in 0..4 {
            step(&people[turn % 2], &people).await;
        }
        let ahead = anna.table().await;
        cleo.offline(false).await;
        let caught_up = cleo.reach(ahead.version).await;
        assert_eq!((caught_up.men, caught_up.log, caught_up.last), (ahead.men, ahead.log, ahead.last));
        cleo.connected().await;
        assert!(!cleo.sees("#banner").await);

        // Loading the page again loses nothing.
        let before = anna.my_turn().await;
        anna.reload().await;
        anna.connected().await;
        let after = anna.table().await;
        assert_eq!((after.version, &after.men, &after.log), (before.version, &before.men, &before.log));
        step(&anna, &people).await;
        step(&bert, &people).await;

        answer_lost(&anna).await;
        step(&bert, &people).await;
        fallen_behind(&anna, &bert).await;
        step(&bert, &people).await;

        // Bert is offline, Anna moves, Bert comes back and sees it.
        bert.offline(true).await;
        bert.until(
            "Bert's page says that it is cut off",
            "document.querySelector('#connection').dataset.state === 'reconnecting'",
        )
        .await;
        step(&anna, &[anna.clone(), cleo.clone()]).await;
        let ahead = anna.table().await;
        assert!(bert.table().await.version < ahead.version, "Bert cannot know yet");
        bert.offline(false).await;
        let caught_up = bert.reach(ahead.version).await;
        assert_eq!((caught_up.men, caught_up.log), (ahead.men, ahead.log));
        bert.connected().await;
        step(&bert, &[&people[..], &watcher].concat()).await;

        // Against a person there are no hints and no free undo.
        anna.my_turn().await;
        assert!(anna.look::<bool>("document.querySelector('#hint').disabled").await, "no hints among people");

        // A resignation ends the match for everybody.
        bert.click("#resign").await;
        bert.click("#resign-yes").await;
        for person in [&anna, &bert, &cleo] {
            person.until("the match is over", "document.querySelector('#table').dataset.phase === 'over'").await;
            let result = person.text("#result").await;
            assert!(result.contains("TM-22"), "{result}");
        }
        // Both are led to the same rematch, with sides changed.
        anna.click("#rematch").await;
        bert.until("Bert is asked to come along", "document.querySelector('#asked-yes').checkVisibility()").await;
        anna.follow(async { bert.follow(bert.click("#asked-yes")).await }).await;
        assert_eq!(anna.path().await, bert.path().await);
        bert.connected().await;
        step(&bert, &people).await;
    });
}

/// The answer to a move is lost: the move is sent again, and carried out once.
async fn answer_lost(who: &Person) {
    let lose = "(() => { const real = fetch; globalThis.sent = []; globalThis.fetch = async (...asked) => { \
                const answer = await real(...asked); if (!String(asked[0]).endsWith('/commands')) return answer; \
                sent.push(asked[1].body); if (sent.length > 1) return answer; throw new TypeError('lost'); }; return true; })()";
    let before = who.my_turn().await;
    who.look::<bool>(lose).await;
    who.look::<bool>("document.querySelector('#moves button').click() ?? true").await;
    who.until("it is sent again", "sent.length === 2 && !document.body.hasAttribute('aria-busy')").await;
    let after = who.newer(&before).await;
    assert_eq!(after.log.len(), before.log.len() + 1, "done once");
    assert!(who.look::<bool>("sent[0] === sent[1]").await, "it is the same request");
    assert!(who.text("#error").await.is_empty(), "and no trouble");
    finish_turn(who).await;
    who.look::<bool>("(globalThis.sent = [0, 0], true)").await;
}

/// Goes on jumping, if a jump was begun.
async fn finish_turn(who: &Person) {
    let mut now = who.table().await;
    while now.my_turn() {
        now = who.click_move(&now.moves[0].clone()).await;
    }
}

/// A page that the system put to sleep: it receives nothing while its person plays elsewhere and then here.
async fn fallen_behind(who: &Person, other: &Person) {
    who.forgive("status of 409");
    let sleeper = "globalThis.EventSource = class extends EventSource { \
                   constructor(...asked) { super(...asked); globalThis.ear = this; } \
                   addEventListener(kind, tell) { super.addEventListener(kind, (event) => this.deaf || tell(event)); } }";
    who.before_scripts(sleeper).await;
    who.reload().await;
    who.connected().await;
    let shown = who.my_turn().await;
    who.look::<bool>("ear.deaf = true").await;
    let elsewhere = "fetch(`/api/v1${location.pathname}/commands`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ \
                     version: VERSION, key: 'from-another-device', command: { type: 'play', seat: document.querySelector('#seats .mine').dataset.seat, action: 'ACTION' } }) }).then((answer) => answer.status)";
    let (first, second) = (shown.moves.first().expect("a move").clone(), shown.moves.last().expect("a move").clone());
    let request = elsewhere.replace("VERSION", &shown.version.to_string()).replace("ACTION", &first);
    assert_eq!(who.look::<u16>(&request).await, 200);
    other.reach(shown.version + 1).await;
    assert_eq!(who.table().await.version, shown.version, "the page does not know");
    who.look::<bool>(&format!("document.querySelector('#moves button[data-action=\"{second}\"]').click() ?? true"))
        .await;
    let now = who.newer(&shown).await;
    assert_eq!(now.log.len(), shown.log.len() + 1, "what was chosen on the old board is not played on the new one");
    assert!(who.text("#error").await.contains("has changed"), "it is said why: {}", who.text("#error").await);
    who.connected().await;
    assert_eq!(who.table().await.men, other.reach(now.version).await.men);
    finish_turn(who).await;
}

/// One turn of one person, seen by all within the deadline.
async fn step(who: &Person, all: &[Arc<Person>]) {
    let mut before = who.my_turn().await;
    let men = before.men.clone();
    // A series of jumps is one turn.
    while before.my_turn() {
        before = who.click_move(&before.moves[before.moves.len() / 2].clone()).await;
    }
    assert_ne!(before.men, men, "something has moved");
    for person in all {
        let seen = person.reach(before.version).await;
        assert_eq!(seen.men, before.men, "all see the same board");
        assert_eq!(seen.log, before.log, "and the same log");
        assert_eq!(seen.last, before.last, "and the same last move");
    }
}

async fn only_watching(cleo: &Person) {
    let before = cleo.table().await;
    assert!(before.movable.is_empty() && before.moves.is_empty());
    let man = before.men.keys().next().expect("a man").clone();
    cleo.click(&at(&man)).await;
    cleo.click(&at("e8")).await;
    for button in ["#undo", "#hint", "#resign", "#rematch", "#sit"] {
        assert!(!cleo.sees(button).await, "{button} is not for spectators");
    }
    // Not even by going around the page.
    cleo.forgive("status of 403");
    let act = "fetch(`/api/v1${location.pathname}/commands`, { method: 'POST', headers: { 'content-type': 'application/json' }, \
               body: JSON.stringify({ version: Number(document.querySelector('#table').dataset.version), key: 'cleo-was-here', command: { type: 'play', seat: 'attack', action: 'd6-d7' } }) }).then((answer) => answer.status)";
    assert_eq!(cleo.look::<u16>(act).await, 403);
    let after = cleo.table().await;
    assert_eq!((after.version, after.men), (before.version, before.men));
}
