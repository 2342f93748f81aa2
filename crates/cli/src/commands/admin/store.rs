//! The store that the host works on, and who acts.

use super::words;
use crate::commands::serve::storage::open_database;
use crate::common::Usage;
use crate::data::store_file;
use anyhow::bail;
use std::path::PathBuf;
use std::sync::Arc;
use store::{Change, Changed, EventStore, HostAction, Moderation, Sqlite};

/// Which store, and who acts.
#[derive(clap::Args)]
pub(super) struct Place {
    /// Folder of the server [env: BOXTOP_DATA] [default: the user's data folder]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// PostgreSQL database of the servers, instead of a folder [env: BOXTOP_STORE]
    #[arg(long, value_name = "URL", global = true, conflicts_with = "data")]
    store: Option<String>,
    /// Who acts, in the audit log [default: the user of this system]
    #[arg(long = "as", value_name = "NAME", global = true, value_parser = words)]
    actor: Option<String>,
}

/// An open store, and who acts on it.
pub(super) struct Host {
    pub(super) store: Arc<dyn EventStore>,
    pub(super) actor: String,
}

impl Place {
    /// Opens the store. Nothing is created.
    pub(super) async fn open(self) -> anyhow::Result<Host> {
        let actor = self.actor.or_else(user).unwrap_or_else(|| "unknown".to_owned());
        if actor.len() > 200 {
            return Err(Usage("--as: the name is too long".to_owned()).into());
        }
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let database = self.store.or_else(|| variable("BOXTOP_STORE").filter(|_| self.data.is_none()));
        if let Some(url) = database {
            return Ok(Host { store: Arc::new(open_database(&url).await?), actor });
        }
        let folder = self.data.or_else(|| variable("BOXTOP_DATA").map(PathBuf::from));
        let file = store_file(folder.as_deref())?;
        if !file.exists() {
            bail!("there is no file {}; name the server's folder with --data", file.display());
        }
        Ok(Host { store: Arc::new(Sqlite::open(file).await?), actor })
    }
}

/// The user of this system.
fn user() -> Option<String> {
    ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| words(&std::env::var(name).ok()?).ok())
}

impl Host {
    /// Takes an action, with its entry in the audit log.
    pub(super) async fn act(&self, action: HostAction) -> anyhow::Result<Changed> {
        let moderation = Moderation { actor: self.actor.clone(), action };
        Ok(self.store.people().change(Change::Moderate(Box::new(moderation))).await?)
    }
}
