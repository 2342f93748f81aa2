//! What is stored about one person, for that person: listed, exported, deleted.

use crate::chat;
use crate::guest::Guest;
use crate::lobby::{self, Part};
use crate::problem::Problem;
use crate::room::Ask;
use crate::site::Site;
use protocol::{Account, AccountExport, SentMessage, TableEntry, TokenInfo};
use store::{Belongings, Filter, Listed, Token};
use table::Command;

/// A token without its secret.
pub(crate) fn token_info(token: Token) -> TokenInfo {
    let Token { id, label, scopes, created_ms: created, used_ms: used, .. } = token;
    TokenInfo { id, label, scopes, created, used }
}

/// The person, in short.
pub(crate) async fn about(site: &Site, guest: &Guest) -> Result<Account, Problem> {
    let Belongings { devices, tokens, messages, .. } = site.people.belongings(&guest.key).await?;
    let part = Part { open: Some(true), limit: lobby::MOST_LISTED, ..Part::default() };
    let mine = lobby::my_tables(site, &guest.key, part).await?;
    Ok(Account {
        name: guest.name.clone(),
        claimed: guest.claimed.clone(),
        known: guest.known,
        scopes: guest.scopes.map(|scopes| scopes.words().to_owned()),
        devices: devices.len(),
        tokens: tokens.into_iter().map(token_info).collect(),
        messages: messages.len(),
        waiting: mine.tables.iter().filter(|row| row.waiting).count(),
    })
}

/// Everything that is stored about the person.
pub(crate) async fn export(site: &Site, guest: &Guest) -> Result<AccountExport, Problem> {
    let Belongings { person, devices, tokens, messages } = site.people.belongings(&guest.key).await?;
    let message = |message: store::Message| SentMessage {
        table: message.table.to_string(),
        number: message.number,
        text: message.text,
        audience: chat::audience(message.audience),
        at: message.at_ms,
    };
    Ok(AccountExport {
        name: guest.name.clone(),
        claimed: guest.claimed.clone(),
        since: person.as_ref().map(|person| person.created_ms),
        password: person.is_some_and(|person| person.password.is_some()),
        devices: devices.iter().map(|device| device.created_ms).collect(),
        tokens: tokens.into_iter().map(token_info).collect(),
        messages: messages.into_iter().map(message).collect(),
        tables: all_tables(site, &guest.key).await?,
    })
}

async fn all_tables(site: &Site, key: &str) -> Result<Vec<TableEntry>, Problem> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let part = Part { limit: lobby::MOST_LISTED, after, ..Part::default() };
        let page = lobby::my_tables(site, key, part).await?;
        all.extend(page.tables);
        match page.next {
            Some(next) => after = Some(lobby::Cursor::parse(&next)?),
            None => return Ok(all),
        }
    }
}

/// Deletes everything: matches that are on are given up, and every seat becomes a guest's.
pub(crate) async fn forget(site: &Site, guest: &Guest) -> Result<(), Problem> {
    let filter = Filter { owner: Some(guest.key.clone()), limit: u32::MAX, ..Filter::default() };
    let tables = site.store.list(filter).await?;
    for listed in tables.iter().filter(|listed| listed.head.open) {
        give_up(site, &guest.key, listed).await?;
    }
    site.people.forget(&guest.key).await?;
    for listed in &tables {
        if let Some(room) = site.rooms.in_memory(&listed.stream) {
            room.refresh(&*site.store).await?;
        }
    }
    // A room may have written to its list meanwhile, as it still knew the person.
    site.people.forget(&guest.key).await
}

/// Gives up every seat of the person at one table, so that nobody waits for them.
async fn give_up(site: &Site, key: &str, listed: &Listed) -> Result<(), Problem> {
    let room = site.rooms.find(listed.stream.as_str()).await?;
    loop {
        let command = {
            let held = room.look().await;
            let table = &held.table;
            let seat = table.seats_of(key).iter().find(|seat| table.may_resign(*seat));
            let Some(seat) = seat.and_then(|seat| table.session().seats().get(seat.index()).map(|info| info.id)) else {
                return Ok(());
            };
            let seat = seat.to_owned();
            if table.is_waiting() { Command::Leave { seat } } else { Command::Resign { seat } }
        };
        site.rooms.ask(&room, Ask { command, version: None, key: None, held: None }).await?;
    }
}
