//! Where a server keeps matches and accounts: an SQLite file in its data folder, or a PostgreSQL database that it may share
//! with other servers.

use crate::common::Usage;
use crate::data::{folder, store_file, take_for_server};
use anyhow::bail;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{EventStore, HintBus, NatsServers, Postgres, PostgresOptions, Sqlite, SqliteOptions, StoreError};

#[derive(clap::Args)]
pub(super) struct StorageArgs {
    /// Folder for the matches [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// PostgreSQL database instead of the folder, such as postgres://USER:PASSWORD@HOST/DATABASE; any
    /// number of servers may share it. Of several hosts, with commas between them, the one that takes
    /// writes is used
    #[arg(long, value_name = "URL")]
    store: Option<String>,
    /// NATS server that tells the servers of one database what has changed, such as
    /// nats://USER:PASSWORD@HOST:4222; several have commas between them [default: the database itself,
    /// by NOTIFY]
    #[arg(long, value_name = "URL")]
    bus: Option<String>,
    /// Maximum size of the file in the folder, in MiB; when it is full, writes are refused until there
    /// is room [default: no limit]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    largest_store: Option<u32>,
}

impl StorageArgs {
    /// Locks the folder until the server ends, if it uses one.
    pub(super) fn lock(&self) -> anyhow::Result<Option<File>> {
        if self.bus.is_some() && self.store.is_none() {
            let wrong = "--bus is for servers that share a database: name it with --store, or leave --bus out";
            return Err(Usage(wrong.to_owned()).into());
        }
        match self.store {
            Some(_) => Ok(None),
            None => take_for_server(&folder(self.data.as_deref())?).map(Some),
        }
    }

    /// Opens the store.
    pub(super) async fn open(&self) -> anyhow::Result<Arc<dyn EventStore>> {
        match &self.store {
            Some(url) => Ok(Arc::new(open_database(url, self.bus()?).await?)),
            None => Ok(Arc::new(self.open_file(&store_file(self.data.as_deref())?).await?)),
        }
    }

    /// What tells other servers of changes.
    fn bus(&self) -> anyhow::Result<HintBus> {
        let Some(address) = &self.bus else { return Ok(HintBus::Notify) };
        let servers = address.parse::<NatsServers>().map_err(|wrong| Usage(format!("--bus: {wrong}")))?;
        Ok(HintBus::Nats(servers))
    }

    async fn open_file(&self, file: &Path) -> anyhow::Result<Sqlite> {
        let largest_file = self.largest_store.map(|mib| u64::from(mib) << 20);
        let options = SqliteOptions { largest_file, own_thread: true, ..SqliteOptions::default() };
        let store = Sqlite::open_with(file, options).await?;
        if store.is_read_only() {
            bail!("{} is read-only; allow writing to it, or choose another folder with --data", store.path().display());
        }
        Ok(store)
    }
}

pub(crate) async fn open_database(url: &str, bus: HintBus) -> anyhow::Result<Postgres> {
    match Postgres::open_with(url, PostgresOptions { bus, ..PostgresOptions::default() }).await {
        Err(StoreError::BadRequest(wrong)) => Err(Usage(format!("--store: {wrong}")).into()),
        opened => Ok(opened?),
    }
}
