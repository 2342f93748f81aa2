//! The setting of a scenario: a server, a browser, and the people in front of it.

use crate::person::{Person, Raw};
use crate::proxy;
use crate::support::{Server, port_to_keep};
use chromiumoxide::cdp::browser_protocol::target::{CreateBrowserContextParams, CreateTargetParams};
use chromiumoxide::{Browser, BrowserConfig};
use futures_util::{FutureExt, StreamExt};
use serde_json::json;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// A player who leaves counts as absent at once, so that tests need not wait; and the host has texts.
const ARGS: [&str; 6] = [
    "--absent-after",
    "0",
    "--privacy",
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/privacy.md"),
    "--terms",
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/terms.md"),
];

/// The folder for screenshots.
pub(crate) fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder").join("browser");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    folder
}

/// Server, browser and people of one scenario. Its dice follow from its name: the same scenario plays the same match
/// each time, unless people and computers act at the same moment.
pub(crate) struct Stage {
    name: &'static str,
    server: Mutex<Option<Server>>,
    /// Number of times the server was started.
    starts: AtomicU32,
    /// `127.0.0.1:PORT`, the same after a restart.
    address: String,
    /// The base path, if a proxy serves the server under one.
    base_path: &'static str,
    browser: Browser,
    people: Mutex<Vec<Arc<Person>>>,
    data: TempDir,
    _profile: TempDir,
}

/// Plays a scenario. It fails if a step fails, or if any page had a script error, broke the content security policy
/// or contacted another host.
pub(crate) fn play(name: &'static str, scenario: impl AsyncFnOnce(&Stage)) {
    play_below(name, "", scenario);
}

/// Plays a scenario behind a proxy that serves the server under a base path and nothing else.
pub(crate) fn play_below(name: &'static str, base_path: &'static str, scenario: impl AsyncFnOnce(&Stage)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    runtime.block_on(async {
        let mut stage = Stage::set(name, base_path).await;
        let mut ended = AssertUnwindSafe(scenario(&stage)).catch_unwind().await;
        let people = stage.people.lock().expect("people").clone();
        for person in &people {
            if ended.is_ok() {
                ended = std::panic::catch_unwind(AssertUnwindSafe(|| person.check_errors(&stage.address)));
            }
        }
        if ended.is_err() {
            for person in &people {
                person.leave_evidence(name).await;
            }
        }
        let _ = stage.browser.close().await;
        let _ = stage.browser.wait().await;
        ended.unwrap_or_else(|panic| resume_unwind(panic));
    });
}

impl Stage {
    async fn set(name: &'static str, base_path: &'static str) -> Stage {
        for old in std::fs::read_dir(folder()).into_iter().flatten().flatten() {
            if old.file_name().to_string_lossy().starts_with(&format!("failed-{name}-")) {
                let _ = std::fs::remove_file(old.path());
            }
        }
        let data = tempfile::tempdir().expect("a folder");
        let profile = tempfile::tempdir().expect("a folder");
        let below = ["--base-path", base_path];
        let args = if base_path.is_empty() { ARGS.to_vec() } else { [&ARGS[..], &below].concat() };
        let server = Server::start_with_dice(data.path(), port_to_keep(), &args, name);
        let browser = launch(profile.path()).await;
        let address = match base_path {
            "" => server.address.clone(),
            _ => proxy::start(server.address.clone(), base_path).await,
        };
        Stage {
            name,
            server: Mutex::new(Some(server)),
            starts: AtomicU32::new(1),
            address,
            base_path,
            browser,
            people: Mutex::default(),
            data,
            _profile: profile,
        }
    }

    /// A new person, with their own window, cookies and storage.
    pub(crate) async fn person(&self, name: &'static str) -> Arc<Person> {
        let context = self.browser.create_browser_context(CreateBrowserContextParams::default()).await;
        let target = CreateTargetParams::builder()
            .url("about:blank")
            .browser_context_id(context.expect("a context"))
            .build()
            .expect("a target");
        let page = self.browser.new_page(target).await.expect("a page");
        let person = Arc::new(Person::sit(name, page, format!("http://{}{}", self.address, self.base_path)).await);
        person.set_nonces(&format!("{} {name}", self.name)).await;
        self.people.lock().expect("people").push(person.clone());
        person
    }

    /// The scenario's name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Kills the server as a power cut would.
    pub(crate) fn kill_server(&self) {
        self.server.lock().expect("server").take().expect("a server to kill").kill();
    }

    /// Starts it again: same port, same data. Its new tables have other dice than those it opened before.
    pub(crate) fn start_server(&self) {
        let port = self.address.rsplit(':').next().expect("a port").parse().expect("a number");
        let dice = format!("{} {}", self.name, self.starts.fetch_add(1, Ordering::Relaxed));
        let server = Server::start_with_dice(self.data.path(), port, &ARGS, &dice);
        assert_eq!(server.address, self.address, "the same port");
        *self.server.lock().expect("server") = Some(server);
    }
}

async fn launch(profile: &Path) -> Browser {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    let chromium = places.find(|place| place.is_file());
    let chromium = chromium.expect("there is no Chromium on this machine: run scripts/install-test-tools");
    let config = BrowserConfig::builder()
        .chrome_executable(chromium)
        .user_data_dir(profile)
        .no_sandbox()
        .new_headless_mode()
        .viewport(None)
        .window_size(1280, 900)
        .launch_timeout(Duration::from_secs(180))
        .request_timeout(Duration::from_secs(300))
        .args(["disable-gpu", "disable-component-update", "disable-domain-reliability", "no-default-browser-check"])
        .build()
        .expect("a configuration");
    let (browser, mut handler) = Browser::launch(config).await.expect("Chromium starts");
    // The handler processes all messages; those it does not understand do not matter.
    tokio::spawn(async move { while handler.next().await.is_some() {} });
    let hello = browser.execute(Raw("Browser.getVersion", json!({}))).await;
    hello.expect("Chromium answers");
    browser
}
