//! Reporting a message and a table to the host, with the mouse and with the keyboard.

use crate::access;
use crate::stage;

/// Types into the field that has the focus.
fn type_reason(text: &str) -> String {
    format!("(document.activeElement.value = {text:?}, true)")
}

#[test]
fn a_message_and_a_table_are_reported_to_the_host() {
    stage::play("reporting", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/games/three-musketeers").await;
        anna.unfold().await;
        anna.click("label[for=mode-friend]").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        anna.connected().await;
        let bert = stage.person("bert").await;
        bert.go(&anna.path().await).await;
        bert.follow(bert.click("#sit button[type=submit]")).await;
        bert.connected().await;
        bert.click("#tab-chat").await;
        bert.look::<bool>("(document.querySelector('#words').value = 'rude words', document.querySelector('#say').requestSubmit(), true)").await;

        // A message of somebody else has a button; your own has none.
        anna.click("#tab-chat").await;
        anna.until("the message is there", "document.querySelector('#talk li button') !== null").await;
        assert!(bert.look::<bool>("document.querySelector('#talk li button') === null").await);
        anna.click("#talk li button").await;
        anna.until("the dialog is open", "document.querySelector('#report').open").await;
        assert_eq!(anna.look::<String>("document.activeElement.id").await, "report-reason");
        anna.click("#report-send").await;
        anna.until("nothing is not enough", "!document.querySelector('#report-error').hidden").await;
        anna.look::<bool>(&type_reason("Rude")).await;
        access::check(&anna, "the report").await;
        anna.picture("report", false).await;
        anna.click("#report-send").await;
        anna.until("it was sent", "!document.querySelector('#report-done').hidden").await;
        anna.picture("report-sent", false).await;
        anna.press("Enter").await;
        anna.until("the dialog is closed", "!document.querySelector('#report').open").await;

        // The table, with the keyboard, on a phone.
        anna.phone().await;
        anna.click("#tab-more").await;
        anna.look::<bool>("(document.querySelector('#report-table').focus(), true)").await;
        anna.press("Enter").await;
        anna.until("the dialog is open again", "document.querySelector('#report').open").await;
        anna.look::<bool>(&type_reason("They do not play")).await;
        anna.picture("report-phone", false).await;
        anna.press("Escape").await;
        anna.until("Escape closes it", "!document.querySelector('#report').open").await;
    });
}
