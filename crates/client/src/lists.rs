//! Accounts, lists and new tables.

use crate::client::{Call, random_key};
use crate::{Client, ClientError, Table, json};
use protocol::{
    Account, GameSummary, NameRequest, OpenedTable, SigningKeys, TableEntry, TableList, TableRequest, TablesQuery,
};

/// Maximum number of tables in a list.
const MOST_LISTED: u32 = 50;

impl Client {
    /// The account of this client. A new guest gets its cookies this way: see [`Client::cookies`].
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

    /// Your unfinished matches, those that wait for you first.
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

    /// The keys that the server has signed receipts with.
    pub async fn signing_keys(&self) -> Result<SigningKeys, ClientError> {
        self.get("list of keys", "/.well-known/boxtop-keys.json").await
    }

    /// Opens a table. It is opened once, even if connections break. If you have seats at it, this device commits to its
    /// contribution to the dice; [`Table::add_to_dice`] does the rest.
    pub async fn open_table(&self, request: &TableRequest) -> Result<Table, ClientError> {
        let later = request.anchor.is_empty();
        let request = TableRequest { anchor_later: request.anchor_later || later, ..request.clone() };
        let call = Call::post("/api/v1/tables", &request)?.with("idempotency-key", random_key()?);
        let opened: OpenedTable = json::read("table", &self.send(&call, &mut |_| {}).await?.body)?;
        let table = self.table(&opened.table);
        table.device.keep(opened.receipt.as_ref());
        table.add_to_dice(&table.view().await?).await?;
        Ok(table)
    }
}
