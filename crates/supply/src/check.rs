//! Checks every package against the policy.

use crate::{Graph, Package, Policy, allowed};

/// Everything that the policy forbids, one sentence each; empty if nothing is wrong.
pub fn check(graph: &Graph, policy: &Policy) -> Vec<String> {
    let mut problems: Vec<String> = graph.used().flat_map(|package| of_package(package, policy)).collect();
    problems.sort();
    problems
}

fn of_package(package: &Package, policy: &Policy) -> Vec<String> {
    let name = format!("{} {}", package.name, package.version);
    let mut problems = Vec::new();
    match &package.license {
        None => problems.push(format!("{name} names no licence")),
        Some(licence) if !allowed(licence, &policy.licences_of(&package.name)) => {
            problems.push(format!("{name} has the licence {licence}, which [licenses] does not allow"));
        }
        Some(_) => {}
    }
    if let Some(reason) = policy.ban_of(&package.name) {
        problems.push(format!("{name} is banned: {reason}"));
    }
    problems.extend(of_source(package, policy).map(|problem| format!("{name} {problem}")));
    if package.source.is_none() && policy.bans.wildcards == "deny" {
        let any = package.dependencies.iter().filter(|wanted| wanted.req == "*" && wanted.path.is_none());
        problems.extend(any.map(|wanted| format!("{name} asks for any version of {}", wanted.name)));
    }
    problems
}

/// What is wrong with where the package comes from.
fn of_source(package: &Package, policy: &Policy) -> Option<String> {
    let source = package.source.as_deref()?;
    let git = source.strip_prefix("git+").map(|address| address.split(['?', '#']).next().unwrap_or(address));
    let registry = source.strip_prefix("registry+").or(source.strip_prefix("sparse+"));
    match (registry, git) {
        (Some(address), _) if policy.sources.registries.iter().any(|known| known == address) => {
            package.checksum.is_none().then(|| "has no checksum in Cargo.lock".to_owned())
        }
        (_, Some(address)) if policy.sources.git.iter().any(|known| known == address) => None,
        _ => Some(format!("comes from {source}, which [sources] does not allow")),
    }
}
