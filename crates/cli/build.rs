//! Records what the program is built from: commit, target, Cargo features and processor.
//!
//! The commit comes from `BOXTOP_COMMIT`, for packages built from an archive, or else from git if this is
//! a checkout; otherwise it is `unknown`. The script runs again when the checkout moves to another
//! commit, but not with every change of a file.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=BOXTOP_COMMIT");
    let commit = named_commit().or_else(checked_out_commit).unwrap_or_else(|| "unknown".into());
    println!("cargo:rustc-env=BOXTOP_COMMIT={commit}");
    println!("cargo:rustc-env=BOXTOP_TARGET={}", env::var("TARGET").unwrap_or_else(|_| "unknown".into()));
    println!("cargo:rustc-env=BOXTOP_FEATURES={}", listed(features()));
    println!("cargo:rustc-env=BOXTOP_PROCESSOR={}", listed(processor()));
}

/// The commit in `BOXTOP_COMMIT`.
fn named_commit() -> Option<String> {
    let named: String = env::var("BOXTOP_COMMIT").ok()?.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
    (!named.is_empty()).then_some(named)
}

/// The commit of the checkout that this crate belongs to; `None` for a source archive that was
/// unpacked inside another checkout.
fn checked_out_commit() -> Option<String> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").ok()?).join("../..").canonicalize().ok()?;
    let top = PathBuf::from(git(&root, &["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if top != root {
        return None;
    }
    let branch = git(&root, &["symbolic-ref", "-q", "HEAD"]);
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        watch(&root, name);
    }
    git(&root, &["rev-parse", "--short=12", "HEAD"])
}

/// Runs this script again when a file of git changes.
fn watch(root: &Path, name: &str) {
    let file = git(root, &["rev-parse", "--git-path", name]).map(|path| root.join(path));
    if let Some(file) = file.filter(|file| file.exists()) {
        println!("cargo:rerun-if-changed={}", file.display());
    }
}

fn git(root: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(args).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !said.is_empty()).then_some(said)
}

/// The Cargo features that are on.
fn features() -> Vec<String> {
    let named = env::vars().filter_map(|(key, _)| key.strip_prefix("CARGO_FEATURE_").map(str::to_lowercase));
    named.filter(|name| name != "default").map(|name| name.replace('_', "-")).collect()
}

/// The processor features that the program needs.
fn processor() -> Vec<String> {
    let all = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    all.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn listed(mut names: Vec<String>) -> String {
    names.sort();
    if names.is_empty() { "none".into() } else { names.join(" ") }
}
