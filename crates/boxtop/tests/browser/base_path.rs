//! Boxtop under a base path, behind a proxy that serves nothing else.

use crate::stage;

#[test]
fn a_match_is_played_below_a_base_path() {
    stage::play_below("base-path", "/boxtop", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/").await;
        anna.follow(anna.click("[data-testid=box-three-musketeers]")).await;
        assert_eq!(anna.path().await, "/boxtop/games/three-musketeers");
        anna.unfold().await;
        anna.click("label[for=mode-home]").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        assert!(anna.path().await.starts_with("/boxtop/tables/"), "{}", anna.path().await);
        anna.connected().await;
        let before = anna.table().await.version;
        anna.click("#show-moves").await;
        for played in 1..=2 {
            anna.click("#moves li:not([hidden]) button").await;
            anna.reach(before + played).await;
        }
        assert!(anna.sees("#log li[data-action]").await);
        let shared: String = anna.look("document.querySelector('#link').value").await;
        assert!(shared.contains("/boxtop/tables/"), "{shared}");
    });
}
