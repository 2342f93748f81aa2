//! The data folder of a running server: what happens if its file is lost, a second server, permissions, and links to
//! reset a password.

use crate::support::{BOXTOP, Server, request, request_as, view_of};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const GAME: &str = "three-musketeers";
const FILE: &str = "matches.sqlite";

fn open(server: &Server) -> (u16, Value) {
    request(&server.address, "POST", "/tables", Some(&json!({ "game": GAME, "mode": "home" }))).expect("an answer")
}

/// Plays until a move is refused or `most` moves were acknowledged. Returns their number and the refusal.
fn play(server: &Server, table: &str, most: usize) -> (usize, Option<(u16, Value)>) {
    for played in 0..most {
        let view = view_of(&server.address, table).expect("a view");
        let own = &view["legal_moves"][0];
        let key = format!("data-folder-{}", view["version"]);
        let command = json!({ "type": "play", "seat": own["seat"], "action": own["moves"][0]["action"] });
        let ask = json!({ "version": view["version"], "key": key, "command": command });
        let (status, answer) =
            request(&server.address, "POST", &format!("/api/v1{table}/commands"), Some(&ask)).expect("an answer");
        if status != 200 {
            return (played, Some((status, answer)));
        }
    }
    (most, None)
}

fn health(server: &Server) -> (u16, String) {
    let (status, body) = request(&server.address, "GET", "/healthz", None).expect("an answer");
    (status, body.to_string())
}

/// Damages the file of a running server, and checks that no more moves are acknowledged.
fn check_lost(spoil: impl FnOnce(&Path)) {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let table = open(&server).1["url"].as_str().expect("an address").to_owned();
    assert_eq!(play(&server, &table, 5), (5, None));
    assert_eq!(health(&server).0, 200);
    spoil(&data.path().join(FILE));
    let (lost, refusal) = play(&server, &table, 20);
    let (status, words) = refusal.unwrap_or_default();
    assert_eq!((lost, status), (0, 503), "acknowledged into a lost file: {words}");
    assert!(words.to_string().contains("restore it"), "it says what to do: {words}");
    assert_eq!(open(&server).0, 503);
    // The health check caches its result for a second.
    for _ in 0..300 {
        if health(&server).0 == 503 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("the health check sees nothing: {:?}", health(&server));
}

#[test]
fn a_server_whose_database_is_deleted_acknowledges_nothing_more() {
    check_lost(|file| fs::remove_file(file).expect("deleted"));
}

#[test]
fn a_server_whose_database_is_cut_short_acknowledges_nothing_more() {
    check_lost(|file| fs::File::options().write(true).open(file).expect("the file").set_len(8192).expect("cut"));
}

#[test]
fn a_server_whose_database_is_replaced_acknowledges_nothing_more() {
    check_lost(|file| {
        let copy = file.with_extension("copy");
        fs::copy(file, &copy).expect("a copy");
        fs::rename(&copy, file).expect("replaced");
    });
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let first = Server::start(data.path());
    let second =
        Command::new(BOXTOP).args(["serve", "--port", "0", "--data"]).arg(data.path()).output().expect("it ends");
    let words = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success(), "{words}");
    assert!(words.contains("another Boxtop server") && words.contains(&data.path().display().to_string()), "{words}");
    assert_eq!(open(&first).0, 201, "the first goes on");
    first.kill();
    assert_eq!(open(&Server::start(data.path())).0, 201, "a killed server leaves no lock behind");
}

#[cfg(unix)]
#[test]
fn the_data_folder_is_for_its_owner_only_even_if_it_was_not_before() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let open_up = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
    let home = tempfile::tempdir().expect("a folder");
    let data = home.path().join("data");
    let server = Server::start(&data);
    open(&server);
    let files = || fs::read_dir(&data).expect("the folder").map(|entry| entry.expect("a file").path());
    assert!(files().count() >= 3, "the database, its log and the lock");
    assert_eq!(mode(&data), 0o700);
    files().for_each(|file| assert_eq!(mode(&file), 0o600, "{}", file.display()));
    files().for_each(|file| open_up(&file, 0o644));
    server.kill();
    open_up(&data, 0o755);
    let server = Server::start(&data);
    open(&server);
    assert_eq!(mode(&data), 0o700);
    files().filter(|file| !file.ends_with("server.lock")).for_each(|file| assert_eq!(mode(&file), 0o600));
    drop(server);
    fs::write(data.join("holiday.jpg"), "not ours").expect("a file");
    open_up(&data, 0o755);
    let _server = Server::start(&data);
    assert_eq!(mode(&data), 0o755, "a folder with other things in it stays as it is");
}

fn reset_link(data: &Path, name: &str) -> Output {
    let mut command = Command::new(BOXTOP);
    command.args(["admin", "reset-link", name, "--url", "http://box.test", "--data"]).arg(data);
    command.output().expect("it ends")
}

fn set_password(server: &Server, link: &str, password: &str) -> u16 {
    let cookie = format!("boxtop_guest={}", "77".repeat(16));
    let sent = json!({ "link": link, "password": password });
    request_as(&cookie, &server.address, "POST", "/api/v1/reset", Some(&sent)).expect("an answer").0
}

fn log_in(server: &Server, password: &str) -> u16 {
    let cookie = format!("boxtop_guest={}", "88".repeat(16));
    let sent = json!({ "name": "annabel", "password": password });
    request_as(&cookie, &server.address, "POST", "/api/v1/login", Some(&sent)).expect("an answer").0
}

fn link_in(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text} {}", String::from_utf8_lossy(&output.stderr));
    let line = text.lines().next().expect("a line").to_owned();
    assert!(line.starts_with("http://box.test/reset/"), "{text}");
    line
}

#[test]
fn the_operator_replaces_a_lost_password_with_or_without_a_running_server() {
    let data = tempfile::tempdir().expect("a folder");
    let missing = reset_link(data.path(), "Annabel");
    assert!(!missing.status.success() && fs::read_dir(data.path()).expect("a folder").count() == 0, "nothing is made");
    let server = Server::start(data.path());
    let claim = json!({ "name": "Annabel", "password": "correct horse" });
    assert_eq!(request(&server.address, "POST", "/api/v1/me/claim", Some(&claim)).expect("an answer").0, 204);
    let nobody = reset_link(data.path(), "Bertram");
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("nobody has claimed"), "{nobody:?}");

    let link = link_in(&reset_link(data.path(), "annabel"));
    assert_eq!(set_password(&server, &link, "better horse"), 204);
    assert_eq!(set_password(&server, &link, "worse horse"), 404, "once");
    assert_eq!((log_in(&server, "correct horse"), log_in(&server, "better horse")), (403, 204));
    assert_eq!(open(&server).0, 201, "the server goes on");
    server.kill();
    let link = link_in(&reset_link(data.path(), "Annabel"));
    let server = Server::start(data.path());
    assert_eq!(set_password(&server, &link, "third horse"), 204);
    assert_eq!(log_in(&server, "third horse"), 204);
}
