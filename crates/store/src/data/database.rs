//! One connection to a store of either kind, for moving data.

use std::path::Path;
use std::time::Duration;

use sha2::{Digest, Sha256};
use sqlx::{Connection as _, PgConnection, SqliteConnection};

use super::tables::{self, TABLES, Table};
use super::{DataError, Draft, Location};
use crate::sql::{Connection, Found, reads, values};
use crate::{Listed, StoreError, Stored, StreamId, Version, postgres, sqlite};

/// Number of rows that are read at once.
pub(crate) const BATCH: usize = 500;

/// How often to look whether servers are still connected, and the time between.
const LOOKS: u32 = 15;
const PAUSE: Duration = Duration::from_millis(200);

/// What a store has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of matches.
    pub matches: u64,
    /// Number of events of all matches.
    pub events: u64,
    /// Number of accounts and guests.
    pub accounts: u64,
    /// Number of messages.
    pub messages: u64,
}

/// A connection to a store. Servers may use the store at the same time.
#[derive(Debug)]
pub struct Database {
    location: Location,
    link: Link,
}

#[derive(Debug)]
enum Link {
    Sqlite(SqliteConnection),
    Postgres(Box<PgConnection>),
}

impl Database {
    /// Connects to a store, and brings its schema up to date as a server does. A file must exist.
    pub async fn open(location: &Location) -> Result<Self, StoreError> {
        Self::connect(location, false).await
    }

    /// Connects to the target of a migration, perhaps an unfinished one. A missing file is created.
    pub async fn open_target(location: &Location) -> Result<Self, StoreError> {
        Self::connect(location, true).await
    }

    async fn connect(location: &Location, migrating: bool) -> Result<Self, StoreError> {
        let link = match location {
            Location::File(path) => Link::Sqlite(sqlite::connect(path, migrating).await?),
            Location::Database(url) => Link::Postgres(Box::new(postgres::connect(url, migrating).await?)),
        };
        Ok(Self { location: location.clone(), link })
    }

    /// Connects to an unpacked backup.
    pub async fn open_draft(draft: &Draft) -> Result<Self, StoreError> {
        Self::draft(draft.path(), false).await
    }

    /// Connects to a file that nobody else knows, made with empty tables if it may be.
    pub(crate) async fn draft(path: &Path, create: bool) -> Result<Self, StoreError> {
        let link = Link::Sqlite(sqlite::connect_draft(path, create).await?);
        Ok(Self { location: Location::File(path.to_owned()), link })
    }

    /// Where the store is.
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.location
    }

    pub(crate) fn connection(&mut self) -> Connection<'_> {
        match &mut self.link {
            Link::Sqlite(connection) => Connection::Sqlite(connection),
            Link::Postgres(connection) => Connection::Postgres(connection),
        }
    }

    /// The database's error as an error of the store.
    pub(crate) fn error(&self, error: sqlx::Error) -> StoreError {
        match &self.location {
            Location::File(path) => sqlite::store_error(path, error),
            Location::Database(url) => postgres::error_at(url, &error),
        }
    }

    /// The result, with the database's error as an error of the store.
    pub(crate) fn told<T>(&self, found: Found<T>) -> Result<T, StoreError> {
        found.map_err(|error| self.error(error))
    }

    /// What it has.
    pub async fn counts(&mut self) -> Result<Counts, StoreError> {
        let mut number = [0; 4];
        for (number, table) in number.iter_mut().zip(["stream", "event", "person", "message"]) {
            *number = self.count(table).await?;
        }
        let [matches, events, accounts, messages] = number;
        Ok(Counts { matches, events, accounts, messages })
    }

    async fn count(&mut self, table: &str) -> Result<u64, StoreError> {
        let Some(table) = tables::find(table) else { return Ok(0) };
        let counted = table.count(&mut self.connection()).await;
        self.told(counted)
    }

    /// Has it neither matches nor accounts?
    pub async fn is_empty(&mut self) -> Result<bool, StoreError> {
        let counts = self.counts().await?;
        Ok(counts.matches == 0 && counts.accounts == 0)
    }

    /// Some matches after this one, in the order of their names; all together visit every match once.
    pub async fn matches_after(&mut self, after: Option<&StreamId>) -> Result<Vec<Listed>, StoreError> {
        let listed = reads::list_by_name(&mut self.connection(), after, BATCH).await;
        self.told(listed)
    }

    /// The match with this name.
    pub async fn find(&mut self, stream: &StreamId) -> Result<Option<Listed>, StoreError> {
        let found = reads::listed_as(&mut self.connection(), stream).await;
        self.told(found)
    }

    /// The events of a match, as far as the list knows it: what was appended since then is left out.
    pub async fn events_of(&mut self, listed: &Listed) -> Result<Vec<Stored>, StoreError> {
        let events = reads::events(&mut self.connection(), &listed.stream, Version::NONE).await;
        let mut events = self.told(events)?;
        events.retain(|event| event.version <= listed.version);
        Ok(events)
    }

    /// Refuses a database that servers use now; those that are just ending get a moment. A file is locked by its server in
    /// other ways.
    pub async fn must_be_idle(&mut self) -> Result<(), DataError> {
        let Location::Database(url) = &self.location else { return Ok(()) };
        let name = format!("boxtop/{}", postgres::schema_of(url)?);
        for _ in 0..LOOKS {
            if self.connections(&name).await? == 0 {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        let connections = self.connections(&name).await?;
        Err(DataError::InUse { place: self.location.to_string(), connections })
    }

    /// The number of other connections of this name.
    async fn connections(&mut self, name: &str) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) AS number FROM pg_stat_activity \
                   WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()";
        let row = self.connection().row(sql, values![name]).await;
        let number = row.and_then(|row| row.map_or(Ok(0), |row| row.get::<i64>("number")));
        self.told(number)
    }

    /// The number of rows of a table, and a checksum of them that is the same in every database.
    pub(crate) async fn digest(&mut self, table: &Table) -> Result<(u64, String), StoreError> {
        let (mut hash, mut rows, mut after) = (Sha256::new(), 0, None);
        loop {
            let batch = table.rows_after(&mut self.connection(), after.as_deref(), BATCH).await;
            let batch = self.told(batch)?;
            for row in &batch {
                hash.update(serde_json::to_string(row).unwrap_or_default());
            }
            rows += batch.len() as u64;
            match batch.last() {
                Some(last) if batch.len() == BATCH => after = Some(table.key_of(last).to_vec()),
                _ => break,
            }
        }
        Ok((rows, hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The number of rows that are moved with this store.
    pub(crate) async fn rows(&mut self) -> Result<u64, StoreError> {
        let mut rows = 0;
        for table in TABLES {
            let counted = table.count(&mut self.connection()).await;
            rows += self.told(counted)?;
        }
        Ok(rows)
    }

    /// Ends the connection.
    pub async fn close(self) -> Result<(), StoreError> {
        let Self { location, link } = self;
        match link {
            Link::Sqlite(connection) => connection.close().await.map_err(|error| match &location {
                Location::File(path) => sqlite::store_error(path, error),
                Location::Database(_) => StoreError::Closed,
            }),
            Link::Postgres(connection) => {
                drop(connection.close().await);
                Ok(())
            }
        }
    }
}
