//! Checks the dependencies of Boxtop against `deny.toml`, and lists them as a software bill of materials.
//!
//! `cargo deny` reads the same `deny.toml` and checks more. This crate needs only Cargo, so that every test run
//! checks licences, bans, sources and Rust versions.
//!
//! - [`Graph`]: the packages of `cargo metadata` with their checksums from `Cargo.lock`.
//! - [`Policy`]: what `deny.toml` allows; [`check`] reports every package that it does not.
//! - [`sbom`]: the packages of one binary, as CycloneDX 1.5.
#![forbid(unsafe_code)]

mod check;
mod graph;
mod licence;
mod policy;
mod rust_version;
mod sbom;

pub use check::check;
pub use graph::{Graph, Kind, Package, built};
pub use licence::allowed;
pub use policy::Policy;
pub use rust_version::{RustVersion, too_new};
pub use sbom::sbom;
