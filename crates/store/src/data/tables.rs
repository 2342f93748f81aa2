//! The tables of a store that are moved, and those that are not. Every table and every column of both databases is declared
//! here, in one of the lists; `tests::every_table_and_column_is_declared` fails if one is missing.

use serde_json::Value as Json;
use sqlx::AssertSqlSafe;

use crate::sql::{Connection, Found, Row, Value};

/// The type of a column. The names of types differ between the databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Flag,
}

use Kind::{Flag, Number, Text};

/// A column with its type.
pub(crate) type Column = (&'static str, Kind);

/// A table that is moved.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// The first columns are the primary key: this number of them.
    pub(crate) key: usize,
    pub(crate) columns: &'static [Column],
}

const fn table(name: &'static str, key: usize, columns: &'static [Column]) -> Table {
    Table { name, key, columns }
}

/// The tables that are moved. A table that another one refers to comes before it.
pub(crate) const TABLES: &[Table] = &[
    STREAM,
    OWNER,
    SHARED_TEXT,
    EVENT,
    MENTION,
    MESSAGE,
    table(
        "person",
        1,
        &[
            ("id", Text),
            ("name", Text),
            ("claimed", Text),
            ("folded", Text),
            ("skeleton", Text),
            ("password", Text),
            ("created_ms", Number),
            ("gone", Flag),
        ],
    ),
    table("secret", 1, &[("hash", Text), ("person", Text), ("created_ms", Number)]),
    table(
        "token",
        1,
        &[
            ("hash", Text),
            ("id", Text),
            ("person", Text),
            ("label", Text),
            ("scopes", Text),
            ("created_ms", Number),
            ("used_ms", Number),
        ],
    ),
    table("link", 1, &[("hash", Text), ("person", Text), ("ends_ms", Number)]),
    table("reset", 1, &[("hash", Text), ("person", Text), ("ends_ms", Number)]),
    table("leaving", 1, &[("person", Text), ("alias", Text)]),
    table(
        "ban",
        1,
        &[("person", Text), ("reason", Text), ("since_ms", Number), ("until_ms", Number), ("by_whom", Text)],
    ),
    table("restriction", 1, &[("stream", Text), ("hidden", Flag), ("closed", Text)]),
    table(
        "report",
        1,
        &[
            ("id", Number),
            ("stream", Text),
            ("message", Number),
            ("person", Text),
            ("reason", Text),
            ("at_ms", Number),
            ("state", Text),
            ("note", Text),
        ],
    ),
    table(
        "audit",
        1,
        &[
            ("number", Number),
            ("at_ms", Number),
            ("actor", Text),
            ("action", Text),
            ("target", Text),
            ("details", Text),
        ],
    ),
    table(
        "signing_key",
        1,
        &[("id", Text), ("public", Text), ("secret", Text), ("created_ms", Number), ("retired_ms", Number)],
    ),
    table(
        "puzzle_result",
        3,
        &[("person", Text), ("game", Text), ("puzzle", Text), ("solved", Flag), ("at_ms", Number)],
    ),
    table("outage", 1, &[("until_ms", Number), ("from_ms", Number)]),
];

pub(crate) const STREAM: Table = table(
    "stream",
    1,
    &[
        ("id", Text),
        ("game", Text),
        ("open", Flag),
        ("title", Text),
        ("owners", Text),
        ("version", Number),
        ("created_ms", Number),
        ("updated_ms", Number),
    ],
);
pub(crate) const OWNER: Table = table("owner", 2, &[("name", Text), ("stream", Text)]);
pub(crate) const SHARED_TEXT: Table = table("shared_text", 1, &[("hash", Text), ("text", Text)]);
pub(crate) const EVENT: Table = table(
    "event",
    2,
    &[
        ("stream", Text),
        ("version", Number),
        ("at_ms", Number),
        ("key", Text),
        ("body", Text),
        ("shared_field", Text),
        ("shared_hash", Text),
    ],
);
pub(crate) const MENTION: Table = table("mention", 3, &[("person", Text), ("stream", Text), ("version", Number)]);
pub(crate) const MESSAGE: Table = table(
    "message",
    2,
    &[
        ("stream", Text),
        ("number", Number),
        ("person", Text),
        ("name", Text),
        ("text", Text),
        ("everyone", Flag),
        ("at_ms", Number),
        ("key", Text),
        ("removed", Flag),
    ],
);

/// Tables that are not moved, and why.
pub(crate) const NOT_MOVED: &[(&str, &str)] = &[
    ("alive", "its columns differ; `copy::carry_alive` sets when moves could last be taken"),
    ("analysis", "it is made again when somebody asks"),
    ("boxtop_schema", "the number of the schema is the target's own"),
    ("bucket", "limits begin anew"),
    ("heartbeat", "it only shows that a store works"),
    ("identity", "every file has its own name"),
    ("lease", "it is about nodes that run now"),
    ("node", "it is about nodes that run now"),
    ("presence", "it is about nodes that run now"),
    ("unindexed", "the index is completed before anything is moved"),
    ("uploaded_record", "it is kept for a few days only"),
];

/// Columns that are not moved, by table, and why.
pub(crate) const COLUMNS_NOT_MOVED: &[(&str, &str, &str)] =
    &[("stream", "changed_in", "numbers of transactions mean nothing in another database")];

/// The table with this name, if it is moved.
pub(crate) fn find(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

/// The values of a row, in the order of the columns.
pub(crate) type Values = Vec<Json>;

impl Table {
    /// Up to `limit` rows after a key, in the order of the keys.
    pub(crate) async fn rows_after(
        &self,
        connection: &mut Connection<'_>,
        after: Option<&[Json]>,
        limit: usize,
    ) -> Found<Vec<Values>> {
        let keys = self.key_sql(connection);
        let place = after.map_or(String::new(), |_| {
            let numbers: Vec<String> = (1..=self.key).map(|number| format!("${number}")).collect();
            format!("WHERE ({keys}) > ({}) ", numbers.join(", "))
        });
        let sql = format!("{} {place}ORDER BY {keys} LIMIT {limit}", self.select());
        let values: Vec<Value> = after.unwrap_or_default().iter().map(parameter).collect();
        self.read(connection, sql, &values).await
    }

    /// The rows whose column has this value, in the order of the keys.
    pub(crate) async fn rows_with(
        &self,
        connection: &mut Connection<'_>,
        column: &str,
        value: &str,
    ) -> Found<Vec<Values>> {
        let sql = format!("{} WHERE \"{column}\" = $1 ORDER BY {}", self.select(), self.key_sql(connection));
        self.read(connection, sql, &[Value::from(value)]).await
    }

    async fn read(&self, connection: &mut Connection<'_>, sql: String, values: &[Value]) -> Found<Vec<Values>> {
        connection.rows(AssertSqlSafe(sql), values).await?.iter().map(|row| self.values(row)).collect()
    }

    /// Adds rows in one statement. A row whose key is taken is left out if `lenient`, otherwise it is an error.
    pub(crate) async fn insert(&self, connection: &mut Connection<'_>, rows: &[Values], lenient: bool) -> Found<()> {
        self.insert_columns(connection, self.columns, rows, lenient).await
    }

    /// As [`Table::insert`], for rows with some of the columns; the others get their defaults.
    pub(crate) async fn insert_columns(
        &self,
        connection: &mut Connection<'_>,
        columns: &[Column],
        rows: &[Values],
        lenient: bool,
    ) -> Found<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let source = match connection {
            Connection::Sqlite(_) => {
                let cells: Vec<String> = (0..columns.len()).map(|index| format!("value ->> {index}")).collect();
                format!("SELECT {} FROM json_each($1) WHERE true", cells.join(", "))
            }
            Connection::Postgres(_) => {
                let cell =
                    |(index, (_, kind)): (usize, &Column)| format!("(given ->> {index})::{}", postgres_type(*kind));
                let cells: Vec<String> = columns.iter().enumerate().map(cell).collect();
                format!("SELECT {} FROM json_array_elements($1::json) AS rows (given)", cells.join(", "))
            }
        };
        let conflict = if lenient { " ON CONFLICT DO NOTHING" } else { "" };
        let sql = format!("INSERT INTO \"{}\" ({}) {source}{conflict}", self.name, names(columns));
        let rows = serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
        connection.execute(AssertSqlSafe(sql), &[Value::Text(rows)]).await.map(drop)
    }

    /// The number of rows.
    pub(crate) async fn count(&self, connection: &mut Connection<'_>) -> Found<u64> {
        let sql = format!("SELECT COUNT(*) AS number FROM \"{}\"", self.name);
        let row = connection.row(AssertSqlSafe(sql), &[]).await?;
        let number = row.map(|row| row.get::<i64>("number")).transpose()?.unwrap_or_default();
        Ok(u64::try_from(number).unwrap_or_default())
    }

    /// Removes all rows.
    pub(crate) async fn clear(&self, connection: &mut Connection<'_>) -> Found<()> {
        connection.execute(AssertSqlSafe(format!("DELETE FROM \"{}\"", self.name)), &[]).await.map(drop)
    }

    /// The key of a row.
    pub(crate) fn key_of<'a>(&self, row: &'a Values) -> &'a [Json] {
        &row[..self.key]
    }

    fn select(&self) -> String {
        format!("SELECT {} FROM \"{}\"", names(self.columns), self.name)
    }

    /// The columns of the key, compared byte by byte in either database.
    fn key_sql(&self, connection: &Connection<'_>) -> String {
        let by_bytes = |kind: Kind| match connection {
            Connection::Postgres(_) if kind == Text => " COLLATE \"C\"",
            _ => "",
        };
        let keys = self.columns.iter().take(self.key).map(|(name, kind)| format!("\"{name}\"{}", by_bytes(*kind)));
        keys.collect::<Vec<_>>().join(", ")
    }

    fn values(&self, row: &Row) -> Found<Values> {
        let value = |(name, kind): &(&str, Kind)| {
            Ok(match kind {
                Text => Json::from(row.get::<Option<String>>(name)?),
                Number => Json::from(row.get::<Option<i64>>(name)?),
                Flag => Json::from(row.get::<Option<bool>>(name)?),
            })
        };
        self.columns.iter().map(value).collect()
    }
}

fn names(columns: &[Column]) -> String {
    let names: Vec<String> = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    names.join(", ")
}

fn parameter(value: &Json) -> Value {
    match value {
        Json::String(text) => Value::from(text),
        Json::Bool(flag) => Value::from(*flag),
        other => Value::Number(other.as_i64().unwrap_or_default()),
    }
}

fn postgres_type(kind: Kind) -> &'static str {
    match kind {
        Text => "text",
        Number => "bigint",
        Flag => "boolean",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::data::{Database, Location};

    type Tables = BTreeMap<String, BTreeSet<String>>;

    const OF_SQLITE: &str = "SELECT tables.name AS of_table, columns.name AS of_column FROM sqlite_schema AS tables, \
                             pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'";
    const OF_POSTGRES: &str = "SELECT table_name::text AS of_table, column_name::text AS of_column \
                               FROM information_schema.columns WHERE table_schema = current_schema()";

    /// All columns of a new store, by table.
    async fn tables_of(location: Location, sql: &'static str) -> Tables {
        let mut database = Database::open_target(&location).await.expect("a store");
        let mut all = Tables::new();
        for row in database.connection().rows(sql, &[]).await.expect("a list of columns") {
            let (table, column): (String, String) =
                (row.get("of_table").expect("text"), row.get("of_column").expect("text"));
            all.entry(table).or_default().insert(column);
        }
        all
    }

    fn declared(table: &str) -> BTreeSet<String> {
        let columns = find(table).into_iter().flat_map(|table| table.columns).map(|(name, _)| *name);
        let others = COLUMNS_NOT_MOVED.iter().filter(|(of, ..)| *of == table).map(|(_, name, _)| *name);
        columns.chain(others).map(str::to_owned).collect()
    }

    /// Whoever adds a table or a column to a schema says here whether it is moved.
    fn check(database: &str, found: &Tables) {
        for (table, columns) in found {
            if NOT_MOVED.iter().any(|(name, _)| name == table) {
                continue;
            }
            assert!(find(table).is_some(), "{database} has a table {table}: add it to TABLES or to NOT_MOVED");
            let declared = declared(table);
            let missing: Vec<_> = columns.difference(&declared).collect();
            assert!(missing.is_empty(), "{database}, table {table}: add {missing:?} to TABLES or to COLUMNS_NOT_MOVED");
        }
        for table in TABLES {
            let columns = found.get(table.name).unwrap_or_else(|| panic!("{database} has no table {}", table.name));
            for (name, _) in table.columns {
                assert!(columns.contains(*name), "{database}, table {}: there is no column {name}", table.name);
            }
        }
    }

    #[tokio::test]
    async fn every_table_and_column_is_declared() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = Location::File(folder.path().join("games.db"));
        check("SQLite", &tables_of(file, OF_SQLITE).await);
        let schema = testkit::postgres::new_schema();
        let database = Location::Database(testkit::postgres::address(&schema));
        check("PostgreSQL", &tables_of(database, OF_POSTGRES).await);
    }
}
