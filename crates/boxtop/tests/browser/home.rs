//! From the home page to a table; every link works.

use crate::stage;
use serde::Deserialize;

/// The links of the page to this host that do not answer with 200 or whose anchor is missing, and the number of
/// links.
const LINKS: &str = r##"(async () => {
    const hrefs = [...new Set([...document.querySelectorAll("a[href]")].map((a) => a.href))];
    const broken = [];
    for (const href of hrefs) {
        const url = new URL(href);
        if (url.origin !== location.origin) continue;
        const answer = await fetch(url);
        const text = await answer.text();
        if (answer.status !== 200) broken.push(`${href} answers ${answer.status}`);
        else if (url.hash && !new DOMParser().parseFromString(text, "text/html").getElementById(url.hash.slice(1))) broken.push(`${href} has no such anchor`);
    }
    return { tried: hrefs.length, broken };
})()"##;

#[derive(Deserialize)]
struct Links {
    tried: usize,
    broken: Vec<String>,
}

#[test]
fn the_list_of_games_leads_to_a_table_and_every_link_works() {
    stage::play("home", async |stage| {
        let anna = stage.person("anna").await;
        anna.go("/").await;
        let boxes: Vec<String> =
            anna.look("[...document.querySelectorAll('.game-box')].map((one) => one.innerText)").await;
        assert_eq!(boxes.len(), 5, "five boxes: {boxes:?}");
        let pictures: bool = anna
            .look(
                "[...document.querySelectorAll('.game-box img')].every((img) => img.complete && img.naturalWidth > 0)",
            )
            .await;
        assert!(pictures, "every game has its picture");

        let mut paths = vec!["/".to_owned(), "/games/conflict".to_owned()];
        for game in catalog::games() {
            paths.extend(
                ["games", "rules", "how-to-play", "boards"].map(|page| format!("/{page}/{}", game.info().slug)),
            );
        }
        for path in &paths {
            anna.go(path).await;
            let links: Links = anna.look(LINKS).await;
            assert!(links.broken.is_empty(), "{path}: {:?}", links.broken);
            assert!(links.tried > 1, "{path} leads nowhere");
        }

        anna.go("/").await;
        anna.follow(anna.click("[data-testid=box-three-musketeers]")).await;
        assert_eq!(anna.path().await, "/games/three-musketeers");
        anna.unfold().await;
        anna.click("label[for=mode-home]").await;
        anna.follow(anna.click("#start button[type=submit]")).await;
        assert!(anna.path().await.starts_with("/tables/"), "a table is set up");
        anna.connected().await;
        let table = anna.table().await;
        assert_eq!((table.count("attacker"), table.count("musketeer")), (50, 3));
        assert_eq!(table.movable, ["d6", "f6"], "the only men who can begin");

        // A page that does not exist says so, and has a link back.
        anna.forgive("status of 404");
        anna.go("/games/ludo").await;
        assert!(anna.sees("main a[href]").await, "an unknown game leads back to the list of games");
        anna.go("/tables/00112233445566778899aa").await;
        assert!(anna.sees("h1").await, "an unknown table is a page, too");
    });
}
