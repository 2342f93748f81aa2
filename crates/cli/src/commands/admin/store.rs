//! The store that the host works on, and who acts.

use super::words;
use crate::commands::serve::storage::open_database;
use crate::common::Usage;
use crate::place::PlaceArgs;
use std::sync::Arc;
use store::data::Location;
use store::{Change, Changed, EventStore, HintBus, HostAction, Moderation, Sqlite};

/// Which store, and who acts.
#[derive(clap::Args)]
pub(super) struct Place {
    #[command(flatten)]
    place: PlaceArgs,
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
        let store: Arc<dyn EventStore> = match self.place.existing()? {
            // Servers on another bus look at the audit log every second anyway.
            Location::Database(url) => Arc::new(open_database(&url, HintBus::Notify).await?),
            Location::File(path) => Arc::new(Sqlite::open(path).await?),
        };
        Ok(Host { store, actor })
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
