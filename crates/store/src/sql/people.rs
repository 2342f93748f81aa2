//! Accounts: reads, and the statements of each change. The caller makes them one transaction.

use super::{Connection, Found, Row, analyses, moderation, puzzles, signing, unreadable, values};
use crate::names::{folded, skeleton};
use crate::people::{FORGOTTEN, MOST_MESSAGES};
use crate::{
    Account, AccountData, Audience, Change, Changed, Device, Message, PuzzleResult, SecretOwner, StreamId, Token,
    Version,
};

// ---- Look up ----

pub(crate) async fn holder(connection: &mut Connection<'_>, hash: &str) -> Found<SecretOwner> {
    let sql =
        "SELECT person.* FROM secret JOIN person ON person.id = secret.person WHERE secret.hash = $1 AND NOT gone";
    if let Some(row) = connection.row(sql, values![hash]).await? {
        return Ok(SecretOwner::Account(person(&row)?));
    }
    let was = connection.row("SELECT 1 FROM person WHERE id = $1", values![hash]).await?;
    Ok(if was.is_some() { SecretOwner::Revoked } else { SecretOwner::Unknown })
}

pub(crate) async fn claimant(connection: &mut Connection<'_>, name: &str) -> Found<Option<Account>> {
    let found = connection.row("SELECT * FROM person WHERE folded = $1", values![&folded(name)]).await?;
    found.as_ref().map(person).transpose()
}

pub(crate) async fn namesake(connection: &mut Connection<'_>, name: &str) -> Found<Option<Account>> {
    let sql = "SELECT * FROM person WHERE skeleton = $1 LIMIT 1";
    let found = connection.row(sql, values![&skeleton(name)]).await?;
    found.as_ref().map(person).transpose()
}

pub(crate) async fn bearer(connection: &mut Connection<'_>, hash: &str) -> Found<Option<(Account, Token)>> {
    let found = connection.row("SELECT * FROM token WHERE hash = $1", values![hash]).await?;
    let Some(token) = found.as_ref().map(token).transpose()? else { return Ok(None) };
    let found = connection.row("SELECT * FROM person WHERE id = $1", values![&token.person]).await?;
    Ok(found.as_ref().map(person).transpose()?.map(|person| (person, token)))
}

/// The owner of a valid link that logs in a device.
pub(crate) async fn link(connection: &mut Connection<'_>, hash: &str, now_ms: i64) -> Found<Option<Account>> {
    let sql = "SELECT person.* FROM link JOIN person ON person.id = link.person WHERE link.hash = $1 AND ends_ms > $2";
    let found = connection.row(sql, values![hash, now_ms]).await?;
    found.as_ref().map(person).transpose()
}

/// The owner of a valid link that resets a password.
pub(crate) async fn reset(connection: &mut Connection<'_>, hash: &str, now_ms: i64) -> Found<Option<Account>> {
    let sql =
        "SELECT person.* FROM reset JOIN person ON person.id = reset.person WHERE reset.hash = $1 AND ends_ms > $2";
    let found = connection.row(sql, values![hash, now_ms]).await?;
    found.as_ref().map(person).transpose()
}

pub(crate) async fn account_data(connection: &mut Connection<'_>, id: &str) -> Found<AccountData> {
    let found = connection.row("SELECT * FROM person WHERE id = $1 AND NOT gone", values![id]).await?;
    let devices = "SELECT created_ms FROM secret WHERE person = $1 ORDER BY created_ms";
    let devices = connection.rows(devices, values![id]).await?;
    let tokens = "SELECT * FROM token WHERE person = $1 ORDER BY created_ms, id";
    let tokens = connection.rows(tokens, values![id]).await?;
    let messages = "SELECT * FROM message WHERE person = $1 ORDER BY at_ms, stream, number";
    let messages = connection.rows(messages, values![id]).await?;
    Ok(AccountData {
        person: found.as_ref().map(person).transpose()?,
        devices: devices.iter().map(|row| Ok(Device { created_ms: row.get("created_ms")? })).collect::<Found<_>>()?,
        tokens: tokens.iter().map(token).collect::<Found<_>>()?,
        messages: messages.iter().map(message).collect::<Found<_>>()?,
        puzzles: puzzles::results(connection, id).await?,
    })
}

pub(crate) async fn messages(
    connection: &mut Connection<'_>,
    table: &StreamId,
    after: u64,
    limit: u32,
    all: bool,
) -> Found<Vec<Message>> {
    let sql = "SELECT * FROM message WHERE stream = $1 AND number > $2 AND (everyone OR $3) ORDER BY number LIMIT $4";
    let values = values![table.as_str(), Version(after), all, i64::from(limit)];
    connection.rows(sql, values).await?.iter().map(message).collect()
}

pub(super) fn person(row: &Row) -> Found<Account> {
    Ok(Account {
        id: row.get("id")?,
        name: row.get("name")?,
        claimed: row.get("claimed")?,
        password: row.get("password")?,
        created_ms: row.get("created_ms")?,
    })
}

fn token(row: &Row) -> Found<Token> {
    Ok(Token {
        id: row.get("id")?,
        hash: row.get("hash")?,
        person: row.get("person")?,
        label: row.get("label")?,
        scopes: row.get("scopes")?,
        created_ms: row.get("created_ms")?,
        used_ms: row.get("used_ms")?,
    })
}

fn message(row: &Row) -> Found<Message> {
    let everyone: bool = row.get("everyone")?;
    Ok(Message {
        number: u64::try_from(row.get::<i64>("number")?).map_err(unreadable)?,
        table: row.stream("stream")?,
        person: row.get("person")?,
        name: row.get("name")?,
        text: row.get("text")?,
        audience: if everyone { Audience::Everyone } else { Audience::Seats },
        at_ms: row.get("at_ms")?,
        key: row.get("key")?,
        removed: row.get("removed")?,
    })
}

// ---- Change ----

/// Makes a change in an open transaction and ends it. On an error nothing was written, and the caller has to end the
/// transaction.
pub(crate) async fn commit(connection: &mut Connection<'_>, change: Change, now_ms: i64) -> Found<Changed> {
    let changed = Transaction { connection, now_ms }.carry_out(change).await?;
    match changed {
        Changed::Nothing | Changed::Taken | Changed::TooMany | Changed::Outdated(_) => connection.roll_back().await?,
        _ => connection.commit().await?,
    }
    Ok(changed)
}

/// An open transaction, and the time of all its changes.
struct Transaction<'a, 'c> {
    connection: &'a mut Connection<'c>,
    now_ms: i64,
}

impl Transaction<'_, '_> {
    async fn carry_out(&mut self, change: Change) -> Found<Changed> {
        match change {
            Change::Meet { id, name } => self.meet(&id, &name).await,
            Change::Rename { id, name } => {
                self.run("UPDATE person SET name = $2 WHERE id = $1 AND NOT gone", &[&id, &name]).await
            }
            Change::Claim { id, name, password, device, secret } => {
                self.claim(&id, &name, &password, &device, &secret).await
            }
            Change::AddReset { hash, id, lasts_ms } => {
                add_reset(self.connection, &hash, &id, lasts_ms, self.now_ms).await
            }
            Change::UseReset { hash, password, secret } => self.use_reset(&hash, &password, &secret).await,
            Change::AddSecret { id, hash } => self.add_secret(&id, &hash).await,
            Change::DropSecret { hash } => self.run("DELETE FROM secret WHERE hash = $1", &[&hash]).await,
            Change::DropAll { id } => self.drop_all(&id).await,
            Change::AddToken(token) => self.add_token(&token).await,
            Change::DropToken { person, id } => {
                self.run("DELETE FROM token WHERE person = $1 AND id = $2", &[&person, &id]).await
            }
            Change::TouchToken { hash } => {
                let values = values![&hash, self.now_ms];
                let sql = "UPDATE token SET used_ms = $2 WHERE hash = $1";
                Ok(done(self.connection.execute(sql, values).await? > 0))
            }
            Change::AddLink { hash, id, lasts_ms } => self.add_link(&hash, &id, lasts_ms).await,
            Change::UseLink { hash, secret } => self.use_link(&hash, &secret).await,
            Change::Say(message) => self.say(message).await,
            Change::Puzzle(result) => self.add_result(&result).await,
            Change::Report(report) => moderation::report(self.connection, &report, self.now_ms).await,
            Change::Moderate(action) => moderation::act(self.connection, *action, self.now_ms).await,
            Change::KeepAnalysis(analysis) => {
                Ok(done(analyses::keep(self.connection, &analysis, self.now_ms).await? > 0))
            }
            Change::Upload(uploaded) => Ok(done(analyses::upload(self.connection, &uploaded, self.now_ms).await? > 0)),
            Change::FirstKey(key) => Ok(done(signing::add_first(self.connection, &key, self.now_ms).await? > 0)),
            Change::Forget { id, alias } => self.forget(&id, &alias).await,
        }
    }

    /// A statement on texts: did it change a row?
    async fn run(&mut self, sql: &'static str, texts: &[&str]) -> Found<Changed> {
        let values: Vec<_> = texts.iter().map(|text| (*text).into()).collect();
        Ok(done(self.connection.execute(sql, &values).await? > 0))
    }

    async fn knows(&mut self, id: &str) -> Found<bool> {
        knows(self.connection, id).await
    }

    async fn meet(&mut self, id: &str, name: &str) -> Found<Changed> {
        let sql = "SELECT 1 FROM person WHERE id = $1 UNION SELECT 1 FROM secret WHERE hash = $1";
        if self.connection.row(sql, values![id]).await?.is_some() {
            return Ok(Changed::Nothing);
        }
        let sql = "INSERT INTO person (id, name, created_ms) VALUES ($1, $2, $3)";
        self.connection.execute(sql, values![id, name, self.now_ms]).await?;
        self.add_secret(id, id).await
    }

    async fn claim(&mut self, id: &str, name: &str, password: &str, device: &str, secret: &str) -> Found<Changed> {
        let (folded, skeleton) = (folded(name), skeleton(name));
        // A person keeps a look-alike name from before look-alikes were checked.
        let sql = "SELECT 1 FROM person WHERE id <> $1 AND (folded = $2 OR (skeleton = $3 AND NOT EXISTS \
                   (SELECT 1 FROM person AS own WHERE own.id = $1 AND own.folded = $2)))";
        if self.connection.row(sql, values![id, &folded, &skeleton]).await?.is_some() {
            return Ok(Changed::Taken);
        }
        let sql = "SELECT 1 FROM person WHERE id = $1 AND password IS NOT NULL";
        let had_one = self.connection.row(sql, values![id]).await?.is_some();
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

    async fn use_reset(&mut self, hash: &str, password: &str, secret: &str) -> Found<Changed> {
        let Some(person) = reset(self.connection, hash, self.now_ms).await? else { return Ok(Changed::Nothing) };
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
        self.connection.execute(sql, values![hash, id, self.now_ms]).await?;
        Ok(Changed::Done)
    }

    async fn add_token(&mut self, token: &Token) -> Found<Changed> {
        if !self.knows(&token.person).await? {
            return Ok(Changed::Nothing);
        }
        let sql = "INSERT INTO token (hash, id, person, label, scopes, created_ms) VALUES ($1, $2, $3, $4, $5, $6)";
        let values = values![&token.hash, &token.id, &token.person, &token.label, &token.scopes, self.now_ms];
        self.connection.execute(sql, values).await?;
        Ok(Changed::Done)
    }

    async fn add_link(&mut self, hash: &str, id: &str, lasts_ms: i64) -> Found<Changed> {
        self.connection.execute("DELETE FROM link WHERE ends_ms <= $1", values![self.now_ms]).await?;
        if !self.knows(id).await? {
            return Ok(Changed::Nothing);
        }
        let sql = "INSERT INTO link (hash, person, ends_ms) VALUES ($1, $2, $3)";
        self.connection.execute(sql, values![hash, id, self.now_ms.saturating_add(lasts_ms)]).await?;
        Ok(Changed::Done)
    }

    async fn use_link(&mut self, hash: &str, secret: &str) -> Found<Changed> {
        let Some(person) = link(self.connection, hash, self.now_ms).await? else { return Ok(Changed::Nothing) };
        self.run("DELETE FROM link WHERE hash = $1", &[hash]).await?;
        self.add_secret(&person.id, secret).await?;
        Ok(Changed::Welcome(person))
    }

    async fn say(&mut self, message: Message) -> Found<Changed> {
        if let Some(said) = self.said_with_key(&message).await? {
            return Ok(if said.is_same(&message) { Changed::Said(said) } else { Changed::Taken });
        }
        let table = message.table.as_str();
        let sql = "SELECT COALESCE(MAX(number), 0) AS last FROM message WHERE stream = $1";
        let last = self.connection.row(sql, values![table]).await?.map(|row| row.get("last")).transpose()?;
        let number = last.unwrap_or(0_i64) + 1;
        let sql = "INSERT INTO message (stream, number, person, name, text, everyone, at_ms, key) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let everyone = message.audience == Audience::Everyone;
        let Message { person, name, text, key, .. } = &message;
        let values = values![table, number, person, name, text, everyone, self.now_ms, key];
        self.connection.execute(sql, values).await?;
        let sql = "DELETE FROM message WHERE stream = $1 AND number <= $2";
        self.connection.execute(sql, values![table, number - MOST_MESSAGES as i64]).await?;
        let number = u64::try_from(number).map_err(unreadable)?;
        Ok(Changed::Said(Message { number, at_ms: self.now_ms, ..message }))
    }

    async fn add_result(&mut self, result: &PuzzleResult) -> Found<Changed> {
        let known = self.knows(&result.person).await?;
        Ok(done(known && puzzles::add(self.connection, result, self.now_ms).await? > 0))
    }

    /// The message that the person sent with the same key.
    async fn said_with_key(&mut self, new: &Message) -> Found<Option<Message>> {
        let Some(key) = &new.key else { return Ok(None) };
        let sql = "SELECT * FROM message WHERE stream = $1 AND person = $2 AND key = $3";
        let found = self.connection.row(sql, values![new.table.as_str(), &new.person, key]).await?;
        found.as_ref().map(message).transpose()
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
        Ok(done(self.knows(id).await?))
    }

    /// Marks the person as deleted. Their name is removed from messages, events and lists in small steps,
    /// see `deletion.rs`.
    async fn forget(&mut self, id: &str, alias: &str) -> Found<Changed> {
        self.drop_all(id).await?;
        let sql = "INSERT INTO person (id, name, created_ms, gone) VALUES ($1, $2, 0, TRUE) ON CONFLICT (id) DO UPDATE \
                   SET name = $2, claimed = NULL, folded = NULL, skeleton = NULL, password = NULL, created_ms = 0, \
                   gone = TRUE";
        self.run(sql, &[id, FORGOTTEN]).await?;
        let sql = "INSERT INTO leaving (person, alias) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.run(sql, &[id, alias]).await?;
        moderation::forget(self.connection, id).await?;
        puzzles::forget(self.connection, id).await?;
        Ok(Changed::Done)
    }
}

async fn knows(connection: &mut Connection<'_>, id: &str) -> Found<bool> {
    let sql = "SELECT 1 FROM person WHERE id = $1 AND NOT gone";
    Ok(connection.row(sql, values![id]).await?.is_some())
}

/// Adds a link that resets the password.
pub(super) async fn add_reset(
    connection: &mut Connection<'_>,
    hash: &str,
    id: &str,
    lasts_ms: i64,
    now_ms: i64,
) -> Found<Changed> {
    let sql = "DELETE FROM reset WHERE ends_ms <= $1 OR person = $2";
    connection.execute(sql, values![now_ms, id]).await?;
    if !knows(connection, id).await? {
        return Ok(Changed::Nothing);
    }
    let sql = "INSERT INTO reset (hash, person, ends_ms) VALUES ($1, $2, $3)";
    connection.execute(sql, values![hash, id, now_ms.saturating_add(lasts_ms)]).await?;
    Ok(Changed::Done)
}

fn done(was: bool) -> Changed {
    if was { Changed::Done } else { Changed::Nothing }
}
