//! The packages of a workspace and their dependencies, from `cargo metadata`.

use crate::RustVersion;
use anyhow::{Context, bail};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// A package.
#[derive(Clone, Debug, Deserialize)]
pub struct Package {
    /// Cargo's unique id of the package.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence as an SPDX expression.
    pub license: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// Where its source code is kept.
    pub repository: Option<String>,
    /// Where it comes from; `None` for packages of the workspace.
    pub source: Option<String>,
    /// The oldest Rust it builds with, if it says so.
    pub rust_version: Option<String>,
    /// Its dependencies.
    pub dependencies: Vec<Dependency>,
    targets: Vec<Target>,
    /// SHA-256 of its archive, from `Cargo.lock`.
    #[serde(skip)]
    pub checksum: Option<String>,
}

impl Package {
    /// Is it a procedural macro, which runs only in the compiler?
    pub fn is_macro(&self) -> bool {
        self.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"))
    }

    /// The oldest Rust it builds with.
    pub fn rust(&self) -> Option<RustVersion> {
        self.rust_version.as_deref().and_then(RustVersion::read)
    }
}

/// A dependency of a package.
#[derive(Clone, Debug, Deserialize)]
pub struct Dependency {
    /// Its name.
    pub name: String,
    /// The version requirement.
    pub req: String,
    /// Its folder, if it is in the workspace.
    pub path: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Target {
    kind: Vec<String>,
}

/// The kind of a dependency.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Needed to run.
    Normal,
    /// Needed to build.
    Build,
    /// Needed to test.
    Dev,
}

/// All packages and their dependencies.
#[derive(Debug)]
pub struct Graph {
    /// The packages by their id.
    pub packages: BTreeMap<String, Package>,
    /// The ids of the packages of the workspace.
    pub members: Vec<String>,
    edges: BTreeMap<String, Vec<(String, Kind)>>,
}

impl Graph {
    /// The packages of the workspace in this folder; for one platform only, if one is named.
    pub fn of(folder: &Path, platform: Option<&str>) -> anyhow::Result<Graph> {
        let all = ["metadata", "--format-version", "1", "--locked"];
        let filter = platform.map(|platform| ["--filter-platform", platform]);
        let metadata = cargo(folder, &[&all[..], filter.as_ref().map_or(&[][..], |filter| &filter[..])].concat())?;
        let lock = std::fs::read_to_string(folder.join("Cargo.lock")).context("Cargo.lock cannot be read")?;
        Graph::read(&metadata, &lock)
    }

    /// Reads the output of `cargo metadata` and the text of `Cargo.lock`.
    pub fn read(metadata: &str, lock: &str) -> anyhow::Result<Graph> {
        let metadata: Metadata = serde_json::from_str(metadata).context("cargo metadata is not understood")?;
        let lock: Lock = toml::from_str(lock).context("Cargo.lock is not understood")?;
        let mut packages: BTreeMap<String, Package> =
            metadata.packages.into_iter().map(|package| (package.id.clone(), package)).collect();
        for package in packages.values_mut() {
            let same = |locked: &&Locked| locked.name == package.name && locked.version == package.version;
            package.checksum = lock.package.iter().find(same).and_then(|locked| locked.checksum.clone());
        }
        let edges =
            metadata.resolve.nodes.into_iter().map(|node| (node.id, node.deps.iter().flat_map(edges).collect()));
        Ok(Graph { packages, members: metadata.workspace_members, edges: edges.collect() })
    }

    /// The package of the workspace with this name.
    pub fn member(&self, name: &str) -> Option<&Package> {
        self.members.iter().filter_map(|id| self.packages.get(id)).find(|package| package.name == name)
    }

    /// The dependencies of a package, of these kinds.
    pub fn needs(&self, id: &str, kinds: &[Kind]) -> BTreeSet<&str> {
        let edges = self.edges.get(id).map_or(&[][..], Vec::as_slice);
        edges.iter().filter(|(_, kind)| kinds.contains(kind)).map(|(to, _)| to.as_str()).collect()
    }

    /// These packages and all their transitive dependencies of these kinds. Test dependencies count only for the
    /// given packages.
    pub fn reached<'a>(&'a self, from: impl IntoIterator<Item = &'a str>, kinds: &[Kind]) -> BTreeSet<&'a str> {
        let mut open: Vec<&str> = from.into_iter().collect();
        let first: BTreeSet<&str> = open.iter().copied().collect();
        let mut reached = first.clone();
        let later: Vec<Kind> = kinds.iter().copied().filter(|kind| *kind != Kind::Dev).collect();
        while let Some(id) = open.pop() {
            let kinds = if first.contains(id) { kinds } else { &later };
            open.extend(self.needs(id, kinds).into_iter().filter(|next| reached.insert(next)));
        }
        reached
    }

    /// Keeps only the packages that are really built: `cargo metadata` also lists dependencies of disabled
    /// features.
    pub fn only(&mut self, built: &BTreeSet<(String, String)>) {
        self.packages.retain(|_, package| built.contains(&(package.name.clone(), package.version.clone())));
        let kept = |id: &str| self.packages.contains_key(id);
        self.edges.retain(|id, _| kept(id));
        self.edges.values_mut().for_each(|needs| needs.retain(|(id, _)| kept(id)));
        self.members.retain(|id| kept(id));
    }

    /// The packages that the workspace uses, including its tests.
    pub fn used(&self) -> impl Iterator<Item = &Package> {
        let all = [Kind::Normal, Kind::Build, Kind::Dev];
        let reached = self.reached(self.members.iter().map(String::as_str), &all);
        reached.into_iter().filter_map(|id| self.packages.get(id))
    }
}

/// Name and version of every package that a package of the workspace is built from on a platform.
pub fn built(folder: &Path, package: &str, platform: &str) -> anyhow::Result<BTreeSet<(String, String)>> {
    let args = ["tree", "--locked", "--package", package, "--target", platform, "--edges", "normal,build"];
    let text = cargo(folder, &[&args[..], &["--prefix", "none", "--format", "{p}"]].concat())?;
    let name_and_version = |line: &str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
    };
    Ok(text.lines().filter_map(name_and_version).collect())
}

/// The output of Cargo.
fn cargo(folder: &Path, args: &[&str]) -> anyhow::Result<String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let output = cargo.current_dir(folder).args(args).output().context("cargo cannot be started")?;
    if !output.status.success() {
        bail!("cargo {} failed: {}", args[0], String::from_utf8_lossy(&output.stderr).trim());
    }
    String::from_utf8(output.stdout).context("cargo prints no text")
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<NodeDep>,
}

#[derive(Deserialize)]
struct NodeDep {
    pkg: String,
    dep_kinds: Vec<DepKind>,
}

#[derive(Deserialize)]
struct DepKind {
    kind: Option<String>,
}

fn edges(dep: &NodeDep) -> impl Iterator<Item = (String, Kind)> {
    let kind = |kind: &DepKind| match kind.kind.as_deref() {
        Some("build") => Kind::Build,
        Some("dev") => Kind::Dev,
        _ => Kind::Normal,
    };
    dep.dep_kinds.iter().map(move |named| (dep.pkg.clone(), kind(named)))
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}
