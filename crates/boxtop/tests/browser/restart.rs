//! The server is killed while a page is open: the page says so, and continues when it is back. Clocks continue too.

use crate::stage;
use crate::table::{at, points};
use serde_json::json;

#[test]
fn a_page_survives_a_restart_of_its_server() {
    stage::play("restart", async |stage| {
        let anna = stage.person("anna").await;
        anna.forgive("ERR_CONNECTION_REFUSED");
        anna.forgive("ERR_CONNECTION_RESET");
        anna.forgive("ERR_INCOMPLETE_CHUNKED_ENCODING");
        anna.forgive("ERR_EMPTY_RESPONSE");
        // Time that runs out is shown, and said.
        anna.open_table(json!({ "mode": "home", "pace": { "kind": "clock", "initial": 10, "increment": 0 } })).await;
        let low = "document.querySelector('#seats .clock[data-runs=true][data-low=true]')";
        anna.until("little time is left", low).await;
        anna.until("it is said", "document.querySelector('#announce').textContent.includes('10 seconds left')").await;

        anna.open_table(json!({ "mode": "home", "pace": { "kind": "days", "days": 3 } })).await;
        let left = anna.text("#seats .clock[data-runs=true]").await;
        assert!(left == "3 d 0 h" || left == "2 d 23 h", "{left}");
        for _ in 0..4 {
            let look = anna.my_turn().await;
            anna.click_move(&look.moves[0]).await;
        }
        let before = anna.my_turn().await;
        anna.look::<bool>("globalThis.sameDocument = true").await;

        stage.kill_server();
        anna.until(
            "the page says that the connection is lost",
            "document.querySelector('#connection').dataset.state === 'reconnecting'",
        )
        .await;
        assert!(anna.sees("#connection .word").await, "in words");
        anna.until("a banner says what that means", "!document.querySelector('#banner').hidden").await;

        // A move made now waits until the server is back, and is then played once.
        let action = before.moves[0].clone();
        let (from, to) = points(&action);
        if before.picked.as_deref() != Some(from) {
            anna.click(&at(from)).await;
        }
        anna.click(&at(to)).await;
        stage.start_server();
        let after = anna.newer(&before).await;
        assert_eq!(after.log.last(), Some(&action));
        // If the server was away for a second or more, the log says that clocks stood still.
        let moves = after.log.iter().filter(|entry| *entry != "pause").count();
        assert_eq!(moves, before.log.len() + 1, "once");
        anna.connected().await;
        assert!(!anna.sees("#banner").await, "the connection is back");
        let look = anna.my_turn().await;
        anna.click_move(&look.moves[0]).await;
        let clocks: Vec<String> =
            anna.look("[...document.querySelectorAll('#seats .clock')].map((one) => one.textContent)").await;
        assert_eq!(clocks.len(), 2);
        assert!(clocks.iter().all(|left| left == "3 d 0 h" || left == "2 d 23 h"), "days go on: {clocks:?}");

        assert!(anna.look::<bool>("globalThis.sameDocument === true").await, "without loading the page again");
        let shown = anna.my_turn().await;
        anna.reload().await;
        anna.connected().await;
        let loaded = anna.table().await;
        assert_eq!(
            (shown.version, shown.men, shown.log),
            (loaded.version, loaded.men, loaded.log),
            "and nothing was made up"
        );
    });
}
