//! What the program prints about itself: version, rules, completions, manual pages.

use crate::support::BOXTOP;
use std::process::{Command, Output, Stdio};

fn boxtop(args: &[&str], locale: &str) -> Output {
    let mut command = Command::new(BOXTOP);
    command.args(args).env_remove("LC_ALL").env_remove("LC_CTYPE").env("LANG", locale);
    command.stdin(Stdio::null()).output().expect("it runs")
}

fn printed(args: &[&str]) -> String {
    printed_in(args, "C.UTF-8")
}

fn printed_in(args: &[&str], locale: &str) -> String {
    let output = boxtop(args, locale);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_version_names_commit_target_and_features() {
    let output = printed(&["--version"]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], concat!("boxtop ", env!("CARGO_PKG_VERSION")));
    let field = |name: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("{name} is missing: {output}")).to_owned()
    };
    let commit = field("commit");
    assert!(commit == "unknown" || commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{commit}");
    assert!(field("target").contains(std::env::consts::ARCH), "{output}");
    assert!(!field("features").is_empty() && !field("processor").is_empty());
    assert_eq!(printed(&["-V"]), format!("boxtop {} ({commit})\n", env!("CARGO_PKG_VERSION")));
}

/// In a checkout, it is the current commit.
#[test]
fn the_commit_is_the_one_that_is_checked_out() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(args).output().ok()?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned()).filter(|said| !said.is_empty())
    };
    let here = std::fs::canonicalize(root).expect("the folder").display().to_string();
    if git(&["rev-parse", "--show-toplevel"]) != Some(here) || std::env::var_os("BOXTOP_COMMIT").is_some() {
        return;
    }
    let head = git(&["rev-parse", "--short=12", "HEAD"]).expect("a commit");
    assert!(printed(&["--version"]).contains(&format!("commit: {head}\n")));
}

#[test]
fn a_rule_is_found_by_its_bare_number_and_shown_without_markdown() {
    let by_number = printed(&["rules", "three-musketeers", "10"]);
    assert!(by_number.starts_with("TM-10 · You must jump\n"), "{by_number}");
    for name in ["TM-10", "tm-10", "tm10"] {
        assert_eq!(printed(&["rules", "three-musketeers", name]), by_number);
    }
    for game in ["three-musketeers", "fighting-marines", "ranger-commandos", "hit-the-beach", "conflict"] {
        let book = printed(&["rules", game]);
        for sign in ["**", "`", "](", "|--", "\n#", "\n|"] {
            assert!(!format!("\n{book}").contains(sign), "{game}: {sign}: {book}");
        }
        assert!(book.lines().all(|line| line.chars().count() <= 80), "{game}");
        assert!(printed_in(&["rules", game], "C").is_ascii());
    }
    assert!(printed(&["rules", "conflict", "--markdown"]).starts_with("# Conflict\n"));
    let missing = boxtop(&["rules", "three-musketeers", "99"], "C.UTF-8");
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn every_shell_has_its_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for word in ["boxtop", "arena", "matches", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let unknown = boxtop(&["completions", "tcsh"], "C.UTF-8");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("bash"));
}

#[test]
fn manual_pages_are_printed_and_written() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH boxtop 1") && page.contains("completions"), "{page}");
    assert!(printed(&["man", "sim"]).contains("matches"));
    assert!(printed(&["man", "bench", "serve"]).contains("spectators"));
    assert_eq!(boxtop(&["man", "fly"], "C.UTF-8").status.code(), Some(2));
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    printed(&["man", "--dir", pages.to_str().expect("a plain path")]);
    for name in ["boxtop", "boxtop-play", "boxtop-bench", "boxtop-bench-serve", "boxtop-man"] {
        let text = std::fs::read_to_string(pages.join(format!("{name}.1"))).expect(name);
        assert!(text.contains(&format!(".TH {name} 1")), "{text}");
    }
}

#[test]
fn a_plain_locale_gets_plain_text_even_in_errors() {
    let output = boxtop(&["play", "chess"], "C");
    assert!(!output.stderr.is_empty() && output.stderr.is_ascii(), "{}", String::from_utf8_lossy(&output.stderr));
}
