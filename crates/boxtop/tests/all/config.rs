//! Settings of the server from a file, the environment and flags.

use crate::support::{BOXTOP, Server, text};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// `boxtop` in this folder, with these variables and no other settings.
fn boxtop(folder: &Path, set: &[(&str, &str)], args: &[&str]) -> Command {
    let mut command = Command::new(BOXTOP);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("BOXTOP_")) {
        command.env_remove(name);
    }
    command.env_remove("LC_ALL").env_remove("LC_CTYPE").env("LANG", "C.UTF-8");
    command.current_dir(folder).envs(set.iter().copied()).args(args).stdin(Stdio::null());
    command
}

fn folder_with(file: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("boxtop.toml"), file).expect("a file");
    folder
}

fn output(folder: &Path, set: &[(&str, &str)], args: &[&str]) -> Output {
    boxtop(folder, set, args).output().expect("it ends")
}

fn printed(folder: &Path, set: &[(&str, &str)], args: &[&str]) -> String {
    let output = output(folder, set, args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Fails unless the program ends with code 2 and says all of this.
fn check_refused(folder: &Path, set: &[(&str, &str)], args: &[&str], said: &[&str]) {
    let output = output(folder, set, args);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?} {set:?}: {words}");
    for part in said {
        assert!(words.contains(part), "{part}: {words}");
    }
}

const FILE: [&str; 3] = ["serve", "--config", "boxtop.toml"];

#[test]
fn flags_win_over_the_environment_and_both_over_the_file() {
    let folder =
        folder_with("port = 1\nkeep-alive = 11\nabsent-after = 21\nhost = ['file.example']\ntrust-proxy = true\n");
    let set = [("BOXTOP_KEEP_ALIVE", "12"), ("BOXTOP_ABSENT_AFTER", "22"), ("BOXTOP_HOST", "a.example,b.example")];
    let args = [&FILE[..], &["--absent-after", "23", "--trust-proxy=false", "--print-config"]].concat();
    let text = printed(folder.path(), &set, &args);
    for line in [
        "port = 1 # file boxtop.toml, line 1",
        "keep-alive = 12 # environment, BOXTOP_KEEP_ALIVE",
        "absent-after = 23 # flag",
        "host = [\"a.example\", \"b.example\"] # environment, BOXTOP_HOST",
        "trust-proxy = false # flag",
        "bind = \"127.0.0.1\" # default",
        "#data = \"DIR\" # default: not set",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}

#[test]
fn without_a_command_the_settings_are_the_same_and_the_file_is_named_by_a_variable() {
    let folder = folder_with("trust-proxy = true\nhost = 'file.example'\n");
    let set = [("BOXTOP_CONFIG", "boxtop.toml"), ("BOXTOP_PORT", "")];
    let text = printed(folder.path(), &set, &["--print-config", "--host", "flag.example"]);
    for line in
        ["trust-proxy = true # file boxtop.toml, line 1", "host = [\"flag.example\"] # flag", "port = 1943 # default"]
    {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}

#[test]
fn the_printed_settings_are_a_file_with_the_same_effect() {
    let folder =
        folder_with("port = 0\nbase-path = '/box'\nhost = ['x.example']\nterms = 'terms.md'\ndata = 'a \"b\" # c'\n");
    std::fs::write(folder.path().join("terms.md"), "Be kind.").expect("a file");
    let first = printed(folder.path(), &[], &[&FILE[..], &["--print-config", "--trust-proxy"]].concat());
    std::fs::write(folder.path().join("again.toml"), &first).expect("a file");
    let again = printed(folder.path(), &[], &["serve", "--config", "again.toml", "--print-config"]);
    let values = |text: &str| {
        let line = |line: &str| line.split(" # ").next().unwrap_or_default().to_owned();
        text.lines().filter(|line| !line.starts_with('#')).map(line).collect::<Vec<_>>()
    };
    assert_eq!(values(&first), values(&again));
    assert!(values(&first).contains(&"trust-proxy = true".to_owned()), "{first}");
    assert!(
        first.contains("data = 'a \"b\" # c' # file") || first.contains(r#"data = "a \"b\" # c" # file"#),
        "{first}"
    );
}

#[test]
fn a_wrong_setting_is_refused_with_its_origin_and_what_would_be_valid() {
    let folder = folder_with("# mine\nprot = 80\nbase-path = 'x y'\n");
    let file = ["boxtop.toml:2:1: there is no setting `prot`", "did you mean `port`?", "boxtop.toml:3:13", "/boxtop"];
    check_refused(folder.path(), &[], &FILE, &file);
    check_refused(folder.path(), &[], &[&FILE[..], &["--print-config"]].concat(), &["prot"]);
    let set = [("BOXTOP_PORT", "many"), ("BOXTOP_HOST", "ok.example,no host")];
    check_refused(folder.path(), &set, &["serve"], &["BOXTOP_PORT: “many”", "any free port", "BOXTOP_HOST", "no host"]);
    check_refused(folder.path(), &set, &[], &["BOXTOP_PORT: “many”"]);
    check_refused(folder.path(), &[], &["serve", "--port", "many"], &["--port", "many"]);
    check_refused(folder.path(), &[], &["serve", "--host", "no host"], &["--host", "play.example.org"]);
    check_refused(folder.path(), &[], &["serve", "--terms", "none.md"], &["--terms", "none.md cannot be read"]);
    check_refused(folder.path(), &[], &["serve", "--config", "none.toml"], &["--config", "none.toml cannot be read"]);
    check_refused(folder.path(), &[("BOXTOP_CONFIG", "none.toml")], &["serve"], &["BOXTOP_CONFIG", "none.toml"]);
    assert!(output(folder.path(), &set, &["games"]).status.success(), "other commands have no such settings");
}

#[test]
fn no_password_is_printed() {
    let (secret, contact) = ("hunter2", "https://ann:hunter2@example.org/?password=hunter2");
    let folder = folder_with(&format!("security-contact = '{contact}'\nport = '{contact}'\n"));
    let set = [("BOXTOP_SECURITY_CONTACT", contact)];
    for (set, args) in [
        (&set[..], &["serve", "--print-config"][..]),
        (&[], &["serve", "--print-config", "--security-contact", contact]),
        (&[], &FILE),
        (&[("BOXTOP_PORT", contact)], &["serve"]),
        (&[], &["serve", "--port", contact]),
        (&set, &["serve", "--help"]),
    ] {
        let output = output(folder.path(), set, args);
        let words = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(!words.contains(secret) && !words.is_empty(), "{args:?}: {words}");
        if args.contains(&"--print-config") {
            let line = "security-contact = \"https://ann:***@example.org/?password=***\"";
            assert!(words.contains(line) && words.contains("in place of ***"), "{words}");
        }
    }
}

#[test]
fn help_names_the_variable_of_every_setting() {
    let folder = folder_with("");
    let help = printed(folder.path(), &[], &["serve", "--help"]);
    let settings = printed(folder.path(), &[], &["serve", "--print-config"]);
    let names = settings.lines().filter_map(|line| line.trim_start_matches('#').split_once(" = "));
    let names: Vec<&str> = names.map(|(name, _)| name).filter(|name| !name.contains(' ')).collect();
    assert!(names.len() >= 18, "{names:?}");
    for name in names {
        let variable = format!("[env: BOXTOP_{}]", name.to_uppercase().replace('-', "_"));
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("--{name}")) && words.contains(&variable), "{name}: {help}");
    }
}

#[test]
fn a_server_runs_with_settings_of_all_three_origins() {
    let folder =
        folder_with("port = 1\ntrust-proxy = true\nterms = 'terms.md'\nsecurity-contact = 'mailto:a@b.example'\n");
    std::fs::write(folder.path().join("terms.md"), "Be *kind*.").expect("a file");
    let args = [&FILE[..], &["--port", "0"]].concat();
    let server = Server::run(boxtop(folder.path(), &[("BOXTOP_DATA", "matches")], &args));
    let page = |path: &str| text(&server.address, path).expect("an answer");
    assert!(page("/terms").contains("<em>kind</em>"));
    assert!(page("/.well-known/security.txt").starts_with("Contact: mailto:a@b.example\nExpires: 2"));
    assert!(folder.path().join("matches").join("matches.sqlite").exists(), "the folder of the environment");
}
