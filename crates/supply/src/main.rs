//! `cargo run -p boxtop-supply -- check` and `… -- sbom [TARGET]`; see `scripts/supply` and `scripts/sbom`.

use anyhow::{Context, bail};
use boxtop_supply::{Graph, Policy, RustVersion, built, check, sbom, too_new};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: boxtop-supply check | sbom [TARGET]";

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("boxtop-supply: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> anyhow::Result<()> {
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["check"] => check_all(),
        ["sbom"] => print_sbom(&host()?),
        ["sbom", target] => print_sbom(target),
        _ => bail!("{USAGE}"),
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check_all() -> anyhow::Result<()> {
    let policy = std::fs::read_to_string(root().join("deny.toml")).context("deny.toml cannot be read")?;
    let graph = Graph::of(&root(), None)?;
    let ours = graph.member("boxtop").and_then(|package| package.rust()).context("boxtop has no rust-version")?;
    let mut problems = check(&graph, &Policy::read(&policy)?);
    problems.extend(too_new(&graph, ours));
    if !problems.is_empty() {
        bail!("\n  {}", problems.join("\n  "));
    }
    println!("{} packages: licences, bans, sources and Rust versions are in order", graph.used().count());
    report_rust(ours)
}

/// Says whether this run shows that the program builds with its `rust-version`.
fn report_rust(ours: RustVersion) -> anyhow::Result<()> {
    let text = output("rustc", &["--version"])?;
    let rustc = RustVersion::read(&text).with_context(|| format!("{text} is not a version of Rust"))?;
    if rustc < ours {
        bail!("Rust {rustc} is older than rust-version {ours}; install a newer one");
    }
    match rustc.is_like(ours) {
        true => println!("Rust {rustc} is the rust-version {ours}: this run checks it"),
        false => {
            println!("Rust {rustc} is newer than rust-version {ours}: this run does not show that {ours} is enough")
        }
    }
    Ok(())
}

fn host() -> anyhow::Result<String> {
    let text = output("rustc", &["-vV"])?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its host")?.to_owned())
}

fn output(program: &str, args: &[&str]) -> anyhow::Result<String> {
    let output = Command::new(program).args(args).output().with_context(|| format!("{program} cannot be started"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn print_sbom(target: &str) -> anyhow::Result<()> {
    let mut graph = Graph::of(&root(), Some(target))?;
    graph.only(&built(&root(), "boxtop", target)?);
    println!("{}", serde_json::to_string_pretty(&sbom(&graph, "boxtop")?)?);
    Ok(())
}
