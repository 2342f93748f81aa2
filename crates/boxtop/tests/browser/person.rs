//! A person in front of a browser window: looks, waits, points, types, and records everything that goes wrong in
//! the page.

use crate::stage;
use chromiumoxide::Page;
use chromiumoxide::cdp::IntoEventKind;
use chromiumoxide::cdp::browser_protocol::page::CaptureScreenshotFormat;
use chromiumoxide::cdp::browser_protocol::{log, network};
use chromiumoxide::cdp::js_protocol::runtime;
use chromiumoxide::page::ScreenshotParams;
use chromiumoxide::types::{Command, Method, MethodId};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Timeout for anything on a page, also if other programs keep all cores busy.
const DEADLINE: Duration = Duration::from_secs(120);

/// Makes what a page adds to the dice follow from a text, from how much of it this browser has stored. All other keys stay
/// random. These are the bytes that the functions `drawn` of nonces.js and `drawnChain` of chains.js ask for.
const NONCES: &str = r##"(() => {
    const random = crypto.getRandomValues.bind(crypto);
    const stored = (key) => { try { return JSON.parse(localStorage.getItem(key) ?? "[]").length; } catch { return 0; } };
    crypto.getRandomValues = (bytes) => {
        const [, kind] = /\bdrawn(Chain)?\b/.exec(new Error().stack) ?? [null, null];
        if (kind === null) return random(bytes);
        let state = 2166136261;
        const mix = (number) => { state = Math.imul(state ^ number, 16777619) >>> 0; };
        for (const letter of `${TEXT} ${stored(kind ? "boxtop.chains" : "boxtop.nonces")}`) mix(letter.codePointAt(0));
        bytes.forEach((_, at) => { mix(at); bytes[at] = state >>> 24; });
        return bytes;
    };
})()"##;

/// Holds the timers with which a page shows something for a moment.
const HOLD_TIMERS: &str = r##"(() => {
    const real = globalThis.setTimeout;
    const held = [];
    globalThis.setTimeout = (run, ms, ...rest) => ms >= 300 && ms <= 5000 ? held.push(() => run(...rest)) * 0 : real(run, ms, ...rest);
    globalThis.releaseTimers = () => { globalThis.setTimeout = real; held.splice(0).forEach((run) => real(run)); return true; };
    return true;
})()"##;

/// Width of a phone in portrait.
pub(crate) const PHONE_WIDTH: f64 = 390.0;

/// A command of the browser's protocol, by name.
#[derive(Debug)]
pub(crate) struct Raw(pub(crate) &'static str, pub(crate) Value);

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.1.serialize(to)
    }
}

impl Method for Raw {
    fn identifier(&self) -> MethodId {
        self.0.into()
    }
}

impl Command for Raw {
    type Response = Value;
}

type Lines = Arc<Mutex<Vec<String>>>;

/// A person and their window.
pub(crate) struct Person {
    name: &'static str,
    page: Page,
    base: String,
    /// Messages of the console.
    console: Lines,
    /// Errors of the page.
    complaints: Lines,
    /// Every address a page asked for.
    requests: Lines,
    /// Parts of errors that this scenario expects.
    forgiven: Mutex<Vec<&'static str>>,
    mouse: AtomicUsize,
}

impl Person {
    /// Sits down in front of a new window.
    pub(crate) async fn sit(name: &'static str, page: Page, base: String) -> Person {
        let person = Person {
            name,
            page,
            base,
            console: Lines::default(),
            complaints: Lines::default(),
            requests: Lines::default(),
            forgiven: Mutex::default(),
            mouse: AtomicUsize::new(0),
        };
        person.listen().await;
        for domain in ["Runtime.enable", "Log.enable", "Network.enable", "Page.enable"] {
            person.send(domain, json!({})).await;
        }
        person.send("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        person.size(1280, 900).await;
        person
    }

    async fn listen(&self) {
        let (console, complaints) = (self.console.clone(), self.complaints.clone());
        self.on_event(move |thrown: &runtime::EventExceptionThrown| {
            let details = &thrown.exception_details;
            let what = details.exception.as_ref().and_then(|object| object.description.clone());
            note(&complaints, format!("exception: {} {}", details.text, what.unwrap_or_default()));
        })
        .await;
        let complaints = self.complaints.clone();
        self.on_event(move |called: &runtime::EventConsoleApiCalled| {
            let words: Vec<String> =
                called.args.iter().map(|arg| arg.value.clone().unwrap_or_default().to_string()).collect();
            let kind = format!("{:?}", called.r#type);
            if kind == "Error" || kind == "Assert" {
                note(&complaints, format!("console: {}", words.join(" ")));
            }
            note(&console, format!("{kind}: {}", words.join(" ")));
        })
        .await;
        let (console, complaints) = (self.console.clone(), self.complaints.clone());
        self.on_event(move |added: &log::EventEntryAdded| {
            let entry = &added.entry;
            let text = format!(
                "{:?} {:?}: {} {}",
                entry.source,
                entry.level,
                entry.text,
                entry.url.clone().unwrap_or_default()
            );
            if entry.level == log::LogEntryLevel::Error || entry.text.contains("Content Security Policy") {
                note(&complaints, text.clone());
            }
            note(&console, text);
        })
        .await;
        let requests = self.requests.clone();
        self.on_event(move |sent: &network::EventRequestWillBeSent| note(&requests, sent.request.url.clone())).await;
    }

    async fn on_event<E>(&self, mut handle: impl FnMut(&E) + Send + 'static)
    where
        E: IntoEventKind + Send + Sync + Unpin + 'static,
    {
        let mut events = self.page.event_listener::<E>().await.expect("a listener");
        tokio::spawn(async move {
            while let Some(event) = events.next().await {
                handle(&event);
            }
        });
    }

    async fn send(&self, method: &'static str, body: Value) -> Value {
        let answer = self.page.execute(Raw(method, body)).await;
        answer.unwrap_or_else(|error| panic!("{}: {method}: {error}", self.name)).result
    }

    /// Expects this error, also if it has already happened.
    pub(crate) fn forgive(&self, part: &'static str) {
        self.forgiven.lock().expect("a list").push(part);
    }

    /// Checks that no page had an error, and that no other host was contacted.
    pub(crate) fn check_errors(&self, address: &str) {
        // Copies: a failed check must not keep the evidence from being written.
        let forgiven = self.forgiven.lock().expect("a list").clone();
        let complaints = self.complaints();
        let left: Vec<&String> =
            complaints.iter().filter(|line| !forgiven.iter().any(|part| line.contains(part))).collect();
        assert!(left.is_empty(), "{}'s pages complained: {left:#?}", self.name);
        let home = format!("http://{address}/");
        let requests = self.requests.lock().expect("a list").clone();
        let abroad: Vec<&String> = requests
            .iter()
            .filter(|url| !url.starts_with(&home) && !url.starts_with("data:") && *url != "about:blank")
            .filter(|url| !forgiven.iter().any(|part| url.contains(part)))
            .collect();
        assert!(abroad.is_empty(), "{}'s pages asked elsewhere: {abroad:#?}", self.name);
        assert!(!requests.is_empty(), "{} asked for nothing at all", self.name);
    }

    /// The errors of the pages so far.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.complaints.lock().expect("a list").clone()
    }

    /// Waits until an error is noticed.
    pub(crate) async fn error_noticed(&self, what: &str, part: &str) {
        let begun = Instant::now();
        while !self.complaints().iter().any(|line| line.contains(part)) {
            assert!(begun.elapsed() < DEADLINE, "{what} goes unnoticed: {:#?}", self.complaints());
            tokio::time::sleep(Duration::from_millis(8)).await;
        }
    }

    /// Number of times the mouse was used.
    pub(crate) fn mouse_used(&self) -> usize {
        self.mouse.load(Ordering::Relaxed)
    }

    // ---- looking ----

    /// Evaluates an expression; promises are awaited.
    pub(crate) async fn try_look<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let body = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.page.execute(Raw("Runtime.evaluate", body)).await.map_err(|error| error.to_string())?.result;
        if let Some(thrown) = answer.get("exceptionDetails") {
            return Err(thrown["exception"]["description"].as_str().unwrap_or("thrown").to_owned());
        }
        serde_json::from_value(answer["result"]["value"].clone())
            .map_err(|error| format!("{error}: {}", answer["result"]))
    }

    /// Evaluates an expression that must work.
    pub(crate) async fn look<T: DeserializeOwned>(&self, expression: &str) -> T {
        match self.try_look(expression).await {
            Ok(value) => value,
            Err(error) => panic!("{}: {error}\nin {expression}", self.name),
        }
    }

    /// Waits until an expression is true; fails when that takes too long.
    pub(crate) async fn until(&self, what: &str, predicate: &str) {
        let begun = Instant::now();
        let expression = format!("Boolean({predicate})");
        let mut last = Ok(false);
        while last != Ok(true) {
            assert!(begun.elapsed() < DEADLINE, "{}: waited in vain until {what} ({predicate}; {last:?})", self.name);
            if begun.elapsed() > Duration::from_millis(2) {
                tokio::time::sleep(Duration::from_millis(8)).await;
            }
            // While a page loads, evaluating fails; that is not an error.
            last = self.try_look(&expression).await;
        }
    }

    /// Does something that leads to another page, and waits until it is loaded.
    pub(crate) async fn follow(&self, doing: impl Future<Output = ()>) {
        self.look::<bool>("globalThis.leaving = true").await;
        doing.await;
        self.until("another page is there", "!globalThis.leaving && document.readyState === 'complete'").await;
    }

    /// Opens a page by its path.
    pub(crate) async fn go(&self, path: &str) {
        let url = format!("{}{path}", self.base);
        self.follow(async {
            self.send("Page.navigate", json!({ "url": url })).await;
        })
        .await;
    }

    /// Opens a page from the disk.
    pub(crate) async fn open_file(&self, path: &std::path::Path) {
        let url = format!("file://{}", path.display());
        self.follow(async {
            self.send("Page.navigate", json!({ "url": url })).await;
        })
        .await;
    }

    /// Chooses a file from the disk.
    pub(crate) async fn choose_file(&self, selector: &str, path: &std::path::Path) {
        let expression = format!("document.querySelector({})", json!(selector));
        let found = self.send("Runtime.evaluate", json!({ "expression": expression })).await;
        let object = found["result"]["objectId"].clone();
        self.send("DOM.setFileInputFiles", json!({ "files": [path], "objectId": object })).await;
    }

    /// Runs this in every page from now on before the page's own scripts.
    pub(crate) async fn before_scripts(&self, source: &str) {
        self.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await;
    }

    /// Becomes the same player as somebody else, in this browser.
    pub(crate) async fn take_cookies_of(&self, other: &Person) {
        let cookies = other.send("Network.getCookies", json!({ "urls": [&other.base] })).await;
        self.send("Network.setCookies", json!({ "cookies": cookies["cookies"] })).await;
    }

    /// Makes what all pages from now on add to the dice follow from a text.
    pub(crate) async fn set_nonces(&self, text: &str) {
        self.before_scripts(&NONCES.replace("${TEXT}", text)).await;
    }

    /// What the page shows for a moment from now on, it shows until [`Person::release_timers`].
    pub(crate) async fn hold_timers(&self) {
        self.look::<bool>(HOLD_TIMERS).await;
    }

    /// Lets the page go on.
    pub(crate) async fn release_timers(&self) {
        self.look::<bool>("releaseTimers()").await;
    }

    /// Loads the page again.
    pub(crate) async fn reload(&self) {
        self.follow(async {
            self.send("Page.reload", json!({})).await;
        })
        .await;
    }

    /// The path of the page that is shown.
    pub(crate) async fn path(&self) -> String {
        self.look("location.pathname").await
    }

    /// The words of an element.
    pub(crate) async fn text(&self, selector: &str) -> String {
        self.look(&format!("document.querySelector({})?.innerText ?? ''", json!(selector))).await
    }

    /// Does an element exist and can it be seen?
    pub(crate) async fn sees(&self, selector: &str) -> bool {
        self.look(&format!(
            "Boolean(document.querySelector({})?.checkVisibility({{visibilityProperty: true}}))",
            json!(selector)
        ))
        .await
    }

    // ---- pointing ----

    /// The middle of an element, which must be in sight and not covered.
    async fn middle(&self, selector: &str) -> (f64, f64) {
        let expression = format!(
            r"(() => {{
                const all = document.querySelectorAll({selector});
                const element = all[0];
                if (!element) return 'is not there';
                // What is in another tab, or folded into a player's row, is opened first.
                const panel = element.closest('[role=tabpanel][hidden]');
                if (panel) document.getElementById(panel.getAttribute('aria-labelledby')).click();
                const row = element.closest('.seat:not(.opened)');
                if (row && element.matches('.tray') && !element.checkVisibility()) row.querySelector('.unfold').click();
                const hit = element.querySelector?.('.hit') ?? element;
                hit.scrollIntoView({{ block: 'nearest', inline: 'nearest', behavior: 'instant' }});
                const box = hit.getBoundingClientRect();
                if (!box.width || !box.height) return 'has no size';
                const at = [box.x + box.width / 2, box.y + box.height / 2];
                const top = document.elementFromPoint(...at);
                const same = element.closest('#board') ? top?.closest('#board') : top && (element.contains(top) || element.labels && [...element.labels].some((l) => l.contains(top)) || top.control === element || top.contains(element) && top.tagName === 'LABEL');
                return same ? at : `is covered by ${{top?.outerHTML?.slice(0, 120)}}`;
            }})()",
            selector = json!(selector)
        );
        match self.look::<Value>(&expression).await {
            Value::Array(at) => (at[0].as_f64().expect("x"), at[1].as_f64().expect("y")),
            why => panic!("{} cannot point at {selector}: {why}", self.name),
        }
    }

    async fn mouse(&self, kind: &str, at: (f64, f64), buttons: u8) {
        self.mouse.fetch_add(1, Ordering::Relaxed);
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let body = json!({ "type": kind, "x": at.0, "y": at.1, "button": button, "buttons": buttons, "clickCount": 1 });
        self.send("Input.dispatchMouseEvent", body).await;
    }

    /// Moves the mouse over an element.
    pub(crate) async fn hover(&self, selector: &str) {
        let at = self.middle(selector).await;
        self.mouse("mouseMoved", at, 0).await;
    }

    /// Clicks the middle of an element.
    pub(crate) async fn click(&self, selector: &str) {
        let at = self.middle(selector).await;
        self.mouse("mouseMoved", at, 0).await;
        self.mouse("mousePressed", at, 1).await;
        self.mouse("mouseReleased", at, 0).await;
    }

    /// Opens the choices of the form that opens a table.
    pub(crate) async fn unfold(&self) {
        self.look::<bool>("(document.querySelector('#more').open = true)").await;
    }

    /// The second click of a double click in the middle of an element.
    pub(crate) async fn second_click(&self, selector: &str) {
        let (x, y) = self.middle(selector).await;
        for (kind, buttons) in [("mousePressed", 1), ("mouseReleased", 0)] {
            let body = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 2 });
            self.send("Input.dispatchMouseEvent", body).await;
        }
    }

    /// Presses on one element, moves to another, and lets go there.
    pub(crate) async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from).await, self.middle(to).await);
        self.mouse("mouseMoved", from, 0).await;
        self.mouse("mousePressed", from, 1).await;
        for step in 1..=6 {
            let part = f64::from(step) / 6.0;
            self.mouse("mouseMoved", (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part), 1).await;
        }
        self.mouse("mouseReleased", to, 0).await;
    }

    /// Taps the middle of an element with a finger.
    pub(crate) async fn tap(&self, selector: &str) {
        let (x, y) = self.middle(selector).await;
        self.tap_at(x, y).await;
    }

    /// Taps a place of the window with a finger.
    pub(crate) async fn tap_at(&self, x: f64, y: f64) {
        let touch = |kind: &str, points: Value| json!({ "type": kind, "touchPoints": points });
        self.send("Input.dispatchTouchEvent", touch("touchStart", json!([{ "x": x, "y": y }]))).await;
        self.send("Input.dispatchTouchEvent", touch("touchEnd", json!([]))).await;
    }

    /// Puts fingers down, moves them from place to place, and lifts them.
    pub(crate) async fn stroke(&self, places: &[&[(f64, f64)]]) {
        for (step, fingers) in places.iter().enumerate() {
            let kind = if step == 0 { "touchStart" } else { "touchMove" };
            let point = |(id, (x, y)): (usize, &(f64, f64))| json!({ "x": x, "y": y, "id": id });
            let points: Vec<Value> = fingers.iter().enumerate().map(point).collect();
            self.send("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
        }
        self.send("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
    }

    // ---- typing ----

    /// Presses a key and lets it go: a name like `Tab` or `ArrowUp`, or a character.
    pub(crate) async fn press(&self, key: &str) {
        let (code, number, text) = match key {
            "Tab" => ("Tab".to_owned(), 9, ""),
            "Enter" => ("Enter".to_owned(), 13, "\r"),
            " " => ("Space".to_owned(), 32, " "),
            "Escape" => ("Escape".to_owned(), 27, ""),
            "Backspace" => ("Backspace".to_owned(), 8, ""),
            "End" | "Home" => (key.to_owned(), if key == "End" { 35 } else { 36 }, ""),
            "ArrowLeft" | "ArrowUp" | "ArrowRight" | "ArrowDown" => {
                let order = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"];
                (key.to_owned(), 37 + order.iter().position(|name| *name == key).expect("an arrow"), "")
            }
            "?" => ("Slash".to_owned(), 191, key),
            digit if digit.parse::<u8>().is_ok() => (format!("Digit{digit}"), usize::from(digit.as_bytes()[0]), key),
            letter => {
                let upper = letter.to_ascii_uppercase();
                (format!("Key{upper}"), usize::from(upper.as_bytes()[0]), key)
            }
        };
        let kind = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        let body = json!({ "type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number, "text": text, "unmodifiedText": text });
        self.send("Input.dispatchKeyEvent", body).await;
        let body = json!({ "type": "keyUp", "key": key, "code": code, "windowsVirtualKeyCode": number });
        self.send("Input.dispatchKeyEvent", body).await;
    }

    // ---- the window ----

    /// A desktop window of this size.
    pub(crate) async fn size(&self, width: u32, height: u32) {
        let body = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.send("Emulation.setDeviceMetricsOverride", body).await;
    }

    /// A phone in portrait, with touch.
    pub(crate) async fn phone(&self) {
        let body = json!({ "width": PHONE_WIDTH, "height": 844, "deviceScaleFactor": 2, "mobile": true });
        self.send("Emulation.setDeviceMetricsOverride", body).await;
        self.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 1 })).await;
    }

    /// Back to the desktop and the mouse.
    pub(crate) async fn desktop(&self) {
        self.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": false })).await;
        self.size(1280, 900).await;
    }

    /// What the system prefers: `prefers-color-scheme`, `prefers-reduced-motion`.
    pub(crate) async fn prefer(&self, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.send("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Disconnects from the network, or reconnects.
    pub(crate) async fn offline(&self, offline: bool) {
        let body = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.send("Network.emulateNetworkConditions", body).await;
    }

    /// Takes a screenshot of the window, or of the whole page.
    pub(crate) async fn picture(&self, name: &str, whole: bool) {
        // After two frames, everything is painted.
        self.look::<bool>("document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))")
            .await;
        let png = self.page.screenshot(ScreenshotParams::builder().full_page(whole).build()).await.expect("a picture");
        std::fs::write(stage::folder().join(format!("{name}.png")), png).expect("a file");
    }

    /// Saves a small picture for the gallery.
    pub(crate) async fn gallery(&self, name: &str) {
        self.look::<bool>("document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))")
            .await;
        let small = ScreenshotParams::builder().format(CaptureScreenshotFormat::Jpeg).quality(60).build();
        let jpeg = self.page.screenshot(small).await.expect("a picture");
        std::fs::write(stage::folder().join(format!("gallery-{name}.jpg")), jpeg).expect("a file");
    }

    /// Saves what this person saw last, for debugging.
    pub(crate) async fn leave_evidence(&self, scenario: &str) {
        let name = format!("failed-{scenario}-{}", self.name);
        let shot = self.page.screenshot(ScreenshotParams::builder().build());
        if let Ok(Ok(png)) = tokio::time::timeout(Duration::from_secs(10), shot).await {
            let _ = std::fs::write(stage::folder().join(format!("{name}.png")), png);
        }
        let console = self.console.lock().expect("a list").join("\n");
        let complaints = self.complaints.lock().expect("a list").join("\n");
        let _ = std::fs::write(stage::folder().join(format!("{name}.txt")), format!("{console}\n--\n{complaints}\n"));
        eprintln!("{}: see target/browser/{name}.png and .txt\n{console}\n{complaints}", self.name);
    }
}

fn note(lines: &Lines, line: String) {
    lines.lock().expect("a list").push(line);
}
