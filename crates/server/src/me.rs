//! What is kept about one person, told to that person: listed, taken home, deleted.

use crate::guest::Guest;
use crate::lobby::{self, Part, Row};
use crate::match_handle::pending;
use crate::problem::Problem;
use crate::site::Site;
use serde::Serialize;
use store::{Belongings, Filter, Listed, Token};
use table::MatchCommand;

/// A token in a list: never the token itself.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub(crate) struct TokenRow {
    /// Names it, to revoke it.
    pub(crate) id: String,
    pub(crate) label: String,
    /// `read`, or `read play`.
    pub(crate) scopes: String,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    /// When it was last used, to the minute.
    pub(crate) used: Option<i64>,
}

impl From<Token> for TokenRow {
    fn from(token: Token) -> Self {
        let Token { id, label, scopes, created_ms: created, used_ms: used, .. } = token;
        TokenRow { id, label, scopes, created, used }
    }
}

/// Who I am, in short.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Me {
    /// The name others see.
    pub(crate) name: String,
    /// The name that is mine alone.
    pub(crate) claimed: Option<String>,
    /// Is anything kept about me beside seats at tables?
    pub(crate) known: bool,
    /// What the token I came with allows; `null` for a browser.
    pub(crate) scopes: Option<&'static str>,
    /// How many devices are logged in.
    pub(crate) devices: usize,
    pub(crate) tokens: Vec<TokenRow>,
    /// How many messages of mine are kept.
    pub(crate) messages: usize,
    /// How many tables wait for me, up to a hundred.
    pub(crate) waiting: usize,
}

/// Who this is, in short.
pub(crate) async fn about(site: &Site, guest: &Guest) -> Result<Me, Problem> {
    let Belongings { devices, tokens, messages, .. } = site.people.belongings(&guest.key).await?;
    let part = Part { open: Some(true), limit: lobby::MOST_LISTED, ..Part::default() };
    let mine = lobby::my_tables(site, &guest.key, part).await?;
    Ok(Me {
        name: guest.name.clone(),
        claimed: guest.claimed.clone(),
        known: guest.known,
        scopes: guest.scopes.map(|scopes| scopes.words()),
        devices: devices.len(),
        tokens: tokens.into_iter().map(TokenRow::from).collect(),
        messages: messages.len(),
        waiting: mine.tables.iter().filter(|row| row.waiting).count(),
    })
}

/// Everything that is kept about a person.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Export {
    pub(crate) name: String,
    pub(crate) claimed: Option<String>,
    /// Since when something is kept, in milliseconds since 1970.
    pub(crate) since: Option<i64>,
    /// Is a hash of a password kept?
    pub(crate) password: bool,
    /// When each device was added.
    pub(crate) devices: Vec<i64>,
    pub(crate) tokens: Vec<TokenRow>,
    pub(crate) messages: Vec<MyMessage>,
    /// All matches with a seat of mine.
    pub(crate) tables: Vec<Row>,
}

/// Something I said.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct MyMessage {
    pub(crate) table: String,
    pub(crate) number: u64,
    pub(crate) text: String,
    /// `seats` or `everyone`.
    pub(crate) audience: &'static str,
    /// Milliseconds since 1970.
    pub(crate) at: i64,
}

/// Everything, for the person to take home.
pub(crate) async fn export(site: &Site, guest: &Guest) -> Result<Export, Problem> {
    let Belongings { person, devices, tokens, messages } = site.people.belongings(&guest.key).await?;
    let message = |message: store::Message| MyMessage {
        table: message.table.to_string(),
        number: message.number,
        text: message.text,
        audience: message.audience.word(),
        at: message.at_ms,
    };
    Ok(Export {
        name: guest.name.clone(),
        claimed: guest.claimed.clone(),
        since: person.as_ref().map(|person| person.created_ms),
        password: person.is_some_and(|person| person.password.is_some()),
        devices: devices.iter().map(|device| device.created_ms).collect(),
        tokens: tokens.into_iter().map(TokenRow::from).collect(),
        messages: messages.into_iter().map(message).collect(),
        tables: all_tables(site, &guest.key).await?,
    })
}

async fn all_tables(site: &Site, key: &str) -> Result<Vec<Row>, Problem> {
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
    for listed in tables.iter().filter(|listed| listed.entry.open) {
        give_up(site, &guest.key, listed).await?;
    }
    site.people.forget(&guest.key).await?;
    for listed in &tables {
        if let Some(handle) = site.matches.in_memory(&listed.stream) {
            handle.refresh().await?;
        }
    }
    // A match in memory may have written to its list meanwhile, as it still knew the person.
    site.people.forget(&guest.key).await
}

/// Gives up every seat of the person at one table, so that nobody waits for them.
async fn give_up(site: &Site, key: &str, listed: &Listed) -> Result<(), Problem> {
    let handle = site.matches.find(listed.stream.as_str()).await?;
    loop {
        let command = {
            let table = handle.table();
            let seat = table.seats_of(key).iter().find(|seat| table.may_resign(*seat));
            let Some(seat) = seat.and_then(|seat| table.session().seats().get(seat.index()).map(|info| info.id)) else {
                return Ok(());
            };
            let seat = seat.to_owned();
            if table.is_waiting() { MatchCommand::Leave { seat } } else { MatchCommand::Resign { seat } }
        };
        site.matches.execute(&handle, pending(command)).await?;
    }
}
