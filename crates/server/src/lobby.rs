//! Lists of tables: the lobby, and the tables of one person.

use crate::base_path::BasePath;
use crate::problem::Problem;
use crate::site::Site;
use matches::{LOBBY, waiting_for};
use protocol::{TableEntry, TableList};
use store::{Filter, Listed, StreamId};

/// Maximum number of tables in one answer.
pub(crate) const MOST_LISTED: u32 = 100;

/// Filters of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// Only this game.
    pub(crate) game: Option<String>,
    /// Only running matches, or only finished ones.
    pub(crate) open: Option<bool>,
    /// Maximum number of entries; 0 for the default.
    pub(crate) limit: u32,
    /// Start after this entry.
    pub(crate) after: Option<Cursor>,
    /// With the tables that the host has hidden.
    pub(crate) hidden: bool,
}

/// A position in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// Is it among the tables that wait for the person? They come first.
    waiting: bool,
    updated_ms: i64,
    table: StreamId,
}

impl Cursor {
    /// Reads the text of `next`.
    pub(crate) fn parse(text: &str) -> Result<Self, Problem> {
        let read = || {
            let (first, rest) = text.split_once('.')?;
            let (updated, table) = rest.split_once('.')?;
            let waiting = match first {
                "w" => true,
                "r" => false,
                _ => return None,
            };
            Some(Cursor { waiting, updated_ms: updated.parse().ok()?, table: StreamId::new(table).ok()? })
        };
        read().ok_or_else(|| Problem::malformed("This cursor is invalid.", "Send the value of “next” unchanged."))
    }

    fn text(&self) -> String {
        format!("{}.{}.{}", if self.waiting { "w" } else { "r" }, self.updated_ms, self.table)
    }

    fn of(waiting: bool, listed: &Listed) -> Self {
        Cursor { waiting, updated_ms: listed.updated_ms, table: listed.stream.clone() }
    }
}

/// Public tables with an open seat, the newest first.
pub(crate) async fn open_tables(site: &Site, part: Part) -> Result<TableList, Problem> {
    let limit = limit(part.limit);
    let mut after = part.after.map(|cursor| (cursor.updated_ms, cursor.table));
    let current = site.moderation.current().await?;
    let mut found = Vec::new();
    while found.len() <= limit as usize {
        let (game, owner) = (part.game.clone(), Some(LOBBY.into()));
        let filter = Filter { game, owner, open: Some(true), after, limit: limit + 1 };
        let some = site.store.list(filter).await?;
        let is_all = some.len() <= limit as usize;
        after = some.last().map(|last| (last.updated_ms, last.stream.clone()));
        found.extend(some.into_iter().filter(|one| !current.is_hidden(&one.stream)).map(|listed| (false, listed)));
        if is_all {
            break;
        }
    }
    Ok(rows(site.settings.base_path, found, limit))
}

/// The tables of the person with this key: first those that wait for them, then the others, the newest first.
pub(crate) async fn my_tables(site: &Site, key: &str, part: Part) -> Result<TableList, Problem> {
    let limit = limit(part.limit);
    let current = site.moderation.current().await?;
    let shown = |listed: &Listed| part.hidden || !current.is_hidden(&listed.stream);
    let list = async |owner: String, open, after, limit| {
        let filter = Filter { game: part.game.clone(), owner: Some(owner), open, after, limit };
        site.store.list(filter).await
    };
    let mut found: Vec<(bool, Listed)> = Vec::new();
    let after = part.after.clone();
    if part.open != Some(false) && after.as_ref().is_none_or(|after| after.waiting) {
        let after = after.as_ref().map(|after| (after.updated_ms, after.table.clone()));
        let waiting = list(waiting_for(key), part.open, after, limit + 1).await?;
        found.extend(waiting.into_iter().filter(&shown).map(|listed| (true, listed)));
    }
    // The whole list contains the waiting tables again; skip them.
    let mut after = after.filter(|after| !after.waiting).map(|after| (after.updated_ms, after.table));
    let mark = waiting_for(key);
    while found.len() <= limit as usize {
        let some = list(key.to_owned(), part.open, after.clone(), MOST_LISTED).await?;
        let Some(last) = some.last() else { break };
        after = Some((last.updated_ms, last.stream.clone()));
        let waits = |listed: &Listed| part.open != Some(false) && listed.entry.owners.contains(&mark);
        found.extend(some.into_iter().filter(|listed| shown(listed) && !waits(listed)).map(|listed| (false, listed)));
    }
    Ok(rows(site.settings.base_path, found, limit))
}

/// The number of tables that wait for the person with this key, except one; counts up to `most`.
pub(crate) async fn waiting(site: &Site, key: &str, besides: &str, most: u32) -> Result<usize, Problem> {
    let filter = Filter { owner: Some(waiting_for(key)), limit: most, ..Filter::default() };
    let current = site.moderation.current().await?;
    let counts = |listed: &&Listed| listed.stream.as_str() != besides && !current.is_hidden(&listed.stream);
    Ok(site.store.list(filter).await?.iter().filter(counts).count())
}

fn limit(asked: u32) -> u32 {
    if asked == 0 { 20 } else { asked.min(MOST_LISTED) }
}

fn rows(base: BasePath, mut found: Vec<(bool, Listed)>, limit: u32) -> TableList {
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| more).map(|(waiting, listed)| Cursor::of(*waiting, listed).text());
    TableList { tables: found.into_iter().map(|(waiting, listed)| row(base, waiting, listed)).collect(), next }
}

fn row(base: BasePath, waiting: bool, listed: Listed) -> TableEntry {
    let title = catalog::game(&listed.entry.game).map_or(listed.entry.game.as_str(), |game| game.info().title);
    TableEntry {
        url: base.url(&format!("/tables/{}", listed.stream)),
        table: listed.stream.to_string(),
        title: title.to_owned(),
        who: listed.entry.title,
        open: listed.entry.open,
        waiting,
        version: listed.version.0,
        created: listed.created_ms,
        updated: listed.updated_ms,
        game: listed.entry.game,
    }
}
