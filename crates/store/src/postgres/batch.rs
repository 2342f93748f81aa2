//! One statement for all waiting appends: it takes their streams in order, writes what fits, and sends one hint. The
//! statement is a transaction of its own, so a batch is one round trip and one commit.
//!
//! An append fits if its stream is at the expected version and its key is new. What does not fit is judged afterwards
//! ([`look_up`], then [`Append::judge`]), as every store does it.

use std::collections::{HashMap, HashSet};

use sqlx::{PgConnection, Row};

use super::hints::Notify;
use crate::mention::mentioned;
use crate::shared_text;
use crate::sql::{Found, unreadable};
use crate::{Append, StreamId, Version};

/// Streams are locked in the order of their names, so that two nodes never wait for each other. An update waits for
/// the node that has the stream and then looks at it again; an insert waits for a node that opens the same match.
const WRITE: &str = "WITH \
    input AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bool[], \
        $7::text[], $8::text[], $9::bigint[]) \
        AS row (id, expected, reached, key, game, open, title, owners, at_ms)), \
    new_owner AS (SELECT * FROM unnest($10::text[], $11::text[]) AS row (stream, name)), \
    held AS MATERIALIZED (SELECT stream.id, stream.owners FROM stream JOIN input ON input.id = stream.id \
        ORDER BY stream.id FOR UPDATE OF stream), \
    changed AS (UPDATE stream SET game = input.game, open = input.open, title = input.title, owners = input.owners, \
        version = input.reached, updated_ms = input.at_ms, changed_in = pg_current_xact_id() \
        FROM input JOIN held ON held.id = input.id \
        WHERE stream.id = input.id AND stream.version = input.expected AND input.expected > 0 \
        AND NOT EXISTS (SELECT 1 FROM event WHERE event.stream = input.id AND event.key = input.key) \
        RETURNING stream.id, stream.version, held.owners <> input.owners AS other_owners), \
    opened AS (INSERT INTO stream (id, game, open, title, owners, version, created_ms, updated_ms) \
        SELECT id, game, open, title, owners, reached, at_ms, at_ms FROM input WHERE expected = 0 ORDER BY id \
        ON CONFLICT (id) DO NOTHING RETURNING id, version, TRUE AS other_owners), \
    written AS (SELECT * FROM changed UNION ALL SELECT * FROM opened), \
    old_owners AS (DELETE FROM owner USING written WHERE owner.stream = written.id AND written.other_owners \
        AND NOT EXISTS (SELECT 1 FROM new_owner WHERE new_owner.stream = owner.stream AND new_owner.name = owner.name)), \
    owners AS (INSERT INTO owner (name, stream) SELECT new_owner.name, new_owner.stream FROM new_owner \
        JOIN written ON written.id = new_owner.stream AND written.other_owners ON CONFLICT DO NOTHING), \
    texts AS (INSERT INTO shared_text (hash, text) SELECT hash, text FROM unnest($12::text[], $13::text[]) \
        AS row (hash, text) ORDER BY hash ON CONFLICT DO NOTHING), \
    events AS (INSERT INTO event (stream, version, at_ms, key, body, shared_field, shared_hash) \
        SELECT row.* FROM unnest($14::text[], $15::bigint[], $16::bigint[], $17::text[], $18::text[], $19::text[], \
        $20::text[]) AS row (stream, version, at_ms, key, body, shared_field, shared_hash) \
        JOIN written ON written.id = row.stream), \
    mentions AS (INSERT INTO mention (person, stream, version) SELECT row.* \
        FROM unnest($21::text[], $22::text[], $23::bigint[]) AS row (person, stream, version) \
        JOIN written ON written.id = row.stream ON CONFLICT DO NOTHING), \
    hints AS (SELECT string_agg(id || ' ' || version, ',') AS text FROM written), \
    told AS (SELECT CASE WHEN $24::text IS NULL THEN NULL \
        WHEN length(text) > 7900 THEN pg_notify($24, $25 || ' *')::text \
        ELSE pg_notify($24, $25 || ' ' || text)::text END AS told FROM hints WHERE text IS NOT NULL) \
    SELECT written.id, told.told FROM written CROSS JOIN told";

/// Writes the appends that fit, at most one for each stream; returns their streams.
pub(super) async fn write(
    connection: &mut PgConnection,
    appends: &[(Append, i64)],
    notify: Option<&Notify>,
) -> Found<HashSet<String>> {
    let mut streams = Streams::default();
    let (mut events, mut owners, mut texts) = (Events::default(), Owners::default(), Texts::default());
    let mut mentions = Mentions::default();
    for (append, at_ms) in appends {
        streams.add(append, *at_ms)?;
        owners.add(append);
        events.add(append, *at_ms, &mut texts, &mut mentions);
    }
    let rows = sqlx::query(WRITE)
        .bind(streams.id)
        .bind(streams.expected)
        .bind(streams.reached)
        .bind(streams.key)
        .bind(streams.game)
        .bind(streams.open)
        .bind(streams.title)
        .bind(streams.owners)
        .bind(streams.at_ms)
        .bind(owners.stream)
        .bind(owners.name)
        .bind(texts.hash)
        .bind(texts.text)
        .bind(events.stream)
        .bind(events.version)
        .bind(events.at_ms)
        .bind(events.key)
        .bind(events.body)
        .bind(events.shared_field)
        .bind(events.shared_hash)
        .bind(mentions.person)
        .bind(mentions.stream)
        .bind(mentions.version)
        .bind(notify.map(|notify| notify.channel.clone()))
        .bind(notify.map(|notify| notify.stamp.clone()))
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| row.try_get("id")).collect()
}

/// The columns of the streams.
#[derive(Default)]
struct Streams {
    id: Vec<String>,
    expected: Vec<i64>,
    reached: Vec<i64>,
    key: Vec<Option<String>>,
    game: Vec<String>,
    open: Vec<bool>,
    title: Vec<String>,
    owners: Vec<String>,
    at_ms: Vec<i64>,
}

impl Streams {
    fn add(&mut self, append: &Append, at_ms: i64) -> Found<()> {
        let owners = serde_json::to_string(&append.entry.owners).map_err(unreadable)?;
        self.id.push(append.stream.as_str().to_owned());
        self.expected.push(number(append.expected.0));
        self.reached.push(number(append.expected.0.saturating_add(append.events.len() as u64)));
        self.key.push(append.key.clone());
        self.game.push(append.entry.game.clone());
        self.open.push(append.entry.open);
        self.title.push(append.entry.title.clone());
        self.owners.push(owners);
        self.at_ms.push(at_ms);
        Ok(())
    }
}

/// The columns of the owners. One may be named twice.
#[derive(Default)]
struct Owners {
    stream: Vec<String>,
    name: Vec<String>,
}

impl Owners {
    fn add(&mut self, append: &Append) {
        let names: HashSet<&String> = append.entry.owners.iter().collect();
        for name in names {
            self.stream.push(append.stream.as_str().to_owned());
            self.name.push(name.clone());
        }
    }
}

/// The columns of the texts that events share, each once.
#[derive(Default)]
struct Texts {
    hash: Vec<String>,
    text: Vec<String>,
}

/// The columns of the index of people.
#[derive(Default)]
struct Mentions {
    person: Vec<String>,
    stream: Vec<String>,
    version: Vec<i64>,
}

/// The columns of the events.
#[derive(Default)]
struct Events {
    stream: Vec<String>,
    version: Vec<i64>,
    at_ms: Vec<i64>,
    key: Vec<Option<String>>,
    body: Vec<String>,
    shared_field: Vec<Option<String>>,
    shared_hash: Vec<Option<String>>,
}

impl Events {
    fn add(&mut self, append: &Append, at_ms: i64, texts: &mut Texts, mentions: &mut Mentions) {
        let stream = append.stream.as_str();
        for (at, body) in append.events.iter().enumerate() {
            let version = number(append.expected.0.saturating_add(at as u64 + 1));
            for person in mentioned(body) {
                mentions.person.push(person);
                mentions.stream.push(stream.to_owned());
                mentions.version.push(version);
            }
            let (body, shared) = shared_text::take_out(body).unzip();
            let body = body.unwrap_or_else(|| append.events[at].clone());
            let last = at + 1 == append.events.len();
            self.stream.push(stream.to_owned());
            self.version.push(version);
            self.at_ms.push(at_ms);
            self.key.push(append.key.clone().filter(|_| last));
            self.body.push(body);
            self.shared_field.push(shared.as_ref().map(|shared| shared.field.clone()));
            self.shared_hash.push(shared.as_ref().map(|shared| shared.hash.clone()));
            if let Some(shared) = shared
                && !texts.hash.contains(&shared.hash)
            {
                texts.hash.push(shared.hash);
                texts.text.push(shared.text);
            }
        }
    }
}

/// The versions of streams, and the versions that keys have reached.
#[derive(Default)]
pub(super) struct Known {
    versions: HashMap<String, Version>,
    reached: HashMap<(String, String), Version>,
}

impl Known {
    pub(super) fn version(&self, stream: &StreamId) -> Version {
        self.versions.get(stream.as_str()).copied().unwrap_or(Version::NONE)
    }

    pub(super) fn reached_by(&self, append: &Append) -> Option<Version> {
        let key = append.key.clone()?;
        self.reached.get(&(append.stream.as_str().to_owned(), key)).copied()
    }
}

/// What is needed to judge the appends that were not written.
pub(super) async fn look_up(connection: &mut PgConnection, appends: &[&Append]) -> Found<Known> {
    let sql = "SELECT stream.id, NULL AS key, stream.version FROM stream WHERE stream.id = ANY($1) UNION ALL \
               SELECT event.stream, event.key, event.version FROM unnest($1, $2) AS row (stream, key) \
               JOIN event ON event.stream = row.stream AND event.key = row.key";
    let streams: Vec<String> = appends.iter().map(|append| append.stream.as_str().to_owned()).collect();
    let keys: Vec<Option<String>> = appends.iter().map(|append| append.key.clone()).collect();
    let mut known = Known::default();
    for row in sqlx::query(sql).bind(streams).bind(keys).fetch_all(connection).await? {
        let (stream, version): (String, i64) = (row.try_get("id")?, row.try_get("version")?);
        let version = Version(u64::try_from(version).map_err(unreadable)?);
        match row.try_get::<Option<String>, _>("key")? {
            Some(key) => drop(known.reached.insert((stream, key), version)),
            None => drop(known.versions.insert(stream, version)),
        }
    }
    Ok(known)
}

/// A number beyond any version stays beyond any version.
fn number(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}
