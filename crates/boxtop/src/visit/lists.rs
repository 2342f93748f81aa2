//! Tables to choose from: one's own, those that wait first, and those with a seat for anybody.

use super::wire;
use crate::remote::{Server, expect};
use anyhow::Context;
use serde::Deserialize;

/// A table in a list.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Row {
    pub(crate) table: String,
    title: String,
    who: String,
    waiting: bool,
    #[serde(skip)]
    open_to_all: bool,
}

#[derive(Deserialize)]
struct Rows {
    tables: Vec<Row>,
}

impl Row {
    /// In one line.
    pub(crate) fn line(&self) -> String {
        let what = match (self.waiting, self.open_to_all) {
            (true, _) => "waits for you",
            (false, true) => "a seat is open",
            (false, false) => "your table",
        };
        format!("{what:<14}  {}: {}", self.title, self.who)
    }
}

/// All tables that concern this person.
pub(crate) async fn tables(server: &Server) -> anyhow::Result<Vec<Row>> {
    let mut rows = list(server, "/api/v1/me/tables?open=true&limit=50").await?;
    let lobby = list(server, "/api/v1/tables?limit=50").await?;
    let known = |row: &Row| rows.iter().any(|other| other.table == row.table);
    let open: Vec<Row> = lobby.into_iter().filter(|row| !known(row)).collect();
    rows.extend(open.into_iter().map(|row| Row { open_to_all: true, ..row }));
    Ok(rows)
}

async fn list(server: &Server, path: &str) -> anyhow::Result<Vec<Row>> {
    let answer = server.ask("GET", path, "").await;
    let answer = answer.with_context(|| format!("{} does not answer; is the server there?", server.host()))?;
    Ok(wire::read::<Rows>(&expect(answer)?.body)?.tables)
}
