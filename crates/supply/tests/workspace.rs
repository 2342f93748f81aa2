//! Checks Boxtop against its policy, and its bill of materials.

use boxtop_supply::{Graph, Policy, RustVersion, built, check, sbom, too_new};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect(name)
}

/// The platform of the tests, whose packages are all available.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host").to_owned()
}

fn graph() -> Graph {
    Graph::of(&root(), Some(&host())).expect("cargo metadata")
}

fn policy() -> Policy {
    Policy::read(&read("deny.toml")).expect("deny.toml")
}

/// The graph of one member that needs one package with these fields.
fn small(fields: &str, lock: &str) -> Graph {
    let member = r#"{"id":"us","name":"us","version":"1.0.0","license":"MIT","source":null,"rust_version":"1.95",
        "dependencies":[{"name":"other","req":"^1"}],"targets":[{"kind":["bin"]}]}"#;
    let other = format!(r#"{{"id":"o","name":"other","version":"1.0.0",{fields},"dependencies":[],"targets":[]}}"#);
    let nodes = r#"[{"id":"us","deps":[{"pkg":"o","dep_kinds":[{"kind":null}]}]},{"id":"o","deps":[]}]"#;
    let text = format!(r#"{{"packages":[{member},{other}],"workspace_members":["us"],"resolve":{{"nodes":{nodes}}}}}"#);
    Graph::read(&text, lock).expect("a graph")
}

const LOCKED: &str = "[[package]]\nname = \"other\"\nversion = \"1.0.0\"\nchecksum = \"ab\"\n";
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[test]
fn all_dependencies_satisfy_deny_toml() {
    assert_eq!(check(&graph(), &policy()), [""; 0]);
}

#[test]
fn everything_deny_toml_forbids_is_reported() {
    let problems = |fields: &str, lock: &str| check(&small(fields, lock), &policy()).join("; ");
    let fine = format!(r#""license":"MIT","source":"{CRATES_IO}""#);
    assert_eq!(problems(&fine, LOCKED), "");
    assert!(problems(&fine.replace("MIT", "GPL-3.0-only"), LOCKED).contains("has the licence GPL-3.0-only"));
    assert!(problems(&fine.replace("\"MIT\"", "null"), LOCKED).contains("names no licence"));
    assert!(problems(&fine.replace("github.com", "crates.example"), LOCKED).contains("which [sources] does not allow"));
    let git = r#""license":"MIT","source":"git+https://github.com/a/b?rev=1#1""#;
    assert!(problems(git, LOCKED).contains("which [sources] does not allow"));
    assert!(problems(&fine, &LOCKED.replace("checksum", "dependencies_of")).contains("has no checksum"));
    let mut banned = small(&fine, LOCKED);
    banned.packages.get_mut("o").expect("it").name = "openssl".into();
    assert!(check(&banned, &policy()).join("").contains("openssl 1.0.0 is banned"));
    let mut any = small(&fine, LOCKED);
    any.packages.get_mut("us").expect("it").dependencies[0].req = "*".into();
    assert!(check(&any, &policy()).join("").contains("asks for any version of other"));
}

#[test]
fn no_package_needs_a_newer_rust_than_we_say() {
    let graph = graph();
    let ours = graph.member("boxtop").and_then(|package| package.rust()).expect("a rust-version");
    assert_eq!(too_new(&graph, ours), [""; 0]);
    let fields = format!(r#""license":"MIT","source":"{CRATES_IO}","rust_version":"1.96""#);
    assert_eq!(too_new(&small(&fields, LOCKED), ours), ["other 1.0.0 needs Rust 1.96.0, and rust-version is 1.95.0"]);
}

/// The same Rust version is named everywhere, it is not newer than the installed one, and clippy checks it.
#[test]
fn rust_version_is_pinned_once_and_checked() {
    let manifest: toml::Table = read("Cargo.toml").parse().expect("TOML");
    let pinned = manifest["workspace"]["package"]["rust-version"].as_str().expect("a rust-version").to_owned();
    let graph = graph();
    for id in &graph.members {
        let package = &graph.packages[id];
        assert_eq!(package.rust_version.as_deref(), Some(pinned.as_str()), "{}", package.name);
    }
    let fuzz: toml::Table = read("fuzz/Cargo.toml").parse().expect("TOML");
    assert_eq!(fuzz["package"]["rust-version"].as_str(), Some(pinned.as_str()));
    for page in ["CONTRIBUTING.md", "README.md"] {
        assert!(read(page).contains(&format!("Rust {pinned}")), "{page} says which Rust is needed");
    }
    assert_eq!(manifest["workspace"]["resolver"].as_str(), Some("3"), "new versions of packages keep to our Rust");
    let lints = &manifest["workspace"]["lints"]["clippy"];
    assert_eq!(lints["incompatible_msrv"].as_str(), Some("warn"), "warnings are errors in scripts/test");
    let rustc = Command::new("rustc").arg("--version").output().expect("rustc");
    let rustc = RustVersion::read(&String::from_utf8_lossy(&rustc.stdout)).expect("a version");
    assert!(RustVersion::read(&pinned).expect("a version") <= rustc);
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is missing in {value}"))
}

fn bill() -> Value {
    let mut graph = graph();
    graph.only(&built(&root(), "boxtop", &host()).expect("cargo tree"));
    sbom(&graph, "boxtop").expect("a bill")
}

/// `name version` of every package in Cargo.lock with its checksum.
fn locked() -> BTreeMap<String, Option<String>> {
    let lock: toml::Table = read("Cargo.lock").parse().expect("TOML");
    let packages = lock["package"].as_array().expect("packages");
    let package = |package: &toml::Value| {
        let field = |key: &str| package.get(key).and_then(|value| value.as_str()).map(str::to_owned);
        (format!("{} {}", field("name").expect("a name"), field("version").expect("a version")), field("checksum"))
    };
    packages.iter().map(package).collect()
}

#[test]
fn the_bill_has_every_package_of_the_binary_with_its_checksum() {
    let bill = bill();
    let components = bill["components"].as_array().expect("components");
    let locked = locked();
    let mut listed = BTreeSet::new();
    for component in components {
        let name = format!("{} {}", text(component, "name"), text(component, "version"));
        let checksum = component["hashes"][0]["content"].as_str().map(str::to_owned);
        assert_eq!(locked.get(&name), Some(&checksum), "{name} is as Cargo.lock has it");
        assert!(!text(&component["licenses"][0], "expression").contains('/'), "{name}");
        assert!(text(component, "purl").starts_with("pkg:cargo/"), "{name}");
        listed.insert(name);
    }
    assert_eq!(listed.len(), components.len(), "nothing is listed twice");
    let used = built(&root(), "boxtop", &host()).expect("cargo tree");
    let used: BTreeSet<String> = used.iter().map(|(name, version)| format!("{name} {version}")).collect();
    let missing: Vec<_> = used.difference(&listed).filter(|name| !name.starts_with("boxtop ")).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let names = |wanted: &str| components.iter().filter(|component| text(component, "name") == wanted).count();
    for wanted in ["tokio", "axum", "libsqlite3-sys", "ratatui", "boxtop-kernel", "cc"] {
        assert!(names(wanted) > 0, "{wanted}");
    }
    for tests_only in ["chromiumoxide", "insta", "proptest", "boxtop-supply"] {
        assert_eq!(names(tests_only), 0, "{tests_only}");
    }
}

#[test]
fn the_bill_is_complete_and_reproducible() {
    let bill = bill();
    assert_eq!((text(&bill, "bomFormat"), text(&bill, "specVersion")), ("CycloneDX", "1.5"));
    let serial = text(&bill, "serialNumber").strip_prefix("urn:uuid:").expect("a UUID");
    assert_eq!(serial.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
    let root = &bill["metadata"]["component"];
    assert_eq!((text(root, "type"), text(root, "name")), ("application", "boxtop"));
    let mut refs: BTreeSet<&str> =
        bill["components"].as_array().expect("components").iter().map(|component| text(component, "bom-ref")).collect();
    refs.insert(text(root, "bom-ref"));
    let dependencies = bill["dependencies"].as_array().expect("dependencies");
    assert_eq!(dependencies.iter().map(|dependency| text(dependency, "ref")).collect::<BTreeSet<_>>(), refs);
    let mut needed = BTreeSet::from([text(root, "bom-ref")]);
    for dependency in dependencies {
        needed.extend(dependency["dependsOn"].as_array().expect("a list").iter().filter_map(Value::as_str));
    }
    assert_eq!(needed, refs, "everything listed is needed by something listed");
    let scope = |name: &str| {
        let mut components = bill["components"].as_array().expect("components").iter();
        text(components.find(|component| text(component, "name") == name).expect(name), "scope").to_owned()
    };
    assert_eq!((scope("tokio").as_str(), scope("serde_derive").as_str()), ("required", "excluded"));
    assert_eq!(bill, self::bill());
}
