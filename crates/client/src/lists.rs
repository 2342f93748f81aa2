//! Accounts, lists and new tables.

use crate::client::{Call, random_key};
use crate::{Client, ClientError, json};
use protocol::{Account, GameSummary, NameRequest, OpenedTable, TableEntry, TableList, TableRequest, TablesQuery};

/// Maximum number of tables in a list.
const MOST_LISTED: u32 = 50;

impl Client {
    /// Who this client is at the server. For a new guest, this is where it becomes known: see [`Client::cookies`].
    pub async fn account(&self) -> Result<Account, ClientError> {
        self.get("account", "/api/v1/me").await
    }

    /// Changes the name that others see. A token cannot do this for its owner.
    pub async fn rename(&self, name: &str) -> Result<Account, ClientError> {
        let call = Call::post("/api/v1/me/name", &NameRequest { name: name.to_owned() })?;
        self.send(&call, &mut |_| {}).await?;
        self.account().await
    }

    /// The games that the server plays.
    pub async fn games(&self) -> Result<Vec<GameSummary>, ClientError> {
        self.get("list of games", "/api/v1/games").await
    }

    /// My matches that are not over, those that wait for me first.
    pub async fn my_tables(&self) -> Result<Vec<TableEntry>, ClientError> {
        let query = TablesQuery { open: Some(true), limit: Some(MOST_LISTED), ..TablesQuery::default() };
        let list: TableList = self.get_with("list of tables", "/api/v1/me/tables", &query).await?;
        Ok(list.tables)
    }

    /// Public tables with an open seat.
    pub async fn open_tables(&self) -> Result<Vec<TableEntry>, ClientError> {
        let query = TablesQuery { limit: Some(MOST_LISTED), ..TablesQuery::default() };
        let list: TableList = self.get_with("list of tables", "/api/v1/tables", &query).await?;
        Ok(list.tables)
    }

    /// Opens a table. It is opened once even when connections break.
    pub async fn open_table(&self, request: &TableRequest) -> Result<OpenedTable, ClientError> {
        let call = Call::post("/api/v1/tables", request)?.with("idempotency-key", random_key()?);
        json::read("table", &self.send(&call, &mut |_| {}).await?.body)
    }
}
