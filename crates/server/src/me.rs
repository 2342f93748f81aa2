//! The data stored about a person: summary, export, deletion.

use crate::chat;
use crate::guest::Guest;
use crate::lobby::{self, Part};
use crate::match_handle::pending;
use crate::problem::Problem;
use crate::puzzles;
use crate::site::Site;
use protocol::{Account, AccountExport, PuzzleDone, SentMessage, TableEntry, TokenInfo};
use store::{AccountData, Filter, Listed, Token};
use table::MatchCommand;

/// A token without its secret.
pub(crate) fn token_info(token: Token) -> TokenInfo {
    let Token { id, label, scopes, created_ms: created, used_ms: used, .. } = token;
    TokenInfo { id, label, scopes, created, used }
}

/// Summary of the account.
pub(crate) async fn about(site: &Site, guest: &Guest) -> Result<Account, Problem> {
    let AccountData { devices, tokens, messages, puzzles, .. } = site.accounts.account_data(&guest.key).await?;
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
        solved: puzzles.iter().filter(|result| result.solved).count(),
        waiting: mine.tables.iter().filter(|row| row.waiting).count(),
    })
}

/// Everything stored about the person.
pub(crate) async fn export(site: &Site, guest: &Guest) -> Result<AccountExport, Problem> {
    let AccountData { person, devices, tokens, messages, puzzles } = site.accounts.account_data(&guest.key).await?;
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
        puzzles: puzzles.into_iter().map(puzzle_done).collect(),
    })
}

fn puzzle_done(result: store::PuzzleResult) -> PuzzleDone {
    let outcome = puzzles::outcome(result.solved);
    PuzzleDone { game: result.game, puzzle: result.puzzle, result: outcome, at: result.at_ms }
}

async fn all_tables(site: &Site, key: &str) -> Result<Vec<TableEntry>, Problem> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let part = Part { limit: lobby::MOST_LISTED, after, hidden: true, ..Part::default() };
        let page = lobby::my_tables(site, key, part).await?;
        all.extend(page.tables);
        match page.next {
            Some(next) => after = Some(lobby::Cursor::parse(&next)?),
            None => return Ok(all),
        }
    }
}

/// Deletes the account: resigns running matches, and makes all seats anonymous.
pub(crate) async fn forget(site: &Site, guest: &Guest) -> Result<(), Problem> {
    let filter = Filter { owner: Some(guest.key.clone()), limit: u32::MAX, ..Filter::default() };
    let tables = site.store.list(filter).await?;
    for listed in tables.iter().filter(|listed| listed.entry.open) {
        resign(site, &guest.key, listed).await?;
    }
    site.accounts.forget(&guest.key).await?;
    for listed in &tables {
        if let Some(handle) = site.matches.in_memory(&listed.stream) {
            handle.refresh().await?;
        }
    }
    // A live match may have updated its list entry meanwhile, with the person's key.
    site.accounts.forget(&guest.key).await
}

/// Resigns or leaves every seat of the person at one table, so that nobody waits for them.
async fn resign(site: &Site, key: &str, listed: &Listed) -> Result<(), Problem> {
    let handle = site.matches.find(listed.stream.as_str()).await?;
    loop {
        let command = {
            let table = handle.table();
            let seat = table.seats_of(key).iter().find(|seat| table.may_resign(*seat));
            let Some(seat) = seat.and_then(|seat| table.game_match().seats().get(seat.index()).map(|info| info.id))
            else {
                return Ok(());
            };
            let seat = seat.to_owned();
            if table.is_waiting() { MatchCommand::Leave { seat } } else { MatchCommand::Resign { seat } }
        };
        site.matches.execute(&handle, pending(command)).await?;
    }
}
