//! The server is killed under an open page: the page says so, and goes on when it is back.

use crate::stage;
use crate::table::{at, points};
use serde_json::json;

#[test]
fn a_page_outlives_its_server() {
    stage::play("restart", async |stage| {
        let anna = stage.person("anna").await;
        anna.forgive("ERR_CONNECTION_REFUSED");
        anna.forgive("ERR_CONNECTION_RESET");
        anna.forgive("ERR_INCOMPLETE_CHUNKED_ENCODING");
        anna.forgive("ERR_EMPTY_RESPONSE");
        anna.open_table(json!({ "mode": "home" })).await;
        for _ in 0..4 {
            let look = anna.my_turn().await;
            anna.click_move(&look.offers[0]).await;
        }
        let before = anna.my_turn().await;
        anna.look::<bool>("globalThis.sameDocument = true").await;

        stage.kill_server();
        anna.until(
            "the page says that the line is lost",
            "document.querySelector('#connection').dataset.state === 'reconnecting'",
        )
        .await;
        assert!(anna.sees("#connection .word").await, "in words");

        // What is played now waits until the server is back, and is then played once.
        let action = before.offers[0].clone();
        let (from, to) = points(&action);
        if before.picked.as_deref() != Some(from) {
            anna.click(&at(from)).await;
        }
        anna.click(&at(to)).await;
        stage.start_server();
        let after = anna.newer(&before).await;
        assert_eq!(after.log.last(), Some(&action));
        assert_eq!(after.log.len(), before.log.len() + 1, "once");
        anna.connected().await;
        let look = anna.my_turn().await;
        anna.click_move(&look.offers[0]).await;

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
