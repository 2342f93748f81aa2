//! Reads the table page and plays on it, with the hooks that its script documents.

use crate::person::Person;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Opens a table without going through the form.
const OPEN: &str = r##"fetch("/tables", { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(ORDER) })
    .then((answer) => answer.json()).then((answer) => answer.url)"##;

const LOOK: &str = r##"(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const space = (element) => element.dataset.space;
    const numbers = (element) => element.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const place = (element) => {
        const [x, y] = numbers(element), turns = element.closest(".turntable");
        if (!turns) return [x, y];
        const [degrees, cx, cy] = numbers(turns), angle = degrees * Math.PI / 180, sin = Math.sin(angle), cos = Math.cos(angle);
        return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
    };
    const table = document.querySelector("#table");
    const men = all("#board [data-token]");
    const where = Object.fromEntries(all("#board .spaces [data-space]").map((one) => [space(one), place(one)]));
    return {
        version: Number(table.dataset.version),
        phase: table.dataset.phase,
        busy: document.body.hasAttribute("aria-busy"),
        men: Object.fromEntries(men.map((man) => [man.dataset.at, man.dataset.kind])),
        askew: men.filter((man) => { const [x, y] = place(man), [a, b] = where[man.dataset.at]; return Math.hypot(x - a, y - b) > 1; }).map((man) => man.dataset.at),
        movable: all("#board .space.movable").map(space),
        targets: all("#board .space.target").map(space),
        picked: all("#board .space[aria-pressed=true]").map(space)[0] ?? null,
        choices: all("#choices button[data-action]").map((one) => one.dataset.action),
        moves: all("#moves button").map((one) => one.dataset.action),
        log: all("#log li[data-action]").map((one) => one.dataset.action),
        chips: all("#log li .chip").length,
        last: Object.fromEntries(all("#board [data-mark^=last]").map((one) => [one.dataset.on, one.dataset.mark])),
        tray: all("[data-tray]").map((one) => one.textContent).join(" "),
        trays: Object.fromEntries(all("[data-tray]").map((one) => [one.dataset.tray, one.matches(".target") ? "target" : one.matches(".movable") ? "movable" : ""])),
        throws: !document.querySelector("#throw").hidden,
        turned: Number(table.dataset.turned),
        shown: Number(document.querySelector("#board .turntable")?.dataset.turned ?? 0),
        pips: all("#thrown .die").map((one) => Number(one.dataset.pips)),
        said: document.querySelector("#announce").textContent,
        error: document.querySelector("#error").innerText,
    };
})()"##;

/// The table as the page shows it.
#[derive(Deserialize, Debug, Clone)]
pub(crate) struct Look {
    pub(crate) version: u64,
    pub(crate) phase: String,
    busy: bool,
    /// Point and kind of each man.
    pub(crate) men: BTreeMap<String, String>,
    /// Points whose man is drawn in the wrong place.
    pub(crate) askew: Vec<String>,
    pub(crate) movable: Vec<String>,
    pub(crate) targets: Vec<String>,
    pub(crate) picked: Option<String>,
    pub(crate) choices: Vec<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) log: Vec<String>,
    pub(crate) chips: usize,
    /// Point and mark of what the last step touched.
    pub(crate) last: BTreeMap<String, String>,
    pub(crate) tray: String,
    /// Trays that can be pointed at: `movable`, `target` or nothing.
    pub(crate) trays: BTreeMap<String, String>,
    /// Is it this person's throw?
    pub(crate) throws: bool,
    /// How far the platform is turned.
    pub(crate) turned: u16,
    /// How far it is drawn turned, including previews.
    pub(crate) shown: u16,
    /// What the dice show.
    pub(crate) pips: Vec<u16>,
    pub(crate) said: String,
    pub(crate) error: String,
}

impl Look {
    /// How many men of a kind stand on the board.
    pub(crate) fn count(&self, kind: &str) -> usize {
        self.men.values().filter(|one| *one == kind).count()
    }

    /// Is it this person's turn to act or throw?
    pub(crate) fn my_turn(&self) -> bool {
        self.phase == "playing" && !self.busy && (self.throws || !self.moves.is_empty())
    }
}

/// The element of a point.
pub(crate) fn at(space: &str) -> String {
    format!("#board .spaces [data-space='{space}']")
}

/// The element of a tray.
pub(crate) fn tray(id: &str) -> String {
    format!("[data-tray='{id}']")
}

/// The points of an action: `d6-d7`, `e7xe5`.
pub(crate) fn points(action: &str) -> (&str, &str) {
    action.split_once(['-', 'x']).unwrap_or_else(|| panic!("{action} has no two points"))
}

impl Person {
    /// Opens a table by the API and goes there.
    pub(crate) async fn open_table(&self, order: Value) {
        let mut whole = json!({ "game": "three-musketeers", "anchor_later": true });
        for (key, value) in order.as_object().expect("an object") {
            whole[key] = value.clone();
        }
        if self.try_look::<String>("location.origin").await.is_ok_and(|origin| origin == "null") {
            self.go("/").await;
        }
        let url: String = self.look(&OPEN.replace("ORDER", &whole.to_string())).await;
        self.go(&url).await;
        self.connected().await;
    }

    /// Waits until the page is connected to the server.
    pub(crate) async fn connected(&self) {
        self.until("the table is connected", "document.querySelector('#connection')?.dataset.state === 'connected'")
            .await;
    }

    /// The table as it is shown now, including previews.
    pub(crate) async fn glance(&self) -> Look {
        self.look(LOOK).await
    }

    /// The table as it is shown now.
    pub(crate) async fn table(&self) -> Look {
        let look = self.glance().await;
        assert!(look.busy || look.askew.is_empty(), "men are drawn where they do not stand: {:?}", look.askew);
        look
    }

    /// Waits until this person can do something or the match is over.
    pub(crate) async fn my_turn(&self) -> Look {
        self.until(
            "it is this person's turn",
            "!document.body.hasAttribute('aria-busy') && (document.querySelector('#table').dataset.phase === 'over' || document.querySelector('#moves button, #throw:not([hidden])'))",
        )
        .await;
        self.table().await
    }

    /// Waits for a view newer than this one.
    pub(crate) async fn newer(&self, than: &Look) -> Look {
        self.reach(than.version + 1).await
    }

    /// Waits until the page shows at least this version.
    pub(crate) async fn reach(&self, version: u64) -> Look {
        self.until(
            "the view is new enough",
            &format!("Number(document.querySelector('#table').dataset.version) >= {version} && !document.body.hasAttribute('aria-busy')"),
        )
        .await;
        self.table().await
    }

    /// Plays one action by clicking: the man, unless it is already picked, and then its target.
    pub(crate) async fn click_move(&self, action: &str) -> Look {
        let before = self.my_turn().await;
        let (from, to) = points(action);
        if before.picked.as_deref() != Some(from) {
            self.click(&at(from)).await;
            self.until(
                "the man is picked",
                &format!("document.querySelector(\"{}\").matches('[aria-pressed=true]')", at(from)),
            )
            .await;
        }
        let picked = self.table().await;
        assert!(picked.targets.iter().any(|target| target == to), "{to} is a target of {from}: {:?}", picked.targets);
        self.click(&at(to)).await;
        self.newer(&before).await
    }
}
