//! The packages of one binary, as CycloneDX 1.5 in JSON.

use crate::licence::normal;
use crate::{Graph, Kind, Package};
use anyhow::Context;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// Dependencies to run and to build the program.
const PARTS: [Kind; 2] = [Kind::Normal, Kind::Build];

/// The bill of materials of the workspace's binary with this name. It is reproducible: it has no timestamp, and its
/// serial number is derived from its contents.
pub fn sbom(graph: &Graph, binary: &str) -> anyhow::Result<Value> {
    let root = graph.member(binary).with_context(|| format!("there is no package {binary}"))?;
    let parts = graph.reached([root.id.as_str()], &PARTS);
    let running = running(graph, root);
    let packages: Vec<&Package> = parts.iter().filter_map(|id| graph.packages.get(*id)).collect();
    let of_others = packages.iter().filter(|package| package.id != root.id);
    let components: Vec<Value> =
        of_others.map(|package| component(package, "library", running.contains(package.id.as_str()))).collect();
    let dependencies: Vec<Value> = packages.iter().map(|package| dependency(graph, package)).collect();
    let mut bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "tools": {"components": [{
                "type": "application", "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION"),
            }]},
            "component": component(root, "application", true),
        },
        "components": components,
        "dependencies": dependencies,
    });
    let serial = serial(&bill.to_string());
    bill["serialNumber"] = json!(serial);
    Ok(bill)
}

/// The packages in the program itself, without build scripts and macros.
fn running<'a>(graph: &'a Graph, root: &'a Package) -> BTreeSet<&'a str> {
    let mut open = vec![root.id.as_str()];
    let mut reached = BTreeSet::from([root.id.as_str()]);
    let is_macro = |id: &str| graph.packages.get(id).is_some_and(Package::is_macro);
    while let Some(id) = open.pop() {
        let next = graph.needs(id, &[Kind::Normal]).into_iter().filter(|next| !is_macro(next));
        open.extend(next.filter(|next| reached.insert(next)));
    }
    reached
}

fn component(package: &Package, kind: &str, runs: bool) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": purl(package),
        "name": package.name,
        "version": package.version,
        "scope": if runs { "required" } else { "excluded" },
        "purl": purl(package),
    });
    if let Some(about) = &package.description {
        component["description"] = json!(about.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    if let Some(licence) = &package.license {
        component["licenses"] = json!([{"expression": normal(licence)}]);
    }
    if let Some(checksum) = &package.checksum {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    if let Some(repository) = &package.repository {
        component["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    component
}

fn dependency(graph: &Graph, package: &Package) -> Value {
    let needs = graph.needs(&package.id, &PARTS);
    let purls: BTreeSet<String> = needs.iter().filter_map(|id| graph.packages.get(*id)).map(purl).collect();
    json!({"ref": purl(package), "dependsOn": purls})
}

/// The package URL. A plus is percent-encoded.
fn purl(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version.replace('+', "%2B"))
}

/// A UUID derived from the text.
fn serial(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let mut bytes: [u8; 16] = std::array::from_fn(|at| digest[at]);
    // Version 8 (custom), and the usual variant.
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
