//! The address of a database: one or several servers, of which one takes writes.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};

use crate::StoreError;
use crate::sql::Found;

/// Time to connect to one server.
const CONNECT: Duration = Duration::from_secs(3);
/// Time for one statement, on our side: the server may be gone without a word.
const STATEMENT: Duration = Duration::from_secs(12);
/// The schema with the tables, unless the address names another.
const SCHEMA: &str = "boxtop";
/// Maximum length of a schema's name.
const LONGEST_SCHEMA: usize = 48;

/// `postgres://user:password@host1,host2:5433/database?schema=boxtop`, read. `Debug` and `Display` leave out the password.
#[derive(Clone)]
pub(super) struct Address {
    servers: Vec<PgConnectOptions>,
    pub(super) schema: String,
    shown: String,
    /// Settings for PostgreSQL's own programs that cannot be asked of a server's options.
    secrets: Vec<(&'static str, String)>,
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl FromStr for Address {
    type Err = StoreError;

    fn from_str(url: &str) -> Result<Self, StoreError> {
        let parts = Parts::read(url)?;
        let servers = parts.hosts.iter().map(|host| parts.server(host)).collect::<Result<Vec<_>, _>>()?;
        Ok(Address { servers, schema: parts.schema.clone(), shown: parts.shown(), secrets: parts.secrets() })
    }
}

impl Address {
    /// The server that takes writes, and a connection to it. Each is tried in turn.
    pub(super) async fn writable(&self) -> Found<(PgConnectOptions, PgConnection)> {
        let mut last = sqlx::Error::Configuration("no server is named".into());
        for server in &self.servers {
            match tokio::time::timeout(CONNECT, connect_for_writing(server)).await {
                Ok(Ok(connection)) => return Ok((server.clone(), connection)),
                Ok(Err(error)) => last = error,
                Err(_) => last = timed_out("connecting took too long"),
            }
        }
        Err(last)
    }

    /// The subject of hints on a bus that several sites may share: it depends on the names of database and schema.
    pub(super) fn subject(&self) -> String {
        let database = self.servers[0].get_database().unwrap_or_default().to_owned();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
        let database: String = database.chars().map(plain).collect();
        format!("boxtop.{database}_.{}.hints", self.schema)
    }

    /// The environment with which PostgreSQL's own programs connect to this server.
    pub(super) fn environment(&self, server: &PgConnectOptions) -> Vec<(&'static str, String)> {
        let socket = server.get_socket().map(|folder| folder.display().to_string());
        let mut all = vec![
            ("PGHOST", socket.unwrap_or_else(|| server.get_host().to_owned())),
            ("PGPORT", server.get_port().to_string()),
            ("PGUSER", server.get_username().to_owned()),
            ("PGDATABASE", server.get_database().unwrap_or_else(|| server.get_username()).to_owned()),
        ];
        all.extend(self.secrets.iter().cloned());
        all
    }
}

async fn connect_for_writing(server: &PgConnectOptions) -> Found<PgConnection> {
    let mut connection = server.connect().await?;
    let standby: bool = sqlx::query_scalar("SELECT pg_is_in_recovery()").fetch_one(&mut connection).await?;
    if !standby {
        return Ok(connection);
    }
    let _ = connection.close().await;
    Err(timed_out("it is a standby, which takes no writes"))
}

/// A server that is gone without a word is like one that has closed the connection.
pub(super) async fn in_time<T>(statement: impl Future<Output = Found<T>>) -> Found<T> {
    tokio::time::timeout(STATEMENT, statement).await.unwrap_or_else(|_| Err(timed_out("the database does not answer")))
}

/// An error of the connection, after which another server may do.
pub(super) fn timed_out(what: &'static str) -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, what))
}

/// An address in its parts.
struct Parts {
    scheme: String,
    user: String,
    hosts: Vec<String>,
    database: String,
    parameters: Vec<(String, String)>,
    schema: String,
}

impl Parts {
    fn read(url: &str) -> Result<Parts, StoreError> {
        let (scheme, rest) = url.split_once("://").ok_or_else(|| bad("it has no “://”"))?;
        if !matches!(scheme, "postgres" | "postgresql") {
            return Err(bad("it does not begin with postgres://"));
        }
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, database) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
        let mut parameters = Vec::new();
        let mut schema = SCHEMA.to_owned();
        for (name, value) in query.split('&').filter(|pair| !pair.is_empty()).map(pair) {
            match name {
                "schema" => schema = checked_schema(value)?,
                // Every connection of ours is for writing.
                "target_session_attrs" if matches!(value, "read-write" | "primary" | "any") => {}
                "target_session_attrs" => return Err(bad("target_session_attrs must be read-write")),
                _ => parameters.push((name.to_owned(), value.to_owned())),
            }
        }
        let hosts = hosts.split(',').map(|host| if host.is_empty() { "localhost" } else { host }.to_owned()).collect();
        let (scheme, user, database) = (scheme.to_owned(), user.to_owned(), database.to_owned());
        Ok(Parts { scheme, user, hosts, database, parameters, schema })
    }

    fn server(&self, host: &str) -> Result<PgConnectOptions, StoreError> {
        let user = if self.user.is_empty() { String::new() } else { format!("{}@", self.user) };
        let query: Vec<String> = self.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let url = format!("{}://{user}{host}/{}?{}", self.scheme, self.database, query.join("&"));
        let options: PgConnectOptions = url.parse().map_err(|error| bad(&format!("{error}")))?;
        Ok(options
            .application_name(&format!("boxtop/{}", self.schema))
            .options(self.settings())
            .disable_statement_logging())
    }

    /// The password and how to encrypt, under the names that PostgreSQL's own programs know.
    fn secrets(&self) -> Vec<(&'static str, String)> {
        let password = self.user.split_once(':').map(|(_, password)| ("PGPASSWORD", decoded(password)));
        let variable = |name: &str| match name {
            "password" => Some("PGPASSWORD"),
            "sslmode" | "ssl-mode" => Some("PGSSLMODE"),
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => Some("PGSSLROOTCERT"),
            "sslcert" | "ssl-cert" => Some("PGSSLCERT"),
            "sslkey" | "ssl-key" => Some("PGSSLKEY"),
            _ => None,
        };
        let parameters = self.parameters.iter().filter_map(|(name, value)| Some((variable(name)?, decoded(value))));
        password.into_iter().chain(parameters).collect()
    }

    /// Settings of every connection. A node that hangs in a transaction must not hold up the others.
    fn settings(&self) -> [(&'static str, String); 4] {
        [
            ("search_path", self.schema.clone()),
            ("statement_timeout", "10s".to_owned()),
            ("lock_timeout", "5s".to_owned()),
            ("idle_in_transaction_session_timeout", "5s".to_owned()),
        ]
    }

    /// The address without the password.
    fn shown(&self) -> String {
        let name = self.user.split(':').next().unwrap_or_default();
        let user = if name.is_empty() { String::new() } else { format!("{name}@") };
        format!("{}://{user}{}/{}", self.scheme, self.hosts.join(","), self.database)
    }
}

fn pair(text: &str) -> (&str, &str) {
    text.split_once('=').unwrap_or((text, ""))
}

/// The text with its percent-encoded bytes decoded.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The name goes into SQL, so it is plain.
fn checked_schema(name: &str) -> Result<String, StoreError> {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let good = (1..=LONGEST_SCHEMA).contains(&name.len())
        && name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.chars().all(plain);
    if good { Ok(name.to_owned()) } else { Err(bad("a schema's name has small letters, digits and “_”")) }
}

/// Does not repeat the address, which may have a password.
fn bad(why: &str) -> StoreError {
    StoreError::BadRequest(format!(
        "the address of the store is wrong: {why}. Write postgres://USER:PASSWORD@HOST/DATABASE; name several hosts with commas"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_name_several_servers_and_never_shows_its_password() {
        let address: Address =
            "postgres://ann:s3cret@one,two:5433/club?schema=test_1&target_session_attrs=read-write&sslmode=disable"
                .parse()
                .expect("an address");
        assert_eq!(address.servers.len(), 2);
        assert_eq!((address.servers[0].get_host(), address.servers[0].get_port()), ("one", 5432));
        assert_eq!((address.servers[1].get_host(), address.servers[1].get_port()), ("two", 5433));
        assert_eq!(address.servers[1].get_database(), Some("club"));
        assert_eq!(address.schema, "test_1");
        for shown in [address.to_string(), format!("{address:?}")] {
            assert_eq!(shown, "postgres://ann@one,two:5433/club");
        }
        let with_at: Address = "postgres://ann:a%40b@h/club".parse().expect("an address");
        assert_eq!(with_at.to_string(), "postgres://ann@h/club");
    }

    #[test]
    fn programs_of_postgresql_get_the_server_and_the_password_by_environment() {
        let address: Address = "postgres://ann:a%40b%@one:5433/club?sslmode=disable".parse().expect("an address");
        let all = address.environment(&address.servers[0]);
        for expected in
            [("PGHOST", "one"), ("PGPORT", "5433"), ("PGUSER", "ann"), ("PGDATABASE", "club"), ("PGPASSWORD", "a@b%")]
        {
            assert!(all.iter().any(|(name, value)| (*name, value.as_str()) == expected), "{expected:?}: {all:?}");
        }
        assert!(all.contains(&("PGSSLMODE", "disable".to_owned())), "{all:?}");
    }

    #[test]
    fn a_wrong_address_is_refused_without_repeating_it() {
        for wrong in [
            "games.db",
            "mysql://ann:s3cret@h/club",
            "postgres://ann:s3cret@h/club?schema=x;drop",
            "postgres://ann:s3cret@h/club?schema=1x",
            "postgres://ann:s3cret@h/club?target_session_attrs=standby",
            "postgres://ann:s3cret@h:port/club",
        ] {
            let error = wrong.parse::<Address>().expect_err(wrong).to_string();
            assert!(!error.contains("s3cret"), "{error}");
            assert!(error.contains("postgres://USER"), "{error}");
        }
    }
}
