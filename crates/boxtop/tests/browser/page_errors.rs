//! Tests of the test tools: errors in a page fail a scenario.

use crate::stage;

#[test]
fn faults_of_a_page_are_noticed() {
    stage::play("manners", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/").await;
        assert!(anna.complaints().is_empty(), "{:?}", anna.complaints());
        anna.look::<bool>("Boolean(setTimeout(() => { throw new Error('thrown on purpose'); }))").await;
        anna.look::<bool>("(console.error('written on purpose'), true)").await;
        let foreign = "(() => { const script = document.createElement('script'); script.src = 'https://example.invalid/foreign.js'; document.head.append(script); return true; })()";
        anna.look::<bool>(foreign).await;
        anna.look::<u16>("fetch('/missing-on-purpose').then((answer) => answer.status)").await;
        for (what, part) in [
            ("an exception", "thrown on purpose"),
            ("an error in the console", "written on purpose"),
            ("a breach of the content policy", "foreign.js"),
            ("a file that is not there", "missing-on-purpose"),
        ] {
            anna.error_noticed(what, part).await;
            anna.forgive(part);
        }
        anna.forgive("example.invalid");
    });
}
