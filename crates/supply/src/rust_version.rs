//! Versions of Rust: ours, those that packages need, and the installed one.

use crate::Graph;
use std::fmt;

/// A version of Rust.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RustVersion([u32; 3]);

impl RustVersion {
    /// Reads `1.95`, `1.95.0`, or what `rustc --version` prints.
    pub fn read(text: &str) -> Option<RustVersion> {
        let number = text.split_whitespace().find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))?;
        let mut parts = number.split(['-', '+']).next()?.split('.').map(str::parse::<u32>);
        let (major, minor) = (parts.next()?.ok()?, parts.next()?.ok()?);
        Some(RustVersion([major, minor, parts.next().map_or(Some(0), Result::ok)?]))
    }

    /// Are the major and minor versions the same?
    pub fn is_like(self, other: RustVersion) -> bool {
        self.0[..2] == other.0[..2]
    }
}

impl fmt::Display for RustVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

/// Every package that needs a newer Rust than the workspace.
pub fn too_new(graph: &Graph, ours: RustVersion) -> Vec<String> {
    let newer = graph.used().filter_map(|package| Some((package, package.rust().filter(|needed| *needed > ours)?)));
    newer
        .map(|(package, needed)| {
            format!("{} {} needs Rust {needed}, and rust-version is {ours}", package.name, package.version)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_compared() {
        let read = |text| RustVersion::read(text).expect("a version");
        assert_eq!(read("rustc 1.95.0 (59807616e 2026-04-14)"), read("1.95"));
        assert_eq!(read("rustc 1.96.0-nightly (abc 2026-04-14)"), read("1.96.0"));
        assert!(read("1.9") < read("1.10") && read("1.95.1") > read("1.95"));
        assert!(read("1.95.1").is_like(read("1.95")) && !read("1.96").is_like(read("1.95")));
        assert_eq!(RustVersion::read("rustc"), None);
        assert_eq!(RustVersion::read("1"), None);
    }
}
