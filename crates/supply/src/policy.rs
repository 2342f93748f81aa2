//! The policy in `deny.toml`. The file has the format of `cargo deny`; only the parts that are checked here are read.

use anyhow::Context;
use serde::Deserialize;

/// The parts of `deny.toml` that are checked here.
#[derive(Clone, Debug, Deserialize)]
pub struct Policy {
    pub(crate) licenses: Licences,
    pub(crate) bans: Bans,
    pub(crate) sources: Sources,
}

impl Policy {
    /// Reads a `deny.toml`.
    pub fn read(text: &str) -> anyhow::Result<Policy> {
        toml::from_str(text).context("deny.toml is not understood")
    }

    /// The licences that this package may have.
    pub(crate) fn licences_of(&self, name: &str) -> Vec<String> {
        let except = self.licenses.exceptions.iter().filter(|exception| exception.name == name);
        self.licenses.allow.iter().chain(except.flat_map(|exception| &exception.allow)).cloned().collect()
    }

    /// Why the package is banned, if it is.
    pub(crate) fn ban_of(&self, name: &str) -> Option<&str> {
        let banned = self.bans.deny.iter().find(|banned| banned.name == name)?;
        Some(banned.reason.as_deref().unwrap_or("no reason is given"))
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Licences {
    allow: Vec<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
}

#[derive(Clone, Debug, Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Bans {
    #[serde(default)]
    deny: Vec<Banned>,
    /// Is a dependency on any version an error?
    pub(crate) wildcards: String,
}

#[derive(Clone, Debug, Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
    reason: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Sources {
    #[serde(rename = "allow-registry")]
    pub(crate) registries: Vec<String>,
    #[serde(rename = "allow-git", default)]
    pub(crate) git: Vec<String>,
}
