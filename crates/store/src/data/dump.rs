//! The dumps of PostgreSQL's own programs: `pg_dump` writes them, `pg_restore` reads them. A dump is unpacked into a SQLite
//! file without any server: `pg_restore` prints its rows, and they are put into the same tables there.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value as Json;
use tokio::sync::mpsc;

use super::tables::{self, COLUMNS_NOT_MOVED, Column, Kind, NOT_MOVED, TABLES, Table, Values};
use super::{DataError, Database};
use crate::{StoreError, postgres, sqlite};

/// How a dump in PostgreSQL's own format begins.
const MAGIC: &[u8] = b"PGDMP";
/// Maximum size of a row in a dump, in bytes.
const LARGEST_ROW: u64 = 256 << 20;
/// Number of rows that are written at once.
const ROWS: usize = 500;
/// The tables without which there is no store.
const FIRST: [&str; 3] = ["stream", "event", "person"];
/// How often a running program is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// Is this file a dump of `pg_dump`?
pub(super) fn is_dump(path: &Path) -> Result<bool, DataError> {
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut begin));
    let hint = "see that the file exists and that this program may read it".to_owned();
    read.map_err(|error| StoreError::CannotOpen { path: path.to_owned(), detail: error.to_string(), hint })?;
    Ok(begin == MAGIC)
}

/// Writes a dump of the schema that the address names.
pub(super) async fn write(url: &str, to: &Path) -> Result<(), DataError> {
    // A database without our tables is refused, and one from before gets the missing ones, as a server does it.
    Database::open(&super::Location::Database(url.to_owned())).await?.close().await?;
    let (environment, server) = postgres::environment(url).await?;
    let tool = newest("pg_dump", Some(server))?;
    let schema = postgres::schema_of(url)?;
    // pg_dump writes into the file that only its owner may read.
    sqlite::private_file(to)
        .map_err(|error| DataError::Tool(format!("{} cannot be written: {error}", to.display())))?;
    let mut command = Command::new(&tool.path);
    command.args(["--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data", "--no-password"]);
    command.arg(format!("--schema={schema}")).arg("--file").arg(to).envs(environment);
    let mut running = Running::start(command.stdout(Stdio::null()), "pg_dump")?;
    running.finish().await
}

// ---- Programs ----

/// A program of PostgreSQL.
#[derive(Debug)]
struct Tool {
    path: PathBuf,
    /// Its major version.
    version: u32,
}

/// The newest version of a program on this machine. It must not be older than the server.
fn newest(name: &str, server: Option<u32>) -> Result<Tool, DataError> {
    let tools = folders().into_iter().filter_map(|folder| tool(folder.join(name)));
    let Some(tool) = tools.max_by_key(|tool| tool.version) else {
        return Err(DataError::Tool(format!(
            "{name} is not on this machine; install PostgreSQL's client programs (on Debian: postgresql-client)"
        )));
    };
    match server {
        Some(server) if server > tool.version => Err(DataError::Tool(format!(
            "the server is PostgreSQL {server}, and {name} is only {}; install the client programs of {server} \
             (on Debian: postgresql-client-{server})",
            tool.version
        ))),
        _ => Ok(tool),
    }
}

/// Where programs may be: on the path, and where Debian keeps PostgreSQL's programs by version.
fn folders() -> Vec<PathBuf> {
    let path: OsString = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.extend(versions.map(|version| version.path().join("bin")));
    folders
}

/// The program at this path with its version: `pg_dump (PostgreSQL) 15.3`.
fn tool(path: PathBuf) -> Option<Tool> {
    if !path.is_file() {
        return None;
    }
    let output = Command::new(&path).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = said.split_once("(PostgreSQL)")?.1.trim_start();
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    Some(Tool { path, version: digits.parse().ok()? })
}

/// A running program, which ends with this value.
struct Running {
    name: &'static str,
    child: Child,
    complaint: std::thread::JoinHandle<String>,
}

impl Running {
    fn start(command: &mut Command, name: &'static str) -> Result<Self, DataError> {
        let failed = |error: io::Error| DataError::Tool(format!("{name} cannot be started: {error}"));
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().map_err(failed)?;
        let stderr = child.stderr.take();
        let complaint = std::thread::spawn(move || {
            let mut text = String::new();
            let read = stderr.map(|stderr| stderr.take(1 << 16).read_to_string(&mut text));
            drop(read);
            text
        });
        Ok(Self { name, child, complaint })
    }

    /// Waits until it has ended well.
    async fn finish(&mut self) -> Result<(), DataError> {
        let failed = |error: io::Error| DataError::Tool(format!("{} failed: {error}", self.name));
        let status = loop {
            match self.child.try_wait().map_err(failed)? {
                Some(status) => break status,
                None => tokio::time::sleep(PAUSE).await,
            }
        };
        if status.success() {
            return Ok(());
        }
        let nothing = std::thread::spawn(String::new);
        let said = std::mem::replace(&mut self.complaint, nothing).join().unwrap_or_default();
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).take(5).collect();
        Err(DataError::Tool(format!("{} failed: {}", self.name, lines.join("; "))))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended
        let _ = self.child.wait();
    }
}

// ---- Unpacking ----

/// Some rows of one table.
struct Part {
    table: &'static Table,
    columns: Vec<Column>,
    rows: Vec<Values>,
}

/// Puts the rows of a dump into a new SQLite file.
pub(super) async fn unpack(dump: &Path, to: &Path) -> Result<(), DataError> {
    let damaged = |what: String| DataError::Damaged { path: dump.to_owned(), what };
    let tool = newest("pg_restore", None)?;
    let mut command = Command::new(&tool.path);
    command.args(["--data-only", "--file=-"]).arg(dump);
    let mut running = Running::start(command.stdout(Stdio::piped()), "pg_restore")?;
    let Some(rows) = running.child.stdout.take() else { return Err(damaged("it cannot be read".to_owned())) };
    let (sender, mut parts) = mpsc::channel(4);
    let reader = std::thread::spawn(move || read_parts(rows, &sender));
    let mut target = Database::draft(to, true).await?;
    let begun = target.connection().begin().await;
    target.told(begun)?;
    while let Some(Part { table, columns, rows }) = parts.recv().await {
        let written = table.insert_columns(&mut target.connection(), &columns, &rows, false).await;
        target.told(written)?;
    }
    let ended = target.connection().commit().await;
    target.told(ended)?;
    target.close().await?;
    let found = reader.join().unwrap_or_else(|_| Err("it cannot be read".to_owned()));
    // What pg_restore says about a damaged file comes first.
    running.finish().await.map_err(|error| damaged(error.to_string()))?;
    let seen = found.map_err(damaged)?;
    check_tables(&seen, dump)
}

/// What a dump has besides rows.
#[derive(Default)]
struct Seen {
    tables: BTreeSet<&'static str>,
    /// The newest schema that was applied.
    schema: i64,
}

/// A dump of this program's schema has all tables; an older one may lack some.
fn check_tables(seen: &Seen, dump: &Path) -> Result<(), DataError> {
    if seen.schema > postgres::NEWEST {
        let (found, known) = (seen.schema, postgres::NEWEST);
        return Err(StoreError::NewerSchema { path: dump.to_owned(), found, known }.into());
    }
    let needed = |table: &&Table| seen.schema == postgres::NEWEST || FIRST.contains(&table.name);
    match TABLES.iter().filter(needed).find(|table| !seen.tables.contains(table.name)) {
        None => Ok(()),
        Some(table) => {
            let what = format!("it has no table “{}” of Boxtop", table.name);
            Err(DataError::Damaged { path: dump.to_owned(), what })
        }
    }
}

/// Reads what `pg_restore` prints: `COPY schema.table (columns) FROM stdin;`, then a line for each row, then `\.`.
fn read_parts(rows: ChildStdout, parts: &mpsc::Sender<Part>) -> Result<Seen, String> {
    let mut lines = BufReader::new(rows);
    let mut seen = Seen::default();
    while let Some(line) = next_line(&mut lines)? {
        let Some((name, columns)) = heading(&line) else { continue };
        match tables::find(&name) {
            Some(table) => {
                read_table(&mut lines, table, &columns_of(table, &columns)?, parts)?;
                seen.tables.insert(table.name);
            }
            None if NOT_MOVED.iter().any(|(other, _)| *other == name) => {
                let schema = skip_table(&mut lines)?;
                seen.schema = if name == "boxtop_schema" { schema } else { seen.schema };
            }
            None => return Err(format!("it has a table “{name}” that this program does not know")),
        }
    }
    Ok(seen)
}

/// Sends the rows of a table in parts.
fn read_table(
    lines: &mut impl BufRead,
    table: &'static Table,
    columns: &[Option<Column>],
    parts: &mpsc::Sender<Part>,
) -> Result<(), String> {
    let (mut rows, mut more) = (Vec::new(), true);
    while more {
        match next_row(lines)? {
            Some(line) => rows.push(row(table, columns, &line)?),
            None => more = false,
        }
        if rows.len() == ROWS || !more {
            let columns = columns.iter().flatten().copied().collect();
            let part = Part { table, columns, rows: std::mem::take(&mut rows) };
            parts.blocking_send(part).map_err(|_| "it was not read to its end".to_owned())?;
        }
    }
    Ok(())
}

/// Passes over a table; returns the largest number at the beginning of a row.
fn skip_table(lines: &mut impl BufRead) -> Result<i64, String> {
    let mut largest = 0;
    while let Some(line) = next_row(lines)? {
        let number = line.split('\t').next().and_then(|number| number.parse().ok());
        largest = largest.max(number.unwrap_or_default());
    }
    Ok(largest)
}

/// The next row of a table; `None` after the last one.
fn next_row(lines: &mut impl BufRead) -> Result<Option<String>, String> {
    let line = next_line(lines)?.ok_or("it ends in the middle of a table")?;
    Ok(Some(line).filter(|line| line != "\\."))
}

/// The next line without its end; `None` after the last one.
fn next_line(lines: &mut impl BufRead) -> Result<Option<String>, String> {
    let mut line = Vec::new();
    let read = lines.take(LARGEST_ROW).read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
    if read == 0 {
        return Ok(None);
    }
    if line.pop() != Some(b'\n') {
        return Err("it ends in the middle of a line".to_owned());
    }
    String::from_utf8(line).map(Some).map_err(|_| "it has a text that is not UTF-8".to_owned())
}

/// The table and the columns of a heading.
fn heading(line: &str) -> Option<(String, Vec<String>)> {
    let (place, columns) = line.strip_prefix("COPY ")?.strip_suffix(") FROM stdin;")?.split_once(" (")?;
    let plain = |name: &str| name.trim().trim_matches('"').to_owned();
    let table = place.split_once('.').map_or(place, |(_, table)| table);
    Some((plain(table), columns.split(',').map(plain).collect()))
}

/// The columns of a heading, as the table has them; `None` for one that is not moved.
fn columns_of(table: &Table, names: &[String]) -> Result<Vec<Option<Column>>, String> {
    let column = |name: &String| {
        let found = table.columns.iter().find(|(known, _)| known == name).copied();
        if found.is_some() || COLUMNS_NOT_MOVED.iter().any(|(of, other, _)| *of == table.name && other == name) {
            return Ok(found);
        }
        Err(format!("its table “{}” has a column “{name}” that this program does not know", table.name))
    };
    names.iter().map(column).collect()
}

/// The values of a row, of the columns that are moved.
fn row(table: &Table, columns: &[Option<Column>], line: &str) -> Result<Values, String> {
    let cells: Vec<&str> = line.split('\t').collect();
    if cells.len() != columns.len() {
        return Err(format!("a row of its table “{}” has {} values", table.name, cells.len()));
    }
    let read = |(cell, column): (&&str, &Option<Column>)| column.map(|(name, kind)| (name, value(cell, kind)));
    let unreadable = |name: &str| format!("a value of “{name}” in its table “{}” is unreadable", table.name);
    let values = cells.iter().zip(columns).filter_map(read);
    values.map(|(name, value)| value.ok_or_else(|| unreadable(name))).collect()
}

fn value(cell: &str, kind: Kind) -> Option<Json> {
    if cell == "\\N" {
        return Some(Json::Null);
    }
    match kind {
        Kind::Text => plain_text(cell).map(Json::from),
        Kind::Number => cell.parse::<i64>().ok().map(Json::from),
        Kind::Flag => ["f", "t"].iter().position(|flag| *flag == cell).map(|flag| Json::from(flag == 1)),
    }
}

/// A text without the backslashes of PostgreSQL's format.
fn plain_text(cell: &str) -> Option<String> {
    let mut text = String::with_capacity(cell.len());
    let mut letters = cell.chars();
    while let Some(letter) = letters.next() {
        let plain = match letter {
            '\\' => match letters.next()? {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\u{b}',
                other => other,
            },
            other => other,
        };
        text.push(plain);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_dump_are_read_with_their_types_and_escapes() {
        let (name, columns) = heading("COPY t0.owner (stream, \"name\") FROM stdin;").expect("a heading");
        assert_eq!((name.as_str(), columns.join(" ").as_str()), ("owner", "stream name"));
        let wanted = columns_of(&tables::OWNER, &columns).expect("known columns");
        let read = row(&tables::OWNER, &wanted, "m1\ta\\tb\\\\n\\né").expect("a row");
        assert_eq!(read, [Json::from("m1"), Json::from("a\tb\\n\né")]);
        assert_eq!(value("\\N", Kind::Number), Some(Json::Null));
        assert_eq!((value("t", Kind::Flag), value("x", Kind::Flag)), (Some(Json::from(true)), None));
        assert!(row(&tables::OWNER, &wanted, "m1").is_err());
        assert!(columns_of(&tables::OWNER, &["colour".to_owned()]).is_err());
    }

    #[test]
    fn a_missing_program_and_one_that_is_too_old_are_explained() {
        let missing = newest("pg_nothing", None).expect_err("no such program").to_string();
        assert!(missing.contains("install PostgreSQL's client programs"), "{missing}");
        let old = newest("pg_dump", Some(999)).expect_err("it is too old").to_string();
        assert!(old.contains("the server is PostgreSQL 999") && old.contains("postgresql-client-999"), "{old}");
    }
}
