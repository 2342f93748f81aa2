//! Nobody can predict the dice of a normal build: the feature that fixes them is for tests only, and does nothing in a
//! release build.

mod tree;

use std::fs;
use std::process::Command;
use tree::{root, sources};

const FEATURE: &str = "fixed-entropy";

/// The packages that are built with the feature, for these arguments of `cargo tree`.
fn with_the_feature(args: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(["tree", "--offline", "--locked", "--prefix", "none", "--format", "{p} {f}"]);
    let output = cargo.args(args).output().expect("cargo tree");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(tree.lines().any(|line| line.starts_with("boxtop-server ")), "{tree}");
    let mut found: Vec<String> = tree.lines().filter(|line| line.contains(FEATURE)).map(name).collect();
    found.sort();
    found.dedup();
    found
}

fn name(line: &str) -> String {
    line.split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn only_tests_are_built_with_fixed_entropy() {
    for normal in [&["-p", "boxtop", "--edges", "no-dev"][..], &["--workspace", "--edges", "no-dev"]] {
        assert_eq!(with_the_feature(normal), [""; 0], "{normal:?}");
    }
    assert_eq!(with_the_feature(&["-p", "boxtop"]), ["boxtop-client", "boxtop-server"]);
}

/// `cargo test --release` builds the feature into the same file as `cargo build --release`.
#[test]
fn fixed_entropy_does_nothing_without_debug_assertions() {
    let (feature, guarded) =
        (format!("feature = \"{FEATURE}\""), format!("all(feature = \"{FEATURE}\", debug_assertions)"));
    let mut uses = 0;
    for name in ["server", "client", "cli", "boxtop"] {
        for path in sources(&root().join("crates").join(name).join("src")).expect("sources") {
            let text = fs::read_to_string(&path).expect("a source");
            assert_eq!(text.matches(&feature).count(), text.matches(&guarded).count(), "{}", path.display());
            uses += text.matches(&feature).count();
        }
    }
    assert!(uses > 2, "{uses}");
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    assert!(!manifest.contains("debug-assertions"), "no release profile switches them on");
}
