//! Accounts in the SQLite file: reads, and one transaction for each change. The writer calls [`commit`]
//! between its batches, so that there is only one writer.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use super::{stream, unreadable};
use crate::names::{folded, skeleton};
use crate::people::{FORGOTTEN, MOST_MESSAGES};
use crate::{Account, AccountData, Audience, Change, Changed, Clock, Device, Message, SecretOwner, StreamId, Token};

type Found<T> = Result<T, sqlx::Error>;

// ---- Look up ----

pub(super) async fn holder(reads: &SqlitePool, hash: &str) -> Found<SecretOwner> {
    let sql =
        "SELECT person.* FROM secret JOIN person ON person.id = secret.person WHERE secret.hash = $1 AND NOT gone";
    if let Some(row) = sqlx::query(sql).bind(hash).fetch_optional(reads).await? {
        return Ok(SecretOwner::Account(person(&row)?));
    }
    let was = sqlx::query("SELECT 1 FROM person WHERE id = $1").bind(hash).fetch_optional(reads).await?;
    Ok(if was.is_some() { SecretOwner::Revoked } else { SecretOwner::Unknown })
}

pub(super) async fn claimant(reads: &SqlitePool, name: &str) -> Found<Option<Account>> {
    let found = sqlx::query("SELECT * FROM person WHERE folded = $1").bind(folded(name)).fetch_optional(reads).await?;
    found.as_ref().map(person).transpose()
}

pub(super) async fn namesake(reads: &SqlitePool, name: &str) -> Found<Option<Account>> {
    let sql = "SELECT * FROM person WHERE skeleton = $1 LIMIT 1";
    let found = sqlx::query(sql).bind(skeleton(name)).fetch_optional(reads).await?;
    found.as_ref().map(person).transpose()
}

pub(super) async fn bearer(reads: &SqlitePool, hash: &str) -> Found<Option<(Account, Token)>> {
    let found = sqlx::query("SELECT * FROM token WHERE hash = $1").bind(hash).fetch_optional(reads).await?;
    let Some(token) = found.as_ref().map(token).transpose()? else { return Ok(None) };
    let found = sqlx::query("SELECT * FROM person WHERE id = $1").bind(&token.person).fetch_optional(reads).await?;
    Ok(found.as_ref().map(person).transpose()?.map(|person| (person, token)))
}

pub(super) async fn link(reads: &SqlitePool, hash: &str, now_ms: i64) -> Found<Option<Account>> {
    let found = good_link(hash, now_ms).fetch_optional(reads).await?;
    found.as_ref().map(person).transpose()
}

fn good_link(hash: &str, now_ms: i64) -> sqlx::query::Query<'static, sqlx::Sqlite, sqlx::sqlite::SqliteArguments> {
    let sql = "SELECT person.* FROM link JOIN person ON person.id = link.person WHERE link.hash = $1 AND ends_ms > $2";
    sqlx::query(sql).bind(hash.to_owned()).bind(now_ms)
}

pub(super) async fn reset(reads: &SqlitePool, hash: &str, now_ms: i64) -> Found<Option<Account>> {
    let found = good_reset(hash, now_ms).fetch_optional(reads).await?;
    found.as_ref().map(person).transpose()
}

fn good_reset(hash: &str, now_ms: i64) -> sqlx::query::Query<'static, sqlx::Sqlite, sqlx::sqlite::SqliteArguments> {
    let sql =
        "SELECT person.* FROM reset JOIN person ON person.id = reset.person WHERE reset.hash = $1 AND ends_ms > $2";
    sqlx::query(sql).bind(hash.to_owned()).bind(now_ms)
}

pub(super) async fn account_data(reads: &SqlitePool, id: &str) -> Found<AccountData> {
    let found = sqlx::query("SELECT * FROM person WHERE id = $1 AND NOT gone").bind(id).fetch_optional(reads).await?;
    let devices = "SELECT created_ms FROM secret WHERE person = $1 ORDER BY created_ms";
    let devices = sqlx::query(devices).bind(id).fetch_all(reads).await?;
    let tokens = "SELECT * FROM token WHERE person = $1 ORDER BY created_ms, id";
    let tokens = sqlx::query(tokens).bind(id).fetch_all(reads).await?;
    let messages = "SELECT * FROM message WHERE person = $1 ORDER BY at_ms, stream, number";
    let messages = sqlx::query(messages).bind(id).fetch_all(reads).await?;
    Ok(AccountData {
        person: found.as_ref().map(person).transpose()?,
        devices: devices.iter().map(|row| Ok(Device { created_ms: row.try_get(0)? })).collect::<Found<_>>()?,
        tokens: tokens.iter().map(token).collect::<Found<_>>()?,
        messages: messages.iter().map(message).collect::<Found<_>>()?,
    })
}

pub(super) async fn messages(
    reads: &SqlitePool,
    table: &StreamId,
    after: u64,
    limit: u32,
    all: bool,
) -> Found<Vec<Message>> {
    let sql = "SELECT * FROM message WHERE stream = $1 AND number > $2 AND (everyone OR $3) ORDER BY number LIMIT $4";
    let query = sqlx::query(sql).bind(table.as_str()).bind(i64::try_from(after).unwrap_or(i64::MAX)).bind(all);
    query.bind(i64::from(limit)).fetch_all(reads).await?.iter().map(message).collect()
}

fn person(row: &SqliteRow) -> Found<Account> {
    Ok(Account {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        claimed: row.try_get("claimed")?,
        password: row.try_get("password")?,
        created_ms: row.try_get("created_ms")?,
    })
}

fn token(row: &SqliteRow) -> Found<Token> {
    Ok(Token {
        id: row.try_get("id")?,
        hash: row.try_get("hash")?,
        person: row.try_get("person")?,
        label: row.try_get("label")?,
        scopes: row.try_get("scopes")?,
        created_ms: row.try_get("created_ms")?,
        used_ms: row.try_get("used_ms")?,
    })
}

fn message(row: &SqliteRow) -> Found<Message> {
    let number: i64 = row.try_get("number")?;
    let everyone: bool = row.try_get("everyone")?;
    Ok(Message {
        number: u64::try_from(number).map_err(unreadable)?,
        table: stream(row, "stream")?,
        person: row.try_get("person")?,
        name: row.try_get("name")?,
        text: row.try_get("text")?,
        audience: if everyone { Audience::Everyone } else { Audience::Seats },
        at_ms: row.try_get("at_ms")?,
        key: row.try_get("key")?,
    })
}

// ---- Change ----

/// One change in one transaction. On an error nothing was written, and the caller has to end the transaction.
pub(super) async fn commit(connection: &mut SqliteConnection, change: Change, clock: &Clock) -> Found<Changed> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let changed = Transaction { connection, now_ms: clock.now_ms() }.carry_out(change).await?;
    let end = if matches!(changed, Changed::Nothing | Changed::Taken) { "ROLLBACK" } else { "COMMIT" };
    sqlx::query(end).execute(&mut *connection).await?;
    Ok(changed)
}

/// An open transaction, and the time of all its changes.
struct Transaction<'a> {
    connection: &'a mut SqliteConnection,
    now_ms: i64,
}

impl Transaction<'_> {
    async fn carry_out(&mut self, change: Change) -> Found<Changed> {
        match change {
            Change::Meet { id, name } => self.meet(&id, &name).await,
            Change::Rename { id, name } => {
                self.run("UPDATE person SET name = $2 WHERE id = $1 AND NOT gone", &[&id, &name]).await
            }
            Change::Claim { id, name, password, device, secret } => {
                self.claim(&id, &name, &password, &device, &secret).await
            }
            Change::AddReset { hash, id, lasts_ms } => self.add_reset(&hash, &id, lasts_ms).await,
            Change::UseReset { hash, password, secret } => self.use_reset(&hash, &password, &secret).await,
            Change::AddSecret { id, hash } => self.add_secret(&id, &hash).await,
            Change::DropSecret { hash } => self.run("DELETE FROM secret WHERE hash = $1", &[&hash]).await,
            Change::DropAll { id } => self.drop_all(&id).await,
            Change::AddToken(token) => self.add_token(&token).await,
            Change::DropToken { person, id } => {
                self.run("DELETE FROM token WHERE person = $1 AND id = $2", &[&person, &id]).await
            }
            Change::TouchToken { hash } => {
                let now = self.now_ms.to_string();
                self.run("UPDATE token SET used_ms = CAST($2 AS INTEGER) WHERE hash = $1", &[&hash, &now]).await
            }
            Change::AddLink { hash, id, lasts_ms } => self.add_link(&hash, &id, lasts_ms).await,
            Change::UseLink { hash, secret } => self.use_link(&hash, &secret).await,
            Change::Say(message) => self.say(message).await,
            Change::Forget { id, alias } => self.forget(&id, &alias).await,
        }
    }

    /// A statement on texts: did it change a row?
    async fn run(&mut self, sql: &'static str, texts: &[&str]) -> Found<Changed> {
        let mut query = sqlx::query(sql);
        for text in texts {
            query = query.bind(*text);
        }
        let changed = query.execute(&mut *self.connection).await?.rows_affected();
        Ok(if changed > 0 { Changed::Done } else { Changed::Nothing })
    }

    async fn knows(&mut self, id: &str) -> Found<bool> {
        let sql = "SELECT 1 FROM person WHERE id = $1 AND NOT gone";
        Ok(sqlx::query(sql).bind(id).fetch_optional(&mut *self.connection).await?.is_some())
    }

    async fn meet(&mut self, id: &str, name: &str) -> Found<Changed> {
        let sql = "SELECT 1 FROM person WHERE id = $1 UNION SELECT 1 FROM secret WHERE hash = $1";
        if sqlx::query(sql).bind(id).fetch_optional(&mut *self.connection).await?.is_some() {
            return Ok(Changed::Nothing);
        }
        let sql = "INSERT INTO person (id, name, created_ms) VALUES ($1, $2, $3)";
        sqlx::query(sql).bind(id).bind(name).bind(self.now_ms).execute(&mut *self.connection).await?;
        self.add_secret(id, id).await
    }

    async fn claim(&mut self, id: &str, name: &str, password: &str, device: &str, secret: &str) -> Found<Changed> {
        let (folded, skeleton) = (folded(name), skeleton(name));
        // A person keeps a look-alike name from before look-alikes were checked.
        let sql = "SELECT 1 FROM person WHERE id <> $1 AND (folded = $2 OR (skeleton = $3 AND NOT EXISTS \
                   (SELECT 1 FROM person AS own WHERE own.id = $1 AND own.folded = $2)))";
        let query = sqlx::query(sql).bind(id).bind(&folded).bind(&skeleton);
        if query.fetch_optional(&mut *self.connection).await?.is_some() {
            return Ok(Changed::Taken);
        }
        let sql = "SELECT 1 FROM person WHERE id = $1 AND password IS NOT NULL";
        let had_one = sqlx::query(sql).bind(id).fetch_optional(&mut *self.connection).await?.is_some();
        let sql = "UPDATE person SET name = $2, claimed = $2, folded = $3, skeleton = $4, password = $5 \
                   WHERE id = $1 AND NOT gone";
        if self.run(sql, &[id, name, &folded, &skeleton, password]).await? == Changed::Nothing {
            return Ok(Changed::Nothing);
        }
        match had_one {
            true => self.drop_all(id).await?,
            false => self.run("DELETE FROM secret WHERE hash = $1 AND person = $2", &[device, id]).await?,
        };
        self.run("DELETE FROM link WHERE person = $1", &[id]).await?;
        self.add_secret(id, secret).await
    }

    async fn add_reset(&mut self, hash: &str, id: &str, lasts_ms: i64) -> Found<Changed> {
        let sql = "DELETE FROM reset WHERE ends_ms <= $1 OR person = $2";
        sqlx::query(sql).bind(self.now_ms).bind(id).execute(&mut *self.connection).await?;
        if !self.knows(id).await? {
            return Ok(Changed::Nothing);
        }
        let sql = "INSERT INTO reset (hash, person, ends_ms) VALUES ($1, $2, $3)";
        let query = sqlx::query(sql).bind(hash).bind(id).bind(self.now_ms.saturating_add(lasts_ms));
        query.execute(&mut *self.connection).await?;
        Ok(Changed::Done)
    }

    async fn use_reset(&mut self, hash: &str, password: &str, secret: &str) -> Found<Changed> {
        let found = good_reset(hash, self.now_ms).fetch_optional(&mut *self.connection).await?;
        let Some(person) = found.as_ref().map(person).transpose()? else { return Ok(Changed::Nothing) };
        self.drop_all(&person.id).await?;
        self.run("UPDATE person SET password = $2 WHERE id = $1", &[&person.id, password]).await?;
        self.add_secret(&person.id, secret).await?;
        Ok(Changed::Welcome(person))
    }

    async fn add_secret(&mut self, id: &str, hash: &str) -> Found<Changed> {
        if !self.knows(id).await? {
            return Ok(Changed::Nothing);
        }
        let sql = "INSERT INTO secret (hash, person, created_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        sqlx::query(sql).bind(hash).bind(id).bind(self.now_ms).execute(&mut *self.connection).await?;
        Ok(Changed::Done)
    }

    async fn add_token(&mut self, token: &Token) -> Found<Changed> {
        if !self.knows(&token.person).await? {
            return Ok(Changed::Nothing);
        }
        let sql = "INSERT INTO token (hash, id, person, label, scopes, created_ms) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql).bind(&token.hash).bind(&token.id).bind(&token.person).bind(&token.label);
        query.bind(&token.scopes).bind(self.now_ms).execute(&mut *self.connection).await?;
        Ok(Changed::Done)
    }

    async fn add_link(&mut self, hash: &str, id: &str, lasts_ms: i64) -> Found<Changed> {
        sqlx::query("DELETE FROM link WHERE ends_ms <= $1").bind(self.now_ms).execute(&mut *self.connection).await?;
        if !self.knows(id).await? {
            return Ok(Changed::Nothing);
        }
        let sql = "INSERT INTO link (hash, person, ends_ms) VALUES ($1, $2, $3)";
        let query = sqlx::query(sql).bind(hash).bind(id).bind(self.now_ms.saturating_add(lasts_ms));
        query.execute(&mut *self.connection).await?;
        Ok(Changed::Done)
    }

    async fn use_link(&mut self, hash: &str, secret: &str) -> Found<Changed> {
        let found = good_link(hash, self.now_ms).fetch_optional(&mut *self.connection).await?;
        let Some(person) = found.as_ref().map(person).transpose()? else { return Ok(Changed::Nothing) };
        self.run("DELETE FROM link WHERE hash = $1", &[hash]).await?;
        self.add_secret(&person.id, secret).await?;
        Ok(Changed::Welcome(person))
    }

    async fn say(&mut self, message: Message) -> Found<Changed> {
        if let Some(said) = self.said_with_key(&message).await? {
            return Ok(if said.is_same(&message) { Changed::Said(said) } else { Changed::Taken });
        }
        let sql = "SELECT COALESCE(MAX(number), 0) FROM message WHERE stream = $1";
        let last: i64 = sqlx::query_scalar(sql).bind(message.table.as_str()).fetch_one(&mut *self.connection).await?;
        let number = last + 1;
        let sql = "INSERT INTO message (stream, number, person, name, text, everyone, at_ms, key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let query = sqlx::query(sql).bind(message.table.as_str()).bind(number).bind(&message.person);
        let query = query.bind(&message.name).bind(&message.text).bind(message.audience == Audience::Everyone);
        query.bind(self.now_ms).bind(&message.key).execute(&mut *self.connection).await?;
        let sql = "DELETE FROM message WHERE stream = $1 AND number <= $2";
        let query = sqlx::query(sql).bind(message.table.as_str()).bind(number - MOST_MESSAGES as i64);
        query.execute(&mut *self.connection).await?;
        let number = u64::try_from(number).map_err(unreadable)?;
        Ok(Changed::Said(Message { number, at_ms: self.now_ms, ..message }))
    }

    /// The message that the person sent with the same key.
    async fn said_with_key(&mut self, new: &Message) -> Found<Option<Message>> {
        let Some(key) = &new.key else { return Ok(None) };
        let sql = "SELECT * FROM message WHERE stream = $1 AND person = $2 AND key = $3";
        let query = sqlx::query(sql).bind(new.table.as_str()).bind(&new.person).bind(key);
        query.fetch_optional(&mut *self.connection).await?.as_ref().map(message).transpose()
    }

    async fn drop_all(&mut self, id: &str) -> Found<Changed> {
        for sql in [
            "DELETE FROM secret WHERE person = $1",
            "DELETE FROM token WHERE person = $1",
            "DELETE FROM link WHERE person = $1",
            "DELETE FROM reset WHERE person = $1",
        ] {
            self.run(sql, &[id]).await?;
        }
        Ok(if self.knows(id).await? { Changed::Done } else { Changed::Nothing })
    }

    /// Marks the person as deleted. Their name is removed from messages, events and lists in small steps,
    /// see `chores.rs`.
    async fn forget(&mut self, id: &str, alias: &str) -> Found<Changed> {
        self.drop_all(id).await?;
        let sql = "INSERT INTO person (id, name, created_ms, gone) VALUES ($1, $2, 0, TRUE) ON CONFLICT (id) DO UPDATE \
                   SET name = $2, claimed = NULL, folded = NULL, skeleton = NULL, password = NULL, created_ms = 0, \
                   gone = TRUE";
        self.run(sql, &[id, FORGOTTEN]).await?;
        let sql = "INSERT INTO leaving (person, alias) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.run(sql, &[id, alias]).await?;
        Ok(Changed::Done)
    }
}
